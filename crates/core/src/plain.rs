//! The plain board: the picture of a game that does not draw itself ([`Game::SHOW`](crate::Game::SHOW)).
//!
//! It is made from the view's JSON. Lists of texts become a grid of letters, objects with `x` and `y` stand on it,
//! lists of numbers become rows of cells, and everything else becomes a line of text.

use crate::scene::{Color, Fact, Grid, Ink, Item, Layer, Part, Scene, Shape, Side, Tale};
use crate::sketch::{Mark, Sketch};
use serde::Serialize;
use serde_json::{Map, Value};

/// A square of the plain grid, around its middle.
const CELL: &str = "M-0.5-0.5H0.5V0.5H-0.5Z";
/// A thing on it.
const DISC: &str = "M-0.38 0A0.38 0.38 0 1 0 0.38 0A0.38 0.38 0 1 0-0.38 0Z";

/// The picture of a view, with the seats' names on the scoreboard.
pub fn scene(view: &impl Serialize, seats: &[String]) -> Scene {
    let view = object(view);
    let mut board = Board::default();
    // Rows of numbers have no place of their own: they go below whatever has one.
    let (rows, placed): (Vec<_>, Vec<_>) = view.iter().partition(|(_, value)| numbers(value).is_some());
    placed.into_iter().chain(rows).for_each(|(key, value)| board.take(key, value));
    let [left, top, right, bottom] = board.reach;
    let side = |(i, name): (usize, &String)| Side {
        seat: i as u8,
        color: Color::Seat(i as u8),
        score: String::new(),
        facts: vec![Fact::new("seat", name)],
    };
    Scene {
        frame: [left, top, right - left, bottom - top],
        grid: Grid::SQUARES,
        items: board.items,
        sides: seats.iter().enumerate().map(side).collect(),
        status: board.status,
        gauges: Vec::new(),
    }
}

/// An event in words: its fields and their values.
pub fn tell(event: &impl Serialize) -> Tale {
    Tale { text: words(&object(event)), ..Tale::default() }
}

/// The board in words: a line for everything in the view, and rows of letters with coordinates at their edges.
///
/// ```
/// let view = serde_json::json!({"turn": 3, "board": ["#..", ".x."], "units": [{"x": 1, "y": 1}]});
/// let text = "turn: 3\nboard:\n   0\n   012\n 0 #..\n 1 .x.\nunits: x 1, y 1\n";
/// assert_eq!(skirmish_core::plain::sketch(&view).to_string(), text);
/// ```
pub fn sketch(view: &impl Serialize) -> Sketch {
    let mut text = String::new();
    for (key, value) in &object(view) {
        match texts(value) {
            Some(rows) => text += &format!("{key}:\n{}", letters(&rows)),
            None => text += &format!("{key}: {}\n", line(value)),
        }
    }
    Sketch::words(text)
}

/// Rows of letters as a board of them.
fn letters(rows: &[&str]) -> Sketch {
    let width = rows.iter().map(|row| row.chars().count()).max().unwrap_or(0);
    let mut sketch = Sketch::new((0, 0), (width as i64 - 1, rows.len() as i64 - 1), Mark::ground(' ', "nothing"));
    for (y, row) in rows.iter().enumerate() {
        for (x, letter) in row.chars().enumerate() {
            sketch.put(x as i64, y as i64, Mark::terrain(letter, "cell", Color::Ink));
        }
    }
    sketch
}

#[derive(Default)]
struct Board {
    items: Vec<Item>,
    status: Vec<Fact>,
    /// Left, top, right and bottom of everything on it.
    reach: [f32; 4],
}

impl Board {
    fn take(&mut self, key: &str, value: &Value) {
        if let Some(rows) = texts(value) {
            return self.letters(&rows);
        }
        if let Some(list) = numbers(value) {
            return self.numbers(key, list);
        }
        match value.as_array() {
            Some(list) if !list.is_empty() && list.iter().all(|one| cell(one).is_some()) => {
                list.iter().enumerate().for_each(|(i, one)| self.thing(key, i, one));
            }
            _ => self.status.push(Fact::new(key.to_string(), line(value))),
        }
    }

    fn letters(&mut self, rows: &[&str]) {
        for (y, row) in rows.iter().enumerate() {
            for (x, letter) in row.chars().enumerate() {
                let id = format!("c{x},{y}");
                self.square(id.clone(), [x as i64, y as i64]);
                self.text(format!("t{id}"), [x as f32, y as f32], 0.5, letter.to_string());
            }
        }
    }

