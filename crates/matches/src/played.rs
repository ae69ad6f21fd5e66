//! A match that was played: how it went, seat by seat, and where it is written down.

use crate::{Error, replays};
use serde::Serialize;
use skirmish_core::any::AnyTable;
use skirmish_core::arena::points_against;
use skirmish_core::{Seat, Standings};
use skirmish_referee::desk::Over;
use skirmish_referee::program::Program;
use skirmish_referee::report::SeatReport;
use skirmish_referee::{Ending, Report};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// A match that was played. As JSON it is what `skirmish play --json` prints.
#[derive(Serialize)]
pub struct Played {
    /// How it went.
    #[serde(rename = "match")]
    pub report: Report,
    /// Where it is written down.
    pub replay: Option<PathBuf>,
    /// What belongs to each author alone, where there is anything: logs, notes, times, bad answers.
    pub private: Vec<PathBuf>,
    /// The id of the replay: a file with another one is not of this match.
    pub id: Option<String>,
    /// What was kept of failures.
    pub capsules: Vec<PathBuf>,
    /// Of each seat, whether its bot saw only the files that its command names.
    #[serde(skip)]
    pub apart: Vec<bool>,
    /// Why the match could not be written down, though it was played.
    #[serde(skip)]
    pub unwritten: Option<Error>,
    /// The table at its end.
    #[serde(skip)]
    pub table: Box<dyn AnyTable>,
    /// The programs that stay for another game, by seat.
    #[serde(skip)]
    pub programs: Vec<Option<Program>>,
}

/// How the part of one seat went, in numbers.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SeatResult {
    /// The seat's name.
    pub seat: String,
    /// Who sat there, as it was spelled.
    pub player: String,
    /// What the match counts for the seat as one of several: its score where the game is judged so; else 2 for every
    /// opponent outranked and 1 for every one equalled.
    pub points: i64,
    /// Its score.
    pub score: i64,
    /// 1 for the best; equals share a rank.
    pub rank: usize,
    /// Whether it won alone.
    pub won: bool,
    /// What went wrong with its answers, by kind: `late`, `crashed`, ... Of those that were told one by one; there may
    /// be more (`fault_count`).
    pub faults: BTreeMap<&'static str, u32>,
    /// All that went wrong.
    pub fault_count: usize,
    /// Answers in which its code failed and its kit answered for it.
    pub exceptions: u32,
    /// Actions that the rules refused, by reason.
    pub rejected: BTreeMap<&'static str, u32>,
    /// The turn in which one was refused for the first time, by reason.
    pub refused_at: BTreeMap<&'static str, i64>,
    /// Questions it was asked.
    pub requests: u32,
    /// Time it took to answer.
    pub time_ms: u64,
    /// CPU time its program used.
    pub cpu_ms: u64,
    /// The first capsule of each kind of fault.
    pub capsules: BTreeMap<&'static str, PathBuf>,
}

impl Played {
    /// How it stands, or ended.
    pub fn standings(&self) -> Standings {
        self.table.standings()
    }

    /// Whether it counts: nobody stopped it, and it was not void.
    pub fn counts(&self) -> bool {
        self.report.void.is_none()
    }

    /// The first seat that failed, if one did.
    pub fn failed(&self) -> Option<&SeatReport> {
        self.report.seats.iter().find(|seat| seat.ending.is_failure())
    }

    /// How each seat's part went, in seat order.
    pub fn seats(&self) -> Vec<SeatResult> {
        let judged = self.table.host().judged;
        let standings = self.standings();
        let ranks = standings.ranks();
        let kept: Vec<(String, &'static str, &PathBuf)> = self
            .capsules
            .iter()
            // One that cannot be read any more is nobody's first.
            .filter_map(|path| {
                replays::read_capsule(path).ok().map(|capsule| (capsule.seat, kind(&capsule.ending), path))
            })
            .collect();
        let one = |(i, seat): (usize, &SeatReport)| {
            let mut faults = BTreeMap::new();
            for fault in &seat.faults {
                *faults.entry(kind(&fault.ending)).or_default() += 1;
            }
            let mut capsules = BTreeMap::new();
            for (_, kind, path) in kept.iter().filter(|(of, _, _)| *of == seat.seat) {
                capsules.entry(*kind).or_insert_with(|| (*path).clone());
            }
            SeatResult {
                seat: seat.seat.clone(),
                player: seat.player.clone(),
                points: points_against(judged, i, &standings, |other| other != i),
                score: standings.scores[i],
                rank: ranks[i],
                won: standings.winner == Some(Seat(i as u8)),
                faults,
                fault_count: seat.fault_count,
                exceptions: seat.tally.exceptions,
                rejected: seat.tally.rejected.clone(),
                refused_at: seat.tally.refused_at.clone(),
                requests: seat.requests,
                time_ms: seat.time_ms,
                cpu_ms: seat.cpu_ms,
                capsules,
            }
        };
        self.report.seats.iter().enumerate().map(one).collect()
    }

    /// What people at the table are told of its end.
    pub(crate) fn over(&self) -> Over {
        Over {
            result: self.report.result.clone(),
            winner: self.standings().winner,
            reason: Some(self.table.summary()),
            void: self.report.void.clone(),
            replay: self.replay.clone(),
        }
    }
}

/// The name of an ending, as JSON has it.
pub fn kind(ending: &Ending) -> &'static str {
    match ending {
        Ending::Finished => "finished",
        Ending::Resigned => "resigned",
        Ending::Late { .. } => "late",
        Ending::Crashed { .. } => "crashed",
        Ending::Closed => "closed",
        Ending::Flooded { .. } => "flooded",
        Ending::Deaf { .. } => "deaf",
        Ending::Malformed { .. } => "malformed",
        Ending::Exception { .. } => "exception",
        Ending::OutOfMemory { .. } => "out_of_memory",
        Ending::NotStarted { .. } => "not_started",
        Ending::Infrastructure { .. } => "infrastructure",
    }
}
