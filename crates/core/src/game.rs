//! A whole game: its rules, documents and words, what a host must know, and what else it has.

use crate::native::Dialect;
use crate::odd::Odd;
use crate::show::Show;
use crate::{BotEntry, Telling};
use schemars::JsonSchema;
use serde::Serialize;

/// A whole game. It must have [rules](crate::Rules), [documents](crate::Documents) and [words](crate::Telling);
/// pictures, bots and a dialect are optional.
pub trait Game: Telling {
    /// How it is shown, edited and played by hand. Without it there is a plain board.
    const SHOW: Option<&'static Show<Self>> = None;
    /// How bots that were written for the original of the game are spoken to.
    const DIALECT: Option<&'static Dialect<Self>> = None;
    /// The built-in bots: `weak`, `medium`, `strong`, in that order.
    const BOTS: &'static [BotEntry<Self>] = &[];
    /// Odd but possible starts that bots are checked with.
    const ODD: Odd = Odd::NONE;

    /// What the host of a match must know.
    fn host(&self) -> Host;

    /// Time for the next answer, in milliseconds, before a time bank or a longer first turn is counted.
    fn turn_ms(&self, _state: &Self::State) -> i64 {
        self.host().clock.turn_ms
    }
}

/// What the host of a match must know about the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Host {
    /// How long seats have.
    pub clock: Clock,
    /// How many actions of one list the rules can use.
    pub longest_list: i64,
    /// The longest line a program may write, in bytes.
    pub line_limit: usize,
    /// How often a crashed program is started again, if the game has restarts. After the next crash it is
    /// [disqualified](crate::Absence::Disqualified).
    pub max_restarts: Option<u32>,
    /// Whether every seat gets its legal actions without asking for them.
    pub lists_legal: bool,
    /// Whether the rules count the time that seats take, so that a replay must record it.
    pub counts_time: bool,
    /// How a pair (the same start twice, with the seats swapped) is judged.
    pub judged: Judged,
}

/// How a pair of games is judged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Judged {
    /// By wins: 2 for every opponent outranked, 1 for every one equalled.
    ByWins,
    /// By the sum of scores.
    ByScore,
}

impl Host {
    /// The usual values: lines of at most 1 MiB, no restarts, no legal lists unasked, pairs judged by wins.
    pub fn new(clock: Clock, longest_list: i64) -> Host {
        Host {
            clock,
            longest_list,
            line_limit: 1 << 20,
            max_restarts: None,
            lists_legal: false,
            counts_time: false,
            judged: Judged::ByWins,
        }
    }

    /// A list with more entries than this counts as [`Flooded`](crate::Absence::Flooded). It is twice the longest
    /// useful list, so that slightly too long a list is refused entry by entry, and never more than a line has room
    /// for, whatever a config says.
    pub fn list_limit(&self) -> usize {
        self.longest_list.saturating_mul(2).clamp(64, 16_384) as usize
    }
}

/// The time keys of a game, in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, JsonSchema)]
pub struct Clock {
    /// Time to get ready.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start_ms: Option<i64>,
    /// Time for an answer.
    pub turn_ms: i64,
    /// Time for the first answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_turn_ms: Option<i64>,
    /// Time in hand when the game begins, to which each turn adds its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bank_ms: Option<i64>,
}
