//! Somebody who follows the events of a game, with interruptions.

use super::store::FaultyStore;
use crate::driver::Told;
use crate::logged::Logged;
use crate::writer::told_by;
use skirmish_house::store::{Store, Stored};

/// A reader of a stream, and the number of the last event it got.
pub struct Reader {
    pub game: i64,
    pub cursor: i64,
    pub connected: bool,
}

impl Reader {
    pub fn new(game: i64) -> Reader {
        Reader { game, cursor: 0, connected: false }
    }

    /// Connects, and reads what it missed.
    pub fn connect(&mut self, store: &FaultyStore, log: &[String]) -> Result<(), String> {
        while !self.connected {
            let page = store.records_with_events(self.game, self.cursor, 3).map_err(|e| e.to_string())?;
            self.connected = page.is_empty();
            for stored in page {
                let Stored::Good(record) = stored else { return Err("a damaged record on a stream".into()) };
                for told in told_by(&Logged::read(&record.body)?, record.first_event) {
                    // The first record may begin before what is asked for.
                    if told.n > self.cursor {
                        self.hear(&told, log)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Hears of an event. It must be the next one, and be in the log.
    pub fn hear(&mut self, told: &Told, log: &[String]) -> Result<(), String> {
        if told.n != self.cursor + 1 {
            return Err(format!("a stream told event {} after event {}", told.n, self.cursor));
        }
        let logged = usize::try_from(told.n - 1).ok().and_then(|i| log.get(i));
        let Some(logged) = logged else {
            return Err(format!("a stream told event {} before it was durable", told.n));
        };
        if **logged != *told.data {
            return Err(format!("a stream told event {} as {}, the log has {logged}", told.n, told.data));
        }
        self.cursor = told.n;
        Ok(())
    }
}
