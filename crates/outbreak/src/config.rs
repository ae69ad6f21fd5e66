//! The constants of the game as config keys, and the preset that undoes its deliberate changes to the original.

use crate::decimal::Decimal;
pub use crate::weapons::{Weapon, Weapons};
use skirmish_core::read::join;
use skirmish_core::{Check, Preset, config, config_words};

config_words! {
    /// What a zombie may attack.
    pub enum AttackFacing { Front = "front", Any = "any" }
}

const fn tenths(n: i64) -> Decimal {
    Decimal::units(n * 1000)
}

config! {
    /// Every constant of the rulebook.
    pub struct Config {
        /// Radius of the board: hexes with |x| and |y| up to it.
        radius: i64 = 13, 0..=255;
        /// The last turn; the turns of both seats count.
        max_turns: i64 = 1000, 1..=9007199254740991;
        /// Clock of each seat at the start, in milliseconds.
        bank_ms: i64 = 30000;
        /// Milliseconds added to a seat's clock for each of its turns.
        turn_ms: i64 = 1000;
        /// How many humans may be placed on turn 1.
        human_count: i64 = 6;
        /// HP of a new human.
        human_hp: i64 = 100, 1..=9007199254740991;
        /// A human can be healed up to this many times its initial HP.
        human_overheal: Decimal = tenths(15), 1..=9007199254740991;
        /// Moves of a human per turn.
        human_moves: i64 = 3;
        /// How far humans see.
        human_sight: i64 = 8, 1..=9007199254740991;
        /// Rounds of a new human.
        human_ammo: i64 = 125;
        /// What a human holds after dropping its weapon.
        human_fallback_weapon: String = "chainsaw".into();
        /// Moves an attack costs a human.
        human_attack_moves: i64 = 1;
        /// HP of a zombie made at time 0.
        zombie_hp: i64 = 70, 1..=9007199254740991;
        /// HP added to new zombies for every zombie turn so far.
        zombie_hp_incr: Decimal = tenths(2);
        /// A zombie can be healed up to this many times its initial HP.
        zombie_overheal: Decimal = tenths(15), 1..=9007199254740991;
        /// Moves of a zombie per turn.
        zombie_moves: i64 = 1;
        /// How far zombies see.
        zombie_sight: i64 = 2, 1..=9007199254740991;
        /// The weapon of every zombie.
        zombie_weapon: String = "zombie_arms".into();
        /// Moves an attack costs a zombie.
        zombie_attack_moves: i64 = 1;
        /// Whether a zombie attacks only its own hex and what is in front of it, or anything in range.
        zombie_attack_facing: AttackFacing = AttackFacing::Front;
        /// HP gained per HP of an eaten zombie.
        eat_factor: Decimal = tenths(20);
        /// Moves eating costs a zombie.
        eat_moves: i64 = 1;
        /// Zombies that become ready per zombie turn at time 0.
        spawn_rate: Decimal = tenths(10);
        /// Growth of that rate per zombie turn.
        spawn_rate_incr: Decimal = Decimal::units(250);
        /// The most zombies alive at once, at time 0.
        zombie_cap: i64 = 20;
        /// Growth of that cap per zombie turn.
        zombie_cap_incr: Decimal = tenths(8);
        /// Idle time of a new unit.
        idle_start: Decimal = tenths(5);
        /// Idle time that every unit gains at the start of every turn of either seat.
        idle_gain: Decimal = tenths(5);
        /// Idle time is cut to this after a shot.
        idle_cap_after_shot: Decimal = tenths(10);
        /// HP of a new wall, and HP that building adds to one.
        wall_build_hp: i64 = 7, 1..=9007199254740991;
        /// A wall can be repaired up to this many times its initial HP.
        wall_overheal: Decimal = tenths(100_000), 1..=9007199254740991;
        /// HP of a strong wall on the map.
        map_wall_hp: i64 = 600, 1..=9007199254740991;
        /// HP of a weak wall on the map.
        map_weak_wall_hp: i64 = 200, 1..=9007199254740991;
        /// Rounds in an ammo crate on the map.
        map_crate_hp: i64 = 40, 1..=9007199254740991;
        /// HP of weapon crates and of everything that an air drop brings.
        crate_hp: i64 = 100, 1..=9007199254740991;
        /// Air drops earned per human turn.
        drop_rate: Decimal = Decimal::units(1001);
        /// The most air drops that can be saved up.
        drop_max: Decimal = tenths(10);
        /// Turns of either seat until a drop lands.
        drop_delay: i64 = 4;
        /// Damage a landing drop does to everything in its hex.
        drop_damage: i64 = 200;
        /// The most actions in one list.
        max_actions: i64 = 1000;
        /// The weapon table; entries are overridden one by one.
        weapons: Weapons = Weapons::default();
    }
}

