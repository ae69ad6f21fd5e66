//! A live game as a replay: one command per step, the clock's included.

use crate::driver::Driver;
use crate::head::Head;
use crate::logged::{Logged, OPERATOR, Operation};
use skirmish_core::replay::{About, Header, LIVE, Recording, SeatedPlayer};
use skirmish_core::{Seed, Telling};
use skirmish_house::store::{Failure, Store, Stored};
use skirmish_replay::Recorder;
use std::path::Path;

/// Why a game could not be exported.
#[derive(Debug, thiserror::Error)]
pub enum Unexported {
    #[error(transparent)]
    Store(#[from] Failure),
    #[error("record {n} of the log does not fit: {why}")]
    Log { n: i64, why: String },
    #[error(transparent)]
    File(#[from] skirmish_replay::Error),
}

/// Writes the replay of a game into a new file. Seed and key are in it only if the game has ended.
pub fn export(store: &dyn Store, journal: i64, head: &Head, to: &Path) -> Result<(), Unexported> {
    let wrong = |n, why| Unexported::Log { n, why };
    let mut driver = Driver::new(head).map_err(|why| wrong(0, why))?;
    let about = About {
        id: format!("zords-{}", head.name),
        players: seats(store, journal, head)?,
        sandbox: serde_json::Value::Null,
        salt: head.salt,
    };
    let (recording, first) = Recording::begin(driver.table(), &about, Seed::new(head.seed));
    let mut header: Header = serde_json::from_str(&first).map_err(|e| wrong(0, e.to_string()))?;
    header.needs = vec![LIVE.into()];
    let mut recorder = Recorder::create(to)?;
    recorder.record(&serde_json::to_string(&header).expect("headers serialise"))?;
    let (mut line, mut aborted) = (String::new(), None);
    each(store, journal, |record| {
        let n = record.n;
        let logged = Logged::read(&record.body).map_err(|why| wrong(n, why))?;
        if logged.seat == OPERATOR {
            if let Ok(Operation::Abort { why }) = serde_json::from_str(logged.command.get()) {
                // Nothing follows, and a replay says so at its end.
                aborted = Some(format!("aborted by an operator: {why}"));
                return Ok(());
            }
            driver.fold(record).map_err(|why| wrong(n, why))?;
            return Ok(());
        }
        let orders = driver.orders_of(&logged).map_err(|why| wrong(n, why))?;
        driver.fold(record).map_err(|why| wrong(n, why))?;
        recording.step(driver.table(), &orders, &mut line);
        recorder.record(&line)?;
        Ok(())
    })?;
    if driver.is_over() || aborted.is_some() {
        recorder.record(&recording.ending(driver.table(), aborted))?;
    }
    recorder.finish()?;
    Ok(())
}

/// Calls `take` with every record of a journal.
fn each(
    store: &dyn Store,
    journal: i64,
    mut take: impl FnMut(&skirmish_house::store::Record) -> Result<(), Unexported>,
) -> Result<(), Unexported> {
    let mut n = 0;
    loop {
        let page = store.records(journal, n, 1000)?;
        if page.is_empty() {
            return Ok(());
        }
        for stored in page {
            match stored {
                Stored::Good(record) => {
                    n = record.n;
                    take(&record)?;
                }
                Stored::Damaged { n, why } => return Err(Unexported::Log { n, why }),
            }
        }
    }
}

/// All seats that there ever were, in the order in which they joined.
fn seats(store: &dyn Store, journal: i64, head: &Head) -> Result<Vec<SeatedPlayer>, Unexported> {
    let mut driver = Driver::new(head).map_err(|why| Unexported::Log { n: 0, why })?;
    each(store, journal, |record| driver.fold(record).map(drop).map_err(|why| Unexported::Log { n: record.n, why }))?;
    let seated = |seat| SeatedPlayer { seat, player: "live".into(), name: None };
    Ok(driver.game().seats(driver.state()).into_iter().map(seated).collect())
}
