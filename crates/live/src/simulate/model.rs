//! What must hold of a game, whatever happens to the service.
//!
//! The model reads the log as it is safe on the disk, record by record, and keeps books of its own about numbers, days, time
//! and requests. The service's state must be the fold of that log; answers and streams must say what it says.

use super::client::Wish;
use super::store::FaultyStore;
use crate::driver::{Driver, Held};
use crate::head::Head;
use crate::keeper::{Keeper, Order};
use crate::logged::{CLOCK, Logged, OPERATOR};
use crate::request::Answer;
use crate::rfc3339;
use serde_json::Value;
use skirmish_house::store::Record;
use skirmish_zords::config::Downtime;
use skirmish_zords::state::Status;
use std::collections::HashMap;

type Called = (String, String);

/// After such a time without a sign of life, the clock is not believed.
const DOUBT_MS: i64 = 2 * 86_400_000;
/// So often the service gives a sign of life.
const HEARTBEAT_MS: i64 = 30_000;
/// So long a refusal is remembered.
const REMEMBERED_MS: i64 = 86_400_000;

/// The books of one game.
pub struct Model {
    pub game: i64,
    /// The fold of all records from the first, without snapshots.
    pub folded: Driver,
    /// All events of the log.
    pub told: Vec<String>,
    created_ms: i64,
    days: i64,
    live_day_ms: i64,
    day_length_s: i64,
    policy: Downtime,
    log: Vec<Entry>,
    keyed: HashMap<Called, usize>,
    /// Records without a key: those that belong to the list before them, those of single actions, and how many such were sent.
    listed: i64,
    unclaimed: i64,
    pub unkeyed: i64,
    /// Answers that bind for ever, and those that bind until the next start.
    settled: HashMap<Called, String>,
    remembered: HashMap<Called, (String, i64)>,
    moment: (i64, i64),
    last_ms: i64,
    seq: i64,
    start_ms: Option<i64>,
    shift_s: i64,
    paused: Option<i64>,
    /// Since when the service was down, as long as that is not made up for.
    down_since: Option<i64>,
    /// What time the game was said to be, since the last start.
    shown: (i64, i64),
    /// The clock is not believed, and the last sign of life before.
    doubted: bool,
    beat_ms: Option<i64>,
}

/// What the model keeps of a record.
struct Entry {
    seat: String,
    seq: i64,
    events: Vec<Value>,
    answer: Option<String>,
}

fn ensure(holds: bool, what: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(what()) }
}

impl Model {
    pub fn new(game: i64, head: &Head) -> Result<Model, String> {
        let config = head.config().map_err(|faults| faults.to_string())?;
        Ok(Model {
            game,
            folded: Driver::new(head)?,
            told: Vec::new(),
            created_ms: head.created_ms,
            days: config.days,
            live_day_ms: config.live_day_s * 1000,
            day_length_s: config.day_length_s,
            policy: config.downtime_policy,
            log: Vec::new(),
            keyed: HashMap::new(),
            listed: 0,
            unclaimed: 0,
            unkeyed: 0,
            settled: HashMap::new(),
            remembered: HashMap::new(),
            moment: (0, 0),
            last_ms: head.created_ms,
            seq: 0,
            start_ms: None,
            shift_s: 0,
            paused: None,
            down_since: None,
            shown: (0, 0),
            doubted: false,
            beat_ms: None,
        })
    }

    pub fn records(&self) -> usize {
        self.log.len()
    }

    /// The last time that is written down.
    pub fn last_ms(&self) -> i64 {
        self.last_ms
    }

    pub fn is_over(&self) -> bool {
        self.folded.is_over()
    }

    /// Whether all days were played.
    pub fn is_complete(&self) -> bool {
        self.folded.state().status() != Status::Over || self.folded.state().moment().0 == self.days
    }

    // ---- the log

    /// Reads what is new in the log.
    pub fn read(&mut self, store: &FaultyStore) -> Result<(), String> {
        ensure(store.length(self.game) >= self.log.len(), || {
            format!("{} records were durable, {} are left", self.log.len(), store.length(self.game))
        })?;
        for record in store.flushed(self.game, self.log.len()) {
            self.enter(&record).map_err(|why| format!("game {}, record {}: {why}", self.game, record.n))?;
        }
        Ok(())
    }

