//! `attack`: strikes a square, or heals a friendly unit on it.

use super::begin::{finish, kill};
use super::list::Plan;
use crate::game::Golems;
use crate::map::Spot;
use crate::reason;
use crate::report::Event;
use crate::state::{Cause, State, Unit};
use skirmish_core::read::bounded;
use skirmish_core::{Log, Reason};

#[inline]
pub fn check(game: &Golems, state: &State, unit: usize, x: i32, y: i32) -> Result<Plan, Reason> {
    let target = game.board.spot(x, y).ok_or(Reason::OUT_OF_BOUNDS)?;
    let attacker = &state.units()[unit];
    let distance = attacker.at.distance(target);
    if distance != 1 {
        if distance > attacker.stats.attack_range {
            return Err(Reason::OUT_OF_RANGE);
        }
        if !attacker.is_unmoved() {
            return Err(reason::HAS_MOVED);
        }
    }
    if attacker.actions < 1 {
        return Err(reason::NO_ACTION);
    }
    Ok(Plan::Attack { unit, target })
}

pub fn apply<L: Log<Event>>(game: &Golems, state: &mut State, unit: usize, target: Spot, log: &mut L) {
    let unit = state.unit_mut(unit);
    unit.actions -= 1;
    unit.moves = 0;
    let attacker = *unit;
    log.event(Event::Attack { unit: attacker.id, x: target.x, y: target.y });
    if let Some(index) = state.unit_on(target) {
        if state.units()[index].owner == attacker.owner {
            heal(game, state, &attacker, index, log);
            return;
        }
        strike(state, &attacker, index, log);
    }
    splash(game, state, &attacker, target, log);
    if state.count(attacker.owner.other()) == 0 {
        finish(game, state, Cause::Elimination);
    }
}

/// Gives health to a friendly unit, up to its ceiling.
fn heal<L: Log<Event>>(game: &Golems, state: &mut State, attacker: &Unit, index: usize, log: &mut L) {
    let unit = state.unit_mut(index);
    let before = unit.hp;
    let ceiling = unit.stats.ceiling(game.config.overheal_percent);
    unit.hp = before.saturating_add(i64::from(attacker.stats.heal_power)).min(ceiling);
    log.event(Event::Heal { unit: unit.id, by: attacker.id, amount: unit.hp - before, hp: unit.hp });
}

/// Poisons and hurts the enemy on the target square.
fn strike<L: Log<Event>>(state: &mut State, attacker: &Unit, index: usize, log: &mut L) {
    let unit = state.unit_mut(index);
    unit.poison = bounded(unit.poison.saturating_add(i64::from(attacker.stats.poison_power)));
    hurt(state, attacker, index, attacker.stats.attack_power, log);
}

/// Hurts the enemies around the target square, by ascending id.
fn splash<L: Log<Event>>(game: &Golems, state: &mut State, attacker: &Unit, target: Spot, log: &mut L) {
    if attacker.stats.splash_damage == 0 {
        return;
    }
    let reach = game.config.splash_radius as i32;
    let mut index = 0;
    while let Some(unit) = state.units().get(index) {
        let hit = unit.owner != attacker.owner && (1..=reach).contains(&unit.at.distance(target));
        if !(hit && hurt(state, attacker, index, attacker.stats.splash_damage, log)) {
            index += 1;
        }
    }
}

/// Takes health from a unit; true if it died and is no longer at this index.
fn hurt<L: Log<Event>>(state: &mut State, attacker: &Unit, index: usize, damage: i32, log: &mut L) -> bool {
    let unit = state.unit_mut(index);
    unit.hp = unit.hp.saturating_sub(i64::from(damage));
    if damage > 0 {
        log.event(Event::Hurt { unit: unit.id, by: attacker.id, amount: damage.into(), hp: unit.hp });
    }
    let dies = unit.hp <= 0;
    if dies {
        kill(state, index, log);
    }
    dies
}
