//! Two bots and a number of pairs that was fixed beforehand.

use crate::worlds::{DECISIVE_STARTS, DRAWISH, Law, PLAIN, STRONG_SIDE, Share, World};
use skirmish_core::Rng;
use skirmish_stats::{Counts, Summary};

const RUNS: usize = 3000;

fn covers(counts: impl Into<Counts>, truth: f64) -> bool {
    Summary::of(&counts.into()).interval().is_none_or(|(low, high)| low <= truth && truth <= high)
}

/// How often the interval holds the truth, from pairs and from games taken as independent.
fn coverage(law: &Law, pairs: usize, seed: u64) -> [Share; 2] {
    let truth = law.elo();
    let mut rng = Rng::new(seed);
    let mut shares = [Share::default(); 2];
    for _ in 0..RUNS {
        let results = law.pairs(pairs, &mut rng);
        shares[0].count(covers(results.pentanomial(), truth));
        shares[1].count(covers(results.games(), truth));
    }
    shares
}

fn elo(world: World, elo: f64) -> Law {
    world.where_law(Law::elo, elo)
}

#[test]
fn intervals_of_two_bots_cover_the_truth() {
    for (seed, (world, name)) in [(PLAIN, "few draws"), (DRAWISH, "many draws")].into_iter().enumerate() {
        for difference in [0.0, 40.0, 150.0] {
            let law = elo(world, difference);
            for pairs in [50, 200, 1000] {
                let what = format!("{name}, {difference} Elo, {pairs} pairs");
                coverage(&law, pairs, seed as u64)[0].must_be(93.0, 97.0, &what);
            }
        }
    }
}

/// A strong side makes the games of a pair undo each other: taken as independent, they claim too little.
#[test]
fn a_strong_side_fools_games_not_pairs() {
    let [pairs, games] = coverage(&elo(STRONG_SIDE, 40.0), 300, 11);
    pairs.must_be(93.0, 97.0, "pairs");
    games.must_be(99.0, 100.0, "games");
}

/// Starts that decide both games make two games into one: taken as independent, they claim too much.
#[test]
fn decisive_starts_fool_games_not_pairs() {
    let [pairs, games] = coverage(&elo(DECISIVE_STARTS, 40.0), 300, 12);
    pairs.must_be(93.0, 97.0, "pairs");
    games.must_be(88.0, 93.0, "games");
}

/// The likelihood of superiority means what it says: where bots are equal it is below 5 % in 5 % of all cases.
#[test]
fn superiority_is_calibrated() {
    let mut rng = Rng::new(13);
    let law = elo(DECISIVE_STARTS, 0.0);
    let mut low = Share::default();
    for _ in 0..RUNS {
        low.count(Summary::of(&law.pairs(200, &mut rng).pentanomial().into()).los.is_some_and(|los| los < 0.05));
    }
    low.must_be(4.0, 6.0, "LOS below 5 %");
}