    fn enter(&mut self, record: &Record) -> Result<(), String> {
        let logged = self.folded.fold(record)?;
        let command: Value = serde_json::from_str(logged.command.get()).map_err(|e| e.to_string())?;
        ensure(record.n == self.log.len() as i64 + 1, || "its number is not the next".into())?;
        ensure(logged.at >= self.last_ms, || format!("real time went back from {} to {}", self.last_ms, logged.at))?;
        let moment = (logged.day, logged.time);
        ensure(moment >= self.moment, || format!("time went back from {:?} to {moment:?}", self.moment))?;
        let counts = i64::from(logged.seat != OPERATOR);
        ensure(logged.seq == self.seq + counts, || format!("seq {} after {}", logged.seq, self.seq))?;
        self.enter_time(&logged, &command)?;
        self.enter_events(record, &logged)?;
        self.enter_request(record, &logged)?;
        (self.moment, self.last_ms, self.seq) = (moment, logged.at, logged.seq);
        let events = logged.events.iter().filter_map(|event| serde_json::from_str(event.get()).ok()).collect();
        let answer = logged.answer.map(|answer| answer.get().to_owned());
        self.log.push(Entry { seat: logged.seat, seq: logged.seq, events, answer });
        Ok(())
    }

    /// Days change once each, in order and never early; lost time is made up for as the config says; pauses stand still.
    fn enter_time(&mut self, logged: &Logged, command: &Value) -> Result<(), String> {
        let what = command["do"].as_str().unwrap_or_default();
        let is_clock = logged.seat == CLOCK;
        if self.paused.is_some() {
            ensure((logged.day, logged.time) == self.moment, || "time went on in a pause".into())?;
            ensure(logged.seat.starts_with('@') && what != "advance", || format!("{what} in a pause"))?;
        }
        let lost = |since: i64| (logged.at - since + 999) / 1000;
        let down_since = self.down_since.take();
        match (is_clock, what) {
            (true, "clock_shift") => {
                let since = self.paused.or(down_since.filter(|_| self.policy == Downtime::Shift));
                let since = since.ok_or("time is made up for that was not lost")?;
                let seconds = command["seconds"].as_i64().unwrap_or(0);
                ensure(seconds == lost(since), || format!("{seconds} s are made up for, {} were lost", lost(since)))?;
                let stopped = self.moment_at(since).unwrap_or(self.moment);
                ensure((logged.day, logged.time) <= stopped, || format!("time goes on after {stopped:?}"))?;
                self.shift_s += seconds;
                // Both records of going on come together.
                return Ok(());
            }
            (true, "advance") => {
                let day = command["day"].as_i64().unwrap_or(0);
                let present = self.moment.0;
                ensure(day == present + 1, || format!("day {day} opens after day {present}"))?;
                self.start_ms = logged.start_ms.or(self.start_ms);
                let start = self.start_ms.ok_or("a day opens before the start is known")?;
                let due = start + self.shift_s * 1000 + (day - 1) * self.live_day_ms;
                ensure(logged.at >= due, || format!("day {day} opens {} ms early", due - logged.at))?;
            }
            _ => {}
        }
        let unmade = down_since.filter(|since| self.policy == Downtime::Shift && lost(*since) > 0);
        ensure(unmade.is_none() || self.paused.is_some() || what == "abort", || {
            format!("lost time is not made up for before {what}")
        })?;
        ensure(!self.doubted || logged.seat == OPERATOR, || format!("{what} by a clock that is not believed"))?;
        match (logged.seat.as_str(), what) {
            (OPERATOR, "pause") => self.paused = Some(logged.at),
            (OPERATOR, _) => (self.paused, self.doubted) = (None, false),
            _ => {}
        }
        Ok(())
    }

    /// Events are numbered without gaps and agree with their record.
    fn enter_events(&mut self, record: &Record, logged: &Logged) -> Result<(), String> {
        ensure(record.first_event == self.told.len() as i64 + 1, || "its events leave a gap".into())?;
        let at = rfc3339(logged.at);
        for event in &logged.events {
            let value: Value = serde_json::from_str(event.get()).map_err(|e| e.to_string())?;
            let n = self.told.len() as i64 + 1;
            let agrees = value["n"] == n && value["seq"] == logged.seq && value["at"] == *at;
            ensure(agrees, || format!("event {n} does not agree with its record: {value}"))?;
            self.told.push(event.get().to_owned());
        }
        Ok(())
    }

