//! Honest numbers: shares and means with intervals, means with extremes.
//!
//! The games of a pair are not independent: they have a start in common, and the same two bots. So what is measured in games
//! is first averaged in each pair, and only then over the pairs.

use serde::Serialize;

/// The normal deviate of a 95 % interval.
const Z: f64 = 1.959_964;

/// A share of a whole with its 95 % interval (Wilson's).
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Share {
    /// How many there are.
    pub count: u64,
    /// Of how many.
    pub of: u64,
    /// Between 0 and 1.
    pub share: f64,
    /// Where the interval begins.
    pub low: f64,
    /// Where it ends.
    pub high: f64,
}

impl Share {
    /// The share of `count` in `of`.
    pub fn new(count: u64, of: u64) -> Share {
        if of == 0 {
            return Share { count, of, share: 0.0, low: 0.0, high: 1.0 };
        }
        let share = count as f64 / of as f64;
        let (low, high) = wilson(share, of as f64);
        Share { count, of, share, low, high }
    }
}

/// Wilson's 95 % interval of a share of `n`.
fn wilson(p: f64, n: f64) -> (f64, f64) {
    let centre = p + Z * Z / (2.0 * n);
    let spread = Z * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt();
    let whole = 1.0 + Z * Z / n;
    (((centre - spread) / whole).max(0.0), ((centre + spread) / whole).min(1.0))
}

impl std::fmt::Display for Share {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let percent = |x: f64| 100.0 * x;
        write!(
            f,
            "{} of {} ({:.1} %, 95 % interval {:.1} to {:.1})",
            self.count,
            self.of,
            percent(self.share),
            percent(self.low),
            percent(self.high)
        )
    }
}

/// A share of games that were played in pairs, with its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Rate {
    /// How many pairs.
    pub pairs: u64,
    /// Between 0 and 1.
    pub share: f64,
    /// Where the interval begins.
    pub low: f64,
    /// Where it ends.
    pub high: f64,
}

impl Rate {
    /// The rate of pairs of `games` games, each with its own share of them. The interval is Wilson's, for as many games as
    /// the pairs are worth: all games of a pair where they are independent, one where they are always alike. Games that are
    /// opposite rather than alike count as independent, which errs on the wide side.
    pub fn of(shares: &[f64], games: u64) -> Rate {
        let pairs = shares.len() as u64;
        let Some((mean, variance)) = moments(shares) else { return Rate { pairs, share: 0.0, low: 0.0, high: 1.0 } };
        let n = pairs as f64;
        let worth = mean * (1.0 - mean) * n / variance;
        let most = n * games.max(1) as f64;
        let (low, high) = wilson(mean, if worth.is_nan() { n } else { worth.clamp(n, most) });
        Rate { pairs, share: mean, low, high }
    }
}

/// A mean over pairs, with its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Mean {
    /// How many pairs.
    pub pairs: u64,
    /// The mean.
    pub mean: f64,
    /// Where the interval begins; `None` with a single pair, which tells nothing of how much pairs differ.
    pub low: Option<f64>,
    /// Where it ends.
    pub high: Option<f64>,
}

impl Mean {
    /// The mean of what each pair comes to; `None` without pairs. Few pairs are given Student's interval, many the normal one.
    pub fn of(pairs: &[f64]) -> Option<Mean> {
        let (mean, variance) = moments(pairs)?;
        let n = pairs.len() as u64;
        let half = (n > 1).then(|| student(n - 1) * (variance / n as f64).sqrt());
        Some(Mean { pairs: n, mean, low: half.map(|half| mean - half), high: half.map(|half| mean + half) })
    }

    /// The mean difference of shares, pair by pair, each between -1 and 1; `None` without pairs. The interval is Agresti and
    /// Min's: as if there were two more pairs, half of each kind there can be. So where no pair differs it is not certain
    /// that none ever would.
    pub fn of_share_differences(pairs: &[f64]) -> Option<Mean> {
        let (mean, _) = moments(pairs)?;
        let more = pairs.len() as f64 + 2.0;
        let centre = pairs.iter().sum::<f64>() / more;
        let squares = (pairs.iter().map(|x| x * x).sum::<f64>() + 1.0) / more;
        let half = Z * ((squares - centre * centre).max(0.0) / more).sqrt();
        let (low, high) = ((centre - half).max(-1.0).min(mean), (centre + half).min(1.0).max(mean));
        Some(Mean { pairs: pairs.len() as u64, mean, low: Some(low), high: Some(high) })
    }

