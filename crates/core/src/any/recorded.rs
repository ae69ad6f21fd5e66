//! A game as replays hold it.

use super::{Seated, json};
use crate::replay::recording::written;
use crate::replay::{About, Recording};
use crate::{Game, Seed};
use serde_json::Value;
use serde_json::value::RawValue;

/// Writing down what is played.
pub trait Recorded {
    /// The seed that all draws come from.
    fn seed(&self) -> Seed;
    /// Takes all later draws from another seed.
    fn reseed(&mut self, seed: Seed);
    /// The canonical position, as JSON text.
    fn position(&self) -> String;
    /// The hash of the state, the same on every platform.
    fn hash(&self) -> u64;
    /// A hash of the board and of the states after all steps of this table, one by one: equal ones are of the same game.
    fn fingerprint(&self) -> u64;
    /// A list as replays record it: actions in the game's own form, and for the others what was wrong with them.
    fn as_recorded(&self, actions: &[&RawValue]) -> Vec<Value>;
    /// Begins a replay at the present position and returns its first record. From here on every step has a record.
    fn begin_replay(&mut self, about: &About) -> String;
    /// The record of the last step; empty if none was played since the replay began. It is written when it is asked
    /// for, so ask before the next step.
    fn step_record(&mut self) -> &str;
    /// The last record of the replay; `void` says why the match does not count, if it does not. Empty if no replay was
    /// begun.
    fn end_replay(&self, void: Option<&str>) -> String;
}

impl<G: Game> Recorded for Seated<G> {
    fn seed(&self) -> Seed {
        self.seed
    }

    fn reseed(&mut self, seed: Seed) {
        self.seed = seed;
        self.table.game.reseed(&mut self.table.state, seed);
    }

    fn position(&self) -> String {
        json(&self.table.game.position(&self.table.state)).to_string()
    }

    fn hash(&self) -> u64 {
        self.table.game.hash(&self.table.state)
    }

    fn fingerprint(&self) -> u64 {
        self.fingerprint.finish()
    }

    fn as_recorded(&self, actions: &[&RawValue]) -> Vec<Value> {
        let game = &self.table.game;
        actions.iter().map(|action| json(&written(game, &game.parse(action)))).collect()
    }

    fn begin_replay(&mut self, about: &About) -> String {
        let (recording, header) = Recording::begin(&self.table, about, self.seed, self.forked.as_ref());
        self.recording = Some(recording);
        self.played = None;
        header
    }

    fn step_record(&mut self) -> &str {
        self.record.clear();
        if let (Some(recording), Some(played)) = (&self.recording, &self.played) {
            recording.step(&self.table, played, &mut self.record);
        }
        &self.record
    }

    fn end_replay(&self, void: Option<&str>) -> String {
        let void = void.map(str::to_string);
        self.recording.map_or(String::new(), |recording| recording.ending(&self.table, void))
    }
}
