//! Bots on seats of live games: the real program on both sides, on a clock that only moves when it is told to.

use crate::client::Client;
use crate::server::Server;
use crate::{GAMES, until};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, ChildStderr, Command, Stdio};

const STOOD: [&str; 4] = ["--clock", "virtual", "--speed", "0"];
/// A real second is a round, so that a look now and then misses none.
const ROUNDS: i64 = 4;

/// `skirmish seat`, being run.
struct Seated {
    child: Child,
    stderr: BufReader<ChildStderr>,
    heard: String,
}

impl Seated {
    fn start(folder: &Path, host: &str, token: &str, bot: &str, more: &[&str]) -> Seated {
        let url = format!("http://{host}{GAMES}/spring");
        let mut command = Command::new(env!("CARGO_BIN_EXE_skirmish"));
        command.args(["seat", &url, bot]).args(more).current_dir(folder).env("SKIRMISH_TOKEN", token);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let stderr = BufReader::new(child.stderr.take().unwrap());
        Seated { child, stderr, heard: String::new() }
    }

    /// Waits for a line with these words.
    fn hears(&mut self, words: &str) -> String {
        loop {
            let mut line = String::new();
            assert!(self.stderr.read_line(&mut line).unwrap() > 0, "it never said {words:?}, but\n{}", self.heard);
            self.heard += &line;
            if line.contains(words) {
                return line;
            }
        }
    }

    /// Waits for its end: the exit code, what it printed, and all that it told.
    fn ends(mut self) -> (Option<i32>, String, String) {
        self.stderr.read_to_string(&mut self.heard).unwrap();
        let mut said = String::new();
        self.child.stdout.take().unwrap().read_to_string(&mut said).unwrap();
        let code = self.child.wait().unwrap().code();
        (code, said, std::mem::take(&mut self.heard))
    }
}

