//! The state: a plain value, cheap to copy, always consistent with itself.

use crate::map::{Board, Spot};
use crate::stats::{Colours, Stats};
use skirmish_core::{Hasher, Seat};
use std::mem::take;

/// A living unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unit {
    pub id: i64,
    pub hp: i64,
    pub poison: i64,
    pub build_points: i64,
    /// Steps left this turn.
    pub moves: i64,
    /// Actions left this turn.
    pub actions: i64,
    pub colours: Colours,
    /// What the colours make of the formulas.
    pub stats: Stats,
    pub at: Spot,
    pub owner: Seat,
}

impl Unit {
    /// Whether the unit may reach beyond its neighbours.
    #[inline]
    pub fn is_unmoved(&self) -> bool {
        self.moves >= i64::from(self.stats.max_moves)
    }
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Verdict {
    pub winner: Seat,
    pub reason: Cause,
}

/// Why a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cause {
    Elimination,
    TurnLimit,
    Forfeit,
}

impl Cause {
    pub const WORDS: [(&'static str, Cause); 3] =
        [("elimination", Cause::Elimination), ("turn_limit", Cause::TurnLimit), ("forfeit", Cause::Forfeit)];

    pub fn word(self) -> &'static str {
        Cause::WORDS[self as usize].0
    }
}

/// What is no unit's index in the grid.
const NOBODY: u16 = u16::MAX;

#[derive(PartialEq, Eq, Debug)]
pub struct State {
    pub turn: i64,
    /// The seat to move.
    pub seat: Seat,
    pub scores: [i64; 2],
    pub next_id: i64,
    pub ending: Option<Verdict>,
    /// By ascending id.
    units: Vec<Unit>,
    /// For every cell the index of the unit on it.
    grid: Vec<u16>,
    /// Living units of each seat.
    counts: [u16; 2],
    /// The note of the list being played: an accepted `end`, and the entries accepted so far.
    pub(crate) ended: bool,
    pub(crate) taken: u32,
}

impl Clone for State {
    fn clone(&self) -> State {
        State { units: self.units.clone(), grid: self.grid.clone(), ..*self }
    }

    /// Uses the memory it has.
    fn clone_from(&mut self, source: &State) {
        let (mut units, mut grid) = (take(&mut self.units), take(&mut self.grid));
        units.clone_from(&source.units);
        grid.clone_from(&source.grid);
        *self = State { units, grid, ..*source };
    }
}

impl State {
    /// Turn 1 on an empty board.
    pub(crate) fn new(board: &Board) -> State {
        State {
            turn: 1,
            seat: Seat(0),
            scores: [0, 0],
            next_id: 1,
            ending: None,
            units: Vec::new(),
            grid: vec![NOBODY; board.cells()],
            counts: [0, 0],
            ended: false,
            taken: 0,
        }
    }

    pub fn is_over(&self) -> bool {
        self.ending.is_some()
    }

    pub fn units(&self) -> &[Unit] {
        &self.units
    }

    /// Living units of a seat.
    pub fn count(&self, seat: Seat) -> usize {
        usize::from(self.counts[seat.index()])
    }

    /// The index of the unit with this id.
    #[inline]
    pub fn find(&self, id: i32) -> Option<usize> {
        self.units.binary_search_by_key(&i64::from(id), |unit| unit.id).ok()
    }

    /// The index of the unit on a square.
    #[inline]
    pub fn unit_on(&self, spot: Spot) -> Option<usize> {
        let index = self.grid[usize::from(spot.cell)];
        (index != NOBODY).then_some(usize::from(index))
    }

    /// A unit by index, to change anything but its id, owner and place.
    #[inline]
    pub(crate) fn unit_mut(&mut self, index: usize) -> &mut Unit {
        &mut self.units[index]
    }

    pub(crate) fn units_mut(&mut self) -> &mut [Unit] {
        &mut self.units
    }

    /// Adds a unit on a free square; its id is larger than all others.
    pub(crate) fn add(&mut self, unit: Unit) {
        self.grid[usize::from(unit.at.cell)] = self.units.len() as u16;
        self.counts[unit.owner.index()] += 1;
        self.units.push(unit);
    }

    /// Takes a unit off the board; those after it move up by one.
    pub(crate) fn remove(&mut self, index: usize) -> Unit {
        let unit = self.units.remove(index);
        self.grid[usize::from(unit.at.cell)] = NOBODY;
        for after in &self.units[index..] {
            self.grid[usize::from(after.at.cell)] -= 1;
        }
        self.counts[unit.owner.index()] -= 1;
        unit
    }

    /// Puts a unit on another, free square.
    #[inline]
    pub(crate) fn relocate(&mut self, index: usize, to: Spot) {
        let unit = &mut self.units[index];
        self.grid[usize::from(unit.at.cell)] = NOBODY;
        self.grid[usize::from(to.cell)] = index as u16;
        unit.at = to;
    }

    /// Forgets the list that was played.
    pub(crate) fn begin_list(&mut self) {
        self.ended = false;
        self.taken = 0;
    }

    pub fn hash(&self) -> u64 {
        let mut hasher = Hasher::new();
        hasher.int(self.turn);
        hasher.int(i64::from(self.seat.0));
        self.scores.iter().for_each(|&score| hasher.int(score));
        hasher.int(self.next_id);
        let ending = self.ending.map_or(0, |ending| 1 + i64::from(ending.winner.0) + 2 * (ending.reason as i64));
        hasher.int(ending);
        hasher.int(self.units.len() as i64);
        for unit in &self.units {
            hasher.int(unit.id);
            hasher.int(i64::from(unit.owner.0) << 32 | i64::from(unit.at.x) << 16 | i64::from(unit.at.y));
            unit.colours.iter().for_each(|&colour| hasher.int(colour));
            for number in [unit.hp, unit.poison, unit.build_points, unit.moves, unit.actions] {
                hasher.int(number);
            }
        }
        hasher.finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::GolemsConfig;

    #[test]
    fn the_grid_follows_the_units() {
        let board = Board::generated(1);
        let mut state = State::new(&board);
        let stats = Stats::of(&GolemsConfig::default(), [1, 0, 0, 0]);
        for (i, at) in board.start_squares().into_iter().enumerate() {
            let (id, owner) = (i as i64 * 2 + 1, Seat(i as u8 % 2));
            let unit = Unit {
                id,
                hp: 1,
                poison: 0,
                build_points: 0,
                moves: 0,
                actions: 0,
                colours: [1, 0, 0, 0],
                stats,
                at,
                owner,
            };
            state.add(unit);
        }
        let free = board.spot(0, 2).unwrap();
        state.relocate(3, free);
        let gone = state.remove(1);
        assert_eq!((gone.id, state.unit_on(gone.at)), (3, None));
        assert_eq!(state.unit_on(free), Some(2));
        assert_eq!((state.find(7), state.find(3)), (Some(2), None));
        assert_eq!((state.count(Seat(0)), state.count(Seat(1))), (2, 1));
        let mut copy = State::new(&board);
        copy.clone_from(&state);
        assert!(copy == state && copy.hash() == state.hash());
        copy.unit_mut(0).poison = 1;
        assert_ne!(copy.hash(), state.hash());
    }
}
