//! The board as characters, for terminals: what stands where, and coordinates at the edges.
//!
//! A [`Sketch`] is data, so that whoever has colours can use them and whoever has little room can show a part of it or a smaller
//! one. As text it has axes, whatever game drew it.

use crate::scene::{Color, Layer};
use std::fmt;

/// The most columns and rows that are kept; on larger boards a spot stands for several cells.
const MOST_SPOTS: i64 = 400;
/// The most columns of a board as text.
const MOST_COLUMNS: usize = 100;
/// How many columns apart the coordinates over a board are.
const LABELS_APART: usize = 10;

/// What is drawn on a spot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mark {
    /// The character.
    pub char: char,
    /// What it stands for: "wall", "zombie". A legend is made of it.
    pub what: &'static str,
    /// What is in a higher layer hides what is below it.
    pub layer: Layer,
    /// A seat's colour says whose it is.
    pub color: Color,
}

impl Mark {
    /// The open field.
    pub const fn ground(char: char, what: &'static str) -> Mark {
        Mark { char, what, layer: Layer::Ground, color: Color::Faint }
    }

    /// What stands on it: walls, rocks, trees.
    pub const fn terrain(char: char, what: &'static str, color: Color) -> Mark {
        Mark { char, what, layer: Layer::Terrain, color }
    }

    /// What lies on it and can be picked up, or does no harm.
    pub const fn floor(char: char, what: &'static str, color: Color) -> Mark {
        Mark { char, what, layer: Layer::Floor, color }
    }

    /// Whoever moves.
    pub const fn unit(char: char, what: &'static str, seat: u8) -> Mark {
        Mark { char, what, layer: Layer::Unit, color: Color::Seat(seat) }
    }

    /// The same, above everything else.
    pub const fn on_top(self) -> Mark {
        Mark { layer: Layer::Top, ..self }
    }
}

/// Rows of marks over a rectangle of cells, and what is to be said below it. What lies outside is not drawn.
///
/// ```
/// use skirmish_core::sketch::{Mark, Sketch};
///
/// let mut sketch = Sketch::new((-1, 0), (1, 1), Mark::ground('.', "open field"));
/// sketch.put(0, 0, Mark::unit('@', "soldier", 0));
/// sketch.put(9, 9, Mark::unit('!', "soldier", 0)); // off the board
/// assert_eq!(sketch.to_string(), "    0\n   101\n 0 .@.\n 1 ...\n");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sketch {
    /// The coordinates of the corner at the top left.
    corner: [i64; 2],
    /// How many cells a spot is wide and high.
    cells: i64,
    rising: bool,
    slanted: bool,
    rows: Vec<Vec<Mark>>,
    /// The lines below the board.
    pub notes: String,
}

impl Sketch {
    /// A rectangle with its corners included, filled with `ground`. Rows are counted downwards.
    pub fn new((left, top): (i64, i64), (right, bottom): (i64, i64), ground: Mark) -> Sketch {
        let size = |from: i64, to: i64| (to.saturating_sub(from).saturating_add(1)).max(0);
        let (width, height) = (size(left, right), size(top, bottom));
        let cells = (width.max(height) + MOST_SPOTS - 1).div_euclid(MOST_SPOTS).max(1);
        let spots = |size: i64| ((size + cells - 1) / cells) as usize;
        let rows = vec![vec![ground; spots(width)]; spots(height)];
        Sketch { corner: [left, top], cells, rising: false, slanted: false, rows, notes: String::new() }
    }

    /// Words without a board.
    pub fn words(notes: String) -> Sketch {
        Sketch { notes, ..Sketch::new((0, 0), (-1, -1), Mark::ground('.', "")) }
    }

    /// The same, with rows counted upwards: the first row of the rectangle is at the bottom.
    pub fn rising(self) -> Sketch {
        let far = self.corner[1] + self.cells * (self.rows.len() as i64 - 1);
        Sketch { corner: [self.corner[0], far], rising: true, ..self }
    }

    /// The same with hexes: spots stand apart, and each row half a spot further to the right than the one above it.
    pub fn slanted(self) -> Sketch {
        Sketch { slanted: true, ..self }
    }

    /// Puts a mark on a cell, over whatever is in its layer or a lower one.
    pub fn put(&mut self, x: i64, y: i64, mark: Mark) {
        if let Some([column, row]) = self.spot_of([x, y]) {
            let spot = &mut self.rows[row][column];
            if mark.layer >= spot.layer {
                *spot = mark;
            }
        }
    }

    /// The rows from top to bottom.
    pub fn rows(&self) -> &[Vec<Mark>] {
        &self.rows
    }

    /// How many columns and rows there are.
    pub fn size(&self) -> [usize; 2] {
        [self.rows.first().map_or(0, Vec::len), self.rows.len()]
    }

    /// Whether its rows are those of hexes.
    pub fn is_slanted(&self) -> bool {
        self.slanted
    }

