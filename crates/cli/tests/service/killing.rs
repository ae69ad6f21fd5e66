//! The program is killed while players act, over and over, at any moment and at every point of an order's way by turns:
//! whatever was answered is there, and nothing is there twice. `SKIRMISH_KILLS` says how often.

use crate::client::{Client, Said};
use crate::server::Server;
use crate::{GAMES, skirmish, view, zord};
use serde_json::{Value, json};
use skirmish_house::points::Point;
use std::collections::BTreeMap;
use std::hash::{BuildHasher, RandomState};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};

const SEATS: [&str; 4] = ["ann", "bob", "cleo", "dan"];

fn kills() -> usize {
    std::env::var("SKIRMISH_KILLS").ok().and_then(|kills| kills.parse().ok()).unwrap_or(2 * Point::ALL.len())
}

/// Below `most`, another one each time.
fn any(most: usize) -> usize {
    (RandomState::new().hash_one(0) % most as u64) as usize
}

/// Where the server dies in a round; in every second one it is killed from outside.
fn doom(round: usize) -> Option<Point> {
    (round % 2 == 1).then(|| Point::ALL[round / 2 % Point::ALL.len()])
}

/// When a server that is to die at a point does so. The log of the database is copied only now and then.
fn time_of(point: Point) -> usize {
    if point == Point::Tidied { 1 } else { 5 + any(60) }
}

/// A request of a player, and what it was answered, if it was.
struct Sent {
    seat: usize,
    key: String,
    body: String,
    answer: Option<Value>,
}

impl Sent {
    /// Sends it, again or for the first time.
    fn send(&self, player: &Client) -> std::io::Result<Said> {
        player.ask("POST", &format!("{GAMES}/spring/actions"), &[("Idempotency-Key", &self.key)], Some(&self.body))
    }
}

/// One action, a list, or a list that is done whole; some of it against the rules.
fn body(unit: &Value) -> Value {
    let (good, bad) = (json!({"do": "shield", "unit": unit}), json!({"do": "shield", "unit": 99_999}));
    match any(4) {
        0 => json!({"actions": [good, bad, good]}),
        1 => json!({"actions": [good, good, good], "atomic": true}),
        _ => good,
    }
}

/// How many actions an answer says were accepted.
fn accepted(answer: &Value) -> usize {
    match answer["results"].as_array() {
        Some(results) => results.iter().filter(|result| result["ok"] == true).count(),
        None => 1,
    }
}

/// All players act until the server dies, which is after some number of answers, or at its own point well before. Also
/// says whether it was that point.
fn play_until_killed(mut server: Server, players: &[Client], units: &[Value], round: usize) -> (Vec<Sent>, bool) {
    let enough = if doom(round).is_some() { 2000 } else { 1 + any(150) };
    let answers = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        let act = |seat: usize| {
            let mut sent = Vec::new();
            for i in 0.. {
                let (key, body) = (format!("{round}-{i}"), body(&units[seat]).to_string());
                let mut one = Sent { seat, key, body, answer: None };
                let said = one.send(&players[seat]);
                one.answer = said.as_ref().ok().map(|said| {
                    assert_eq!(said.status, 200, "{}", String::from_utf8_lossy(&said.body));
                    said.json()
                });
                sent.push(one);
                if said.is_err() {
                    break;
                }
                answers.fetch_add(1, SeqCst);
            }
            sent
        };
        let threads: Vec<_> = (0..players.len()).map(|seat| scope.spawn(move || act(seat))).collect();
        while answers.load(SeqCst) < enough && !server.is_dead() {
            std::thread::sleep(std::time::Duration::from_micros(200));
        }
        let struck = server.is_dead();
        server.kill();
        (threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect(), struck)
    })
}

/// All events there are, which are numbered without a gap.
fn log(client: &Client) -> Vec<Value> {
    let mut events = Vec::new();
    loop {
        let page = client.get(&format!("{GAMES}/spring/log?after={}&limit=1000", events.len())).json();
        let more = page["events"].as_array().unwrap();
        if more.is_empty() {
            assert_eq!(page["n"], events.len());
            return events;
        }
        for event in more {
            events.push(event.clone());
            assert_eq!(event["n"], events.len(), "the log has a gap");
        }
    }
}

