//! Changing many cells of a position at once: copied, turned, and made the image of others.
//!
//! It knows no game: things are entries with `x` and `y` in the lists of a position, tiles are letters in its rows, and the
//! [`Lie`] says how cells lie. What a thing says about directions and other cells is turned with it where its words tell:
//! `left`, `up`, `north`, ..., and pairs of keys such as `dest_x` and `dest_y`.

use super::{Brush, BrushKind, insert, letter_at, lists, set_tile};
use crate::scene::Grid;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The most cells that are changed at once.
const MOST_CELLS: usize = 40_000;
/// How far from a cell's centre the image of another may be and still be that cell.
const SLACK: f32 = 0.05;

/// How the board of a position lies.
#[derive(Clone, PartialEq, Debug)]
pub struct Lie {
    /// How its cells lie.
    pub grid: Grid,
    /// Left, top, width, height of the board.
    pub frame: [f32; 4],
    /// The names of its seats.
    pub seats: Vec<String>,
}

/// How a part of the board is turned.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Turn {
    /// Left becomes right.
    LeftRight,
    /// Up becomes down.
    UpDown,
    /// Half a turn.
    Half,
    /// A quarter to the right.
    Quarter,
}

/// A half of the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Half {
    /// What is left of the middle.
    Left,
    /// What is right of it.
    Right,
    /// What is above it.
    Top,
    /// What is below it.
    Bottom,
}

/// What was copied, where it was.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Clip {
    /// All cells of it. The first one is where it is held.
    pub cells: Vec<[i64; 2]>,
    /// What stands on them.
    pub things: Vec<Clipped>,
    /// What they are made of.
    pub tiles: Vec<Tile>,
}

/// A thing that was copied.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Clipped {
    /// The key of its list.
    pub list: String,
    /// The entry.
    #[schemars(with = "serde_json::Map<String, Value>")]
    pub entry: Value,
}

/// A letter that was copied.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Tile {
    /// Its cell.
    pub at: [i64; 2],
    /// The letter.
    pub letter: char,
}

/// One change of many cells.
#[derive(Clone, PartialEq, Debug, Deserialize, JsonSchema)]
#[serde(tag = "change", rename_all = "snake_case", deny_unknown_fields)]
pub enum AreaEdit {
    /// Takes everything off the cells between two.
    Clear {
        /// A corner.
        from: [i64; 2],
        /// The opposite one.
        to: [i64; 2],
    },
    /// Puts what was copied in the place of what is there.
    Paste {
        /// What was copied.
        clip: Clip,
        /// Where its first cell goes.
        at: [i64; 2],
    },
    /// Turns what is between two cells, or the whole board.
    Turn {
        /// How.
        turn: Turn,
        /// Two corners; the whole board without them.
        area: Option<[[i64; 2]; 2]>,
        /// Whether things change their owners.
        swap: bool,
    },
    /// Makes one half of the board the image of the other, which stays.
    Mirror {
        /// The half that stays.
        keep: Half,
        /// Turned by half a turn instead of mirrored.
        turned: bool,
        /// Whether the image belongs to the other side.
        swap: bool,
    },
}

