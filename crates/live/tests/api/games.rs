//! Making games, and the list of them.

use crate::support::{GAMES, at, home, home_with, plan, small};
use serde_json::{Value, json};
use skirmish_house::store::memory::Memory;
use skirmish_house::store::{Journal, Store, Stored, Write};
use std::sync::Arc;

#[test]
fn a_game_is_made_with_its_players() {
    let home = home();
    let said = home.operator.post(GAMES, &small("spring"));
    assert_eq!(said.status, 201, "{said:?}");
    let made = said.json();
    assert_eq!((&made["ok"], &made["game"]), (&json!(true), &json!("spring")));
    let seats: Vec<&Value> = made["tokens"].as_array().unwrap().iter().map(|token| &token["seat"]).collect();
    assert_eq!(seats, ["ann", "bob"]);
    let token = made["tokens"][0]["token"].as_str().unwrap();
    assert!(token.starts_with("sk_") && token.len() == 3 + 43, "{token}");
    assert_eq!(home.anyone.with(token).get(&at("spring", "/view")).json()["you"], "ann");
    assert_eq!(home.operator.post(GAMES, &small("spring")).refusal(), (409, "name_taken".into()));
    assert_eq!(home.anyone.post(GAMES, &small("x")).refusal().0, 401);
    assert_eq!(home.anyone.with(token).post(GAMES, &small("x")).refusal().0, 403);
}

#[test]
fn everything_that_is_wrong_with_a_wish_is_said() {
    let home = home();
    let make = |wish: Value| home.operator.post(GAMES, &wish);
    let said = make(json!({"name": "x", "config": {"dayz": 3, "board_size": 3, "days": "many"}}));
    assert_eq!(said.refusal(), (400, "bad_config".into()));
    let faults: Vec<String> = said.json()["faults"]
        .as_array()
        .unwrap()
        .iter()
        .map(|fault| fault["at"].as_str().unwrap().to_string())
        .collect();
    assert!(faults.contains(&"/config/dayz".into()) && faults.contains(&"/config/days".into()), "{faults:?}");
    // All of it at once, wherever it is.
    home.game(json!({"name": "taken"}));
    let said =
        make(json!({"name": "taken", "config": {"days": 0}, "seats": ["ann", "a b"], "bots": {"rex": "genius"}}));
    assert_eq!(said.refusal(), (400, "malformed".into()));
    let faults = said.json()["faults"].clone();
    let places: Vec<&str> = faults.as_array().unwrap().iter().map(|fault| fault["at"].as_str().unwrap()).collect();
    assert_eq!(places, ["/seats/1", "/bots/rex", "/config/days", "/name"], "{faults}");
    let name_of_65 = "x".repeat(65);
    for name in ["", "1st", "a/b", "a b", "ä", "..", "a\u{0}", "<b>", &name_of_65] {
        assert_eq!(make(json!({"name": name})).refusal(), (400, "malformed".into()), "{name:?}");
    }
    for (wish, expected) in [
        (json!({"name": "x", "seats": ["ann", "ANN"]}), (409, "seat_taken")),
        (json!({"name": "x", "seats": ["a", "b", "c"], "config": {"max_players": 2}}), (409, "game_full")),
        (json!({"name": "x", "seats": ["a b"]}), (400, "malformed")),
        (json!({"name": "x", "seats": ["ä"]}), (400, "malformed")),
        (json!({"name": "x", "bots": {"rex": "genius"}}), (400, "malformed")),
        (json!({"name": "x", "bots": {"a b": "weak"}}), (400, "malformed")),
        (json!({"name": "x", "seats": ["rex"], "bots": {"rex": "weak"}}), (409, "seat_taken")),
        (json!({"name": "x", "start_at": "tomorrow"}), (400, "bad_config")),
        (json!({"name": "x", "colour": "red"}), (400, "malformed")),
        (json!({"name": "x", "seed": -1}), (400, "malformed")),
        (json!({"config": {}}), (400, "malformed")),
    ] {
        assert_eq!(make(wish.clone()).refusal(), (expected.0, expected.1.into()), "{wish}");
    }
    // Nothing of it is there.
    assert_eq!(home.anyone.get(GAMES).json()["games"].as_array().unwrap().len(), 1);
    assert_eq!(home.anyone.get(&at("x", "/view")).refusal(), (404, "not_found".into()));
    assert_eq!(make(json!({"name": "x"})).status, 201);
}

