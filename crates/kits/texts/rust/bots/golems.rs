//! A golems bot: units take the nearest free zones, build, and strike what comes near.

use crate::skirmish::model::{act, UnitView, View};
use crate::skirmish::paths::search_until;
use crate::skirmish::square::{around4, manhattan, Point};
use crate::skirmish::{note, Hello, Order, Player, Turn};
use std::collections::{BTreeMap, BTreeSet};

#[derive(Default)]
pub struct Bot {
    me: String,
    zones: BTreeSet<Point>,
    // The rest is about this turn.
    view: View,
    units: BTreeMap<Point, UnitView>,
    claimed: BTreeSet<Point>,
    orders: Vec<Order>,
}

impl Player for Bot {
    const NAME: &'static str = "{{name}}";

    fn new(hello: Hello) -> Bot {
        Bot { me: hello.seat, ..Bot::default() }
    }

    fn turn(&mut self, turn: Turn) -> Vec<Order> {
        self.view = turn.view;
        self.units = self.view.units.iter().map(|unit| (unit.at(), unit.clone())).collect();
        self.orders.clear();
        if self.zones.is_empty() {
            let everywhere = (0..self.view.width).flat_map(|x| (0..self.view.height).map(move |y| (x, y)));
            self.zones = everywhere.filter(|&at| self.square(at) == b'O').collect();
        }
        let mine: Vec<UnitView> = self.view.units.iter().filter(|unit| self.is_mine(unit)).cloned().collect();
        // Whoever stands on a zone keeps it.
        self.claimed = mine.iter().map(UnitView::at).filter(|at| self.zones.contains(at)).collect();
        for mut unit in mine {
            if !self.strike(&mut unit) {
                self.build(&mut unit);
            }
            self.walk(&mut unit);
            self.strike(&mut unit);
        }
        std::mem::take(&mut self.orders)
    }
}

impl Bot {
    /// What is there: '.' open, 'O' a zone, '#' a wall. The top row comes first, but y grows upward.
    fn square(&self, (x, y): Point) -> u8 {
        if (0..self.view.width).contains(&x) && (0..self.view.height).contains(&y) {
            return self.view.rows[(self.view.height - 1 - y) as usize].as_bytes()[x as usize];
        }
        b'#'
    }

    fn free(&self, at: Point) -> bool {
        self.square(at) != b'#' && !self.units.contains_key(&at)
    }

    fn is_mine(&self, unit: &UnitView) -> bool {
        unit.owner.as_str() == self.me
    }

    /// Strikes the weakest enemy in reach. Only a unit that has not moved can strike far.
    fn strike(&mut self, unit: &mut UnitView) -> bool {
        let here = unit.at();
        let reach = if unit.moves == unit.max_moves { unit.attack_range } else { 1 };
        let enemies = self.units.iter().filter(|(_, enemy)| !self.is_mine(enemy));
        let targets = enemies.filter(|(at, _)| manhattan(here, **at) <= reach.max(1));
        let target = targets.min_by_key(|(_, enemy)| enemy.hp).map(|(at, _)| *at);
        let Some(target) = target.filter(|_| unit.actions > 0) else { return false };
        self.orders.push(act::attack(unit.id, target.0, target.1));
        unit.actions -= 1;
        unit.moves = 0;
        if let Some(enemy) = self.units.get_mut(&target) {
            enemy.hp -= unit.attack_power;
        }
        self.units.retain(|_, unit| unit.hp > 0);
        true
    }

    /// Builds a unit beside this one as soon as it has the points.
    fn build(&mut self, unit: &mut UnitView) {
        if unit.actions == 0 || unit.build_points < unit.max_build_points {
            return;
        }
        let zones: Vec<Point> = self.zones.iter().copied().filter(|zone| !self.units.contains_key(zone)).collect();
        let to_zone = |at| zones.iter().map(|&zone| manhattan(at, zone)).min();
        let free = around4(unit.at()).into_iter().filter(|&at| self.free(at));
        if let Some(site) = free.min_by_key(|&at| to_zone(at)) {
            self.orders.push(act::build(unit.id, site.0, site.1));
            unit.actions -= 1;
            // The new unit cannot act before the next turn, but it stands in the way.
            self.units.insert(site, unit.clone());
        }
    }

    /// To the nearest zone that none of ours has claimed, or else to the nearest enemy.
    fn walk(&mut self, unit: &mut UnitView) {
        let here = unit.at();
        if unit.moves == 0 || self.claimed.contains(&here) {
            return;
        }
        let open = |at: Point| self.zones.contains(&at) && !self.claimed.contains(&at);
        let mut paths = search_until(&[here], around4, |at| self.free(at), open);
        if let Some(zone) = paths.found {
            self.claimed.insert(zone);
        } else {
            note(unit.id, "hunting");
            let enemy_at = |at| self.units.get(&at).is_some_and(|enemy| !self.is_mine(enemy));
            paths = search_until(&[here], around4, |at| self.free(at), |at| around4(at).into_iter().any(enemy_at));
        }
        let Some(goal) = paths.found else { return };
        for (x, y) in paths.path(goal).into_iter().take(unit.moves as usize) {
            self.orders.push(act::move_(unit.id, x, y));
            self.units.remove(&unit.at());
            (unit.x, unit.y) = (x, y);
            unit.moves -= 1;
            self.units.insert((x, y), unit.clone());
        }
    }
}
