//! What the worked examples leave out: whole submissions, absences, `look`, first views, and documents with faults.

use serde_json::{Value, json};
use skirmish_core::config::Config as _;
use skirmish_core::{Absence, Documents, Entry, Flaw, MapChoice, Orders, Record, Rules, Seat, Setup, Table, Telling};
use skirmish_outbreak::{Action, Config, Outbreak, State, View};

const HUMANS: Seat = Seat(0);
const ZOMBIES: Seat = Seat(1);

fn start() -> (Outbreak, State) {
    Outbreak::resolve(&Setup::default()).unwrap()
}

fn open(position: &Value) -> Result<(Outbreak, State), String> {
    let position = Outbreak::read_position(position).map_err(|faults| faults.to_string())?;
    Outbreak::from_position(&position).map_err(|faults| faults.to_string())
}

/// The position of the rulebook's section on the wire schema.
fn sample() -> Value {
    json!({
        "game": "outbreak", "turn": 3, "seat": "humans", "next_id": 121, "drops_ready": 0.2002, "spawn_ready": 0.025,
        "zones": [{"zone": "west", "next": 1}, {"zone": "north", "next": 0}, {"zone": "east", "next": 0},
                  {"zone": "south", "next": 0}],
        "humans": [{"id": 119, "x": 0, "y": 0, "hp": 100, "max_hp": 150, "moves": 3, "idle": 1.5, "weapon": "pistol",
                    "ammo": 125}],
        "zombies": [{"id": 120, "x": -13, "y": 0, "hp": 70, "max_hp": 105, "moves": 1, "idle": 1, "facing": 0,
                     "scent": 0.076923}],
        "walls": [{"id": 2, "x": -9, "y": -9, "hp": 600, "max_hp": 6000000}],
        "crates": [{"id": 1, "x": -7, "y": -11, "hp": 40, "max_hp": 40, "item": "ammo"}],
        "drops": [{"id": 118, "x": 2, "y": 2, "delay": 4, "item": "shotgun"}],
        "humans_ms": 29500, "zombies_ms": 30000, "winner": null, "reason": null, "config": {},
    })
}

fn with(pointer: &str, value: Value) -> Value {
    let mut position = sample();
    *position.pointer_mut(pointer).unwrap_or_else(|| panic!("no {pointer}")) = value;
    position
}

fn play(game: &Outbreak, state: &mut State, orders: &Orders<Action>) -> Vec<(i32, &'static str)> {
    let mut record = Record::default();
    game.step(state, orders, &mut record);
    record.rejections.iter().map(|rejection| (rejection.index, rejection.reason.0)).collect()
}

// ---- submissions

#[test]
fn refused_submissions_change_nothing() {
    let (game, state) = open(&sample()).unwrap();
    let end = Entry::Action(Action::EndTurn);
    for (seat, turn) in [(ZOMBIES, None), (ZOMBIES, Some(3)), (HUMANS, Some(4)), (Seat(7), None)] {
        let mut after = state.clone();
        let mut orders = Orders::of(seat, [end]);
        if let Some(turn) = turn {
            orders.meant_for(turn);
        }
        assert_eq!(play(&game, &mut after, &orders), [(-1, "not_your_turn")]);
        assert_eq!(after, state);
    }
    let mut orders = Orders::of(ZOMBIES, [end]);
    orders.list(HUMANS, []);
    let mut after = state.clone();
    assert_eq!(play(&game, &mut after, &orders), [(-1, "not_your_turn")]);
    assert_eq!(after.turn(), 4);
    let mut after = state.clone();
    assert_eq!(play(&game, &mut after, &Orders::new()), []);
    assert_eq!(after.turn(), 4, "a seat that says nothing passes");
}

#[test]
fn a_finished_game_refuses_every_submission() {
    let (game, mut state) = start();
    assert_eq!(play(&game, &mut state, &Orders::new()), []);
    let over = state.clone();
    assert_eq!(play(&game, &mut state, &Orders::of(ZOMBIES, [])), [(-1, "game_over")]);
    let mut orders = Orders::new();
    orders.absent(HUMANS, Absence::Crashed);
    assert_eq!(play(&game, &mut state, &orders), []);
    assert_eq!(state, over);
}

