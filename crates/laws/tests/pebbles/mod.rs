//! Pebbles: the smallest game that has everything the laws look at. Two seats take pebbles from piles in turn, whoever
//! takes the last one wins, and each seat has a secret number that does nothing but be secret.
//!
//! `BREACH` makes it break one law, to show that the suite notices.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};
use skirmish_core::hand::{Slot, Verb};
use skirmish_core::scene::{Color, Fact, Ink, Item, Layer, Mark, Scene, Shape, Side, Symbol};
use skirmish_core::view::{News, Viewer};
use skirmish_core::*;

pub const LAWFUL: u8 = 0;
pub const LEAKS_IN_VIEW: u8 = 1;
pub const LEAKS_IN_REJECTION: u8 = 2;
pub const LISTS_ILLEGAL: u8 = 3;
pub const REFUSAL_CHANGES: u8 = 4;
pub const HASH_FORGETS: u8 = 5;
pub const FINISHED_GOES_ON: u8 = 6;
pub const POSITION_FORGETS: u8 = 7;
pub const ACTS_OUT_OF_TURN: u8 = 8;
pub const CLOSE_DIFFERS: u8 = 9;
pub const LEAKS_WHEN_TRIED: u8 = 10;
pub const SAME_ID_TWICE: u8 = 11;
pub const UNKNOWN_DRAWING: u8 = 12;
pub const VERB_FORGETS: u8 = 13;
pub const SUMMARY_FORGETS: u8 = 14;
pub const UNLISTED_ENDING: u8 = 15;

config! {
    pub struct PebbleConfig {
        /// Pebbles in each pile at the start.
        pile: i64 = 5, 1..=9;
        /// Most pebbles in one action.
        most: i64 = 3, 1..=9;
        /// Time for one turn.
        turn_ms: i64 = 1000;
    }
}

impl Config for PebbleConfig {}

#[derive(Clone)]
pub struct Pebbles<const BREACH: u8> {
    config: PebbleConfig,
    overrides: Map<String, Value>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct State {
    piles: [i64; 3],
    turn: i64,
    secrets: [i64; 2],
    winner: Option<u8>,
    /// A mid-step note: the seat to move has taken something.
    taken: bool,
}

#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Position {
    game: &'static str,
    turn: i64,
    piles: Vec<i64>,
    secrets: Vec<i64>,
    winner: Option<i64>,
    config: Map<String, Value>,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Take {
    pile: i32,
    count: i32,
}

#[derive(Serialize, JsonSchema)]
pub struct Wire {
    r#do: &'static str,
    pile: i32,
    count: i32,
}

#[derive(Clone, PartialEq, Debug, Default, Serialize, JsonSchema)]
pub struct View {
    turn: i64,
    piles: Vec<i64>,
    secret: Option<i64>,
}

#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Taken {
    pile: i32,
    left: i64,
}

#[derive(Serialize, JsonSchema)]
pub struct Result {
    over: bool,
    winner: Option<u8>,
}

impl<const BREACH: u8> Pebbles<BREACH> {
    fn seat(state: &State) -> Seat {
        Seat(((state.turn + 1) % 2) as u8)
    }

    fn over(state: &State) -> bool {
        state.winner.is_some()
    }
}

const NO_SUCH_PILE: Reason = Reason("no_such_pile");

