//! A zords bot: spreads its zords over the totems, shoots what it can finish, builds, and ends the day behind shields.

use crate::skirmish::model::{act, Config, TotemPosition, View, ZordPosition};
use crate::skirmish::square::{around8, chebyshev, Point};
use crate::skirmish::{note, Hello, Order, Player, Turn};
use std::collections::{BTreeMap, BTreeSet};

/// How many cells of a walk an enemy at a totem is worth.
const ENEMY_THERE: i64 = 10;
/// And a zord of our own.
const OWN_THERE: i64 = 30;

#[derive(Default)]
pub struct Bot {
    me: String,
    rules: Config,
    // The rest is about this turn.
    view: View,
    mine: Vec<ZordPosition>,
    enemies: Vec<ZordPosition>,
    totems: Vec<Point>,
    taken: BTreeSet<Point>,
    actions: i64,
    points: i64,
    orders: Vec<Order>,
}

impl Player for Bot {
    const NAME: &'static str = "{{name}}";

    fn new(hello: Hello) -> Bot {
        Bot { me: hello.seat, rules: hello.config, ..Bot::default() }
    }

    fn turn(&mut self, turn: Turn) -> Vec<Order> {
        self.view = turn.view;
        self.orders.clear();
        (self.mine, self.enemies) = self.view.zords.iter().cloned().partition(|zord| zord.owner == self.me);
        self.totems = self.view.totems.iter().map(TotemPosition::at).collect();
        self.taken = self.totems.iter().copied().chain(self.view.zords.iter().map(ZordPosition::at)).collect();
        let Some(player) = self.view.players.iter().find(|player| player.seat == self.me) else { return Vec::new() };
        (self.actions, self.points) = (player.actions, player.points);
        self.shoot();
        self.build();
        self.spread();
        self.shoot();
        let evening = self.view.round.is_some_and(|round| round + 1 >= self.rules.rounds_per_day);
        if evening || self.crowded() {
            self.shield();
        }
        std::mem::take(&mut self.orders)
    }
}

impl Bot {
    /// Gives an order if there are action points for it; whether it did.
    fn pay(&mut self, cost: i64, order: Order) -> bool {
        if self.actions < cost {
            return false;
        }
        self.actions -= cost;
        self.orders.push(order);
        true
    }

    /// Shoots down enemies in range, those that need the fewest shots first, if the action points are enough.
    fn shoot(&mut self) {
        if !self.view.shooting_allowed {
            return;
        }
        let mut targets = self.enemies.clone();
        targets.sort_by_key(|enemy| enemy.hp + enemy.shields);
        for enemy in targets {
            let shots = enemy.hp + enemy.shields;
            let shooter = self.mine.iter().find(|zord| chebyshev(zord.at(), enemy.at()) <= zord.range);
            let Some(shooter) = shooter.map(|zord| zord.id) else { continue };
            if self.actions < shots * self.rules.shoot_cost {
                continue;
            }
            for _ in 0..shots {
                self.pay(self.rules.shoot_cost, act::shoot(shooter, enemy.id));
            }
            note(shooter, &format!("kills zord {}", enemy.id));
            self.enemies.retain(|other| other.id != enemy.id);
            self.taken.remove(&enemy.at());
            self.points += self.rules.kill_reward;
        }
    }

    /// New zords at the totems, as long as there will be another day to earn them back.
    fn build(&mut self) {
        let mut owned = self.mine.len() as i64;
        for cell in self.mine.clone().iter().flat_map(|zord| around8(zord.at())) {
            let can_pay = self.points >= self.rules.build_points && owned < self.rules.max_zords;
            if self.view.day >= self.view.days || !can_pay {
                return;
            }
            let good = self.at_totem(cell) && self.free(cell);
            if good && self.pay(self.rules.build_cost, act::build(cell.0, cell.1)) {
                self.points -= self.rules.build_points;
                self.taken.insert(cell);
                owned += 1;
            }
        }
    }

    /// Every zord goes to the totem where there is least in its way.
    fn spread(&mut self) {
        let mut going: BTreeMap<Point, i64> = self.totems.iter().map(|&totem| (totem, 0)).collect();
        for i in 0..self.mine.len() {
            let cost = |totem: Point| {
                let enemies = self.enemies.iter().filter(|enemy| chebyshev(enemy.at(), totem) <= self.rules.totem_aura);
                let walk = chebyshev(self.mine[i].at(), totem);
                walk + ENEMY_THERE * enemies.count() as i64 + OWN_THERE * going[&totem]
            };
            if let Some(goal) = self.totems.iter().copied().min_by_key(|&totem| cost(totem)) {
                going.entry(goal).and_modify(|count| *count += 1);
                self.walk(i, goal);
            }
        }
    }

    /// One of ours goes as far as the action points reach, to a free cell in the totem's area.
    fn walk(&mut self, i: usize, totem: Point) {
        let here = self.mine[i].at();
        let steps = chebyshev(here, totem) - self.rules.totem_aura;
        let most = steps.min(self.actions / self.rules.move_cost.max(1));
        for reach in ((most - 4).max(0) + 1..=most).rev() {
            let towards = |a: i64, b: i64| a + (b - a).clamp(-reach, reach);
            let cell = (towards(here.0, totem.0), towards(here.1, totem.1));
            let order = act::move_(self.mine[i].id, cell.0, cell.1);
            if self.free(cell) && self.pay(reach * self.rules.move_cost, order) {
                self.taken.remove(&here);
                self.taken.insert(cell);
                (self.mine[i].x, self.mine[i].y) = cell;
                return;
            }
        }
    }

    fn free(&self, cell: Point) -> bool {
        let board = 0..self.rules.board_size;
        board.contains(&cell.0) && board.contains(&cell.1) && !self.taken.contains(&cell)
    }

    fn at_totem(&self, cell: Point) -> bool {
        self.totems.iter().any(|&totem| chebyshev(cell, totem) <= self.rules.totem_aura)
    }

    /// How many enemies could hit a zord, with so much more range.
    fn aiming_at(&self, zord: &ZordPosition, more: i64) -> usize {
        self.enemies.iter().filter(|enemy| chebyshev(enemy.at(), zord.at()) <= enemy.range + more).count()
    }

    /// In a crowd, a player that saves its action points is shot before it uses them.
    fn crowded(&self) -> bool {
        self.mine.iter().any(|zord| self.aiming_at(zord, 0) >= 2)
    }

    /// All that is left goes into shields for the zord that most enemies can get at.
    fn shield(&mut self) {
        let threat = |zord: &&ZordPosition| self.aiming_at(zord, self.rules.actions_per_day);
        // The first of equals.
        let Some(zord) = self.mine.iter().rev().max_by_key(threat).map(|zord| zord.id) else { return };
        while self.rules.shield_cost > 0 && self.pay(self.rules.shield_cost, act::shield(zord)) {}
    }
}
