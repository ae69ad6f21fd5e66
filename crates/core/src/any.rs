//! The erased edge: a table of any game behind one pointer, for programs that speak JSON.
//!
//! Inside, everything stays typed and generic; only whole messages, lists and results cross this line. It is cut by
//! audience, as the contract is, and whoever uses a table imports what it uses:
//!
//! | trait | for whom |
//! |---|---|
//! | [`Known`] | everybody: which game it is, and what never changes in it |
//! | [`Playing`] | the referee: asking seats, taking orders, playing steps |
//! | [`Spoken`] | the referee's side of bots written for the original |
//! | [`Recorded`] | replays: the seed, positions, records |
//! | [`Shown`] | the page and terminals: pictures, events in words, hands |

mod known;
mod playing;
mod recorded;
mod shown;
mod spoken;

pub use known::Known;
pub use playing::Playing;
pub use recorded::Recorded;
pub use shown::Shown;
pub use spoken::Spoken;

use crate::native::{Account, Native};
use crate::replay::Recording;
use crate::{Bot, Game, Orders, Seed, Table};
use serde::Serialize;
use serde_json::Value;

/// A game being played, whichever it is.
pub trait AnyTable: Known + Playing + Spoken + Recorded + Shown + Send {}

    /// The drawings that scenes are made of.
    fn symbols(&self) -> &'static [Symbol];
    /// Whether there is anything that one seat is told and another is not.
    fn hides(&self) -> bool;
    /// What a viewer sees now, as a picture.
    fn scene(&self, viewer: Viewer) -> Scene;
    /// Throws away the events that wait for the seats, but for one of them.
    fn forget_news(&mut self, except: Option<Seat>);
    /// The events of the last step in words, between the pictures before and after it.
    fn tales(&self, before: &Scene, after: &Scene) -> Vec<Tale>;
    /// A reason code as a sentence for people.
    fn explain(&self, reason: Reason) -> &'static str;
    /// The seat for a person to play.
    fn hand(&self, seat: Seat) -> Box<dyn AnyHand>;
    /// What such a person is offered.
    fn verbs(&self) -> &'static [Verb];
    fn brushes(&self) -> &'static [Brush];
    /// The names of the built-in bots, the weakest first.
    fn bots(&self) -> Vec<&'static str>;

    /// Puts a built-in bot on a seat; false if there is none of that name.
    fn seat_bot(&mut self, seat: Seat, name: &str, random: u64) -> bool;
    /// Lets the built-in bot of a seat give its list.
    fn ask_bot(&mut self, seat: Seat);
    /// Writes the message that asks a seat, without a line feed, and returns the number of the request.
    fn message(&mut self, seat: Seat, want_legal: bool, timing: Timing, out: &mut Vec<u8>) -> u32;
    /// Counts a request that the table does not write as a message, and returns its number.
    fn count_request(&mut self, seat: Seat) -> u32;
    /// Takes a seat's list for the step to come.
    fn list(&mut self, seat: Seat, actions: &[&RawValue], used_ms: u32);
    /// How many entries of the list that a seat gave for the step to come could not be read.
    fn unreadable(&self, seat: Seat) -> usize;
    /// Takes a seat's absence for the step to come.
    fn absent(&mut self, seat: Seat, absence: Absence, used_ms: u32);
    /// Takes a recorded answer for the step to come, given by whichever seat.
    fn recorded(&mut self, seat: Seat, record: &SeatRecord);
    /// How native bots of this game are reached; `None` if it has none.
    fn native_contact(&self) -> Option<Contact>;
    /// The ways to speak to native bots that can be asked for, the usual one first.
    fn native_settings(&self) -> &'static [Setting];
    /// Puts a native bot on a seat, spoken to in the given way or else in the usual one.
    fn seat_native(&mut self, seat: Seat, setting: Option<&str>) -> Result<(), NativeError>;
    /// Writes the whole request to the native bot of a seat that is to act.
    fn native_request(&self, seat: Seat, out: &mut Vec<u8>);
    /// Takes a native bot's answer, without its line feed, for the step to come. An error says why it is void; what is
    /// then still to be taken is an absence.
    fn native_reply(&mut self, seat: Seat, line: &[u8], used_ms: u32) -> Result<(), String>;
    /// Writes what a native bot is told when the game is over, if anything.
    fn native_farewell(&self, seat: Seat, out: &mut Vec<u8>);
    /// Plays the step with the orders taken.
    fn step(&mut self);
    /// What the last step refused.
    fn rejections(&self) -> &[Rejection];
    /// The events of the last step.
    fn events(&self) -> Vec<Value>;
    /// What was refused of a seat's last list, as messages tell it.
    fn rejected(&self, seat: Seat) -> Value;
    /// Why, in a sentence for each.
    fn refusals(&self, seat: Seat) -> Vec<&'static str>;
    /// A list as records of replays have it: actions in the game's own form, and what was wrong with the others.
    fn as_recorded(&self, actions: &[&RawValue]) -> Vec<Value>;

    /// The number everything that is drawn comes from.
    fn seed(&self) -> Seed;
    /// Draws everything to come from another number.
    fn reseed(&mut self, seed: Seed);
    /// Begins a replay at the present position and gives its first record; every step from here on has one too.
    fn begin_replay(&mut self, about: &About) -> String;
    /// The record of the last step, written now; empty if none was played since the replay began. To be asked for
    /// before the next step is played.
    fn step_record(&mut self) -> &str;
    /// The last record of the replay; `void` says why the match counts for nothing, if it does. Empty if no replay
    /// was begun.
    fn end_replay(&self, void: Option<&str>) -> String;
}

