//! A position that cannot be played, as it stands.
//!
//! There is one door from a position to a game, and what has faults does not get through. So a copy goes through without
//! what is faulty: an entry of a list is left out, any other value is that of a position that can be played. What was left
//! out is then drawn where it says it is, pale, and what only stood in is taken off the picture again.

use serde_json::Value;
use skirmish_core::Faults;
use skirmish_core::edit::{Brush, BrushKind};
use skirmish_core::fault::Fault;
use skirmish_core::scene::{Color, Ink, Item, Layer, Scene, Shape, Symbol};
use std::collections::{BTreeMap, BTreeSet};

/// How often more is left out until nothing is faulty any more. Most positions need one or two.
const ROUNDS: usize = 16;
/// How opaque things are that the rules refuse.
const PALE: f32 = 0.55;
/// How far beyond the board a thing may stand to be drawn, in cells.
const BEYOND: f32 = 3.0;

/// What had to be done to a position so that it can be played.
#[derive(Debug)]
pub struct Repaired<T> {
    pub table: T,
    /// Entries of lists that are not in it: the list, and the place in it.
    pub left_out: BTreeSet<(String, usize)>,
    /// Keys whose values are not the position's own.
    pub stood_in: Vec<String>,
    /// The position that can be played.
    pub position: Value,
}

/// Leaves out what `judge` refuses until it refuses nothing, with `good` for what cannot be left out.
pub fn repaired<T>(position: &Value, good: &Value, judge: impl Fn(&Value) -> Result<T, Faults>) -> Option<Repaired<T>> {
    let mut left_out = BTreeSet::new();
    // How often the value of a key was faulty, and so which stand-in it has.
    let mut tries: BTreeMap<String, usize> = BTreeMap::new();
    for _ in 0..ROUNDS {
        let copy = without(position, good, &left_out, &tries);
        let faults = match judge(&copy) {
            Ok(table) => {
                let stood_in = tries.into_keys().collect();
                return Some(Repaired { table, left_out, stood_in, position: copy });
            }
            Err(faults) => faults,
        };
        let before = (left_out.len(), tries.values().sum::<usize>());
        let mut keys = BTreeSet::new();
        for fault in faults.list() {
            let mut steps = steps(&fault.pointer);
            let Some(key) = steps.next() else { continue };
            let entry = steps.next().and_then(|step| step.parse::<usize>().ok());
            match entry.filter(|_| is_list_of_things(&position[&key]) && !tries.contains_key(&key)) {
                Some(entry) => {
                    // Those that are left out already are not counted by the judge.
                    let mut kept = (0..).filter(|i| !left_out.contains(&(key.clone(), *i)));
                    let place = kept.nth(entry).unwrap_or(entry);
                    keys.insert((key, Some(place)));
                }
                None => drop(keys.insert((key, None))),
            }
        }
        // A list that is faulty as a whole may be well without the entries that are.
        let whole =
            |(key, _): &(String, Option<usize>)| keys.iter().any(|(other, entry)| other == key && entry.is_some());
        for (key, entry) in keys.iter().filter(|one| one.1.is_some() || !whole(one)).cloned() {
            match entry {
                Some(entry) => drop(left_out.insert((key, entry))),
                None => *tries.entry(key).or_default() += 1,
            }
        }
        if before == (left_out.len(), tries.values().sum::<usize>()) {
            return None;
        }
    }
    None
}

fn without(
    position: &Value,
    good: &Value,
    left_out: &BTreeSet<(String, usize)>,
    tries: &BTreeMap<String, usize>,
) -> Value {
    let mut copy = position.clone();
    let Some(map) = copy.as_object_mut() else { return good.clone() };
    for (key, i) in left_out.iter().rev() {
        if let Some(list) = map.get_mut(key).and_then(Value::as_array_mut).filter(|list| *i < list.len()) {
            list.remove(*i);
        }
    }
    for (key, times) in tries {
        let stand_in = match times {
            1 => good.get(key).cloned(),
            // The number of the next thing must be higher than those that are there.
            2 if good[key].is_number() => Some((highest(position) + 1).into()),
            _ => None,
        };
        match stand_in {
            Some(value) => drop(map.insert(key.clone(), value)),
            None => drop(map.remove(key)),
        }
    }
    copy
}

/// The highest number of a thing.
fn highest(position: &Value) -> i64 {
    let lists = position.as_object().into_iter().flat_map(|map| map.values()).filter_map(Value::as_array);
    lists.flatten().filter_map(|entry| entry["id"].as_i64()).max().unwrap_or(0)
}

