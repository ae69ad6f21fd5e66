//! Tournaments through the library alone.
//!
//! It has a `main` of its own, as every program that starts bots: their guards are this very program, started again.

mod fields;
mod ledgers;
mod proofs;
mod support;

use libtest_mimic::{Arguments, Trial};

/// All tests, by name.
const TESTS: [(&str, fn()); 18] = [
    ("fields::the_same_games_as_under_the_referee", fields::the_same_games_as_under_the_referee),
    ("fields::an_unruly_field_gives_the_same_ledger", fields::an_unruly_field_gives_the_same_ledger),
    ("fields::every_format_ends_on_every_game", fields::every_format_ends_on_every_game),
    ("fields::no_start_is_used_twice", fields::no_start_is_used_twice),
    ("fields::few_starts_end_a_tournament", fields::few_starts_end_a_tournament),
    ("fields::what_always_fails_is_parked", fields::what_always_fails_is_parked),
    ("ledgers::an_interrupted_tournament_goes_on_as_if_nothing_had_happened", ledgers::goes_on),
    ("ledgers::a_torn_line_is_dropped", ledgers::a_torn_line_is_dropped),
    ("ledgers::a_long_schedule_is_resumed_at_once", ledgers::a_long_schedule_is_resumed_at_once),
    ("ledgers::damage_is_refused_by_its_line", ledgers::damage_is_refused_by_its_line),
    ("ledgers::two_processes_are_refused", ledgers::two_are_refused),
    ("ledgers::another_tournament_is_refused", ledgers::another_tournament_is_refused),
    ("ledgers::a_changed_bot_is_another_bot", ledgers::a_changed_bot_is_another_bot),
    ("proofs::a_tournament_is_proved", proofs::a_tournament_is_proved),
    ("proofs::what_has_grown_is_proved", proofs::what_has_grown_is_proved),
    ("proofs::what_was_taken_out_is_missed", proofs::what_was_taken_out_is_missed),
    ("fields::neighbours_are_separated_at_tables", fields::neighbours_are_separated_at_tables),
    ("proofs::whatever_is_forged_is_found", proofs::whatever_is_forged_is_found),
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
