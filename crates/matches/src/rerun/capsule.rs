//! Running a bot into the failure of a capsule: through everything its process was sent before, up to the very message.

use super::{Presence, Rerun, Running, message};
use crate::error::in_full;
use crate::{Error, Venue, replays};
use serde::Serialize;
use serde_json::Value;
use skirmish_core::native::{Contact, Replies, Transport};
use skirmish_core::replay::AnyPlayback;
use skirmish_core::{Absence, Seat};
use skirmish_referee::Ending;
use skirmish_referee::capsule::Capsule;
use skirmish_referee::clock::{SeatClock, Timekeeping};
use skirmish_referee::exchange::{Answer, Line, Question, ask, ask_all};
use skirmish_referee::lease::Leases;
use skirmish_referee::program::Program;
use skirmish_referee::protocol::{Ready, Reply, read_reply, shown};
use skirmish_referee::speaker::Speaker;
use skirmish_referee::tally::Exception;
use std::path::Path;
use std::time::Duration;

const START: Duration = Duration::from_secs(15);
const LONGEST_LINE: usize = 1 << 20;

/// How a bot fared with the message of a capsule. As JSON it is what `skirmish rerun --json` prints.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct CapsuleRun {
    /// The game of the match.
    pub game: String,
    /// The seat of the bot.
    pub seat: String,
    /// The turn of the failure.
    pub turn: i64,
    /// How it failed then.
    pub was: String,
    /// Whether it fails now; `None` if that cannot be told.
    pub fails: Option<bool>,
    /// How it fares now, in words.
    pub is: String,
    /// What it answers.
    pub answered: Option<String>,
    /// How long that takes.
    pub ms: u64,
    /// Messages it was sent before.
    pub fed_before: u32,
    /// Why it was not sent what came before, although that was asked for.
    pub missing: Option<String>,
    /// What it prints on standard error.
    pub stderr: String,
}

impl CapsuleRun {
    fn new(capsule: &Capsule, outcome: Outcome) -> CapsuleRun {
        CapsuleRun {
            game: capsule.game.clone(),
            seat: capsule.seat.clone(),
            turn: capsule.turn,
            was: capsule.message.clone(),
            fails: outcome.fails(),
            is: outcome.message(),
            answered: outcome.answered,
            ms: outcome.used_ms,
            fed_before: outcome.fed,
            missing: outcome.missing,
            stderr: outcome.stderr,
        }
    }
}

/// How it went so far.
#[derive(Default)]
struct Outcome {
    ending: Option<Ending>,
    /// Its code failed, and its kit answered for it.
    exception: Option<String>,
    answered: Option<String>,
    used_ms: u64,
    /// Messages it got before.
    fed: u32,
    /// Why it was not sent what came before, although that was asked for.
    missing: Option<String>,
    stderr: String,
}

impl Outcome {
    /// Whether it fails; `None` if that cannot be told.
    fn fails(&self) -> Option<bool> {
        let ours = matches!(self.ending, Some(Ending::Infrastructure { .. }));
        (self.missing.is_none() && !ours).then_some(self.ending.is_some() || self.exception.is_some())
    }

    fn message(&self) -> String {
        match (&self.ending, &self.exception) {
            (Some(ending), _) => ending.to_string(),
            (None, Some(exception)) => format!("its code fails, and its kit answers without orders: {exception}"),
            (None, None) if self.answered.is_some() => "it answers".into(),
            (None, None) => "it was not asked".into(),
        }
    }
}

/// A message of the match before the failure.
struct Sent {
    request: u32,
    limit: Duration,
    line: Vec<u8>,
    /// It was not answered in time.
    late: bool,
}

/// What the process that failed was sent, the message it failed on being the last.
struct Story {
    before: Vec<Sent>,
    last: Vec<u8>,
}

/// The match of a capsule, or why there is none to be had.
type Match = Result<Box<dyn AnyPlayback>, String>;

impl Rerun {
    /// Runs the bot into the failure of a capsule, which lies in `file`. `only`: nothing is sent before the message it
    /// failed on.
    pub fn capsule(&self, venue: &Venue, file: &Path, capsule: &Capsule, only: bool) -> Result<CapsuleRun, Error> {
        let of = replay_beside(venue, file, capsule);
        let outcome = match &self.bot.native {
            None => self.capsule_of_protocol(capsule, of, only)?,
            Some(setting) => self.capsule_of_native(capsule, of, only, setting.as_deref())?,
        };
        Ok(CapsuleRun::new(capsule, outcome))
    }

