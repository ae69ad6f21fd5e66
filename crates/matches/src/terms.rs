//! How a game is to be set up, in the words of people: names of presets and maps, files, overrides.

use crate::{Error, files};
use serde_json::{Map, Value};
use skirmish_core::registry::AnyGame;
use skirmish_core::{MapChoice, Setup};
use std::path::Path;

/// What is said about a game: everything has a default.
#[derive(Clone, Debug, Default)]
pub struct Terms {
    /// A named set of overrides.
    pub preset: Option<String>,
    /// Overrides of constants, which win over the preset.
    pub config: Map<String, Value>,
    /// A map of the program by its name, or a map file.
    pub map: Option<String>,
    /// How many seats, where the game lets that be chosen.
    pub seats: Option<usize>,
    /// What everything drawn comes from.
    pub seed: u64,
}

impl Terms {
    /// The setup for a game, with all files read and names looked up.
    pub fn setup(&self, game: &dyn AnyGame) -> Result<Setup, Error> {
        let facts = game.facts();
        let mut config = self.preset_of(game)?;
        config.extend(self.config.clone());
        // Checked here, so that every fault of the config is told before a map is even looked for.
        game.config(&config).map_err(Error::refused(format!("the config for {}", facts.id)))?;
        let map = self.map.as_deref().map(|name| map_choice(game, name)).transpose()?;
        let seats = match self.seats {
            Some(n) if !facts.seats.contains(&n) => {
                return Err(Error::Seats { game: facts.id, n, seats: facts.seats });
            }
            // Where there is nothing to choose, the seats have names already.
            Some(n) if facts.seats.start() < facts.seats.end() => (1..=n).map(|i| format!("p{i}")).collect(),
            _ => Vec::new(),
        };
        Ok(Setup { config, map, seats, seed: self.seed })
    }

    fn preset_of(&self, game: &dyn AnyGame) -> Result<Map<String, Value>, Error> {
        let Some(name) = &self.preset else { return Ok(Map::new()) };
        let facts = game.facts();
        let Some(preset) = facts.presets.iter().find(|preset| preset.name == name) else {
            if facts.presets.is_empty() {
                return Err(Error::NoPresets(facts.id));
            }
            return Err(Error::unknown("preset", name, facts.presets.iter().map(|preset| preset.name)));
        };
        Ok(serde_json::from_str(preset.json).expect("presets are JSON objects"))
    }
}

fn map_choice(game: &dyn AnyGame, name: &str) -> Result<MapChoice, Error> {
    let path = Path::new(name);
    let known = || game.facts().maps.iter().map(|map| map.name);
    if known().any(|known| known == name) {
        return Ok(MapChoice::Named(name.into()));
    }
    if !path.exists() {
        return Err(Error::unknown("map or map file", name, known()));
    }
    let text = files::text(path)?;
    if path.extension().is_some_and(|end| end == "txt") {
        return Ok(MapChoice::Text(text));
    }
    Ok(MapChoice::Json(files::json(name, &text)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_that_a_game_cannot_have_are_refused() {
        let registry = skirmish_games::registry();
        let terms = |seats| Terms { seats: Some(seats), ..Terms::default() };
        let said = |game: &str, seats| match terms(seats).setup(registry.game(game).unwrap()) {
            Ok(setup) => setup.seats.join(" "),
            Err(error) => error.to_string(),
        };
        assert_eq!(said("zords", 0), "0 seats: zords has 2 to 64");
        assert_eq!(said("zords", 65), "65 seats: zords has 2 to 64");
        assert_eq!(said("zords", 3), "p1 p2 p3");
        assert_eq!(said("golems", 3), "3 seats: golems has 2");
        assert_eq!(said("golems", 2), "");
    }
}
