//! Documents with faults: all are named at once, in form and in value, but no fault that only follows from another.

use serde_json::{Value, json};
use skirmish_core::{Documents, Faults, MapChoice, Setup};
use skirmish_outbreak::Outbreak;

fn sample() -> Value {
    json!({
        "game": "outbreak", "turn": 3, "seat": "humans", "next_id": 121, "drops_ready": 0.2002, "spawn_ready": 0.025,
        "zones": [{"zone": "west", "next": 1}, {"zone": "north", "next": 0}, {"zone": "east", "next": 0},
                  {"zone": "south", "next": 0}],
        "humans": [{"id": 118, "x": 0, "y": 0, "hp": 100, "max_hp": 150, "moves": 3, "idle": 1.5, "weapon": "pistol",
                    "ammo": 125},
                   {"id": 119, "x": 1, "y": 0, "hp": 100, "max_hp": 150, "moves": 3, "idle": 1.5, "weapon": "shotgun",
                    "ammo": 125}],
        "zombies": [{"id": 120, "x": -13, "y": 0, "hp": 70, "max_hp": 105, "moves": 1, "idle": 1, "facing": 0,
                     "scent": 0.076923}],
        "walls": [{"id": 2, "x": -9, "y": -9, "hp": 600, "max_hp": 6000000},
                  {"id": 3, "x": -8, "y": -9, "hp": 600, "max_hp": 6000000},
                  {"id": 4, "x": -7, "y": -9, "hp": 600, "max_hp": 6000000}],
        "crates": [{"id": 1, "x": -7, "y": -11, "hp": 40, "max_hp": 40, "item": "ammo"}],
        "drops": [{"id": 117, "x": 2, "y": 2, "delay": 4, "item": "shotgun"}],
        "winner": null, "reason": null, "config": {},
    })
}

/// The places of all faults, in the order of the list.
fn places<T>(read: Result<T, Faults>) -> Vec<String> {
    read.err().iter().flat_map(|faults| faults.list()).map(|fault| fault.pointer.clone()).collect()
}

fn faults(position: &Value) -> Vec<String> {
    places(Outbreak::read_position(position).and_then(|position| Outbreak::from_position(&position)))
}

fn map_faults(map: Value) -> Vec<String> {
    places(Outbreak::resolve(&Setup { map: Some(MapChoice::Json(map)), ..Setup::default() }))
}

fn set(document: &mut Value, pointer: &str, value: Value) {
    *document.pointer_mut(pointer).unwrap_or_else(|| panic!("no {pointer}")) = value;
}

#[test]
fn a_position_lists_faults_of_form_and_of_value_together() {
    let mut bad = sample();
    bad["surplus"] = json!(1);
    bad["config"] = json!({"radius": 12, "human_moves": -1, "zombie_weapon": "tea", "speed": 2});
    set(&mut bad, "/zones/1/next", json!("0"));
    set(&mut bad, "/zones/2/zone", json!("south"));
    set(&mut bad, "/humans/0/hp", json!("100"));
    set(&mut bad, "/humans/0/moves", json!(9));
    set(&mut bad, "/humans/0/weapon", json!("tea"));
    set(&mut bad, "/humans/1/x", json!(0));
    set(&mut bad, "/humans/1/hp", json!(151));
    set(&mut bad, "/walls/1", json!(7));
    set(&mut bad, "/walls/2/x", json!(-9));
    set(&mut bad, "/crates/0/id", json!(null));
    set(&mut bad, "/crates/0/item", json!("tea"));
    set(&mut bad, "/drops/0/id", json!(118));
    bad.as_object_mut().unwrap().remove("turn");
    let wanted = [
        "/turn",
        "/zones/1/next",
        "/humans/0/hp",
        "/walls/1",
        "/crates/0/id",
        "/surplus",
        "/config/human_moves",
        "/config/speed",
        "/config/zombie_weapon",
        "/zones",
        "/humans/0/weapon",
        "/humans/1/hp",
        "/humans/1",
        "/zombies/0",
        "/walls/2",
        "/crates/0/item",
        "/drops/0/id",
    ];
    assert_eq!(faults(&bad), wanted);
}

#[test]
fn one_fault_is_named_once() {
    assert_eq!(faults(&sample()), [""; 0]);
    for (pointer, value, wanted) in [
        ("/turn", json!(0), "/turn"),
        ("/turn", json!(4), "/seat"),
        ("/seat", json!("p1"), "/seat"),
        ("/next_id", json!(-1), "/next_id"),
        ("/next_id", json!(120), "/zombies/0/id"),
        ("/zones", json!(null), "/zones"),
        ("/zones/3/next", json!(27), "/zones/3/next"),
        ("/humans/0", json!([]), "/humans/0"),
        ("/humans/1/x", json!(0.5), "/humans/1/x"),
        ("/humans/0/id", json!("118"), "/humans/0/id"),
        ("/humans/1/max_hp", json!(0), "/humans/1/max_hp"),
        ("/humans/1/max_hp", json!(99), "/humans/1/hp"),
        ("/zombies/0/y", json!(14), "/zombies/0"),
        ("/walls/0", json!({"id": 0, "x": -8, "y": -9, "hp": 1, "max_hp": 1}), "/walls/1"),
        ("/walls/2/id", json!(0), "/walls/2/id"),
        ("/config", json!({"weapons": [{"name": "pistol", "range": -1}]}), "/config/weapons/0/range"),
        ("/config", json!({"radius": 256}), "/config/radius"),
        ("/config", json!({"human_moves": 2.5}), "/config/human_moves"),
        ("/config", json!(5), "/config"),
        ("/winner", json!("humans"), "/winner"),
        ("/reason", json!("tired"), "/reason"),
    ] {
        let mut bad = sample();
        set(&mut bad, pointer, value.clone());
        assert_eq!(faults(&bad), [wanted], "{pointer} {value}");
    }
}

#[test]
fn a_map_lists_faults_of_form_and_of_value_together() {
    let wall = |x: i64| json!({"x": x, "y": 0, "hp": 5});
    let bad = json!({"radius": 1, "rows": ["..x", 7, ".."], "walls": [wall(1), {"x": 0, "y": 0}, 5, wall(1), wall(2)],
        "crates": [{"x": 0, "y": 0, "hp": 0, "item": "tea"}, {"x": 0, "y": 0, "hp": 1}]});
    let wanted = [
        "/name",
        "/rows/1",
        "/rows/0",
        "/rows/2",
        "/walls/1/hp",
        "/walls/2",
        "/walls/3",
        "/walls/4/x",
        "/crates/0/hp",
        "/crates/0/item",
        "/crates/1/item",
    ];
    assert_eq!(map_faults(bad), wanted);
    // Without a radius nothing is said about sizes; without good lists nothing about whether they agree with the rows.
    let unsized_map = json!({"name": "m", "radius": "1", "rows": ["W"], "walls": [wall(9), wall(9)], "crates": []});
    assert_eq!(map_faults(unsized_map), ["/radius", "/walls/1"]);
    assert_eq!(map_faults(json!({"name": 5, "radius": 0, "rows": ["W"], "walls": [], "crates": []})), ["/name", ""]);
    assert_eq!(map_faults(json!({"name": "m", "radius": 0, "rows": 5})), ["/rows"]);
}
