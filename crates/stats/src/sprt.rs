//! The sequential probability ratio test: H0, the difference is `elo0`, against H1, it is `elo1`.
//!
//! The ratio is the generalised one: both hypotheses are fitted to the counts, so nothing needs to be known about draws or
//! about how the games of a pair depend on each other.

use crate::counts::Counts;
use crate::fault::Fault;
use crate::units::{ELO, expected_score, square};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// In which unit the hypotheses are stated.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Model {
    /// Normalized Elo: the lead in deviations of a game.
    #[default]
    Normalized,
    /// Elo: the lead as a score.
    Logistic,
}

impl Model {
    /// As it is written.
    pub fn name(self) -> &'static str {
        match self {
            Model::Normalized => "normalized",
            Model::Logistic => "logistic",
        }
    }
}

/// What the test says so far.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Decision {
    /// Play on.
    #[serde(rename = "continue")]
    Continue,
    /// The difference is `elo0`, not `elo1`.
    H0,
    /// The difference is `elo1`, not `elo0`.
    H1,
}

impl Decision {
    /// As it is written.
    pub fn name(self) -> &'static str {
        match self {
            Decision::Continue => "continue",
            Decision::H0 => "H0",
            Decision::H1 => "H1",
        }
    }
}

/// The furthest that hypotheses may be from 0. Beyond it the fit of normalized Elo is not sound.
const MOST_NORMALIZED: f64 = 200.0;

/// Elo this far out is a score of 0 or 1 in all the digits there are.
const MOST_LOGISTIC: f64 = 5000.0;

/// What stands for a count of zero.
const ALMOST_NONE: f64 = 0.001;

/// A test: the hypotheses, and how often it may be wrong.
///
/// ```
/// use skirmish_stats::{Decision, Pentanomial, Sprt};
///
/// let test: Sprt = "elo0=0 elo1=10 alpha=0.05 beta=0.05 model=normalized".parse()?;
/// assert_eq!(test.decide(&Pentanomial([10, 120, 250, 180, 40]).into()), Decision::H1);
/// # Ok::<(), skirmish_stats::Fault>(())
/// ```
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(try_from = "Settings")]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    model: Model,
}

/// The same as it is read, before anybody has looked whether it makes sense.
#[derive(Deserialize)]
struct Settings {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    model: Model,
}

impl TryFrom<Settings> for Sprt {
    type Error = Fault;

    fn try_from(Settings { elo0, elo1, alpha, beta, model }: Settings) -> Result<Sprt, Fault> {
        Sprt::new(elo0, elo1, alpha, beta, model)
    }
}

impl Default for Sprt {
    fn default() -> Sprt {
        Sprt { elo0: 0.0, elo1: 20.0, alpha: 0.05, beta: 0.05, model: Model::Normalized }
    }
}

impl Sprt {
    /// A test of `elo0` against `elo1`, which wrongly accepts H1 with probability `alpha` and H0 with probability `beta`.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64, model: Model) -> Result<Sprt, Fault> {
        let refuse = |key, why: String| Err(Fault::Setting { key, why });
        let (most, unit) = match model {
            Model::Normalized => (MOST_NORMALIZED, "normalized Elo"),
            Model::Logistic => (MOST_LOGISTIC, "Elo"),
        };
        for (key, elo) in [("elo0", elo0), ("elo1", elo1)] {
            if !elo.is_finite() || elo.abs() > most {
                return refuse(key, format!("{elo} is not between -{most} and {most} {unit}"));
            }
        }
        if elo0 >= elo1 {
            return refuse("elo1", format!("{elo1} is not above elo0, which is {elo0}"));
        }
        for (key, risk) in [("alpha", alpha), ("beta", beta)] {
            if !(risk > 0.0 && risk < 1.0) {
                return refuse(key, format!("{risk} is not between 0 and 1"));
            }
        }
        if alpha + beta >= 1.0 {
            return refuse("beta", format!("with alpha it is {}; together they must be below 1", alpha + beta));
        }
        Ok(Sprt { elo0, elo1, alpha, beta, model })
    }

    /// The difference of H0.
    pub fn elo0(&self) -> f64 {
        self.elo0
    }

    /// The difference of H1.
    pub fn elo1(&self) -> f64 {
        self.elo1
    }

    /// How often H1 is accepted where H0 holds.
    pub fn alpha(&self) -> f64 {
        self.alpha
    }

    /// How often H0 is accepted where H1 holds.
    pub fn beta(&self) -> f64 {
        self.beta
    }

    /// The unit of the hypotheses.
    pub fn model(&self) -> Model {
        self.model
    }

    /// At or below the first H0 is accepted, at or above the second H1.
    pub fn bounds(&self) -> (f64, f64) {
        (libm::log(self.beta / (1.0 - self.alpha)), libm::log((1.0 - self.beta) / self.alpha))
    }

    /// The logarithm of the ratio of the likelihoods, H1 over H0.
    pub fn llr(&self, counts: &Counts) -> f64 {
        if counts.units() == 0 {
            return 0.0;
        }
        let sample = Sample::of(counts);
        let [fit0, fit1] = [self.elo0, self.elo1].map(|elo| match self.model {
            Model::Logistic => sample.with_score(elo),
            Model::Normalized => sample.with_lead(f64::from(counts.games_per_unit()).sqrt() * elo / (2.0 * ELO)),
        });
        sample.size * (0..sample.cells).map(|i| sample.share[i] * (fit1.log(i) - fit0.log(i))).sum::<f64>()
    }

    /// What a ratio means.
    pub fn judge(&self, llr: f64) -> Decision {
        let (lower, upper) = self.bounds();
        if llr >= upper {
            Decision::H1
        } else if llr <= lower {
            Decision::H0
        } else {
            Decision::Continue
        }
    }

    /// What the counts mean, looked at once. While pairs come in, use a [`Walk`](crate::Walk).
    pub fn decide(&self, counts: &Counts) -> Decision {
        self.judge(self.llr(counts))
    }
}

