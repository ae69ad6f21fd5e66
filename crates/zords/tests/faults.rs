//! Documents with faults: all of them are named at once, of form and of value, and nothing that only follows.

use serde_json::{Value, json};
use skirmish_core::{Documents, Faults, MapChoice, Setup};
use skirmish_zords::Zords;

fn zord(id: i64, owner: &str, x: i64, y: i64) -> Value {
    json!({"id": id, "owner": owner, "x": x, "y": y, "hp": 2, "shields": 1, "range": 5})
}

fn sample() -> Value {
    let player = |seat: &str| json!({"seat": seat, "actions": 16, "points": 25, "faults": 1, "retired": false});
    json!({"game": "zords", "schema": 1, "config": {"days": 14}, "status": "running", "day": 3, "time": 10800,
        "seq": 57, "next_id": 9, "players": [player("ann"), player("bob"), player("cy")],
        "zords": [zord(3, "ann", 12, 90), zord(4, "bob", 64, 0), zord(5, "cy", 80, 0)],
        "totems": [{"id": 1, "x": 129, "y": 44}, {"id": 2, "x": 10, "y": 95}],
        "order": ["bob", "cy", "ann"], "round": 1, "turn": 0, "rng": "00112233445566778899aabbccddeeff"})
}

/// The places of all faults, in the order of the list.
fn places<T>(read: Result<T, Faults>) -> Vec<String> {
    read.err().iter().flat_map(|faults| faults.list()).map(|fault| fault.pointer.clone()).collect()
}

fn faults(position: &Value) -> Vec<String> {
    places(Zords::read_position(position).and_then(|position| Zords::from_position(&position)))
}

fn map_faults(map: Value) -> Vec<String> {
    places(Zords::resolve(&Setup { map: Some(MapChoice::Json(map)), ..Setup::default() }))
}

fn set(document: &mut Value, pointer: &str, value: Value) {
    *document.pointer_mut(pointer).unwrap_or_else(|| panic!("no {pointer}")) = value;
}

#[test]
fn a_position_lists_faults_of_form_and_of_value_together() {
    let mut bad = sample();
    bad["surplus"] = json!(1);
    bad["config"] = json!({"days": 2, "dayz": 3, "base_range": -1, "grace_s": 80000, "max_zords": 1});
    bad["zords"].as_array_mut().unwrap().extend([zord(9, "bob", 64, 0), json!([]), zord(6, "cyd", 140, 0)]);
    set(&mut bad, "/seq", json!("57"));
    set(&mut bad, "/players/0/points", json!(-1));
    set(&mut bad, "/players/0/actions", json!(21));
    set(&mut bad, "/zords/0/hp", json!(null));
    set(&mut bad, "/zords/0/range", json!(1));
    set(&mut bad, "/zords/1/hp", json!(3));
    set(&mut bad, "/zords/2/id", json!(4));
    set(&mut bad, "/totems/0/x", json!(15));
    set(&mut bad, "/totems/0/y", json!(95));
    set(&mut bad, "/totems/1/y", json!(96));
    set(&mut bad, "/order", json!(["bob", "ann", "ann"]));
    set(&mut bad, "/rng", json!("zz"));
    let wanted = [
        "/seq",
        "/players/0/points",
        "/zords/0/hp",
        "/zords/4",
        "/surplus",
        "/config/dayz",
        "/config/base_range",
        "/config/rounds_per_day",
        "/day",
        "/zords/3",
        "/zords/5",
        "/players/0/actions",
        "/players/1",
        "/zords/1/hp",
        "/zords/2/id",
        "/zords/3/id",
        "/zords/5/owner",
        "/totems",
        "/order",
        "/rng",
    ];
    assert_eq!(faults(&bad), wanted);
}

