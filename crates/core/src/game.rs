//! The trait every game implements.

use crate::edit::Brush;
use crate::hand::Verb;
use crate::native::Dialect;
use crate::scene::{Places, Scene, Symbol, Tale};
use crate::view::{News, Told, Viewer};
use crate::{
    BotEntry, Check, Config, Entry, Faults, Key, Log, Orders, Preset, Reason, Rng, Seat, SeatSet, Seed, Setup,
    ShippedMap,
};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use std::fmt::Debug;
use std::ops::RangeInclusive;

/// A game: its immutable tables (config, map, whatever is worth computing once), with the rules as methods.
///
/// The rules work on [`Game::State`], a plain value. Two ways lead through a turn:
///
/// * [`Game::step`] takes the complete orders of all seats to act and is **total**: it never fails and never
///   panics, whatever the orders hold. Everything that is recorded goes through it.
/// * [`Game::act`] and [`Game::close`] do the same piecemeal, one accepted action at a time, for search, random
///   play and training. A list of actions through `act` and then `close` gives exactly what `step` gives.
///
/// Between `act` and `close` a state is in the middle of a step. It may hold notes for the rest of the step
/// (who has acted, say) that are no part of a position and are gone after `close`.
pub trait Game: Sized + Clone + Send + Sync + 'static {
    const ID: &'static str;
    /// What the game is, in one line.
    const ABOUT: &'static str;
    /// Bumped on every change of behaviour, and on nothing else. Replays carry it.
    const VERSION: u32;
    /// The rules in short, as Markdown; `{key}` stands for the value of a config key.
    const RULES: &'static str;
    /// The codes a game can end with, as the rulebook spells them.
    const ENDINGS: &'static [&'static str];
    /// What the numbers of the score count, in words for people.
    const SCORE: &'static str;
    /// How many seats there may be.
    const SEATS: RangeInclusive<usize> = 2..=2;
    /// Whether every seat is told every event (in its view).
    const PUBLIC_EVENTS: bool = false;
    /// Whether a fair match (the same start twice, seats swapped) is judged by the sum of scores; else by wins.
    const MATCH_BY_SCORE: bool = false;
    /// Whether there is anything that one seat is told and another is not.
    const HIDES: bool = false;
    /// Whether the time a seat takes counts in the rules, so that a replay must hold it.
    const COUNTS_TIME: bool = false;

    type Config: Config;
    /// The complete state as data, with its config, map and seats. Serialises to the canonical form.
    type Position: Serialize + JsonSchema + Clone + PartialEq + Debug;
    type State: Clone + PartialEq + Debug + Send + Sync;
    type Action: Copy + PartialEq + Debug + Send + Sync;
    /// An action as JSON: `{"do": verb, ...}`.
    type Wire: Serialize + JsonSchema;
    type View: Serialize + JsonSchema + Clone + PartialEq + Debug + Default + Send;
    type Event: Serialize + JsonSchema + Clone + PartialEq + Debug + Send;
    /// What the table must remember for views and results beyond the state.
    type Memory: Clone + Debug + Send;
    /// The result object of the rulebook.
    type Outcome: Serialize + JsonSchema;

    // ---- coming into being

    /// The maps inside the program; the first is the default where the rulebook names one.
    fn maps() -> &'static [ShippedMap];

    fn presets() -> &'static [Preset] {
        &[]
    }

    /// The config with overrides laid over it, in whatever form the game takes them.
    fn read_config(overrides: &Map<String, Value>) -> Result<Self::Config, Faults> {
        let check = Check::new();
        let config = Self::Config::overridden(overrides, "", &check);
        check.finish(config)
    }

    /// A new game: config, map (or its draw), seats.
    fn resolve(setup: &Setup) -> Result<(Self, Self::State), Faults>;

    /// The `n`-th of many different starts under `base`, for fair series: other maps, generated maps or opening
    /// positions. The same `n` is always the same start.
    fn opening(n: u64, base: &Setup) -> Result<(Self, Self::State), Faults>;

    /// Reads a position. Where its form is bad, everything that is wrong with it is named, its values included; else
    /// the values are left to [`Game::from_position`].
    fn read_position(json: &Value) -> Result<Self::Position, Faults>;

    /// The one door from data to a playable state: names all that is wrong with it.
    fn from_position(position: &Self::Position) -> Result<(Self, Self::State), Faults>;

    /// The canonical position. Only for states between steps.
    fn position(&self, state: &Self::State) -> Self::Position;

    /// The random key of the state, where the game has chance in it and the state a key of its own.
    fn key(&self, _state: &Self::State) -> Option<Key> {
        None
    }

    /// Gives the state a random key, or takes it away, where the game has chance in it.
    fn set_key(&self, _state: &mut Self::State, _key: Option<Key>) {}

    /// Gives the state the random key of `seed`, where the game has chance in it.
    fn reseed(&self, state: &mut Self::State, seed: Seed) {
        self.set_key(state, Some(seed.key()));
    }

    fn config(&self) -> &Self::Config;

    fn clock(&self) -> Clock;

    /// Time for the answer that is due now, before a bank or a first turn's own time are counted.
    fn turn_ms(&self, _state: &Self::State) -> i64 {
        self.clock().turn_ms
    }

    /// Whether every seat is sent its legal actions unasked.
    fn lists_legal(&self) -> bool {
        false
    }

    /// How often a program that has died is started again, where the game knows restarts; whoever dies once more is
    /// [disqualified](crate::Absence::Disqualified).
    fn max_restarts(&self) -> Option<u32> {
        None
    }

    /// The longest line a program may write.
    fn line_limit(&self) -> usize {
        1 << 20
    }

    /// How many actions of one list the rules can have a use for.
    fn longest_list(&self) -> i64;

    /// A list with more entries than this is no list but a flood. It is twice the longest one, so that the rules
    /// refuse what is too much entry by entry before; and never more than a line has room for, whatever a config says.
    fn list_limit(&self) -> usize {
        self.longest_list().saturating_mul(2).clamp(64, 16_384) as usize
    }

    /// The seats' names in seat order.
    fn seats(&self, state: &Self::State) -> Vec<String>;

    /// What a seat may know of the map beforehand, for the greeting.
    fn map_info(&self, state: &Self::State) -> Value;

    // ---- the rules

    fn turn(&self, state: &Self::State) -> Turn;

    /// How many units take part in the step that is due: those of the seats to act.
    fn units(&self, state: &Self::State) -> usize;

    /// Everyone of `seat` who might act now: its units by ascending id, and the seat itself first where it has
    /// actions of its own.
    fn actors(&self, state: &Self::State, seat: Seat, out: &mut Vec<Actor>);

    /// Appends the actions of `actor` that would be accepted now, in the rulebook's order; where the true set is
    /// huge or unbounded, a bounded part of it.
    fn legal(&self, state: &Self::State, seat: Seat, actor: Actor, out: &mut Vec<Self::Action>);

    /// Whether the action would be accepted now.
    fn is_legal(&self, state: &Self::State, seat: Seat, action: &Self::Action) -> Result<(), Reason>;

    /// A random legal action, found without listing all; `None` if the seat has none (but for ending its list).
    fn sample(&self, state: &Self::State, seat: Seat, rng: &mut Rng) -> Option<Self::Action>;

    /// Carries out one action of `seat` as the next entry of its list, or says why not and changes nothing.
    fn act(
        &self,
        state: &mut Self::State,
        seat: Seat,
        action: &Self::Action,
        log: &mut impl Log<Self::Event>,
    ) -> Result<(), Reason>;

    /// The lists are complete: plays what follows, up to the next seats to act.
    fn close(&self, state: &mut Self::State, log: &mut impl Log<Self::Event>);

    /// Plays the orders of all seats to act. Total.
    fn step(&self, state: &mut Self::State, orders: &Orders<Self::Action>, log: &mut impl Log<Self::Event>);

    /// Like [`Game::step`], with draws that were written down (as [`Log::drew`] tells them) in place of those of the
    /// key. Goes on by the key where the script is wrong, and then says what was wrong with it.
    fn step_drawn(
        &self,
        state: &mut Self::State,
        orders: &Orders<Self::Action>,
        draws: &[Value],
        log: &mut impl Log<Self::Event>,
    ) -> Result<(), String> {
        self.step(state, orders, log);
        if draws.is_empty() { Ok(()) } else { Err(format!("{} draws in a game without any", draws.len())) }
    }

    fn standings(&self, state: &Self::State) -> Standings;

    /// A hash of the state between steps, without clocks; the same on every platform.
    fn hash(&self, state: &Self::State) -> u64;

    /// Another state that `seat` cannot tell from this one: everything hidden from it changed at random.
    fn reshuffle(&self, state: &Self::State, _seat: Seat, _rng: &mut Rng) -> Self::State {
        state.clone()
    }

    // ---- what is told

    /// Reads one action as it arrives.
    fn parse(&self, action: &RawValue) -> Entry<Self::Action>;

    /// An action as it is written.
    fn wire(&self, action: &Self::Action) -> Self::Wire;

    /// What a table remembers when play begins from `state`.
    fn begin(&self, state: &Self::State) -> Self::Memory;

    /// Takes note of a step that was just played.
    fn remember(&self, _memory: &mut Self::Memory, _told: &Told<'_, Self>) {}

    /// Writes the view of `viewer` into `out`.
    fn view(&self, state: &Self::State, viewer: Viewer, news: &News<'_, Self>, out: &mut Self::View);

    fn outcome(&self, state: &Self::State, memory: &Self::Memory) -> Self::Outcome;

    /// How it ended, or how it stands, in plain sentences for people of either side: who won and why, in the words of
    /// the game and not in codes. While the game runs it begins with "Not over".
    fn summary(&self, state: &Self::State, memory: &Self::Memory) -> String;

    /// What time it is in the game, in words: "turn 7, attack".
    fn moment(&self, state: &Self::State) -> String {
        let turn = self.turn(state);
        match turn.phase {
            Some(phase) => format!("turn {}, {phase}", turn.number),
            None => format!("turn {}", turn.number),
        }
    }

    /// Seats that the rules have counted out for their absences: they forfeited, or are asked no more.
    fn counted_out(&self, _state: &Self::State) -> SeatSet {
        SeatSet::EMPTY
    }

    /// The board as plain text, for terminals.
    fn sketch(&self, _state: &Self::State) -> String {
        String::new()
    }

    // ---- what is to be seen, and played by hand

    /// The drawings that scenes are made of.
    fn symbols() -> &'static [Symbol] {
        &[]
    }

    /// The picture of a view. It is made of nothing but the config, which everybody knows, and what the view's owner
    /// was told: so it cannot show more. Views come with all that a first view has.
    fn scene(_config: &Self::Config, _view: &Self::View) -> Scene {
        Scene::default()
    }

    /// An event in words, and what flares up in the picture.
    fn tell(_event: &Self::Event, _places: &Places<'_>) -> Tale {
        Tale::default()
    }

    /// What a person at a seat may do, in the order it is offered.
    fn verbs() -> &'static [Verb] {
        &[]
    }

    /// A reason code as a sentence for people.
    fn explain(reason: Reason) -> &'static str {
        crate::hand::explain(reason)
    }

    /// The state as `seat` may think it is: what it cannot see is not there, or as it was last told. It must follow
    /// from what the seat was told alone, its first view (which `memory` knows) included.
    fn imagine(&self, state: &Self::State, _memory: &Self::Memory, _seat: Seat) -> Self::State {
        state.clone()
    }

    /// How far a cell is from `goal` for a unit of `seat` that walks; `None` for cells that have no way there. Without
    /// it ways are as the crow flies.
    fn distances(&self, _state: &Self::State, _seat: Seat, _goal: [i64; 2]) -> Option<Distances<'_>> {
        None
    }

    /// What the editor of positions can put on the board. Of the tiles the first is the open field.
    fn brushes() -> &'static [Brush] {
        &[]
    }

    // ---- the built-in bots

    /// `weak`, `medium`, `strong`, in that order.
    fn bots() -> &'static [BotEntry<Self>];

    // ---- bots of the original

    /// How bots that were written for the original of the game are reached and spoken to, where there are any.
    fn native() -> Option<&'static Dialect<Self>> {
        None
    }
}

