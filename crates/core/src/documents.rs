//! The documents of a game: its config, maps and positions, and the starts they make.

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
    /// The maps inside the program. If the rulebook names a default, it is the first.
    const MAPS: &'static [ShippedMap] = &[];
    /// Named sets of config overrides.
    const PRESETS: &'static [Preset] = &[];

    /// Every constant of the rulebook.
    type Config: Config;
    /// The complete state as data, with its config, map and seats. Serialises to the canonical form.
    type Position: Serialize + JsonSchema + Clone + PartialEq + Debug;

    /// The config of this game.
    fn config(&self) -> &Self::Config;

    /// Sets up a new game: config, map (chosen or drawn), seats.
    fn resolve(setup: &Setup) -> Result<(Self, Self::State), Faults>;

    /// Reads a position. If its form is bad, names everything that is wrong with it, values included. If its form is
    /// good, values are left to [`Documents::from_position`].
    fn read_position(json: &Value) -> Result<Self::Position, Faults>;

    /// The only way from data to a playable state. Names everything that is wrong with the position.
    fn from_position(position: &Self::Position) -> Result<(Self, Self::State), Faults>;

    /// The canonical position of a state between steps.
    fn position(&self, state: &Self::State) -> Self::Position;

    // ---- provided

    /// The default config with `overrides`, in whatever form the game takes them.
    fn read_config(overrides: &Map<String, Value>) -> Result<Self::Config, Faults> {
        let check = Check::new();
        let config = Self::Config::overridden(overrides, "", &check);
        check.finish(config)
    }

    /// The `n`-th of many different starts under `base`, for fair series: other maps, generated maps or opening
    /// positions. The same `n` always gives the same start. By default there is only one.
    fn opening(_n: u64, base: &Setup) -> Result<(Self, Self::State), Faults> {
        Self::resolve(base)
    }

    /// Like [`Rules::step`], but with recorded draws (as [`Log::drew`] gives them) instead of the key's. If they do not
    /// fit, it goes on with the key's draws, and then says what was wrong.
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
