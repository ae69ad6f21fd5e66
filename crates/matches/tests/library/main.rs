//! Matches through the library alone: many at once in one process, with a real program among the players.
//!
//! It has a `main` of its own, as every program that starts bots: their guards are this very program, started again.

mod matches;
mod support;

/// All tests, by name.
const TESTS: [(&str, fn()); 6] = [
    ("a_hundred_matches_in_two_threads", matches::a_hundred_matches_in_two_threads),
    ("a_cancelled_match_is_whole_as_far_as_it_got", matches::a_cancelled_match_is_whole_as_far_as_it_got),
    ("faults_are_told_by_kind_with_their_capsules", matches::faults_are_told_by_kind_with_their_capsules),
    ("a_bot_that_does_not_get_ready_is_waited_for_once", matches::a_bot_that_does_not_get_ready_is_waited_for_once),
    ("a_game_of_somebody_else_is_played_and_checked", matches::a_game_of_somebody_else_is_played_and_checked),
    ("a_team_is_built_once_for_all_threads", matches::a_team_is_built_once_for_all_threads),
];

/// Runs the tests that the arguments name, or lists them, as `cargo test` and `cargo nextest` ask for it.
fn main() {
    skirmish_jail::helper_main_if_asked();
    let args: Vec<String> = std::env::args().skip(1).collect();
    let has = |flag: &str| args.iter().any(|arg| arg == flag);
    if has("--list") {
        let none = has("--ignored");
        TESTS.iter().filter(|_| !none).for_each(|(name, _)| println!("{name}: test"));
        return;
    }
    let named: Vec<&String> = args.iter().filter(|arg| !arg.starts_with('-')).collect();
    let is_asked_for = |name: &str| match (named.as_slice(), has("--exact")) {
        ([], _) => true,
        (named, true) => named.iter().any(|one| *one == name),
        (named, false) => named.iter().any(|one| name.contains(one.as_str())),
    };
    for (name, test) in TESTS.into_iter().filter(|(name, _)| is_asked_for(name)) {
        println!("test {name}");
        test();
    }
}
