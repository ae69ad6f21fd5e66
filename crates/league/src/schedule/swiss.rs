//! Swiss rounds: those meet who stand alike and have not met.

use super::{Finished, Meeting, Round, totals};
use std::collections::BTreeSet;

/// So many ways of pairing a round are tried before two may meet again.
const TRIES: u32 = 100_000;
/// What both games of a pair are worth.
const PAIR: i64 = 4;

/// The next round. With an odd number, the last who has not sat out does, and gets what a winner gets.
pub fn round(bots: usize, times: u64, finished: &[Finished]) -> Round {
    let mut met = BTreeSet::new();
    let mut sat_out = vec![0u32; bots];
    let mut points = totals(bots, finished);
    for finished in finished {
        let played: BTreeSet<usize> = finished.round.meetings.iter().flatten().copied().collect();
        for bot in (0..bots).filter(|bot| !played.contains(bot)) {
            sat_out[bot] += 1;
            points[bot] += PAIR * finished.round.times as i64;
        }
        met.extend(finished.round.meetings.iter().map(|two| (two[0].min(two[1]), two[0].max(two[1]))));
    }
    let mut order: Vec<usize> = (0..bots).collect();
    order.sort_by_key(|&bot| (std::cmp::Reverse(points[bot]), bot));
    if bots % 2 == 1 {
        let fewest = sat_out.iter().min().copied().unwrap_or(0);
        let out = order.iter().rposition(|&bot| sat_out[bot] == fewest).expect("somebody sat out least");
        order.remove(out);
    }
    let mut meetings = Vec::with_capacity(bots / 2);
    let mut tries = TRIES;
    if !pair(&order, &met, &mut meetings, &mut tries) {
        meetings = order.chunks(2).map(<[usize]>::to_vec).collect();
    }
    // Who sits down first takes turns, so that nobody is always the first.
    for two in &mut meetings {
        two.sort_unstable();
    }
    Round { meetings, times }
}

/// Pairs the first with the nearest it has not met, and the rest likewise; goes back where that fails.
fn pair(order: &[usize], met: &BTreeSet<(usize, usize)>, meetings: &mut Vec<Meeting>, tries: &mut u32) -> bool {
    let Some((&first, rest)) = order.split_first() else { return true };
    for at in 0..rest.len() {
        if *tries == 0 {
            return false;
        }
        *tries -= 1;
        let other = rest[at];
        if met.contains(&(first.min(other), first.max(other))) {
            continue;
        }
        meetings.push(vec![first, other]);
        let left: Vec<usize> = rest.iter().copied().filter(|&bot| bot != other).collect();
        if pair(&left, met, meetings, tries) {
            return true;
        }
        meetings.pop();
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lower number always wins.
    fn played(round: Round) -> Finished {
        let points = round.meetings.iter().map(|two| if two[0] < two[1] { vec![4, 0] } else { vec![0, 4] }).collect();
        Finished { round, points }
    }

    #[test]
    fn nobody_meets_twice_and_nobody_sits_out_twice() {
        for bots in 3..24 {
            let mut finished = Vec::new();
            let rounds = (bots - 1).min(6);
            for _ in 0..rounds {
                finished.push(played(round(bots, 1, &finished)));
            }
            let mut all: Vec<Meeting> = finished.iter().flat_map(|one| one.round.meetings.clone()).collect();
            all.sort();
            let meetings = all.len();
            all.dedup();
            assert_eq!((all.len(), meetings), (meetings, rounds * (bots / 2)), "{bots}");
            if bots % 2 == 1 {
                let games = |bot: usize| all.iter().filter(|two| two.contains(&bot)).count();
                assert!((0..bots).all(|bot| games(bot) >= rounds - 1), "{bots}");
            }
        }
    }

    #[test]
    fn winners_meet_winners() {
        let first = played(round(8, 1, &[]));
        assert_eq!(first.round.meetings, [[0, 1], [2, 3], [4, 5], [6, 7]]);
        assert_eq!(round(8, 1, &[first]).meetings, [[0, 2], [4, 6], [1, 3], [5, 7]]);
    }
}
