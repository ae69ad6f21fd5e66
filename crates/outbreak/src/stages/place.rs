//! `place`: the survivors of turn 1.

use super::Plan;
use crate::Outbreak;
use crate::event::{Event, tell};
use crate::reason;
use crate::state::{Human, State};
use crate::words::WeaponId;
use skirmish_core::{Log, Reason};
use skirmish_grid::hex::Hex;

impl Outbreak {
    pub(super) fn check_place(&self, state: &State, at: Hex, weapon: Option<WeaponId>) -> Result<Plan, Reason> {
        if state.turn() > 1 {
            return Err(reason::NOT_TURN_ONE);
        }
        if !self.board.contains(at) {
            return Err(Reason::OUT_OF_BOUNDS);
        }
        if state.humans.len() as i64 >= self.config.human_count {
            return Err(reason::TOO_MANY_HUMANS);
        }
        let weapon = weapon.filter(|&id| self.weapon(id).can_spawn_with).ok_or(reason::BAD_WEAPON)?;
        let cell = state.cell(at);
        if cell.has_human() || cell.has_wall() {
            return Err(Reason::BLOCKED);
        }
        Ok(Plan::Place { at, weapon })
    }

    pub(super) fn place(&self, state: &mut State, at: Hex, weapon: WeaponId, log: &mut impl Log<Event>) {
        let (id, config) = (state.new_id(), &self.config);
        state.add_human(Human {
            id,
            at,
            hp: config.human_hp,
            max_hp: config.human_overheal.floor_times(config.human_hp),
            moves: 0,
            idle: config.idle_start,
            weapon,
            ammo: config.human_ammo,
        });
        tell(log, || Event::Placed { unit: id, x: at.x, y: at.y, weapon: self.weapon(weapon).name.clone() });
    }
}
