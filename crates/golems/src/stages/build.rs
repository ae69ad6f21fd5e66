//! `build`: a rotated copy of the builder for a full store of build points.

use super::list::Plan;
use super::movement::free_neighbour;
use crate::game::Golems;
use crate::map::Spot;
use crate::reason;
use crate::report::Event;
use crate::state::{State, Unit};
use skirmish_core::{Log, Reason};

#[inline]
pub fn check(game: &Golems, state: &State, unit: usize, x: i32, y: i32) -> Result<Plan, Reason> {
    let on = free_neighbour(game, state, unit, x, y)?;
    let builder = &state.units()[unit];
    if builder.actions < 1 {
        return Err(reason::NO_ACTION);
    }
    if builder.build_points < i64::from(builder.stats.max_build_points) {
        return Err(reason::NOT_ENOUGH_BUILD_POINTS);
    }
    Ok(Plan::Build { unit, on })
}

pub fn apply<L: Log<Event>>(game: &Golems, state: &mut State, unit: usize, on: Spot, log: &mut L) {
    let builder = state.unit_mut(unit);
    builder.actions -= 1;
    builder.build_points -= i64::from(builder.stats.max_build_points);
    let [red, green, blue, yellow] = builder.colours;
    let (by, owner) = (builder.id, builder.owner);
    let id = state.next_id;
    state.next_id += 1;
    state.add(Unit { id, ..game.fresh(owner, on, [yellow, blue, red, green]) });
    log.event(Event::Build { unit: by, new: id, x: on.x, y: on.y });
}
