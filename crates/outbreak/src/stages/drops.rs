//! Air drops: `call`, and their landing.

use super::Plan;
use crate::Outbreak;
use crate::decimal::Decimal;
use crate::event::{Event, tell};
use crate::reason;
use crate::state::{Drop, State};
use crate::words::Item;
use skirmish_core::{Log, Reason};
use skirmish_grid::hex::Hex;

impl Outbreak {
    pub(super) fn check_call(&self, state: &State, at: Hex, item: Option<Item>) -> Result<Plan, Reason> {
        if !self.board.contains(at) {
            return Err(Reason::OUT_OF_BOUNDS);
        }
        if state.facts.drops_ready < Decimal::ONE {
            return Err(reason::NO_DROP_READY);
        }
        let can_be_called = |item: &Item| match *item {
            Item::Ammo => true,
            Item::Weapon(id) => self.weapon(id).can_call,
        };
        let item = item.filter(can_be_called).ok_or(reason::BAD_ITEM)?;
        Ok(Plan::Call { at, item })
    }

    pub(super) fn call(&self, state: &mut State, at: Hex, item: Item, log: &mut impl Log<Event>) {
        state.facts.drops_ready = state.facts.drops_ready.minus(Decimal::ONE);
        let id = state.new_id();
        state.drops.push(Drop { id, at, delay: self.config.drop_delay, item });
        tell(log, || Event::Called { drop: id, x: at.x, y: at.y, item: self.item_name(item) });
    }

    /// Every drop comes a turn nearer, and those whose time has come land by ascending id.
    pub(super) fn land_drops(&self, state: &mut State, log: &mut impl Log<Event>) {
        for drop in &mut state.drops {
            drop.delay -= 1;
        }
        while let Some(i) = state.drops.iter().position(|drop| drop.delay <= 0) {
            let drop = state.drops.remove(i);
            tell(log, || Event::Landed { drop: drop.id, x: drop.at.x, y: drop.at.y, item: self.item_name(drop.item) });
            self.splash(state, drop.at, self.config.drop_damage, log);
            self.leave_crate(state, drop.at, drop.item, self.config.crate_hp, log);
        }
    }
}
