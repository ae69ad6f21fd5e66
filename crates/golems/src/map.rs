//! Boards: map files, the maps inside the program, and generated ones.

mod generate;

use serde_json::{Value, json};
use skirmish_core::{Check, Faults, Hasher, Object, ShippedMap};
use skirmish_grid::field::{FAR, Field};

/// The smallest and the largest side of a board.
const SIDES: std::ops::RangeInclusive<i64> = 2..=100;

const CODE: &str = "bad_map";

/// The maps inside the program.
pub const MAPS: &[ShippedMap] = &[
    ShippedMap { name: "own_scatter", json: include_str!("../maps/own_scatter.json") },
    ShippedMap { name: "own_ridges", json: include_str!("../maps/own_ridges.json") },
    ShippedMap { name: "own_ruins", json: include_str!("../maps/own_ruins.json") },
];

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Square {
    Open,
    Wall,
    /// Open ground on which units earn build points.
    Zone,
}

impl Square {
    fn read(c: char) -> Option<Square> {
        match c {
            '.' => Some(Square::Open),
            '#' => Some(Square::Wall),
            'O' => Some(Square::Zone),
            _ => None,
        }
    }

    fn letter(self) -> char {
        match self {
            Square::Open => '.',
            Square::Wall => '#',
            Square::Zone => 'O',
        }
    }
}

/// A square of a board: where it is, and its place in flat tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Spot {
    pub x: u8,
    pub y: u8,
    pub cell: u16,
}

impl Spot {
    /// Steps from one square to the other over an empty board.
    pub fn distance(self, other: Spot) -> i32 {
        i32::from(self.x.abs_diff(other.x)) + i32::from(self.y.abs_diff(other.y))
    }
}

/// Offsets of the four neighbours: right, left, up, down.
pub(crate) const AROUND: [(i32, i32); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];

/// The ground that a game is played on. `y` grows upward.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    /// Known as long as the map is; a position has no map name.
    name: Option<String>,
    width: i32,
    height: i32,
    /// Row by row from the bottom.
    squares: Vec<Square>,
}

impl Board {
    /// A hash of all squares.
    pub fn hash(&self) -> u64 {
        let mut hasher = Hasher::new();
        hasher.int(self.width.into());
        self.squares.iter().for_each(|&square| hasher.word(square as u64));
        hasher.finish()
    }

    /// Reads a map file and names all that is wrong with it.
    pub fn read(map: &Value) -> Result<Board, Faults> {
        let check = Check::new();
        let board = Board::read_map(Object::document(map, CODE, &check));
        check.finish(()).and_then(|()| board.ok_or_else(|| Faults::one(CODE, "", "is not a map")))
    }

    fn read_map(mut object: Object<'_>) -> Option<Board> {
        let check = object.check();
        let name = object.text("name").to_owned();
        let (width, height) = (object.int("width", SIDES), object.int("height", SIDES));
        let rows = object.strings("rows");
        object.finish_leniently();
        let mut board = Board::from_rows(width, height, &rows, CODE, check)?;
        board.name = Some(name);
        for spot in board.start_squares() {
            if board.is_wall(spot) {
                let row = board.height - 1 - i32::from(spot.y);
                check.fault(CODE, format!("/rows/{row}"), format!("a wall on a start square, at x {}", spot.x));
            }
        }
        Some(board)
    }

