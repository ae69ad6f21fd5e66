//! A service in memory, with clocks that are moved by hand.

#![allow(dead_code)]

use serde_json::{Value, json};
use skirmish_core::view::Viewer;
use skirmish_house::clock::Clock;
use skirmish_live::driver::{Driver, Told};
use skirmish_live::head::Head;
use skirmish_live::keeper::{Keeper, Order};
use skirmish_live::logged::Logged;
use skirmish_live::request::{Answer, Posted, Request};
use skirmish_live::simulate::hands::Hands;
use skirmish_live::simulate::store::FaultyStore;
use skirmish_live::writer::{Job, Notice, Slot, Task, Writer};
use skirmish_zords::View;
use std::sync::Arc;

pub const SECOND: i64 = 1000;
pub const HOUR: i64 = 3600 * SECOND;
pub const DAY: i64 = 24 * HOUR;
/// 2026-03-02T09:00:00Z
pub const NINE: i64 = 1_772_442_000_000;
/// The next six o'clock.
pub const SIX: i64 = NINE + 21 * HOUR;

pub struct House {
    pub store: Arc<FaultyStore>,
    pub hands: Arc<Hands>,
    pub writer: Writer,
    pub notices: Vec<Notice>,
    pub told: Vec<Told>,
}

impl House {
    /// A service without games, at nine.
    pub fn empty() -> House {
        let store = Arc::new(FaultyStore::new(None));
        let hands = Arc::new(Hands::new(NINE, false));
        let (writer, notices) = Writer::open(store.clone(), hands.clone()).unwrap();
        House { store, hands, writer, notices, told: Vec::new() }
    }

    /// A service with one game that ann and bob have joined. Day 1 opens at six.
    pub fn with(config: Value) -> House {
        let mut house = House::empty();
        house.create("one", config, &["ann", "bob"]);
        house
    }

    /// The same, an hour into day 1 and one second.
    pub fn started(config: Value) -> House {
        let mut house = House::with(config);
        house.at(SIX + HOUR + SECOND);
        house
    }

    pub fn create(&mut self, name: &str, config: Value, seats: &[&str]) -> i64 {
        let mut chance = 0..;
        let mut random = || chance.next().unwrap();
        let head = Head::new(name, small(config), self.hands.now_ms(), &mut random);
        let seats = seats.iter().map(|seat| seat.to_string()).collect();
        let answer = self.do_task(Task::Create { head: Box::new(head), seats });
        body(&answer)["game"].as_i64().unwrap()
    }

    pub fn do_task(&mut self, task: Task) -> Answer {
        let round = self.writer.round(vec![Job { ticket: (), task, with: Vec::new() }]).unwrap();
        self.told.extend(round.told.into_iter().flat_map(|(_, told)| told));
        round.answers.into_iter().next().unwrap().1
    }

    pub fn order(&mut self, order: Order) -> Answer {
        self.do_task(Task::Order { game: 1, order })
    }

    /// A request with a key, or without.
    pub fn post(&mut self, seat: &str, key: &str, what: Value) -> Answer {
        self.post_if(seat, key, None, what)
    }

    pub fn post_if(&mut self, seat: &str, key: &str, if_seq: Option<i64>, what: Value) -> Answer {
        let text = what.to_string();
        let key = (!key.is_empty()).then(|| Request::key(seat, key, "actions", text.as_bytes()));
        let posted = Posted::read(&text).unwrap();
        self.order(Order::Act(Request { seat: seat.into(), key, if_seq, posted }))
    }

    pub fn tick(&mut self) {
        let round = self.writer.round::<()>(Vec::new()).unwrap();
        self.told.extend(round.told.into_iter().flat_map(|(_, told)| told));
    }

    /// Time passes until an instant.
    pub fn at(&mut self, ms: i64) {
        self.hands.pass(ms - self.hands.now_ms());
        // Only a few days change at a time.
        for _ in 0..10 {
            self.tick();
        }
    }

    /// Time passes until a moment of the running game.
    pub fn moment(&mut self, day: i64, time: i64) {
        let driver = self.driver();
        let instant = driver.calendar().instant(day, time, driver.state().shift_s());
        self.at(instant);
    }

