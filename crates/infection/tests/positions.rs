//! Reading and writing positions, configs and maps.

mod scene;

use scene::{Scene, position};
use serde_json::{Value, json};
use skirmish_core::{Documents, Faults, MapChoice, Rules, Setup};
use skirmish_infection::{Infection, Map};

fn faults(position: &Value) -> Vec<(String, String)> {
    let read = Infection::read_position(position).and_then(|position| Infection::from_position(&position).map(|_| ()));
    places(read.expect_err("the position was taken"))
}

fn places(faults: Faults) -> Vec<(String, String)> {
    faults.list().iter().map(|fault| (fault.code.to_owned(), fault.pointer.clone())).collect()
}

fn bad(pointers: &[&str]) -> Vec<(String, String)> {
    pointers.iter().map(|pointer| ("bad_position".to_owned(), (*pointer).to_owned())).collect()
}

const UNITS: [(i64, &str, i32, i32); 3] = [(0, "zombie", 5, 5), (4, "medic", 6, 6), (9, "traceur", 7, 7)];

#[test]
fn a_canonical_position_comes_back_byte_by_byte() {
    let mut before = position(2, "attack", &UNITS, &[(7, 7, '='), (8, 8, '#'), (1, 9, 'T')]);
    before["damaged"] = json!([{"x": 8, "y": 8, "durability": 2}, {"x": 1, "y": 9, "durability": 1}]);
    // A default-valued key is handed on.
    before["config"] = json!({"max_faults": 7, "turn_limit": 200});
    let text = before.to_string();
    let scene = Scene::read(&before);
    assert_eq!(serde_json::to_string(&scene.game.position(&scene.state)).unwrap(), text);
}

#[test]
fn every_fault_of_form_is_named() {
    let mut before = position(2, "attack", &UNITS, &[]);
    before["turn"] = json!(1.5);
    before["phase"] = json!("nap");
    before["units"][0]["id"] = json!("0");
    before["units"][1]["shoe"] = json!(43);
    before["units"][2].as_object_mut().unwrap().remove("health");
    before.as_object_mut().unwrap().remove("infected");
    before["colour"] = json!("red");
    let expected = ["/turn", "/phase", "/units/0/id", "/units/1/shoe", "/units/2/health", "/infected", "/colour"];
    assert_eq!(faults(&before), bad(&expected));
    assert_eq!(faults(&json!([])), bad(&[""]));
}

#[test]
fn every_fault_of_content_is_named() {
    let units = [(3, "zombie", 5, 5), (2, "medic", 6, 6), (2, "normal", 7, 7), (9, "zombie", 100, 0)];
    let mut before = position(3, "ability", &units, &[(5, 5, '~'), (7, 7, '='), (20, 20, '#'), (30, 20, '~')]);
    before["seat"] = json!("humans");
    before["units"][0]["health"] = json!(1);
    before["units"][1]["health"] = json!(11);
    before["units"][2]["stun_wait"] = json!(1);
    before["damaged"] = json!([
        {"x": 30, "y": 20, "durability": 1},
        {"x": 20, "y": 20, "durability": 3},
        {"x": 20, "y": 20, "durability": 2},
        {"x": 0, "y": 100, "durability": 1},
    ]);
    before["result"] = json!({"over": true, "winner": null, "scores": {"humans": 1, "zombies": 1},
        "reason": "turn_limit", "end_turn": 3, "humans_alive": 2, "humans_infected": 0,
        "humans_ignored": false, "zombies_ignored": false});
    let expected = [
        "/phase",
        "/seat",
        "/units/1/id",
        "/units/2/id",
        "/damaged/0",
        "/damaged/1/durability",
        "/damaged/1",
        "/damaged/2",
        "/damaged/3",
        "/units/0",
        "/units/0/health",
        "/units/1/health",
        "/units/2",
        "/units/2/stun_wait",
        "/units/3",
        "/result",
    ];
    assert_eq!(faults(&before), bad(&expected));
}

