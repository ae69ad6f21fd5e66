//! `horde`: zombies that find the humans together, surround them, and beat at many walls at once.
//!
//! Splash kills stacks, so a place to attack from costs more with every zombie already there.

use super::nose;
use crate::Outbreak;
use crate::action::Action;
use crate::bots::mind::{Mind, id};
use crate::state::Zombie;
use crate::view::View;
use crate::words::{Side, Zone};
use skirmish_core::Bot;
use skirmish_grid::hex::Hex;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Costs are in hundredths of a move.
const MOVE: i64 = 100;

/// The cost of the impossible.
const FAR: i64 = i64::MAX / 8;

/// A wall in the way costs one move per this many HP.
const BREAK: i64 = 60;

/// A wall next to the prey costs one move per this many HP: other zombies help with it.
const SHARED: i64 = 200;

/// What every zombie that already attacks from a hex adds to its cost.
const COMPANY: i64 = 60;

/// What every zombie beyond two adds to the cost of a step into their hex.
const CROWD: i64 = 5;

/// How many zombies gather before the first attacks, at what distance from the prey, and how near counts as gathered.
const GATHER: usize = 12;
const HOLD: i64 = 7;
const GATHERED: i64 = 10;

/// Humans build out of sight: an unseen wall is assumed to gain this many HP per turn.
const GROWTH: i64 = 4;

pub(in crate::bots) struct Horde {
    mind: Mind,
    /// Where humans are thought to be.
    prey: Vec<Hex>,
    /// The cost from every hex and facing to an attack.
    ways: Vec<i64>,
    storm: bool,
}

impl Horde {
    pub fn new(mind: Mind) -> Horde {
        Horde { mind, prey: Vec::new(), ways: Vec::new(), storm: false }
    }

    /// How far the nearest prey is.
    fn nearest(&self, hex: Hex) -> i64 {
        self.prey.iter().map(|prey| prey.distance(hex)).min().unwrap_or(0)
    }

    // ---- the ways

    /// What entering a hex costs: a move, and the time it takes to break a wall.
    fn entry(&self, hex: Hex) -> i64 {
        MOVE + self.mind.wall_hp(hex).map_or(0, |hp| hp * MOVE / BREAK)
    }

    fn way(&self, hex: Hex, facing: u8) -> i64 {
        if self.mind.on_board(hex) { self.ways[self.place(hex, facing)] } else { FAR }
    }

    fn place(&self, hex: Hex, facing: u8) -> usize {
        self.mind.board().index(hex) * 6 + usize::from(facing)
    }

    /// Searches backwards from all attacks over hexes and facings: turning costs a move, and so does a step.
    fn find_ways(&mut self) {
        self.ways.clear();
        self.ways.resize(self.mind.board().hexes() * 6, FAR);
        let mut open = BinaryHeap::new();
        for (target, cost) in self.targets() {
            for facing in 0..6 {
                let from = target.ahead((facing + 3) % 6);
                if self.mind.wall_hp(from).is_none() {
                    let company = if cost > 0 { self.mind.zombies_at(from) as i64 * COMPANY } else { 0 };
                    self.reach(from, facing, cost + company, &mut open);
                }
            }
        }
        while let Some((Reverse(cost), hex, facing)) = open.pop() {
            if cost == self.way(hex, facing) {
                self.reach(hex, (facing + 1) % 6, cost + MOVE, &mut open);
                self.reach(hex, (facing + 5) % 6, cost + MOVE, &mut open);
                self.reach(hex.ahead((facing + 3) % 6), facing, cost + self.entry(hex), &mut open);
            }
        }
    }

    fn reach(&mut self, hex: Hex, facing: u8, cost: i64, open: &mut BinaryHeap<(Reverse<i64>, Hex, u8)>) {
        if cost < self.way(hex, facing) && self.mind.on_board(hex) {
            let place = self.place(hex, facing);
            self.ways[place] = cost;
            open.push((Reverse(cost), hex, facing));
        }
    }

    /// What to attack: the prey at no cost, walls next to it by their HP.
    fn targets(&self) -> Vec<(Hex, i64)> {
        let mut walls: Vec<Hex> = self.prey.iter().flat_map(|prey| prey.around()).collect();
        walls.retain(|&hex| self.mind.on_board(hex) && !self.prey.contains(&hex));
        walls.sort_unstable();
        walls.dedup();
        let walls = walls.into_iter().map(|hex| (hex, self.wall_before_prey(hex) * MOVE / SHARED));
        self.prey.iter().map(|&hex| (hex, 0)).chain(walls.filter(|&(_, cost)| cost > 0)).collect()
    }

    /// HP of a wall next to the prey, as known or guessed.
    fn wall_before_prey(&self, hex: Hex) -> i64 {
        let known = self.mind.wall_hp(hex).unwrap_or(0);
        let seen = self.mind.game.sees(&self.mind.state, Side::Zombies, hex);
        if seen { known } else { known.max(self.mind.state.turn() * GROWTH) }
    }

    // ---- the zombies

