//! Drawn maps: boards of the default map's kind, each laid out anew.
//!
//! Three bands lie over one another: a field with a lake, then houses, the humans' yard and a maze, then two big
//! buildings, a river and a long wall. Each band is drawn one way round and may be turned left to right.

use super::{Map, Start};
use crate::terrain::Kind;
use skirmish_core::Rng;
use skirmish_grid::field::FAR;

const SIZE: i32 = 100;
/// The rows where the bands begin.
const MIDDLE: i32 = 38;
const LOWER: i32 = 62;

/// The drawn map with number `n`, always the same.
pub fn draw(n: u64) -> Map {
    let mut rng = Rng::new(n ^ 0x0071_a6e5);
    loop {
        let map = sketch(n, &mut rng);
        if is_good(&map) {
            return map;
        }
    }
}

/// What every drawn map promises: its share of each obstacle, and that the sides can come to each other.
fn is_good(map: &Map) -> bool {
    let count = |kind| map.cells.iter().filter(|&&cell| cell == kind).count();
    (550..=750).contains(&count(Kind::Wall))
        && (150..=250).contains(&count(Kind::Water))
        && (80..=130).contains(&count(Kind::Barricade))
        && (80..=120).contains(&count(Kind::Tree))
        && hangs_together(map, count(Kind::Open))
}

/// Whether the sides are 44 to 60 steps apart, and 85 in a hundred open cells can be walked to.
fn hangs_together(map: &Map, open: usize) -> bool {
    let (Some(human), Some(zombie)) = (map.human.anchor, map.zombie.anchor) else { return false };
    if map.kind(human) != Some(Kind::Open) || map.kind(zombie) != Some(Kind::Open) {
        return false;
    }
    let field = map.distances(zombie);
    let distance = |(x, y): (i32, i32)| field.at(i64::from(x), i64::from(y));
    let joined = (0..SIZE * SIZE).filter(|cell| distance((cell % SIZE, cell / SIZE)) != FAR).count();
    (44..=60).contains(&distance(human)) && joined * 100 >= open * 85
}

fn sketch(n: u64, rng: &mut Rng) -> Map {
    let mut canvas = Canvas { cells: vec![Kind::Open; (SIZE * SIZE) as usize] };
    let human = (50 + pick(rng, -2, 2), 50 + pick(rng, -1, 1));
    let zombie = (50 + pick(rng, -6, 6), 3 + pick(rng, -1, 1));
    canvas.field(rng);
    canvas.houses(rng);
    canvas.maze(rng);
    canvas.buildings(rng);
    canvas.river(rng);
    canvas.long_wall(rng);
    for (from, to) in [(0, MIDDLE), (MIDDLE, LOWER), (LOWER, SIZE)] {
        if rng.chance(1, 2) {
            canvas.mirror(from, to);
        }
    }
    canvas.yard(human, rng);
    canvas.trees(rng, &[human, zombie]);
    let start = |anchor| Start { anchor: Some(anchor), spawns: Vec::new() };
    Map {
        name: format!("drawn-{n}"),
        width: SIZE,
        height: SIZE,
        cells: canvas.cells,
        human: start(human),
        zombie: start(zombie),
    }
}

fn pick(rng: &mut Rng, low: i32, high: i32) -> i32 {
    rng.between(low.into(), high.into()) as i32
}

/// A rectangle by its first and last columns and rows.
#[derive(Clone, Copy)]
struct Rect {
    left: i32,
    top: i32,
    right: i32,
    bottom: i32,
}

impl Rect {
    fn of(left: i32, top: i32, width: i32, height: i32) -> Rect {
        Rect { left, top, right: left + width - 1, bottom: top + height - 1 }
    }

    fn shrunk(self, by: i32) -> Rect {
        Rect { left: self.left + by, top: self.top + by, right: self.right - by, bottom: self.bottom - by }
    }
}

struct Canvas {
    cells: Vec<Kind>,
}

impl Canvas {
    fn at(&self, x: i32, y: i32) -> Option<Kind> {
        let inside = (0..SIZE).contains(&x) && (0..SIZE).contains(&y);
        inside.then(|| self.cells[(y * SIZE + x) as usize])
    }

    fn put(&mut self, x: i32, y: i32, kind: Kind) {
        if self.at(x, y).is_some() {
            self.cells[(y * SIZE + x) as usize] = kind;
        }
    }

    fn frame(&mut self, rect: Rect, kind: Kind) {
        for x in rect.left..=rect.right {
            self.put(x, rect.top, kind);
            self.put(x, rect.bottom, kind);
        }
        for y in rect.top..=rect.bottom {
            self.put(rect.left, y, kind);
            self.put(rect.right, y, kind);
        }
    }

    /// Makes a gap of `size` cells in a random place of one side of a frame that is `thick` cells thick. Sides are
    /// top, bottom, left, right.
    fn gap(&mut self, rect: Rect, side: i32, size: i32, thick: i32, kind: Kind, rng: &mut Rng) {
        let (low, high) = if side < 2 { (rect.left, rect.right) } else { (rect.top, rect.bottom) };
        let from = pick(rng, low + thick, (high - thick - size + 1).max(low + thick));
        for along in from..from + size {
            for depth in 0..thick {
                match side {
                    0 => self.put(along, rect.top + depth, kind),
                    1 => self.put(along, rect.bottom - depth, kind),
                    2 => self.put(rect.left + depth, along, kind),
                    _ => self.put(rect.right - depth, along, kind),
                }
            }
        }
    }

