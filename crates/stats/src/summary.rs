//! Two bots: score, Elo, normalized Elo and likelihood of superiority, as fastchess defines them. No count is touched.

use crate::counts::Counts;
use crate::units::{ELO, Z, elo_of_score, normal, square};
use serde::Serialize;

/// What the results of two bots say about the first one. A value that does not exist is `None`.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Summary {
    /// Points over all games.
    pub points: f64,
    /// The share of the points that could be had.
    pub score: Option<f64>,
    /// Half the width of its 95 % interval. Without any variance it is 0, which proves nothing.
    pub score_error: Option<f64>,
    /// The Elo difference.
    pub elo: Option<f64>,
    /// Half the width of its 95 % interval; 0 as above.
    pub elo_error: Option<f64>,
    /// The difference in normalized Elo, which counts deviations of a single game.
    pub nelo: Option<f64>,
    /// Half the width of its 95 % interval.
    pub nelo_error: Option<f64>,
    /// How likely it is that the first bot is the better one.
    pub los: Option<f64>,
    /// The share of the middle result: draws among games, equal pairs among pairs.
    pub draw_ratio: Option<f64>,
    /// Pairs won per pair lost.
    pub pairs_ratio: Option<f64>,
}

impl Summary {
    /// Of the results of two bots.
    pub fn of(counts: &Counts) -> Summary {
        let cells = counts.cells();
        let units = counts.units();
        let points = counts.steps() as f64 / 2.0;
        let pairs_ratio = match cells {
            &[lost, less, _, more, won] if lost > 0 || less > 0 => {
                Some((more as f64 + won as f64) / (lost as f64 + less as f64))
            }
            _ => None,
        };
        let nothing = Summary {
            points,
            score: None,
            score_error: None,
            elo: None,
            elo_error: None,
            nelo: None,
            nelo_error: None,
            los: None,
            draw_ratio: None,
            pairs_ratio: None,
        };
        let Some(moments) = Moments::of(counts) else { return nothing };
        let Moments { score, lead, variance, .. } = moments;
        let n = units as f64;
        let error = (variance / n).sqrt();
        let (low, high) = (score - Z * error, score + Z * error);
        let varies = variance > 0.0;
        let games = f64::from(counts.games_per_unit());
        Summary {
            points,
            score: Some(score),
            score_error: Some(Z * error),
            elo: moments.elo(),
            elo_error: (low > 0.0 && high < 1.0).then(|| (elo_of_score(high) - elo_of_score(low)) / 2.0),
            nelo: varies.then(|| 2.0 * ELO * lead / (games * variance).sqrt()),
            nelo_error: varies.then(|| 2.0 * ELO * Z / (games * n).sqrt()),
            los: superiority(lead, error),
            draw_ratio: Some(cells[cells.len() / 2] as f64 / n),
            pairs_ratio,
        }
    }

    /// The 95 % interval of the Elo difference.
    pub fn interval(&self) -> Option<(f64, f64)> {
        let (elo, error) = (self.elo?, self.elo_error?);
        Some((elo - error, elo + error))
    }
}

/// How likely a true lead is above 0, given the lead that was seen and its standard error.
pub(crate) fn superiority(lead: f64, error: f64) -> Option<f64> {
    if error > 0.0 {
        Some(normal(lead / error))
    } else if lead == 0.0 {
        None
    } else {
        Some(if lead > 0.0 { 1.0 } else { 0.0 })
    }
}

/// Mean and variance of the units.
pub(crate) struct Moments {
    pub score: f64,
    /// The score above one half. Counted in whole numbers, so that equal bots are exactly equal.
    pub lead: f64,
    pub variance: f64,
    won: u128,
    lost: u128,
}

impl Moments {
    /// `None` without games.
    pub fn of(counts: &Counts) -> Option<Moments> {
        let cells = counts.cells();
        let units = counts.units();
        if units == 0 {
            return None;
        }
        let best = (cells.len() - 1) as u128;
        let won = counts.steps();
        let lost = best * units - won;
        let all = (best * units) as f64;
        let score = won as f64 / all;
        let difference = if won >= lost { (won - lost) as f64 } else { -((lost - won) as f64) };
        // One result alone has no variance, whatever rounding says.
        let alone = cells.iter().filter(|&&count| count > 0).count() == 1;
        let variance = if alone {
            0.0
        } else {
            let share = |step: usize| cells[step] as f64 / units as f64;
            (0..cells.len()).map(|step| share(step) * square(step as f64 / best as f64 - score)).sum()
        };
        Some(Moments { score, lead: difference / (2.0 * all), variance, won, lost })
    }

    pub fn elo(&self) -> Option<f64> {
        (self.won > 0 && self.lost > 0).then(|| ELO * libm::log(self.won as f64 / self.lost as f64))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::counts::{Pentanomial, Trinomial};

    fn close(a: Option<f64>, b: f64) -> bool {
        a.is_some_and(|a| (a - b).abs() < 1e-9 * f64::max(1.0, b.abs()))
    }

    #[test]
    fn three_wins_and_a_loss() {
        // By hand: s = 3/4, v = 3/16, e = sqrt(3)/8.
        let summary = Summary::of(&Trinomial::new(3, 0, 1).into());
        assert_eq!((summary.points, summary.score), (3.0, Some(0.75)));
        assert!(close(summary.elo, 400.0 * 3f64.log10()));
        assert_eq!(summary.elo_error, None, "0.75 + 1.96 * 0.217 is above 1");
        assert!(close(summary.nelo, 2.0 * ELO / 3f64.sqrt()));
        assert!(close(summary.nelo_error, ELO * Z));
        assert!(close(summary.los, normal(2.0 / 3f64.sqrt())));
        assert_eq!((summary.draw_ratio, summary.pairs_ratio), (Some(0.0), None));
    }

    #[test]
    fn nothing_and_no_variance() {
        let empty = Summary::of(&Pentanomial::default().into());
        assert_eq!((empty.points, empty.score, empty.los, empty.draw_ratio), (0.0, None, None, None));
        let huge = Summary::of(&Pentanomial([0, 0, 0, u64::MAX, 0]).into());
        assert_eq!((huge.score, huge.elo_error, huge.nelo, huge.los), (Some(0.75), Some(0.0), None, Some(1.0)));
        let level = Summary::of(&Trinomial::new(0, 9, 0).into());
        assert_eq!((level.elo, level.elo_error, level.los, level.draw_ratio), (Some(0.0), Some(0.0), None, Some(1.0)));
        let lost = Summary::of(&Trinomial::new(0, 0, 9).into());
        assert_eq!((lost.elo, lost.elo_error, lost.los), (None, None, Some(0.0)));
    }

    #[test]
    fn equal_bots_are_exactly_equal() {
        let level = Summary::of(&Pentanomial([7, 11, 13, 11, 7]).into());
        assert_eq!((level.elo, level.nelo, level.los), (Some(0.0), Some(0.0), Some(0.5)));
    }
}
