//! What a tournament shows while it is played: first its schedule and how long that takes, then on a terminal the table as
//! it grows, and elsewhere a line now and then.

use super::ranks;
use crate::league::{Screen, duration, fixtures, pace};
use crate::output::visible;
use crate::tell;
use anyhow::Result;
use console::{Term, truncate_str};
use indicatif::{ProgressBar, ProgressStyle};
use skirmish_league::schedule::Round;
use skirmish_league::{Driver, Limits, Table, Tournament};
use skirmish_stats::Errors;
use std::io::IsTerminal;
use std::time::{Duration, Instant};

/// How long results come in before they are taken for the pace of all.
const MEASURED: Duration = Duration::from_millis(300);
/// After so long the schedule is told without a time, which follows when it is known.
const PATIENCE: Duration = Duration::from_secs(3);
/// How often the table is drawn.
const REDRAWN: Duration = Duration::from_millis(250);
/// It rests for so many times as long as it took to make: play must not wait for it.
const REST: u32 = 50;
/// Columns of the table besides the name.
const NUMBERS: usize = 62;
/// Durations below this are too coarse in the ledger to be added up, in milliseconds.
const COARSE: f64 = 20.0;

/// What was said of the schedule.
#[derive(PartialEq, Eq)]
enum Said {
    Nothing,
    Schedule,
    All,
}

/// The screen of a tournament.
pub struct Live {
    schedule: Option<String>,
    /// Fixtures that were to be played when it began, as far as the schedule was known.
    to_play: u64,
    limits: Limits,
    at_once: usize,
    said: Said,
    quiet: bool,
    /// Lines, where there is no terminal.
    screen: Screen,
    /// The table, where there is one.
    board: Option<ProgressBar>,
    next: Instant,
    /// What there is to say of a fleet.
    glance: Box<dyn Fn() -> String>,
}

impl Live {
    /// Looks at a tournament that is about to be played, so many fixtures at once.
    pub fn new(driver: &Driver, limits: &Limits, (at_once, starts): (usize, Option<u64>), quiet: bool) -> Result<Live> {
        let (number, round) = driver.plan().round();
        let (all, settled) = driver.plan().progress();
        let left = limits.fixtures.map_or(u64::MAX, |most| most.saturating_sub(driver.ledger.records.len() as u64));
        let board = (!quiet && std::io::stderr().is_terminal()).then(ProgressBar::new_spinner);
        if let Some(board) = &board {
            board.set_style(ProgressStyle::with_template("{msg}")?);
        }
        Ok(Live {
            schedule: round.map(|round| in_words(&driver.ledger.tournament, number, round, starts)),
            to_play: (all - settled).min(left),
            limits: limits.clone(),
            at_once: at_once.max(1),
            said: Said::Nothing,
            quiet,
            screen: Screen::new(quiet)?,
            board,
            next: Instant::now(),
            glance: Box::new(String::new),
        })
    }

    /// The same with more to say behind the progress.
    #[must_use]
    pub fn with_glance(mut self, glance: impl Fn() -> String + 'static) -> Live {
        self.glance = Box::new(glance);
        self
    }

    /// Shows how it stands, if it is time to.
    pub fn look(&mut self, driver: &Driver) {
        if self.quiet {
            return;
        }
        self.tell_schedule(driver);
        if self.said == Said::Nothing {
            return;
        }
        let Some(board) = &self.board else { return self.screen.show(|| line(driver) + &(self.glance)()) };
        let now = Instant::now();
        if now >= self.next {
            let (rows, columns) = Term::stderr().size();
            let more = (self.glance)();
            board.set_message(drawing(driver, &more, usize::from(rows), usize::from(columns)));
            board.tick();
            self.next = Instant::now() + REDRAWN.max(now.elapsed() * REST);
        }
    }

    /// Leaves the terminal as it was.
    pub fn end(self) {
        if let Some(board) = self.board {
            board.finish_and_clear();
        }
        self.screen.end();
    }

    fn tell_schedule(&mut self, driver: &Driver) {
        if self.said == Said::All {
            return;
        }
        let Some(schedule) = self.schedule.as_deref().filter(|_| self.to_play > 0) else {
            let what = if self.schedule.is_some() { "the budget is used up" } else { "everything is played" };
            tell!("{what} already");
            self.said = Said::All;
            return;
        };
        let words = match self.seconds(driver) {
            Some(seconds) => {
                let about = self.about(seconds, driver.resumed > 0);
                let known = self.said == Said::Schedule;
                self.said = Said::All;
                if known { format!("that takes {about}") } else { format!("{schedule}, {about}") }
            }
            None if self.said == Said::Nothing && driver.elapsed() >= PATIENCE => {
                self.said = Said::Schedule;
                format!("{schedule}; the first results will tell how long that takes")
            }
            None => return,
        };
        match &self.board {
            Some(board) => board.suspend(|| tell!("{words}")),
            None => tell!("{words}"),
        }
    }