    /// Whether y grows upwards.
    pub fn is_rising(&self) -> bool {
        self.rising
    }

    /// How many cells a spot is wide and high.
    pub fn cells(&self) -> i64 {
        self.cells
    }

    /// The x of a column; of its first cell, if it has several.
    pub fn x_of(&self, column: usize) -> i64 {
        self.corner[0] + self.cells * column as i64
    }

    /// The y of a row; of its first cell, if it has several.
    pub fn y_of(&self, row: usize) -> i64 {
        let down = self.cells * row as i64;
        if self.rising { self.corner[1] - down } else { self.corner[1] + down }
    }

    /// The column and the row of a cell, if it is on the board.
    pub fn spot_of(&self, [x, y]: [i64; 2]) -> Option<[usize; 2]> {
        let down = if self.rising { self.corner[1].checked_sub(y)? } else { y.checked_sub(self.corner[1])? };
        // A spot of a rising board begins at its lowest cell, which is the last on the way down.
        let down = if self.rising { down + self.cells - 1 } else { down };
        let spot = |at: i64, most: usize| usize::try_from(at.div_euclid(self.cells)).ok().filter(|&at| at < most);
        let [columns, rows] = self.size();
        Some([spot(x.checked_sub(self.corner[0])?, columns)?, spot(down, rows)?])
    }

    /// The same board on fewer spots, `by` times `by` of them on one: of what stands there, the highest shows.
    pub fn shrunk(&self, by: usize) -> Sketch {
        if by <= 1 {
            return self.clone();
        }
        let block = |rows: &[Vec<Mark>]| {
            let [columns, _] = self.size();
            let highest = |from: usize| {
                let marks = rows.iter().flat_map(|row| &row[from..(from + by).min(columns)]);
                // Of equals the first one.
                marks.copied().reduce(|best, mark| if mark.layer > best.layer { mark } else { best })
            };
            (0..columns).step_by(by).filter_map(highest).collect()
        };
        let rows: Vec<Vec<Mark>> = self.rows.chunks(by).map(block).collect();
        let cells = self.cells * by as i64;
        // A rising board names each row by its lowest cell.
        let down = if self.rising { self.cells * (by as i64 - 1) } else { 0 };
        let corner = [self.corner[0], self.corner[1] - down];
        Sketch { corner, cells, rows, notes: self.notes.clone(), ..*self }
    }

    /// The coordinates to be written over columns `from..to`, each with the column it begins at.
    pub fn labels(&self, from: usize, to: usize) -> Vec<(usize, String)> {
        let mut labels: Vec<(usize, String)> = Vec::new();
        let room = if self.slanted { 2 } else { 1 };
        let even = |column: &usize| self.x_of(*column).rem_euclid(self.cells * LABELS_APART as i64) < self.cells;
        let first = (from..to).find(even);
        // The first column has its own, unless that would run into the next. A minus stands before the column.
        let word = self.x_of(from).to_string();
        let minus = |x: i64| usize::from(x < 0);
        let runs_into =
            |first: usize| (first - from) * room + minus(self.x_of(from)) <= word.len() + minus(self.x_of(first));
        if from < to && !first.is_some_and(runs_into) {
            labels.push((from, word));
        }
        labels.extend((from..to).filter(even).map(|column| (column, self.x_of(column).to_string())));
        labels
    }

    /// What is written right above a column: the last digit of its x, if each is a single cell, or where a label points.
    pub fn tick(&self, column: usize) -> char {
        let x = self.x_of(column);
        match self.cells {
            1 => char::from_digit((x % 10).unsigned_abs() as u32, 10).unwrap_or('|'),
            cells if x.rem_euclid(cells * LABELS_APART as i64) < cells => '|',
            _ => ' ',
        }
    }

    /// What the marks on the board stand for, each once: whoever moves first.
    pub fn legend(&self) -> Vec<Mark> {
        let mut marks: Vec<Mark> = Vec::new();
        for mark in self.rows.iter().flatten() {
            if !marks.contains(mark) {
                marks.push(*mark);
            }
        }
        marks.sort_by_key(|mark| (std::cmp::Reverse(mark.layer), mark.color.name(), mark.char));
        marks
    }

    /// How wide the coordinates at the left are.
    pub fn margin(&self) -> usize {
        let ends = [0, self.rows.len().saturating_sub(1)];
        ends.map(|row| self.y_of(row).to_string().len()).into_iter().max().unwrap_or(1).max(2)
    }

    /// The two lines of coordinates over the columns, behind `indent`.
    fn axis(&self, indent: usize) -> [String; 2] {
        let (columns, pitch) = (self.size()[0], if self.slanted { 2 } else { 1 });
        let mut words = " ".repeat(indent);
        for (column, word) in self.labels(0, columns) {
            // A minus stands before the column, so that digits stand over their column.
            let place = indent + column * pitch - usize::from(word.starts_with('-'));
            words.push_str(&" ".repeat(place.saturating_sub(words.chars().count())));
            words.truncate(place.max(indent - 1));
            words.push_str(&word);
        }
        let ticks: String = (0..columns).flat_map(|column| [self.tick(column), ' '].into_iter().take(pitch)).collect();
        [words, " ".repeat(indent) + &ticks].map(|line| line.trim_end().to_string())
    }
}

