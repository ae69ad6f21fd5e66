//! Cairns with a fault: `BREACH` makes it break one law, to show that the suite notices. It also has pictures and hands,
//! which cairns lacks, because there are laws about them.

use serde_json::Value;
use serde_json::value::RawValue;
use skirmish_cairns::documents::Position;
use skirmish_cairns::rules::Taken;
use skirmish_cairns::telling::{Outcome, View};
use skirmish_cairns::{Action, Cairns, CairnsConfig, State};
use skirmish_core::hand::{Slot, Verb};
use skirmish_core::scene::{Color, Fact, Ink, Item, Layer, Legend, Mark, Scene, Shape, Side, Symbol};
use skirmish_core::show::{Show, all_free, as_the_crow_flies, never_strikes, never_turns, no_purse};
use skirmish_core::sketch::Sketch;
use skirmish_core::*;
use std::sync::atomic::{AtomicI64, Ordering};

pub const LAWFUL: u8 = 0;
pub const LEAKS_IN_VIEW: u8 = 1;
pub const LEAKS_IN_REJECTION: u8 = 2;
pub const LISTS_ILLEGAL: u8 = 3;
pub const REFUSAL_CHANGES: u8 = 4;
pub const HASH_FORGETS: u8 = 5;
pub const FINISHED_GOES_ON: u8 = 6;
pub const POSITION_FORGETS: u8 = 7;
pub const ACTS_OUT_OF_TURN: u8 = 8;
pub const STEP_DIFFERS: u8 = 9;
pub const LEAKS_WHEN_TRIED: u8 = 10;
pub const SAME_ID_TWICE: u8 = 11;
pub const UNKNOWN_DRAWING: u8 = 12;
pub const VERB_FORGETS: u8 = 13;
pub const SUMMARY_FORGETS: u8 = 14;
pub const UNLISTED_ENDING: u8 = 15;
pub const LEGEND_FORGETS: u8 = 16;
pub const LEAKS_IN_SKETCH: u8 = 17;
pub const BLIND_HASH: u8 = 18;

#[derive(Clone)]
pub struct Broken<const BREACH: u8>(Cairns);

impl<const BREACH: u8> Rules for Broken<BREACH> {
    type State = State;
    type Action = Action;
    type Event = Taken;

    fn turn(&self, state: &State) -> Turn {
        self.0.turn(state)
    }

    fn actors(&self, state: &State, seat: Seat, out: &mut Vec<Actor>) {
        if BREACH == ACTS_OUT_OF_TURN {
            return out.push(Actor::Seat);
        }
        self.0.actors(state, seat, out);
    }

    fn legal(&self, state: &State, seat: Seat, actor: Actor, out: &mut Vec<Action>) {
        let out_of_turn = BREACH == ACTS_OUT_OF_TURN && state.mover() != seat;
        self.0.legal(state, if out_of_turn { state.mover() } else { seat }, actor, out);
        if BREACH == LISTS_ILLEGAL && state.turn > 2 {
            out.push(Action::Take { cairn: 2, count: 9 });
        }
    }

    fn is_legal(&self, state: &State, seat: Seat, action: &Action) -> Result<(), Reason> {
        self.0.is_legal(state, seat, action).map_err(|reason| {
            let leak = BREACH == LEAKS_IN_REJECTION && state.secrets[seat.other().index()] == 0;
            if leak && reason == Reason::NO_SUCH_TARGET { Reason::OUT_OF_BOUNDS } else { reason }
        })
    }

    fn sample(&self, state: &State, seat: Seat, rng: &mut Rng) -> Option<Action> {
        self.0.sample(state, seat, rng)
    }

    fn act(&self, state: &mut State, seat: Seat, action: &Action, log: &mut impl Log<Taken>) -> Result<(), Reason> {
        if let Err(reason) = self.is_legal(state, seat, action) {
            if BREACH == REFUSAL_CHANGES && reason == Reason::BAD_AMOUNT {
                state.cairns[1] += 1;
            }
            return Err(reason);
        }
        self.0.act(state, seat, action, log)
    }

    fn close(&self, state: &mut State, log: &mut impl Log<Taken>) {
        let over = self.turn(state).is_over();
        self.0.close(state, log);
        if over && BREACH == FINISHED_GOES_ON {
            state.scores[0] += 1;
        }
    }

    fn step(&self, state: &mut State, orders: &Orders<Action>, log: &mut impl Log<Taken>) {
        for given in orders.iter() {
            for (index, entry) in orders.entries(given.seat).iter().enumerate() {
                if let Err(reason) = self.entry(state, given.seat, (index, entry), log) {
                    log.reject(given.seat, index, reason);
                }
            }
            if let Answer::Absent(absence) = given.answer {
                self.0.absent(state, given.seat, absence, log);
            }
        }
        self.close(state, log);
        if BREACH == STEP_DIFFERS && state.turn > 3 && !self.turn(state).is_over() {
            state.scores[0] += 1;
        }
    }

    fn standings(&self, state: &State) -> Standings {
        self.0.standings(state)
    }

    fn hash(&self, state: &State) -> u64 {
        if BREACH == BLIND_HASH {
            return 7;
        }
        // A number that no position holds: where the state happens to lie would be the classic mistake.
        static CALLS: AtomicI64 = AtomicI64::new(0);
        let odd = if BREACH == HASH_FORGETS { CALLS.fetch_add(1, Ordering::Relaxed) } else { 0 };
        self.0.hash(state) ^ odd as u64
    }
}

impl<const BREACH: u8> Documents for Broken<BREACH> {
    const ID: &'static str = Cairns::ID;
    const ABOUT: &'static str = Cairns::ABOUT;
    const VERSION: u32 = Cairns::VERSION;
    const RULES: &'static str = Cairns::RULES;

