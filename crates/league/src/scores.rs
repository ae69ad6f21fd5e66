//! What the results say: who scored what against whom, and the joint ratings. The order of results never matters.

use crate::Error;
use crate::record::{Game, Record};
use skirmish_core::Judged;
use skirmish_core::arena::points_against;
use skirmish_stats::{Outcome, Pairs, Ranking, Ratings, SideRatings, SidedDuels, Tables};
use std::collections::BTreeMap;

/// What one fixture counts.
#[derive(Clone, PartialEq, Debug)]
pub struct Tally {
    /// The bots, in the order of the fixture.
    pub bots: Vec<usize>,
    /// What each of them gets in the tables of Swiss rounds and eliminations.
    pub points: Vec<i64>,
    /// How it was, for two or for more.
    pub kind: Kind,
}

/// How a fixture was.
#[derive(Clone, PartialEq, Debug)]
pub enum Kind {
    /// A pair, as the first bot sees it.
    Pair {
        /// What each game was, for the sides.
        games: [Outcome; 2],
        /// What the pair counts.
        counted: [Outcome; 2],
    },
    /// A table whose seats rotated.
    Table(Vec<Ranking>),
}

impl Tally {
    /// What a record counts, in a game whose fixtures are judged by scores or not.
    pub fn of(record: &Record, by_score: bool) -> Tally {
        let bots = record.fixture.key.bots.clone();
        if let [_, _] = bots[..] {
            let counted = record.counted(by_score);
            let first: i64 = counted.iter().map(|outcome| *outcome as i64).sum();
            let kind = Kind::Pair { games: record.outcomes(), counted };
            return Tally { bots, points: vec![first, 4 - first], kind };
        }
        let judged = if by_score { Judged::ByScore } else { Judged::ByWins };
        let points = |bot: &usize| -> i64 {
            let of_game = |game: &Game| {
                let seat = game.bots.iter().position(|sat| sat == bot);
                seat.map_or(0, |seat| points_against(judged, seat, &game.standings(), |other| other != seat))
            };
            record.games.iter().map(of_game).sum()
        };
        let points = bots.iter().map(points).collect();
        Tally { bots, points, kind: Kind::Table(record.rankings(|bot| bot)) }
    }
}

/// All results so far.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Scores {
    /// What counts, by the two bots, the lower number first and seen from it.
    counted: BTreeMap<(usize, usize), Pairs>,
    /// The games by themselves, likewise.
    games: BTreeMap<(usize, usize), Pairs>,
    tables: Vec<Vec<Ranking>>,
}

impl Scores {
    /// The results in records.
    pub fn of<'a>(records: impl IntoIterator<Item = &'a Record>, by_score: bool) -> Scores {
        let mut scores = Scores::default();
        records.into_iter().for_each(|record| scores.add(&Tally::of(record, by_score)));
        scores
    }

    /// Adds what a fixture counts.
    pub fn add(&mut self, tally: &Tally) {
        match &tally.kind {
            Kind::Pair { games, counted } => {
                let (one, two) = (tally.bots[0], tally.bots[1]);
                let key = (one.min(two), one.max(two));
                // Pairs are indexed by the outcome in the first game and in the second; seen from the other bot the seats
                // are exchanged as well.
                let seen = |pair: [Outcome; 2]| match one < two {
                    true => pair,
                    false => [pair[1].mirrored(), pair[0].mirrored()],
                };
                self.counted.entry(key).or_default().add(seen(*counted));
                self.games.entry(key).or_default().add(seen(*games));
            }
            Kind::Table(rankings) => self.tables.push(rankings.clone()),
        }
    }

    /// What counts of the first bot against the second.
    pub fn between(&self, first: usize, second: usize) -> Pairs {
        look_up(&self.counted, first, second)
    }

    /// The games of the first bot against the second, by seat.
    pub fn games_between(&self, first: usize, second: usize) -> Pairs {
        look_up(&self.games, first, second)
    }

    /// The joint ratings of so many bots.
    pub fn ratings(&self, bots: usize) -> Result<Ratings, Error> {
        if self.tables.is_empty() {
            return Ok(self.duels(bots, &self.counted)?.total().rate(0.0)?);
        }
        let mut tables = Tables::new(bots);
        for rotation in &self.tables {
            tables.add_rotation(rotation.clone())?;
        }
        Ok(tables.rate(0.0)?)
    }

    /// How good each bot is on each side, where two sit at a table.
    pub fn sides(&self, bots: usize) -> Result<SideRatings, Error> {
        Ok(self.duels(bots, &self.games)?.rate(0.0)?)
    }

    fn duels(&self, bots: usize, pairs: &BTreeMap<(usize, usize), Pairs>) -> Result<SidedDuels, Error> {
        let mut duels = SidedDuels::new(bots);
        for (&(one, two), pairs) in pairs {
            duels.add(one, two, pairs)?;
        }
        Ok(duels)
    }
}

fn look_up(pairs: &BTreeMap<(usize, usize), Pairs>, first: usize, second: usize) -> Pairs {
    let met = pairs.get(&(first.min(second), first.max(second))).copied().unwrap_or_default();
    if first < second { met } else { met.mirrored() }
}