/// `elo0=0 elo1=20 alpha=0.05 beta=0.05 model=normalized`: the settings as they are read, too.
impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Sprt { elo0, elo1, alpha, beta, model } = self;
        write!(f, "elo0={elo0} elo1={elo1} alpha={alpha} beta={beta} model={}", model.name())
    }
}

/// Reads `key=value` words; what is not named stays as in [`Sprt::default`].
impl FromStr for Sprt {
    type Err = Fault;

    fn from_str(text: &str) -> Result<Sprt, Fault> {
        let mut read = Sprt::default();
        for word in text.split_whitespace() {
            let Some((name, value)) = word.split_once('=') else {
                return Err(Fault::NoSetting { word: word.into() });
            };
            let number = |key| match value.parse::<f64>() {
                Ok(number) => Ok(number),
                Err(_) => Err(Fault::Setting { key, why: format!("{value:?} is no number") }),
            };
            match name {
                "elo0" => read.elo0 = number("elo0")?,
                "elo1" => read.elo1 = number("elo1")?,
                "alpha" => read.alpha = number("alpha")?,
                "beta" => read.beta = number("beta")?,
                "model" => {
                    let known = [Model::Normalized, Model::Logistic];
                    read.model = known.into_iter().find(|model| model.name() == value).ok_or_else(|| {
                        Fault::Setting { key: "model", why: format!("{value:?} is neither normalized nor logistic") }
                    })?;
                }
                _ => return Err(Fault::NoSetting { word: word.into() }),
            }
        }
        Sprt::new(read.elo0, read.elo1, read.alpha, read.beta, read.model)
    }
}

/// Room for the cells of games or pairs.
type Cells = [f64; 5];

/// The counts as the test takes them.
struct Sample {
    cells: usize,
    value: Cells,
    share: Cells,
    size: f64,
}

/// A hypothesis fitted to a sample: cell `i` has the probability `share / (1 + tilt * pull)`.
struct Fitted {
    pull: Cells,
    tilt: f64,
}

impl Fitted {
    /// The logarithm of the probability of a cell, without that of its share.
    fn log(&self, cell: usize) -> f64 {
        -libm::log1p(self.tilt * self.pull[cell])
    }
}

impl Sample {
    fn of(counts: &Counts) -> Sample {
        let cells = counts.cells();
        let mut share = [0.0; 5];
        for (to, &count) in share.iter_mut().zip(cells) {
            *to = if count == 0 { ALMOST_NONE } else { count as f64 };
        }
        let size: f64 = share.iter().sum();
        let share = share.map(|count| count / size);
        let mut value = [0.0; 5];
        for (i, to) in value.iter_mut().enumerate().take(cells.len()) {
            *to = i as f64 / (cells.len() - 1) as f64;
        }
        Sample { cells: cells.len(), value, share, size }
    }

    /// The most likely distribution whose score is that of an Elo difference.
    fn with_score(&self, elo: f64) -> Fitted {
        let (won, lost) = (expected_score(elo / ELO), expected_score(-elo / ELO));
        // `value - won`, without losing the digits of a score near 1.
        let pull = self.value.map(|value| value * lost - (1.0 - value) * won);
        Fitted { pull, tilt: self.tilt(&pull).unwrap_or(0.0) }
    }

    /// The most likely distribution whose lead over one half is that many of its own deviations.
    fn with_lead(&self, lead: f64) -> Fitted {
        let mut chance = [1.0 / self.cells as f64; 5];
        let mut fitted = Fitted { pull: [0.0; 5], tilt: 0.0 };
        let mut moved_before = f64::INFINITY;
        for _ in 0..1000 {
            let sum = |of: &dyn Fn(usize) -> f64| (0..self.cells).map(|i| chance[i] * of(i)).sum::<f64>();
            let mean = sum(&|i| self.value[i]);
            let deviation = sum(&|i| square(self.value[i] - mean)).sqrt();
            let pull = self
                .value
                .map(|value| value - 0.5 - 0.5 * lead * deviation * (1.0 + square((value - mean) / deviation)));
            let Some(tilt) = self.tilt(&pull) else { break };
            fitted = Fitted { pull, tilt };
            let mut moved: f64 = 0.0;
            for i in 0..self.cells {
                let next = self.share[i] / (1.0 + tilt * pull[i]);
                moved = moved.max((next - chance[i]).abs());
                chance[i] = next;
            }
            // The first steps may well grow; near the end only rounding does.
            if moved < 1e-12 || moved < 1e-8 && moved >= moved_before {
                break;
            }
            moved_before = moved;
        }
        fitted
    }

