//! A port with a game behind it, and a client that speaks just enough HTTP.

use serde_json::{Map, Value, json};
use skirmish_house::clock::{Clock, Machine, Virtual};
use skirmish_house::store::Store;
use skirmish_house::store::memory::Memory;
use skirmish_live::head::Head;
use skirmish_live::keeper::Order;
use skirmish_live::original::{Doorkeeper, router_by};
use skirmish_live::request::Answer;
use skirmish_live::service::Service;
use skirmish_live::writer::Task;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tokio::runtime::Runtime;

/// 2026-03-02T09:00:00Z.
pub const BEGAN_MS: i64 = 1_772_442_000_000;
pub const HOUR_MS: i64 = 3_600_000;
pub const DAY_MS: i64 = 24 * HOUR_MS;
pub const MISUNDERSTOOD: &str = "Incorrect interaction with the api. Check method, endpoint and JSON data";

/// Knows one token for each seat, and one game.
struct Keys(i64);

impl Doorkeeper for Keys {
    fn knows(&self, game: i64, seat: &str, token: &str) -> bool {
        game == self.0 && token == token_of(seat)
    }
}

pub fn token_of(seat: &str) -> String {
    format!("{seat}-0123456789_-=")
}

pub struct Port {
    pub address: SocketAddr,
    pub service: Arc<Service>,
    pub clock: Arc<Virtual>,
    pub game: i64,
    store: Arc<dyn Store>,
    runtime: Runtime,
    /// Every request is so much later than the one before it, so that no limit is in the way.
    apart_ms: i64,
}

/// What was answered.
#[derive(Debug)]
pub struct Reply {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: String,
}

impl Reply {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(found, _)| found.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }

    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|why| panic!("{why}: {self:?}"))
    }
}

impl Port {
    /// A game that nobody has started, between ann and bob on two cells that lie 3 apart.
    pub fn waiting(config: Value) -> Port {
        Port::with_client(config, None)
    }

    /// The same, started.
    pub fn running(config: Value) -> Port {
        let port = Port::waiting(config);
        port.done(Order::Start);
        port
    }

    pub fn with_client(config: Value, client: Option<PathBuf>) -> Port {
        Port::made(config, client, false)
    }

    /// A game that only its players may watch, started.
    pub fn private() -> Port {
        let port = Port::made(json!({}), None, true);
        port.done(Order::Start);
        port
    }

    fn made(config: Value, client: Option<PathBuf>, private: bool) -> Port {
        let mut all: Map<String, Value> = serde_json::from_value(json!({
            "fixed_totems": [{"x": 20, "y": 20}, {"x": 119, "y": 119}],
            "fixed_spawns": [{"x": 50, "y": 50}, {"x": 53, "y": 50}],
            "start_points": 25,
        }))
        .unwrap();
        all.extend(config.as_object().unwrap().clone());
        let store: Arc<dyn Store> = Arc::new(Memory::default());
        let clock = Arc::new(Virtual::new(Arc::new(Machine::default()), BEGAN_MS, 0.0));
        let port = Port::open(store, clock, 1, client);
        let head = Head { private, ..Head::new("test", all, BEGAN_MS, &mut || 7) };
        let seats = vec!["ann".into(), "bob".into()];
        let created = port.runtime.block_on(port.service.ask(Task::Create { head: Box::new(head), seats }, Vec::new()));
        assert!(matches!(created, Answer::Done { .. }), "{created:?}");
        port
    }

    fn open(store: Arc<dyn Store>, clock: Arc<Virtual>, game: i64, client: Option<PathBuf>) -> Port {
        let runtime = Runtime::new().unwrap();
        let shared: Arc<dyn Clock> = clock.clone();
        // Rounds are made by orders; nothing depends on when the clock is looked at in between.
        let (service, notices) =
            Service::start(Arc::clone(&store), Arc::clone(&shared), Duration::from_secs(3600)).unwrap();
        assert_eq!(notices, []);
        let router = router_by(shared, Arc::clone(&service), game, Arc::new(Keys(game)), client);
        let listener = runtime.block_on(tokio::net::TcpListener::bind("127.0.0.1:0")).unwrap();
        let address = listener.local_addr().unwrap();
        runtime.spawn(async move { axum::serve(listener, router).await });
        Port { address, service, clock, game, store, runtime, apart_ms: 100 }
    }

