//! `POST /actions` and `/resign`: results, refusals, guards, lists, and requests that come again.

use crate::support::{Client, act, at, home, shield, small, view, zord};
use serde_json::{Value, json};

fn seq(client: &Client) -> i64 {
    view(client)["seq"].as_i64().unwrap()
}

#[test]
fn an_accepted_action_tells_what_is_left_and_what_happened() {
    let home = home();
    let [ann, _] = home.started();
    let (before, unit) = (seq(&ann), zord(&ann, "ann"));
    let said = act(&ann, &json!({"do": "shield", "unit": unit["id"]}));
    assert_eq!((said.status, said.header("content-type")), (200, Some("application/json")));
    let told = said.json();
    assert_eq!((&told["ok"], &told["seq"]), (&json!(true), &json!(before + 1)), "{told}");
    assert_eq!((&told["actions"], &told["points"]), (&json!(16), &json!(0)));
    let event = &told["events"][0];
    assert_eq!((&event["event"], &event["seat"], &event["shields"]), (&json!("shielded"), &json!("ann"), &json!(1)));
    // Answer, log and state agree.
    assert_eq!(seq(&ann), before + 1);
    let log = ann.get(&at("spring", "/log?limit=1000")).json();
    assert_eq!(log["events"].as_array().unwrap().last().unwrap(), event);
    assert_eq!(event["n"], log["n"]);
    assert!(event["at"].as_str().unwrap().ends_with('Z'));
}

#[test]
fn what_the_rules_refuse_is_422_and_what_is_no_action_is_400() {
    let home = home();
    let [ann, _] = home.started();
    let (own, other) = (zord(&ann, "ann")["id"].clone(), zord(&ann, "bob")["id"].clone());
    let before = seq(&ann);
    for (body, status, reason) in [
        (json!({"do": "shield", "unit": other}), 422, "not_your_unit"),
        (json!({"do": "shield", "unit": 9999}), 422, "no_such_unit"),
        (json!({"do": "move", "unit": own, "x": -1, "y": 0}), 422, "out_of_bounds"),
        (json!({"do": "shoot", "unit": own, "target": other}), 422, "out_of_range"),
        (json!({"do": "donate", "to": "bob", "amount": 0}), 422, "bad_amount"),
        (json!({"do": "donate", "to": "nobody", "amount": 1}), 422, "no_such_player"),
        (json!({"do": "shield", "unit": own, "day": 2}), 422, "wrong_day"),
        (json!({"do": "dance"}), 400, "unknown_action"),
        (json!({"do": "advance", "day": 2, "time": 0}), 400, "wrong_seat"),
        (json!({"do": "join", "seat": "eve"}), 400, "wrong_seat"),
        (json!({"do": "retire", "seat": "bob"}), 400, "wrong_seat"),
        (json!({"do": "shield"}), 400, "malformed"),
        (json!({"do": "shield", "unit": "3"}), 400, "malformed"),
        (json!({"do": "shield", "unit": own, "day": "1"}), 400, "malformed"),
        (json!({"unit": own}), 400, "malformed"),
        (json!([]), 400, "malformed"),
        (json!("shield"), 400, "malformed"),
        (json!({"actions": {}}), 400, "malformed"),
        (json!({"actions": [], "atomic": 1}), 400, "malformed"),
        (json!({"actions": [], "more": 1}), 400, "malformed"),
        (json!({"actions": [], "day": null}), 400, "malformed"),
    ] {
        let said = act(&ann, &body);
        assert_eq!(said.refusal(), (status, reason.to_string()), "{body}");
        if status == 422 {
            assert_eq!(said.json()["seq"], before, "{body}");
        }
    }
    assert_eq!(seq(&ann), before);
    for body in ["{", "", "{\"do\":\"shield\",}", "\u{feff}{}"] {
        let said = ann.send("POST", &at("spring", "/actions"), Some(body));
        assert_eq!(said.refusal(), (400, "bad_json".into()), "{body:?}");
    }
}

#[test]
fn only_this_seat_of_this_game_acts() {
    let home = home();
    let [ann, _] = home.started();
    let others = home.game(small("autumn"));
    let body = json!({"do": "shield", "unit": zord(&ann, "ann")["id"]});
    assert_eq!(act(&home.anyone, &body).refusal(), (401, "unauthorized".into()));
    assert!(act(&home.anyone, &body).header("www-authenticate").is_some());
    assert_eq!(act(&home.anyone.with("sk_wrong"), &body).refusal().0, 401);
    assert_eq!(act(&others[0], &body).refusal(), (403, "forbidden".into()));
    assert_eq!(act(&home.operator, &body).refusal(), (403, "forbidden".into()));
    assert_eq!(ann.post(&at("none", "/actions"), &body).refusal(), (404, "not_found".into()));
}

