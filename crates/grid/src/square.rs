//! Squares of a plane and their distances.

/// A square. Each game decides whether y grows upward or downward.
///
/// ```
/// use skirmish_grid::Point;
///
/// let (a, b) = (Point::new(3, 4), Point::new(6, 2));
/// assert_eq!((a.manhattan(b), a.chebyshev(b)), (5, 3));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Point {
    /// The column.
    pub x: i32,
    /// The row.
    pub y: i32,
}

/// Offsets of the four neighbours: right, left, and the two along y.
pub const AROUND4: [(i32, i32); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];

/// Offsets of the eight neighbours.
pub const AROUND8: [(i32, i32); 8] = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];

impl Point {
    /// The square at (x, y).
    pub const fn new(x: i32, y: i32) -> Point {
        Point { x, y }
    }

    /// |dx| + |dy|, in 64 bits: coordinates may be anything.
    pub fn manhattan(self, other: Point) -> i64 {
        (i64::from(self.x) - i64::from(other.x)).abs() + (i64::from(self.y) - i64::from(other.y)).abs()
    }

    /// max(|dx|, |dy|).
    pub fn chebyshev(self, other: Point) -> i64 {
        (i64::from(self.x) - i64::from(other.x)).abs().max((i64::from(self.y) - i64::from(other.y)).abs())
    }

    /// The square at an offset, wrapping at the ends of the plane.
    pub fn step(self, (dx, dy): (i32, i32)) -> Point {
        Point { x: self.x.wrapping_add(dx), y: self.y.wrapping_add(dy) }
    }

    /// The four neighbours.
    pub fn around4(self) -> [Point; 4] {
        AROUND4.map(|offset| self.step(offset))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances() {
        let (a, b) = (Point::new(3, 4), Point::new(6, 2));
        assert_eq!((a.manhattan(b), a.chebyshev(b)), (5, 3));
        let far = Point::new(i32::MAX, i32::MAX);
        assert_eq!(Point::new(i32::MIN, i32::MIN).manhattan(far), 2 * (i64::from(u32::MAX)));
    }
}
