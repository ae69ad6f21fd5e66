//! How a game is asked for.

use crate::Faults;
use crate::names::unknown;
use serde_json::{Map, Value};

/// What a match says about its game: everything has a default.
#[derive(Clone, Default, Debug)]
pub struct Setup {
    /// Config overrides, presets already written into them.
    pub config: Map<String, Value>,
    /// The map; without one the game's default, or its draw.
    pub map: Option<MapChoice>,
    /// Names of the seats, where the game lets them be chosen; empty for the default.
    pub seats: Vec<String>,
    pub seed: u64,
}

#[derive(Clone, Debug)]
pub enum MapChoice {
    /// A shipped map.
    Named(String),
    /// A map file in JSON.
    Json(Value),
    /// A map file in the game's own text format, where it has one.
    Text(String),
}

/// A map inside the program.
#[derive(Clone, Copy, Debug)]
pub struct ShippedMap {
    pub name: &'static str,
    pub json: &'static str,
}

/// A named set of config overrides.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    pub name: &'static str,
    /// A JSON object.
    pub json: &'static str,
}

impl Setup {
    pub fn seeded(seed: u64) -> Setup {
        Setup { seed, ..Setup::default() }
    }

    pub fn with_map(mut self, name: &str) -> Setup {
        self.map = Some(MapChoice::Named(name.into()));
        self
    }
}

/// The shipped map called `name`, or a fault that lists what there is.
pub fn shipped(maps: &[ShippedMap], name: &str) -> Result<Value, Faults> {
    match maps.iter().find(|map| map.name == name) {
        Some(map) => Ok(serde_json::from_str(map.json).expect("shipped maps are JSON")),
        None => Err(Faults::one("bad_map", "", unknown("map", name, maps.iter().map(|map| map.name)))),
    }
}