    /// The root of `sum share * pull / (1 + x * pull)`, which falls from infinity to minus infinity between its poles.
    /// `None` if all cells pull to one side.
    fn tilt(&self, pull: &Cells) -> Option<f64> {
        let (share, pull) = (&self.share[..self.cells], &pull[..self.cells]);
        let most = pull.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let least = pull.iter().copied().fold(f64::INFINITY, f64::min);
        if !(most > 0.0 && least < 0.0) {
            return None;
        }
        let (mut low, mut high) = (-1.0 / most, -1.0 / least);
        let mut x = 0.0;
        // Newton's steps where they stay inside what is left, halving where they do not.
        for _ in 0..300 {
            let (mut sum, mut slope) = (0.0, 0.0);
            for (share, pull) in share.iter().zip(pull) {
                let part = pull / (1.0 + x * pull);
                sum += share * part;
                slope += share * part * part;
            }
            if sum > 0.0 {
                low = x;
            } else if sum < 0.0 {
                high = x;
            } else {
                break;
            }
            let newton = x + sum / slope;
            let next = if newton > low && newton < high { newton } else { 0.5 * (low + high) };
            if next == x || next <= low || next >= high {
                break;
            }
            let near = (next - x).abs() <= 1e-16 * x.abs();
            x = next;
            if near {
                break;
            }
        }
        Some(x)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::counts::{Pentanomial, Trinomial};

    #[test]
    fn settings_that_cannot_be_name_their_key() {
        for (text, told) in [
            ("elo0=5 elo1=5", "elo1: 5 is not above elo0"),
            ("alpha=0", "alpha: 0 is not between 0 and 1"),
            ("beta=nan", "beta: NaN is not between"),
            ("alpha=0.5 beta=0.5", "beta: with alpha it is 1"),
            ("elo1=201", "elo1: 201 is not between -200 and 200 normalized Elo"),
            ("elo0=-inf model=logistic", "elo0: -inf is not between -5000 and 5000 Elo"),
            ("elo1=much", "elo1: \"much\" is no number"),
            ("model=bayesian", "model: \"bayesian\" is neither"),
            ("elo2=5", "\"elo2=5\" is no setting: they are elo0, elo1, alpha, beta and model"),
            ("elo1", "\"elo1\" is no setting"),
        ] {
            let refused = text.parse::<Sprt>().unwrap_err().to_string();
            assert!(refused.contains(told), "{text}: {refused}");
        }
        let test: Sprt = "model=logistic elo1=201".parse().unwrap();
        assert_eq!(test.to_string().parse::<Sprt>().unwrap(), test);
    }

    /// With two cells that matter the fit is known: all draws against a decisive rest is worked out by hand.
    #[test]
    fn a_coin_has_the_plain_ratio() {
        // Wins and losses alone: q is (1 - s, 0, s) up to the thousandth of a draw.
        let test = Sprt::new(0.0, 100.0, 0.05, 0.05, Model::Logistic).unwrap();
        let s = 1.0 / (1.0 + 10f64.powf(-0.25));
        let plain = 600.0 * (s / 0.5).ln() + 400.0 * ((1.0 - s) / 0.5).ln();
        let llr = test.llr(&Trinomial::new(600, 0, 400).into());
        assert!((llr - plain).abs() < 1e-3, "{llr} and {plain}");
        assert_eq!(test.judge(llr), Decision::H1);
    }

    #[test]
    fn the_llr_falls_and_rises_with_the_score() {
        for model in [Model::Normalized, Model::Logistic] {
            let test = Sprt::new(0.0, 20.0, 0.05, 0.05, model).unwrap();
            let up = test.llr(&Pentanomial([0, 0, 1, 0, 50]).into());
            let down = test.llr(&Pentanomial([50, 0, 1, 0, 0]).into());
            assert!(up > 0.0 && down < 0.0, "{up} {down}");
            assert_eq!(test.llr(&Pentanomial::default().into()), 0.0);
        }
    }

    #[test]
    fn far_hypotheses_and_huge_counts_give_numbers() {
        for model in [Model::Normalized, Model::Logistic] {
            let most = if model == Model::Normalized { MOST_NORMALIZED } else { MOST_LOGISTIC };
            let test = Sprt::new(-most, most, 1e-9, 1e-9, model).unwrap();
            for cells in
                [[1, 0, 0, 0, 0], [0, 0, 1, 0, 0], [0, 0, 0, 0, 1], [1, 2, 3, 4, 5], [u64::MAX, 0, 0, 0, u64::MAX]]
            {
                for scale in [1, 1_000_000_000] {
                    let counts = Pentanomial(cells.map(|count: u64| count.saturating_mul(scale))).into();
                    assert!(test.llr(&counts).is_finite(), "{model:?} {cells:?}");
                }
            }
        }
    }
}
