//! Changing a position piece by piece, for the scenario editor. The result need not be playable;
//! [`Documents::from_position`](crate::Documents::from_position) judges that.
//!
//! ```
//! use serde_json::json;
//! use skirmish_core::edit::{Brush, Edit};
//!
//! let brushes = [
//!     Brush::tile("open", "rows", '.', false),
//!     Brush::tile("wall", "rows", '#', false),
//!     Brush::thing("rock", "rocks", json!({"id": 0, "hp": 5})),
//! ];
//! let mut position = json!({"rows": ["..", ".."], "rocks": []});
//! let mut put = |brush: &str, x, y| Edit::Put { brush: brush.into(), x, y }.apply(&mut position, &brushes);
//! put("wall", 0, 1).unwrap();
//! put("rock", 1, 0).unwrap();
//! assert_eq!(
//!     put("rok", 0, 0).unwrap_err(),
//!     "there is no brush \"rok\"; did you mean \"rock\"? There are: open, wall, rock",
//! );
//! assert_eq!(position, json!({"rows": ["..", "#."], "rocks": [{"id": 0, "hp": 5, "x": 1, "y": 0}]}));
//! ```

mod area;

pub use area::{AreaEdit, Clip, Clipped, Half, Lie, Tile, Turn};

use crate::names::unknown;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::borrow::Cow;

/// Something that can be put on the board.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Brush {
    /// The text on its button: "wall", "zombie", "medic".
    pub name: Cow<'static, str>,
    /// The picture on its button: one of the game's symbols, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub symbol: Option<Cow<'static, str>>,
    /// Whose it is, if it is a seat's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<u8>,
    /// What it does to a position.
    #[serde(skip)]
    pub kind: BrushKind,
}

/// What a brush does to a position.
#[derive(Clone, PartialEq, Debug)]
pub enum BrushKind {
    /// An entry of a list of the position.
    Thing {
        /// The key of the list.
        list: &'static str,
        /// The entry; `x`, `y` and, where it has one, `id` are filled in.
        entry: Value,
        /// The key that holds the next thing's id; without one, ids go on from the highest.
        next: Option<&'static str>,
        /// The keys that the list is sorted by; empty if its order is free.
        sorted: &'static [&'static str],
    },
    /// A letter in the rows of the board.
    Tile {
        /// The key of the rows.
        rows: &'static str,
        /// The letter that stands for it.
        letter: char,
        /// The first row is the one with the highest y.
        top_first: bool,
    },
}

impl Brush {
    /// Puts `entry`, a JSON object, into a list of the position.
    pub fn thing(name: impl Into<Cow<'static, str>>, list: &'static str, entry: Value) -> Brush {
        let kind = BrushKind::Thing { list, entry, next: None, sorted: &[] };
        Brush { name: name.into(), symbol: None, seat: None, kind }
    }

    /// Puts a letter into the rows of the position.
    pub fn tile(name: impl Into<Cow<'static, str>>, rows: &'static str, letter: char, top_first: bool) -> Brush {
        Brush { name: name.into(), symbol: None, seat: None, kind: BrushKind::Tile { rows, letter, top_first } }
    }

    /// Looks like one of the game's symbols.
    pub fn looks(self, symbol: impl Into<Cow<'static, str>>) -> Brush {
        Brush { symbol: Some(symbol.into()), ..self }
    }

    /// Belongs to a seat.
    pub fn belongs(self, seat: u8) -> Brush {
        Brush { seat: Some(seat), ..self }
    }

    /// Takes ids from this key of the position, and counts it up.
    pub fn numbered(mut self, key: &'static str) -> Brush {
        if let BrushKind::Thing { next, .. } = &mut self.kind {
            *next = Some(key);
        }
        self
    }

    /// Keeps the list sorted by these keys.
    pub fn sorted(mut self, keys: &'static [&'static str]) -> Brush {
        if let BrushKind::Thing { sorted, .. } = &mut self.kind {
            *sorted = keys;
        }
        self
    }
}