#[test]
fn look_keeps_the_turn_open_only_as_the_last_accepted_entry() {
    let (game, state) = open(&sample()).unwrap();
    let (look, end) = (Entry::Action(Action::Look), Entry::Action(Action::EndTurn));
    let bad = Entry::Bad(Flaw::UnknownAction);
    for (list, turn, answers) in [
        (vec![look], 3, vec![]),
        (vec![], 4, vec![]),
        (vec![look, bad], 4, vec![(1, "unknown_action")]),
        (vec![bad, look], 3, vec![(0, "unknown_action")]),
        (vec![look, end], 4, vec![]),
        (vec![end, look], 4, vec![(1, "turn_over")]),
        (vec![end, bad, Entry::Bad(Flaw::NotObject)], 4, vec![(1, "turn_over"), (2, "malformed")]),
    ] {
        let mut after = state.clone();
        assert_eq!(play(&game, &mut after, &Orders::of(HUMANS, list)), answers);
        assert_eq!(after.turn(), turn);
    }
}

#[test]
fn time_runs_on_over_a_look() {
    let (game, mut state) = open(&sample()).unwrap();
    let mut orders = Orders::of(HUMANS, [Entry::Action(Action::Look)]);
    orders.used(30000);
    play(&game, &mut state, &orders);
    assert_eq!(game.position(&state).humans_ms, Some(-500), "the turn's gain is still to come");
    let mut rest = Orders::of(HUMANS, []);
    rest.used(499);
    let mut after = state.clone();
    play(&game, &mut after, &rest);
    assert_eq!((after.turn(), game.position(&after).humans_ms), (4, Some(1)));
    rest.used(500);
    play(&game, &mut state, &rest);
    assert_eq!(game.standings(&state).reason, Some("humans_timeout"));
}

#[test]
fn actions_of_a_list_that_came_too_late_are_not_applied() {
    let (game, mut state) = open(&sample()).unwrap();
    let mut orders = Orders::of(HUMANS, [Entry::Bad(Flaw::NotObject)]);
    orders.used(30500);
    assert_eq!(play(&game, &mut state, &orders), []);
    assert_eq!(game.standings(&state).reason, Some("humans_timeout"));
    assert!(state.humans().is_empty());
}

#[test]
fn an_absence_loses_the_game() {
    for absence in Absence::ALL {
        let late = absence == Absence::Late;
        let (game, mut state) = open(&sample()).unwrap();
        let mut orders = Orders::new();
        orders.absent(HUMANS, absence);
        play(&game, &mut state, &orders);
        let standings = game.standings(&state);
        assert_eq!(standings.reason, Some(if late { "humans_timeout" } else { "humans_crash" }));
        assert_eq!((standings.winner, standings.scores), (Some(ZOMBIES), vec![3, 0]));
        let position = game.position(&state);
        assert!(position.humans.is_empty());
        assert_eq!(position.crates.len(), 1, "nothing is left behind");

        let (game, mut state) = open(&sample()).unwrap();
        play(&game, &mut state, &Orders::new());
        let mut orders = Orders::new();
        orders.absent(ZOMBIES, absence);
        play(&game, &mut state, &orders);
        let standings = game.standings(&state);
        assert_eq!(standings.reason, Some(if late { "zombies_timeout" } else { "zombies_crash" }));
        assert_eq!((standings.winner, standings.scores), (Some(HUMANS), vec![1000, 0]));
        let position = serde_json::to_value(game.position(&state)).unwrap();
        assert_eq!((&position["turn"], &position["seat"]), (&json!(1000), &json!("zombies")));
        assert!(open(&position).is_ok());
    }
}

#[test]
fn the_checks_of_an_entry_come_in_order() {
    let (game, state) = open(&with("/config", json!({"max_actions": 3}))).unwrap();
    let parse = |text: &str| {
        let raw: Box<serde_json::value::RawValue> = serde_json::from_str(text).unwrap();
        game.parse(&raw)
    };
    for (text, reason) in [
        ("7", "malformed"),
        ("{\"do\":5}", "malformed"),
        ("{\"do\":\"dance\"}", "unknown_action"),
        ("{\"do\":\"eat\"}", "wrong_seat"),
        ("{\"do\":\"build\",\"unit\":999,\"x\":1}", "malformed"),
        ("{\"do\":\"move\",\"unit\":119,\"x\":1}", "malformed"),
        ("{\"do\":\"move\",\"unit\":119,\"x\":1,\"y\":null}", "malformed"),
        ("{\"do\":\"move\",\"unit\":119}", "malformed"),
        ("{\"do\":\"move\",\"unit\":998}", "no_such_unit"),
        ("{\"do\":\"move\",\"unit\":1000001,\"x\":1,\"y\":1}", "malformed"),
        ("{\"do\":\"call\",\"x\":99,\"y\":0,\"item\":\"tea\"}", "out_of_bounds"),
        ("{\"do\":\"place\",\"x\":0,\"y\":0,\"weapon\":\"tea\"}", "not_turn_one"),
    ] {
        let mut after = state.clone();
        assert_eq!(play(&game, &mut after, &Orders::of(HUMANS, [parse(text)])), [(0, reason)], "{text}");
    }
    let list = vec![Entry::Bad(Flaw::NotObject); 4];
    let answers = play(&game, &mut state.clone(), &Orders::of(HUMANS, list));
    assert_eq!(answers, [(0, "malformed"), (1, "malformed"), (2, "malformed"), (3, "too_many_actions")]);
}

