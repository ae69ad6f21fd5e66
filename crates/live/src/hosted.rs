//! A game as those who serve requests see it: its last durable state, and its newest events.

use crate::driver::{Driver, Told};
use crate::head::Head;
use crate::logged::Logged;
use crate::view::{LiveView, view};
use crate::writer::told_by;
use skirmish_house::store::{Failure, Store, Stored};
use std::collections::VecDeque;
use std::sync::{Arc, OnceLock, PoisonError, RwLock};
use tokio::sync::watch;

/// So many events are kept in memory; older ones come from the store.
const RECENT: usize = 4096;

/// A game.
pub struct Hosted {
    pub game: i64,
    pub head: Arc<Head>,

    published: RwLock<Option<Arc<Published>>>,
    recent: RwLock<VecDeque<Told>>,
    newest: watch::Sender<i64>,
    store: Arc<dyn Store>,
}

/// The state of a game at one moment.
pub struct Published {
    pub driver: Driver,
    pub now_ms: i64,
    view: OnceLock<[String; 2]>,
}

impl Published {
    pub fn new(driver: Driver, now_ms: i64) -> Published {
        Published { driver, now_ms, view: OnceLock::new() }
    }

    /// The view, as it is sent to a seat, or to anybody.
    pub fn view(&self, you: Option<&str>) -> String {
        // Made once for all who ask. Names of seats need no escaping.
        let [before, after] = self.view.get_or_init(|| {
            let text = serde_json::to_string(&self.live_view()).expect("views serialise");
            let (before, after) = text.split_once("\"you\":null").expect("a view says who looks");
            [format!("{before}\"you\":"), after.into()]
        });
        match you {
            Some(seat) => format!("{before}\"{seat}\"{after}"),
            None => format!("{before}null{after}"),
        }
    }

    pub fn live_view(&self) -> LiveView {
        view(&self.driver, self.now_ms)
    }
}

impl Hosted {
    pub fn new(game: i64, head: Arc<Head>, store: Arc<dyn Store>) -> Hosted {
        let (newest, _) = watch::channel(0);
        Hosted { game, head, published: RwLock::default(), recent: RwLock::default(), newest, store }
    }

    /// The state of the game; `None` if it cannot be played on.
    pub fn published(&self) -> Option<Arc<Published>> {
        self.published.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Makes a durable state known, and what happened up to it. Events come first: whoever reads the state finds them.
    pub fn publish(&self, driver: &Driver, now_ms: i64, told: Vec<Told>) {
        if !told.is_empty() {
            let mut recent = self.recent.write().unwrap_or_else(PoisonError::into_inner);
            recent.extend(told);
            let surplus = recent.len().saturating_sub(RECENT);
            recent.drain(..surplus);
        }
        let published = Arc::new(Published::new(driver.clone(), now_ms));
        *self.published.write().unwrap_or_else(PoisonError::into_inner) = Some(published);
        self.newest.send_if_modified(|newest| std::mem::replace(newest, driver.events()) != driver.events());
    }

    /// The number of the newest event, and its changes.
    pub fn newest(&self) -> watch::Receiver<i64> {
        self.newest.subscribe()
    }

    /// Events with a number above `after`, oldest first. What is not in memory is read from the store, so call it where
    /// waiting is allowed.
    pub fn after(&self, after: i64, limit: usize) -> Result<Vec<Told>, Failure> {
        if let Some(told) = self.remembered(after, limit) {
            return Ok(told);
        }
        let mut told = Vec::new();
        for stored in self.store.records_with_events(self.game, after, limit)? {
            let record = match stored {
                Stored::Good(record) => record,
                // Whoever reads on would never know of what is missing.
                Stored::Damaged { n, why } if told.is_empty() => {
                    return Err(Failure::Broken(format!("record {n} of the log is damaged: {why}")));
                }
                Stored::Damaged { .. } => break,
            };
            let logged = Logged::read(&record.body).map_err(Failure::Broken)?;
            told.extend(told_by(&logged, record.first_event).filter(|told| told.n > after));
        }
        told.truncate(limit);
        // What is stored is not told before it is published.
        let newest = *self.newest.borrow();
        told.retain(|told| told.n <= newest);
        Ok(told)
    }

    /// The same, if all of it is in memory.
    pub fn remembered(&self, after: i64, limit: usize) -> Option<Vec<Told>> {
        let recent = self.recent.read().unwrap_or_else(PoisonError::into_inner);
        if after >= *self.newest.borrow() {
            return Some(Vec::new());
        }
        let first = recent.front()?.n;
        let skip = usize::try_from(after + 1 - first).ok()?;
        Some(recent.iter().skip(skip).take(limit).cloned().collect())
    }
}
