//! The driver of a live game: the game, its time, and the numbers of its log.
//!
//! It judges commands and makes a record of each that it accepts; given the same records again, it comes to the same state. It
//! is a plain value: whoever wants to try something works on a clone, and keeps it or throws it away.

use crate::head::Head;
use crate::logged::{CLOCK, Logged, OPERATOR, Operation};
use crate::refusal::{self, Refusal};
use crate::rfc3339;
use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};
use skirmish_core::replay::commitment::hex;
use skirmish_core::{Documents, Entry, Key, Orders, Rules, Seat, Table, Telling};
use skirmish_house::store::{Record, RequestKey, Snapshot};
use skirmish_zords::action::Why;
use skirmish_zords::calendar::Calendar;
use skirmish_zords::config::Downtime;
use skirmish_zords::digest::digest;
use skirmish_zords::outcome::Memory;
use skirmish_zords::reason;
use skirmish_zords::state::Status;
use skirmish_zords::{Action, Command, Event, Name, State, Zords};
use std::sync::Arc;

/// A clock that is so far ahead after a restart is not believed until an operator says so: it would burn days.
const TOO_FAR_AHEAD_MS: i64 = 2 * 86_400_000;

/// Which snapshots this program can read.
pub const SNAPSHOTS: &str = "zords live 1";

/// A live game in memory.
#[derive(Clone)]
pub struct Driver {
    table: Table<Zords>,
    calendar: Calendar,
    /// The numbers of the last record and of the last event.
    n: i64,
    events: i64,
    /// The largest real time that is logged.
    last_ms: i64,
    held: Option<Held>,
}

/// Why time stands still.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "by", rename_all = "snake_case")]
pub enum Held {
    /// An operator has paused the game.
    Operator { since_ms: i64, why: String },
    /// The clock was far ahead after a restart. `since_ms` is when the game was last known to be alive, or when an operator
    /// had `paused` it before.
    Clock { since_ms: i64, paused: bool },
}

/// A record that is not stored yet, and what is told once it is.
#[derive(Clone, Debug)]
pub struct Made {
    pub logged: Logged,
    pub record: Record,
    pub told: Vec<Told>,
}

/// An event of the public log.
#[derive(Clone, PartialEq, Debug)]
pub struct Told {
    pub n: i64,
    /// Its kind, such as `moved`.
    pub event: String,
    /// The whole event as JSON.
    pub data: Arc<str>,
}

/// An event with what the log adds to it.
#[derive(Serialize)]
struct Numbered<'a> {
    n: i64,
    at: &'a str,
    #[serde(flatten)]
    event: &'a Event,
}

impl Made {
    /// Stores the answer to a request with its first record, so that the request is recognised when it comes again.
    pub fn remember(&mut self, key: RequestKey, answer: Box<RawValue>) {
        self.logged.answer = Some(answer);
        self.record.key = Some(key);
        self.record.body = self.logged.write();
    }
}

/// What a snapshot holds.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Kept {
    position: serde_json::Value,
    memory: Memory,
    events: i64,
    last_ms: i64,
    start_ms: i64,
    held: Option<Held>,
    hash: String,
}

impl Driver {
    /// A game that nobody has joined yet.
    pub fn new(head: &Head) -> Result<Driver, String> {
        let config = head.config().map_err(|faults| faults.to_string())?;
        let key = head.key().ok_or("the game's key is not one")?;
        let calendar = Calendar::new(&config, head.created_ms);
        let (game, state) = Zords::live(config, key);
        Ok(Driver { table: Table::new(game, state), calendar, n: 0, events: 0, last_ms: head.created_ms, held: None })
    }

    pub fn game(&self) -> &Zords {
        &self.table.game
    }

    pub fn state(&self) -> &State {
        &self.table.state
    }

    pub fn table(&self) -> &Table<Zords> {
        &self.table
    }

    pub fn calendar(&self) -> &Calendar {
        &self.calendar
    }

    /// The number of the last record.
    pub fn records(&self) -> i64 {
        self.n
    }

    /// The number of the last event.
    pub fn events(&self) -> i64 {
        self.events
    }

    /// The largest real time that is logged.
    pub fn last_ms(&self) -> i64 {
        self.last_ms
    }

    pub fn held(&self) -> Option<&Held> {
        self.held.as_ref()
    }

    /// Whether nothing will happen any more.
    pub fn is_over(&self) -> bool {
        matches!(self.state().status(), Status::Over | Status::Aborted)
    }

    /// SHA-256 of the position, in hexadecimal digits.
    pub fn hash(&self) -> String {
        hex(&digest(self.game(), self.state()))
    }

