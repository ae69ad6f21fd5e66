//! Planes: of the cells around a unit, and of the whole board.

/// Ground that does not change, in the form of planes, with a margin as wide as a window reaches. Windows around any
/// cell are copied out of it row by row.
#[derive(Clone, Debug)]
pub struct Ground {
    width: usize,
    height: usize,
    margin: usize,
    planes: usize,
    /// Plane by plane, row by row, and some more, so that pieces can be copied from everywhere.
    cells: Vec<u8>,
}

/// Rows of a window are copied in pieces of one size, which takes one instruction: each overwrites what the one before
/// it wrote too much.
const PIECE: usize = 32;

impl Ground {
    /// Makes planes of a board: `look` tells what a plane holds at a cell; outside it is `outside`, plane by plane.
    pub fn new(
        (width, height): (usize, usize),
        margin: usize,
        outside: &[u8],
        look: impl Fn(usize, usize, usize) -> u8,
    ) -> Ground {
        let (wide, high) = (width + 2 * margin, height + 2 * margin);
        let mut cells = Vec::with_capacity(outside.len() * wide * high);
        for (plane, &beyond) in outside.iter().enumerate() {
            for y in 0..high {
                for x in 0..wide {
                    let inside = (margin..margin + width).contains(&x) && (margin..margin + height).contains(&y);
                    cells.push(if inside { look(plane, x - margin, y - margin) } else { beyond });
                }
            }
        }
        // Rows are copied in one piece that may be wider than a window.
        cells.extend([0; PIECE]);
        Ground { width, height, margin, planes: outside.len(), cells }
    }

    /// Whether a cell is on the board.
    #[inline]
    pub fn has(&self, x: usize, y: usize) -> bool {
        x < self.width && y < self.height
    }

    /// Changes a cell of a plane, for ground that can be built on or broken.
    #[inline]
    pub fn set(&mut self, plane: usize, x: usize, y: usize, value: u8) {
        let (wide, high) = (self.width + 2 * self.margin, self.height + 2 * self.margin);
        self.cells[(plane * high + y + self.margin) * wide + x + self.margin] = value;
    }

    /// Copies the window around a cell, plane by plane, to the beginning of `out`, and clears the rest.
    #[inline]
    pub fn near(&self, (x, y): (usize, usize), out: &mut [u8]) {
        let (wide, high) = (self.width + 2 * self.margin, self.height + 2 * self.margin);
        let window = 2 * self.margin + 1;
        let ground = self.planes * window * window;
        if window <= PIECE && ground + PIECE <= out.len() {
            let mut at = 0;
            for plane in 0..self.planes {
                let mut from = (plane * high + y) * wide + x;
                for _ in 0..window {
                    out[at..at + PIECE].copy_from_slice(&self.cells[from..from + PIECE]);
                    (at, from) = (at + window, from + wide);
                }
            }
        } else {
            for (i, row) in out[..ground].chunks_exact_mut(window).enumerate() {
                let start = (i / window * high + y + i % window) * wide + x;
                row.copy_from_slice(&self.cells[start..start + window]);
            }
        }
        out[ground..].fill(0);
    }

    /// Copies the whole board to the beginning of `out`, whose planes are of `size`, and clears the rest. Cells beyond
    /// the board are as outside of it.
    pub fn whole(&self, size: (usize, usize), out: &mut [u8]) {
        let (wide, high) = (self.width + 2 * self.margin, self.height + 2 * self.margin);
        let (ground, rest) = out.split_at_mut(self.planes * size.0 * size.1);
        for (plane, cells) in ground.chunks_exact_mut(size.0 * size.1).enumerate() {
            cells.fill(self.cells[plane * wide * high]);
            for (row, cells) in cells.chunks_exact_mut(size.0).take(self.height).enumerate() {
                let start = (plane * high + row + self.margin) * wide + self.margin;
                cells[..self.width].copy_from_slice(&self.cells[start..start + self.width]);
            }
        }
        rest.fill(0);
    }
}