impl AreaEdit {
    /// Makes the change, or says why it cannot be made and changes nothing.
    pub fn apply(&self, position: &mut Value, brushes: &[Brush], lie: &Lie) -> Result<(), String> {
        let mut changed = position.clone();
        match self {
            AreaEdit::Clear { from, to } => {
                let cells = lie.between(*from, *to)?;
                clear(&mut changed, brushes, &cells);
                let open = rows(brushes).and_then(|(_, _, letters)| letters.first().copied());
                if let Some(letter) = open {
                    let tiles: Vec<Tile> = cells.iter().map(|&at| Tile { at, letter }).collect();
                    lay(&mut changed, brushes, &tiles);
                }
            }
            AreaEdit::Paste { clip, at } => {
                let [x, y] = clip.cells.first().copied().ok_or("nothing was copied")?;
                if clip.cells.len() > MOST_CELLS {
                    return Err(format!("that are more than {MOST_CELLS} cells"));
                }
                paste(&mut changed, brushes, &clip.moved([at[0] - x, at[1] - y]));
            }
            AreaEdit::Turn { turn, area, swap } => {
                let seats = swap.then_some(&lie.seats[..]);
                let clip = match area {
                    Some([from, to]) => {
                        let clip = Clip::of(&changed, brushes, lie.between(*from, *to)?);
                        clear(&mut changed, brushes, &clip.cells);
                        let turned = clip.turned(lie, *turn, seats)?;
                        // Where it was, as nearly as cells allow.
                        let [was, is] = [&clip, &turned].map(|clip| middle(&clip.cells, lie));
                        let by = lie.cell([was[0] - is[0] + lie.grid.origin[0], was[1] - is[1] + lie.grid.origin[1]]);
                        turned.moved(by)
                    }
                    None => {
                        let clip = Clip::of(&changed, brushes, lie.all(&changed, brushes)?);
                        clear(&mut changed, brushes, &clip.cells);
                        let about = lie.middle(&changed, brushes, *turn)?;
                        clip.mapped(|cell| lie.image(about, *turn, cell), *turn, seats)?
                    }
                };
                paste(&mut changed, brushes, &clip);
            }
            AreaEdit::Mirror { keep, turned, swap } => {
                let turn = match (turned, keep) {
                    (true, _) => Turn::Half,
                    (false, Half::Left | Half::Right) => Turn::LeftRight,
                    (false, Half::Top | Half::Bottom) => Turn::UpDown,
                };
                let about = lie.middle(&changed, brushes, turn)?;
                let side = |cell: [i64; 2]| {
                    let [x, y] = lie.grid.centre(cell[0], cell[1]);
                    match keep {
                        Half::Left => about[0] - x,
                        Half::Right => x - about[0],
                        Half::Top => about[1] - y,
                        Half::Bottom => y - about[1],
                    }
                };
                let (kept, others): (Vec<_>, Vec<_>) = lie
                    .all(&changed, brushes)?
                    .into_iter()
                    .filter(|cell| side(*cell).abs() > SLACK)
                    .partition(|cell| side(*cell) > 0.0);
                let clip = Clip::of(&changed, brushes, kept);
                clear(&mut changed, brushes, &others);
                let seats = swap.then_some(&lie.seats[..]);
                paste(&mut changed, brushes, &clip.mapped(|cell| lie.image(about, turn, cell), turn, seats)?);
            }
        }
        *position = changed;
        Ok(())
    }
}

impl Clip {
    /// What is on these cells.
    pub fn of(position: &Value, brushes: &[Brush], cells: Vec<[i64; 2]>) -> Clip {
        let on: std::collections::HashSet<[i64; 2]> = cells.iter().copied().collect();
        let things = lists(position, brushes).into_iter().flat_map(|list| {
            let entries = position[list].as_array().map_or(&[][..], Vec::as_slice);
            let standing = entries.iter().filter(|entry| cell_of(entry).is_some_and(|cell| on.contains(&cell)));
            standing.map(move |entry| Clipped { list: list.into(), entry: entry.clone() })
        });
        let things = things.collect();
        let tile = |&at: &[i64; 2]| {
            let (key, top_first, _) = rows(brushes)?;
            Some(Tile { at, letter: letter_at(position, key, top_first, at[0], at[1])? })
        };
        let tiles = cells.iter().filter_map(tile).collect();
        Clip { cells, things, tiles }
    }

    /// The same, so many cells farther on.
    fn moved(&self, [dx, dy]: [i64; 2]) -> Clip {
        let by = |[x, y]: [i64; 2]| Some([x.checked_add(dx)?, y.checked_add(dy)?]);
        // Nobody means cells at the end of all numbers.
        self.clone().placed(|cell| by(cell).unwrap_or(cell))
    }

    /// The same, turned about its first cell.
    pub fn turned(&self, lie: &Lie, turn: Turn, swap: Option<&[String]>) -> Result<Clip, String> {
        let [x, y] = self.cells.first().copied().unwrap_or_default();
        let about = lie.grid.centre(x, y);
        self.mapped(|cell| lie.image(about, turn, cell), turn, swap)
    }

    fn mapped(
        &self,
        image: impl Fn([i64; 2]) -> Option<[i64; 2]>,
        turn: Turn,
        swap: Option<&[String]>,
    ) -> Result<Clip, String> {
        let there = |cell| image(cell).ok_or_else(|| "the cells of this board cannot be turned like that".to_string());
        for cell in &self.cells {
            there(*cell)?;
        }
        let mut clip = self.clone().placed(|cell| image(cell).unwrap_or(cell));
        for thing in &mut clip.things {
            for (_, value) in thing.entry.as_object_mut().into_iter().flatten() {
                let Some(word) = value.as_str() else { continue };
                let turned = turned_word(word, turn).map(String::from);
                if let Some(other) = turned.or_else(|| swapped(word, swap?)) {
                    *value = other.into();
                }
            }
        }
        Ok(clip)
    }

