//! Reason codes: why an entry of a list was refused.

use serde::{Serialize, Serializer};
use std::fmt;

/// A reason code, exactly as the rulebooks spell it.
///
/// Codes that several games share are constants here; the others stand in their game's `action.rs`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Reason(pub &'static str);

macro_rules! common {
    ($($name:ident = $code:literal),* $(,)?) => {
        impl Reason {
            $(pub const $name: Reason = Reason($code);)*
        }
    };
}

common! {
    GAME_OVER = "game_over",
    NOT_YOUR_TURN = "not_your_turn",
    TURN_OVER = "turn_over",
    TOO_MANY_ACTIONS = "too_many_actions",
    MALFORMED = "malformed",
    UNKNOWN_ACTION = "unknown_action",
    WRONG_SEAT = "wrong_seat",
    NO_SUCH_UNIT = "no_such_unit",
    NOT_YOUR_UNIT = "not_your_unit",
    NO_SUCH_TARGET = "no_such_target",
    SELF_TARGET = "self_target",
    FRIENDLY_TARGET = "friendly_target",
    ENEMY_TARGET = "enemy_target",
    OUT_OF_BOUNDS = "out_of_bounds",
    OUT_OF_RANGE = "out_of_range",
    NOT_ADJACENT = "not_adjacent",
    OCCUPIED = "occupied",
    BLOCKED = "blocked",
    NO_MOVES = "no_moves",
    BAD_AMOUNT = "bad_amount",
    NO_ANSWER = "no_answer",
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl Serialize for Reason {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0)
    }
}
