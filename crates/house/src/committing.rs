//! The house as a store: whatever a resident commits through it, the house takes note of. A token that comes with a new player
//! lets them in at once.

use crate::house::House;
use crate::store::{Audit, Failure, Invitation, Journal, Snapshot, Store, Stored, Token, Write};
use std::path::Path;

impl Store for House {
    fn commit(&self, writes: &[Write]) -> Result<(), Failure> {
        House::commit(self, writes)
    }

    fn journals(&self) -> Result<Vec<Journal>, Failure> {
        self.store.journals()
    }

    fn records(&self, journal: i64, after: i64, limit: usize) -> Result<Vec<Stored>, Failure> {
        self.store.records(journal, after, limit)
    }

    fn records_with_events(&self, journal: i64, after_event: i64, limit: usize) -> Result<Vec<Stored>, Failure> {
        self.store.records_with_events(journal, after_event, limit)
    }

    fn snapshots(&self, journal: i64) -> Result<Vec<Stored<Snapshot>>, Failure> {
        self.store.snapshots(journal)
    }

    fn heartbeat(&self, journal: i64) -> Result<Option<i64>, Failure> {
        self.store.heartbeat(journal)
    }

    fn tokens(&self) -> Result<Vec<Token>, Failure> {
        self.store.tokens()
    }

    fn invitations(&self) -> Result<Vec<Invitation>, Failure> {
        self.store.invitations()
    }

    fn audit(&self, after: i64, limit: usize) -> Result<Vec<(i64, Audit)>, Failure> {
        self.store.audit(after, limit)
    }

    fn setting(&self, name: &str) -> Result<Option<String>, Failure> {
        self.store.setting(name)
    }

    fn backup(&self, to: &Path) -> Result<(), Failure> {
        self.store.backup(to)
    }
}
