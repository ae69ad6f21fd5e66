//! Units on their way to a place: what they do this turn to get there.

use super::{Hand, Slot, Walk, wire};
use crate::scene::{Grid, Scene};
use crate::show::Distances;
use crate::{Actor, Game};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::HashMap;

/// The most orders one unit gets of one march.
const MOST_ORDERS: usize = 64;

/// A standing order. It is carried out turn by turn, each time anew, so it always knows how things stand.
#[derive(Clone, PartialEq, Debug, Deserialize, JsonSchema)]
pub struct March {
    /// Who goes, in this order.
    pub units: Vec<i64>,
    /// Where to; nobody walks without it.
    pub goal: Option<[i64; 2]>,
    /// What comes first, walking or striking.
    pub pace: Pace,
}

impl March {
    /// Units that walk to a cell, and strike at whoever is in range when they have walked.
    pub fn to(units: &[i64], goal: [i64; 2]) -> March {
        March { units: units.to_vec(), goal: Some(goal), pace: Pace::Go }
    }
}

/// What units on the march do first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Pace {
    /// Walks as far as it gets, then strikes at an enemy in range.
    Go,
    /// Strikes at enemies in range, and walks on when there are none.
    Fight,
    /// Stays where it is, and strikes at enemies in range.
    Hold,
}

/// What came of marches this turn.
#[derive(Default, Debug, Serialize, JsonSchema)]
pub struct Marched {
    /// Orders that are accepted one after the other.
    #[schemars(with = "Vec<serde_json::Map<String, Value>>")]
    pub orders: Vec<Value>,
    /// Who is at the goal now.
    pub arrived: Vec<i64>,
    /// Who can walk, but not closer to the goal.
    pub stuck: Vec<i64>,
}

impl<G: Game> Hand<G> {
    /// Carries out marches on `state`, one after the other. Whoever was blocked tries again once others have gone.
    pub(super) fn march_on(&self, state: &mut G::State, marches: &[March]) -> Marched {
        let scene = (self.show.scene)(self.game.config(), &self.view(state));
        let mut waiting: Vec<Vec<i64>> = marches.iter().map(|march| self.in_order(state, &scene, march)).collect();
        let mut marched = Marched::default();
        loop {
            let before = marched.orders.len();
            marched.stuck.clear();
            for (march, waiting) in marches.iter().zip(&mut waiting) {
                waiting.retain(|&unit| !self.marches(state, &scene, march, unit, &mut marched));
            }
            if marched.orders.len() == before {
                return marched;
            }
        }
    }

    /// Has a unit do what it can; false if that is nothing yet.
    fn marches(&self, state: &mut G::State, scene: &Scene, march: &March, unit: i64, marched: &mut Marched) -> bool {
        let before = marched.orders.len();
        if march.pace == Pace::Go {
            self.walk(state, scene, unit, march, marched);
            self.strike(state, unit, &mut marched.orders);
        } else if !self.strike(state, unit, &mut marched.orders) {
            self.walk(state, scene, unit, march, marched);
        }
        marched.orders.len() > before || marched.arrived.contains(&unit)
    }

    /// The units, whoever is nearest to the goal first: those behind can then go where the others stood.
    fn in_order(&self, state: &G::State, scene: &Scene, march: &March) -> Vec<i64> {
        let mut units = march.units.clone();
        if let Some(goal) = march.goal {
            let far = (self.show.distances)(&self.game, state, self.seat, goal);
            let cells: HashMap<&str, [i64; 2]> =
                scene.items.iter().filter_map(|item| Some((item.id.as_str(), item.cell?))).collect();
            units.sort_by_cached_key(|unit| {
                let cell = cells.get(unit.to_string().as_str()).copied();
                cell.and_then(|cell| distance(&far, scene.grid, cell, goal)).unwrap_or(i64::MAX)
            });
        }
        units
    }

