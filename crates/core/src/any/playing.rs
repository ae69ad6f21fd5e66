//! A game as the referee sees it.

use super::{Seated, json};
use crate::arena::{self, Played};
use crate::encode::encode;
use crate::replay::SeatRecord;
use crate::replay::playback::take_record;
use crate::table::Timing;
use crate::{Absence, Answer, BotEntry, Entry, Game, Hello, Rejection, Seat, SeatSet, Standings, Turn};
use serde_json::Value;
use serde_json::value::RawValue;

/// Asking seats, taking their orders, playing steps.
pub trait Playing {
    /// Whose turn it is.
    fn turn(&self) -> Turn;
    /// Time for the next answer, in milliseconds.
    fn turn_ms(&self) -> i64;

    /// Puts a built-in bot on a seat; false if no bot has that name. `random` is the bot's own seed.
    fn seat_bot(&mut self, seat: Seat, name: &str, random: u64) -> bool;
    /// Takes the list of a seat's built-in bot for the next step.
    fn ask_bot(&mut self, seat: Seat);
    /// Plays to the end with the built-in bots on all seats, or as long as `goes_on`, which is asked before every step with
    /// the number of steps so far. `None` if a seat has no bot. The game is the one that asking and stepping would give.
    fn play_out(&mut self, goes_on: &dyn Fn(u64) -> bool) -> Option<Played>;
    /// Appends the message that asks a seat, without a line feed, and returns the number of the request.
    fn message(&mut self, seat: Seat, want_legal: bool, timing: Timing, out: &mut Vec<u8>) -> u32;
    /// Counts a request that is not sent as a message of the table, and returns its number.
    fn count_request(&mut self, seat: Seat) -> u32;
    /// Takes a seat's list for the next step.
    fn list(&mut self, seat: Seat, actions: &[&RawValue], used_ms: u32);
    /// How many entries of a seat's list for the next step could not be read.
    fn unreadable(&self, seat: Seat) -> usize;
    /// Takes a seat's absence for the next step.
    fn absent(&mut self, seat: Seat, absence: Absence, used_ms: u32);
    /// Takes a recorded answer for the next step as the answer of `seat`, whichever seat gave it.
    fn recorded(&mut self, seat: Seat, record: &SeatRecord);
    /// Plays the step with the orders that were taken.
    fn step(&mut self);

    /// What the last step refused.
    fn rejections(&self) -> &[Rejection];
    /// What was refused of a seat's last list, as messages have it.
    fn rejected(&self, seat: Seat) -> Value;
    /// How the game stands, or how it ended.
    fn standings(&self) -> Standings;
    /// The result object of the rulebook.
    fn result(&self) -> Value;
    /// How it ended, or how it stands, in plain sentences for people.
    fn summary(&self) -> String;
    /// The moment in the game, in words: "turn 7, attack".
    fn moment(&self) -> String;
    /// Seats that the rules have counted out for their absences.
    fn counted_out(&self) -> SeatSet;
}

impl<G: Game> Playing for Seated<G> {
    fn turn(&self) -> Turn {
        self.table.turn()
    }

    fn turn_ms(&self) -> i64 {
        self.table.game.turn_ms(&self.table.state)
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

    fn play_out(&mut self, goes_on: &dyn Fn(u64) -> bool) -> Option<Played> {
        let mut bots: Vec<_> = self.bots.iter_mut().map(Option::take).collect::<Option<_>>()?;
        let played = arena::play_while(&mut self.table, &mut bots, &mut self.fingerprint, goes_on, |_, _| {});
        self.bots = bots.into_iter().map(Some).collect();
        Some(played)
    }

    fn message(&mut self, seat: Seat, want_legal: bool, timing: Timing, out: &mut Vec<u8>) -> u32 {
        let message = self.table.message(seat, want_legal, timing, &mut self.view);
        encode(&message, out).expect("messages serialise into memory");
        message.request
    }

    fn count_request(&mut self, seat: Seat) -> u32 {
        self.table.count_request(seat)
    }

    fn list(&mut self, seat: Seat, actions: &[&RawValue], used_ms: u32) {
        let game = &self.table.game;
        self.orders.list(seat, actions.iter().map(|action| game.parse(action)));
        self.orders.used(used_ms);
        self.accounts[seat.index()].answered(used_ms);
    }

    fn unreadable(&self, seat: Seat) -> usize {
        let bad = |answer| match answer {
            Answer::List(list) => list.iter().filter(|entry| matches!(entry, Entry::Bad(_))).count(),
            Answer::Absent(_) => 0,
        };
        self.orders.iter().filter(|given| given.seat == seat).map(|given| bad(given.answer)).sum()
    }

    fn absent(&mut self, seat: Seat, absence: Absence, used_ms: u32) {
        self.orders.absent(seat, absence);
        self.orders.used(used_ms);
        self.accounts[seat.index()].answered(used_ms);
    }

    fn recorded(&mut self, seat: Seat, record: &SeatRecord) {
        take_record(&self.table.game, &mut self.orders, seat, record);
    }

    fn step(&mut self) {
        self.table.step(&self.orders);
        self.fingerprint.word(self.table.game.hash(&self.table.state));
        std::mem::swap(self.played.get_or_insert_default(), &mut self.orders);
        self.orders.clear();
    }

    fn rejections(&self) -> &[Rejection] {
        &self.table.record().rejections
    }

    fn rejected(&self, seat: Seat) -> Value {
        json(&self.table.rejected(seat))
    }

    fn standings(&self) -> Standings {
        self.table.game.standings(&self.table.state)
    }

    fn result(&self) -> Value {
        json(&self.table.outcome())
    }

    fn summary(&self) -> String {
        self.table.summary()
    }

    fn moment(&self) -> String {
        self.table.game.moment(&self.table.state)
    }

    fn counted_out(&self) -> SeatSet {
        self.table.game.counted_out(&self.table.state)
    }
}
