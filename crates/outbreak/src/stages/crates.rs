//! `grab`, `drop_weapon`, `drop_ammo` and `give`: free handling of weapons and rounds.

use super::Plan;
use crate::Outbreak;
use crate::event::{Event, tell};
use crate::reason;
use crate::state::State;
use crate::words::{Item, Side};
use skirmish_core::read::bounded;
use skirmish_core::{Log, Reason};
use skirmish_grid::hex::Hex;

impl Outbreak {
    pub(super) fn check_grab(&self, state: &State, unit: usize, target: i32) -> Result<Plan, Reason> {
        let human = &state.humans[unit];
        let seen = |i: &usize| self.sees(state, Side::Humans, state.crates[*i].at);
        let target = state.find_crate(i64::from(target)).filter(seen).ok_or(Reason::NO_SUCH_TARGET)?;
        let wanted = &state.crates[target];
        if human.at.distance(wanted.at) > 1 {
            return Err(Reason::OUT_OF_RANGE);
        }
        if matches!(wanted.item, Item::Weapon(_)) && human.weapon != self.fallback {
            return Err(reason::CANNOT_CARRY);
        }
        Ok(Plan::Grab { unit, target })
    }

    pub(super) fn grab(&self, state: &mut State, unit: usize, target: usize, log: &mut impl Log<Event>) {
        let taken = state.remove_crate(target);
        let human = &mut state.humans[unit];
        match taken.item {
            Item::Ammo => human.ammo = bounded(human.ammo.saturating_add(taken.hp)),
            Item::Weapon(weapon) => human.weapon = weapon,
        }
        let (unit, ammo) = (human.id, human.ammo);
        tell(log, || Event::Grabbed { unit, target: taken.id, item: self.item_name(taken.item), ammo });
    }

    /// The checks that both ways of dropping share.
    fn check_reach(&self, state: &State, unit: usize, at: Hex) -> Result<(), Reason> {
        if !self.board.contains(at) {
            return Err(Reason::OUT_OF_BOUNDS);
        }
        if state.humans[unit].at.distance(at) > 1 {
            return Err(Reason::OUT_OF_RANGE);
        }
        Ok(())
    }

    pub(super) fn check_drop_weapon(&self, state: &State, unit: usize, at: Hex) -> Result<Plan, Reason> {
        self.check_reach(state, unit, at)?;
        if state.humans[unit].weapon == self.fallback {
            return Err(reason::CANNOT_DROP);
        }
        Ok(Plan::DropWeapon { unit, at })
    }

    pub(super) fn drop_weapon(&self, state: &mut State, unit: usize, at: Hex, log: &mut impl Log<Event>) {
        let human = &mut state.humans[unit];
        let item = Item::Weapon(std::mem::replace(&mut human.weapon, self.fallback));
        let (unit, ammo) = (human.id, human.ammo);
        tell(log, || Event::Dropped { unit, item: self.item_name(item), x: at.x, y: at.y, ammo });
        self.leave_crate(state, at, item, self.config.crate_hp, log);
    }

    pub(super) fn check_drop_ammo(&self, state: &State, unit: usize, at: Hex, amount: i32) -> Result<Plan, Reason> {
        self.check_reach(state, unit, at)?;
        let amount = self.check_amount(state, unit, amount)?;
        Ok(Plan::DropAmmo { unit, at, amount })
    }

    /// An amount of ammo that the human has.
    fn check_amount(&self, state: &State, unit: usize, amount: i32) -> Result<i64, Reason> {
        let amount = i64::from(amount);
        if amount < 1 {
            return Err(Reason::BAD_AMOUNT);
        }
        if amount > state.humans[unit].ammo {
            return Err(reason::NO_AMMO);
        }
        Ok(amount)
    }

    pub(super) fn drop_ammo(&self, state: &mut State, unit: usize, at: Hex, amount: i64, log: &mut impl Log<Event>) {
        let human = &mut state.humans[unit];
        human.ammo -= amount;
        let (unit, ammo) = (human.id, human.ammo);
        tell(log, || Event::Dropped { unit, item: self.item_name(Item::Ammo), x: at.x, y: at.y, ammo });
        self.leave_crate(state, at, Item::Ammo, amount, log);
    }

    pub(super) fn check_give(&self, state: &State, unit: usize, target: i32, amount: i32) -> Result<Plan, Reason> {
        let amount = self.check_amount(state, unit, amount)?;
        let target = state.find_human(i64::from(target)).filter(|&i| i != unit).ok_or(Reason::NO_SUCH_TARGET)?;
        if state.humans[unit].at.distance(state.humans[target].at) > 1 {
            return Err(Reason::OUT_OF_RANGE);
        }
        Ok(Plan::Give { unit, target, amount })
    }

    pub(super) fn give(&self, state: &mut State, unit: usize, target: usize, amount: i64, log: &mut impl Log<Event>) {
        state.humans[unit].ammo -= amount;
        let receiver = &mut state.humans[target];
        receiver.ammo = bounded(receiver.ammo.saturating_add(amount));
        tell(log, || Event::Given { unit: state.humans[unit].id, target: state.humans[target].id, amount });
    }
}
