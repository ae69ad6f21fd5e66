//! What the tests share: matches between built-in bots, and a client that speaks just enough HTTP.
#![allow(dead_code)]

use serde_json::Value;
use skirmish_core::any::AnyTable;
use skirmish_core::replay::{About, Salt, SeatedPlayer};
use skirmish_core::{Seat, Setup};
use skirmish_replay::Recorder;
use skirmish_viewer::organiser::Make;
use skirmish_viewer::{Address, Organiser, Viewer};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A fresh table of a game.
pub fn table(game: &str, seed: u64) -> Box<dyn AnyTable> {
    let mut table = skirmish_games::registry().game(game).unwrap().set_up(&Setup::seeded(seed)).unwrap();
    table.reseed(seed.into());
    table
}

/// The records of a match between medium bots; the last one only if `steps` is enough for the whole match.
pub fn played(game: &str, seed: u64, steps: usize) -> String {
    let mut table = table(game, seed);
    let seats = table.seats().to_vec();
    for (i, _) in seats.iter().enumerate() {
        let seat = Seat(i as u8);
        let random = table.seed().of_seat(seat);
        assert!(table.seat_bot(seat, "medium", random));
    }
    let player = |seat: &String| SeatedPlayer { seat: seat.clone(), player: "medium".into(), name: None };
    let about = About {
        id: "test".into(),
        players: seats.iter().map(player).collect(),
        sandbox: Value::Null,
        salt: Salt([3; 16]),
    };
    let mut records = vec![table.begin_replay(&about)];
    for _ in 0..steps {
        let turn = table.turn();
        if turn.is_over() {
            records.push(table.end_replay(None));
            break;
        }
        turn.to_act.iter().for_each(|seat| table.ask_bot(seat));
        table.step();
        records.push(table.step_record().into());
    }
    records.join("\n") + "\n"
}

/// Plays no matches.
pub struct Nobody;

impl Organiser for Nobody {
    fn begin(&self, _: Make, _: &[String]) -> Result<skirmish_viewer::Game, std::string::String> {
        Err("nobody plays here".into())
    }

    fn was_named(&self, player: &str) -> bool {
        player == "./named"
    }

    fn tell(&self, _: &str) {}
}

pub fn viewer() -> Viewer {
    Viewer::start(skirmish_games::registry(), 0, Arc::new(Nobody)).unwrap()
}

/// A folder of its own for a test.
pub fn folder(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("skirmish-viewer-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&path).unwrap();
    path
}

/// A replay file of a match between built-in bots.
pub fn replay(folder: &Path, game: &str, steps: usize) -> PathBuf {
    let path = folder.join(format!("{game}.skirmish"));
    let mut recorder = Recorder::create(&path).unwrap();
    played(game, 1, steps).lines().for_each(|line| recorder.record(line).unwrap());
    recorder.finish().unwrap().path
}

/// An answer of the server.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub head: String,
    pub body: Vec<u8>,
}

impl Answer {
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|why| panic!("{why}: {}", self.head))
    }
}

/// A page as a browser has it: where it is, and the key that its tab holds.
#[derive(Clone)]
pub struct Page {
    pub url: String,
    pub key: Option<String>,
}

impl Page {
    /// The page of whoever got the whole address.
    pub fn of(address: &Address) -> Page {
        let whole = address.whole();
        let (url, key) = whole.split_once("#key=").expect("a key");
        Page { url: url.into(), key: Some(key.into()) }
    }

    /// The page of whoever got the address for watching.
    pub fn shared(address: &Address) -> Page {
        Page { url: address.shared().into(), key: None }
    }

    /// Another page that the same tab goes to.
    pub fn go(&self, path: &str) -> Page {
        let (host, _) = split(&self.url);
        Page { url: format!("http://{host}{path}"), key: self.key.clone() }
    }

    pub fn get(&self, path: &str) -> Answer {
        self.send("GET", path, "")
    }

    pub fn post(&self, path: &str, body: &Value) -> Answer {
        self.send("POST", path, &body.to_string())
    }

    fn send(&self, method: &str, path: &str, body: &str) -> Answer {
        let key: Vec<(&str, &str)> = self.key.iter().map(|key| ("skirmish-key", key.as_str())).collect();
        send(method, &format!("{}{path}", self.url), body, &key)
    }
}

/// `http://HOST:PORT/TOKEN/` as host and path.
pub fn split(url: &str) -> (&str, &str) {
    let rest = url.strip_prefix("http://").expect("an address");
    rest.split_at(rest.find('/').expect("a path"))
}

pub fn get(url: &str) -> Answer {
    send("GET", url, "", &[])
}

/// Sends a request; headers given here stand in for the usual ones.
pub fn send(method: &str, url: &str, body: &str, headers: &[(&str, &str)]) -> Answer {
    let (host, path) = split(url);
    let mut stream = TcpStream::connect(host).expect("the server is there");
    let mut head = format!("{method} {path} HTTP/1.1\r\nConnection: close\r\nContent-Length: {}\r\n", body.len());
    if !headers.iter().any(|(name, _)| *name == "Host") {
        head += &format!("Host: {host}\r\n");
    }
    for (name, value) in headers {
        head += &format!("{name}: {value}\r\n");
    }
    stream.write_all(format!("{head}\r\n{body}").as_bytes()).expect("the server listens");
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).expect("the server answers");
    let at = bytes.windows(4).position(|four| four == b"\r\n\r\n").expect("a head");
    let head = String::from_utf8_lossy(&bytes[..at]).into_owned();
    let status = head.split(' ').nth(1).and_then(|code| code.parse().ok()).expect("a status");
    Answer { status, head, body: bytes[at + 4..].to_vec() }
}
