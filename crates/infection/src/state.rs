//! The state of a game, as a plain value.

use crate::class::{Class, Side};
use crate::position::{Position, UnitData};
use crate::terrain::Terrain;
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

/// A unit. Who it is, is told by its place: ids never change and nobody leaves the game.
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
    /// Which of the units are zombies.
    pub(crate) zombies: UnitSet,
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
            zombies: self.zombies.clone(),
            terrain: self.terrain.clone(),
            notes: self.notes.clone(),
            ..*self
        }
    }

    fn clone_from(&mut self, other: &State) {
        (self.turn, self.phase) = (other.turn, other.phase);
        (self.infected, self.faults) = (other.infected, other.faults);
        self.units.clone_from(&other.units);
        self.zombies.clone_from(&other.zombies);
        self.terrain.clone_from(&other.terrain);
        self.notes.clone_from(&other.notes);
    }
}

impl State {
    /// A state between steps.
    pub(crate) fn new(turn: i64, phase: Phase, units: Vec<Unit>, terrain: Terrain) -> State {
        let none = UnitSet::of(units.len());
        let notes = Notes { acted: none.clone(), turned: none.clone(), ..Notes::default() };
        let mut state = State { turn, phase, units, zombies: none, terrain, infected: 0, faults: [0, 0], notes };
        state.tell_zombies();
        state
    }

    /// Takes over everything from a position but the ground. The position has the same units.
    pub(crate) fn take_over(&mut self, position: &Position) {
        (self.turn, self.phase) = (position.turn, position.phase);
        (self.infected, self.faults) = (position.infected, [position.human_faults, position.zombie_faults]);
        self.units.clear();
        self.units.extend(position.units.iter().map(Unit::from));
        self.tell_zombies();
    }

    fn tell_zombies(&mut self) {
        self.zombies.clear();
        for (place, _) in self.units.iter().enumerate().filter(|(_, unit)| unit.class == Class::Zombie) {
            self.zombies.insert(place);
        }
    }

    /// Whose turn it is; nobody's when the game is over.
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
        if self.zombies.contains(unit) && !self.notes.turned.contains(unit) { Side::Zombies } else { Side::Humans }
    }

    pub fn humans_alive(&self) -> i64 {
        (self.units.len() - self.zombies.count()) as i64
    }

    /// The units of a side as they are now.
    #[inline]
    pub(crate) fn units_of(&self, side: Side) -> impl Iterator<Item = usize> {
        let flip = if side == Side::Humans { u64::MAX } else { 0 };
        self.members(move |at| self.zombies.words[at] ^ flip)
    }

    /// The units, from place `first` on, that a side had at the beginning of the phase and that have not acted.
    #[inline]
    pub(crate) fn units_to_act(&self, side: Side, first: usize) -> impl Iterator<Item = usize> {
        self.members(move |at| {
            let before = (first.saturating_sub(64 * at)).min(64) as u32;
            self.word_to_act(side, at) & u64::MAX.checked_shl(before).unwrap_or(0)
        })
    }

    /// How many those are in all.
    #[inline]
    pub(crate) fn count_to_act(&self, side: Side) -> usize {
        let words = self.units.len().div_ceil(64);
        (0..words).map(|at| (self.word_to_act(side, at) & self.valid(at)).count_ones() as usize).sum()
    }

    #[inline]
    fn word_to_act(&self, side: Side, at: usize) -> u64 {
        let flip = if side == Side::Humans { u64::MAX } else { 0 };
        (self.zombies.words[at] & !self.notes.turned.words[at] ^ flip) & !self.notes.acted.words[at]
    }

    /// The bits of a word that stand for units.
    #[inline]
    fn valid(&self, at: usize) -> u64 {
        let units = (self.units.len() - 64 * at).min(64) as u32;
        u64::MAX >> (64 - units)
    }

    /// The units of a set whose words `word` makes; what it says beyond the last unit does not count.
    #[inline]
    fn members(&self, word: impl Fn(usize) -> u64) -> impl Iterator<Item = usize> {
        let count = self.units.len();
        let (mut at, mut rest) = (0, if count > 0 { word(0) & self.valid(0) } else { 0 });
        std::iter::from_fn(move || {
            while rest == 0 {
                at += 1;
                if 64 * at >= count {
                    return None;
                }
                rest = word(at) & self.valid(at);
            }
            let unit = 64 * at + rest.trailing_zeros() as usize;
            rest &= rest - 1;
            Some(unit)
        })
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
    pub fn clear(&mut self) {
        self.acted.clear();
        self.turned.clear();
        self.changed.clear();
        self.picks = 0;
        self.picks_of = [0; 6];
    }
}

/// A set of units by their place in the list.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct UnitSet {
    words: SmallVec<[u64; 2]>,
}

impl UnitSet {
    /// The empty set for so many units.
    pub fn of(units: usize) -> UnitSet {
        UnitSet { words: SmallVec::from_elem(0, units.div_ceil(64)) }
    }

    #[inline]
    pub fn contains(&self, unit: usize) -> bool {
        self.words[unit / 64] >> (unit % 64) & 1 == 1
    }

    #[inline]
    pub fn insert(&mut self, unit: usize) {
        self.words[unit / 64] |= 1 << (unit % 64);
    }

    pub fn clear(&mut self) {
        self.words.fill(0);
    }

    pub fn count(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }
}
