//! Who may watch, who may play, and who may run programs.

mod support;

use serde_json::{Value, json};
use skirmish_core::Seat;
use skirmish_referee::desk::Desk;
use std::sync::Arc;
use support::{Page, folder, replay, send, split, table, viewer};

/// What takes the right to run programs, in a session that watches.
const RUNNING: &[(&str, &str)] = &[
    ("GET", "api/private?to=9"),
    ("GET", "api/capsules"),
    ("GET", "api/capsule?n=0"),
    ("POST", "api/fork"),
    ("POST", "api/edit"),
    ("POST", "api/open"),
    ("POST", "api/around"),
    ("POST", "api/next"),
    ("GET", "api/files?name=golems.skirmish"),
    ("POST", "api/delete"),
    ("POST", "api/rename"),
    ("GET", "edit/state"),
    ("GET", "edit/schemas"),
    ("POST", "edit/change"),
    ("POST", "edit/copy"),
    ("POST", "edit/turned"),
    ("GET", "edit/fairness"),
    ("POST", "edit/fairness"),
    ("POST", "edit/fairness/stop"),
    ("POST", "edit/save"),
    ("POST", "edit/play"),
    ("GET", "hand/state"),
    ("POST", "hand/send"),
];

#[test]
fn an_address_is_for_watching() {
    let folder = folder("watching");
    let (viewer, other) = (viewer(), viewer());
    let file = replay(&folder, "golems", 20);
    let address = viewer.watch(&file).unwrap();
    let own = Page::of(&address);
    let foreign_key = Page::of(&other.watch(&file).unwrap()).key;
    assert!(address.whole().starts_with(address.shared()) && !address.shared().contains(own.key.as_ref().unwrap()));
    for guest in [
        Page::shared(&address),
        Page { key: foreign_key, ..own.clone() },
        Page { key: Some(String::new()), ..own.clone() },
    ] {
        for path in [
            "",
            "api/index",
            "api/frames",
            "api/log?to=9",
            "api/charts",
            "api/export?what=svg",
            "api/message?frame=1&seat=0",
        ] {
            assert_eq!(guest.get(path).status, 200, "{path}");
        }
        for (method, path) in RUNNING {
            let key: Vec<(&str, &str)> = guest.key.iter().map(|key| ("skirmish-key", key.as_str())).collect();
            let body = if *method == "POST" { r#"{"frame":0,"seats":["human","weak"]}"# } else { "" };
            let answer = send(method, &format!("{}{path}", guest.url), body, &key);
            assert_eq!(answer.status, 403, "{path}");
            assert!(answer.json()["error"].as_str().unwrap().contains("for watching"), "{path}");
        }
        let session = guest.get("api/session").json();
        assert_eq!(session["right"], "watch");
        assert_eq!(
            session["can"],
            json!({"fork": false, "export": true, "edit": false, "private": false, "library": false})
        );
    }
    let session = own.get("api/session").json();
    assert_eq!(session["right"], "run");
    assert_eq!(session["can"], json!({"fork": true, "export": true, "edit": true, "private": true, "library": true}));
    assert_eq!(own.get("api/capsules").status, 200);
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_guest_plays_one_seat_and_runs_nothing() {
    let viewer = viewer();
    let game = table("golems", 1);
    let seats: Vec<Arc<Desk>> = (0..2).map(|_| Arc::default()).collect();
    let guest = |n: usize| viewer.guest(&*game, &[], Seat(n as u8), Arc::clone(&seats[n])).unwrap();
    let (one, two) = (guest(0), guest(1));
    assert_eq!(Page::of(&one).get("hand/state").json()["seat"], 0);
    assert_eq!(Page::of(&one).get("api/session").json()["right"], "play");
    // Neither without a key, nor with that of the other seat.
    assert_eq!(Page::shared(&one).get("hand/state").status, 403);
    let swapped = Page { key: Page::of(&two).key, ..Page::of(&one) };
    assert_eq!(swapped.get("hand/state").status, 403);
    assert_eq!(swapped.post("hand/resign", &json!({"request": 1})).status, 403);
    for (method, path) in RUNNING.iter().filter(|(_, path)| !path.starts_with("hand")) {
        let page = Page::of(&one);
        let key = page.key.as_deref().unwrap();
        assert_eq!(send(method, &format!("{}{path}", page.url), "", &[("skirmish-key", key)]).status, 403, "{path}");
    }
    // Whoever started the program may sit down anywhere.
    let own = viewer.hand(&*game, &[], Seat(0), Arc::default()).unwrap();
    assert_eq!(Page::of(&own).get("api/session").json()["right"], "run");
    assert_eq!(Page::of(&own).get("hand/state").status, 200);
}

#[test]
fn programs_that_nobody_named_are_asked_about() {
    let folder = folder("asked");
    let viewer = viewer();
    let page = Page::of(&viewer.watch(&replay(&folder, "golems", 20)).unwrap());
    let fork =
        |seats: [&str; 2], allow: &[&str]| page.post("api/fork", &json!({"frame": 3, "seats": seats, "allow": allow}));
    let begins = |seats: [&str; 2], allow: &[&str]| {
        let answer = fork(seats, allow);
        // Nobody plays here: it came as far as that.
        (answer.status, answer.json()["error"] == "nobody plays here") == (400, true)
    };
    for harmless in ["human", "weak", "builtin:strong", "./named"] {
        assert!(begins([harmless, "weak"], &[]), "{harmless}");
    }
    for command in [
        "./evil --now",
        "sh -c 'rm x'",
        "native:./evil",
        "attach",
        "replay:/etc/passwd#p0",
        "weak x",
        "human ",
        "builtin:./evil",
    ] {
        let answer = fork(["weak", command], &[]);
        assert_eq!(answer.status, 428, "{command}");
        assert_eq!(answer.json()["asks"], json!([{"seat": "p1", "command": command}]));
        assert_eq!(fork(["weak", command], &["./other", &command[1..]]).status, 428, "{command}");
        assert!(begins(["weak", command], &[command]), "{command}");
    }
    assert_eq!(fork(["./a", "./b"], &["./a"]).json()["asks"], json!([{"seat": "p1", "command": "./b"}]));
    // A position that came from a replay is no other way around it.
    let editor: Value = page.post("api/edit", &json!({"frame": 3})).json();
    let editor = page.go(editor["url"].as_str().unwrap());
    assert_eq!(editor.post("edit/play", &json!({"seats": ["./evil", "weak"]})).status, 428);
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_code_that_was_never_given_is_worth_nothing() {
    let folder = folder("code");
    let viewer = viewer();
    let address = viewer.watch(&replay(&folder, "golems", 5)).unwrap();
    let page = Page::shared(&address);
    for code in ["", "0", page.url.as_str(), split(&page.url).1.trim_matches('/')] {
        assert_eq!(page.post("api/key", &json!({ "code": code })).status, 403, "{code}");
    }
    std::fs::remove_dir_all(folder).unwrap();
}
