//! Games and states for search, whichever game it is: JSON at the edge, the typed rules inside.

use crate::space::Space;
use crate::spaces::Visit;
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Map, Value, json};
use skirmish_core::hash::mix;
use skirmish_core::rules::legal_actions;
use skirmish_core::view::{News, Step};
use skirmish_core::{Entry, Orders, Record, Rng, Seat, Setup, Viewer};
use std::sync::Arc;

/// A state that can be copied and played on, of any game.
pub trait AnyState: Send {
    /// The same state again.
    fn copy(&self) -> Box<dyn AnyState>;
    /// The name of the game.
    fn game(&self) -> &'static str;
    /// The names of the seats.
    fn seats(&self) -> Vec<String>;
    /// Whose turn it is: its number, its phase, and who is to act.
    fn turn(&self) -> Value;
    /// The legal actions of a seat.
    fn legal(&self, seat: &str) -> Result<Vec<Value>, String>;
    /// A random legal action of a seat; null if it has none.
    fn sample(&self, seat: &str, random: u64) -> Result<Value, String>;
    /// Carries out one action of a seat, or says why not.
    fn act(&mut self, seat: &str, action: &Value) -> Result<(), String>;
    /// Whether actions were carried out since the turn began: what they leave until it is closed is in no position.
    fn is_between(&self) -> bool;
    /// All lists are complete: plays on.
    fn close(&mut self);
    /// Plays the lists of all seats to act, by name, and tells what was refused.
    fn step(&mut self, orders: &Map<String, Value>) -> Result<Value, String>;
    /// What a seat is told; without a seat, what an onlooker sees.
    fn view(&self, seat: Option<&str>) -> Result<Value, String>;
    /// The canonical position.
    fn position(&self) -> Value;
    /// The hash of the state.
    fn hash(&self) -> u64;
    /// The result object of the rulebook.
    fn outcome(&self) -> Value;
    /// Whether the game is over.
    fn is_over(&self) -> bool;
}

struct Searched<G: Space> {
    game: Arc<G>,
    state: G::State,
    memory: G::Memory,
    is_between: bool,
}

impl<G: Space> Searched<G> {
    fn boxed(game: G, state: G::State) -> Box<dyn AnyState> {
        let memory = game.begin(&state);
        Box::new(Searched { game: Arc::new(game), state, memory, is_between: false })
    }

    fn seat(&self, name: &str) -> Result<Seat, String> {
        let names = self.game.seats(&self.state);
        match names.iter().position(|seat| seat == name) {
            Some(i) => Ok(Seat(i as u8)),
            None => Err(skirmish_core::names::unknown("seat", name, names.iter().map(String::as_str))),
        }
    }

    fn wire(&self, action: &G::Action) -> Value {
        serde_json::to_value(self.game.wire(action)).unwrap_or_default()
    }

    fn read(&self, action: &Value) -> Result<Entry<G::Action>, String> {
        let raw: Box<RawValue> = to_raw_value(action).map_err(|fault| fault.to_string())?;
        Ok(self.game.parse(&raw))
    }
}

impl<G: Space> AnyState for Searched<G> {
    fn copy(&self) -> Box<dyn AnyState> {
        let (game, state, memory) = (Arc::clone(&self.game), self.state.clone(), self.memory.clone());
        Box::new(Searched { game, state, memory, is_between: self.is_between })
    }

