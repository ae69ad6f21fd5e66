//! The server: who may see what, and when.

mod support;

use serde_json::{Value, json};
use skirmish_core::Seat;
use skirmish_core::replay::SeatedPlayer;
use skirmish_jail::{Brief, Level};
use skirmish_referee::clock::Timekeeping;
use skirmish_referee::desk::{Desk, Over};
use skirmish_referee::scribe::Scribe;
use skirmish_referee::{Cancel, Contest, Options, Player, Sitter};
use skirmish_replay::Recorder;
use skirmish_viewer::editor::Editor;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};
use support::{Page, folder, get, replay, send, split, table, viewer};

#[test]
fn a_token_opens_its_session_and_nothing_else() {
    let folder = folder("token");
    let viewer = viewer();
    let page = Page::of(&viewer.watch(&replay(&folder, "golems", 20)).unwrap());
    let url = page.url.clone();
    let answer = get(&url);
    assert_eq!(answer.status, 200);
    let head = answer.head.to_lowercase();
    assert!(head.contains("frame-ancestors 'none'") && head.contains("default-src 'none'"), "{head}");
    assert!(head.contains("x-content-type-options: nosniff"), "{head}");
    assert_eq!(get(&format!("{url}api/session")).json()["mode"], "watch");
    for file in ["main.js", "board/draw.js", "shared/style.css"] {
        assert_eq!(get(&format!("{url}app/{file}")).status, 200, "{file}");
    }
    let (host, _) = split(&url);
    for wrong in ["/", "/0123/", "/0123/api/index", "/../api/index"] {
        assert_eq!(get(&format!("http://{host}{wrong}")).status, 404, "{wrong}");
    }
    // A page elsewhere that had its name point here, and one that asks across.
    let index = format!("{url}api/index");
    assert_eq!(send("GET", &index, "", &[("Host", "evil.example")]).status, 404);
    assert_eq!(send("GET", &index, "", &[("Origin", "http://evil.example")]).status, 404);
    assert_eq!(get(&index).status, 200);
    for (path, status) in [
        ("api/frames?from=9999", 404),
        ("api/frames?seat=p7", 404),
        ("api/export?what=exe", 400),
        ("hand/state", 403),
        ("edit/state", 403),
        ("app/../Cargo.toml", 404),
        ("app/nothing.js", 404),
        ("app/..%2fweb-test%2feslint.config.js", 404),
    ] {
        let answer = page.get(path);
        assert_eq!(answer.status, status, "{path}");
        assert!(!answer.json()["error"].as_str().unwrap().is_empty());
    }
    std::fs::remove_dir_all(folder).unwrap();
}

