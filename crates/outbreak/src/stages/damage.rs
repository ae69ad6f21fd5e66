//! Damage, healing and death.

use crate::Outbreak;
use crate::event::{Event, tell};
use crate::state::{Crate, Human, State};
use crate::words::{Item, Kind};
use skirmish_core::Log;
use skirmish_grid::hex::Hex;

/// Applies damage (negative damage heals, up to `max_hp`). Returns what was lost.
fn strike(hp: &mut i64, max_hp: i64, damage: i64) -> i64 {
    let before = *hp;
    *hp = before.saturating_sub(damage).min(max_hp);
    before - *hp
}

/// How one kind of thing takes damage; true if it died of it.
macro_rules! hurt {
    ($name:ident, $list:ident, $kind:ident, $remove:ident $(, then $leave:ident)?) => {
        pub(super) fn $name(&self, state: &mut State, i: usize, damage: i64, log: &mut impl Log<Event>) -> bool {
            let struck = &mut state.$list[i];
            let lost = strike(&mut struck.hp, struck.max_hp, damage);
            tell_damage(log, Kind::$kind, struck.id, lost, struck.hp);
            let dies = struck.hp < 1;
            if dies {
                let gone = state.$remove(i);
                self.tell_death(Kind::$kind, gone.id, gone.at, log);
                $(self.$leave(state, gone, log);)?
            }
            dies
        }
    };
}

impl Outbreak {
    /// Everything that is in the hex now takes damage; crates that the dead leave behind are spared.
    pub(super) fn splash(&self, state: &mut State, at: Hex, damage: i64, log: &mut impl Log<Event>) {
        if damage == 0 {
            return;
        }
        let (cell, newest) = (state.cell(at), state.facts.next_id);
        if let Some(i) = cell.human() {
            self.hurt_human(state, i, damage, log);
        }
        let (mut i, mut left) = (0, cell.zombies);
        while left > 0 {
            let here = state.zombies[i].at == at;
            left -= u32::from(here);
            let died = here && self.hurt_zombie(state, i, damage, log);
            i += usize::from(!died);
        }
        if let Some(i) = cell.wall() {
            self.hurt_wall(state, i, damage, log);
        }
        let (mut i, mut left) = (0, cell.crates);
        while left > 0 {
            let here = state.crates[i].at == at && state.crates[i].id < newest;
            left -= u32::from(here);
            let died = here && self.hurt_crate(state, i, damage, log);
            i += usize::from(!died);
        }
    }

    hurt!(hurt_human, humans, Human, remove_human, then leave_belongings);
    hurt!(hurt_zombie, zombies, Zombie, remove_zombie);
    hurt!(hurt_wall, walls, Wall, remove_wall);
    hurt!(hurt_crate, crates, Crate, remove_crate);

    /// What a human carried lies where it died.
    fn leave_belongings(&self, state: &mut State, dead: Human, log: &mut impl Log<Event>) {
        if dead.ammo > 0 {
            self.leave_crate(state, dead.at, Item::Ammo, dead.ammo, log);
            self.leave_crate(state, dead.at, Item::Weapon(dead.weapon), self.config.crate_hp, log);
        }
    }

    /// A new crate appears.
    pub(super) fn leave_crate(&self, state: &mut State, at: Hex, item: Item, hp: i64, log: &mut impl Log<Event>) {
        let id = state.new_id();
        state.add_crate(Crate { id, at, hp, max_hp: hp, item });
        tell(log, || Event::Crate { id, x: at.x, y: at.y, item: self.item_name(item), hp });
    }

    pub(super) fn tell_death(&self, kind: Kind, id: i64, at: Hex, log: &mut impl Log<Event>) {
        tell(log, || Event::Died { kind, id, x: at.x, y: at.y });
    }
}

fn tell_damage(log: &mut impl Log<Event>, kind: Kind, id: i64, lost: i64, hp: i64) {
    tell(log, || {
        if lost >= 0 {
            Event::Hurt { kind, id, amount: lost, hp }
        } else {
            Event::Healed { kind, id, amount: -lost, hp }
        }
    });
}
