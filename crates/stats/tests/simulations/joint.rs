//! Six bots in a round robin, and their sides.

use crate::worlds::{DECISIVE_STARTS, DRAWISH, Law, PLAIN, STRONG_SIDE, Share, World};
use skirmish_core::Rng;
use skirmish_stats::{Difference, Duels, Ratings, Side, SidedDuels};

const SKILL: [f64; 6] = [0.0, 0.1, 0.3, 0.6, 0.9, 1.2];
const RUNS: usize = 400;

fn laws(of: impl Fn(usize, usize) -> Law) -> Vec<(usize, usize, Law)> {
    (0..6).flat_map(|i| (i + 1..6).map(move |j| (i, j))).map(|(i, j)| (i, j, of(i, j))).collect()
}

fn known(difference: Difference) -> (f64, f64, f64) {
    match difference {
        Difference::Known { elo, errors } => (elo, errors.model, errors.robust),
        other => panic!("{other:?}"),
    }
}

/// How often the intervals of all differences hold the truth: the model's and the robust ones.
fn coverage(world: World, pairs: usize, seed: u64) -> [Share; 2] {
    let laws = laws(|i, j| world.law(SKILL[i] - SKILL[j]));
    let rate = |results: &dyn Fn(&Law, &mut Rng) -> skirmish_stats::Pairs, rng: &mut Rng| -> Ratings {
        let mut duels = Duels::new(6);
        for (i, j, law) in &laws {
            duels.add(*i, *j, results(law, rng).pentanomial()).unwrap();
        }
        duels.rate(0.0).unwrap()
    };
    let mut rng = Rng::new(seed);
    // The model need not be true: what the fit would say of endless games is what it has to find.
    let truth = rate(&|law, _| law.truth(), &mut rng);
    let mut shares = [Share::default(); 2];
    for _ in 0..RUNS {
        let ratings = rate(&|law, rng| law.pairs(pairs, rng), &mut rng);
        for (i, j, _) in &laws {
            let (true_elo, ..) = known(truth.difference(*i, *j));
            let (elo, model, robust) = known(ratings.difference(*i, *j));
            shares[0].count((elo - true_elo).abs() <= model);
            shares[1].count((elo - true_elo).abs() <= robust);
        }
    }
    shares
}

#[test]
fn joint_intervals_cover_the_truth() {
    for (seed, (name, world, low, high)) in [
        ("few draws", PLAIN, 93.0, 98.0),
        ("many draws", DRAWISH, 98.0, 100.0),
        ("strong side", STRONG_SIDE, 98.0, 100.0),
        ("decisive starts", DECISIVE_STARTS, 88.0, 93.5),
    ]
    .into_iter()
    .enumerate()
    {
        let [model, robust] = coverage(world, 40, seed as u64);
        robust.must_be(93.0, 97.0, &format!("{name}, robust"));
        model.must_be(low, high, &format!("{name}, model"));
    }
}

/// Each bot has a skill on each side; both are found, and so is what the side is worth.
#[test]
fn intervals_of_sides_cover_the_truth() {
    let first = [0.4, -0.2, 0.0, 0.5, -0.6, -0.1];
    let second = [-0.3, 0.6, 0.1, 0.4, -0.4, -0.4];
    for (seed, starts) in [0.0, 1.0].into_iter().enumerate() {
        let world = World { draws: 0.3, side: 0.7, starts };
        let laws = laws(|i, j| world.law_of_sides(first[i] - second[j], second[i] - first[j]));
        let rate = |results: &dyn Fn(&Law, &mut Rng) -> skirmish_stats::Pairs, rng: &mut Rng| {
            let mut duels = SidedDuels::new(6);
            for (i, j, law) in &laws {
                duels.add(*i, *j, &results(law, rng)).unwrap();
            }
            duels.rate(0.0).unwrap()
        };
        let mut rng = Rng::new(100 + seed as u64);
        let truth = rate(&|law, _| law.truth(), &mut rng);
        let (mut skills, mut advantages) = (Share::default(), Share::default());
        for _ in 0..600 {
            let rated = rate(&|law, rng| law.pairs(40, rng), &mut rng);
            for side in Side::BOTH {
                for (i, j, _) in &laws {
                    let (true_elo, ..) = known(truth.difference(side, *i, *j));
                    let (elo, _, robust) = known(rated.difference(side, *i, *j));
                    skills.count((elo - true_elo).abs() <= robust);
                }
            }
            let (advantage, errors) = rated.advantage().unwrap();
            advantages.count((advantage - truth.advantage().unwrap().0).abs() <= errors.robust);
        }
        skills.must_be(93.0, 97.0, &format!("skills on a side, starts {starts}"));
        advantages.must_be(92.0, 98.0, &format!("advantage of a side, starts {starts}"));
    }
}

/// Ranks that differ are right: a bot is hardly ever put before a better one for certain.
#[test]
fn ranks_are_seldom_wrong() {
    let laws = laws(|i, j| PLAIN.law(SKILL[i] - SKILL[j]));
    let mut rng = Rng::new(31);
    let (mut wrong, mut separated) = (Share::default(), Share::default());
    for _ in 0..RUNS {
        let mut duels = Duels::new(6);
        for (i, j, law) in &laws {
            duels.add(*i, *j, law.pairs(40, &mut rng).pentanomial()).unwrap();
        }
        let ratings = duels.rate(0.0).unwrap();
        for (i, j, _) in &laws {
            wrong.count(ratings.is_better(*i, *j));
            separated.count(ratings.is_better(*j, *i));
        }
    }
    wrong.must_be(0.0, 1.0, "the worse one before the better one");
    separated.must_be(60.0, 100.0, "the better one before the worse one");
}
