//! Fast bots share the referee's core.
//!
//! Left to itself, the system wakes a bot on an idle core, and the referee on another one when the answer is there.
//! Waking an idle core takes tens of microseconds each way, longer than many bots think. So while answers come at once,
//! the referee's thread stays on its core, together with those bots that have no use for a second one. Slower bots run
//! wherever the system likes. Only the thread that plays the match is moved, and it is let go at the end.

use crate::chair::Chair;
use crate::exchange::MOMENT;
use crate::program::Program;
use skirmish_core::SeatSet;
use skirmish_jail::Cores;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// Whoever answers within this is fast, waking up included.
const FAST: Duration = Duration::from_millis(1);

/// Of several who are asked at once, all but one wait for the core: no longer than this.
const TOGETHER: Duration = Duration::from_micros(50);

/// After so many exchanges on one core everybody is let go: the system may know a better place by now.
const TURNS: u32 = 2000;

/// So many exchanges in a row must have been fast before; the system chooses the cores meanwhile.
const REST: u32 = 8;

/// Where keeping together does not last, the rest becomes longer, up to this.
const LONGEST_REST: u32 = 4096;

/// One who is let go only after a moment must not be late for it.
const LEAST_LIMIT: Duration = MOMENT.saturating_mul(10);

/// The bots of a match and their referee on one core, or everybody where the system likes.
pub struct Huddle {
    /// Where this thread may run; `None` if there is nothing to choose.
    all: Option<Cores>,
    spot: Option<Spot>,
    /// Exchanges until the next decision.
    left: u32,
    /// How long the next rest is.
    rest: u32,
}

impl Huddle {
    /// `ponder`: bots think while they wait, and so need a core each.
    pub fn new(ponder: bool) -> Huddle {
        let all = Cores::of_this_thread().filter(|all| !ponder && all.count() > 1);
        Huddle { all, spot: None, left: REST, rest: REST }
    }

    /// Finds a place for everybody before `asked` are asked.
    pub fn arrange(&mut self, chairs: &[Chair], asked: SeatSet) {
        if self.all.is_none() {
            return;
        }
        let (mut longest, mut sum, mut patient) = (Duration::ZERO, Duration::ZERO, true);
        for chair in asked.iter().map(|seat| &chairs[seat.index()]).filter(|chair| is_one_at_a_time(chair)) {
            longest = longest.max(chair.times.last);
            sum = sum.saturating_add(chair.times.last);
            patient &= chair.clock.limit() >= LEAST_LIMIT;
        }
        // Those who run anywhere gain and lose nothing.
        if sum.is_zero() {
            return;
        }
        let fast = patient && longest < FAST && sum - longest < TOGETHER;
        if !fast {
            self.part(programs(chairs));
            self.left = self.rest;
        } else if self.left > 0 {
            self.left -= 1;
        } else if self.spot.is_some() {
            self.part(programs(chairs));
        } else {
            self.gather(programs(chairs));
        }
    }

    fn gather<'a>(&mut self, programs: impl Iterator<Item = &'a Program>) {
        let (Some(all), Some(spot)) = (&self.all, Spot::take(Cores::here())) else {
            self.left = self.rest;
            return;
        };
        let core = Cores::only(spot.0);
        if core.keep_this_thread() && programs.filter(|program| program.pin(&core)).count() > 0 {
            self.spot = Some(spot);
            self.left = TURNS;
        } else {
            all.keep_this_thread();
            self.left = LONGEST_REST;
        }
    }

    /// Lets everybody run wherever the system likes.
    pub fn part<'a>(&mut self, programs: impl Iterator<Item = &'a Program>) {
        let (Some(all), Some(_)) = (&self.all, self.spot.take()) else { return };
        all.keep_this_thread();
        programs.filter(|program| program.is_one_at_a_time()).for_each(|program| program.unpin(all));
        let lasted = TURNS - self.left;
        self.rest = if lasted < self.rest { (self.rest * 2).min(LONGEST_REST) } else { REST };
        self.left = self.rest;
    }
}

impl Drop for Huddle {
    fn drop(&mut self) {
        self.part(std::iter::empty());
    }
}

fn is_one_at_a_time(chair: &Chair) -> bool {
    chair.program.as_ref().is_some_and(Program::is_one_at_a_time)
}

fn programs(chairs: &[Chair]) -> impl Iterator<Item = &Program> {
    chairs.iter().filter_map(|chair| chair.program.as_ref())
}

/// A core that one match of this process keeps to; another match looks for another core.
struct Spot(usize);

static TAKEN: Mutex<Vec<usize>> = Mutex::new(Vec::new());

impl Spot {
    fn take(core: usize) -> Option<Spot> {
        let mut taken = TAKEN.lock().unwrap_or_else(PoisonError::into_inner);
        let free = !taken.contains(&core);
        free.then(|| {
            taken.push(core);
            Spot(core)
        })
    }
}

impl Drop for Spot {
    fn drop(&mut self) {
        TAKEN.lock().unwrap_or_else(PoisonError::into_inner).retain(|&core| core != self.0);
    }
}

#[cfg(test)]
mod tests {
    use super::Spot;

    #[test]
    fn a_core_is_taken_by_one_match_at_a_time() {
        // Numbers that no machine has: the tests beside this one may play matches.
        let spot = Spot::take(1_000_000).expect("nobody has it");
        assert!(Spot::take(1_000_000).is_none());
        let other = Spot::take(1_000_001).expect("another one is free");
        drop(spot);
        assert!(Spot::take(1_000_000).is_some());
        assert!(Spot::take(1_000_001).is_none());
        drop(other);
    }
}