/// How far cells are from a goal.
pub type Distances<'a> = Box<dyn Fn([i64; 2]) -> Option<i64> + 'a>;

/// Who might act: a unit, or the seat itself.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Actor {
    Seat,
    Unit(i64),
}

/// Whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Turn {
    /// The number that messages carry.
    pub number: i64,
    /// Where the game has several.
    pub phase: Option<&'static str>,
    /// None: the game is over (or waits). One: alternating. Many: all at once.
    pub to_act: SeatSet,
    /// Seats to act that are asked no more; their list is empty.
    pub silent: SeatSet,
}

impl Turn {
    pub fn over(number: i64) -> Turn {
        Turn { number, phase: None, to_act: SeatSet::EMPTY, silent: SeatSet::EMPTY }
    }

    pub fn of(number: i64, seat: Seat) -> Turn {
        Turn { number, phase: None, to_act: SeatSet::one(seat), silent: SeatSet::EMPTY }
    }

    pub fn is_over(&self) -> bool {
        self.to_act.is_empty()
    }
}

/// The time keys of a game, in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, JsonSchema)]
pub struct Clock {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start_ms: Option<i64>,
    pub turn_ms: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_turn_ms: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bank_ms: Option<i64>,
}

/// How a game stands, or how it ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Standings {
    pub over: bool,
    /// `None` while the game runs, and for draws and shared first places.
    pub winner: Option<Seat>,
    /// One for each seat.
    pub scores: Vec<i64>,
    /// A code of the rulebook; `None` while the game runs.
    pub reason: Option<&'static str>,
}

impl Standings {
    /// Ranks by winner, then score: equals share a rank ("1, 1, 3").
    pub fn ranks(&self) -> Vec<usize> {
        let worth = |i: usize| (self.winner == Some(Seat(i as u8)), self.scores[i]);
        (0..self.scores.len())
            .map(|i| {
                let better = (0..self.scores.len())
                    .filter(|&j| match self.winner {
                        Some(_) => worth(j) > worth(i),
                        None => self.scores[j] > self.scores[i],
                    })
                    .count();
                better + 1
            })
            .collect()
    }
}