    /// A list of numbers: its name, and a square for each, below what is there already.
    fn numbers(&mut self, key: &str, list: &[Value]) {
        let y = self.reach[3].ceil() as i64;
        for (i, number) in list.iter().enumerate() {
            let id = format!("n{key}{i}");
            self.square(id.clone(), [i as i64, y + 1]);
            if let Some(square) = self.items.last_mut() {
                square.title = format!("{key} {i}");
                square.facts.push(Fact::new("value", number));
            }
            self.text(format!("t{id}"), [i as f32, y as f32 + 1.0], 0.5, number.to_string());
        }
        self.text(format!("h{key}"), [(list.len() as f32 - 1.0) / 2.0, y as f32], 0.4, key.to_string());
        self.stretch([0.0, y as f32]);
    }

    /// Text over the squares, in the middle of its place.
    fn text(&mut self, id: String, place: [f32; 2], size: f32, text: String) {
        let shape = Shape::Text { text, size, ink: Ink::Color(Color::Ink) };
        self.items.push(Item::new(id, Layer::Unit, place, shape));
    }

    fn square(&mut self, id: String, at: [i64; 2]) {
        let place = Grid::SQUARES.centre(at[0], at[1]);
        let shape = Shape::Path(Part {
            d: CELL.into(),
            fill: Ink::Color(Color::Ground),
            stroke: Ink::Color(Color::GroundLine),
            width: 0.03,
            dashed: false,
        });
        let mut item = Item::new(id, Layer::Terrain, place, shape);
        item.cell = Some(at);
        self.items.push(item);
        self.stretch(place);
    }

    fn thing(&mut self, key: &str, index: usize, value: &Value) {
        let (Some(at), Some(fields)) = (cell(value), value.as_object()) else { return };
        let place = Grid::SQUARES.centre(at[0], at[1]);
        let id = match value["id"].as_i64() {
            // An id names a thing everywhere, but two lists may both count from 0.
            Some(id) if self.items.iter().all(|item| item.id != id.to_string()) => id.to_string(),
            _ => format!("{key}{index}"),
        };
        let shape = Shape::Path(Part {
            d: DISC.into(),
            fill: Ink::Tint,
            stroke: Ink::Color(Color::GroundLine),
            width: 0.04,
            dashed: false,
        });
        let mut item = Item::new(&id, Layer::Unit, place, shape);
        item.cell = Some(at);
        item.tint = Color::Seat((index % 2) as u8);
        item.title = format!("{key} {id}");
        item.facts = fields.iter().map(|(key, value)| Fact::new(key.clone(), line(value))).collect();
        self.items.push(item);
        self.stretch(place);
    }

    /// Makes the picture large enough for what stands there.
    fn stretch(&mut self, place: [f32; 2]) {
        let margin = 1.0;
        for (i, at) in place.into_iter().enumerate() {
            self.reach[i] = self.reach[i].min(at - margin);
            self.reach[i + 2] = self.reach[i + 2].max(at + margin);
        }
    }
}

fn object(value: &impl Serialize) -> Map<String, Value> {
    match serde_json::to_value(value).expect("views and events serialise") {
        Value::Object(fields) => fields,
        other => Map::from_iter([("value".to_string(), other)]),
    }
}

/// Where an object stands, if it stands somewhere.
fn cell(value: &Value) -> Option<[i64; 2]> {
    Some([value.get("x")?.as_i64()?, value.get("y")?.as_i64()?])
}

/// A list of numbers that has any.
fn numbers(value: &Value) -> Option<&Vec<Value>> {
    value.as_array().filter(|list| !list.is_empty() && list.iter().all(Value::is_number))
}

/// A list of texts that has more than one.
fn texts(value: &Value) -> Option<Vec<&str>> {
    let list = value.as_array().filter(|list| list.len() > 1)?;
    list.iter().map(Value::as_str).collect()
}

fn line(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Null => "none".into(),
        Value::Object(fields) => words(fields),
        Value::Array(list) => list.iter().map(line).collect::<Vec<_>>().join(", "),
        other => other.to_string(),
    }
}

fn words(fields: &Map<String, Value>) -> String {
    fields.iter().map(|(key, value)| format!("{key} {}", line(value))).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn letters_stand_in_their_squares_and_numbers_below_the_board() {
        let view = json!({"scores": [3, 4], "rows": ["x.", ".o", ".."]});
        let scene = scene(&view, &[]);
        let texts: Vec<(&str, [f32; 2])> = scene
            .items
            .iter()
            .filter_map(|item| match &item.shape {
                Shape::Text { text, .. } => Some((text.as_ref(), item.at)),
                _ => None,
            })
            .collect();
        assert!(texts.contains(&("x", [0.0, 0.0])) && texts.contains(&("o", [1.0, 1.0])), "{texts:?}");
        assert!(texts.contains(&("scores", [0.5, 3.0])) && texts.contains(&("4", [1.0, 4.0])), "{texts:?}");
        let mut squares: Vec<[i64; 2]> = scene.items.iter().filter_map(|item| item.cell).collect();
        let all = squares.len();
        squares.sort_unstable();
        squares.dedup();
        assert_eq!((all, squares.len()), (8, 8), "no square lies on another");
    }
}
