//! What the tests share: tables of any game, and options.
#![allow(dead_code, reason = "not every test uses everything")]

use skirmish_core::Setup;
use skirmish_core::any::AnyTable;
use skirmish_jail::{Brief, Level};
use skirmish_referee::clock::Timekeeping;
use skirmish_referee::{Cancel, Options};

/// A table of a game as it is played by default.
pub fn table(game: &str, seed: u64) -> Box<dyn AnyTable> {
    let registry = skirmish_games::registry();
    registry.game(game).expect("the game exists").set_up(&Setup::seeded(seed)).expect("the defaults are a game")
}

/// A match that `cancel` stops.
pub fn options(sandbox: Brief, cancel: &Cancel) -> Options {
    let (time, cancel) = (Timekeeping::default(), cancel.clone());
    Options { time, ponder: false, sandbox, again: false, cancel, interpreters: None }
}

pub fn no_sandbox() -> Brief {
    Brief { level: Level::Off, as_root: false, kernel: String::new(), landlock: 0, cgroup: 0 }
}
