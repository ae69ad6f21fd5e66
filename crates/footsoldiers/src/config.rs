//! Every constant of the game, and the two forms in which it can be overridden.

use crate::state::Kind;
use serde_json::{Map, Value};
use skirmish_core::config::ConfigTable;
use skirmish_core::{Check, Config as _};

skirmish_core::config! {
    /// The constants of a match.
    pub struct Config {
        /// Money of each player at the start.
        initial_money: i64 = 10, 0..=2147483647;
        /// Money both players get at the end of every turn.
        money_per_turn: i64 = 3, 0..=2147483647;
        /// The greatest distance from their own base at which a player may build.
        max_distance_from_base: i64 = 5, 0..=2147483647;
        /// How many turns a game has.
        total_turns: i64 = 100, 1..=2147483647;
        /// Health of each base at the start.
        base_health: i64 = 40, 1..=2147483647;
        /// Health of a new scout.
        scout_health: i64 = 9, 1..=2147483647;
        /// Health of a new assassin.
        assassin_health: i64 = 6, 1..=2147483647;
        /// Health of a new tank.
        tank_health: i64 = 12, 1..=2147483647;
        /// Steps a scout can walk in a turn.
        scout_speed: i64 = 6, 0..=64;
        /// Steps an assassin can walk in a turn.
        assassin_speed: i64 = 5, 0..=64;
        /// Steps a tank can walk in a turn.
        tank_speed: i64 = 2, 0..=64;
        /// Damage of a scout's strike.
        scout_damage: i64 = 3, 0..=2147483647;
        /// Damage of an assassin's strike.
        assassin_damage: i64 = 5, 0..=2147483647;
        /// Damage of a tank's strike.
        tank_damage: i64 = 2, 0..=2147483647;
        /// Price of a scout.
        scout_cost: i64 = 10, 0..=2147483647;
        /// Price of an assassin.
        assassin_cost: i64 = 11, 0..=2147483647;
        /// Price of a tank.
        tank_cost: i64 = 12, 0..=2147483647;
        /// Time for one answer, in milliseconds.
        turn_ms: i64 = 1000, 1..=2147483647;
        /// Time from starting a bot until it is ready, in milliseconds.
        start_ms: i64 = 15000, 1..=2147483647;
        /// How many times a dead bot is restarted.
        max_restarts: i64 = 4, 0..=2147483647;
        /// Memory a bot process may use, in KiB.
        bot_memory_limit_kib: i64 = 2621440, 1..=2147483647;
    }
}

impl skirmish_core::Config for Config {}

/// Keys about bot processes; they do not belong in a position.
pub const PROCESS_KEYS: [&str; 4] = ["turn_ms", "start_ms", "max_restarts", "bot_memory_limit_kib"];

/// What the constants say about a kind of soldier.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Traits {
    pub health: i64,
    pub speed: i64,
    pub damage: i64,
    pub cost: i64,
}

impl Config {
    /// What a kind of soldier can do and costs.
    pub fn traits(&self, kind: Kind) -> Traits {
        let (health, speed, damage, cost) = match kind {
            Kind::Scout => (self.scout_health, self.scout_speed, self.scout_damage, self.scout_cost),
            Kind::Assassin => (self.assassin_health, self.assassin_speed, self.assassin_damage, self.assassin_cost),
            Kind::Tank => (self.tank_health, self.tank_speed, self.tank_damage, self.tank_cost),
        };
        Traits { health, speed, damage, cost }
    }

    /// The rule keys whose value is not the default, alphabetically: the `config` of a position.
    pub fn rule_differences(&self) -> Map<String, Value> {
        self.differences().into_iter().filter(|(key, _)| !PROCESS_KEYS.contains(&key.as_str())).collect()
    }

    /// Reads the `config` of a position, in which process keys are faults.
    pub(crate) fn of_position(overrides: &Map<String, Value>, check: &Check) -> Config {
        let (process, rules): (Map<_, _>, Map<_, _>) =
            overrides.clone().into_iter().partition(|(key, _)| PROCESS_KEYS.contains(&key.as_str()));
        for key in process.keys() {
            check.fault(
                "bad_config",
                format!("/config/{key}"),
                "is about bot processes and does not belong in a position",
            );
        }
        Config::overridden(&rules, "/config", check)
    }
}

/// Reads overrides: our own flat keys, or the kebab-case file of the original game.
pub fn read(overrides: &Map<String, Value>, check: &Check) -> Config {
    if is_original(overrides) { read_original(overrides, check) } else { Config::overridden(overrides, "", check) }
}

/// The objects in which the original's file holds one number per kind of soldier.
const NESTED: [&str; 4] = ["health", "speed", "damage", "cost"];

/// A dash in a key, or one of the nested objects, marks the original's form.
fn is_original(overrides: &Map<String, Value>) -> bool {
    overrides.iter().any(|(key, value)| key.contains('-') || NESTED.contains(&key.as_str()) && value.is_object())
}