    /// Every second cell of a line.
    fn picket(&mut self, (x, y): (i32, i32), (dx, dy): (i32, i32), posts: i32) {
        for i in 0..posts {
            self.put(x + 2 * dx * i, y + 2 * dy * i, Kind::Barricade);
        }
    }

    fn mirror(&mut self, from: i32, to: i32) {
        for row in self.cells[(from * SIZE) as usize..(to * SIZE) as usize].chunks_mut(SIZE as usize) {
            row.reverse();
        }
    }

    /// The upper band: a lake on one side, picket lines before the middle.
    fn field(&mut self, rng: &mut Rng) {
        let (cx, cy) = (pick(rng, 14, 30), pick(rng, 12, 22));
        let (rx, ry) = (pick(rng, 6, 9), pick(rng, 4, 5));
        for y in cy - ry..=cy + ry {
            for x in cx - rx..=cx + rx {
                let (dx, dy) = ((x - cx) * ry, (y - cy) * rx);
                if dx * dx + dy * dy <= rx * rx * ry * ry {
                    self.put(x, y, Kind::Water);
                }
            }
        }
        for _ in 0..pick(rng, 3, 5) {
            let (x, y) = (pick(rng, 24, 64), pick(rng, 28, 36));
            self.picket((x, y), (1, 0), pick(rng, 6, 9));
        }
    }

    /// Two rows of small houses on the left of the middle band.
    fn houses(&mut self, rng: &mut Rng) {
        for top in [MIDDLE + 2, MIDDLE + 15] {
            for column in 0..4 {
                let house = Rect::of(3 + 9 * column + pick(rng, 0, 1), top + pick(rng, 0, 2), 6, 5);
                self.frame(house, Kind::Wall);
                let (front, back) = if rng.chance(1, 2) { (0, 1) } else { (1, 0) };
                self.gap(house, front, 2, 1, Kind::Open, rng);
                if rng.chance(1, 2) {
                    self.gap(house, back, 2, 1, Kind::Barricade, rng);
                } else if rng.chance(1, 2) {
                    self.gap(house, pick(rng, 2, 3), 1, 1, Kind::Barricade, rng);
                }
            }
        }
    }

    /// A block of small rooms on the right of the middle band: a random tree of doors, and some more.
    fn maze(&mut self, rng: &mut Rng) {
        const COLUMNS: i32 = 9;
        const ROWS: i32 = 7;
        let (left, top) = (69 + pick(rng, 0, 1), MIDDLE + 1);
        let block = Rect::of(left, top, 3 * COLUMNS + 1, 3 * ROWS + 1);
        for y in 0..=3 * ROWS {
            for x in 0..=3 * COLUMNS {
                if x % 3 == 0 || y % 3 == 0 {
                    self.put(left + x, top + y, Kind::Wall);
                }
            }
        }
        // Connected rooms carry the same mark.
        let mut marks: Vec<i32> = (0..COLUMNS * ROWS).collect();
        let mut doors: Vec<(i32, bool)> = (0..COLUMNS * ROWS).flat_map(|room| [(room, false), (room, true)]).collect();
        rng.shuffle(&mut doors);
        for (room, down) in doors {
            let (x, y) = (room % COLUMNS, room / COLUMNS);
            if (down && y + 1 == ROWS) || (!down && x + 1 == COLUMNS) {
                continue;
            }
            let next = if down { room + COLUMNS } else { room + 1 };
            let (old, new) = (marks[next as usize], marks[room as usize]);
            if old == new && !rng.chance(1, 5) {
                continue;
            }
            marks.iter_mut().filter(|mark| **mark == old).for_each(|mark| *mark = new);
            for i in 1..=2 {
                let (dx, dy) = if down { (i, 3) } else { (3, i) };
                self.put(left + 3 * x + dx, top + 3 * y + dy, Kind::Open);
            }
        }
        // Posts with no wall left next to them.
        for y in (3..3 * ROWS).step_by(3) {
            for x in (3..3 * COLUMNS).step_by(3) {
                let (x, y) = (left + x, top + y);
                if [(1, 0), (-1, 0), (0, 1), (0, -1)].iter().all(|(dx, dy)| self.at(x + dx, y + dy) == Some(Kind::Open))
                {
                    self.put(x, y, Kind::Open);
                }
            }
        }
        for side in 0..4 {
            let kind = if rng.chance(1, 3) { Kind::Barricade } else { Kind::Open };
            self.gap(block, side, 2, 1, kind, rng);
        }
        self.gap(block, 2, 2, 1, Kind::Open, rng);
        let rows = (pick(rng, top + 1, top + 8), pick(rng, top + 12, top + 19));
        for y in [rows.0, rows.1] {
            self.picket((left - 8, y), (1, 0), 4);
        }
    }

