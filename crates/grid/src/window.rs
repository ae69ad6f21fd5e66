//! Bounded searches over a small window of a board, all squares of a row at once.
//!
//! [`Bits`] is a set of squares of a whole board. A [`Window`] is a set of squares no farther than [`RADIUS`] rows
//! and columns from one square, its centre; each of its rows is one small number, so that a search takes a handful
//! of operations per step, however many squares it reaches.
//!
//! ```
//! use skirmish_grid::window::{Bits, Window};
//!
//! // A board of 9 times 9 with a wall right of the centre.
//! let mut wall = Bits::new(9, 9);
//! wall.set(5, 4, true);
//! let mut open = Bits::new(9, 9);
//! (0..81).for_each(|i| open.set(i % 9, i / 9, !wall.get(i % 9, i / 9)));
//!
//! let window = open.window(4, 4, 3);
//! let reached = Window::flood4(&window, &window, 3);
//! assert!(reached.contains(1, 1) && !reached.contains(1, 0));
//! assert!(!reached.contains(2, 0)); // four steps around the wall
//! ```

/// How far a window reaches from its centre, in rows and in columns.
pub const RADIUS: i32 = 7;

/// Rows of a window, and one that is never used.
const LANES: usize = 16;
/// The columns of a window. Bit 15 stays clear, so that nothing runs from one end of a row to the other.
const COLUMNS: u16 = 0x7fff;
const MIDDLE: usize = RADIUS as usize;
/// Clear bits between two rows of a board: at least `RADIUS`, and whole bytes.
const MARGIN: usize = 8;

/// A set of squares of a board, with clear margins wide enough to cut any window out of it.
#[derive(PartialEq, Eq, Debug)]
pub struct Bits {
    width: i32,
    height: i32,
    /// Bytes per row.
    stride: usize,
    bytes: Vec<u8>,
}

impl Clone for Bits {
    fn clone(&self) -> Bits {
        Bits { bytes: self.bytes.clone(), ..*self }
    }

    fn clone_from(&mut self, other: &Bits) {
        (self.width, self.height, self.stride) = (other.width, other.height, other.stride);
        self.bytes.clone_from(&other.bytes);
    }
}

impl Bits {
    /// The empty set on a board of `width` times `height` squares.
    pub fn new(width: i32, height: i32) -> Bits {
        let stride = (width as usize + MARGIN).div_ceil(8);
        // A row is read four bytes at a time, hence the tail.
        let bytes = vec![0; stride * (height as usize + 2 * MIDDLE) + 8];
        Bits { width, height, stride, bytes }
    }

    fn place(&self, x: i32, y: i32) -> Option<(usize, u8)> {
        if x < 0 || y < 0 || x >= self.width || y >= self.height {
            return None;
        }
        let bit = MARGIN + x as usize;
        Some(((y as usize + MIDDLE) * self.stride + bit / 8, 1 << (bit % 8)))
    }

    /// Whether a square is in the set; squares off the board never are.
    #[inline]
    pub fn get(&self, x: i32, y: i32) -> bool {
        self.place(x, y).is_some_and(|(byte, mask)| self.bytes[byte] & mask != 0)
    }

    /// Puts a square of the board in or out.
    #[inline]
    pub fn set(&mut self, x: i32, y: i32, value: bool) {
        if let Some((byte, mask)) = self.place(x, y) {
            if value {
                self.bytes[byte] |= mask;
            } else {
                self.bytes[byte] &= !mask;
            }
        }
    }

    /// The squares around `(x, y)`, a square of the board, in the rows up to `radius` (at most [`RADIUS`]) away.
    #[inline]
    pub fn window(&self, x: i32, y: i32, radius: i32) -> Window {
        debug_assert!(self.place(x, y).is_some() && (0..=RADIUS).contains(&radius));
        let bit = MARGIN + x as usize - MIDDLE;
        let (from, to) = (MIDDLE - radius as usize, MIDDLE + radius as usize);
        let mut rows = [0; LANES];
        let mut at = (y as usize + from) * self.stride + bit / 8;
        for row in &mut rows[from..=to] {
            if let Some(chunk) = self.bytes[at..].first_chunk() {
                *row = (u32::from_le_bytes(*chunk) >> (bit % 8)) as u16 & COLUMNS;
            }
            at += self.stride;
        }
        Window { rows }
    }

