//! `barricade`: a clump of humans in an inner room that shoots, and builds with what is left.

use crate::Outbreak;
use crate::action::Action;
use crate::bots::chores::{call_onto_crowd, endangers_friends, full_damage, grab_ammo, kit, level_ammo, team_size};
use crate::bots::mind::{Mind, id};
use crate::view::View;
use skirmish_core::Bot;
use skirmish_grid::hex::Hex;

const KIT: [&str; 6] = ["medical_kit", "pistol", "shotgun", "pistol", "grenade_launcher", "pistol"];

/// Humans with less HP than this are healed.
const HURT: i64 = 100;

pub(in crate::bots) struct Barricade {
    mind: Mind,
}

impl Barricade {
    pub fn new(mind: Mind) -> Barricade {
        Barricade { mind }
    }

    fn place(&mut self, orders: &mut Vec<Action>) {
        let spots = self.room();
        for (at, weapon) in spots.into_iter().zip(kit(&self.mind, &KIT)) {
            self.mind.act(Action::Place { at, weapon: Some(weapon) }, orders);
        }
    }

    /// A clump of free hexes, each next to another, in a place with few ways in and not far from the centre.
    fn room(&mut self) -> Vec<Hex> {
        let mind = &mut self.mind;
        let size = team_size(mind);
        let mut best: (i64, Vec<Hex>) = (i64::MAX, Vec::new());
        for centre in mind.board().iter() {
            if !mind.is_open(centre) {
                continue;
            }
            let mut clump = vec![centre];
            let mut next = 0;
            while clump.len() < size && next < clump.len() {
                for hex in clump[next].around() {
                    if clump.len() < size && mind.is_open(hex) && !clump.contains(&hex) {
                        clump.push(hex);
                    }
                }
                next += 1;
            }
            let mut ways: Vec<Hex> = clump.iter().flat_map(|hex| hex.around()).collect();
            ways.retain(|hex| mind.is_open(*hex) && !clump.contains(hex));
            ways.sort_unstable();
            ways.dedup();
            let missing = size.saturating_sub(clump.len()) as i64;
            let cost = missing * 1000 + ways.len() as i64 * 4 + centre.distance(Hex::default()) * 3;
            let cost = cost * 16 + mind.rng.below(16) as i64;
            if cost < best.0 {
                best = (cost, clump);
            }
        }
        best.1
    }

    fn shoot(&mut self, orders: &mut Vec<Action>) {
        for i in 0..self.mind.state.humans.len() {
            while self.mind.can_shoot(&self.mind.state.humans[i]) {
                let weapon = self.mind.game.weapon(self.mind.state.humans[i].weapon);
                let shot = if weapon.vertical < 0 { self.healing(i) } else { self.shot(i) };
                if !shot.is_some_and(|shot| self.mind.act(shot, orders)) {
                    break;
                }
            }
        }
    }

    /// Shoots the zombie with the least HP; shots that kill come first.
    fn shot(&self, i: usize) -> Option<Action> {
        let mind = &self.mind;
        let human = &mind.state.humans[i];
        let weapon = mind.game.weapon(human.weapon);
        let damage = full_damage(weapon);
        let targets = mind.state.zombies.iter().filter(|zombie| {
            zombie.at.distance(human.at) <= weapon.range && !endangers_friends(mind, weapon, zombie.at)
        });
        let target = targets.min_by_key(|zombie| (zombie.hp > damage, zombie.hp))?;
        Some(match weapon.direct {
            0 => Action::AttackGround { unit: id(human.id), at: target.at },
            _ => Action::Attack { unit: id(human.id), target: id(target.id) },
        })
    }

    /// Heals the human in the worst shape.
    fn healing(&self, i: usize) -> Option<Action> {
        let mind = &self.mind;
        let human = &mind.state.humans[i];
        let range = mind.game.weapon(human.weapon).range;
        let needy = |other: &&crate::state::Human| {
            other.hp < HURT && other.at.distance(human.at) <= range && mind.zombies_at(other.at) == 0
        };
        let patient = mind.state.humans.iter().filter(needy).min_by_key(|other| other.hp)?;
        Some(Action::AttackGround { unit: id(human.id), at: patient.at })
    }

    /// Left-over moves close open hexes, then strengthen the weakest wall.
    fn build(&mut self, orders: &mut Vec<Action>) {
        for i in 0..self.mind.state.humans.len() {
            while self.mind.state.humans[i].moves > 0 {
                let mind = &self.mind;
                let human = mind.state.humans[i];
                let around = human.at.around().into_iter();
                let worth = |hex: &Hex| match mind.wall_hp(*hex) {
                    Some(hp) => Some((1, hp)),
                    None if mind.is_open(*hex) => Some((0, 0)),
                    None => None,
                };
                let site = around.filter_map(|hex| Some((worth(&hex)?, hex))).min_by_key(|(worth, _)| *worth);
                let Some((_, at)) = site else { break };
                if !self.mind.act(Action::Build { unit: id(human.id), at }, orders) {
                    break;
                }
            }
        }
    }
}

impl Bot<Outbreak> for Barricade {
    fn turn(&mut self, view: &View, orders: &mut Vec<Action>) {
        self.mind.look(view);
        if view.turn == 1 {
            self.place(orders);
        }
        grab_ammo(&mut self.mind, orders);
        self.shoot(orders);
        self.build(orders);
        level_ammo(&mut self.mind, orders);
        call_onto_crowd(&mut self.mind, orders);
    }
}
