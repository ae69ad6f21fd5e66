//! Events, told exactly once and in order, whoever reads and however.

use crate::support::{Client, Home, home, plan};
use futures_util::{FutureExt, SinkExt, StreamExt};
use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::time::Duration;
use tokio_tungstenite::tungstenite::Message;

const STREAM: &str = "/api/v1/toy/games/open/stream";

/// A stream as a browser reads it.
struct Source {
    lines: BufReader<TcpStream>,
}

impl Source {
    fn open(client: &Client, path: &str) -> Source {
        let mut stream = client.connect();
        stream.write_all(client.head("GET", path, None).as_bytes()).unwrap();
        let mut source = Source { lines: BufReader::new(stream) };
        assert!(source.line().unwrap().starts_with("HTTP/1.1 200"));
        source
    }

    fn line(&mut self) -> Option<String> {
        let mut line = String::new();
        match self.lines.read_line(&mut line) {
            Ok(0) | Err(_) => None,
            Ok(_) => Some(line.trim_end().into()),
        }
    }

    /// The next line that begins with this, or nothing if the stream ends before.
    fn find(&mut self, start: &str) -> Option<String> {
        loop {
            if let Some(rest) = self.line()?.strip_prefix(start) {
                return Some(rest.into());
            }
        }
    }

    fn id(&mut self) -> i64 {
        self.find("id: ").expect("an event").parse().unwrap()
    }
}

#[test]
fn every_event_once_in_order_across_reconnects() {
    let home = home(plan());
    let feed = Arc::clone(&home.toy.feed);
    let writer = std::thread::spawn(move || {
        for i in 0..600 {
            feed.tell(1 + i % 7);
            std::thread::yield_now();
        }
    });
    let all = (0..600).map(|i| 1 + i % 7).sum::<usize>() as i64;
    // Hangs up after some events, over and over; how many is any number, but the same ones in each run.
    let (mut last, mut turn) = (0, 12345_u64);
    let mut opened = 0;
    while last < all {
        opened += 1;
        assert!(opened < 1000, "it does not come forward");
        let mut source = match turn % 2 {
            0 => Source::open(&home.client, &format!("{STREAM}?after={last}")),
            // What the browser had last beats the address, which is the one it began with.
            _ => Source::open(&home.client.header("Last-Event-ID", &last.to_string()), &format!("{STREAM}?after=0")),
        };
        turn = turn.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        for _ in 0..(turn >> 33) % 300 {
            if last == all {
                break;
            }
            // Whoever falls behind is cut, as on a busy machine anybody may be, and comes back like all the others.
            let Some(id) = source.find("id: ") else { break };
            assert_eq!(id.parse(), Ok(last + 1));
            last += 1;
        }
    }
    writer.join().unwrap();
}

#[test]
fn a_reader_who_falls_behind_is_cut_and_can_resume() {
    let home = home(plan());
    home.toy.feed.tell(3000);
    home.runtime.block_on(async {
        let feed = || home.toy.feed.clone();
        let mut reader = home.house.streams.reader(feed(), 0);
        // Whoever begins late may take all the time there is.
        for n in 1..=1500 {
            assert_eq!(reader.next().await.unwrap().n, n);
        }
        home.toy.feed.tell(2000);
        for n in 1501..=5000 {
            assert_eq!(reader.next().await.unwrap().n, n);
        }
        // Up to date, and waiting: a burst is no fault of the reader's.
        let mut waiting = Box::pin(reader.next());
        assert!(waiting.as_mut().now_or_never().is_none());
        home.toy.feed.tell(1500);
        assert_eq!(waiting.await.unwrap().n, 5001);
        // It does not read while more and more comes.
        home.toy.feed.tell(5000);
        let mut last = 5001;
        let end = loop {
            match reader.next().await {
                Ok(told) => {
                    assert_eq!(told.n, last + 1);
                    last = told.n;
                }
                Err(end) => break end,
            }
        };
        assert_eq!(end.problem().reason(), "too_slow");
        assert!((6500..11_000).contains(&last), "{last}");
        assert_eq!(home.house.metrics.streams_behind.get(), 1);
        let mut again = home.house.streams.reader(feed(), last);
        for n in last + 1..=11_500 {
            assert_eq!(again.next().await.unwrap().n, n);
        }
    });
}

#[test]
fn a_stream_that_nobody_reads_is_closed() {
    let mut plan = plan();
    plan.bounds.write_within = Duration::from_millis(100);
    let home = home(plan);
    let source = Source::open(&home.client, STREAM);
    while home.house.streams.count() > 0 {
        home.toy.feed.tell(500);
        std::thread::yield_now();
    }
    drop(source);
}

