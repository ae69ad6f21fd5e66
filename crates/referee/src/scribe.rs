//! Writes a match down: its replay as it grows, what belongs to each author alone, and a capsule for every failure.

use crate::capsule::Capsule;
use crate::secret;
use crate::witness::{Incident, Private, Witness};
use serde_json::Value;
use skirmish_core::Seat;
use skirmish_core::any::AnyTable;
use skirmish_core::encode::encode;
use skirmish_core::replay::{About, SeatedPlayer};
use skirmish_replay::{Error, Finished, Recorder};
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

/// The next players are asked within this time.
const SOON: Duration = Duration::from_millis(20);

/// Shows a table to people.
pub type Show<'a> = &'a mut dyn FnMut(&dyn AnyTable);

/// The witness that writes a match down.
pub struct Scribe<'a> {
    recorder: Recorder,
    /// The name of the match.
    id: String,
    sandbox: Value,
    seats: Vec<SeatNotes>,
    capsules: Vec<PathBuf>,
    capsule_bytes: usize,
    steps: u64,
    /// When private lines were written down last.
    flushed: Option<Instant>,
    trouble: Option<Error>,
    /// Sees every step.
    show: Option<Show<'a>>,
    /// Is told where the replay grows, once it has begun.
    begun: &'a dyn Fn(&Path),
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

impl<'a> Scribe<'a> {
    /// Writes to a new replay file, and beside it. `id` names the match.
    pub fn new(
        recorder: Recorder,
        id: String,
        sandbox: Value,
        show: Option<Show<'a>>,
        begun: &'a dyn Fn(&Path),
    ) -> Scribe<'a> {
        Scribe {
            recorder,
            id,
            sandbox,
            seats: Vec::new(),
            capsules: Vec::new(),
            capsule_bytes: 0,
            steps: 0,
            flushed: None,
            trouble: None,
            show,
            begun,
        }
    }

    /// Ends the replay, and returns it with the capsules that were written. `void` says why the match counts for nothing,
    /// if it does.
    pub fn finish(mut self, table: &dyn AnyTable, void: Option<&str>) -> (Result<Finished, Error>, Vec<PathBuf>) {
        let written = self.flush_private();
        self.keep(written);
        if let Some(trouble) = self.trouble {
            return (Err(trouble), self.capsules);
        }
        let written = self.recorder.record(&table.end_replay(void));
        (written.and_then(|()| self.recorder.finish()), self.capsules)
    }

    /// What cannot be written ends the writing, not the match.
    fn keep(&mut self, result: Result<(), Error>) {
        if let Err(error) = result {
            self.trouble.get_or_insert(error);
        }
    }

    fn write_private(&mut self, seat: Seat, private: &Private) -> std::io::Result<()> {
        let replay = self.recorder.path();
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
            None => notes
                .private
                .insert(BufWriter::new(create_private(&skirmish_replay::names::private_file(replay, &notes.seat))?)),
        };
        file.write_all(&notes.line)
    }

    fn flush_is_due(&self, now: Instant) -> bool {
        self.flushed.is_none_or(|last| now - last > FLUSH_AFTER)
    }

    /// Writes down everything that waits in private files.
    fn flush_private(&mut self) -> Result<(), Error> {
        for notes in &mut self.seats {
            if let Some(file) = &mut notes.private {
                let path = || skirmish_replay::names::private_file(self.recorder.path(), &notes.seat);
                file.flush().map_err(|why| Error::Io { doing: "write", path: path(), why })?;
            }
        }
        Ok(())
    }

    fn write_capsule(&mut self, seat: Seat, incident: &Incident<'_>, table: &dyn AnyTable) -> std::io::Result<()> {
        let replay = self.recorder.path().to_path_buf();
        let notes = &mut self.seats[seat.index()];
        notes.capsules += 1;
        if notes.capsules > MOST_CAPSULES {
            return Ok(());
        }
        let here = std::env::current_dir().unwrap_or_default();
        let capsule = Capsule {
            game: table.game().into(),
            game_version: table.version(),
            seat: notes.seat.clone(),
            player: notes.player.clone(),
            folder: here.display().to_string(),
            step: self.steps,
            replay: replay.file_name().map(|name| name.to_string_lossy().into_owned()),
            ..Capsule::of(incident)
        };
        let path = capsule_file(&replay, &notes.seat, incident.turn, notes.capsules);
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

impl Witness for Scribe<'_> {
    fn begin(&mut self, seated: &[SeatedPlayer], table: &mut dyn AnyTable) {
        if self.seats.is_empty() {
            self.seats = seats_of(seated);
        }
        // Only a kernel without a random generator refuses this, and there nothing is secret anyway.
        let salt = secret::salt().unwrap_or_default();
        let about = About { id: self.id.clone(), players: seated.to_vec(), sandbox: self.sandbox.clone(), salt };
        let header = table.begin_replay(&about);
        let written = self.recorder.record(&header).and_then(|()| self.recorder.flush());
        self.keep(written);
        (self.begun)(self.recorder.path());
    }

    /// Whoever watches meanwhile sees all that has happened.
    fn waits(&mut self) {
        if self.trouble.is_none() {
            let written = self.recorder.flush();
            self.keep(written);
        }
    }

    fn step(&mut self, table: &mut dyn AnyTable) {
        self.steps += 1;
        if self.trouble.is_none() {
            let now = Instant::now();
            let written = self.recorder.record_at(table.step_record(), now);
            self.keep(written);
            if self.flush_is_due(now) {
                self.flushed = Some(now);
                let written = self.flush_private();
                self.keep(written);
            }
        }
        if let Some(show) = &mut self.show {
            show(table);
        }
    }

    /// A disk or a terminal may take its time.
    fn is_quick(&self) -> bool {
        let soon = Instant::now() + SOON;
        self.show.is_none() && self.recorder.will_wait(soon) && !self.flush_is_due(soon)
    }

    fn answer(&mut self, seat: Seat, private: &Private) {
        if self.trouble.is_some() {
            return;
        }
        if let Err(error) = self.write_private(seat, private) {
            let path = skirmish_replay::names::private_file(self.recorder.path(), &self.seats[seat.index()].seat);
            self.trouble.get_or_insert(Error::Io { doing: "write", path, why: error });
        }
    }

    fn fault(&mut self, seat: Seat, seated: &[SeatedPlayer], incident: &Incident<'_>, table: &dyn AnyTable) {
        if self.seats.is_empty() {
            self.seats = seats_of(seated);
        }
        if self.trouble.is_some() {
            return;
        }
        if let Err(error) = self.write_capsule(seat, incident, table) {
            self.trouble.get_or_insert(Error::Io { doing: "write", path: self.recorder.path().into(), why: error });
        }
    }
}

fn seats_of(seated: &[SeatedPlayer]) -> Vec<SeatNotes> {
    let notes =
        |one: &SeatedPlayer| SeatNotes { seat: one.seat.clone(), player: one.player.clone(), ..Default::default() };
    seated.iter().map(notes).collect()
}

/// `NAME.SEAT-turn57.capsule.json` beside the replay.
fn capsule_file(replay: &Path, seat: &str, turn: i64, n: usize) -> PathBuf {
    let number = if n == 1 { String::new() } else { format!("-{n}") };
    skirmish_replay::names::file_beside(replay, &format!("{seat}-turn{turn}{number}"), "capsule.json")
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
