//! The move phase of both sides.

use super::Plan;
use crate::event::Event;
use crate::game::Infection;
use crate::reason;
use crate::state::State;
use skirmish_core::{Log, Reason};

impl Infection {
    pub(super) fn plan_move(&self, state: &State, unit: usize, x: i32, y: i32) -> Result<Plan, Reason> {
        let walker = &state.units[unit];
        let climbs = walker.class.climbs();
        if !state.terrain.is_inside(x, y) {
            return Err(Reason::OUT_OF_BOUNDS);
        }
        if (x, y) != walker.at() && state.terrain.kind(x, y).blocks_walking(climbs) {
            return Err(Reason::BLOCKED);
        }
        if !state.terrain.walks(walker.at(), (x, y), self.kit(walker.class).speed, climbs) {
            return Err(reason::UNREACHABLE);
        }
        Ok(Plan::Move { unit, x, y })
    }

    pub(super) fn walk(&self, state: &mut State, unit: usize, x: i32, y: i32, log: &mut impl Log<Event>) {
        let walker = &mut state.units[unit];
        log.event(Event::Moved { unit: self.ids[unit], from: [walker.x, walker.y], to: [x, y] });
        (walker.x, walker.y) = (x, y);
    }
}
