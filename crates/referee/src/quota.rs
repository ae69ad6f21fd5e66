//! How much the orders of a match may come to, and who is to blame when that is used up.

use crate::Ending;
use crate::ending::Flood;
use skirmish_core::Seat;

/// The most bytes of orders in a match: less than half of what a replay holds. When they are used up, whoever used
/// more than its share has flooded the match; the others may still use theirs.
const MOST_RECORDED: u64 = 48 << 20;

/// What an answer takes in a replay beside its line, and what each entry takes at most if it cannot be read.
const RECORD_BYTES: u64 = 128;
const ENTRY_BYTES: u64 = 40;

/// Counts what the orders of a match take in its replay.
pub(crate) struct Quota {
    /// The most entries of one list.
    list_limit: usize,
    /// By seat, in bytes at most.
    seats: Vec<u64>,
    all: u64,
}

impl Quota {
    pub fn new(seats: usize, list_limit: usize) -> Quota {
        Quota { list_limit, seats: vec![0; seats], all: 0 }
    }

    /// Takes an answer into account: a line of so many bytes with so many entries. Tells if that is too much and its
    /// author is to blame.
    pub fn take(&mut self, seat: Seat, line: usize, entries: usize) -> Option<Ending> {
        if entries > self.list_limit {
            return Some(Ending::Flooded { count: entries, limit: self.list_limit, of: Flood::Entries });
        }
        let bytes = RECORD_BYTES + (line as u64).max(ENTRY_BYTES * entries as u64);
        let share = MOST_RECORDED / self.seats.len() as u64;
        let own = &mut self.seats[seat.index()];
        *own += bytes;
        self.all += bytes;
        let (count, limit) = (*own as usize, share as usize);
        (self.all > MOST_RECORDED && *own > share).then_some(Ending::Flooded { count, limit, of: Flood::Match })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MODEST: Seat = Seat(0);
    const GREEDY: Seat = Seat(1);

    #[test]
    fn a_match_that_is_full_is_the_fault_of_whoever_filled_it() {
        let mut quota = Quota::new(2, 1000);
        let large = (1 << 20) - RECORD_BYTES as usize;
        let mut steps = 0;
        while quota.take(GREEDY, large, 1).is_none() {
            steps += 1;
            assert_eq!(quota.take(MODEST, 10, 1), None);
        }
        assert_eq!(steps, 47, "it could use all that the other one did not");
        assert_eq!(quota.take(MODEST, large, 1), None, "the other one has its share left");
        assert!(quota.all < 2 * MOST_RECORDED);
    }

    #[test]
    fn a_long_list_is_refused_and_not_counted() {
        let mut quota = Quota::new(2, 3);
        let flood = Ending::Flooded { count: 4, limit: 3, of: Flood::Entries };
        assert_eq!((quota.take(MODEST, 10, 4), quota.all), (Some(flood), 0));
        assert_eq!((quota.take(MODEST, 10, 3), quota.all), (None, RECORD_BYTES + 3 * ENTRY_BYTES));
    }
}