/// One change of a position.
#[derive(Clone, PartialEq, Debug, Deserialize, JsonSchema)]
#[serde(tag = "edit", rename_all = "snake_case", deny_unknown_fields)]
pub enum Edit {
    /// Uses a brush on a cell.
    Put {
        /// The brush's name.
        brush: String,
        /// The cell's first coordinate.
        x: i64,
        /// The cell's second coordinate.
        y: i64,
    },
    /// Takes the topmost thing off a cell; if there is none, makes it an open field.
    Erase {
        /// The cell's first coordinate.
        x: i64,
        /// The cell's second coordinate.
        y: i64,
    },
    /// Moves everything that stands on a cell.
    Move {
        /// The cell they stand on.
        from: [i64; 2],
        /// The cell they are to stand on.
        to: [i64; 2],
    },
    /// Sets a value.
    Set {
        /// Where: a JSON pointer.
        pointer: String,
        /// The new value.
        value: Value,
    },
    /// Takes a value away that need not be there.
    Remove {
        /// Where: a JSON pointer.
        pointer: String,
    },
}

/// A thing in a position, for whoever wants to change its values.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Placed {
    /// Where it is in the position: a JSON pointer.
    pub pointer: String,
    /// The thing itself.
    #[schemars(with = "serde_json::Map<String, Value>")]
    pub entry: Value,
}

impl Edit {
    /// Makes the change, or says why it cannot be made and changes nothing.
    pub fn apply(&self, position: &mut Value, brushes: &[Brush]) -> Result<(), String> {
        match self {
            Edit::Put { brush, x, y } => {
                let found = brushes.iter().find(|one| one.name == *brush);
                let known = || brushes.iter().map(|brush| &*brush.name);
                let brush = found.ok_or_else(|| unknown("brush", brush, known()))?;
                put(position, brush, *x, *y)
            }
            Edit::Erase { x, y } => erase(position, brushes, *x, *y),
            Edit::Move { from, to } => {
                let things = things_at(position, brushes, from[0], from[1]);
                if things.is_empty() {
                    return Err(format!("nothing stands on ({}, {})", from[0], from[1]));
                }
                for thing in things {
                    if let Some(entry) = position.pointer_mut(&thing.pointer) {
                        (entry["x"], entry["y"]) = (to[0].into(), to[1].into());
                    }
                }
                Ok(())
            }
            Edit::Set { pointer, value } => set(position, pointer, value),
            Edit::Remove { pointer } => {
                let (parent, key) =
                    pointer.rsplit_once('/').ok_or_else(|| format!("{pointer} is not a JSON pointer"))?;
                let map = position.pointer_mut(parent).and_then(Value::as_object_mut);
                let gone = map.and_then(|map| map.shift_remove(&unescaped(key)));
                gone.map(drop).ok_or_else(|| format!("there is no {pointer} in the position"))
            }
        }
    }
}

/// The things on a cell, the topmost first.
pub fn things_at(position: &Value, brushes: &[Brush], x: i64, y: i64) -> Vec<Placed> {
    let mut found = Vec::new();
    for list in lists(position, brushes) {
        let entries = position[list].as_array().map_or(&[][..], Vec::as_slice);
        for (i, entry) in entries.iter().enumerate() {
            if entry["x"] == x && entry["y"] == y {
                found.push(Placed { pointer: format!("/{list}/{i}"), entry: entry.clone() });
            }
        }
    }
    found
}

/// The lists of things that have a place, each once: those that brushes add to first.
fn lists<'a>(position: &'a Value, brushes: &[Brush]) -> Vec<&'a str> {
    let brushed = brushes.iter().filter_map(|brush| match brush.kind {
        BrushKind::Thing { list, .. } => Some(list),
        BrushKind::Tile { .. } => None,
    });
    let has_place = |value: &Value| value.as_array().is_some_and(|list| list.iter().any(|one| one.get("x").is_some()));
    let others = position.as_object().into_iter().flatten().filter(|(_, value)| has_place(value));
    let mut lists: Vec<&str> = Vec::new();
    for list in brushed.chain(others.map(|(key, _)| key.as_str())) {
        if !lists.contains(&list) {
            lists.push(list);
        }
    }
    lists
}

