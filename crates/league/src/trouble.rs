//! What went wrong with each bot, by kind, and where the first of each kind can be looked at.

use crate::ledger::Ledger;
use crate::record::{Game, LATE_MS, Record};
use serde::Serialize;
use std::collections::{BTreeMap, HashSet};

/// What there is to say of one bot.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Trouble {
    /// Its name.
    pub bot: String,
    /// Games it played.
    pub games: u64,
    /// What went wrong with its answers, by kind.
    pub faults: BTreeMap<String, Kind>,
    /// Actions that the rules refused, by reason.
    pub rejected: BTreeMap<String, u64>,
    /// Where the first of them can be looked at, by reason.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub refused_at: BTreeMap<String, Seen>,
    /// Games that it did not play to the end, by how that came.
    pub endings: BTreeMap<String, u64>,
    /// Its slowest answer.
    pub longest_ms: u64,
    /// Its mean answer; `None` if nobody asked it.
    pub mean_ms: Option<f64>,
}

/// One kind of fault.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Kind {
    /// How often.
    pub count: u64,
    /// The capsule of the first, by its name in the folder `replays`.
    pub capsule: Option<String>,
}

/// A turn of a match that was kept.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Seen {
    /// The replay, by its name in the folder `replays`.
    pub replay: String,
    /// The turn.
    pub turn: i64,
}

/// Of every bot in the ledger, in its order.
pub fn of_bots(ledger: &Ledger) -> Vec<Trouble> {
    let mut all: Vec<Trouble> =
        ledger.bots.iter().map(|bot| Trouble { bot: bot.name.clone(), ..Trouble::default() }).collect();
    let mut asked: Vec<(u64, u64)> = vec![(0, 0); all.len()];
    for game in ledger.records.iter().flat_map(|record| &record.games) {
        for (seat, &bot) in game.bots.iter().enumerate() {
            let trouble = &mut all[bot];
            trouble.games += 1;
            let Some(told) = game.seats.get(seat) else { continue };
            for (kind, count) in &told.faults {
                let known = trouble.faults.entry(kind.clone()).or_default();
                known.count += u64::from(*count);
                known.capsule = known.capsule.take().or_else(|| told.capsules.get(kind).cloned());
            }
            for (reason, count) in &told.rejected {
                *trouble.rejected.entry(reason.clone()).or_default() += u64::from(*count);
            }
            if let Some(replay) = &game.replay {
                for (reason, &turn) in &told.refused_at {
                    let seen = || Seen { replay: replay.file.clone(), turn };
                    trouble.refused_at.entry(reason.clone()).or_insert_with(seen);
                }
            }
            if told.ending != "finished" {
                *trouble.endings.entry(told.ending.clone()).or_default() += 1;
            }
            trouble.longest_ms = trouble.longest_ms.max(told.longest_ms);
            asked[bot].0 += told.time_ms;
            asked[bot].1 += u64::from(told.requests);
        }
    }
    for (trouble, (ms, requests)) in all.iter_mut().zip(asked) {
        trouble.mean_ms = (requests > 0).then(|| ms as f64 / requests as f64);
    }
    all
}

/// Games that were the same as another one: repeating a game proves nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Repeats {
    /// All games.
    pub games: u64,
    /// Those that differ.
    pub distinct: u64,
    /// Pairs in which both games went the same way, so that it made no difference who sat where.
    pub alike: u64,
}

/// Counts games that are the same to the last state, between the same bots on the same seats.
pub fn repeats<'a>(records: impl IntoIterator<Item = &'a Record>) -> Repeats {
    let mut repeats = Repeats::default();
    let mut games: HashSet<(&[usize], u64)> = HashSet::new();
    for record in records {
        if let [first, second] = &record.games[..] {
            repeats.alike += u64::from(first.hash == second.hash);
        }
        for Game { bots, hash, .. } in &record.games {
            repeats.games += 1;
            games.insert((bots, *hash));
        }
    }
    repeats.distinct = games.len() as u64;
    repeats
}

/// How late this machine was, and how many fixtures were played while it was too late to be fair.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Latency {
    /// At worst, in milliseconds.
    pub worst_ms: u64,
    /// Fixtures in which it was late, or other programs held up the bots.
    pub flagged: u64,
    /// Of so many.
    pub of: u64,
}

/// Of some records.
pub fn latency<'a>(records: impl IntoIterator<Item = &'a Record>) -> Latency {
    let mut latency = Latency::default();
    for record in records {
        latency.of += 1;
        latency.worst_ms = latency.worst_ms.max(record.latency_ms);
        latency.flagged += u64::from(record.latency_ms > LATE_MS || record.games.iter().any(|game| game.disturbed));
    }
    latency
}
