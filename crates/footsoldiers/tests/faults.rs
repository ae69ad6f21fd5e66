//! Documents with faults: all of them are named at once, of form and of value, and nothing that only follows.

use serde_json::{Value, json};
use skirmish_core::{Documents, Faults, MapChoice, Setup};
use skirmish_footsoldiers::Footsoldiers;

fn soldier(id: i64, x: i64, y: i64) -> Value {
    json!({"id": id, "seat": "player1", "kind": "scout", "x": x, "y": y, "health": 9, "dest_x": 65, "dest_y": 3,
        "facing": "down"})
}

fn sample() -> Value {
    json!({"game": "footsoldiers", "turns_remaining": 99, "next_id": 8,
        "bases": [{"id": 1, "seat": "player1", "x": 1, "y": 3, "health": 40, "money": 3},
                  {"id": 2, "seat": "player2", "x": 65, "y": 3, "health": 40, "money": 13}],
        "rocks": [{"id": 3, "x": 6, "y": 3}, {"id": 4, "x": 6, "y": 4}],
        "soldiers": [soldier(5, 7, 4), soldier(6, 7, 5), soldier(7, 7, 6)], "config": {}, "disqualified": []})
}

/// The places of all faults, in the order of the list.
fn places<T>(read: Result<T, Faults>) -> Vec<String> {
    read.err().iter().flat_map(|faults| faults.list()).map(|fault| fault.pointer.clone()).collect()
}

fn faults(position: &Value) -> Vec<String> {
    places(Footsoldiers::read_position(position).and_then(|position| Footsoldiers::from_position(&position)))
}

fn map_faults(map: Value) -> Vec<String> {
    places(Footsoldiers::resolve(&Setup { map: Some(MapChoice::Json(map)), ..Setup::default() }))
}

fn set(document: &mut Value, pointer: &str, value: Value) {
    *document.pointer_mut(pointer).unwrap_or_else(|| panic!("no {pointer}")) = value;
}

#[test]
fn a_position_lists_faults_of_form_and_of_value_together() {
    let mut bad = sample();
    bad["surplus"] = json!(1);
    bad["config"] = json!({"total_turns": 50, "scout_speed": 65, "turn_ms": 1, "speed": 3});
    bad["disqualified"] = json!(["player2", "nobody", "player2"]);
    bad["rocks"].as_array_mut().unwrap().push(json!([]));
    set(&mut bad, "/bases/0/health", json!("40"));
    set(&mut bad, "/bases/0/money", json!(-3));
    set(&mut bad, "/bases/1/seat", json!("player1"));
    set(&mut bad, "/rocks/0/x", json!(null));
    set(&mut bad, "/rocks/0/id", json!(5));
    set(&mut bad, "/rocks/1/id", json!(9));
    set(&mut bad, "/soldiers/0/kind", json!("horse"));
    set(&mut bad, "/soldiers/0/health", json!(0));
    set(&mut bad, "/soldiers/1", json!({"id": 6, "x": 7, "y": 4, "colour": "red"}));
    set(&mut bad, "/soldiers/2/id", json!(false));
    set(&mut bad, "/soldiers/2/x", json!(6));
    set(&mut bad, "/soldiers/2/y", json!(4));
    let wanted = [
        "/bases/0/health",
        "/rocks/0/x",
        "/rocks/2",
        "/soldiers/0/kind",
        "/soldiers/1/seat",
        "/soldiers/1/kind",
        "/soldiers/1/health",
        "/soldiers/1/dest_x",
        "/soldiers/1/dest_y",
        "/soldiers/1/facing",
        "/soldiers/1/colour",
        "/soldiers/2/id",
        "/disqualified/1",
        "/surplus",
        "/config/turn_ms",
        "/config/scout_speed",
        "/config/speed",
        "/turns_remaining",
        "/bases",
        "/bases/0/money",
        "/soldiers/0/health",
        "/soldiers/2",
        "/soldiers/1",
        "/rocks/1/id",
        "/soldiers/0/id",
        "/disqualified",
    ];
    assert_eq!(faults(&bad), wanted);
}

#[test]
fn one_fault_is_named_once() {
    assert_eq!(faults(&sample()), [""; 0]);
    for (pointer, value, wanted) in [
        ("/turns_remaining", json!("99"), "/turns_remaining"),
        ("/turns_remaining", json!(101), "/turns_remaining"),
        ("/next_id", json!(null), "/next_id"),
        ("/next_id", json!(7), "/soldiers/2/id"),
        ("/bases", json!(null), "/bases"),
        ("/bases", json!([]), "/bases"),
        ("/bases/0", json!(1), "/bases/0"),
        ("/bases/0/seat", json!(1), "/bases/0/seat"),
        ("/bases/1/seat", json!("player1"), "/bases"),
        ("/rocks/0/id", json!(1), "/rocks/0/id"),
        ("/rocks/1/y", json!(3), "/rocks/1"),
        ("/rocks/1/y", json!([3]), "/rocks/1/y"),
        ("/soldiers/1/health", json!(-1), "/soldiers/1/health"),
        ("/soldiers/2/y", json!(4), "/soldiers/2"),
        ("/config", json!({"total_turns": 0}), "/config/total_turns"),
        ("/config", json!({"total_turns": 98}), "/turns_remaining"),
        ("/config", json!([]), "/config"),
        ("/disqualified", json!(["player1", "player1"]), "/disqualified"),
        ("/disqualified", json!({}), "/disqualified"),
    ] {
        let mut bad = sample();
        set(&mut bad, pointer, value.clone());
        assert_eq!(faults(&bad), [wanted], "{pointer} {value}");
    }
}

#[test]
fn a_map_lists_faults_of_form_and_of_value_together() {
    let rock = |id: i64, x: i64| json!({"id": id, "x": x, "y": 0});
    let mut map = json!({"name": 5, "game": "footsoldiers", "width": 9, "height": 1,
        "bases": [{"id": 1, "seat": "player1", "x": 0, "y": 0}, {"id": 3, "seat": "player2", "x": 0, "y": 0}],
        "rocks": [rock(4, 3), rock(3, 2_000_000_000), {"id": 5, "x": "7", "y": 0}, rock(9, 3)]});
    let wanted = ["/name", "/rocks/2/x", "/bases/1", "/rocks/3", "/rocks/1/x", "/bases/1/id", "/rocks/3/id"];
    assert_eq!(map_faults(map.clone()), wanted, "without all squares nobody knows the ids of the rocks");
    map["rocks"] = json!([rock(4, 3), rock(3, 5), rock(5, 7)]);
    map["bases"][1] = json!(7);
    assert_eq!(map_faults(map), ["/name", "/bases/1", "/rocks/0/id", "/rocks/1/id"]);
}
