//! `bunker`: a ring of humans around an empty yard, walled in, that fires where a shot is worth its rounds.
//!
//! Air drops land in the yard, where everyone can reach them. Splash is what counts: zombies come in stacks, and a
//! shotgun hits a stack for the price of one.

use super::runner;
use crate::Outbreak;
use crate::action::Action;
use crate::bots::chores::{call_onto_crowd, grab_ammo, kit, level_ammo};
use crate::bots::mind::{Mind, id};
use crate::config::Weapon;
use crate::state::{Human, Wall};
use crate::view::View;
use crate::words::Item;
use skirmish_core::Bot;
use skirmish_grid::hex::Hex;

const KIT: [&str; 6] = ["shotgun", "shotgun", "grenade_launcher", "shotgun", "shotgun", "medical_kit"];

/// A kill is worth this on top of its damage.
const KILL: i64 = 30;

/// An open hex next to the ring counts as a wall with this many HP.
const OPEN: i64 = -60;

/// Every zombie at a wall makes it count as this many HP weaker.
const PRESSURE: i64 = 15;

/// The bunker has fallen when this many zombies are next to humans: then everyone who can runs.
const FALLEN: usize = 10;

pub(in crate::bots) struct Bunker {
    mind: Mind,
    yard: Hex,
}

impl Bunker {
    pub fn new(mind: Mind) -> Bunker {
        Bunker { mind, yard: Hex::default() }
    }

    fn place(&mut self, orders: &mut Vec<Action>) {
        self.yard = self.site();
        let mut spots: Vec<Hex> = self.yard.around().into_iter().filter(|&hex| self.mind.is_open(hex)).collect();
        // Humans who find no room in the ring stand in the yard or behind it.
        spots.extend(self.mind.board().disc(self.yard, 3).filter(|hex| hex.distance(self.yard) != 1));
        let mut weapons = kit(&self.mind, &KIT).into_iter().peekable();
        for at in spots {
            let Some(&weapon) = weapons.peek() else { return };
            if self.mind.act(Action::Place { at, weapon: Some(weapon) }, orders) {
                weapons.next();
            }
        }
    }

    /// The hex with a free ring that the map's walls shelter best.
    fn site(&mut self) -> Hex {
        let board = self.mind.board();
        let sites: Vec<Hex> = board.iter().filter(|&hex| self.mind.is_open(hex)).collect();
        let worth = |yard: Hex, mind: &Mind| {
            let free = yard.around().into_iter().filter(|&hex| mind.is_open(hex)).count() as i64;
            let shelter = board.disc(yard, 4).filter_map(|hex| {
                let hp = mind.wall_hp(hex)?.min(600);
                Some(match hex.distance(yard) {
                    2 => 200 + hp,
                    3 => hp / 4,
                    4 => hp / 8,
                    _ => 0,
                })
            });
            let from_rim = i64::from(board.radius() - yard.x.abs().max(yard.y.abs())).min(6);
            free * 2000 + shelter.sum::<i64>() + from_rim * 300
        };
        let chance: Vec<i64> = sites.iter().map(|_| self.mind.rng.between(0, 49)).collect();
        let best = sites.into_iter().zip(chance).max_by_key(|&(yard, chance)| worth(yard, &self.mind) + chance);
        best.map_or(Hex::default(), |(yard, _)| yard)
    }

    // ---- shooting

    /// Keeps firing the most valuable shot while one is worth its rounds.
    fn shoot(&mut self, orders: &mut Vec<Action>) {
        while let Some(shot) = self.best_shot() {
            if !self.mind.act(shot, orders) {
                return;
            }
        }
    }

    fn best_shot(&self) -> Option<Action> {
        let mind = &self.mind;
        let price = self.price_of_a_round();
        let mut best: Option<(i64, Action)> = None;
        for human in mind.state.humans.iter().filter(|human| mind.can_shoot(human)) {
            let weapon = mind.game.weapon(human.weapon);
            if weapon.vertical < 0 {
                continue;
            }
            for zombie in mind.state.zombies.iter().filter(|zombie| zombie.at.distance(human.at) <= weapon.range) {
                let (target, action) = match weapon.direct {
                    0 => (None, Action::AttackGround { unit: id(human.id), at: zombie.at }),
                    _ => (Some(zombie.id), Action::Attack { unit: id(human.id), target: id(zombie.id) }),
                };
                let worth = self.worth(weapon, target, zombie.at) - price * weapon.ammo;
                if worth > best.map_or(0, |(most, _)| most) {
                    best = Some((worth, action));
                }
            }
        }
        best.map(|(_, action)| action)
    }

    /// The scarcer rounds are, the more damage one of them must do.
    fn price_of_a_round(&self) -> i64 {
        let humans = &self.mind.state.humans;
        match humans.iter().map(|human| human.ammo).sum::<i64>() / humans.len().max(1) as i64 {
            61.. => 10,
            26..=60 => 15,
            _ => 25,
        }
    }

