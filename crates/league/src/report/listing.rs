//! All games of a ledger, a page at a time.

use super::looks::{GameTold, game_told, names};
use crate::ledger::Ledger;
use crate::record::Record;
use serde::{Deserialize, Serialize};

/// Fixtures on a page.
const PAGE: usize = 25;

/// Which games are wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
pub struct Asked {
    /// Only before this place in the ledger.
    pub before: Option<usize>,
    /// Only those of this bot, by its number.
    pub bot: Option<usize>,
    /// And against this one.
    pub against: Option<usize>,
}

/// A page of games, the latest first.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Listing {
    /// The fixtures.
    pub fixtures: Vec<Listed>,
    /// What to ask for as `before` to get those that are older, if there are any.
    pub before: Option<usize>,
}

/// A fixture.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Listed {
    /// Its place among the records of the ledger.
    pub at: usize,
    /// Its round, from 1.
    pub round: u32,
    /// The how-manieth of these bots in this round, from 1.
    pub nth: u64,
    /// Who played, in the order of the fixture.
    pub bots: Vec<String>,
    /// Its games.
    pub games: Vec<GameTold>,
}

impl Listing {
    /// The page that is asked for.
    pub fn of(ledger: &Ledger, asked: Asked) -> Listing {
        let is_wanted = |record: &Record| {
            [asked.bot, asked.against].into_iter().flatten().all(|bot| record.fixture.key.bots.contains(&bot))
        };
        let end = asked.before.unwrap_or(usize::MAX).min(ledger.records.len());
        let mut wanted = (0..end).rev().filter(|&at| is_wanted(&ledger.records[at]));
        let told = |at: usize| {
            let record = &ledger.records[at];
            let key = &record.fixture.key;
            Listed {
                at,
                round: key.round.saturating_add(1),
                nth: key.nth.saturating_add(1),
                bots: names(ledger, &key.bots),
                games: record.games.iter().map(|game| game_told(ledger, game)).collect(),
            }
        };
        let fixtures: Vec<Listed> = wanted.by_ref().take(PAGE).map(told).collect();
        let before = fixtures.last().map(|last| last.at).filter(|_| wanted.next().is_some());
        Listing { fixtures, before }
    }
}