/// A part of a board, which may reach beyond it: its first cell, and its size. For boards without ground to copy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Part {
    /// The first column.
    pub x: i64,
    /// The first row.
    pub y: i64,
    /// How many columns.
    pub width: usize,
    /// How many rows.
    pub height: usize,
}

impl Part {
    /// The cells up to a distance around one.
    #[inline]
    pub fn around(x: i64, y: i64, sight: usize) -> Part {
        Part { x: x - sight as i64, y: y - sight as i64, width: 2 * sight + 1, height: 2 * sight + 1 }
    }

    /// How many cells a plane of it has.
    #[inline]
    pub fn size(&self) -> usize {
        self.width * self.height
    }

    /// The place of a cell in a plane; `None` if it is not in this part.
    #[inline]
    pub fn place(&self, x: i64, y: i64) -> Option<usize> {
        // What lies before the part becomes a very large number: one comparison each, and one branch for both.
        let (x, y) = ((x - self.x) as usize, (y - self.y) as usize);
        ((x < self.width) & (y < self.height)).then(|| y * self.width + x)
    }

    /// The same of a cell in one piece.
    #[inline]
    pub fn place_at(&self, (x, y): (i64, i64)) -> Option<usize> {
        self.place(x, y)
    }

    /// Fills what a rectangle has in this part, from its first cell up to its last one.
    #[inline]
    pub fn fill(&self, (left, up): (i64, i64), (right, down): (i64, i64), value: u8, plane: &mut [u8]) {
        let clip = |at: i64, size: usize| at.clamp(0, size as i64) as usize;
        let (left, right) = (clip(left - self.x, self.width), clip(right + 1 - self.x, self.width));
        let (up, down) = (clip(up - self.y, self.height), clip(down + 1 - self.y, self.height));
        if left < right {
            plane.chunks_exact_mut(self.width).take(down).skip(up).for_each(|row| row[left..right].fill(value));
        }
    }

    /// Puts 1 where this part reaches beyond a board into an empty plane; the board is told by its first and last cell.
    #[inline]
    pub fn outside(&self, first: (i64, i64), last: (i64, i64), plane: &mut [u8]) {
        let (right, down) = (self.x + self.width as i64 - 1, self.y + self.height as i64 - 1);
        if self.x < first.0 || self.y < first.1 || right > last.0 || down > last.1 {
            plane.fill(1);
            self.fill(first, last, 0, plane);
        }
    }
}

/// The place of a cell in a plane around another one; `None` if it is too far away.
#[inline]
pub fn place((dx, dy): (i64, i64), sight: usize) -> Option<usize> {
    let sight = sight as i64;
    let side = 2 * sight as usize + 1;
    Part { x: -sight, y: -sight, width: side, height: side }.place(dx, dy)
}

/// Offsets numbered by distance, then by row, then by column, and back.
#[derive(Clone, Debug)]
pub struct Offsets {
    list: Vec<(i32, i32)>,
    reach: i32,
    /// For every offset of the square around the middle its number; `NONE` if it has none.
    back: Vec<u32>,
    /// How many offsets are nearer than each distance, for distances from 0 to one beyond the farthest.
    before: Vec<usize>,
}

const NONE: u32 = u32::MAX;

