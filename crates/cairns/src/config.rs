//! The constants.

use skirmish_core::{Config, config};

config! {
    pub struct CairnsConfig {
        /// Stones of each cairn at the start.
        stones: i64 = 5, 1..=99;
        /// The most stones in one action.
        most: i64 = 3, 1..=99;
        /// What the last stone of the own secret cairn is worth besides.
        bonus: i64 = 3, 0..=99;
        /// The game ends after so many turns.
        max_turns: i64 = 40, 1..=1000;
        /// Milliseconds for an answer.
        turn_ms: i64 = 1000, 1..=600000;
    }
}

impl Config for CairnsConfig {}
