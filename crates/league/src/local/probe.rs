//! How late this machine is: a thread that sleeps for a moment, and looks how long the moment was. Where it is late, so may
//! be the referee, and bots may be wronged.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::{Duration, Instant};

/// The moment.
const MOMENT: Duration = Duration::from_millis(10);
/// What is remembered: longer than any fixture ought to take.
const MEMORY: usize = 360_000;
/// Only what is later than this is remembered.
const NOTICED: Duration = Duration::from_millis(1);

/// What was seen so far. The thread ends with the last of its clones.
#[derive(Clone)]
pub struct Probe(Arc<Mutex<VecDeque<(Instant, Duration)>>>);

impl Probe {
    /// Begins to look.
    pub fn start() -> Probe {
        let seen = Arc::new(Mutex::new(VecDeque::new()));
        let theirs = Arc::downgrade(&seen);
        std::thread::spawn(move || look(&theirs));
        Probe(seen)
    }

    /// How late it was at worst since then.
    pub fn worst_since(&self, then: Instant) -> Duration {
        let seen = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        seen.iter().rev().take_while(|(at, _)| *at >= then).map(|(_, late)| *late).max().unwrap_or_default()
    }
}

fn look(seen: &Weak<Mutex<VecDeque<(Instant, Duration)>>>) {
    loop {
        let before = Instant::now();
        std::thread::sleep(MOMENT);
        let now = Instant::now();
        let late = now.duration_since(before).saturating_sub(MOMENT);
        let Some(seen) = seen.upgrade() else { return };
        if late >= NOTICED {
            let mut seen = seen.lock().unwrap_or_else(PoisonError::into_inner);
            if seen.len() == MEMORY {
                seen.pop_front();
            }
            seen.push_back((now, late));
        }
    }
}