    /// The service is down for some time; its clock is so far ahead afterwards.
    pub fn restart(&mut self, down_ms: i64, ahead_ms: i64) {
        self.reopen(down_ms, ahead_ms);
        self.tick();
    }

    /// The same, without the first round.
    pub fn reopen(&mut self, down_ms: i64, ahead_ms: i64) {
        self.store.restart();
        self.hands.pass(down_ms);
        self.hands.set_ahead(ahead_ms);
        (self.writer, self.notices) = Writer::open(self.store.clone(), self.hands.clone()).unwrap();
    }

    pub fn keeper(&self) -> &Keeper {
        match self.writer.games().get(&1) {
            Some(Slot::Kept(keeper)) => keeper,
            Some(Slot::Broken(broken)) => panic!("{}", broken.why),
            None => panic!("the game is gone"),
        }
    }

    pub fn driver(&self) -> &Driver {
        self.keeper().driver()
    }

    pub fn now(&self) -> (i64, i64) {
        self.driver().state().moment()
    }

    pub fn view(&self) -> View {
        let mut view = View::default();
        self.driver().table().look(Viewer::Spectator, &mut view);
        view
    }

    /// The first zord of a seat: its id and cell.
    pub fn zord(&self, seat: &str) -> (i64, i32, i32) {
        let view = self.view();
        let zord = view.zords.iter().find(|zord| zord.owner.as_str() == seat).unwrap();
        (zord.id, zord.x, zord.y)
    }

    /// A move by one cell that is possible if nobody stands there.
    pub fn a_move(&self, seat: &str) -> Value {
        let (unit, x, y) = self.zord(seat);
        json!({"do": "move", "unit": unit, "x": if x < 10 { x + 1 } else { x - 1 }, "y": y})
    }

    pub fn actions(&self, seat: &str) -> i64 {
        self.view().players.iter().find(|player| player.seat.as_str() == seat).unwrap().actions
    }

    pub fn points(&self, seat: &str) -> i64 {
        self.view().players.iter().find(|player| player.seat.as_str() == seat).unwrap().points
    }

    pub fn wall_ms(&self) -> i64 {
        self.hands.wall_ms()
    }

    pub fn log(&self) -> Vec<Logged> {
        self.store.flushed(1, 0).iter().map(|record| Logged::read(&record.body).unwrap()).collect()
    }

    /// The days that were opened, or with `days + 1` closed for good, by record.
    pub fn changes(&self) -> Vec<i64> {
        let commands = self.log().into_iter().map(|logged| serde_json::from_str(logged.command.get()).unwrap());
        commands.filter(|command: &Value| command["do"] == "advance").map(|c| c["day"].as_i64().unwrap()).collect()
    }

    pub fn events(&self, kind: &str) -> Vec<Value> {
        let all = self.log().into_iter().flat_map(|logged| logged.events);
        all.map(|event| serde_json::from_str(event.get()).unwrap()).filter(|e: &Value| e["event"] == kind).collect()
    }
}

fn small(config: Value) -> serde_json::Map<String, Value> {
    let mut all = json!({"board_size": 20, "max_players": 8}).as_object().unwrap().clone();
    all.extend(config.as_object().unwrap().clone());
    all
}

pub fn body(answer: &Answer) -> Value {
    match answer {
        Answer::Done { body, .. } => serde_json::from_str(body.get()).unwrap(),
        Answer::Refused { refusal, .. } => panic!("refused: {refusal:?}"),
    }
}

/// Why something was refused.
pub fn reason(answer: &Answer) -> &'static str {
    match answer {
        Answer::Done { body, .. } => panic!("done: {body}"),
        Answer::Refused { refusal, .. } => refusal.reason,
    }
}

/// The very bytes of an answer, and whether it was one of before.
pub fn bytes(answer: &Answer) -> (String, bool) {
    match answer {
        Answer::Done { body, again } => (body.get().into(), *again),
        Answer::Refused { refusal, seq, index, .. } => (format!("{refusal:?} {seq} {index:?}"), false),
    }
}
