//! Every constant of the game as a config key.

use crate::formula::Formula;
use serde_json::{Map, json};
use skirmish_core::config::{Bounds, Value};
use skirmish_core::read::{join, shown};
use skirmish_core::{Check, Config, ConfigValue, config, config_words};

config_words! {
    /// Who wins when a seat has lost its last unit.
    pub enum Elimination { Score = "score", Survivor = "survivor" }
}

config! {
    pub struct GolemsConfig {
        /// Squares from left to right; always set by the map.
        width: i64 = 26, 2..=100;
        /// Squares from bottom to top; always set by the map.
        height: i64 = 26, 2..=100;
        /// Health of a fresh unit, and the limit of regeneration.
        max_health: Formula = Formula::ability("(15*G)+50");
        /// Steps per turn.
        max_moves: Formula = Formula::ability("(1*B)+2");
        /// Damage to the target of an attack.
        attack_power: Formula = Formula::ability("(6*R)+20");
        /// Reach of a unit that has not moved.
        attack_range: Formula = Formula::ability("(1*Y)+1");
        /// Health given to a friendly unit that is the target of an attack.
        heal_power: Formula = Formula::ability("(8*min(G, Y))+0");
        /// Poison given to the target of an attack.
        poison_power: Formula = Formula::ability("(6*min(R, B))+0");
        /// Health regained when the owner's turn begins.
        max_regen: Formula = Formula::ability("(3*min(B, G))+0");
        /// Damage to enemies around the target square.
        splash_damage: Formula = Formula::ability("(4*min(Y, R))+0");
        /// The level, which other formulas may use.
        level: Formula = Formula::level("R+G+B+Y");
        /// The most build points a unit can hold, and the price of building.
        max_build_points: Formula = Formula::ability("Level*3");
        /// The game ends when this turn, counted over both seats, begins.
        max_turns: i64 = 400, 1..=100_000;
        /// Actions a unit gets each turn.
        actions_per_turn: i64 = 1, 0..=10;
        /// Build points a unit on a zone earns when its owner's turn begins.
        zone_points: i64 = 1, 0..=100;
        /// Whether points that a unit cannot hold still count for the score.
        count_capped_points: bool = true;
        /// How far splash reaches from the target square.
        splash_radius: i64 = 1, 0..=10;
        /// Health never exceeds this percentage of the maximum, rounded up.
        overheal_percent: i64 = 150, 100..=1000;
        /// Build points the second seat's red unit starts with.
        start_bonus_points: i64 = 1, 0..=100;
        /// Who wins when a seat has lost its last unit: the higher score, or the survivor.
        elimination: Elimination = Elimination::Score;
        /// The most actions in one turn's list.
        max_actions: i64 = 2000, 1..=100_000;
        /// Thinking time per turn, in milliseconds.
        turn_ms: i64 = 1000, 1..=600_000;
        /// Thinking time for a seat's first turn, in milliseconds.
        first_turn_ms: i64 = 5000, 1..=600_000;
        /// The maps to draw from when none is named.
        maps: MapNames = MapNames::default();
    }
}

impl Config for GolemsConfig {}

impl GolemsConfig {
    /// The defaults with `overrides` applied, which must not contain the `barred` keys.
    pub(crate) fn read(
        overrides: &Map<String, Value>,
        barred: &[(&str, &str)],
        pointer: &str,
        check: &Check,
    ) -> GolemsConfig {
        let mut rest = overrides.clone();
        for (key, why) in barred {
            if rest.shift_remove(*key).is_some() {
                check.fault("bad_config", join(pointer, key), *why);
            }
        }
        GolemsConfig::overridden(&rest, pointer, check)
    }
}

/// A list of at least one map name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MapNames(pub Vec<String>);

impl Default for MapNames {
    fn default() -> Self {
        MapNames(["own_scatter", "own_ridges", "own_ruins"].map(String::from).into())
    }
}

impl ConfigValue for MapNames {
    fn update(&mut self, value: &Value, _: Bounds, pointer: &str, check: &Check) {
        let names: Option<Vec<String>> = value
            .as_array()
            .and_then(|list| list.iter().map(|name| name.as_str().map(String::from)).collect())
            .filter(|names: &Vec<String>| !names.is_empty());
        match names {
            Some(names) => self.0 = names,
            None => check.fault("bad_config", pointer, format!("{} is not a list of map names", shown(value))),
        }
    }

    fn value(&self) -> Value {
        json!(self.0)
    }

    fn schema(_: Bounds) -> Value {
        json!({"type": "array", "items": {"type": "string"}, "minItems": 1})
    }
}
