//! Writes a match down: its replay as it grows, and its notebook.

use crate::notebook::Notebook;
use crate::secret;
use crate::witness::{Incident, Private, Witness};
use serde_json::Value;
use skirmish_core::Seat;
use skirmish_core::any::AnyTable;
use skirmish_core::replay::{About, SeatedPlayer};
use skirmish_replay::{Error, Finished, Recorder};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

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
    notebook: Notebook,
    /// Sees every step.
    show: Option<Show<'a>>,
    /// Is told where the replay grows, once it has begun.
    begun: &'a dyn Fn(&Path),
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
        let notebook = Notebook::beside(recorder.path());
        Scribe { recorder, id, sandbox, notebook, show, begun }
    }

    /// Ends the replay, and returns it with the capsules that were written. `void` says why the match counts for nothing,
    /// if it does.
    pub fn finish(mut self, table: &dyn AnyTable, void: Option<&str>) -> (Result<Finished, Error>, Vec<PathBuf>) {
        let (written, capsules) = self.notebook.finish();
        if let Err(trouble) = written {
            return (Err(trouble), capsules);
        }
        let written = self.recorder.record(&table.end_replay(void));
        (written.and_then(|()| self.recorder.finish()), capsules)
    }
}

impl Witness for Scribe<'_> {
    fn begin(&mut self, seated: &[SeatedPlayer], table: &mut dyn AnyTable) {
        self.notebook.begin(seated, table);
        // Only a kernel without a random generator refuses this, and there nothing is secret anyway.
        let salt = secret::salt().unwrap_or_default();
        let about = About { id: self.id.clone(), players: seated.to_vec(), sandbox: self.sandbox.clone(), salt };
        let header = table.begin_replay(&about);
        let written = self.recorder.record(&header).and_then(|()| self.recorder.flush());
        self.notebook.keep(written);
        (self.begun)(self.recorder.path());
    }

    /// Whoever watches meanwhile sees all that has happened.
    fn waits(&mut self) {
        if !self.notebook.is_in_trouble() {
            let written = self.recorder.flush();
            self.notebook.keep(written);
        }
    }

    fn step(&mut self, table: &mut dyn AnyTable) {
        if !self.notebook.is_in_trouble() {
            let written = self.recorder.record_at(table.step_record(), Instant::now());
            self.notebook.keep(written);
        }
        self.notebook.step(table);
        if let Some(show) = &mut self.show {
            show(table);
        }
    }

    /// A disk or a terminal may take its time.
    fn is_quick(&self) -> bool {
        let soon = Instant::now() + SOON;
        self.show.is_none() && self.recorder.will_wait(soon) && !self.notebook.flush_is_due(soon)
    }

    fn answer(&mut self, seat: Seat, private: &Private) {
        self.notebook.answer(seat, private);
    }

    fn fault(&mut self, seat: Seat, seated: &[SeatedPlayer], incident: &Incident<'_>, table: &dyn AnyTable) {
        self.notebook.fault(seat, seated, incident, table);
    }
}