#[test]
fn a_game_is_played_between_its_start_and_its_end() {
    let home = home();
    let players = home.game(small("spring"));
    let any = json!({"do": "shield", "unit": 3});
    let list = json!({"actions": [any]});
    for body in [&any, &list] {
        assert_eq!(act(&players[0], body).refusal(), (409, "game_not_started".into()));
    }
    home.start("spring");
    home.turn("spring", 4 * 86_400);
    for body in [&any, &list] {
        assert_eq!(act(&players[0], body).refusal(), (409, "game_over".into()));
    }
    assert_eq!(players[0].post(&at("spring", "/resign"), &json!({})).refusal(), (409, "game_over".into()));
}

#[test]
fn if_match_acts_only_on_what_was_seen() {
    let home = home();
    let [ann, _] = home.started();
    let (body, now) = (shield(&ann, "ann"), seq(&ann));
    let at_seq = |text: &str| act(&ann.header("If-Match", text), &body);
    let stale = at_seq(&format!("\"{}\"", now - 1));
    assert_eq!(stale.refusal(), (412, "stale".into()));
    assert_eq!(stale.json()["seq"], now);
    for nonsense in ["57", "\"57", "\"x\"", "", "\"1\", \"2\""] {
        assert_eq!(at_seq(nonsense).refusal(), (400, "malformed".into()), "{nonsense:?}");
    }
    assert_eq!(at_seq(&format!("\"{now}\"")).status, 200);
    assert_eq!(at_seq(&format!("\"{now}\"")).refusal(), (412, "stale".into()));
    assert_eq!(at_seq("*").status, 200);
    // The tag of a view is what is to be matched.
    let tag = ann.get(&at("spring", "/view")).header("etag").unwrap().to_string();
    assert_eq!(at_seq(&tag).status, 200);
}

#[test]
fn a_keyed_request_is_done_once() {
    let home = home();
    let [ann, bob] = home.started();
    let body = shield(&ann, "ann");
    let before = seq(&ann);
    let first = act(&ann.keyed("k1"), &body);
    assert!(first.status == 200 && !first.is_replayed(), "{first:?}");
    act(&ann, &body);
    for _ in 0..2 {
        let again = act(&ann.keyed("k1"), &body);
        assert!(again.status == 200 && again.is_replayed(), "{again:?}");
        assert_eq!(again.json(), first.json());
    }
    assert_eq!(seq(&ann), before + 2);
    // The same key for something else, or the same thing said otherwise.
    let other = act(&ann.keyed("k1"), &json!({"do": "range", "unit": body["unit"]}));
    assert_eq!(other.refusal(), (409, "key_reused".into()));
    let respelt = ann.keyed("k1").send("POST", &at("spring", "/actions"), Some(&body.to_string().replace(':', ": ")));
    assert_eq!(respelt.refusal(), (409, "key_reused".into()));
    assert_eq!(ann.keyed("k1").post(&at("spring", "/resign"), &json!({})).refusal(), (409, "key_reused".into()));
    // A key is its seat's own.
    assert!(!act(&bob.keyed("k1"), &shield(&bob, "bob")).is_replayed());
    let long = "k".repeat(65);
    for key in ["", "a b", "ä", &long] {
        assert_eq!(act(&ann.keyed(key), &body).refusal(), (400, "bad_key".into()), "{key:?}");
    }
    let (one, most) = ("!", "~".repeat(64));
    for key in [one, &most] {
        assert_eq!(act(&ann.keyed(key), &body).status, 200, "{key:?}");
    }
    assert_eq!(act(&ann.keyed("x").keyed("y"), &body).refusal(), (400, "bad_key".into()));
}

#[test]
fn a_refusal_is_remembered_too() {
    let home = home();
    let [ann, _] = home.started();
    let body = shield(&ann, "ann");
    let stale = ann.keyed("s").header("If-Match", "\"0\"");
    let refused = act(&stale, &body);
    assert_eq!(refused.refusal(), (412, "stale".into()));
    let guarded = json!({"do": "shield", "unit": body["unit"], "day": 2});
    let early = act(&ann.keyed("d"), &guarded);
    assert_eq!((early.refusal(), early.is_replayed()), ((422, "wrong_day".into()), false));
    home.turn("spring", 86_400);
    // It would be accepted now, but its sender was told that it was not.
    let again = act(&ann.keyed("d"), &guarded);
    assert_eq!((again.refusal(), again.is_replayed()), ((422, "wrong_day".into()), true));
    assert_eq!(again.json(), early.json());
    assert_eq!(act(&stale, &body).json(), refused.json());
    assert!(act(&ann.keyed("d2"), &guarded).status == 200);
}