    /// The same on other cells.
    fn placed(mut self, to: impl Fn([i64; 2]) -> [i64; 2]) -> Clip {
        self.cells.iter_mut().for_each(|cell| *cell = to(*cell));
        self.tiles.iter_mut().for_each(|tile| tile.at = to(tile.at));
        for thing in &mut self.things {
            let Some(map) = thing.entry.as_object_mut() else { continue };
            let pairs: Vec<String> = map.keys().filter_map(|key| key.strip_suffix('x').map(String::from)).collect();
            for stem in pairs.iter().filter(|stem| stem.is_empty() || stem.ends_with('_')) {
                let (x, y) = (format!("{stem}x"), format!("{stem}y"));
                let pair = map.get(&x).and_then(Value::as_i64).zip(map.get(&y).and_then(Value::as_i64));
                if let Some((was_x, was_y)) = pair {
                    let [new_x, new_y] = to([was_x, was_y]);
                    map.insert(x, new_x.into());
                    map.insert(y, new_y.into());
                }
            }
        }
        self
    }
}

impl Lie {
    /// The cells between two corners, as they lie on the screen; the first corner is the first.
    pub fn between(&self, from: [i64; 2], to: [i64; 2]) -> Result<Vec<[i64; 2]>, String> {
        let [a, b] = [from, to].map(|cell| self.grid.centre(cell[0], cell[1]));
        let mut cells = self.within([
            a[0].min(b[0]) - SLACK,
            a[1].min(b[1]) - SLACK,
            a[0].max(b[0]) + SLACK,
            a[1].max(b[1]) + SLACK,
        ])?;
        cells.sort_by_key(|cell| *cell != from);
        Ok(cells)
    }

    /// All cells of the board: those of its rows, or those in its frame; and wherever else something stands.
    fn all(&self, position: &Value, brushes: &[Brush]) -> Result<Vec<[i64; 2]>, String> {
        let mut cells = match size(position, brushes) {
            Some([wide, high]) if wide.saturating_mul(high) <= MOST_CELLS as i64 => {
                (0..high).flat_map(|y| (0..wide).map(move |x| [x, y])).collect()
            }
            Some(_) => return Err(format!("the board has more than {MOST_CELLS} cells")),
            None => {
                let [left, top, width, height] = self.frame;
                self.within([left, top, left + width, top + height])?
            }
        };
        let things = lists(position, brushes).into_iter().filter_map(|list| position[list].as_array()).flatten();
        cells.extend(things.filter_map(cell_of));
        cells.sort_unstable();
        cells.dedup();
        Ok(cells)
    }

    /// The cells whose centres are in a rectangle of the board: left, top, right, bottom.
    fn within(&self, [left, top, right, bottom]: [f32; 4]) -> Result<Vec<[i64; 2]>, String> {
        let corners = [[left, top], [right, top], [left, bottom], [right, bottom]].map(|point| self.cell(point));
        let range = |i: usize| {
            let ends = corners.map(|cell| cell[i]);
            let (least, most) = (ends.into_iter().min().unwrap_or(0), ends.into_iter().max().unwrap_or(0));
            least.saturating_sub(1)..=most.saturating_add(1)
        };
        let count =
            |range: &std::ops::RangeInclusive<i64>| range.end().saturating_sub(*range.start()).saturating_add(1);
        let (columns, lines) = (range(0), range(1));
        if count(&columns).saturating_mul(count(&lines)) > 4 * MOST_CELLS as i64 {
            return Err(format!("that are more than {MOST_CELLS} cells"));
        }
        let cells = lines.flat_map(|y| columns.clone().map(move |x| [x, y]));
        let inside = |cell: &[i64; 2]| {
            let [x, y] = self.grid.centre(cell[0], cell[1]);
            (left..=right).contains(&x) && (top..=bottom).contains(&y)
        };
        Ok(cells.filter(inside).collect())
    }

    /// A point of the board in steps of the grid.
    fn steps(&self, [x, y]: [f32; 2]) -> [f32; 2] {
        let Grid { origin, right, up, .. } = self.grid;
        let (dx, dy) = (x - origin[0], y - origin[1]);
        let across = right[0] * up[1] - right[1] * up[0];
        [(dx * up[1] - dy * up[0]) / across, (right[0] * dy - right[1] * dx) / across]
    }