#[test]
fn rows_and_config_must_fit() {
    let mut before = position(1, "move", &UNITS, &[]);
    before["config"] = json!({"width": 99, "turn_limit": 0, "zombi_speed": 3, "prompt": "day"});
    let found = faults(&before);
    for key in ["/config/turn_limit", "/config/zombi_speed", "/config/prompt"] {
        assert!(found.contains(&("bad_config".into(), key.into())), "{key}: {found:?}");
    }
    before["config"] = json!({});
    before["rows"][3] = json!(".".repeat(99));
    before["rows"][4] = json!("x".to_string() + &".".repeat(99));
    assert_eq!(faults(&before), bad(&["/rows/3", "/rows/4"]));
    before["rows"] = json!([]);
    assert_eq!(faults(&before), bad(&["/rows"]));
}

#[test]
fn a_game_is_not_over_before_its_end() {
    let mut before = position(2, "over", &UNITS, &[]);
    before["seat"] = json!(null);
    assert_eq!(faults(&before), bad(&["/phase", "/result"]));
}

#[test]
fn the_default_map_has_the_rulebooks_spawn_cells() {
    let (game, state) = Infection::resolve(&Setup::default()).unwrap();
    let position = game.position(&state);
    let cells: Vec<(i32, i32)> = position.units.iter().map(|unit| (unit.x, unit.y)).collect();
    let zombies = [(50, 3), (50, 2), (49, 3), (51, 3), (50, 4), (50, 1)];
    let humans = [
        (50, 50),
        (50, 49),
        (49, 50),
        (51, 50),
        (50, 51),
        (50, 48),
        (49, 49),
        (51, 49),
        (48, 50),
        (52, 50),
        (49, 51),
        (51, 51),
        (50, 52),
        (50, 47),
        (49, 48),
        (51, 48),
        (48, 49),
        (52, 49),
        (47, 50),
        (53, 50),
    ];
    assert_eq!(cells[..6], zombies);
    assert_eq!(cells[6..], humans);
    assert_eq!((position.turn, position.phase.name(), position.config.len()), (0, "classes", 0));
    assert!(position.units.iter().enumerate().all(|(i, unit)| unit.id == i as i64));
}

fn small_map() -> Value {
    json!({"name": "small", "width": 4, "height": 3, "rows": ["....", ".~#.", "...."],
        "human_anchor": [0, 0], "zombie_anchor": [3, 2], "human_spawns": [[0, 2], [0, 1]], "note": "mine"})
}

fn start(config: Value, map: Value) -> Result<Value, Faults> {
    let Value::Object(config) = config else { panic!("no config") };
    let setup = Setup { config, map: Some(MapChoice::Json(map)), ..Setup::default() };
    Infection::resolve(&setup).map(|(game, state)| serde_json::to_value(game.position(&state)).unwrap())
}

fn cells_of(position: &Value) -> Vec<(i64, i64)> {
    let cell = |unit: &Value| (unit["x"].as_i64().unwrap(), unit["y"].as_i64().unwrap());
    position["units"].as_array().unwrap().iter().map(cell).collect()
}

#[test]
fn listed_spawn_cells_come_before_the_anchor() {
    let begun = start(json!({"starting_humans": 2, "starting_zombies": 1}), small_map()).unwrap();
    assert_eq!(cells_of(&begun), [(3, 2), (0, 2), (0, 1)]);
    let expected =
        json!({"height": 3, "map": "small", "starting_humans": 2, "starting_zombies": 1, "width": 4}).to_string();
    assert_eq!(begun["config"].to_string(), expected);
    // Too short a list is not used at all; layers go by y, then x.
    let begun = start(json!({"starting_humans": 4, "starting_zombies": 0}), small_map()).unwrap();
    assert_eq!(cells_of(&begun), [(0, 0), (1, 0), (0, 1), (2, 0)]);
}

