//! A turn in small stages: the general checks of a list, its actions one by one, and the end of the turn.
//!
//! Each verb is a check that changes nothing and gives a [`Plan`], and an effect that carries the plan out. Both
//! ways through a turn, whole lists and single actions, use the same two.

mod attack;
mod build;
mod clock;
mod crates;
mod damage;
mod drops;
mod horde;
mod list;
mod place;
mod steps;
mod turn;

use crate::Outbreak;
use crate::action::Action;
use crate::event::Event;
use crate::state::State;
use crate::words::{Item, Side, WeaponId, Zone};
use skirmish_core::{Log, Reason, Seat};
use skirmish_grid::hex::Hex;

/// An action that was found good, with what it names looked up: places in the state's lists.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Plan {
    Place { at: Hex, weapon: WeaponId },
    Move { side: Side, unit: usize, to: Hex },
    Attack { side: Side, unit: usize, target: Option<Target>, at: Hex },
    Build { unit: usize, at: Hex },
    Grab { unit: usize, target: usize },
    DropWeapon { unit: usize, at: Hex },
    DropAmmo { unit: usize, at: Hex, amount: i64 },
    Give { unit: usize, target: usize, amount: i64 },
    Call { at: Hex, item: Item },
    Spawn { zone: Zone, facing: u8 },
    Turn { unit: usize, facing: u8 },
    Eat { unit: usize, target: usize },
    EndTurn,
    Look,
}

/// Something that can be shot at.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Target {
    Human(usize),
    Zombie(usize),
    Wall(usize),
    Crate(usize),
}

impl Outbreak {
    /// Whether `action` would be accepted as the next entry of the list of `seat`.
    pub(crate) fn check(&self, state: &State, seat: Seat, action: &Action) -> Result<Plan, Reason> {
        if state.ending().is_some() {
            return Err(Reason::GAME_OVER);
        }
        let side = state.side();
        if side.seat() != seat {
            return Err(Reason::NOT_YOUR_TURN);
        }
        if state.facts.notes.taken >= self.config.max_actions {
            return Err(Reason::TOO_MANY_ACTIONS);
        }
        if state.facts.notes.ended {
            return Err(Reason::TURN_OVER);
        }
        if !action.is_of(side) {
            return Err(Reason::WRONG_SEAT);
        }
        self.check_verb(state, side, action)
    }

    /// The checks of the verb, in the order of the rules.
    #[inline]
    pub(crate) fn check_verb(&self, state: &State, side: Side, action: &Action) -> Result<Plan, Reason> {
        match *action {
            Action::Place { at, weapon } => self.check_place(state, at, weapon),
            Action::Move { unit, to } => match side {
                Side::Humans => self.check_human_move(state, self.own_unit(state, side, unit)?, to),
                Side::Zombies => self.check_zombie_move(state, self.own_unit(state, side, unit)?, to),
            },
            Action::Attack { unit, target } => {
                self.check_attack(state, side, self.own_unit(state, side, unit)?, target)
            }
            Action::AttackGround { unit, at } => {
                self.check_attack_ground(state, side, self.own_unit(state, side, unit)?, at)
            }
            Action::Build { unit, at } => self.check_build(state, self.own_unit(state, side, unit)?, at),
            Action::Grab { unit, target } => self.check_grab(state, self.own_unit(state, side, unit)?, target),
            Action::DropWeapon { unit, at } => self.check_drop_weapon(state, self.own_unit(state, side, unit)?, at),
            Action::DropAmmo { unit, at, amount } => {
                self.check_drop_ammo(state, self.own_unit(state, side, unit)?, at, amount)
            }
            Action::Give { unit, target, amount } => {
                self.check_give(state, self.own_unit(state, side, unit)?, target, amount)
            }
            Action::Call { at, item } => self.check_call(state, at, item),
            Action::Spawn { zone, facing } => self.check_spawn(state, zone, facing),
            Action::Turn { unit, direction } => self.check_turn(state, self.own_unit(state, side, unit)?, direction),
            Action::Eat { unit, target } => self.check_eat(state, self.own_unit(state, side, unit)?, target),
            Action::EndTurn => Ok(Plan::EndTurn),
            Action::Look => Ok(Plan::Look),
        }
    }

    /// Finds a unit of `side`. The answer tells an enemy unit from no unit only if the enemy is in sight.
    #[inline]
    fn own_unit(&self, state: &State, side: Side, id: i32) -> Result<usize, Reason> {
        let id = i64::from(id);
        let own = match side {
            Side::Humans => state.find_human(id),
            Side::Zombies => state.find_zombie(id),
        };
        own.ok_or_else(|| {
            let other = match side {
                Side::Humans => state.find_zombie(id).map(|i| state.zombies[i].at),
                Side::Zombies => state.find_human(id).map(|i| state.humans[i].at),
            };
            match other {
                Some(at) if self.sees(state, side, at) => Reason::NOT_YOUR_UNIT,
                _ => Reason::NO_SUCH_UNIT,
            }
        })
    }

    /// Carries out a plan that was just checked, and takes note of it for the rest of the list.
    pub(crate) fn carry_out(&self, state: &mut State, plan: Plan, log: &mut impl Log<Event>) {
        match plan {
            Plan::Place { at, weapon } => self.place(state, at, weapon, log),
            Plan::Move { side, unit, to } => self.move_unit(state, side, unit, to, log),
            Plan::Attack { side, unit, target, at } => self.attack(state, side, unit, target, at, log),
            Plan::Build { unit, at } => self.build(state, unit, at, log),
            Plan::Grab { unit, target } => self.grab(state, unit, target, log),
            Plan::DropWeapon { unit, at } => self.drop_weapon(state, unit, at, log),
            Plan::DropAmmo { unit, at, amount } => self.drop_ammo(state, unit, at, amount, log),
            Plan::Give { unit, target, amount } => self.give(state, unit, target, amount, log),
            Plan::Call { at, item } => self.call(state, at, item, log),
            Plan::Spawn { zone, facing } => self.spawn(state, zone, facing, log),
            Plan::Turn { unit, facing } => self.turn_zombie(state, unit, facing, log),
            Plan::Eat { unit, target } => self.eat(state, unit, target, log),
            Plan::EndTurn => state.facts.notes.ended = true,
            Plan::Look => {}
        }
        state.facts.notes.taken += 1;
        state.facts.notes.looked = matches!(plan, Plan::Look);
    }
}
