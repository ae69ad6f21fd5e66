//! What strangers try.

use crate::support::{act, at, client, home, home_with, plan, shield, small, view};
use serde_json::json;
use skirmish_house::store::memory::Memory;
use std::io::Write;
use std::sync::Arc;
use std::time::Duration;

#[test]
fn bombs_are_refused_before_they_are_read() {
    let home = home();
    let [ann, _] = home.started();
    let path = at("spring", "/actions");
    let before = view(&ann);
    let deep = format!("{{\"do\":{}{}}}", "[".repeat(30_000), "]".repeat(30_000));
    assert_eq!(ann.send("POST", &path, Some(&deep)).refusal(), (400, "too_deep".into()));
    let large = format!("{{\"do\":\"{}\"}}", "x".repeat(64 << 10));
    assert_eq!(ann.send("POST", &path, Some(&large)).refusal(), (413, "too_large".into()));
    // Announced, but never sent.
    let head = ann.request("POST", &path, Some("")).replace("Content-Length: 0", "Content-Length: 99999999999");
    assert_eq!(client::said(ann.raw(head.as_bytes())).unwrap().refusal(), (413, "too_large".into()));
    let numbers = format!("{{\"do\":\"shield\",\"unit\":{}}}", "9".repeat(60_000));
    assert_eq!(ann.send("POST", &path, Some(&numbers)).refusal().0, 400);
    let many = format!("{{\"actions\":[{}1]}}", "1,".repeat(30_000));
    assert_eq!(ann.send("POST", &path, Some(&many)).status, 200);
    let keys = format!("{{{}\"do\":\"shield\"}}", (0..5000).map(|i| format!("\"k{i}\":1,")).collect::<String>());
    assert_eq!(ann.send("POST", &path, Some(&keys)).refusal().0, 400);
    let twice = "{\"do\":\"dance\",\"do\":\"shield\",\"unit\":1}";
    assert!(ann.send("POST", &path, Some(twice)).refusal().0 >= 400);
    assert_eq!(view(&ann), before);
}

#[test]
fn heads_are_bounded() {
    let home = home();
    home.started();
    let path = at("spring", "/view");
    let long = "x".repeat(9000);
    assert_eq!(home.anyone.get(&format!("{path}?{long}")).refusal(), (414, "uri_too_long".into()));
    assert_eq!(home.anyone.header("X", &"x".repeat(17_000)).get(&path).refusal().0, 431);
    let many = (0..70).fold(home.anyone.clone(), |client, i| client.header(&format!("X-{i}"), "1"));
    assert_eq!(many.get(&path).refusal().0, 431);
    let endless = home.anyone.header("X", &"x".repeat(1 << 20)).request("GET", &path, None);
    let heard = home.anyone.raw(endless.as_bytes());
    assert!(heard.is_empty() || heard.starts_with(b"HTTP/1.1 431"), "{}", String::from_utf8_lossy(&heard));
}

#[test]
fn odd_paths_lead_nowhere() {
    let home = home();
    let [ann, _] = home.started();
    for name in
        ["..", "%2e%2e", "spring%2F..", "spring%00", "spring%20", "Spring", "%C3%BC", "%ff", "spring;a", "*", "{game}"]
    {
        let said = ann.get(&at(name, "/view"));
        assert_eq!(said.refusal().0, 404, "{name}");
    }
    for path in [
        "//api/v1/me",
        "/api/v1/../v1/me",
        "/api/v1/me/",
        "/zords/../api/v1/me",
        "/house/..%2f..%2fCargo.toml",
        "/house//etc/passwd",
    ] {
        assert_eq!(ann.get(path).refusal().0, 404, "{path}");
    }
    // The name may be spelt in percent signs.
    assert_eq!(ann.get(&at("%73pring", "/view")).status, 200);
}