    /// The real time for the game: what the service says, but never before the last record.
    fn not_before(&self, now_ms: i64) -> i64 {
        now_ms.max(self.last_ms)
    }

    /// The game's time at an instant. It never goes back, and stands still while the game is held.
    fn moment(&self, now_ms: i64) -> (i64, i64) {
        let present = self.state().moment();
        if self.held.is_some() || self.state().status() != Status::Running {
            return present;
        }
        match self.calendar.moment(self.not_before(now_ms), self.state().shift_s()) {
            Some((day, time)) if day == present.0 => (day, time.max(present.1)),
            // Days change by records of their own.
            _ => present,
        }
    }

    // ---- time

    /// The next change of days, if one is due: the opening of day 1, of the next day, or the end. Whoever calls it goes on
    /// until there is none, so each change is a record of its own.
    pub fn due(&mut self, now_ms: i64) -> Option<Made> {
        if self.held.is_some() {
            return None;
        }
        let now_ms = self.not_before(now_ms);
        let (day, _) = match self.state().status() {
            Status::Over | Status::Aborted => return None,
            Status::Waiting => {
                self.put_off(now_ms);
                self.calendar.moment(now_ms, self.state().shift_s()).filter(|_| self.can_start())?
            }
            Status::Running => self.calendar.moment(now_ms, self.state().shift_s())?,
        };
        let (present, _) = self.state().moment();
        if day <= present {
            return None;
        }
        self.clock(now_ms, Command::Advance { day: i32::try_from(present + 1).ok()?, time: 0 }).ok()
    }

    fn can_start(&self) -> bool {
        self.state().joined() as i64 >= self.game().config().min_players
    }

    /// A start that comes before there are enough players is put off by whole days. That is no record: the next one tells
    /// when that was.
    fn put_off(&mut self, now_ms: i64) {
        if self.held.is_none() && self.state().status() == Status::Waiting && !self.can_start() {
            self.calendar = self.calendar.put_off(now_ms - self.state().shift_s() * 1000);
        }
    }

    /// Lets time pass within the day. That is no record: only commands are.
    pub fn pass(&mut self, now_ms: i64) {
        if self.state().status() == Status::Running {
            self.table.step(&passage(self.moment(now_ms)));
            self.table.forget_news(None);
        }
    }

    /// When this driver must look at the clock again, at the latest.
    pub fn next_change_ms(&self) -> Option<i64> {
        if self.held.is_some() || self.is_over() {
            return None;
        }
        Some(self.calendar.instant(self.state().moment().0 + 1, 0, self.state().shift_s()))
    }

    /// The game has been down since `alive_ms` and is up again: holds it if the clock is too far ahead to be believed. That
    /// is no record, since nothing of that clock is to be written down.
    pub fn wake(&mut self, alive_ms: i64, now_ms: i64) {
        self.last_ms = self.last_ms.max(alive_ms);
        if self.is_over() || now_ms.saturating_sub(self.last_ms) <= TOO_FAR_AHEAD_MS {
            return;
        }
        self.held = Some(match self.held {
            None => Held::Clock { since_ms: self.last_ms, paused: false },
            Some(Held::Operator { since_ms, .. }) => Held::Clock { since_ms, paused: true },
            Some(Held::Clock { since_ms, paused }) => Held::Clock { since_ms, paused },
        });
    }

    /// Makes up for the time the game was down, if its config says so: shifts its days.
    pub fn rise(&mut self, now_ms: i64) -> Option<Made> {
        if self.held.is_some() || self.is_over() { None } else { self.make_up(self.last_ms, now_ms) }
    }

    /// Takes over from the same game, read a while ago, what no record tells: how late it is, and that the clock is not
    /// believed. Only an operator's command ends that, and it would be a record.
    pub fn take_over(&mut self, earlier: &Driver) {
        self.last_ms = self.last_ms.max(earlier.last_ms);
        if self.n == earlier.n {
            self.held = earlier.held.clone();
        }
        if self.state().status() == Status::Running {
            self.table.step(&passage(earlier.state().moment()));
        }
    }

    /// Shifts the days by the time that was lost, if the config says so.
    fn make_up(&mut self, since_ms: i64, now_ms: i64) -> Option<Made> {
        match self.game().config().downtime_policy {
            Downtime::CatchUp => None,
            Downtime::Shift => self.shift(since_ms, now_ms),
        }
    }

