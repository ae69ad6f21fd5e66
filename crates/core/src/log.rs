//! What a step tells: events, rejections, draws.

use crate::{Reason, Seat};
use serde_json::Value;

/// An entry, or a whole list, that was refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rejection {
    /// Whose list it was in.
    pub seat: Seat,
    /// The place in the list, from 0; -1 is the whole list.
    pub index: i32,
    /// Why it was refused.
    pub reason: Reason,
}

/// Receives what happens during a step. `()` keeps nothing, and compiles away.
pub trait Log<E> {
    /// Whether events are kept. If not, games may save the work of making them.
    const WANTS_EVENTS: bool = true;

    /// Something happened.
    fn event(&mut self, event: E);

    /// An entry, or a whole list, was refused.
    fn rejected(&mut self, rejection: Rejection);

    /// Something was drawn, in the form of recorded draws (`{"draw": kind, ...}`).
    fn drew(&mut self, _draw: impl FnOnce() -> Value) {}

    /// Refuses one entry of a list.
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

/// A log that keeps everything.
#[derive(Clone, PartialEq, Debug)]
pub struct Record<E> {
    /// What happened, in order.
    pub events: Vec<E>,
    /// What was refused, in order.
    pub rejections: Vec<Rejection>,
    /// What was drawn, in order.
    pub draws: Vec<Value>,
}

impl<E> Default for Record<E> {
    fn default() -> Self {
        Record { events: Vec::new(), rejections: Vec::new(), draws: Vec::new() }
    }
}

impl<E> Record<E> {
    /// Forgets everything and keeps the memory for the next step.
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

/// Keeps only rejections, for callers that just need to know what was refused.
impl<E> Log<E> for Vec<Rejection> {
    const WANTS_EVENTS: bool = false;
    fn event(&mut self, _: E) {}

    fn rejected(&mut self, rejection: Rejection) {
        self.push(rejection);
    }
}
