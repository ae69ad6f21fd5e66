//! How a game stands, and the result object.

use crate::Outbreak;
use crate::state::State;
use crate::words::{Cause, Side};
use schemars::JsonSchema;
use serde::Serialize;
use skirmish_core::{SeatSet, Standings};

/// The result of a game; while it runs, how it stands.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Outcome {
    pub game: &'static str,
    pub over: bool,
    pub winner: Option<Side>,
    pub scores: Scores,
    pub reason: Option<Cause>,
    pub turn: i64,
    pub humans_alive: usize,
    pub zombies_alive: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub humans_ms: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub zombies_ms: Option<i64>,
}

/// Survival counts only for the humans.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Scores {
    pub humans: i64,
    pub zombies: i64,
}

pub(crate) fn outcome(state: &State) -> Outcome {
    let ending = state.ending();
    Outcome {
        game: "outbreak",
        over: ending.is_some(),
        winner: ending.map(Cause::winner),
        scores: Scores { humans: state.turn(), zombies: 0 },
        reason: ending,
        turn: state.turn(),
        humans_alive: state.humans.len(),
        zombies_alive: state.zombies.len(),
        humans_ms: state.facts.clocks[0],
        zombies_ms: state.facts.clocks[1],
    }
}

/// The seat that ran out of time or dropped out.
pub(crate) fn counted_out(state: &State) -> SeatSet {
    match state.ending() {
        None | Some(Cause::HumansDead | Cause::TurnLimit) => SeatSet::EMPTY,
        Some(ending) => SeatSet::one(ending.winner().other().seat()),
    }
}

/// How it ended or stands, in plain sentences.
pub(crate) fn summary(game: &Outbreak, state: &State) -> String {
    let (turn, last) = (state.turn(), game.config.max_turns);
    let count = |n: usize, one: &str| format!("{n} {one}{}", if n == 1 { "" } else { "s" });
    let (humans, zombies) = (count(state.humans.len(), "human"), count(state.zombies.len(), "zombie"));
    let why = "it crashed, resigned or sent something unreadable";
    match state.ending() {
        None => format!("Not over: turn {turn} of {last}, {humans} against {zombies}."),
        Some(Cause::HumansDead) => {
            format!("The zombies win: no human is left after turn {turn}. The humans lasted {turn} of {last} turns.")
        }
        Some(Cause::TurnLimit) => format!("The humans win: {humans} survived to the end, turn {turn}."),
        Some(Cause::HumansTimeout) => format!("The zombies win: the humans ran out of time on turn {turn}."),
        Some(Cause::ZombiesTimeout) => {
            format!("The humans win: the zombies ran out of time, which counts as survival to turn {turn}.")
        }
        Some(Cause::HumansCrash) => {
            format!("The zombies win: the humans' bot dropped out on turn {turn} ({why}).")
        }
        Some(Cause::ZombiesCrash) => {
            format!("The humans win: the zombies' bot dropped out ({why}), which counts as survival to turn {turn}.")
        }
    }
}

pub(crate) fn standings(state: &State) -> Standings {
    let ending = state.ending();
    Standings {
        over: ending.is_some(),
        winner: ending.map(|ending| ending.winner().seat()),
        scores: vec![state.turn(), 0],
        reason: ending.map(Cause::code),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use skirmish_core::{Documents, Setup, Telling};

    #[test]
    fn every_ending_is_told_with_its_winner_and_its_cause() {
        let (game, mut state) = Outbreak::resolve(&Setup::seeded(1)).unwrap();
        assert_eq!(summary(&game, &state), "Not over: turn 1 of 1000, 0 humans against 0 zombies.");
        state.facts.turn = 338;
        let told = |(code, ending): (&str, Cause)| {
            let mut state = state.clone();
            state.facts.ending = Some(ending);
            assert!(Outbreak::ENDINGS.contains(&code), "{code}");
            let text = summary(&game, &state);
            let winner = ending.winner().name();
            assert!(text.starts_with(&format!("The {winner} win: ")) && !text.contains('_'), "{text}");
            text
        };
        assert_eq!(Cause::WORDS.len(), Outbreak::ENDINGS.len());
        let told = Cause::WORDS.map(told);
        for (text, part) in told.iter().zip([
            "The humans lasted 338 of 1000 turns",
            "0 humans survived to the end",
            "the humans ran out of time on turn 338",
            "the zombies ran out of time",
            "the humans' bot dropped out on turn 338 (it crashed",
            "the zombies' bot dropped out (it crashed",
        ]) {
            assert!(text.contains(part), "{text}");
        }
    }
}