    fn capsule_of_protocol(&self, capsule: &Capsule, of: Match, only: bool) -> Result<Outcome, Error> {
        let mut outcome = Outcome::default();
        let hello = format!("{}\n", capsule.hello);
        let mut running = match self.greet(self.program(LONGEST_LINE)?, hello.as_bytes(), START) {
            Ok(running) => running,
            Err((ending, stderr)) => return Ok(Outcome { ending: Some(ending), stderr, ..outcome }),
        };
        if capsule.request == 0 {
            outcome.answered = Some("ready".into());
            return Ok(outcome);
        }
        // Before the first request there is nothing to be missed.
        if !only && capsule.request > 1 {
            let story = of.and_then(|mut playback| {
                let seat = seat_of(&mut *playback, capsule)?;
                story(&mut *playback, seat, capsule, false)
            });
            match story {
                Err(why) => outcome.missing = Some(why),
                Ok(story) => {
                    let ask =
                        |running: &mut Running, sent: &Sent, limit| self.ask(running, &sent.line, limit, sent.request);
                    if !self.feed(&mut running, story.before, &mut outcome, ask) {
                        return Ok(outcome);
                    }
                }
            }
        }
        let limit = self.or_forever(Duration::from_millis(capsule.limit_ms));
        let line = format!("{}\n", capsule.sent);
        let answer = self.ask(&mut running, line.as_bytes(), limit, capsule.request);
        let fault = running.speaker.take_fault();
        self.judge(answer, &mut running, &mut outcome, |line, outcome| match read_reply(line, capsule.request) {
            _ if fault.is_some() => Err(fault.unwrap_or_default()),
            Reply::Malformed(why) => Err(why),
            Reply::Orders { notes, .. } => {
                outcome.exception = notes.and_then(Exception::in_notes);
                Ok(())
            }
            Reply::Resign | Reply::Stale => Ok(()),
        });
        Ok(outcome)
    }

    /// A native bot is spoken to by the game itself, which only the replay can bring to the place of the failure.
    fn capsule_of_native(
        &self,
        capsule: &Capsule,
        of: Match,
        only: bool,
        setting: Option<&str>,
    ) -> Result<Outcome, Error> {
        let mut outcome = Outcome::default();
        let mut playback = match of {
            Ok(playback) => playback,
            Err(missing) => return Ok(Outcome { missing: Some(missing), ..outcome }),
        };
        let seat = seat_of(&mut *playback, capsule).map_err(Error::Other)?;
        let table = playback.table();
        table.seat_native(seat, setting).map_err(|error| Error::Other(error.to_string()))?;
        let contact = table.native_contact().ok_or_else(|| Error::NoNatives(table.game()))?;
        let limit = table.host().line_limit;
        let mut running = match self.connect(contact, limit)? {
            Ok(running) => running,
            Err((ending, stderr)) => return Ok(Outcome { ending: Some(ending), stderr, ..outcome }),
        };
        if capsule.request == 0 {
            outcome.answered = Some("ready".into());
            return Ok(outcome);
        }
        let story = match story(&mut *playback, seat, capsule, true) {
            Ok(story) => story,
            Err(missing) => return Ok(Outcome { missing: Some(missing), ..outcome }),
        };
        let ask = |program: &mut Program, line: &[u8], limit| self.ask_native(program, line, limit, contact);
        if !only
            && !self.feed(&mut running, story.before, &mut outcome, |running, sent, limit| {
                ask(&mut running.program, &sent.line, limit)
            })
        {
            return Ok(outcome);
        }
        let limit = self.or_forever(Duration::from_millis(capsule.limit_ms));
        let answer = ask(&mut running.program, &story.last, limit);
        self.judge(answer, &mut running, &mut outcome, |line, _| playback.table().native_reply(seat, line, 0));
        Ok(outcome)
    }

    /// Sends what came before; false if the bot did not come through.
    fn feed(
        &self,
        running: &mut Running,
        before: Vec<Sent>,
        outcome: &mut Outcome,
        ask: impl Fn(&mut Running, &Sent, Duration) -> Answer,
    ) -> bool {
        for sent in before {
            outcome.fed += 1;
            match ask(running, &sent, self.or_forever(sent.limit)).result {
                Ok(_) => {}
                Err(Ending::Late { .. }) if sent.late => {}
                Err(ending) => {
                    outcome.ending = Some(ending);
                    outcome.stderr = running.program.log().text();
                    return false;
                }
            }
        }
        true
    }

    /// Writes down how the last message was answered; `read` says what is wrong with an answer.
    fn judge(
        &self,
        answer: Answer,
        running: &mut Running,
        outcome: &mut Outcome,
        read: impl FnOnce(&[u8], &mut Outcome) -> Result<(), String>,
    ) {
        outcome.used_ms = answer.used.as_millis() as u64;
        match answer.result {
            Ok(line) => {
                outcome.answered = Some(shown(&line));
                if let Err(why) = read(&line, outcome) {
                    outcome.ending = Some(Ending::Malformed { why, line: shown(&line) });
                }
            }
            Err(ending) => outcome.ending = Some(ending),
        }
        outcome.stderr = running.program.log().text();
    }

