//! A store in memory that fails on purpose.

use super::Bug;
use skirmish_house::store::{Audit, Failure, Invitation, Journal, Record, Snapshot, Store, Stored, Token, Write};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// How the next commit goes.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Fate {
    #[default]
    Well,
    /// The disk is full.
    Refused,
    /// Nobody is told whether it happened.
    Unknown { done: bool },
    /// The same, and so many reads fail afterwards.
    Away { done: bool, reads: u32 },
    /// The power fails before it, or after it and before anybody hears of it.
    Crash { done: bool },
    /// The power fails in the middle, and half a record is left on the disk.
    Torn,
}

/// A store whose commits go as they are told to.
pub struct FaultyStore {
    disk: Mutex<Disk>,
}

#[derive(Clone, Default)]
struct Disk {
    shelves: BTreeMap<i64, Shelf>,
    audit: Vec<Audit>,
    audited: HashMap<String, usize>,
    settings: BTreeMap<String, String>,
    fate: Fate,
    /// The power is gone until the next start.
    dark: bool,
    /// So many reads fail.
    deaf: u32,
    commits: u64,
    failures: u64,
    bug: Option<Bug>,
    /// A commit that no store could take.
    absurd: Option<String>,
}

/// What is kept of a journal.
#[derive(Clone)]
struct Shelf {
    journal: Journal,
    records: Vec<Record>,
    /// So many of them are safe from power failures.
    flushed: usize,
    torn: bool,
    /// Records that can no longer be read.
    rotten: BTreeSet<i64>,
    /// Newest first.
    snapshots: Vec<Stored<Snapshot>>,
    heartbeat: Option<i64>,
}

impl Shelf {
    fn read(&self, record: &Record) -> Stored {
        match self.rotten.contains(&record.n) {
            true => damaged(record.n),
            false => Stored::Good(record.clone()),
        }
    }
}

/// Something that can no longer be read.
pub fn damaged<T>(n: i64) -> Stored<T> {
    Stored::Damaged { n, why: "its checksum is wrong".into() }
}

impl FaultyStore {
    pub fn new(bug: Option<Bug>) -> FaultyStore {
        FaultyStore { disk: Mutex::new(Disk { bug, ..Disk::default() }) }
    }

    fn disk(&self) -> MutexGuard<'_, Disk> {
        self.disk.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn reading(&self) -> Result<MutexGuard<'_, Disk>, Failure> {
        let mut disk = self.disk();
        if disk.dark {
            return Err(Failure::Broken("the power is gone".into()));
        }
        if disk.deaf > 0 {
            disk.deaf -= 1;
            return Err(Failure::Refused("the disk does not answer".into()));
        }
        Ok(disk)
    }

    /// A copy of all that is on it, without trouble.
    pub fn copy(&self) -> FaultyStore {
        let disk = Disk { fate: Fate::Well, deaf: 0, ..self.disk().clone() };
        FaultyStore { disk: Mutex::new(disk) }
    }

    /// How the next commit goes.
    pub fn doom(&self, fate: Fate) {
        self.disk().fate = fate;
    }

    /// So many of the next reads fail.
    pub fn deafen(&self, reads: u32) {
        self.disk().deaf = reads;
    }

    /// The machine stops and starts again. What was not flushed is gone.
    pub fn restart(&self) {
        let mut disk = self.disk();
        (disk.dark, disk.deaf, disk.fate) = (false, 0, Fate::Well);
        for shelf in disk.shelves.values_mut() {
            shelf.records.truncate(shelf.flushed);
        }
    }

    /// How many commits were made.
    pub fn commits(&self) -> u64 {
        self.disk().commits
    }

    /// How many commits failed, one way or another.
    pub fn failures(&self) -> u64 {
        self.disk().failures
    }

    /// Why a commit could not be one, if there was such a commit.
    pub fn absurdity(&self) -> Option<String> {
        self.disk().absurd.clone()
    }

    /// The records of a journal with `n > after` that a power failure would leave.
    pub fn flushed(&self, journal: i64, after: usize) -> Vec<Record> {
        let disk = self.disk();
        disk.shelves
            .get(&journal)
            .map_or(Vec::new(), |shelf| shelf.records[..shelf.flushed].get(after..).unwrap_or_default().to_vec())
    }

    /// How many records of a journal a power failure would leave.
    pub fn length(&self, journal: i64) -> usize {
        self.disk().shelves.get(&journal).map_or(0, |shelf| shelf.flushed)
    }

    /// How often something was written down as done.
    pub fn audited(&self, what: &str) -> usize {
        self.disk().audited.get(what).copied().unwrap_or(0)
    }

    /// Makes a record unreadable.
    pub fn rot(&self, journal: i64, n: i64) {
        if let Some(shelf) = self.disk().shelves.get_mut(&journal) {
            shelf.rotten.insert(n);
        }
    }

    /// Changes the snapshots of a journal behind everybody's back.
    pub fn tamper(&self, journal: i64, change: impl FnOnce(&mut Vec<Stored<Snapshot>>)) {
        if let Some(shelf) = self.disk().shelves.get_mut(&journal) {
            change(&mut shelf.snapshots);
        }
    }
}

