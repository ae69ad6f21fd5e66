//! How often, and how much. The clock stands still, so nothing is refilled meanwhile.

use crate::support::{Port, token_of};
use serde_json::{Value, json};

#[test]
fn reads_that_come_too_often_get_what_was_sent_last() {
    let mut port = Port::running(json!({}));
    let paths = ["/map", "/leaderboard", "/day", "/activity"];
    let last = paths.map(|path| port.read(path));
    port.at_once();
    let throttled = (0..1000).map(|_| port.send("POST /map", &[], "")).find(|reply| reply.status != 200).unwrap();
    assert_eq!((throttled.status, throttled.header("retry-after")), (429, Some("1")));
    for (path, last) in paths.iter().zip(last) {
        let reply = port.send(&format!("POST {path}"), &[], "");
        assert_eq!((reply.status, reply.json()), (429, last), "{path}");
    }
    let older = port.send("POST /activity?chunk=1", &[], "");
    assert_eq!((older.status, older.json()), (429, json!({"activity": []})));
    port.pass(1000);
    assert_eq!(port.send("POST /map", &[], "").status, 200);
}

/// Nothing was sent yet: even so there is a shape.
#[test]
fn a_first_read_that_is_throttled_has_its_shape() {
    let mut port = Port::running(json!({}));
    port.at_once();
    while port.send("GET /", &[], "").status == 200 {}
    for (path, key) in [("/map", "map"), ("/leaderboard", "leaderboard"), ("/activity", "activity")] {
        let reply = port.send(&format!("POST {path}"), &[], "");
        assert!(reply.status == 429 && reply.json()[key].is_array(), "{reply:?}");
    }
    assert_eq!(port.send("POST /day", &[], "").json()["day"], 0);
}

#[test]
fn actions_that_come_too_often_are_errors_and_are_not_done() {
    let mut port = Port::running(json!({"actions_per_day": 100_000}));
    let ann = port.cell("ann");
    port.at_once();
    let act = || port.post_as("ann", "/shield", &json!({"coord": ann}));
    let (mut done, mut reply) = (0, act());
    while reply.status == 200 {
        done += 1;
        reply = act();
    }
    assert_eq!(reply.status, 429);
    assert!(reply.json()["error"].is_string(), "{reply:?}");
    let token = token_of("ann");
    let auth = port.send("POST /auth", &[("username", "ann"), ("token", &token)], "");
    assert_eq!(auth.status, 429);
    assert!(auth.json()["error"].is_string(), "{auth:?}");
    let map = port.read("/map");
    let own = map["zords"].as_array().unwrap().iter().find(|zord| zord["owner"] == "ann").unwrap();
    assert_eq!(own["shields"], done);
    port.pass(1000);
    assert_eq!(act().status, 200);
}

#[test]
fn a_body_has_a_largest_size() {
    let port = Port::running(json!({}));
    let ann = port.cell("ann");
    let body = |length: usize| {
        let text = json!({"coord": ann, "more": ""}).to_string();
        text.replace("\"\"", &format!("\"{}\"", "x".repeat(length - text.len())))
    };
    let token = token_of("ann");
    let send = |length| port.send("POST /shield", &[("username", "ann"), ("token", &token)], &body(length));
    assert_eq!(send(64 << 10).json(), Value::from("ok"));
    let refused = send((64 << 10) + 1);
    assert_eq!(refused.status, 413);
    assert!(refused.json()["error"].is_string(), "{refused:?}");
}
