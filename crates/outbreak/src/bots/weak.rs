//! `wander`: both sides walk about at random and hit what they run into.

use super::mind::{Mind, facing_to, id};
use crate::Outbreak;
use crate::action::Action;
use crate::view::View;
use crate::words::{WeaponId, Zone};
use skirmish_core::Bot;
use skirmish_grid::hex::Hex;

pub(super) struct Humans {
    mind: Mind,
}

impl Humans {
    pub fn new(mind: Mind) -> Humans {
        Humans { mind }
    }
}

impl Bot<Outbreak> for Humans {
    fn turn(&mut self, view: &View, orders: &mut Vec<Action>) {
        let mind = &mut self.mind;
        mind.look(view);
        let near = i64::from(mind.board().radius() / 3);
        let mut placed = view.humans_ready == Some(0);
        for _ in 0..200 {
            if placed {
                break;
            }
            let at = Hex::new(mind.rng.between(-near, near) as i32, mind.rng.between(-near, near) as i32);
            let weapon = WeaponId(mind.rng.index(mind.config().weapons.0.len()) as u16);
            mind.act(Action::Place { at, weapon: Some(weapon) }, orders);
            placed = mind.state.humans.len() as i64 >= mind.config().human_count;
        }
        for unit in mind.state.humans.iter().map(|human| human.id).collect::<Vec<_>>() {
            for _ in 0..3 {
                let Some(i) = mind.state.find_human(unit) else { break };
                let at = mind.state.humans[i].at;
                let beside = mind.state.zombies.iter().find(|zombie| zombie.at.distance(at) <= 1).map(|z| z.id);
                let hit = beside
                    .is_some_and(|target| mind.act(Action::Attack { unit: id(unit), target: id(target) }, orders));
                if !hit {
                    let to = at.ahead(mind.rng.index(6) as u8);
                    mind.act(Action::Move { unit: id(unit), to: Some(to) }, orders);
                }
            }
        }
    }
}

pub(super) struct Zombies {
    mind: Mind,
}

impl Zombies {
    pub fn new(mind: Mind) -> Zombies {
        Zombies { mind }
    }
}

impl Bot<Outbreak> for Zombies {
    fn turn(&mut self, view: &View, orders: &mut Vec<Action>) {
        let mind = &mut self.mind;
        mind.look(view);
        for _ in 0..view.spawn_count {
            let zone = Zone::ALL[mind.rng.index(4)];
            let from = zone.hex(mind.board().radius(), mind.state.facts.zones[zone as usize]);
            let facing = facing_to(from, Hex::default(), 0);
            if !mind.act(Action::Spawn { zone: Some(zone), facing: i32::from(facing) }, orders) {
                break;
            }
        }
        for unit in mind.state.zombies.iter().map(|zombie| zombie.id).collect::<Vec<_>>() {
            let Some(i) = mind.state.find_zombie(unit) else { continue };
            let ahead = mind.state.zombies[i].ahead();
            let target = match mind.on_board(ahead).then(|| mind.state.cell(ahead)) {
                Some(cell) => {
                    cell.human().map(|i| mind.state.humans[i].id).or(cell.wall().map(|i| mind.state.walls[i].id))
                }
                None => None,
            };
            if let Some(target) = target {
                mind.act(Action::Attack { unit: id(unit), target: id(target) }, orders);
            } else if !(mind.rng.chance(1, 2) && mind.act(Action::Move { unit: id(unit), to: None }, orders)) {
                let direction = if mind.rng.chance(1, 2) { 1 } else { -1 };
                mind.act(Action::Turn { unit: id(unit), direction }, orders);
            }
        }
    }
}
