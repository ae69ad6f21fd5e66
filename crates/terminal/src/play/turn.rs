//! A seat's turn: the orders that are not sent yet, and how things would stand after them.
//!
//! Everything comes from the hand at the seat's desk, so from what the seat was sent.

use crate::play::compose::{action_of, describe, verb_of};
use serde_json::Value;
use serde_json::value::{RawValue, to_raw_value};
use skirmish_core::hand::{AnyHand, Considered, March, Pace, Reach, Verb};
use skirmish_core::scene::{Item, Layer, Scene};
use skirmish_core::sketch::Sketch;
use skirmish_core::{Actor, Seat};
use skirmish_referee::desk::{Desk, NotAsked, Said};
use skirmish_referee::story::Story;
use std::sync::Arc;

type Orders = Vec<Box<RawValue>>;

/// An order that stands until it is done.
#[derive(Clone, PartialEq, Debug)]
pub struct Standing {
    pub unit: i64,
    pub goal: Option<[i64; 2]>,
    pub pace: Pace,
}

pub struct Turn {
    desk: Arc<Desk>,
    verbs: &'static [Verb],
    pub seat: Seat,
    pub request: u32,
    /// "turn 7, attack".
    pub moment: String,
    orders: Orders,
    past: Vec<Orders>,
    undone: Vec<Orders>,
    pub considered: Considered,
    pub sketch: Sketch,
    pub actor: Option<Actor>,
    /// What the chosen unit can get done, and where that is.
    pub reach: Option<Reach>,
    /// What was refused of the last orders, in words.
    pub rejected: Vec<String>,
    pub story: Option<Story>,
}

impl Turn {
    /// What the desk asks now, if it asks anything.
    pub fn open(desk: &Arc<Desk>, seat: Seat, verbs: &'static [Verb]) -> Option<Turn> {
        desk.look(|at| {
            let asked = at.asked.filter(|_| at.open)?;
            let words = |one: &Value| {
                let action = one.get("action").filter(|action| action.is_object());
                format!(
                    "refused: {} ({})",
                    action.map_or("an order".into(), |action| describe(verbs, action, &Scene::default())),
                    one["why"].as_str().unwrap_or_default()
                )
            };
            let phase = asked.turn.phase.map_or(String::new(), |phase| format!(", {}", phase.replace('_', " ")));
            Some(Turn {
                desk: Arc::clone(desk),
                verbs,
                seat,
                request: asked.request,
                moment: format!("turn {}{phase}", asked.turn.number),
                orders: Vec::new(),
                past: Vec::new(),
                undone: Vec::new(),
                considered: asked.hand.consider(&[], None),
                sketch: asked.hand.sketch(&[]),
                actor: None,
                reach: None,
                rejected: asked.rejected.as_array().map(|list| list.iter().map(words).collect()).unwrap_or_default(),
                story: asked.story.clone(),
            })
        })
    }

    /// Whether the desk still waits for this turn.
    pub fn is_open(&self) -> bool {
        self.desk.look(|at| at.open && at.asked.is_some_and(|asked| asked.request == self.request))
    }

    /// Asks the hand something about the orders so far.
    fn ask<T>(&self, question: impl FnOnce(&dyn AnyHand, &[&RawValue]) -> T) -> Option<T> {
        let orders: Vec<&RawValue> = self.orders.iter().map(|order| &**order).collect();
        self.desk.look(|at| {
            let asked = at.asked.filter(|asked| at.open && asked.request == self.request)?;
            Some(question(&*asked.hand, &orders))
        })
    }

    /// Looks at everything anew, after the orders have changed or somebody else was chosen.
    fn look(&mut self) {
        let actor = self.actor;
        let unit = if let Some(Actor::Unit(unit)) = actor { Some(unit) } else { None };
        let seen = self.ask(|hand, orders| {
            let considered = hand.consider(orders, actor);
            (considered, hand.sketch(orders), unit.map(|unit| hand.reach(orders, unit)))
        });
        if let Some((considered, sketch, reach)) = seen {
            (self.considered, self.sketch, self.reach) = (considered, sketch, reach);
        }
    }

    pub fn select(&mut self, actor: Option<Actor>) {
        self.actor = actor;
        self.look();
    }

