//! `shield` and `range`: what a zord has for the rest of the day.

use super::{Core, Plan, affordable, own_zord};
use crate::draws::Chance;
use crate::event::{Event, What};
use crate::game::Zords;
use crate::state::State;
use skirmish_core::read::bounded;
use skirmish_core::{Log, Reason, Seat};

impl Zords {
    #[inline]
    pub(super) fn check_shield(&self, state: &State, seat: Seat, unit: i32) -> Result<Plan, Reason> {
        let zord = own_zord(state, seat, unit)?;
        affordable(state, seat, self.config.shield_cost)?;
        Ok(Plan::Shield { zord })
    }

    #[inline]
    pub(super) fn check_range(&self, state: &State, seat: Seat, unit: i32) -> Result<Plan, Reason> {
        let zord = own_zord(state, seat, unit)?;
        affordable(state, seat, self.config.range_cost)?;
        Ok(Plan::Range { zord })
    }
}

impl<C: Chance, L: Log<Event>> Core<'_, C, L> {
    #[inline]
    pub(super) fn shield(&mut self, seat: Seat, zord: usize) {
        self.spend(seat, self.game.config.shield_cost);
        let zord = &mut self.state.zords[zord];
        zord.shields = bounded(zord.shields + 1);
        let zord = *zord;
        self.tell(|state| What::Shielded {
            seat: state.name(seat),
            unit: zord.id,
            x: zord.at.x,
            y: zord.at.y,
            shields: zord.shields,
        });
    }

    #[inline]
    pub(super) fn raise_range(&mut self, seat: Seat, zord: usize) {
        self.spend(seat, self.game.config.range_cost);
        let zord = &mut self.state.zords[zord];
        zord.range = bounded(zord.range + 1);
        let zord = *zord;
        self.tell(|state| What::RangeRaised {
            seat: state.name(seat),
            unit: zord.id,
            x: zord.at.x,
            y: zord.at.y,
            range: zord.range,
        });
    }
}
