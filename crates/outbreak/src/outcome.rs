//! How a game stands, and the result object.

use crate::Outbreak;
use crate::state::State;
use crate::words::{Ending, Side};
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

    /// How it ended or stands, in plain sentences.
    pub(crate) fn summarise(&self, state: &State) -> String {
        let (turn, last) = (state.turn(), self.config.max_turns);
        let count = |n: usize, one: &str| format!("{n} {one}{}", if n == 1 { "" } else { "s" });
        let (humans, zombies) = (count(state.humans.len(), "human"), count(state.zombies.len(), "zombie"));
        let dropped_out = "dropped out: it crashed, resigned or sent something unreadable";
        match state.ending() {
            None => format!("Not over: turn {turn} of {last}, {humans} against {zombies}."),
            Some(Ending::HumansDead) => {
                format!(
                    "The zombies win: no human is left after turn {turn}. The humans lasted {turn} of {last} turns."
                )
            }
            Some(Ending::TurnLimit) => format!("The humans win: {humans} lasted to the end, turn {turn}."),
            Some(Ending::HumansTimeout) => format!("The zombies win: the humans ran out of time on turn {turn}."),
            Some(Ending::ZombiesTimeout) => {
                format!("The humans win: the zombies ran out of time, which counts as survival to turn {turn}.")
            }
            Some(Ending::HumansCrash) => {
                format!("The zombies win: on turn {turn} the bot of the humans {dropped_out}.")
            }
            Some(Ending::ZombiesCrash) => {
                format!("The humans win: the bot of the zombies {dropped_out}. That counts as survival to turn {turn}.")
            }
        }
    }

    /// Whoever ran out of time or dropped out.
    pub(crate) fn lost_by_absence(&self, state: &State) -> SeatSet {
        match state.ending() {
            None | Some(Ending::HumansDead | Ending::TurnLimit) => SeatSet::EMPTY,
            Some(ending) => SeatSet::one(ending.winner().other().seat()),
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

#[cfg(test)]
mod tests {
    use super::*;
    use skirmish_core::{Game, Setup};

    #[test]
    fn every_ending_is_told_with_its_winner_and_its_cause() {
        let (game, mut state) = Outbreak::resolve(&Setup::seeded(1)).unwrap();
        assert_eq!(game.summarise(&state), "Not over: turn 1 of 1000, 0 humans against 0 zombies.");
        state.facts.turn = 338;
        let told = |(code, ending): (&str, Ending)| {
            let mut state = state.clone();
            state.facts.ending = Some(ending);
            assert!(Outbreak::ENDINGS.contains(&code), "{code}");
            let text = game.summarise(&state);
            let winner = ending.winner().name();
            assert!(text.starts_with(&format!("The {winner} win: ")) && !text.contains('_'), "{text}");
            text
        };
        assert_eq!(Ending::WORDS.len(), Outbreak::ENDINGS.len());
        let told = Ending::WORDS.map(told);
        for (text, part) in told.iter().zip([
            "The humans lasted 338 of 1000 turns",
            "0 humans lasted to the end",
            "the humans ran out of time on turn 338",
            "the zombies ran out of time",
            "the bot of the humans dropped out",
            "the bot of the zombies dropped out",
        ]) {
            assert!(text.contains(part), "{text}");
        }
    }
}
