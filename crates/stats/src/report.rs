//! The block of lines that users of fastchess know, and paste into pull requests. Tools read it, so its form is fixed.

use crate::counts::{Counts, Pairs, Trinomial};
use crate::sprt::{Decision, Sprt};
use crate::summary::{Moments, Summary};
use std::fmt;

/// A report of two bots. It is shown as the block, without a line's end after the last line.
///
/// ```
/// use skirmish_stats::{Outcome::*, Pairs, Report, Sprt};
///
/// let mut pairs = Pairs::default();
/// for pair in [[Win, Win], [Win, Loss], [Draw, Draw], [Loss, Loss]] {
///     pairs.add(pair);
/// }
/// let report = Report::new("dev", "base").under("zords, 4 pairs").pairs(pairs).test(Sprt::default());
/// let first = report.to_string();
/// assert!(first.starts_with("Results of dev vs base (zords, 4 pairs):\nElo: 0.00 +/- "));
/// assert!(first.contains("\nGames: 8, Wins: 3, Losses: 3, Draws: 2, Points: 4.0 (50.00 %)\n"));
/// ```
#[derive(Clone, Debug)]
pub struct Report {
    first: String,
    second: String,
    terms: String,
    results: Results,
    test: Option<Sprt>,
}

#[derive(Clone, Copy, Debug)]
enum Results {
    Games(Trinomial),
    Pairs(Pairs),
}

impl Report {
    /// Of these two bots, without results so far.
    pub fn new(first: impl Into<String>, second: impl Into<String>) -> Report {
        Report {
            first: first.into(),
            second: second.into(),
            terms: String::new(),
            results: Results::Pairs(Pairs::default()),
            test: None,
        }
    }

    /// What was played under: whatever stands in brackets after the names.
    pub fn under(mut self, terms: impl Into<String>) -> Report {
        self.terms = terms.into();
        self
    }

    /// The results, in pairs.
    pub fn pairs(mut self, pairs: Pairs) -> Report {
        self.results = Results::Pairs(pairs);
        self
    }

    /// The results, in games without partners.
    pub fn games(mut self, games: Trinomial) -> Report {
        self.results = Results::Games(games);
        self
    }

    /// The test that is made of them.
    pub fn test(mut self, test: Sprt) -> Report {
        self.test = Some(test);
        self
    }