    /// Two big buildings in the lower band: one around a room of barricades, one with double walls.
    fn buildings(&mut self, rng: &mut Rng) {
        let outer = Rect::of(9 + pick(rng, 0, 5), LOWER + 3 + pick(rng, 0, 2), 17, 13);
        self.frame(outer, Kind::Wall);
        self.frame(outer.shrunk(4), Kind::Barricade);
        self.gap(outer.shrunk(4), pick(rng, 0, 3), 2, 1, Kind::Open, rng);
        for side in [pick(rng, 0, 1), pick(rng, 2, 3)] {
            self.gap(outer, side, pick(rng, 2, 3), 1, Kind::Open, rng);
        }
        self.gap(outer, pick(rng, 0, 3), 2, 1, Kind::Barricade, rng);
        let double = Rect::of(34 + pick(rng, 0, 4), LOWER + 6 + pick(rng, 0, 4), 19, 13);
        self.frame(double, Kind::Wall);
        self.frame(double.shrunk(1), Kind::Wall);
        self.gap(double, 0, 2, 2, Kind::Open, rng);
        self.gap(double, pick(rng, 2, 3), 2, 2, Kind::Barricade, rng);
        self.gap(double, 1, pick(rng, 1, 2), 2, Kind::Open, rng);
        for _ in 0..2 {
            let (x, y) = (pick(rng, double.left + 4, double.right - 4), pick(rng, double.top + 3, double.top + 6));
            (0..3).for_each(|i| self.put(x, y + i, Kind::Wall));
        }
        let x = double.right + pick(rng, 3, 6);
        self.picket((x, LOWER + 2), (0, 1), 5);
        self.picket((x + 1, LOWER + 3), (0, 1), 4);
    }

    /// From the right edge down to the lower edge, two cells wide, with a ford.
    fn river(&mut self, rng: &mut Rng) {
        let ford = pick(rng, LOWER + 10, LOWER + 26);
        let ford = ford..ford + pick(rng, 2, 4);
        let mut x = pick(rng, 95, 98);
        for y in LOWER + 1..SIZE - 1 {
            if !ford.contains(&y) {
                self.put(x, y, Kind::Water);
                self.put(x + 1, y, Kind::Water);
            }
            x -= if rng.chance(1, 8) { 2 } else { 1 };
        }
    }

    /// A long double wall from the lower left.
    fn long_wall(&mut self, rng: &mut Rng) {
        let (x, length) = (pick(rng, 3, 6), pick(rng, 16, 20));
        for i in 0..length {
            self.put(x + i, SIZE - 2 - i, Kind::Wall);
            self.put(x + i + 1, SIZE - 2 - i, Kind::Wall);
        }
    }

    /// The walled yard around the humans, with gaps on all four sides.
    fn yard(&mut self, (x, y): (i32, i32), rng: &mut Rng) {
        let yard = Rect::of(x - 9, y - 8, 19, 17);
        self.frame(yard, Kind::Wall);
        let closed = pick(rng, 0, 3);
        for side in 0..4 {
            let kind = if side == closed { Kind::Barricade } else { Kind::Open };
            self.gap(yard, side, pick(rng, 2, 4), 1, kind, rng);
        }
        if rng.chance(1, 2) {
            self.gap(yard, pick(rng, 0, 3), pick(rng, 2, 3), 1, Kind::Barricade, rng);
        }
    }

    /// Single trees in the outer bands, away from where the sides begin.
    fn trees(&mut self, rng: &mut Rng, keep_clear: &[(i32, i32)]) {
        for _ in 0..100 {
            let (x, y) = (pick(rng, 0, SIZE - 1), pick(rng, 0, SIZE - 1));
            let clear = keep_clear.iter().all(|&(cx, cy)| (x - cx).abs() + (y - cy).abs() > 4);
            if clear && !(MIDDLE..LOWER).contains(&y) && self.at(x, y) == Some(Kind::Open) {
                self.put(x, y, Kind::Tree);
            }
        }
        let mut missing = 90i32 - self.cells.iter().filter(|&&kind| kind == Kind::Tree).count() as i32;
        while missing > 0 {
            let (x, y) = (pick(rng, 0, SIZE - 1), pick(rng, 8, MIDDLE - 1));
            if self.at(x, y) == Some(Kind::Open) {
                self.put(x, y, Kind::Tree);
                missing -= 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drawn_maps_are_good_and_different() {
        let maps: Vec<Map> = (1..=50).map(draw).collect();
        for (i, map) in maps.iter().enumerate() {
            assert!(is_good(map));
            assert_eq!(*map, draw(i as u64 + 1));
            assert!(maps[..i].iter().all(|other| other.cells != map.cells));
            let json = map.to_json();
            assert_eq!(Map::read(&json, 20, 6).unwrap(), *map);
            // All units start on connected ground.
            let field = map.distances(map.zombie.anchor.unwrap());
            for (start, count) in [(&map.human, 20), (&map.zombie, 6)] {
                let cells = map.spawn_cells(start, count).unwrap();
                assert!(cells.iter().all(|&(x, y)| field.at(x.into(), y.into()) != FAR));
            }
        }
    }
}
