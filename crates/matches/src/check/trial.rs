//! One bot on trial: a game in which it is asked, one request at a time, and every failure is put into words.

use crate::Bot;
use serde_json::Value;
use skirmish_core::any::AnyTable;
use skirmish_core::table::Timing;
use skirmish_core::{Absence, Seat};
use skirmish_referee::clock::{SeatClock, Timekeeping};
use skirmish_referee::exchange::{Line, ask};
use skirmish_referee::program::Program;
use skirmish_referee::protocol::{EndMessage, Ready, Reply, hello_line, read_ready, read_reply};
use skirmish_referee::speaker::Speaker;
use skirmish_referee::tally::Exception;
use skirmish_referee::{Cancel, Ending};
use std::time::Duration;

/// What a bot gets to leave in. A match gives it a second and ends it then, which costs nobody anything; here it would be
/// a fault, and a busy machine must not make one.
const LEAVING: Duration = Duration::from_secs(5);

/// What may be done to the bot's words or ours on the way.
#[derive(Clone, Copy, PartialEq)]
pub enum Meddling {
    Nothing,
    /// An action that nobody can read is added to its list, so that the next message reports it.
    BadAction,
    /// Keys of a later version are added to the message.
    NewKeys,
}

/// A failure in words for the author.
#[derive(Debug)]
pub struct Failure {
    pub why: String,
    /// It was waited for, and did not get ready.
    pub is_unready: bool,
}

impl Failure {
    /// Says something before it.
    pub fn with(self, words: &str) -> Failure {
        Failure { why: format!("{words}{}", self.why), ..self }
    }

    /// Says in what it happened.
    pub fn after(self, what: &str) -> Failure {
        self.with(&format!("{what}: "))
    }
}

impl From<String> for Failure {
    fn from(why: String) -> Failure {
        Failure { why, is_unready: false }
    }
}

pub type Said<T> = Result<T, Failure>;

pub struct Trial {
    pub table: Box<dyn AnyTable>,
    seat: Seat,
    program: Program,
    pub ready: Ready,
    speaker: Speaker,
    clock: SeatClock,
    cancel: Cancel,
    /// The number of the last request, as the table gave it.
    requests: u32,
    pub answers: u32,
    pub actions: usize,
    pub rejected: Vec<String>,
}

impl Trial {
    /// Starts the bot on a seat; weak bots play the others.
    pub fn begin(bot: &Bot, table: Box<dyn AnyTable>, seat: Seat, cancel: &Cancel) -> Said<Trial> {
        let program = Program::start(&bot.start, bot.level, table.host().line_limit).map_err(|error| error.why)?;
        Trial::greet(bot, program, table, seat, cancel)
    }

    /// Ends the bot without a word, as a crash would, and starts it again at the same table.
    pub fn restart(mut self, bot: &Bot) -> Said<Trial> {
        self.program.kill();
        Trial::begin(bot, self.table, self.seat, &self.cancel)
    }

    /// Greets a program that is running.
    pub fn greet(
        bot: &Bot,
        mut program: Program,
        mut table: Box<dyn AnyTable>,
        seat: Seat,
        cancel: &Cancel,
    ) -> Said<Trial> {
        for i in 0..table.seats().len() {
            let other = Seat(i as u8);
            if other != seat {
                let random = table.seed().of_seat(other);
                table.seat_bot(other, "weak", random);
            }
        }
        let clock = SeatClock::new(table.host().clock, Timekeeping::default());
        let hello = hello_line(&*table, seat, "check", table.host().clock);
        let limit = clock.start_limit();
        let answer = ask(&mut program, &hello, limit, cancel, |_| Line::Answer);
        let is_unready = matches!(answer.result, Err(Ending::Late { .. }));
        let ready = match answer.result {
            Ok(line) => read_ready(&line)
                .and_then(|ready| Ok((Speaker::greeted(&ready, bot.interpreters, &hello, &line)?, ready))),
            Err(Ending::Late { limit_ms, .. }) => {
                Err(format!("after the hello it has {limit_ms} ms to print its ready line; none came"))
            }
            Err(ending) => Err(format!("before its ready line: {ending}")),
        };
        let (speaker, ready) = ready.map_err(|why| Failure { why: with_log(&mut program, why), is_unready })?;
        let (cancel, rejected) = (cancel.clone(), Vec::new());
        let (requests, answers, actions) = (0, 0, 0);
        Ok(Trial { table, seat, program, ready, speaker, clock, cancel, requests, answers, actions, rejected })
    }

