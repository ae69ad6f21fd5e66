//! The editor of positions.

use serde_json::{Value, json};
use skirmish_core::edit::{Brush, Edit, things_at};
use skirmish_core::show::show;
use skirmish_core::{Documents, Setup};
use skirmish_golems::Golems;
use std::collections::HashSet;

/// What the editor offers under the default rules.
fn brushes() -> &'static [Brush] {
    (show::<Golems>().brushes)(&Default::default()).leak()
}

fn start() -> Value {
    let (game, state) = Golems::resolve(&Setup::default().with_map("own_scatter")).unwrap();
    serde_json::to_value(game.position(&state)).unwrap()
}

fn apply(position: &mut Value, edit: Value) {
    serde_json::from_value::<Edit>(edit).unwrap().apply(position, brushes()).unwrap();
}

/// What is played comes back as it was put together.
fn assert_playable(json: &Value, after: &str) {
    let read = Golems::read_position(json).and_then(|position| Golems::from_position(&position));
    let (game, state) = read.unwrap_or_else(|faults| panic!("{after}: {faults:?}"));
    assert_eq!(serde_json::to_value(game.position(&state)).unwrap(), *json, "{after}");
}

/// The letter of a square.
fn tile(position: &Value, x: usize, y: usize) -> char {
    let rows = position["rows"].as_array().unwrap();
    rows[rows.len() - 1 - y].as_str().unwrap().as_bytes()[x].into()
}

const FREE: (usize, usize) = (3, 5);

#[test]
fn every_brush_paints_something_playable_and_erasing_takes_it_away() {
    let (x, y) = FREE;
    let empty = start();
    assert_eq!(tile(&empty, x, y), '.');
    for brush in brushes() {
        let mut position = empty.clone();
        apply(&mut position, json!({"edit": "put", "brush": brush.name, "x": x, "y": y}));
        assert_playable(&position, &brush.name);
        assert_eq!(position == empty, brush.name == "open", "{}", brush.name);
        let things = things_at(&position, brushes(), x as i64, y as i64);
        assert_eq!(things.len(), usize::from(brush.seat.is_some()), "{}", brush.name);
        for thing in things {
            let red = thing.entry["red"].as_i64().unwrap();
            assert_eq!(thing.entry["hp"], 50 + 15 * thing.entry["green"].as_i64().unwrap(), "{red}");
            assert_eq!(thing.entry["owner"], ["p0", "p1"][usize::from(brush.seat.unwrap())]);
        }
        apply(&mut position, json!({"edit": "erase", "x": x, "y": y}));
        assert_eq!((&position["rows"], &position["units"]), (&empty["rows"], &empty["units"]), "{}", brush.name);
        assert_playable(&position, &brush.name);
    }
}

#[test]
fn tiles_are_counted_from_below() {
    let (x, y) = FREE;
    let mut position = start();
    for (name, letter) in [("wall", '#'), ("build zone", 'O'), ("open", '.')] {
        apply(&mut position, json!({"edit": "put", "brush": name, "x": x, "y": y}));
        assert_eq!(tile(&position, x, y), letter);
    }
}

#[test]
fn brushes_have_names_and_looks_of_their_own() {
    let names: HashSet<_> = brushes().iter().map(|brush| &*brush.name).collect();
    let looks: HashSet<_> = brushes().iter().filter_map(|brush| brush.symbol.as_deref()).collect();
    assert_eq!((names.len(), looks.len()), (brushes().len(), brushes().len()));
    assert!(looks.iter().all(|look| show::<Golems>().symbols.iter().any(|symbol| symbol.name == *look)));
}
