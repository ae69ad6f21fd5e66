//! A folder of replays: what is told of it, what is played for that, and who may change it.

mod support;

use serde_json::{Value, json};
use skirmish_core::any::AnyTable;
use skirmish_core::replay::{About, Salt, SeatedPlayer};
use skirmish_core::scene::Theme;
use skirmish_core::{Registry, Seat};
use skirmish_referee::Ending;
use skirmish_referee::capsule::Capsule;
use skirmish_referee::witness::Incident;
use skirmish_replay::{Recorder, ReplayFile};
use skirmish_viewer::library::{Card, Kind, Library, Told};
use std::path::{Path, PathBuf};
use support::{Page, folder, played, replay, send, viewer};

fn registry() -> Registry {
    skirmish_games::registry()
}

/// Everything there is, once all was looked at.
fn all(library: &Library, owner: bool) -> Told {
    loop {
        let told = library.since(0, owner).unwrap();
        if told.unread == 0 {
            return told;
        }
    }
}

fn card<'a>(told: &'a Told, name: &str) -> &'a Card {
    told.cards.iter().find(|card| card.name == name).unwrap_or_else(|| panic!("{name} is told"))
}

/// Plays a table on with bots of that name.
fn written(table: &mut dyn AnyTable, path: &Path, id: &str, (bot, player): (&str, &str), steps: usize) {
    let seats = table.seats().to_vec();
    for i in 0..seats.len() {
        let seat = Seat(i as u8);
        let random = table.seed().of_seat(seat);
        assert!(table.seat_bot(seat, bot, random));
    }
    let seated = |seat: &String| SeatedPlayer { seat: seat.clone(), player: player.into(), name: None };
    let players = seats.iter().map(seated).collect();
    let about = About { id: id.into(), players, sandbox: Value::Null, salt: Salt([3; 16]) };
    let mut recorder = Recorder::create(path).unwrap();
    recorder.record(&table.begin_replay(&about)).unwrap();
    for _ in 0..steps {
        let turn = table.turn();
        if turn.is_over() {
            break;
        }
        turn.to_act.iter().for_each(|seat| table.ask_bot(seat));
        table.step();
        recorder.record(table.step_record()).unwrap();
    }
    let void = (!table.turn().is_over()).then_some("enough");
    recorder.record(&table.end_replay(void)).unwrap();
    recorder.finish().unwrap();
}

/// Plays a match on from a turn.
fn forked(from: &Path, turn: i64, path: &Path, bot: &str) {
    let mut playback = registry().playback(ReplayFile::read(from).unwrap().text).unwrap();
    assert!(playback.skip_to_turn(turn).unwrap());
    written(&mut *playback.fork(), path, "child", (bot, bot), usize::MAX);
}

