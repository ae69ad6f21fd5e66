//! Squares of the unbounded plane, and which of them are taken.
//!
//! Around the bases and rocks lies a rectangle, the field, in which taken squares are bits. The few things that stand
//! outside it are looked up one by one, so the plane has no edge.

use crate::state::{Facing, State};

/// A square. Ordered by column, then row: the square order of the rules.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Square {
    pub x: i64,
    pub y: i64,
}

impl Square {
    pub const fn new(x: i64, y: i64) -> Square {
        Square { x, y }
    }

    /// |dx| + |dy|.
    #[inline]
    pub fn distance(self, other: Square) -> i64 {
        (self.x - other.x).abs() + (self.y - other.y).abs()
    }

    /// The neighbour in a direction; y grows downward.
    #[inline]
    pub fn towards(self, facing: Facing) -> Square {
        match facing {
            Facing::Down => Square::new(self.x, self.y + 1),
            Facing::Left => Square::new(self.x - 1, self.y),
            Facing::Up => Square::new(self.x, self.y - 1),
            Facing::Right => Square::new(self.x + 1, self.y),
        }
    }
}

/// Free squares kept around the things that never move, so that soldiers rarely leave the field.
const MARGIN: i64 = 12;
/// The longest side of a field; what lies beyond is outside.
const LONGEST: i64 = 256;

/// The rectangle of squares that are kept as bits, and the bits of what never moves.
#[derive(Clone, Debug)]
pub(crate) struct Field {
    left: i64,
    top: i64,
    /// Words per row.
    words: usize,
    rows: usize,
    fixed: Vec<u64>,
    /// Bases and rocks outside the rectangle, in square order.
    outside: Vec<Square>,
}

impl Field {
    /// The field of the bases and rocks. The first square given lies inside, whatever the others are.
    pub(crate) fn new(things: &[Square]) -> Field {
        let (left, width) = side(things.iter().map(|at| at.x));
        let (top, height) = side(things.iter().map(|at| at.y));
        let (words, rows) = ((width as usize).div_ceil(64), height as usize);
        let mut field = Field { left, top, words, rows, fixed: vec![0; words * rows], outside: Vec::new() };
        for &at in things {
            match field.bit(at) {
                Some((word, mask)) => field.fixed[word] |= mask,
                None => field.outside.push(at),
            }
        }
        field.outside.sort_unstable();
        field
    }

    /// The bits of what never moves: where a state's bits begin.
    pub(crate) fn fixed(&self) -> &[u64] {
        &self.fixed
    }

    /// Word and mask of a square inside the field.
    #[inline]
    fn bit(&self, at: Square) -> Option<(usize, u64)> {
        let (x, y) = ((at.x - self.left) as u64, (at.y - self.top) as u64);
        let word = (x >> 6) as usize;
        (word < self.words && y < self.rows as u64).then(|| (y as usize * self.words + word, 1 << (x & 63)))
    }

    /// Whether anything stands on a square.
    #[inline]
    pub(crate) fn is_taken(&self, state: &State, at: Square) -> bool {
        match self.bit(at) {
            Some((word, mask)) => state.blocked[word] & mask != 0,
            None => self.is_taken_outside(state, at),
        }
    }

    #[cold]
    fn is_taken_outside(&self, state: &State, at: Square) -> bool {
        self.outside.binary_search(&at).is_ok() || state.armies.iter().flatten().any(|soldier| soldier.at == at)
    }

    /// Whether anything stands on one of the four squares around a square; may wrongly be true at the field's edge.
    #[inline]
    pub(crate) fn has_neighbour(&self, state: &State, at: Square) -> bool {
        let (x, y) = ((at.x - self.left) as u64, (at.y - self.top) as u64);
        let (word, shift) = ((x >> 6) as usize, x & 63);
        if word >= self.words || y.wrapping_sub(1) >= self.rows as u64 - 2 || shift.wrapping_sub(1) >= 62 {
            return true;
        }
        let middle = y as usize * self.words + word;
        let (above, below) = (state.blocked[middle - self.words], state.blocked[middle + self.words]);
        (above | below | state.blocked[middle] << 1 | state.blocked[middle] >> 1) >> shift & 1 != 0
    }

    /// Whether everything on the map is inside the field.
    #[inline]
    pub(crate) fn holds_all(&self, state: &State) -> bool {
        state.strays == 0 && self.outside.is_empty()
    }

    /// A soldier has come to a square.
    #[inline]
    pub(crate) fn take(&self, state: &mut State, at: Square) {
        match self.bit(at) {
            Some((word, mask)) => state.blocked[word] |= mask,
            None => state.strays += 1,
        }
    }

    /// A soldier has left a square.
    #[inline]
    pub(crate) fn leave(&self, state: &mut State, at: Square) {
        match self.bit(at) {
            Some((word, mask)) => state.blocked[word] &= !mask,
            None => state.strays -= 1,
        }
    }

    /// The taken squares of a window as rows of bits, its upper left square being bit 0 of the first row.
    #[inline]
    pub(crate) fn window<const W: usize>(&self, state: &State, corner: Square, rows: &mut [[u64; W]]) {
        for (y, row) in (corner.y..).zip(rows.iter_mut()) {
            for (x, word) in (corner.x..).step_by(64).zip(row.iter_mut()) {
                *word = self.bits(state, x, y);
            }
        }
        if !self.holds_all(state) {
            self.window_outside(state, corner, rows);
        }
    }

    /// The taken ones of 64 squares of a row, beginning anywhere; squares outside the field are 0.
    #[inline]
    pub(crate) fn bits(&self, state: &State, x: i64, y: i64) -> u64 {
        let row = (y - self.top) as u64;
        if row >= self.rows as u64 {
            return 0;
        }
        let line = &state.blocked[row as usize * self.words..][..self.words];
        let start = x - self.left;
        let (word, shift) = (start >> 6, start & 63);
        let at = |word: i64| line.get(word as usize).copied().unwrap_or(0);
        // Two shifts, because a shift by 64 does nothing.
        at(word) >> shift | at(word + 1) << 1 << (63 - shift)
    }

    /// The taken ones of 64 squares of a row, beginning anywhere.
    #[inline]
    pub(crate) fn taken(&self, state: &State, x: i64, y: i64) -> u64 {
        let mut row = [[self.bits(state, x, y)]];
        if !self.holds_all(state) {
            self.window_outside(state, Square::new(x, y), &mut row);
        }
        row[0][0]
    }

    #[cold]
    fn window_outside<const W: usize>(&self, state: &State, corner: Square, rows: &mut [[u64; W]]) {
        let mut mark = |at: Square| {
            let (x, y) = ((at.x - corner.x) as u64, (at.y - corner.y) as u64);
            if x < 64 * W as u64 && y < rows.len() as u64 {
                rows[y as usize][(x >> 6) as usize] |= 1 << (x & 63);
            }
        };
        let first = self.outside.partition_point(|at| at.x < corner.x);
        let near = self.outside[first..].iter().take_while(|at| at.x < corner.x + 64 * W as i64);
        near.for_each(|&at| mark(at));
        if state.strays > 0 {
            state.armies.iter().flatten().for_each(|soldier| mark(soldier.at));
        }
    }
}

/// Start and length of one side of the field.
fn side(coordinates: impl Iterator<Item = i64> + Clone) -> (i64, i64) {
    let first = coordinates.clone().next().unwrap_or(0);
    let low = coordinates.clone().min().unwrap_or(0) - MARGIN;
    let high = coordinates.max().unwrap_or(0) + MARGIN;
    if high - low < LONGEST { (low, high - low + 1) } else { (first - LONGEST / 2, LONGEST) }
}