#[test]
fn a_list_is_judged_one_by_one() {
    let home = home();
    let [ann, _] = home.started();
    let (good, before) = (shield(&ann, "ann"), seq(&ann));
    let bad = json!({"do": "shield", "unit": 9999});
    let said = act(&ann, &json!({"actions": [good, bad, good, {"do": "dance"}, 7]}));
    assert_eq!(said.status, 200);
    let told = said.json();
    let kinds: Vec<&Value> = told["results"].as_array().unwrap().iter().map(|one| &one["ok"]).collect();
    assert_eq!(kinds, [true, false, true, false, false], "{told}");
    assert_eq!((&told["ok"], &told["seq"]), (&json!(true), &json!(before + 2)));
    let results = &told["results"];
    assert_eq!((&results[0]["seq"], &results[0]["actions"]), (&json!(before + 1), &json!(16)));
    assert_eq!((&results[1]["reason"], &results[1]["seq"]), (&json!("no_such_unit"), &json!(before + 1)));
    assert_eq!((&results[2]["seq"], &results[2]["actions"]), (&json!(before + 2), &json!(12)));
    assert_eq!((&results[3]["reason"], &results[4]["reason"]), (&json!("unknown_action"), &json!("malformed")));
    assert_eq!(act(&ann, &json!({"actions": []})).json()["results"], json!([]));
    // The day of the list holds where an action has none of its own.
    let own = json!({"do": "shield", "unit": good["unit"], "day": 1});
    let told = act(&ann, &json!({"actions": [good, own], "day": 2})).json();
    assert_eq!((&told["results"][0]["reason"], &told["results"][1]["ok"]), (&json!("wrong_day"), &json!(true)));
}

#[test]
fn an_atomic_list_is_done_whole_or_not_at_all() {
    let home = home();
    let [ann, _] = home.started();
    let (good, before) = (shield(&ann, "ann"), view(&ann));
    let list = |actions: &[&Value]| json!({"actions": actions, "atomic": true});
    let said = act(&ann.keyed("a"), &list(&[&good, &good, &json!({"do": "shield", "unit": 9999})]));
    assert_eq!(said.refusal(), (422, "no_such_unit".into()));
    assert_eq!((&said.json()["index"], &said.json()["seq"]), (&json!(2), &before["seq"]));
    // What has no form is no matter of the rules.
    let said = act(&ann, &list(&[&good, &json!({"do": "dance"})]));
    assert_eq!((said.refusal(), &said.json()["index"]), ((400, "unknown_action".into()), &json!(1)));
    // Five shields are all that 20 actions pay for.
    let said = act(&ann, &list(&[&good; 6]));
    assert_eq!((said.refusal(), &said.json()["index"]), ((422, "not_enough_actions".into()), &json!(5)));
    assert_eq!(view(&ann), before);
    let said = act(&ann, &list(&[&good; 5]));
    assert_eq!((said.status, said.json()["results"].as_array().unwrap().len()), (200, 5));
    assert_eq!(seq(&ann), before["seq"].as_i64().unwrap() + 5);
}

#[test]
fn a_list_has_a_limit() {
    let home = home();
    let wish = json!({"name": "spring", "seats": ["ann", "bob"], "config": {"board_size": 40, "max_players": 4, "max_actions": 2}});
    let players = home.game(wish);
    home.start("spring");
    let good = shield(&players[0], "ann");
    let told = act(&players[0], &json!({"actions": [good, good, good, "rubbish"]})).json();
    let reasons: Vec<&Value> = told["results"].as_array().unwrap().iter().map(|one| &one["reason"]).collect();
    assert_eq!(reasons, [&Value::Null, &Value::Null, &json!("too_many_actions"), &json!("too_many_actions")]);
}

#[test]
fn who_resigns_can_do_nothing_any_more() {
    let home = home();
    let [ann, _] = home.started();
    let body = shield(&ann, "ann");
    let path = at("spring", "/resign");
    let first = ann.keyed("bye").post(&path, &json!({}));
    assert_eq!((first.status, &first.json()["ok"]), (200, &json!(true)));
    let again = ann.keyed("bye").post(&path, &json!({}));
    assert!(again.is_replayed() && again.json() == first.json(), "{again:?}");
    assert_eq!(ann.post(&path, &json!({})).refusal(), (422, "retired_seat".into()));
    assert_eq!(act(&ann, &body).refusal(), (422, "retired_seat".into()));
    let seats = view(&ann)["players"].clone();
    assert_eq!((&seats[0]["retired"], &seats[1]["retired"]), (&json!(true), &json!(false)));
    let log = ann.get(&at("spring", "/log?limit=1000")).json();
    let last = log["events"].as_array().unwrap().last().unwrap().clone();
    assert_eq!((&last["event"], &last["why"]), (&json!("retired"), &json!("resigned")));
    // The zord stays.
    assert!(zord(&ann, "ann").is_object());
}

#[test]
fn keys_outlive_a_restart_on_the_same_store() {
    let store: std::sync::Arc<dyn skirmish_house::store::Store> =
        std::sync::Arc::new(skirmish_house::store::memory::Memory::default());
    let (token, body, first) = {
        let home = crate::support::home_with(crate::support::plan(), std::sync::Arc::clone(&store));
        let [ann, _] = home.started();
        let body = shield(&ann, "ann");
        let first = act(&ann.keyed("k"), &body).json();
        (ann.token.unwrap(), body, first)
    };
    let home = crate::support::home_with(crate::support::plan(), store);
    let ann = home.anyone.with(&token);
    let again = act(&ann.keyed("k"), &body);
    assert!(again.is_replayed() && again.json() == first, "{again:?}");
    assert_eq!(seq(&ann), first["seq"].as_i64().unwrap());
}
