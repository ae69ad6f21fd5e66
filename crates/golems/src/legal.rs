//! What may be done now: listings and random choice. Both ask the checks of the stages and nothing else.

use crate::action::Action;
use crate::game::Golems;
use crate::map::{AROUND, Spot};
use crate::stages::list;
use crate::state::{State, Unit};
use skirmish_core::{Actor, Rng, Seat};

/// How many random draws are tried before a complete search.
const TRIES: usize = 24;

/// Whether the seat may give another entry at all.
pub fn may_act(game: &Golems, state: &State, seat: Seat) -> bool {
    list::admit(game, state, seat, state.taken as usize).is_ok()
}

pub fn actors(game: &Golems, state: &State, seat: Seat, out: &mut Vec<Actor>) {
    if may_act(game, state, seat) {
        out.push(Actor::Seat);
        out.extend(state.units().iter().filter(|unit| unit.owner == seat).map(|unit| Actor::Unit(unit.id)));
    }
}

/// The accepted actions of an actor: by verb, then by square from the bottom row up, or by target.
pub fn legal(game: &Golems, state: &State, seat: Seat, actor: Actor, out: &mut Vec<Action>) {
    if !may_act(game, state, seat) {
        return;
    }
    match actor {
        Actor::Seat => out.push(Action::End),
        Actor::Unit(id) => {
            let index = i32::try_from(id).ok().and_then(|id| state.find(id));
            if let Some(unit) = index.map(|index| &state.units()[index]).filter(|unit| unit.owner == seat) {
                each_legal(game, state, unit, |action| out.push(action));
            }
        }
    }
}

/// Shows every accepted action of a unit of the seat to move.
fn each_legal(game: &Golems, state: &State, unit: &Unit, mut show: impl FnMut(Action)) {
    let Ok(id) = i32::try_from(unit.id) else { return };
    let mut offer = |action: Action| {
        if list::check(game, state, unit.owner, &action).is_ok() {
            show(action);
        }
    };
    let next = || near(game, unit.at, 1).filter(|spot| unit.at.distance(*spot) == 1);
    if unit.moves > 0 {
        next().for_each(|spot| offer(Action::Move { unit: id, x: spot.x.into(), y: spot.y.into() }));
    }
    if unit.actions > 0 {
        let reach = if unit.is_unmoved() { unit.stats.attack_range.max(1) } else { 1 };
        near(game, unit.at, reach)
            .for_each(|spot| offer(Action::Attack { unit: id, x: spot.x.into(), y: spot.y.into() }));
        next().for_each(|spot| offer(Action::Build { unit: id, x: spot.x.into(), y: spot.y.into() }));
        let mut targets = [i64::MAX; 4];
        for (target, spot) in targets.iter_mut().zip(next()) {
            *target = state.unit_on(spot).map_or(i64::MAX, |index| state.units()[index].id);
        }
        targets.sort_unstable();
        for target in targets.into_iter().filter_map(|target| i32::try_from(target).ok()) {
            offer(Action::Combine { unit: id, target });
        }
    }
}

/// The squares of the board within `reach` of one, row by row from the bottom.
fn near(game: &Golems, at: Spot, reach: i32) -> impl Iterator<Item = Spot> + '_ {
    let (x, y) = (i32::from(at.x), i32::from(at.y));
    let rows = (y.saturating_sub(reach)).max(0)..=y.saturating_add(reach).min(game.board.height() - 1);
    rows.flat_map(move |row| {
        let rest = reach - (row - y).abs();
        let columns = (x.saturating_sub(rest)).max(0)..=x.saturating_add(rest).min(game.board.width() - 1);
        columns.filter_map(move |column| game.board.spot(column, row))
    })
}

/// A random accepted action other than `end`. Every unit that can act has a chance, and so has everything it can do.
pub fn sample(game: &Golems, state: &State, seat: Seat, rng: &mut Rng) -> Option<Action> {
    if !may_act(game, state, seat) || state.count(seat) == 0 {
        return None;
    }
    for _ in 0..TRIES {
        let unit = &state.units()[rng.index(state.units().len())];
        if unit.owner == seat
            && (unit.actions > 0 || unit.moves > 0)
            && let Some(action) = draw(game, state, unit, rng)
            && list::check(game, state, seat, &action).is_ok()
        {
            return Some(action);
        }
    }
    search(game, state, seat, rng)
}

/// Some action of a unit that has a chance of being legal.
fn draw(game: &Golems, state: &State, unit: &Unit, rng: &mut Rng) -> Option<Action> {
    let id = i32::try_from(unit.id).ok()?;
    let (x, y) = (i32::from(unit.at.x), i32::from(unit.at.y));
    let bits = rng.next_u64();
    let (dx, dy) = AROUND[(bits & 3) as usize];
    let next = (x + dx, y + dy);
    if unit.moves > 0 && (unit.actions == 0 || bits & 4 == 0) {
        return Some(Action::Move { unit: id, x: next.0, y: next.1 });
    }
    if unit.actions == 0 {
        return None;
    }
    match bits >> 3 & 3 {
        0 if unit.build_points >= i64::from(unit.stats.max_build_points) => {
            Some(Action::Build { unit: id, x: next.0, y: next.1 })
        }
        1 => {
            let target = state.unit_on(game.board.spot(next.0, next.1)?)?;
            Some(Action::Combine { unit: id, target: i32::try_from(state.units()[target].id).ok()? })
        }
        2 if unit.is_unmoved() => {
            let reach = i64::from(unit.stats.attack_range.clamp(1, 99));
            let dx = rng.between(-reach, reach) as i32;
            let rest = reach - i64::from(dx.abs());
            Some(Action::Attack { unit: id, x: x + dx, y: y + rng.between(-rest, rest) as i32 })
        }
        _ => Some(Action::Attack { unit: id, x: next.0, y: next.1 }),
    }
}

/// A random action of a random unit that has any; `None` if none has.
fn search(game: &Golems, state: &State, seat: Seat, rng: &mut Rng) -> Option<Action> {
    let able = || state.units().iter().filter(|unit| unit.owner == seat && can_act(game, state, unit));
    let unit = able().nth(rng.index(able().count()))?;
    let (mut action, mut actions) = (None, 0);
    each_legal(game, state, unit, |listed| {
        actions += 1;
        if rng.below(actions) == 0 {
            action = Some(listed);
        }
    });
    action
}

/// Whether a unit of the seat to move has any legal action; it can always strike a neighbouring square.
fn can_act(game: &Golems, state: &State, unit: &Unit) -> bool {
    let free = |spot: Spot| !game.board.is_wall(spot) && state.unit_on(spot).is_none();
    i32::try_from(unit.id).is_ok() && (unit.actions > 0 || unit.moves > 0 && game.board.around(unit.at).any(free))
}
