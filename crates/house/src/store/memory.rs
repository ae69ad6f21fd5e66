//! A store that forgets everything when the program ends: for tests and demonstrations.

use super::{Audit, Failure, Invitation, Journal, Record, Snapshot, Store, Stored, Token, Write};
use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

#[derive(Default)]
pub struct Memory {
    content: Mutex<Content>,
}

#[derive(Clone, Default)]
struct Content {
    journals: Vec<Journal>,
    records: HashMap<i64, Vec<Arc<Record>>>,
    snapshots: HashMap<i64, Vec<Arc<Snapshot>>>,
    heartbeats: HashMap<i64, i64>,
    tokens: BTreeMap<i64, Token>,
    invitations: BTreeMap<i64, Invitation>,
    audit: Vec<Audit>,
    settings: HashMap<String, String>,
}

impl Memory {
    fn locked(&self) -> MutexGuard<'_, Content> {
        self.content.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Store for Memory {
    fn commit(&self, writes: &[Write]) -> Result<(), Failure> {
        let mut content = self.locked();
        // Tried on a copy, in which records are shared.
        let mut tried = content.clone();
        writes.iter().try_for_each(|write| tried.write(write)).map_err(Failure::Refused)?;
        *content = tried;
        Ok(())
    }

    fn journals(&self) -> Result<Vec<Journal>, Failure> {
        Ok(self.locked().journals.clone())
    }

    fn records(&self, journal: i64, after: i64, limit: usize) -> Result<Vec<Stored>, Failure> {
        Ok(self.locked().of(journal).filter(|record| record.n > after).take(limit).map(good).collect())
    }

    fn records_with_events(&self, journal: i64, after_event: i64, limit: usize) -> Result<Vec<Stored>, Failure> {
        let content = self.locked();
        let told = content.of(journal).filter(|record| record.events > 0);
        let newer = told.filter(|record| record.first_event + record.events - 1 > after_event);
        Ok(newer.take(limit).map(good).collect())
    }

    fn snapshots(&self, journal: i64) -> Result<Vec<Stored<Snapshot>>, Failure> {
        let content = self.locked();
        let kept = content.snapshots.get(&journal).into_iter().flatten();
        Ok(kept.map(|kept| Stored::Good(Snapshot::clone(kept))).collect())
    }

    fn heartbeat(&self, journal: i64) -> Result<Option<i64>, Failure> {
        Ok(self.locked().heartbeats.get(&journal).copied())
    }

    fn tokens(&self) -> Result<Vec<Token>, Failure> {
        Ok(self.locked().tokens.values().cloned().collect())
    }

    fn invitations(&self) -> Result<Vec<Invitation>, Failure> {
        Ok(self.locked().invitations.values().cloned().collect())
    }

    fn audit(&self, after: i64, limit: usize) -> Result<Vec<(i64, Audit)>, Failure> {
        let content = self.locked();
        let numbered = (1..).zip(content.audit.iter().cloned());
        Ok(numbered.filter(|(n, _)| *n > after).take(limit).collect())
    }

    fn setting(&self, name: &str) -> Result<Option<String>, Failure> {
        Ok(self.locked().settings.get(name).cloned())
    }

    fn backup(&self, _: &Path) -> Result<(), Failure> {
        Err(Failure::Refused("a store in memory has nothing to copy; give the service a data folder".into()))
    }
}

impl Content {
    fn of(&self, journal: i64) -> impl Iterator<Item = &Arc<Record>> {
        self.records.get(&journal).into_iter().flatten()
    }

    fn write(&mut self, write: &Write) -> Result<(), String> {
        match write {
            Write::Journal(journal) => {
                let taken =
                    |old: &Journal| old.id == journal.id || (old.kind == journal.kind && old.name == journal.name);
                if self.journals.iter().any(taken) {
                    return Err(format!("there is a journal {} already", journal.name));
                }
                self.records.insert(journal.id, Vec::new());
                self.journals.push(journal.clone());
            }
            Write::Record { journal, record } => {
                let records = self.records.get_mut(journal).ok_or(format!("there is no journal {journal}"))?;
                let next = records.last().map_or(1, |last| last.n + 1);
                if record.n != next {
                    return Err(format!("record {} of journal {journal} should be {next}", record.n));
                }
                records.push(Arc::new(record.clone()));
            }
            Write::Cut { journal, n } => {
                let records = self.records.get_mut(journal).ok_or(format!("there is no journal {journal}"))?;
                if records.pop_if(|last| last.n == *n).is_none() {
                    return Err(format!("record {n} of journal {journal} is not the last"));
                }
            }
            Write::Snapshot { journal, snapshot } => {
                let snapshots = self.snapshots.entry(*journal).or_default();
                snapshots.insert(0, Arc::new(snapshot.clone()));
                snapshots.truncate(2);
            }
            Write::Heartbeat { journal, at_ms } => {
                self.heartbeats.insert(*journal, *at_ms);
            }
            Write::Token(token) => {
                if self.tokens.insert(token.id, token.clone()).is_some() {
                    return Err(format!("there is a token {} already", token.id));
                }
            }
            Write::Revoke { token, at_ms } => {
                let token = self.tokens.get_mut(token).ok_or(format!("there is no token {token}"))?;
                token.revoked_ms.get_or_insert(*at_ms);
            }
            Write::Invitation(invitation) => {
                if self.invitations.insert(invitation.id, invitation.clone()).is_some() {
                    return Err(format!("there is an invitation {} already", invitation.id));
                }
            }
            Write::UseInvitation { invitation } => self.invitation(*invitation)?.used += 1,
            Write::RevokeInvitation { invitation } => self.invitation(*invitation)?.revoked = true,
            Write::Audit(audit) => self.audit.push(audit.clone()),
            Write::Setting { name, value } => {
                self.settings.insert(name.clone(), value.clone());
            }
        }
        Ok(())
    }

    fn invitation(&mut self, id: i64) -> Result<&mut Invitation, String> {
        self.invitations.get_mut(&id).ok_or(format!("there is no invitation {id}"))
    }
}

fn good(record: &Arc<Record>) -> Stored {
    Stored::Good(Record::clone(record))
}