    /// The cell nearest to a point.
    fn cell(&self, point: [f32; 2]) -> [i64; 2] {
        self.steps(point).map(|step| step.round() as i64)
    }

    /// Where a cell is after a turn about a point; `None` if no cell is there.
    fn image(&self, about: [f32; 2], turn: Turn, cell: [i64; 2]) -> Option<[i64; 2]> {
        let [x, y] = self.grid.centre(cell[0], cell[1]);
        let [dx, dy] = turned_step(turn, [x - about[0], y - about[1]]);
        let steps = self.steps([about[0] + dx, about[1] + dy]);
        steps.iter().all(|step| (step - step.round()).abs() < SLACK).then(|| steps.map(|step| step.round() as i64))
    }

    /// The middle of the board for a turn: the point nearest to it about which cells come to lie on cells.
    fn middle(&self, position: &Value, brushes: &[Brush], turn: Turn) -> Result<[f32; 2], String> {
        let [left, top, width, height] = self.frame;
        let middle = match size(position, brushes) {
            Some([wide, high]) => {
                let [first, last] = [self.grid.centre(0, 0), self.grid.centre(wide - 1, high - 1)];
                [(first[0] + last[0]) / 2.0, (first[1] + last[1]) / 2.0]
            }
            None => [left + width / 2.0, top + height / 2.0],
        };
        let near = self.cell(middle);
        let fits = |about: &[f32; 2]| {
            let samples = [[0, 0], [1, 0], [0, 1]].map(|[x, y]| [near[0] + x, near[1] + y]);
            samples.into_iter().all(|cell| self.image(*about, turn, cell).is_some())
        };
        // Such points are the centres of cells, and the middles between two.
        let halves = (-4..=4).flat_map(|i| (-4..=4).map(move |j| (i as f32 / 2.0, j as f32 / 2.0)));
        let Grid { right, up, .. } = self.grid;
        let centre = self.grid.centre(near[0], near[1]);
        let around = halves.map(|(i, j)| [0, 1].map(|k| centre[k] + i * right[k] + j * up[k]));
        let far = |point: &[f32; 2]| (point[0] - middle[0]).hypot(point[1] - middle[1]);
        let found = around.filter(fits).min_by(|a, b| far(a).total_cmp(&far(b)));
        found.ok_or_else(|| "the cells of this board cannot be turned like that".into())
    }
}

/// A step on the board after a turn; y goes down.
fn turned_step(turn: Turn, [x, y]: [f32; 2]) -> [f32; 2] {
    match turn {
        Turn::LeftRight => [-x, y],
        Turn::UpDown => [x, -y],
        Turn::Half => [-x, -y],
        Turn::Quarter => [-y, x],
    }
}

/// The names of directions, by step.
const DIRECTIONS: [[(&str, [f32; 2]); 4]; 2] = [
    [("right", [1.0, 0.0]), ("left", [-1.0, 0.0]), ("up", [0.0, -1.0]), ("down", [0.0, 1.0])],
    [("east", [1.0, 0.0]), ("west", [-1.0, 0.0]), ("north", [0.0, -1.0]), ("south", [0.0, 1.0])],
];

/// The name of a direction after a turn.
fn turned_word(word: &str, turn: Turn) -> Option<&'static str> {
    DIRECTIONS.iter().find_map(|names| {
        let (_, step) = names.iter().find(|(name, _)| *name == word)?;
        let step = turned_step(turn, *step);
        names.iter().find(|(_, other)| *other == step).map(|(name, _)| *name)
    })
}

/// The seat across the table.
fn swapped(word: &str, seats: &[String]) -> Option<String> {
    let seat = seats.iter().position(|name| name == word)?;
    Some(seats[seats.len() - 1 - seat].clone())
}

/// Where something stands.
fn cell_of(entry: &Value) -> Option<[i64; 2]> {
    Some([entry["x"].as_i64()?, entry["y"].as_i64()?])
}

/// The middle of some cells.
fn middle(cells: &[[i64; 2]], lie: &Lie) -> [f32; 2] {
    let points = || cells.iter().map(|cell| lie.grid.centre(cell[0], cell[1]));
    [0, 1].map(|i| {
        let (least, most) =
            points().fold((f32::MAX, f32::MIN), |(least, most), point| (least.min(point[i]), most.max(point[i])));
        (least + most) / 2.0
    })
}

