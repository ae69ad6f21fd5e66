//! How a game stands, and the result object.

use crate::Outbreak;
use crate::state::State;
use crate::words::{Ending, Side};
use schemars::JsonSchema;
use serde::Serialize;
use skirmish_core::Standings;

/// The result of a game; while it runs, how it stands.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Outcome {
    pub game: &'static str,
    pub over: bool,
    pub winner: Option<Side>,
    pub scores: Scores,
    pub reason: Option<Ending>,
    pub turn: i64,
    pub humans_alive: usize,
    pub zombies_alive: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub humans_ms: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub zombies_ms: Option<i64>,
}

/// Survival counts for the seat of the humans alone.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Scores {
    pub humans: i64,
    pub zombies: i64,
}

impl Outbreak {
    pub(crate) fn stand(&self, state: &State) -> Standings {
        let ending = state.ending();
        Standings {
            over: ending.is_some(),
            winner: ending.map(|ending| ending.winner().seat()),
            scores: vec![state.turn(), 0],
            reason: ending.map(Ending::code),
        }
    }

    pub(crate) fn write_outcome(&self, state: &State) -> Outcome {
        let ending = state.ending();
        Outcome {
            game: "outbreak",
            over: ending.is_some(),
            winner: ending.map(Ending::winner),
            scores: Scores { humans: state.turn(), zombies: 0 },
            reason: ending,
            turn: state.turn(),
            humans_alive: state.humans.len(),
            zombies_alive: state.zombies.len(),
            humans_ms: state.facts.clocks[0],
            zombies_ms: state.facts.clocks[1],
        }
    }
}
