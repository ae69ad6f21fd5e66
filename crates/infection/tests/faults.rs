//! Documents with faults: all are named at once, in form and in value, but no fault that only follows from another.

mod scene;

use scene::position;
use serde_json::{Value, json};
use skirmish_core::{Documents, Faults, MapChoice, Setup};
use skirmish_infection::Infection;

const UNITS: [(i64, &str, i32, i32); 4] =
    [(0, "zombie", 5, 5), (4, "medic", 6, 6), (9, "traceur", 7, 7), (12, "normal", 8, 7)];

fn sample() -> Value {
    let mut position = position(2, "attack", &UNITS, &[(7, 7, '='), (20, 20, '#'), (30, 20, '~'), (1, 30, 'T')]);
    position["damaged"] = json!([{"x": 20, "y": 20, "durability": 2}, {"x": 1, "y": 30, "durability": 1}]);
    position
}

/// The places of all faults, in the order of the list.
fn places<T>(read: Result<T, Faults>) -> Vec<String> {
    read.err().iter().flat_map(|faults| faults.list()).map(|fault| fault.pointer.clone()).collect()
}

fn faults(position: &Value) -> Vec<String> {
    places(Infection::read_position(position).and_then(|position| Infection::from_position(&position)))
}

fn map_faults(map: Value, config: Value) -> Vec<String> {
    let config = config.as_object().unwrap().clone();
    places(Infection::resolve(&Setup { config, map: Some(MapChoice::Json(map)), ..Setup::default() }))
}

fn set(document: &mut Value, pointer: &str, value: Value) {
    *document.pointer_mut(pointer).unwrap_or_else(|| panic!("no {pointer}")) = value;
}

#[test]
fn a_position_lists_faults_of_form_and_of_value_together() {
    let mut bad = sample();
    bad["surplus"] = json!(1);
    bad["config"] = json!({"max_health": 0, "zombi_speed": 3, "medic_health": 5});
    bad["damaged"] = json!([
        {"x": 30, "y": 20, "durability": 1},
        {"x": 20, "y": 20, "durability": 3},
        {"x": 20, "y": "20", "durability": 1},
        {"x": 1, "y": 19, "durability": 1},
        {"x": 0, "y": 100, "durability": 1},
    ]);
    set(&mut bad, "/phase", json!("ability"));
    set(&mut bad, "/seat", json!("zombies"));
    set(&mut bad, "/rows/6", json!("......x".to_string() + &".".repeat(93)));
    set(&mut bad, "/rows/40", json!(7));
    set(&mut bad, "/rows/41", json!("."));
    set(&mut bad, "/units/0/health", json!(1));
    set(&mut bad, "/units/0/id", json!("0"));
    set(&mut bad, "/units/1/health", json!(11));
    bad["units"][1]["shoe"] = json!(43);
    set(&mut bad, "/units/2/class", json!("normal"));
    set(&mut bad, "/units/2/health", json!(0));
    set(&mut bad, "/units/2/id", json!(4));
    set(&mut bad, "/units/3/stun_wait", json!(1));
    set(&mut bad, "/units/3/x", json!(100));
    bad["result"] = json!({"over": true});
    bad.as_object_mut().unwrap().remove("infected");
    let wanted = [
        "/rows/40",
        "/units/0/id",
        "/units/1/shoe",
        "/damaged/2/y",
        "/infected",
        "/result/winner",
        "/result/scores",
        "/result/reason",
        "/result/end_turn",
        "/result/humans_alive",
        "/result/humans_infected",
        "/result/humans_ignored",
        "/result/zombies_ignored",
        "/surplus",
        "/config/max_health",
        "/config/zombi_speed",
        "/rows/6",
        "/rows/41",
        "/seat",
        "/units/2/id",
        "/damaged/0",
        "/damaged/1/durability",
        "/damaged/1",
        "/damaged/3",
        "/damaged/4",
        "/units/0/health",
        "/units/2",
        "/units/2/health",
        "/units/3",
        "/units/3/stun_wait",
        "/result",
    ];
    let (mut found, mut wanted) = (faults(&bad), wanted.map(String::from).to_vec());
    found.sort();
    wanted.sort();
    assert_eq!(found, wanted);
}

