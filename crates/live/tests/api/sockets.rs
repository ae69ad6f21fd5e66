//! Web sockets: hello, events, views, actions, and their ends.

use crate::support::socket::Socket;
use crate::support::{Client, Home, act, at, home, shield, small, view};
use serde_json::{Value, json};

fn open(home: &Home) -> Socket<'_> {
    Socket::open(home, &at("spring", "/ws"))
}

/// A socket whose first word was this player's.
fn greeted<'a>(home: &'a Home, client: &Client, after: i64) -> Socket<'a> {
    let mut socket = open(home);
    socket.say(&json!({"type": "hello", "token": client.token, "after": after}));
    assert_eq!(socket.hear().unwrap()["type"], "welcome");
    socket
}

fn newest(client: &Client) -> i64 {
    view(client)["n"].as_i64().unwrap()
}

#[test]
fn a_spectator_hears_every_event_from_a_number_on() {
    let home = home();
    let [ann, _] = home.started();
    act(&ann, &shield(&ann, "ann"));
    let log = home.anyone.get(&at("spring", "/log?limit=1000")).json()["events"].as_array().unwrap().clone();
    for after in [0, 3, log.len() as i64] {
        let mut socket = open(&home);
        socket.say(&json!({"type": "hello", "after": after}));
        let welcome = socket.hear().unwrap();
        assert_eq!((&welcome["game"], &welcome["you"]), (&json!("spring"), &Value::Null));
        for logged in &log[after as usize..] {
            let mut event = socket.hear().unwrap();
            assert_eq!(event.as_object_mut().unwrap().remove("type"), Some(json!("event")));
            assert_eq!(&event, logged);
        }
    }
}

#[test]
fn a_player_sees_and_acts() {
    let home = home();
    let [ann, _] = home.started();
    let mut socket = greeted(&home, &ann, newest(&ann));
    socket.say(&json!({"type": "view"}));
    let mut seen = socket.hear().unwrap();
    assert_eq!((&seen["type"], &seen["you"]), (&json!("view"), &json!("ann")));
    seen.as_object_mut().unwrap().remove("type");
    assert_eq!(seen, view(&ann));
    let seq = seen["seq"].as_i64().unwrap();
    let good = shield(&ann, "ann");
    let frame = json!({"type": "act", "key": "k1", "if_seq": seq, "actions": [good, {"do": "dance"}]});
    socket.say(&frame);
    let told = socket.hear_of("outcome");
    assert_eq!((&told["key"], &told["results"][0]["ok"]), (&json!("k1"), &json!(true)), "{told}");
    assert_eq!((&told["results"][1]["reason"], &told["seq"]), (&json!("unknown_action"), &json!(seq + 1)));
    // Again: the same answer, and nothing is done.
    socket.say(&frame);
    let mut again = socket.hear_of("outcome");
    assert_eq!(again.as_object_mut().unwrap().remove("replayed"), Some(json!(true)));
    assert_eq!(again, told);
    assert_eq!(view(&ann)["seq"], seq + 1);
    // What happened is told as an event as well, once.
    let mut late = greeted(&home, &ann, seen["n"].as_i64().unwrap());
    assert_eq!(late.hear_of("event")["event"], "shielded");
}

#[test]
fn a_refusal_is_a_problem_with_its_key() {
    let home = home();
    let [ann, _] = home.started();
    let mut socket = greeted(&home, &ann, newest(&ann));
    let good = shield(&ann, "ann");
    let seq = view(&ann)["seq"].clone();
    for (frame, status, reason) in [
        (json!({"type": "act", "key": "a", "if_seq": 0, "actions": [good]}), 412, "stale"),
        (json!({"type": "act", "key": "b", "actions": [good, 7], "atomic": true}), 400, "malformed"),
        (json!({"type": "act", "key": "c c", "actions": [good]}), 400, "bad_key"),
    ] {
        socket.say(&frame);
        let told = socket.hear_of("refused");
        assert_eq!(told["key"], frame["key"]);
        assert_eq!(
            (&told["problem"]["status"], &told["problem"]["reason"]),
            (&json!(status), &json!(reason)),
            "{told}"
        );
    }
    for frame in [
        json!({"type": "act", "actions": []}),
        json!({"type": "act", "key": "k", "actions": [], "more": 1}),
        json!({"type": "hello"}),
        json!({"type": "shout"}),
        json!({"type": 7}),
        json!([]),
    ] {
        socket.say(&frame);
        assert_eq!(socket.hear_of("refused")["problem"]["reason"], "malformed", "{frame}");
    }
    socket.say_raw("{");
    assert_eq!(socket.hear_of("refused")["problem"]["reason"], "bad_json");
    socket.say_raw(&format!("{{\"type\":\"view\",\"x\":{}{}}}", "[".repeat(100), "]".repeat(100)));
    assert_eq!(socket.hear_of("refused")["problem"]["reason"], "too_deep");
    assert_eq!(view(&ann)["seq"], seq);
    // A spectator cannot act.
    let mut socket = open(&home);
    socket.say(&json!({"type": "hello", "after": newest(&ann)}));
    socket.say(&json!({"type": "act", "key": "k", "actions": [good]}));
    assert_eq!(socket.hear_of("refused")["problem"]["status"], 401);
}

