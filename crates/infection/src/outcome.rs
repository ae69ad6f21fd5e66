//! Points, and the result of a game.

use crate::class::Side;
use crate::config::Config;
use crate::game::Infection;
use crate::state::{Phase, State};
use schemars::JsonSchema;
use serde::Serialize;
use skirmish_core::Standings;

/// Why a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    AllInfected,
    TurnLimit,
}

impl Ending {
    pub const WORDS: [(&'static str, Ending); 2] =
        [("all_infected", Ending::AllInfected), ("turn_limit", Ending::TurnLimit)];

    pub fn name(self) -> &'static str {
        Ending::WORDS[self as usize].0
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Scores {
    pub humans: i64,
    pub zombies: i64,
}

impl Scores {
    /// Those of a game that ends with this turn.
    pub(crate) fn at(config: &Config, turn: i64, alive: i64, infected: i64) -> Scores {
        let points = |humans: i64| config.points_per_human.saturating_mul(humans);
        Scores {
            humans: turn.saturating_add(points(alive)),
            zombies: (config.turn_limit - turn).saturating_add(points(infected)),
        }
    }
}

/// How a game ended, as a position says it; while it runs, how it would end now.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Outcome {
    pub over: bool,
    pub winner: Option<Side>,
    pub scores: Scores,
    pub reason: Option<Ending>,
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

impl Infection {
    pub(crate) fn outcome_of(&self, state: &State) -> Outcome {
        let over = state.phase == Phase::Over;
        let alive = state.humans_alive();
        let scores = Scores::at(&self.config, state.turn, alive, state.infected);
        let winner = match scores.humans.cmp(&scores.zombies) {
            std::cmp::Ordering::Greater => Some(Side::Humans),
            std::cmp::Ordering::Less => Some(Side::Zombies),
            std::cmp::Ordering::Equal => None,
        };
        Outcome {
            over,
            winner: winner.filter(|_| over),
            scores,
            reason: over.then_some(if alive == 0 { Ending::AllInfected } else { Ending::TurnLimit }),
            end_turn: state.turn,
            humans_alive: alive,
            humans_infected: state.infected,
            humans_ignored: self.is_ignored(state, Side::Humans),
            zombies_ignored: self.is_ignored(state, Side::Zombies),
        }
    }

    pub(crate) fn standings_of(&self, state: &State) -> Standings {
        let outcome = self.outcome_of(state);
        Standings {
            over: outcome.over,
            winner: outcome.winner.map(Side::seat),
            scores: vec![outcome.scores.humans, outcome.scores.zombies],
            reason: outcome.reason.map(Ending::name),
        }
    }
}
