//! The state of a game, as a plain value.

use crate::class::{Class, Side};
use crate::position::{Position, UnitData};
use crate::terrain::Terrain;
use crate::unit_set::UnitSet;
use schemars::JsonSchema;
use serde::Serialize;
use skirmish_core::Hasher;
use smallvec::SmallVec;

/// The parts of a turn, in their order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum Phase {
    #[default]
    Classes,
    Move,
    Attack,
    Ability,
    Over,
}

impl Phase {
    pub const ALL: [Phase; 5] = [Phase::Classes, Phase::Move, Phase::Attack, Phase::Ability, Phase::Over];

    pub const fn name(self) -> &'static str {
        match self {
            Phase::Classes => "classes",
            Phase::Move => "move",
            Phase::Attack => "attack",
            Phase::Ability => "ability",
            Phase::Over => "over",
        }
    }
}

/// A unit. Its place in the list says which it is: ids never change and nobody leaves the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unit {
    pub x: i32,
    pub y: i32,
    pub class: Class,
    pub health: i64,
    /// Turns, this one included, in which it may not attack.
    pub attack_wait: i64,
    /// Turns, this one included, in which it may not use its ability.
    pub ability_wait: i64,
    /// Turns, this one included, in which it may do nothing.
    pub stun_wait: i64,
}

impl Unit {
    pub fn new((x, y): (i32, i32), class: Class, health: i64) -> Unit {
        Unit { x, y, class, health, attack_wait: 0, ability_wait: 0, stun_wait: 0 }
    }

    #[inline]
    pub fn at(&self) -> (i32, i32) {
        (self.x, self.y)
    }

    /// Whether its counters and class let it act in a phase of its side.
    fn is_ready(&self, phase: Phase) -> bool {
        self.stun_wait == 0
            && match phase {
                Phase::Classes | Phase::Move => true,
                Phase::Attack => self.attack_wait == 0,
                Phase::Ability => self.ability_wait == 0 && matches!(self.class, Class::Medic | Class::Builder),
                Phase::Over => false,
            }
    }
}

impl From<&UnitData> for Unit {
    fn from(data: &UnitData) -> Unit {
        let UnitData { x, y, class, health, attack_wait, ability_wait, stun_wait, .. } = *data;
        Unit { x, y, class, health, attack_wait, ability_wait, stun_wait }
    }
}

/// Everything that changes in a game.
#[derive(PartialEq, Debug)]
pub struct State {
    pub turn: i64,
    pub phase: Phase,
    /// By ascending id; the ids are the game's.
    pub units: Vec<Unit>,
    /// Whose the units are, by side.
    pub(crate) sides: [UnitSet; 2],
    pub terrain: Terrain,
    /// Humans turned so far.
    pub infected: i64,
    /// Faults in a row, by side.
    pub faults: [i64; 2],
    pub(crate) notes: Notes,
}

impl Clone for State {
    fn clone(&self) -> State {
        State {
            units: self.units.clone(),
            sides: self.sides.clone(),
            terrain: self.terrain.clone(),
            notes: self.notes.clone(),
            ..*self
        }
    }

    fn clone_from(&mut self, other: &State) {
        (self.turn, self.phase) = (other.turn, other.phase);
        (self.infected, self.faults) = (other.infected, other.faults);
        self.units.clone_from(&other.units);
        self.sides.clone_from(&other.sides);
        self.terrain.clone_from(&other.terrain);
        self.notes.clone_from(&other.notes);
    }
}

impl State {
    /// A state between steps.
    pub(crate) fn new(turn: i64, phase: Phase, units: Vec<Unit>, terrain: Terrain) -> State {
        let none = || UnitSet::of(units.len());
        let notes = Notes { ready: none(), acted: none(), turned: none(), ..Notes::default() };
        let sides = [none(), none()];
        let mut state = State { turn, phase, units, sides, terrain, infected: 0, faults: [0, 0], notes };
        state.tell_sides();
        state.begin_phase();
        state
    }

    /// Takes over everything from a position but the ground. The position has the same units.
    pub(crate) fn take_over(&mut self, position: &Position) {
        (self.turn, self.phase) = (position.turn, position.phase);
        (self.infected, self.faults) = (position.infected, [position.human_faults, position.zombie_faults]);
        self.units.clear();
        self.units.extend(position.units.iter().map(Unit::from));
        self.tell_sides();
        self.begin_phase();
    }