    /// Everybody who can still act: units in their order, then the seat itself.
    pub fn actors(&self) -> Vec<Actor> {
        let mut actors: Vec<Actor> = self
            .considered
            .actors
            .iter()
            .filter(|(_, count)| *count > 0)
            .map(|(unit, _)| unit.map_or(Actor::Seat, Actor::Unit))
            .collect();
        actors.sort_by_key(|actor| *actor == Actor::Seat);
        actors
    }

    pub fn units(&self) -> Vec<i64> {
        let unit = |actor| if let Actor::Unit(unit) = actor { Some(unit) } else { None };
        self.actors().into_iter().filter_map(unit).collect()
    }

    /// Chooses the next one who can act, or the one before.
    pub fn next(&mut self, forward: bool) {
        let actors = self.actors();
        let at = self.actor.and_then(|now| actors.iter().position(|actor| *actor == now));
        let count = actors.len();
        let next = match at {
            _ if count == 0 => None,
            Some(at) => Some((at + if forward { 1 } else { count - 1 }) % count),
            // Whoever was chosen is done: the one after it, by number.
            None => match self.actor {
                Some(Actor::Unit(now)) if forward => {
                    let later = |actor: &Actor| !matches!(actor, Actor::Unit(unit) if *unit < now);
                    Some(actors.iter().position(later).unwrap_or(0))
                }
                _ => Some(if forward { 0 } else { count - 1 }),
            },
        };
        self.select(next.map(|next| actors[next]));
    }

    /// A thing that is in the picture, by its number.
    pub fn item(&self, id: i64) -> Option<&Item> {
        let id = id.to_string();
        self.considered.scene.items.iter().find(|item| item.id == id)
    }

    /// What stands on a cell and has a name, the highest first.
    pub fn things(&self, cell: [i64; 2]) -> Vec<&Item> {
        let mut things: Vec<&Item> = self
            .considered
            .scene
            .items
            .iter()
            .filter(|item| item.cell == Some(cell) && !item.title.is_empty())
            .collect();
        things.sort_by_key(|item| std::cmp::Reverse(item.layer));
        things
    }

    pub fn cell_of(&self, actor: Actor) -> Option<[i64; 2]> {
        match actor {
            Actor::Unit(unit) => self.item(unit)?.cell,
            Actor::Seat => None,
        }
    }

    /// The legal actions of whoever is chosen that this verb means.
    pub fn of_verb(&self, verb: &Verb) -> Vec<&Value> {
        self.considered.legal.iter().filter(|action| verb_of(self.verbs, action) == Some(verb)).collect()
    }

    /// The verbs that whoever is chosen can use now, with the number of actions.
    pub fn offers(&self) -> Vec<(&'static Verb, usize)> {
        let count = |verb: &'static Verb| (verb, self.of_verb(verb).len());
        self.verbs.iter().map(count).filter(|(_, count)| *count > 0).collect()
    }

    /// Takes orders that are accepted one after the other; an error says why the first one is not.
    pub fn add(&mut self, actions: &[Value]) -> Result<usize, String> {
        let before = self.orders.clone();
        let mut refused = None;
        for action in actions {
            let raw = to_raw_value(action).expect("JSON serialises");
            match self.ask(|hand, orders| hand.why_not(orders, &raw)) {
                None => return Err("this turn is over".into()),
                Some(None) => self.orders.push(raw),
                Some(Some(refusal)) => {
                    refused.get_or_insert(refusal.why);
                }
            }
        }
        let added = self.orders.len() - before.len();
        if added > 0 {
            self.past.push(before);
            self.undone.clear();
            self.look();
        }
        match refused {
            Some(why) if added == 0 => Err(why.into()),
            _ => Ok(added),
        }
    }

    pub fn undo(&mut self) -> bool {
        let Some(before) = self.past.pop() else { return false };
        self.undone.push(std::mem::replace(&mut self.orders, before));
        self.look();
        true
    }

    pub fn redo(&mut self) -> bool {
        let Some(after) = self.undone.pop() else { return false };
        self.past.push(std::mem::replace(&mut self.orders, after));
        self.look();
        true
    }

    pub fn count(&self) -> usize {
        self.orders.len()
    }

    /// The orders in words.
    pub fn words(&self) -> Vec<String> {
        let said = self.orders.iter().filter_map(|order| serde_json::from_str::<Value>(order.get()).ok());
        said.map(|action| describe(self.verbs, &action, &self.considered.scene)).collect()
    }