#[test]
fn bad_maps_are_refused_with_all_faults() {
    let mut map = small_map();
    map["rows"][0] = json!("..X.");
    map["width"] = json!(5);
    map["zombie_anchor"] = json!([9, 9]);
    map["human_spawns"][0] = json!([1]);
    let found = places(start(json!({}), map).unwrap_err());
    let pointers: Vec<&str> = found.iter().map(|(_, pointer)| pointer.as_str()).collect();
    let expected = ["/rows/0", "/rows/0", "/rows/1", "/rows/2", "/human_spawns/0", "/zombie_anchor"];
    assert_eq!(pointers, expected);
    assert!(found.iter().all(|(code, _)| code == "bad_map"));

    let mut map = small_map();
    map["human_anchor"] = json!([1, 1]);
    map.as_object_mut().unwrap().remove("zombie_anchor");
    let found = places(start(json!({}), map).unwrap_err());
    assert_eq!(found.iter().map(|(_, at)| at.as_str()).collect::<Vec<_>>(), ["/human_anchor", "/zombie_anchor"]);

    let found = places(start(json!({"starting_humans": 11, "starting_zombies": 10}), small_map()).unwrap_err());
    assert_eq!(found, [("bad_map".into(), "/human_anchor".into())], "there are ten free cells");
    let found = places(start(json!({"width": 7, "starting_humans": 2}), small_map()).unwrap_err());
    assert_eq!(found, [("bad_config".into(), "/width".into())]);
    let found = places(start(json!({"width": 7}), small_map()).unwrap_err());
    assert_eq!(found, [("bad_config".into(), "/width".into()), ("bad_map".into(), "/human_anchor".into())]);
    let unknown = Infection::resolve(&Setup::default().with_map("quarantin")).unwrap_err();
    assert!(unknown.to_string().contains("quarantine"));
}

#[test]
fn the_original_map_is_read() {
    let Some(file) = skirmish_laws::vectors::beside("maps/infection/mechmania29_main.json") else { return };
    let json: Value = serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
    let map = Map::read(&json, 20, 6).unwrap();
    let count = |char: char| map.cells.iter().filter(|kind| kind.char() == char).count();
    assert_eq!(['.', '#', '~', '=', 'T'].map(count), [8910, 686, 193, 108, 103]);
    let begun = start(json!({}), json).unwrap();
    assert_eq!((cells_of(&begun)[5], begun["units"].as_array().unwrap().len()), ((50, 5), 26));
}

#[test]
fn openings_are_many_and_always_the_same() {
    let mut seen = Vec::new();
    for n in 0..50 {
        let (game, state) = Infection::opening(n, &Setup::default()).unwrap();
        let (again, same) = Infection::opening(n, &Setup::default()).unwrap();
        assert_eq!((game.hash(&state), &state), (again.hash(&same), &same));
        assert!(!seen.contains(&game.hash(&state)), "opening {n}");
        seen.push(game.hash(&state));
    }
    // With a map given, the sides begin elsewhere on it.
    let base = Setup::default().with_map("quarantine");
    let (game, first) = Infection::opening(0, &base).unwrap();
    let (_, other) = Infection::opening(1, &base).unwrap();
    assert_eq!(first.terrain, other.terrain);
    assert_ne!(first.units, other.units);
    assert_eq!(game.position(&first).config.len(), 0);
}

#[test]
fn the_original_preset_is_a_good_config() {
    let preset = &Infection::PRESETS[0];
    let Value::Object(config) = serde_json::from_str(preset.json).unwrap() else { panic!("no object") };
    let (game, state) = Infection::resolve(&Setup { config, ..Setup::default() }).unwrap();
    let config = game.config();
    assert_eq!((config.starting_zombies, config.ability_cooldown, config.stun_turns), (5, 12, 3));
    assert!(config.list_legal && state.units.len() == 25);
}
