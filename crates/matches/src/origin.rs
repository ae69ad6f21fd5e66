//! Where a match begins. An origin can be asked for its table any number of times, from any thread.

use crate::{Error, Venue, files};
use serde_json::Value;
use skirmish_core::Setup;
use skirmish_core::any::AnyTable;
use skirmish_core::registry::AnyGame;
use std::path::Path;

/// How a table comes into being.
#[derive(Clone, Debug)]
pub enum Origin {
    /// A new game.
    Setup(Setup),
    /// The `n`-th of the many different starts under a setup: the starts of a fair series.
    Opening(u64, Setup),
    /// A position that was read from somewhere.
    Position {
        /// What it is called in messages.
        name: String,
        /// As it was read.
        position: Value,
        /// What everything drawn comes from.
        seed: u64,
    },
}

impl Origin {
    /// The position in a text; `name` is for messages.
    pub fn position(name: &Path, text: &str, seed: u64) -> Result<Origin, Error> {
        let name = name.display().to_string();
        Ok(Origin::Position { position: files::json(&name, text)?, name, seed })
    }

    /// The table of a game.
    pub fn table_of(&self, game: &dyn AnyGame) -> Result<Box<dyn AnyTable>, Error> {
        match self {
            Origin::Setup(setup) => game.set_up(setup).map_err(Error::refused("the setup")),
            Origin::Opening(n, setup) => game.opening(*n, setup).map_err(Error::refused("the setup")),
            Origin::Position { name, position, seed } => {
                game.at(position, (*seed).into()).map_err(Error::refused(format!("the position {name}")))
            }
        }
    }

    /// The table of the game called `id`.
    pub fn table(&self, venue: &Venue, id: &str) -> Result<Box<dyn AnyTable>, Error> {
        self.table_of(venue.game(id)?)
    }
}
