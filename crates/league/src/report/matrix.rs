//! Who did how against whom.

use crate::ledger::Ledger;
use crate::record::Record;
use crate::scores::Scores;
use crate::statistics::Share;
use serde::Serialize;
use skirmish_stats::units::Z;
use skirmish_stats::{Split, Summary};
use std::collections::BTreeMap;

/// What one bot got against another.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Cell {
    /// The bot, by its number in the ledger.
    pub bot: usize,
    /// The other one.
    pub against: usize,
    /// Pairs, or tables at which both sat.
    pub fixtures: u64,
    /// The share of the points; at tables of many, how often it was placed above the other, a shared place counting half.
    pub score: f64,
    /// Half the width of its 95 % interval; `None` where all results were the same.
    pub score_error: Option<f64>,
    /// Its 95 % interval. Where everything was won or lost it is Wilson's; `None` where everything was drawn.
    pub interval: Option<[f64; 2]>,
    /// The Elo difference, where two sit at a table; `None` if all points went one way.
    pub elo: Option<f64>,
    /// Half the width of its 95 % interval.
    pub elo_error: Option<f64>,
    /// On each of two sides.
    pub sides: Option<[OnSide; 2]>,
}

/// What one bot got against another on one side, game by game.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct OnSide {
    /// The share of the points.
    pub score: f64,
    /// Half the width of its 95 % interval; `None` as above.
    pub score_error: Option<f64>,
    /// Its 95 % interval, as above.
    pub interval: Option<[f64; 2]>,
}

impl OnSide {
    fn of(summary: &Summary, games: u64) -> Option<OnSide> {
        let (score, score_error) = (summary.score?, told(summary.score_error));
        Some(OnSide { score, score_error, interval: interval(score, score_error, games) })
    }
}

impl Cell {
    /// Whether the whole interval lies on one side of one half.
    pub fn is_certain(&self) -> bool {
        self.interval.is_some_and(|[low, high]| low > 0.5 || high < 0.5)
    }
}

/// The interval of a score over so many units. One that never varied has none of its own; that nothing was ever lost, or
/// won, still says something.
fn interval(score: f64, error: Option<f64>, units: u64) -> Option<[f64; 2]> {
    match error {
        Some(error) => Some([(score - error).max(0.0), (score + error).min(1.0)]),
        None if score == 0.0 || score == 1.0 => {
            let share = Share::new(if score == 0.0 { 0 } else { units }, units);
            Some([share.low, share.high])
        }
        None => None,
    }
}

/// An error of nothing proves nothing.
fn told(error: Option<f64>) -> Option<f64> {
    error.filter(|&error| error > 0.0)
}

/// Of all bots that met, in the order of their numbers.
pub fn of(ledger: &Ledger, scores: &Scores) -> Vec<Cell> {
    let tables = tables(&ledger.records);
    let both = |bot: usize| (0..ledger.bots.len()).filter(move |&other| other != bot).map(move |other| (bot, other));
    let has_sides = ledger.tournament.setting.seats.len() == 2;
    let cell = |(bot, against): (usize, usize)| {
        let pairs = scores.between(bot, against);
        let counts = pairs.pentanomial().into();
        let (summary, fixtures) = (Summary::of(&counts), counts.units() as u64);
        match summary.score {
            Some(score) => Some(Cell {
                bot,
                against,
                fixtures,
                score,
                score_error: told(summary.score_error),
                interval: interval(score, told(summary.score_error), fixtures),
                elo: summary.elo,
                elo_error: told(summary.elo_error),
                sides: has_sides
                    .then(|| Split::of(&scores.games_between(bot, against)).first)
                    .and_then(|[first, second]| Some([OnSide::of(&first, fixtures)?, OnSide::of(&second, fixtures)?])),
            }),
            None => tables.get(&(bot, against)).map(|sums| sums.cell(bot, against)),
        }
    };
    (0..ledger.bots.len()).flat_map(both).filter_map(cell).collect()
}

/// Sums over tables: the table is the unit, not its games.
#[derive(Clone, Copy, Default)]
struct Sums {
    count: u64,
    sum: f64,
    squares: f64,
}

impl Sums {
    fn cell(&self, bot: usize, against: usize) -> Cell {
        let n = self.count as f64;
        let score = self.sum / n;
        let variance = (self.squares / n - score * score).max(0.0);
        let score_error = told(Some(Z * (variance / n).sqrt())).filter(|&error| error > 1e-9);
        let interval = interval(score, score_error, self.count);
        Cell {
            bot,
            against,
            fixtures: self.count,
            score,
            score_error,
            interval,
            elo: None,
            elo_error: None,
            sides: None,
        }
    }
}

/// How often each was placed above each other, at tables of more than two.
fn tables(records: &[Record]) -> BTreeMap<(usize, usize), Sums> {
    let mut all: BTreeMap<(usize, usize), Sums> = BTreeMap::new();
    for record in records.iter().filter(|record| record.fixture.key.bots.len() > 2) {
        let mut above: BTreeMap<(usize, usize), f64> = BTreeMap::new();
        for game in &record.games {
            let ranks = game.standings().ranks();
            for (seat, &bot) in game.bots.iter().enumerate() {
                for (other, &against) in game.bots.iter().enumerate().filter(|(other, _)| *other != seat) {
                    let worth = match ranks[seat].cmp(&ranks[other]) {
                        std::cmp::Ordering::Less => 1.0,
                        std::cmp::Ordering::Equal => 0.5,
                        std::cmp::Ordering::Greater => 0.0,
                    };
                    *above.entry((bot, against)).or_default() += worth;
                }
            }
        }
        for (two, points) in above {
            let share = points / record.games.len() as f64;
            let sums = all.entry(two).or_default();
            sums.count += 1;
            sums.sum += share;
            sums.squares += share * share;
        }
    }
    all
}