/// The rows of the board: their key, whether the top one is first, and their letters, that of the open field first.
fn rows(brushes: &[Brush]) -> Option<(&'static str, bool, Vec<char>)> {
    let tiles = brushes.iter().filter_map(|brush| match brush.kind {
        BrushKind::Tile { rows, letter, top_first } => Some((rows, top_first, letter)),
        BrushKind::Thing { .. } => None,
    });
    let all: Vec<_> = tiles.collect();
    let (key, top_first, _) = *all.first()?;
    Some((key, top_first, all.iter().map(|(.., letter)| *letter).collect()))
}

/// How many columns and rows a board of rows has.
fn size(position: &Value, brushes: &[Brush]) -> Option<[i64; 2]> {
    let (key, ..) = rows(brushes)?;
    let rows = position[key].as_array()?;
    Some([rows.first()?.as_str()?.chars().count() as i64, rows.len() as i64])
}

/// Takes all things off some cells.
fn clear(position: &mut Value, brushes: &[Brush], cells: &[[i64; 2]]) {
    let on: std::collections::HashSet<&[i64; 2]> = cells.iter().collect();
    let lists: Vec<String> = lists(position, brushes).into_iter().map(String::from).collect();
    for list in lists {
        if let Some(entries) = position[&list].as_array_mut() {
            entries.retain(|entry| cell_of(entry).is_none_or(|cell| !on.contains(&cell)));
        }
    }
}

/// Writes letters; those beyond the board have no place.
fn lay(position: &mut Value, brushes: &[Brush], tiles: &[Tile]) {
    let Some((key, top_first, _)) = rows(brushes) else { return };
    for Tile { at, letter } in tiles {
        let _beyond = set_tile(position, key, *letter, top_first, at[0], at[1]);
    }
}