    /// Starts a native bot and waits for its greeting or its connection.
    fn connect(&self, contact: Contact, limit: usize) -> Result<Result<Running, (Ending, String)>, Error> {
        let (start, patience, stop) = (&self.bot.start, self.or_forever(START), &self.cancel);
        let not_started = |why| Ending::NotStarted { why };
        let mut program = match contact.transport {
            Transport::Pipes { .. } => self.program(limit)?,
            tcp @ Transport::Tcp { .. } => {
                match Program::start_connecting(start, tcp, self.bot.level, limit, patience, stop) {
                    Ok(program) => program,
                    Err(error) if error.own_fault => return Ok(Err((not_started(error.why), error.log))),
                    Err(error) => return Err(self.not_started(error)),
                }
            }
        };
        if let Transport::Pipes { greeting } = contact.transport {
            let why = match ask(&mut program, &[], patience, stop, |_| Line::Answer).result {
                Ok(line) if contact.transport.is_greeting(&line) => None,
                Ok(line) => Some(format!("its first line must be '{greeting}'; it printed '{}'", shown(&line))),
                Err(ending) => Some(ending.to_string()),
            };
            if let Some(why) = why {
                return Ok(Err((not_started(why), program.log().text())));
            }
        }
        Ok(Ok(Running { program, ready: Ready::default(), speaker: Speaker::default() }))
    }

    fn ask_native(&self, program: &mut Program, line: &[u8], limit: Duration, contact: Contact) -> Answer {
        let question = Question::new(program, line, limit);
        let mut questions = [if contact.replies == Replies::Newest { question.newest() } else { question }];
        ask_all(&mut questions, &mut Leases::default(), &self.cancel, |_| {}, |_, _| Line::Answer);
        let [question] = questions;
        question.answer.expect("every question is answered")
    }
}

/// The match of a capsule, from the replay that lies beside it.
fn replay_beside(venue: &Venue, file: &Path, capsule: &Capsule) -> Match {
    let path = capsule.replay_beside(file).ok_or("it names no replay")?;
    if !path.exists() {
        return Err(format!("there is no {}", path.display()));
    }
    replays::open(venue, &path).map(|(_, playback)| playback).map_err(|error| in_full(&error))
}

/// The seat of a capsule in its match.
fn seat_of(playback: &mut dyn AnyPlayback, capsule: &Capsule) -> Result<Seat, String> {
    let index = playback.table().seats().iter().position(|seat| *seat == capsule.seat);
    index.map(|index| Seat(index as u8)).ok_or_else(|| format!("its replay has no seat {}", capsule.seat))
}

/// What the process that failed was sent. An error says why the replay does not tell.
fn story(playback: &mut dyn AnyPlayback, seat: Seat, capsule: &Capsule, native: bool) -> Result<Story, String> {
    let mut clock = SeatClock::new(playback.table().host().clock, Timekeeping::default());
    let mut presence = Presence::new(playback.table());
    let (mut before, mut request) = (Vec::new(), 0);
    let line = |playback: &mut dyn AnyPlayback, clock: &mut SeatClock| {
        if !native {
            return message(playback, seat, capsule.wants_legal, clock);
        }
        let (table, mut line) = (playback.table(), Vec::new());
        clock.set_turn_ms(table.turn_ms());
        table.native_request(seat, &mut line);
        line
    };
    while (playback.played() as u64) < capsule.step {
        let Some(step) = playback.peek().map_err(|wrong| format!("its replay: {wrong}"))? else {
            return Err("its replay ends before the failure".into());
        };
        if let Some(record) = step.of(seat).filter(|record| presence.was_asked(record)).cloned() {
            request += 1;
            let line = line(playback, &mut clock);
            let late = record.absence == Some(Absence::Late);
            before.push(Sent { request, limit: clock.limit(), line, late });
            clock.used(record.used_ms, true);
            // Whoever is started next knows nothing of it.
            if !matches!(record.absence, None | Some(Absence::Late | Absence::Malformed)) {
                before.clear();
            }
        }
        playback.play().map_err(|wrong| format!("its replay: {wrong}"))?;
    }
    let other = || Err("the replay beside it is of another match".into());
    if !playback.table().turn().to_act.contains(seat) || request + 1 != capsule.request {
        return other();
    }
    let last = line(playback, &mut clock);
    if is_sent(&last, &capsule.sent) { Ok(Story { before, last }) } else { other() }
}

/// Whether a message is the one that was sent, the times aside.
fn is_sent(line: &[u8], sent: &str) -> bool {
    let read = |text: &[u8]| {
        let mut value: Value = serde_json::from_slice(text).ok()?;
        let message = value.as_object_mut()?;
        message.retain(|key, _| !["last_ms", "limit_ms", "bank_ms"].contains(&key.as_str()));
        Some(value)
    };
    match (read(line), read(sent.as_bytes())) {
        (Some(message), Some(sent)) => message == sent,
        _ => String::from_utf8_lossy(line).trim_end_matches('\n') == sent.trim_end_matches('\n'),
    }
}
