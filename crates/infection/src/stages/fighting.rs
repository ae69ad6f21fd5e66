//! The attack phase of both sides: shots, bites and breaking.

use super::Plan;
use crate::class::{Class, Side};
use crate::event::Event;
use crate::game::Infection;
use crate::reach::Reach;
use crate::reason;
use crate::state::{State, Unit};
use crate::terrain::Kind;
use skirmish_core::{Log, Reason};

/// Whether a cell is out of that range even without obstacles.
#[inline]
pub(crate) fn is_too_far(side: Side, unit: &Unit, (x, y): (i32, i32), range: i64) -> bool {
    let (dx, dy) = ((unit.x - x).abs(), (unit.y - y).abs());
    let distance = match side {
        Side::Humans => dx + dy,
        Side::Zombies => dx.max(dy),
    };
    i64::from(distance) > range
}

impl Infection {
    /// What a unit can hit from where it stands.
    pub(crate) fn attack_reach(&self, state: &State, unit: &Unit) -> Reach {
        let range = self.kit(unit.class).range;
        match unit.class.side() {
            Side::Humans => state.terrain.shot(unit.at(), range),
            Side::Zombies => state.terrain.claw(unit.at(), range),
        }
    }

    fn hits(&self, state: &State, unit: &Unit, (x, y): (i32, i32)) -> bool {
        !is_too_far(unit.class.side(), unit, (x, y), self.kit(unit.class).range)
            && self.attack_reach(state, unit).contains(x, y)
    }

    pub(super) fn plan_attack(&self, state: &State, unit: usize, target: i32) -> Result<Plan, Reason> {
        let attacker = &state.units[unit];
        if attacker.attack_wait > 0 {
            return Err(reason::COOLING_DOWN);
        }
        let target = self.unit_called(target).ok_or(Reason::NO_SUCH_TARGET)?;
        if state.side_of(target) == attacker.class.side() {
            return Err(Reason::FRIENDLY_TARGET);
        }
        if !self.hits(state, attacker, state.units[target].at()) {
            return Err(Reason::OUT_OF_RANGE);
        }
        if state.notes.turned.contains(target) {
            return Err(reason::TARGET_TURNED);
        }
        Ok(match attacker.class.side() {
            Side::Humans => Plan::Shot { unit, target },
            Side::Zombies => Plan::Bite { unit, target },
        })
    }

    pub(super) fn plan_break(&self, state: &State, unit: usize, x: i32, y: i32) -> Result<Plan, Reason> {
        let attacker = &state.units[unit];
        if attacker.attack_wait > 0 {
            return Err(reason::COOLING_DOWN);
        }
        if !state.terrain.is_inside(x, y) {
            return Err(Reason::OUT_OF_BOUNDS);
        }
        match state.terrain.kind(x, y) {
            Kind::Open | Kind::Debris => return Err(reason::NO_OBSTACLE),
            Kind::Water => return Err(reason::INDESTRUCTIBLE),
            Kind::Wall | Kind::Tree | Kind::Barricade => {}
        }
        if !self.hits(state, attacker, (x, y)) {
            return Err(Reason::OUT_OF_RANGE);
        }
        Ok(Plan::Break { unit, cell: state.terrain.cell(x, y) })
    }

    /// An attack has its price, whatever its result.
    fn pay_attack(&self, attacker: &mut Unit) {
        attacker.attack_wait = self.kit(attacker.class).cooldown + 1;
    }

    pub(super) fn shoot(&self, state: &mut State, unit: usize, target: usize, log: &mut impl Log<Event>) {
        self.pay_attack(&mut state.units[unit]);
        state.units[target].stun_wait = self.config.stun_turns + 1;
        log.event(Event::Shot { unit: self.ids[unit], target: self.ids[target] });
    }

    pub(super) fn bite(&self, state: &mut State, unit: usize, target: usize, log: &mut impl Log<Event>) {
        self.pay_attack(&mut state.units[unit]);
        let victim = &mut state.units[target];
        victim.health = (victim.health - self.config.zombie_damage).max(0);
        log.event(Event::Bitten { unit: self.ids[unit], target: self.ids[target], health: victim.health });
        if victim.health == 0 {
            state.turn_human(target);
            log.event(Event::Infected { unit: self.ids[target] });
        }
    }

    /// The obstacle stays in the way until the phase is over; hitting one that is already destroyed only costs the attack.
    pub(super) fn break_down(&self, state: &mut State, unit: usize, cell: u32, log: &mut impl Log<Event>) {
        self.pay_attack(&mut state.units[unit]);
        let (x, y) = state.terrain.place(cell);
        let mut left = 0;
        if !state.notes.changed.contains(&cell) {
            if state.units[unit].class != Class::Demolitionist {
                let before = state.terrain.left(cell).unwrap_or(self.full_durability(state.terrain.kind(x, y)));
                left = (before - self.config.break_damage).max(0);
            }
            if left == 0 {
                state.terrain.set_left(cell, None);
                state.notes.changed.push(cell);
            } else if self.config.break_damage > 0 {
                state.terrain.set_left(cell, Some(left));
            }
        }
        log.event(Event::Broke { unit: self.ids[unit], x, y, durability: left });
    }
}
