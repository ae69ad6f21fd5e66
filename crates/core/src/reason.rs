//! Reason codes: why an entry of a list was refused.

use crate::Telling;
use serde::{Serialize, Serializer};
use std::fmt;

/// A reason code, exactly as the rulebooks spell it.
///
/// Codes that several games share are constants here; the others are in their game's `reason.rs`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Reason(pub &'static str);

/// Declares the reason codes of a game, each with its sentence for people. After `@common` a game may reword the
/// sentences of codes that all games share.
///
/// It makes a constant of each code, a list of them (`OWN`), and `text`, which finds the sentence of a code for
/// [`Telling::explain`](crate::Telling::explain).
///
/// ```
/// use skirmish_core::Reason;
///
/// mod reason {
///     skirmish_core::reasons! {
///         NO_AMMO = "no_ammo": "The weapon is empty.",
///         @common
///         OCCUPIED: "Another robot holds that zone.",
///     }
/// }
///
/// assert_eq!(reason::NO_AMMO.to_string(), "no_ammo");
/// assert_eq!(reason::text(reason::NO_AMMO), Some("The weapon is empty."));
/// assert_eq!(reason::text(Reason::OCCUPIED), Some("Another robot holds that zone."));
/// assert_eq!(reason::text(Reason::BLOCKED), None, "the sentence that all games share will do");
/// ```
#[macro_export]
macro_rules! reasons {
    ($($name:ident = $code:literal: $text:literal,)* $(@common $($shared:ident: $other:literal,)*)?) => {
        $(#[doc = $text] pub const $name: $crate::Reason = $crate::Reason($code);)*

        /// The codes of this game alone.
        pub const OWN: &[$crate::Reason] = &[$($name),*];

        /// This game's sentence for a code; `None` if it has none of its own.
        pub fn text(reason: $crate::Reason) -> Option<&'static str> {
            match reason {
                $($name => Some($text),)*
                $($($crate::Reason::$shared => Some($other),)*)?
                _ => None,
            }
        }
    };
}

macro_rules! common {
    ($($name:ident = $code:literal: $text:literal),* $(,)?) => {
        impl Reason {
            $(#[doc = $text] pub const $name: Reason = Reason($code);)*

            /// The codes that several games share.
            pub const SHARED: &[Reason] = &[$(Reason::$name),*];

            /// The sentence of a code that several games share; `None` for codes of one game.
            pub fn text(self) -> Option<&'static str> {
                match self {
                    $(Reason::$name => Some($text),)*
                    _ => None,
                }
            }
        }
    };
}

common! {
    GAME_OVER = "game_over": "The game is over.",
    NOT_YOUR_TURN = "not_your_turn": "It is not your turn.",
    TURN_OVER = "turn_over": "An earlier order ended your turn.",
    TOO_MANY_ACTIONS = "too_many_actions": "The list has more orders than the rules allow.",
    MALFORMED = "malformed": "Something is missing from this order, or is not a whole number.",
    UNKNOWN_ACTION = "unknown_action": "There is no such order.",
    WRONG_SEAT = "wrong_seat": "Your side cannot give this order.",
    NO_SUCH_UNIT = "no_such_unit": "There is no such unit, or you cannot see it.",
    NOT_YOUR_UNIT = "not_your_unit": "That unit is not yours.",
    NO_SUCH_TARGET = "no_such_target": "There is no such target, or you cannot see it.",
    SELF_TARGET = "self_target": "A unit cannot do this to itself.",
    FRIENDLY_TARGET = "friendly_target": "The target is on your own side.",
    ENEMY_TARGET = "enemy_target": "The target is on the other side.",
    OUT_OF_BOUNDS = "out_of_bounds": "That is outside the board.",
    OUT_OF_RANGE = "out_of_range": "That is too far away.",
    NOT_ADJACENT = "not_adjacent": "That is not next to the unit.",
    OCCUPIED = "occupied": "Somebody is standing there.",
    BLOCKED = "blocked": "Something is in the way.",
    NO_MOVES = "no_moves": "The unit has no moves left.",
    BAD_AMOUNT = "bad_amount": "That amount is not possible.",
    NO_ANSWER = "no_answer": "No answer came.",
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

/// A reason code of a game as a sentence for people: the game's own, or the one that all games share.
pub fn explain<G: Telling>(reason: Reason) -> &'static str {
    G::explain(reason).or_else(|| reason.text()).unwrap_or("The rules do not allow it.")
}
