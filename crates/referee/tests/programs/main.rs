//! Matches and builds with real programs, through this crate alone.
//!
//! The sandbox starts its helper as this very program, so `main` has to be ours, and with it the little of a test
//! harness that `cargo test` and `cargo nextest` need.

#[path = "../support/mod.rs"]
mod support;

mod builds;
mod order;
mod threads;

const TESTS: [(&str, fn()); 4] = [
    ("matches_are_played_in_two_threads_at_once", threads::matches_are_played_in_two_threads_at_once),
    ("cancelling_one_match_leaves_the_other_alone", threads::cancelling_one_match_leaves_the_other_alone),
    ("what_follows_a_step_is_told_after_it", order::what_follows_a_step_is_told_after_it),
    ("a_manifest_that_changes_during_a_build_is_another_build", builds::a_changed_manifest_is_another_build),
];

fn main() {
    skirmish_jail::helper_main_if_asked();
    let words: Vec<String> = std::env::args().skip(1).collect();
    let has = |flag: &str| words.iter().any(|word| word == flag);
    let names: Vec<&String> = words.iter().filter(|word| !word.starts_with('-') && *word != "terse").collect();
    let wanted = |test: &str| {
        names.is_empty() || names.iter().any(|name| if has("--exact") { **name == test } else { test.contains(*name) })
    };
    for (name, test) in TESTS.into_iter().filter(|(name, _)| !has("--ignored") && wanted(name)) {
        if has("--list") {
            println!("{name}: test");
            continue;
        }
        test();
        println!("test {name} ... ok");
    }
}
