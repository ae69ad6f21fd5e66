//! A desk, where a person sits: the referee asks, and whoever serves the person (the page) answers.

use crate::cancel::Cancel;
use crate::story::Story;
use serde_json::Value;
use serde_json::value::RawValue;
use skirmish_core::any::AnyTable;
use skirmish_core::hand::AnyHand;
use skirmish_core::table::Timing;
use skirmish_core::{Seat, Turn, Viewer};
use std::fmt;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How often a wait looks whether the match is cancelled.
const GLANCE: Duration = Duration::from_millis(50);

/// A place for one person in one match.
#[derive(Default)]
pub struct Desk {
    /// Counts every change. Not behind the lock, which is held while a bot thinks for the person.
    version: AtomicU64,
    inner: Mutex<Inner>,
    bell: Condvar,
}

#[derive(Default)]
struct Inner {
    asked: Option<Asked>,
    said: Option<Said>,
    /// Whether an answer is awaited.
    open: bool,
    last: Vec<Box<RawValue>>,
    /// What happens since the last answer.
    story: Option<Story>,
    over: Option<Over>,
}

/// What a person was asked last.
pub struct Asked {
    /// The number of the request.
    pub request: u32,
    /// The turn it is asked for.
    pub turn: Turn,
    /// The very message that a program would have got.
    pub message: Vec<u8>,
    /// What the rules refused of the last answer, with `why` in words.
    pub rejected: Value,
    /// The seat as a person may play it.
    pub hand: Box<dyn AnyHand>,
    /// What has happened since the answer before.
    pub story: Option<Story>,
}

/// What a person says.
#[derive(Debug)]
pub enum Said {
    /// These are its orders.
    Orders(Vec<Box<RawValue>>),
    /// It gives up.
    Resign,
}

/// How the match went, once it is over.
#[derive(Clone, PartialEq, Debug)]
pub struct Over {
    /// The result object of the rulebook.
    pub result: Value,
    /// Who has won, if anybody has.
    pub winner: Option<Seat>,
    /// Why, as a word of the rulebook.
    pub reason: Option<String>,
    /// Why it counts for nothing, if it does.
    pub void: Option<String>,
    /// Where its replay lies.
    pub replay: Option<PathBuf>,
}

/// A desk as it stands.
pub struct Standing<'a> {
    /// Counts every change.
    pub version: u64,
    /// What the person was asked last.
    pub asked: Option<&'a Asked>,
    /// Whether an answer is awaited.
    pub open: bool,
    /// The orders that were given last.
    pub last: &'a [Box<RawValue>],
    /// What has happened since the last answer; while it is asked, up to now.
    pub story: Option<&'a Story>,
    /// How the match went, once it is over.
    pub over: Option<&'a Over>,
}

/// An answer that nobody is waiting for.
#[derive(Debug, thiserror::Error, PartialEq)]
#[error("request {0} is not open: it was answered, or the match is over")]
pub struct NotAsked(pub u32);

impl Desk {
    /// Asks for orders and returns the number of the request. The person gets the very message of a program.
    pub(crate) fn ask(&self, table: &mut dyn AnyTable, seat: Seat) -> u32 {
        let mut message = Vec::new();
        let request = table.message(seat, false, Timing::default(), &mut message);
        let mut rejected = table.rejected(seat);
        for (i, why) in table.refusals(seat).into_iter().enumerate() {
            rejected[i]["why"] = why.into();
        }
        let hand = table.hand(seat).expect("only games that can be played by hand have desks");
        let mut inner = self.lock();
        let mut story = inner.story.take();
        if let Some(story) = &mut story {
            story.end(table.scene(Viewer::Seat(seat)));
        }
        let asked = Asked { request, turn: table.turn(), message, rejected, hand, story };
        inner.asked = Some(asked);
        inner.said = None;
        inner.open = true;
        self.ring(inner);
        request
    }

    /// Sees the step that was just played, where the game lets everybody see everything.
    pub(crate) fn see(&self, table: &dyn AnyTable, seat: Seat) {
        if let Some(story) = self.lock().story.as_mut().filter(|_| !table.hides()) {
            story.step(table, seat);
        }
    }

    /// Waits for the answer; `None` if the match is cancelled.
    pub(crate) fn wait(&self, cancel: &Cancel) -> Option<Said> {
        let mut inner = self.lock();
        loop {
            if let Some(said) = inner.said.take() {
                return Some(said);
            }
            if cancel.is_cancelled() {
                inner.open = false;
                self.ring(inner);
                return None;
            }
            inner = self.bell.wait_timeout(inner, GLANCE).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Takes the person's answer.
    pub fn answer(&self, request: u32, said: Said) -> Result<(), NotAsked> {
        let mut inner = self.lock();
        if !inner.open || inner.asked.as_ref().is_none_or(|asked| asked.request != request) {
            return Err(NotAsked(request));
        }
        if let Said::Orders(orders) = &said {
            inner.last.clone_from(orders);
        }
        inner.story = inner.asked.as_ref().map(|asked| Story::from(asked.hand.consider(&[], None).scene));
        inner.said = Some(said);
        inner.open = false;
        self.ring(inner);
        Ok(())
    }

    /// Says that the match is over.
    pub fn close(&self, over: Over) {
        let mut inner = self.lock();
        inner.open = false;
        inner.over = Some(over);
        self.ring(inner);
    }

    /// Looks at the desk. `look` must not use the desk itself.
    pub fn look<T>(&self, look: impl FnOnce(Standing<'_>) -> T) -> T {
        let inner = self.lock();
        look(Standing {
            version: self.version(),
            asked: inner.asked.as_ref(),
            open: inner.open,
            last: &inner.last,
            story: inner.story.as_ref().or_else(|| inner.asked.as_ref()?.story.as_ref()),
            over: inner.over.as_ref(),
        })
    }

    /// Counts every change. Never waits.
    pub fn version(&self) -> u64 {
        self.version.load(Ordering::Acquire)
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn ring(&self, inner: MutexGuard<'_, Inner>) {
        self.version.fetch_add(1, Ordering::AcqRel);
        drop(inner);
        self.bell.notify_all();
    }
}

impl fmt::Debug for Desk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Desk")
    }
}
