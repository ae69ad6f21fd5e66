//! Ctrl-C: noticed, so that long work can stop in order and keep what it has.

use anyhow::Result;
use std::sync::atomic::{AtomicBool, Ordering};

static PRESSED: AtomicBool = AtomicBool::new(false);

/// Tells whether Ctrl-C was pressed.
#[derive(Clone, Copy)]
pub struct Interrupt;

impl Interrupt {
    pub fn was_pressed(self) -> bool {
        PRESSED.load(Ordering::Relaxed)
    }
}

/// Begins to watch for Ctrl-C.
pub fn watch() -> Result<Interrupt> {
    ctrlc::set_handler(|| PRESSED.store(true, Ordering::Relaxed))?;
    Ok(Interrupt)
}