    /// Whether there is a path from one square of the board to another, at most [`RADIUS`] columns away, inside the set
    /// with at most one turn: along the row and then the column, or the other way round.
    pub fn joined_by_corner(&self, from: (i32, i32), to: (i32, i32)) -> bool {
        debug_assert!(self.place(from.0, from.1).is_some() && self.place(to.0, to.1).is_some());
        let (columns, rows) = ((from.0.min(to.0), from.0.max(to.0)), (from.1.min(to.1), from.1.max(to.1)));
        (self.holds_row(from.1, columns) && self.holds_column(to.0, rows))
            || (self.holds_column(from.0, rows) && self.holds_row(to.1, columns))
    }

    #[inline]
    fn holds_row(&self, y: i32, (left, right): (i32, i32)) -> bool {
        let bit = MARGIN + left as usize;
        let at = (y as usize + MIDDLE) * self.stride + bit / 8;
        let wanted = (1u32 << (right - left + 1)) - 1;
        self.bytes[at..].first_chunk().is_some_and(|chunk| u32::from_le_bytes(*chunk) >> (bit % 8) & wanted == wanted)
    }

    #[inline]
    fn holds_column(&self, x: i32, (top, bottom): (i32, i32)) -> bool {
        let bit = MARGIN + x as usize;
        let first = (top as usize + MIDDLE) * self.stride + bit / 8;
        (0..=(bottom - top) as usize).all(|row| self.bytes[first + row * self.stride] >> (bit % 8) & 1 == 1)
    }
}

/// A set of squares around a centre, named by their distance from it: `(dx, dy)`, each from -[`RADIUS`] to [`RADIUS`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Window {
    rows: [u16; LANES],
}

impl Window {
    /// No square.
    pub const EMPTY: Window = Window { rows: [0; LANES] };
    /// Every square that a window can hold.
    pub const ALL: Window = SQUARES[MIDDLE];
    /// The centre alone.
    pub const CENTRE: Window = SQUARES[0];

    /// The squares no more than `radius` (at most [`RADIUS`]) rows and columns away.
    #[inline]
    pub fn square(radius: i32) -> Window {
        SQUARES[radius as usize]
    }

    /// The squares at most `radius` (at most [`RADIUS`]) steps over the four neighbours away.
    #[inline]
    pub fn diamond(radius: i32) -> Window {
        DIAMONDS[radius as usize]
    }

    /// The squares that lie on a board of `width` times `height` when the centre is at `(x, y)`.
    #[inline]
    pub fn board(x: i32, y: i32, width: i32, height: i32) -> Window {
        let (left, right) = ((RADIUS - x).max(0), (width - x + RADIUS).min(2 * RADIUS + 1));
        let row = ((1u32 << right) - (1u32 << left)) as u16;
        let (top, bottom) = ((RADIUS - y).max(0), (height - y + RADIUS).min(2 * RADIUS + 1));
        let mut rows = [0; LANES];
        rows[top as usize..bottom as usize].fill(row);
        Window { rows }
    }

    /// Whether a square is in the set; squares farther away than a window reaches never are.
    #[inline]
    pub fn contains(&self, dx: i32, dy: i32) -> bool {
        dx.abs() <= RADIUS && dy.abs() <= RADIUS && self.rows[(dy + RADIUS) as usize] >> (dx + RADIUS) & 1 == 1
    }

    /// Takes a square out; those farther away than a window reaches are never in.
    #[inline]
    pub fn remove(&mut self, dx: i32, dy: i32) {
        if dx.abs() <= RADIUS && dy.abs() <= RADIUS {
            self.rows[(dy + RADIUS) as usize] &= !(1 << (dx + RADIUS));
        }
    }

