//! What a seat is told: everything, since nothing is hidden but the command the other is giving.

use crate::config::Config;
use crate::game::{Footsoldiers, Rock};
use crate::position::{BaseEntry, RockEntry, SoldierEntry, list_disqualified, list_soldiers};
use crate::state::{State, Team};
use schemars::JsonSchema;
use serde::Serialize;
use skirmish_core::{Fixed, Rejection, Viewer};

/// The position with its complete config, and who looks.
#[derive(Clone, PartialEq, Debug, Default, Serialize, JsonSchema)]
pub struct View {
    pub game: &'static str,
    pub turns_remaining: i64,
    pub next_id: i64,
    pub bases: Vec<BaseEntry>,
    pub rocks: Fixed<Vec<RockEntry>>,
    pub soldiers: Vec<SoldierEntry>,
    pub config: Fixed<RuleKeys>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub disqualified: Vec<Team>,
    /// The seat that looks; absent for those who only watch.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub you: Option<Team>,
    /// How many turns have been played.
    pub turn: i64,
    /// What was refused of the seat's list in the turn before.
    pub rejected: Vec<Refused>,
}

/// What every view of a match says in the same words.
#[derive(Clone, Debug)]
pub(crate) struct FixedParts {
    rocks: Fixed<Vec<RockEntry>>,
    config: Fixed<RuleKeys>,
}

impl FixedParts {
    pub fn new(config: &Config, rocks: &[Rock]) -> FixedParts {
        let rocks = rocks.iter().map(RockEntry::from).collect();
        FixedParts { rocks: Fixed::new(rocks), config: Fixed::new(RuleKeys::from(config)) }
    }
}

#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Refused {
    pub index: i32,
    pub reason: &'static str,
}

macro_rules! rule_keys {
    ($($key:ident),* $(,)?) => {
        /// Every key of the config that is about the rules, alphabetically.
        #[derive(Clone, Copy, PartialEq, Debug, Serialize, JsonSchema)]
        pub struct RuleKeys {
            $(pub $key: i64,)*
        }

        impl From<&Config> for RuleKeys {
            fn from(config: &Config) -> RuleKeys {
                RuleKeys { $($key: config.$key,)* }
            }
        }
    };
}

rule_keys! {
    assassin_cost, assassin_damage, assassin_health, assassin_speed, base_health, initial_money,
    max_distance_from_base, money_per_turn, scout_cost, scout_damage, scout_health, scout_speed, tank_cost,
    tank_damage, tank_health, tank_speed, total_turns,
}

impl Default for RuleKeys {
    fn default() -> RuleKeys {
        RuleKeys::from(&Config::default())
    }
}

pub(crate) fn write(game: &Footsoldiers, state: &State, viewer: Viewer, rejected: &[Rejection], out: &mut View) {
    out.game = Footsoldiers::NAME;
    out.turns_remaining = state.turns_remaining;
    out.next_id = state.next_id;
    game.list_bases(state, &mut out.bases);
    out.rocks = game.fixed.rocks.clone();
    list_soldiers(state, &mut out.soldiers);
    out.config = game.fixed.config.clone();
    list_disqualified(state, &mut out.disqualified);
    out.you = match viewer {
        Viewer::Seat(seat) => Some(Team::of(seat)),
        Viewer::Spectator | Viewer::Omniscient => None,
    };
    out.turn = game.config.total_turns - state.turns_remaining;
    out.rejected.clear();
    out.rejected.extend(rejected.iter().map(|it| Refused { index: it.index, reason: it.reason.0 }));
}
