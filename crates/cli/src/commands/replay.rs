//! `skirmish replay`

mod export;
mod info;
mod show;
mod verify;

use anyhow::Result;

/// Work with replays: verify, describe, show or export them.
///
/// A replay holds orders, not states: everything shown is played again, and every step is compared with the record.
/// docs/replays.md describes the format.
#[derive(clap::Subcommand)]
pub enum Command {
    Verify(verify::Args),
    Info(info::Args),
    Show(show::Args),
    Export(export::Args),
}

pub fn run(command: Command) -> Result<()> {
    match command {
        Command::Verify(args) => verify::run(args),
        Command::Info(args) => info::run(args),
        Command::Show(args) => show::run(args),
        Command::Export(args) => export::run(args),
    }
}
