//! What a step tells: events, rejections, draws.

use crate::{Reason, Seat};
use serde_json::Value;

/// An entry that was refused. `index` counts from 0 in the seat's list; -1 is the whole list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rejection {
    pub seat: Seat,
    pub index: i32,
    pub reason: Reason,
}

/// Receives what happens during a step. `()` takes everything and keeps nothing, and compiles away.
pub trait Log<E> {
    /// Whether making events is worth the while; games may skip work when it is false.
    const WANTS_EVENTS: bool = true;

    fn event(&mut self, event: E);

    fn rejected(&mut self, rejection: Rejection);

    /// A random draw, in the form a script of draws has (`{"draw": kind, ...}`).
    fn drew(&mut self, _draw: impl FnOnce() -> Value) {}

    /// Shorthand for [`Log::rejected`].
    fn reject(&mut self, seat: Seat, index: usize, reason: Reason) {
        self.rejected(Rejection { seat, index: index as i32, reason });
    }

    /// Refuses a whole list.
    fn reject_all(&mut self, seat: Seat, reason: Reason) {
        self.rejected(Rejection { seat, index: -1, reason });
    }
}

impl<E> Log<E> for () {
    const WANTS_EVENTS: bool = false;
    fn event(&mut self, _: E) {}
    fn rejected(&mut self, _: Rejection) {}
}

/// Keeps everything.
#[derive(Clone, PartialEq, Debug)]
pub struct Record<E> {
    pub events: Vec<E>,
    pub rejections: Vec<Rejection>,
    pub draws: Vec<Value>,
}

impl<E> Default for Record<E> {
    fn default() -> Self {
        Record { events: Vec::new(), rejections: Vec::new(), draws: Vec::new() }
    }
}

impl<E> Record<E> {
    pub fn clear(&mut self) {
        self.events.clear();
        self.rejections.clear();
        self.draws.clear();
    }
}

impl<E> Log<E> for Record<E> {
    fn event(&mut self, event: E) {
        self.events.push(event);
    }

    fn rejected(&mut self, rejection: Rejection) {
        self.rejections.push(rejection);
    }

    fn drew(&mut self, draw: impl FnOnce() -> Value) {
        self.draws.push(draw());
    }
}

/// Keeps rejections alone, for callers that only need to know what was refused.
impl<E> Log<E> for Vec<Rejection> {
    const WANTS_EVENTS: bool = false;
    fn event(&mut self, _: E) {}

    fn rejected(&mut self, rejection: Rejection) {
        self.push(rejection);
    }
}
