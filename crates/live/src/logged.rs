//! A record of a game's log: one command that was accepted, and everything it takes to play it again.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

/// Who gives the commands of the clock.
pub const CLOCK: &str = "@clock";
/// Who gives those that are no part of the rules: pausing, going on, aborting.
pub const OPERATOR: &str = "@operator";

/// A command that was accepted.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Logged {
    /// The real time, in milliseconds since 1970.
    pub at: i64,
    /// Who gave it: a seat, the clock or an operator.
    pub seat: String,
    /// The logical time at which it was applied.
    pub day: i64,
    pub time: i64,
    /// The game's `seq` after it.
    pub seq: i64,
    /// `{"do": verb, ...}`.
    pub command: Box<RawValue>,
    /// The random draws it consumed, and the generator after them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub draws: Vec<Value>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rng: Option<String>,
    /// The opening of day 1: the instant from which days are counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start_ms: Option<i64>,
    /// SHA-256 of the position after it.
    pub hash: String,
    /// The answer to the request that it came with, where that had a key; with the first of its records.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<Box<RawValue>>,
    /// What was told of it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub events: Vec<Box<RawValue>>,
}

impl Logged {
    /// Reads the body of a record.
    pub fn read(body: &str) -> Result<Logged, String> {
        serde_json::from_str(body).map_err(|e| e.to_string())
    }

    /// The body of a record.
    pub fn write(&self) -> String {
        serde_json::to_string(self).expect("records serialise")
    }
}

/// What an operator may command beyond the rules.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
pub enum Operation {
    /// Time stands still.
    Pause { why: String },
    /// Time goes on.
    Resume,
    /// The game ends, and nobody is ranked.
    Abort { why: String },
}
