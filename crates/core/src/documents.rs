//! The documents of a game: its config, maps and positions, and the starts that are made of them.

use crate::{Check, Config, Faults, Log, Orders, Preset, Rules, Setup, ShippedMap};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};
use std::fmt::Debug;
use std::ops::RangeInclusive;

/// How a game comes into being, and how its state is written down.
pub trait Documents: Rules {
    /// The name it is asked for by.
    const ID: &'static str;
    /// What the game is, in one line.
    const ABOUT: &'static str;
    /// Bumped on every change of behaviour, and on nothing else. Replays carry it.
    const VERSION: u32;
    /// The rules in short, as Markdown; `{key}` stands for the value of a config key.
    const RULES: &'static str;
    /// How many seats there may be.
    const SEATS: RangeInclusive<usize> = 2..=2;
    /// The maps inside the program; the first is the default where the rulebook names one.
    const MAPS: &'static [ShippedMap] = &[];
    /// Named sets of config overrides.
    const PRESETS: &'static [Preset] = &[];

    /// Every constant of the rulebook.
    type Config: Config;
    /// The complete state as data, with its config, map and seats. Serialises to the canonical form.
    type Position: Serialize + JsonSchema + Clone + PartialEq + Debug;

    /// The config of this game.
    fn config(&self) -> &Self::Config;

    /// A new game: config, map (or its draw), seats.
    fn resolve(setup: &Setup) -> Result<(Self, Self::State), Faults>;

    /// Reads a position. Where its form is bad, everything that is wrong with it is named, its values included; else
    /// the values are left to [`Documents::from_position`].
    fn read_position(json: &Value) -> Result<Self::Position, Faults>;

    /// The one door from data to a playable state: names all that is wrong with it.
    fn from_position(position: &Self::Position) -> Result<(Self, Self::State), Faults>;

    /// The canonical position. Only for states between steps.
    fn position(&self, state: &Self::State) -> Self::Position;

    // ---- provided

    /// The config with overrides laid over it, in whatever form the game takes them.
    fn read_config(overrides: &Map<String, Value>) -> Result<Self::Config, Faults> {
        let check = Check::new();
        let config = Self::Config::overridden(overrides, "", &check);
        check.finish(config)
    }

    /// The `n`-th of many different starts under `base`, for fair series: other maps, generated maps or opening
    /// positions. The same `n` is always the same start. Without a rule for it there is one start.
    fn opening(_n: u64, base: &Setup) -> Result<(Self, Self::State), Faults> {
        Self::resolve(base)
    }

    /// Like [`Rules::step`], with draws that were written down (as [`Log::drew`] tells them) in place of those of the
    /// key. Goes on by the key where the script is wrong, and then says what was wrong with it.
    fn step_drawn(
        &self,
        state: &mut Self::State,
        orders: &Orders<Self::Action>,
        draws: &[Value],
        log: &mut impl Log<Self::Event>,
    ) -> Result<(), String> {
        self.step(state, orders, log);
        if draws.is_empty() { Ok(()) } else { Err(format!("{} draws in a game without any", draws.len())) }
    }
}
