//! Clocks that are set by whoever likes to.

use skirmish_house::clock::Clock;
use std::sync::atomic::{AtomicI64, Ordering::Relaxed};

/// The hands of two clocks.
pub struct Hands {
    /// What time it really is.
    now_ms: AtomicI64,
    /// How far the calendar's clock is ahead of that.
    ahead_ms: AtomicI64,
    steady_ms: AtomicI64,
    /// Whether the counting clock goes by the calendar's, so that no jump is noticed.
    gullible: bool,
}

impl Hands {
    pub fn new(now_ms: i64, gullible: bool) -> Hands {
        Hands { now_ms: now_ms.into(), ahead_ms: 0.into(), steady_ms: 0.into(), gullible }
    }

    /// What time it really is.
    pub fn now_ms(&self) -> i64 {
        self.now_ms.load(Relaxed)
    }

    /// How much time has gone by, on a clock that only counts.
    pub fn counted_ms(&self) -> i64 {
        self.steady_ms.load(Relaxed)
    }

    /// Time goes by.
    pub fn pass(&self, ms: i64) {
        self.now_ms.fetch_add(ms, Relaxed);
        self.steady_ms.fetch_add(ms, Relaxed);
    }

    /// Time goes by while the machine sleeps, and its counting clock with it.
    pub fn sleep(&self, ms: i64) {
        self.now_ms.fetch_add(ms, Relaxed);
    }

    /// The calendar's clock is set.
    pub fn jump(&self, ms: i64) {
        self.ahead_ms.fetch_add(ms, Relaxed);
    }

    /// The calendar's clock is so far ahead from now on; 0 is right.
    pub fn set_ahead(&self, ms: i64) {
        self.ahead_ms.store(ms, Relaxed);
    }
}

impl Clock for Hands {
    fn wall_ms(&self) -> i64 {
        self.now_ms.load(Relaxed) + self.ahead_ms.load(Relaxed)
    }

    fn steady_ms(&self) -> i64 {
        if self.gullible { self.wall_ms() } else { self.steady_ms.load(Relaxed) }
    }
}
