//! What a unit can get done this turn: where it can be, and whom it can strike, in one order or in several.

use super::{Hand, Refusal, Slot, wire};
use crate::scene::{Purpose, Scene};
use crate::{Actor, Game, Reason};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::HashSet;

/// The most places that are looked at for what can be done from there.
const MOST_PLACES: usize = 96;

/// What a unit can get done this turn.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Reach {
    /// The unit.
    pub unit: i64,
    /// Where it can be, the fewest orders first.
    pub places: Vec<Way>,
    /// Enemies that it can strike, the fewest orders first; the last order of each is the strike.
    pub strikes: Vec<Way>,
    /// Enemies in its range that it cannot strike although it need not come closer.
    pub barred: Vec<Barred>,
}

/// An enemy in range that cannot be struck now.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Barred {
    /// The enemy.
    pub target: i64,
    /// The `do` of the strike.
    pub verb: &'static str,
    /// Why not, in a sentence.
    pub why: &'static str,
}

/// What going somewhere else may change.
const ABOUT_PLACES: [Reason; 4] = [Reason::OUT_OF_RANGE, Reason::NOT_ADJACENT, Reason::BLOCKED, Reason::NO_SUCH_TARGET];

/// Something that can be done, and all orders it takes. They are accepted one after the other.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Way {
    /// The cell: where the unit will be, or where it strikes.
    pub cell: Option<[i64; 2]>,
    /// Whom it strikes, if the strike names a thing.
    pub target: Option<i64>,
    /// The orders.
    #[schemars(with = "Vec<serde_json::Map<String, Value>>")]
    pub orders: Vec<Value>,
}

impl<G: Game> Hand<G> {
    /// What a unit can get done from `start` on, walking first and striking at last.
    pub(super) fn reach_from(&self, start: &G::State, unit: i64) -> Reach {
        let mut reach = Reach { unit, places: Vec::new(), strikes: Vec::new(), barred: Vec::new() };
        let scene = (self.show.scene)(self.game.config(), &self.view(start));
        let stands = scene.items.iter().find(|item| item.id == unit.to_string()).and_then(|item| item.cell);
        let mut seen: HashSet<[i64; 2]> = stands.into_iter().collect();
        let mut struck: HashSet<(Option<[i64; 2]>, Option<i64>)> = HashSet::new();
        // The actions that lead to each place; from the first, none do.
        let mut ways: Vec<Vec<G::Action>> = vec![Vec::new()];
        let mut next = 0;
        while next < ways.len().min(MOST_PLACES) {
            let way = ways[next].clone();
            next += 1;
            let mut state = start.clone();
            if way.iter().any(|action| self.game.act(&mut state, self.seat, action, &mut ()).is_err()) {
                continue;
            }
            for action in self.legal(&state, Actor::Unit(unit)) {
                let said = wire(&self.game, &action);
                let orders = || way.iter().map(|action| wire(&self.game, action)).chain([said.clone()]).collect();
                if (self.show.strike)(&self.game, &state, self.seat, &action).is_some() {
                    let (cell, target) = self.aim(&said);
                    if struck.insert((cell, target)) {
                        reach.strikes.push(Way { cell, target, orders: orders() });
                    }
                }
                let Some(cell) = self.goes_to(&said).filter(|cell| seen.insert(*cell)) else { continue };
                // One order may do though it is not listed: lists are bounded.
                let direct = if way.is_empty() { None } else { self.allowed(start, &said) };
                let orders = if direct.is_some() { vec![said.clone()] } else { orders() };
                reach.places.push(Way { cell: Some(cell), target: None, orders });
                let mut longer = way.clone();
                longer.push(action);
                ways.push(longer);
            }
        }
        reach.barred = self.barred(start, &scene, unit);
        reach
    }

    /// The enemies in range of a unit that it cannot strike from where it stands, for reasons that no step would change.
    fn barred(&self, state: &G::State, scene: &Scene, unit: i64) -> Vec<Barred> {
        let own = scene.items.iter().find(|item| item.id == unit.to_string());
        let range = own.and_then(|own| own.spans.iter().find(|span| span.what == Purpose::Range));
        let (Some(from), Some(range)) = (own.and_then(|own| own.cell), range) else { return Vec::new() };
        let mut barred = Vec::new();
        for item in &scene.items {
            let is_enemy = item.seat.is_some_and(|seat| usize::from(seat) != self.seat.index());
            let (Ok(target), Some(cell), true) = (item.id.parse::<i64>(), item.cell, is_enemy) else { continue };
            // Whoever has to turn first can do that.
            let turns = || (self.show.face)(&self.game, state, self.seat, unit, cell).is_some();
            if !range.covers(from, cell) || turns() {
                continue;
            }
            for verb in self.show.verbs.iter().filter(|verb| verb.unit && verb.strikes) {
                let mut strike = json!({ "do": verb.name, "unit": unit });
                match verb.slots {
                    [Slot::Cell { x, y, .. }] => (strike[*x], strike[*y]) = (cell[0].into(), cell[1].into()),
                    [Slot::Item { key, .. }] => strike[*key] = target.into(),
                    _ => continue,
                }
                let refused = self.refused(state, &strike).filter(|refusal| !ABOUT_PLACES.contains(&refusal.reason));
                barred.extend(refused.map(|Refusal { why, .. }| Barred { target, verb: verb.name, why }));
            }
        }
        barred
    }

    /// The cell that an action takes its unit to, if it walks.
    fn goes_to(&self, said: &Value) -> Option<[i64; 2]> {
        let walk = self.walk.filter(|walk| said["do"] == walk.verb)?;
        Some([said[walk.x].as_i64()?, said[walk.y].as_i64()?])
    }

    /// What an action points at: a cell, or a thing.
    fn aim(&self, said: &Value) -> (Option<[i64; 2]>, Option<i64>) {
        let slots = self.show.verbs.iter().filter(|verb| said["do"] == verb.name).flat_map(|verb| verb.slots);
        for slot in slots {
            match slot {
                Slot::Cell { x, y, .. } => {
                    if let (Some(x), Some(y)) = (said[*x].as_i64(), said[*y].as_i64()) {
                        return (Some([x, y]), None);
                    }
                }
                Slot::Item { key, .. } => {
                    if let Some(target) = said[*key].as_i64() {
                        return (None, Some(target));
                    }
                }
                Slot::Choice { .. } => {}
            }
        }
        (None, None)
    }
}