    /// Moves the calendar by the real time between two instants, in whole seconds, rounded up: time may stand still for a
    /// little longer, but never jumps.
    fn shift(&mut self, since_ms: i64, now_ms: i64) -> Option<Made> {
        let lost_ms = self.not_before(now_ms).saturating_sub(since_ms);
        let seconds = i32::try_from(lost_ms.saturating_add(999) / 1000).unwrap_or(i32::MAX);
        if seconds <= 0 {
            return None;
        }
        // Until then the game went on, and not until now.
        let moment = self.moment(since_ms);
        let shift = Entry::Action(Command::ClockShift { seconds }.into());
        self.command_at(moment, now_ms, (CLOCK, Seat::CLOCK), shift).ok()
    }

    // ---- commands

    /// A player's action. `guard` is the day it was planned for, unless it names one itself.
    pub fn act(&mut self, now_ms: i64, seat: &str, action: &RawValue, guard: Option<i32>) -> Result<Made, Refusal> {
        if let Some(held) = &self.held {
            return Err(held.refusal());
        }
        let mut entry = self.game().parse(action);
        if let Entry::Action(action) = &mut entry {
            action.day = action.day.or(guard);
        }
        let number = self.state().seat_called(Name::of(seat)).unwrap_or(skirmish_zords::state::NOBODY);
        self.command(now_ms, (seat, number), entry)
    }

    /// Nothing is written down by a clock that is not believed.
    fn believe(&self) -> Result<(), Refusal> {
        match &self.held {
            Some(held @ Held::Clock { .. }) => Err(held.refusal()),
            _ => Ok(()),
        }
    }

    /// Somebody joins.
    pub fn join(&mut self, now_ms: i64, seat: &str) -> Result<Made, Refusal> {
        self.believe()?;
        self.clock(now_ms, Command::Join { seat: Name::of(seat) })
    }

    /// A player gives up.
    pub fn resign(&mut self, now_ms: i64, seat: &str) -> Result<Made, Refusal> {
        if self.is_over() {
            return Err(refusal::over());
        }
        let number = self.state().seat_called(Name::of(seat)).ok_or(reason::UNKNOWN_SEAT)?;
        if self.state().is_retired(number) {
            return Err(reason::RETIRED_SEAT.into());
        }
        self.believe()?;
        self.clock(now_ms, Command::Retire { seat: Name::of(seat), why: Why::Resigned })
    }

    /// Day 1 opens now.
    pub fn start(&mut self, now_ms: i64) -> Result<Made, Refusal> {
        if let Some(held) = &self.held {
            return Err(held.refusal());
        }
        match self.state().status() {
            Status::Waiting if !self.can_start() => return Err(reason::NOT_ENOUGH_PLAYERS.into()),
            Status::Waiting => {}
            Status::Running => return Err(Refusal::new("already_started", "the game has started already")),
            Status::Over | Status::Aborted => return Err(refusal::over()),
        }
        let now_ms = self.not_before(now_ms);
        let start_ms = now_ms - self.state().shift_s() * 1000;
        self.calendar = self.calendar.from(start_ms);
        self.clock(now_ms, Command::Advance { day: 1, time: 0 })
    }

    /// Time stands still from now on.
    pub fn pause(&mut self, now_ms: i64, why: &str) -> Result<Made, Refusal> {
        if self.is_over() {
            return Err(refusal::over());
        }
        if let Some(held) = &self.held {
            return Err(Refusal::new("already_paused", format!("the game is paused already: {}", held.why())));
        }
        Ok(self.operation(now_ms, Operation::Pause { why: why.into() }))
    }

    /// Time goes on, from where it stood still.
    pub fn resume(&mut self, now_ms: i64) -> Result<Vec<Made>, Refusal> {
        let shift = match self.held {
            None => return Err(Refusal::new("not_paused", "the game is not paused")),
            Some(Held::Operator { since_ms, .. } | Held::Clock { since_ms, paused: true }) => {
                self.shift(since_ms, now_ms)
            }
            Some(Held::Clock { since_ms, paused: false }) => self.make_up(since_ms, now_ms),
        };
        Ok(shift.into_iter().chain([self.operation(now_ms, Operation::Resume)]).collect())
    }

    /// The game ends here, and nobody is ranked.
    pub fn abort(&mut self, now_ms: i64, why: &str) -> Result<Made, Refusal> {
        if self.is_over() {
            return Err(refusal::over());
        }
        Ok(self.operation(now_ms, Operation::Abort { why: why.into() }))
    }

    fn clock(&mut self, now_ms: i64, command: Command) -> Result<Made, Refusal> {
        self.command(now_ms, (CLOCK, Seat::CLOCK), Entry::Action(command.into()))
    }

