//! Whether a position is fair: a bot plays it against itself in the background, while somebody goes on editing.

use crate::error::Error;
use crate::organiser::{Organiser, Wish};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;
use skirmish_referee::Cancel;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The most pairs that are played for a page.
const MOST_PAIRS: u64 = 2000;

/// The last trial of a position, which may still go on.
#[derive(Default)]
pub struct Trials(Mutex<Option<Trial>>);

struct Trial {
    state: Arc<Mutex<TrialState>>,
    cancel: Cancel,
    position: Value,
}

/// How far a trial is, and what it says.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct TrialState {
    pub bot: String,
    /// How many pairs are to be played, and how many were.
    pub pairs: u64,
    pub done: u64,
    pub over: bool,
    /// What came of it.
    pub sentence: Option<String>,
    /// Why nothing came of it.
    pub trouble: Option<String>,
    /// Whether the position is another by now.
    pub changed: bool,
}

impl Trials {
    /// Begins to play, and gives up what was played before.
    pub fn begin(&self, organiser: &Arc<dyn Organiser>, wish: Wish) -> Result<TrialState, Error> {
        if !(1..=MOST_PAIRS).contains(&wish.pairs) {
            return Err(Error::Bad(format!("{} pairs: a check has 1 to {MOST_PAIRS}", wish.pairs)));
        }
        let mut last = self.lock();
        if let Some(trial) = last.take() {
            trial.cancel.cancel();
        }
        let begun = TrialState {
            bot: wish.bot.clone(),
            pairs: wish.pairs,
            done: 0,
            over: false,
            sentence: None,
            trouble: None,
            changed: false,
        };
        let (state, cancel, position) = (Arc::new(Mutex::new(begun.clone())), Cancel::default(), wish.position.clone());
        let (told, stop, organiser) = (Arc::clone(&state), cancel.clone(), Arc::clone(organiser));
        let work = move || {
            let came = organiser.try_out(&wish, &stop, &mut |done| unlocked(&told).done = done);
            let mut told = unlocked(&told);
            told.over = true;
            match came {
                Ok(sentence) => told.sentence = Some(sentence),
                Err(why) => told.trouble = Some(why),
            }
        };
        let thread = std::thread::Builder::new().name("fairness".into());
        thread.spawn(work).map_err(|why| Error::Own(format!("cannot start a thread: {why}")))?;
        *last = Some(Trial { state, cancel, position });
        Ok(begun)
    }

    /// How it stands, of a position that is this one by now.
    pub fn state(&self, position: &Value) -> Option<TrialState> {
        let last = self.lock();
        let trial = last.as_ref()?;
        Some(TrialState { changed: trial.position != *position, ..unlocked(&trial.state).clone() })
    }

    /// Plays no more; what was played is told.
    pub fn stop(&self) {
        if let Some(trial) = self.lock().as_ref() {
            trial.cancel.cancel();
        }
    }

    fn lock(&self) -> MutexGuard<'_, Option<Trial>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Trials {
    fn drop(&mut self) {
        self.stop();
    }
}

fn unlocked(state: &Mutex<TrialState>) -> MutexGuard<'_, TrialState> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}
