//! Tests that are looked at after every pair, and what stopping does to intervals.

use crate::worlds::{DECISIVE_STARTS, DRAWISH, Law, PLAIN, STRONG_SIDE, Share, World};
use skirmish_core::Rng;
use skirmish_stats::{Decision, Model, Sprt, Summary, Trinomial, Walk};

const RUNS: usize = 1200;

fn law(world: World, model: Model, elo: f64) -> Law {
    match model {
        Model::Normalized => world.where_law(Law::nelo, elo),
        Model::Logistic => world.where_law(Law::elo, elo),
    }
}

/// Plays until the test decides.
fn run(test: Sprt, law: &Law, rng: &mut Rng) -> Walk {
    let mut walk = Walk::new(test);
    while walk.push(law.draw(rng)) == Decision::Continue {
        assert!(walk.counted() < 100_000, "a test that does not end");
    }
    walk
}

#[test]
fn error_rates_are_kept() {
    let mut seed = 60;
    for model in [Model::Normalized, Model::Logistic] {
        for (name, world) in [
            ("few draws", PLAIN),
            ("many draws", DRAWISH),
            ("strong side", STRONG_SIDE),
            ("decisive starts", DECISIVE_STARTS),
        ] {
            let elo1 = 40.0;
            let test = Sprt::new(0.0, elo1, 0.05, 0.05, model).unwrap();
            for (truth, wrong) in [(0.0, Decision::H1), (elo1, Decision::H0)] {
                seed += 1;
                let law = law(world, model, truth);
                let mut rng = Rng::new(seed);
                let mut share = Share::default();
                for _ in 0..RUNS {
                    share.count(run(test, &law, &mut rng).decision() == wrong);
                }
                share.must_be(2.0, 6.5, &format!("{model:?}, {name}, truth {truth}: wrong"));
            }
        }
    }
}

/// Starts that decide both games: pairs keep the rate, games taken as independent do not.
#[test]
fn correlated_pairs_do_not_fool_the_test() {
    let test = Sprt::new(0.0, 40.0, 0.05, 0.05, Model::Logistic).unwrap();
    let law = law(DECISIVE_STARTS, Model::Logistic, 0.0);
    let mut rng = Rng::new(80);
    let (mut by_pairs, mut by_games) = (Share::default(), Share::default());
    for _ in 0..RUNS {
        by_pairs.count(run(test, &law, &mut rng).decision() == Decision::H1);
        let mut games = Trinomial::default();
        let decision = loop {
            law.draw(&mut rng).into_iter().for_each(|outcome| games.add(outcome));
            match test.decide(&games.into()) {
                Decision::Continue => {}
                decided => break decided,
            }
        };
        by_games.count(decision == Decision::H1);
    }
    by_pairs.must_be(2.0, 6.5, "pairs");
    by_games.must_be(8.0, 30.0, "games taken as independent");
}

/// An interval is made for a number of pairs that was fixed beforehand. At the stop of a test it covers a little less.
#[test]
fn stopping_early_costs_little_coverage() {
    let test = Sprt::new(0.0, 40.0, 0.05, 0.05, Model::Normalized).unwrap();
    for (seed, truth) in [-20.0, 0.0, 20.0, 40.0, 80.0].into_iter().enumerate() {
        let law = law(PLAIN, Model::Normalized, truth);
        let mut rng = Rng::new(90 + seed as u64);
        let mut share = Share::default();
        let mut bias = 0.0;
        for _ in 0..RUNS {
            let walk = run(test, &law, &mut rng);
            let summary = Summary::of(&walk.counts());
            share.count(summary.interval().is_none_or(|(low, high)| low <= law.elo() && law.elo() <= high));
            bias += (summary.elo.unwrap_or(law.elo()) - law.elo()) / RUNS as f64;
        }
        println!("bias {bias}");
        share.must_be(89.0, 98.0, &format!("at the stop, truth {truth}"));
    }
}
