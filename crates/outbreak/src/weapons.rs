//! The weapon table, a config value that is overridden entry by entry.

use crate::decimal::Decimal;
use crate::words::{AMMO, Name, WeaponId};
use serde_json::{Map, Value, json};
use skirmish_core::config::{Bounds, unknown_key};
use skirmish_core::read::{INT_LIMIT, Object, join, shown};
use skirmish_core::{Check, ConfigValue};

/// One weapon.
#[derive(Clone, PartialEq, Debug)]
pub struct Weapon {
    pub name: Name,
    /// The greatest distance to the target.
    pub range: i64,
    /// Rounds per shot.
    pub ammo: i64,
    /// Idle time per shot.
    pub delay: Decimal,
    /// Damage to the target alone; negative heals, here and below.
    pub direct: i64,
    /// Damage to everything in the target's hex.
    pub vertical: i64,
    /// Damage to everything within `radius` of the target's hex.
    pub horizontal: i64,
    pub radius: i64,
    /// Whether a human may be placed with it.
    pub can_spawn_with: bool,
    /// Whether an air drop may bring it.
    pub can_call: bool,
}

/// All weapons of a game, in the order of the table.
#[derive(Clone, PartialEq, Debug)]
pub struct Weapons(pub Vec<Weapon>);

const KEYS: [&str; 10] =
    ["name", "range", "ammo", "delay", "direct", "vertical", "horizontal", "radius", "can_spawn_with", "can_call"];

/// More weapons than this are refused.
const MOST: usize = 1000;

impl Weapons {
    pub fn find(&self, name: &str) -> Option<WeaponId> {
        self.0.iter().position(|weapon| weapon.name.as_str() == name).map(|i| WeaponId(i as u16))
    }

    /// The names there are, for messages.
    pub fn names(&self) -> String {
        self.0.iter().map(|weapon| weapon.name.as_str()).collect::<Vec<_>>().join(", ")
    }

    /// Lays one entry over the table.
    fn lay(&mut self, entry: &Value, pointer: &str, check: &Check) {
        let mut object = Object::open(entry, pointer.into(), "bad_config", check);
        let name = object.text("name");
        if !check.knows(pointer, ["name"]) {
            return;
        }
        if name.is_empty() || name == AMMO {
            object.fault("name", format!("{} cannot be the name of a weapon", shown(&json!(name))));
            return;
        }
        if let Value::Object(entry) = entry {
            for key in entry.keys().filter(|key| !KEYS.contains(&key.as_str())) {
                object.fault(key, unknown_key(key, &KEYS));
            }
        }
        let known = self.find(name);
        if known.is_none() {
            for key in KEYS.iter().filter(|key| !object.has(key)) {
                object.fault(key, format!("is missing; \"{name}\" is a new weapon, so its entry must be complete"));
            }
        }
        let mut weapon = match known {
            Some(WeaponId(i)) => self.0[usize::from(i)].clone(),
            None => Weapon { name: Name::new(name), ..Weapon::blank() },
        };
        let any = Bounds { min: 1 - INT_LIMIT, max: INT_LIMIT - 1 };
        lay_over(&mut weapon.range, "range", Bounds::DEFAULT, &mut object);
        lay_over(&mut weapon.ammo, "ammo", Bounds::DEFAULT, &mut object);
        lay_over(&mut weapon.delay, "delay", Bounds::DEFAULT, &mut object);
        lay_over(&mut weapon.direct, "direct", any, &mut object);
        lay_over(&mut weapon.vertical, "vertical", any, &mut object);
        lay_over(&mut weapon.horizontal, "horizontal", any, &mut object);
        lay_over(&mut weapon.radius, "radius", Bounds::DEFAULT, &mut object);
        lay_over(&mut weapon.can_spawn_with, "can_spawn_with", Bounds::DEFAULT, &mut object);
        lay_over(&mut weapon.can_call, "can_call", Bounds::DEFAULT, &mut object);
        match known {
            Some(WeaponId(i)) => self.0[usize::from(i)] = weapon,
            None => self.0.push(weapon),
        }
    }
}

