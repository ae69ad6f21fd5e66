//! The log of a game as the records of a replay, one after the other.

use crate::driver::Driver;
use crate::head::Head;
use crate::logged::{Logged, OPERATOR, Operation};
use skirmish_core::Seed;
use skirmish_core::replay::{About, Header, LIVE, Recording, SeatedPlayer};
use skirmish_house::store::{Failure, Record, Store, Stored};

/// So many records are read at a time.
const PAGE: usize = 1000;

/// Why a log could not be turned into a replay.
#[derive(Debug, thiserror::Error)]
pub enum Torn {
    #[error(transparent)]
    Store(#[from] Failure),
    #[error("record {n} of the log does not fit: {why}")]
    Log { n: i64, why: String },
}

/// A game that is being recorded from its log.
pub struct Tape {
    driver: Driver,
    recording: Recording,
    /// Why an operator ended the game, if one did.
    aborted: Option<String>,
    /// When the last record was made.
    at_ms: i64,
}

impl Tape {
    /// A tape of a game in which these seats are, or will be, in the order in which they join; and the first record.
    pub fn begin(head: &Head, seats: impl IntoIterator<Item = String>) -> Result<(Tape, String), Torn> {
        let wrong = |why| Torn::Log { n: 0, why };
        let driver = Driver::new(head).map_err(wrong)?;
        let seated = |seat| SeatedPlayer { seat, player: "live".into(), name: None };
        let about = About {
            id: format!("zords-{}", head.name),
            players: seats.into_iter().map(seated).collect(),
            sandbox: serde_json::Value::Null,
            salt: head.salt,
        };
        let (recording, first) = Recording::begin(driver.table(), &about, Seed::new(head.seed), None);
        let mut header: Header = serde_json::from_str(&first).map_err(|e| wrong(e.to_string()))?;
        header.needs = vec![LIVE.into()];
        let first = serde_json::to_string(&header).expect("headers serialise");
        Ok((Tape { driver, recording, aborted: None, at_ms: head.created_ms }, first))
    }

    /// The game as far as the tape goes.
    pub fn driver(&self) -> &Driver {
        &self.driver
    }

    /// When what it ends with happened.
    pub fn at_ms(&self) -> i64 {
        self.at_ms
    }

    /// Takes the next record of the log; true if it is a step, whose record is then in `line`.
    pub fn take(&mut self, record: &Record, line: &mut String) -> Result<bool, Torn> {
        let n = record.n;
        let wrong = |why| Torn::Log { n, why };
        let logged = Logged::read(&record.body).map_err(wrong)?;
        self.at_ms = logged.at;
        if logged.seat == OPERATOR {
            match serde_json::from_str(logged.command.get()) {
                // Nothing follows, and a replay says so at its end; the game it shows is the one that was played.
                Ok(Operation::Abort { why }) => self.aborted = Some(format!("aborted by an operator: {why}")),
                _ => drop(self.driver.fold(record).map_err(wrong)?),
            }
            return Ok(false);
        }
        let orders = self.driver.orders_of(&logged).map_err(wrong)?;
        self.driver.fold(record).map_err(wrong)?;
        self.recording.step(self.driver.table(), &orders, line);
        Ok(true)
    }

    /// The last record, if the game has ended: it tells seed and key.
    pub fn ending(&self) -> Option<String> {
        let ended = self.driver.is_over() || self.aborted.is_some();
        ended.then(|| self.recording.ending(self.driver.table(), self.aborted.clone()))
    }
}

/// Calls `take` with the records of a journal after record `after`, up to `last`.
pub fn each<E: From<Torn>>(
    store: &dyn Store,
    journal: i64,
    after: i64,
    last: i64,
    mut take: impl FnMut(&Record) -> Result<(), E>,
) -> Result<(), E> {
    let mut n = after;
    while n < last {
        let page = store.records(journal, n, PAGE).map_err(Torn::from)?;
        if page.is_empty() {
            break;
        }
        for stored in page {
            match stored {
                Stored::Good(record) if record.n > last => return Ok(()),
                Stored::Good(record) => {
                    n = record.n;
                    take(&record)?;
                }
                Stored::Damaged { n, why } => return Err(Torn::Log { n, why }.into()),
            }
        }
    }
    Ok(())
}
