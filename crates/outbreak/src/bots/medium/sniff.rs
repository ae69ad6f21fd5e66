//! `sniff`: zombies that follow the smell of humans and attack what is in the way.

use crate::Outbreak;
use crate::action::Action;
use crate::bots::mind::{Mind, facing_to, id, turn_to};
use crate::state::Zombie;
use crate::view::View;
use crate::words::Zone;
use skirmish_core::Bot;
use skirmish_grid::hex::Hex;
use std::collections::BTreeMap;

/// A zombie goes on straight while it smells more than this, in millionths.
const FAINT: i64 = 50_000;

pub(in crate::bots) struct Sniff {
    mind: Mind,
    /// What each zombie smelled in each direction since it last moved.
    noses: BTreeMap<i64, Nose>,
    /// What the last zombie on each zone's side smelled; zones not tried yet smell best.
    zones: [i64; 4],
}

struct Nose {
    at: Hex,
    smelled: [Option<i64>; 6],
}

impl Sniff {
    pub fn new(mind: Mind) -> Sniff {
        Sniff { mind, noses: BTreeMap::new(), zones: [i64::MAX; 4] }
    }

    /// Takes note of what every zombie smells now.
    fn sniff(&mut self) {
        let state = &self.mind.state;
        self.noses.retain(|&unit, _| state.find_zombie(unit).is_some());
        let rim = self.mind.board().radius();
        for zombie in &state.zombies {
            let fresh = Nose { at: zombie.at, smelled: [None; 6] };
            let nose = self.noses.entry(zombie.id).or_insert(Nose { ..fresh });
            if nose.at != zombie.at {
                *nose = fresh;
            }
            nose.smelled[usize::from(zombie.facing)] = Some(zombie.scent.units);
            for (i, zone) in Zone::ALL.into_iter().enumerate() {
                let middle = zone.hex(rim, 0);
                let on_side = match zone {
                    Zone::West | Zone::East => zombie.at.x == middle.x,
                    Zone::North | Zone::South => zombie.at.y == middle.y,
                };
                if on_side {
                    self.zones[i] = zombie.scent.units;
                }
            }
        }
    }

    fn spawn(&mut self, count: i64, orders: &mut Vec<Action>) {
        for _ in 0..count {
            let best = self.zones.iter().max().copied().unwrap_or(0);
            let choice: Vec<Zone> = Zone::ALL.into_iter().filter(|&zone| self.zones[zone as usize] == best).collect();
            let Some(&zone) = self.mind.rng.choose(&choice) else { return };
            let from = zone.hex(self.mind.board().radius(), self.mind.state.facts.zones[zone as usize]);
            let facing = i32::from(facing_to(from, Hex::default(), 0));
            if !self.mind.act(Action::Spawn { zone: Some(zone), facing }, orders) {
                return;
            }
        }
    }

    fn lead(&mut self, unit: i64, orders: &mut Vec<Action>) {
        let mind = &self.mind;
        let Some(zombie) = mind.state.find_zombie(unit).map(|i| mind.state.zombies[i]) else { return };
        let sight = mind.config().zombie_sight;
        let seen = mind.state.humans.iter().filter(|human| human.at.distance(zombie.at) <= sight);
        let prey = seen.min_by_key(|human| human.at.distance(zombie.at)).map(|human| (human.at, human.id));
        let action = match prey {
            Some((at, target)) if at == zombie.at || at == zombie.ahead() => {
                Action::Attack { unit: id(unit), target: id(target) }
            }
            Some((at, _)) => self.towards(&zombie, facing_to(zombie.at, at, zombie.facing)),
            None => self.towards(&zombie, self.direction(&zombie)),
        };
        self.mind.act(action, orders);
    }

    /// Where to go when nobody is in sight: straight on while there is a smell, else the best of six directions.
    fn direction(&self, zombie: &Zombie) -> u8 {
        let off_board = !self.mind.on_board(zombie.ahead());
        if zombie.scent.units > FAINT && !off_board {
            return zombie.facing;
        }
        let smelled = self.noses.get(&zombie.id).map_or([None; 6], |nose| nose.smelled);
        let best = (0..6u8).max_by_key(|&facing| smelled[usize::from(facing)]);
        match best {
            Some(best) if smelled.iter().all(Option::is_some) => best,
            _ => (zombie.facing + 1) % 6,
        }
    }

    /// One move in a direction: turning to it, beating at a wall in the way, or walking.
    fn towards(&self, zombie: &Zombie, facing: u8) -> Action {
        let unit = id(zombie.id);
        if let Some(direction) = turn_to(zombie.facing, facing) {
            return Action::Turn { unit, direction };
        }
        let ahead = zombie.ahead();
        match self.mind.on_board(ahead).then(|| self.mind.state.cell(ahead).wall()).flatten() {
            Some(wall) => Action::Attack { unit, target: id(self.mind.state.walls[wall].id) },
            None => Action::Move { unit, to: None },
        }
    }
}

impl Bot<Outbreak> for Sniff {
    fn turn(&mut self, view: &View, orders: &mut Vec<Action>) {
        self.mind.look(view);
        self.sniff();
        for unit in self.mind.state.zombies.iter().map(|zombie| zombie.id).collect::<Vec<_>>() {
            self.lead(unit, orders);
        }
        self.spawn(view.spawn_count, orders);
    }
}