fn is_list_of_things(value: &Value) -> bool {
    value.as_array().is_some_and(|list| list.iter().any(|entry| cell_of(entry).is_some()))
}

/// The steps of a JSON pointer.
fn steps(pointer: &str) -> impl Iterator<Item = String> + '_ {
    pointer.split('/').skip(1).map(|step| step.replace("~1", "/").replace("~0", "~"))
}

fn cell_of(value: &Value) -> Option<[i64; 2]> {
    Some([value["x"].as_i64()?, value["y"].as_i64()?])
}

/// The cell that a pointer names, if what it points at, or what that is part of, stands on one.
pub fn place_of(position: &Value, pointer: &str) -> Option<[i64; 2]> {
    let mut value = position;
    let mut place = None;
    for step in steps(pointer) {
        value = match value {
            Value::Array(list) => step.parse::<usize>().ok().and_then(|i| list.get(i)),
            value => value.get(&step),
        }?;
        place = cell_of(value).or(place);
    }
    place
}

/// Draws a position as it stands into the picture of what could be played of it. How many things are pale comes back.
pub fn draw<T>(
    scene: &mut Scene,
    position: &Value,
    repaired: &Repaired<T>,
    brushes: &[Brush],
    symbols: &'static [Symbol],
) -> usize {
    // Things that only stood in go: their cells hold nothing that is written in the position.
    let mut pale: Vec<(&str, &Value)> = Vec::new();
    for key in &repaired.stood_in {
        let (written, stands) = (things(&position[key]), things(&repaired.position[key]));
        for stranger in stands.iter().filter(|one| !written.contains(one)) {
            let cell = cell_of(stranger);
            let shared = |list: &Value| things(list).iter().any(|one| *one != *stranger && cell_of(one) == cell);
            if !position.as_object().into_iter().flatten().any(|(_, list)| shared(list)) {
                scene.items.retain(|item| item.layer < Layer::Floor || item.cell != cell);
            }
        }
        pale.extend(written.into_iter().filter(|one| !stands.contains(one)).map(|one| (key.as_str(), one)));
    }
    pale.extend(repaired.left_out.iter().map(|(key, i)| (key.as_str(), &position[key][i])));
    let mut drawn = 0;
    for (n, (list, entry)) in pale.into_iter().enumerate() {
        let Some(cell) = cell_of(entry) else { continue };
        if has_room(scene, cell) {
            let at = scene.grid.centre(cell[0], cell[1]);
            scene.items.push(ghost(n, at, cell, list, entry, brushes, symbols));
            drawn += 1;
        }
    }
    drawn
}

/// Has the cells that faults are about in the picture: the page writes the numbers of the faults there.
pub fn make_room(scene: &mut Scene, position: &Value, faults: &[Fault]) {
    for cell in faults.iter().filter_map(|fault| place_of(position, &fault.pointer)) {
        has_room(scene, cell);
    }
}

/// Whether a cell is in the picture, which grows a little for what stands beside the board.
fn has_room(scene: &mut Scene, cell: [i64; 2]) -> bool {
    let [x, y] = scene.grid.centre(cell[0], cell[1]);
    let [left, top, width, height] = scene.frame;
    let (right, bottom) = (left + width, top + height);
    if x < left - BEYOND || y < top - BEYOND || x > right + BEYOND || y > bottom + BEYOND {
        return false;
    }
    let (new_left, new_top) = (left.min(x - 0.6), top.min(y - 0.6));
    scene.frame = [new_left, new_top, right.max(x + 0.6) - new_left, bottom.max(y + 0.6) - new_top];
    true
}

