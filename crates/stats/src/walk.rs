//! A test while pairs come in.

use crate::counts::{Counts, Outcome, Pairs};
use crate::sprt::{Decision, Sprt};
use std::collections::BTreeMap;

/// A test while pairs come in, looked at after every pair. The first bound that is met decides, whatever comes after it.
///
/// Pairs count in the order of the schedule, not of arrival, or fast games would decide more than slow ones: a pair that
/// comes early waits until all before it are there.
#[derive(Clone, Debug)]
pub struct Walk {
    test: Sprt,
    pairs: Pairs,
    counted: u64,
    waiting: BTreeMap<u64, [Outcome; 2]>,
    llr: f64,
    decision: Decision,
}

impl Walk {
    /// Before the first pair.
    pub fn new(test: Sprt) -> Walk {
        Walk {
            test,
            pairs: Pairs::default(),
            counted: 0,
            waiting: BTreeMap::new(),
            llr: 0.0,
            decision: Decision::Continue,
        }
    }

    /// The pair with that number in the schedule, from 0, is there: its first game and its second, as the first bot sees
    /// them. Says how the test stands with all pairs that count by now. A pair that is already there changes nothing.
    pub fn arrive(&mut self, number: u64, pair: [Outcome; 2]) -> Decision {
        if number >= self.counted {
            self.waiting.entry(number).or_insert(pair);
        }
        while self.decision == Decision::Continue {
            let Some(pair) = self.waiting.remove(&self.counted) else { break };
            self.pairs.add(pair);
            self.counted += 1;
            self.llr = self.test.llr(&self.counts());
            self.decision = self.test.judge(self.llr);
        }
        self.decision
    }

    /// The next pair of the schedule.
    pub fn push(&mut self, pair: [Outcome; 2]) -> Decision {
        self.arrive(self.counted, pair)
    }

    /// How the test stands, or ended.
    pub fn decision(&self) -> Decision {
        self.decision
    }

    /// The logarithm of the ratio, after the last pair that counted.
    pub fn llr(&self) -> f64 {
        self.llr
    }

    /// The pairs that counted: all up to the first gap, or up to the decision.
    pub fn pairs(&self) -> &Pairs {
        &self.pairs
    }

    /// The same as five counts.
    pub fn counts(&self) -> Counts {
        self.pairs.pentanomial().into()
    }

    /// How many pairs counted.
    pub fn counted(&self) -> u64 {
        self.counted
    }

    /// How many pairs are there and do not count: they wait for one before them, or came after the decision.
    pub fn waiting(&self) -> usize {
        self.waiting.len()
    }

    /// The test.
    pub fn test(&self) -> &Sprt {
        &self.test
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::counts::Outcome::{Loss, Win};

    /// Fast losses come first, slow wins stand first in the schedule: the schedule decides.
    #[test]
    fn the_schedule_decides_not_the_arrival() {
        let test: Sprt = "elo0=0 elo1=100".parse().unwrap();
        let outcome = |number: u64| if number < 40 { [Win, Win] } else { [Loss, Loss] };
        let mut straight = Walk::new(test);
        for number in 0..80 {
            straight.push(outcome(number));
        }
        let mut late = Walk::new(test);
        for number in (0..80).rev() {
            late.arrive(number, outcome(number));
            if number > 0 {
                assert_eq!((late.decision(), late.counted()), (Decision::Continue, 0));
            }
        }
        assert_eq!(straight.decision(), Decision::H1);
        assert_eq!((late.decision(), late.llr(), late.counted()), (Decision::H1, straight.llr(), straight.counted()));
        assert_eq!(late.pairs(), straight.pairs());
        assert!(late.waiting() > 0, "what comes after the decision does not count");
    }

    #[test]
    fn a_pair_counts_once() {
        let mut walk = Walk::new(Sprt::default());
        walk.arrive(0, [Win, Loss]);
        walk.arrive(0, [Win, Win]);
        walk.arrive(2, [Win, Win]);
        walk.arrive(2, [Loss, Loss]);
        walk.arrive(1, [Win, Win]);
        assert_eq!(walk.pairs().pentanomial().0, [0, 0, 1, 0, 2]);
    }
}
