//! Where fixtures are played. This machine's cores and a fleet of others are the same to a tournament.

use crate::fixture::Fixture;
use crate::record::Record;
use std::time::Duration;

/// A fixture that came back.
#[derive(Clone, Debug)]
pub struct Done {
    /// What was to be played.
    pub fixture: Fixture,
    /// What came of it.
    pub outcome: Outcome,
}

/// What came of a fixture.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// It was played.
    Played(Box<Record>),
    /// It could not be played, which was no bot's fault.
    Failed {
        /// What was in the way.
        why: String,
        /// Who tried, if not this machine.
        worker: Option<String>,
    },
    /// It was tried often enough and is not tried again, which was no bot's fault.
    Parked {
        /// What was in the way.
        why: String,
        /// Who tried last, if not this machine.
        worker: Option<String>,
    },
    /// Somebody stopped it.
    Interrupted,
    /// It cannot be played at all, and nothing else can: a bot is gone, a disk is full.
    Hopeless(String),
}

/// A worker whose word is not taken any more.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Distrust {
    /// Its name.
    pub worker: String,
    /// What it said that is not so.
    pub why: String,
}

/// A place where fixtures are played, several at once.
pub trait Field {
    /// How many more it would like to have.
    fn room(&self) -> usize;
    /// Takes a fixture.
    fn give(&mut self, fixture: Fixture);
    /// What has come back. It waits for the first, but not for longer than `patience`. A fixture may come back more than
    /// once, and in any order.
    fn take(&mut self, patience: Duration) -> Vec<Done>;
    /// Fixtures that it still has.
    fn held(&self) -> usize;
    /// Everything that was taken so far is on disk.
    fn stored(&mut self) {}
    /// Workers that have turned out to be wrong since this was asked last: what they played counts no more.
    fn distrusted(&mut self) -> Vec<Distrust> {
        Vec::new()
    }
}
