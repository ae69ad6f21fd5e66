//! Whoever plays the matches that are asked for on a page.

use serde::Serialize;
use skirmish_core::any::AnyTable;
use skirmish_referee::desk::Desk;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::Receiver;

/// Makes the table of a match, each time it is called.
pub type Make = Box<dyn Fn() -> Result<Box<dyn AnyTable>, String> + Send + Sync>;

/// Plays matches in the background.
pub trait Organiser: Send + Sync {
    /// Begins a match with players as `skirmish play` spells them; an error says why it cannot begin.
    fn begin(&self, make: Make, seats: &[String]) -> Result<Game, String>;

    /// Whether whoever started the program has named this player, and so wants it to run.
    fn was_named(&self, player: &str) -> bool;
}

/// A player that starts a program nobody has named: its command comes out of a replay, and is asked about first.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Ask {
    pub seat: String,
    pub command: String,
}

/// A match that has begun.
pub struct Game {
    /// By seat: where people sit.
    pub desks: Vec<Option<Arc<Desk>>>,
    /// Tells where the replay grows, as soon as it does, or why it does not.
    pub replay: Receiver<Result<PathBuf, String>>,
}
