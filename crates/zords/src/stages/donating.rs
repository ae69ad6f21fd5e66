//! `donate`: points for another player.

use super::{Core, Plan, affordable};
use crate::draws::Chance;
use crate::event::{Event, What};
use crate::game::Zords;
use crate::name::Name;
use crate::reason;
use crate::state::State;
use skirmish_core::{Log, Reason, Seat};

impl Zords {
    #[inline]
    pub(super) fn check_donate(&self, state: &State, seat: Seat, to: Name, amount: i64) -> Result<Plan, Reason> {
        if !(1..=self.config.max_donation).contains(&amount) {
            return Err(Reason::BAD_AMOUNT);
        }
        let to = state.seat_called(to).ok_or(reason::NO_SUCH_PLAYER)?;
        if to == seat {
            return Err(reason::SELF_DONATION);
        }
        if state.player(seat).is_down() {
            return Err(reason::PLAYER_DOWN);
        }
        if !self.reaches_for_donation(state, seat, to) {
            return Err(Reason::OUT_OF_RANGE);
        }
        if amount > state.player(seat).points {
            return Err(reason::NOT_ENOUGH_POINTS);
        }
        affordable(state, seat, self.config.donate_cost)?;
        Ok(Plan::Donate { to, amount })
    }

    /// Whether a receiver is near enough to a donor, where that is asked for.
    #[inline]
    pub fn reaches_for_donation(&self, state: &State, seat: Seat, to: Seat) -> bool {
        !self.config.donation_needs_range || reaches(state, seat, to)
    }
}

/// Whether any zord of one seat has a zord of another in its range.
fn reaches(state: &State, from: Seat, to: Seat) -> bool {
    state.zords_of(from).any(|own| state.zords_of(to).any(|other| own.at.chebyshev(other.at) <= own.range))
}

impl<C: Chance, L: Log<Event>> Core<'_, C, L> {
    #[inline]
    pub(super) fn donate(&mut self, seat: Seat, to: Seat, amount: i64) {
        self.spend(seat, self.game.config.donate_cost);
        self.state.player_mut(seat).points -= amount;
        self.state.player_mut(to).earn(amount);
        self.tell(|state| What::Donated { seat: state.name(seat), to: state.name(to), amount });
    }
}
