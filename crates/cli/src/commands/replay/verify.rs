//! `skirmish replay verify`

use crate::fail::DoesNotHold;
use crate::{say, tell};
use anyhow::{Result, bail};
use serde_json::{Value, json};
use skirmish_core::replay::{Header, Wrong};
use skirmish_matches::replays::torn;
use skirmish_replay::{Error, ReplayFile};
use std::path::{Path, PathBuf};

/// Play replays again and compare every step and the result; the exit code is 1 if one is not proved.
#[derive(clap::Args)]
pub struct Args {
    /// The replays.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Print one JSON object per file.
    #[arg(long)]
    json: bool,
}

pub fn run(args: Args) -> Result<()> {
    let (mut failed, mut absent) = (0, None);
    for path in &args.files {
        let verdict = match judge(path) {
            Ok(verdict) => verdict,
            Err(error) if args.files.len() == 1 => return Err(error),
            Err(error) => {
                tell!("error: {error:#}");
                absent = Some(path);
                continue;
            }
        };
        failed += usize::from(verdict["ok"] != true);
        if args.json {
            say!("{verdict}");
        } else if verdict["ok"] == true {
            let void = verdict["void"].as_str().map_or(String::new(), |why| format!(" (void: {why})"));
            let runs = if verdict["running"] == true { " (a live game that still ran)" } else { "" };
            say!(
                "{}: proved, {} steps of {}{void}{runs}, id {}",
                path.display(),
                verdict["steps"],
                text(&verdict["game"]),
                text(&verdict["id"])
            );
        } else {
            tell!("{}: {}", path.display(), text(&verdict["why"]));
        }
    }
    match absent {
        _ if failed > 0 => Err(DoesNotHold(String::new()).into()),
        Some(path) => bail!("{}: not looked at", path.display()),
        None => Ok(()),
    }
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// What is to be said about one file. An error only if there is no file to say something about.
fn judge(path: &Path) -> Result<Value> {
    let mut verdict = json!({"file": path, "ok": false});
    let file = match ReplayFile::read(path) {
        Ok(file) => file,
        Err(error @ (Error::Io { .. } | Error::Unread(_))) => return Err(error.into()),
        Err(refused) => {
            verdict["why"] = refused.to_string().into();
            return Ok(verdict);
        }
    };
    verdict["id"] = file.id.clone().into();
    verdict["complete"] = file.complete.into();
    verdict["dropped_bytes"] = file.dropped.into();
    let torn = torn(&file);
    let mut live = false;
    if let Ok(header) = Header::read(&file.text) {
        live = header.is_live();
        verdict["game"] = header.game.into();
        verdict["version"] = header.version.into();
    }
    let (steps, proved) = prove(file.text, &mut verdict);
    verdict["steps"] = steps.into();
    match (proved, torn) {
        (Ok(()), None) => verdict["ok"] = true.into(),
        // A live game is exported as far as it has gone, and that is all there is to prove.
        (Err(Wrong::Torn), None) if live => {
            verdict["ok"] = true.into();
            verdict["running"] = true.into();
        }
        (Ok(()) | Err(Wrong::Torn), torn) => {
            let torn = torn.unwrap_or_else(|| Wrong::Torn.to_string());
            verdict["why"] = format!("the {steps} steps that are there are right, but it is {torn}").into();
        }
        (Err(wrong), _) => {
            verdict["why"] = wrong.to_string().into();
            if let Some((step, turn)) = wrong.place() {
                verdict["step"] = step.into();
                verdict["turn"] = turn.into();
            }
        }
    }
    Ok(verdict)
}

/// Plays it: how many steps, and whether all is as recorded.
fn prove(text: String, verdict: &mut Value) -> (usize, Result<(), Wrong>) {
    let mut playback = match skirmish_games::registry().playback(text) {
        Ok(playback) => playback,
        Err(wrong) => return (0, Err(wrong)),
    };
    if let Some(why) = playback.ending().and_then(|ending| ending.void.clone()) {
        verdict["void"] = why.into();
    }
    let proved = playback.finish();
    (playback.played(), proved)
}
