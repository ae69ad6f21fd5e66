//! Reading and writing positions.

use serde_json::{Value, json};
use skirmish_core::Documents;
use skirmish_zords::Zords;

const CANONICAL: &str = concat!(
    r#"{"game":"zords","schema":1,"config":{"days":14,"kill_reward":5},"status":"running","day":3,"time":10800,"seq":57,"next_id":9,"#,
    r#""players":[{"seat":"ann","actions":16,"points":25,"faults":1,"retired":false},"#,
    r#"{"seat":"bob","actions":20,"points":3,"faults":0,"retired":true}],"#,
    r#""zords":[{"id":3,"owner":"ann","x":12,"y":90,"hp":2,"shields":1,"range":5},"#,
    r#"{"id":4,"owner":"bob","x":64,"y":0,"hp":1,"shields":0,"range":6}],"#,
    r#""totems":[{"id":1,"x":129,"y":44},{"id":2,"x":10,"y":95}],"#,
    r#""order":["bob","ann"],"round":1,"turn":0,"rng":"00112233445566778899aabbccddeeff"}"#,
);

fn value() -> Value {
    serde_json::from_str(CANONICAL).unwrap()
}

fn without(keys: &[&str]) -> Value {
    let mut value = value();
    keys.iter().for_each(|key| drop(value.as_object_mut().unwrap().remove(*key)));
    value
}

fn written(value: &Value) -> String {
    let (game, state) = Zords::from_position(&Zords::read_position(value).unwrap()).unwrap();
    serde_json::to_string(&game.position(&state)).unwrap()
}

fn faults(value: &Value) -> Vec<String> {
    let found = match Zords::read_position(value) {
        Ok(position) => Zords::from_position(&position).expect_err("refused"),
        Err(found) => found,
    };
    found.list().iter().map(|fault| format!("{} {}", fault.code, fault.pointer)).collect()
}

#[test]
fn a_canonical_position_comes_back_byte_by_byte() {
    assert_eq!(written(&value()), CANONICAL);
    for left_out in [&["rng"][..], &["round", "turn"], &["round", "turn", "rng"]] {
        let value = without(left_out);
        assert_eq!(written(&value), value.to_string());
    }
    let mut live = without(&["round", "turn", "rng"]);
    live["shift_s"] = json!(-7);
    assert_eq!(written(&live), live.to_string());
}

#[test]
fn what_may_be_left_out_is_filled_in() {
    let mut short = without(&["seq", "order", "rng", "round", "turn"]);
    for player in short["players"].as_array_mut().unwrap() {
        player.as_object_mut().unwrap().remove("faults");
        player.as_object_mut().unwrap().remove("retired");
    }
    short["config"]["board_size"] = json!(140);
    let full: Value = serde_json::from_str(&written(&short)).unwrap();
    assert_eq!((&full["seq"], &full["order"]), (&json!(0), &json!(["ann", "bob"])));
    assert_eq!(full["players"][0], json!({"seat": "ann", "actions": 16, "points": 25, "faults": 0, "retired": false}));
    assert_eq!(full["config"], json!({"days": 14, "kill_reward": 5}));
}

#[test]
fn everything_that_is_wrong_is_named() {
    let mut bad = value();
    bad["schema"] = json!(2);
    bad["config"] = json!({"dayz": 3, "days": 0});
    bad["status"] = json!("paused");
    bad["players"][0]["points"] = json!(-1);
    bad["players"][1]["seat"] = json!("b ob");
    bad["zords"][0]["hp"] = json!(0);
    bad["zords"][1]["colour"] = json!("red");
    bad["totems"][0]["x"] = json!(1.5);
    bad["extra"] = json!(null);
    bad.as_object_mut().unwrap().remove("next_id");
    let wanted = [
        "bad_position /schema",
        "bad_position /status",
        "bad_position /next_id",
        "bad_position /players/0/points",
        "bad_position /players/1/seat",
        "bad_position /zords/0/hp",
        "bad_position /zords/1/colour",
        "bad_position /totems/0/x",
        "bad_position /extra",
        "bad_config /config/dayz",
        "bad_config /config/days",
    ];
    assert_eq!(faults(&bad), wanted);
    assert_eq!(faults(&json!([])), ["bad_position "]);
}

#[test]
fn positions_that_cannot_be_are_refused() {
    let check = |pointer: &str, new: Value, wanted: &[&str]| {
        let mut bad = value();
        *bad.pointer_mut(pointer).unwrap_or_else(|| panic!("no {pointer}")) = new.clone();
        assert_eq!(faults(&bad), wanted, "{pointer} {new}");
    };
    let (small, off) = ("bad_config /config/board_size", ["/totems/0", "/totems/1", "/zords/0", "/zords/1"]);
    let off = off.map(|at| format!("bad_position {at}"));
    check("/config", json!({"days": 14, "board_size": 11}), &[small, small, &off[0], &off[1], &off[2], &off[3]]);
    check(
        "/config",
        json!({"days": 14, "rounds_per_day": 1}),
        &["bad_config /config/rounds_per_day", "bad_position /round"],
    );
    check("/day", json!(15), &["bad_position /day"]);
    check("/time", json!(86400), &["bad_position /time"]);
    check("/status", json!("over"), &["bad_position /day", "bad_position /time", "bad_position /round"]);
    check("/next_id", json!(4), &["bad_position /zords/1/id"]);
    check(
        "/players/1/seat",
        json!("Ann"),
        &["bad_position /players/1/seat", "bad_position /zords/1/owner", "bad_position /order"],
    );
    check("/players/0/actions", json!(21), &["bad_position /players/0/actions"]);
    check("/zords/1/id", json!(3), &["bad_position /zords/1/id"]);
    check("/zords/1/owner", json!("cy"), &["bad_position /zords/1/owner"]);
    check("/zords/1/hp", json!(3), &["bad_position /zords/1/hp"]);
    check("/zords/1/range", json!(4), &["bad_position /zords/1/range"]);
    check("/zords/1/x", json!(140), &["bad_position /zords/1"]);
    check(
        "/zords/0",
        json!({"id": 5, "owner": "ann", "x": 10, "y": 95, "hp": 1, "shields": 0, "range": 5}),
        &["bad_position /zords/0"],
    );
    check("/totems", json!([]), &["bad_position /totems"]);
    check("/totems/1", json!({"id": 2, "x": 120, "y": 44}), &["bad_position /totems"]);
    check("/totems/1/id", json!(1), &["bad_position /totems"]);
    check("/order", json!(["bob", "bob"]), &["bad_position /order"]);
    check("/order", json!(["bob"]), &["bad_position /order"]);
    check("/round", json!(8), &["bad_position /round"]);
    check("/turn", json!(2), &["bad_position /turn"]);
    check("/turn", json!(1), &["bad_position /turn"]);
    check("/rng", json!("5f0c"), &["bad_position /rng"]);
    assert_eq!(faults(&without(&["turn"])), ["bad_position /turn"]);
    let waiting =
        ["/day", "/time", "/zords", "/totems", "/order", "/round", "/turn"].map(|at| format!("bad_position {at}"));
    let mut early = value();
    early["status"] = json!("waiting");
    assert_eq!(faults(&early), waiting);
}