impl skirmish_core::Config for Config {
    fn combine(&self, pointer: &str, check: &Check) {
        for (key, name) in
            [("human_fallback_weapon", &self.human_fallback_weapon), ("zombie_weapon", &self.zombie_weapon)]
        {
            if self.weapons.find(name).is_none() && check.knows(pointer, [key, "weapons"]) {
                let known = self.weapons.names();
                check.fault("bad_config", join(pointer, key), format!("\"{name}\" is not a weapon; there are {known}"));
            }
        }
    }
}

pub const PRESETS: &[Preset] =
    &[Preset { name: "original", json: r#"{"human_attack_moves":0,"zombie_attack_facing":"any","zombie_hp_incr":0}"# }];

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};
    use skirmish_core::config::{Config as _, ConfigTable};

    fn read(overrides: Value) -> Result<Config, String> {
        let check = Check::new();
        let config = Config::overridden(overrides.as_object().unwrap(), "", &check);
        check.finish(config).map_err(|faults| faults.to_string())
    }

    #[test]
    fn weapons_are_overridden_entry_by_entry() {
        let given = json!([
            {"name": "pistol", "range": 6, "delay": 0.2501},
            {"name": "mortar", "range": 9, "ammo": 3, "delay": 1, "direct": -1, "vertical": 2, "horizontal": 3,
             "radius": 2, "can_spawn_with": true, "can_call": false},
        ]);
        let config = read(json!({"weapons": given})).unwrap();
        assert_eq!(config.weapons.0.len(), 8);
        assert_eq!((config.weapons.0[0].range, config.weapons.0[0].direct), (6, 25));
        assert_eq!(config.weapons.0[0].delay, Decimal::units(2501));
        assert_eq!(config.weapons.find("mortar").map(|id| id.0), Some(7));
        assert_eq!(config.get("weapons").unwrap()[7]["delay"], json!(1));
    }

    #[test]
    fn all_faults_are_named() {
        let text = read(json!({
            "weapons": [{"name": "bow", "range": 1}, {"name": "pistol", "rangee": 2, "ammo": -1}, 7, {"name": "ammo"}],
            "human_sight": 0, "spawn_rate": 0.00001, "human_overheal": 0.9, "zombie_attack_facing": "back",
        }))
        .unwrap_err();
        for part in [
            "/weapons/0/can_call: is missing",
            "/weapons/1/rangee: is an unknown key; the nearest known key is range",
            "/weapons/1/ammo: -1 is not allowed",
            "/weapons/2: 7 is not an object",
            "/weapons/3/name: \"ammo\" cannot be",
            "/human_sight: 0 is not allowed",
            "/spawn_rate: 0.00001 is not a number with at most 4 places",
            "/human_overheal: 0.9 is not allowed",
            "/zombie_attack_facing: \"back\" is not one of",
        ] {
            assert!(text.contains(part), "{part}\n in\n{text}");
        }
    }

    #[test]
    fn weapons_that_others_name_must_be_there() {
        let text = read(json!({"human_fallback_weapon": "spoon"})).unwrap_err();
        assert!(text.contains("/human_fallback_weapon: \"spoon\" is not a weapon; there are pistol"), "{text}");
    }

    #[test]
    fn the_preset_is_a_set_of_good_overrides() {
        let config = read(serde_json::from_str(PRESETS[0].json).unwrap()).unwrap();
        assert_eq!(config.differences().len(), 3);
    }
}
