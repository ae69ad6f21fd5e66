//! Feeding a bot the very messages of an old match, whatever it answers now.

mod capsule;

pub use capsule::CapsuleRun;

use crate::replays::LARGEST_LOG;
use crate::{Bot, Cancel, Error, Trust, Venue, replays, spelling};
use serde::Serialize;
use serde_json::Value;
use skirmish_core::any::AnyTable;
use skirmish_core::replay::{AnyPlayback, SeatRecord, Wrong};
use skirmish_core::{Absence, Seat};
use skirmish_jail::Level;
use skirmish_referee::Ending;
use skirmish_referee::clock::{SeatClock, Timekeeping};
use skirmish_referee::exchange::{Answer, Line, ask};
use skirmish_referee::program::{NotStarted, Program};
use skirmish_referee::protocol::{Ready, Reply, hello_line, read_ready, read_reply, shown};
use skirmish_referee::speaker::Speaker;
use skirmish_referee::witness::Private;
use skirmish_replay::{names, plain};
use std::collections::HashMap;
use std::path::Path;
use std::time::Duration;

/// A bot that is to be run again.
pub struct Rerun {
    bot: Bot,
    no_clock: bool,
    cancel: Cancel,
}

/// How a bot is run again.
#[derive(Clone, Debug, Default)]
pub struct RerunOptions {
    /// How it is kept in; without it the best level that works here.
    pub sandbox: Option<Level>,
    /// Whether there are no time limits, for debugging.
    pub no_clock: bool,
    /// Whose word the bot is.
    pub trust: Trust,
}

/// A request in which a bot now says something else.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Decision {
    /// The turn it was in.
    pub turn: i64,
    /// Its number.
    pub request: u32,
    /// What the bot said in the old match.
    pub then: Value,
    /// What it says now.
    pub now: Value,
}

/// How a whole match went. As JSON it is the last line of `skirmish rerun --json`.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct ReplayRun {
    /// What it was asked.
    pub requests: u32,
    /// Where it said the same as then,
    pub same: u32,
    /// and where it did not.
    pub differ: u32,
    /// How it failed, if it did.
    pub ending: Option<Ending>,
}

/// A bot that has been greeted.
struct Running {
    program: Program,
    ready: Ready,
    speaker: Speaker,
}

impl Rerun {
    /// Makes a bot ready, which must play `game`.
    pub fn ready(venue: &Venue, spelled: &str, game: &str, options: &RerunOptions) -> Result<Rerun, Error> {
        spelling::must_play(spelled, game)?;
        let level = venue.sandbox(options.sandbox)?.level;
        let bot = Bot::ready(venue, spelled, level, &options.trust)?;
        Ok(Rerun { bot, no_clock: options.no_clock, cancel: venue.cancel.clone() })
    }

    /// Runs the bot through a whole match on a seat. `differs` hears every decision that is another one now, and says
    /// whether to go on.
    pub fn replay(
        &self,
        venue: &Venue,
        path: &Path,
        seat: &str,
        mut differs: impl FnMut(&Decision) -> bool,
    ) -> Result<ReplayRun, Error> {
        if self.bot.native.is_some() {
            return Err(Error::NativeReplay(self.bot.spelled.clone()));
        }
        let (_, mut playback) = replays::open(venue, path)?;
        let seats = playback.table().seats();
        let Some(index) = seats.iter().position(|name| name == seat) else {
            return Err(Error::unknown("seat", seat, seats.iter().map(String::as_str)));
        };
        let wrong = |source: Wrong| Error::Replay { path: path.into(), source };
        let (seat, private) = (Seat(index as u8), names::private_file(path, seat));
        let id = playback.header().id.clone();
        let table = playback.table();
        // Before replays named their match, its name was made of the seed.
        let id = if id.is_empty() { format!("{}-{}", table.game(), table.seed()) } else { id };
        let hello = hello_line(table, seat, &id, table.host().clock);
        let mut clock =
            SeatClock::new(table.host().clock, Timekeeping { off: self.no_clock, ..Timekeeping::default() });
        let times = times(&private);
        let program = self.program(table.host().line_limit)?;
        let mut run = ReplayRun::default();
        let mut running = match self.greet(program, &hello, clock.start_limit()) {
            Ok(running) => running,
            Err((ending, _)) => return Ok(ReplayRun { ending: Some(ending), ..run }),
        };
        let mut presence = Presence::new(playback.table());
        while let Some(step) = playback.peek().map_err(wrong)? {
            if let Some(record) = step.of(seat).filter(|record| presence.was_asked(record)).cloned() {
                let turn = playback.table().turn().number;
                run.requests += 1;
                let line = message(&mut *playback, seat, running.ready.wants_legal, &mut clock);
                let answer = self.ask(&mut running, &line, self.or_forever(clock.limit()), run.requests);
                clock.used(times.get(&run.requests).copied().unwrap_or(0), true);
                let line = match answer.result {
                    Ok(line) => line,
                    Err(ending) => {
                        run.ending = Some(ending);
                        return Ok(run);
                    }
                };
                let fault = running.speaker.take_fault();
                let now = match read_reply(&line, run.requests) {
                    _ if fault.is_some() => fault.unwrap_or_default().into(),
                    Reply::Orders { actions, .. } => Value::Array(playback.table().as_recorded(&actions)),
                    Reply::Resign => "resigned".into(),
                    Reply::Stale | Reply::Malformed(_) => shown(&line).into(),
                };
                let then = said(&record);
                if now == then {
                    run.same += 1;
                } else {
                    run.differ += 1;
                    if !differs(&Decision { turn, request: run.requests, then, now }) {
                        return Ok(run);
                    }
                }
            }
            playback.play().map_err(wrong)?;
        }
        Ok(run)
    }

    fn program(&self, limit: usize) -> Result<Program, Error> {
        Program::start(&self.bot.start, self.bot.level, limit).map_err(|error| self.not_started(error))
    }

    fn not_started(&self, error: NotStarted) -> Error {
        Error::NotStarted { command: self.bot.start.command.clone(), why: error.why }
    }

    /// Greets a program; an error is how it failed, with its log.
    fn greet(&self, mut program: Program, hello: &[u8], limit: Duration) -> Result<Running, (Ending, String)> {
        let answer = ask(&mut program, hello, self.or_forever(limit), &self.cancel, |_| Line::Answer);
        let ready = match answer.result {
            Ok(line) => read_ready(&line)
                .and_then(|ready| Ok((Speaker::greeted(&ready, self.bot.interpreters, hello, &line)?, ready)))
                .map_err(|why| Ending::NotStarted { why }),
            Err(ending) => Err(Ending::NotStarted { why: ending.to_string() }),
        };
        match ready {
            Ok((speaker, ready)) => Ok(Running { program, ready, speaker }),
            Err(ending) => Err((ending, program.log().text())),
        }
    }

    fn ask(&self, running: &mut Running, line: &[u8], limit: Duration, request: u32) -> Answer {
        let (Running { program, speaker, .. }, mut line) = (running, line.to_vec());
        if let Err(why) = speaker.ask(&mut line) {
            return Answer::unasked(Ending::Malformed { why, line: String::new() });
        }
        ask(program, &line, limit, &self.cancel, |line| speaker.judge(line, request))
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
