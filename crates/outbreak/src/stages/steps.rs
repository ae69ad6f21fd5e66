//! `move`, for both sides.

use super::Plan;
use crate::Outbreak;
use crate::event::{Event, tell};
use crate::reason;
use crate::state::State;
use crate::words::Side;
use skirmish_core::{Log, Reason};
use skirmish_grid::hex::Hex;

impl Outbreak {
    pub(super) fn check_human_move(&self, state: &State, unit: usize, to: Option<Hex>) -> Result<Plan, Reason> {
        let human = &state.humans[unit];
        let to = to.ok_or(Reason::MALFORMED)?;
        if !self.board.contains(to) {
            return Err(Reason::OUT_OF_BOUNDS);
        }
        if human.at.distance(to) != 1 {
            return Err(Reason::NOT_ADJACENT);
        }
        let cell = state.cell(to);
        if cell.has_human() || cell.has_wall() || cell.zombies > 0 {
            return Err(Reason::BLOCKED);
        }
        if human.moves < 1 {
            return Err(Reason::NO_MOVES);
        }
        Ok(Plan::Move { side: Side::Humans, unit, to })
    }

    pub(super) fn check_zombie_move(&self, state: &State, unit: usize, to: Option<Hex>) -> Result<Plan, Reason> {
        let zombie = &state.zombies[unit];
        let to = to.unwrap_or_else(|| zombie.ahead());
        if !self.board.contains(to) {
            return Err(Reason::OUT_OF_BOUNDS);
        }
        if zombie.at.distance(to) != 1 {
            return Err(Reason::NOT_ADJACENT);
        }
        if !zombie.at.has_in_front(zombie.facing, to) {
            return Err(reason::NOT_FACING);
        }
        let cell = state.cell(to);
        if cell.has_human() || cell.has_wall() {
            return Err(Reason::BLOCKED);
        }
        if zombie.moves < 1 {
            return Err(Reason::NO_MOVES);
        }
        Ok(Plan::Move { side: Side::Zombies, unit, to })
    }

    pub(super) fn move_unit(&self, state: &mut State, side: Side, unit: usize, to: Hex, log: &mut impl Log<Event>) {
        let (id, from) = match side {
            Side::Humans => {
                let human = &mut state.humans[unit];
                human.moves -= 1;
                let was = (human.id, human.at);
                state.move_human(unit, to);
                was
            }
            Side::Zombies => {
                let zombie = &mut state.zombies[unit];
                zombie.moves -= 1;
                let was = (zombie.id, zombie.at);
                state.move_zombie(unit, to);
                was
            }
        };
        tell(log, || Event::Moved { unit: id, from_x: from.x, from_y: from.y, x: to.x, y: to.y });
    }
}
