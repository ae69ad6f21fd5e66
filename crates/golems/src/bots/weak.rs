//! `settler`: takes zones and stays on them.

use super::sight::{FAR, Sight, Walk, best};
use crate::action::Action;
use crate::game::Golems;
use crate::view::View;
use skirmish_core::{Bot, Hello};
use std::cmp::Reverse;

/// Every unit walks to the nearest zone that none of ours holds, and stays. It builds whenever it can, and before
/// anything else it strikes what is next to it. It never combines.
pub struct Settler {
    sight: Sight,
    walk: Walk,
}

impl Settler {
    pub fn new(hello: &Hello<'_, Golems>) -> Settler {
        Settler { sight: Sight::new(hello), walk: Walk::default() }
    }

    /// Strikes the weakest enemy next to the unit.
    fn strike(&mut self, id: i32) {
        let sight = &mut self.sight;
        let Some(unit) = sight.unit(id) else { return };
        let beside: Vec<_> = sight.around(unit.at).iter().filter_map(|&spot| sight.enemy_on(spot)).copied().collect();
        if let Some(enemy) = best(&mut sight.rng, &beside, |enemy| Reverse(enemy.hp)) {
            sight.attack(id, enemy.at);
        }
    }

    /// Builds on the first free square: right, left, up, down.
    fn build(&mut self, id: i32) {
        let Some(unit) = self.sight.unit(id) else { return };
        let free = self.sight.around(unit.at).iter().copied().find(|&spot| self.sight.is_free(spot));
        if let Some(spot) = free {
            self.sight.build(id, spot);
        }
    }

    /// Walks towards a zone.
    fn settle(&mut self, id: i32) {
        let sight = &self.sight;
        let Some(unit) = sight.unit(id) else { return };
        let board = sight.game.board();
        if unit.moves == 0 || board.is_zone(unit.at) {
            return;
        }
        let wanted = |spot| board.is_zone(spot) && sight.own_on(spot).is_none();
        let zone = self.walk.search(sight, unit.at, FAR - 1, |spot| sight.is_free(spot), |spot, _| wanted(spot));
        if let Some(zone) = zone {
            let path = self.walk.path(sight, zone);
            self.sight.walk(id, path);
        }
    }
}

impl Bot<Golems> for Settler {
    fn turn(&mut self, view: &View, orders: &mut Vec<Action>) {
        if !self.sight.look(view) {
            return;
        }
        for id in self.sight.mine() {
            self.strike(id);
            self.build(id);
            self.settle(id);
        }
        orders.append(&mut self.sight.orders);
    }
}
