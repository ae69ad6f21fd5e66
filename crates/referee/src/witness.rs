//! Whoever is told what happens in a match, to write it down or to show it.

use crate::Ending;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use skirmish_core::Seat;
use skirmish_core::any::AnyTable;
use skirmish_core::replay::SeatedPlayer;

/// Is told everything about a match as it happens. `()` does not listen.
pub trait Witness {
    /// All are seated, as far as they got ready; the first step is to come.
    fn begin(&mut self, _seated: &[SeatedPlayer], _table: &mut dyn AnyTable) {}
    /// A step was played.
    fn step(&mut self, _table: &mut dyn AnyTable) {}
    /// Whether being told of the step just played takes only a moment. Then that happens while the next players think;
    /// otherwise before they are asked, so that nobody's clock runs meanwhile.
    fn is_quick(&self) -> bool {
        false
    }
    /// A person is asked now, and may take long.
    fn waits(&mut self) {}
    /// A program or a person has answered, or failed to.
    fn answer(&mut self, _seat: Seat, _private: &Private) {}
    /// Something went wrong with an answer; told before the step is played.
    fn fault(&mut self, _seat: Seat, _seated: &[SeatedPlayer], _incident: &Incident<'_>, _table: &dyn AnyTable) {}
}

impl Witness for () {}

/// What only the author of a bot may see, for one request.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Private {
    /// The turn.
    pub turn: i64,
    /// The number of the request; 0 for what came after the last answer.
    pub request: u32,
    /// Time until its answer was complete, without the delay.
    pub us: u64,
    /// How long other programs held it up meanwhile.
    #[serde(skip_serializing_if = "is_zero", default)]
    pub delay_us: u64,
    /// CPU time it has used in the match so far.
    pub cpu_us: u64,
    /// What it printed on standard error since the last request.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub stderr: Option<String>,
    /// Its notes, as it gave them.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub notes: Option<Box<RawValue>>,
    /// What it sent, if that was not an answer or held actions that could not be read.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub said: Option<String>,
}

fn is_zero(n: &u64) -> bool {
    *n == 0
}

/// Everything about one failure.
#[derive(Debug)]
pub struct Incident<'a> {
    /// The turn it happened in.
    pub turn: i64,
    /// The request it happened at; 0 before the first.
    pub request: u32,
    /// What went wrong.
    pub ending: &'a Ending,
    /// The greeting it had been sent.
    pub hello: &'a [u8],
    /// The message it had been sent last, without its line feed.
    pub sent: &'a [u8],
    /// What it said to that, as far as anything came.
    pub said: &'a [u8],
    /// What it had printed on standard error.
    pub stderr: String,
    /// The time it had.
    pub limit_ms: u64,
    /// The time it used.
    pub used_ms: u64,
    /// CPU time it had used in the match.
    pub cpu_ms: u64,
    /// Whether it wanted legal actions with every request.
    pub wants_legal: bool,
}