    /// Each key has at most one effect, and every action of a player belongs to a request.
    fn enter_request(&mut self, record: &Record, logged: &Logged) -> Result<(), String> {
        if let Some(key) = &record.key {
            let called = (key.who.clone(), key.key.clone());
            let before = self.keyed.insert(called, self.log.len());
            ensure(before.is_none(), || format!("the key {} counts twice", key.key))?;
            let answer = logged.answer.as_ref().ok_or("a key without an answer")?;
            let answer: Value = serde_json::from_str(answer.get()).map_err(|e| e.to_string())?;
            ensure(self.listed == 0, || "a list was cut short".into())?;
            self.listed = accepted(&answer).len() as i64 - 1;
            return Ok(());
        }
        if logged.seat.starts_with('@') {
            return ensure(self.listed == 0, || "something came in the middle of a list".into());
        }
        if self.listed > 0 {
            self.listed -= 1;
            return Ok(());
        }
        self.unclaimed += 1;
        ensure(self.unclaimed <= self.unkeyed, || "an action of a player that nobody sent, or that counts twice".into())
    }

    // ---- the service

    /// The service has started: what is in memory must be the log, and a clock far ahead must not be believed.
    pub fn wake(&mut self, keeper: &Keeper, heartbeat: Option<i64>, wall_ms: i64) -> Result<(), String> {
        self.remembered.clear();
        ensure(self.listed == 0, || "a list was stored in part".into())?;
        self.last_ms = self.last_ms.max(heartbeat.unwrap_or(self.last_ms));
        self.shown = self.moment;
        self.down_since = Some(self.last_ms);
        self.beat_ms = heartbeat;
        self.doubted = !self.is_over() && wall_ms - self.last_ms > DOUBT_MS;
        ensure(keeper.was_held_by_clock() == self.doubted, || {
            format!("{} ms after the last sign of life, the clock's hold is {}", wall_ms - self.last_ms, !self.doubted)
        })?;
        let driver = keeper.driver();
        ensure(driver.hash() == self.folded.hash(), || "the state after a start is not that of the log".into())?;
        self.compare(driver)
    }

    /// The service has written something, so whatever was lost is made up for.
    pub fn settle(&mut self) {
        if !self.doubted {
            self.down_since = None;
        }
    }

    /// Signs of life come in time, and none by a clock that is not believed.
    pub fn check_heartbeat(&self, heartbeat: Option<i64>, now_ms: i64) -> Result<(), String> {
        if self.doubted {
            return ensure(heartbeat == self.beat_ms, || "a sign of life by a clock that is not believed".into());
        }
        let silent = now_ms - heartbeat.unwrap_or(self.created_ms);
        ensure(self.is_over() || silent < HEARTBEAT_MS, || format!("no sign of life for {silent} ms"))
    }

    /// The state in memory must be the fold of the log; if all went well, at the time that it is.
    pub fn check(&mut self, driver: &Driver, now_ms: Option<i64>) -> Result<(), String> {
        let state = driver.state();
        let moment = state.moment();
        ensure(moment >= self.shown, || format!("the game went back from {:?} to {moment:?}", self.shown))?;
        let mut folded = self.folded.clone();
        folded.take_over(driver);
        ensure(folded.hash() == driver.hash(), || "the state in memory is not the fold of the log".into())?;
        let frozen = self.paused.is_some() || self.doubted || state.status() != Status::Running;
        let derived = now_ms.filter(|_| !frozen).and_then(|now_ms| self.moment_at(now_ms));
        let expected = derived.unwrap_or(self.moment).max(self.moment).max(self.shown);
        ensure(state.status() == Status::Over || moment == expected, || {
            format!("the game says it is {moment:?}, and it is {expected:?}")
        })?;
        self.shown = moment;
        self.compare(driver)
    }

    /// Which time of the present day it is at an instant.
    fn moment_at(&self, now_ms: i64) -> Option<(i64, i64)> {
        let gone = now_ms.max(self.last_ms) - self.start_ms? - self.shift_s * 1000;
        let (day, into) = (gone.div_euclid(self.live_day_ms) + 1, gone.rem_euclid(self.live_day_ms));
        (day == self.moment.0).then_some((day, into * self.day_length_s / self.live_day_ms)).map(|m| m.max(self.moment))
    }

    fn compare(&self, driver: &Driver) -> Result<(), String> {
        let same = (driver.records(), driver.events()) == (self.folded.records(), self.folded.events());
        ensure(same, || "the service counts other records than there are".into())?;
        ensure(driver.table().memory() == self.folded.table().memory(), || {
            "kills or wipes are not those of the log".into()
        })?;
        let config = driver.state().joined() as i64 >= driver_min(driver);
        ensure(!config || self.is_over() || driver.calendar() == self.folded.calendar(), || {
            format!("days begin at {}, by the log at {}", driver.calendar().start_ms, self.folded.calendar().start_ms)
        })?;
        let held = match driver.held() {
            Some(Held::Clock { .. }) => self.doubted,
            held => held == self.folded.held() && !self.doubted,
        };
        ensure(held, || format!("the game is held by {:?}, by the log {:?}", driver.held(), self.folded.held()))
    }

