//! The second stage: all soldiers walk, one after the other.

use crate::event::Event;
use crate::field::Square;
use crate::game::Footsoldiers;
use crate::state::{Soldier, State};
use skirmish_core::Log;

impl Footsoldiers {
    /// Both armies walk, player1's first in turns with an even number remaining; each in square order.
    pub(super) fn move_soldiers(&self, state: &mut State, log: &mut impl Log<Event>) {
        let first = (state.turns_remaining & 1) as usize;
        for side in [first, 1 - first] {
            for place in 0..state.armies[side].len() {
                let Soldier { at, id, .. } = state.armies[side][place];
                let to = self.walk(state, &state.armies[side][place]);
                if to != at {
                    self.field.leave(state, at);
                    self.field.take(state, to);
                    state.armies[side][place].at = to;
                    log.event(Event::Walked { unit: id, from_x: at.x, from_y: at.y, x: to.x, y: to.y });
                }
            }
        }
        state.armies.iter_mut().for_each(|army| sort(army));
    }

    /// Where a soldier's walk ends: of the squares it can reach the one nearest to its destination, its own square
    /// before all others, then the first in square order.
    pub(crate) fn walk(&self, state: &State, soldier: &Soldier) -> Square {
        let distance = soldier.at.distance(soldier.goal);
        // Next to a taken destination, no square is nearer.
        if distance == 0 || distance == 1 && self.field.is_taken(state, soldier.goal) {
            return soldier.at;
        }
        let speed = self.traits(soldier.kind).speed;
        if let Some(to) = self.march(state, soldier, speed) {
            return to;
        }
        match speed as usize {
            speed @ 0..=7 => self.search::<1, 16>(state, soldier, speed),
            speed @ 8..=31 => self.search::<1, 64>(state, soldier, speed),
            speed => self.search::<3, 130>(state, soldier, speed),
        }
    }

    /// The walk of a soldier that wastes no step: every step brings it nearer. If there is such a walk, none is better, and
    /// most walks are like that. Looks at the rows between the soldier and its destination, one after the other, with
    /// the squares of a row as bits, the soldier's column being bit 0.
    fn march(&self, state: &State, soldier: &Soldier, speed: i64) -> Option<Square> {
        let Soldier { at, goal, .. } = *soldier;
        let (dx, dy) = (goal.x - at.x, goal.y - at.y);
        let steps = speed.min(dx.abs() + dy.abs());
        if steps > 63 || !self.field.holds_all(state) {
            return None;
        }
        let leftward = dx < 0;
        let columns = u64::MAX >> (63 - dx.abs().min(63));
        let mut best = None;
        let mut reached = 1;
        for down in 0..=steps.min(dy.abs()) {
            let y = at.y + down * dy.signum();
            let taken = if leftward {
                self.field.bits(state, at.x - 63, y).reverse_bits()
            } else {
                self.field.bits(state, at.x, y)
            };
            // The soldier's own square is taken by itself.
            let free = (!taken | u64::from(down == 0)) & columns;
            reached = spread(reached & free, free);
            if reached == 0 {
                break;
            }
            // Of the squares where the last step ends there is one in each row; the first in square order counts.
            let across = steps - down;
            if reached >> across & 1 != 0 {
                best = Some(Square::new(at.x + across * dx.signum(), y));
                if leftward {
                    break;
                }
            }
        }
        best
    }

    /// Floods a window around the soldier, `speed` steps, all squares of a row at once, and picks the best square.
    /// A row is `W` words, of which 2 * speed + 1 bits are used; there are at least 2 * speed + 2 rows.
    fn search<const W: usize, const ROWS: usize>(&self, state: &State, soldier: &Soldier, speed: usize) -> Square {
        let reach = speed as i64;
        let corner = Square::new(soldier.at.x - reach, soldier.at.y - reach);
        let mut taken = [[0; W]; ROWS];
        self.field.window(state, corner, &mut taken[..=2 * speed]);
        let mut reached = [[0; W]; ROWS];
        reached[speed][speed / 64] = 1 << (speed % 64);
        for step in 1..=speed {
            let mut above = [0; W];
            let mut grown = 0;
            for row in speed - step..=speed + step {
                let (old, below) = (reached[row], reached[row + 1]);
                let beside = beside(&old);
                for word in 0..W {
                    let entered = (beside[word] | above[word] | below[word]) & !taken[row][word] & !old[word];
                    reached[row][word] = old[word] | entered;
                    grown |= entered;
                }
                above = old;
            }
            if grown == 0 {
                break;
            }
        }
        let column = soldier.goal.x - corner.x;
        let mut best = (soldier.at.distance(soldier.goal), soldier.at);
        for (y, row) in (corner.y..).zip(&reached[..=2 * speed]) {
            for x in nearest(row, column).into_iter().flatten() {
                let at = Square::new(corner.x + x, y);
                let distance = at.distance(soldier.goal);
                // A tie never displaces the soldier's own square; among others the first in square order wins.
                if distance < best.0 || distance == best.0 && best.1 != soldier.at && at < best.1 {
                    best = (distance, at);
                }
            }
        }
        best.1
    }
}

/// Spreads bits upward over the free squares they stand on.
#[inline]
fn spread(from: u64, free: u64) -> u64 {
    // Added to a run of ones, a one clears it from its place to the end, but for places where another one is added.
    from | free & !free.wrapping_add(from)
}

/// The squares left and right of those in a row.
#[inline]
fn beside<const W: usize>(row: &[u64; W]) -> [u64; W] {
    let mut out = [0; W];
    for word in 0..W {
        let from_left = if word > 0 { row[word - 1] >> 63 } else { 0 };
        let from_right = if word + 1 < W { row[word + 1] << 63 } else { 0 };
        out[word] = row[word] << 1 | from_left | row[word] >> 1 | from_right;
    }
    out
}

/// The squares of a row nearest to a column: the last one at or before it, and the first one after it.
#[inline]
fn nearest<const W: usize>(row: &[u64; W], column: i64) -> [Option<i64>; 2] {
    let (mut before, mut after) = (None, None);
    for (word, &bits) in row.iter().enumerate() {
        let start = 64 * word as i64;
        let upto = match column - start {
            n if n < 0 => 0,
            n if n >= 63 => u64::MAX,
            n => (2 << n) - 1,
        };
        let (low, high) = (bits & upto, bits & !upto);
        if low != 0 {
            before = Some(start + 63 - i64::from(low.leading_zeros()));
        }
        if high != 0 && after.is_none() {
            after = Some(start + i64::from(high.trailing_zeros()));
        }
    }
    [before, after]
}

/// Puts an army back into square order. Soldiers move a few squares at a time, so it nearly is.
fn sort(army: &mut [Soldier]) {
    for i in 1..army.len() {
        let soldier = army[i];
        let mut hole = i;
        while hole > 0 && army[hole - 1].at > soldier.at {
            army[hole] = army[hole - 1];
            hole -= 1;
        }
        army[hole] = soldier;
    }
}
