//! `attack` and `attack_ground`.

use super::{Plan, Target};
use crate::Outbreak;
use crate::config::AttackFacing;
use crate::decimal::Decimal;
use crate::event::{Event, tell};
use crate::reason;
use crate::state::State;
use crate::words::{Side, WeaponId};
use skirmish_core::{Log, Reason};
use skirmish_grid::hex::Hex;

/// What a shot needs to know of its shooter.
struct Shooter {
    id: i64,
    at: Hex,
    /// Where it looks, if that matters.
    facing: Option<u8>,
    weapon: WeaponId,
    ammo: i64,
    idle: Decimal,
    moves: i64,
    /// Moves that the shot costs.
    cost: i64,
}

impl Outbreak {
    fn shooter(&self, state: &State, side: Side, unit: usize) -> Shooter {
        match side {
            Side::Humans => {
                let human = &state.humans[unit];
                Shooter {
                    id: human.id,
                    at: human.at,
                    facing: None,
                    weapon: human.weapon,
                    ammo: human.ammo,
                    idle: human.idle,
                    moves: human.moves,
                    cost: self.config.human_attack_moves,
                }
            }
            Side::Zombies => {
                let zombie = &state.zombies[unit];
                let bound = self.config.zombie_attack_facing == AttackFacing::Front;
                Shooter {
                    id: zombie.id,
                    at: zombie.at,
                    facing: bound.then_some(zombie.facing),
                    weapon: self.zombie_weapon,
                    ammo: 0,
                    idle: zombie.idle,
                    moves: zombie.moves,
                    cost: self.config.zombie_attack_moves,
                }
            }
        }
    }

    pub(super) fn check_attack(&self, state: &State, side: Side, unit: usize, target: i32) -> Result<Plan, Reason> {
        let shooter = self.shooter(state, side, unit);
        let (target, at) = self.seen_target(state, side, shooter.at, target).ok_or(Reason::NO_SUCH_TARGET)?;
        self.check_shot(&shooter, at)?;
        Ok(Plan::Attack { side, unit, target: Some(target), at })
    }

    pub(super) fn check_attack_ground(&self, state: &State, side: Side, unit: usize, at: Hex) -> Result<Plan, Reason> {
        if !self.board.contains(at) {
            return Err(Reason::OUT_OF_BOUNDS);
        }
        self.check_shot(&self.shooter(state, side, unit), at)?;
        Ok(Plan::Attack { side, unit, target: None, at })
    }

    /// The thing with that id, if the side sees it; `from` is where its unit stands. Zombies see no crates.
    fn seen_target(&self, state: &State, side: Side, from: Hex, id: i32) -> Option<(Target, Hex)> {
        let id = i64::from(id);
        let (found, at, own) = if let Some(i) = state.find_human(id) {
            (Target::Human(i), state.humans[i].at, side == Side::Humans)
        } else if let Some(i) = state.find_zombie(id) {
            (Target::Zombie(i), state.zombies[i].at, side == Side::Zombies)
        } else if let Some(i) = state.find_wall(id) {
            (Target::Wall(i), state.walls[i].at, false)
        } else if side == Side::Humans {
            let i = state.find_crate(id)?;
            (Target::Crate(i), state.crates[i].at, false)
        } else {
            return None;
        };
        let seen = own || from.distance(at) <= self.sight(side) || self.sees(state, side, at);
        seen.then_some((found, at))
    }

    /// The checks that both kinds of attack share, in order.
    fn check_shot(&self, shooter: &Shooter, at: Hex) -> Result<(), Reason> {
        let weapon = self.weapon(shooter.weapon);
        if shooter.at.distance(at) > weapon.range {
            return Err(Reason::OUT_OF_RANGE);
        }
        if shooter.facing.is_some_and(|facing| at != shooter.at && !shooter.at.has_in_front(facing, at)) {
            return Err(reason::NOT_FACING);
        }
        if shooter.ammo < weapon.ammo {
            return Err(reason::NO_AMMO);
        }
        if weapon.delay >= shooter.idle {
            return Err(reason::NOT_READY);
        }
        if shooter.moves < shooter.cost {
            return Err(Reason::NO_MOVES);
        }
        Ok(())
    }

    /// The cost is paid before the damage is done: direct, then around the hex, then in the hex.
    pub(super) fn attack(
        &self,
        state: &mut State,
        side: Side,
        unit: usize,
        target: Option<Target>,
        at: Hex,
        log: &mut impl Log<Event>,
    ) {
        let shooter = self.shooter(state, side, unit);
        let weapon = self.weapon(shooter.weapon);
        tell(log, || Event::Attacked {
            unit: shooter.id,
            weapon: weapon.name.clone(),
            target: target.map(|target| target.id(state)),
            x: at.x,
            y: at.y,
        });
        let idle = shooter.idle.minus(weapon.delay).min(self.config.idle_cap_after_shot);
        let moves = shooter.moves - shooter.cost;
        match side {
            Side::Humans => {
                let human = &mut state.humans[unit];
                (human.moves, human.ammo, human.idle) = (moves, human.ammo - weapon.ammo, idle);
            }
            Side::Zombies => {
                let zombie = &mut state.zombies[unit];
                (zombie.moves, zombie.idle) = (moves, idle);
            }
        }
        match target {
            Some(_) if weapon.direct == 0 => false,
            Some(Target::Human(i)) => self.hurt_human(state, i, weapon.direct, log),
            Some(Target::Zombie(i)) => self.hurt_zombie(state, i, weapon.direct, log),
            Some(Target::Wall(i)) => self.hurt_wall(state, i, weapon.direct, log),
            Some(Target::Crate(i)) => self.hurt_crate(state, i, weapon.direct, log),
            None => false,
        };
        if weapon.horizontal != 0 {
            for near in self.board.disc(at, weapon.radius) {
                self.splash(state, near, weapon.horizontal, log);
            }
        }
        self.splash(state, at, weapon.vertical, log);
    }
}

impl Target {
    fn id(self, state: &State) -> i64 {
        match self {
            Target::Human(i) => state.humans[i].id,
            Target::Zombie(i) => state.zombies[i].id,
            Target::Wall(i) => state.walls[i].id,
            Target::Crate(i) => state.crates[i].id,
        }
    }
}
