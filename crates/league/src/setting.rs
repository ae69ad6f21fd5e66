//! What is played: a game with its config, and where its games begin.

use crate::Error;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use skirmish_core::registry::AnyGame;
use skirmish_core::{Judged, MapChoice, Setup};
use skirmish_matches::Origin;

/// A game and its starts, whole: whoever has it can set up every game of a tournament.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Setting {
    /// The game.
    pub game: String,
    /// The version of its rules.
    pub version: u32,
    /// Overrides of its constants.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub config: Map<String, Value>,
    /// The maps that are played in turn; without any the game's own starts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub maps: Vec<MapChoice>,
    /// Positions that are played in turn, in place of maps.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scenarios: Vec<Value>,
    /// The names that seats were given; empty where the game has its own.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub named: Vec<String>,
    /// What the seats are called at the table.
    pub seats: Vec<String>,
    /// Whether the scores of all games of a fixture are added up, instead of its wins.
    pub by_score: bool,
}

impl Setting {
    /// A game under a setup, on `maps` or from `scenarios` if there are any. All of them are looked at.
    pub fn new(
        game: &dyn AnyGame,
        setup: &Setup,
        maps: Vec<MapChoice>,
        scenarios: Vec<Value>,
    ) -> Result<Setting, Error> {
        let facts = game.facts();
        let maps = if maps.is_empty() { setup.map.iter().cloned().collect() } else { maps };
        let mut setting = Setting {
            game: facts.id.into(),
            version: facts.version,
            config: setup.config.clone(),
            maps,
            scenarios,
            named: setup.seats.clone(),
            seats: Vec::new(),
            by_score: false,
        };
        let sources = setting.maps.len().max(setting.scenarios.len()).max(1) as u64;
        for source in 0..sources {
            let table = setting.origin(source, setup.seed).table_of(game)?;
            let seats = table.seats().to_vec();
            if source > 0 && seats != setting.seats {
                return Err(Error::OtherSeats { start: source as usize + 1, seats, first: setting.seats });
            }
            setting.seats = seats;
            setting.by_score = table.host().judged == Judged::ByScore;
        }
        Ok(setting)
    }

    /// Where start `n` begins.
    pub fn origin(&self, n: u64, seed: u64) -> Origin {
        if !self.scenarios.is_empty() {
            let place = (n % self.scenarios.len() as u64) as usize;
            return Origin::Position { name: format!("{}", place + 1), position: self.scenarios[place].clone(), seed };
        }
        let maps = self.maps.len().max(1) as u64;
        let map = self.maps.get((n % maps) as usize).cloned();
        Origin::Opening(n / maps, Setup { config: self.config.clone(), map, seats: self.named.clone(), seed })
    }
}
