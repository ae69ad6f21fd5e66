//! Playing by hand: what a person may do, described so that a page that knows no game can offer it.
//!
//! Everything here follows from what the seat was sent. A [`Hand`] holds the state as the seat may imagine it
//! ([`Show::imagine`]) and tries orders on that, so trying an order and taking it back tells a person nothing new.

mod march;
mod reach;

pub use march::{March, Marched, Pace};
pub use reach::{Barred, Reach, Way};

use crate::reason::explain;
use crate::scene::Scene;
use crate::show::{self, Show};
use crate::sketch::Sketch;
use crate::view::{News, Viewer};
use crate::{Actor, BotEntry, Entry, Game, Hello, Reason, Seat};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;
use serde_json::value::RawValue;
use std::collections::HashSet;

/// A kind of action, as a person composes it.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Verb {
    /// What the action says for `do`.
    pub name: &'static str,
    /// The text on its button.
    pub label: &'static str,
    /// What it does, in one sentence.
    pub about: &'static str,
    /// The key that chooses it; no two verbs of a seat share one.
    pub key: char,
    /// Whether a unit does it (the action has a `unit`), or the seat itself.
    pub unit: bool,
    /// What else the action needs, in the order a person is asked for it.
    pub slots: &'static [Slot],
    /// Takes its unit to the cell of its first slot. Used to send several units to one goal.
    pub walks: bool,
    /// Is what a unit does to an enemy. A click on an enemy means it.
    pub strikes: bool,
    /// Must be the last of a list. The page sends it at the end of the turn where the game needs it.
    pub ends: bool,
}

impl Verb {
    /// The verb of a unit.
    pub const fn of_unit(name: &'static str, label: &'static str, key: char, about: &'static str) -> Verb {
        Verb { name, label, about, key, unit: true, slots: &[], walks: false, strikes: false, ends: false }
    }

    /// The verb of a seat.
    pub const fn of_seat(name: &'static str, label: &'static str, key: char, about: &'static str) -> Verb {
        Verb { unit: false, ..Verb::of_unit(name, label, key, about) }
    }

    /// The same verb, which needs these slots filled.
    pub const fn with(self, slots: &'static [Slot]) -> Verb {
        Verb { slots, ..self }
    }

    /// The same verb, which [walks](Verb::walks).
    pub const fn walking(self) -> Verb {
        Verb { walks: true, ..self }
    }

    /// The same verb, which [strikes](Verb::strikes).
    pub const fn striking(self) -> Verb {
        Verb { strikes: true, ..self }
    }

    /// The same verb, which [ends](Verb::ends) a list.
    pub const fn ending(self) -> Verb {
        Verb { ends: true, ..self }
    }
}

/// Something a verb needs.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Slot {
    /// A cell: the keys of its coordinates.
    Cell {
        /// The key of the first coordinate.
        x: &'static str,
        /// The key of the second coordinate.
        y: &'static str,
        /// What a person is asked for.
        label: &'static str,
    },
    /// A thing that has a number.
    Item {
        /// The key of the number.
        key: &'static str,
        /// What a person is asked for.
        label: &'static str,
    },
    /// One of the values that the legal actions have there.
    Choice {
        /// The key of the value.
        key: &'static str,
        /// What a person is asked for.
        label: &'static str,
    },
}

impl Slot {
    /// A cell under the usual keys.
    pub const CELL: Slot = Slot::Cell { x: "x", y: "y", label: "where" };
    /// A thing under the usual key.
    pub const TARGET: Slot = Slot::Item { key: "target", label: "whom" };
}

/// Why something cannot be done.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Refusal {
    /// The code.
    #[schemars(with = "String")]
    pub reason: Reason,
    /// The same in a sentence.
    pub why: &'static str,
}

/// What something costs. A click on a cell where it can be had means: have it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Price {
    /// The `do` of the actions that cost this.
    pub verb: &'static str,
    /// Only those with this choice, where prices differ by it.
    pub choice: Option<&'static str>,
    /// The price in words: "20 money".
    pub cost: String,
    /// Whether there is enough for it.
    pub enough: bool,
}

/// Something that a seat can spend.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Purse {
    /// What it is: "actions".
    pub name: &'static str,
    /// How much of it there was before the orders.
    pub had: i64,
    /// How much of it is left after them.
    pub left: i64,
}

/// How things would stand after some orders, as far as the seat can know.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Considered {
    /// For each order, why it would be refused; null if it would not.
    pub verdicts: Vec<Option<Refusal>>,
    /// What each of them would cost, as "4 actions"; empty where it costs nothing.
    pub spent: Vec<String>,
    /// What the seat had to spend before them, and what is left of it.
    pub purse: Vec<Purse>,
    /// The picture of it.
    pub scene: Scene,
    /// Who could still act: a unit's number, or null for the seat itself, and the number of its legal actions.
    pub actors: Vec<(Option<i64>, usize)>,
    /// The legal actions of the actor that was asked about.
    #[schemars(with = "Vec<serde_json::Map<String, Value>>")]
    pub legal: Vec<Value>,
    /// What it costs that actor to have something.
    pub prices: Vec<Price>,
    /// Of the units that were asked about together: the `do` of what some of them could do, and how many of them.
    pub able: Vec<(&'static str, usize)>,
}

