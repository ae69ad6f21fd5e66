//! What came of a fixture, as the ledger keeps it.

use crate::Setting;
use crate::fixture::Fixture;
use crate::verify::is_name;
use serde::{Deserialize, Serialize};
use skirmish_core::arena::points_against;
use skirmish_core::{Judged, Seat, Standings};
use skirmish_stats::{Outcome, Ranking};
use std::collections::{BTreeMap, BTreeSet};

/// A machine whose clock is later than this may wrong a bot, in milliseconds.
pub const LATE_MS: u64 = 50;

/// The kind of fault in which a bot's code failed and its kit answered for it. It ends nothing, and replays do not tell it.
pub const EXCEPTION: &str = "exception";

/// Scores, turns and times that can be added up, however many there are. No game of ours comes near.
const HIGHEST: u64 = 1 << 40;

/// A fixture that was played to its end.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Record {
    /// What was played.
    pub fixture: Fixture,
    /// Its games, in order.
    pub games: Vec<Game>,
    /// How late the machine's own clock was at worst while it was played, in milliseconds: 0 where nobody was timed.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub latency_ms: u64,
    /// Who played it, where that is not the machine that keeps the ledger.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub worker: Option<String>,
}

/// One game of it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Game {
    /// Who sat on each seat: numbers in the ledger.
    pub bots: Vec<usize>,
    /// What everything drawn came from.
    pub seed: u64,
    /// The hash of all its states.
    #[serde(with = "hexadecimal")]
    pub hash: u64,
    /// Steps that were played.
    pub steps: u64,
    /// The number of the last turn.
    pub turns: i64,
    /// The seat that won alone.
    pub winner: Option<usize>,
    /// The score of each seat.
    pub scores: Vec<i64>,
    /// Why it ended, as a code of the rulebook; `None` if it was stopped for its length.
    pub reason: Option<String>,
    /// How long it took.
    pub ms: u64,
    /// Where it is written down.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub replay: Option<Replay>,
    /// Whether other programs held up the bots for more than a tenth of their time.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub disturbed: bool,
    /// What there is to say of programs, seat by seat; empty where there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub seats: Vec<SeatRecord>,
}

/// A replay by its name in the folder `replays` of the tournament, and by its id.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Replay {
    /// The name of the file.
    pub file: String,
    /// A file with another id is not of this game.
    pub id: String,
}

/// How the part of one seat went.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct SeatRecord {
    /// How it ended: `finished`, `crashed`, ...
    pub ending: String,
    /// What went wrong with its answers, by kind.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub faults: BTreeMap<String, u32>,
    /// Actions that the rules refused, by reason.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub rejected: BTreeMap<String, u32>,
    /// The turn in which one was refused for the first time, by reason.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub refused_at: BTreeMap<String, i64>,
    /// The first capsule of each kind of fault, by its name in the folder `replays`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub capsules: BTreeMap<String, String>,
    /// Questions it was asked.
    #[serde(default, skip_serializing_if = "is_none")]
    pub requests: u32,
    /// Time it took to answer.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub time_ms: u64,
    /// Time of its slowest answer.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub longest_ms: u64,
}

impl Record {
    /// What each game was for the first of two bots.
    pub fn outcomes(&self) -> [Outcome; 2] {
        [0, 1].map(|game| self.games.get(game).map_or(Outcome::Draw, |game| outcome(self.lead(game, Judged::ByWins))))
    }

    /// What the pair counts for the first of two bots. Where the scores of both games are added up there is one result, and
    /// it counts for both.
    pub fn counted(&self, by_score: bool) -> [Outcome; 2] {
        if !by_score {
            return self.outcomes();
        }
        [outcome(self.games.iter().map(|game| self.lead(game, Judged::ByScore)).sum()); 2]
    }

    /// By how much the first of two bots is ahead after a game.
    fn lead(&self, game: &Game, judged: Judged) -> i64 {
        let standings = game.standings();
        let points = |bot: usize| -> i64 {
            let seats = (0..game.bots.len()).filter(|&seat| game.bots[seat] == bot);
            seats.map(|seat| points_against(judged, seat, &standings, |other| game.bots[other] != bot)).sum()
        };
        points(self.fixture.key.bots[0]) - points(self.fixture.key.bots[1])
    }

