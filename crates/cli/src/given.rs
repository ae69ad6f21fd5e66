//! What the user says about a game: which one, its config, map and seed.

use crate::fail::unknown;
use anyhow::{Context, Result};
use clap::Args;
use serde_json::Value;
use skirmish_core::any::AnyTable;
use skirmish_core::registry::AnyGame;
use skirmish_core::{Game, Setup};
use skirmish_games::Visit;
use skirmish_matches::{Error, Origin, Terms, files, spelling};
use std::path::{Path, PathBuf};

/// Does something with the game called `id`, or says which games there are.
pub fn with_game<T>(id: &str, visit: impl Visit<Output = Result<T>>) -> Result<T> {
    skirmish_games::visit(id, visit).unwrap_or_else(|| Err(unknown("game", id, skirmish_games::IDS)))
}

/// Options that say how a game is set up.
#[derive(Args, Clone, Debug, Default)]
pub struct SetupArgs {
    /// A config file with overrides, in TOML (.toml) or JSON.
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// A named set of overrides, such as `original`; --config and --set win over it.
    #[arg(long, value_name = "NAME")]
    pub preset: Option<String>,
    /// Override one constant (`skirmish rules GAME` lists them); can be repeated.
    #[arg(long = "set", value_name = "KEY=VALUE")]
    pub set: Vec<String>,
    /// A built-in map (`skirmish games` lists them) or a map file (docs/formats.md).
    #[arg(long, value_name = "MAP")]
    pub map: Option<String>,
    /// The number of seats, where you can choose it (`zords`: 2 to 64).
    #[arg(long, value_name = "N")]
    pub seats: Option<usize>,
    /// The seed of everything random. Without it, `play` and `simulate` draw a secret one; other commands use 1.
    #[arg(long, value_parser = seed)]
    pub seed: Option<u64>,
}

/// Reads a seed.
pub fn seed(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("a whole number from 0 to {}", u64::MAX))
}

impl SetupArgs {
    /// Draws a seed if none was named.
    pub fn draw_seed(&mut self) -> Result<()> {
        if self.seed.is_none() {
            self.seed = Some(skirmish_referee::secret::seed().map_err(Error::NoSecrets)?);
        }
        Ok(())
    }

    pub fn seed(&self) -> u64 {
        self.seed.unwrap_or(1)
    }

    /// The setup for a game, with all files read and names looked up.
    pub fn setup(&self, game: &dyn AnyGame) -> Result<Setup> {
        let mut config = match &self.config {
            Some(path) => files::config(&path.display().to_string(), &read_text(path)?)?,
            None => Default::default(),
        };
        for pair in &self.set {
            let (key, value) = pair.split_once('=').with_context(|| format!("--set {pair}: not KEY=VALUE"))?;
            config.insert(key.into(), plain_value(value));
        }
        let (preset, map) = (self.preset.clone(), self.map.clone());
        Ok(Terms { preset, config, map, seats: self.seats, seed: self.seed() }.setup(game)?)
    }

    /// A new game of the setup.
    pub fn resolve<G: Game>(&self) -> Result<(G, G::State)> {
        let registry = skirmish_games::registry();
        let setup = self.setup(registry.game(G::ID)?)?;
        Ok(G::resolve(&setup).map_err(|faults| Error::Refused { what: "the setup".into(), faults })?)
    }
}

/// One player for each seat, or what to do about it.
pub fn players(spelled: &[String], table: &dyn AnyTable, game: &dyn AnyGame) -> Result<Vec<String>> {
    spelling::one_each(spelled, table, game).map_err(|error| {
        let Error::Players { players, seats, possible } = &error else { return anyhow::Error::new(error) };
        let hint = if players != &seats.len() && seats.len() < *possible.end() && possible.contains(players) {
            format!("--seats {players} makes a game for {players}")
        } else {
            "a command of several words is one player: quote it, as in \"python3 bot.py\" or \"native:python3 bot.py\""
                .into()
        };
        anyhow::anyhow!("{error} ({hint})")
    })
}

/// `5` and `true` are what they look like; everything else that is no JSON is a string.
fn plain_value(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|_| Value::String(text.into()))
}

/// Reads a position file, or standard input for `-`.
pub fn position_file<G: Game>(path: &Path) -> Result<(G, G::State)> {
    let json = files::json(&path.display().to_string(), &read_text(path)?)?;
    let read = G::read_position(&json).and_then(|position| G::from_position(&position));
    Ok(read.map_err(|faults| Error::Refused { what: format!("the position {}", path.display()), faults })?)
}

/// Where a game begins that is read from a position file, or from standard input for `-`.
pub fn position(path: &Path, seed: u64) -> Result<Origin> {
    Ok(Origin::position(path, &read_text(path)?, seed)?)
}

/// Reads a text file, or standard input for `-`.
pub fn read_text(path: &Path) -> Result<String> {
    if path == Path::new("-") {
        return Ok(files::text_of("standard input", std::io::stdin())?);
    }
    Ok(files::text(path)?)
}
