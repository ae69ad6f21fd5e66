//! The core of the service under simulated trouble.

use skirmish_live::simulate::{Bug, Options, many, run};

/// Seeds that found something once.
const KEPT: &[u64] = &[];

fn simulate(seeds: std::ops::Range<u64>, options: &Options) {
    let summary = many(seeds, 2, options, &|| false).unwrap_or_else(|failed| panic!("{failed}"));
    assert!(summary.records > 0 && summary.answers > 0, "{summary:?}");
}

#[test]
fn whole_games_survive_everything() {
    simulate(0..60, &Options::default());
}

#[test]
fn games_without_trouble_have_none() {
    simulate(0..6, &Options { trouble: false, ..Options::default() });
}

#[test]
fn seeds_that_found_something_find_nothing_any_more() {
    for &seed in KEPT {
        run(seed, &Options::default()).unwrap_or_else(|failed| panic!("{failed}"));
    }
}

#[test]
fn a_seed_says_it_all() {
    assert_eq!(run(7, &Options::default()), run(7, &Options::default()));
}
