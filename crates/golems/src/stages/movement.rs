//! `move`: one step.

use super::list::Plan;
use crate::game::Golems;
use crate::map::Spot;
use crate::reason;
use crate::report::Event;
use crate::state::State;
use skirmish_core::{Log, Reason};

#[inline]
pub fn check(game: &Golems, state: &State, unit: usize, x: i32, y: i32) -> Result<Plan, Reason> {
    let to = free_neighbour(game, state, unit, x, y)?;
    if state.units()[unit].moves < 1 {
        return Err(Reason::NO_MOVES);
    }
    Ok(Plan::Move { unit, to })
}

/// The square next to a unit that it could step or build on.
#[inline]
pub fn free_neighbour(game: &Golems, state: &State, unit: usize, x: i32, y: i32) -> Result<Spot, Reason> {
    let spot = game.board.spot(x, y).ok_or(Reason::OUT_OF_BOUNDS)?;
    if state.units()[unit].at.distance(spot) != 1 {
        return Err(Reason::NOT_ADJACENT);
    }
    if game.board.is_wall(spot) {
        return Err(reason::WALL);
    }
    if state.unit_on(spot).is_some() {
        return Err(Reason::OCCUPIED);
    }
    Ok(spot)
}

#[inline]
pub fn apply<L: Log<Event>>(state: &mut State, unit: usize, to: Spot, log: &mut L) {
    state.relocate(unit, to);
    let unit = state.unit_mut(unit);
    unit.moves -= 1;
    log.event(Event::Move { unit: unit.id, x: to.x, y: to.y });
}
