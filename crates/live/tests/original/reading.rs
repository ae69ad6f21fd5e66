//! The map, the leaderboard and the day.

use crate::support::{BEGAN_MS, DAY_MS, HOUR_MS, Port};
use serde_json::json;

#[test]
fn the_map_has_both_shapes() {
    let port = Port::waiting(json!({}));
    let nowhere = json!({"x": 0, "y": 0});
    let empty = json!({"zords": [], "totems": [nowhere, nowhere], "map": [{"totem": nowhere}, {"totem": nowhere}]});
    assert_eq!(port.read("/map"), empty);
    port.done(skirmish_live::keeper::Order::Start);
    let map = port.read("/map");
    let zord = |owner: &str| {
        let [x, y] = port.cell(owner);
        json!({"x": x, "y": y, "hp": 2, "shields": 0, "range": 5, "owner": owner})
    };
    let totems = [json!({"x": 20, "y": 20}), json!({"x": 119, "y": 119})];
    assert_eq!(map["totems"], json!(totems));
    let zords = map["zords"].as_array().unwrap();
    assert!(zords.len() == 2 && zords.contains(&zord("ann")) && zords.contains(&zord("bob")), "{map}");
    assert_eq!(map["map"], json!([{"zord": zords[0]}, {"zord": zords[1]}, {"totem": totems[0]}, {"totem": totems[1]}]));
}

#[test]
fn the_leaderboard_is_ordered_by_points() {
    let port = Port::waiting(json!({"start_points": 4}));
    let line = |name: &str, actions: i64, points: i64| json!({"name": name, "actions": actions, "points": points});
    assert_eq!(port.read("/leaderboard"), json!({"leaderboard": [line("ann", 0, 4), line("bob", 0, 4)]}));
    port.done(skirmish_live::keeper::Order::Start);
    assert_eq!(port.act("ann", "/donate-points", json!({"receiver": "bob", "amount": 3})), "ok");
    assert_eq!(port.read("/leaderboard"), json!({"leaderboard": [line("bob", 20, 7), line("ann", 16, 1)]}));
}

#[test]
fn the_day_counts_from_nothing_to_one_beyond_the_last() {
    let mut port = Port::waiting(json!({"days": 3}));
    port.at_once();
    let day = |n: i64, since_ms: i64| json!({"day": n, "start_of_day": since_ms / 1000});
    assert_eq!(port.read("/day"), day(0, BEGAN_MS));
    // Days begin at six in the morning.
    let first = BEGAN_MS + 21 * HOUR_MS;
    port.pass(22 * HOUR_MS);
    assert_eq!(port.read("/day"), day(1, first));
    port.pass(DAY_MS);
    assert_eq!(port.read("/day"), day(2, first + DAY_MS));
    port.pass(2 * DAY_MS);
    assert_eq!(port.read("/day"), day(4, first + 3 * DAY_MS));
}

#[test]
fn reads_need_no_form_at_all() {
    let port = Port::running(json!({}));
    for path in ["/map", "/leaderboard", "/day", "/activity"] {
        let reply = port.send(&format!("POST {path}"), &[("content-type", "text/plain")], "nonsense");
        assert_eq!((reply.status, reply.json()), (200, port.read(path)));
    }
}

/// Strangers get the shapes, and nothing in them, not even what a player was sent just before.
#[test]
fn a_private_game_shows_itself_to_its_players_alone() {
    let mut port = Port::private();
    port.at_once();
    let nobody = ["/map", "/leaderboard", "/day", "/activity"].map(|path| (path, port.read(path)));
    for (path, empty) in &nobody {
        let own = port.post_as("ann", path, &json!(null));
        assert_eq!(own.status, 200);
        assert_ne!(own.json(), *empty, "{path}");
        assert_eq!(port.read(path), *empty, "{path}");
    }
    assert_eq!(nobody[0].1["zords"], json!([]));
    while port.send("POST /map", &[], "").status == 200 {}
    for (path, empty) in nobody {
        assert_eq!(port.send(&format!("POST {path}"), &[], "").json(), empty, "{path}");
    }
}
