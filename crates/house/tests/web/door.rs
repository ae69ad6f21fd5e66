//! What strangers can do to the server: nothing that others notice.

use crate::support::client::{answer, heard};
use crate::support::toy::OPEN;
use crate::support::{home, plan};
use std::io::{Read, Write};
use std::time::Duration;

const WAIT: &str = "/api/v1/toy/games/open/wait";

#[test]
fn who_dawdles_is_dropped() {
    let mut plan = plan();
    plan.bounds.head_within = Duration::from_millis(100);
    plan.bounds.body_within = Duration::from_millis(100);
    let home = home(plan);
    // A head that never ends, and a connection on which nothing is asked.
    assert_eq!(home.client.raw(b"GET /healthz HTTP/1.1\r\nHost: x\r\n"), "");
    assert_eq!(home.client.raw(b""), "");
    // One that was used and is idle now.
    let used = home.client.raw(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n");
    assert!(used.starts_with("HTTP/1.1 200"), "{used}");
    // A body that never comes.
    let ann = home.client.with(&home.player(OPEN, "ann"));
    let head = ann.head("POST", "/api/v1/toy/games/open/count", Some("{\"by\": 1}"));
    let late = answer(&ann.raw(&head.as_bytes()[..head.len() - 3]));
    assert_eq!((late.status, late.reason().as_str()), (408, "too_slow"));
}

#[test]
fn who_does_not_read_is_dropped() {
    let mut plan = plan();
    plan.bounds.write_within = Duration::from_millis(100);
    let home = home(plan);
    let mut stream = home.client.connect();
    stream.write_all(home.client.head("GET", "/api/v1/toy/games/open/large", None).as_bytes()).unwrap();
    let metrics = &home.house.metrics;
    // The connection goes away without a byte being read.
    while metrics.connections.get() > 0 || !metrics.text(0).contains("/large\"") {
        std::thread::yield_now();
    }
    let mut rest = Vec::new();
    let _cut = stream.read_to_end(&mut rest);
    assert!(rest.len() < 32 << 20, "it got everything");
}

#[test]
fn nothing_is_read_before_the_right_is_shown() {
    let home = home(plan());
    let announced = "Content-Length: 60000\r\nExpect: 100-continue\r\n\r\n";
    for (path, status) in [("/nowhere", 404), ("/api/v1/toy/games/open/count", 401), ("/api/v1/operators", 401)] {
        // Not a byte of what is announced is ever sent: it is answered all the same, and the server hangs up.
        let heard = home.client.raw(format!("POST {path} HTTP/1.1\r\nHost: x\r\n{announced}").as_bytes());
        assert_eq!(answer(&heard).status, status, "{heard}");
    }
}

#[test]
fn connections_are_bounded() {
    let mut plan = plan();
    plan.bounds.connections_per_address = 2;
    let home = home(plan);
    let first = home.client.connect();
    let second = home.client.connect();
    // Both are inside before the third comes: connections are accepted in order.
    let full = answer(&heard(&mut home.client.connect()));
    assert_eq!((full.status, full.reason().as_str(), full.header("retry-after")), (503, "busy", Some("5")));
    assert_eq!(full.header("content-length"), Some(full.body.len().to_string().as_str()));
    drop((first, second));
    while home.house.metrics.connections.get() > 0 {
        std::thread::yield_now();
    }
    assert_eq!(home.client.get("/healthz").status, 200);
}

#[test]
fn work_is_bounded() {
    let mut plan = plan();
    plan.bounds.in_flight = 1;
    let home = home(plan);
    std::thread::scope(|scope| {
        let slow = scope.spawn(|| home.client.get(WAIT));
        home.runtime.block_on(home.toy.waiting.notified());
        let busy = home.client.get("/api/v1/toy/games/open/view");
        assert_eq!((busy.status, busy.reason().as_str(), busy.header("retry-after")), (503, "busy", Some("1")));
        home.toy.go.notify_one();
        assert_eq!(slow.join().unwrap().status, 200);
    });
    assert_eq!(home.client.get("/api/v1/toy/games/open/view").status, 200);
}

#[test]
fn stopping_answers_what_was_accepted() {
    let mut home = home(plan());
    let other = axum::Router::new().route("/", axum::routing::get(async || "the original"));
    let other = home.runtime.block_on(home.doors.open("127.0.0.1:0".parse().unwrap(), other)).unwrap();
    let mut beside = home.client.clone();
    beside.address = other.address;
    assert_eq!(beside.get("/").body, "the original");

    let client = home.client.clone();
    let slow = std::thread::spawn(move || client.get(WAIT));
    home.runtime.block_on(home.toy.waiting.notified());
    let mut idle = home.client.connect();
    home.house.stop.stop();
    assert_eq!(heard(&mut idle), "");
    home.toy.go.notify_one();
    assert_eq!(slow.join().unwrap().status, 200);
    home.stop();
    home.runtime.block_on(other.closed());
    assert!(std::net::TcpStream::connect(home.client.address).is_err());
}

#[test]
fn stopping_takes_a_bounded_time() {
    let mut plan = plan();
    plan.bounds.stop_within = Duration::from_millis(100);
    let mut home = home(plan);
    let client = home.client.clone();
    let slow = std::thread::spawn(move || client.raw(client.head("GET", WAIT, None).as_bytes()));
    home.runtime.block_on(home.toy.waiting.notified());
    home.stop();
    assert_eq!(slow.join().unwrap(), "");
}
