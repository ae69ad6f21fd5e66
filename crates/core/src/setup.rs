//! How a game is asked for.

use crate::Faults;
use crate::names::unknown;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The game that a match asks for. Everything has a default.
#[derive(Clone, Default, Debug)]
pub struct Setup {
    /// Config overrides, with presets already merged in.
    pub config: Map<String, Value>,
    /// The map; without one the game takes its default or draws one.
    pub map: Option<MapChoice>,
    /// The names of the seats, in games that let you choose them; empty for the default.
    pub seats: Vec<String>,
    /// The match's seed; maps and draws follow from it.
    pub seed: u64,
}

/// Which map a match is played on.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
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
    /// The name it is asked for by.
    pub name: &'static str,
    /// The map file.
    pub json: &'static str,
}

/// A named set of config overrides.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// The name it is asked for by.
    pub name: &'static str,
    /// The overrides: a JSON object.
    pub json: &'static str,
}

impl Setup {
    /// The default game under a seed.
    pub fn seeded(seed: u64) -> Setup {
        Setup { seed, ..Setup::default() }
    }

    /// The same setup on a shipped map. Whether there is one of that name shows when it is
    /// [resolved](crate::Documents::resolve).
    pub fn with_map(mut self, name: &str) -> Setup {
        self.map = Some(MapChoice::Named(name.into()));
        self
    }
}

/// The shipped map called `name`, or a fault that lists the maps there are.
pub fn shipped(maps: &[ShippedMap], name: &str) -> Result<Value, Faults> {
    match maps.iter().find(|map| map.name == name) {
        Some(map) => Ok(serde_json::from_str(map.json).expect("shipped maps are JSON")),
        None => Err(Faults::one("bad_map", "", unknown("map", name, maps.iter().map(|map| map.name)))),
    }
}