    // ---- answers

    /// A request is answered: what is said must be durable, and the same as ever.
    pub fn answered(&mut self, wish: &Wish, answer: &Answer, store: &FaultyStore, now_ms: i64) -> Result<(), String> {
        self.judge(wish, answer, store, now_ms)
            .map_err(|why| format!("{}: {why} ({:?} answered {answer:?})", wish.name, wish.order))
    }

    fn judge(&mut self, wish: &Wish, answer: &Answer, store: &FaultyStore, now_ms: i64) -> Result<(), String> {
        let stored = wish.key().and_then(|called| self.keyed.get(&called).copied());
        match answer {
            Answer::Refused { refusal, seq, .. } => {
                ensure(*seq <= self.seq, || format!("seq {seq} of a game that is at {}", self.seq))?;
                let excused = wish.reuses_key || refusal.status() == 503;
                ensure(stored.is_none() || excused, || "it was done, and is refused now".into())?;
                if refusal.status() == 503 {
                    return Ok(());
                }
                ensure(!wish.reuses_key || refusal.reason == "key_reused", || "its key was used before".into())?;
                self.bind(wish, format!("{refusal:?}"), now_ms)
            }
            Answer::Done { body, again } => {
                let done = store.audited(&wish.name);
                ensure(done <= 1, || "what belongs to it came true twice".into())?;
                ensure(!wish.reuses_key, || "its key was used before".into())?;
                ensure(done == 1 || *again || !wish.is_plain(), || "what belongs to it did not come true".into())?;
                match (&wish.order, stored) {
                    (Order::Act(request), stored) => {
                        let body: Value = serde_json::from_str(body.get()).map_err(|e| e.to_string())?;
                        let results = accepted(&body);
                        if let (Some(seq), Some(first), false) = (request.if_seq, results.first(), *again) {
                            ensure(first["seq"] == seq + 1, || format!("it was to be done only at seq {seq}"))?;
                        }
                        match (request.key.is_some() && !results.is_empty(), stored) {
                            (true, None) => return Err("its effect is not durable".into()),
                            (true, Some(at)) => self.compare_results(at, &results)?,
                            (false, _) => {}
                        }
                    }
                    (Order::Resign { .. }, None) => return Err("its effect is not durable".into()),
                    (Order::Join { seat }, _) => {
                        let name = skirmish_zords::Name::of(seat);
                        let seated = self.folded.state().seat_called(name).is_some();
                        ensure(seated, || "its effect is not durable".into())?;
                    }
                    _ => {}
                }
                if let Some(at) = stored {
                    let logged = self.log[at].answer.as_deref();
                    ensure(logged == Some(body.get()), || format!("the log has the answer {logged:?}"))?;
                }
                self.bind(wish, body.get().to_owned(), now_ms)
            }
        }
    }

    /// The same request has the same answer: for ever if it had an effect, else until the next start.
    fn bind(&mut self, wish: &Wish, answer: String, now_ms: i64) -> Result<(), String> {
        let (Some(called), Order::Act(_), false) = (wish.key(), &wish.order, wish.reuses_key) else { return Ok(()) };
        let before = if self.keyed.contains_key(&called) {
            self.settled.entry(called).or_insert_with(|| answer.clone())
        } else {
            let (before, at_ms) = self.remembered.entry(called).or_insert_with(|| (answer.clone(), now_ms));
            if now_ms - *at_ms > REMEMBERED_MS && *before != answer {
                (*before, *at_ms) = (answer.clone(), now_ms);
            }
            before
        };
        ensure(*before == answer, || format!("it was answered {before} before"))
    }

    /// Answer, record and event agree.
    fn compare_results(&self, first: usize, results: &[&Value]) -> Result<(), String> {
        for (i, result) in results.iter().enumerate() {
            let Some(entry) = self.log.get(first + i) else { return Err("a part of it is not durable".into()) };
            let events = result["events"].as_array().is_some_and(|events| *events == entry.events);
            ensure(result["seq"] == entry.seq && events && entry.seat == self.log[first].seat, || {
                format!("the log has seq {} and {:?}", entry.seq, entry.events)
            })?;
        }
        Ok(())
    }
}

/// The results of an answer that were accepted.
fn accepted(body: &Value) -> Vec<&Value> {
    match body["results"].as_array() {
        Some(results) => results.iter().filter(|result| result["ok"] == true).collect(),
        None => vec![body],
    }
}

fn driver_min(driver: &Driver) -> i64 {
    use skirmish_core::Documents;
    driver.game().config().min_players
}
