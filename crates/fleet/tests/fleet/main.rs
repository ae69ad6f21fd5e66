//! Tournaments over a real NATS server, with workers in this process.
//!
//! It has a `main` of its own, as every program that starts bots: their guards are this very program, started again.

mod forgery;
mod proxy;
mod support;
mod tournaments;
mod trouble;

use libtest_mimic::{Arguments, Trial};

/// All tests, by name.
const TESTS: [(&str, fn()); 19] = [
    ("tournaments::a_fleet_gives_the_ledger_of_one_machine", tournaments::the_same_ledger),
    ("tournaments::folders_travel_and_prove_themselves", tournaments::folders_travel),
    ("tournaments::a_bare_command_stays_at_home", tournaments::a_bare_command_stays),
    ("trouble::a_server_that_dies_loses_nothing", trouble::a_server_dies),
    ("trouble::a_server_that_loses_its_memory_is_told_again", trouble::a_server_forgets),
    ("trouble::an_organiser_that_dies_goes_on", trouble::an_organiser_dies),
    ("trouble::a_worker_that_is_cut_off_counts_once", trouble::a_worker_is_cut_off),
    ("trouble::a_worker_that_lies_is_found", trouble::a_worker_lies),
    ("trouble::workers_that_cannot_play_are_named", trouble::nobody_can_play),
    ("forgery::a_game_without_its_replay_is_no_proof", forgery::no_replay_is_no_proof),
    ("forgery::what_is_not_kept_is_proved_all_the_same", forgery::what_is_not_kept_is_proved),
    ("forgery::all_audits_are_counted", forgery::all_audits_are_counted),
    ("forgery::a_lost_consumer_is_made_anew", forgery::a_lost_consumer_is_made_anew),
    ("forgery::one_organiser_at_a_time", forgery::one_organiser_at_a_time),
    ("forgery::a_worker_that_is_not_heard_does_not_start", forgery::a_worker_that_is_not_heard_does_not_start),
    ("forgery::a_job_of_no_tournament_is_thrown_away", forgery::a_job_of_no_tournament_is_thrown_away),
    ("forgery::a_bundle_that_is_another_is_replaced", forgery::a_bundle_that_is_another_is_replaced),
    ("forgery::strangers_are_not_played", forgery::strangers_are_not_played),
    ("forgery::exchanged_files_accuse_nobody", forgery::exchanged_files_accuse_nobody),
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
