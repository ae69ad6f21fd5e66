//! The times of one seat's answers.

use crate::exchange::Answer;
use std::time::Duration;

/// Adds up what answers took.
#[derive(Debug)]
pub(crate) struct Times {
    /// Time of the answer that the step to come is made of.
    pub used_ms: Option<u32>,
    /// Time of the last answer; nobody is fast before it has answered.
    pub last: Duration,
    pub total: Duration,
    pub longest: Duration,
    /// What the milliseconds of all answers so far leave out.
    rest: Duration,
    /// How long other programs held the bot up, and how long it waited for cores.
    pub delay: Duration,
    pub waited: Duration,
}

impl Default for Times {
    fn default() -> Times {
        Times {
            used_ms: None,
            last: Duration::MAX,
            total: Duration::ZERO,
            longest: Duration::ZERO,
            rest: Duration::ZERO,
            delay: Duration::ZERO,
            waited: Duration::ZERO,
        }
    }
}

impl Times {
    /// Adds an answer and returns the milliseconds that count. What they leave out counts with the next answer, so that
    /// nothing is free, however many there are.
    pub fn add(&mut self, answer: &Answer) -> u32 {
        let whole = self.rest + answer.used;
        let used_ms = u32::try_from(whole.as_millis()).unwrap_or(u32::MAX);
        self.rest = whole.saturating_sub(Duration::from_millis(u64::from(used_ms)));
        self.add_person(answer.used);
        self.last = answer.used;
        self.delay += answer.delay;
        self.waited += answer.waited;
        self.used_ms = Some(used_ms);
        used_ms
    }

    /// Adds the time of a person, which never counts.
    pub fn add_person(&mut self, used: Duration) {
        self.total += used;
        self.longest = self.longest.max(used);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Instant;

    #[test]
    fn a_thousand_answers_of_a_microsecond_take_a_millisecond() {
        let mut times = Times::default();
        let answer = |us| Answer {
            result: Ok(Vec::new()),
            used: Duration::from_micros(us),
            delay: Duration::ZERO,
            waited: Duration::ZERO,
            at: Instant::now(),
            said: Vec::new(),
        };
        assert_eq!((0..1000).map(|_| times.add(&answer(1))).sum::<u32>(), 1);
        assert_eq!((0..3).map(|_| times.add(&answer(1500))).collect::<Vec<_>>(), [1, 2, 1]);
        assert_eq!(times.total, Duration::from_micros(5500));
    }
}
