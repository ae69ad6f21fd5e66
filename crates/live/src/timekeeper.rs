//! Which time it is, whatever the clocks say.
//!
//! The calendar's clock may jump: somebody sets it, or a server that it listens to is wrong. So it is held against the clock
//! that only counts. As long as the two agree, the calendar's is right; if they do not, the counting one is.

use skirmish_house::clock::Clock;

/// How far the two clocks may be apart.
const TOLERANCE_MS: i64 = 60_000;

/// Keeps the time of a running service.
#[derive(Clone, Copy, Debug)]
pub struct Timekeeper {
    wall_ms: i64,
    steady_ms: i64,
    /// The largest time told so far.
    told_ms: i64,
}

/// What time it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reading {
    pub ms: i64,
    /// How far the calendar's clock is ahead of where it should be (or behind, below 0), if that is too much to believe.
    pub jump_ms: Option<i64>,
}

impl Timekeeper {
    /// Begins by believing the calendar.
    pub fn new(clock: &dyn Clock) -> Timekeeper {
        let wall_ms = clock.wall_ms();
        Timekeeper { wall_ms, steady_ms: clock.steady_ms(), told_ms: wall_ms }
    }

    /// The time now. It never goes back.
    pub fn now(&mut self, clock: &dyn Clock) -> Reading {
        let (wall, steady) = (clock.wall_ms(), clock.steady_ms());
        let estimate = self.wall_ms.saturating_add(steady.saturating_sub(self.steady_ms));
        let jump = wall.saturating_sub(estimate);
        let (ms, jump_ms) = if jump.saturating_abs() <= TOLERANCE_MS {
            (self.wall_ms, self.steady_ms) = (wall, steady);
            (wall, None)
        } else {
            (estimate, Some(jump))
        };
        self.told_ms = self.told_ms.max(ms);
        Reading { ms: self.told_ms, jump_ms }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicI64, Ordering::Relaxed};

    #[derive(Default)]
    struct Hands {
        wall: AtomicI64,
        steady: AtomicI64,
    }

    impl Clock for Hands {
        fn wall_ms(&self) -> i64 {
            self.wall.load(Relaxed)
        }
        fn steady_ms(&self) -> i64 {
            self.steady.load(Relaxed)
        }
    }

    impl Hands {
        fn pass(&self, ms: i64) {
            self.wall.fetch_add(ms, Relaxed);
            self.steady.fetch_add(ms, Relaxed);
        }
        fn jump(&self, ms: i64) {
            self.wall.fetch_add(ms, Relaxed);
        }
    }

    const HOUR: i64 = 3_600_000;

    #[test]
    fn small_corrections_are_followed() {
        let hands = Hands::default();
        let mut keeper = Timekeeper::new(&hands);
        // A smeared leap second, and a clock that is set right little by little.
        for _ in 0..100 {
            hands.pass(10_000);
            hands.jump(1_000);
            assert_eq!(keeper.now(&hands), Reading { ms: hands.wall_ms(), jump_ms: None });
        }
    }

    #[test]
    fn jumps_are_not_believed_and_raise_an_alarm_until_they_end() {
        for jump in [HOUR, 10 * 365 * 24 * HOUR, -HOUR, 61_000, -61_000] {
            let hands = Hands::default();
            let mut keeper = Timekeeper::new(&hands);
            hands.pass(HOUR);
            keeper.now(&hands);
            hands.jump(jump);
            hands.pass(5_000);
            assert_eq!(keeper.now(&hands), Reading { ms: HOUR + 5_000, jump_ms: Some(jump) });
            hands.jump(-jump);
            hands.pass(5_000);
            assert_eq!(keeper.now(&hands), Reading { ms: HOUR + 10_000, jump_ms: None });
        }
    }

    #[test]
    fn time_never_goes_back() {
        let hands = Hands::default();
        let mut keeper = Timekeeper::new(&hands);
        let mut last = 0;
        for _ in 0..1000 {
            hands.pass(100);
            hands.jump(-1_000);
            let now = keeper.now(&hands).ms;
            assert!(now >= last);
            last = now;
        }
        // The clock fell back by a second again and again; it was never off by more than a minute at once.
        assert_eq!(last, 0);
        hands.pass(2 * HOUR);
        assert_eq!(keeper.now(&hands).ms, hands.wall_ms());
    }

    #[test]
    fn a_long_sleep_moves_both_clocks_or_raises_an_alarm() {
        let hands = Hands::default();
        let mut keeper = Timekeeper::new(&hands);
        hands.pass(9 * HOUR);
        assert_eq!(keeper.now(&hands).jump_ms, None);
        // On systems where the counting clock stands still during sleep, the calendar is no longer believed.
        hands.jump(9 * HOUR);
        assert_eq!(keeper.now(&hands).jump_ms, Some(9 * HOUR));
    }
}