fn put(position: &mut Value, brush: &Brush, x: i64, y: i64) -> Result<(), String> {
    match &brush.kind {
        BrushKind::Tile { rows, letter, top_first } => set_tile(position, rows, *letter, *top_first, x, y),
        BrushKind::Thing { list, entry, next, sorted } => {
            if !position[*list].is_array() {
                return Err(format!("the position has no list /{list}"));
            }
            let mut entry = entry.clone();
            (entry["x"], entry["y"]) = (x.into(), y.into());
            insert(position, list, entry, *next, sorted);
            Ok(())
        }
    }
}

/// Adds an entry to a list, if there is one, with a number of its own where things have numbers.
fn insert(position: &mut Value, list: &str, mut entry: Value, next: Option<&str>, sorted: &[&str]) {
    let Some(entries) = position[list].as_array() else { return };
    if entry.get("id").is_some() {
        let highest = entries.iter().filter_map(|entry| entry["id"].as_i64()).max().unwrap_or(-1);
        let id = next.and_then(|next| position[next].as_i64()).unwrap_or(highest.saturating_add(1));
        entry["id"] = id.into();
        if let Some(next) = next {
            position[next] = id.saturating_add(1).into();
        }
    }
    let key = |one: &Value| sorted.iter().map(|key| one[*key].as_i64()).collect::<Vec<_>>();
    let entries = position[list].as_array_mut().expect("it was a list");
    let at = if sorted.is_empty() { entries.len() } else { entries.partition_point(|one| key(one) <= key(&entry)) };
    entries.insert(at, entry);
}

/// The letter of a cell.
fn letter_at(position: &Value, key: &str, top_first: bool, x: i64, y: i64) -> Option<char> {
    let rows = position[key].as_array()?;
    let y = if top_first { rows.len() as i64 - 1 - y } else { y };
    rows.get(usize::try_from(y).ok()?)?.as_str()?.chars().nth(usize::try_from(x).ok()?)
}

fn erase(position: &mut Value, brushes: &[Brush], x: i64, y: i64) -> Result<(), String> {
    if let Some(thing) = things_at(position, brushes, x, y).into_iter().next() {
        let (list, index) = thing.pointer.trim_start_matches('/').split_once('/').expect("a list and an index");
        let index: usize = index.parse().expect("an index");
        position[list].as_array_mut().expect("it was a list").remove(index);
        return Ok(());
    }
    // The first tile among the brushes is the open field.
    match brushes.iter().find_map(|brush| match brush.kind {
        BrushKind::Tile { rows, letter, top_first } => Some((rows, letter, top_first)),
        BrushKind::Thing { .. } => None,
    }) {
        Some((rows, letter, top_first)) => set_tile(position, rows, letter, top_first, x, y),
        None => Err(format!("nothing is on ({x}, {y})")),
    }
}

fn set_tile(position: &mut Value, key: &str, letter: char, top_first: bool, x: i64, y: i64) -> Result<(), String> {
    let rows = position[key].as_array_mut().ok_or_else(|| format!("the position has no rows /{key}"))?;
    let outside = || format!("({x}, {y}) is outside the board");
    let y = if top_first { rows.len() as i64 - 1 - y } else { y };
    let row = usize::try_from(y).ok().and_then(|y| rows.get_mut(y)).ok_or_else(outside)?;
    let mut letters: Vec<char> = row.as_str().unwrap_or_default().chars().collect();
    *usize::try_from(x).ok().and_then(|x| letters.get_mut(x)).ok_or_else(outside)? = letter;
    *row = letters.into_iter().collect::<String>().into();
    Ok(())
}

