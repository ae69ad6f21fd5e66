//! Points, and the result of a game.

use crate::class::Side;
use crate::config::Config;
use crate::game::Infection;
use crate::state::{Phase, State};
use schemars::JsonSchema;
use serde::Serialize;
use skirmish_core::read::bounded;
use skirmish_core::{SeatSet, Standings};

/// Why a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
// Starter kits know it by this name.
#[schemars(rename = "Ending")]
pub enum Cause {
    AllInfected,
    TurnLimit,
}

impl Cause {
    pub const WORDS: [(&'static str, Cause); 2] =
        [("all_infected", Cause::AllInfected), ("turn_limit", Cause::TurnLimit)];

    pub fn name(self) -> &'static str {
        Cause::WORDS[self as usize].0
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Scores {
    pub humans: i64,
    pub zombies: i64,
}

impl Scores {
    /// The points of a game that ends on this turn.
    pub(crate) fn at(config: &Config, turn: i64, alive: i64, infected: i64) -> Scores {
        let points = |humans: i64| config.points_per_human.saturating_mul(humans);
        Scores {
            humans: bounded(turn.saturating_add(points(alive))),
            zombies: bounded((config.turn_limit - turn).saturating_add(points(infected))),
        }
    }
}

/// How a game ended, as a position says it; while it runs, how it would end now.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Outcome {
    pub over: bool,
    pub winner: Option<Side>,
    pub scores: Scores,
    pub reason: Option<Cause>,
    pub end_turn: i64,
    pub humans_alive: i64,
    pub humans_infected: i64,
    pub humans_ignored: bool,
    pub zombies_ignored: bool,
}

/// The result by itself: it begins with the game's name.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct NamedOutcome {
    pub game: &'static str,
    #[serde(flatten)]
    pub outcome: Outcome,
}

pub(crate) fn outcome(game: &Infection, state: &State) -> Outcome {
    let over = state.phase == Phase::Over;
    let alive = state.humans_alive();
    let scores = game.scores(state);
    let winner = match scores.humans.cmp(&scores.zombies) {
        std::cmp::Ordering::Greater => Some(Side::Humans),
        std::cmp::Ordering::Less => Some(Side::Zombies),
        std::cmp::Ordering::Equal => None,
    };
    Outcome {
        over,
        winner: winner.filter(|_| over),
        scores,
        reason: over.then_some(if alive == 0 { Cause::AllInfected } else { Cause::TurnLimit }),
        end_turn: state.turn,
        humans_alive: alive,
        humans_infected: state.infected,
        humans_ignored: game.is_ignored(state, Side::Humans),
        zombies_ignored: game.is_ignored(state, Side::Zombies),
    }
}

/// The sides that are no longer asked.
pub(crate) fn counted_out(game: &Infection, state: &State) -> SeatSet {
    Side::ALL.into_iter().filter(|&side| game.is_ignored(state, side)).map(Side::seat).collect()
}

/// How it ended or stands, in plain sentences.
pub(crate) fn summary(game: &Infection, state: &State) -> String {
    let Outcome { winner, scores, reason, end_turn, humans_alive, humans_infected, .. } = outcome(game, state);
    let (last, Scores { humans, zombies }) = (game.config.turn_limit, scores);
    let left = match humans_alive {
        1 => "1 human is left".to_string(),
        n => format!("{n} humans are left"),
    };
    let points = format!("{} to {} points", humans.max(zombies), humans.min(zombies));
    let result = match winner {
        Some(side) => format!("The {} win, {points}", side.name()),
        None => format!("A draw, {points}"),
    };
    let told = match (reason, winner) {
        (None, _) => format!("Not over: turn {end_turn} of {last}, {left}, {humans_infected} infected."),
        (Some(Cause::AllInfected), Some(Side::Humans)) => {
            format!("{result}: the last of them was not infected until turn {end_turn} of {last}.")
        }
        (Some(Cause::AllInfected), _) => {
            format!("{result}: the last human was infected on turn {end_turn} of {last}.")
        }
        (Some(Cause::TurnLimit), _) => {
            format!("{result}: {left} after the last turn, {end_turn}; {humans_infected} were infected.")
        }
    };
    let silent = Side::ALL.into_iter().filter(|&side| game.is_ignored(state, side));
    let silent = silent.map(|side| format!(" The {}' bot failed too often and was no longer asked.", side.name()));
    told + &silent.collect::<String>()
}

pub(crate) fn standings(game: &Infection, state: &State) -> Standings {
    let outcome = outcome(game, state);
    Standings {
        over: outcome.over,
        winner: outcome.winner.map(Side::seat),
        scores: vec![outcome.scores.humans, outcome.scores.zombies],
        reason: outcome.reason.map(Cause::name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use skirmish_core::{Documents, Setup, Telling};

    #[test]
    fn every_ending_is_told_with_its_winner_and_its_cause() {
        let (game, mut state) = Infection::resolve(&Setup::seeded(1)).unwrap();
        assert!(summary(&game, &state).starts_with("Not over: turn 0 of 200, 20 humans are left"));
        state.phase = Phase::Over;
        state.turn = 200;
        state.infected = 2;
        let text = summary(&game, &state);
        assert_eq!(
            text,
            "The humans win, 300 to 10 points: 20 humans are left after the last turn, 200; 2 were infected."
        );
        state.sides[Side::Humans as usize] = Default::default();
        let end = |turn, infected| {
            let mut state = state.clone();
            (state.turn, state.infected) = (turn, infected);
            summary(&game, &state)
        };
        assert_eq!(
            end(151, 20),
            "The humans win, 151 to 149 points: the last of them was not infected until turn 151 of 200."
        );
        assert_eq!(end(149, 20), "The zombies win, 151 to 149 points: the last human was infected on turn 149 of 200.");
        assert_eq!(end(150, 20), "A draw, 150 to 150 points: the last human was infected on turn 150 of 200.");
        state.faults[Side::Zombies as usize] = game.config.max_faults;
        assert!(summary(&game, &state).ends_with("The zombies' bot failed too often and was no longer asked."));
        assert_eq!(Infection::ENDINGS, Cause::WORDS.map(|(word, _)| word));
    }
}