/// `points` are those that the server's store comes by.
fn kill_over_and_over(data: &Path, more: &[&str], points: &[Point]) {
    let more: Vec<&str> = ["--clock", "virtual", "--speed", "0"].iter().chain(more).copied().collect();
    let mut server = Server::start(data, &more);
    let administrator = server.administrator();
    let config = json!({"board_size": 40, "max_players": 4, "actions_per_day": 10_000_000});
    let made = administrator.post(GAMES, json!({"name": "spring", "seats": SEATS, "config": config}));
    assert_eq!(made.status, 201, "{}", String::from_utf8_lossy(&made.body));
    assert_eq!(administrator.post(&format!("{GAMES}/spring/start"), json!({})).status, 200);
    let tokens: Vec<String> =
        (0..SEATS.len()).map(|i| made.json()["tokens"][i]["token"].as_str().unwrap().into()).collect();
    let seen = view(&server.anyone());
    let units: Vec<Value> = SEATS.iter().map(|seat| zord(&seen, seat)["id"].clone()).collect();
    let mut all: Vec<Sent> = Vec::new();
    for round in 0..kills() {
        if let Some(point) = doom(round) {
            assert_eq!(server.stop(), Some(0));
            let doom = format!("{}:{}", point.name(), time_of(point));
            server = Server::start_doomed("127.0.0.1:0", data, &more, Some(&doom));
        }
        let players: Vec<Client> = tokens.iter().map(|token| server.with(token)).collect();
        let (sent, struck) = play_until_killed(server, &players, &units, round);
        assert_eq!(
            struck,
            doom(round).is_some_and(|point| points.contains(&point)),
            "round {round}, {:?}",
            doom(round)
        );
        server = Server::start(data, &more);
        for mut one in sent {
            let again = one.send(&server.with(&tokens[one.seat])).unwrap();
            let is_replayed = again.head.to_ascii_lowercase().contains("idempotency-replayed: true");
            match &one.answer {
                // It was promised.
                Some(answer) => assert_eq!((&again.json(), is_replayed), (answer, true), "{} {}", one.seat, one.key),
                // It is there or not; now it is.
                None => one.answer = Some(again.json()),
            }
            all.push(one);
        }
        let mut promised = BTreeMap::<&str, usize>::new();
        for one in &all {
            *promised.entry(SEATS[one.seat]).or_default() += accepted(one.answer.as_ref().unwrap());
        }
        let events = log(&server.anyone());
        for seat in SEATS {
            let done = events.iter().filter(|event| event["event"] == "shielded" && event["seat"] == seat).count();
            assert_eq!(done, promised.get(seat).copied().unwrap_or_default(), "{seat} in round {round}");
        }
    }
    for one in &all {
        let again = one.send(&server.with(&tokens[one.seat])).unwrap();
        assert_eq!(Some(&again.json()), one.answer.as_ref());
    }
    let replay = server.anyone().get(&format!("{GAMES}/spring/replay"));
    assert_eq!(replay.status, 200);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.skirmish");
    std::fs::write(&file, replay.body).unwrap();
    let (code, verdict) = skirmish(&["replay", "verify", "--json", file.to_str().unwrap()]);
    assert_eq!((code, &verdict["ok"]), (Some(0), &json!(true)), "{verdict}");
    assert_eq!(server.stop(), Some(0));
}

#[test]
fn nothing_that_was_answered_is_lost_and_nothing_is_done_twice() {
    let folder = tempfile::tempdir().unwrap();
    kill_over_and_over(&folder.path().join("data"), &[], &Point::ALL);
}

#[test]
fn the_same_with_a_server_for_a_store() {
    let Some(postgres) = skirmish_servers::Postgres::start() else { return };
    let folder = tempfile::tempdir().unwrap();
    let points = Point::ALL.into_iter().filter(|point| *point != Point::Tidied).collect::<Vec<_>>();
    kill_over_and_over(&folder.path().join("data"), &["--database", &postgres.database()], &points);
}