    /// Judges a command at the present time, and makes its record if it is accepted. Time passes either way.
    fn command(&mut self, now_ms: i64, who: (&str, Seat), entry: Entry<Action>) -> Result<Made, Refusal> {
        self.command_at(self.moment(now_ms), now_ms, who, entry)
    }

    fn command_at(
        &mut self,
        moment: (i64, i64),
        now_ms: i64,
        who: (&str, Seat),
        entry: Entry<Action>,
    ) -> Result<Made, Refusal> {
        let waited = self.state().status() == Status::Waiting;
        self.table.step(&orders(moment, who.1, entry));
        self.table.forget_news(None);
        if let Some(rejection) = self.table.record().rejections.last() {
            return Err(rejection.reason.into());
        }
        let Entry::Action(action) = entry else { return Err(skirmish_core::Reason::MALFORMED.into()) };
        let command = to_raw_value(&action).expect("actions serialise");
        let started = waited && self.state().status() == Status::Running;
        Ok(self.log(now_ms, who.0, command, started.then_some(self.calendar.start_ms)))
    }

    fn operation(&mut self, now_ms: i64, operation: Operation) -> Made {
        self.table.step(&passage(self.moment(now_ms)));
        self.operate(&operation, self.not_before(now_ms));
        self.log(now_ms, OPERATOR, to_raw_value(&operation).expect("operations serialise"), None)
    }

    fn operate(&mut self, operation: &Operation, at_ms: i64) {
        match operation {
            Operation::Pause { why } => self.held = Some(Held::Operator { since_ms: at_ms, why: why.clone() }),
            Operation::Resume => self.held = None,
            Operation::Abort { .. } => {
                self.held = None;
                self.table.state.abort();
            }
        }
    }

    /// The record of what the table has just played.
    fn log(&mut self, now_ms: i64, who: &str, command: Box<RawValue>, start_ms: Option<i64>) -> Made {
        let at = self.not_before(now_ms);
        self.last_ms = at;
        let played = self.table.record();
        let instant = rfc3339(at);
        let tell = |(n, event): (i64, &Event)| {
            let data = serde_json::to_string(&Numbered { n, at: &instant, event }).expect("events serialise");
            Told { n, event: event.what.name().into(), data: data.into() }
        };
        let told: Vec<Told> = (self.events + 1..).zip(&played.events).map(tell).collect();
        let raw = |told: &Told| RawValue::from_string(told.data.to_string()).expect("events are JSON");
        let (day, time) = self.state().moment();
        let draws = played.draws.clone();
        let logged = Logged {
            at,
            seat: who.into(),
            day,
            time,
            seq: self.state().seq(),
            command,
            rng: (!draws.is_empty()).then(|| self.game().key(self.state()).map(Key::to_hex)).flatten(),
            draws,
            start_ms,
            hash: self.hash(),
            answer: None,
            events: told.iter().map(raw).collect(),
        };
        self.n += 1;
        let first_event = self.events + 1;
        self.events += told.len() as i64;
        let record = Record { n: self.n, first_event, events: told.len() as i64, key: None, body: logged.write() };
        Made { logged, record, told }
    }

    // ---- the log again

    /// Plays a record of the log, and says what does not fit.
    pub fn fold(&mut self, record: &Record) -> Result<Logged, String> {
        if (record.n, record.first_event) != (self.n + 1, self.events + 1) {
            let found = format!("record {} with event {}", record.n, record.first_event);
            return Err(format!("{found}, where record {} with event {} belongs", self.n + 1, self.events + 1));
        }
        let logged = Logged::read(&record.body)?;
        self.replay(&logged)?;
        let hash = self.hash();
        if hash != logged.hash {
            return Err(format!("playing it gives the state {hash}, the record has {}", logged.hash));
        }
        let events = self.table.record().events.len() as i64;
        if (events, logged.events.len() as i64) != (record.events, record.events) {
            return Err(format!("playing it gives {events} events, the record has {}", record.events));
        }
        self.n = record.n;
        self.events += events;
        self.last_ms = self.last_ms.max(logged.at);
        Ok(logged)
    }

