//! The program `skirmish`.

#![forbid(unsafe_code)]
// What is printed goes through `output`, which lets no text of others steer a terminal.
#![deny(clippy::print_stdout, clippy::print_stderr)]

mod commands;
mod consent;
mod fail;
mod fleet;
mod given;
mod hosting;
mod interrupt;
mod league;
mod output;
mod pages;
mod ping;
mod place;
mod replays;
mod screen;
mod service;
mod showing;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// Bot-programming games: exact rules, fast simulation, honest statistics.
///
/// First steps:
///
///   skirmish play infection             two built-in bots play a match
///   skirmish watch                      watch it in the browser, move by move
///   skirmish watch --terminal           or here in the terminal
///   skirmish play golems human strong   play against a bot yourself
///   skirmish rules golems               the rules in short
///   skirmish new golems                 write a starter bot in Python
#[derive(Parser)]
#[command(name = "skirmish", version, verbatim_doc_comment, after_help = fail::EXIT_CODES)]
#[command(subcommand_required = true, arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

/// Each command's own file tells what it does.
#[derive(Subcommand)]
enum Command {
    Games(commands::games::Args),
    Play(commands::play::Args),
    Watch(commands::watch::Args),
    Edit(commands::edit::Args),
    Export(commands::export::Args),
    Fork(commands::fork::Args),
    Rerun(commands::rerun::Args),
    Check(commands::check::Args),
    Attach(commands::attach::Args),
    New(commands::new::Args),
    Policy(commands::policy::Args),
    Rules(commands::rules::Args),
    Schema(commands::schema::Args),
    Position(commands::position::Args),
    Perft(commands::perft::Args),
    Compare(commands::compare::Args),
    Tournament(Box<commands::tournament::Args>),
    Report(commands::report::Args),
    Balance(commands::balance::Args),
    Loop(commands::loop_::Args),
    Simulate(commands::simulate::Args),
    Bench(commands::bench::Args),
    Vectors(commands::vectors::Args),
    Doctor(commands::doctor::Args),
    #[command(subcommand)]
    Replay(commands::replay::Command),
    #[cfg(feature = "service")]
    Serve(commands::serve::Args),
    #[cfg(feature = "service")]
    Seat(commands::seat::Args),
    #[cfg(feature = "service")]
    Worker(commands::worker::Args),
    #[cfg(feature = "service")]
    #[command(subcommand)]
    Fleet(commands::fleet::Command),
    Completions(commands::completions::Args),
    Man(commands::man::Args),
}

fn main() -> ExitCode {
    // A bot's guard is this very program, started again with a hidden argument.
    skirmish_jail::helper_main_if_asked();
    ping::main_if_asked();
    if let Some(error) = service::missing(std::env::args().nth(1).as_deref()) {
        return fail::report(&error);
    }
    let cli = Cli::parse();
    if let Err(error) = interrupt::install() {
        return fail::report(&error);
    }
    let outcome = match cli.command {
        Command::Games(args) => commands::games::run(args),
        Command::Play(args) => commands::play::run(args),
        Command::Watch(args) => commands::watch::run(args),
        Command::Edit(args) => commands::edit::run(args),
        Command::Export(args) => commands::export::run(args),
        Command::Fork(args) => commands::fork::run(args),
        Command::Rerun(args) => commands::rerun::run(args),
        Command::Check(args) => commands::check::run(args),
        Command::Attach(args) => commands::attach::run(args),
        Command::New(args) => commands::new::run(args),
        Command::Policy(args) => commands::policy::run(args),
        Command::Rules(args) => commands::rules::run(args),
        Command::Schema(args) => commands::schema::run(args),
        Command::Position(args) => commands::position::run(args),
        Command::Perft(args) => commands::perft::run(args),
        Command::Compare(args) => commands::compare::run(args),
        Command::Tournament(args) => commands::tournament::run(*args),
        Command::Report(args) => commands::report::run(&args),
        Command::Balance(args) => commands::balance::run(args),
        Command::Loop(args) => commands::loop_::run(args),
        Command::Simulate(args) => commands::simulate::run(args),
        Command::Bench(args) => commands::bench::run(args),
        Command::Vectors(args) => commands::vectors::run(args),
        Command::Doctor(args) => commands::doctor::run(args),
        Command::Replay(command) => commands::replay::run(command),
        #[cfg(feature = "service")]
        Command::Serve(args) => commands::serve::run(args),
        #[cfg(feature = "service")]
        Command::Seat(args) => commands::seat::run(args),
        #[cfg(feature = "service")]
        Command::Worker(args) => commands::worker::run(args),
        #[cfg(feature = "service")]
        Command::Fleet(command) => commands::fleet::run(command),
        Command::Completions(args) => commands::completions::run(args),
        Command::Man(args) => commands::man::run(args),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => fail::report(&error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_well_formed() {
        Cli::command().debug_assert();
    }

    /// Lines that are broken by hand are broken again where they are too long.
    #[test]
    fn help_that_is_laid_out_by_hand_fits_the_page() {
        for command in Cli::command().get_subcommands() {
            let text = command.get_long_about().map(ToString::to_string).unwrap_or_default();
            if text.lines().any(|line| line.starts_with("  ")) {
                text.lines().for_each(|line| assert!(line.chars().count() <= 100, "{}: {line}", command.get_name()));
            }
        }
    }

    /// Those without: `attach` hands on what a bot says, `completions` and `man` print for a shell and for `man`.
    #[test]
    fn every_command_that_reports_something_takes_json() {
        fn look(command: &clap::Command, without: &mut Vec<String>) {
            if command.has_subcommands() {
                return command.get_subcommands().for_each(|one| look(one, without));
            }
            if !command.get_arguments().any(|arg| arg.get_long() == Some("json")) {
                without.push(command.get_name().into());
            }
        }
        let mut without = Vec::new();
        look(&Cli::command(), &mut without);
        assert_eq!(without, ["attach", "completions", "man"]);
    }

    #[test]
    fn every_command_and_option_says_what_it_is_for() {
        fn look(command: &clap::Command) {
            assert!(command.get_about().is_some(), "{}", command.get_name());
            for arg in command.get_arguments() {
                assert!(arg.get_help().is_some(), "{} {}", command.get_name(), arg.get_id());
            }
            command.get_subcommands().for_each(look);
        }
        look(&Cli::command());
    }
}
