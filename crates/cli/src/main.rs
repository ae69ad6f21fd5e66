//! The program `skirmish`.

#![forbid(unsafe_code)]

mod cache;
mod check;
mod commands;
mod fail;
mod given;
mod hosting;
mod interrupt;
mod output;
mod pages;
mod ping;
mod replays;
mod rerun;
mod sandbox;
mod seating;
mod statistics;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// Bot-programming games: exact rules, fast simulation, honest statistics.
///
/// Try `skirmish play infection`, then `skirmish watch`, then `skirmish play golems human strong`.
///
/// Exit codes: 0 all went well; 1 what was checked does not hold (failing vectors, a replay that is not right);
/// 2 the input was bad: unknown names, bad configs, maps, positions or options.
#[derive(Parser)]
#[command(name = "skirmish", version, about, long_about, subcommand_required = true, arg_required_else_help = true)]
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
    Rules(commands::rules::Args),
    Schema(commands::schema::Args),
    Position(commands::position::Args),
    Perft(commands::perft::Args),
    Simulate(commands::simulate::Args),
    Bench(commands::bench::Args),
    Vectors(commands::vectors::Args),
    Doctor(commands::doctor::Args),
    #[command(subcommand)]
    Replay(commands::replay::Command),
}

fn main() -> ExitCode {
    // A bot's guard is this very program, started again with a hidden argument.
    skirmish_jail::helper_main_if_asked();
    ping::main_if_asked();
    let cli = Cli::parse();
    let outcome = match cli.command {
        Command::Games(args) => commands::games::run(args),
        Command::Play(args) => commands::play::run(args),
        Command::Watch(args) => commands::watch::run(args),
        Command::Edit(args) => commands::edit::run(args),
        Command::Export(args) => commands::export::run(args),
        Command::Fork(args) => commands::fork::run(args),
        Command::Rerun(args) => commands::rerun::run(args),
        Command::Check(args) => commands::check::run(args),
        Command::Attach(args) => match commands::attach::run(args) {
            Ok(code) => return code,
            Err(error) => Err(error),
        },
        Command::New(args) => commands::new::run(args),
        Command::Rules(args) => commands::rules::run(args),
        Command::Schema(args) => commands::schema::run(args),
        Command::Position(args) => commands::position::run(args),
        Command::Perft(args) => commands::perft::run(args),
        Command::Simulate(args) => commands::simulate::run(args),
        Command::Bench(args) => commands::bench::run(args),
        Command::Vectors(args) => commands::vectors::run(args),
        Command::Doctor(args) => commands::doctor::run(args),
        Command::Replay(command) => commands::replay::run(command),
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
}