    /// Plays on until the bot has been asked once; false if the game is over.
    pub fn turn(&mut self, meddling: Meddling) -> Said<bool> {
        if !self.go_to_request() {
            return Ok(false);
        }
        let mut line = self.message(meddling);
        if let Err(why) = self.speaker.ask(&mut line) {
            return Err(self.failure(&why));
        }
        let (request, speaker) = (self.requests, &mut self.speaker);
        let limit = self.clock.limit();
        let answer = ask(&mut self.program, &line, limit, &self.cancel, |line| speaker.judge(line, request));
        let used_ms = answer.used.as_millis() as u32;
        self.clock.used(used_ms, true);
        let line = answer.result.map_err(|ending| self.failure(&ending.to_string()))?;
        if let Some(why) = self.speaker.take_fault() {
            return Err(self.failure(&why));
        }
        match read_reply(&line, request) {
            Reply::Orders { actions, notes } => {
                if let Some(failed) = notes.and_then(Exception::in_notes) {
                    return Err(
                        self.failure(&format!("its code failed, and its kit answered without orders: {failed}"))
                    );
                }
                self.answers += 1;
                self.actions += actions.len();
                let bad: Box<serde_json::value::RawValue> =
                    serde_json::value::to_raw_value(&serde_json::json!({"do": "no such verb"})).expect("it is JSON");
                let mut actions = actions;
                if meddling == Meddling::BadAction {
                    actions.push(&bad);
                }
                self.table.list(self.seat, &actions, 0);
                self.step();
                Ok(true)
            }
            Reply::Resign => Err(self.failure("it resigned")),
            Reply::Stale => Err(self.failure("it answered an old request")),
            Reply::Malformed(why) => Err(self.failure(&why)),
        }
    }

    /// Asks the bot and does not wait for its answer: for the rules it is late.
    pub fn turn_given_up(&mut self) -> Said<bool> {
        if !self.go_to_request() {
            return Ok(false);
        }
        let mut line = self.message(Meddling::Nothing);
        if let Err(why) = self.speaker.ask(&mut line) {
            return Err(self.failure(&why));
        }
        self.program.tell(&line).map_err(|error| format!("it does not read its input: {error}"))?;
        self.clock.used(0, true);
        self.table.absent(self.seat, Absence::Late, 0);
        self.step();
        Ok(true)
    }

    /// Tells the end. A bot that is to stay is given back, any other has to leave.
    pub fn end(mut self, again: bool) -> Said<Option<Program>> {
        let rejected = self.table.rejected(self.seat);
        let line = EndMessage { r#type: "end", result: self.table.result(), rejected, again }.line();
        self.program.tell(&line).map_err(|error| format!("it is gone before the end: {error}"))?;
        if again {
            return Ok(Some(self.program));
        }
        self.program.close_input();
        if !self.program.leaves_within(LEAVING) {
            let seconds = LEAVING.as_secs();
            return Err(self.failure(&format!(
                "it was told the end and its input was closed, and {seconds} seconds later it still runs; leave at `end`"
            )));
        }
        match self.program.ended_within(Duration::ZERO) {
            None | Some(Ending::Crashed { exit: Some(0), .. }) => Ok(None),
            Some(ending) => Err(self.failure(&format!("at the end: {ending}"))),
        }
    }

    /// Plays the others until the bot is to act; false if the game is over.
    fn go_to_request(&mut self) -> bool {
        loop {
            let turn = self.table.turn();
            if turn.is_over() {
                return false;
            }
            let asked = |seat: Seat| turn.to_act.contains(seat) && !turn.silent.contains(seat);
            if asked(self.seat) {
                for other in turn.to_act.iter().filter(|&other| other != self.seat && asked(other)) {
                    self.table.ask_bot(other);
                }
                return true;
            }
            for other in turn.to_act.iter().filter(|&other| asked(other)) {
                self.table.ask_bot(other);
            }
            self.table.step();
        }
    }

    fn message(&mut self, meddling: Meddling) -> Vec<u8> {
        let timing: Timing = self.clock.timing(self.table.turn_ms());
        let mut line = Vec::new();
        self.requests = self.table.message(self.seat, self.ready.wants_legal, timing, &mut line);
        if meddling == Meddling::NewKeys {
            line.splice(1..1, *b"\"a_later_version\":{\"knows\":[1,2.5e3,null,\"\\u00e9\"]},");
        }
        line.push(b'\n');
        line
    }

    fn step(&mut self) {
        self.table.step();
        if let Value::Array(list) = self.table.rejected(self.seat) {
            self.rejected.extend(list.iter().filter_map(|one| one["reason"].as_str().map(str::to_string)));
        }
    }

    /// A failure with the turn it came in and the last of the bot's log.
    fn failure(&mut self, why: &str) -> Failure {
        let turn = self.table.turn().number;
        with_log(&mut self.program, format!("turn {turn}, request {}: {why}", self.requests)).into()
    }
}

fn with_log(program: &mut Program, why: String) -> String {
    // What it has to say about it may still be on its way.
    program.leaves_within(Duration::from_millis(100));
    let log = program.log().text();
    let last: Vec<&str> = log.trim_end().lines().rev().take(12).collect();
    if last.is_empty() {
        return why;
    }
    let last: Vec<&str> = last.into_iter().rev().collect();
    format!("{why}\nthe end of its standard error:\n  {}", last.join("\n  "))
}
