//! A live game as a replay: one command per step, the clock's included.

use crate::driver::Driver;
use crate::head::Head;
use crate::tape::{Tape, Torn, each};
use skirmish_core::Telling;
use skirmish_house::store::Store;
use skirmish_replay::Recorder;
use std::path::Path;

/// Why a game could not be exported.
#[derive(Debug, thiserror::Error)]
pub enum Unexported {
    #[error(transparent)]
    Log(#[from] Torn),
    #[error(transparent)]
    File(#[from] skirmish_replay::Error),
}

/// Writes the replay of a game into a new file. Seed and key are in it only if the game has ended.
pub fn export(store: &dyn Store, journal: i64, head: &Head, to: &Path) -> Result<(), Unexported> {
    let (seats, last) = seats(store, journal, head)?;
    let (mut tape, first) = Tape::begin(head, seats)?;
    let mut recorder = Recorder::create(to)?;
    recorder.record(&first)?;
    let mut line = String::new();
    // Whoever joins meanwhile is not in the header, so the replay ends where the seats were counted.
    each(store, journal, 0, last, |record| {
        if tape.take(record, &mut line)? {
            recorder.record(&line)?;
        }
        Ok::<_, Unexported>(())
    })?;
    if let Some(ending) = tape.ending() {
        recorder.record(&ending)?;
    }
    recorder.finish()?;
    Ok(())
}

/// All seats there ever were, in the order in which they joined, and the number of the last record.
fn seats(store: &dyn Store, journal: i64, head: &Head) -> Result<(Vec<String>, i64), Torn> {
    let mut driver = Driver::new(head).map_err(|why| Torn::Log { n: 0, why })?;
    each(store, journal, 0, i64::MAX, |record| {
        driver.fold(record).map(drop).map_err(|why| Torn::Log { n: record.n, why })
    })?;
    Ok((driver.game().seats(driver.state()), driver.records()))
}
