//! A footsoldiers bot: guards its base when it must, and sends everyone else to the enemy's base by the shortest way.

use crate::skirmish::model::{act, BaseEntry, Facing, Kind, RockEntry, SoldierEntry, View};
use crate::skirmish::paths::{search, Paths};
use crate::skirmish::square::{around4, manhattan, Point};
use crate::skirmish::{Hello, Order, Player, Turn};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

/// In the order of around4; y grows downward.
const FACINGS: [Facing; 4] = [Facing::Right, Facing::Left, Facing::Down, Facing::Up];
/// How far around the bases and rocks we look for ways.
const MARGIN: i64 = 8;

#[derive(Default)]
pub struct Bot {
    me: String,
    ways: Option<Paths<Point>>,
    stood: BTreeMap<i64, Point>,
    // The rest is about this turn.
    view: View,
    base: BaseEntry,
    target: Point,
    mine: Vec<SoldierEntry>,
    enemies: Vec<SoldierEntry>,
    rocks: BTreeSet<Point>,
    taken: BTreeSet<Point>,
}

impl Player for Bot {
    const NAME: &'static str = "{{name}}";

    fn new(hello: Hello) -> Bot {
        Bot { me: hello.seat, ..Bot::default() }
    }

    fn turn(&mut self, turn: Turn) -> Vec<Order> {
        self.view = turn.view;
        for base in &self.view.bases {
            if base.seat.as_str() == self.me {
                self.base = base.clone();
            } else {
                self.target = base.at();
            }
        }
        let is_mine = |soldier: &SoldierEntry| soldier.seat.as_str() == self.me;
        (self.mine, self.enemies) = self.view.soldiers.iter().cloned().partition(is_mine);
        self.rocks = self.view.rocks.iter().map(RockEntry::at).collect();
        self.taken = self.rocks.clone();
        self.taken.extend(self.view.bases.iter().map(BaseEntry::at));
        self.taken.extend(self.view.soldiers.iter().map(SoldierEntry::at));
        let ways = self.ways.take().unwrap_or_else(|| self.ways_to_target());
        let order = self.guard().or_else(|| self.attack(&ways)).or_else(|| self.aim()).or_else(|| self.steer(&ways));
        self.ways = Some(ways);
        self.stood = self.mine.iter().map(|soldier| (soldier.id, soldier.at())).collect();
        order.into_iter().collect()
    }
}

impl Bot {
    /// Steps from every square around to the enemy's base, which rocks and our base are in the way of.
    fn ways_to_target(&self) -> Paths<Point> {
        let here = self.base.at();
        let everything = || self.rocks.iter().copied().chain([here, self.target]);
        let (xs, ys) = (span(everything().map(|at| at.0)), span(everything().map(|at| at.1)));
        let inside = |at: Point| xs.contains(&at.0) && ys.contains(&at.1);
        search(&[self.target], around4, |at| inside(at) && !self.rocks.contains(&at) && at != here)
    }

    fn cost(&self, kind: Kind) -> i64 {
        match kind {
            Kind::Scout => self.view.config.scout_cost,
            Kind::Assassin => self.view.config.assassin_cost,
            Kind::Tank => self.view.config.tank_cost,
        }
    }

    /// The order for a new soldier, if we can pay it.
    fn build(&self, kind: Kind, at: Point, goal: Point, towards: Point) -> Option<Order> {
        if self.base.money < self.cost(kind) || at.0.min(at.1).min(goal.0).min(goal.1) < 0 {
            return None;
        }
        Some(act::build(kind, at.0, at.1, goal.0, goal.1, facing(at, towards)))
    }

    /// A soldier next to an enemy that has come to our base and that none of ours is next to yet.
    fn guard(&self) -> Option<Order> {
        let home = self.base.at();
        let mut threats: Vec<Point> = self.enemies.iter().map(SoldierEntry::at).collect();
        threats.sort_by_key(|&there| manhattan(there, home));
        for there in threats {
            let fought = self.mine.iter().any(|soldier| manhattan(soldier.at(), there) == 1);
            let sites = around4(there).into_iter().filter(|at| !self.taken.contains(at) && self.may_build(*at));
            let site = sites.min_by_key(|&at| manhattan(at, home));
            if let (true, false, Some(site)) = (manhattan(there, home) <= 2, fought, site) {
                return self.build(Kind::Assassin, site, site, there);
            }
        }
        None
    }

    fn may_build(&self, at: Point) -> bool {
        manhattan(at, self.base.at()) <= self.view.config.max_distance_from_base
    }

    /// A new attacker on the free square with the shortest way; scouts and assassins by turns.
    fn attack(&self, ways: &Paths<Point>) -> Option<Order> {
        let reach = self.view.config.max_distance_from_base;
        let around = (-reach..=reach).flat_map(|dx| (-reach..=reach).map(move |dy| (dx, dy)));
        let sites = around.map(|(dx, dy)| (self.base.x + dx, self.base.y + dy));
        let sites = sites.filter(|&at| self.may_build(at) && !self.taken.contains(&at) && at.0.min(at.1) >= 0);
        let site = sites.min_by_key(|&at| (ways.to(at), manhattan(at, self.target)))?;
        let scouts = self.mine.iter().filter(|soldier| soldier.kind == Kind::Scout).count();
        let kind = if 2 * scouts > self.mine.len() { Kind::Assassin } else { Kind::Scout };
        self.build(kind, site, self.target, self.target)
    }

    /// Turns a soldier beside the enemy's base towards it.
    fn aim(&self) -> Option<Order> {
        let mut beside = self.mine.iter().filter(|soldier| manhattan(soldier.at(), self.target) == 1);
        let astray = beside.find(|soldier| soldier.facing != facing(soldier.at(), self.target))?;
        Some(act::face(astray.id, facing(astray.at(), self.target)))
    }

    /// Sends a soldier that got stuck on to a square further down its way.
    fn steer(&self, ways: &Paths<Point>) -> Option<Order> {
        for soldier in &self.mine {
            let (at, dest) = (soldier.at(), (soldier.dest_x, soldier.dest_y));
            let guards = dest == at;
            if self.stood.get(&soldier.id) != Some(&at) || guards || ways.to(at) <= 1 {
                continue;
            }
            let mut goal = at;
            for _ in 0..5 {
                goal = around4(goal).into_iter().min_by_key(|&at| ways.to(at)).unwrap_or(goal);
            }
            if goal != dest && goal.0.min(goal.1) >= 0 {
                return Some(act::move_(soldier.id, goal.0, goal.1));
            }
        }
        None
    }
}

/// The direction that leads nearer to a goal.
fn facing(at: Point, goal: Point) -> Facing {
    let nearest = (0..4).min_by_key(|&i| manhattan(around4(at)[i], goal));
    FACINGS[nearest.unwrap_or(0)]
}

/// From the least to the greatest, and a margin on both sides.
fn span(numbers: impl Iterator<Item = i64>) -> RangeInclusive<i64> {
    let (least, greatest) = numbers.fold((i64::MAX, i64::MIN), |(a, b), n| (a.min(n), b.max(n)));
    least - MARGIN..=greatest + MARGIN
}
