//! Where matches are played: the games, the folders, the sandbox, and who hears of it.

use crate::sandbox::{self, Tested};
use crate::{Cancel, Error, Listener, cache};
use skirmish_core::Registry;
use skirmish_core::any::AnyTable;
use skirmish_core::interpreter::Interpreters;
use skirmish_core::registry::AnyGame;
use skirmish_jail::{Brief, Level};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

/// Where replays go that name no file, from the current folder.
pub const REPLAYS: &str = "replays";

/// A place for matches. Clones share what was found out and built; any number of threads can play at one venue.
#[derive(Clone)]
pub struct Venue {
    /// The games that can be played.
    pub registry: Registry,
    /// Where replays go that name no file. No bot sees this folder.
    pub replays: PathBuf,
    /// Where that which was built or found out is kept. No bot sees this folder.
    pub cache: Option<PathBuf>,
    /// Stops everything that is played here.
    pub cancel: Cancel,
    /// Hears what is worth knowing.
    pub listener: Listener,
    /// Who speaks for programs that decide by numbers, where they may play.
    pub interpreters: Option<Interpreters>,
    tested: Arc<Tested>,
    /// Held while a bot is built: whoever wants the same bot waits for it instead of building it, too.
    pub(crate) building: Arc<Mutex<()>>,
}

/// Makes the table of a match, each time it is called.
pub type Make<'a> = &'a (dyn Fn() -> Result<Box<dyn AnyTable>, Error> + 'a);

impl Venue {
    /// A venue for these games, with replays in `replays/`, the user's cache, and nobody who listens.
    pub fn new(registry: Registry) -> Venue {
        Venue {
            registry,
            replays: REPLAYS.into(),
            cache: cache::folder().cloned(),
            cancel: Cancel::default(),
            listener: Listener::default(),
            interpreters: None,
            tested: Arc::default(),
            building: Arc::default(),
        }
    }

    /// The same place, where `cancel` stops what is played.
    #[must_use]
    pub fn with_cancel(&self, cancel: Cancel) -> Venue {
        Venue { cancel, ..self.clone() }
    }

    /// The same place, where `listener` hears what is worth knowing.
    #[must_use]
    pub fn with_listener(&self, listener: Listener) -> Venue {
        Venue { listener, ..self.clone() }
    }

    /// The game called `id`, or an error that lists what there is.
    pub fn game(&self, id: &str) -> Result<&dyn AnyGame, Error> {
        Ok(self.registry.game(id)?)
    }

    /// What stands between programs and the machine: the level asked for, or the best that works here.
    pub fn sandbox(&self, asked: Option<Level>) -> Result<Brief, Error> {
        sandbox::choose(asked, &self.tested, self.cache.as_deref(), &self.listener)
    }

    /// Where `what` is kept.
    pub(crate) fn kept(&self, what: &str) -> Result<PathBuf, Error> {
        Ok(self.cache.as_ref().ok_or(Error::NoCache)?.join(what))
    }
}