    fn game(&self) -> &'static str {
        G::ID
    }

    fn seats(&self) -> Vec<String> {
        self.game.seats(&self.state)
    }

    fn turn(&self) -> Value {
        let (turn, names) = (self.game.turn(&self.state), self.seats());
        let to_act: Vec<&str> = turn.to_act.iter().map(|seat| names[seat.index()].as_str()).collect();
        json!({"number": turn.number, "phase": turn.phase, "to_act": to_act})
    }

    fn legal(&self, seat: &str) -> Result<Vec<Value>, String> {
        let seat = self.seat(seat)?;
        Ok(legal_actions(&*self.game, &self.state, seat).iter().map(|action| self.wire(action)).collect())
    }

    fn sample(&self, seat: &str, random: u64) -> Result<Value, String> {
        let action = self.game.sample(&self.state, self.seat(seat)?, &mut Rng::new(mix(random)));
        Ok(action.map_or(Value::Null, |action| self.wire(&action)))
    }

    fn act(&mut self, seat: &str, action: &Value) -> Result<(), String> {
        let seat = self.seat(seat)?;
        let refused =
            |reason: skirmish_core::Reason| format!("{}: {}", reason.0, skirmish_core::reason::explain::<G>(reason));
        match self.read(action)? {
            Entry::Action(action) => {
                self.game.act(&mut self.state, seat, &action, &mut ()).map_err(refused)?;
                self.is_between = true;
                Ok(())
            }
            Entry::Bad(flaw) => Err(refused(flaw.reason())),
        }
    }

    fn is_between(&self) -> bool {
        self.is_between
    }

    fn close(&mut self) {
        self.is_between = false;
        self.game.close(&mut self.state, &mut ());
    }

    fn step(&mut self, given: &Map<String, Value>) -> Result<Value, String> {
        let (turn, names) = (self.game.turn(&self.state), self.seats());
        for seat in given.keys() {
            let seat = self.seat(seat)?;
            if !turn.to_act.contains(seat) {
                return Err(format!("{} is not to act", names[seat.index()]));
            }
        }
        let mut orders = Orders::new();
        for seat in turn.to_act.iter() {
            let list = match given.get(&names[seat.index()]) {
                None => Vec::new(),
                Some(Value::Array(list)) => list.iter().map(|action| self.read(action)).collect::<Result<_, _>>()?,
                Some(_) => return Err(format!("the orders of {} are not a list", names[seat.index()])),
            };
            orders.list(seat, list);
        }
        let mut record = Record::default();
        self.game.step(&mut self.state, &orders, &mut record);
        self.is_between = false;
        self.game.remember(&mut self.memory, &Step { turn, orders: &orders, record: &record, state: &self.state });
        let refused = |it: &skirmish_core::Rejection| json!({"seat": names[it.seat.index()], "index": it.index, "reason": it.reason.0});
        Ok(record.rejections.iter().map(refused).collect())
    }

    fn view(&self, seat: Option<&str>) -> Result<Value, String> {
        let viewer = match seat {
            Some(seat) => Viewer::Seat(self.seat(seat)?),
            None => Viewer::Omniscient,
        };
        let news = News { first: true, rejected: &[], events: &[], memory: &self.memory };
        let mut view = G::View::default();
        self.game.view(&self.state, viewer, &news, &mut view);
        serde_json::to_value(&view).map_err(|fault| fault.to_string())
    }

    fn position(&self) -> Value {
        serde_json::to_value(self.game.position(&self.state)).unwrap_or_default()
    }

    fn hash(&self) -> u64 {
        self.game.hash(&self.state)
    }

    fn outcome(&self) -> Value {
        serde_json::to_value(self.game.outcome(&self.state, &self.memory)).unwrap_or_default()
    }

    fn is_over(&self) -> bool {
        self.game.turn(&self.state).is_over()
    }
}

/// Where a state comes from.
pub enum Source<'a> {
    /// A new game.
    Setup(&'a Setup),
    /// One of many different starts.
    Opening(u64, &'a Setup),
    /// A position.
    Position(&'a Value),
    /// The views that a seat was sent: the first and the latest.
    Views(&'a Value, &'a Value),
}

/// A state of the game called `id`.
pub fn state(id: &str, source: Source<'_>) -> Result<Box<dyn AnyState>, String> {
    struct Make<'a>(Source<'a>);

    impl Visit for Make<'_> {
        type Output = Result<Box<dyn AnyState>, String>;

        fn visit<G: Space>(self) -> Self::Output {
            let made = match self.0 {
                Source::Setup(setup) => G::resolve(setup).map(|(game, mut state)| {
                    game.reseed(&mut state, setup.seed.into());
                    (game, state)
                }),
                Source::Opening(n, setup) => G::opening(n, setup),
                Source::Position(position) => G::read_position(position).and_then(|it| G::from_position(&it)),
                Source::Views(first, latest) => G::told(first, latest),
            };
            made.map(|(game, state)| Searched::boxed(game, state)).map_err(|faults| faults.to_string())
        }
    }

    crate::spaces::visit(id, Make(source))?
}