    /// The attack begins when enough zombies have gathered, and then goes on.
    fn gather(&mut self) {
        let near = self.mind.state.zombies.iter().filter(|zombie| self.nearest(zombie.at) <= GATHERED).count();
        self.storm |= near >= GATHER;
    }

    fn lead(&mut self, unit: i64, orders: &mut Vec<Action>) {
        let state = &self.mind.state;
        let Some(zombie) = state.find_zombie(unit).map(|i| state.zombies[i]) else { return };
        if let Some(action) = self.bite(&zombie).or_else(|| self.walk(&zombie)) {
            self.mind.act(action, orders);
        }
    }

    /// An attack on a human, or on a wall next to one.
    fn bite(&self, zombie: &Zombie) -> Option<Action> {
        let (state, ahead) = (&self.mind.state, zombie.ahead());
        let human = state.humans.iter().find(|human| human.at == zombie.at || human.at == ahead).map(|human| human.id);
        let wall = || self.wall_at(ahead).filter(|_| self.nearest(ahead) == 1);
        let target = human.or_else(wall)?;
        Some(Action::Attack { unit: id(zombie.id), target: id(target) })
    }

    fn wall_at(&self, hex: Hex) -> Option<i64> {
        let wall = self.mind.on_board(hex).then(|| self.mind.state.cell(hex).wall()).flatten();
        wall.map(|i| self.mind.state.walls[i].id)
    }

    /// Walks or turns, whichever brings it nearer to an attack.
    fn walk(&self, zombie: &Zombie) -> Option<Action> {
        let (unit, at, facing, ahead) = (id(zombie.id), zombie.at, zombie.facing, zombie.ahead());
        let turn = |by: u8, direction| (MOVE + self.way(at, (facing + by) % 6), Action::Turn { unit, direction });
        let crowd = (self.mind.zombies_at(ahead) as i64 - 2).max(0) * CROWD;
        let on = match self.wall_at(ahead) {
            Some(wall) => Action::Attack { unit, target: id(wall) },
            None => Action::Move { unit, to: None },
        };
        let on = (self.entry(ahead) + self.way(ahead, facing) + crowd, on);
        let (_, action) = [on, turn(1, 1), turn(5, -1)].into_iter().min_by_key(|(cost, _)| *cost)?;
        let nearer = self.nearest(ahead) < HOLD.min(self.nearest(at));
        let waits = !self.storm && nearer && matches!(action, Action::Move { .. });
        (!waits).then_some(action)
    }

    /// At the cap, dying zombies make room: zombies that can gain all their HP eat them.
    fn feast(&mut self, orders: &mut Vec<Action>) {
        let dying: Vec<i64> = self.mind.state.zombies.iter().filter(|z| z.hp < 10).map(|z| z.id).collect();
        for target in dying {
            let state = &self.mind.state;
            let Some(eaten) = state.find_zombie(target).map(|i| state.zombies[i]) else { continue };
            let gain = self.mind.config().eat_factor.floor_times(eaten.hp);
            let gains = |zombie: &&Zombie| {
                let near = zombie.at == eaten.at || zombie.ahead() == eaten.at;
                near && zombie.id != target && zombie.hp >= 10 && zombie.hp + gain <= zombie.max_hp
            };
            if let Some(unit) = state.zombies.iter().find(gains).map(|zombie| zombie.id) {
                self.mind.act(Action::Eat { unit: id(unit), target: id(target) }, orders);
            }
        }
    }

    /// Spawns zombies where the path is shortest, and some on the next best side.
    fn spawn(&mut self, count: i64, orders: &mut Vec<Action>) {
        let radius = self.mind.board().radius();
        let mut sent = [0; 4];
        for _ in 0..count {
            let starts = Zone::ALL.into_iter().flat_map(|zone| (0..6).map(move |facing| (zone, facing)));
            let cost = |&(zone, facing): &(Zone, u8)| {
                let from = zone.hex(radius, self.mind.state.facts.zones[zone as usize]);
                self.way(from, facing) + sent[zone as usize] * 2 * MOVE
            };
            let Some((zone, facing)) = starts.min_by_key(cost) else { return };
            sent[zone as usize] += 1;
            if !self.mind.act(Action::Spawn { zone: Some(zone), facing: i32::from(facing) }, orders) {
                return;
            }
        }
    }
}

impl Bot<Outbreak> for Horde {
    fn turn(&mut self, view: &View, orders: &mut Vec<Action>) {
        self.mind.look(view);
        self.prey = nose::track(&self.mind, &self.prey);
        if self.prey.is_empty() {
            self.prey.push(Hex::default());
        }
        self.find_ways();
        self.gather();
        if self.mind.state.zombies.len() as i64 + view.spawn_count > view.zombie_cap {
            self.feast(orders);
        }
        // Zombies in front go first, so that the others see where they are.
        let mut units: Vec<(i64, i64)> =
            self.mind.state.zombies.iter().map(|zombie| (self.way(zombie.at, zombie.facing), zombie.id)).collect();
        units.sort_unstable();
        for (_, unit) in units {
            self.lead(unit, orders);
        }
        self.spawn(view.spawn_count, orders);
    }
}
