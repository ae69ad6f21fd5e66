//! `skirmish replay info`

use crate::fail::DoesNotHold;
use crate::{replays, say};
use anyhow::Result;
use serde_json::json;
use std::path::PathBuf;

/// Describe a replay: game, players, result, length, id.
#[derive(clap::Args)]
pub struct Args {
    /// The replay.
    file: PathBuf,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

pub fn run(args: Args) -> Result<()> {
    let (file, mut playback) = replays::open(&args.file)?;
    // The number of turns is nowhere written down; whether every step is right is for `verify` to say.
    let wrong = loop {
        match playback.play() {
            Ok(true) => {}
            Ok(false) => break None,
            Err(wrong) => break Some(wrong.to_string()),
        }
    };
    let table = playback.table();
    let (turn, when, summary) = (table.turn().number, skirmish_matches::replays::when(table), table.summary());
    let steps = playback.played();
    let (header, ending) = (playback.header(), playback.ending());
    if args.json {
        let info = json!({
            "file": args.file,
            "id": file.id,
            "game": header.game,
            "version": header.version,
            "engine": header.engine,
            "players": header.players,
            "forked": header.forked,
            "sandbox": header.sandbox,
            "steps": steps,
            "turn": turn,
            "result": ending.map(|ending| &ending.result),
            "summary": summary,
            "void": ending.and_then(|ending| ending.void.as_ref()),
            "seed": ending.map(|ending| ending.seed),
            "complete": file.complete,
            "dropped_bytes": file.dropped,
            "bytes": file.bytes,
            "text_bytes": file.text.len(),
            "wrong": wrong,
        });
        say!("{info}");
        return proved(wrong.is_none());
    }
    say!("{} version {}, written by skirmish {}", header.game, header.version, header.engine);
    for seated in &header.players {
        let name = seated.name.as_ref().map_or(String::new(), |name| format!(" ({name})"));
        say!("  {}: {}{name}", seated.seat, seated.player);
    }
    if let Some(forked) = &header.forked {
        say!("played on from turn {} of {}", forked.turn, forked.id);
    }
    if !header.sandbox.is_null() {
        say!("sandbox: {}", header.sandbox);
    }
    say!("{steps} steps, up to {when}");
    match ending {
        None => say!("no result yet"),
        Some(ending) => {
            if let Some(why) = &ending.void {
                say!("void: {why}");
            }
            say!("{summary}");
            say!("result: {}", ending.result);
            say!("seed: {}", ending.seed);
        }
    }
    if let Some(wrong) = &wrong {
        say!("WRONG: {wrong}");
    }
    let form = if file.complete { "complete" } else { "not complete" };
    say!("{form}, {} bytes for {} bytes of records", file.bytes, file.text.len());
    say!("id {}", file.id);
    proved(wrong.is_none())
}

/// What does not come out as it was recorded is a no.
fn proved(yes: bool) -> Result<()> {
    if yes { Ok(()) } else { Err(DoesNotHold(String::new()).into()) }
}
