//! Server-Sent Events: every event once and in order, from any number on.

use crate::support::events::Source;
use crate::support::{act, at, home, shield, small};
use serde_json::{Value, json};

fn log(home: &crate::support::Home) -> Vec<Value> {
    home.operator.get(&at("spring", "/log?limit=1000")).json()["events"].as_array().unwrap().clone()
}

#[test]
fn a_stream_tells_what_the_log_tells() {
    let home = home();
    let [ann, _] = home.started();
    let mut source = Source::open(&home.anyone, &at("spring", "/stream"));
    let past = log(&home).len();
    let first: Vec<_> = (0..past).map(|_| source.next().unwrap()).collect();
    // And what happens while it is open.
    act(&ann, &shield(&ann, "ann"));
    home.turn("spring", 86_400);
    let log = log(&home);
    let rest = (past..log.len()).map(|_| source.next().unwrap());
    let told: Vec<_> = first.into_iter().chain(rest).collect();
    for (event, logged) in told.iter().zip(&log) {
        assert_eq!((event.id, event.event.as_str()), (logged["n"].as_i64(), logged["event"].as_str().unwrap()));
        assert_eq!(&event.data, logged);
    }
}

#[test]
fn a_stream_is_resumed_without_gap_or_repeat() {
    let home = home();
    let [ann, bob] = home.started();
    let writer = std::thread::spawn(move || {
        for _ in 0..5 {
            act(&ann, &shield(&ann, "ann"));
            act(&bob, &shield(&bob, "bob"));
        }
    });
    let (mut last, mut turn) = (0, 0);
    let all = home.anyone.get(&at("spring", "/view")).json()["n"].as_i64().unwrap().max(8);
    while last < all {
        let mut source = match turn % 2 {
            0 => Source::open(&home.anyone, &at("spring", &format!("/stream?after={last}"))),
            // What the browser had last beats the address.
            _ => {
                Source::open(&home.anyone.header("Last-Event-ID", &last.to_string()), &at("spring", "/stream?after=0"))
            }
        };
        turn += 1;
        for _ in 0..1 + turn % 3 {
            let event = source.next().unwrap();
            assert_eq!(event.id, Some(last + 1));
            last += 1;
        }
    }
    writer.join().unwrap();
}

#[test]
fn a_cursor_is_the_number_of_an_event() {
    let home = home();
    home.started();
    let path = at("spring", "/stream");
    assert_eq!(home.anyone.get(&format!("{path}?after=-1")).refusal(), (400, "bad_cursor".into()));
    assert_eq!(home.anyone.get(&format!("{path}?after=x")).refusal(), (400, "bad_query".into()));
    for last in ["x", "-1", "1.5", ""] {
        assert_eq!(
            home.anyone.header("Last-Event-ID", last).get(&path).refusal(),
            (400, "bad_cursor".into()),
            "{last}"
        );
    }
}

#[test]
fn a_stream_ends_when_the_server_stops() {
    let mut home = home();
    home.started();
    let past = log(&home).len();
    let mut source = Source::open(&home.anyone, &at("spring", &format!("/stream?after={past}")));
    home.stop();
    let last = source.next().unwrap();
    assert_eq!((last.id, last.event.as_str(), &last.data["reason"]), (None, "end", &json!("stopping")));
    assert_eq!(source.next(), None);
}

#[test]
fn who_may_no_longer_watch_is_told_nothing_more() {
    let home = home();
    let mut wish = small("spring");
    wish["private"] = json!(true);
    let [ann, bob]: [_; 2] = home.game(wish).try_into().unwrap_or_else(|_| unreachable!("two seats"));
    home.start("spring");
    let past = log(&home).len();
    let mut source = Source::open(&ann, &at("spring", &format!("/stream?after={}", past - 1)));
    assert_eq!(source.next().unwrap().id, Some(past as i64));
    assert_eq!(home.operator.post(&at("spring", "/seats/ann/token"), &json!({})).status, 200);
    assert_eq!(act(&bob, &shield(&bob, "bob")).status, 200);
    let last = source.next().unwrap();
    assert_eq!((last.id, &last.data["reason"]), (None, &json!("unauthorized")), "{last:?}");
    assert_eq!(source.next(), None);
}