fn set(position: &mut Value, pointer: &str, value: &Value) -> Result<(), String> {
    let (parent, key) = pointer.rsplit_once('/').ok_or_else(|| format!("{pointer} is not a JSON pointer"))?;
    let there = position.pointer_mut(parent).ok_or_else(|| format!("there is no {parent} in the position"))?;
    match there {
        Value::Object(map) => {
            map.insert(unescaped(key), value.clone());
        }
        Value::Array(list) => {
            let found = key.parse::<usize>().ok().and_then(|i| list.get_mut(i));
            *found.ok_or_else(|| format!("there is no {pointer} in the position"))? = value.clone();
        }
        _ => return Err(format!("there is nothing in {parent} to set")),
    }
    Ok(())
}

/// A step of a JSON pointer as a key.
fn unescaped(step: &str) -> String {
    step.replace("~1", "/").replace("~0", "~")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn brushes() -> [Brush; 4] {
        [
            Brush::thing("rock", "rocks", json!({"id": 0, "hp": 5})).numbered("next_id"),
            Brush::thing("crack", "cracks", json!({})).sorted(&["y", "x"]),
            Brush::tile("open", "rows", '.', true),
            Brush::tile("wall", "rows", '#', true),
        ]
    }

    fn apply(position: &mut Value, edit: Value) -> Result<(), String> {
        serde_json::from_value::<Edit>(edit).unwrap().apply(position, &brushes())
    }

    #[test]
    fn a_position_is_changed_piece_by_piece() {
        let mut p = json!({"next_id": 7, "rocks": [], "rows": ["..", ".."]});
        apply(&mut p, json!({"edit": "put", "brush": "rock", "x": 1, "y": 0})).unwrap();
        apply(&mut p, json!({"edit": "put", "brush": "wall", "x": 0, "y": 1})).unwrap();
        assert_eq!(p, json!({"next_id": 8, "rocks": [{"id": 7, "hp": 5, "x": 1, "y": 0}], "rows": ["#.", ".."]}));
        apply(&mut p, json!({"edit": "move", "from": [1, 0], "to": [0, 0]})).unwrap();
        apply(&mut p, json!({"edit": "set", "pointer": "/rocks/0/hp", "value": 9})).unwrap();
        apply(&mut p, json!({"edit": "set", "pointer": "/rocks/0/by~1for", "value": null})).unwrap();
        assert_eq!(p["rocks"][0]["by/for"], Value::Null);
        apply(&mut p, json!({"edit": "remove", "pointer": "/rocks/0/by~1for"})).unwrap();
        assert_eq!(
            things_at(&p, &brushes(), 0, 0),
            [Placed { pointer: "/rocks/0".into(), entry: json!({"id": 7, "hp": 9, "x": 0, "y": 0}) }]
        );
        apply(&mut p, json!({"edit": "erase", "x": 0, "y": 0})).unwrap();
        apply(&mut p, json!({"edit": "erase", "x": 0, "y": 1})).unwrap();
        assert_eq!(p, json!({"next_id": 8, "rocks": [], "rows": ["..", ".."]}));
        p["cracks"] = json!([]);
        for (x, y) in [(1, 1), (0, 1), (5, 0)] {
            apply(&mut p, json!({"edit": "put", "brush": "crack", "x": x, "y": y})).unwrap();
        }
        assert_eq!(p["cracks"], json!([{"x": 5, "y": 0}, {"x": 0, "y": 1}, {"x": 1, "y": 1}]));
        for bad in [
            json!({"edit": "put", "brush": "lake", "x": 0, "y": 0}),
            json!({"edit": "put", "brush": "wall", "x": 2, "y": 0}),
            json!({"edit": "move", "from": [0, 0], "to": [1, 1]}),
            json!({"edit": "set", "pointer": "/rocks/4/hp", "value": 1}),
            json!({"edit": "remove", "pointer": "/nothing"}),
        ] {
            let before = p.clone();
            assert!(apply(&mut p, bad).is_err());
            assert_eq!(p, before);
        }
    }
}