impl Drop for Seated {
    fn drop(&mut self) {
        // It may have ended before.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A game that ann and bob have joined.
fn game(administrator: &Client, days: i64, more: Value) -> Vec<String> {
    let config = json!({
        "board_size": 30, "days": days, "max_players": 4, "live_day_s": ROUNDS, "rounds_per_day": ROUNDS,
    });
    let mut wish = json!({"name": "spring", "seats": ["ann", "bob"], "config": config, "seed": 7});
    wish.as_object_mut().unwrap().extend(more.as_object().cloned().unwrap_or_default());
    let made = administrator.post(GAMES, wish);
    assert_eq!(made.status, 201, "{}", String::from_utf8_lossy(&made.body));
    let tokens = made.json()["tokens"].clone();
    tokens.as_array().unwrap().iter().map(|seat| seat["token"].as_str().unwrap().to_owned()).collect()
}

fn order(administrator: &Client, what: &str) {
    let done = administrator.post(&format!("{GAMES}/spring/{what}"), json!({}));
    assert_eq!(done.status, 200, "{}", String::from_utf8_lossy(&done.body));
}

fn view(client: &Client) -> Value {
    client.get(&format!("{GAMES}/spring/view")).json()
}

/// Turns the clock to the next round, and says which it is. A server that was killed may have to make up for time first.
fn next_round(administrator: &Client, from: (i64, i64)) -> (i64, i64) {
    let mut looks = 0_u32;
    until(|| {
        if looks.is_multiple_of(50) {
            assert_eq!(administrator.post("/api/v1/zords/clock", json!({"step_s": 1})).status, 200);
        }
        looks += 1;
        let view = view(administrator);
        let now = (view["day"].as_i64()?, view["time"].as_i64()? * ROUNDS / 86_400);
        if view["status"] == "over" { Some((i64::MAX, 0)) } else { Some(now).filter(|&now| now > from) }
    })
}

/// Whether a seat is asked in the present round.
fn is_asked(client: &Client, seat: &str) -> bool {
    let view = view(client);
    let player = view["players"].as_array().unwrap().iter().find(|player| player["seat"] == seat).unwrap();
    let stands = view["zords"].as_array().unwrap().iter().any(|zord| zord["owner"] == seat);
    view["status"] == "running" && player["actions"].as_i64() > Some(0) && stands
}

/// The numbers of the commands that a seat gave.
fn commands(client: &Client, seat: &str) -> BTreeSet<i64> {
    let (mut after, mut seqs) = (0, BTreeSet::new());
    loop {
        let page = client.get(&format!("{GAMES}/spring/log?after={after}&limit=1000")).json();
        let events = page["events"].as_array().unwrap();
        let Some(last) = events.last() else { return seqs };
        after = last["n"].as_i64().unwrap();
        let given = ["moved", "shot", "shielded", "range_raised", "donated", "built"];
        let own =
            events.iter().filter(|event| event["seat"] == seat && given.iter().any(|kind| event["event"] == *kind));
        seqs.extend(own.filter_map(|event| event["seq"].as_i64()));
    }
}

/// How many orders were accepted, by what the program told.
fn accepted(told: &str) -> usize {
    let lines = told.lines().filter(|line| line.starts_with("day ") && line.ends_with(" refused"));
    let number = |word: &str| word.parse::<usize>().unwrap();
    lines
        .map(|line| {
            let words: Vec<&str> = line.split_whitespace().collect();
            number(words[4]) - number(words[6])
        })
        .sum()
}

/// Plays all rounds that are left, waiting for each seat that is asked.
fn play_on(administrator: &Client, seated: &mut [(&str, &mut Seated)], mut now: (i64, i64), days: i64) {
    while now.0 <= days {
        for (seat, program) in &mut *seated {
            if is_asked(administrator, seat) {
                program.hears(&format!("day {}, round {}:", now.0, now.1));
            }
        }
        now = next_round(administrator, now);
    }
}

#[test]
fn a_strong_bot_beats_a_weak_one_live_as_it_does_in_rounds() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(&folder.path().join("data"), &STOOD);
    let administrator = server.administrator();
    let days = 8;
    let tokens = game(&administrator, days, json!({}));
    order(&administrator, "start");
    let mut ann = Seated::start(folder.path(), &server.host(), &tokens[0], "strong", &["--json"]);
    let mut bob = Seated::start(folder.path(), &server.host(), &tokens[1], "weak", &["--json"]);
    play_on(&administrator, &mut [("ann", &mut ann), ("bob", &mut bob)], (1, 0), days);
    let (code, said, told) = ann.ends();
    assert_eq!(code, Some(0), "{told}");
    let said: Value = serde_json::from_str(&said).unwrap();
    assert_eq!((&said["end"], &said["seat"]), (&json!("over"), &json!("ann")), "{said}");
    assert_eq!(said["result"]["ranking"][0]["seat"], json!("ann"), "{said}");
    assert_eq!(commands(&administrator, "ann").len(), accepted(&told));
    assert_eq!(bob.ends().0, Some(0));
}

#[test]
fn a_bot_of_a_kit_plays_a_seat_in_the_sandbox() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(&folder.path().join("data"), &STOOD);
    let administrator = server.administrator();
    let tokens = game(&administrator, 2, json!({"bots": {"cy": "weak"}}));
    order(&administrator, "start");
    let kit = Command::new(env!("CARGO_BIN_EXE_skirmish"))
        .args(["new", "zords", "--lang", "python", "kit"])
        .current_dir(folder.path())
        .output()
        .unwrap();
    assert!(kit.status.success(), "{}", String::from_utf8_lossy(&kit.stderr));
    let mut ann = Seated::start(folder.path(), &server.host(), &tokens[0], "kit", &["--json"]);
    play_on(&administrator, &mut [("ann", &mut ann)], (1, 0), 2);
    let (code, said, told) = ann.ends();
    assert_eq!(code, Some(0), "{told}");
    let said: Value = serde_json::from_str(&said).unwrap();
    let report = &said["report"];
    assert_eq!((&report["fault_count"], &report["rejected"]), (&json!(0), &json!({})), "{said}");
    assert!(report["requests"].as_u64() >= Some(2) && said["private"].as_array().unwrap().len() == 1, "{said}");
    let sent = commands(&administrator, "ann").len();
    assert!(sent > 0 && sent == accepted(&told), "{sent} {told}");
}

#[test]
fn no_order_is_given_twice_when_the_server_is_killed_and_comes_back() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let server = Server::start(&data, &STOOD);
    let (administrator, host) = (server.administrator(), server.host());
    let tokens = game(&administrator, 4, json!({}));
    order(&administrator, "start");
    let mut ann = Seated::start(folder.path(), &host, &tokens[0], "medium", &["--json"]);
    ann.hears("day 1, round 0:");
    next_round(&administrator, (1, 0));
    // Whatever the program is at: it may not have looked yet, or its orders may be on their way.
    server.kill();
    let _server = Server::start_at(&host, &data, &STOOD);
    let now = next_round(&administrator, (1, 1));
    play_on(&administrator, &mut [("ann", &mut ann)], now, 4);
    let (code, said, told) = ann.ends();
    assert_eq!(code, Some(0), "{told}");
    assert!(said.contains("\"end\":\"over\""), "{said}");
    let sent = commands(&administrator, "ann").len();
    assert!(sent > 0 && sent == accepted(&told), "{sent} {told}");
}

#[test]
fn a_revoked_token_ends_it_and_is_not_printed() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(&folder.path().join("data"), &STOOD);
    let administrator = server.administrator();
    let tokens = game(&administrator, 4, json!({}));
    order(&administrator, "start");
    let mut ann = Seated::start(folder.path(), &server.host(), &tokens[0], "weak", &[]);
    ann.hears("day 1, round 0:");
    order(&administrator, "seats/ann/token");
    let (code, said, told) = ann.ends();
    assert_eq!(code, Some(2), "{told}");
    assert!(told.contains("the server refuses the token"), "{told}");
    assert!(!told.contains(&tokens[0]) && !said.contains(&tokens[0]), "{said}{told}");
}