    fn replay(&mut self, logged: &Logged) -> Result<(), String> {
        let entry = self.game().parse(&logged.command);
        // Lost time is made up for before anything else, and so before a start is put off.
        if !matches!(entry, Entry::Action(Action { command: Command::ClockShift { .. }, .. })) {
            self.put_off(logged.at);
        }
        if logged.seat == OPERATOR {
            let operation = serde_json::from_str(logged.command.get()).map_err(|e| e.to_string())?;
            // The passage of time before it is part of the state.
            self.table.step(&passage((logged.day, logged.time)));
            self.operate(&operation, logged.at);
            return Ok(());
        }
        let orders = self.orders_of(logged)?;
        if let Some(start_ms) = logged.start_ms {
            self.calendar = self.calendar.from(start_ms);
        }
        let drawn = self.table.step_drawn(&orders, &logged.draws);
        self.table.forget_news(None);
        drawn?;
        if let Some(rng) = &logged.rng {
            let key = Key::from_hex(rng).ok_or("the generator's state is not one")?;
            self.table.game.set_key(&mut self.table.state, Some(key));
        }
        match self.table.record().rejections.last() {
            None => Ok(()),
            Some(rejection) => Err(format!("the rules refuse it: {}", rejection.reason)),
        }
    }

    /// The orders of a record, as a replay has them.
    pub fn orders_of(&self, logged: &Logged) -> Result<Orders<Action>, String> {
        let entry = self.game().parse(&logged.command);
        let seat = match logged.seat.as_str() {
            CLOCK => Seat::CLOCK,
            name => self.state().seat_called(Name::of(name)).ok_or_else(|| format!("there is no seat {name}"))?,
        };
        Ok(orders((logged.day, logged.time), seat, entry))
    }

    /// The state as it is, so that older records need not be played again.
    pub fn snapshot(&self) -> Snapshot {
        let position = self.game().position(self.state());
        let kept = Kept {
            position: serde_json::to_value(position).expect("positions serialise"),
            memory: self.table.memory().clone(),
            events: self.events,
            last_ms: self.last_ms,
            start_ms: self.calendar.start_ms,
            held: self.held.clone(),
            hash: self.hash(),
        };
        let body = serde_json::to_string(&kept).expect("snapshots serialise");
        Snapshot { n: self.n, version: SNAPSHOTS.into(), body }
    }

    /// The state of a snapshot, or why it cannot be used.
    pub fn restore(head: &Head, snapshot: &Snapshot) -> Result<Driver, String> {
        if snapshot.version != SNAPSHOTS {
            return Err(format!("a snapshot of \"{}\"; this program reads \"{SNAPSHOTS}\"", snapshot.version));
        }
        let kept: Kept = serde_json::from_str(&snapshot.body).map_err(|e| e.to_string())?;
        let position = Zords::read_position(&kept.position).map_err(|faults| faults.to_string())?;
        let (game, state) = Zords::from_position(&position).map_err(|faults| faults.to_string())?;
        let fresh = Driver::new(head)?;
        if game != *fresh.game() {
            return Err("its config is not the game's".into());
        }
        let driver = Driver {
            table: Table::resume(game, state, kept.memory),
            calendar: fresh.calendar.from(kept.start_ms),
            n: snapshot.n,
            events: kept.events,
            last_ms: kept.last_ms,
            held: kept.held,
        };
        if driver.hash() == kept.hash { Ok(driver) } else { Err("its state has another hash than it says".into()) }
    }
}

impl Held {
    /// Why, in words.
    pub fn why(&self) -> String {
        match self {
            Held::Operator { why, .. } => why.clone(),
            Held::Clock { .. } => "the server's clock was far ahead when it started; an operator must confirm".into(),
        }
    }

    /// What somebody is told who wants to act.
    pub fn refusal(&self) -> Refusal {
        refusal::paused(&self.why())
    }
}

/// The clock's word that time passes.
fn advance(day: i64, time: i64) -> Entry<Action> {
    let part = |n| i32::try_from(n).unwrap_or(i32::MAX);
    Entry::Action(Command::Advance { day: part(day), time: part(time) }.into())
}

/// The passage of time up to a moment.
fn passage((day, time): (i64, i64)) -> Orders<Action> {
    Orders::of(Seat::CLOCK, [advance(day, time)])
}

/// The passage of time up to a moment, and then one command. A change of days is its own passage of time.
fn orders(moment: (i64, i64), seat: Seat, entry: Entry<Action>) -> Orders<Action> {
    let time = advance(moment.0, moment.1);
    match entry {
        Entry::Action(Action { command: Command::Advance { .. }, .. }) if seat == Seat::CLOCK => {
            return Orders::of(Seat::CLOCK, [entry]);
        }
        _ if seat == Seat::CLOCK => return Orders::of(Seat::CLOCK, [time, entry]),
        _ => {}
    }
    // Without the clock's word the rules would take it for a turn of play in rounds.
    let mut orders = Orders::of(Seat::CLOCK, [time]);
    orders.list(seat, [entry]);
    orders
}