    /// What is wrong with it, if it cannot be of this setting, with so many bots in the ledger.
    pub fn fault(&self, setting: &Setting, bots: usize) -> Option<&'static str> {
        let (of, seats) = (&self.fixture.key.bots, setting.seats.len());
        let distinct: BTreeSet<usize> = of.iter().copied().collect();
        if of.len() < 2 || distinct.len() != of.len() || of.iter().any(|&bot| bot >= bots) {
            return Some("its bots are not in the ledger, or not different");
        }
        let orders = self.fixture.orders(seats);
        let seated = |order: &[usize]| -> Vec<usize> { order.iter().map(|&place| of[place]).collect() };
        if self.games.len() != orders.len()
            || !self.games.iter().zip(&orders).all(|(game, order)| game.bots == seated(order))
        {
            return Some("its games are not those of the schedule");
        }
        let fits = |game: &Game| game.scores.len() == seats && game.winner.is_none_or(|seat| seat < seats);
        if self.games.iter().flat_map(|game| &game.scores).any(|score| score.unsigned_abs() > HIGHEST) {
            return Some("no game has such scores");
        }
        let Fixture { number, start, key } = &self.fixture;
        let is_counted = |game: &Game| {
            let times = game.seats.iter().flat_map(|seat| [seat.time_ms, seat.longest_ms]);
            [game.steps, game.ms, game.turns.unsigned_abs()].into_iter().chain(times).all(|count| count <= HIGHEST)
        };
        if [*number, *start, key.nth].iter().any(|&place| place > i64::MAX as u64)
            || self.latency_ms > HIGHEST
            || !self.games.iter().all(is_counted)
        {
            return Some("no game has such numbers");
        }
        let files = self.games.iter().flat_map(|game| &game.replay).map(|replay| (replay.file.as_str(), ".skirmish"));
        let capsules = self.games.iter().flat_map(|game| &game.seats).flat_map(|seat| seat.capsules.values());
        let capsules = capsules.map(|capsule| (capsule.as_str(), ".capsule.json"));
        if files.chain(capsules).any(|(name, ending)| !is_name(name) || !name.ends_with(ending)) {
            return Some("a file of it has no name of a replay or a capsule");
        }
        let spoken = |game: &Game| game.seats.is_empty() || game.seats.len() == seats;
        (!self.games.iter().all(|game| fits(game) && spoken(game))).then_some("a game of it has other seats")
    }

    /// How the bots of each game were placed; `slot` gives each its number in the ranking.
    pub fn rankings(&self, slot: impl Fn(usize) -> usize) -> Vec<Ranking> {
        let ranking = |game: &Game| {
            let ranks = game.standings().ranks();
            let placed = game.bots.iter().zip(ranks).map(|(&bot, rank)| (slot(bot), std::cmp::Reverse(rank)));
            Ranking::by_score(placed).expect("every bot sits once")
        };
        self.games.iter().map(ranking).collect()
    }
}

impl Game {
    /// How it ended, as far as ranks go.
    pub fn standings(&self) -> Standings {
        let winner = self.winner.map(|seat| Seat(seat as u8));
        Standings { over: self.reason.is_some(), winner, scores: self.scores.clone(), reason: None }
    }
}

fn outcome(lead: i64) -> Outcome {
    match lead.signum() {
        -1 => Outcome::Loss,
        0 => Outcome::Draw,
        _ => Outcome::Win,
    }
}

fn is_zero(n: &u64) -> bool {
    *n == 0
}

fn is_none(n: &u32) -> bool {
    *n == 0
}

/// Hashes as sixteen digits: no reader of JSON rounds them.
mod hexadecimal {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};
    use std::borrow::Cow;

    pub fn serialize<S: Serializer>(hash: &u64, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&format_args!("{hash:016x}"))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
        let digits = Cow::<'de, str>::deserialize(deserializer)?;
        u64::from_str_radix(&digits, 16).map_err(D::Error::custom)
    }
}