/// Keys of the original's file and what they are called here.
const ORIGINAL: [(&str, &str); 8] = [
    ("initial-money", "initial_money"),
    ("money-per-turn", "money_per_turn"),
    ("max-distance-from-base", "max_distance_from_base"),
    ("total-turns", "total_turns"),
    ("bot-memory-limit-kib", "bot_memory_limit_kib"),
    ("base-health", "base_health"),
    ("turn-ms", "turn_ms"),
    ("max-restarts", "max_restarts"),
];

fn read_original(file: &Map<String, Value>, check: &Check) -> Config {
    let mut config = Config::default();
    let unknown = |pointer: String| {
        let known = ORIGINAL.iter().map(|(key, _)| *key).chain(["bot-initialisation-time"]).chain(NESTED);
        let known = known.collect::<Vec<_>>().join(", ");
        check.fault("bad_config", pointer, format!("is an unknown key of the original's config; known are {known}"));
    };
    for (key, value) in file {
        let pointer = skirmish_core::read::join("", key);
        if let Some((_, own)) = ORIGINAL.iter().find(|(name, _)| name == key) {
            config.set(own, value, &pointer, check);
        } else if key == "bot-initialisation-time" {
            match value.as_f64() {
                Some(seconds) => {
                    let ms = Value::from((seconds * 1000.0).round() as i64);
                    config.set("start_ms", &ms, &pointer, check);
                }
                None => check.fault("bad_config", pointer, "is not a number of seconds"),
            }
        } else if NESTED.contains(&key.as_str()) {
            let Value::Object(kinds) = value else {
                check.fault("bad_config", pointer, "is not an object with scout, assassin and tank");
                continue;
            };
            for (kind, value) in kinds {
                let pointer = skirmish_core::read::join(&pointer, kind);
                let kind_is_known = ["scout", "assassin", "tank"].contains(&kind.as_str());
                if !kind_is_known || !config.set(&format!("{kind}_{key}"), value, &pointer, check) {
                    check.fault("bad_config", pointer, "is not a kind of soldier; there are scout, assassin and tank");
                }
            }
        } else {
            unknown(pointer);
        }
    }
    config
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn reading(value: Value) -> Result<Config, skirmish_core::Faults> {
        let check = Check::new();
        let config = read(value.as_object().unwrap(), &check);
        check.finish(config)
    }

    #[test]
    fn the_originals_file_is_the_defaults() {
        let file = json!({"initial-money": 10, "money-per-turn": 3, "max-distance-from-base": 5, "total-turns": 100,
            "bot-memory-limit-kib": 2621440, "bot-initialisation-time": 15,
            "health": {"scout": 9, "assassin": 6, "tank": 12}, "speed": {"scout": 6, "assassin": 5, "tank": 2},
            "damage": {"scout": 3, "assassin": 5, "tank": 2}, "cost": {"scout": 10, "assassin": 11, "tank": 12}});
        assert_eq!(reading(file).unwrap(), Config::default());
    }

    #[test]
    fn seconds_become_milliseconds_and_extra_keys_are_taken() {
        let config =
            reading(json!({"bot-initialisation-time": 0.2504, "base-health": 7, "turn-ms": 5, "max-restarts": 0,
            "speed": {"tank": 3}}));
        let config = config.unwrap();
        assert_eq!((config.start_ms, config.base_health, config.turn_ms), (250, 7, 5));
        assert_eq!((config.max_restarts, config.tank_speed, config.scout_speed), (0, 3, 6));
    }

    #[test]
    fn all_faults_of_the_originals_form_are_named() {
        let faults = reading(json!({"speed": {"scout": 65, "horse": 1}, "initial_money": 3, "cost": 5,
            "bot-initialisation-time": 0.0001, "total-turns": 0, "mony-per-turn": 1}))
        .unwrap_err();
        let places: Vec<_> = faults.list().iter().map(|f| f.pointer.as_str()).collect();
        let wanted = ["/speed/scout", "/speed/horse", "/initial_money", "/cost", "/bot-initialisation-time"];
        assert_eq!(places[..5], wanted);
        assert_eq!(places[5..], ["/total-turns", "/mony-per-turn"]);
        assert!(faults.list().iter().all(|fault| fault.code == "bad_config"));
    }

    #[test]
    fn our_own_form_is_flat() {
        assert_eq!(reading(json!({"tank_speed": 0})).unwrap().tank_speed, 0);
        assert!(reading(json!({"speed": 3})).is_err());
        assert!(
            reading(json!({"scout_health": 0, "tank_speed": 65, "max_restarts": -1})).unwrap_err().list().len() == 3
        );
        assert!(reading(json!({"total_turns": 2147483648_i64})).is_err());
    }
}
