//! Feeding a bot the very messages of an old match, whatever it answers now.

pub mod capsule;

use crate::replays::LARGEST_LOG;
use crate::seating::Bot;
use anyhow::{Result, bail};
use serde::Serialize;
use serde_json::Value;
use skirmish_core::any::AnyTable;
use skirmish_core::replay::{AnyPlayback, SeatRecord};
use skirmish_core::{Absence, Seat};
use skirmish_jail::Level;
use skirmish_referee::clock::{SeatClock, Timekeeping};
use skirmish_referee::exchange::{Answer, ask};
use skirmish_referee::program::Program;
use skirmish_referee::protocol::{Ready, Reply, hello_line, is_stale, read_ready, read_reply, shown};
use skirmish_referee::witness::Private;
use skirmish_referee::{Cancel, Ending};
use skirmish_replay::plain;
use std::collections::HashMap;
use std::path::Path;
use std::time::Duration;

/// A bot that is to be run again.
pub struct Rerun {
    pub bot: Bot,
    pub level: Level,
    pub no_clock: bool,
    pub stop: Cancel,
}

/// A request in which a bot now says something else.
#[derive(Debug, Serialize)]
pub struct Decision {
    pub turn: i64,
    pub request: u32,
    pub then: Value,
    pub now: Value,
}

/// How a whole match went.
#[derive(Debug, Default)]
pub struct Course {
    pub requests: u32,
    pub same: u32,
    /// How it failed, if it did.
    pub ending: Option<Ending>,
}

/// A bot that has been greeted.
struct Running {
    program: Program,
    ready: Ready,
}

impl Rerun {
    /// Runs a bot through a whole match. `differs` hears every decision that is another one now, and says whether to
    /// go on.
    pub fn replay(
        &self,
        mut playback: Box<dyn AnyPlayback>,
        seat: usize,
        private: &Path,
        mut differs: impl FnMut(&Decision) -> bool,
    ) -> Result<Course> {
        let seat = Seat(seat as u8);
        let id = playback.header().id.clone();
        let table = playback.table();
        // Before replays named their match, its name was made of the seed.
        let id = if id.is_empty() { format!("{}-{}", table.game(), table.seed()) } else { id };
        let hello = hello_line(table, seat, &id, table.host().clock);
        let mut clock =
            SeatClock::new(table.host().clock, Timekeeping { off: self.no_clock, ..Timekeeping::default() });
        let times = times(private);
        let program = self.program(table.host().line_limit)?;
        let mut course = Course::default();
        let mut running = match self.greet(program, &hello, clock.start_limit()) {
            Ok(running) => running,
            Err((ending, _)) => return Ok(Course { ending: Some(ending), ..course }),
        };
        let mut presence = Presence::new(playback.table());
        while let Some(step) = playback.peek()? {
            if let Some(record) = step.of(seat).filter(|record| presence.was_asked(record)).cloned() {
                let turn = playback.table().turn().number;
                course.requests += 1;
                let line = message(&mut *playback, seat, running.ready.wants_legal, &mut clock);
                let answer = self.ask(&mut running.program, &line, self.or_forever(clock.limit()), course.requests);
                clock.used(times.get(&course.requests).copied().unwrap_or(0), true);
                let line = match answer.result {
                    Ok(line) => line,
                    Err(ending) => {
                        course.ending = Some(ending);
                        return Ok(course);
                    }
                };
                let now = match read_reply(&line, course.requests) {
                    Reply::Orders { actions, .. } => Value::Array(playback.table().as_recorded(&actions)),
                    Reply::Resign => "resigned".into(),
                    Reply::Stale | Reply::Malformed(_) => shown(&line).into(),
                };
                let then = said(&record);
                if now == then {
                    course.same += 1;
                } else if !differs(&Decision { turn, request: course.requests, then, now }) {
                    return Ok(course);
                }
            }
            playback.play()?;
        }
        Ok(course)
    }

    fn program(&self, limit: usize) -> Result<Program> {
        let start = &self.bot.start;
        match Program::start(start, self.level, limit) {
            Ok(program) => Ok(program),
            Err(error) => bail!("{} cannot be started: {}", start.command, error.why),
        }
    }

    /// Greets a program; an error is how it failed, with its log.
    fn greet(&self, mut program: Program, hello: &[u8], limit: Duration) -> Result<Running, (Ending, String)> {
        let answer = ask(&mut program, hello, self.or_forever(limit), &self.stop, |_| true);
        let ready = match answer.result {
            Ok(line) => read_ready(&line).map_err(|why| Ending::NotStarted { why }),
            Err(ending) => Err(Ending::NotStarted { why: ending.to_string() }),
        };
        match ready {
            Ok(ready) => Ok(Running { program, ready }),
            Err(ending) => Err((ending, program.log().text())),
        }
    }

    fn ask(&self, program: &mut Program, line: &[u8], limit: Duration, request: u32) -> Answer {
        ask(program, line, limit, &self.stop, |line| !is_stale(line, request))
    }

    fn or_forever(&self, limit: Duration) -> Duration {
        if self.no_clock { FOREVER } else { limit }
    }
}

const FOREVER: Duration = Duration::from_secs(365 * 24 * 3600);

fn message(playback: &mut dyn AnyPlayback, seat: Seat, wants_legal: bool, clock: &mut SeatClock) -> Vec<u8> {
    let table = playback.table();
    let timing = clock.timing(table.turn_ms());
    let mut line = Vec::new();
    table.message(seat, wants_legal, timing, &mut line);
    line.push(b'\n');
    line
}

/// Follows a seat through a replay: a program that is gone is not asked, but is absent all the same.
struct Presence {
    gone: bool,
    /// Whether the game starts programs again.
    returns: bool,
}

impl Presence {
    fn new(table: &dyn AnyTable) -> Presence {
        Presence { gone: false, returns: table.host().max_restarts.is_some() }
    }

    /// Whether the program was there to be asked for this; records are to be shown in their order.
    fn was_asked(&mut self, record: &SeatRecord) -> bool {
        let there = !self.gone;
        self.gone = match record.absence {
            None | Some(Absence::Late | Absence::Malformed) => false,
            Some(Absence::Crashed | Absence::Closed | Absence::Flooded) => !self.returns,
            Some(Absence::NotStarted) => return false,
            Some(Absence::Resigned | Absence::Disqualified) => true,
        };
        there
    }
}

/// What a seat said, as a value to compare.
fn said(record: &SeatRecord) -> Value {
    match (&record.actions, record.absence) {
        (Some(actions), _) => {
            actions.iter().map(|raw| serde_json::from_str::<Value>(raw.get()).unwrap_or_default()).collect()
        }
        (None, Some(absence)) => serde_json::json!(absence),
        (None, None) => Value::Null,
    }
}

/// The times of the old answers by request, where they were kept.
fn times(private: &Path) -> HashMap<u32, u32> {
    let text = plain::read_text(private, LARGEST_LOG).unwrap_or_default();
    let lines = text.lines().filter_map(|line| serde_json::from_str::<Private>(line).ok());
    lines.map(|line| (line.request, (line.us / 1000) as u32)).collect()
}
