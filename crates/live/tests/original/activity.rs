//! The log: nine kinds of entries, newest first, in chunks of a hundred.

use crate::support::{BEGAN_MS, DAY_MS, HOUR_MS, MISUNDERSTOOD, Port};
use serde_json::{Value, json};

fn entries(port: &Port, query: &str) -> Vec<Value> {
    port.read(&format!("/activity{query}"))["activity"].as_array().unwrap().clone()
}

#[test]
fn every_kind_has_its_keys_and_there_are_no_others() {
    let mut port = Port::waiting(json!({"fixed_spawns": [{"x": 20, "y": 22}, {"x": 23, "y": 22}]}));
    assert_eq!(entries(&port, ""), [] as [Value; 0], "joining is not told");
    port.at_once();
    port.done(skirmish_live::keeper::Order::Start);
    let now = BEGAN_MS / 1000;
    let (ann, bob) = (port.cell("ann"), port.cell("bob"));
    let [x, y] = ann;
    let (there, built) = ([x, y + 1], [x, y + 2]);
    assert_eq!(port.act("ann", "/move", json!({"from": ann, "to": there})), "ok");
    assert_eq!(port.act("ann", "/shield", json!({"coord": there})), "ok");
    assert_eq!(port.act("ann", "/increase-range", json!({"coord": there})), "ok");
    assert_eq!(port.act("ann", "/build-zord", json!({"coord": built})), "ok");
    assert_eq!(port.act("ann", "/donate-points", json!({"receiver": "bob", "amount": 3})), "ok");
    port.pass(3 * HOUR_MS);
    let later = now + 3 * 3600;
    // bob's zord has two lives: it is killed on the next day, and comes back on the one after that.
    assert_eq!(port.act("ann", "/shoot", json!({"from": there, "to": bob})), "ok");
    let told = entries(&port, "");
    let spawned = |player: &str, coord| json!({"respawn": {"player": player, "coord": coord, "timestamp": now}});
    let first = [
        json!({"shoot": {"shooter": "ann", "from": there, "to": bob, "target": "bob", "timestamp": later}}),
        json!({"donate_points": {"from": "ann", "to": "bob", "timestamp": now}}),
        json!({"build_zord": {"player": "ann", "zord_coord": built, "timestamp": now}}),
        json!({"increase_range": {"player": "ann", "zord_coord": there, "timestamp": now}}),
        json!({"generate_shield": {"player": "ann", "zord_coord": there, "timestamp": now}}),
        json!({"move": {"player": "ann", "from": ann, "to": there, "timestamp": now}}),
    ];
    assert_eq!(told[..6], first);
    assert_eq!(told.len(), 10, "{told:?}");
    assert!(told[6..8].contains(&spawned("ann", ann)) && told[6..8].contains(&spawned("bob", bob)), "{told:?}");
    assert_eq!(told[8], json!({"totem_spawned": {"coord": [119, 119], "timestamp": now}}));
    assert_eq!(told[9], json!({"totem_spawned": {"coord": [20, 20], "timestamp": now}}));

    port.pass(DAY_MS);
    // The day ended a day after it began, but the service looked at the clock three hours later.
    let closed = later + 86_400;
    let told = entries(&port, "");
    let paid = |player: &str, points: i64| json!({"totem_points": {"player": player, "coord": [20, 20], "points": points, "timestamp": closed}});
    assert_eq!(told.len(), 12, "{told:?}");
    assert_eq!(told[..2], [paid("bob", 16), paid("ann", 33)]);
    assert_eq!(port.act("ann", "/shoot", json!({"from": there, "to": bob})), "ok");
    assert_eq!(entries(&port, "").len(), 13, "the shot is told; the kill and the wipe are not");
    port.pass(DAY_MS);
    assert_eq!(entries(&port, "")[0]["respawn"]["player"], "bob");
}

#[test]
fn chunks_go_back_to_the_beginning_even_after_a_restart() {
    let mut port = Port::running(json!({"actions_per_day": 1000}));
    let [x, y] = port.cell("ann");
    for i in 0..247 {
        let (from, to) = ([x, y + i % 2], [x, y + 1 - i % 2]);
        assert_eq!(port.act("ann", "/move", json!({"from": from, "to": to})), "ok");
    }
    // Two totems, two zords, 247 moves.
    for _ in 0..2 {
        let chunks: Vec<_> = (0..4).map(|chunk| entries(&port, &format!("?chunk={chunk}"))).collect();
        assert_eq!(chunks.iter().map(Vec::len).collect::<Vec<_>>(), [100, 100, 51, 0]);
        assert_eq!(entries(&port, ""), chunks[0]);
        assert_eq!(entries(&port, "?other=3"), chunks[0]);
        let all = chunks.concat();
        for (i, entry) in all[..247].iter().rev().enumerate() {
            let i = i as i64;
            assert_eq!(
                (&entry["move"]["from"], &entry["move"]["to"]),
                (&json!([x, y + i % 2]), &json!([x, y + 1 - i % 2]))
            );
        }
        assert!(all[247..249].iter().all(|entry| entry.get("respawn").is_some()), "{:?}", &all[247..]);
        assert!(all[249..].iter().all(|entry| entry.get("totem_spawned").is_some()), "{:?}", &all[247..]);
        port = port.restarted();
    }
}

#[test]
fn every_query_value_is_a_number() {
    let port = Port::running(json!({}));
    for bad in ["?chunk=x", "?chunk=-1", "?chunk=1.5", "?chunk=", "?chunk=0&other=x", "?chunk=99999999999999999999"] {
        let reply = port.send(&format!("POST /activity{bad}"), &[], "");
        assert_eq!((reply.status, reply.json()), (400, json!({"error": MISUNDERSTOOD})), "{bad}");
    }
    assert_eq!(entries(&port, "?chunk=18446744073709551615"), [] as [Value; 0]);
}
