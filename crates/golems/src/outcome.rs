//! How a game stands, and the result object.

use crate::game::Golems;
use crate::position::{Scores, SeatName};
use crate::report::Memory;
use crate::state::{Cause, State};
use schemars::JsonSchema;
use serde::Serialize;
use skirmish_core::{Game, Standings};

/// The result of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Outcome {
    pub game: &'static str,
    pub over: bool,
    pub winner: Option<SeatName>,
    pub scores: Scores,
    pub reason: Option<&'static str>,
    pub turn: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub forfeit_by: Option<SeatName>,
    /// `timeout`, `bad_output` or `crash`; a position alone does not tell it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub forfeit_reason: Option<&'static str>,
}

pub fn standings(state: &State) -> Standings {
    Standings {
        over: state.is_over(),
        winner: state.ending.map(|ending| ending.winner),
        scores: state.scores.to_vec(),
        reason: state.ending.map(|ending| ending.reason.word()),
    }
}

pub fn outcome(state: &State, memory: &Memory) -> Outcome {
    let forfeit = state.ending.filter(|ending| ending.reason == Cause::Forfeit);
    Outcome {
        game: Golems::ID,
        over: state.is_over(),
        winner: state.ending.map(|ending| ending.winner.into()),
        scores: state.scores.into(),
        reason: state.ending.map(|ending| ending.reason.word()),
        turn: state.turn,
        forfeit_by: forfeit.map(|ending| ending.winner.other().into()),
        forfeit_reason: forfeit.and(memory.forfeit()),
    }
}