    /// What follows this turn on standing orders.
    pub fn march(&self, standing: &[Standing]) -> skirmish_core::hand::Marched {
        let mut marches: Vec<March> = Vec::new();
        for one in standing {
            match marches.iter_mut().find(|march| (march.goal, march.pace) == (one.goal, one.pace)) {
                Some(march) => march.units.push(one.unit),
                None => marches.push(March { units: vec![one.unit], goal: one.goal, pace: one.pace }),
            }
        }
        self.ask(|hand, orders| hand.march(orders, &marches)).unwrap_or_default()
    }

    /// What a bot would add, without the end of the turn.
    pub fn advice(&self, bot: &str) -> Vec<Value> {
        let random = u64::from(self.request);
        let advice = self.ask(|hand, orders| hand.finish(orders, bot, random)).flatten().unwrap_or_default();
        advice.into_iter().filter(|action| verb_of(self.verbs, action).is_none_or(|verb| !verb.ends)).collect()
    }

    /// The orders of the turn before, for whoever can still act.
    pub fn last(&self) -> Vec<Value> {
        let last = self.desk.look(|at| at.last.to_vec());
        let said = last.iter().filter_map(|order| serde_json::from_str::<Value>(order.get()).ok());
        said.filter(|action| verb_of(self.verbs, action).is_none_or(|verb| !verb.ends)).collect()
    }

    /// Sends the orders, and the end of the turn where the game wants to be told.
    pub fn send(&mut self) -> Result<(), NotAsked> {
        let ends = |order: &RawValue| {
            let said: Value = serde_json::from_str(order.get()).unwrap_or_default();
            verb_of(self.verbs, &said).is_some_and(|verb| verb.ends)
        };
        let mut orders = self.orders.clone();
        if !orders.last().is_some_and(|order| ends(order)) {
            let mut endings: Vec<&Verb> =
                self.verbs.iter().filter(|verb| verb.ends && !verb.unit && verb.slots.is_empty()).collect();
            endings.sort_by_key(|verb| !verb.name.starts_with("end"));
            let ending = endings.into_iter().find_map(|verb| {
                let raw = to_raw_value(&action_of(verb, None, &[])).expect("JSON serialises");
                self.ask(|hand, orders| hand.why_not(orders, &raw)).flatten().is_none().then_some(raw)
            });
            orders.extend(ending);
        }
        self.desk.answer(self.request, Said::Orders(orders))
    }

    pub fn resign(&self) -> Result<(), NotAsked> {
        self.desk.answer(self.request, Said::Resign)
    }

    /// What this seat has lost and what has come since its last orders, in words.
    pub fn losses(&self, hides: bool) -> Option<String> {
        let before = &self.story.as_ref()?.first;
        let now = &self.considered.scene;
        let seat = Some(self.seat.0);
        let unit = |item: &&Item| item.layer == Layer::Unit && !item.title.is_empty() && item.seat.is_some();
        let at = |scene: &Scene, item: &Item| {
            scene.items.iter().find(|other| other.id == item.id).and_then(|other| other.seat)
        };
        let gone = |item: &&Item| at(now, item) != item.seat;
        let names = |items: Vec<&Item>| {
            let mut names: Vec<String> = items.iter().take(4).map(|item| item.title.clone()).collect();
            if items.len() > 4 {
                names.push(format!("{} more", items.len() - 4));
            }
            names.join(", ")
        };
        let were = || before.items.iter().filter(unit);
        let lost: Vec<&Item> = were().filter(gone).filter(|item| item.seat == seat).collect();
        let slain: Vec<&Item> = were().filter(gone).filter(|item| item.seat != seat).collect();
        let fresh: Vec<&Item> =
            now.items.iter().filter(unit).filter(|item| item.seat != seat && at(before, item).is_none()).collect();
        let mut said =
            vec![if lost.is_empty() { "You lost nothing.".into() } else { format!("You lost {}.", names(lost)) }];
        if !slain.is_empty() {
            let how = if hides { "Gone or out of sight" } else { "The others lost" };
            said.push(format!("{how}: {}.", names(slain)));
        }
        if !fresh.is_empty() {
            said.push(format!("{}: {}.", if hides { "Now in sight" } else { "New" }, names(fresh)));
        }
        Some(said.join(" "))
    }
}
