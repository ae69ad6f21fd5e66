//! `move`: a jump to any free cell that the action points reach.

use super::{Core, Plan, affordable, own_zord};
use crate::draws::Chance;
use crate::event::{Event, What};
use crate::game::Zords;
use crate::state::State;
use skirmish_core::{Log, Reason, Seat};
use skirmish_grid::Point;

impl Zords {
    #[inline]
    pub(super) fn check_move(&self, state: &State, seat: Seat, unit: i32, to: Point) -> Result<Plan, Reason> {
        let zord = own_zord(state, seat, unit)?;
        if !self.config.on_board(to) {
            return Err(Reason::OUT_OF_BOUNDS);
        }
        if state.is_occupied(to) {
            return Err(Reason::OCCUPIED);
        }
        let cost = self.config.move_cost.saturating_mul(state.zords[zord].at.chebyshev(to));
        affordable(state, seat, cost)?;
        Ok(Plan::Move { zord, to, cost })
    }
}

impl<C: Chance, L: Log<Event>> Core<'_, C, L> {
    #[inline]
    pub(super) fn move_zord(&mut self, seat: Seat, zord: usize, to: Point, cost: i64) {
        self.spend(seat, cost);
        let from = std::mem::replace(&mut self.state.zords[zord].at, to);
        self.tell(|state| What::Moved {
            seat: state.name(seat),
            unit: state.zords[zord].id,
            from_x: from.x,
            from_y: from.y,
            x: to.x,
            y: to.y,
            cost,
        });
    }
}
