//! Ctrl-C, and the signal that asks a program to end: noticed, so that long work can stop in order and keep what it has.
//!
//! A command that has nothing to keep does not watch for it, and is ended by the system.

use crate::fail::Undecided;
use anyhow::Result;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

static PRESSED: AtomicBool = AtomicBool::new(false);

/// Tells whether Ctrl-C was pressed.
#[derive(Clone, Copy)]
pub struct Interrupt;

impl Interrupt {
    pub fn was_pressed(self) -> bool {
        PRESSED.load(Ordering::Relaxed)
    }

    /// The verdict of work that reports what it has: undecided if it was interrupted.
    pub fn verdict(self) -> Result<()> {
        if self.was_pressed() {
            Err(Undecided("interrupted: this is not the whole result".into()).into())
        } else {
            Ok(())
        }
    }
}

/// Begins to watch for Ctrl-C; once begun, it goes on. Whoever presses it twice does not want to wait: that ends the
/// program at once.
pub fn watch() -> Result<Interrupt> {
    static WATCHING: Mutex<bool> = Mutex::new(false);
    let mut watching = WATCHING.lock().unwrap_or_else(PoisonError::into_inner);
    if !*watching {
        ctrlc::set_handler(|| {
            if PRESSED.swap(true, Ordering::Relaxed) {
                std::process::exit(3);
            }
        })?;
        *watching = true;
    }
    Ok(Interrupt)
}
