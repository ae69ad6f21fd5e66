//! Files next to a replay that are only for the bots' authors: logs, notes, times, failure capsules.

use crate::beside;
use crate::error::Error;
use crate::reel::{Chart, Reel, add};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::value::RawValue;
use skirmish_core::Seat;
use skirmish_referee::capsule::{self, Capsule};
use skirmish_referee::witness::Private;
use skirmish_replay::names::private_file;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

/// The chart of the times.
const TIME: &str = "time (ms)";

/// What a seat's bot logged and noted with one answer.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "PrivateEntry")]
pub struct Entry {
    /// The frame after the answer.
    pub step: usize,
    pub seat: u8,
    pub us: u64,
    pub cpu_us: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stderr: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<serde_json::Value>")]
    pub notes: Option<Box<RawValue>>,
}

/// A failure, in short.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Failure {
    pub file: String,
    pub seat: Option<u8>,
    pub turn: i64,
    /// The frame it happened at.
    pub frame: u64,
    pub ending: String,
    /// The command that runs it again.
    pub rerun: String,
}

/// The largest file of a seat that is read, and its longest line.
const LARGEST_LOG: u64 = 256 << 20;
const LONGEST_LINE: u64 = 4 << 20;
/// The most capsules that are read.
const MOST_CAPSULES: usize = 1000;

/// The entries of the seats whose files are here, with `from` < step <= `to`.
pub fn entries(replay: &Path, reel: &Reel, from: usize, to: usize) -> Vec<Entry> {
    let mut entries = Vec::new();
    each(replay, reel, |entry| {
        if from < entry.step && entry.step <= to {
            entries.push(entry);
        }
    });
    entries.sort_by_key(|entry| (entry.step, entry.seat));
    entries
}

/// Goes through all entries, seat by seat, and keeps none.
fn each(replay: &Path, reel: &Reel, mut see: impl FnMut(Entry)) {
    for (i, player) in reel.header().players.iter().enumerate() {
        let Ok(file) = beside::open(&private_file(replay, &player.seat), LARGEST_LOG) else { continue };
        let (mut file, mut line) = (BufReader::new(file), Vec::new());
        let seat = Seat(i as u8);
        let mut from = 0;
        loop {
            line.clear();
            match Read::take(&mut file, LONGEST_LINE).read_until(b'\n', &mut line) {
                Ok(1..) => {}
                _ => break,
            }
            // A line that is still being written is not complete yet.
            let Ok(private) = serde_json::from_slice::<Private>(&line) else { continue };
            // What came after the last answer is shown with it.
            let answered = if private.request == 0 { Some(from) } else { reel.answered(seat, private.turn, from) };
            let Some(step) = answered else { continue };
            from = step;
            let Private { us, cpu_us, stderr, notes, .. } = private;
            see(Entry { step, seat: seat.0, us, cpu_us, stderr, notes });
        }
    }
}

/// How long the answers took.
pub fn times(replay: &Path, reel: &Reel, charts: &mut Vec<Chart>) {
    each(replay, reel, |entry| {
        // What came after the last answer took no time to answer.
        if entry.us > 0 {
            add(charts, TIME, entry.seat, (entry.step, (entry.us / 1000) as i64));
        }
    });
}

/// A capsule beside a replay, without its long texts.
struct Found {
    path: PathBuf,
    seat: String,
    turn: i64,
    step: u64,
    message: String,
}

/// The capsules beside a replay, in the order of their turns.
fn capsules(replay: &Path) -> Vec<Found> {
    let (Some(stem), Some(folder)) = (replay.file_stem(), replay.parent()) else { return Vec::new() };
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let prefix = format!("{}.", stem.to_string_lossy());
    let Ok(files) = std::fs::read_dir(folder) else { return Vec::new() };
    let named = files.filter_map(|file| {
        let file = file.ok()?;
        let name = file.file_name().into_string().ok()?;
        let ours = name.starts_with(&prefix) && name.ends_with(".capsule.json") && !name.contains(char::is_control);
        ours.then(|| file.path())
    });
    let mut found: Vec<Found> = named
        .take(MOST_CAPSULES)
        .filter_map(|path| {
            let Capsule { seat, turn, step, message, replay: of, .. } = read_capsule(&path).ok()?;
            // Others belong to a replay with a longer name that begins the same.
            let ours = of.as_deref() == replay.file_name().and_then(|name| name.to_str());
            ours.then_some(Found { path, seat, turn, step, message })
        })
        .collect();
    found.sort_by_key(|found| (found.step, found.path.clone()));
    found
}

/// Reads a capsule, which may come from somebody else.
pub fn read_capsule(path: &Path) -> Result<Capsule, Error> {
    let unread = |why: &dyn std::fmt::Display| Error::Bad(format!("{}: {why}", path.display()));
    let bytes = beside::read(path, capsule::LARGEST).map_err(|why| unread(&why))?;
    Capsule::read(&bytes).map_err(|why| unread(&why))
}

/// The capsules in short.
pub fn failures(replay: &Path, reel: &Reel) -> Vec<Failure> {
    let players = &reel.header().players;
    let number = |seat: &str| players.iter().position(|player| player.seat == seat).map(|i| i as u8);
    capsules(replay)
        .into_iter()
        .map(|found| Failure {
            file: found.path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
            seat: number(&found.seat),
            turn: found.turn,
            frame: found.step,
            ending: found.message,
            rerun: format!("skirmish rerun {}", quoted(&found.path.to_string_lossy())),
        })
        .collect()
}

/// A word as a shell reads it, whatever is in it.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "_-./".contains(c);
    if !word.starts_with('-') && word.chars().all(plain) {
        return word.into();
    }
    let dash = if word.starts_with('-') { "./" } else { "" };
    format!("'{dash}{}'", word.replace('\'', "'\\''"))
}

/// The whole of one capsule.
pub fn capsule(replay: &Path, n: usize) -> Result<String, Error> {
    let all = capsules(replay);
    let found = all.get(n).ok_or_else(|| Error::Bad(format!("there are {} capsules", all.len())))?;
    Ok(read_capsule(&found.path)?.text())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_to_copy_is_one_command() {
        for (word, said) in [
            ("replays/2026-golems.p0.capsule.json", "replays/2026-golems.p0.capsule.json"),
            ("a b;rm -rf ~", "'a b;rm -rf ~'"),
            ("it's", r"'it'\''s'"),
            ("-x", "'./-x'"),
        ] {
            assert_eq!(quoted(word), said);
        }
    }
}