    /// The same game in a service that has just been started again.
    pub fn restarted(self) -> Port {
        self.service.stop();
        let port = Port::open(self.store, self.clock, self.game, None);
        port.pass(0);
        port
    }

    /// From now on requests come all at once.
    pub fn at_once(&mut self) {
        self.apart_ms = 0;
    }

    pub fn order(&self, order: Order) -> Answer {
        self.runtime.block_on(self.service.order(self.game, order, Vec::new()))
    }

    pub fn done(&self, order: Order) {
        let answer = self.order(order);
        assert!(matches!(answer, Answer::Done { .. }), "{answer:?}");
    }

    /// Lets time pass, and sees to it that the service knows.
    pub fn pass(&self, ms: i64) {
        self.clock.step(ms);
        // It is refused, but it is answered after a round, which looks at the clock and publishes what came of it.
        let answer = self.order(Order::Join { seat: "@nobody".into() });
        assert!(matches!(answer, Answer::Refused { .. }), "{answer:?}");
    }

    /// Sends a request as it is.
    pub fn send(&self, head: &str, headers: &[(&str, &str)], body: &str) -> Reply {
        self.clock.step(self.apart_ms);
        let mut socket = TcpStream::connect(self.address).unwrap();
        let headers: String = headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
        let length = body.len();
        let request = format!(
            "{head} HTTP/1.1\r\nhost: test\r\nconnection: close\r\ncontent-length: {length}\r\n{headers}\r\n{body}"
        );
        socket.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        socket.read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        let mut lines = head.lines();
        let status = lines.next().unwrap().split(' ').nth(1).unwrap().parse().unwrap();
        let headers = lines.map(|line| line.split_once(": ").unwrap()).map(|(a, b)| (a.into(), b.into())).collect();
        Reply { status, headers, body: body.into() }
    }

    /// Posts as a seat with its right token.
    pub fn post_as(&self, seat: &str, path: &str, body: &Value) -> Reply {
        let token = token_of(seat);
        let headers = [("username", seat), ("token", &token), ("content-type", "application/json")];
        self.send(&format!("POST {path}"), &headers, &body.to_string())
    }

    /// What an action is answered: `ok`, or the text of its refusal.
    pub fn act(&self, seat: &str, path: &str, body: Value) -> String {
        let reply = self.post_as(seat, path, &body);
        assert_eq!(reply.status, 200, "{reply:?}");
        match reply.json() {
            Value::String(ok) => ok,
            error => {
                assert_eq!(error.as_object().unwrap().len(), 1, "{error}");
                error["error"].as_str().unwrap().into()
            }
        }
    }

    /// Reads without credentials, body and content type, as the client does.
    pub fn read(&self, path: &str) -> Value {
        let reply = self.send(&format!("POST {path}"), &[], "");
        assert_eq!((reply.status, reply.header("content-type")), (200, Some("application/json")), "{reply:?}");
        reply.json()
    }

    /// The cells of a player's zords.
    pub fn cells(&self, owner: &str) -> Vec<[i64; 2]> {
        let map = self.read("/map");
        let own = map["zords"].as_array().unwrap().iter().filter(|zord| zord["owner"] == owner);
        own.map(|zord| [zord["x"].as_i64().unwrap(), zord["y"].as_i64().unwrap()]).collect()
    }

    /// The cell of a player's only zord.
    pub fn cell(&self, owner: &str) -> [i64; 2] {
        let cells = self.cells(owner);
        assert_eq!(cells.len(), 1);
        cells[0]
    }
}

/// A cell as texts write it.
pub fn told([x, y]: [i64; 2]) -> String {
    format!("({x}, {y})")
}