#[test]
fn the_first_word_is_hello() {
    let home = home();
    home.started();
    for frame in [json!({"type": "view"}), json!({"type": "act", "key": "k", "actions": []}), json!({"type": "x"})] {
        let mut socket = open(&home);
        socket.say(&frame);
        assert_eq!(socket.end(), "malformed", "{frame}");
    }
    let mut socket = open(&home);
    socket.say_raw("hello");
    assert_eq!(socket.end(), "bad_json");
    let mut socket = open(&home);
    socket.say(&json!({"type": "hello", "token": "sk_wrong"}));
    assert_eq!(socket.end(), "unauthorized");
    let mut socket = open(&home);
    socket.say(&json!({"type": "hello", "after": -1}));
    assert_eq!(socket.end(), "bad_cursor");
}

#[test]
fn a_private_game_is_not_told_to_strangers() {
    let home = home();
    let mut wish = small("spring");
    wish["private"] = json!(true);
    let ann = home.game(wish).remove(0);
    let other = home.game(small("autumn")).remove(0);
    let mut socket = open(&home);
    socket.say(&json!({"type": "hello"}));
    assert_eq!(socket.end(), "unauthorized");
    let mut socket = open(&home);
    socket.say(&json!({"type": "hello", "token": other.token}));
    assert_eq!(socket.end(), "forbidden");
    let mut socket = greeted(&home, &ann, 0);
    assert_eq!(socket.hear_of("event")["event"], "joined");
    let mut socket = greeted(&home, &home.operator.clone(), 0);
    assert_eq!(socket.hear_of("event")["event"], "joined");
}

#[test]
fn a_token_that_dies_ends_what_it_opened() {
    let home = home();
    let mut wish = small("spring");
    wish["private"] = json!(true);
    let [ann, bob]: [_; 2] = home.game(wish).try_into().unwrap_or_else(|_| unreachable!("two seats"));
    home.start("spring");
    let good = shield(&ann, "ann");
    let n = newest(&ann);
    let mut acting = greeted(&home, &ann, n);
    let mut watching = greeted(&home, &ann, n);
    let mut silent = greeted(&home, &ann, n);
    assert_eq!(ann.post(&at("spring", "/token"), &json!({})).status, 200);
    acting.say(&json!({"type": "act", "key": "k", "actions": [good]}));
    assert_eq!(acting.end(), "unauthorized");
    watching.say(&json!({"type": "view"}));
    assert_eq!(watching.end(), "unauthorized");
    // Whoever only listens hears nothing new.
    assert_eq!(act(&bob, &shield(&bob, "bob")).status, 200);
    assert_eq!(silent.end(), "unauthorized");
}

#[test]
fn frames_are_bounded_and_counted() {
    let mut plan = crate::support::plan();
    plan.rates.on = true;
    let home = crate::support::home_with(plan, std::sync::Arc::new(skirmish_house::store::memory::Memory::default()));
    home.game(small("spring"));
    let mut socket = open(&home);
    socket.say_raw(&format!("{{\"type\":\"hello\",\"token\":\"{}\"}}", "x".repeat(65 << 10)));
    assert_eq!(socket.hear(), None);
    let mut socket = open(&home);
    socket.say(&json!({"type": "hello", "after": 2}));
    assert_eq!(socket.hear().unwrap()["type"], "welcome");
    // Nonsense is not free either.
    let mut reasons = Vec::new();
    for _ in 0..300 {
        socket.say(&json!({"type": "nonsense"}));
        reasons.push(socket.hear_of("refused")["problem"]["reason"].as_str().unwrap().to_string());
    }
    assert!(reasons.iter().any(|reason| reason == "too_many_requests"), "{reasons:?}");
}

#[test]
fn a_foreign_page_cannot_use_a_browsers_session() {
    use std::io::{BufRead, BufReader, Write};
    let home = home();
    let [ann, _] = home.started();
    let login = home.anyone.post("/api/v1/session", &json!({"token": ann.token}));
    let cookie = login.header("set-cookie").unwrap().split(';').next().unwrap().to_string();
    let upgrade = |origin: &str| {
        let client = home.anyone.header("Cookie", &cookie).header("Origin", origin).header("Upgrade", "websocket");
        let client =
            client.header("Sec-WebSocket-Version", "13").header("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ==");
        let head =
            client.request("GET", &at("spring", "/ws"), None).replace("Connection: close", "Connection: Upgrade");
        let mut stream = client.connect();
        stream.write_all(head.as_bytes()).unwrap();
        let mut line = String::new();
        BufReader::new(stream).read_line(&mut line).unwrap();
        line
    };
    let own = format!("http://{}", home.anyone.address);
    assert!(upgrade(&own).starts_with("HTTP/1.1 101"));
    for origin in ["http://evil.example", "null", &format!("{own}.evil.example"), &own.replace("http", "https")] {
        assert!(upgrade(origin).starts_with("HTTP/1.1 403"), "{origin}");
    }
    // The same for what changes something.
    let page = home.anyone.header("Cookie", &cookie).header("X-Skirmish", "1");
    let body = shield(&ann, "ann");
    let foreign = act(&page.header("Origin", "http://evil.example"), &body);
    assert_eq!(foreign.refusal(), (403, "cross_site".into()));
    assert_eq!(act(&home.anyone.header("Cookie", &cookie).header("Origin", &own), &body).refusal().1, "cross_site");
    assert_eq!(act(&page.header("Origin", &own), &body).status, 200);
}
