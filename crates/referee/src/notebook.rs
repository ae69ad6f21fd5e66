//! What is kept of each seat beside the match itself: what belongs to its author alone, and a capsule for every failure.

use crate::capsule::Capsule;
use crate::witness::{Incident, Private, Witness};
use skirmish_core::Seat;
use skirmish_core::any::AnyTable;
use skirmish_core::encode::encode;
use skirmish_core::replay::SeatedPlayer;
use skirmish_replay::Error;
use skirmish_replay::names::{file_beside, private_file};
use std::fs::{File, OpenOptions};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The most capsules for one seat of a match: a bot that fails every turn tells nothing new.
const MOST_CAPSULES: usize = 20;
/// The most bytes in all private files of a match; each seat has an equal share.
const MOST_PRIVATE: u64 = 64 << 20;
/// The most bytes in all capsules of a match.
const MOST_CAPSULE_BYTES: usize = 64 << 20;
/// How long a private line may wait before it is on disk.
const FLUSH_AFTER: Duration = Duration::from_secs(1);

/// Keeps private files and capsules. It is the witness of a match that has no replay.
pub struct Notebook {
    /// The replay, or where it would be: all files lie beside it.
    replay: PathBuf,
    /// Whether there is a replay.
    replayed: bool,
    seats: Vec<SeatNotes>,
    capsules: Vec<PathBuf>,
    capsule_bytes: usize,
    steps: u64,
    /// When private lines were written down last.
    flushed: Option<Instant>,
    trouble: Option<Error>,
}

/// What is known and kept of one seat.
#[derive(Default)]
struct SeatNotes {
    seat: String,
    player: String,
    private: Option<BufWriter<File>>,
    /// The last line; its buffer is used again.
    line: Vec<u8>,
    written: u64,
    capsules: usize,
}

impl Notebook {
    /// Writes beside a replay.
    pub(crate) fn beside(replay: &Path) -> Notebook {
        Notebook { replayed: true, ..Notebook::at(replay) }
    }

    /// Writes beside the place where a replay would be, if there were one.
    pub fn at(replay: &Path) -> Notebook {
        Notebook {
            replay: replay.to_path_buf(),
            replayed: false,
            seats: Vec::new(),
            capsules: Vec::new(),
            capsule_bytes: 0,
            steps: 0,
            flushed: None,
            trouble: None,
        }
    }

    /// Writes down what waits, and returns the capsules.
    pub fn finish(mut self) -> (Result<(), Error>, Vec<PathBuf>) {
        self.flush();
        (self.trouble.map_or(Ok(()), Err), self.capsules)
    }

    /// Whether something could not be written.
    pub(crate) fn is_in_trouble(&self) -> bool {
        self.trouble.is_some()
    }

    /// What cannot be written ends the writing, not the match.
    pub(crate) fn keep(&mut self, result: Result<(), Error>) {
        if let Err(error) = result {
            self.trouble.get_or_insert(error);
        }
    }

    pub(crate) fn flush_is_due(&self, now: Instant) -> bool {
        self.flushed.is_none_or(|last| now - last > FLUSH_AFTER)
    }

    fn seat_down(&mut self, seated: &[SeatedPlayer]) {
        let notes =
            |one: &SeatedPlayer| SeatNotes { seat: one.seat.clone(), player: one.player.clone(), ..Default::default() };
        if self.seats.is_empty() {
            self.seats = seated.iter().map(notes).collect();
        }
    }

    fn write_private(&mut self, seat: Seat, private: &Private) -> std::io::Result<()> {
        let share = MOST_PRIVATE / self.seats.len() as u64;
        let notes = &mut self.seats[seat.index()];
        if notes.written >= share {
            return Ok(());
        }
        notes.line.clear();
        encode(private, &mut notes.line)?;
        notes.line.push(b'\n');
        notes.written += notes.line.len() as u64;
        if notes.written > share {
            return Ok(());
        }
        let file = match &mut notes.private {
            Some(file) => file,
            None => notes.private.insert(BufWriter::new(create_private(&private_file(&self.replay, &notes.seat))?)),
        };
        file.write_all(&notes.line)
    }

    /// Writes down everything that waits in private files.
    fn flush(&mut self) {
        let mut result = Ok(());
        for notes in &mut self.seats {
            if let Some(file) = &mut notes.private
                && let Err(why) = file.flush()
            {
                result = Err(Error::Io { doing: "write", path: private_file(&self.replay, &notes.seat), why });
            }
        }
        self.keep(result);
    }

    fn write_capsule(&mut self, seat: Seat, incident: &Incident<'_>, table: &dyn AnyTable) -> std::io::Result<()> {
        let notes = &mut self.seats[seat.index()];
        notes.capsules += 1;
        if notes.capsules > MOST_CAPSULES {
            return Ok(());
        }
        let here = std::env::current_dir().unwrap_or_default();
        let replay = self.replay.file_name().filter(|_| self.replayed);
        let capsule = Capsule {
            game: table.game().into(),
            game_version: table.version(),
            seat: notes.seat.clone(),
            player: notes.player.clone(),
            folder: here.display().to_string(),
            step: self.steps,
            replay: replay.map(|name| name.to_string_lossy().into_owned()),
            ..Capsule::of(incident)
        };
        let path = capsule_file(&self.replay, &notes.seat, incident.turn, notes.capsules);
        let text = capsule.text();
        self.capsule_bytes += text.len();
        if self.capsule_bytes > MOST_CAPSULE_BYTES {
            return Ok(());
        }
        create_private(&path)?.write_all(text.as_bytes())?;
        self.capsules.push(path);
        Ok(())
    }
}

impl Witness for Notebook {
    fn begin(&mut self, seated: &[SeatedPlayer], _table: &mut dyn AnyTable) {
        self.seat_down(seated);
    }

    fn step(&mut self, _table: &mut dyn AnyTable) {
        self.steps += 1;
        let now = Instant::now();
        if self.trouble.is_none() && self.flush_is_due(now) {
            self.flushed = Some(now);
            self.flush();
        }
    }

    fn answer(&mut self, seat: Seat, private: &Private) {
        if self.trouble.is_some() {
            return;
        }
        if let Err(why) = self.write_private(seat, private) {
            let path = private_file(&self.replay, &self.seats[seat.index()].seat);
            self.trouble.get_or_insert(Error::Io { doing: "write", path, why });
        }
    }

    fn fault(&mut self, seat: Seat, seated: &[SeatedPlayer], incident: &Incident<'_>, table: &dyn AnyTable) {
        self.seat_down(seated);
        if self.trouble.is_some() {
            return;
        }
        if let Err(why) = self.write_capsule(seat, incident, table) {
            self.trouble.get_or_insert(Error::Io { doing: "write", path: self.replay.clone(), why });
        }
    }
}

/// `NAME.SEAT-turn57.capsule.json` beside the replay.
fn capsule_file(replay: &Path, seat: &str, turn: i64, n: usize) -> PathBuf {
    let number = if n == 1 { String::new() } else { format!("-{n}") };
    file_beside(replay, &format!("{seat}-turn{turn}{number}"), "capsule.json")
}

/// A new file that only its owner can read.
fn create_private(path: &Path) -> std::io::Result<File> {
    use std::os::unix::fs::OpenOptionsExt;
    // Nothing is written through what somebody else has put there: no link is followed, and the file is ours.
    match std::fs::remove_file(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    OpenOptions::new().write(true).create_new(true).mode(0o600).open(path)
}
