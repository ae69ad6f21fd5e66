//! Plays the matches that are requested on a page.

use crate::feed::Feed;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;
use skirmish_core::any::AnyTable;
use skirmish_referee::Cancel;
use skirmish_referee::desk::Desk;
use std::sync::Arc;
use std::sync::mpsc::Receiver;

/// Makes the table of a match, each time it is called.
pub type Make = Box<dyn Fn() -> Result<Box<dyn AnyTable>, String> + Send + Sync>;

/// Plays matches in the background.
pub trait Organiser: Send + Sync {
    /// Begins a match with players as `skirmish play` spells them; an error says why it cannot begin.
    fn begin(&self, make: Make, seats: &[String]) -> Result<Game, String>;

    /// Whether the user named this player on the command line, and so wants it to run.
    fn was_named(&self, player: &str) -> bool;

    /// Has a bot play pairs against itself from a position, beside everything else, and says in a sentence how often each
    /// side won. `told` hears how many are over. Once it is cancelled, it says what there is.
    fn try_out(&self, wish: &Wish, cancel: &Cancel, told: &mut dyn FnMut(u64)) -> Result<String, String> {
        let _ = (wish, cancel, told);
        Err("no matches are played here".into())
    }

    /// Tells the user something. It may contain text written by others.
    fn tell(&self, line: &str);
}

/// A position that is to be tried out.
#[derive(Clone, PartialEq, Debug)]
pub struct Wish {
    pub game: &'static str,
    pub position: Value,
    /// A built-in bot.
    pub bot: String,
    pub pairs: u64,
}

/// A player that starts a program nobody has named: its command comes out of a replay, and is asked about first.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[schemars(rename = "ProgramAsk")]
pub struct Ask {
    pub seat: String,
    pub command: String,
}

/// A match that has begun.
pub struct Game {
    /// By seat: where people sit.
    pub desks: Vec<Option<Arc<Desk>>>,
    /// Gives what a page can follow, as soon as the match begins, or says why it does not.
    pub feed: Receiver<Result<Feed, String>>,
}
