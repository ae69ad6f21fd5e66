//! What the user says about a game: which one, its config, map and seed.

use crate::fail::unknown;
use anyhow::{Context, Result, bail};
use clap::Args;
use serde_json::{Map, Value};
use skirmish_core::{Faults, Game, MapChoice, Setup};
use skirmish_games::Visit;
use skirmish_replay::plain;
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
    /// A named set of overrides, such as `original`. Single overrides win over it.
    #[arg(long, value_name = "NAME")]
    pub preset: Option<String>,
    /// One override of a constant (`skirmish rules GAME` lists them); may be given many times.
    #[arg(long = "set", value_name = "KEY=VALUE")]
    pub set: Vec<String>,
    /// A map of the program by name (`skirmish games`), or a map file (docs/formats.md).
    #[arg(long, value_name = "MAP")]
    pub map: Option<String>,
    /// How many seats, in `zords`: 2 to 64.
    #[arg(long, value_name = "N")]
    pub seats: Option<usize>,
    /// Everything that is drawn comes from this number; `play` and `simulate` draw one that nobody knows unless you
    /// name it, other commands take 1.
    #[arg(long)]
    pub seed: Option<u64>,
}

impl SetupArgs {
    /// Draws a seed if none was named.
    pub fn draw_seed(&mut self) -> Result<()> {
        if self.seed.is_none() {
            self.seed = Some(skirmish_referee::secret::seed().context("the system gives no random numbers")?);
        }
        Ok(())
    }

    pub fn seed(&self) -> u64 {
        self.seed.unwrap_or(1)
    }

    /// The setup for a game, with all files read and names looked up.
    pub fn setup<G: Game>(&self) -> Result<Setup> {
        let mut config = self.preset::<G>()?;
        if let Some(path) = &self.config {
            config.extend(config_file(path)?);
        }
        for pair in &self.set {
            let (key, value) = pair.split_once('=').with_context(|| format!("--set {pair}: not KEY=VALUE"))?;
            config.insert(key.into(), plain_value(value));
        }
        // Checked here, so that every fault of the config is told before a map is even looked for.
        G::read_config(&config).map_err(|faults| refused(&format!("the config for {}", G::ID), faults))?;
        let map = self.map.as_deref().map(map_choice::<G>).transpose()?;
        let seats = match self.seats {
            Some(n) if n > 64 => bail!("--seats {n}: there are at most 64 seats"),
            Some(n) => (1..=n).map(|i| format!("p{i}")).collect(),
            None => Vec::new(),
        };
        Ok(Setup { config, map, seats, seed: self.seed() })
    }

    fn preset<G: Game>(&self) -> Result<Map<String, Value>> {
        let Some(name) = &self.preset else { return Ok(Map::new()) };
        let Some(preset) = G::PRESETS.iter().find(|preset| preset.name == name) else {
            let known: Vec<&str> = G::PRESETS.iter().map(|preset| preset.name).collect();
            if known.is_empty() {
                bail!("{} has no presets", G::ID);
            }
            return Err(unknown("preset", name, &known));
        };
        Ok(serde_json::from_str(preset.json).expect("presets are JSON objects"))
    }

    /// A new game of the setup.
    pub fn resolve<G: Game>(&self) -> Result<(G, G::State)> {
        G::resolve(&self.setup::<G>()?).map_err(|faults| refused("the setup", faults))
    }
}

/// Faults with a headline.
pub fn refused(what: &str, faults: Faults) -> anyhow::Error {
    anyhow::Error::new(faults).context(format!("{what} is refused"))
}

fn config_file(path: &Path) -> Result<Map<String, Value>> {
    let text = read_text(path)?;
    let value: Value = if path.extension().is_some_and(|e| e == "toml") {
        toml::from_str(&text).with_context(|| format!("{}: not TOML", path.display()))?
    } else {
        serde_json::from_str(&text).with_context(|| format!("{}: not JSON", path.display()))?
    };
    match value {
        Value::Object(map) => Ok(map),
        _ => bail!("{}: a config is an object of keys and values", path.display()),
    }
}

/// `5` and `true` are what they look like; everything else that is no JSON is a string.
fn plain_value(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|_| Value::String(text.into()))
}

fn map_choice<G: Game>(name: &str) -> Result<MapChoice> {
    let path = Path::new(name);
    let known: Vec<&str> = G::MAPS.iter().map(|map| map.name).collect();
    if known.contains(&name) {
        return Ok(MapChoice::Named(name.into()));
    }
    if !path.exists() {
        return Err(unknown("map or map file", name, &known));
    }
    let text = read_text(path)?;
    if path.extension().is_some_and(|e| e == "txt") {
        return Ok(MapChoice::Text(text));
    }
    Ok(MapChoice::Json(serde_json::from_str(&text).with_context(|| format!("{name}: not JSON"))?))
}

/// Reads a position file, or standard input for `-`.
pub fn position_file<G: Game>(path: &Path) -> Result<(G, G::State)> {
    read_position(path, &read_text(path)?)
}

/// Reads the text of a position; `path` is for messages.
pub fn read_position<G: Game>(path: &Path, text: &str) -> Result<(G, G::State)> {
    let json: Value = serde_json::from_str(text).with_context(|| format!("{}: not JSON", path.display()))?;
    let what = format!("the position {}", path.display());
    let position = G::read_position(&json).map_err(|faults| refused(&what, faults))?;
    G::from_position(&position).map_err(|faults| refused(&what, faults))
}

/// The largest config, map or position that is read; real ones have a few kilobytes.
const LARGEST: u64 = 16 << 20;

/// Reads a text file, or standard input for `-`.
pub fn read_text(path: &Path) -> Result<String> {
    if path == Path::new("-") {
        return plain::bounded_text(std::io::stdin(), LARGEST).context("standard input");
    }
    plain::read_text(path, LARGEST).with_context(|| format!("cannot read {}", path.display()))
}
