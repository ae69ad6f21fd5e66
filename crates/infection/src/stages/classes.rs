//! Turn 0: the humans choose their classes.

use super::Plan;
use crate::class::Class;
use crate::event::Event;
use crate::game::Infection;
use crate::reason;
use crate::state::State;
use skirmish_core::{Log, Reason};

impl Infection {
    pub(crate) fn plan_pick(&self, state: &State, unit: usize, class: Option<Class>) -> Result<Plan, Reason> {
        let class = class.ok_or(reason::UNKNOWN_CLASS)?;
        if state.notes.picks >= self.config.picks {
            return Err(reason::PICK_LIMIT);
        }
        if state.notes.picks_of[class as usize] >= self.config.max_per_class {
            return Err(reason::CLASS_LIMIT);
        }
        Ok(Plan::Pick { unit, class })
    }

    pub(super) fn pick(&self, state: &mut State, unit: usize, class: Class, log: &mut impl Log<Event>) {
        state.notes.picks += 1;
        state.notes.picks_of[class as usize] += 1;
        let health = self.kit(class).health;
        let unit_data = &mut state.units[unit];
        (unit_data.class, unit_data.health) = (class, health);
        log.event(Event::Picked { unit: self.ids[unit], class });
    }
}
