//! `build`: new walls, and HP for old ones.

use super::Plan;
use crate::Outbreak;
use crate::event::{Event, tell};
use crate::state::{State, Wall};
use skirmish_core::{Log, Reason};
use skirmish_grid::hex::Hex;

impl Outbreak {
    pub(super) fn check_build(&self, state: &State, unit: usize, at: Hex) -> Result<Plan, Reason> {
        let human = &state.humans[unit];
        if !self.board.contains(at) {
            return Err(Reason::OUT_OF_BOUNDS);
        }
        if human.at.distance(at) != 1 {
            return Err(Reason::NOT_ADJACENT);
        }
        let cell = state.cell(at);
        if !cell.has_wall() && (cell.has_human() || cell.zombies > 0) {
            return Err(Reason::BLOCKED);
        }
        if human.moves < 1 {
            return Err(Reason::NO_MOVES);
        }
        Ok(Plan::Build { unit, at })
    }

    pub(super) fn build(&self, state: &mut State, unit: usize, at: Hex, log: &mut impl Log<Event>) {
        let gain = self.config.wall_build_hp;
        state.humans[unit].moves -= 1;
        let unit = state.humans[unit].id;
        let (id, hp) = match state.cell(at).wall() {
            Some(i) => {
                let wall = &mut state.walls[i];
                wall.hp = wall.hp.saturating_add(gain).min(wall.max_hp);
                (wall.id, wall.hp)
            }
            None => {
                let id = state.new_id();
                state.add_wall(Wall { id, at, hp: gain, max_hp: self.config.wall_overheal.floor_times(gain) });
                (id, gain)
            }
        };
        tell(log, || Event::Built { unit, wall: id, x: at.x, y: at.y, hp });
    }
}
