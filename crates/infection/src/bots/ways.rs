//! Distances over the whole board, when obstacles in the way can be broken.

use crate::game::Infection;
use crate::state::State;
use crate::terrain::Kind;

/// A cell that cannot be reached.
pub(super) const FAR: u32 = u32::MAX;
/// No single cell costs more than this.
const MOST: u32 = 63;

/// What it costs a zombie to enter each cell, in steps; 0 where it never can.
#[derive(Default)]
pub(super) struct Tolls {
    cells: Vec<u8>,
}

impl Tolls {
    /// An obstacle costs the steps a zombie misses while breaking it.
    pub fn read(&mut self, game: &Infection, state: &State) {
        let speed = game.config.zombie_speed;
        let toll = |durability: i64| {
            let damage = game.config.break_damage;
            let strikes = if damage > 0 { (durability + damage - 1) / damage } else { i64::MAX };
            speed.saturating_mul(strikes).saturating_sub(1).clamp(2, i64::from(MOST)) as u8
        };
        let whole = Kind::ALL.map(|kind| match kind {
            Kind::Open | Kind::Debris => 1,
            Kind::Water => 0,
            solid => toll(game.full_durability(solid)),
        });
        self.cells.clear();
        self.cells.extend(state.terrain.cells().iter().map(|&kind| whole[kind as usize]));
        for damage in state.terrain.damage() {
            self.cells[damage.cell as usize] = toll(damage.left);
        }
    }

    pub fn at(&self, cell: u32) -> u8 {
        self.cells[cell as usize]
    }
}

/// Whether a search goes forwards with the walkers, or backwards from their goal.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Direction {
    From,
    Towards,
}

/// The cost of the cheapest way between every cell and the nearest source. Buffers are used again.
#[derive(Clone, Default)]
pub(super) struct Ways {
    width: usize,
    costs: Vec<u32>,
    /// Cells to continue from, by their cost modulo the number of buckets.
    buckets: Vec<Vec<u32>>,
}

impl Ways {
    /// Searches from `sources`, cells with a cost to begin with (less than `MOST` apart from each other).
    pub fn fill(
        &mut self,
        state: &State,
        tolls: &Tolls,
        direction: Direction,
        sources: impl IntoIterator<Item = (u32, u32)>,
    ) {
        let (width, count) = (state.terrain.width() as usize, state.terrain.cells().len());
        self.width = width;
        self.costs.clear();
        self.costs.resize(count, FAR);
        self.buckets.resize(MOST as usize + 1, Vec::new());
        let mut waiting = 0;
        for (cell, cost) in sources {
            let cost = cost.min(MOST);
            if cost < self.costs[cell as usize] {
                self.costs[cell as usize] = cost;
                self.buckets[cost as usize].push(cell);
                waiting += 1;
            }
        }
        let mut cost = 0;
        while waiting > 0 {
            let mut bucket = std::mem::take(&mut self.buckets[cost as usize & MOST as usize]);
            waiting -= bucket.len();
            for cell in bucket.drain(..) {
                let at = cell as usize;
                if self.costs[at] != cost {
                    continue;
                }
                let x = at % width;
                let around = [
                    (x + 1 < width).then(|| at + 1),
                    (x > 0).then(|| at - 1),
                    (at + width < count).then(|| at + width),
                    at.checked_sub(width),
                ];
                for to in around.into_iter().flatten() {
                    let toll = match direction {
                        Direction::From => tolls.cells[to],
                        Direction::Towards => tolls.cells[at].max(1),
                    };
                    let next = cost + u32::from(toll);
                    if tolls.cells[to] > 0 && next < self.costs[to] {
                        self.costs[to] = next;
                        self.buckets[next as usize & MOST as usize].push(to as u32);
                        waiting += 1;
                    }
                }
            }
            self.buckets[cost as usize & MOST as usize] = bucket;
            cost += 1;
        }
    }

    pub fn at(&self, (x, y): (i32, i32)) -> u32 {
        self.costs[y as usize * self.width + x as usize]
    }

    /// The cost of a cell by its number.
    pub fn of(&self, cell: usize) -> u32 {
        self.costs[cell]
    }
}
