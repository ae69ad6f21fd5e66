//! Writing down what went wrong with a seat.

use super::Bout;
use crate::Ending;
use crate::witness::Incident;
use skirmish_core::Seat;

/// The most bytes of what a bot said that are kept of a failure.
pub(super) const MOST_SAID: usize = 64 << 10;

/// A failure of one seat.
pub(super) struct Failure<'f> {
    pub ending: Ending,
    /// What it was sent last.
    pub sent: &'f [u8],
    /// What it said to that.
    pub said: &'f [u8],
    pub turn: i64,
    pub used_ms: u64,
}

impl Bout<'_> {
    /// Writes down a failure, and what follows from it.
    pub(super) fn fail(&mut self, i: usize, failure: Failure<'_>) {
        // A resignation is a decision, not a failure.
        if failure.ending != Ending::Resigned {
            self.tell(i, &failure);
        }
        self.chairs[i].lose(failure.ending, failure.turn);
    }

    /// Writes down what went wrong, with everything that helps to understand it.
    pub(super) fn tell(&mut self, i: usize, failure: &Failure<'_>) {
        let &Failure { ref ending, sent, said, turn, used_ms } = failure;
        let seated = self.seated();
        let chair = &mut self.chairs[i];
        // First of all: it may have more to say while it dies, and that belongs to the story.
        let stderr = chair.program.as_mut().map(|program| program.log().text());
        let incident = Incident {
            turn,
            request: chair.request,
            ending,
            hello: chair.hello.strip_suffix(b"\n").unwrap_or(&chair.hello),
            sent: sent.strip_suffix(b"\n").unwrap_or(sent),
            said: &said[..said.len().min(MOST_SAID)],
            stderr: stderr.unwrap_or_else(|| chair.log.clone()),
            limit_ms: chair.clock.limit().as_millis() as u64,
            used_ms,
            cpu_ms: chair.cpu().as_millis() as u64,
            wants_legal: chair.ready.wants_legal,
        };
        self.telling.fault(Seat(i as u8), &seated, &incident, &mut *self.table);
    }
}
