//! Cancelling a match from outside.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A token that stops whatever holds a clone of it. Cancelling is final.
///
/// ```
/// let cancel = skirmish_referee::Cancel::default();
/// let held_by_a_match = cancel.clone();
/// cancel.cancel();
/// assert!(held_by_a_match.is_cancelled());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// Asks everyone who holds a clone to stop.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether somebody has asked to stop. Cheap enough to be asked in every loop.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
