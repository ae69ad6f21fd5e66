//! Squares.

/// A square: (x, y).
pub type Point = (i64, i64);

/// Steps between two squares over the four neighbours.
pub fn manhattan(a: Point, b: Point) -> i64 {
    (a.0 - b.0).abs() + (a.1 - b.1).abs()
}

/// Steps between two squares over the eight neighbours.
pub fn chebyshev(a: Point, b: Point) -> i64 {
    (a.0 - b.0).abs().max((a.1 - b.1).abs())
}

/// The four neighbours: right, left, then the two along y.
pub fn around4((x, y): Point) -> Vec<Point> {
    vec![(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
}

/// The eight neighbours, those of `around4` first.
pub fn around8((x, y): Point) -> Vec<Point> {
    let mut all = around4((x, y));
    all.extend([(x + 1, y + 1), (x + 1, y - 1), (x - 1, y + 1), (x - 1, y - 1)]);
    all
}
