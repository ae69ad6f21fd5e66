//! The steps of a match that this program itself plays, on their way to spectators without reading a file.

use skirmish_core::any::AnyTable;
use skirmish_referee::Witness;
use skirmish_replay::{Error, ReplayFile};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::watch;

/// The end at the match: a witness of every step. When it is dropped, the file holds everything.
pub struct Feeder {
    waiting: Waiting,
    steps: watch::Sender<usize>,
}

/// The end at the page.
pub struct Feed {
    /// Where the replay is written.
    pub path: PathBuf,
    /// The records that were there when it began.
    pub head: String,
    waiting: Waiting,
    steps: watch::Receiver<usize>,
}

/// Records that nobody has taken yet.
type Waiting = Arc<Mutex<String>>;

/// Follows a match whose replay has just begun, before its next step.
pub fn begin(path: &Path) -> Result<(Feeder, Feed), Error> {
    let head = ReplayFile::read(path)?.text;
    let (waiting, (sender, receiver)) = (Waiting::default(), watch::channel(0));
    let feeder = Feeder { waiting: Arc::clone(&waiting), steps: sender };
    Ok((feeder, Feed { path: path.into(), head, waiting, steps: receiver }))
}

impl Witness for Feeder {
    fn step(&mut self, table: &mut dyn AnyTable) {
        // Without a page, nothing is kept.
        if self.steps.is_closed() {
            return;
        }
        let mut waiting = lock(&self.waiting);
        waiting.push_str(table.step_record());
        waiting.push('\n');
        drop(waiting);
        self.steps.send_modify(|steps| *steps += 1);
    }
}

impl Feed {
    /// Rings at every step, and breaks when the match is over.
    pub fn bell(&self) -> watch::Receiver<usize> {
        self.steps.clone()
    }

    /// Whether there is anything to take.
    pub fn has_more(&self) -> bool {
        self.is_over() || !lock(&self.waiting).is_empty()
    }

    /// Whether no more steps come.
    pub fn is_over(&self) -> bool {
        self.steps.has_changed().is_err()
    }

    /// The records since the last time.
    pub fn take(&self) -> String {
        std::mem::take(&mut lock(&self.waiting))
    }
}

fn lock(waiting: &Waiting) -> MutexGuard<'_, String> {
    waiting.lock().unwrap_or_else(PoisonError::into_inner)
}
