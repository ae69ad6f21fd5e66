//! `spawn`, `turn` and `eat`.

use super::Plan;
use crate::Outbreak;
use crate::decimal::{Decimal, Scent};
use crate::event::{Event, tell};
use crate::reason;
use crate::state::{State, Zombie};
use crate::words::Zone;
use skirmish_core::read::bounded;
use skirmish_core::{Log, Reason};

impl Outbreak {
    pub(super) fn check_spawn(&self, state: &State, zone: Option<Zone>, facing: i32) -> Result<Plan, Reason> {
        if state.zombies.len() as i64 >= self.zombie_cap(state.turn()) {
            return Err(reason::ZOMBIE_CAP);
        }
        if state.facts.spawn_ready < Decimal::ONE {
            return Err(reason::NONE_READY);
        }
        if !(0..6).contains(&facing) {
            return Err(reason::BAD_FACING);
        }
        let zone = zone.ok_or(reason::BAD_ZONE)?;
        Ok(Plan::Spawn { zone, facing: facing as u8 })
    }

    pub(super) fn spawn(&self, state: &mut State, zone: Zone, facing: u8, log: &mut impl Log<Event>) {
        let config = &self.config;
        state.facts.spawn_ready = state.facts.spawn_ready.minus(Decimal::ONE);
        let next = &mut state.facts.zones[zone as usize];
        let at = zone.hex(self.board.radius(), *next);
        *next = (*next + 1) % self.board.side() as u32;
        let growth = config.zombie_hp_incr.floor_times(state.turn() / 2);
        let (id, hp) = (state.new_id(), bounded(config.zombie_hp.saturating_add(growth)));
        state.add_zombie(Zombie {
            id,
            at,
            hp,
            max_hp: config.zombie_overheal.floor_times(hp),
            moves: 0,
            idle: config.idle_start,
            facing,
            scent: Scent::ZERO,
        });
        tell(log, || Event::Spawned { unit: id, zone, x: at.x, y: at.y, facing, hp });
    }

    pub(super) fn check_turn(&self, state: &State, unit: usize, direction: i32) -> Result<Plan, Reason> {
        let zombie = &state.zombies[unit];
        let by = match direction {
            1 => 1,
            -1 => 5,
            _ => return Err(reason::BAD_DIRECTION),
        };
        if zombie.moves < 1 {
            return Err(Reason::NO_MOVES);
        }
        Ok(Plan::Turn { unit, facing: (zombie.facing + by) % 6 })
    }

    pub(super) fn turn_zombie(&self, state: &mut State, unit: usize, facing: u8, log: &mut impl Log<Event>) {
        let zombie = &mut state.zombies[unit];
        zombie.moves -= 1;
        zombie.facing = facing;
        tell(log, || Event::Turned { unit: zombie.id, facing });
    }

    pub(super) fn check_eat(&self, state: &State, unit: usize, target: i32) -> Result<Plan, Reason> {
        let target = state.find_zombie(i64::from(target)).filter(|&i| i != unit).ok_or(Reason::NO_SUCH_TARGET)?;
        let (eater, eaten) = (&state.zombies[unit], &state.zombies[target]);
        let distance = eater.at.distance(eaten.at);
        if distance > 1 {
            return Err(Reason::OUT_OF_RANGE);
        }
        if distance == 1 && !eater.at.has_in_front(eater.facing, eaten.at) {
            return Err(reason::NOT_FACING);
        }
        if eater.moves < self.config.eat_moves {
            return Err(Reason::NO_MOVES);
        }
        Ok(Plan::Eat { unit, target })
    }

    pub(super) fn eat(&self, state: &mut State, unit: usize, target: usize, log: &mut impl Log<Event>) {
        let eaten = state.zombies[target];
        let gain = self.config.eat_factor.floor_times(eaten.hp);
        let eater = &mut state.zombies[unit];
        eater.hp = eater.hp.saturating_add(gain).min(eater.max_hp);
        eater.moves -= self.config.eat_moves;
        tell(log, || Event::Eaten { unit: eater.id, target: eaten.id, hp: eater.hp });
        state.remove_zombie(target);
    }
}
