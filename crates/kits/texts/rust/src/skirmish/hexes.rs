//! Hexes in axial coordinates; directions ("facings") are 0 to 5.

/// A hex: (x, y).
pub type Point = (i64, i64);

pub const DIRECTIONS: [Point; 6] = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];

/// Steps between two hexes.
pub fn distance(a: Point, b: Point) -> i64 {
    let (dx, dy) = (b.0 - a.0, b.1 - a.1);
    dx.abs().max(dy.abs()).max((dx + dy).abs())
}

/// The neighbour in a direction.
pub fn ahead(at: Point, facing: i64) -> Point {
    let (dx, dy) = DIRECTIONS[facing.rem_euclid(6) as usize];
    (at.0 + dx, at.1 + dy)
}

/// The six neighbours, by direction.
pub fn around(at: Point) -> Vec<Point> {
    (0..6).map(|facing| ahead(at, facing)).collect()
}

/// The direction whose neighbour is nearest to the goal; the first of equals.
pub fn facing_to(start: Point, goal: Point) -> i64 {
    (0..6).min_by_key(|&facing| distance(ahead(start, facing), goal)).unwrap_or(0)
}

/// The turn (+1 or -1) that brings one facing nearer to another; 0 if it is there.
pub fn turn_to(facing: i64, wanted: i64) -> i64 {
    match (wanted - facing).rem_euclid(6) {
        0 => 0,
        1..=3 => 1,
        _ => -1,
    }
}