    /// What a shot is worth: damage to zombies, less three times the damage to friends and a tenth of that to walls.
    fn worth(&self, weapon: &Weapon, target: Option<i64>, at: Hex) -> i64 {
        let state = &self.mind.state;
        let reach = if weapon.horizontal == 0 { 0 } else { weapon.radius };
        let damage = |id: i64, distance: i64| {
            let direct = if target == Some(id) { weapon.direct } else { 0 };
            let vertical = if distance == 0 { weapon.vertical } else { 0 };
            let horizontal = if distance <= reach { weapon.horizontal } else { 0 };
            direct + vertical + horizontal
        };
        let mut worth = 0;
        for zombie in &state.zombies {
            let damage = damage(zombie.id, zombie.at.distance(at));
            worth += damage.min(zombie.hp) + if damage >= zombie.hp { KILL } else { 0 };
        }
        for human in &state.humans {
            worth -= 3 * damage(human.id, human.at.distance(at));
        }
        for wall in &state.walls {
            worth -= damage(wall.id, wall.at.distance(at)).min(wall.hp) / 10;
        }
        worth
    }

    // ---- healing and building

    /// The medical kit is for humans in danger, then for the wall under most pressure, then for scratches.
    fn heal(&mut self, orders: &mut Vec<Action>) {
        for i in 0..self.mind.state.humans.len() {
            let mind = &self.mind;
            let human = &mind.state.humans[i];
            let weapon = mind.game.weapon(human.weapon);
            if weapon.vertical >= 0 || !mind.can_shoot(human) {
                continue;
            }
            let patient = |below: i64| {
                let near = |other: &&Human| other.at.distance(human.at) <= weapon.range && other.hp < below;
                mind.state.humans.iter().filter(near).min_by_key(|other| other.hp).map(|other| other.at)
            };
            let pressed = |wall: &&Wall| {
                wall.at.distance(human.at) <= weapon.range
                    && mind.zombies_at(wall.at) == 0
                    && self.pressure(wall.at) > 0
            };
            let walls = mind.state.walls.iter().filter(pressed);
            let wall = walls.min_by_key(|wall| wall.hp - PRESSURE * self.pressure(wall.at)).map(|wall| wall.at);
            let scratch = if human.ammo > 60 { patient(100) } else { None };
            if let Some(at) = patient(60).or(wall).or(scratch) {
                let unit = id(human.id);
                self.mind.act(Action::AttackGround { unit, at }, orders);
            }
        }
    }

    /// Zombies right at a hex.
    fn pressure(&self, hex: Hex) -> i64 {
        hex.around().into_iter().map(|near| self.mind.zombies_at(near) as i64).sum()
    }

    /// Spends all remaining moves where a wall is needed most.
    fn build(&mut self, orders: &mut Vec<Action>) {
        while let Some((unit, at)) = self.site_of_need() {
            if !self.mind.act(Action::Build { unit: id(unit), at }, orders) {
                return;
            }
        }
    }

    fn site_of_need(&self) -> Option<(i64, Hex)> {
        let mind = &self.mind;
        let able = mind.state.humans.iter().filter(|human| human.moves > 0);
        let sites = able.flat_map(|human| human.at.around().map(|hex| (human.id, hex)));
        let need = |hex: Hex| {
            let hp = match mind.wall_hp(hex) {
                Some(hp) => hp,
                None if mind.is_open(hex) && hex != self.yard => OPEN,
                None => return None,
            };
            Some(hp - PRESSURE * self.pressure(hex))
        };
        let needs = sites.filter_map(|(unit, hex)| Some((need(hex)?, unit, hex)));
        needs.min_by_key(|(need, ..)| *need).map(|(_, unit, hex)| (unit, hex))
    }

    fn call(&mut self, orders: &mut Vec<Action>) {
        let at = self.yard;
        let free = self.mind.state.humans.iter().all(|human| human.at != at);
        let near = self.mind.state.humans.iter().any(|human| human.at.distance(at) == 1);
        if free && near {
            self.mind.act(Action::Call { at, item: Some(Item::Ammo) }, orders);
        } else {
            call_onto_crowd(&mut self.mind, orders);
        }
    }

    /// Humans in the open run; once the bunker has fallen, everyone does.
    fn run(&mut self, orders: &mut Vec<Action>) {
        let mind = &self.mind;
        let mut before_us: Vec<Hex> = mind.state.humans.iter().flat_map(|human| human.at.around()).collect();
        before_us.sort_unstable();
        before_us.dedup();
        before_us.retain(|&hex| mind.wall_hp(hex).is_none());
        let fallen = before_us.iter().map(|&hex| mind.zombies_at(hex)).sum::<usize>() >= FALLEN;
        let runs = |human: &&Human| fallen || human.at.distance(self.yard) > 3;
        for unit in mind.state.humans.iter().filter(runs).map(|human| human.id).collect::<Vec<_>>() {
            runner::run(&mut self.mind, unit, orders);
        }
    }
}

impl Bot<Outbreak> for Bunker {
    fn turn(&mut self, view: &View, orders: &mut Vec<Action>) {
        self.mind.look(view);
        if view.turn == 1 {
            self.place(orders);
        }
        grab_ammo(&mut self.mind, orders);
        level_ammo(&mut self.mind, orders);
        self.shoot(orders);
        self.heal(orders);
        self.run(orders);
        self.build(orders);
        self.call(orders);
    }
}