    /// A board from its rows, the top row first. Whatever is wrong with them is a fault with the given code; open ground
    /// stands in for rows that are not good, and there is no board if a side is not known.
    pub fn from_rows(
        width: i64,
        height: i64,
        rows: &[impl AsRef<str>],
        code: &'static str,
        check: &Check,
    ) -> Option<Board> {
        for (side, key) in [(width, "width"), (height, "height")] {
            if !SIDES.contains(&side) && check.knows("", [key]) {
                let message = format!("{side} is not from {} to {}", SIDES.start(), SIDES.end());
                check.misread(code, format!("/{key}"), message);
            }
        }
        let (wide, high) = (check.knows("", ["width"]), check.knows("", ["height"]));
        if rows.len() as i64 != height && high && check.knows("", ["rows"]) {
            check.fault(code, "/rows", format!("{} rows, but the height is {height}", rows.len()));
        }
        let mut squares = Vec::new();
        for (i, row) in rows.iter().map(AsRef::as_ref).enumerate().rev() {
            let fault = |message: String| check.fault(code, format!("/rows/{i}"), message);
            let (known, length) = (check.knows("/rows", [i]), row.chars().count() as i64);
            if length != width && wide && known {
                fault(format!("{length} characters, but the width is {width}"));
            }
            if let Some(c) = row.chars().find(|&c| Square::read(c).is_none()) {
                fault(format!("{c:?} is not a square; there are '.', '#' and 'O'"));
            }
            if wide {
                let read = row.chars().map(Square::read).collect::<Option<Vec<_>>>();
                let stand_in = || vec![Square::Open; width as usize];
                squares.extend(read.filter(|_| length == width).unwrap_or_else(stand_in));
            }
        }
        if !wide || !high {
            return None;
        }
        if rows.len() as i64 != height {
            squares = vec![Square::Open; (width * height) as usize];
        }
        Some(Board { name: None, width: width as i32, height: height as i32, squares })
    }

    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    pub fn width(&self) -> i32 {
        self.width
    }

    pub fn height(&self) -> i32 {
        self.height
    }

    /// How many squares there are.
    pub fn cells(&self) -> usize {
        self.squares.len()
    }

    /// The square at (x, y), if it is on the board.
    #[inline]
    pub fn spot(&self, x: i32, y: i32) -> Option<Spot> {
        let inside = (0..self.width).contains(&x) && (0..self.height).contains(&y);
        inside.then(|| Spot { x: x as u8, y: y as u8, cell: (y * self.width + x) as u16 })
    }

    #[inline]
    pub fn square(&self, spot: Spot) -> Square {
        self.squares[usize::from(spot.cell)]
    }

    #[inline]
    pub fn is_wall(&self, spot: Spot) -> bool {
        self.square(spot) == Square::Wall
    }

    #[inline]
    pub fn is_zone(&self, spot: Spot) -> bool {
        self.square(spot) == Square::Zone
    }