/// Waits until the desk has the phase, and gives its state.
fn until(url: &Page, phase: &str) -> Value {
    let patience = Instant::now() + Duration::from_secs(20);
    loop {
        let state = url.get("hand/state").json();
        if state["phase"] == phase {
            return state;
        }
        assert!(Instant::now() < patience, "never {phase}: {}", state["phase"]);
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn a_person_sees_the_whole_match_only_when_it_is_over() {
    let folder = folder("person");
    let desk = Arc::<Desk>::default();
    let viewer = viewer();
    let seats = ["human", "weak"].map(|player| SeatedPlayer { seat: String::new(), player: player.into(), name: None });
    let address = viewer.guest(&*table("outbreak", 1), &seats, Seat(0), Arc::clone(&desk)).unwrap();
    let url = Page::of(&address);
    assert_eq!(url.get("hand/state").json()["phase"], "starting");
    let path = folder.join("match.skirmish");
    let (sits, file) = (Arc::clone(&desk), path.clone());
    let match_ = std::thread::spawn(move || {
        let sandbox = Brief { level: Level::Off, as_root: false, kernel: String::new(), landlock: 0, cgroup: 0 };
        let time = Timekeeping { off: false, turn_ms: None, init_ms: None };
        let options =
            Options { time, ponder: false, sandbox, again: false, cancel: Cancel::default(), interpreters: None };
        let players = vec![
            Player { sitter: Sitter::Hand(Arc::clone(&sits)), spelled: "human".into() },
            Player { sitter: Sitter::Builtin("weak".into()), spelled: "weak".into() },
        ];
        let begun = |_: &Path| {};
        let mut scribe = Scribe::new(Recorder::create(&file).unwrap(), "test".into(), Value::Null, None, &begun);
        let played = Contest::new("test".into(), table("outbreak", 1), players, options, &mut scribe).play();
        let finished = scribe.finish(&*played.table, None).0.unwrap();
        let standings = played.table.standings();
        sits.close(Over {
            result: played.report.result,
            winner: standings.winner,
            reason: Some(played.table.summary()),
            void: None,
            replay: Some(finished.path),
        });
    });
    let state = until(&url, "asked");
    let request = state["request"].clone();
    for path in [
        "api/index",
        "api/frames?seat=all",
        "api/frames?seat=0",
        "api/log?to=9",
        "api/charts",
        "api/export?what=png",
        "api/private?to=9",
        "api/message?frame=0&seat=1",
    ] {
        assert_eq!(url.get(path).status, 403, "{path}");
    }
    assert_eq!(url.post("api/fork", &json!({"frame": 0, "seats": ["human", "weak"]})).status, 403);
    assert_eq!(url.post("api/edit", &json!({"frame": 0})).status, 403);
    assert_eq!(url.get("api/session").json()["can"]["fork"], false);
    // The seat's own message is its own.
    assert_eq!(url.get("api/message?frame=0&seat=0").json()["message"]["request"], request);

    // A bot finishes the turn; what it does is legal, and can be sent.
    let asked = json!({"request": request, "orders": [], "bot": "medium"});
    let orders = url.post("hand/finish", &asked).json()["orders"].clone();
    assert!(!orders.as_array().unwrap().is_empty());
    let considered = url.post("hand/consider", &json!({"request": request, "orders": orders})).json();
    assert!(considered["verdicts"].as_array().unwrap().iter().all(Value::is_null), "{}", considered["verdicts"]);
    let why = json!({"request": request, "orders": [], "action": {"do": "place", "x": 99, "y": 0, "weapon": "pistol"}});
    assert_eq!(url.post("hand/why", &why).json()["reason"], "out_of_bounds");
    assert_eq!(url.post("hand/why", &json!({"request": request})).status, 400);
    assert_eq!(url.post("hand/send", &json!({"request": 99, "orders": []})).status, 409);
    assert_eq!(url.post("hand/send", &json!({"request": request, "orders": orders})).status, 200);
    assert_eq!(url.post("hand/send", &json!({"request": request, "orders": orders})).status, 409);
    let state = until(&url, "asked");
    assert_eq!(state["last_orders"], orders);
    url.post("hand/resign", &json!({"request": state["request"]}));
    let over = until(&url, "over");
    match_.join().unwrap();
    assert_eq!(over["winner"], 1);
    let summary = over["summary"].as_str().unwrap();
    assert!(summary.contains("zombies") && summary.ends_with('.') && !summary.contains('_'), "{summary}");
    assert_eq!(url.get("api/index").json()["summary"], summary);
    assert_eq!(url.get("api/index").status, 200);
    assert_eq!(url.go(over["watch"].as_str().unwrap()).get("").status, 200);
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_position_is_edited_and_judged() {
    let folder = folder("editor");
    std::env::set_current_dir(&folder).unwrap();
    let viewer = viewer();
    let url =
        Page::of(&viewer.edit(Editor::start(&skirmish_games::registry(), "footsoldiers", None).unwrap()).unwrap());
    let state = url.get("edit/state").json();
    assert_eq!(state["faults"], json!([]));
    let apply = |edits: Value| url.post("edit/apply", &json!({ "edits": edits }));
    let moved = apply(json!([{"edit": "set", "pointer": "/bases/0/health", "value": 7}])).json();
    assert_eq!((&moved["position"]["bases"][0]["health"], &moved["faults"]), (&json!(7), &json!([])));
    let broken = apply(json!([{"edit": "set", "pointer": "/bases/0/x", "value": "left"}])).json();
    assert_eq!(broken["faults"][0]["pointer"], "/bases/0/x");
    assert!(broken["scene"].is_object(), "it is drawn all the same");
    assert_eq!((&broken["drawn"]["as"], &broken["places"]), (&json!("faulty"), &json!([null])));
    assert_eq!(broken["drawn"]["unread"], json!(["bases"]));
    let bases = |scene: &Value| {
        let items = scene["items"].as_array().unwrap().iter();
        items.filter(|item| item["title"].as_str().is_some_and(|title| title.to_lowercase().contains("base"))).count()
    };
    assert_eq!((bases(&moved["scene"]), bases(&broken["scene"])), (2, 1), "a base without a place is not drawn");
    assert_eq!(url.post("edit/play", &json!({"seats": ["human", "weak"]})).status, 400);
    assert_eq!(apply(json!([{"edit": "put", "brush": "castle", "x": 0, "y": 0}])).status, 400);
    assert_eq!(url.post("edit/undo", &json!({})).json()["position"], moved["position"]);
    assert_eq!(url.post("edit/redo", &json!({})).json()["position"], broken["position"]);
    assert_eq!(url.post("edit/undo", &json!({})).json()["faults"], json!([]));
    let schemas = url.get("edit/schemas").json();
    assert_eq!(schemas["position"]["$defs"]["Team"]["enum"], json!(["player1", "player2"]));
    assert!(schemas["config"]["properties"]["base_health"]["description"].is_string());
    let clip = url.post("edit/copy", &json!({"from": [5, 5], "to": [6, 5]})).json();
    assert_eq!((clip["cells"].as_array().unwrap().len(), &clip["things"][0]["list"]), (2, &json!("bases")));
    let turned = url.post("edit/turned", &json!({"clip": clip, "turn": "half", "swap": true})).json();
    assert_eq!(turned["things"][0]["entry"]["seat"], "player2");
    let change = json!({"change": {"change": "paste", "clip": clip, "at": [5, 5]}});
    assert_eq!(url.post("edit/change", &change).status, 200);
    url.post("edit/undo", &json!({}));
    let tried = url.post("edit/fairness", &json!({"bot": "weak", "pairs": 2})).json();
    assert_eq!((&tried["bot"], &tried["changed"]), (&json!("weak"), &json!(false)));
    let until = std::time::Instant::now() + Duration::from_secs(30);
    while url.get("edit/fairness").json()["over"] != true {
        assert!(std::time::Instant::now() < until, "the check never ends");
        std::thread::sleep(Duration::from_millis(20));
    }
    assert_eq!(url.get("edit/fairness").json()["trouble"], "no matches are played here");
    let things = url.get("edit/at?x=5&y=5").json();
    assert_eq!(things["things"][0]["entry"]["health"], 7);
    let saved = url.post("edit/save", &json!({"name": "../my fort"})).json();
    assert_eq!(saved["path"], "scenarios/---my-fort.json");
    let text = std::fs::read_to_string(saved["path"].as_str().unwrap()).unwrap();
    assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), moved["position"]);
    // Nobody organises matches here, and that is said.
    let play = url.post("edit/play", &json!({"seats": ["human", "weak"]}));
    assert_eq!((play.status, play.json()["error"].as_str()), (400, Some("nobody plays here")));
    std::env::set_current_dir("/").unwrap();
    std::fs::remove_dir_all(folder).unwrap();
}

/// A connection that is answered before everything was read is cut, and a browser then says that the answer is lost.
#[test]
fn a_request_is_answered_when_all_of_it_has_come() {
    use std::io::{Read, Write};
    let viewer = viewer();
    let url =
        Page::of(&viewer.edit(Editor::start(&skirmish_games::registry(), "footsoldiers", None).unwrap()).unwrap());
    let (host, token) = split(&url.url);
    let key = url.key.as_deref().unwrap();
    let mut stream = std::net::TcpStream::connect(host).unwrap();
    stream.set_read_timeout(Some(Duration::from_millis(200))).unwrap();
    write!(
        stream,
        "POST {token}edit/undo HTTP/1.1\r\nHost: {host}\r\nskirmish-key: {key}\r\nContent-Length: 2\r\n\r\n"
    )
    .unwrap();
    let early = stream.read(&mut [0; 16]).expect_err("nothing is answered yet");
    assert_eq!(early.kind(), std::io::ErrorKind::WouldBlock);
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    stream.write_all(b"{}").unwrap();
    let mut start = [0; 15];
    stream.read_exact(&mut start).unwrap();
    assert_eq!(&start, b"HTTP/1.1 200 OK");
}

#[test]
fn replays_are_opened_by_dropping_them() {
    let folder = folder("drop");
    let viewer = viewer();
    let path = replay(&folder, "golems", 30);
    let url = Page::of(&viewer.watch(&path).unwrap());
    let bytes = std::fs::read(&path).unwrap();
    let (host, token) = split(&url.url);
    let key = url.key.as_deref().unwrap();
    let drop = |bytes: &[u8]| {
        use std::io::{Read, Write};
        let mut stream = std::net::TcpStream::connect(host).unwrap();
        let head = format!(
            "POST {token}api/open HTTP/1.1\r\nHost: {host}\r\nskirmish-key: {key}\r\nConnection: close\r\nContent-Length: {}\r\n\r\n",
            bytes.len()
        );
        stream.write_all(head.as_bytes()).unwrap();
        stream.write_all(bytes).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    };
    let opened = drop(&bytes);
    let other: Value = serde_json::from_str(opened.split("\r\n\r\n").nth(1).unwrap()).unwrap();
    let other = url.go(other["url"].as_str().unwrap());
    assert_eq!(other.get("api/index").json()["steps"], url.get("api/index").json()["steps"]);
    let mut broken = bytes;
    let at = broken.len() / 2;
    broken[at] ^= 1;
    assert!(drop(&broken).starts_with("HTTP/1.1 400"));
    std::fs::remove_dir_all(folder).unwrap();
}
