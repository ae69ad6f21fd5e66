//! Distance fields over a rectangle of squares: how far every square is from the nearest source.

use std::collections::VecDeque;

/// Squares that cannot be reached.
pub const FAR: u32 = u32::MAX;

/// Steps over the four neighbours from every square to the nearest source. Buffers are reused.
///
/// ```
/// use skirmish_grid::field::{FAR, Field};
///
/// // A wall at x = 1 with a gap at y = 2.
/// let mut field = Field::new();
/// field.fill((3, 3), [(0, 0)], |x, y| x != 1 || y == 2);
/// assert_eq!(field.at(2, 0), 6);
/// assert_eq!(field.at(1, 0), FAR);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Field {
    width: usize,
    height: usize,
    distance: Vec<u32>,
    queue: VecDeque<usize>,
}

impl Field {
    /// A field without squares, to be filled.
    pub fn new() -> Field {
        Field::default()
    }

    /// Searches a rectangle from `sources` over squares that are `open` (sources need not be).
    pub fn fill(
        &mut self,
        (width, height): (usize, usize),
        sources: impl IntoIterator<Item = (usize, usize)>,
        open: impl Fn(usize, usize) -> bool,
    ) {
        (self.width, self.height) = (width, height);
        self.distance.clear();
        self.distance.resize(width * height, FAR);
        self.queue.clear();
        for (x, y) in sources {
            let at = y * width + x;
            if self.distance[at] == FAR {
                self.distance[at] = 0;
                self.queue.push_back(at);
            }
        }
        while let Some(at) = self.queue.pop_front() {
            let next = self.distance[at] + 1;
            let (x, y) = (at % width, at / width);
            for (nx, ny) in neighbours(x, y, width, height) {
                let to = ny * width + nx;
                if self.distance[to] == FAR && open(nx, ny) {
                    self.distance[to] = next;
                    self.queue.push_back(to);
                }
            }
        }
    }

    /// The distance of a square, [`FAR`] if it cannot be reached or lies outside.
    pub fn at(&self, x: i64, y: i64) -> u32 {
        match (usize::try_from(x), usize::try_from(y)) {
            (Ok(x), Ok(y)) if x < self.width && y < self.height => self.distance[y * self.width + x],
            _ => FAR,
        }
    }
}

/// The up to four neighbours inside a rectangle.
pub fn neighbours(x: usize, y: usize, width: usize, height: usize) -> impl Iterator<Item = (usize, usize)> {
    let right = (x + 1 < width).then(|| (x + 1, y));
    let left = x.checked_sub(1).map(|x| (x, y));
    let down = (y + 1 < height).then(|| (x, y + 1));
    let up = y.checked_sub(1).map(|y| (x, y));
    [right, left, down, up].into_iter().flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn walks_round_walls() {
        let mut field = Field::new();
        // A wall at x = 1 with a gap at y = 2.
        field.fill((3, 3), [(0, 0)], |x, y| x != 1 || y == 2);
        assert_eq!(field.at(2, 0), 6);
        assert_eq!(field.at(1, 0), FAR);
        assert_eq!(field.at(-1, 0), FAR);
        assert_eq!(field.at(0, 0), 0);
    }
}
