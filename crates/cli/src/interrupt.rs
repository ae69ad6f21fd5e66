//! Ctrl-C, and the signal that asks a program to end: noticed, so that long work can stop in order and keep what it has.
//!
//! A command that has nothing to keep does not watch for it, and is ended at once.

use crate::fail::Undecided;
use anyhow::Result;
use skirmish_matches::Cancel;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, Ordering};

/// Cancelled by the first signal.
static TOKEN: LazyLock<Cancel> = LazyLock::new(Cancel::default);
static WATCHED: AtomicBool = AtomicBool::new(false);

/// The exit code of what was interrupted: nothing is decided.
const CODE: i32 = 3;

/// Tells whether Ctrl-C was pressed.
#[derive(Clone, Copy)]
pub struct Interrupt;

impl Interrupt {
    pub fn was_pressed(self) -> bool {
        TOKEN.is_cancelled()
    }

    /// What Ctrl-C cancels.
    pub fn token(self) -> Cancel {
        TOKEN.clone()
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

/// Sees to it that a signal ends the program: at once, unless the command watches for it, and then at the second one.
pub fn install() -> Result<()> {
    ctrlc::set_handler(|| {
        if !WATCHED.load(Ordering::Relaxed) || TOKEN.is_cancelled() {
            // Nobody else gets to it any more.
            skirmish_terminal::restore();
            std::process::exit(CODE);
        }
        TOKEN.cancel();
    })?;
    Ok(())
}

/// Begins to watch for Ctrl-C; once begun, it goes on.
pub fn watch() -> Interrupt {
    WATCHED.store(true, Ordering::Relaxed);
    Interrupt
}