impl<const BREACH: u8> Game for Pebbles<BREACH> {
    const ID: &'static str = "pebbles";
    const ABOUT: &'static str = "A game for testing the laws";
    const VERSION: u32 = 1;
    const ENDINGS: &'static [&'static str] = if BREACH == UNLISTED_ENDING { &[] } else { &["last_pebble"] };
    const SCORE: &'static str = "games won";
    const RULES: &'static str = "Take up to {most} pebbles from one pile.";

    type Config = PebbleConfig;
    type Position = Position;
    type State = State;
    type Action = Take;
    type Wire = Wire;
    type View = View;
    type Event = Taken;
    type Memory = ();
    type Outcome = Result;

    fn maps() -> &'static [ShippedMap] {
        &[]
    }

    fn resolve(setup: &Setup) -> std::result::Result<(Self, State), Faults> {
        let check = Check::new();
        let config = PebbleConfig::overridden(&setup.config, "/config", &check);
        let piles = [config.pile; 3];
        let secrets = [setup.seed as i64 % 1000, 7];
        let state = State { piles, turn: 1, secrets, winner: None, taken: false };
        check.finish((Pebbles { config, overrides: setup.config.clone() }, state))
    }

    fn opening(n: u64, base: &Setup) -> std::result::Result<(Self, State), Faults> {
        let (game, mut state) = Self::resolve(base)?;
        state.piles[0] = 1 + n as i64 % 5;
        Ok((game, state))
    }

    fn read_position(json: &Value) -> std::result::Result<Position, Faults> {
        let check = Check::new();
        let mut doc = Object::document(json, "bad_position", &check);
        doc.exactly("game", "pebbles");
        let position = Position {
            game: "pebbles",
            turn: doc.int("turn", 1..),
            piles: doc.list("piles").iter().filter_map(|(_, n)| n.as_i64()).collect(),
            secrets: doc.list("secrets").iter().filter_map(|(_, n)| n.as_i64()).collect(),
            winner: doc.need("winner").and_then(Value::as_i64),
            config: doc.map("config"),
        };
        doc.finish();
        check.finish(position)
    }

    fn from_position(p: &Position) -> std::result::Result<(Self, State), Faults> {
        let check = Check::new();
        let config = PebbleConfig::overridden(&p.config, "/config", &check);
        let mut state =
            State { piles: [0; 3], turn: p.turn, secrets: [0; 2], winner: p.winner.map(|n| n as u8), taken: false };
        if p.piles.len() != 3 || p.secrets.len() != 2 || p.piles.iter().any(|&n| n < 0) {
            check.fault("bad_position", "/piles", "three piles and two secrets, please");
        } else {
            state.piles.copy_from_slice(&p.piles);
            state.secrets.copy_from_slice(&p.secrets);
        }
        check.finish((Pebbles { config, overrides: p.config.clone() }, state))
    }

    fn position(&self, state: &State) -> Position {
        Position {
            game: "pebbles",
            turn: state.turn,
            piles: state.piles.to_vec(),
            secrets: if BREACH == POSITION_FORGETS { vec![0, 0] } else { state.secrets.to_vec() },
            winner: state.winner.map(i64::from),
            config: self.overrides.clone(),
        }
    }

    fn config(&self) -> &PebbleConfig {
        &self.config
    }

    fn clock(&self) -> Clock {
        Clock { turn_ms: self.config.turn_ms, ..Clock::default() }
    }

    fn longest_list(&self) -> i64 {
        1
    }

    fn seats(&self, _: &State) -> Vec<String> {
        vec!["one".into(), "two".into()]
    }

    fn map_info(&self, _: &State) -> Value {
        json!({})
    }

    fn turn(&self, state: &State) -> Turn {
        if Self::over(state) { Turn::over(state.turn) } else { Turn::of(state.turn, Self::seat(state)) }
    }

    fn units(&self, _: &State) -> usize {
        1
    }

    fn actors(&self, state: &State, seat: Seat, out: &mut Vec<Actor>) {
        if BREACH == ACTS_OUT_OF_TURN || !Self::over(state) && Self::seat(state) == seat {
            out.push(Actor::Seat);
        }
    }

    fn legal(&self, state: &State, seat: Seat, _: Actor, out: &mut Vec<Take>) {
        for pile in 0..3 {
            for count in 1..=9 {
                let take = Take { pile, count };
                let wrong = BREACH == LISTS_ILLEGAL && pile == 2 && count == 9 && state.turn > 2;
                let out_of_turn = BREACH == ACTS_OUT_OF_TURN && Self::seat(state) != seat;
                if wrong || out_of_turn || self.is_legal(state, seat, &take).is_ok() {
                    out.push(take);
                }
            }
        }
    }

    fn is_legal(&self, state: &State, seat: Seat, take: &Take) -> std::result::Result<(), Reason> {
        if Self::over(state) {
            return Err(Reason::GAME_OVER);
        }
        if Self::seat(state) != seat {
            return Err(Reason::NOT_YOUR_TURN);
        }
        if state.taken {
            return Err(Reason::TOO_MANY_ACTIONS);
        }
        let enemy_secret_is_odd = state.secrets[seat.other().index()] % 2 != 0;
        let Some(&pile) = usize::try_from(take.pile).ok().and_then(|i| state.piles.get(i)) else {
            let leak = BREACH == LEAKS_IN_REJECTION && enemy_secret_is_odd;
            return Err(if leak { Reason::OUT_OF_BOUNDS } else { NO_SUCH_PILE });
        };
        if i64::from(take.count) < 1 || i64::from(take.count) > self.config.most.min(pile) {
            return Err(Reason::BAD_AMOUNT);
        }
        Ok(())
    }

    fn sample(&self, state: &State, seat: Seat, rng: &mut Rng) -> Option<Take> {
        let mut all = Vec::new();
        if !Self::over(state) && Self::seat(state) == seat {
            self.legal(state, seat, Actor::Seat, &mut all);
        }
        rng.choose(&all).copied()
    }

    fn act(
        &self,
        state: &mut State,
        seat: Seat,
        take: &Take,
        log: &mut impl Log<Taken>,
    ) -> std::result::Result<(), Reason> {
        if let Err(reason) = self.is_legal(state, seat, take) {
            if BREACH == REFUSAL_CHANGES && reason == Reason::BAD_AMOUNT {
                state.piles[1] += 1;
            }
            return Err(reason);
        }
        let pile = &mut state.piles[take.pile as usize];
        *pile -= i64::from(take.count);
        log.event(Taken { pile: take.pile, left: *pile });
        state.taken = true;
        Ok(())
    }

    fn close(&self, state: &mut State, _: &mut impl Log<Taken>) {
        if Self::over(state) {
            state.turn += i64::from(BREACH == FINISHED_GOES_ON);
            return;
        }
        state.taken = false;
        if state.piles == [0; 3] {
            state.winner = Some(Self::seat(state).0);
        } else {
            state.turn += 1;
        }
    }

    fn step(&self, state: &mut State, orders: &Orders<Take>, log: &mut impl Log<Taken>) {
        if Self::over(state) && BREACH != FINISHED_GOES_ON {
            for given in orders.iter() {
                for i in 0..orders.entries(given.seat).len() {
                    log.reject(given.seat, i, Reason::GAME_OVER);
                }
            }
            return;
        }
        let mover = Self::seat(state);
        let mut asked = orders.get(mover).is_some();
        for given in orders.iter() {
            for (i, entry) in orders.entries(given.seat).iter().enumerate() {
                let answer = match entry {
                    Entry::Bad(flaw) => Err(flaw.reason()),
                    Entry::Action(take) => self.act(state, given.seat, take, log),
                };
                if let Err(reason) = answer {
                    log.reject(given.seat, i, reason);
                }
            }
        }
        asked |= orders.iter().count() == 0;
        if asked {
            self.close(state, log);
            if BREACH == CLOSE_DIFFERS && state.turn > 3 {
                state.secrets[0] += 1;
            }
        }
    }

    fn standings(&self, state: &State) -> Standings {
        let winner = state.winner.map(Seat);
        let scores = (0..2).map(|i| i64::from(state.winner == Some(i))).collect();
        Standings { over: Self::over(state), winner, scores, reason: winner.map(|_| "last_pebble") }
    }

    fn hash(&self, state: &State) -> u64 {
        let mut hasher = Hasher::new();
        hasher.int(state.turn);
        state.piles.iter().chain(&state.secrets).for_each(|&n| hasher.int(n));
        hasher.int(state.winner.map_or(-1, i64::from));
        if BREACH == HASH_FORGETS {
            // Something no position holds: where the state happens to lie would be the classic mistake.
            hasher.int(i64::from(state.taken) + self.overrides.capacity_hint());
        }
        hasher.finish()
    }

    fn reshuffle(&self, state: &State, seat: Seat, rng: &mut Rng) -> State {
        let mut other = state.clone();
        other.secrets[seat.other().index()] = rng.between(0, 999);
        other
    }

    fn parse(&self, action: &RawValue) -> Entry<Take> {
        let Some(fields) = Fields::read(action) else { return Entry::Bad(Flaw::NotObject) };
        match fields.verb().as_deref() {
            None => Entry::Bad(Flaw::NotObject),
            Some("take") => match (fields.int("pile"), fields.int("count")) {
                (Some(pile), Some(count)) => Entry::Action(Take { pile, count }),
                _ => Entry::Bad(Flaw::BadFields(0)),
            },
            Some(_) => Entry::Bad(Flaw::UnknownAction),
        }
    }

    fn wire(&self, take: &Take) -> Wire {
        Wire { r#do: "take", pile: take.pile, count: take.count }
    }

    fn begin(&self, _: &State) {}

    fn view(&self, state: &State, viewer: Viewer, _: &News<'_, Self>, out: &mut View) {
        out.turn = state.turn;
        out.piles.clear();
        out.piles.extend_from_slice(&state.piles);
        out.secret = match viewer {
            // What is learned in the middle of a turn is no part of a message, but of what a person tries.
            Viewer::Seat(seat) if BREACH == LEAKS_IN_VIEW || BREACH == LEAKS_WHEN_TRIED && state.taken => {
                Some(state.secrets[seat.other().index()])
            }
            Viewer::Seat(seat) => Some(state.secrets[seat.index()]),
            _ => None,
        };
    }

    fn symbols() -> &'static [Symbol] {
        const PILE: Symbol = Symbol { name: "pile", parts: &[Mark::fill("M-.4 .4h.8l-.4-.8z", Ink::Tint)] };
        &[PILE]
    }

    fn scene(_: &PebbleConfig, view: &View) -> Scene {
        let symbol = if BREACH == UNKNOWN_DRAWING { "heap" } else { "pile" };
        let item = |(i, left): (usize, &i64)| {
            let id = if BREACH == SAME_ID_TWICE { 1 } else { i };
            Item::new(id, Layer::Unit, [i as f32, 0.0], Shape::Symbol(symbol)).fact("left", left)
        };
        let side = |seat| Side { seat, color: Color::Seat(seat), score: String::new(), facts: Vec::new() };
        Scene {
            frame: [-1.0, -1.0, 5.0, 3.0],
            items: view.piles.iter().enumerate().map(item).collect(),
            sides: (0..2).map(side).collect(),
            status: vec![Fact::new("secret", view.secret.unwrap_or(0))],
            ..Scene::default()
        }
    }

    fn verbs() -> &'static [Verb] {
        const PILE: Slot = Slot::Item { key: "pile", label: "from" };
        const COUNT: Slot = Slot::Choice { key: "count", label: "how many" };
        const TAKE: Verb = Verb::of_seat("take", "take", 't', "Take pebbles from a pile.");
        const WHOLE: &[Verb] = &[TAKE.with(&[PILE, COUNT])];
        const HALF: &[Verb] = &[TAKE.with(&[PILE])];
        if BREACH == VERB_FORGETS { HALF } else { WHOLE }
    }

    fn imagine(&self, state: &State, _: &(), seat: Seat) -> State {
        let mut state = state.clone();
        if BREACH != LEAKS_WHEN_TRIED {
            state.secrets[seat.other().index()] = 0;
        }
        state
    }

    fn outcome(&self, state: &State, _: &()) -> Result {
        Result { over: Self::over(state), winner: state.winner }
    }

    fn summary(&self, state: &State, (): &()) -> String {
        match state.winner {
            None => format!("Not over: turn {}.", state.turn),
            Some(_) if BREACH == SUMMARY_FORGETS => "Over by last_pebble.".into(),
            Some(seat) => format!("{} wins: it took the last pebble.", self.seats(state)[usize::from(seat)]),
        }
    }

    fn bots() -> &'static [BotEntry<Self>] {
        &[]
    }
}

trait CapacityHint {
    fn capacity_hint(&self) -> i64;
}

impl CapacityHint for Map<String, Value> {
    /// A number that differs from call to call.
    fn capacity_hint(&self) -> i64 {
        use std::sync::atomic::{AtomicI64, Ordering};
        static CALLS: AtomicI64 = AtomicI64::new(0);
        CALLS.fetch_add(1, Ordering::Relaxed)
    }
}

impl<const BREACH: u8> Golden for Pebbles<BREACH> {}
