//! What operators do: starting, pausing, aborting, the clock; and that all of it is noted.

use crate::support::{Client, act, at, home, shield, small, view};
use serde_json::{Value, json};

fn order(client: &Client, what: &str, body: Value) -> crate::support::Said {
    client.post(&at("spring", what), &body)
}

#[test]
fn a_game_starts_once_and_with_enough_players() {
    let home = home();
    home.game(json!({"name": "spring", "open": true, "seats": ["ann"]}));
    assert_eq!(order(&home.operator, "/start", json!({})).refusal(), (409, "not_enough_players".into()));
    assert_eq!(order(&home.anyone, "/join", json!({"seat": "bob"})).status, 201);
    let said = order(&home.operator, "/start", json!({}));
    assert_eq!((said.status, &said.json()["ok"]), (200, &json!(true)));
    assert_eq!(said.json()["seq"], view(&home.anyone)["seq"]);
    assert_eq!(order(&home.operator, "/start", json!({})).refusal(), (409, "already_started".into()));
}

#[test]
fn while_a_game_is_paused_nobody_acts_and_no_time_passes() {
    let home = home();
    let [ann, _] = home.started();
    let body = shield(&ann, "ann");
    let before = view(&ann);
    assert_eq!(order(&home.operator, "/resume", json!({})).refusal(), (409, "not_paused".into()));
    assert_eq!(order(&home.operator, "/pause", json!({"why": "the server moves"})).status, 200);
    for body in [&body, &json!({"actions": [body]}), &json!({"actions": [body], "atomic": true})] {
        let said = act(&ann, body);
        assert_eq!(said.refusal(), (503, "paused".into()));
        assert!(said.header("retry-after").is_some() && said.json()["message"].as_str().unwrap().contains("moves"));
    }
    let keyed = ann.keyed("k");
    assert_eq!(act(&keyed, &body).refusal().0, 503);
    // It stays as it was paused first.
    let again = order(&home.operator, "/pause", json!({"why": "another reason"}));
    assert_eq!(again.refusal(), (409, "already_paused".into()));
    assert!(again.header("retry-after").is_none());
    assert!(again.json()["message"].as_str().unwrap().contains("already: the server moves"), "{again:?}");
    assert_eq!(view(&ann)["paused"], "the server moves");
    home.operator.post("/api/v1/zords/clock", &json!({"step_s": 10 * 86_400}));
    assert_eq!(order(&home.operator, "/resume", json!({})).status, 200);
    let after = view(&ann);
    assert_eq!((&after["day"], &after["time"], &after["paused"]), (&before["day"], &before["time"], &Value::Null));
    // Who was asked to come later is judged then.
    assert_eq!(act(&keyed, &body).status, 200);
}

#[test]
fn whoever_has_turned_the_clock_finds_the_games_at_that_time() {
    let home = home();
    let long =
        json!({"name": "spring", "seats": ["ann", "bob"], "config": {"board_size": 40, "max_players": 4, "days": 40}});
    home.game(long);
    home.start("spring");
    for (step_s, moment) in [(3600, (1, 3600)), (86_400, (2, 3600)), (30 * 86_400, (32, 3600))] {
        home.operator.post("/api/v1/zords/clock", &json!({"step_s": step_s}));
        let seen = view(&home.anyone);
        assert_eq!((&seen["day"], &seen["time"]), (&json!(moment.0), &json!(moment.1)));
    }
}

#[test]
fn whoever_asks_for_changes_is_told_of_a_pause_and_of_the_end() {
    let home = home();
    let [ann, _] = home.started();
    let path = at("spring", "/view");
    let tag = || ann.get(&path).header("etag").unwrap().to_string();
    let running = tag();
    assert_eq!(order(&home.operator, "/pause", json!({})).status, 200);
    assert_eq!(ann.header("If-None-Match", &running).get(&path).status, 200);
    let paused = tag();
    assert_eq!(ann.header("If-None-Match", &paused).get(&path).status, 304);
    assert_eq!(order(&home.operator, "/resume", json!({})).status, 200);
    assert_eq!(ann.header("If-None-Match", &paused).get(&path).status, 200);
    let running = tag();
    assert_eq!(order(&home.operator, "/abort", json!({})).status, 200);
    assert_eq!(ann.header("If-None-Match", &running).get(&path).status, 200);
}

#[test]
fn an_aborted_game_is_over() {
    let home = home();
    let [ann, _] = home.started();
    let body = shield(&ann, "ann");
    let long = "x".repeat(201);
    assert_eq!(order(&home.operator, "/abort", json!({"why": long})).refusal(), (400, "malformed".into()));
    assert_eq!(order(&home.operator, "/abort", json!({"why": "ü".repeat(200)})).status, 200);
    assert_eq!(view(&ann)["status"], "aborted");
    for what in ["/abort", "/pause", "/start"] {
        assert_eq!(order(&home.operator, what, json!({})).refusal(), (409, "game_over".into()), "{what}");
    }
    assert_eq!(order(&home.operator, "/resume", json!({})).refusal().0, 409);
    assert_eq!(act(&ann, &body).refusal(), (409, "game_over".into()));
    let result = ann.get(&at("spring", "/result"));
    assert_eq!((result.status, &result.json()["status"]), (200, &json!("aborted")));
    assert_eq!(result.json()["winner"], Value::Null);
}

#[test]
fn the_clock_is_turned_forwards_only() {
    let home = home();
    home.started();
    let turn = |body| home.operator.post("/api/v1/zords/clock", &body);
    for body in [json!({"step_s": -1}), json!({"step_s": 31_536_001}), json!({"speed": -1}), json!({"speed": 1e8})] {
        assert_eq!(turn(body.clone()).refusal(), (400, "malformed".into()), "{body}");
    }
    let before = turn(json!({})).json();
    assert_eq!((&before["virtual"], home.anyone.get("/api/v1/zords/clock").json()), (&json!(true), before.clone()));
    assert_eq!(before["speed"], 0.0);
    assert_eq!(turn(json!({"speed": 2.5})).json()["speed"], 2.5);
    assert_eq!(turn(json!({"speed": 0})).json()["speed"], 0.0);
    home.turn("spring", 10_800);
    assert_eq!(view(&home.anyone)["time"], 10_800);
    assert_eq!(view(&home.anyone)["shooting_allowed"], true);
}

#[test]
fn what_operators_do_is_noted_and_what_was_refused_is_not() {
    let home = home();
    home.game(small("spring"));
    for what in ["/start", "/pause", "/resume", "/abort"] {
        assert_eq!(order(&home.operator, what, json!({})).status, 200, "{what}");
        assert_ne!(order(&home.operator, what, json!({})).status, 200, "{what}");
    }
    home.operator.post("/api/v1/zords/clock", &json!({"step_s": 1}));
    home.operator.post(&at("spring", "/seats/ann/token"), &json!({}));
    let noted = home.operator.get("/api/v1/audit").json()["entries"].clone();
    let noted: Vec<(&str, &str)> = noted
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| (entry["who"].as_str().unwrap(), entry["what"].as_str().unwrap()))
        .collect();
    let whats = ["create", "start", "pause", "resume", "abort", "turn the clock", "new token"];
    assert_eq!(noted, whats.map(|what| ("kim", what)));
}
