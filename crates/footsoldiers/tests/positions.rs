//! Positions, setups and views: what is read, what is refused, what comes back.

use serde_json::{Value, json};
use skirmish_core::{
    Absence, Documents, Entry, Faults, MapChoice, News, Orders, Rules, Seat, Setup, Table, Telling, Viewer,
};
use skirmish_footsoldiers::{Action, Footsoldiers, View};

fn example() -> Value {
    json!({"game":"footsoldiers","turns_remaining":99,"next_id":5,
        "bases":[{"id":1,"seat":"player1","x":1,"y":3,"health":40,"money":3},
                 {"id":2,"seat":"player2","x":65,"y":3,"health":40,"money":13}],
        "rocks":[{"id":3,"x":6,"y":3}],
        "soldiers":[{"id":4,"seat":"player1","kind":"scout","x":7,"y":4,"health":9,"dest_x":65,"dest_y":3,"facing":"down"}],
        "config":{"money_per_turn":4},"disqualified":["player2"]})
}

fn load(json: &Value) -> Result<(Footsoldiers, <Footsoldiers as Rules>::State), Faults> {
    Footsoldiers::from_position(&Footsoldiers::read_position(json)?)
}

/// Code and place of every fault.
fn faults(json: &Value) -> Vec<(&'static str, String)> {
    load(json).unwrap_err().list().iter().map(|fault| (fault.code, fault.pointer.clone())).collect()
}

/// The example with one value changed.
fn changed(pointer: &str, value: Value) -> Value {
    let mut json = example();
    *json.pointer_mut(pointer).unwrap() = value;
    json
}

fn written(json: &Value) -> String {
    let (game, state) = load(json).unwrap();
    serde_json::to_string(&game.position(&state)).unwrap()
}

#[test]
fn a_canonical_position_comes_back_byte_for_byte() {
    assert_eq!(written(&example()), example().to_string());
}

#[test]
fn order_of_lists_and_default_values_do_not_matter() {
    let mut json = example();
    json["bases"].as_array_mut().unwrap().reverse();
    json["config"] = json!({"tank_cost": 12, "money_per_turn": 4, "base_health": 40});
    assert_eq!(written(&json), example().to_string());
    json["config"] = json!({"tank_cost": 12});
    json["disqualified"] = json!([]);
    let text = written(&json);
    assert!(!text.contains("config") && !text.contains("disqualified"), "{text}");
}

#[test]
fn config_and_disqualified_may_be_left_out() {
    let mut json = example();
    json.as_object_mut().unwrap().retain(|key, _| key != "config" && key != "disqualified");
    let (game, state) = load(&json).unwrap();
    assert_eq!(game.turn(&state).number, 1);
    assert_eq!(serde_json::to_string(&game.position(&state)).unwrap(), json.to_string());
}

#[test]
fn values_that_cannot_be_are_refused_with_their_place() {
    let cases = [
        ("/turns_remaining", json!(101), "/turns_remaining"),
        ("/turns_remaining", json!(-1), "/turns_remaining"),
        ("/next_id", json!(4), "/soldiers/0/id"),
        ("/bases/1/seat", json!("player1"), "/bases"),
        ("/bases/0/health", json!(-1), "/bases/0/health"),
        ("/bases/1/money", json!(-1), "/bases/1/money"),
        ("/soldiers/0/health", json!(0), "/soldiers/0/health"),
        ("/soldiers/0/id", json!(3), "/soldiers/0/id"),
        ("/rocks/0/x", json!(1), "/rocks/0"),
        ("/disqualified", json!(["player1", "player2", "player1"]), "/disqualified"),
        ("/soldiers/0/kind", json!("horse"), "/soldiers/0/kind"),
        ("/soldiers/0/facing", json!("north"), "/soldiers/0/facing"),
        ("/soldiers/0/x", json!(1.5), "/soldiers/0/x"),
        ("/soldiers/0/x", json!(1_i64 << 53), "/soldiers/0/x"),
        ("/disqualified/0", json!("player3"), "/disqualified/0"),
        ("/game", json!("golems"), "/game"),
    ];
    for (pointer, value, place) in cases {
        assert_eq!(faults(&changed(pointer, value.clone())), [("bad_position", place.into())], "{pointer} {value}");
    }
    let config = json!({"turn_ms": 1000, "scout_speed": 65, "speed": 1});
    let places = ["/config/turn_ms", "/config/scout_speed", "/config/speed"];
    assert_eq!(faults(&changed("/config", config)), places.map(|place| ("bad_config", place.to_string())));
}

#[test]
fn missing_and_unknown_keys_are_refused() {
    let mut json = example();
    json.as_object_mut().unwrap().remove("next_id");
    json["extra"] = json!(1);
    json["rocks"][0]["health"] = json!(1);
    let places: Vec<String> = faults(&json).into_iter().map(|(_, place)| place).collect();
    assert_eq!(places, ["/next_id", "/rocks/0/health", "/extra"]);
    assert_eq!(faults(&json!([])), [("bad_position", String::new())]);
}

