//! Honest numbers: shares with intervals, means with extremes.

use serde::Serialize;

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
        let (n, p, z) = (of as f64, count as f64 / of as f64, 1.959_964);
        let centre = p + z * z / (2.0 * n);
        let spread = z * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
        let whole = 1.0 + z * z / n;
        Share {
            count,
            of,
            share: p,
            low: ((centre - spread) / whole).max(0.0),
            high: ((centre + spread) / whole).min(1.0),
        }
    }
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
}
