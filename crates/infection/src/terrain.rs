//! The ground: what is on each cell, how damaged it is, and how far units get over it.

use crate::reach::{Around, Reach, is_near, search};
use skirmish_core::Hasher;
use skirmish_grid::window::{Bits, RADIUS, Window};

/// What a cell holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Kind {
    Open,
    Wall,
    Tree,
    Barricade,
    Water,
    Debris,
}

impl Kind {
    pub const ALL: [Kind; 6] = [Kind::Open, Kind::Wall, Kind::Tree, Kind::Barricade, Kind::Water, Kind::Debris];

    /// Its character in the rows of maps and positions.
    pub const fn char(self) -> char {
        match self {
            Kind::Open => '.',
            Kind::Wall => '#',
            Kind::Tree => 'T',
            Kind::Barricade => '=',
            Kind::Water => '~',
            Kind::Debris => ',',
        }
    }

    pub fn of(char: char) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.char() == char)
    }

    pub const fn is_obstacle(self) -> bool {
        !matches!(self, Kind::Open | Kind::Debris)
    }

    pub const fn blocks_walking(self, climbs: bool) -> bool {
        match self {
            Kind::Barricade => !climbs,
            other => other.is_obstacle(),
        }
    }

    pub const fn blocks_shots(self) -> bool {
        matches!(self, Kind::Wall | Kind::Tree)
    }

    pub const fn breaks(self) -> bool {
        matches!(self, Kind::Wall | Kind::Tree | Kind::Barricade)
    }
}

/// An obstacle that has lost some of its durability.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Damage {
    pub cell: u32,
    pub left: i64,
}

/// The cells of the board. The bit sets repeat what the cells say, for searches.
#[derive(PartialEq, Debug)]
pub struct Terrain {
    width: i32,
    height: i32,
    cells: Vec<Kind>,
    /// Where units can walk.
    ground: Bits,
    /// Where a traceur can walk.
    climb: Bits,
    /// Where a shot passes.
    air: Bits,
    /// What can be broken.
    solid: Bits,
    /// By ascending cell.
    damage: Vec<Damage>,
}

impl Clone for Terrain {
    fn clone(&self) -> Terrain {
        Terrain {
            width: self.width,
            height: self.height,
            cells: self.cells.clone(),
            ground: self.ground.clone(),
            climb: self.climb.clone(),
            air: self.air.clone(),
            solid: self.solid.clone(),
            // Spare capacity is kept: a copy that is played on should not have to allocate.
            damage: {
                let mut damage = Vec::with_capacity(self.damage.capacity());
                damage.extend_from_slice(&self.damage);
                damage
            },
        }
    }

    fn clone_from(&mut self, other: &Terrain) {
        (self.width, self.height) = (other.width, other.height);
        self.cells.clone_from(&other.cells);
        self.ground.clone_from(&other.ground);
        self.climb.clone_from(&other.climb);
        self.air.clone_from(&other.air);
        self.solid.clone_from(&other.solid);
        self.damage.clone_from(&other.damage);
    }
}

impl Terrain {
    /// Ground with everything whole; `cells` row by row.
    pub fn new(width: i32, height: i32, cells: &[Kind]) -> Terrain {
        let empty = || Bits::new(width, height);
        let mut terrain = Terrain {
            width,
            height,
            cells: cells.to_vec(),
            ground: empty(),
            climb: empty(),
            air: empty(),
            solid: empty(),
            damage: Vec::with_capacity(cells.iter().filter(|kind| kind.breaks()).count()),
        };
        for (cell, &kind) in cells.iter().enumerate() {
            terrain.put(cell as u32, kind);
        }
        terrain
    }

    pub fn width(&self) -> i32 {
        self.width
    }

    pub fn height(&self) -> i32 {
        self.height
    }

    pub fn cells(&self) -> &[Kind] {
        &self.cells
    }

    pub fn damage(&self) -> &[Damage] {
        &self.damage
    }

    #[inline]
    pub fn is_inside(&self, x: i32, y: i32) -> bool {
        (0..self.width).contains(&x) && (0..self.height).contains(&y)
    }

    /// The number of a cell of the board.
    #[inline]
    pub fn cell(&self, x: i32, y: i32) -> u32 {
        (y * self.width + x) as u32
    }

    pub fn place(&self, cell: u32) -> (i32, i32) {
        (cell as i32 % self.width, cell as i32 / self.width)
    }

    #[inline]
    pub fn kind(&self, x: i32, y: i32) -> Kind {
        self.cells[self.cell(x, y) as usize]
    }

    /// Puts something whole on a cell.
    pub fn put(&mut self, cell: u32, kind: Kind) {
        let (x, y) = self.place(cell);
        self.cells[cell as usize] = kind;
        self.ground.set(x, y, !kind.blocks_walking(false));
        self.climb.set(x, y, !kind.blocks_walking(true));
        self.air.set(x, y, !kind.blocks_shots());
        self.solid.set(x, y, kind.breaks());
    }

