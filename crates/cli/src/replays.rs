//! Replay files as commands meet them.

use crate::{place, tell};
use anyhow::Result;
use skirmish_core::replay::AnyPlayback;
use skirmish_matches::replays;
use skirmish_replay::ReplayFile;
use std::path::Path;

/// Reads a replay file and begins to play it. Says on standard error what of it is not there.
pub fn open(path: &Path) -> Result<(ReplayFile, Box<dyn AnyPlayback>)> {
    let (file, playback) = replays::open(&place::venue(true), path)?;
    if let Some(torn) = replays::torn(&file) {
        tell!("{}: {torn}", path.display());
    }
    Ok((file, playback))
}