/// A typed table with everything the erased edge needs around it.
pub struct Seated<G: Game> {
    pub(crate) table: Table<G>,
    seed: Seed,
    seats: Vec<String>,
    orders: Orders<G::Action>,
    view: G::View,
    list: Vec<G::Action>,
    bots: Vec<Option<Box<dyn Bot<G>>>>,
    natives: Vec<Option<Box<dyn Native<G>>>>,
    accounts: Vec<Account>,
    recording: Option<Recording>,
    /// What the last step was played with, once there was one since the replay began.
    played: Option<Orders<G::Action>>,
    /// Of the last step that was asked for.
    record: String,
}

impl<G: Game> Seated<G> {
    /// A table for a game whose draws come from `seed`.
    pub fn new(game: G, state: G::State, seed: impl Into<Seed>) -> Seated<G> {
        Seated::at(Table::new(game, state), seed.into())
    }

    /// A table that is in play already, with nobody on its seats.
    pub(crate) fn at(table: Table<G>, seed: Seed) -> Seated<G> {
        let seats = table.game.seats(&table.state);
        Seated {
            seed,
            recording: None,
            played: None,
            record: String::new(),
            bots: seats.iter().map(|_| None).collect(),
            natives: seats.iter().map(|_| None).collect(),
            accounts: vec![Account::default(); seats.len()],
            orders: Orders::new(),
            view: G::View::default(),
            list: Vec::new(),
            seats,
            table,
        }
    }
}

