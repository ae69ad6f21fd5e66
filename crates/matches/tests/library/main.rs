//! Matches through the library alone: many at once in one process, with a real program among the players.
//!
//! It has a `main` of its own, as every program that starts bots: their guards are this very program, started again.

mod matches;
mod support;

use libtest_mimic::{Arguments, Trial};

/// All tests, by name.
const TESTS: [(&str, fn()); 6] = [
    ("a_hundred_matches_in_two_threads", matches::a_hundred_matches_in_two_threads),
    ("a_cancelled_match_is_whole_as_far_as_it_got", matches::a_cancelled_match_is_whole_as_far_as_it_got),
    ("faults_are_told_by_kind_with_their_capsules", matches::faults_are_told_by_kind_with_their_capsules),
    ("a_bot_that_does_not_get_ready_is_waited_for_once", matches::a_bot_that_does_not_get_ready_is_waited_for_once),
    ("a_game_of_somebody_else_is_played_and_checked", matches::a_game_of_somebody_else_is_played_and_checked),
    ("a_team_is_built_once_for_all_threads", matches::a_team_is_built_once_for_all_threads),
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