#[test]
fn words_that_name_nothing_survive_being_written_down() {
    let (game, _) = start();
    for text in [
        r#"{"do":"place","x":0,"y":0,"weapon":"tea"}"#,
        r#"{"do":"call","x":0,"y":0,"item":"tea"}"#,
        r#"{"do":"spawn","zone":"up","facing":9}"#,
        r#"{"do":"move","unit":3}"#,
        r#"{"do":"drop_ammo","unit":3,"x":1,"y":-1,"amount":0}"#,
    ] {
        let raw: Box<serde_json::value::RawValue> = serde_json::from_str(text).unwrap();
        let Entry::Action(action) = game.parse(&raw) else { panic!("{text}") };
        let written = serde_json::to_string(&game.wire(&action)).unwrap();
        let raw: Box<serde_json::value::RawValue> = serde_json::from_str(&written).unwrap();
        assert_eq!(game.parse(&raw), Entry::Action(action));
    }
}

// ---- views

#[test]
fn first_views_show_the_map_as_it_stood_at_the_start() {
    let (game, state) = start();
    let mut table = Table::new(game, state);
    let mut view = View::default();
    table.ask(HUMANS, &mut view);
    assert_eq!(view.map_walls.as_ref().map(Vec::len), Some(84));
    assert_eq!(view.map_crates.as_ref().map(Vec::len), Some(12));
    assert_eq!(view.config.as_ref().unwrap().len(), Config::default().complete().len());
    assert_eq!((view.walls.len(), view.humans_ready), (0, Some(6)));
    let pistol = table.game.parse(
        &serde_json::from_str::<Box<serde_json::value::RawValue>>(r#"{"do":"place","x":0,"y":0,"weapon":"pistol"}"#)
            .unwrap(),
    );
    table.step(&Orders::of(HUMANS, [pistol, Entry::Action(Action::Look)]));
    table.ask(HUMANS, &mut view);
    assert_eq!((view.map_walls.is_some(), view.config.is_some(), view.humans_ready), (false, false, Some(5)));
    assert!(!view.walls.is_empty());
    table.step(&Orders::of(HUMANS, []));
    table.ask(ZOMBIES, &mut view);
    assert_eq!(view.map_walls.as_ref().map(Vec::len), Some(84));
    let shown = serde_json::to_value(&view).unwrap();
    for hidden in ["map_crates", "crates", "drops", "drops_ready", "humans_ready", "next_id"] {
        assert!(shown.get(hidden).is_none(), "{hidden}");
    }
    assert_eq!((&shown["spawn_count"], &shown["zombie_cap"]), (&json!(1), &json!(20)));
}

// ---- documents

#[test]
fn a_canonical_position_comes_back_byte_by_byte() {
    let mut position = sample();
    position["config"] = json!({
        "drop_rate": 0.25, "radius": 13,
        "weapons": [{"name": "pistol", "delay": 1}],
    });
    let text = position.to_string();
    let (game, state) = open(&position).unwrap();
    assert_eq!(serde_json::to_string(&game.position(&state)).unwrap(), text);
    position["config"] = json!({"radius": 13, "drop_rate": 0.25, "weapons": [{"name": "pistol", "delay": 1.0}]});
    let (game, state) = open(&position).unwrap();
    assert_eq!(serde_json::to_string(&game.position(&state)).unwrap(), text);
}

#[test]
fn bad_positions_are_refused_with_the_place_of_the_fault() {
    let second_human = {
        let mut position = sample();
        let mut human = position["humans"][0].clone();
        human["id"] = 50.into();
        position["humans"].as_array_mut().unwrap().insert(0, human);
        position
    };
    let second_wall = {
        let mut position = sample();
        let mut wall = position["walls"][0].clone();
        wall["id"] = 3.into();
        position["walls"].as_array_mut().unwrap().push(wall);
        position
    };
    let unsorted = {
        let mut position = second_wall.clone();
        position["walls"][0]["x"] = 5.into();
        position["walls"].as_array_mut().unwrap().reverse();
        position
    };
    for (position, fault) in [
        (with("/walls/0/id", json!(1)), "/crates/0/id: 1 is the id of another thing too"),
        (with("/zombies/0/id", json!(121)), "/zombies/0/id: 121 is not below next_id 121"),
        (with("/zombies/0/x", json!(14)), "/zombies/0: (14,0) is off the board of radius 13"),
        (with("/drops/0/y", json!(-14)), "/drops/0: (2,-14) is off the board"),
        (second_human, "/humans/1: a second human at (0,0)"),
        (second_wall, "/walls/1: a second wall at (-9,-9)"),
        (unsorted, "/walls/1/id: the list is not by ascending id"),
        (with("/walls/0", json!({"id": 2, "x": 0, "y": 0, "hp": 1, "max_hp": 7})), "/walls/0: a human and a wall"),
        (with("/humans/0/hp", json!(0)), "/humans/0/hp: 0 is not allowed"),
        (with("/humans/0/hp", json!(151)), "/humans/0/hp: 151 is not from 1 to max_hp 150"),
        (with("/zombies/0/facing", json!(6)), "/zombies/0/facing: 6 is not allowed"),
        (with("/humans/0/moves", json!(4)), "/humans/0/moves: 4 is not from 0 to 3"),
        (with("/humans/0/moves", json!(-1)), "/humans/0/moves: -1 is not allowed"),
        (with("/humans/0/weapon", json!("tea")), "/humans/0/weapon: \"tea\" is not a weapon"),
        (with("/crates/0/item", json!("tea")), "/crates/0/item: \"tea\" is not an item"),
        (with("/seat", json!("zombies")), "/seat: on turn 3 the seat to move is humans"),
        (with("/zones/0/zone", json!("north")), "/zones: must be west, north, east, south"),
        (with("/zones/0/next", json!(27)), "/zones/0/next: 27 is not below 27"),
        (with("/winner", json!("humans")), "/winner: winner and reason do not agree"),
        (with("/config", json!({"human_sight": 0})), "bad_config: /config/human_sight: 0 is not allowed"),
        (
            with("/config", json!({"zombie_weapon": "tea"})),
            "bad_config: /config/zombie_weapon: \"tea\" is not a weapon",
        ),
        (with("/humans/0/idle", json!(0.33333)), "/humans/0/idle: 0.33333 is not a number with at most 4 places"),
        (with("/turn", json!(0)), "/turn: 0 is not allowed"),
        (with("/game", json!("golems")), "/game: \"golems\" is not \"outbreak\""),
        (with("/drops", json!({})), "/drops: {} is not a list"),
        (json!([]), "[] is not an object"),
    ] {
        let faults = open(&position).map(|_| ()).unwrap_err();
        assert!(faults.contains(fault), "{fault}\n in\n{faults}");
    }
    let mut position = sample();
    position.as_object_mut().unwrap().remove("next_id");
    position["weather"] = json!("rain");
    let faults = open(&position).map(|_| ()).unwrap_err();
    assert!(faults.contains("/next_id: is missing") && faults.contains("/weather: is an unknown key"), "{faults}");
    position = sample();
    position.as_object_mut().unwrap().remove("humans_ms");
    position.as_object_mut().unwrap().remove("zombies_ms");
    assert!(open(&position).is_ok(), "clocks may be left out");
}

fn on_map(map: Value, config: Value) -> Result<(Outbreak, State), String> {
    let config = config.as_object().unwrap().clone();
    let setup = Setup { config, map: Some(MapChoice::Json(map)), ..Setup::default() };
    Outbreak::resolve(&setup).map_err(|faults| faults.to_string())
}

#[test]
fn bad_maps_are_refused_with_all_their_faults() {
    let rows = |rows: &[&str]| json!({"name": "m", "radius": 1, "rows": rows});
    let lists = |walls: Value, crates: Value| json!({"name": "m", "radius": 1, "walls": walls, "crates": crates});
    let wall = |x: i64, hp: i64| json!({"x": x, "y": 0, "hp": hp});
    let both = json!({"name": "m", "radius": 1, "rows": ["W..", "...", "..."], "walls": [wall(0, 600)], "crates": []});
    for (map, fault) in [
        (rows(&["...", "..."]), "/rows: 2 rows; a map of radius 1 has 3"),
        (rows(&["...", "....", "..."]), "/rows/1: 4 characters; there must be 3"),
        (rows(&["...", "..#", "..."]), "/rows/1: '#' is not one of"),
        (lists(json!([wall(0, 5), wall(0, 6)]), json!([])), "/walls/1: a second wall at (0,0)"),
        (lists(json!([wall(2, 5)]), json!([])), "/walls/0/x: 2 is not allowed"),
        (lists(json!([wall(1, 0)]), json!([])), "/walls/0/hp: 0 is not allowed"),
        (lists(json!([]), json!([{"x": 0, "y": 0, "hp": 1, "item": "tea"}])), "/crates/0/item: \"tea\" is not an item"),
        (json!({"name": "m", "radius": 1}), "/walls: is missing"),
        (both, "rows and the lists walls and crates do not agree"),
        (json!(5), "5 is not an object"),
    ] {
        let faults = on_map(map, json!({})).map(|_| ()).unwrap_err();
        assert!(faults.contains(fault) && faults.starts_with("bad_map"), "{fault}\n in\n{faults}");
    }
}

#[test]
fn a_map_decides_the_radius_and_its_symbols_go_by_the_config() {
    let map = json!({"name": "m", "radius": 1, "rows": ["Ww.", "..C", "..."]});
    let (game, state) = on_map(map.clone(), json!({"map_wall_hp": 5, "wall_overheal": 1.5})).unwrap();
    let position = serde_json::to_value(game.position(&state)).unwrap();
    assert_eq!(position["config"], json!({"map_wall_hp": 5, "radius": 1, "wall_overheal": 1.5}));
    assert_eq!(position["walls"][0], json!({"id": 1, "x": -1, "y": -1, "hp": 5, "max_hp": 7}));
    assert_eq!(position["walls"][1], json!({"id": 2, "x": 0, "y": -1, "hp": 200, "max_hp": 300}));
    assert_eq!(position["crates"][0], json!({"id": 3, "x": 1, "y": 0, "hp": 40, "max_hp": 40, "item": "ammo"}));
    assert_eq!(
        (&position["turn"], &position["drops_ready"], &position["next_id"]),
        (&json!(1), &json!(0.1001), &json!(4))
    );
    assert_eq!(game.map_info(&state), json!({"name": "m", "radius": 1}));
    let faults = on_map(map, json!({"radius": 2})).map(|_| ()).unwrap_err();
    assert!(faults.contains("bad_config: /radius: 2 is not the radius of the map m"), "{faults}");
    // The lists of the shipped map were made with the default HP.
    let setup = Setup { config: json!({"map_wall_hp": 5}).as_object().unwrap().clone(), ..Setup::default() };
    let (game, state) = Outbreak::resolve(&setup).unwrap();
    assert!(game.position(&state).walls.iter().any(|wall| wall.hp == 5));
}

#[test]
fn openings_are_many_and_different() {
    let mut seen: Vec<u64> = Vec::new();
    for n in 0..60 {
        let (game, state) = Outbreak::opening(n, &Setup::default()).unwrap();
        assert!(!seen.contains(&game.hash(&state)), "opening {n} is not new");
        seen.push(game.hash(&state));
    }
    let (game, state) = start();
    assert_eq!(seen[0], game.hash(&state), "the first is the default map");
}

/// A reference file that the repository does not hold, or `None` where there is none.
fn reference(name: &str) -> Option<Value> {
    let path = skirmish_laws::vectors::beside(&format!("maps/outbreak/{name}"))?;
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    Some(serde_json::from_str(&text).unwrap())
}

#[test]
fn the_defaults_are_those_of_the_reference() {
    let Some(reference) = reference("config_default.json") else { return };
    let ours = Value::Object(Config::default().complete());
    assert_eq!(skirmish_laws::compare::difference(&reference, &ours, skirmish_laws::compare::Extent::Full), None);
}

#[test]
fn the_map_of_the_original_is_read() {
    let Some(office) = reference("office.json") else { return };
    let (game, state) = on_map(office, json!({})).unwrap();
    let position = game.position(&state);
    let with_hp = |hp| position.walls.iter().filter(|wall| wall.hp == hp).count();
    assert_eq!((position.walls.len(), with_hp(600), with_hp(200)), (107, 71, 36));
    assert_eq!((position.crates.len(), position.next_id), (11, 119));
}
