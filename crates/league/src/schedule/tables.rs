//! Tables of more than two.

use super::{Finished, Meeting, Round, totals};
use skirmish_core::Seed;

/// Tables for everybody, drawn anew each time, so that all play equally often and with everybody sooner or later.
pub fn all(bots: usize, table: usize, times: u64, seed: u64) -> Round {
    if bots == table {
        return Round { meetings: vec![(0..bots).collect()], times };
    }
    // Whoever is left over at the end of one shuffle begins the next one.
    let mut line: Vec<usize> = Vec::new();
    let mut meetings = Vec::new();
    let wanted = times * bots as u64 / table as u64 + u64::from(!(times * bots as u64).is_multiple_of(table as u64));
    let mut shuffles = 0;
    while (meetings.len() as u64) < wanted {
        shuffles += 1;
        let mut fresh = shuffled(bots, seed, shuffles);
        // Nobody sits at a table twice: those already in line come as late as they can.
        fresh.sort_by_key(|bot| line.contains(bot));
        line.extend(fresh);
        while line.len() >= table && (meetings.len() as u64) < wanted {
            meetings.push(line.drain(..table).collect::<Meeting>());
        }
    }
    Round { meetings, times: 1 }
}

/// Tables of those who stand alike. Who is left over sits out; those who did so least often come first.
pub fn by_standing(bots: usize, table: usize, times: u64, finished: &[Finished]) -> Round {
    let points = totals(bots, finished);
    let sat = |bot: usize| finished.iter().filter(|one| one.round.meetings.iter().flatten().any(|&b| b == bot)).count();
    let mut order: Vec<usize> = (0..bots).collect();
    // Those who have played least may not be left over.
    order.sort_by_key(|&bot| (sat(bot), bot));
    order.truncate(bots / table * table);
    // Points per round: who sat out is not behind for it.
    let mean = |bot: usize| points[bot] as f64 / sat(bot).max(1) as f64;
    order.sort_by(|&a, &b| mean(b).total_cmp(&mean(a)).then(a.cmp(&b)));
    Round { meetings: order.chunks(table).map(<[usize]>::to_vec).collect(), times }
}

/// Tables for pairs that are to meet, the most wanted first. Nobody sits at two of them; whoever is wanted by nobody fills
/// them up.
pub fn of_pairs(bots: usize, table: usize, pairs: &[Meeting]) -> Vec<Meeting> {
    let mut line: Vec<usize> = Vec::with_capacity(bots);
    let others = 0..if pairs.is_empty() { 0 } else { bots };
    for bot in pairs.iter().flatten().copied().chain(others) {
        if !line.contains(&bot) {
            line.push(bot);
        }
    }
    // A table of bots that nobody wants to see together would tell nothing.
    let wanted: usize = line.iter().filter(|bot| pairs.iter().any(|pair| pair.contains(bot))).count();
    line.chunks_exact(table).take(wanted.div_ceil(table)).map(<[usize]>::to_vec).collect()
}

fn shuffled(bots: usize, seed: u64, n: u64) -> Vec<usize> {
    let drawn = Seed::new(seed).of_game(u64::MAX - n);
    let mut order: Vec<(u64, usize)> = (0..bots).map(|bot| (drawn.of_game(bot as u64).number(), bot)).collect();
    order.sort_unstable();
    order.into_iter().map(|(_, bot)| bot).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn all_play_equally_often_at_tables_of_different_bots() {
        for (bots, table, times) in [(5, 4, 8), (8, 4, 6), (9, 4, 12), (7, 3, 9), (4, 4, 5)] {
            let round = all(bots, table, times, 7);
            let sat = |bot: usize| round.meetings.iter().filter(|one| one.contains(&bot)).count() as u64 * round.times;
            let counts: Vec<u64> = (0..bots).map(sat).collect();
            let (least, most) = (counts.iter().min().unwrap(), counts.iter().max().unwrap());
            assert!(*least >= times && most - least <= 1, "{bots} at {table}: {counts:?}");
            let is_distinct = |one: &Meeting| one.iter().collect::<BTreeSet<_>>().len() == table;
            assert!(round.meetings.iter().all(is_distinct), "{bots} at {table}");
        }
    }

    #[test]
    fn pairs_that_are_to_meet_sit_together() {
        assert!(of_pairs(6, 3, &[]).is_empty());
        assert_eq!(of_pairs(6, 3, &[vec![4, 5]]), [[4, 5, 0]]);
        assert_eq!(of_pairs(6, 3, &[vec![4, 5], vec![1, 4], vec![0, 2]]), [[4, 5, 1], [0, 2, 3]]);
        assert_eq!(of_pairs(4, 3, &[vec![0, 1], vec![2, 3]]), [[0, 1, 2]]);
    }

    #[test]
    fn further_tables_leave_the_first_as_they_are() {
        let (few, many) = (all(9, 4, 4, 3).meetings, all(9, 4, 40, 3).meetings);
        assert_eq!(few[..], many[..few.len()]);
    }
}