    fn counts(&self) -> Counts {
        match self.results {
            Results::Games(games) => games.into(),
            Results::Pairs(pairs) => pairs.pentanomial().into(),
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Report { first, second, terms, .. } = self;
        let counts = self.counts();
        write!(f, "Results of {first} vs {second}")?;
        if !terms.is_empty() {
            write!(f, " ({terms})")?;
        }
        writeln!(f, ":")?;
        for line in strength(&counts) {
            writeln!(f, "{line}")?;
        }
        let games = match &self.results {
            Results::Games(games) => *games,
            Results::Pairs(pairs) => pairs.games(),
        };
        let Trinomial([losses, draws, wins]) = games;
        let played = u128::from(wins) + u128::from(draws) + u128::from(losses);
        let summary = Summary::of(&counts);
        let share = percent(summary.score);
        write!(f, "Games: {played}, Wins: {wins}, Losses: {losses}, Draws: {draws}, ")?;
        write!(f, "Points: {:.1} ({share} %)", summary.points)?;
        if let Results::Pairs(pairs) = &self.results {
            let ratio = ratio(pairs.traded() as f64, pairs.drawn() as f64);
            write!(f, "\nPtnml(0-2): {:?}, WL/DD Ratio: {ratio}", pairs.pentanomial().0)?;
        }
        if let Some(test) = &self.test {
            write!(f, "\n{}", llr_line(test, test.llr(&counts)))?;
        }
        Ok(())
    }
}

/// The two lines about strength: Elo and normalized Elo, then likelihood of superiority and shares.
pub fn strength(counts: &Counts) -> [String; 2] {
    let summary = Summary::of(counts);
    let moments = Moments::of(counts);
    // What has no value may still have a limit.
    let sign = moments.as_ref().map_or(0.0, |moments| moments.lead);
    let limit = |value: Option<f64>, reached: bool| match value {
        None if reached && sign != 0.0 => f64::INFINITY.copysign(sign),
        value => value.unwrap_or(f64::NAN),
    };
    let elo = limit(summary.elo, moments.is_some());
    let nelo = limit(summary.nelo, moments.is_some());
    let first = format!(
        "Elo: {} +/- {}, nElo: {} +/- {}",
        number(elo),
        number(summary.elo_error.unwrap_or(f64::NAN)),
        number(nelo),
        number(summary.nelo_error.unwrap_or(f64::NAN)),
    );
    let mut second = format!("LOS: {} %, DrawRatio: {} %", percent(summary.los), percent(summary.draw_ratio));
    if let Counts::Pairs(five) = counts {
        let [lost, less, _, more, won] = five.0.map(|count| count as f64);
        second += &format!(", PairsRatio: {}", ratio(more + won, lost + less));
    }
    [first, second]
}

/// The line about the test: the ratio, how far it is on its way to a bound, the bounds, the hypotheses.
pub fn llr_line(test: &Sprt, llr: f64) -> String {
    let (lower, upper) = test.bounds();
    let way = 100.0 * if llr >= 0.0 { llr / upper } else { -llr / lower };
    format!(
        "LLR: {} ({}%) ({}, {}) [{}, {}]",
        number(llr),
        decimals(way, 1),
        number(lower),
        number(upper),
        number(test.elo0()),
        number(test.elo1()),
    )
}

/// The line at the end of a test, once it has decided.
pub fn verdict_line(test: &Sprt, decision: Decision) -> Option<String> {
    let accepted = match decision {
        Decision::Continue => return None,
        Decision::H0 => "H0",
        Decision::H1 => "H1",
    };
    Some(format!("SPRT ([{}, {}]) completed - {accepted} was accepted", number(test.elo0()), number(test.elo1())))
}

fn percent(share: Option<f64>) -> String {
    number(share.map_or(f64::NAN, |share| 100.0 * share))
}

/// `inf` for something per nothing, `nan` for nothing per nothing.
fn ratio(of: f64, per: f64) -> String {
    number(if per > 0.0 {
        of / per
    } else if of > 0.0 {
        f64::INFINITY
    } else {
        f64::NAN
    })
}

fn number(x: f64) -> String {
    decimals(x, 2)
}

/// `nan` has no sign here, and neither has zero.
fn decimals(x: f64, places: usize) -> String {
    if x.is_nan() {
        return "nan".into();
    }
    let text = format!("{x:.places$}");
    match text.strip_prefix('-') {
        Some(rest) if rest.bytes().all(|byte| matches!(byte, b'0' | b'.')) => rest.into(),
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::counts::Pentanomial;

    #[test]
    fn the_block_that_people_paste() {
        // 3083 middle pairs, 1525 of them traded wins: 3746 - 2 * 221 - 1780 from pairs that were traded.
        let pairs = Pairs([[177, 800, 700], [829, 1559, 890], [824, 890, 221]]);
        assert_eq!(pairs.pentanomial(), Pentanomial([177, 1629, 3083, 1780, 221]));
        let test: Sprt = "elo0=0 elo1=3 alpha=0.05 beta=0.1".parse().unwrap();
        let report = Report::new("dev", "base").under("1+0.01, 1t, book.epd").pairs(pairs).test(test);
        assert_eq!(
            report.to_string(),
            "Results of dev vs base (1+0.01, 1t, book.epd):\n\
             Elo: 6.03 +/- 3.49, nElo: 10.01 +/- 5.80\n\
             LOS: 99.96 %, DrawRatio: 44.75 %, PairsRatio: 1.11\n\
             Games: 13780, Wins: 3746, Losses: 3507, Draws: 6527, Points: 7009.5 (50.87 %)\n\
             Ptnml(0-2): [177, 1629, 3083, 1780, 221], WL/DD Ratio: 0.98\n\
             LLR: 2.91 (100.8%) (-2.25, 2.89) [0.00, 3.00]"
        );
        assert_eq!(verdict_line(&test, Decision::Continue), None);
        assert_eq!(verdict_line(&test, Decision::H0).unwrap(), "SPRT ([0.00, 3.00]) completed - H0 was accepted");
    }

    #[test]
    fn without_results_and_without_pairs() {
        assert_eq!(
            Report::new("a", "b").to_string(),
            "Results of a vs b:\nElo: nan +/- nan, nElo: nan +/- nan\nLOS: nan %, DrawRatio: nan %, PairsRatio: nan\n\
             Games: 0, Wins: 0, Losses: 0, Draws: 0, Points: 0.0 (nan %)\nPtnml(0-2): [0, 0, 0, 0, 0], WL/DD Ratio: nan"
        );
        assert_eq!(
            Report::new("a", "b").games(Trinomial::new(0, 0, 2)).to_string(),
            "Results of a vs b:\nElo: -inf +/- nan, nElo: -inf +/- nan\nLOS: 0.00 %, DrawRatio: 0.00 %\n\
             Games: 2, Wins: 0, Losses: 2, Draws: 0, Points: 0.0 (0.00 %)"
        );
    }

    #[test]
    fn zero_has_no_sign() {
        assert_eq!([-0.0, -0.004, -0.006, 0.005].map(number), ["0.00", "0.00", "-0.01", "0.01"]);
        assert_eq!(llr_line(&Sprt::default(), -1.4722), "LLR: -1.47 (-50.0%) (-2.94, 2.94) [0.00, 20.00]");
    }
}