#[test]
fn a_quiet_stream_says_that_it_is_there() {
    let mut plan = plan();
    plan.bounds.stream_beat = Duration::from_millis(20);
    let home = home(plan);
    let mut source = Source::open(&home.client, STREAM);
    assert!(source.find(": ").is_some());
    assert!(source.find(": ").is_some());
    home.toy.feed.tell(1);
    assert_eq!(source.id(), 1);
    assert_eq!(source.find("event: ").as_deref(), Some("count"));
    assert_eq!(source.find("data: ").as_deref(), Some("{\"n\":1}"));
}

#[test]
fn streams_are_bounded_and_places_come_free() {
    let mut plan = plan();
    plan.bounds.streams_per_address = 2;
    let home = home(plan);
    let open: Vec<Source> = (0..2).map(|_| Source::open(&home.client, STREAM)).collect();
    let full = home.client.get(STREAM);
    assert_eq!((full.status, full.reason().as_str()), (503, "too_many_streams"));
    drop(open);
    while home.house.streams.count() > 0 {
        // A server notices that nobody is there any more when it says something.
        home.toy.feed.tell(1);
        std::thread::yield_now();
    }
    Source::open(&home.client, STREAM);
}

#[test]
fn stopping_ends_streams_with_a_last_message() {
    let mut home = home(plan());
    home.toy.feed.tell(1);
    let mut source = Source::open(&home.client, STREAM);
    assert_eq!(source.id(), 1);
    let mut socket = home.runtime.block_on(connect(&home));
    home.stop();
    assert_eq!(source.find("event: ").as_deref(), Some("count"));
    assert_eq!(source.find("event: ").as_deref(), Some("end"));
    assert!(source.find("data: ").unwrap().contains("\"reason\":\"stopping\""));
    assert!(source.find("id: ").is_none());
    home.runtime.block_on(async {
        let last = socket.next().await.unwrap().unwrap();
        assert!(last.to_text().unwrap().contains("\"reason\":\"stopping\""), "{last}");
        assert!(
            matches!(socket.next().await.unwrap().unwrap(), Message::Close(Some(frame)) if frame.reason == "stopping")
        );
    });
    assert_eq!(home.house.streams.count(), 0);
}

type Socket = tokio_tungstenite::WebSocketStream<tokio::net::TcpStream>;

async fn connect(home: &Home) -> Socket {
    let stream = tokio::net::TcpStream::connect(home.client.address).await.unwrap();
    let url = format!("ws://{}/api/v1/toy/games/open/ws", home.client.address);
    tokio_tungstenite::client_async(url, stream).await.unwrap().0
}

#[test]
fn a_socket_answers_and_tells() {
    let home = home(plan());
    home.toy.feed.tell(3);
    home.runtime.block_on(async {
        let mut socket = connect(&home).await;
        let say = |text: &str| Message::text(text.to_string());
        socket.send(say("hello")).await.unwrap();
        assert_eq!(socket.next().await.unwrap().unwrap(), say("nobody said hello"));
        socket.send(say("after 1")).await.unwrap();
        for n in 2..=3 {
            assert_eq!(socket.next().await.unwrap().unwrap(), say(&format!("{{\"n\":{n}}}")));
        }
        home.toy.feed.tell(1);
        assert_eq!(socket.next().await.unwrap().unwrap(), say("{\"n\":4}"));
        socket.send(say("after all")).await.unwrap();
        let last = socket.next().await.unwrap().unwrap();
        assert!(last.to_text().unwrap().contains("\"reason\":\"malformed\""), "{last}");
        assert!(matches!(socket.next().await.unwrap().unwrap(), Message::Close(Some(_))));
    });
}

#[test]
fn a_socket_is_not_opened_for_other_sites() {
    let home = home(plan());
    let ann = home.player(crate::support::toy::OPEN, "ann");
    let cookie = home.client.post("/api/v1/session", &serde_json::json!({"token": ann}));
    let cookie = cookie.header("set-cookie").unwrap().split(';').next().unwrap().to_string();
    let upgrade = |origin: &str| {
        let client = home.client.header("Cookie", &cookie).header("Origin", origin).header("Upgrade", "websocket");
        let client =
            client.header("Sec-WebSocket-Version", "13").header("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ==");
        let head =
            client.head("GET", "/api/v1/toy/games/open/ws", None).replace("Connection: close", "Connection: Upgrade");
        let mut stream = client.connect();
        stream.write_all(head.as_bytes()).unwrap();
        let mut line = String::new();
        BufReader::new(stream).read_line(&mut line).unwrap();
        line
    };
    assert!(upgrade("http://evil.example").starts_with("HTTP/1.1 403"));
    assert!(upgrade(&format!("http://{}", home.client.address)).starts_with("HTTP/1.1 101"));
}