    /// How long it takes to play what is to be played: from results of this run, or from durations in the ledger.
    fn seconds(&self, driver: &Driver) -> Option<f64> {
        let (rate, played) = driver.rate();
        let (all, settled) = driver.plan().progress();
        let is_enough = played >= self.at_once && driver.elapsed() >= MEASURED;
        if is_enough || played as u64 >= self.to_play || played > 0 && all == settled {
            return Some(self.to_play as f64 / rate);
        }
        let earlier = &driver.ledger.records[..driver.resumed.min(driver.ledger.records.len())];
        let ms: u64 = earlier.iter().flat_map(|record| &record.games).map(|game| game.ms).sum();
        let each = ms as f64 / earlier.len().max(1) as f64;
        (each >= COARSE).then(|| self.to_play as f64 * each / 1000.0 / self.at_once as f64)
    }

    fn about(&self, seconds: f64, resumed: bool) -> String {
        let more = if resumed { " more" } else { "" };
        let limit = self.limits.time.filter(|limit| limit.as_secs_f64() < seconds);
        let limit =
            limit.map_or(String::new(), |limit| format!(", of which {} are given", duration(limit.as_secs_f64())));
        format!("about {}{more}{limit}", duration(seconds.max(1.0)))
    }
}

/// A round of the schedule: "45 pairings x 20 pairs = 1800 games".
pub fn in_words(tournament: &Tournament, number: u32, round: &Round, starts: Option<u64>) -> String {
    // No two meet twice on one start.
    let times = starts.map_or(round.times, |starts| starts.min(round.times));
    let (meetings, table) = (round.meetings.len() as u64, tournament.at_a_table() as u64);
    let fixtures = meetings * times;
    let games = fixtures * table;
    let which = match number {
        0 if tournament.format.has_one_round() => String::new(),
        0 => "the first round: ".into(),
        _ => format!("round {}: ", number + 1),
    };
    if table == 2 {
        let plural = if meetings == 1 { "" } else { "s" };
        let pairs = if times == 1 { "" } else { "s" };
        format!("{which}{meetings} pairing{plural} x {times} pair{pairs} = {games} games")
    } else {
        let plural = if fixtures == 1 { "" } else { "s" };
        format!("{which}{fixtures} table{plural} of {table} x {table} seats = {games} games")
    }
}

/// How far it is, how fast it goes, and how long it still takes.
fn progress(driver: &Driver) -> String {
    let (all, settled) = driver.plan().progress();
    let tournament = &driver.ledger.tournament;
    let (round, _) = driver.plan().round();
    let round =
        if tournament.format.has_one_round() && round == 0 { String::new() } else { format!("round {}, ", round + 1) };
    format!("{round}{settled} of {}, {}", fixtures(all, tournament), pace(driver, all))
}

/// One line: the progress and the leaders.
fn line(driver: &Driver) -> String {
    let leaders = driver.plan().scores().ratings(driver.ledger.bots.len()).map_or(String::new(), |ratings| {
        let told = |&bot: &usize| {
            let elo = ratings.elo(bot).map_or(String::new(), |elo| {
                let error = ratings
                    .errors(bot)
                    .filter(Errors::prove_anything)
                    .map_or(String::new(), |errors| format!(" +/- {:.0}", errors.robust));
                format!(" {elo:+.0}{error}")
            });
            format!("{}{elo}", driver.ledger.bots[bot].name)
        };
        format!(", {}", ratings.order().iter().take(3).map(told).collect::<Vec<_>>().join(", "))
    });
    format!("{}{leaders}", progress(driver))
}

/// The table and the progress, on so many rows and columns.
fn drawing(driver: &Driver, more: &str, rows: usize, columns: usize) -> String {
    let columns = columns.max(20) - 1;
    let mut lines = Table::of(&driver.ledger)
        .map_or_else(|error| vec![error.to_string()], |table| ranks::lines(&table, columns.saturating_sub(NUMBERS)));
    // One row for the progress, one for where the cursor is, and one for what is left out.
    let most = rows.saturating_sub(3).max(1);
    if lines.len() > most {
        let more = lines.len() - most;
        lines.truncate(most);
        lines.push(format!("       and {more} more"));
    }
    lines.push(progress(driver) + more);
    let fitted = |line: &String| truncate_str(&visible(line), columns, "\u{2026}").into_owned();
    lines.iter().map(fitted).collect::<Vec<_>>().join("\n")
}
