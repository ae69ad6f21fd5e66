//! The core of the service under simulated trouble.

use skirmish_live::simulate::{Bug, Options, many, run};

/// Seeds that found something once.
const KEPT: &[u64] = &[0, 8, 375, 630];

fn simulate(seeds: std::ops::Range<u64>, options: &Options) {
    let summary = many(seeds, 2, options, &|| false).unwrap_or_else(|failed| panic!("{failed}"));
    println!("{summary:?}");
    assert!(summary.records > 100 * summary.games && summary.answers > summary.records, "{summary:?}");
}

#[test]
fn whole_games_survive_everything() {
    simulate(0..24, &Options::default());
}

#[test]
fn games_without_trouble_have_none() {
    simulate(0..3, &Options { trouble: false, ..Options::default() });
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

#[test]
#[ignore = "takes minutes"]
fn very_many_games_survive_everything() {
    simulate(1000..5000, &Options::default());
}

/// Each defect is found, and soon.
fn found(bug: Bug, seeds: u64) {
    let options = Options { bug: Some(bug), ..Options::default() };
    let failed = many(0..seeds, 2, &options, &|| false).expect_err("nothing was found");
    assert!(!failed.what.starts_with("a panic"), "{failed}");
}

#[test]
fn a_store_that_stores_nothing_is_found() {
    found(Bug::StoresNothing, 5);
}

#[test]
fn a_store_that_flushes_late_is_found() {
    found(Bug::FlushesLate, 5);
}

#[test]
fn a_store_that_forgets_keys_is_found() {
    found(Bug::ForgetsKeys, 5);
}

#[test]
fn a_store_that_forgets_heartbeats_is_found() {
    found(Bug::ForgetsHeartbeats, 5);
}

#[test]
fn a_service_that_answers_before_the_commit_is_found() {
    found(Bug::AnswersEarly, 20);
}

#[test]
fn a_service_that_tells_before_the_commit_is_found() {
    found(Bug::TellsEarly, 20);
}

#[test]
fn a_stream_that_skips_an_event_is_found() {
    found(Bug::SkipsEvents, 10);
}

#[test]
fn a_stream_that_repeats_an_event_is_found() {
    found(Bug::RepeatsEvents, 10);
}

#[test]
fn a_service_that_does_a_request_again_is_found() {
    found(Bug::DoesAgain, 5);
}

#[test]
fn a_service_that_believes_every_clock_is_found() {
    found(Bug::BelievesClocks, 20);
}
