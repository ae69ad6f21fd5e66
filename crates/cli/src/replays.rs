//! Replay files as commands meet them.

use crate::fail::DoesNotHold;
use anyhow::{Context, Result};
use skirmish_core::any::AnyTable;
use skirmish_core::replay::AnyPlayback;
use skirmish_replay::{Error, ReplayFile};
use std::path::Path;

/// Reads a replay file and begins to play it. Says on standard error what of it is not there.
pub fn open(path: &Path) -> Result<(ReplayFile, Box<dyn AnyPlayback>)> {
    let file = read(path)?;
    let playback = skirmish_replay::open(file.text.clone()).with_context(|| format!("{}: refused", path.display()))?;
    if let Some(torn) = torn(&file) {
        crate::note!("{}: {torn}", path.display());
    }
    Ok((file, playback))
}

/// Reads a replay file. One that was changed is told from one that is not there by the exit code.
pub fn read(path: &Path) -> Result<ReplayFile> {
    ReplayFile::read(path).map_err(|error| match error {
        error @ (Error::Io { .. } | Error::Unread(_)) => error.into(),
        changed @ (Error::Changed { .. } | Error::Surplus { .. } | Error::Unpackable { .. }) => {
            DoesNotHold(format!("{}: {changed}", path.display())).into()
        }
        other => anyhow::Error::new(other).context(path.display().to_string()),
    })
}

/// What is missing of a replay that is not complete.
pub fn torn(file: &ReplayFile) -> Option<String> {
    if file.complete {
        return None;
    }
    let dropped = match file.dropped {
        0 => String::new(),
        n => format!("; {n} bytes at its end are no whole block and were dropped"),
    };
    Some(format!("not complete: the match still runs, or was stopped by force{dropped}"))
}

/// When a step is due: by the number that options take, and in the words of the game.
pub fn when(table: &dyn AnyTable) -> String {
    let (turn, moment) = (table.turn().number, table.moment());
    if moment.starts_with("turn ") { moment } else { format!("turn {turn} ({moment})") }
}