    /// Every square, row by row from the bottom.
    pub fn spots(&self) -> impl Iterator<Item = Spot> + '_ {
        (0..self.height).flat_map(move |y| (0..self.width).filter_map(move |x| self.spot(x, y)))
    }

    /// The squares next to one, in the order right, left, up, down.
    #[inline]
    pub fn around(&self, spot: Spot) -> impl Iterator<Item = Spot> + '_ {
        AROUND.into_iter().filter_map(move |(dx, dy)| self.spot(i32::from(spot.x) + dx, i32::from(spot.y) + dy))
    }

    /// Where units 1 to 4 start.
    pub fn start_squares(&self) -> [Spot; 4] {
        let (right, top) = (self.width - 1, self.height - 1);
        let at = |x: i32, y: i32| Spot { x: x as u8, y: y as u8, cell: (y * self.width + x) as u16 };
        [at(0, 0), at(1, 0), at(right - 1, top), at(right, top)]
    }

    /// The square a half turn of the board away.
    fn opposite(&self, spot: Spot) -> Spot {
        let (x, y) = (self.width as u8 - 1 - spot.x, self.height as u8 - 1 - spot.y);
        Spot { x, y, cell: (self.squares.len() - 1) as u16 - spot.cell }
    }

    /// The rows as a map file has them, the top row first.
    pub fn rows(&self) -> Vec<String> {
        self.squares
            .chunks(self.width as usize)
            .rev()
            .map(|row| row.iter().map(|square| square.letter()).collect())
            .collect()
    }

    /// What a seat may know beforehand: everything.
    pub fn info(&self) -> Value {
        json!({"name": self.name, "width": self.width, "height": self.height, "rows": self.rows()})
    }

    /// What makes the board unfair or odd, but not unplayable.
    pub fn warnings(&self) -> Vec<String> {
        let mut warnings = Vec::new();
        if !self.is_symmetric() {
            warnings.push("the map is not symmetric under a half turn: it may favour one side".into());
        }
        if !self.is_connected() {
            warnings.push("some open squares of the map cannot be reached from others".into());
        }
        warnings
    }

    fn is_symmetric(&self) -> bool {
        self.spots().all(|spot| self.square(spot) == self.square(self.opposite(spot)))
    }

    fn is_connected(&self) -> bool {
        let Some(first) = self.spots().find(|&spot| !self.is_wall(spot)) else { return true };
        let field = self.steps_from(first);
        self.spots().all(|spot| self.is_wall(spot) || field.at(spot.x.into(), spot.y.into()) != FAR)
    }

    /// Steps around walls from a square to all others.
    fn steps_from(&self, from: Spot) -> Field {
        let mut field = Field::new();
        let open = |x: usize, y: usize| self.squares[y * self.width as usize + x] != Square::Wall;
        field.fill((self.width as usize, self.height as usize), [(from.x.into(), from.y.into())], open);
        field
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use skirmish_core::setup::shipped;

    fn codes(map: Value) -> Vec<(&'static str, String)> {
        let faults = Board::read(&map).unwrap_err();
        faults.list().iter().map(|fault| (fault.code, fault.pointer.clone())).collect()
    }

    #[test]
    fn shipped_maps_are_fair_and_of_the_promised_size() {
        let sizes = [("own_scatter", 30, 18), ("own_ridges", 68, 18), ("own_ruins", 112, 20)];
        for (name, walls, zones) in sizes {
            let board = Board::read(&shipped(MAPS, name).unwrap()).unwrap();
            let count = |wanted| board.spots().filter(|&spot| board.square(spot) == wanted).count();
            assert_eq!((count(Square::Wall), count(Square::Zone)), (walls, zones), "{name}");
            assert_eq!(board.warnings(), [""; 0], "{name}");
            assert_eq!(board.name(), Some(name));
        }
    }

    #[test]
    fn the_first_row_is_the_top() {
        let map = json!({"name": "m", "width": 3, "height": 2, "rows": [".#.", "..O"], "note": 7});
        // A wall at (1, 1) is a wall on the start square of unit 3.
        assert_eq!(codes(map), [("bad_map", "/rows/0".into())]);
        let map = json!({"name": "m", "width": 3, "height": 3, "rows": ["...", "#..", "..O"]});
        let board = Board::read(&map).unwrap();
        assert!(board.is_wall(board.spot(0, 1).unwrap()));
        assert!(board.is_zone(board.spot(2, 0).unwrap()));
        assert_eq!(board.rows(), ["...", "#..", "..O"]);
        assert_eq!(board.warnings().len(), 1, "not symmetric");
        assert_eq!(board.info()["rows"][1], "#..");
    }

    #[test]
    fn all_faults_of_a_map_are_named() {
        assert_eq!(codes(json!([])), [("bad_map", String::new())]);
        let map = json!({"name": 5, "width": 1, "rows": ["..", 3]});
        let places: Vec<_> = codes(map).into_iter().map(|(_, pointer)| pointer).collect();
        assert_eq!(places, ["/name", "/width", "/height", "/rows/1"]);
        let map = json!({"name": "m", "width": 3, "height": 3, "rows": ["...", ".x."]});
        assert_eq!(codes(map), [("bad_map", "/rows".into()), ("bad_map", "/rows/1".into())]);
        let map = json!({"name": "m", "width": 3, "height": 2, "rows": ["#..", ".."]});
        assert_eq!(codes(map), [("bad_map", "/rows/1".into())]);
    }

    #[test]
    fn islands_are_warned_of() {
        let map = json!({"name": "m", "width": 4, "height": 4, "rows": ["....", "####", "####", "...."]});
        assert_eq!(Board::read(&map).unwrap().warnings().len(), 1);
    }
}
