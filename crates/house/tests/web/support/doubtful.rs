//! A store that does what it is asked and sometimes cannot say so.

use skirmish_house::store::memory::Memory;
use skirmish_house::store::{Audit, Failure, Invitation, Journal, Snapshot, Store, Stored, Token, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

#[derive(Default)]
pub struct Doubtful {
    within: Memory,
    /// The next commit happens, but nobody is told.
    pub mute: AtomicBool,
    /// Nothing can be read.
    pub blind: AtomicBool,
}

impl Doubtful {
    fn seen(&self) -> Result<&Memory, Failure> {
        match self.blind.load(Ordering::SeqCst) {
            true => Err(Failure::Refused("the database is away".into())),
            false => Ok(&self.within),
        }
    }
}

impl Store for Doubtful {
    fn commit(&self, writes: &[Write]) -> Result<(), Failure> {
        self.within.commit(writes)?;
        match self.mute.swap(false, Ordering::SeqCst) {
            true => Err(Failure::Unknown("the connection was lost".into())),
            false => Ok(()),
        }
    }

    fn journals(&self) -> Result<Vec<Journal>, Failure> {
        self.seen()?.journals()
    }

    fn records(&self, journal: i64, after: i64, limit: usize) -> Result<Vec<Stored>, Failure> {
        self.seen()?.records(journal, after, limit)
    }

    fn records_with_events(&self, journal: i64, after_event: i64, limit: usize) -> Result<Vec<Stored>, Failure> {
        self.seen()?.records_with_events(journal, after_event, limit)
    }

    fn snapshots(&self, journal: i64) -> Result<Vec<Stored<Snapshot>>, Failure> {
        self.seen()?.snapshots(journal)
    }

    fn heartbeat(&self, journal: i64) -> Result<Option<i64>, Failure> {
        self.seen()?.heartbeat(journal)
    }

    fn tokens(&self) -> Result<Vec<Token>, Failure> {
        self.seen()?.tokens()
    }

    fn invitations(&self) -> Result<Vec<Invitation>, Failure> {
        self.seen()?.invitations()
    }

    fn audit(&self, after: i64, limit: usize) -> Result<Vec<(i64, Audit)>, Failure> {
        self.seen()?.audit(after, limit)
    }

    fn setting(&self, name: &str) -> Result<Option<String>, Failure> {
        self.seen()?.setting(name)
    }

    fn backup(&self, to: &Path) -> Result<(), Failure> {
        self.seen()?.backup(to)
    }
}