    /// What is left of the durability of an obstacle that has been damaged.
    pub fn left(&self, cell: u32) -> Option<i64> {
        self.damage.binary_search_by_key(&cell, |damage| damage.cell).ok().map(|at| self.damage[at].left)
    }

    /// Writes down what is left of an obstacle; `None` if it is whole or gone.
    pub fn set_left(&mut self, cell: u32, left: Option<i64>) {
        match (self.damage.binary_search_by_key(&cell, |damage| damage.cell), left) {
            (Ok(at), Some(left)) => self.damage[at].left = left,
            (Err(at), Some(left)) => self.damage.insert(at, Damage { cell, left }),
            (Ok(at), None) => drop(self.damage.remove(at)),
            (Err(_), None) => {}
        }
    }

    /// Takes over a row as a position writes it.
    pub(crate) fn read_row(&mut self, y: i32, row: &str) {
        for (x, kind) in row.chars().map_while(Kind::of).take(self.width as usize).enumerate() {
            let cell = self.cell(x as i32, y);
            if self.cells[cell as usize] != kind {
                self.put(cell, kind);
            }
        }
    }

    /// Takes over what is damaged: `(x, y, durability)` by ascending cell.
    pub(crate) fn read_damage(&mut self, damaged: impl Iterator<Item = (i32, i32, i64)>) {
        let width = self.width;
        self.damage.clear();
        self.damage.extend(damaged.map(|(x, y, left)| Damage { cell: (y * width + x) as u32, left }));
    }

    fn ways(&self, climbs: bool) -> &Bits {
        if climbs { &self.climb } else { &self.ground }
    }

    /// Where a unit on a cell can walk to in at most `range` steps.
    pub fn walk(&self, (x, y): (i32, i32), range: i64, climbs: bool) -> Reach {
        if self.kind(x, y).blocks_walking(climbs) {
            return Reach::Near { x, y, radius: 0, window: Window::CENTRE };
        }
        if !is_near(range) {
            let open = |cell: usize| !self.cells[cell].blocks_walking(climbs);
            return search((self.width, self.height), (x, y), range, Around::Four, open, open);
        }
        let range = range as i32;
        let near = Window::diamond(range).and(&Window::board(x, y, self.width, self.height));
        let open = self.ways(climbs).window(x, y, range).and(&near);
        let window = if open == near { near } else { Window::flood4(&open, &open, range) };
        Reach::Near { x, y, radius: range, window }
    }

    /// Whether `to` is in the walk of `from`, both being cells of the board.
    pub fn walks(&self, from: (i32, i32), to: (i32, i32), range: i64, climbs: bool) -> bool {
        let distance = i64::from((from.0 - to.0).abs()) + i64::from((from.1 - to.1).abs());
        if distance == 0 {
            return true;
        }
        if distance > range || self.kind(from.0, from.1).blocks_walking(climbs) {
            return false;
        }
        (distance <= i64::from(RADIUS) && self.ways(climbs).joined_by_corner(from, to))
            || self.walk(from, range, climbs).contains(to.0, to.1)
    }

    /// What a human on a cell can hit.
    pub fn shot(&self, (x, y): (i32, i32), range: i64) -> Reach {
        if !is_near(range) {
            let flies = |cell: usize| !self.cells[cell].blocks_shots();
            return search((self.width, self.height), (x, y), range, Around::Four, |_| true, flies);
        }
        let range = range as i32;
        let near = Window::diamond(range).and(&Window::board(x, y, self.width, self.height));
        let air = self.air.window(x, y, range).and(&near);
        let window = if air == near { near } else { Window::flood4(&near, &air, range) };
        Reach::Near { x, y, radius: range, window }
    }

    /// What a zombie on a cell can hit.
    pub fn claw(&self, (x, y): (i32, i32), range: i64) -> Reach {
        if !is_near(range) {
            let free = |cell: usize| !self.cells[cell].is_obstacle();
            return search((self.width, self.height), (x, y), range, Around::Eight, |_| true, free);
        }
        let range = range as i32;
        let near = Window::square(range).and(&Window::board(x, y, self.width, self.height));
        let window = if range <= 1 { near } else { Window::flood8(&near, &self.ground.window(x, y, range), range) };
        Reach::Near { x, y, radius: range, window }
    }

    /// The cells of a reach that hold something that can be broken.
    pub fn solid_in(&self, mut reach: Reach) -> Reach {
        match &mut reach {
            Reach::Near { x, y, radius, window } => *window = self.solid.window(*x, *y, *radius).and(window),
            far => far.retain(|x, y| self.kind(x, y).breaks()),
        }
        reach
    }

