//! What the tests share: tables of any game, and options.
#![allow(dead_code, reason = "not every test uses everything")]

use skirmish_core::any::{AnyTable, Seated};
use skirmish_core::{Golden, Setup};
use skirmish_games::Visit;
use skirmish_jail::{Brief, Level};
use skirmish_referee::clock::Timekeeping;
use skirmish_referee::{Cancel, Options};

/// A table of a game as it is played by default.
pub fn table(game: &str, seed: u64) -> Box<dyn AnyTable> {
    struct Table(u64);
    impl Visit for Table {
        type Output = Box<dyn AnyTable>;

        fn visit<G: Golden>(self) -> Box<dyn AnyTable> {
            let setup = Setup { seed: self.0, ..Setup::default() };
            let (game, state) = G::resolve(&setup).expect("the defaults are a game");
            Box::new(Seated::new(game, state, self.0))
        }
    }
    skirmish_games::visit(game, Table(seed)).expect("the game exists")
}

/// A match that `cancel` stops.
pub fn options(sandbox: Brief, cancel: &Cancel) -> Options {
    Options { time: Timekeeping::default(), ponder: false, sandbox, again: false, cancel: cancel.clone() }
}

pub fn no_sandbox() -> Brief {
    Brief { level: Level::Off, as_root: false, kernel: String::new(), landlock: 0, cgroup: 0 }
}
