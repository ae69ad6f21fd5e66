//! The ability phase of the humans: healing and building.

use super::Plan;
use crate::class::{Class, Side};
use crate::event::Event;
use crate::game::Infection;
use crate::reach::Reach;
use crate::reason;
use crate::state::{State, Unit};
use crate::terrain::Kind;
use skirmish_core::{Log, Reason};

impl Infection {
    /// Where an ability can be used: the cells one could walk to with the attack range as steps.
    pub(crate) fn ability_reach(&self, state: &State, unit: &Unit) -> Reach {
        state.terrain.walk(unit.at(), self.kit(unit.class).range, false)
    }

    fn helps(&self, state: &State, unit: &Unit, cell: (i32, i32)) -> bool {
        state.terrain.walks(unit.at(), cell, self.kit(unit.class).range, false)
    }

    /// Whether a unit has the ability of a class, and may use it.
    fn has_ability(&self, unit: &Unit, class: Class) -> Result<(), Reason> {
        if unit.class != class {
            return Err(reason::WRONG_CLASS);
        }
        if unit.ability_wait > 0 { Err(reason::COOLING_DOWN) } else { Ok(()) }
    }

    pub(super) fn plan_heal(&self, state: &State, unit: usize, target: i32) -> Result<Plan, Reason> {
        let medic = &state.units[unit];
        self.has_ability(medic, Class::Medic)?;
        let target = self.unit_called(target).ok_or(Reason::NO_SUCH_TARGET)?;
        if target == unit {
            return Err(Reason::SELF_TARGET);
        }
        if state.units[target].class.side() != Side::Humans {
            return Err(Reason::ENEMY_TARGET);
        }
        if !self.helps(state, medic, state.units[target].at()) {
            return Err(Reason::OUT_OF_RANGE);
        }
        Ok(Plan::Heal { unit, target })
    }

    pub(super) fn plan_build(&self, state: &State, unit: usize, x: i32, y: i32) -> Result<Plan, Reason> {
        let builder = &state.units[unit];
        self.has_ability(builder, Class::Builder)?;
        if !state.terrain.is_inside(x, y) {
            return Err(Reason::OUT_OF_BOUNDS);
        }
        if state.terrain.kind(x, y) != Kind::Open || state.notes.changed.contains(&state.terrain.cell(x, y)) {
            return Err(reason::OCCUPIED_TERRAIN);
        }
        if state.units.iter().any(|unit| unit.at() == (x, y)) {
            return Err(reason::OCCUPIED_UNIT);
        }
        if !self.helps(state, builder, (x, y)) {
            return Err(Reason::OUT_OF_RANGE);
        }
        Ok(Plan::Build { unit, cell: state.terrain.cell(x, y) })
    }

    fn pay_ability(&self, unit: &mut Unit) {
        unit.ability_wait = self.config.ability_cooldown + 1;
    }

    pub(super) fn heal(&self, state: &mut State, unit: usize, target: usize, log: &mut impl Log<Event>) {
        self.pay_ability(&mut state.units[unit]);
        let patient = &mut state.units[target];
        patient.health = (patient.health + self.config.heal_amount).min(self.config.max_health);
        log.event(Event::Healed { unit: self.ids[unit], target: self.ids[target], health: patient.health });
    }

    pub(super) fn build(&self, state: &mut State, unit: usize, cell: u32, log: &mut impl Log<Event>) {
        self.pay_ability(&mut state.units[unit]);
        state.notes.changed.push(cell);
        let (x, y) = state.terrain.place(cell);
        log.event(Event::Built { unit: self.ids[unit], x, y });
    }
}
