//! How much the orders of a match may come to, and who is to blame when that is used up.

use crate::Ending;
use crate::ending::Flood;

/// So many bytes of orders a match may have: less than half of what a replay holds. When they are used up, those who used
/// more than their share have flooded it; the others may use up theirs.
const MOST_RECORDED: u64 = 48 << 20;

/// What an answer takes in a replay beside its line, and what each entry takes at most if it was none.
const RECORD_BYTES: u64 = 128;
const ENTRY_BYTES: u64 = 40;

/// What an answer comes to in the replay, at most.
pub fn recorded_bytes(line: usize, entries: usize) -> u64 {
    RECORD_BYTES + (line as u64).max(ENTRY_BYTES * entries as u64)
}

/// A list with more entries than any honest one has.
pub fn too_many(count: usize, limit: usize) -> Option<Ending> {
    (count > limit).then_some(Ending::Flooded { count, limit, of: Flood::Entries })
}

/// Counts the bytes of an answer; tells if the match has no more room for them and its author is to blame for it.
pub fn too_much(bytes: u64, own: &mut u64, all: &mut u64, seats: u64) -> Option<Ending> {
    *own += bytes;
    *all += bytes;
    let share = MOST_RECORDED / seats;
    let (count, limit) = (*own as usize, share as usize);
    (*all > MOST_RECORDED && *own > share).then_some(Ending::Flooded { count, limit, of: Flood::Match })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_match_that_is_full_is_the_fault_of_whoever_filled_it() {
        let (mut modest, mut greedy, mut all) = (0, 0, 0);
        let mut steps = 0;
        while too_much(1 << 20, &mut greedy, &mut all, 2).is_none() {
            steps += 1;
            assert_eq!(too_much(100, &mut modest, &mut all, 2), None);
        }
        assert_eq!(steps, 47, "all that the other one did not use was his");
        assert_eq!(too_much(1 << 20, &mut modest, &mut all, 2), None, "the other one has its share left");
        assert!(all < 2 * MOST_RECORDED);
    }
}