fn lay_over(value: &mut impl ConfigValue, key: &'static str, bounds: Bounds, object: &mut Object<'_>) {
    if let Some(given) = object.take(key) {
        value.update(given, bounds, &join(object.pointer(), key), object.check());
    }
}

impl Weapon {
    fn blank() -> Weapon {
        Weapon {
            name: Name::default(),
            range: 0,
            ammo: 0,
            delay: Decimal::ZERO,
            direct: 0,
            vertical: 0,
            horizontal: 0,
            radius: 0,
            can_spawn_with: false,
            can_call: false,
        }
    }

    fn value(&self) -> Value {
        json!({
            "name": self.name, "range": self.range, "ammo": self.ammo, "delay": self.delay, "direct": self.direct,
            "vertical": self.vertical, "horizontal": self.horizontal, "radius": self.radius,
            "can_spawn_with": self.can_spawn_with, "can_call": self.can_call,
        })
    }
}

impl Default for Weapons {
    fn default() -> Weapons {
        // Name, range, ammo, delay in 1/10000, direct, vertical, horizontal, radius.
        type Row = (&'static str, i64, i64, i64, [i64; 4]);
        let table: [Row; 7] = [
            ("pistol", 5, 1, 5_000, [25, 0, 0, 0]),
            ("shotgun", 3, 2, 10_000, [20, 20, 0, 0]),
            ("grenade_launcher", 4, 12, 30_000, [0, 45, 45, 1]),
            ("flamethrower", 1, 3, 3_300, [0, 25, 0, 0]),
            ("chainsaw", 1, 0, 10_000, [60, 0, 0, 0]),
            ("medical_kit", 1, 5, 20_000, [0, -50, 0, 0]),
            ("zombie_arms", 1, 0, 10_000, [5, 0, 0, 0]),
        ];
        let weapon = |(name, range, ammo, delay, [direct, vertical, horizontal, radius]): Row| Weapon {
            name: Name::new(name),
            range,
            ammo,
            delay: Decimal::units(delay),
            direct,
            vertical,
            horizontal,
            radius,
            can_spawn_with: name != "zombie_arms",
            can_call: name != "zombie_arms",
        };
        Weapons(table.map(weapon).into())
    }
}

impl ConfigValue for Weapons {
    fn update(&mut self, value: &Value, _: Bounds, pointer: &str, check: &Check) {
        let Value::Array(entries) = value else {
            check.fault("bad_config", pointer, format!("{} is not a list of weapons", shown(value)));
            return;
        };
        let inner = Check::new();
        let mut new = self.clone();
        for (i, entry) in entries.iter().enumerate() {
            new.lay(entry, &format!("{pointer}/{i}"), &inner);
        }
        if new.0.len() > MOST {
            inner.fault("bad_config", pointer, format!("makes {} weapons; {MOST} are allowed", new.0.len()));
        }
        match inner.finish(new) {
            Ok(new) => *self = new,
            Err(faults) => check.absorb(faults),
        }
    }

    fn value(&self) -> Value {
        self.0.iter().map(Weapon::value).collect()
    }

    fn schema(_: Bounds) -> Value {
        let natural = json!({"type": "integer", "minimum": 0});
        let damage = json!({"type": "integer"});
        let flag = json!({"type": "boolean"});
        let mut properties = Map::new();
        for key in KEYS {
            let schema = match key {
                "name" => json!({"type": "string", "minLength": 1}),
                "delay" => json!({"type": "number", "minimum": 0}),
                "direct" | "vertical" | "horizontal" => damage.clone(),
                "can_spawn_with" | "can_call" => flag.clone(),
                _ => natural.clone(),
            };
            properties.insert(key.into(), schema);
        }
        let entry = json!({
            "type": "object", "required": ["name"], "additionalProperties": false, "properties": properties,
        });
        json!({"type": "array", "items": entry})
    }
}
