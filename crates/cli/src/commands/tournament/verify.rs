//! `skirmish tournament verify`

use crate::fail::{DoesNotHold, Undecided};
use crate::league::Screen;
use crate::{interrupt, place, say};
use anyhow::Result;
use serde_json::json;
use skirmish_league::Error;
use skirmish_league::verify::{Verification, verify};
use std::path::PathBuf;

/// Prove a tournament: play every game again, fit the ratings again, and compare the published table.
///
/// Games with a replay are played again from it; games of built-in bots from their seeds. The exit code is 1 if something
/// does not hold, and 3 if all holds that is there, but games have no replay, so that nobody can prove them, or a part of
/// the schedule is missing.
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
        told["complete"] = found.is_complete().into();
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
        say!("{}", verdict(&found));
    }
    if !found.holds() {
        return Err(DoesNotHold(String::new()).into());
    }
    if found.is_complete() { Ok(()) } else { Err(Undecided(String::new()).into()) }
}

/// What is proved, and what is not.
fn verdict(found: &Verification) -> String {
    if !found.holds() {
        return "It does not hold.".into();
    }
    let follows = if found.has_table { "The table follows from the results." } else { "There is no published table." };
    let mut verdict = vec![if found.is_complete() { "All games are proved." } else { "It is not proved." }.into()];
    verdict.push(follows.to_string());
    if found.unproved > 0 {
        verdict.push(format!("{} of {} games have no replay: nobody can prove them.", found.unproved, found.games));
    }
    if found.missing > 0 {
        verdict.push(format!(
            "{} of {} pairs or tables of the schedule are not in the ledger: it is not over, or they were taken out.",
            found.missing, found.scheduled
        ));
    }
    verdict.join(" ")
}
