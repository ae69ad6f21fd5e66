//! Where time comes from. Nothing else in the service reads a clock.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

/// Two clocks: what the calendar says, and how much time has gone by.
pub trait Clock: Send + Sync {
    /// Milliseconds since 1970, UTC. It may jump.
    fn wall_ms(&self) -> i64;

    /// Milliseconds since some moment. It never goes back.
    fn steady_ms(&self) -> i64;
}

/// The machine's own clocks.
pub struct Machine {
    began: Instant,
}

impl Default for Machine {
    fn default() -> Machine {
        Machine { began: Instant::now() }
    }
}

impl Clock for Machine {
    fn wall_ms(&self) -> i64 {
        match SystemTime::now().duration_since(UNIX_EPOCH) {
            Ok(since) => i64::try_from(since.as_millis()).unwrap_or(i64::MAX),
            Err(before) => -i64::try_from(before.duration().as_millis()).unwrap_or(i64::MAX),
        }
    }

    fn steady_ms(&self) -> i64 {
        i64::try_from(self.began.elapsed().as_millis()).unwrap_or(i64::MAX)
    }
}

/// A clock that runs faster than the world, or only when it is told to.
pub struct Virtual {
    real: Arc<dyn Clock>,
    hand: Mutex<Hand>,
}

#[derive(Clone, Copy)]
struct Hand {
    /// The virtual time at `since` of the real clock.
    at_ms: i64,
    since_ms: i64,
    /// Virtual milliseconds per real one; 0 stands still until it is stepped.
    speed: f64,
}

impl Virtual {
    /// A clock that begins at `start_ms` and runs `speed` times as fast as `real`.
    pub fn new(real: Arc<dyn Clock>, start_ms: i64, speed: f64) -> Virtual {
        let since_ms = real.steady_ms();
        Virtual { real, hand: Mutex::new(Hand { at_ms: start_ms, since_ms, speed }) }
    }

    /// Moves the clock on by so many milliseconds, at once.
    pub fn step(&self, ms: i64) {
        let mut hand = self.hand.lock().unwrap_or_else(PoisonError::into_inner);
        hand.at_ms = hand.at_ms.saturating_add(ms.max(0));
    }

    /// How many times as fast as the world it runs.
    pub fn speed(&self) -> f64 {
        self.hand.lock().unwrap_or_else(PoisonError::into_inner).speed
    }

    /// Lets the clock go on at another speed.
    pub fn set_speed(&self, speed: f64) {
        let now = self.wall_ms();
        let mut hand = self.hand.lock().unwrap_or_else(PoisonError::into_inner);
        *hand = Hand { at_ms: now, since_ms: self.real.steady_ms(), speed: speed.max(0.0) };
    }
}

impl Clock for Virtual {
    fn wall_ms(&self) -> i64 {
        let hand = *self.hand.lock().unwrap_or_else(PoisonError::into_inner);
        let gone = self.real.steady_ms().saturating_sub(hand.since_ms) as f64 * hand.speed;
        hand.at_ms.saturating_add(gone as i64)
    }

    fn steady_ms(&self) -> i64 {
        self.wall_ms()
    }
}
