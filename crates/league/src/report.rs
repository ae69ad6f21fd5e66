//! All that there is to say about a ledger: who is how good and how sure that is, who beats whom, how games end, what went
//! wrong, and where to look. It is made of the ledger alone, and made again in no time when the ledger has grown.

mod course;
mod csv;
mod endings;
mod listing;
mod looks;
mod markdown;
mod matrix;
mod rivals;

pub use course::{Course, Line, Point};
pub use endings::{Bar, BotEndings, Ending, Endings};
pub use listing::{Asked, Listed, Listing};
pub use looks::{FirstFault, GameTold, Surprising};
pub use matrix::{Cell, OnSide};
pub use rivals::{Met, NextPair, Rivals};

use crate::Error;
use crate::comparison::Tested;
use crate::ledger::{Failed, Ledger, Session};
use crate::scores::Scores;
use crate::statistics::Share;
use crate::table::Table;
use crate::trouble::{self, Latency, Repeats, Trouble};
use serde::Serialize;

/// What a ledger says.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Report {
    /// The game.
    pub game: String,
    /// Who met whom, in words.
    pub format: String,
    /// What everything drawn came from.
    pub seed: u64,
    /// What the seats are called.
    pub seats: Vec<String>,
    /// How many sit down at a fixture: two make pairs, more make tables.
    pub at_a_table: usize,
    /// All bots by their numbers in the ledger.
    pub bots: Vec<BotTold>,
    /// What the test says, where two bots were compared.
    pub tested: Option<Tested>,
    /// Ranks and ratings with intervals.
    pub table: Table,
    /// Who did how against whom, for all that met, in the order of their numbers.
    pub matrix: Vec<Cell>,
    /// The ratings while results came in.
    pub course: Course,
    /// How long games were and how they ended.
    pub endings: Endings,
    /// Bots that were asked anything, the slowest first: their mean answer counts.
    pub slowest: Vec<Slow>,
    /// Bots that failed, those that failed in the greatest share of their games first.
    pub crashiest: Vec<Crashes>,
    /// What went wrong with each bot, in the order of their numbers.
    pub trouble: Vec<Trouble>,
    /// Of each bot, in the order of the table: its nemesis, and against whom a game tells most.
    pub rivals: Vec<Rivals>,
    /// The pairs that tell most about who is better, the first of them most.
    pub next: Vec<NextPair>,
    /// Results that nobody would have expected, the greatest first.
    pub surprises: Vec<Surprising>,
    /// The first fault of each kind of each bot.
    pub faults: Vec<FirstFault>,
    /// How late the machine was.
    pub latency: Latency,
    /// Whether games were repeated.
    pub repeats: Repeats,
    /// When it was played, on how many cores.
    pub sessions: Vec<Session>,
    /// What could not be played, which was no bot's fault.
    pub failed: Vec<Failed>,
    /// Bytes at the end of the ledger that are no whole line: it is being written, or was torn.
    pub torn: Option<usize>,
}

/// A bot by name.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct BotTold {
    /// In tables.
    pub name: String,
    /// As it was spelled.
    pub player: String,
}

/// How long a bot takes to answer.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Slow {
    /// Its name.
    pub bot: String,
    /// Its mean answer.
    pub mean_ms: f64,
    /// Its slowest answer.
    pub longest_ms: u64,
}

/// How often a bot fails.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Crashes {
    /// Its name.
    pub bot: String,
    /// Games in which it failed.
    pub failures: Share,
    /// All that went wrong with its answers.
    pub faults: u64,
}

impl Report {
    /// The report of a ledger.
    pub fn of(ledger: &Ledger) -> Result<Report, Error> {
        let (tournament, bots) = (&ledger.tournament, ledger.bots.len());
        let scores = Scores::of(&ledger.records, tournament.setting.by_score);
        let ratings = scores.ratings(bots)?;
        let table = Table::with(ledger, &ratings)?;
        let matrix = matrix::of(ledger, &scores);
        let trouble = trouble::of_bots(ledger);
        let next = rivals::next(ledger, &ratings);
        Ok(Report {
            game: tournament.setting.game.clone(),
            format: tournament.format.to_string(),
            seed: tournament.seed,
            seats: tournament.setting.seats.clone(),
            at_a_table: tournament.at_a_table(),
            bots: ledger
                .bots
                .iter()
                .map(|bot| BotTold { name: bot.name.clone(), player: bot.player.clone() })
                .collect(),
            tested: Tested::in_ledger(ledger),
            course: course::of(ledger)?,
            endings: endings::of(ledger),
            slowest: slowest(&trouble),
            crashiest: crashiest(&table),
            rivals: rivals::of(&table, &matrix, &next),
            surprises: looks::surprises(ledger, &scores)?,
            faults: looks::faults(ledger),
            latency: trouble::latency(&ledger.records),
            repeats: trouble::repeats(&ledger.records),
            sessions: ledger.sessions.clone(),
            failed: ledger.failed.clone(),
            torn: ledger.torn,
            table,
            matrix,
            trouble,
            next,
        })
    }

    /// So many pairs or tables, in words.
    pub fn fixtures(&self) -> String {
        let (count, word) = (self.table.fixtures, if self.at_a_table == 2 { "pair" } else { "table" });
        format!("{count} {word}{}", if count == 1 { "" } else { "s" })
    }

    /// A bot's name.
    fn name(&self, bot: usize) -> &str {
        &self.bots[bot].name
    }
}

fn slowest(trouble: &[Trouble]) -> Vec<Slow> {
    let told = |one: &Trouble| Some(Slow { bot: one.bot.clone(), mean_ms: one.mean_ms?, longest_ms: one.longest_ms });
    let mut slow: Vec<Slow> = trouble.iter().filter_map(told).collect();
    slow.sort_by(|a, b| b.mean_ms.total_cmp(&a.mean_ms).then(b.longest_ms.cmp(&a.longest_ms)));
    slow
}

fn crashiest(table: &Table) -> Vec<Crashes> {
    let fails = table.rows.iter().filter(|row| row.failures > 0 || row.faults > 0);
    let told = |row: &crate::table::Row| Crashes {
        bot: row.bot.clone(),
        // Where a bot has several seats it may fail on each of them.
        failures: Share::new(row.failures.min(row.games), row.games),
        faults: row.faults,
    };
    let mut crashes: Vec<Crashes> = fails.map(told).collect();
    crashes.sort_by(|a, b| b.failures.share.total_cmp(&a.failures.share).then(b.faults.cmp(&a.faults)));
    crashes
}

#[cfg(test)]
mod tests;
