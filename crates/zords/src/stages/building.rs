//! `build`: a new zord beside an own one.

use super::{Core, Plan, affordable};
use crate::draws::Chance;
use crate::event::{Event, What};
use crate::game::Zords;
use crate::reason;
use crate::state::{State, Zord};
use skirmish_core::{Log, Reason, Seat};
use skirmish_grid::Point;

impl Zords {
    #[inline]
    pub(super) fn check_build(&self, state: &State, seat: Seat, at: Point) -> Result<Plan, Reason> {
        if !self.config.on_board(at) {
            return Err(Reason::OUT_OF_BOUNDS);
        }
        if !state.zords_of(seat).any(|zord| zord.at.chebyshev(at) <= self.config.build_distance) {
            return Err(reason::NO_ZORD_NEARBY);
        }
        if state.is_occupied(at) {
            return Err(Reason::OCCUPIED);
        }
        if state.player(seat).zords >= self.config.max_zords {
            return Err(reason::TOO_MANY_ZORDS);
        }
        if state.player(seat).points < self.config.build_points {
            return Err(reason::NOT_ENOUGH_POINTS);
        }
        affordable(state, seat, self.config.build_cost)?;
        Ok(Plan::Build { at })
    }
}

impl<C: Chance, L: Log<Event>> Core<'_, C, L> {
    pub(super) fn build(&mut self, seat: Seat, at: Point) {
        let config = &self.game.config;
        self.spend(seat, config.build_cost);
        self.state.player_mut(seat).points -= config.build_points;
        let unit = self.create(seat, at, config.built_zord_hp);
        self.tell(|state| What::Built {
            seat: state.name(seat),
            unit,
            x: at.x,
            y: at.y,
            points_spent: config.build_points,
        });
    }

    /// Puts a new zord on the board and gives its id.
    pub(super) fn create(&mut self, owner: Seat, at: Point, hp: i64) -> i64 {
        let id = self.state.next_id;
        self.state.next_id += 1;
        self.state.zords.push(Zord { id, at, hp, shields: 0, range: self.game.config.base_range, owner });
        self.state.player_mut(owner).zords += 1;
        id
    }
}
