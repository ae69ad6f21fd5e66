//! Documents with faults: all of them are named at once, of form and of value, and nothing that only follows.

use serde_json::{Value, json};
use skirmish_core::{Documents, Faults, MapChoice, Setup};
use skirmish_golems::Golems;

fn unit(id: i64, owner: &str, x: i64, y: i64) -> Value {
    json!({"id": id, "owner": owner, "x": x, "y": y, "red": 1, "green": 0, "blue": 0, "yellow": 0, "hp": 900, "poison": 0,
        "build_points": 7, "moves": 0, "actions": 0})
}

fn sample() -> Value {
    json!({"game": "golems", "width": 4, "height": 3, "rows": ["..#.", "O...", "...#"], "turn": 4, "seat": "p1",
        "scores": {"p0": 3, "p1": 2}, "next_id": 8, "over": false, "winner": null, "reason": null,
        "units": [unit(2, "p0", 0, 0), unit(5, "p1", 1, 1), unit(7, "p1", 0, 2)], "config": {"max_turns": 9}})
}

/// The places of all faults, in the order of the list.
fn places<T>(read: Result<T, Faults>) -> Vec<String> {
    read.err().iter().flat_map(|faults| faults.list()).map(|fault| fault.pointer.clone()).collect()
}

fn faults(position: &Value) -> Vec<String> {
    places(Golems::read_position(position).and_then(|position| Golems::from_position(&position)))
}

fn map_faults(map: Value) -> Vec<String> {
    places(Golems::resolve(&Setup { map: Some(MapChoice::Json(map)), ..Setup::default() }))
}

fn set(document: &mut Value, pointer: &str, value: Value) {
    *document.pointer_mut(pointer).unwrap_or_else(|| panic!("no {pointer}")) = value;
}

#[test]
fn a_position_lists_faults_of_form_and_of_value_together() {
    let mut bad = sample();
    bad["surplus"] = json!(1);
    bad["config"] = json!({"max_turns": 3, "level": "Level", "levle": 1, "width": 4});
    bad["units"].as_array_mut().unwrap().extend([unit(6, "p0", 2, 2), unit(8, "p0", 1, 1), json!(5)]);
    set(&mut bad, "/rows/1", json!("O.x."));
    set(&mut bad, "/seat", json!("p0"));
    set(&mut bad, "/scores/p0", json!("3"));
    set(&mut bad, "/scores/p1", json!(-2));
    set(&mut bad, "/winner", json!("p1"));
    set(&mut bad, "/reason", json!("boredom"));
    set(&mut bad, "/units/0/hp", json!(null));
    set(&mut bad, "/units/0/x", json!(4));
    set(&mut bad, "/units/1/hp", json!(0));
    set(&mut bad, "/units/1/actions", json!(1));
    set(&mut bad, "/units/2/id", json!(true));
    set(&mut bad, "/units/2/red", json!(0));
    let wanted = [
        "/scores/p0",
        "/reason",
        "/units/0/hp",
        "/units/2/id",
        "/units/5",
        "/surplus",
        "/config/width",
        "/config/level",
        "/config/levle",
        "/rows/1",
        "/scores/p1",
        "/turn",
        "/seat",
        "/winner",
        "/units/1/hp",
        "/units/1",
        "/units/2",
        "/units/4/id",
        "/units/0",
        "/units/3",
        "/units/4",
    ];
    assert_eq!(faults(&bad), wanted);
}

#[test]
fn one_fault_is_named_once() {
    assert_eq!(faults(&sample()), [""; 0]);
    for (pointer, value, wanted) in [
        ("/width", json!("4"), "/width"),
        ("/width", json!(101), "/width"),
        ("/height", json!(4), "/rows"),
        ("/rows", json!({}), "/rows"),
        ("/rows/1", json!(7), "/rows/1"),
        ("/rows/1", json!("O.."), "/rows/1"),
        ("/turn", json!(0), "/turn"),
        ("/turn", json!(10), "/turn"),
        ("/turn", json!([]), "/turn"),
        ("/seat", json!(1), "/seat"),
        ("/scores", json!(null), "/scores"),
        ("/next_id", json!(-1), "/next_id"),
        ("/next_id", json!("8"), "/next_id"),
        ("/next_id", json!(7), "/units/2/id"),
        ("/over", json!(1), "/over"),
        ("/winner", json!("p0"), "/winner"),
        ("/units", json!(3), "/units"),
        ("/units/0", json!(3), "/units/0"),
        ("/units/1/id", json!(7), "/units/2/id"),
        ("/units/0/id", json!(null), "/units/0/id"),
        ("/units/1/owner", json!("p2"), "/units/1/owner"),
        ("/units/0/x", json!(-1), "/units/0/x"),
        ("/units/0/x", json!(3), "/units/0"),
        ("/units/0/y", json!("0"), "/units/0/y"),
        ("/units/0/red", json!("1"), "/units/0/red"),
        ("/units/0/red", json!(0), "/units/0"),
        ("/units/0/moves", json!(-1), "/units/0/moves"),
        ("/units/0/moves", json!(1), "/units/0"),
        ("/config", json!({"max_turns": 0}), "/config/max_turns"),
        ("/config", json!({"max_turns": 4}), "/turn"),
        ("/config", json!(null), "/config"),
    ] {
        let mut bad = sample();
        set(&mut bad, pointer, value.clone());
        assert_eq!(faults(&bad), [wanted], "{pointer} {value}");
    }
}

#[test]
fn a_map_lists_faults_of_form_and_of_value_together() {
    let bad = json!({"width": 3, "height": 4, "rows": [".#.", "..x", 7, "#."]});
    assert_eq!(map_faults(bad), ["/name", "/rows/2", "/rows/3", "/rows/1", "/rows/0"]);
    let bad = json!({"name": "m", "width": 3, "height": "4", "rows": ["#..", "..", "..x"]});
    assert_eq!(map_faults(bad), ["/height", "/rows/2", "/rows/1"], "which row is which is not known");
    assert_eq!(
        map_faults(json!({"name": "m", "width": 101, "height": 2, "rows": ["...", "y"]})),
        ["/width", "/rows/1"]
    );
    assert_eq!(map_faults(json!({"name": "m", "width": 3, "height": 2, "rows": null})), ["/rows"]);
}