impl Disk {
    /// Whether a store could take these writes: numbers without gaps, nothing that is there already.
    fn check(&self, writes: &[Write]) -> Result<(), String> {
        let mut ends: BTreeMap<i64, (i64, i64)> = BTreeMap::new();
        for (id, shelf) in &self.shelves {
            let end = shelf.records.last().map_or((1, 1), |last| (last.n + 1, last.first_event + last.events));
            ends.insert(*id, end);
        }
        for write in writes {
            match write {
                Write::Journal(journal) => {
                    let before = ends.insert(journal.id, (1, 1));
                    before.map_or(Ok(()), |_| Err(format!("journal {} is there already", journal.id)))?;
                }
                Write::Record { journal, record } => {
                    let torn = self.shelves.get(journal).is_some_and(|shelf| shelf.torn);
                    let end = ends.get_mut(journal).filter(|_| !torn).ok_or("records need a journal that is whole")?;
                    if *end != (record.n, record.first_event) {
                        return Err(format!("record {} where {} belongs", record.n, end.0));
                    }
                    *end = (record.n + 1, record.first_event + record.events);
                }
                Write::Heartbeat { journal, .. } | Write::Snapshot { journal, .. } | Write::Cut { journal, .. } => {
                    ends.get(journal).ok_or_else(|| format!("there is no journal {journal}"))?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn apply(&mut self, write: &Write) {
        let bug = self.bug;
        match write {
            Write::Journal(journal) => {
                let shelf = Shelf {
                    journal: journal.clone(),
                    records: Vec::new(),
                    flushed: 0,
                    torn: false,
                    rotten: BTreeSet::new(),
                    snapshots: Vec::new(),
                    heartbeat: None,
                };
                self.shelves.insert(journal.id, shelf);
            }
            Write::Audit(entry) => {
                *self.audited.entry(entry.what.clone()).or_default() += 1;
                self.audit.push(entry.clone());
            }
            Write::Setting { name, value } => _ = self.settings.insert(name.clone(), value.clone()),
            Write::Record { journal, record } => {
                let Some(shelf) = self.shelves.get_mut(journal) else { return };
                let key = record.key.clone().filter(|_| bug != Some(Bug::ForgetsKeys));
                shelf.records.push(Record { key, ..record.clone() });
            }
            Write::Cut { journal, n } => {
                let Some(shelf) = self.shelves.get_mut(journal) else { return };
                shelf.torn = false;
                if shelf.rotten.remove(n) {
                    shelf.records.pop();
                }
            }
            Write::Snapshot { journal, snapshot } => {
                let Some(shelf) = self.shelves.get_mut(journal) else { return };
                shelf.snapshots.insert(0, Stored::Good(snapshot.clone()));
                shelf.snapshots.truncate(2);
            }
            Write::Heartbeat { journal, at_ms } if bug != Some(Bug::ForgetsHeartbeats) => {
                let Some(shelf) = self.shelves.get_mut(journal) else { return };
                shelf.heartbeat = Some(*at_ms);
            }
            _ => {}
        }
    }

    fn store(&mut self, writes: &[Write]) {
        self.commits += 1;
        if self.bug == Some(Bug::StoresNothing) && self.commits.is_multiple_of(97) {
            return;
        }
        writes.iter().for_each(|write| self.apply(write));
        if self.bug != Some(Bug::FlushesLate) || self.commits.is_multiple_of(2) {
            self.shelves.values_mut().for_each(|shelf| shelf.flushed = shelf.records.len());
        }
    }

    fn tear(&mut self, writes: &[Write]) {
        let torn = writes.iter().find_map(|write| match write {
            Write::Record { journal, .. } => Some(*journal),
            _ => None,
        });
        if let Some(shelf) = torn.and_then(|journal| self.shelves.get_mut(&journal)) {
            shelf.torn = true;
        }
    }
}

impl Store for FaultyStore {
    fn commit(&self, writes: &[Write]) -> Result<(), Failure> {
        let mut disk = self.disk();
        if disk.dark {
            return Err(Failure::Broken("the power is gone".into()));
        }
        if let Err(why) = disk.check(writes) {
            disk.absurd.get_or_insert(why.clone());
            return Err(Failure::Refused(why));
        }
        disk.failures += u64::from(disk.fate != Fate::Well);
        let fate = std::mem::take(&mut disk.fate);
        match fate {
            Fate::Well => {
                disk.store(writes);
                Ok(())
            }
            Fate::Refused => Err(Failure::Refused("the disk is full".into())),
            Fate::Unknown { done } | Fate::Away { done, .. } => {
                if done {
                    disk.store(writes);
                }
                if let Fate::Away { reads, .. } = fate {
                    disk.deaf = reads;
                }
                Err(Failure::Unknown("the database did not answer".into()))
            }
            Fate::Crash { done } => {
                if done {
                    disk.store(writes);
                }
                disk.dark = true;
                Err(Failure::Broken("the power is gone".into()))
            }
            Fate::Torn => {
                disk.tear(writes);
                disk.dark = true;
                Err(Failure::Broken("the power is gone".into()))
            }
        }
    }

    fn journals(&self) -> Result<Vec<Journal>, Failure> {
        Ok(self.reading()?.shelves.values().map(|shelf| shelf.journal.clone()).collect())
    }

    fn records(&self, journal: i64, after: i64, limit: usize) -> Result<Vec<Stored>, Failure> {
        let disk = self.reading()?;
        let Some(shelf) = disk.shelves.get(&journal) else { return Ok(Vec::new()) };
        let after = usize::try_from(after).unwrap_or(0);
        let good = shelf.records.iter().skip(after).map(|record| shelf.read(record));
        let n = shelf.records.len() as i64 + 1;
        let torn =
            (shelf.torn && after < n as usize).then(|| Stored::Damaged { n, why: "half of it is missing".into() });
        Ok(good.chain(torn).take(limit).collect())
    }

    fn records_with_events(&self, journal: i64, after_event: i64, limit: usize) -> Result<Vec<Stored>, Failure> {
        let disk = self.reading()?;
        let Some(shelf) = disk.shelves.get(&journal) else { return Ok(Vec::new()) };
        let first = shelf.records.partition_point(|record| record.first_event + record.events <= after_event + 1);
        let told = shelf.records[first..].iter().filter(|record| record.events > 0);
        Ok(told.take(limit).map(|record| shelf.read(record)).collect())
    }

    fn snapshots(&self, journal: i64) -> Result<Vec<Stored<Snapshot>>, Failure> {
        Ok(self.reading()?.shelves.get(&journal).map_or(Vec::new(), |shelf| shelf.snapshots.clone()))
    }

    fn heartbeat(&self, journal: i64) -> Result<Option<i64>, Failure> {
        Ok(self.reading()?.shelves.get(&journal).and_then(|shelf| shelf.heartbeat))
    }

    fn tokens(&self) -> Result<Vec<Token>, Failure> {
        Ok(Vec::new())
    }

    fn invitations(&self) -> Result<Vec<Invitation>, Failure> {
        Ok(Vec::new())
    }

    fn audit(&self, after: i64, limit: usize) -> Result<Vec<(i64, Audit)>, Failure> {
        let disk = self.reading()?;
        let numbered = (1..).zip(&disk.audit).filter(|(n, _)| *n > after);
        Ok(numbered.take(limit).map(|(n, entry)| (n, entry.clone())).collect())
    }

    fn setting(&self, name: &str) -> Result<Option<String>, Failure> {
        Ok(self.reading()?.settings.get(name).cloned())
    }

    fn backup(&self, _: &std::path::Path) -> Result<(), Failure> {
        Err(Failure::Unusable("what is only in memory cannot be copied to a file".into()))
    }
}