#[test]
fn one_fault_is_named_once() {
    assert_eq!(faults(&sample()), [""; 0]);
    for (pointer, value, wanted) in [
        ("/config", json!({"days": 0}), "/config/days"),
        ("/config", json!({"board_size": "x"}), "/config/board_size"),
        ("/config", json!(0), "/config"),
        ("/status", json!("paused"), "/status"),
        ("/day", json!("3"), "/day"),
        ("/day", json!(15), "/day"),
        ("/next_id", json!(null), "/next_id"),
        ("/next_id", json!(5), "/zords/2/id"),
        ("/players", json!(null), "/players"),
        ("/players/0", json!(1), "/players/0"),
        ("/players/0/seat", json!("a nn"), "/players/0/seat"),
        ("/players/2/retired", json!(0), "/players/2/retired"),
        ("/zords", json!(null), "/zords"),
        ("/zords/0", json!(null), "/zords/0"),
        ("/zords/0/owner", json!(7), "/zords/0/owner"),
        ("/zords/0/owner", json!("dan"), "/zords/0/owner"),
        ("/zords/1/x", json!(80), "/zords/2"),
        ("/zords/1/x", json!(-80), "/zords/1/x"),
        ("/totems", json!(null), "/totems"),
        ("/totems/0", json!(null), "/totems/0"),
        ("/totems/0/id", json!(3), "/totems/0/id"),
        ("/totems/1/id", json!(1), "/totems"),
        ("/order", json!(["bob"]), "/order"),
        ("/order/1", json!(5), "/order/1"),
        ("/round", json!(8), "/round"),
        ("/turn", json!("0"), "/turn"),
        ("/turn", json!(3), "/turn"),
        ("/rng", json!(5), "/rng"),
    ] {
        let mut bad = sample();
        set(&mut bad, pointer, value.clone());
        assert_eq!(faults(&bad), [wanted], "{pointer} {value}");
    }
    // Day 3, round 1, turn 0 is the seat at place 2 + 1 + 0 of the order, which is bob.
    for (pointer, value) in [("/players/1/retired", json!(true)), ("/players/1/actions", json!(0))] {
        let mut bad = sample();
        bad["surplus"] = json!(1);
        set(&mut bad, pointer, value);
        assert_eq!(faults(&bad), ["/surplus", "/turn"], "{pointer}");
        set(&mut bad, "/order/0", json!(null));
        assert_eq!(faults(&bad), ["/order/0", "/surplus"], "whose turn it is is not known");
    }
}

#[test]
fn an_order_may_be_left_out() {
    let mut short = sample();
    short.as_object_mut().unwrap().remove("order");
    set(&mut short, "/players/1/seat", json!("Ann"));
    set(&mut short, "/zords/1/owner", json!("Ann"));
    assert_eq!(faults(&short), ["/players/1/seat"], "the order is then that of the players");
    let aborted = json!({"game": "zords", "schema": 1, "config": {}, "status": "aborted", "day": 0, "time": 0,
        "next_id": 3, "players": [{"seat": "ann", "actions": 0, "points": 0}], "zords": [], "totems": []});
    assert_eq!(faults(&aborted), [""; 0], "before the start there is none");
}

#[test]
fn a_map_lists_faults_of_form_and_of_value_together() {
    let bad = json!({"board_size": 40, "totems": [{"x": 1, "y": 1}, {"x": 5, "y": 40}], "spawns": [{"x": 0}],
        "config": {"dais": 3, "max_players": 2, "totem_aura": 20, "min_players": 1}});
    let wanted = ["/name", "/config/dais", "/config/min_players", "/spawns/0/y", "/board_size", "/totems/1", "/totems"];
    assert_eq!(map_faults(bad), wanted);
    let cells = json!([{"x": 1, "y": 1}, {"x": 500, "y": 40}]);
    let unsized_map = json!({"name": "m", "totems": cells, "spawns": cells, "config": {"max_players": 2}});
    assert_eq!(map_faults(unsized_map), ["/board_size", "/spawns/0", "/spawns/1"]);
    let bare = json!({"name": "m", "board_size": 10, "totems": [], "spawns": null, "config": 7});
    assert_eq!(map_faults(bare), ["/config", "/totems"]);
}
