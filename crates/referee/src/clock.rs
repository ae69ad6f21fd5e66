//! How long a seat may think. The rules core knows no time; this is where the rulebooks' time keys come to life.

use serde::{Deserialize, Serialize};
use skirmish_core::Clock;
use skirmish_core::table::Timing;
use std::time::Duration;

/// How times are kept in a match.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Timekeeping {
    /// No limits at all, for debugging.
    pub off: bool,
    /// In place of the game's time for one request.
    pub turn_ms: Option<i64>,
    /// In place of the game's time for starting up.
    pub init_ms: Option<i64>,
}

/// What a program gets to start where the game says nothing.
const DEFAULT_START_MS: i64 = 15_000;

/// So long that it is no limit.
const NO_LIMIT: Duration = Duration::from_secs(365 * 24 * 3600);

/// The clock of one seat.
#[derive(Clone, Debug)]
pub struct SeatClock {
    clock: Clock,
    keeping: Timekeeping,
    /// What is left of the bank, where the game has one.
    bank_ms: Option<i64>,
    /// Time used for the last answer, once there was one.
    last_ms: Option<u32>,
}

impl SeatClock {
    /// A clock that nobody has used yet.
    pub fn new(clock: Clock, keeping: Timekeeping) -> SeatClock {
        SeatClock { clock, keeping, bank_ms: clock.bank_ms, last_ms: None }
    }

    /// How long a program may take until it is ready.
    pub fn start_limit(&self) -> Duration {
        if self.keeping.off {
            return NO_LIMIT;
        }
        millis(self.keeping.init_ms.or(self.clock.start_ms).unwrap_or(DEFAULT_START_MS))
    }

    /// What the game gives for the answer that is due now.
    pub fn set_turn_ms(&mut self, ms: i64) {
        self.clock.turn_ms = ms;
    }

    /// The time for the next answer.
    pub fn limit_ms(&self) -> i64 {
        if let Some(ms) = self.keeping.turn_ms {
            return ms;
        }
        match (self.bank_ms, self.last_ms, self.clock.first_turn_ms) {
            (Some(bank), _, _) => bank + self.clock.turn_ms,
            (None, None, Some(first)) => first,
            _ => self.clock.turn_ms,
        }
    }

    /// The same as a duration, or no limit at all.
    pub fn limit(&self) -> Duration {
        if self.keeping.off { NO_LIMIT } else { millis(self.limit_ms()) }
    }

    /// What the next message says about time; `turn_ms` is what the game gives for it.
    pub fn timing(&mut self, turn_ms: i64) -> Timing {
        self.set_turn_ms(turn_ms);
        Timing { last_ms: self.last_ms, limit_ms: Some(self.limit_ms()), bank_ms: self.bank_ms }
    }

    /// Charges an answer. `ends_turn` is false while a turn goes on after a look: the increment is yet to come.
    pub fn used(&mut self, ms: u32, ends_turn: bool) {
        self.last_ms = Some(ms);
        if let Some(bank) = &mut self.bank_ms {
            *bank -= i64::from(ms);
            if ends_turn {
                *bank += self.clock.turn_ms;
            }
        }
    }
}

fn millis(ms: i64) -> Duration {
    Duration::from_millis(ms.max(0) as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bank_is_used_up_and_filled() {
        let mut clock =
            SeatClock::new(Clock { bank_ms: Some(3000), turn_ms: 100, ..Clock::default() }, Timekeeping::default());
        assert_eq!(clock.limit_ms(), 3100);
        clock.used(1000, false);
        assert_eq!(clock.limit_ms(), 2100);
        clock.used(500, true);
        assert_eq!((clock.bank_ms, clock.limit_ms()), (Some(1600), 1700));
    }

    #[test]
    fn the_first_request_may_have_its_own_time() {
        let mut clock = SeatClock::new(
            Clock { turn_ms: 100, first_turn_ms: Some(900), start_ms: Some(7), bank_ms: None },
            Timekeeping::default(),
        );
        assert_eq!(clock.limit_ms(), 900);
        clock.used(10, true);
        assert_eq!(clock.limit_ms(), 100);
        assert_eq!(clock.start_limit(), Duration::from_millis(7));
    }
}