/// A seat to act that a person plays, in any game.
pub trait AnyHand: Send {
    /// The seat.
    fn seat(&self) -> Seat;
    /// How things would stand after `orders`, with the legal actions of `actor`, if one is named.
    fn consider(&self, orders: &[&RawValue], actor: Option<Actor>) -> Considered;
    /// What some of these units could do after these orders: the `do` of it, and how many of them.
    fn able(&self, orders: &[&RawValue], units: &[i64]) -> Vec<(&'static str, usize)>;
    /// The board after these orders, as characters.
    fn sketch(&self, orders: &[&RawValue]) -> Sketch;
    /// Why an action could not follow these orders; `None` if it could.
    fn why_not(&self, orders: &[&RawValue], action: &RawValue) -> Option<Refusal>;
    /// What follows these orders on marches, one after the other.
    fn march(&self, orders: &[&RawValue], marches: &[March]) -> Marched;
    /// What a unit can get done this turn after these orders.
    fn reach(&self, orders: &[&RawValue], unit: i64) -> Reach;
    /// What a built-in bot would add to these orders; `None` if no bot has that name.
    fn finish(&self, orders: &[&RawValue], bot: &str, random: u64) -> Option<Vec<Value>>;
}

/// The verb that walks, and the keys of the cell it takes.
#[derive(Clone, Copy)]
struct Walk {
    verb: &'static str,
    x: &'static str,
    y: &'static str,
}

/// A seat to act that a person plays.
pub struct Hand<G: Game> {
    show: &'static Show<G>,
    walk: Option<Walk>,
    game: G,
    state: G::State,
    memory: G::Memory,
    seat: Seat,
}

impl<G: Game> Hand<G> {
    /// The seat of a game; `None` where the game does not say how a person plays it.
    pub fn new(game: &G, state: &G::State, memory: &G::Memory, seat: Seat) -> Option<Hand<G>> {
        let show = G::SHOW?;
        let state = (show.imagine)(game, state, memory, seat);
        Some(Hand { show, walk: march::walk_of(show.verbs), game: game.clone(), state, memory: memory.clone(), seat })
    }

    /// The state after orders, and why some of them were refused.
    fn after(&self, orders: &[&RawValue]) -> (G::State, Vec<Option<Refusal>>) {
        self.each_after(orders, |_| ())
    }

    /// The same, showing the state after each order.
    fn each_after(&self, orders: &[&RawValue], mut see: impl FnMut(&G::State)) -> (G::State, Vec<Option<Refusal>>) {
        let mut state = self.state.clone();
        let verdict = |order: &&RawValue| {
            let refused = match self.game.parse(order) {
                Entry::Action(action) => {
                    self.game.act(&mut state, self.seat, &action, &mut ()).err().map(|reason| refusal::<G>(reason))
                }
                Entry::Bad(flaw) => Some(refusal::<G>(flaw.reason())),
            };
            see(&state);
            refused
        };
        let verdicts = orders.iter().map(verdict).collect();
        (state, verdicts)
    }

    /// What the seat has to spend in a state.
    fn purse(&self, state: &G::State) -> show::Purse {
        (self.show.purse)(&self.game, state, self.seat)
    }

    fn view(&self, state: &G::State) -> G::View {
        let news = News { first: true, rejected: &[], events: &[], memory: &self.memory };
        let mut view = G::View::default();
        self.game.view(state, Viewer::Seat(self.seat), &news, &mut view);
        view
    }

    /// The action, if it would be accepted.
    fn allowed(&self, state: &G::State, wire: &Value) -> Option<G::Action> {
        let raw = serde_json::value::to_raw_value(wire).expect("JSON serialises");
        match self.game.parse(&raw) {
            Entry::Action(action) => self.game.is_legal(state, self.seat, &action).is_ok().then_some(action),
            Entry::Bad(_) => None,
        }
    }

    /// Why an action would be refused; `None` if it would not.
    fn judge(&self, state: &G::State, action: &RawValue) -> Option<Refusal> {
        match self.game.parse(action) {
            Entry::Action(action) => self.game.is_legal(state, self.seat, &action).err().map(refusal::<G>),
            Entry::Bad(flaw) => Some(refusal::<G>(flaw.reason())),
        }
    }

    /// The same of an action that is put together here.
    fn refused(&self, state: &G::State, wire: &Value) -> Option<Refusal> {
        self.judge(state, &serde_json::value::to_raw_value(wire).expect("JSON serialises"))
    }

