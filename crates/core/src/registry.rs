//! The registry: games as values, whichever they are.
//!
//! A [`Registry`] is made once and handed to whoever must find a game by its name: replays, the page, matches. Nothing
//! about it is global, so a program or a test can add a game of its own:
//!
//! ```
//! use skirmish_cairns::Cairns;
//! use skirmish_core::{Registry, Setup, any::Known};
//!
//! let registry = Registry::new().with::<Cairns>();
//! let table = registry.game("cairns").unwrap().set_up(&Setup::seeded(7)).unwrap();
//! assert_eq!(table.seats().len(), 2);
//!
//! let unknown = registry.game("cairn").err().unwrap();
//! assert_eq!(unknown.to_string(), "there is no game \"cairn\"; did you mean \"cairns\"? There are: cairns");
//! ```

use crate::any::{AnyTable, Seated};
use crate::config::{ConfigTable, Key};
use crate::edit::Brush;
use crate::native::Contact;
use crate::odd::Odd;
use crate::replay::{AnyPlayback, Header, Playback, Wrong};
use crate::schema::written;
use crate::{BotEntry, Config, Faults, Game, Preset, Seed, Setup, ShippedMap, names};
use serde_json::{Map, Value};
use std::marker::PhantomData;
use std::ops::RangeInclusive;
use std::sync::Arc;
use thiserror::Error;

/// The games a program knows, in the order they were added.
#[derive(Clone, Default)]
pub struct Registry {
    games: Vec<Arc<dyn AnyGame>>,
}

impl Registry {
    /// A registry without any game.
    pub fn new() -> Registry {
        Registry::default()
    }

    /// Adds a game.
    ///
    /// # Panics
    /// If there already is a game of that name.
    #[must_use]
    pub fn with<G: Game>(mut self) -> Registry {
        assert!(!self.ids().contains(&G::ID), "there are two games called {}", G::ID);
        self.games.push(Arc::new(Registered::<G>(PhantomData)));
        self
    }

    /// The game called `id`, or an error that lists what there is.
    pub fn game(&self, id: &str) -> Result<&dyn AnyGame, UnknownGame> {
        let found = self.iter().find(|game| game.facts().id == id);
        found.ok_or_else(|| UnknownGame(names::unknown("game", id, self.ids())))
    }

    /// The names of all games.
    pub fn ids(&self) -> Vec<&'static str> {
        self.iter().map(|game| game.facts().id).collect()
    }

    /// All games.
    pub fn iter(&self) -> impl Iterator<Item = &dyn AnyGame> {
        self.games.iter().map(|game| &**game)
    }

    /// Opens the text of a replay. Other games, versions and formats are refused by name.
    pub fn playback(&self, text: String) -> Result<Box<dyn AnyPlayback>, Wrong> {
        let game = Header::read(&text)?.game;
        match self.game(&game) {
            Ok(game) => game.playback(text),
            Err(_) => Err(Wrong::UnknownGame { game, known: self.ids().join(", ") }),
        }
    }
}

/// No game has that name; the text lists the games there are.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0}")]
pub struct UnknownGame(pub String);

/// What never changes about a game, for lists and help.
#[derive(Clone, Debug)]
pub struct Facts {
    /// The name it is asked for by.
    pub id: &'static str,
    /// Bumped on every change of behaviour.
    pub version: u32,
    /// What the game is, in one line.
    pub about: &'static str,
    /// The rules in short, as Markdown; `{key}` stands for the value of a config key.
    pub rules: &'static str,
    /// The codes it can end with.
    pub endings: &'static [&'static str],
    /// What the numbers of the score count.
    pub score: &'static str,
    /// How many seats there may be.
    pub seats: RangeInclusive<usize>,
    /// The maps inside the program, the default first if there is one.
    pub maps: &'static [ShippedMap],
    /// The named sets of config overrides.
    pub presets: &'static [Preset],
    /// The built-in bots, the weakest first.
    pub bots: Vec<BotFacts>,
    /// The keys of its config.
    pub keys: &'static [Key],
    /// How bots of the original are reached, if there are any.
    pub native: Option<Contact>,
}

/// A built-in bot by its names.
#[derive(Clone, Copy, Debug)]
pub struct BotFacts {
    /// What it is called everywhere.
    pub name: &'static str,
    /// Its names in the rulebook.
    pub aliases: &'static [&'static str],
    /// How it plays.
    pub about: &'static str,
}

