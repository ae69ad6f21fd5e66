//! `warden`: holds zones by the shortest paths and hunts with the other units.

use super::sharing::share;
use super::sight::{FAR, Sight, Walk, best};
use crate::action::Action;
use crate::game::Golems;
use crate::map::Spot;
use crate::view::View;
use skirmish_core::{Bot, Hello};
use std::cmp::Reverse;

/// Units are assigned to zones so that the sum of their paths is shortest; new units appear on the side of zones that
/// nobody holds. A unit without a zone hunts: it shoots from where it stands if it can, else it goes and strikes. Kills
/// come first, then damage, splash included; with nothing to strike it heals.
pub struct Warden {
    sight: Sight,
    walk: Walk,
}

impl Warden {
    pub fn new(hello: &Hello<'_, Golems>) -> Warden {
        Warden { sight: Sight::new(hello), walk: Walk::default() }
    }
}

impl Bot<Golems> for Warden {
    fn turn(&mut self, view: &View, orders: &mut Vec<Action>) {
        if self.sight.look(view) {
            play(&mut self.sight, &mut self.walk);
            orders.append(&mut self.sight.orders);
        }
    }
}

/// A whole turn of the seat `sight.me`.
pub fn play(sight: &mut Sight, walk: &mut Walk) {
    let units = sight.mine();
    let claims = claims(sight, &units);
    let open: Vec<Spot> = sight.zones.iter().copied().filter(|&zone| sight.own_on(zone).is_none()).collect();
    for (&id, claim) in units.iter().zip(&claims) {
        if !shoot(sight, id) {
            build(sight, id, &open);
        }
        match claim {
            Some(zone) => go(sight, walk, id, sight.zones[*zone]),
            None => hunt(sight, walk, id),
        }
        if !shoot(sight, id) {
            heal(sight, id);
        }
    }
}

/// The zone of each of `units`, by its place in the list of zones: the zones that no enemy holds, assigned with the
/// smallest sum of paths.
pub fn claims(sight: &Sight, units: &[i32]) -> Vec<Option<usize>> {
    let zones: Vec<usize> =
        (0..sight.zones.len()).filter(|&zone| sight.enemy_on(sight.zones[zone]).is_none()).collect();
    let places: Vec<Spot> = units.iter().filter_map(|&id| sight.unit(id)).map(|unit| unit.at).collect();
    let way = |unit: usize, zone: usize| sight.zone_steps(zones[zone], places[unit]);
    let mut claims = vec![None; units.len()];
    let mut claim = |unit: usize, zone: usize| {
        if way(unit, zone) != FAR {
            claims[unit] = Some(zones[zone]);
        }
    };
    if zones.len() <= places.len() {
        let shares = share(zones.len(), places.len(), |zone, unit| way(unit, zone).into());
        shares.into_iter().enumerate().for_each(|(zone, unit)| claim(unit, zone));
    } else {
        let shares = share(places.len(), zones.len(), |unit, zone| way(unit, zone).into());
        shares.into_iter().enumerate().for_each(|(unit, zone)| claim(unit, zone));
    }
    claims
}

/// Strikes from where the unit stands; true if it did.
pub fn shoot(sight: &mut Sight, id: i32) -> bool {
    let Some(unit) = sight.unit(id).copied().filter(|unit| unit.actions > 0) else { return false };
    match sight.best_blow(&unit, unit.at) {
        Some((_, target)) => sight.attack(id, target),
        None => false,
    }
}

/// Builds, if it can, on the free square nearest to one of the goals.
fn build(sight: &mut Sight, id: i32, goals: &[Spot]) {
    let Some(unit) = sight.unit(id) else { return };
    let free: Vec<Spot> = sight.around(unit.at).iter().copied().filter(|&spot| sight.is_free(spot)).collect();
    let nearest = |spot: &Spot| Reverse(goals.iter().map(|goal| goal.distance(*spot)).min());
    if let Some(spot) = best(&mut sight.rng, &free, nearest) {
        sight.build(id, spot);
    }
}

/// Walks towards a square, around all units.
fn go(sight: &mut Sight, walk: &mut Walk, id: i32, goal: Spot) {
    let Some(unit) = sight.unit(id).filter(|unit| unit.moves > 0) else { return };
    if walk.search(sight, unit.at, FAR - 1, |spot| sight.is_free(spot), |spot, _| spot == goal).is_some() {
        let path = walk.path(sight, goal);
        sight.walk(id, path);
    }
}

/// Goes where it can strike best, or else nearer to an enemy.
fn hunt(sight: &mut Sight, walk: &mut Walk, id: i32) {
    let Some(unit) = sight.unit(id).copied().filter(|unit| unit.moves > 0) else { return };
    let mut stands: Vec<Spot> = Vec::new();
    let enemy = walk.search(
        sight,
        unit.at,
        FAR - 1,
        |spot| sight.is_free(spot),
        |spot, steps| {
            if i64::from(steps) <= unit.moves && sight.is_free(spot) {
                stands.push(spot);
            }
            i64::from(steps) > unit.moves && sight.enemy_on(spot).is_some()
        },
    );
    let blows: Vec<_> =
        stands.into_iter().filter_map(|stand| sight.best_blow(&unit, stand).map(|blow| (blow, stand))).collect();
    let chosen = best(&mut sight.rng, &blows, |((blow, _), stand)| (*blow, Reverse(walk.steps(*stand))));
    if unit.actions > 0
        && let Some(((_, target), stand)) = chosen
    {
        let path = walk.path(sight, stand);
        sight.walk(id, path);
        sight.attack(id, target);
    } else if let Some(enemy) = enemy {
        let path = walk.path(sight, enemy);
        sight.walk(id, path);
    }
}

/// Heals the unit in reach that has lost the most health.
pub fn heal(sight: &mut Sight, id: i32) {
    let Some(unit) = sight.unit(id).filter(|unit| unit.actions > 0 && unit.stats.heal_power > 0) else { return };
    let mut hurt = Vec::new();
    sight.targets(unit, unit.at, |spot| {
        if let Some(patient) = sight.own_on(spot).filter(|patient| patient.hp < patient.stats.max_health.into()) {
            hurt.push((i64::from(patient.stats.max_health) - patient.hp, spot));
        }
    });
    if let Some((_, target)) = best(&mut sight.rng, &hurt, |patient| patient.0) {
        sight.attack(id, target);
    }
}