    /// Whether the set has no square.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.rows == [0; LANES]
    }

    /// The squares that are in both sets.
    #[inline]
    pub fn and(&self, other: &Window) -> Window {
        self.by_row(other, |a, b| a & b)
    }

    /// The squares that are in either set.
    #[inline]
    pub fn or(&self, other: &Window) -> Window {
        self.by_row(other, |a, b| a | b)
    }

    /// The squares of this set that are not in the other.
    #[inline]
    pub fn without(&self, other: &Window) -> Window {
        self.by_row(other, |a, b| a & !b)
    }

    #[inline]
    fn by_row(&self, other: &Window, op: impl Fn(u16, u16) -> u16) -> Window {
        let mut rows = [0; LANES];
        for (row, (&a, &b)) in rows.iter_mut().zip(self.rows.iter().zip(&other.rows)) {
            *row = op(a, b);
        }
        Window { rows }
    }

    /// The squares row by row, in each by ascending column.
    pub fn iter(&self) -> impl Iterator<Item = (i32, i32)> {
        self.rows.into_iter().enumerate().flat_map(|(lane, row)| {
            let mut rest = row;
            std::iter::from_fn(move || {
                let column = rest.trailing_zeros();
                rest &= rest.wrapping_sub(1);
                (column < 16).then(|| (column as i32 - RADIUS, lane as i32 - RADIUS))
            })
        })
    }

    /// Shows every square to `see`, in the order of [`Self::iter`].
    #[inline]
    pub fn each(&self, mut see: impl FnMut(i32, i32)) {
        for (dy, &row) in (-RADIUS..).zip(&self.rows) {
            let mut rest = row;
            while rest != 0 {
                see(rest.trailing_zeros() as i32 - RADIUS, dy);
                rest &= rest - 1;
            }
        }
    }

    /// What a search over the four neighbours reaches from the centre in `steps` (at most [`RADIUS`]) steps. It
    /// enters the squares of `enter` and continues from those of `through`; the centre is always reached, and always
    /// continued from.
    pub fn flood4(enter: &Window, through: &Window, steps: i32) -> Window {
        flood(enter, through, steps, |set, i| set[i] | set[i] << 1 | set[i] >> 1 | set[i - 1] | set[i + 1])
    }

    /// The same over the eight neighbours.
    pub fn flood8(enter: &Window, through: &Window, steps: i32) -> Window {
        flood(enter, through, steps, |set, i| {
            let column = set[i - 1] | set[i] | set[i + 1];
            column | column << 1 | column >> 1
        })
    }
}

const SQUARES: [Window; MIDDLE + 1] = shapes(false);
const DIAMONDS: [Window; MIDDLE + 1] = shapes(true);

/// The squares or diamonds of every radius.
const fn shapes(pointed: bool) -> [Window; MIDDLE + 1] {
    let mut shapes = [Window::EMPTY; MIDDLE + 1];
    let mut radius = 0;
    while radius <= RADIUS {
        let mut dy = -radius;
        while dy <= radius {
            let reach = if pointed { radius - dy.abs() } else { radius };
            let run = (1u32 << (2 * reach + 1)) - 1;
            shapes[radius as usize].rows[(RADIUS + dy) as usize] = (run << (RADIUS - reach)) as u16;
            dy += 1;
        }
        radius += 1;
    }
    shapes
}

/// The rows of a window between two empty ones.
type Framed = [u16; LANES + 2];

fn framed(window: &Window) -> Framed {
    let mut rows = [0; LANES + 2];
    rows[1..=LANES].copy_from_slice(&window.rows);
    rows
}

