//! Playing on from any turn of a replay.

use crate::{Error, Venue, replays};
use skirmish_core::any::AnyTable;
use skirmish_referee::secret;
use std::path::{Path, PathBuf};

/// A turn of a replay from which a match goes on.
#[derive(Clone, Debug)]
pub struct Fork {
    path: PathBuf,
    text: String,
    /// The turn to play on from.
    pub turn: i64,
    /// Another seed for what is drawn from there on.
    pub seed: Option<u64>,
    /// The id of the replay.
    pub id: String,
    /// The players of the replay, as they were spelled.
    pub players: Vec<String>,
}

impl Fork {
    /// Forks a replay at a turn. Without a seed the recorded one goes on.
    pub fn open(venue: &Venue, path: &Path, turn: i64, seed: Option<u64>) -> Result<Fork, Error> {
        let (file, playback) = replays::open(venue, path)?;
        let players = playback.header().players.iter().map(|player| player.player.clone()).collect();
        Ok(Fork { path: path.into(), text: file.text, turn, seed, id: file.id, players })
    }

    /// The table at that turn.
    pub fn table(&self, venue: &Venue) -> Result<Box<dyn AnyTable>, Error> {
        let wrong = |source| Error::Replay { path: self.path.clone(), source };
        let mut playback = venue.registry.playback(self.text.clone()).map_err(wrong)?;
        replays::go_to_turn(&self.path, &mut *playback, self.turn)?;
        if playback.table().turn().is_over() {
            return Err(Error::OverAt { path: self.path.clone(), turn: self.turn });
        }
        let known = playback.ending().is_some();
        let mut table = playback.fork();
        match self.seed {
            Some(seed) => table.reseed(seed.into()),
            // A match that still runs keeps its seed to itself.
            None if !known => table.reseed(secret::seed().map_err(Error::NoSecrets)?.into()),
            None => {}
        }
        Ok(table)
    }

    /// Whether these players can take over: whoever was recorded starts with the first turn.
    pub fn must_suit(players: &[String]) -> Result<(), Error> {
        if players.iter().any(|player| player.starts_with("replay:")) { Err(Error::LateTape) } else { Ok(()) }
    }
}
