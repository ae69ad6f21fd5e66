//! How a game stands and how it ended.

use crate::game::Footsoldiers;
use crate::state::{State, Team};
use schemars::JsonSchema;
use serde::Serialize;
use skirmish_core::{Seat, Standings};

/// The end of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct End {
    /// Nobody: a draw.
    pub winner: Option<Team>,
    pub reason: &'static str,
}

/// The result of a game, or how it stands while it goes on.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Outcome {
    pub game: &'static str,
    pub over: bool,
    pub winner: Option<Team>,
    pub scores: Scores,
    pub reason: Option<&'static str>,
    pub turns_played: i64,
    pub turns_remaining: i64,
    pub health_player1: i64,
    pub health_player2: i64,
    /// The result text of the original.
    pub native: Option<&'static str>,
}

/// 2 for a win, 1 for a draw, else 0.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Scores {
    pub player1: i64,
    pub player2: i64,
}

impl Footsoldiers {
    /// How the game ended; `None` while it goes on.
    pub(crate) fn end(&self, state: &State) -> Option<End> {
        let of = |lost: [bool; 2], one: &'static str, both: &'static str| match lost {
            [true, true] => Some(End { winner: None, reason: both }),
            [true, false] => Some(End { winner: Some(Team::Player2), reason: one }),
            [false, true] => Some(End { winner: Some(Team::Player1), reason: one }),
            [false, false] => None,
        };
        of(state.disqualified, "disqualified", "both_disqualified")
            .or_else(|| of(state.health.map(|health| health == 0), "base_destroyed", "both_bases_destroyed"))
            .or_else(|| (state.turns_remaining == 0).then_some(End { winner: None, reason: "turn_limit" }))
    }

    #[inline]
    pub(crate) fn is_over(&self, state: &State) -> bool {
        state.turns_remaining == 0 || state.health.contains(&0) || state.disqualified.contains(&true)
    }

    pub(crate) fn stand(&self, state: &State) -> Standings {
        let end = self.end(state);
        Standings {
            over: end.is_some(),
            winner: end.and_then(|end| end.winner).map(|team| Seat(team as u8)),
            scores: scores(end).to_vec(),
            reason: end.map(|end| end.reason),
        }
    }

    pub(crate) fn result(&self, state: &State) -> Outcome {
        let end = self.end(state);
        let [player1, player2] = scores(end);
        Outcome {
            game: Footsoldiers::NAME,
            over: end.is_some(),
            winner: end.and_then(|end| end.winner),
            scores: Scores { player1, player2 },
            reason: end.map(|end| end.reason),
            turns_played: self.config.total_turns - state.turns_remaining,
            turns_remaining: state.turns_remaining,
            health_player1: state.health[0],
            health_player2: state.health[1],
            native: end.map(|end| match end.winner {
                Some(Team::Player1) => "Winner player1",
                Some(Team::Player2) => "Winner player2",
                None => "Draw",
            }),
        }
    }
}

fn scores(end: Option<End>) -> [i64; 2] {
    match end {
        None => [0, 0],
        Some(End { winner: None, .. }) => [1, 1],
        Some(End { winner: Some(Team::Player1), .. }) => [2, 0],
        Some(End { winner: Some(Team::Player2), .. }) => [0, 2],
    }
}