    /// Whether anything that can be broken is in a range that reaches so many rows and columns; perhaps, if that is far.
    #[inline]
    pub fn is_solid_near(&self, (x, y): (i32, i32), range: i64, shape: fn(i32) -> Window) -> bool {
        !is_near(range) || !self.solid.window(x, y, range as i32).and(&shape(range as i32)).is_empty()
    }

    pub fn feed(&self, hasher: &mut Hasher) {
        for row in self.cells.chunks(16) {
            hasher.word(row.iter().fold(1, |word, &kind| word << 3 | kind as u64));
        }
        hasher.word(self.damage.len() as u64);
        for damage in &self.damage {
            hasher.word(u64::from(damage.cell));
            hasher.int(damage.left);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const SIZE: (i32, i32) = (19, 14);

    fn ground() -> impl Strategy<Value = Terrain> {
        let kind = prop_oneof![
            6 => Just(Kind::Open),
            1 => Just(Kind::Wall),
            1 => Just(Kind::Tree),
            1 => Just(Kind::Barricade),
            1 => Just(Kind::Water),
            1 => Just(Kind::Debris),
        ];
        proptest::collection::vec(kind, (SIZE.0 * SIZE.1) as usize)
            .prop_map(|cells| Terrain::new(SIZE.0, SIZE.1, &cells))
    }

    fn cells(reach: &Reach) -> Vec<(i32, i32)> {
        let mut cells = Vec::new();
        reach.each(|x, y| cells.push((x, y)));
        cells
    }

    proptest! {
        #[test]
        fn near_reaches_agree_with_the_slow_search(
            terrain in ground(), x in 0..SIZE.0, y in 0..SIZE.1, range in 0..=i64::from(RADIUS), climbs: bool
        ) {
            let kind = |cell: usize| terrain.cells[cell];
            let open = |cell| !kind(cell).blocks_walking(climbs);
            let walk = if terrain.kind(x, y).blocks_walking(climbs) { 0 } else { range };
            let slow = search(SIZE, (x, y), walk, Around::Four, open, open);
            prop_assert_eq!(cells(&terrain.walk((x, y), range, climbs)), cells(&slow));
            let slow = search(SIZE, (x, y), range, Around::Four, |_| true, |cell| !kind(cell).blocks_shots());
            prop_assert_eq!(cells(&terrain.shot((x, y), range)), cells(&slow));
            let slow = search(SIZE, (x, y), range, Around::Eight, |_| true, |cell| !kind(cell).is_obstacle());
            prop_assert_eq!(cells(&terrain.claw((x, y), range)), cells(&slow));
        }

        #[test]
        fn one_cell_and_the_whole_set_agree(
            terrain in ground(), from in (0..SIZE.0, 0..SIZE.1), range in 0..12i64, climbs: bool
        ) {
            let reach = terrain.walk(from, range, climbs);
            let shot = terrain.shot(from, range);
            let solid = cells(&terrain.solid_in(shot.clone()));
            for y in 0..SIZE.1 {
                for x in 0..SIZE.0 {
                    prop_assert_eq!(terrain.walks(from, (x, y), range, climbs), reach.contains(x, y));
                    let breaks = terrain.kind(x, y).breaks() && shot.contains(x, y);
                    prop_assert_eq!(solid.contains(&(x, y)), breaks);
                }
            }
            prop_assert!(solid.is_empty() || terrain.is_solid_near(from, range, Window::diamond));
        }
    }

    fn empty(obstacles: &[(i32, i32, Kind)]) -> Terrain {
        let mut terrain = Terrain::new(100, 100, &[Kind::Open; 10_000]);
        for &(x, y, kind) in obstacles {
            terrain.put(terrain.cell(x, y), kind);
        }
        terrain
    }

    #[test]
    fn reaches_have_the_rulebooks_sizes() {
        let terrain = empty(&[]);
        let walk = |at, range| cells(&terrain.walk(at, range, false)).len();
        assert_eq!([3, 4, 5].map(|range| walk((50, 50), range)), [25, 41, 61]);
        assert_eq!(walk((0, 0), 5), 21);
        assert_eq!(cells(&terrain.claw((0, 0), 1)).len(), 4);
        assert_eq!(cells(&terrain.shot((50, 50), 6)).len(), 85);
    }

    #[test]
    fn shots_bend_around_walls_and_fly_over_water() {
        let wall = empty(&[(51, 50, Kind::Wall)]);
        assert!(wall.shot((50, 50), 2).contains(51, 50) && !wall.shot((50, 50), 2).contains(52, 50));
        assert!(wall.shot((50, 50), 4).contains(52, 50));
        let water = empty(&[(51, 50, Kind::Water)]);
        assert!(water.shot((50, 50), 2).contains(51, 50) && water.shot((50, 50), 2).contains(52, 50));
        let walk = water.walk((50, 50), 3, false);
        assert!(!walk.contains(51, 50) && !walk.contains(52, 50));
    }
}