/// Puts what was copied where it says it is, in the place of what was there.
fn paste(position: &mut Value, brushes: &[Brush], clip: &Clip) {
    clear(position, brushes, &clip.cells);
    lay(position, brushes, &clip.tiles);
    for Clipped { list, entry } in &clip.things {
        let brush = brushes.iter().find_map(|brush| match &brush.kind {
            BrushKind::Thing { list: of, next, sorted, .. } if of == list => Some((*next, *sorted)),
            _ => None,
        });
        let (next, sorted) = brush.unwrap_or((None, &[]));
        insert(position, list, entry.clone(), next, sorted);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::GridKind;
    use serde_json::json;

    fn brushes() -> [Brush; 3] {
        [
            Brush::thing("unit", "units", json!({"id": 0, "owner": "a"})).numbered("next_id"),
            Brush::tile("open", "rows", '.', true),
            Brush::tile("wall", "rows", '#', true),
        ]
    }

    fn squares() -> Lie {
        // y grows upwards, as the first row is the top one.
        let grid = Grid { origin: [0.5, 2.5], up: [0.0, -1.0], ..Grid::SQUARES };
        Lie { grid, frame: [0.0, 0.0, 4.0, 3.0], seats: vec!["a".into(), "b".into()] }
    }

    fn board() -> Value {
        let unit = json!({"id": 4, "owner": "a", "x": 0, "y": 2, "facing": "right", "dest_x": 3, "dest_y": 0});
        let other = json!({"id": 5, "owner": "b", "x": 3, "y": 1});
        json!({"next_id": 9, "rows": ["#...", ".#..", "...."], "units": [unit, other]})
    }

    fn change(position: &Value, lie: &Lie, change: Value) -> Result<Value, String> {
        let mut changed = position.clone();
        serde_json::from_value::<AreaEdit>(change).unwrap().apply(&mut changed, &brushes(), lie)?;
        Ok(changed)
    }

    #[test]
    fn the_other_half_is_made_of_one() {
        let made =
            change(&board(), &squares(), json!({"change": "mirror", "keep": "left", "turned": false, "swap": true}));
        let made = made.unwrap();
        assert_eq!(made["rows"], json!(["#..#", ".##.", "...."]));
        let image = json!({"id": 9, "owner": "b", "x": 3, "y": 2, "facing": "left", "dest_x": 0, "dest_y": 0});
        assert_eq!(made["units"], json!([board()["units"][0], image]));
        assert_eq!(made["next_id"], 10);
        let made =
            change(&board(), &squares(), json!({"change": "mirror", "keep": "left", "turned": true, "swap": false}));
        let made = made.unwrap();
        assert_eq!(made["rows"], json!(["#...", ".##.", "...#"]));
        let image = json!({"id": 9, "owner": "a", "x": 3, "y": 0, "facing": "left", "dest_x": 0, "dest_y": 2});
        assert_eq!(made["units"][1], image);
        // What lies on the axis stays.
        let made =
            change(&board(), &squares(), json!({"change": "mirror", "keep": "bottom", "turned": false, "swap": true}));
        let made = made.unwrap();
        assert_eq!((&made["rows"], &made["units"]), (&json!(["....", ".#..", "...."]), &json!([board()["units"][1]])));
    }

    #[test]
    fn turning_twice_changes_nothing_but_numbers() {
        let without_ids = |mut position: Value| {
            position["next_id"] = 0.into();
            for unit in position["units"].as_array_mut().unwrap() {
                unit["id"] = 0.into();
            }
            position
        };
        for turn in ["left_right", "up_down", "half"] {
            for area in [Value::Null, json!([[0, 0], [2, 2]])] {
                let turn = json!({"change": "turn", "turn": turn, "area": area, "swap": true});
                let once = change(&board(), &squares(), turn.clone()).unwrap();
                assert_ne!(without_ids(once.clone()), without_ids(board()), "{turn}");
                let mut twice = without_ids(change(&once, &squares(), turn.clone()).unwrap());
                twice["units"].as_array_mut().unwrap().sort_by_key(|unit| unit["x"].as_i64());
                assert_eq!(twice, without_ids(board()), "{turn}");
            }
        }
        // A quarter keeps a square area where it is.
        let quarter = json!({"change": "turn", "turn": "quarter", "area": [[0, 0], [2, 2]], "swap": false});
        assert_eq!(change(&board(), &squares(), quarter).unwrap()["rows"], json!(["..#.", ".#..", "...."]));
    }

    #[test]
    fn an_area_is_copied_cut_and_pasted() {
        let (lie, brushes) = (squares(), brushes());
        let clip = Clip::of(&board(), &brushes, lie.between([0, 2], [1, 1]).unwrap());
        assert_eq!((clip.cells.len(), clip.things.len(), clip.tiles.len()), (4, 1, 4));
        assert_eq!(clip.cells[0], [0, 2], "it is held where it was begun");
        let cut = change(&board(), &lie, json!({"change": "clear", "from": [0, 2], "to": [1, 1]})).unwrap();
        assert_eq!((&cut["rows"], cut["units"].as_array().unwrap().len()), (&json!(["....", "....", "...."]), 1));
        let pasted = change(&cut, &lie, json!({"change": "paste", "clip": clip, "at": [2, 2]})).unwrap();
        assert_eq!(pasted["rows"], json!(["..#.", "...#", "...."]));
        // What stood there is gone, and what goes beyond the board has no letters.
        assert_eq!(
            pasted["units"],
            json!([{"id": 9, "owner": "a", "x": 2, "y": 2, "facing": "right", "dest_x": 5, "dest_y": 0}])
        );
        change(&cut, &lie, json!({"change": "paste", "clip": clip, "at": [3, 0]})).unwrap();
        let nothing = json!({"cells": [], "things": [], "tiles": []});
        assert!(change(&cut, &lie, json!({"change": "paste", "clip": nothing, "at": [2, 2]})).is_err());
        assert!(change(&cut, &lie, json!({"change": "clear", "from": [0, 0], "to": [1_000_000, 9]})).is_err());
    }

    #[test]
    fn hexes_are_turned_as_far_as_they_can_be() {
        let grid = Grid { kind: GridKind::Hex, origin: [0.0, 0.0], right: [1.0, 0.0], up: [0.5, -0.866_025_4] };
        let lie = Lie { grid, frame: [-2.0, -2.0, 4.0, 4.0], seats: Vec::new() };
        let position = json!({"units": [{"id": 1, "x": 1, "y": 0}, {"id": 2, "x": 0, "y": 1}]});
        let turned = |turn: &str| {
            let mut changed = position.clone();
            let change = json!({"change": "turn", "turn": turn, "area": null, "swap": false});
            let applied = serde_json::from_value::<AreaEdit>(change).unwrap().apply(&mut changed, &[], &lie);
            applied.map(|()| {
                changed["units"].as_array().unwrap().iter().map(|unit| cell_of(unit).unwrap()).collect::<Vec<_>>()
            })
        };
        assert_eq!(turned("half").unwrap(), [[-1, 0], [0, -1]]);
        assert_eq!(turned("left_right").unwrap(), [[-1, 0], [-1, 1]]);
        assert_eq!(turned("up_down").unwrap(), [[1, 0], [1, -1]]);
        assert!(turned("quarter").unwrap_err().contains("cannot be turned"));
    }
}
