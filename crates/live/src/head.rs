//! What never changes about a live game. It is stored with its journal.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use skirmish_core::replay::Salt;
use skirmish_core::{Check, Config as _, Documents, Faults, Key, Seed};
use skirmish_zords::{Config, Zords};

/// A game's config, its chance, and who may come in.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Head {
    /// Of this document.
    pub format: u32,
    /// Of the rules: the log of a game is only ever played by the rules it was made by.
    pub version: u32,
    pub name: String,
    /// The keys that differ from the defaults.
    pub config: Map<String, Value>,
    pub seed: u64,
    /// The random key, where it does not follow from the seed.
    pub key: String,
    pub salt: Salt,
    pub created_ms: i64,
    /// Whether everybody may join, or only who was invited.
    pub open: bool,
    /// Whether only players and operators may watch.
    pub private: bool,
    /// The seats that the server itself plays, with the names of its bots.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub bots: Map<String, Value>,
}

/// The format of this document.
pub const FORMAT: u32 = 1;

impl Head {
    /// A new game. All chance comes from `random`.
    pub fn new(name: &str, config: Map<String, Value>, created_ms: i64, random: &mut dyn FnMut() -> u64) -> Head {
        let words = [random(), random()];
        let salt = Salt((u128::from(random()) << 64 | u128::from(random())).to_be_bytes());
        Head {
            format: FORMAT,
            version: Zords::VERSION,
            name: name.into(),
            config,
            seed: random(),
            key: Key::new(words).to_hex(),
            salt,
            created_ms,
            open: false,
            private: false,
            bots: Map::new(),
        }
    }

    /// The same game with the chance that a match with that seed has.
    pub fn seeded(self, seed: u64) -> Head {
        Head { seed, key: Seed::new(seed).key().to_hex(), ..self }
    }

    /// The whole config, or everything that is wrong with it.
    pub fn config(&self) -> Result<Config, Faults> {
        let check = Check::new();
        let config = Config::overridden(&self.config, "/config", &check);
        check.finish(config)
    }

    /// The random key.
    pub fn key(&self) -> Option<Key> {
        Key::from_hex(&self.key)
    }

    /// Reads the head of a journal.
    pub fn read(text: &str) -> Result<Head, String> {
        #[derive(Deserialize)]
        struct Versions {
            format: u32,
            version: u32,
        }
        let Versions { format, version } = serde_json::from_str(text).map_err(|e| e.to_string())?;
        if format != FORMAT {
            return Err(format!("a game of format {format}; this program reads format {FORMAT}"));
        }
        if version != Zords::VERSION {
            return Err(format!("a game of zords version {version}; this program plays version {}", Zords::VERSION));
        }
        serde_json::from_str(text).map_err(|e| e.to_string())
    }
}

/// Whether only players and operators may know of the game with this head. Of a head that this program cannot play, only that
/// is read; if not even that can be, nobody else may.
pub fn is_private(head: &str) -> bool {
    #[derive(Deserialize)]
    struct Privacy {
        private: bool,
    }
    serde_json::from_str(head).map_or(true, |Privacy { private }| private)
}