#[test]
fn the_list_tells_how_games_stand() {
    let home = home();
    let ann = home.game(small("spring")).remove(0);
    home.game(json!({"name": "secret", "private": true, "seats": ["eve"]}));
    home.start("spring");
    let names = |client: &crate::support::Client| -> Vec<String> {
        let games = client.get(GAMES).json()["games"].clone();
        games.as_array().unwrap().iter().map(|game| game["game"].as_str().unwrap().into()).collect()
    };
    assert_eq!(names(&home.anyone), ["spring"]);
    assert_eq!(names(&ann), ["spring"]);
    assert_eq!(names(&home.operator), ["spring", "secret"]);
    let listed = home.anyone.get(GAMES).json()["games"][0].clone();
    assert_eq!((&listed["status"], &listed["day"]), (&json!("running"), &json!(1)));
    assert_eq!((&listed["players"], &listed["max_players"]), (&json!(2), &json!(4)));
    assert_eq!((&listed["paused"], &listed["starts_at"]), (&Value::Null, &Value::Null));
    assert_eq!((&listed["late_join"], &listed["last_at"]), (&json!(false), &now(&home)));
    // A player finds their game in it.
    assert_eq!(ann.get("/api/v1/session").json()["me"]["journal"], listed["journal"]);
    assert_eq!(ann.get("/api/v1/session").json()["me"]["game"], "spring");
}

fn now(home: &crate::support::Home) -> Value {
    home.anyone.get("/api/v1/zords/clock").json()["now"].clone()
}

#[test]
fn operators_are_told_more_of_games() {
    let store = Arc::new(Memory::default());
    let old = Journal { id: 1, kind: "zords".into(), name: "old".into(), head: "{}".into(), created_ms: 0 };
    store.commit(&[Write::Journal(old)]).unwrap();
    let home = home_with(plan(), store);
    home.game(json!({"name": "spring", "seats": ["ann"], "bots": {"rex": "weak"}}));
    let told = home.operator.get(GAMES).json();
    assert_eq!(told["games"][0]["bots"], json!(["rex"]));
    assert_eq!((&told["stopped"][0]["game"], &told["stopped"][0]["journal"]), (&json!("old"), &json!(1)));
    assert!(!told["stopped"][0]["why"].as_str().unwrap().is_empty());
    let told = home.anyone.get(GAMES).json();
    assert_eq!((&told["games"][0]["bots"], &told["stopped"]), (&json!([]), &json!([])));
}

/// A store with two games that were played, one of them private, whose logs have lost a record since.
fn damaged() -> (Arc<Memory>, Vec<crate::support::Client>) {
    let whole = Arc::new(Memory::default());
    let mut home = home_with(plan(), Arc::clone(&whole) as _);
    let mut private = small("secret");
    private["private"] = true.into();
    let players = [home.game(small("spring")).remove(0), home.game(private).remove(0)];
    home.stop();
    let store = Arc::new(Memory::default());
    let journals = whole.journals().unwrap();
    store.commit(&journals.iter().cloned().map(Write::Journal).collect::<Vec<_>>()).unwrap();
    for journal in journals {
        let Some(Stored::Good(mut record)) = whole.records(journal.id, 0, 1).unwrap().pop() else {
            panic!("no record")
        };
        record.body = "{}".into();
        store.commit(&[Write::Record { journal: journal.id, record }]).unwrap();
    }
    for token in whole.tokens().unwrap() {
        store.commit(&[Write::Token(token)]).unwrap();
    }
    (store, players.into())
}

#[test]
fn whoever_may_watch_a_game_is_told_that_it_is_stopped() {
    let (store, players) = damaged();
    let home = home_with(plan(), store);
    let [ann, eve] = [&players[0], &players[1]].map(|player| home.anyone.with(player.token.as_ref().unwrap()));
    let stopped = |client: &crate::support::Client| -> Vec<String> {
        let told = client.get(GAMES).json();
        assert_eq!(told["games"], json!([]));
        told["stopped"].as_array().unwrap().iter().map(|game| game["game"].as_str().unwrap().into()).collect()
    };
    assert_eq!(stopped(&home.anyone), ["spring"]);
    assert_eq!(stopped(&ann), ["spring"]);
    assert_eq!(stopped(&eve), ["spring", "secret"]);
    assert_eq!(stopped(&home.operator), ["spring", "secret"]);
    for rest in ["/view", "/leaderboard", "/log", "/result", "/replay", "/stream", "/film/session"] {
        let said = home.anyone.get(&at("spring", rest));
        assert_eq!(said.refusal(), (503, "broken".into()), "{rest}");
        assert_eq!(said.header("retry-after"), None, "{rest}");
        assert_eq!(eve.get(&at("secret", rest)).refusal(), (503, "broken".into()), "{rest}");
        assert_eq!(home.operator.get(&at("secret", rest)).refusal(), (503, "broken".into()), "{rest}");
        assert_eq!(home.anyone.get(&at("secret", rest)).refusal().0, 401, "{rest}");
        assert_eq!(ann.get(&at("secret", rest)).refusal().0, 403, "{rest}");
    }
    // What exactly is damaged is for those who can mend it.
    let why =
        |client: &crate::support::Client| client.get(GAMES).json()["stopped"][0]["why"].as_str().unwrap().to_string();
    assert!(why(&home.operator).contains("record 1"), "{}", why(&home.operator));
    assert!(!why(&home.anyone).contains("record 1") && !why(&home.anyone).is_empty());
}

