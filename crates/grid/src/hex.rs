//! Hexes in axial coordinates, and the diamond of hexes with `|x| <= radius` and `|y| <= radius`.
//!
//! A hex has six neighbours, numbered counter-clockwise like facings; (+1, +1) and (-1, -1) are not among them.

/// A hex.
///
/// ```
/// use skirmish_grid::hex::Hex;
///
/// let (here, there) = (Hex::new(0, 0), Hex::new(2, 3));
/// assert_eq!(here.distance(there), 5);
/// assert_eq!(here.ahead(2), Hex::new(-1, 1));
/// assert!(here.has_in_front(1, there) && !here.has_in_front(3, there));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Hex {
    /// Grows in direction 0.
    pub x: i32,
    /// Grows in direction 1.
    pub y: i32,
}

/// Offsets of the six neighbours, by facing.
pub const AROUND: [(i32, i32); 6] = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];

impl Hex {
    /// The hex at (x, y).
    pub const fn new(x: i32, y: i32) -> Hex {
        Hex { x, y }
    }

    /// The neighbour in direction `facing`, counted modulo six.
    #[inline]
    pub fn ahead(self, facing: u8) -> Hex {
        let (dx, dy) = AROUND[usize::from(facing % 6)];
        Hex { x: self.x.wrapping_add(dx), y: self.y.wrapping_add(dy) }
    }

    /// The six neighbours, by facing.
    pub fn around(self) -> [Hex; 6] {
        [0, 1, 2, 3, 4, 5].map(|facing| self.ahead(facing))
    }

    /// The fewest steps from one hex to the other, in 64 bits: coordinates may be anything.
    #[inline]
    pub fn distance(self, other: Hex) -> i64 {
        let (dx, dy) = self.to(other);
        dx.abs().max(dy.abs()).max((dx + dy).abs())
    }

    /// Whether `other` lies in the open wedge around direction `facing`: strictly between the two neighbouring
    /// directions, its own hex left out.
    #[inline]
    pub fn has_in_front(self, facing: u8, other: Hex) -> bool {
        let (dx, dy) = self.to(other);
        match facing % 6 {
            0 => dx > 0 && dx + dy > 0,
            1 => dy > 0 && dx + dy > 0,
            2 => dx < 0 && dy > 0,
            3 => dx < 0 && dx + dy < 0,
            4 => dy < 0 && dx + dy < 0,
            _ => dx > 0 && dy < 0,
        }
    }

    #[inline]
    fn to(self, other: Hex) -> (i64, i64) {
        (i64::from(other.x) - i64::from(self.x), i64::from(other.y) - i64::from(self.y))
    }
}

/// The board of all hexes with `|x| <= radius` and `|y| <= radius`, numbered row by row from y = -radius up.
///
/// ```
/// use skirmish_grid::hex::{Diamond, Hex};
///
/// let board = Diamond::new(2);
/// assert_eq!((board.hexes(), board.index(Hex::new(-2, -2))), (25, 0));
/// assert_eq!(board.disc(Hex::new(0, 0), 1).count(), 7);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Diamond {
    radius: i32,
}

impl Diamond {
    /// A board; a negative radius counts as 0.
    pub fn new(radius: i32) -> Diamond {
        Diamond { radius: radius.max(0) }
    }

    /// The largest coordinate on the board.
    pub fn radius(self) -> i32 {
        self.radius
    }

    /// Hexes along a side.
    pub fn side(self) -> usize {
        2 * self.radius as usize + 1
    }

    /// How many hexes the board has.
    pub fn hexes(self) -> usize {
        self.side() * self.side()
    }

    /// Whether a hex is on the board.
    #[inline]
    pub fn contains(self, hex: Hex) -> bool {
        let on = -self.radius..=self.radius;
        on.contains(&hex.x) && on.contains(&hex.y)
    }

    /// The number of a hex of the board; meaningless for one off it.
    #[inline]
    pub fn index(self, hex: Hex) -> usize {
        debug_assert!(self.contains(hex));
        (hex.y + self.radius) as usize * self.side() + (hex.x + self.radius) as usize
    }

    /// The hex of a number.
    #[inline]
    pub fn hex(self, index: usize) -> Hex {
        let side = self.side();
        Hex { x: (index % side) as i32 - self.radius, y: (index / side) as i32 - self.radius }
    }

    /// All hexes, row by row.
    pub fn iter(self) -> impl Iterator<Item = Hex> {
        let on = -self.radius..=self.radius;
        on.clone().flat_map(move |y| on.clone().map(move |x| Hex { x, y }))
    }

