//! How a game stands and how it ended.

use crate::game::Footsoldiers;
use crate::state::{State, Team};
use schemars::JsonSchema;
use serde::Serialize;
use skirmish_core::{Seat, SeatSet, Standings};

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
}

pub(crate) fn outcome(game: &Footsoldiers, state: &State) -> Outcome {
    let end = game.end(state);
    let [player1, player2] = scores(end);
    Outcome {
        game: Footsoldiers::NAME,
        over: end.is_some(),
        winner: end.and_then(|end| end.winner),
        scores: Scores { player1, player2 },
        reason: end.map(|end| end.reason),
        turns_played: game.config.total_turns - state.turns_remaining,
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

pub(crate) fn counted_out(state: &State) -> SeatSet {
    (0..2).filter(|&i| state.disqualified[usize::from(i)]).map(Seat).collect()
}

/// How it ended or stands, in plain sentences.
pub(crate) fn summary(game: &Footsoldiers, state: &State) -> String {
    let (last, restarts) = (game.config.total_turns, game.config.max_restarts);
    let turn = last - state.turns_remaining;
    let Some(End { winner, reason }) = game.end(state) else {
        let [one, two] = state.health;
        return format!("Not over: turn {turn} of {last}, player1's base has {one} health, player2's {two}.");
    };
    let (winner, loser) = match winner {
        Some(Team::Player1) => ("player1 wins", "player2"),
        Some(Team::Player2) => ("player2 wins", "player1"),
        None => ("A draw", "both players"),
    };
    match reason {
        "base_destroyed" => format!("{winner}: {loser}'s base fell on turn {turn} of {last}."),
        "both_bases_destroyed" => format!("{winner}: both bases fell on turn {turn} of {last}."),
        "turn_limit" => format!("{winner}: both bases still stand after the last turn, {turn}."),
        "disqualified" => {
            format!("{winner}: {loser}'s bot was disqualified because it died more than {restarts} times.")
        }
        _ => format!("{winner}: the bots of {loser} were disqualified because each died more than {restarts} times."),
    }
}

pub(crate) fn standings(game: &Footsoldiers, state: &State) -> Standings {
    let end = game.end(state);
    Standings {
        over: end.is_some(),
        winner: end.and_then(|end| end.winner).map(|team| Seat(team as u8)),
        scores: scores(end).to_vec(),
        reason: end.map(|end| end.reason),
    }
}

pub(crate) fn scores(end: Option<End>) -> [i64; 2] {
    match end {
        None => [0, 0],
        Some(End { winner: None, .. }) => [1, 1],
        Some(End { winner: Some(Team::Player1), .. }) => [2, 0],
        Some(End { winner: Some(Team::Player2), .. }) => [0, 2],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use skirmish_core::{Documents, Setup, Telling};

    #[test]
    fn every_ending_is_told_with_its_winner_and_its_cause() {
        let (game, mut state) = Footsoldiers::resolve(&Setup::seeded(1)).unwrap();
        assert!(summary(&game, &state).starts_with("Not over: turn 0 of 100, "));
        state.turns_remaining = 63;
        let mut told = Vec::new();
        let mut end = |health: [i64; 2], disqualified: [bool; 2], remaining: i64| {
            let mut state = state.clone();
            (state.health, state.disqualified, state.turns_remaining) = (health, disqualified, remaining);
            told.push(game.end(&state).unwrap().reason);
            summary(&game, &state)
        };
        assert_eq!(end([5, 0], [false; 2], 63), "player1 wins: player2's base fell on turn 37 of 100.");
        assert_eq!(end([0, 5], [false; 2], 63), "player2 wins: player1's base fell on turn 37 of 100.");
        assert_eq!(end([0, 0], [false; 2], 63), "A draw: both bases fell on turn 37 of 100.");
        assert_eq!(end([5, 5], [false; 2], 0), "A draw: both bases still stand after the last turn, 100.");
        assert!(end([5, 5], [true, false], 63).starts_with("player2 wins: player1's bot was disqualified"));
        assert!(end([5, 5], [true; 2], 63).starts_with("A draw: the bots of both players were disqualified"));
        assert!(Footsoldiers::ENDINGS.iter().all(|code| told.contains(code)), "{told:?}");
    }
}
