//! `cairns`: two seats take stones from three cairns in turn. Whoever takes the last stone of its own secret cairn gets
//! a bonus; the most stones win.
//!
//! It is the smallest game with everything that a game must have, and nothing that is up to it: no pictures, no bots, no
//! dialect. CONTRIBUTING.md walks through its files.
//!
//! | room | what is in it |
//! |---|---|
//! | [`config`] | the constants |
//! | [`rules`] | the state, the actions, and what follows from them |
//! | [`documents`] | positions and starts |
//! | [`telling`] | views and results |
//! | `golden` | what only the laws ask |

#![forbid(unsafe_code)]

pub mod config;
pub mod documents;
mod golden;
pub mod rules;
pub mod telling;

pub use config::CairnsConfig;
pub use rules::{Action, State};

use serde_json::{Map, Value};
use skirmish_core::{Clock, Game, Host};

/// A game of cairns: its config.
#[derive(Clone, Debug)]
pub struct Cairns {
    pub(crate) config: CairnsConfig,
    /// The config as it was given, for positions.
    pub(crate) overrides: Map<String, Value>,
}

impl Game for Cairns {
    fn host(&self) -> Host {
        Host::new(Clock { turn_ms: self.config.turn_ms, ..Clock::default() }, 1)
    }
}
