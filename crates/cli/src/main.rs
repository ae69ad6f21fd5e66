//! The program `skirmish`.

#![forbid(unsafe_code)]

mod commands;
mod fail;
mod given;
mod interrupt;
mod replays;
mod statistics;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// Bot-programming games: exact rules, fast simulation, honest statistics.
///
/// Try `skirmish play infection`, then `skirmish rules infection`.
///
/// Exit codes: 0 all went well; 1 what was checked does not hold (failing vectors, a replay that is not right);
/// 2 the input was bad: unknown names, bad configs, maps, positions or options.
#[derive(Parser)]
#[command(name = "skirmish", version, about, long_about, subcommand_required = true, arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// List the games.
    Games(commands::games::Args),
    /// Play one match, between built-in bots or programs, and show it.
    Play(commands::play::Args),
    /// Show the rules of a game in short, with the constants of the config at hand.
    Rules(commands::rules::Args),
    /// Print the JSON Schemas of a game: position, view, actions, config, events, result.
    Schema(commands::schema::Args),
    /// Print a starting position, or read one and print its canonical form.
    Position(commands::position::Args),
    /// Count orders and distinct successors from a position.
    Perft(commands::perft::Args),
    /// Play many games between built-in bots and say who is better, with intervals.
    Simulate(commands::simulate::Args),
    /// Measure how fast a game runs on one core.
    Bench(commands::bench::Args),
    /// Run golden vectors: transitions that must come out exactly so.
    Vectors(commands::vectors::Args),
    /// Work with replays: verify one by playing it again.
    #[command(subcommand)]
    Replay(commands::replay::Command),
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    let outcome = match cli.command {
        Command::Games(args) => commands::games::run(args),
        Command::Play(args) => commands::play::run(args),
        Command::Rules(args) => commands::rules::run(args),
        Command::Schema(args) => commands::schema::run(args),
        Command::Position(args) => commands::position::run(args),
        Command::Perft(args) => commands::perft::run(args),
        Command::Simulate(args) => commands::simulate::run(args),
        Command::Bench(args) => commands::bench::run(args),
        Command::Vectors(args) => commands::vectors::run(args),
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