/// JSON Schemas of everything a game writes.
#[derive(Clone, Debug)]
pub struct Schemas {
    /// A complete position.
    pub position: Value,
    /// What a seat is told.
    pub view: Value,
    /// One action of a list.
    pub action: Value,
    /// An object of config overrides.
    pub config: Value,
    /// One event of a step.
    pub event: Value,
    /// The result object.
    pub result: Value,
}

/// A game, whichever it is: where its tables come from.
pub trait AnyGame: Send + Sync {
    /// What never changes about it.
    fn facts(&self) -> Facts;

    /// The complete config with `overrides`, in whatever form the game takes them.
    fn config(&self, overrides: &Map<String, Value>) -> Result<Map<String, Value>, Faults>;

    /// JSON Schemas of everything it writes.
    fn schemas(&self) -> Schemas;

    /// A new game.
    fn set_up(&self, setup: &Setup) -> Result<Box<dyn AnyTable>, Faults>;

    /// The `n`-th of many different starts under `base`; the same `n` always gives the same start.
    fn opening(&self, n: u64, base: &Setup) -> Result<Box<dyn AnyTable>, Faults>;

    /// A game that goes on from a position, with the draws of `seed`.
    fn at(&self, position: &Value, seed: Seed) -> Result<Box<dyn AnyTable>, Faults>;

    /// What the editor of positions can place under a config; under the default one if `overrides` has faults.
    fn brushes(&self, overrides: &Map<String, Value>) -> Vec<Brush>;

    /// Opens the text of a replay of this game.
    fn playback(&self, text: String) -> Result<Box<dyn AnyPlayback>, Wrong>;

    /// Odd but possible starts that bots are checked with.
    fn odd(&self) -> Odd;
}

struct Registered<G>(PhantomData<fn() -> G>);

fn seated<G: Game>((game, state): (G, G::State), seed: impl Into<Seed>) -> Box<dyn AnyTable> {
    Box::new(Seated::new(game, state, seed))
}

impl<G: Game> AnyGame for Registered<G> {
    fn facts(&self) -> Facts {
        let bot = |bot: &BotEntry<G>| BotFacts { name: bot.name, aliases: bot.aliases, about: bot.about };
        Facts {
            id: G::ID,
            version: G::VERSION,
            about: G::ABOUT,
            rules: G::RULES,
            endings: G::ENDINGS,
            score: G::SCORE,
            seats: G::SEATS,
            maps: G::MAPS,
            presets: G::PRESETS,
            bots: G::BOTS.iter().map(bot).collect(),
            keys: <G::Config as ConfigTable>::KEYS,
            native: G::DIALECT.map(|dialect| dialect.contact),
        }
    }

    fn config(&self, overrides: &Map<String, Value>) -> Result<Map<String, Value>, Faults> {
        G::read_config(overrides).map(|config| config.complete())
    }

    fn schemas(&self) -> Schemas {
        Schemas {
            position: written::<G::Position>(),
            view: written::<G::View>(),
            action: written::<G::Wire>(),
            config: G::Config::schema(),
            event: written::<G::Event>(),
            result: written::<G::Outcome>(),
        }
    }

    fn set_up(&self, setup: &Setup) -> Result<Box<dyn AnyTable>, Faults> {
        Ok(seated(G::resolve(setup)?, setup.seed))
    }

    fn opening(&self, n: u64, base: &Setup) -> Result<Box<dyn AnyTable>, Faults> {
        Ok(seated(G::opening(n, base)?, base.seed))
    }

    fn at(&self, position: &Value, seed: Seed) -> Result<Box<dyn AnyTable>, Faults> {
        Ok(seated(G::from_position(&G::read_position(position)?)?, seed))
    }

    fn brushes(&self, overrides: &Map<String, Value>) -> Vec<Brush> {
        let config = G::read_config(overrides).or_else(|_| G::read_config(&Map::new()));
        G::SHOW.zip(config.ok()).map_or_else(Vec::new, |(show, config)| (show.brushes)(&config))
    }

    fn playback(&self, text: String) -> Result<Box<dyn AnyPlayback>, Wrong> {
        Ok(Box::new(Playback::<G>::open(text)?))
    }

    fn odd(&self) -> Odd {
        G::ODD
    }
}
