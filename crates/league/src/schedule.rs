//! Who meets whom: pure functions of the description and of what came of the rounds before.

mod elimination;
mod swiss;
pub(crate) mod tables;

use crate::{Error, Tournament};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// Who meets whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Everybody meets everybody. Where more than two sit at a table, tables are drawn so that all play equally often.
    #[default]
    RoundRobin,
    /// The first meets everybody else.
    Gauntlet,
    /// Rounds in which those meet who stand alike and have not met.
    Swiss {
        /// How many rounds.
        rounds: u32,
    },
    /// Who loses a meeting is out.
    Knockout,
    /// Who loses two is.
    DoubleElim,
}

/// Some who meet: the places of entrants in the description.
pub type Meeting = Vec<usize>;

/// A round: every meeting `times` times.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Round {
    /// Who meets.
    pub meetings: Vec<Meeting>,
    /// How often.
    pub times: u64,
}

/// A round that is over, with what everybody got: points of each member of each meeting.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finished {
    /// What was played.
    pub round: Round,
    /// In the order of its meetings and their members.
    pub points: Vec<Vec<i64>>,
}

impl Format {
    /// The names that people know, to choose from.
    pub const NAMES: [&'static str; 5] = ["round-robin", "gauntlet", "swiss", "knockout", "double-elim"];

    /// The name among those.
    pub fn name(self) -> &'static str {
        match self {
            Format::RoundRobin => "round-robin",
            Format::Gauntlet => "gauntlet",
            Format::Swiss { .. } => "swiss",
            Format::Knockout => "knockout",
            Format::DoubleElim => "double-elim",
        }
    }

    /// Whether all that is played is known from the beginning.
    pub fn has_one_round(self) -> bool {
        matches!(self, Format::RoundRobin | Format::Gauntlet)
    }

    pub(crate) fn check(self, tournament: &Tournament) -> Result<(), Error> {
        let (bots, table) = (tournament.entrants.len(), tournament.at_a_table());
        match self {
            Format::Gauntlet | Format::Knockout | Format::DoubleElim if table > 2 => {
                Err(Error::NotForTables { format: self.name(), seats: table })
            }
            Format::Swiss { rounds: 0 } => Err(Error::NoRounds),
            Format::Swiss { rounds } if table == 2 && rounds as usize >= bots.max(2) + bots % 2 => {
                Err(Error::TooManyRounds { rounds, bots, most: bots - 1 + bots % 2 })
            }
            _ => Ok(()),
        }
    }
}

/// The round that follows; `None` if the format is over.
pub fn next(tournament: &Tournament, finished: &[Finished]) -> Option<Round> {
    let (bots, table) = (tournament.entrants.len(), tournament.at_a_table());
    let times = tournament.pairs;
    match tournament.format {
        Format::RoundRobin | Format::Gauntlet if !finished.is_empty() => None,
        Format::RoundRobin if table > 2 => Some(tables::all(bots, table, times, tournament.seed)),
        Format::RoundRobin => Some(Round { meetings: everybody(bots), times }),
        Format::Gauntlet => Some(Round { meetings: (1..bots).map(|other| vec![0, other]).collect(), times }),
        Format::Swiss { rounds } if finished.len() as u32 >= rounds => None,
        Format::Swiss { .. } if table > 2 => Some(tables::by_standing(bots, table, times, finished)),
        Format::Swiss { .. } => Some(swiss::round(bots, times, finished)),
        Format::Knockout => elimination::round(bots, times, 1, finished),
        Format::DoubleElim => elimination::round(bots, times, 2, finished),
    }
}

/// The final order of an elimination, best first, each with those who went out together; `None` for other formats.
pub fn placed(tournament: &Tournament, finished: &[Finished]) -> Option<Vec<Vec<usize>>> {
    let lives = match tournament.format {
        Format::Knockout => 1,
        Format::DoubleElim => 2,
        _ => return None,
    };
    Some(elimination::placed(tournament.entrants.len(), lives, finished))
}

/// Everybody against everybody, in an order that keeps the numbers of games equal at all times: the circle.
fn everybody(bots: usize) -> Vec<Meeting> {
    let circle = bots + bots % 2;
    let mut meetings = Vec::with_capacity(bots * (bots - 1) / 2);
    for turn in 0..circle - 1 {
        let at = |place: usize| if place == 0 { 0 } else { 1 + (place - 1 + turn) % (circle - 1) };
        for place in 0..circle / 2 {
            let (one, two) = (at(place), at(circle - 1 - place));
            if one.max(two) < bots {
                meetings.push(vec![one.min(two), one.max(two)]);
            }
        }
    }
    meetings
}

/// Sum of everybody's points so far.
fn totals(bots: usize, finished: &[Finished]) -> Vec<i64> {
    let mut totals = vec![0; bots];
    for finished in finished {
        for (meeting, points) in finished.round.meetings.iter().zip(&finished.points) {
            meeting.iter().zip(points).for_each(|(&bot, points)| totals[bot] += points);
        }
    }
    totals
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Format::Swiss { rounds } => write!(f, "swiss, {rounds} rounds"),
            other => f.write_str(other.name()),
        }
    }
}

/// As users of chess tools spell them, too.
impl FromStr for Format {
    type Err = String;

    fn from_str(text: &str) -> Result<Format, String> {
        match text {
            "round-robin" | "roundrobin" => Ok(Format::RoundRobin),
            "gauntlet" => Ok(Format::Gauntlet),
            "swiss" => Ok(Format::Swiss { rounds: 0 }),
            "knockout" | "single-elim" | "elimination" => Ok(Format::Knockout),
            "double-elim" | "double-elimination" => Ok(Format::DoubleElim),
            other => Err(skirmish_core::names::unknown("format", other, Format::NAMES)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_meets_everybody_once() {
        for bots in 2..20 {
            let mut meetings = everybody(bots);
            let first: Vec<usize> = meetings[..bots / 2].concat();
            assert_eq!(first.len(), first.iter().collect::<std::collections::BTreeSet<_>>().len(), "nobody twice");
            meetings.sort();
            meetings.dedup();
            assert_eq!(meetings.len(), bots * (bots - 1) / 2);
            assert!(meetings.iter().all(|two| two[0] < two[1] && two[1] < bots));
        }
    }
}
