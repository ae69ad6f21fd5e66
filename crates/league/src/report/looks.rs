//! What is worth looking at: the greatest surprises, and the first fault of every kind.

use super::endings::reason;
use crate::Error;
use crate::ledger::Ledger;
use crate::record::{Game, Record};
use crate::scores::Scores;
use crate::surprise;
use serde::Serialize;

/// So many surprises are told.
const SURPRISES: usize = 10;
/// What is as likely as not surprises nobody.
const FEWEST_BITS: f64 = 1.0;

/// A result that nobody would have expected.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Surprising {
    /// Its place among the records of the ledger.
    pub at: usize,
    /// Its place in the schedule, from 1.
    pub number: u64,
    /// Who played, in the order of the fixture.
    pub bots: Vec<String>,
    /// In bits: 3 is as likely as three heads in a row.
    pub bits: f64,
    /// Its games.
    pub games: Vec<GameTold>,
}

/// A game in few words.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct GameTold {
    /// Who sat on each seat.
    pub bots: Vec<String>,
    /// Who won alone.
    pub winner: Option<String>,
    /// The score of each seat.
    pub scores: Vec<i64>,
    /// Why it ended.
    pub reason: String,
    /// Its last turn.
    pub turns: i64,
    /// Its replay in the folder `replays`, if it was kept.
    pub replay: Option<String>,
}

/// The first time that something went wrong with a bot in this way.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct FirstFault {
    /// The bot.
    pub bot: String,
    /// What went wrong.
    pub kind: String,
    /// How often it did.
    pub count: u64,
    /// The place of its fixture among the records of the ledger.
    pub at: usize,
    /// The game of the fixture, from 0.
    pub game: usize,
    /// Where the bot sat.
    pub seat: String,
    /// The other bots of the game.
    pub against: Vec<String>,
    /// The capsule, by its name in the folder `replays`.
    pub capsule: Option<String>,
    /// The replay, likewise.
    pub replay: Option<String>,
}

/// The greatest surprises.
pub fn surprises(ledger: &Ledger, scores: &Scores) -> Result<Vec<Surprising>, Error> {
    let told = |surprise: surprise::Surprise| {
        let record: &Record = &ledger.records[surprise.at];
        Surprising {
            at: surprise.at,
            number: record.fixture.number + 1,
            bots: names(ledger, &record.fixture.key.bots),
            bits: surprise.bits,
            games: record.games.iter().map(|game| game_told(ledger, game)).collect(),
        }
    };
    let greatest = surprise::greatest(ledger, scores, SURPRISES, |_| true)?;
    Ok(greatest.into_iter().filter(|surprise| surprise.bits > FEWEST_BITS).map(told).collect())
}

pub(super) fn game_told(ledger: &Ledger, game: &Game) -> GameTold {
    GameTold {
        bots: names(ledger, &game.bots),
        winner: game.winner.map(|seat| ledger.bots[game.bots[seat]].name.clone()),
        scores: game.scores.clone(),
        reason: reason(game).into(),
        turns: game.turns,
        replay: game.replay.as_ref().map(|replay| replay.file.clone()),
    }
}

pub(super) fn names(ledger: &Ledger, bots: &[usize]) -> Vec<String> {
    bots.iter().map(|&bot| ledger.bots[bot].name.clone()).collect()
}

/// The first fault of each kind of each bot, in the order in which they came.
pub fn faults(ledger: &Ledger) -> Vec<FirstFault> {
    let mut all: Vec<FirstFault> = Vec::new();
    let games = |(at, record)| -> Vec<(usize, usize, &Game)> {
        let record: &Record = record;
        record.games.iter().enumerate().map(|(number, game)| (at, number, game)).collect()
    };
    for (at, number, game) in ledger.records.iter().enumerate().flat_map(games) {
        for (seat, told) in game.seats.iter().enumerate() {
            let bot = &ledger.bots[game.bots[seat]].name;
            for (kind, &count) in &told.faults {
                let count = u64::from(count);
                match all.iter_mut().find(|known| known.bot == *bot && known.kind == *kind) {
                    Some(known) => known.count += count,
                    None => all.push(FirstFault {
                        bot: bot.clone(),
                        kind: kind.clone(),
                        count,
                        at,
                        game: number,
                        seat: ledger.tournament.setting.seats[seat].clone(),
                        against: others(ledger, game, seat),
                        capsule: told.capsules.get(kind).cloned(),
                        replay: game.replay.as_ref().map(|replay| replay.file.clone()),
                    }),
                }
            }
        }
    }
    all
}

fn others(ledger: &Ledger, game: &Game, seat: usize) -> Vec<String> {
    let mut others: Vec<usize> = game.bots.iter().copied().filter(|&bot| bot != game.bots[seat]).collect();
    others.dedup();
    names(ledger, &others)
}
