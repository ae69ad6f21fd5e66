//! What was expected of a result, and how much of a surprise it was.
//!
//! Ratings say how many points are expected, not in which way: with draws or without, in pairs that go together or not. How
//! games and pairs end is taken from all that were played; this shape is then tilted towards the better bot until it has the
//! expected score.

use crate::counts::{Counts, Outcome};

/// How results come out, whoever plays.
///
/// ```
/// use skirmish_stats::{Chances, Counts, Pentanomial};
///
/// let chances = Chances::of(&Pentanomial([5, 10, 40, 10, 5]).into());
/// // The favourite lost both games: five bits of surprise and more.
/// assert!(chances.surprise(0.8, 0) > chances.surprise(0.5, 0) + 4.0);
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Chances {
    cells: usize,
    /// Shares of the results, the same from both sides.
    shape: [f64; 5],
}

impl Chances {
    /// From everything that was played, as games or as pairs.
    pub fn of(counts: &Counts) -> Chances {
        let cells = counts.cells();
        let mut shape = [0.0; 5];
        for i in 0..cells.len() {
            shape[i] = cells[i] as f64 + cells[cells.len() - 1 - i] as f64;
        }
        let sum: f64 = shape.iter().sum();
        Chances { cells: cells.len(), shape: shape.map(|cell| if sum > 0.0 { cell / sum } else { 0.0 }) }
    }

    /// The probability of each result, from worst to best, for a bot that is expected to make that score. What was never
    /// seen, from either side, has none.
    pub fn at(&self, score: f64) -> Vec<f64> {
        let tilted = |tilt: f64| {
            // The largest power is 1, so that none is too large.
            let most = tilt.max(0.0) * (self.cells - 1) as f64;
            let mut chances: Vec<f64> =
                (0..self.cells).map(|i| self.shape[i] * libm::exp(tilt * i as f64 - most)).collect();
            let sum: f64 = chances.iter().sum();
            if sum > 0.0 {
                chances.iter_mut().for_each(|chance| *chance /= sum);
            }
            chances
        };
        let mean = |chances: &[f64]| {
            chances.iter().enumerate().map(|(i, chance)| i as f64 * chance).sum::<f64>() / (self.cells - 1) as f64
        };
        // The score rises with the tilt.
        let (mut low, mut high) = (-60.0, 60.0);
        for _ in 0..100 {
            let middle = 0.5 * (low + high);
            if mean(&tilted(middle)) < score { low = middle } else { high = middle }
        }
        tilted(0.5 * (low + high))
    }

    /// The surprise of a result for a bot that was expected to make that score, in bits: how often a coin would have to
    /// fall the same way. `result` counts from the worst, as in [`Counts::cells`].
    pub fn surprise(&self, score: f64, result: usize) -> f64 {
        bits(self.at(score)[result])
    }

    /// The surprise of a pair of which each game had an expectation of its own, as in games whose sides differ. The shape
    /// must be one of games.
    pub fn surprise_of_games(&self, games: [(f64, Outcome); 2]) -> f64 {
        games.into_iter().map(|(score, outcome)| self.surprise(score, outcome as usize)).sum()
    }
}

/// The surprise of something that had this probability.
pub fn bits(probability: f64) -> f64 {
    -libm::log2(probability)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::counts::{Pentanomial, Trinomial};

    #[test]
    fn chances_have_the_expected_score() {
        let chances = Chances::of(&Pentanomial([3, 1, 7, 2, 0]).into());
        for score in [0.01, 0.3, 0.5, 0.77, 0.999] {
            let at = chances.at(score);
            assert!((at.iter().sum::<f64>() - 1.0).abs() < 1e-12);
            let mean = at.iter().enumerate().map(|(i, chance)| i as f64 * chance / 4.0).sum::<f64>();
            assert!((mean - score).abs() < 1e-9, "{score}: {at:?}");
            let mirrored: Vec<f64> = chances.at(1.0 - score).into_iter().rev().collect();
            assert!(at.iter().zip(&mirrored).all(|(a, b)| (a - b).abs() < 1e-9));
        }
    }

    #[test]
    fn without_draws_they_are_the_score() {
        let chances = Chances::of(&Trinomial::new(7, 0, 2).into());
        assert!((chances.at(0.7)[2] - 0.7).abs() < 1e-12);
        assert!((chances.surprise(0.25, 2) - 2.0).abs() < 1e-9);
        assert_eq!(chances.surprise(0.25, 1), f64::INFINITY);
        let pair = chances.surprise_of_games([(0.5, Outcome::Win), (0.75, Outcome::Loss)]);
        assert!((pair - 3.0).abs() < 1e-9);
        assert!(Chances::of(&Trinomial::default().into()).at(0.5).iter().all(|chance| *chance == 0.0));
    }
}
