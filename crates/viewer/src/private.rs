//! What lies beside a replay and belongs to the authors alone: logs, notes, times, failure capsules.

use crate::error::Error;
use crate::reel::{Chart, Reel, add};
use serde::Serialize;
use serde_json::value::RawValue;
use skirmish_core::Seat;
use skirmish_referee::capsule::Capsule;
use skirmish_referee::witness::Private;
use skirmish_replay::names::private_file;
use std::path::{Path, PathBuf};

/// The chart of the times.
const TIME: &str = "time (ms)";

/// What a seat's bot logged and noted with one answer.
#[derive(Debug, Serialize)]
pub struct Entry {
    /// The frame after the answer.
    pub step: usize,
    pub seat: u8,
    pub us: u64,
    pub cpu_us: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stderr: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notes: Option<Box<RawValue>>,
}

/// A failure, in short.
#[derive(Debug, Serialize)]
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

/// All entries of the seats whose files are here, by step.
pub fn entries(replay: &Path, reel: &Reel) -> Vec<Entry> {
    let mut entries = Vec::new();
    for (i, player) in reel.header().players.iter().enumerate() {
        let Ok(text) = std::fs::read_to_string(private_file(replay, &player.seat)) else { continue };
        let seat = Seat(i as u8);
        let mut from = 0;
        // A line that is being written just now is not a whole one yet.
        for private in text.lines().filter_map(|line| serde_json::from_str::<Private>(line).ok()) {
            let Some(step) = reel.answered(seat, private.turn, from) else { continue };
            from = step;
            let Private { us, cpu_us, stderr, notes, .. } = private;
            entries.push(Entry { step, seat: seat.0, us, cpu_us, stderr, notes });
        }
    }
    entries.sort_by_key(|entry| (entry.step, entry.seat));
    entries
}

/// How long the answers took.
pub fn times(replay: &Path, reel: &Reel, charts: &mut Vec<Chart>) {
    for entry in entries(replay, reel) {
        add(charts, TIME, entry.seat, (entry.step, (entry.us / 1000) as i64));
    }
}

/// The capsules beside a replay, in the order of their turns.
pub fn capsules(replay: &Path) -> Vec<(PathBuf, Capsule)> {
    let (Some(stem), Some(folder)) = (replay.file_stem(), replay.parent()) else { return Vec::new() };
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let prefix = format!("{}.", stem.to_string_lossy());
    let Ok(files) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut found: Vec<(PathBuf, Capsule)> = files
        .filter_map(|file| {
            let file = file.ok()?;
            let name = file.file_name().to_string_lossy().into_owned();
            (name.starts_with(&prefix) && name.ends_with(".capsule.json")).then_some(())?;
            let capsule = Capsule::read(&std::fs::read(file.path()).ok()?).ok()?;
            // Of a replay with a longer name that begins alike.
            let ours = capsule.replay.as_deref() == replay.file_name().and_then(|name| name.to_str());
            ours.then(|| (file.path(), capsule))
        })
        .collect();
    found.sort_by_key(|(path, capsule)| (capsule.step, path.clone()));
    found
}

/// The capsules in short.
pub fn failures(replay: &Path, reel: &Reel) -> Vec<Failure> {
    let players = &reel.header().players;
    let number = |seat: &str| players.iter().position(|player| player.seat == seat).map(|i| i as u8);
    capsules(replay)
        .into_iter()
        .map(|(path, capsule)| Failure {
            file: path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
            seat: number(&capsule.seat),
            turn: capsule.turn,
            frame: capsule.step,
            ending: capsule.message,
            rerun: format!("skirmish rerun {}", path.display()),
        })
        .collect()
}

/// The whole of one capsule.
pub fn capsule(replay: &Path, n: usize) -> Result<String, Error> {
    let all = capsules(replay);
    all.get(n).map(|(_, capsule)| capsule.text()).ok_or_else(|| Error::Bad(format!("there are {} capsules", all.len())))
}