/// Joining and sockets are for everybody, until it is clear who asks.
#[test]
fn a_stopped_private_game_tells_strangers_what_a_whole_one_does() {
    let join = json!({"seat": "mallory"});
    let coded = json!({"seat": "mallory", "code": "in_x"});
    let asked = |home: &crate::support::Home| {
        let said = [&join, &coded].map(|body| home.anyone.post(&at("secret", "/join"), body).refusal());
        let mut socket = crate::support::socket::Socket::open(home, &at("secret", "/ws"));
        socket.say(&json!({"type": "hello", "after": 0}));
        (said, socket.end())
    };
    let whole = home();
    whole.game(json!({"name": "secret", "private": true, "seats": ["ann"]}));
    let expected = asked(&whole);
    assert_eq!(expected.0[0], (403, "invitation_needed".into()));
    let (store, _) = damaged();
    let home = home_with(plan(), store);
    assert_eq!(asked(&home), expected);
    // A code that is good is told more.
    let invited = home.operator.post(&at("secret", "/invitations"), &json!({})).json();
    let good = json!({"seat": "mallory", "code": invited["code"]});
    assert_eq!(home.anyone.post(&at("secret", "/join"), &good).refusal(), (503, "broken".into()));
    assert_eq!(home.anyone.post(&at("spring", "/join"), &join).refusal(), (503, "broken".into()));
}

#[test]
fn the_description_has_every_key_of_the_config() {
    let home = home();
    let described = home.anyone.get("/api/openapi.json").json();
    let config = &described["components"]["schemas"]["NewGame"]["properties"]["config"]["properties"];
    assert_eq!((&config["days"]["default"], &config["days"]["minimum"]), (&json!(28), &json!(1)));
    assert!(config["late_join"]["description"].as_str().unwrap().contains("join"));
}

#[test]
fn day_1_opens_at_its_time() {
    let home = home();
    let now: jiff::Timestamp = home.anyone.get("/api/v1/zords/clock").json()["now"].as_str().unwrap().parse().unwrap();
    let mut wish = small("spring");
    wish["start_at"] = json!("2999-01-01T00:00:00Z");
    home.game(wish);
    let view = || home.anyone.get(&at("spring", "/view")).json();
    assert_eq!((&view()["status"], &view()["starts_at"]), (&json!("waiting"), &json!("2999-01-01T00:00:00Z")));
    let mut wish = small("soon");
    wish["start_at"] = json!((now + jiff::SignedDuration::from_secs(60)).to_string());
    home.game(wish);
    assert_eq!(home.anyone.get(&at("soon", "/view")).json()["status"], "waiting");
    assert_eq!(home.operator.post("/api/v1/zords/clock", &json!({"step_s": 61})).status, 200);
    home.until(|| (home.anyone.get(&at("soon", "/view")).json()["status"] == "running").then_some(()));
    assert_eq!(view()["status"], "waiting");
}

#[test]
fn a_start_that_is_put_off_is_told() {
    let home = home();
    home.game(json!({"name": "spring"}));
    let starts = || home.anyone.get(GAMES).json()["games"][0]["starts_at"].as_str().unwrap().to_string();
    let before = starts();
    assert_eq!(home.operator.post("/api/v1/zords/clock", &json!({"step_s": 3 * 86_400})).status, 200);
    home.until(|| (starts() != before).then_some(()));
    assert!(starts().as_str() > now(&home).as_str().unwrap());
}

#[test]
fn games_do_not_touch_each_other() {
    let home = home();
    let [ann, _] = home.started();
    let other = home.game(small("autumn")).remove(0);
    home.start("autumn");
    let before = home.anyone.get(&at("autumn", "/log?limit=1000")).json();
    let shield = crate::support::shield(&ann, "ann");
    assert_eq!(crate::support::act(&ann.keyed("k"), &shield).status, 200);
    assert_eq!(home.anyone.get(&at("autumn", "/log?limit=1000")).json(), before);
    // A key is of one game.
    let unit = home.anyone.get(&at("autumn", "/view")).json()["zords"].clone();
    let own = unit.as_array().unwrap().iter().find(|zord| zord["owner"] == "ann").unwrap()["id"].clone();
    let said = other.keyed("k").post(&at("autumn", "/actions"), &json!({"do": "range", "unit": own}));
    assert!(said.status == 200 && !said.is_replayed(), "{said:?}");
    assert_eq!(home.operator.post(&at("autumn", "/abort"), &json!({})).status, 200);
    assert_eq!(crate::support::act(&ann, &shield).status, 200);
}