/// A position whose things were given to others: what only the side to move may have, or the like, is as if the thing had
/// just been placed. Only values are changed without which the things would be faulty; `None` if that does not help.
pub fn settled<T>(position: &Value, brushes: &[Brush], judge: impl Fn(&Value) -> Result<T, Faults>) -> Option<Value> {
    let faulty: BTreeSet<(String, usize)> = entries(&judge(position).err()?);
    // Of every faulty thing: the numbers in which it differs from a new one.
    let mut others: BTreeMap<String, Vec<(String, Value)>> = BTreeMap::new();
    for (list, i) in &faulty {
        let entry = &position[list][*i];
        let Some(BrushKind::Thing { entry: fresh, .. }) = like(list, entry, brushes).map(|brush| &brush.kind) else {
            continue;
        };
        for (key, value) in fresh.as_object().into_iter().flatten() {
            let is_own = ["id", "x", "y"].contains(&key.as_str());
            if !is_own && value.is_number() && entry[key].is_number() && entry[key] != *value {
                others.entry(key.clone()).or_default().push((format!("/{list}/{i}/{key}"), value.clone()));
            }
        }
    }
    let with = |keys: &BTreeSet<&String>| {
        let mut changed = position.clone();
        for (pointer, value) in keys.iter().flat_map(|key| &others[*key]) {
            if let Some(place) = changed.pointer_mut(pointer) {
                *place = value.clone();
            }
        }
        changed
    };
    let is_well = |changed: &Value| judge(changed).err().is_none_or(|faults| entries(&faults).is_disjoint(&faulty));
    let mut keys: BTreeSet<&String> = others.keys().collect();
    if keys.is_empty() || !is_well(&with(&keys)) {
        return None;
    }
    for key in others.keys() {
        keys.remove(key);
        if !is_well(&with(&keys)) {
            keys.insert(key);
        }
    }
    Some(with(&keys))
}

/// The entries of lists that faults are about.
fn entries(faults: &Faults) -> BTreeSet<(String, usize)> {
    let entry = |fault: &Fault| {
        let mut steps = steps(&fault.pointer);
        Some((steps.next()?, steps.next()?.parse().ok()?))
    };
    faults.list().iter().filter_map(entry).collect()
}

/// What the editor places into the same list with most of the same values.
fn like<'a>(list: &str, entry: &Value, brushes: &'a [Brush]) -> Option<&'a Brush> {
    let alike = |brush: &&Brush| match &brush.kind {
        BrushKind::Thing { list: of, entry: like, .. } if *of == list => {
            let same = |(key, value): &(&String, &Value)| entry.get(key.as_str()) == Some(*value);
            Some(like.as_object().into_iter().flatten().filter(same).count())
        }
        _ => None,
    };
    brushes.iter().filter(|brush| alike(brush).is_some()).max_by_key(|brush| alike(brush))
}

/// The entries of a list that stand somewhere.
fn things(list: &Value) -> Vec<&Value> {
    list.as_array().into_iter().flatten().filter(|entry| cell_of(entry).is_some()).collect()
}