#[test]
fn what_cannot_be_played_is_said_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(&folder.path().join("data"), &STOOD);
    let administrator = server.administrator();
    let tokens = game(&administrator, 4, json!({"private": true}));
    let host = server.host();
    let fails = |url: &str, token: Option<&str>, bot: &str, words: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_skirmish"));
        command.args(["seat", url, bot]).current_dir(folder.path()).env_remove("SKIRMISH_TOKEN");
        if let Some(token) = token {
            command.env("SKIRMISH_TOKEN", token);
        }
        let output = command.output().unwrap();
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{url}: {told}");
        assert!(told.contains(words), "{url}: {told}");
    };
    let spring = format!("http://{host}{GAMES}/spring");
    let token = Some(tokens[0].as_str());
    fails("spring", token, "weak", "is no address");
    fails(&format!("http://{host}/"), token, "weak", "names no game");
    fails(&format!("http://{host}{GAMES}/winter"), token, "weak", "look at the name of the game");
    fails("http://127.0.0.1:1/zords/spring", token, "weak", "does not answer");
    fails(&spring, None, "weak", "SKIRMISH_TOKEN");
    fails(&spring, Some("sk_nobody"), "weak", "the server refuses the token");
    fails(&spring, administrator.token.as_deref(), "weak", "not that of a seat");
    fails(&spring, token, "human", "people play on the page");
    fails(&spring, token, "./no-such-bot", "there is no program");
}

#[test]
fn a_game_that_has_not_started_is_waited_for_and_one_that_is_over_ends_it() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(&folder.path().join("data"), &STOOD);
    let administrator = server.administrator();
    let tokens = game(&administrator, 4, json!({"private": true}));
    let mut ann = Seated::start(folder.path(), &server.host(), &tokens[0], "weak", &[]);
    ann.hears("waiting");
    order(&administrator, "start");
    ann.hears("day 1, round 0:");
    order(&administrator, "abort");
    let (code, said, told) = ann.ends();
    assert_eq!(code, Some(0), "{told}");
    assert!(!said.is_empty());
    let late = Seated::start(folder.path(), &server.host(), &tokens[1], "weak", &["--json"]);
    let (code, said, told) = late.ends();
    assert_eq!(code, Some(0), "{told}");
    assert!(said.contains("\"end\":\"over\""), "{said}");
}

#[test]
fn a_round_is_played_once_and_not_again() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(&folder.path().join("data"), &STOOD);
    let administrator = server.administrator();
    let tokens = game(&administrator, 4, json!({}));
    let once = |bot: &str| Seated::start(folder.path(), &server.host(), &tokens[0], bot, &["--once", "--json"]).ends();
    let (code, said, told) = once("strong");
    assert_eq!(code, Some(0), "{told}");
    assert!(said.contains("\"end\":\"not_now\""), "{said}");
    order(&administrator, "start");
    let mut now = (1, 0);
    // A bot may pass now and then.
    let told = loop {
        let (code, said, told) = once("medium");
        assert_eq!(code, Some(0), "{told}");
        assert!(said.contains("\"end\":\"once\""), "{said}");
        if accepted(&told) > 0 {
            break told;
        }
        now = next_round(&administrator, now);
    };
    let sent = commands(&administrator, "ann");
    assert!(!sent.is_empty() && sent.len() == accepted(&told), "{told}");
    // The same round with another bot: what was posted stands.
    assert_eq!(once("weak").0, Some(0));
    assert_eq!(commands(&administrator, "ann"), sent);
}

#[test]
fn a_bot_that_fails_costs_no_seat() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(&folder.path().join("data"), &STOOD);
    let administrator = server.administrator();
    let tokens = game(&administrator, 4, json!({}));
    order(&administrator, "start");
    let broken = Seated::start(folder.path(), &server.host(), &tokens[0], "sh -c 'exit 7'", &["--once", "--json"]);
    let (code, said, told) = broken.ends();
    assert_eq!(code, Some(1), "{told}");
    let said: Value = serde_json::from_str(&said).unwrap();
    assert_eq!(said["capsules"].as_array().map(Vec::len), Some(1), "{said}");
    assert!(is_asked(&administrator, "ann"));
    let mut ann = Seated::start(folder.path(), &server.host(), &tokens[0], "weak", &[]);
    ann.hears("day 1, round 0:");
    let pid = rustix::process::Pid::from_raw(ann.child.id() as i32).unwrap();
    rustix::process::kill_process(pid, rustix::process::Signal::INT).unwrap();
    let (code, _, told) = ann.ends();
    assert_eq!(code, Some(3), "{told}");
    assert!(is_asked(&administrator, "ann") && told.contains("the seat stays"), "{told}");
}
