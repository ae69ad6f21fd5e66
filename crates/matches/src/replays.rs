//! Replay files: opening them, finding a turn in them, giving their names free.

use crate::{Error, Venue};
use skirmish_core::any::AnyTable;
use skirmish_core::replay::{AnyPlayback, Wrong};
use skirmish_referee::capsule::{Capsule, LARGEST};
use skirmish_referee::companions::{self, Unmoved};
use skirmish_replay::{ReplayFile, plain};
use std::io::Read;
use std::path::{Path, PathBuf};

/// The largest private log that is read: more is never written.
pub const LARGEST_LOG: u64 = 128 << 20;

/// Reads a replay file.
pub fn read(path: &Path) -> Result<ReplayFile, Error> {
    ReplayFile::read(path).map_err(|source| Error::File { path: path.into(), source })
}

/// Reads a replay file and begins to play it.
pub fn open(venue: &Venue, path: &Path) -> Result<(ReplayFile, Box<dyn AnyPlayback>), Error> {
    let file = read(path)?;
    let playback = venue.registry.playback(file.text.clone());
    Ok((file, playback.map_err(|source| Error::Replay { path: path.into(), source })?))
}

/// Plays up to the first step of a turn; an error if there is no such turn.
pub fn go_to_turn(path: &Path, playback: &mut dyn AnyPlayback, turn: i64) -> Result<(), Error> {
    let wrong = |source: Wrong| Error::Replay { path: path.into(), source };
    let first = playback.table().turn().number;
    if turn >= first && playback.skip_to_turn(turn).map_err(wrong)? {
        return Ok(());
    }
    while playback.play().map_err(wrong)? {}
    Err(Error::NoTurn { path: path.into(), turn, first, last: playback.table().turn().number })
}

/// What is missing of a replay that is not complete.
pub fn torn(file: &ReplayFile) -> Option<String> {
    if file.complete {
        return None;
    }
    let dropped = match file.dropped {
        0 => String::new(),
        n => format!("; the last {n} bytes are no whole block and were dropped"),
    };
    Some(format!("not complete: the match is still running, or was stopped by force{dropped}"))
}

/// When a step is due: by the number that options take, and in the words of the game.
pub fn when(table: &dyn AnyTable) -> String {
    let (turn, moment) = (table.turn().number, table.moment());
    if moment.starts_with("turn ") { moment } else { format!("turn {turn} ({moment})") }
}

/// `NAME-WORD.skirmish` for `NAME.skirmish`.
pub(crate) fn renamed(replay: &Path, word: &str) -> PathBuf {
    let stem = replay.file_stem().unwrap_or_default().to_string_lossy();
    let extension = replay.extension().map_or(String::new(), |end| format!(".{}", end.to_string_lossy()));
    replay.with_file_name(format!("{stem}-{word}{extension}"))
}

/// Gives the name of a replay free: `NAME.skirmish` becomes `NAME-void.skirmish`, or with a number if that is taken, and
/// so does what lies beside it.
pub(crate) fn set_aside(replay: &Path, private: &[PathBuf], capsules: &[PathBuf]) -> Result<(), Error> {
    let words = std::iter::once("void".to_string()).chain((2..).map(|n| format!("void-{n}")));
    let is_free = |path: &PathBuf| !path.exists() && companions::of(path).map_or(true, |beside| beside.is_empty());
    let free = words.map(|word| renamed(replay, &word)).find(is_free);
    let aside = free.expect("numbers do not end");
    let beside: Vec<PathBuf> = private.iter().chain(capsules).cloned().collect();
    let moved = companions::rename(replay, &aside, &beside);
    moved.map(drop).map_err(|Unmoved { path, why }| Error::Rename { path, source: why })
}

/// Reads a failure capsule.
pub fn read_capsule(path: &Path) -> Result<Capsule, Error> {
    let mut bytes = Vec::new();
    // What is larger than any capsule is refused below.
    let read = plain::open(path, LARGEST as u64).and_then(|file| file.take(LARGEST as u64 + 1).read_to_end(&mut bytes));
    read.map_err(|source| Error::Read { path: path.into(), source })?;
    Capsule::read(&bytes).map_err(|source| Error::Capsule { path: path.into(), source })
}

#[cfg(test)]
mod tests {
    use super::*;
    use skirmish_referee::Ending;
    use skirmish_referee::witness::Incident;

    #[test]
    fn a_replay_goes_aside_with_everything_beside_it() {
        let folder = std::env::temp_dir().join(format!("skirmish-aside-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let file = |name: &str| folder.join(name);
        let ending = Ending::Closed;
        let incident = Incident {
            turn: 3,
            request: 2,
            ending: &ending,
            hello: b"{}",
            sent: b"{}",
            said: b"",
            stderr: String::new(),
            limit_ms: 5,
            used_ms: 6,
            cpu_ms: 1,
            wants_legal: false,
        };
        for name in ["x-void.skirmish", "x-void-2.skirmish"] {
            let capsule = Capsule { replay: Some("x.skirmish".into()), ..Capsule::of(&incident) };
            std::fs::write(file("x.skirmish"), name).unwrap();
            std::fs::write(file("x.p0.private.jsonl"), name).unwrap();
            std::fs::write(file("x.p0-turn3.capsule.json"), capsule.text()).unwrap();
            set_aside(&file("x.skirmish"), &[file("x.p0.private.jsonl")], &[file("x.p0-turn3.capsule.json")]).unwrap();
            let stem = name.strip_suffix(".skirmish").unwrap();
            assert_eq!(std::fs::read_to_string(file(name)).unwrap(), name);
            assert_eq!(std::fs::read_to_string(file(&format!("{stem}.p0.private.jsonl"))).unwrap(), name);
            let capsule = std::fs::read(file(&format!("{stem}.p0-turn3.capsule.json"))).unwrap();
            assert_eq!(Capsule::read(&capsule).unwrap().replay.as_deref(), Some(name));
        }
        assert!(!file("x.skirmish").exists() && !file("x.p0.private.jsonl").exists());
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