#[test]
fn one_fault_is_named_once() {
    assert_eq!(faults(&sample()), [""; 0]);
    for (pointer, value, wanted) in [
        ("/turn", json!(1.5), "/turn"),
        ("/phase", json!("nap"), "/phase"),
        ("/seat", json!(null), "/seat"),
        ("/seat", json!("p1"), "/seat"),
        ("/config", json!(null), "/config"),
        ("/config", json!({"width": 0}), "/config/width"),
        ("/config", json!({"height": "100"}), "/config/height"),
        ("/config", json!({"wall_durability": 0}), "/config/wall_durability"),
        ("/rows", json!(null), "/rows"),
        ("/rows", json!([]), "/rows"),
        ("/rows/20", json!(null), "/rows/20"),
        ("/rows/20", json!("."), "/rows/20"),
        ("/damaged", json!(7), "/damaged"),
        ("/damaged/0/x", json!("20"), "/damaged/0/x"),
        ("/damaged/0/durability", json!(3), "/damaged/0/durability"),
        ("/damaged/1/y", json!(31), "/damaged/1"),
        ("/units", json!(7), "/units"),
        ("/units/0", json!(7), "/units/0"),
        ("/units/1/id", json!(null), "/units/1/id"),
        ("/units/1/id", json!(0), "/units/1/id"),
        ("/units/2/class", json!("ninja"), "/units/2/class"),
        ("/units/2/class", json!("medic"), "/units/2"),
        ("/units/3/x", json!(-1), "/units/3/x"),
        ("/units/3/x", json!(7), "/units/3"),
        ("/units/3/health", json!("1"), "/units/3/health"),
        ("/units/3/health", json!(11), "/units/3/health"),
        ("/result", json!(7), "/result"),
    ] {
        let mut bad = sample();
        set(&mut bad, pointer, value.clone());
        assert_eq!(faults(&bad), [wanted], "{pointer} {value}");
    }
}

#[test]
fn a_result_is_judged_if_all_it_follows_from_is_known() {
    let mut over = position(200, "over", &UNITS, &[]);
    over["seat"] = json!(null);
    over["result"] = json!({"over": true, "winner": "humans", "scores": {"humans": 215, "zombies": 0},
        "reason": "turn_limit", "end_turn": 200, "humans_alive": 3, "humans_infected": 0, "humans_ignored": false,
        "zombies_ignored": false});
    assert_eq!(faults(&over), [""; 0]);
    set(&mut over, "/result/humans_alive", json!(4));
    over["surplus"] = json!(0);
    assert_eq!(faults(&over), ["/surplus", "/result"]);
    for pointer in ["/turn", "/units/0", "/units/2/class", "/infected", "/zombie_faults", "/result/scores/humans"] {
        let mut bad = over.clone();
        set(&mut bad, pointer, json!([]));
        assert_eq!(faults(&bad), [pointer, "/surplus"]);
    }
}

#[test]
fn a_map_lists_faults_of_form_and_of_value_together() {
    let map = json!({"name": "small", "width": 4, "height": 3, "rows": ["....", ".~#.", "...."],
        "human_anchor": [0, 0], "zombie_anchor": [3, 2], "human_spawns": [[0, 2], [0, 1]]});
    let mut bad = map.clone();
    bad["name"] = json!(5);
    bad["rows"][0] = json!("..X.");
    bad["rows"][2] = json!(null);
    bad["zombie_anchor"] = json!([2, 1]);
    bad["human_anchor"] = json!([2, 3]);
    bad["human_spawns"] = json!([[1], [1, 1], [0, 0]]);
    let wanted =
        ["/name", "/rows/2", "/rows/0", "/human_anchor", "/human_spawns/0", "/human_spawns/1", "/zombie_anchor"];
    assert_eq!(map_faults(bad, json!({})), wanted);
    let mut crowded = map.clone();
    crowded["name"] = json!(null);
    crowded["zombie_anchor"] = json!("here");
    assert_eq!(map_faults(crowded, json!({})), ["/name", "/zombie_anchor", "/human_anchor"], "20 humans on ten cells");
    let mut unsized_map = map.clone();
    unsized_map["width"] = json!("4");
    unsized_map["human_spawns"] = json!(7);
    unsized_map["zombie_anchor"] = json!([9, 3]);
    unsized_map.as_object_mut().unwrap().remove("human_anchor");
    assert_eq!(map_faults(unsized_map, json!({})), ["/width", "/human_spawns", "/zombie_anchor"]);
}