#[inline(always)]
fn flood(enter: &Window, through: &Window, steps: i32, grown: impl Fn(&Framed, usize) -> u16) -> Window {
    let through = through.or(&Window::CENTRE);
    let mut reached = framed(&Window::CENTRE);
    for _ in 0..steps {
        let mut front = reached;
        for i in 0..LANES {
            front[i + 1] &= through.rows[i];
        }
        for i in 0..LANES {
            reached[i + 1] |= grown(&front, i + 1) & enter.rows[i];
        }
    }
    let mut rows = [0; LANES];
    rows.copy_from_slice(&reached[1..=LANES]);
    Window { rows }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::square::{AROUND4, AROUND8};
    use proptest::prelude::*;
    use std::collections::{HashMap, VecDeque};

    const WIDTH: i32 = 21;
    const HEIGHT: i32 = 18;

    /// A square-by-square search with the same promise as the floods.
    fn slow(start: (i32, i32), steps: i32, around: &[(i32, i32)], enter: &Bits, through: &Bits) -> Vec<(i32, i32)> {
        let mut depth = HashMap::from([(start, 0)]);
        let mut queue = VecDeque::from([start]);
        while let Some(at) = queue.pop_front() {
            if depth[&at] == steps || (at != start && !through.get(at.0, at.1)) {
                continue;
            }
            for (dx, dy) in around {
                let next = (at.0 + dx, at.1 + dy);
                if enter.get(next.0, next.1) && !depth.contains_key(&next) {
                    depth.insert(next, depth[&at] + 1);
                    queue.push_back(next);
                }
            }
        }
        let mut squares: Vec<_> = depth.into_keys().collect();
        squares.sort_by_key(|&(x, y)| (y, x));
        squares
    }

    fn board(pattern: &[bool]) -> Bits {
        let mut bits = Bits::new(WIDTH, HEIGHT);
        for (i, &bit) in pattern.iter().enumerate() {
            bits.set(i as i32 % WIDTH, i as i32 / WIDTH, bit);
        }
        bits
    }

    fn squares() -> impl Strategy<Value = Bits> {
        let size = (WIDTH * HEIGHT) as usize;
        (0.3..0.95f64).prop_flat_map(move |density| {
            proptest::collection::vec(proptest::bool::weighted(density), size).prop_map(|pattern| board(&pattern))
        })
    }

    proptest! {
        #[test]
        fn floods_agree_with_a_slow_search(
            enter in squares(), through in squares(), x in 0..WIDTH, y in 0..HEIGHT, steps in 0..=RADIUS
        ) {
            let (enter_window, through_window) = (enter.window(x, y, RADIUS), through.window(x, y, RADIUS));
            let on_board = |window: Window| window.iter().map(|(dx, dy)| (x + dx, y + dy)).collect::<Vec<_>>();
            let four = Window::flood4(&enter_window, &through_window, steps);
            let mut shown = Vec::new();
            four.each(|dx, dy| shown.push((x + dx, y + dy)));
            prop_assert_eq!(&shown, &on_board(four));
            prop_assert_eq!(on_board(four), slow((x, y), steps, &AROUND4, &enter, &through));
            let eight = Window::flood8(&enter_window, &through_window, steps);
            prop_assert_eq!(on_board(eight), slow((x, y), steps, &AROUND8, &enter, &through));
        }

        #[test]
        fn a_window_shows_the_board(bits in squares(), x in 0..WIDTH, y in 0..HEIGHT, radius in 0..=RADIUS) {
            let window = bits.window(x, y, radius);
            let inside = Window::board(x, y, WIDTH, HEIGHT);
            for dy in -RADIUS - 1..=RADIUS + 1 {
                for dx in -RADIUS - 1..=RADIUS + 1 {
                    let near = dx.abs() <= RADIUS && dy.abs() <= RADIUS;
                    prop_assert_eq!(window.contains(dx, dy), dy.abs() <= radius && near && bits.get(x + dx, y + dy));
                    let on_board = (0..WIDTH).contains(&(x + dx)) && (0..HEIGHT).contains(&(y + dy));
                    prop_assert_eq!(inside.contains(dx, dy), near && on_board);
                }
            }
        }

        #[test]
        fn corners_are_two_straight_lines(
            bits in squares(), x in 0..WIDTH, y in 0..HEIGHT, dx in -RADIUS..=RADIUS, ty in 0..HEIGHT
        ) {
            let tx = (x + dx).clamp(0, WIDTH - 1);
            let row = |y: i32| (x.min(tx)..=x.max(tx)).all(|x| bits.get(x, y));
            let column = |x: i32| (y.min(ty)..=y.max(ty)).all(|y| bits.get(x, y));
            let expected = (row(y) && column(tx)) || (column(x) && row(ty));
            prop_assert_eq!(bits.joined_by_corner((x, y), (tx, ty)), expected);
        }
    }

    #[test]
    fn shapes_have_the_right_sizes() {
        let size = |window: Window| window.iter().count();
        assert_eq!((0..=3).map(|n| size(Window::diamond(n))).collect::<Vec<_>>(), [1, 5, 13, 25]);
        assert_eq!(size(Window::diamond(6)), 85);
        assert_eq!(size(Window::square(1)), 9);
        assert_eq!(size(Window::square(RADIUS)), 225);
        assert_eq!(Window::flood4(&Window::ALL, &Window::ALL, 5), Window::diamond(5));
        assert_eq!(Window::flood8(&Window::ALL, &Window::ALL, 2), Window::square(2));
        assert_eq!(Window::flood4(&Window::EMPTY, &Window::ALL, 5), Window::CENTRE);
    }

    #[test]
    fn squares_are_taken_out_one_by_one() {
        let mut window = Window::diamond(1);
        for (dx, dy) in [(0, -1), (-1, 0), (5, 5), (RADIUS + 1, 0), (0, -RADIUS - 1)] {
            window.remove(dx, dy);
        }
        assert_eq!(window.iter().collect::<Vec<_>>(), [(0, 0), (1, 0), (0, 1)]);
        assert_eq!(Window::diamond(1).without(&window).iter().collect::<Vec<_>>(), [(0, -1), (-1, 0)]);
    }
}
