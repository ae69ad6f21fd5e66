//! An outbreak bot. Humans stand together, shoot, and wall themselves in; zombies follow their noses.

use crate::skirmish::hexes::{ahead, around, distance, facing_to, turn_to, Point};
use crate::skirmish::model::{act, Config, HumanInfo, View, WallInfo, Weapon, ZombieInfo, Zone};
use crate::skirmish::paths::{search, search_until};
use crate::skirmish::{Hello, Order, Player, Random, Turn};
use std::collections::{BTreeMap, BTreeSet};

const WEAPONS: [&str; 6] = ["pistol", "shotgun", "pistol", "grenade_launcher", "pistol", "shotgun"];
const FAINT: f64 = 0.05; // a zombie that smells more than this goes straight on

#[derive(Default)]
pub struct Bot {
    rules: Config,
    random: Random,
    is_human: bool,
    smelled: BTreeMap<i64, (Point, Vec<(i64, f64)>)>, // what each zombie smelled by facing, where it stands now
    // The rest is about this turn.
    view: View,
    walls: BTreeMap<Point, WallInfo>,
    taken: BTreeSet<Point>,
    orders: Vec<Order>,
}

impl Player for Bot {
    const NAME: &'static str = "{{name}}";

    fn new(hello: Hello) -> Bot {
        Bot { is_human: hello.seat == "humans", rules: hello.config, random: hello.random, ..Bot::default() }
    }

    fn turn(&mut self, turn: Turn) -> Vec<Order> {
        self.view = turn.view;
        self.orders.clear();
        let walls = self.view.map_walls.iter().flatten().chain(&self.view.walls);
        self.walls = walls.map(|wall| (wall.at(), wall.clone())).collect();
        self.taken = self.view.humans.iter().map(HumanInfo::at).collect();
        self.taken.extend(self.view.zombies.iter().map(ZombieInfo::at));
        if self.is_human {
            self.place(self.view.humans_ready.unwrap_or(0) as usize);
            for mut human in self.view.humans.clone() {
                self.grab(&mut human);
                self.shoot(&mut human);
                self.build(&human);
            }
            self.call();
        } else {
            for zombie in self.view.zombies.clone() {
                self.lead(&zombie);
            }
            self.spawn();
        }
        std::mem::take(&mut self.orders)
    }
}

impl Bot {
    fn weapon(&self, name: &str) -> Option<Weapon> {
        self.rules.weapons.iter().find(|weapon| weapon.name == name).cloned()
    }

    fn on_board(&self, at: Point) -> bool {
        at.0.abs().max(at.1.abs()) <= self.rules.radius
    }

    fn open(&self, at: Point) -> bool {
        self.on_board(at) && !self.walls.contains_key(&at) && !self.taken.contains(&at)
    }

    // ---- humans

    /// Puts all humans side by side around the centre.
    fn place(&mut self, count: usize) {
        let centre = search_until(&[(0, 0)], around, |at| self.on_board(at), |at| self.open(at)).found;
        let spots = search(&[centre.unwrap_or((0, 0))], around, |at| self.open(at)).points;
        let mut usable: Vec<Weapon> = WEAPONS.iter().filter_map(|name| self.weapon(name)).collect();
        usable.retain(|weapon| weapon.can_spawn_with);
        for ((x, y), weapon) in spots.into_iter().take(count).zip(usable.iter().cycle()) {
            self.orders.push(act::place(x, y, &weapon.name));
        }
    }

    /// Takes the ammo within reach; that is free.
    fn grab(&mut self, human: &mut HumanInfo) {
        let crates = self.view.crates.take().unwrap_or_default().into_iter();
        let (near, rest): (Vec<_>, Vec<_>) = crates.partition(|found| distance(found.at(), human.at()) <= 1);
        for ammo in near.iter().filter(|found| found.item == "ammo") {
            self.orders.push(act::grab(human.id, ammo.id));
            human.ammo += ammo.hp;
        }
        self.view.crates = Some(rest);
    }

    /// Shoots at the weakest zombie in range as long as time, rounds and moves are enough.
    fn shoot(&mut self, human: &mut HumanInfo) {
        let Some(weapon) = self.weapon(&human.weapon) else { return };
        let cost = self.rules.human_attack_moves;
        while human.idle > weapon.delay && human.ammo >= weapon.ammo && human.moves >= cost.max(1) {
            let friends = &self.view.humans;
            let targets = self.view.zombies.iter_mut().filter(|zombie| is_target(human, &weapon, zombie, friends));
            let Some(target) = targets.min_by_key(|zombie| zombie.hp) else { return };
            let onto = act::attack_ground(human.id, target.x, target.y);
            self.orders.push(if weapon.direct > 0 { act::attack(human.id, target.id) } else { onto });
            target.hp -= weapon.direct + weapon.vertical + weapon.horizontal;
            human.idle = (human.idle - weapon.delay).min(self.rules.idle_cap_after_shot);
            human.ammo -= weapon.ammo;
            human.moves -= cost;
        }
    }