#[test]
fn a_view_is_the_position_with_a_complete_config_and_ones_own_rejections() {
    let mut json = example();
    json.as_object_mut().unwrap().remove("disqualified");
    let (game, state) = load(&json).unwrap();
    let mut table = Table::new(game, state);
    let mut orders = Orders::of(Seat(0), [Entry::Action(Action::NoOp), Entry::Action(Action::NoOp)]);
    orders.absent(Seat(1), Absence::Late);
    table.step(&orders);
    let mut views = [View::default(), View::default()];
    table.ask(Seat(0), &mut views[0]);
    table.ask(Seat(1), &mut views[1]);
    let [mut one, mut two] = views.map(|view| serde_json::to_value(&view).unwrap());
    assert_eq!(one["rejected"], json!([{"index": 1, "reason": "too_many_actions"}]));
    assert_eq!(two["rejected"], json!([{"index": 0, "reason": "no_answer"}]));
    assert_eq!((&one["you"], &two["you"], &one["turn"]), (&json!("player1"), &json!("player2"), &json!(2)));
    let config = one["config"].as_object().unwrap();
    assert_eq!((config.len(), &config["money_per_turn"], &config["tank_cost"]), (17, &json!(4), &json!(12)));
    assert!(config.keys().is_sorted());
    for view in [&mut one, &mut two] {
        view.as_object_mut().unwrap().retain(|key, _| key != "you" && key != "rejected");
    }
    assert_eq!(one, two);
}

#[test]
fn those_who_watch_have_no_seat() {
    let (game, state) = load(&example()).unwrap();
    let news = News { first: true, rejected: &[], events: &[], memory: &() };
    let mut view = View::default();
    game.view(&state, Viewer::Spectator, &news, &mut view);
    let json = serde_json::to_value(&view).unwrap();
    assert!(json.get("you").is_none() && json["disqualified"] == json!(["player2"]));
}

#[test]
fn the_result_has_the_originals_words() {
    let (game, state) = load(&example()).unwrap();
    let expected = json!({"game":"footsoldiers","over":true,"winner":"player1","scores":{"player1":2,"player2":0},
        "reason":"disqualified","turns_played":1,"turns_remaining":99,"health_player1":40,"health_player2":40,
        "native":"Winner player1"});
    assert_eq!(serde_json::to_string(&game.outcome(&state, &())).unwrap(), expected.to_string());
    let (game, state) = Footsoldiers::resolve(&Setup::default()).unwrap();
    let running = serde_json::to_value(game.outcome(&state, &())).unwrap();
    assert_eq!((&running["over"], &running["reason"], &running["native"]), (&json!(false), &Value::Null, &Value::Null));
}

#[test]
fn a_setup_takes_text_maps_and_the_originals_config() {
    let setup = Setup {
        config: json!({"initial-money": 50, "speed": {"tank": 9}}).as_object().unwrap().clone(),
        map: Some(MapChoice::Text("1  X\n    2".into())),
        ..Setup::default()
    };
    let (game, state) = Footsoldiers::resolve(&setup).unwrap();
    let expected = json!({"game":"footsoldiers","turns_remaining":100,"next_id":4,
        "bases":[{"id":1,"seat":"player1","x":0,"y":0,"health":40,"money":50},
                 {"id":2,"seat":"player2","x":4,"y":1,"health":40,"money":50}],
        "rocks":[{"id":3,"x":3,"y":0}],"soldiers":[],"config":{"initial_money":50,"tank_speed":9}});
    assert_eq!(serde_json::to_string(&game.position(&state)).unwrap(), expected.to_string());
}

#[test]
fn all_faults_of_a_setup_are_named_at_once() {
    let setup = Setup {
        config: json!({"initial_money": -1}).as_object().unwrap().clone(),
        map: Some(MapChoice::Text("1?".into())),
        seats: vec!["a".into(), "b".into()],
        seed: 0,
    };
    let faults = Footsoldiers::resolve(&setup).unwrap_err();
    let codes: Vec<_> = faults.list().iter().map(|fault| fault.code).collect();
    assert_eq!(codes, ["bad_config", "bad_setup", "map_bad_character", "map_no_base_player2"]);
    let unknown = Footsoldiers::resolve(&Setup::default().with_map("deul")).unwrap_err();
    assert!(unknown.to_string().contains("did you mean \"duel\""), "{unknown}");
}

#[test]
fn openings_are_many_and_different() {
    let opening = |n| {
        let (game, state) = Footsoldiers::opening(n, &Setup::default()).unwrap();
        serde_json::to_string(&game.position(&state)).unwrap()
    };
    let mut starts: Vec<String> = (0..200).map(opening).collect();
    assert_eq!(starts[77], opening(77));
    starts.sort();
    starts.dedup();
    assert_eq!(starts.len(), 200);
}
