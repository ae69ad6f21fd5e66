//! `skirmish tournament verify`

use crate::fail::{DoesNotHold, Undecided};
use crate::league::Screen;
use crate::{interrupt, place, say};
use anyhow::Result;
use serde_json::json;
use skirmish_league::Error;
use skirmish_league::verify::verify;
use std::path::PathBuf;

/// Prove a tournament: play every game again, fit the ratings again, and compare the published table.
///
/// Games with a replay are played again from it; games of built-in bots from their seeds. The exit code is 1 if something
/// does not hold, and 3 if all holds but some games have no replay, so that nobody can prove them.
#[derive(clap::Args)]
pub struct Args {
    /// The folder of the tournament.
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> Result<()> {
    let venue = place::venue(args.json);
    interrupt::watch();
    let mut screen = Screen::new(args.json)?;
    let found = match verify(&venue, &args.folder, |done, all| screen.show(|| format!("{done} of {all}"))) {
        Err(Error::Stopped) => return Err(Undecided("interrupted: not everything was looked at".into()).into()),
        found => found?,
    };
    screen.end();
    if args.json {
        let mut told = json!(found);
        told["ok"] = found.holds().into();
        say!("{told}");
    } else {
        say!(
            "games: {}, proved by their replays: {}, played again: {}",
            found.games,
            found.replayed,
            found.played_again
        );
        for wrong in &found.wrong {
            say!("  {wrong}");
        }
        if found.wrong_count > found.wrong.len() as u64 {
            say!("  and {} more", found.wrong_count - found.wrong.len() as u64);
        }
        match (found.holds(), found.unproved, found.has_table) {
            (false, ..) => say!("It does not hold."),
            (true, _, false) => say!("The games hold; there is no published table to compare."),
            (true, 0, true) => say!("The table follows from the games."),
            (true, n, true) => {
                say!("The table follows from the results, but {n} games have no replay and cannot be proved.")
            }
        }
    }
    if !found.holds() {
        return Err(DoesNotHold(String::new()).into());
    }
    if found.unproved > 0 { Err(Undecided(String::new()).into()) } else { Ok(()) }
}