    /// Left-over moves close the open hexes around, then strengthen the weakest wall.
    fn build(&mut self, human: &HumanInfo) {
        let near = around(human.at());
        for _ in 0..human.moves {
            let gap = near.iter().copied().find(|&at| self.open(at));
            let weakest = near.iter().filter(|at| self.walls.contains_key(at)).min_by_key(|at| self.walls[at].hp);
            if let Some((x, y)) = gap {
                self.taken.insert((x, y));
                self.orders.push(act::build(human.id, x, y));
            } else if let Some(wall) = weakest.and_then(|at| self.walls.get_mut(at)) {
                wall.hp += self.rules.wall_build_hp;
                self.orders.push(act::build(human.id, wall.x, wall.y));
            }
        }
    }

    /// An air drop onto a zombie that stands clear of us: it hurts, and leaves ammo.
    fn call(&mut self) {
        let far = |at: Point| self.view.humans.iter().all(|human| distance(at, human.at()) > 1);
        let clear = self.view.zombies.iter().map(ZombieInfo::at).find(|&at| far(at));
        if let (Some((x, y)), true) = (clear, self.view.drops_ready >= Some(1.0)) {
            self.orders.push(act::call(x, y, "ammo"));
        }
    }

    // ---- zombies

    /// One move: bite the nearest human, or go to it, or go where it smells of humans.
    fn lead(&mut self, zombie: &ZombieInfo) {
        let (here, front) = (zombie.at(), ahead(zombie.at(), zombie.facing));
        let damage = self.weapon(&self.rules.zombie_weapon).map_or(0, |arms| arms.direct);
        let living = self.view.humans.iter_mut().filter(|human| human.hp > 0);
        let seen = living.filter(|human| distance(human.at(), here) <= self.rules.zombie_sight);
        let prey = seen.min_by_key(|human| distance(human.at(), here));
        let wanted = match prey {
            Some(human) if human.at() == here || human.at() == front => {
                self.orders.push(act::attack(zombie.id, human.id));
                human.hp -= damage;
                return;
            }
            Some(human) => facing_to(here, human.at()),
            None => self.follow_nose(zombie),
        };
        if wanted != zombie.facing {
            self.orders.push(act::turn(zombie.id, turn_to(zombie.facing, wanted)));
        } else if let Some(wall) = self.walls.get_mut(&front) {
            self.orders.push(act::attack(zombie.id, wall.id));
            wall.hp -= damage;
            self.walls.retain(|_, wall| wall.hp > 0);
        } else if self.on_board(front) {
            self.orders.push(act::move_(zombie.id));
        }
    }

    /// Straight on while it smells; else it looks around, and takes the best of six directions.
    fn follow_nose(&mut self, zombie: &ZombieInfo) -> i64 {
        let (here, facing) = (zombie.at(), zombie.facing);
        let on_board = self.on_board(ahead(here, facing));
        let (at, smelled) = self.smelled.entry(zombie.id).or_insert((here, Vec::new()));
        if *at != here {
            (*at, *smelled) = (here, Vec::new());
        }
        match smelled.iter_mut().find(|(known, _)| *known == facing) {
            Some((_, scent)) => *scent = zombie.scent,
            None => smelled.push((facing, zombie.scent)),
        }
        if zombie.scent > FAINT && on_board {
            return facing;
        }
        // The first of equals.
        let best = smelled.iter().rev().max_by(|a, b| a.1.total_cmp(&b.1));
        best.filter(|_| smelled.len() == 6).map_or((facing + 1) % 6, |(best, _)| *best)
    }

    /// New zombies from all sides, facing inwards.
    fn spawn(&mut self) {
        let middles = [(Zone::West, (-1, 0)), (Zone::North, (0, 1)), (Zone::East, (1, 0)), (Zone::South, (0, -1))];
        for _ in 0..self.view.spawn_count.min(self.view.zombie_cap - self.view.zombies.len() as i64) {
            let (zone, middle) = middles[self.random.below(middles.len())];
            self.orders.push(act::spawn(zone.as_str(), facing_to(middle, (0, 0))));
        }
    }
}

/// Alive, in range, and none of ours is where the splash goes.
fn is_target(human: &HumanInfo, weapon: &Weapon, zombie: &ZombieInfo, friends: &[HumanInfo]) -> bool {
    let splash = if weapon.horizontal > 0 { weapon.radius } else { 0 };
    let safe = friends.iter().all(|friend| distance(friend.at(), zombie.at()) > splash);
    zombie.hp > 0 && safe && distance(human.at(), zombie.at()) <= weapon.range
}