    /// The same of numbers that are never below 0: nor is their interval.
    pub fn not_negative(self) -> Mean {
        Mean { low: self.low.map(|low| low.max(0.0)), ..self }
    }
}

/// The deviate of a 95 % interval with so many degrees of freedom.
fn student(freedom: u64) -> f64 {
    match freedom {
        0 => f64::INFINITY,
        1 => 12.706,
        2 => 4.303,
        more => {
            // The expansion around the normal deviate (Abramowitz and Stegun 26.7.5); better than one percent from here on.
            let (v, z) = (more as f64, Z);
            z + (z.powi(3) + z) / (4.0 * v)
                + (5.0 * z.powi(5) + 16.0 * z.powi(3) + 3.0 * z) / (96.0 * v * v)
                + (3.0 * z.powi(7) + 19.0 * z.powi(5) + 17.0 * z.powi(3) - 15.0 * z) / (384.0 * v.powi(3))
        }
    }
}

/// Mean and variance of a sample; the variance of a single number is 0.
fn moments(sample: &[f64]) -> Option<(f64, f64)> {
    let n = sample.len() as f64;
    if sample.is_empty() {
        return None;
    }
    let mean = sample.iter().sum::<f64>() / n;
    let squares: f64 = sample.iter().map(|x| (x - mean).powi(2)).sum();
    Some((mean, if n > 1.0 { squares / (n - 1.0) } else { 0.0 }))
}

/// Smallest, mean and largest of some numbers.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Spread {
    /// Their mean.
    pub mean: f64,
    /// The smallest.
    pub min: i64,
    /// The largest.
    pub max: i64,
}

impl Spread {
    /// `None` if there are no numbers.
    pub fn of(numbers: impl IntoIterator<Item = i64>) -> Option<Spread> {
        let numbers: Vec<i64> = numbers.into_iter().collect();
        let (min, max) = (*numbers.iter().min()?, *numbers.iter().max()?);
        let mean = numbers.iter().map(|&n| n as f64).sum::<f64>() / numbers.len() as f64;
        Some(Spread { mean, min, max })
    }
}