impl<G: Game> AnyTable for Seated<G> {
    fn game(&self) -> &'static str {
        G::ID
    }

    fn version(&self) -> u32 {
        G::VERSION
    }

    fn about(&self) -> &'static str {
        G::ABOUT
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

    fn list_limit(&self) -> usize {
        self.table.game.list_limit()
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

    fn summary(&self) -> String {
        self.table.summary()
    }

    fn scoring(&self) -> &'static str {
        G::SCORE
    }

    fn pair_scoring(&self) -> String {
        match (G::MATCH_BY_SCORE, self.seats.len()) {
            (true, _) => format!("Counted is the score of both games: {}", G::SCORE),
            (false, 2) => "Counted are wins, not scores: 2 for a win, 1 for a draw".into(),
            (false, _) => {
                "Counted are ranks, not scores: 2 for every opponent outranked, 1 for every one equalled".into()
            }
        }
    }

    fn moment(&self) -> String {
        self.table.game.moment(&self.table.state)
    }

    fn counted_out(&self) -> SeatSet {
        self.table.game.counted_out(&self.table.state)
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

    fn symbols(&self) -> &'static [Symbol] {
        G::symbols()
    }

    fn hides(&self) -> bool {
        G::HIDES
    }

    fn scene(&self, viewer: Viewer) -> Scene {
        self.table.scene(viewer)
    }

    fn forget_news(&mut self, except: Option<Seat>) {
        self.table.forget_news(except);
    }

    fn tales(&self, before: &Scene, after: &Scene) -> Vec<Tale> {
        self.table.tales(before, after)
    }

    fn explain(&self, reason: Reason) -> &'static str {
        G::explain(reason)
    }

    fn hand(&self, seat: Seat) -> Box<dyn AnyHand> {
        Box::new(self.table.hand(seat))
    }

    fn verbs(&self) -> &'static [Verb] {
        G::verbs()
    }

    fn brushes(&self) -> &'static [Brush] {
        G::brushes()
    }

    fn bots(&self) -> Vec<&'static str> {
        G::bots().iter().map(|bot| bot.name).collect()
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

    fn native_contact(&self) -> Option<Contact> {
        G::native().map(|dialect| dialect.contact)
    }

    fn native_settings(&self) -> &'static [Setting] {
        G::native().map_or(&[], |dialect| dialect.settings)
    }

    fn seat_native(&mut self, seat: Seat, setting: Option<&str>) -> Result<(), NativeError> {
        let dialect = G::native().ok_or(NativeError::NoDialect { game: G::ID })?;
        let setting = dialect.setting(setting)?;
        let made = (dialect.make)(&self.table.game, seat, setting);
        self.natives[seat.index()] = Some(made.map_err(|why| NativeError::Unfit { game: G::ID, why })?);
        Ok(())
    }

    fn native_request(&self, seat: Seat, out: &mut Vec<u8>) {
        if let Some(native) = &self.natives[seat.index()] {
            native.request(&self.table.game, &self.table.state, out);
        }
    }

    fn native_reply(&mut self, seat: Seat, line: &[u8], used_ms: u32) -> Result<(), String> {
        let Some(native) = &self.natives[seat.index()] else {
            return Err(format!("no native bot sits on {seat}"));
        };
        let mut reply = Reply::default();
        let heard = native.reply(&self.table.game, &self.table.state, line, &mut reply);
        let account = &mut self.accounts[seat.index()];
        reply.errors.into_iter().for_each(|error| account.mistake(error));
        heard.inspect_err(|why| account.mistake(why.clone()))?;
        account.answered(used_ms);
        self.orders.list(seat, reply.entries);
        self.orders.used(used_ms);
        Ok(())
    }

    fn native_farewell(&self, seat: Seat, out: &mut Vec<u8>) {
        if let Some(native) = &self.natives[seat.index()] {
            native.farewell(&self.table.game, &self.table.state, &self.accounts, out);
        }
    }

    fn step(&mut self) {
        self.table.step(&self.orders);
        std::mem::swap(self.played.get_or_insert_default(), &mut self.orders);
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

    fn refusals(&self, seat: Seat) -> Vec<&'static str> {
        self.table.rejected(seat).iter().map(|rejected| G::explain(rejected.reason)).collect()
    }

    fn as_recorded(&self, actions: &[&RawValue]) -> Vec<Value> {
        let game = &self.table.game;
        actions.iter().map(|action| json(&written(game, &game.parse(action)))).collect()
    }

    fn seed(&self) -> Seed {
        self.seed
    }

    fn reseed(&mut self, seed: Seed) {
        self.seed = seed;
        self.table.game.reseed(&mut self.table.state, seed);
    }

    fn begin_replay(&mut self, about: &About) -> String {
        let (recording, header) = Recording::begin(&self.table, about, self.seed);
        self.recording = Some(recording);
        self.played = None;
        header
    }

    fn step_record(&mut self) -> &str {
        self.record.clear();
        if let (Some(recording), Some(played)) = (&self.recording, &self.played) {
            recording.step(&self.table, played, &mut self.record);
        }
        &self.record
    }

    fn end_replay(&self, void: Option<&str>) -> String {
        let void = void.map(str::to_string);
        self.recording.map_or(String::new(), |recording| recording.ending(&self.table, void))
    }
}

fn json(value: &impl Serialize) -> Value {
    serde_json::to_value(value).expect("values serialise")
}
