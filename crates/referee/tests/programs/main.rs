//! Matches and builds with real programs, through this crate alone.
//!
//! The sandbox starts its helper as this very program, so `main` has to be ours.

#[path = "../support/mod.rs"]
mod support;

mod builds;
mod order;
mod threads;

use libtest_mimic::{Arguments, Trial};

const TESTS: [(&str, fn()); 4] = [
    ("matches_are_played_in_two_threads_at_once", threads::matches_are_played_in_two_threads_at_once),
    ("cancelling_one_match_leaves_the_other_alone", threads::cancelling_one_match_leaves_the_other_alone),
    ("what_follows_a_step_is_told_after_it", order::what_follows_a_step_is_told_after_it),
    ("a_manifest_that_changes_during_a_build_is_another_build", builds::a_changed_manifest_is_another_build),
];

fn main() {
    skirmish_jail::helper_main_if_asked();
    let trial = |(name, test): (&str, fn())| {
        Trial::test(name, move || {
            test();
            Ok(())
        })
    };
    libtest_mimic::run(&Arguments::from_args(), TESTS.into_iter().map(trial).collect()).exit();
}
