//! Why something was not done.

use skirmish_core::{Reason, reason::explain};
use skirmish_zords::{Zords, reason};

/// A refusal: a code for programs, a sentence for people.
#[derive(Clone, PartialEq, Debug)]
pub struct Refusal {
    pub reason: &'static str,
    pub message: String,
}

impl Refusal {
    pub fn new(reason: &'static str, message: impl Into<String>) -> Refusal {
        Refusal { reason, message: message.into() }
    }

    /// The status of an answer that tells nothing but this refusal.
    pub fn status(&self) -> u16 {
        match self.reason {
            "malformed" | "unknown_action" | "wrong_seat" | "bad_config" => 400,
            "forbidden" => 403,
            "no_such_game" => 404,
            "game_not_started" | "game_over" | "key_reused" | "seat_taken" | "game_full" | "already_started"
            | "not_enough_players" | "name_taken" | "already_paused" | "not_paused" | "still_running" => 409,
            "stale" => 412,
            "paused" | "stopping" | "busy" | "broken" | "not_stored" => 503,
            _ => 422,
        }
    }
}

impl From<Reason> for Refusal {
    fn from(reason: Reason) -> Refusal {
        Refusal { reason: reason.0, message: explain::<Zords>(reason).into() }
    }
}

/// Nobody acts while the game stands still.
pub fn paused(why: &str) -> Refusal {
    Refusal::new("paused", format!("the game is paused: {why}"))
}

/// The game has ended, or was ended.
pub fn over() -> Refusal {
    Reason::GAME_OVER.into()
}

/// The game has not begun.
pub fn not_started() -> Refusal {
    reason::GAME_NOT_STARTED.into()
}
