//! Ctrl-C: noticed, so that long work can stop in order and keep what it has.

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
}

/// Begins to watch for Ctrl-C; once begun, it goes on.
pub fn watch() -> Result<Interrupt> {
    static WATCHING: Mutex<bool> = Mutex::new(false);
    let mut watching = WATCHING.lock().unwrap_or_else(PoisonError::into_inner);
    if !*watching {
        ctrlc::set_handler(|| PRESSED.store(true, Ordering::Relaxed))?;
        *watching = true;
    }
    Ok(Interrupt)
}
