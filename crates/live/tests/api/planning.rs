//! Orders before they are sent: what they would do, what they cost, and why not.

use crate::support::{Client, act, at, home, shield, view, zord};
use serde_json::{Value, json};

fn ask(client: &Client, what: &str, body: &Value) -> Value {
    let said = client.post(&at("spring", &format!("/hand/{what}")), body);
    assert_eq!(said.status, 200, "{said:?}");
    said.json()
}

fn state(client: &Client) -> Value {
    client.get(&at("spring", "/hand/state")).json()
}

#[test]
fn orders_are_tried_and_nothing_happens() {
    let home = home();
    let [ann, _] = home.started();
    let before = view(&ann);
    let id = zord(&ann, "ann")["id"].clone();
    let orders = json!([{"do": "shield", "unit": id}, {"do": "range", "unit": id}, {"do": "shield", "unit": 999}]);
    let told = ask(&ann, "consider", &json!({"request": 1, "orders": orders, "actor": {"unit": id}}));
    let reasons: Vec<&Value> = told["verdicts"].as_array().unwrap().iter().map(|verdict| &verdict["reason"]).collect();
    assert_eq!(reasons, [&Value::Null, &Value::Null, &json!("no_such_unit")]);
    assert_eq!(told["spent"], json!(["4 actions", "2 actions", ""]));
    assert_eq!(told["purse"][0], json!({"name": "actions", "had": 20, "left": 14}));
    assert!(!told["legal"].as_array().unwrap().is_empty());
    let banned = json!({"do": "shoot", "unit": id, "target": zord(&ann, "bob")["id"]});
    let why = ask(&ann, "why", &json!({"request": 1, "orders": [], "action": banned}));
    assert_eq!(why["reason"], "out_of_range");
    assert!(ask(&ann, "reach", &json!({"request": 1, "orders": [], "unit": id}))["places"].is_array());
    assert!(ask(&ann, "finish", &json!({"request": 1, "orders": [], "bot": "strong"}))["orders"].is_array());
    assert_eq!(view(&ann)["seq"], before["seq"]);
}

#[test]
fn a_seat_without_actions_is_told_why_not() {
    let home = home();
    let [ann, _] = home.started();
    let order = shield(&ann, "ann");
    for _ in 0..5 {
        assert_eq!(act(&ann, &order).status, 200);
    }
    assert_eq!(state(&ann)["phase"], "asked");
    let why = ask(&ann, "why", &json!({"request": 1, "orders": [], "action": order}));
    assert_eq!(why["reason"], "not_enough_actions");
}

#[test]
fn the_state_says_whether_anybody_can_act() {
    let home = home();
    let players = home.game(crate::support::small("spring"));
    let ann = &players[0];
    assert_eq!(state(ann)["phase"], "starting");
    let question = json!({"request": 0, "orders": []});
    assert_eq!(ann.post(&at("spring", "/hand/consider"), &question).refusal().1, "cannot_act");
    home.start("spring");
    let told = state(ann);
    assert_eq!((&told["phase"], &told["request"], &told["seat"]), (&json!("asked"), &json!(1), &json!(0)));
    home.operator.post(&at("spring", "/pause"), &json!({"why": "a test"}));
    assert_eq!(state(ann)["phase"], "waiting");
    home.operator.post(&at("spring", "/resume"), &json!({}));
    assert_eq!(state(ann)["phase"], "asked");
    home.turn("spring", 4 * 86_400);
    let over = state(ann);
    assert_eq!(over["phase"], "over");
    assert!(over["summary"].is_string());
}

#[test]
fn what_is_no_question_is_refused() {
    let home = home();
    let [ann, _] = home.started();
    for body in [json!({}), json!([]), json!({"request": 1, "orders": 3})] {
        assert_eq!(ann.post(&at("spring", "/hand/consider"), &body).refusal(), (400, "malformed".into()));
    }
    let unknown = json!({"request": 1, "orders": [], "bot": "nobody"});
    assert_eq!(ann.post(&at("spring", "/hand/finish"), &unknown).refusal(), (400, "malformed".into()));
}