impl fmt::Display for Sketch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [columns, rows] = self.size();
        let pitch = if self.slanted { 2 } else { 1 };
        let by = (columns.max(rows) * pitch).div_ceil(MOST_COLUMNS * pitch);
        if by > 1 {
            return self.shrunk(by).fmt(f);
        }
        if columns > 0 {
            let margin = self.margin();
            self.axis(margin + 1).iter().try_for_each(|line| writeln!(f, "{line}"))?;
            for (row, marks) in self.rows.iter().enumerate() {
                let indent = if self.slanted { row } else { 0 };
                write!(f, "{:>margin$} {}", self.y_of(row), " ".repeat(indent))?;
                let chars: Vec<String> = marks.iter().map(|mark| mark.char.to_string()).collect();
                writeln!(f, "{}", chars.join(if self.slanted { " " } else { "" }).trim_end())?;
            }
            if self.slanted {
                // The columns have run to the right on their way down.
                let [words, ticks] = self.axis(margin + rows);
                writeln!(f, "{ticks}\n{words}")?;
            }
            if self.cells > 1 {
                writeln!(f, "{0} x {0} cells to a character", self.cells)?;
            }
        }
        f.write_str(&self.notes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIELD: Mark = Mark::ground('.', "field");
    const WALL: Mark = Mark::terrain('#', "wall", Color::Wall);
    const UNIT: Mark = Mark::unit('u', "unit", 1);

    #[test]
    fn marks_stand_where_they_are_put_and_can_be_read_off() {
        let mut sketch = Sketch::new((-2, -1), (11, 1), FIELD);
        sketch.put(0, -1, UNIT);
        sketch.put(11, 1, WALL);
        sketch.put(12, 1, WALL);
        sketch.put(0, -1, WALL);
        let text = "  -2 0         10\n   21012345678901\n-1 ..u...........\n 0 ..............\n 1 .............#\n";
        assert_eq!(sketch.to_string(), text);
        assert_eq!((sketch.spot_of([0, -1]), sketch.spot_of([12, 1])), (Some([2, 0]), None));
        assert_eq!((sketch.x_of(13), sketch.y_of(2)), (11, 1));
    }

    #[test]
    fn rows_of_hexes_lean_and_rising_ones_count_down() {
        let mut sketch = Sketch::new((-1, -1), (1, 1), FIELD).rising().slanted();
        sketch.put(1, 1, UNIT);
        sketch.put(-1, -1, WALL);
        let text = "  -1 0\n   1 0 1\n 1 . . u\n 0  . . .\n-1   # . .\n     1 0 1\n    -1 0\n";
        assert_eq!(sketch.to_string(), text);
        assert_eq!(sketch.spot_of([1, 1]), Some([2, 0]));
    }

    #[test]
    fn a_smaller_board_shows_what_matters_and_keeps_its_places() {
        for rising in [false, true] {
            let mut sketch = Sketch::new((0, 0), (9, 9), FIELD);
            if rising {
                sketch = sketch.rising();
            }
            sketch.put(4, 5, WALL);
            sketch.put(5, 5, UNIT);
            sketch.put(0, 9, UNIT);
            let small = sketch.shrunk(3);
            assert_eq!(small.size(), [4, 4]);
            for cell in [[5, 5], [0, 9]] {
                let [column, row] = small.spot_of(cell).unwrap();
                assert_eq!(small.rows()[row][column], UNIT, "{rising} {cell:?}");
                let (x, y) = (small.x_of(column), small.y_of(row));
                assert!((x..x + 3).contains(&cell[0]) && (y..y + 3).contains(&cell[1]), "{rising} {cell:?} {x} {y}");
            }
            assert!(small.to_string().contains("3 x 3 cells to a character"));
        }
    }

    #[test]
    fn endless_boards_are_drawn_on_what_there_is() {
        let mut sketch = Sketch::new((0, 0), (i64::from(i32::MAX) - 1, 3), FIELD);
        sketch.put(1 << 30, 0, UNIT);
        assert!(sketch.size()[0] <= 400);
        let text = sketch.to_string();
        assert!(text.contains('u') && text.lines().all(|line| line.chars().count() < 120), "{text}");
    }

    #[test]
    fn the_legend_names_every_mark_once() {
        let mut sketch = Sketch::new((0, 0), (3, 0), FIELD);
        sketch.put(1, 0, WALL);
        sketch.put(2, 0, UNIT);
        assert_eq!(sketch.legend(), [UNIT, WALL, FIELD]);
    }
}