    fn tell_sides(&mut self) {
        self.sides.iter_mut().for_each(UnitSet::clear);
        for (place, unit) in self.units.iter().enumerate() {
            self.sides[unit.class.side() as usize].insert(place);
        }
    }

    /// Forgets the previous phase and notes who may act in this one.
    pub(crate) fn begin_phase(&mut self) {
        self.notes.clear();
        if let Some(side) = self.side() {
            for unit in self.sides[side as usize].iter() {
                if self.units[unit].is_ready(self.phase) {
                    self.notes.ready.insert(unit);
                }
            }
        }
    }

    /// Whose turn it is; `None` when the game is over.
    #[inline]
    pub fn side(&self) -> Option<Side> {
        match self.phase {
            Phase::Over => None,
            _ if self.turn % 2 == 0 => Some(Side::Humans),
            _ => Some(Side::Zombies),
        }
    }

    /// The phase after this one in this turn.
    pub fn next_phase(&self) -> Option<Phase> {
        match self.phase {
            Phase::Move => Some(Phase::Attack),
            Phase::Attack if self.turn % 2 == 0 => Some(Phase::Ability),
            _ => None,
        }
    }

    /// The side of a unit at the beginning of the phase.
    #[inline]
    pub fn side_of(&self, unit: usize) -> Side {
        if self.notes.turned.contains(unit) { Side::Humans } else { self.units[unit].class.side() }
    }

    /// Whether a unit may still act in this phase: of the side whose turn it is, neither stunned nor cooling down.
    #[inline]
    pub fn is_ready(&self, unit: usize) -> bool {
        self.notes.ready.contains(unit)
    }

    /// The cells whose obstacle was destroyed, or that get a barricade, when this phase ends.
    #[inline]
    pub fn changed(&self) -> &[u32] {
        &self.notes.changed
    }

    pub fn humans_alive(&self) -> i64 {
        self.sides[Side::Humans as usize].count() as i64
    }

    /// The units of a side as they are now.
    #[inline]
    pub(crate) fn units_of(&self, side: Side) -> impl Iterator<Item = usize> {
        self.sides[side as usize].iter()
    }

    /// A unit has had its action of this phase.
    #[inline]
    pub(crate) fn note_action(&mut self, unit: usize) {
        self.notes.acted.insert(unit);
        self.notes.ready.remove(unit);
    }

    /// A human becomes a zombie.
    pub(crate) fn turn_human(&mut self, unit: usize) {
        self.units[unit] = Unit::new(self.units[unit].at(), Class::Zombie, 0);
        self.sides[Side::Humans as usize].remove(unit);
        self.sides[Side::Zombies as usize].insert(unit);
        self.notes.turned.insert(unit);
        self.infected += 1;
    }

    pub fn hash(&self) -> u64 {
        let mut hasher = Hasher::new();
        hasher.int(self.turn);
        hasher.word(self.phase as u64);
        hasher.int(self.infected);
        hasher.int(self.faults[0]);
        hasher.int(self.faults[1]);
        for unit in &self.units {
            hasher.word((unit.x as u64) << 32 | unit.y as u64);
            hasher.word(unit.class as u64);
            hasher.int(unit.health);
            hasher.int(unit.attack_wait);
            hasher.int(unit.ability_wait);
            hasher.int(unit.stun_wait);
        }
        self.terrain.feed(&mut hasher);
        hasher.finish()
    }
}

/// What a phase must remember while it lasts. Actions are judged by the state at its beginning, so what they do to
/// the ground is written down here and done when it ends.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Notes {
    /// Who may still act: neither stunned nor cooling down.
    pub ready: UnitSet,
    /// Who has been named by an action that passed the general checks.
    pub acted: UnitSet,
    /// Who was infected.
    pub turned: UnitSet,
    /// Cells whose obstacle was destroyed, or that get a barricade.
    pub changed: SmallVec<[u32; 32]>,
    /// Accepted picks, and those of each human class.
    pub picks: i64,
    pub picks_of: [i64; 6],
}

impl Notes {
    fn clear(&mut self) {
        self.ready.clear();
        self.acted.clear();
        self.turned.clear();
        self.changed.clear();
        self.picks = 0;
        self.picks_of = [0; 6];
    }
}
