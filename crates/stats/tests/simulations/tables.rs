//! Tables of four from eight bots.

use crate::worlds::{Share, gaussian, uniform};
use skirmish_core::Rng;
use skirmish_stats::{Difference, Ranking, Tables};

const SKILL: [f64; 8] = [-1.0, -0.6, -0.3, -0.1, 0.1, 0.4, 0.6, 0.9];

/// Four bots in the order of a race, in which the time of each is exponential: that is Plackett-Luce.
fn race(seated: &[usize], skill: impl Fn(usize) -> f64, rng: &mut Rng) -> Ranking {
    let mut times: Vec<(f64, usize)> =
        seated.iter().map(|&bot| (-(1.0 - uniform(rng)).ln() / skill(bot).exp(), bot)).collect();
    times.sort_by(|a, b| a.0.total_cmp(&b.0));
    Ranking::new(times.iter().map(|&(_, bot)| [bot])).unwrap()
}

fn seated(rng: &mut Rng) -> Vec<usize> {
    let mut all: Vec<usize> = (0..8).collect();
    rng.shuffle(&mut all);
    all.truncate(4);
    all
}

fn count(tables: &Tables, truth: impl Fn(usize, usize) -> f64, share: &mut Share) {
    let ratings = tables.rate(0.0).unwrap();
    for i in 0..8 {
        for j in i + 1..8 {
            if let Difference::Known { elo, errors } = ratings.difference(i, j) {
                share.count((elo - truth(i, j)).abs() <= errors.robust);
            }
        }
    }
}

#[test]
fn intervals_of_tables_cover_the_truth() {
    let elo = 400.0 / std::f64::consts::LN_10;
    for (seed, size) in [60, 200].into_iter().enumerate() {
        let mut rng = Rng::new(40 + seed as u64);
        let mut share = Share::default();
        for _ in 0..500 {
            let mut tables = Tables::new(8);
            for _ in 0..size {
                let seated = seated(&mut rng);
                tables.add(race(&seated, |bot| SKILL[bot], &mut rng)).unwrap();
            }
            count(&tables, |i, j| elo * (SKILL[i] - SKILL[j]), &mut share);
        }
        share.must_be(93.0, 97.0, &format!("{size} tables"));
    }
}

/// Seats rotate over a start that suits some bots: the four tables of a rotation are one observation, not four.
#[test]
fn rotations_are_one_observation() {
    let play = |rotations: usize, apart: bool, rng: &mut Rng| {
        let mut tables = Tables::new(8);
        for _ in 0..rotations {
            let seated = seated(rng);
            let suits: Vec<f64> = (0..8).map(|_| gaussian(rng)).collect();
            let all: Vec<Ranking> = (0..4).map(|_| race(&seated, |bot| SKILL[bot] + suits[bot], rng)).collect();
            if apart {
                all.into_iter().for_each(|ranking| tables.add(ranking).unwrap());
            } else {
                tables.add_rotation(all).unwrap();
            }
        }
        tables
    };
    let truth = play(60_000, false, &mut Rng::new(50)).rate(0.0).unwrap();
    let truth = |i: usize, j: usize| truth.elo(i).unwrap() - truth.elo(j).unwrap();
    let [together, apart] = [false, true].map(|apart| {
        let mut rng = Rng::new(51);
        let mut share = Share::default();
        for _ in 0..300 {
            count(&play(80, apart, &mut rng), truth, &mut share);
        }
        share
    });
    together.must_be(93.0, 97.0, "rotations");
    apart.must_be(0.0, 90.0, "tables of rotations taken as independent");
}
