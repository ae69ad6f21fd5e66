//! The erased edge: a table of any game behind one pointer, for programs that speak JSON.
//!
//! Inside, everything stays typed and generic; only whole messages, lists and results cross this line.

use crate::replay::Writer;
use crate::table::Timing;
use crate::{Absence, BotEntry, Clock, Config, Entry, Game, Hello, Orders, Rejection, Seat, Standings, Table, Turn};
use crate::{Bot, hash::mix};
use serde::Serialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value};

/// A game being played, whichever it is.
pub trait AnyTable: Send {
    fn game(&self) -> &'static str;
    fn version(&self) -> u32;
    /// The seats' names in seat order.
    fn seats(&self) -> &[String];
    fn turn(&self) -> Turn;
    fn clock(&self) -> Clock;
    /// Time for the answer that is due now.
    fn turn_ms(&self) -> i64;
    fn max_restarts(&self) -> Option<u32>;
    fn line_limit(&self) -> usize;
    fn is_bot(&self, name: &str) -> bool;
    /// The complete config.
    fn config(&self) -> Map<String, Value>;
    fn map_info(&self) -> Value;
    fn standings(&self) -> Standings;
    /// The result object of the rulebook.
    fn result(&self) -> Value;
    /// The canonical position.
    fn position(&self) -> String;
    fn hash(&self) -> u64;
    /// The board as plain text.
    fn sketch(&self) -> String;

    /// Puts a built-in bot on a seat; false if there is none of that name.
    fn seat_bot(&mut self, seat: Seat, name: &str, random: u64) -> bool;
    /// Lets the built-in bot of a seat give its list.
    fn ask_bot(&mut self, seat: Seat);
    /// Writes the message that asks a seat, without a line feed.
    fn message(&mut self, seat: Seat, want_legal: bool, timing: Timing, out: &mut Vec<u8>);
    /// Takes a seat's list for the step to come.
    fn list(&mut self, seat: Seat, actions: &[&RawValue], used_ms: u32);
    /// Takes a seat's absence for the step to come.
    fn absent(&mut self, seat: Seat, absence: Absence, used_ms: u32);
    /// Plays the step with the orders taken.
    fn step(&mut self);
    /// What the last step refused.
    fn rejections(&self) -> &[Rejection];
    /// The events of the last step.
    fn events(&self) -> Vec<Value>;
    /// What was refused of a seat's last list, as messages tell it.
    fn rejected(&self, seat: Seat) -> Value;
    /// The replay so far, with its ending if the game is over.
    fn replay(&self) -> String;
}

/// A typed table with everything the erased edge needs around it.
pub struct Seated<G: Game> {
    table: Table<G>,
    seats: Vec<String>,
    orders: Orders<G::Action>,
    view: G::View,
    list: Vec<G::Action>,
    bots: Vec<Option<Box<dyn Bot<G>>>>,
    writer: Writer,
}

impl<G: Game> Seated<G> {
    pub fn new(game: G, state: G::State, seed: u64) -> Seated<G> {
        let table = Table::new(game, state);
        let seats = table.game.seats(&table.state);
        Seated {
            writer: Writer::new(&table, seed),
            bots: seats.iter().map(|_| None).collect(),
            orders: Orders::new(),
            view: G::View::default(),
            list: Vec::new(),
            seats,
            table,
        }
    }
}

/// The number that a seat's bot seeds its generator with: made from the match's seed, another for every seat.
pub fn seat_random(seed: u64, seat: Seat) -> u64 {
    mix(seed ^ mix(u64::from(seat.0) + 1))
}

impl<G: Game> AnyTable for Seated<G> {
    fn game(&self) -> &'static str {
        G::ID
    }

    fn version(&self) -> u32 {
        G::VERSION
    }

    fn seats(&self) -> &[String] {
        &self.seats
    }

    fn turn(&self) -> Turn {
        self.table.turn()
    }

    fn clock(&self) -> Clock {
        self.table.game.clock()
    }

    fn turn_ms(&self) -> i64 {
        self.table.game.turn_ms(&self.table.state)
    }

    fn max_restarts(&self) -> Option<u32> {
        self.table.game.max_restarts()
    }

    fn line_limit(&self) -> usize {
        self.table.game.line_limit()
    }

    fn is_bot(&self, name: &str) -> bool {
        BotEntry::<G>::find(name).is_some()
    }

    fn config(&self) -> Map<String, Value> {
        self.table.game.config().complete()
    }

    fn map_info(&self) -> Value {
        self.table.game.map_info(&self.table.state)
    }

    fn standings(&self) -> Standings {
        self.table.game.standings(&self.table.state)
    }

    fn result(&self) -> Value {
        json(&self.table.outcome())
    }

    fn position(&self) -> String {
        json(&self.table.game.position(&self.table.state)).to_string()
    }

    fn hash(&self) -> u64 {
        self.table.game.hash(&self.table.state)
    }

    fn sketch(&self) -> String {
        self.table.game.sketch(&self.table.state)
    }

    fn seat_bot(&mut self, seat: Seat, name: &str, random: u64) -> bool {
        let Some(entry) = BotEntry::<G>::find(name) else { return false };
        let hello = Hello { config: self.table.game.config(), seat, seats: &self.seats, random };
        self.bots[seat.index()] = Some((entry.make)(&hello));
        true
    }

    fn ask_bot(&mut self, seat: Seat) {
        self.table.ask(seat, &mut self.view);
        self.list.clear();
        if let Some(bot) = &mut self.bots[seat.index()] {
            bot.turn(&self.view, &mut self.list);
        }
        self.orders.list(seat, self.list.iter().map(|&action| Entry::Action(action)));
    }

    fn message(&mut self, seat: Seat, want_legal: bool, timing: Timing, out: &mut Vec<u8>) {
        let message = self.table.message(seat, want_legal, timing, &mut self.view);
        serde_json::to_writer(out, &message).expect("messages serialise into memory");
    }

    fn list(&mut self, seat: Seat, actions: &[&RawValue], used_ms: u32) {
        let game = &self.table.game;
        self.orders.list(seat, actions.iter().map(|action| game.parse(action)));
        self.orders.used(used_ms);
    }

    fn absent(&mut self, seat: Seat, absence: Absence, used_ms: u32) {
        self.orders.absent(seat, absence);
        self.orders.used(used_ms);
    }

    fn step(&mut self) {
        self.table.step(&self.orders);
        self.writer.step(&self.table, &self.orders);
        self.orders.clear();
    }

    fn rejections(&self) -> &[Rejection] {
        &self.table.record().rejections
    }

    fn events(&self) -> Vec<Value> {
        self.table.record().events.iter().map(json).collect()
    }

    fn rejected(&self, seat: Seat) -> Value {
        json(&self.table.rejected(seat))
    }

    fn replay(&self) -> String {
        let mut text = self.writer.text().to_string();
        if self.turn().is_over() {
            text.push_str(&Writer::ending(&self.table));
        }
        text
    }
}

fn json(value: &impl Serialize) -> Value {
    serde_json::to_value(value).expect("values serialise")
}
