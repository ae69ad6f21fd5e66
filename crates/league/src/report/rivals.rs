//! Whom each bot fears, and against whom its next pair would tell most.

use super::matrix::Cell;
use crate::ledger::Ledger;
use crate::table::Table;
use serde::Serialize;
use skirmish_stats::{Ratings, plan};

/// So many pairs are planned for each bot, and this many at most: every bot whose pairs tell anything is to be among them.
const PLANNED: usize = 4;
const MOST_PLANNED: usize = 64;

/// Of one bot.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Rivals {
    /// Its name.
    pub bot: String,
    /// The one it does worst against, if it does worse than even against anybody.
    pub nemesis: Option<Met>,
    /// The one against whom a pair tells most; `None` if none tells anything.
    pub next: Option<String>,
}

/// What a bot got against another.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Met {
    /// The other one.
    pub bot: String,
    /// Pairs, or tables at which both sat.
    pub fixtures: u64,
    /// The share of the points.
    pub score: f64,
    /// Half the width of its 95 % interval; `None` where all results were the same.
    pub score_error: Option<f64>,
    /// Its 95 % interval; `None` where everything was drawn.
    pub interval: Option<[f64; 2]>,
    /// Whether the whole interval lies below one half.
    pub certain: bool,
}

/// A pair to be played.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct NextPair {
    /// Who plays.
    pub bots: [String; 2],
    /// How much uncertainty about who is better it is expected to take away, in nats; `None` if it may give a bot its first
    /// rating.
    pub gain: Option<f64>,
}

/// The pairs that tell most, each chosen as if those before it had been played.
pub fn next(ledger: &Ledger, ratings: &Ratings) -> Vec<NextPair> {
    let count = (PLANNED * ledger.bots.len()).min(MOST_PLANNED.max(2 * ledger.bots.len()));
    let name = |bot: usize| ledger.bots[bot].name.clone();
    let told = |next: &plan::Next| NextPair {
        bots: [name(next.first), name(next.second)],
        gain: Some(next.gain).filter(|gain| gain.is_finite()),
    };
    plan::next(ratings, count).iter().map(told).collect()
}

/// Of every bot, in the order of the table.
pub fn of(table: &Table, matrix: &[Cell], next: &[NextPair]) -> Vec<Rivals> {
    let name = |number: usize| table.rows.iter().find(|row| row.number == number).map_or("", |row| row.bot.as_str());
    let nemesis = |number: usize| {
        let worst = |a: &&Cell, b: &&Cell| a.score.total_cmp(&b.score).then(b.fixtures.cmp(&a.fixtures));
        let cell = matrix.iter().filter(|cell| cell.bot == number && cell.score < 0.5).min_by(worst)?;
        Some(Met {
            bot: name(cell.against).into(),
            fixtures: cell.fixtures,
            score: cell.score,
            score_error: cell.score_error,
            interval: cell.interval,
            certain: cell.is_certain(),
        })
    };
    let planned = |bot: &str| {
        let pair = next.iter().find(|pair| pair.bots.iter().any(|one| one == bot))?;
        pair.bots.iter().find(|one| *one != bot).cloned()
    };
    let rivals = |row: &crate::table::Row| Rivals {
        bot: row.bot.clone(),
        nemesis: nemesis(row.number),
        next: planned(&row.bot),
    };
    table.rows.iter().map(rivals).collect()
}