    /// Strikes as often as there is something to strike at; false if there was nothing.
    fn strike(&self, state: &mut G::State, unit: i64, orders: &mut Vec<Value>) -> bool {
        let before = orders.len();
        while orders.len() < before + MOST_ORDERS {
            let listed = self.legal(state, Actor::Unit(unit));
            let worth = |action: G::Action| {
                (self.show.strike)(&self.game, state, self.seat, &action).map(|worth| (worth, action))
            };
            // Of equally good strikes the one that is listed first.
            let best = listed.into_iter().filter_map(worth).rev().max_by_key(|(worth, _)| *worth);
            let Some((_, action)) = best else { break };
            if self.game.act(state, self.seat, &action, &mut ()).is_err() {
                break;
            }
            orders.push(wire(&self.game, &action));
        }
        orders.len() > before
    }

    /// Walks towards the goal. Who fights stops as soon as there is somebody to strike at.
    fn walk(&self, state: &mut G::State, scene: &Scene, unit: i64, march: &March, marched: &mut Marched) {
        let goal = march.goal.filter(|_| march.pace != Pace::Hold);
        let (Some(goal), Some(Walk { verb, x, y })) = (goal, self.walk) else { return };
        let grid = scene.grid;
        let stands = scene.items.iter().find(|item| item.id == unit.to_string()).and_then(|item| item.cell);
        if stands == Some(goal) {
            marched.arrived.push(unit);
            return;
        }
        let mut nearest: Option<i64> = None;
        let before = marched.orders.len();
        while marched.orders.len() < before + MOST_ORDERS {
            let far = (self.show.distances)(&self.game, state, self.seat, goal);
            let from = |cell: [i64; 2]| distance(&far, grid, cell, goal);
            // Only what leads nearer than where it stands is worth a step.
            nearest = nearest.or_else(|| stands.and_then(from));
            let there = |action: G::Action| {
                let said = wire(&self.game, &action);
                (said["do"] == verb).then_some(())?;
                let cell = [said[x].as_i64()?, said[y].as_i64()?];
                Some((from(cell)?, action, said))
            };
            // The goal itself may be within reach though it is not listed: lists are bounded.
            let at_once = json!({ "do": verb, "unit": unit, x: goal[0], y: goal[1] });
            let listed = self.legal(state, Actor::Unit(unit));
            let step = self
                .allowed(state, &at_once)
                .and_then(there)
                .or_else(|| listed.iter().cloned().filter_map(there).min_by_key(|(far, ..)| *far))
                .filter(|(far, ..)| nearest.is_none_or(|nearest| *far < nearest));
            let turn = || {
                let action = (self.show.face)(&self.game, state, self.seat, unit, goal)?;
                let said = wire(&self.game, &action);
                Some((nearest.unwrap_or(i64::MAX), action, said))
            };
            let Some((far, action, said)) = step.or_else(turn) else {
                let walks = |action: &G::Action| wire(&self.game, action)["do"] == verb;
                if marched.orders.len() == before && listed.iter().any(walks) {
                    marched.stuck.push(unit);
                }
                break;
            };
            if self.game.act(state, self.seat, &action, &mut ()).is_err() {
                break;
            }
            nearest = Some(far);
            marched.orders.push(said);
            if far == 0 {
                marched.arrived.push(unit);
                break;
            }
            if march.pace == Pace::Fight && self.strike(state, unit, &mut marched.orders) {
                break;
            }
        }
    }
}

/// How far a cell is from the goal, straight where the game knows no ways.
fn distance(far: &Option<Distances<'_>>, grid: Grid, cell: [i64; 2], goal: [i64; 2]) -> Option<i64> {
    match far {
        Some(far) => far(cell),
        None => {
            let (a, b) = (grid.centre(cell[0], cell[1]), grid.centre(goal[0], goal[1]));
            // In thousandths, as all that is compared here is whole numbers.
            Some((1000.0 * (a[0] - b[0]).hypot(a[1] - b[1])) as i64)
        }
    }
}

/// The verb that walks, and the keys of the cell it takes.
pub(super) fn walk_of(verbs: &'static [super::Verb]) -> Option<Walk> {
    verbs.iter().find_map(|verb| match verb.slots.first() {
        Some(Slot::Cell { x, y, .. }) if verb.walks => Some(Walk { verb: verb.name, x, y }),
        _ => None,
    })
}