#[test]
fn no_header_is_smuggled_in_or_out() {
    let home = home();
    let [ann, bob] = home.started();
    let body = shield(&ann, "ann");
    // Two tokens are nobody's.
    let both = ann.header("Authorization", &format!("Bearer {}", bob.token.clone().unwrap()));
    assert_eq!(act(&both, &body).refusal().0, 401);
    for header in ["Basic YTpi", "Bearer", "Bearer  ", "bearer x y"] {
        assert_eq!(act(&home.anyone.header("Authorization", header), &body).refusal().0, 401, "{header}");
    }
    let said = act(&ann.keyed("a%0d%0aX-Evil:%201"), &body);
    assert!(said.status == 200 && said.header("x-evil").is_none());
    let two_lengths = ann
        .request("POST", &at("spring", "/actions"), Some(&body.to_string()))
        .replace("Content-Length", "Content-Length: 5\r\nContent-Length");
    let heard = ann.raw(two_lengths.as_bytes());
    assert!(heard.starts_with(b"HTTP/1.1 400"), "{}", String::from_utf8_lossy(&heard));
    let both_ways = ann
        .request("POST", &at("spring", "/actions"), Some(&body.to_string()))
        .replace("Content-Length", "Transfer-Encoding: chunked\r\nContent-Length");
    let before = view(&ann)["seq"].clone();
    let _whatever = ann.raw(both_ways.as_bytes());
    assert_eq!(view(&ann)["seq"], before);
}

#[test]
fn the_slow_and_the_many_do_not_keep_others_out() {
    let mut plan = plan();
    plan.bounds.connections_per_address = 8;
    plan.bounds.head_within = Duration::from_millis(200);
    plan.bounds.body_within = Duration::from_millis(200);
    let home = home_with(plan, Arc::new(Memory::default()));
    home.game(small("spring"));
    // As many as may come, each with half a request.
    let slow: Vec<_> = (0..8)
        .map(|i| {
            let mut stream = home.anyone.connect();
            let body = if i % 2 == 0 { None } else { Some("{\"seat\":\"eve\"}") };
            let whole = home.anyone.request("POST", &at("spring", "/join"), body);
            stream.write_all(&whole.as_bytes()[..whole.len() - 3]).unwrap();
            stream
        })
        .collect();
    // They are let go, and others come in again.
    home.until(|| {
        let heard = home.anyone.raw(home.anyone.request("GET", &at("spring", "/view"), None).as_bytes());
        heard.starts_with(b"HTTP/1.1 200").then_some(())
    });
    drop(slow);
    assert_eq!(view(&home.anyone)["players"].as_array().unwrap().len(), 2);
}

#[test]
fn a_stop_in_the_middle_answers_or_does_nothing() {
    let store = Arc::new(Memory::default());
    let mut home = home_with(plan(), store.clone());
    let players = home.game(json!({"name": "spring", "seats": ["ann", "bob"], "config": {"actions_per_day": 100_000, "board_size": 40, "max_players": 4}}));
    home.start("spring");
    let body = shield(&players[0], "ann").to_string();
    let began = std::sync::Barrier::new(5);
    let answered: Vec<(String, u16)> = std::thread::scope(|scope| {
        let (ann, body, began) = (&players[0], &body, &began);
        let threads: Vec<_> = (0..4)
            .map(|thread| {
                scope.spawn(move || {
                    let mut answers = Vec::new();
                    for i in 0.. {
                        let key = format!("t{thread}-{i}");
                        let Ok(mut stream) = std::net::TcpStream::connect(ann.address) else { break };
                        let request = ann.keyed(&key).request("POST", &at("spring", "/actions"), Some(body));
                        let mut heard = Vec::new();
                        let _gone = stream.write_all(request.as_bytes());
                        let _gone = std::io::Read::read_to_end(&mut stream, &mut heard);
                        if i == 0 {
                            began.wait();
                        }
                        match client::said(heard) {
                            Ok(said) => answers.push((key, said.status)),
                            Err(_) => break,
                        }
                    }
                    answers
                })
            })
            .collect();
        began.wait();
        home.stop();
        threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
    });
    assert!(answered.iter().all(|(_, status)| [200, 503].contains(status)), "{answered:?}");
    let home = home_with(plan(), store);
    let ann = home.anyone.with(players[0].token.as_ref().unwrap());
    for (key, status) in answered {
        let again = ann.keyed(&key).send("POST", &at("spring", "/actions"), Some(&body));
        assert_eq!((again.status, again.is_replayed()), (200, status == 200), "{key} was answered {status}");
    }
}