#[test]
fn every_file_is_told_with_its_reason() {
    let folder = folder("library-told");
    let whole = replay(&folder, "golems", 5000);
    let bytes = std::fs::read(&whole).unwrap();
    let file = |name: &str| folder.join(name);
    let mut changed = bytes.clone();
    let middle = changed.len() / 2;
    changed[middle] ^= 1;
    std::fs::write(file("changed.skirmish"), changed).unwrap();
    std::fs::write(file("short.skirmish"), &bytes[..40]).unwrap();
    std::fs::write(file("empty.skirmish"), "").unwrap();
    std::fs::write(file("poem.skirmish"), "not at all").unwrap();
    std::fs::write(file("notes.txt"), "mine").unwrap();
    std::fs::write(file("match without an ending"), &bytes).unwrap();
    std::fs::write(file("golems.p0.private.jsonl"), "").unwrap();
    std::fs::write(file("lost.p0.private.jsonl"), "").unwrap();
    std::fs::write(file("golems.skirmish.17.part"), "").unwrap();
    std::fs::create_dir(file("more.skirmish")).unwrap();
    std::os::unix::fs::symlink(file("nowhere"), file("link.skirmish")).unwrap();
    let other = played("golems", 1, 3).replace(r#""version":"#, r#""version":9"#);
    let mut recorder = Recorder::create(&file("newer.skirmish")).unwrap();
    other.lines().for_each(|line| recorder.record(line).unwrap());
    drop(recorder);

    let library = Library::new(&registry(), folder.clone());
    let told = all(&library, true);
    let kinds: Vec<(&str, Kind)> = told.cards.iter().map(|card| (card.name.as_str(), card.kind)).collect();
    assert_eq!(
        kinds,
        [
            ("changed.skirmish", Kind::Damaged),
            ("empty.skirmish", Kind::Damaged),
            ("golems.skirmish", Kind::Match),
            ("link.skirmish", Kind::Damaged),
            ("lost.p0.private.jsonl", Kind::Foreign),
            ("match without an ending", Kind::Match),
            ("newer.skirmish", Kind::Damaged),
            ("notes.txt", Kind::Foreign),
            ("poem.skirmish", Kind::Damaged),
            ("short.skirmish", Kind::Damaged),
        ]
    );
    let why = |name: &str| card(&told, name).why.clone().unwrap();
    assert!(why("changed.skirmish").contains("the digest of block 1"), "{}", why("changed.skirmish"));
    assert!(why("poem.skirmish").contains("not a replay file"), "{}", why("poem.skirmish"));
    assert!(why("short.skirmish").contains("breaks off in its first block"), "{}", why("short.skirmish"));
    assert!(why("newer.skirmish").contains("golems version 9"), "{}", why("newer.skirmish"));
    assert!(why("link.skirmish").starts_with("cannot be read: "), "{}", why("link.skirmish"));
    assert!(why("lost.p0.private.jsonl").contains("a replay that is not here"));
    assert!(!told.cards.iter().any(|card| card.why.as_ref().is_some_and(|why| why.contains("/tmp"))));
    let facts = card(&told, "golems.skirmish").facts.clone().unwrap();
    assert_eq!((facts.game.as_str(), facts.id.as_str(), facts.seats.len()), ("golems", "test", 2));
    let result: Value =
        serde_json::from_str(ReplayFile::read(&whole).unwrap().text.lines().next_back().unwrap()).unwrap();
    let named = result["result"]["winner"].as_str();
    assert_eq!(facts.winner.map(|seat| facts.seats[seat].name.as_str()), named, "{result}");
    let scores = json!({ facts.seats[0].name.clone(): facts.scores[0], facts.seats[1].name.clone(): facts.scores[1] });
    assert_eq!(scores, result["result"]["scores"]);
    assert_eq!(library.played(), 0, "nothing was played for it");
    // Who may only watch is told neither of other files nor where the folder is.
    let shared = all(&library, false);
    assert!(!shared.cards.iter().any(|card| card.kind == Kind::Foreign));
    assert_eq!(shared.folder, folder.file_name().unwrap().to_string_lossy());
    for name in ["notes.txt", "poem.skirmish", "../etc/passwd", "golems", "", "more.skirmish"] {
        assert!(library.open(name).is_err(), "{name}");
    }
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn only_what_has_changed_is_told_again() {
    let folder = folder("library-news");
    let first = replay(&folder, "golems", 20);
    let library = Library::new(&registry(), folder.clone());
    let told = all(&library, true);
    let names = |told: &Told| told.cards.iter().map(|card| card.name.clone()).collect::<Vec<_>>();
    assert_eq!(names(&told), ["golems.skirmish"]);
    let rest = || std::thread::sleep(std::time::Duration::from_millis(450));
    rest();
    let still = library.since(told.version, true).unwrap();
    assert_eq!((names(&still), still.version), (vec![], told.version));
    // A match that is played is told as it grows, and as stopped once its program is gone.
    let mut recorder = Recorder::create(&folder.join("live.skirmish")).unwrap();
    let records = played("footsoldiers", 1, 6);
    let mut lines = records.lines();
    (0..3).for_each(|_| recorder.record(lines.next().unwrap()).unwrap());
    recorder.flush().unwrap();
    rest();
    let grown = library.since(told.version, true).unwrap();
    assert_eq!(names(&grown), ["live.skirmish"]);
    let facts = |told: &Told| serde_json::to_value(card(told, "live.skirmish").facts.clone().unwrap()).unwrap();
    assert_eq!((facts(&grown)["ending"].clone(), facts(&grown)["steps"].clone()), (json!("running"), json!(2)));
    drop(recorder);
    rest();
    let stopped = library.since(grown.version, true).unwrap();
    assert_eq!(facts(&stopped)["ending"], "stopped");
    std::fs::remove_file(first).unwrap();
    rest();
    let gone = library.since(stopped.version, true).unwrap();
    assert_eq!((gone.gone.clone(), names(&gone)), (vec!["golems.skirmish".to_string()], vec![]));
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_folder_of_thousands_is_there_at_once() {
    let folder = folder("library-many");
    let one = replay(&folder, "golems", 200);
    for n in 0..2000 {
        std::fs::copy(&one, folder.join(format!("match-{n}.skirmish"))).unwrap();
    }
    let library = Library::new(&registry(), folder.clone());
    let first = library.since(0, true).unwrap();
    // The first answer has every file, and looked at some of them.
    assert_eq!(first.cards.len(), 2001);
    assert!(first.cards.iter().any(|card| card.facts.is_some()));
    let began = std::time::Instant::now();
    let told = all(&library, true);
    println!("2001 replays after {} ms more", began.elapsed().as_millis());
    assert!(told.cards.iter().all(|card| card.facts.is_some()));
    assert_eq!(library.played(), 0);
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_picture_is_made_once_and_tells_what_was_seen() {
    let folder = folder("library-pictures");
    replay(&folder, "golems", 5000);
    let library = Library::new(&registry(), folder.clone());
    let before = all(&library, true);
    assert!(card(&before, "golems.skirmish").seen.is_none());
    for _ in 0..3 {
        for theme in [Theme::Light, Theme::Dark] {
            assert!(library.picture("golems.skirmish", theme).unwrap().len() > 500);
        }
    }
    assert_eq!(library.played(), 1);
    let seen = card(&library.since(before.version, true).unwrap(), "golems.skirmish").seen.clone().unwrap();
    assert!(seen.summary.unwrap().ends_with('.') && seen.wrong.is_none() && seen.turn > 0);
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_server_opens_matches_and_shows_no_private_things() {
    let folder = folder("library-rights");
    replay(&folder, "golems", 30);
    std::fs::write(folder.join("notes.txt"), "mine").unwrap();
    let mut table = support::table("footsoldiers", 1);
    written(&mut *table, &folder.join("hand.skirmish"), "hand", ("weak", "human"), 4);
    let viewer = viewer();
    let address = viewer.library(&folder).unwrap();
    assert_eq!(viewer.library(&folder).unwrap().shared(), address.shared(), "a folder is opened once");
    let (own, shared) = (Page::of(&address), Page::shared(&address));
    let page = shared.get("");
    assert!(String::from_utf8_lossy(&page.body).contains("app/library/main.js"));
    assert_eq!(shared.get("api/session").json()["mode"], "library");
    let names = |page: &Page| {
        let told = page.get("api/library").json();
        told["cards"].as_array().unwrap().iter().map(|card| card["name"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(names(&own), ["golems.skirmish", "hand.skirmish", "notes.txt"]);
    assert_eq!(names(&shared), ["golems.skirmish", "hand.skirmish"]);
    // Opening one is for everybody, once it may be shown; its private parts are not.
    let goal = shared.get("api/match?name=golems.skirmish").json()["url"].clone();
    let one = shared.go(goal.as_str().unwrap());
    assert_eq!((one.get("api/index").status, one.get("api/private?to=9").status), (200, 403));
    assert_eq!(one.get("api/session").json()["can"]["library"], false);
    assert_eq!(one.post("api/around", &json!({})).status, 403);
    let back = own.go(goal.as_str().unwrap()).post("api/around", &json!({})).json()["url"].clone();
    assert!(address.shared().ends_with(back.as_str().unwrap()), "{back}");
    for (method, path, body) in [
        ("GET", "api/files?name=golems.skirmish", ""),
        ("POST", "api/delete", r#"{"names":["golems.skirmish"]}"#),
        ("POST", "api/rename", r#"{"name":"golems.skirmish","to":"x"}"#),
    ] {
        assert_eq!(send(method, &format!("{}{path}", shared.url), body, &[]).status, 403, "{path}");
    }
    let picture = shared.get("api/picture?name=golems.skirmish&theme=dark");
    assert_eq!(picture.status, 200, "{}", picture.head);
    assert!(picture.body.starts_with(b"<svg"), "who takes no gzip gets none");
    let packed =
        send("GET", &format!("{}api/picture?name=golems.skirmish", shared.url), "", &[("Accept-Encoding", "gzip")]);
    assert!(packed.body.starts_with(&[0x1f, 0x8b]) && packed.body.len() < picture.body.len());
    for name in ["notes.txt", "../golems.skirmish", "nothing", "%2e%2e"] {
        assert_eq!(shared.get(&format!("api/match?name={name}")).status, 400, "{name}");
        assert_eq!(shared.get(&format!("api/picture?name={name}")).status, 400, "{name}");
    }
    // What is there for a library is not there for a match.
    for path in ["api/library", "api/match?name=x", "api/picture?name=x", "api/compare?a=x&b=x"] {
        assert_eq!(one.get(path).status, 403, "{path}");
    }
    assert_eq!(shared.get("api/index").status, 403);
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_person_at_the_table_is_not_watched() {
    let folder = folder("library-hand");
    let records = played("footsoldiers", 1, 4).replace(r#""player":"medium""#, r#""player":"human""#);
    let mut recorder = Recorder::create(&folder.join("live.skirmish")).unwrap();
    records.lines().for_each(|line| recorder.record(line).unwrap());
    recorder.flush().unwrap();
    let viewer = viewer();
    let page = Page::of(&viewer.library(&folder).unwrap());
    for path in [
        "api/match?name=live.skirmish",
        "api/picture?name=live.skirmish",
        "api/compare?a=live.skirmish&b=live.skirmish",
    ] {
        assert_eq!(page.get(path).status, 403, "{path}");
    }
    // Once nobody plays any more, it is a match like any other.
    drop(recorder);
    std::thread::sleep(std::time::Duration::from_millis(450));
    page.get("api/library");
    assert_eq!(page.get("api/match?name=live.skirmish").status, 200);
    std::fs::remove_dir_all(folder).unwrap();
}

fn capsule(of: &str) -> String {
    let ending = Ending::Closed;
    let incident = Incident {
        turn: 3,
        request: 2,
        ending: &ending,
        hello: b"{}",
        sent: b"{}",
        said: b"",
        stderr: String::new(),
        limit_ms: 5,
        used_ms: 6,
        cpu_ms: 1,
        wants_legal: false,
    };
    Capsule { replay: Some(of.into()), ..Capsule::of(&incident) }.text()
}

fn files(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> =
        std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn a_match_is_renamed_and_deleted_with_what_belongs_to_it() {
    let folder = folder("library-changes");
    let whole = replay(&folder, "golems", 30);
    let file = |name: &str| folder.join(name);
    std::fs::write(file("golems.p0.private.jsonl"), "log").unwrap();
    std::fs::write(file("golems.p0-turn3.capsule.json"), capsule("golems.skirmish")).unwrap();
    std::fs::copy(&whole, file("other.skirmish")).unwrap();
    std::fs::write(file("other.p1.private.jsonl"), "theirs").unwrap();
    std::fs::write(file("notes.txt"), "mine").unwrap();
    let viewer = viewer();
    let page = Page::of(&viewer.library(&folder).unwrap());
    let all_files = files(&folder);
    // What is taken, no name, or a way out of the folder.
    for to in ["other", "other.skirmish", "", "../up", "a/b", ".hidden", "golems"] {
        let refused = page.post("api/rename", &json!({"name": "golems.skirmish", "to": to}));
        assert_eq!(refused.status, 400, "{to}");
    }
    for name in ["notes.txt", "nothing.skirmish", "golems.p0.private.jsonl", "../x"] {
        assert_eq!(page.post("api/rename", &json!({"name": name, "to": "new"})).status, 400, "{name}");
        let left = page.post("api/delete", &json!({"names": [name]})).json();
        assert_eq!((left["files"].as_array().unwrap().len(), left["left"][0]["name"].clone()), (0, json!(name)));
    }
    assert_eq!(files(&folder), all_files);
    let open = page.get("api/match?name=golems.skirmish").json()["url"].clone();
    let renamed = page.post("api/rename", &json!({"name": "golems.skirmish", "to": "the final"})).json();
    assert_eq!(renamed["name"], "the final.skirmish");
    assert_eq!(renamed["beside"], json!(["the final.p0-turn3.capsule.json", "the final.p0.private.jsonl"]));
    let moved = Capsule::read(&std::fs::read(file("the final.p0-turn3.capsule.json")).unwrap()).unwrap();
    assert_eq!(moved.replay.as_deref(), Some("the final.skirmish"));
    assert_eq!(page.go(open.as_str().unwrap()).get("api/index").status, 404, "its old name is nobody's");
    let known = page.get("api/files?name=the%20final.skirmish").json();
    assert_eq!(known["files"].as_array().unwrap().len(), 3);
    let deleted = page.post("api/delete", &json!({"names": ["the final.skirmish"]})).json();
    assert_eq!((deleted["files"].as_array().unwrap().len(), deleted["left"].clone()), (3, json!([])));
    assert_eq!(files(&folder), ["notes.txt", "other.p1.private.jsonl", "other.skirmish"]);
    // What is being played stays.
    let mut recorder = Recorder::create(&file("live.skirmish")).unwrap();
    played("footsoldiers", 1, 4).lines().for_each(|line| recorder.record(line).unwrap());
    let left = page.post("api/delete", &json!({"names": ["live.skirmish"]})).json();
    assert!(left["left"][0]["why"].as_str().unwrap().contains("still being played"), "{left}");
    assert!(file("live.skirmish").exists());
    recorder.finish().unwrap();
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_fork_is_compared_with_what_it_came_from() {
    let folder = folder("library-compare");
    for (game, turn) in [("golems", 9), ("outbreak", 3), ("zords", 2), ("infection", 4), ("footsoldiers", 5)] {
        let file = |name: &str| -> PathBuf { folder.join(format!("{game}-{name}.skirmish")) };
        let mut table = support::table(game, 1);
        written(&mut *table, &file("parent"), &format!("{game}-parent"), ("medium", "medium"), 300);
        forked(&file("parent"), turn, &file("child"), "weak");
        let viewer = viewer();
        let page = Page::shared(&viewer.library(&folder).unwrap());
        let told = all(&Library::new(&registry(), folder.clone()), true);
        let facts = card(&told, &format!("{game}-child.skirmish")).facts.clone().unwrap();
        let origin = facts.forked.expect("a fork says where it comes from");
        assert_eq!((origin.id, origin.turn), (format!("{game}-parent"), turn));
        assert!(card(&told, &format!("{game}-parent.skirmish")).facts.clone().unwrap().forked.is_none());
        let compare = |a: &str, b: &str| page.get(&format!("api/compare?a={game}-{a}.skirmish&b={game}-{b}.skirmish"));
        let same = compare("parent", "parent").json();
        assert_eq!((same["parted"].clone(), same["turns"].clone()), (Value::Null, json!([])), "{game}");
        let both = compare("parent", "child").json();
        assert_eq!(both["parted"]["how"], "orders", "{game}: {}", both["parted"]);
        assert!(both["parted"]["turn"].as_i64().unwrap() >= turn, "{game}");
        let orders = &both["parted"]["orders"][0];
        assert!(orders["only"][0] != orders["only"][1], "{game}: {orders}");
        assert!(!both["turns"].as_array().unwrap().is_empty());
        for url in both["urls"].as_array().unwrap() {
            assert_eq!(page.go(url.as_str().unwrap()).get("api/index").status, 200);
        }
    }
    let viewer = viewer();
    let page = Page::shared(&viewer.library(&folder).unwrap());
    let refused = page.get("api/compare?a=golems-parent.skirmish&b=zords-child.skirmish");
    assert_eq!(refused.status, 400);
    assert!(refused.json()["error"].as_str().unwrap().contains("cannot be compared"), "{}", refused.json());
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_library_outlives_the_matches_it_opens() {
    let folder = folder("library-outlives");
    let one = replay(&folder, "footsoldiers", 3);
    for n in 0..220 {
        std::fs::copy(&one, folder.join(format!("match-{n}.skirmish"))).unwrap();
    }
    let viewer = viewer();
    let page = Page::shared(&viewer.library(&folder).unwrap());
    for n in 0..220 {
        assert_eq!(page.get(&format!("api/match?name=match-{n}.skirmish")).status, 200);
    }
    assert_eq!(page.get("api/library").status, 200);
    std::fs::remove_dir_all(folder).unwrap();
}