    fn legal(&self, state: &G::State, actor: Actor) -> Vec<G::Action> {
        let mut actions = Vec::new();
        self.game.legal(state, self.seat, actor, &mut actions);
        actions
    }
}

/// What was spent between two purses, in words.
fn cost(before: &show::Purse, after: &show::Purse) -> String {
    let less = before.iter().zip(after).map(|(&(name, had), &(_, left))| (name, had - left));
    let words: Vec<String> = less.filter(|(_, spent)| *spent > 0).map(|(name, spent)| count(spent, name)).collect();
    words.join(", ")
}

/// So many of something whose name is that of many.
fn count(number: i64, name: &str) -> String {
    match name.strip_suffix('s').filter(|_| number == 1) {
        Some(one) => format!("1 {one}"),
        None => format!("{number} {name}"),
    }
}

fn refusal<G: Game>(reason: Reason) -> Refusal {
    Refusal { reason, why: explain::<G>(reason) }
}

fn wire<G: Game>(game: &G, action: &G::Action) -> Value {
    serde_json::to_value(game.wire(action)).expect("actions serialise")
}

impl<G: Game> AnyHand for Hand<G> {
    fn seat(&self) -> Seat {
        self.seat
    }

    fn consider(&self, orders: &[&RawValue], actor: Option<Actor>) -> Considered {
        let had = self.purse(&self.state);
        let (mut purse, mut spent) = (had.clone(), Vec::with_capacity(orders.len()));
        let (state, verdicts) = self.each_after(orders, |state| {
            let left = self.purse(state);
            spent.push(cost(&purse, &left));
            purse = left;
        });
        let mut actors = Vec::new();
        self.game.actors(&state, self.seat, &mut actors);
        let number = |actor| match actor {
            Actor::Seat => None,
            Actor::Unit(id) => Some(id),
        };
        let legal = actor.map(|actor| self.legal(&state, actor)).unwrap_or_default();
        Considered {
            verdicts,
            spent,
            purse: had.iter().zip(&purse).map(|(&(name, had), &(_, left))| Purse { name, had, left }).collect(),
            scene: (self.show.scene)(self.game.config(), &self.view(&state)),
            actors: actors.into_iter().map(|actor| (number(actor), self.legal(&state, actor).len())).collect(),
            legal: legal.iter().map(|action| wire(&self.game, action)).collect(),
            prices: actor.map(|actor| (self.show.prices)(&self.game, &state, self.seat, actor)).unwrap_or_default(),
            able: Vec::new(),
        }
    }

    fn able(&self, orders: &[&RawValue], units: &[i64]) -> Vec<(&'static str, usize)> {
        let (state, _) = self.after(orders);
        let mut able: Vec<(&'static str, usize)> = Vec::new();
        for verb in self.show.verbs.iter().filter(|verb| verb.unit) {
            // Verbs may share a name where they differ in what they need.
            if able.iter().all(|(name, _)| *name != verb.name) {
                able.push((verb.name, 0));
            }
        }
        for &unit in units {
            let legal = self.legal(&state, Actor::Unit(unit));
            let said: HashSet<_> = legal.iter().map(|action| wire(&self.game, action)["do"].to_string()).collect();
            for (name, count) in &mut able {
                *count += usize::from(said.contains(&Value::from(*name).to_string()));
            }
        }
        able.retain(|(_, count)| *count > 0);
        able
    }

    fn sketch(&self, orders: &[&RawValue]) -> Sketch {
        let (state, _) = self.after(orders);
        (self.show.sketch)(&self.game, &state)
    }

    fn why_not(&self, orders: &[&RawValue], action: &RawValue) -> Option<Refusal> {
        let (state, _) = self.after(orders);
        self.judge(&state, action)
    }

    fn march(&self, orders: &[&RawValue], marches: &[March]) -> Marched {
        let (mut state, _) = self.after(orders);
        self.march_on(&mut state, marches)
    }

    fn reach(&self, orders: &[&RawValue], unit: i64) -> Reach {
        let (state, _) = self.after(orders);
        self.reach_from(&state, unit)
    }

    fn finish(&self, orders: &[&RawValue], bot: &str, random: u64) -> Option<Vec<Value>> {
        let entry = BotEntry::<G>::find(bot)?;
        let (mut state, _) = self.after(orders);
        let seats = self.game.seats(&state);
        let hello = Hello { config: self.game.config(), seat: self.seat, seats: &seats, random };
        let mut list = Vec::new();
        (entry.make)(&hello).turn(&self.view(&state), &mut list);
        // What it would have done to units that have had their orders is left out.
        list.retain(|action| self.game.act(&mut state, self.seat, action, &mut ()).is_ok());
        Some(list.iter().map(|action| wire(&self.game, action)).collect())
    }
}