impl std::fmt::Display for Spread {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "mean {:.1}, from {} to {}", self.mean, self.min, self.max)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_hold_known_values() {
        // 8 of 10: Wilson's interval is 0.490 to 0.943.
        let share = Share::new(8, 10);
        assert!((share.low - 0.490).abs() < 0.001 && (share.high - 0.943).abs() < 0.001, "{share:?}");
        assert_eq!(Share::new(0, 0).high, 1.0);
        assert_eq!(Share::new(0, 20).low, 0.0);
        assert_eq!(Spread::of([3, 1, 5]).map(|s| (s.mean, s.min, s.max)), Some((3.0, 1, 5)));
    }

    #[test]
    fn means_and_rates_hold_known_values() {
        // Three numbers of mean 2 and deviation 1: 2 +/- 4.303 / sqrt(3).
        let mean = Mean::of(&[1.0, 2.0, 3.0]).unwrap();
        assert!((mean.mean - 2.0).abs() < 1e-9 && (mean.high.unwrap() - 4.484).abs() < 0.001, "{mean:?}");
        assert_eq!(Mean::of(&[5.0]).map(|mean| (mean.mean, mean.low)), Some((5.0, None)));
        assert_eq!(Mean::of(&[]), None);
        for (freedom, deviate) in [(3, 3.182), (9, 2.262), (29, 2.045), (1000, 1.962)] {
            assert!((student(freedom) / deviate - 1.0).abs() < 0.01, "{freedom}: {}", student(freedom));
        }
        // Pairs whose games are always alike are worth one game each, others at most all of their games.
        let alike = Rate::of(&[[1.0; 10], [0.0; 10]].concat(), 2);
        let opposite = Rate::of(&[0.5; 20], 2);
        let (one, two) = (Share::new(10, 20), Share::new(20, 40));
        assert!((alike.low - one.low).abs() < 0.01 && (alike.high - one.high).abs() < 0.01, "{alike:?} {one:?}");
        assert!((opposite.low - two.low).abs() < 1e-9, "{opposite:?} {two:?}");
        assert_eq!(Rate::of(&[1.0; 20], 2).low, Share::new(20, 20).low);
        assert_eq!(Rate::of(&[], 2).high, 1.0);
    }

    /// The same starts under two values, of which the second lets one side win more often: the intervals of the differences
    /// hold the truth as often as they say, and are narrower than those of samples that have nothing in common.
    #[test]
    fn paired_differences_hold_the_truth_and_are_narrower() {
        const ROUNDS: usize = 2000;
        let mut drawn = 0;
        let mut uniform = || {
            drawn += 1;
            (skirmish_core::Seed::new(12).of_game(drawn).number() >> 11) as f64 / (1u64 << 53) as f64
        };
        for (pairs, shift) in [(10, 0.0), (40, 0.0), (40, 0.1)] {
            let (mut held, mut lengths_held, mut paired_width, mut single_width) = (0, 0, 0.0, 0.0);
            for _ in 0..ROUNDS {
                let (mut shares, mut lengths, mut single) = (Vec::new(), Vec::new(), Vec::new());
                for _ in 0..pairs {
                    let start = uniform();
                    let won = |luck: f64, shift: f64| f64::from(u8::from(luck < 0.9 * start + shift));
                    let mut pair = |shift: f64| (won(uniform(), shift) + won(uniform(), shift)) / 2.0;
                    shares.push(pair(shift) - pair(0.0));
                    let (one, two) = (100.0 * start + 20.0 * uniform(), 100.0 * start + 20.0 * uniform() + 5.0);
                    lengths.push(two - one);
                    single.push(two);
                }
                let holds = |mean: Mean, truth: f64| mean.low.unwrap() <= truth && truth <= mean.high.unwrap();
                let width = |mean: Mean| mean.high.unwrap() - mean.low.unwrap();
                held += usize::from(holds(Mean::of_share_differences(&shares).unwrap(), shift));
                lengths_held += usize::from(holds(Mean::of(&lengths).unwrap(), 5.0));
                paired_width += width(Mean::of(&lengths).unwrap());
                single_width += width(Mean::of(&single).unwrap());
            }
            let share = |held: usize| held as f64 / ROUNDS as f64;
            assert!((0.93..=0.995).contains(&share(held)), "{pairs} pairs, shares: {}", share(held));
            assert!((0.93..=0.97).contains(&share(lengths_held)), "{pairs} pairs: {}", share(lengths_held));
            assert!(paired_width < 0.5 * single_width, "{paired_width} {single_width}");
        }
        let never = Mean::of_share_differences(&[0.0; 20]).unwrap();
        assert!(never.mean == 0.0 && never.low.unwrap() < -0.05 && never.high.unwrap() > 0.05, "{never:?}");
        let always = Mean::of_share_differences(&[1.0; 20]).unwrap();
        assert!(always.high == Some(1.0) && always.low.unwrap() > 0.6, "{always:?}");
        assert_eq!(Mean::of_share_differences(&[]), None);
    }

    /// Pairs of games that have something in common: of two thousand intervals about 95 % hold the truth. Taking games for
    /// independent would make them too narrow, which the last line proves of this very sample.
    #[test]
    fn intervals_over_pairs_hold_the_truth_as_often_as_they_say() {
        const ROUNDS: usize = 2000;
        let mut drawn = 0;
        let mut uniform = || {
            drawn += 1;
            (skirmish_core::Seed::new(11).of_game(drawn).number() >> 11) as f64 / (1u64 << 53) as f64
        };
        for pairs in [5, 40] {
            let (mut means, mut rates, mut naive) = (0, 0, 0);
            for _ in 0..ROUNDS {
                let (mut lengths, mut wins, mut games) = (Vec::new(), Vec::new(), Vec::new());
                for _ in 0..pairs {
                    // The start makes both games long or short, and favours one side.
                    let start = uniform();
                    let both = [0; 2].map(|_| 100.0 * start + 20.0 * uniform());
                    let won = [0; 2].map(|_| f64::from(u8::from(uniform() < 0.2 + 0.6 * start)));
                    lengths.push((both[0] + both[1]) / 2.0);
                    wins.push((won[0] + won[1]) / 2.0);
                    games.extend(both);
                }
                let holds = |mean: Mean, truth: f64| mean.low.unwrap() <= truth && truth <= mean.high.unwrap();
                means += usize::from(holds(Mean::of(&lengths).unwrap(), 60.0));
                naive += usize::from(holds(Mean::of(&games).unwrap(), 60.0));
                let rate = Rate::of(&wins, 2);
                rates += usize::from(rate.low <= 0.5 && 0.5 <= rate.high);
            }
            let share = |held: usize| held as f64 / ROUNDS as f64;
            assert!((0.93..=0.97).contains(&share(means)), "{pairs} pairs, means: {}", share(means));
            assert!((0.93..=0.985).contains(&share(rates)), "{pairs} pairs, rates: {}", share(rates));
            assert!(share(naive) < 0.90, "{pairs} pairs, games as if independent: {}", share(naive));
        }
    }
}
