//! The ratings while results came in: the joint fit of the first so many fixtures, at evenly spaced moments.

use crate::Error;
use crate::ledger::Ledger;
use crate::scores::{Scores, Tally};
use serde::Serialize;

/// So many moments, where two sit at a table: then a fit costs the same however many fixtures there are.
const MOMENTS: usize = 40;
/// Tables are fitted one by one: so many are looked at over all moments, and at least this many moments are shown.
const TABLES: usize = 60_000;
const FEWEST: usize = 6;

/// The ratings at some moments.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Course {
    /// How many fixtures were in, moment by moment.
    pub at: Vec<usize>,
    /// One for each bot, in the order of their numbers.
    pub lines: Vec<Line>,
}

/// The ratings of a bot, moment by moment.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Line {
    /// Its name.
    pub bot: String,
    /// `None` where results told no rating.
    pub points: Vec<Option<Point>>,
}

/// A rating at a moment.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Point {
    /// Against the mean of all that were rated.
    pub elo: f64,
    /// Half the width of its 95 % interval.
    pub error: Option<f64>,
}

/// Of a ledger, in the order in which its fixtures were finished.
pub fn of(ledger: &Ledger) -> Result<Course, Error> {
    let (count, bots) = (ledger.records.len(), ledger.bots.len());
    let by_score = ledger.tournament.setting.by_score;
    let moments = match ledger.tournament.at_a_table() {
        2 => MOMENTS,
        _ => (2 * TABLES / count.max(1)).clamp(FEWEST, MOMENTS),
    };
    let at = moments_of(count, moments);
    let name = |bot: &crate::ledger::Bot| Line { bot: bot.name.clone(), points: Vec::with_capacity(at.len()) };
    let mut lines: Vec<Line> = ledger.bots.iter().map(name).collect();
    let mut scores = Scores::default();
    let mut known = 0;
    for &moment in &at {
        ledger.records[known..moment].iter().for_each(|record| scores.add(&Tally::of(record, by_score)));
        known = moment;
        let ratings = scores.ratings(bots)?;
        for (bot, line) in lines.iter_mut().enumerate() {
            let point = |elo| Point { elo, error: ratings.errors(bot).map(|errors| errors.robust) };
            line.points.push(ratings.elo(bot).map(point));
        }
    }
    Ok(Course { at, lines })
}

/// At most so many different numbers up to `count`, evenly spaced; the last is `count`.
fn moments_of(count: usize, most: usize) -> Vec<usize> {
    let most = most.min(count);
    (1..=most).map(|n| count * n / most).collect()
}

#[cfg(test)]
mod tests {
    use super::moments_of;

    #[test]
    fn moments_are_evenly_spaced_and_end_with_all() {
        assert!(moments_of(0, 40).is_empty());
        assert_eq!(moments_of(3, 40), [1, 2, 3]);
        assert_eq!(moments_of(100, 4), [25, 50, 75, 100]);
        assert_eq!(moments_of(100_001, 40).last(), Some(&100_001));
    }
}
