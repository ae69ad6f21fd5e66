//! How a match went, and how each seat's part in it went.

use crate::Ending;
use crate::exchange::INTERRUPTED;
use crate::tally::Tally;
use serde::Serialize;
use serde_json::Value;
use skirmish_jail::Brief;

/// How a match went.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The name of the match.
    pub r#match: String,
    /// The game that was played.
    pub game: &'static str,
    /// The version of its rules.
    pub game_version: u32,
    /// What everything that was drawn came from.
    pub seed: u64,
    /// What stood between the programs and the machine.
    pub sandbox: Brief,
    /// Why the match counts for nothing, if it does: the referee's own fault.
    pub void: Option<String>,
    /// The result object of the rulebook.
    pub result: Value,
    /// The result in plain sentences.
    pub summary: String,
    /// How many steps were played.
    pub steps: u64,
    /// Whether other programs held up the bots for more than a tenth of their time: nobody was late because of it, but a
    /// quiet machine would tell more of them.
    pub disturbed: bool,
    /// One for each seat.
    pub seats: Vec<SeatReport>,
}

impl Report {
    /// Whether somebody stopped the match.
    pub fn interrupted(&self) -> bool {
        self.void.as_deref() == Some(INTERRUPTED)
    }
}

/// How a seat's part went.
#[derive(Clone, Debug, Serialize)]
pub struct SeatReport {
    /// The name of the seat.
    pub seat: String,
    /// Who sat there, as the user spelled it.
    pub player: String,
    /// What the program calls itself.
    pub name: Option<String>,
    /// The version it claims to be.
    pub version: Option<String>,
    /// How its part ended.
    #[serde(flatten)]
    pub ending: Ending,
    /// The first of its faults.
    pub faults: Vec<Fault>,
    /// How many faults there were.
    pub fault_count: usize,
    /// What else was counted.
    #[serde(flatten)]
    pub tally: Tally,
    /// How often a program or a person was asked; 0 for built-in bots and recorded seats.
    pub requests: u32,
    /// How often its program was started again.
    pub restarts: u32,
    /// Whether its program was there from the game before.
    pub stayed: bool,
    /// Time of all its answers.
    pub time_ms: u64,
    /// Time of its slowest answer.
    pub longest_ms: u64,
    /// How long other programs held it up while it was to answer, which is not counted.
    pub delay_ms: u64,
    /// How long it waited for a free core before it was asked.
    pub waited_ms: u64,
    /// CPU time the program used.
    pub cpu_ms: u64,
    /// What it printed on standard error.
    #[serde(skip)]
    pub log: String,
}

/// Something that went wrong with an answer.
#[derive(Clone, Debug, Serialize)]
pub struct Fault {
    /// The turn it happened in.
    pub turn: i64,
    /// The request it happened at; 0 before the first.
    pub request: u32,
    /// What went wrong.
    #[serde(flatten)]
    pub ending: Ending,
    /// The same in words.
    pub message: String,
}
