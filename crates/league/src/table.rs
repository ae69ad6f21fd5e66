//! The table of a tournament: ranks, ratings with intervals, and what they are made of. It follows from the ledger alone.

use crate::Error;
use crate::ledger::Ledger;
use crate::record::{Game, Record};
use crate::scores::Scores;
use serde::{Deserialize, Serialize};
use skirmish_stats::{Errors, Ratings, Standing};

/// What the table is called in the folder of its tournament.
pub const NAME: &str = "table.json";

/// The table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Table {
    /// The game.
    pub game: String,
    /// Fixtures that are counted.
    pub fixtures: u64,
    /// Their games.
    pub games: u64,
    /// Best first.
    pub rows: Vec<Row>,
}

/// One bot in it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Row {
    /// One more than the number of bots that are better for certain, so it is shared by all that nothing separates. `None`
    /// where results tell no rating.
    pub rank: Option<usize>,
    /// Its name.
    pub bot: String,
    /// Its number in the ledger.
    pub number: usize,
    /// Its rating, against the mean of all that are rated; `None` if results tell no number.
    pub elo: Option<f64>,
    /// Half the width of its 95 % interval; `None` where nothing scatters, so that nobody knows.
    pub error: Option<f64>,
    /// Whether it is rated, or how it stands towards those that are.
    pub standing: String,
    /// Games it played.
    pub games: u64,
    /// Games it won alone.
    pub wins: u64,
    /// Games that nobody won.
    pub draws: u64,
    /// The others.
    pub losses: u64,
    /// What it got of what there was to get, over whole fixtures.
    pub score: Option<f64>,
    /// Games in which it failed.
    pub failures: u64,
    /// All that went wrong with its answers.
    pub faults: u64,
}

impl Table {
    /// The table of a ledger.
    pub fn of(ledger: &Ledger) -> Result<Table, Error> {
        let scores = Scores::of(&ledger.records, ledger.tournament.setting.by_score);
        Table::with(ledger, &scores.ratings(ledger.bots.len())?)
    }

    /// The same, where the ratings are known.
    pub fn with(ledger: &Ledger, ratings: &Ratings) -> Result<Table, Error> {
        let mut rows: Vec<Row> =
            ratings.ranks().into_iter().enumerate().map(|(bot, rank)| row(ledger, ratings, bot, rank)).collect();
        let by_score = ledger.tournament.setting.by_score;
        let mut got = vec![(0i64, 0i64); rows.len()];
        for record in &ledger.records {
            count(&mut rows, record);
            let tally = crate::scores::Tally::of(record, by_score);
            let all: i64 = tally.points.iter().sum();
            for (&bot, points) in tally.bots.iter().zip(&tally.points) {
                got[bot].0 += points * tally.bots.len() as i64;
                got[bot].1 += all * 2;
            }
        }
        for (row, (points, all)) in rows.iter_mut().zip(got) {
            // Half of everything is one half, whether two share it or more.
            row.score = (all > 0).then(|| points as f64 / all as f64);
        }
        rows.sort_by(|a, b| {
            let worth = |row: &Row| (row.elo.unwrap_or(f64::NEG_INFINITY), row.score.unwrap_or(0.0));
            let ((a_elo, a_score), (b_elo, b_score)) = (worth(a), worth(b));
            let class =
                |row: &Row| ["above", "rated", "below"].iter().position(|one| *one == row.standing).unwrap_or(3);
            let places = (class(a), a.rank).cmp(&(class(b), b.rank));
            places.then(b_elo.total_cmp(&a_elo)).then(b_score.total_cmp(&a_score)).then(a.number.cmp(&b.number))
        });
        let games = ledger.records.iter().map(|record| record.games.len() as u64).sum();
        Ok(Table { game: ledger.tournament.setting.game.clone(), fixtures: ledger.records.len() as u64, games, rows })
    }
}

fn row(ledger: &Ledger, ratings: &Ratings, bot: usize, rank: Option<usize>) -> Row {
    let standing = match ratings.standing(bot) {
        Standing::Rated => "rated",
        Standing::Above => "above",
        Standing::Below => "below",
        Standing::Apart => "apart",
    };
    Row {
        rank,
        bot: ledger.bots[bot].name.clone(),
        number: bot,
        elo: ratings.elo(bot),
        error: ratings.errors(bot).filter(Errors::prove_anything).map(|errors| errors.robust),
        standing: standing.into(),
        games: 0,
        wins: 0,
        draws: 0,
        losses: 0,
        score: None,
        failures: 0,
        faults: 0,
    }
}

fn count(rows: &mut [Row], record: &Record) {
    for game in &record.games {
        for (seat, &bot) in game.bots.iter().enumerate() {
            let first = game.bots.iter().position(|&other| other == bot) == Some(seat);
            let row = &mut rows[bot];
            if first {
                row.games += 1;
                match won(game, bot) {
                    Some(true) => row.wins += 1,
                    Some(false) => row.losses += 1,
                    None => row.draws += 1,
                }
            }
            if let Some(told) = game.seats.get(seat) {
                row.failures += u64::from(!["finished", "resigned"].contains(&told.ending.as_str()));
                row.faults += told.faults.values().map(|&count| u64::from(count)).sum::<u64>();
            }
        }
    }
}

/// Whether a bot won a game, if anybody did.
fn won(game: &Game, bot: usize) -> Option<bool> {
    game.winner.map(|seat| game.bots[seat] == bot)
}