/// A thing that the rules refuse: it looks like the nearest that the editor places.
fn ghost(
    n: usize,
    at: [f32; 2],
    cell: [i64; 2],
    list: &str,
    entry: &Value,
    brushes: &[Brush],
    symbols: &'static [Symbol],
) -> Item {
    let like = like(list, entry, brushes);
    let symbol = like.and_then(|brush| symbols.iter().find(|symbol| brush.symbol.as_deref() == Some(symbol.name)));
    let shape = match symbol {
        Some(symbol) => Shape::Symbol(symbol.name),
        None => Shape::Text { text: "?".into(), size: 0.8, ink: Ink::Tint },
    };
    let mut item = Item::new(format!("refused{n}"), Layer::Unit, at, shape);
    item.tint = like.and_then(|brush| brush.seat).map_or(Color::Ink, Color::Seat);
    item.opacity = PALE;
    item.cell = Some(cell);
    item.title = like.map_or_else(|| list.into(), |brush| brush.name.to_string());
    item
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use skirmish_core::Check;
    use skirmish_core::scene::Grid;

    /// A game of rocks on a board three cells wide, two of which must be there, all on cells of their own.
    fn judge(position: &Value) -> Result<usize, Faults> {
        let check = Check::new();
        let rocks = position["rocks"].as_array().cloned().unwrap_or_default();
        let fault = |pointer: String, why: &str| check.fault("bad_position", pointer, why);
        for (i, rock) in rocks.iter().enumerate() {
            if !(0..3).contains(&rock["x"].as_i64().unwrap_or(-1)) {
                fault(format!("/rocks/{i}/x"), "is outside");
            }
            if rocks[..i].iter().any(|other| cell_of(other) == cell_of(rock)) {
                fault(format!("/rocks/{i}"), "is on another");
            }
        }
        if rocks.len() < 2 {
            fault("/rocks".into(), "too few");
        }
        if position["turn"].as_i64().is_none_or(|turn| turn < 0) {
            fault("/turn".into(), "is negative");
        }
        check.finish(rocks.len())
    }

    fn rock(x: i64, y: i64) -> Value {
        json!({"id": x, "x": x, "y": y})
    }

    fn good() -> Value {
        json!({"turn": 0, "rocks": [rock(0, 0), rock(2, 0)]})
    }

    #[test]
    fn what_is_faulty_is_left_out_and_drawn_pale() {
        let position = json!({"turn": -4, "rocks": [rock(0, 0), rock(4, 1), rock(1, 0), rock(1, 0)]});
        let repaired = repaired(&position, &good(), judge).unwrap();
        assert_eq!(repaired.table, 2);
        assert_eq!(repaired.left_out, [("rocks".into(), 1), ("rocks".into(), 3)].into());
        assert_eq!(repaired.stood_in, ["turn"]);
        let mut scene = Scene { frame: [-0.5, -0.5, 3.0, 3.0], grid: Grid::SQUARES, ..Scene::default() };
        let brushes = [Brush::thing("rock", "rocks", rock(0, 0)).belongs(1)];
        assert_eq!(draw(&mut scene, &position, &repaired, &brushes, &[]), 2);
        let cells: Vec<_> = scene.items.iter().map(|item| (item.cell.unwrap(), item.tint)).collect();
        assert_eq!(cells, [([4, 1], Color::Seat(1)), ([1, 0], Color::Seat(1))]);
        assert!(scene.frame[2] > 4.0, "what stands beside the board is in the picture: {:?}", scene.frame);
        let mut bare = Scene { frame: [-0.5, -0.5, 3.0, 3.0], grid: Grid::SQUARES, ..Scene::default() };
        make_room(&mut bare, &position, judge(&position).unwrap_err().list());
        assert_eq!(bare.frame, scene.frame, "and so is every cell with a fault, whatever is drawn there");
    }

    #[test]
    fn what_only_stands_in_is_not_drawn() {
        let position = json!({"turn": 3, "rocks": [rock(0, 0)]});
        let repaired = repaired(&position, &good(), judge).unwrap();
        assert_eq!((repaired.stood_in.len(), repaired.left_out.len()), (1, 0));
        let item = |x: i64| Item { cell: Some([x, 0]), ..Item::new(x, Layer::Unit, [x as f32, 0.0], Shape::default()) };
        let mut scene = Scene { frame: [-0.5, -0.5, 3.0, 3.0], items: vec![item(0), item(2)], ..Scene::default() };
        assert_eq!(draw(&mut scene, &position, &repaired, &[], &[]), 0);
        assert_eq!(scene.items.iter().map(|item| item.id.as_str()).collect::<Vec<_>>(), ["0"]);
    }

    #[test]
    fn things_that_change_sides_lose_what_only_the_other_side_has() {
        // Only units of side 0 may have moves.
        let judge = |position: &Value| {
            let check = Check::new();
            for (i, unit) in position["units"].as_array().unwrap().iter().enumerate() {
                if unit["side"] == 1 && unit["moves"] != 0 {
                    check.fault("bad_position", format!("/units/{i}"), "has moves");
                }
            }
            check.finish(())
        };
        let unit = |side: i64, moves: i64| json!({"id": 0, "x": side, "y": 0, "side": side, "moves": moves, "hp": 3});
        let brushes =
            [0, 1].map(|side| Brush::thing("unit", "units", json!({"id": 0, "side": side, "moves": 0, "hp": 9})));
        let position = json!({"units": [unit(0, 2), unit(1, 2)]});
        let well = settled(&position, &brushes, judge).unwrap();
        assert_eq!(well, json!({"units": [unit(0, 2), unit(1, 0)]}), "and keep all else");
        assert!(settled(&well, &brushes, judge).is_none());
    }

    #[test]
    fn what_cannot_be_repaired_is_given_up() {
        let never = |_: &Value| Err::<(), _>(Faults::one("bad_position", "", "is nothing"));
        assert!(repaired(&json!([]), &good(), never).is_none());
        let always = |_: &Value| Err::<(), _>(Faults::one("bad_position", "/turn", "is wrong"));
        assert!(repaired(&json!({"turn": 1}), &good(), always).is_none());
        assert_eq!(place_of(&json!({"a/b": [{"x": 1, "y": 2, "hp": {}}]}), "/a~1b/0/hp/x"), None);
        assert_eq!(place_of(&json!({"a/b": [{"x": 1, "y": 2, "hp": 3}]}), "/a~1b/0/hp"), Some([1, 2]));
    }
}