impl Offsets {
    /// All offsets up to a distance, as `distance` measures it. No coordinate of them is larger than it.
    pub fn within(reach: usize, distance: impl Fn(i32, i32) -> i32) -> Offsets {
        let reach = reach as i32;
        let all = || (-reach..=reach).flat_map(|dy| (-reach..=reach).map(move |dx| (dx, dy)));
        let near = || all().map(|(dx, dy)| (dx, dy, distance(dx, dy))).filter(|&(.., far)| far <= reach);
        // How many are nearer than each distance says where those of that distance go: far reaches have many offsets.
        let mut before = vec![0; reach as usize + 2];
        near().for_each(|(.., far)| before[far as usize + 1] += 1);
        (1..before.len()).for_each(|far| before[far] += before[far - 1]);
        let (mut next, window) = (before.clone(), 2 * reach + 1);
        let mut list = vec![(0, 0); before[reach as usize + 1]];
        let mut back = vec![NONE; (window * window) as usize];
        for (dx, dy, far) in near() {
            let number = &mut next[far as usize];
            list[*number] = (dx, dy);
            back[((dy + reach) * window + dx + reach) as usize] = *number as u32;
            *number += 1;
        }
        Offsets { list, reach, back, before }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The offset of a number.
    #[inline]
    pub fn get(&self, number: usize) -> Option<(i32, i32)> {
        self.list.get(number).copied()
    }

    /// The number of an offset; `None` if it is too far.
    #[inline]
    pub fn number(&self, dx: i32, dy: i32) -> Option<usize> {
        let (window, inside) = (2 * self.reach + 1, -self.reach..=self.reach);
        if !inside.contains(&dx) || !inside.contains(&dy) {
            return None;
        }
        let number = self.back[((dy + self.reach) * window + dx + self.reach) as usize];
        (number != NONE).then_some(number as usize)
    }

    /// The offsets up to a distance, with their numbers.
    #[inline]
    pub fn up_to(&self, distance: i64) -> &[(i32, i32)] {
        let ring = (distance + 1).clamp(0, i64::from(self.reach) + 1) as usize;
        &self.list[..self.before[ring]]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_are_cut_out_of_the_ground() {
        let ground = Ground::new((3, 2), 2, &[9, 0], |plane, x, y| (plane * 100 + y * 10 + x) as u8);
        let mut near = vec![7; 3 * 25];
        ground.near((2, 0), &mut near);
        assert_eq!(near[12], 2, "the middle");
        assert_eq!(near[11..15], [1, 2, 9, 9]);
        assert_eq!((near[7], near[17], near[25 + 12], near[50]), (9, 12, 102, 0));
        // In one piece and in many it is the same.
        let mut wide = vec![7; 2 * 25 + 60];
        ground.near((2, 0), &mut wide);
        assert_eq!((&wide[..50], &wide[50..]), (&near[..50], &[0; 60][..]));
        let mut board = vec![7; 3 * 4 * 3];
        ground.whole((4, 3), &mut board);
        assert_eq!(board[..12], [0, 1, 2, 9, 10, 11, 12, 9, 9, 9, 9, 9]);
        assert_eq!(board[24..], [0; 12]);
        assert_eq!((place((0, 0), 2), place((-2, 2), 2), place((3, 0), 2)), (Some(12), Some(20), None));
    }

    #[test]
    fn parts_are_filled_where_they_are() {
        let part = Part::around(1, 0, 1);
        assert_eq!((part.size(), part.place(1, 0), part.place(0, 1), part.place(3, 0)), (9, Some(4), Some(6), None));
        let mut plane = [0; 9];
        part.outside((0, 0), (1, 9), &mut plane);
        assert_eq!(plane, [1, 1, 1, 0, 0, 1, 0, 0, 1]);
        part.fill((1, -5), (7, 0), 5, &mut plane);
        assert_eq!(plane, [1, 5, 5, 0, 5, 5, 0, 0, 1]);
        part.fill((3, 0), (7, 0), 9, &mut plane);
        assert!(!plane.contains(&9));
    }

    #[test]
    fn offsets_are_numbered_from_near_to_far() {
        let offsets = Offsets::within(3, |dx, dy| dx.abs() + dy.abs());
        assert_eq!((offsets.len(), offsets.get(0)), (25, Some((0, 0))));
        assert_eq!(offsets.up_to(1), [(0, 0), (0, -1), (-1, 0), (1, 0), (0, 1)]);
        assert_eq!((offsets.up_to(-1).len(), offsets.up_to(99).len()), (0, 25));
        for number in 0..offsets.len() {
            let (dx, dy) = offsets.get(number).unwrap();
            assert_eq!(offsets.number(dx, dy), Some(number));
        }
        assert_eq!((offsets.number(2, 2), offsets.number(4, 0), offsets.get(25)), (None, None, None));
    }
}