    /// The hexes of the board within `radius` of `centre` (a hex of the board), by x, then y.
    #[inline]
    pub fn disc(self, centre: Hex, radius: i64) -> impl Iterator<Item = Hex> {
        // No two hexes of the board are farther apart than four radii.
        let reach = radius.clamp(-1, 4 * i64::from(self.radius)) as i32;
        let (low, high) = (-self.radius, self.radius);
        ((centre.x - reach).max(low)..=(centre.x + reach).min(high)).flat_map(move |x| {
            let dx = x - centre.x;
            let from = centre.y - reach + (-dx).max(0);
            let to = centre.y + reach - dx.max(0);
            (from.max(low)..=to.min(high)).map(move |y| Hex { x, y })
        })
    }

    /// How many hexes a disc of that radius has where the board does not cut it.
    pub fn disc_size(radius: i64) -> i64 {
        let r = radius.clamp(-1, 1 << 20);
        if r < 0 { 0 } else { 3 * r * (r + 1) + 1 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ORIGIN: Hex = Hex::new(0, 0);

    #[test]
    fn distances() {
        for ((x, y), distance) in [((1, -1), 1), ((1, 1), 2), ((3, -2), 3), ((2, 3), 5), ((0, 0), 0)] {
            assert_eq!(ORIGIN.distance(Hex::new(x, y)), distance, "({x},{y})");
        }
        assert_eq!(Hex::new(-13, -13).distance(Hex::new(13, 13)), 52);
        assert_eq!(Hex::new(-13, 13).distance(Hex::new(13, -13)), 26);
        assert_eq!(Hex::new(i32::MIN, i32::MIN).distance(Hex::new(i32::MAX, i32::MAX)), 2 * i64::from(u32::MAX));
    }

    #[test]
    fn a_ray_lies_in_front_of_one_facing_and_any_other_hex_of_two() {
        let board = Diamond::new(6);
        for hex in board.iter().filter(|&hex| hex != ORIGIN) {
            let facings = (0..6).filter(|&f| ORIGIN.has_in_front(f, hex)).count();
            let on_ray = AROUND.iter().any(|&(dx, dy)| (1..=6).any(|n| hex == Hex::new(n * dx, n * dy)));
            assert_eq!(facings, if on_ray { 1 } else { 2 }, "{hex:?}");
        }
        for facing in 0..6 {
            assert!(!ORIGIN.has_in_front(facing, ORIGIN));
            for distance in 1..=6 {
                let wide = Diamond::new(12);
                let front = wide.iter().filter(|&h| ORIGIN.distance(h) == distance && ORIGIN.has_in_front(facing, h));
                assert_eq!(front.count() as i64, 2 * distance - 1);
            }
            assert!(ORIGIN.has_in_front(facing, ORIGIN.ahead(facing)));
        }
        let front: Vec<_> = board.iter().filter(|&h| ORIGIN.distance(h) == 2 && ORIGIN.has_in_front(2, h)).collect();
        assert_eq!(front, [Hex::new(-2, 1), Hex::new(-2, 2), Hex::new(-1, 2)]);
    }

    #[test]
    fn discs_are_what_the_distance_says() {
        let board = Diamond::new(5);
        for centre in board.iter() {
            for radius in -1..25 {
                let mut by_distance: Vec<_> = board.iter().filter(|&h| centre.distance(h) <= radius).collect();
                by_distance.sort();
                assert_eq!(board.disc(centre, radius).collect::<Vec<_>>(), by_distance);
            }
        }
        assert_eq!(board.disc(ORIGIN, i64::MAX).count(), 121);
        for (radius, size) in [(-1, 0), (0, 1), (1, 7), (2, 19), (8, 217)] {
            assert_eq!(Diamond::disc_size(radius), size);
            assert_eq!(Diamond::new(20).disc(ORIGIN, radius).count() as i64, size);
        }
    }

    #[test]
    fn numbers_of_hexes_go_row_by_row() {
        let board = Diamond::new(2);
        assert_eq!(board.hexes(), 25);
        for (i, hex) in board.iter().enumerate() {
            assert_eq!((board.index(hex), board.hex(i)), (i, hex));
            assert!(board.contains(hex));
        }
        assert!(!board.contains(Hex::new(3, 0)) && !board.contains(Hex::new(0, -3)));
        assert_eq!(ORIGIN.around()[4], Hex::new(0, -1));
    }
}
