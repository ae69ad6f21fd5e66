//! `skirmish doctor`

use crate::{output, say};
use anyhow::Result;
use skirmish_jail::{Jail, probe};

/// Report what protects this machine from bots: the sandbox level that holds here, what it does not stop, what is
/// missing and how to get it.
///
/// The self-test runs real attacks, now, and counts only what it tried.
#[derive(clap::Args)]
pub struct Args {
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

pub fn run(args: Args) -> Result<()> {
    let report = probe(&Jail::new());
    if args.json {
        say!("{}", serde_json::to_string(&report)?);
    } else {
        output::block("", &report.to_string());
    }
    Ok(())
}