    type Config = CairnsConfig;
    type Position = Position;

    fn config(&self) -> &CairnsConfig {
        self.0.config()
    }

    fn resolve(setup: &Setup) -> Result<(Self, State), Faults> {
        Cairns::resolve(setup).map(|(game, state)| (Broken(game), state))
    }

    fn opening(n: u64, base: &Setup) -> Result<(Self, State), Faults> {
        Cairns::opening(n, base).map(|(game, state)| (Broken(game), state))
    }

    fn read_position(json: &Value) -> Result<Position, Faults> {
        Cairns::read_position(json)
    }

    fn from_position(position: &Position) -> Result<(Self, State), Faults> {
        Cairns::from_position(position).map(|(game, state)| (Broken(game), state))
    }

    fn position(&self, state: &State) -> Position {
        let mut state = state.clone();
        if BREACH == POSITION_FORGETS {
            state.secrets = [0; 2];
        }
        self.0.position(&state)
    }
}

impl<const BREACH: u8> Telling for Broken<BREACH> {
    const ENDINGS: &'static [&'static str] = if BREACH == UNLISTED_ENDING { &[] } else { Cairns::ENDINGS };
    const SCORE: &'static str = Cairns::SCORE;
    const HIDES: bool = true;

    type Wire = Action;
    type View = View;
    type Memory = ();
    type Outcome = Outcome;

    fn seats(&self, state: &State) -> Vec<String> {
        self.0.seats(state)
    }

    fn parse(&self, action: &RawValue) -> Entry<Action> {
        self.0.parse(action)
    }

    fn wire(&self, action: &Action) -> Action {
        *action
    }

    fn view(&self, state: &State, viewer: Viewer, news: &News<'_, Self>, out: &mut View) {
        let News { first, rejected, events, memory } = *news;
        self.0.view(state, viewer, &News { first, rejected, events, memory }, out);
        // What is learned in mid-turn is not part of a message, but of what a person tries.
        let leaks = BREACH == LEAKS_IN_VIEW || BREACH == LEAKS_WHEN_TRIED && state.taken;
        if let (Viewer::Seat(seat), true) = (viewer, leaks) {
            out.secret = Some(state.secrets[seat.other().index()]);
        }
    }

    fn outcome(&self, state: &State, memory: &()) -> Outcome {
        self.0.outcome(state, memory)
    }

    fn summary(&self, state: &State, memory: &()) -> String {
        match self.standings(state).reason {
            Some(reason) if BREACH == SUMMARY_FORGETS => format!("Over by {reason}."),
            _ => self.0.summary(state, memory),
        }
    }
}

impl<const BREACH: u8> Game for Broken<BREACH> {
    const SHOW: Option<&'static Show<Self>> = Some(&Show {
        symbols: SYMBOLS,
        legend: if BREACH == LEGEND_FORGETS { &[] } else { LEGEND },
        scene: Self::scene,
        tell: |event, _| plain::tell(event),
        verbs: if BREACH == VERB_FORGETS { HALF } else { WHOLE },
        imagine: Self::imagine,
        distances: as_the_crow_flies,
        strike: never_strikes,
        face: never_turns,
        prices: all_free,
        purse: no_purse,
        brushes: |_| Vec::new(),
        sketch: |_, state| {
            let secrets = (BREACH == LEAKS_IN_SKETCH).then(|| format!("{:?}", state.secrets));
            Sketch::words(secrets.unwrap_or_default())
        },
    });

    fn host(&self) -> Host {
        self.0.host()
    }
}

const SYMBOLS: &[Symbol] = &[Symbol { name: "cairn", parts: &[Mark::fill("M-.4 .4h.8l-.4-.8z", Ink::Tint)] }];
const LEGEND: &[Legend] = &[Legend::symbols(&["cairn"], Color::Ink, "a cairn")];
const CAIRN: Slot = Slot::Item { key: "cairn", label: "from" };
const COUNT: Slot = Slot::Choice { key: "count", label: "how many" };
const TAKE: Verb = Verb::of_seat("take", "take", 't', "Take stones from a cairn.");
const WHOLE: &[Verb] = &[TAKE.with(&[CAIRN, COUNT])];
const HALF: &[Verb] = &[TAKE.with(&[CAIRN])];

impl<const BREACH: u8> Broken<BREACH> {
    fn scene(_: &CairnsConfig, view: &View) -> Scene {
        let symbol = if BREACH == UNKNOWN_DRAWING { "heap" } else { "cairn" };
        let item = |(i, left): (usize, &i64)| {
            let id = if BREACH == SAME_ID_TWICE { 1 } else { i };
            Item::new(id, Layer::Unit, [i as f32, 0.0], Shape::Symbol(symbol)).fact("left", left)
        };
        let side = |seat| Side { seat, color: Color::Seat(seat), score: String::new(), facts: Vec::new() };
        Scene {
            frame: [-1.0, -1.0, 5.0, 3.0],
            items: view.cairns.iter().enumerate().map(item).collect(),
            sides: (0..2).map(side).collect(),
            status: vec![Fact::new("secret", view.secret.unwrap_or(0))],
            ..Scene::default()
        }
    }

    fn imagine(&self, state: &State, (): &(), seat: Seat) -> State {
        let mut state = state.clone();
        if BREACH != LEAKS_WHEN_TRIED && BREACH != LEAKS_IN_SKETCH {
            state.secrets[seat.other().index()] = 0;
        }
        state
    }
}

impl<const BREACH: u8> Golden for Broken<BREACH> {
    fn reshuffle(&self, state: &State, seat: Seat, rng: &mut Rng) -> State {
        self.0.reshuffle(state, seat, rng)
    }
}
