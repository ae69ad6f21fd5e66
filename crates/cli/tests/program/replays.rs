//! Replays, end to end: recorded, proved, shown and exported by the real program.

use crate::support::{Folder, GAMES, json_of};
use serde_json::Value;
use std::path::Path;

fn json(folder: &Folder, args: &[&str]) -> Value {
    json_of(&folder.ok(args))
}

fn json_lines(folder: &Folder, args: &[&str]) -> Vec<Value> {
    folder.ok(args).lines().map(json_of).collect()
}

/// Plays a match of built-in bots into `name`, and gives the report.
fn play(folder: &Folder, game: &str, bot: &str, name: &str) -> Value {
    json(folder, &["play", game, bot, bot, "--seed", "2", "--json", "--record", name])
}

fn change_byte(path: &Path, at: usize) {
    let mut bytes = std::fs::read(path).unwrap();
    bytes[at] ^= 1;
    std::fs::write(path, bytes).unwrap();
}

#[test]
fn a_match_of_every_game_is_recorded_and_proved() {
    let folder = Folder::new("proved");
    for game in GAMES {
        let name = format!("{game}.skirmish");
        let report = play(&folder, game, "weak", &name);
        let id = report["id"].as_str().expect("the result tells the id");
        assert_eq!(id.len(), 64);
        let verdict = json(&folder, &["replay", "verify", &name, "--json"]);
        assert_eq!(verdict["ok"], true, "{verdict}");
        assert_eq!((verdict["id"].as_str(), verdict["game"].as_str()), (Some(id), Some(game)));
        assert_eq!(verdict["steps"], report["match"]["steps"], "{game}");
        let said = folder.ok(&["replay", "verify", &name]);
        assert!(said.contains("proved") && said.contains(id), "{said}");
        let info = json(&folder, &["replay", "info", &name, "--json"]);
        assert_eq!(info["result"], report["match"]["result"], "{game}");
        assert_eq!((&info["complete"], &info["wrong"], &info["seed"]), (&true.into(), &Value::Null, &2.into()));
        assert_eq!(info["players"][1]["player"], "weak");
        let said = folder.ok(&["replay", "info", &name]);
        assert!(said.contains(id) && said.contains("result: ") && said.contains("complete"), "{said}");
    }
    let all: Vec<String> = GAMES.iter().map(|game| format!("{game}.skirmish")).collect();
    let mut args = vec!["replay", "verify"];
    args.extend(all.iter().map(String::as_str));
    assert_eq!(folder.ok(&args).lines().count(), 5);
    change_byte(&folder.file("golems.skirmish"), 500);
    let said = folder.fails(&args, 1);
    assert!(said.contains("golems.skirmish: the file was changed"), "{said}");
    assert_eq!(said.matches("proved").count(), 4, "the others are looked at all the same: {said}");
}

#[test]
fn a_replay_is_stored_under_a_name_that_is_free() {
    let folder = Folder::new("names");
    for _ in 0..3 {
        folder.ok(&["play", "footsoldiers", "weak", "weak", "--seed", "9"]);
    }
    let entries = std::fs::read_dir(folder.file("replays")).unwrap();
    let names: Vec<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    assert_eq!(names.len(), 3, "{names:?}");
    assert!(names.iter().all(|name| name.contains("-footsoldiers-") && name.ends_with(".skirmish")), "{names:?}");
    let taken = folder.file("dear.skirmish");
    std::fs::write(&taken, "dear").unwrap();
    let said = folder.fails(&["play", "footsoldiers", "weak", "weak", "--record", "dear.skirmish"], 2);
    assert!(said.contains("never overwritten"), "{said}");
    assert_eq!(std::fs::read(&taken).unwrap(), b"dear");
}

#[test]
fn what_is_no_whole_replay_is_refused_in_words() {
    let folder = Folder::new("refused");
    play(&folder, "footsoldiers", "weak", "a.skirmish");
    let whole = std::fs::read(folder.file("a.skirmish")).unwrap();
    let refused = |bytes: &[u8]| {
        std::fs::write(folder.file("b.skirmish"), bytes).unwrap();
        let verdict = folder.run(&["replay", "verify", "b.skirmish", "--json"]);
        assert_eq!(verdict.status.code(), Some(1));
        let verdict = json_of(&String::from_utf8(verdict.stdout).unwrap());
        assert_eq!(verdict["ok"], false);
        for command in ["info", "show", "export"] {
            let output = folder.run(&["replay", command, "b.skirmish"]);
            assert!(!output.status.success() && output.stdout.is_empty(), "{command}");
        }
        verdict["why"].as_str().unwrap().to_string()
    };
    assert!(refused(b"{\"skirmish\":1}").contains("not a replay file"));
    assert!(refused(b"skirmish replay 7\n").contains("format 7"));
    assert!(refused(&whole[..whole.len() - 1]).contains("breaks off in its first block"));
    assert!(refused(&[&whole[..], b"\n"].concat()).contains("1 bytes after its end"));
    for at in [20, 40, whole.len() / 2, whole.len() - 1] {
        let mut changed = whole.clone();
        changed[at] ^= 0x10;
        refused(&changed);
    }
    let said = folder.fails(&["replay", "verify", "no-such.skirmish"], 2);
    assert!(said.contains("cannot read no-such.skirmish"), "{said}");
    folder.fails(&["replay", "verify"], 2);
}

#[test]
fn every_game_is_shown() {
    let folder = Folder::new("shown");
    for game in GAMES {
        play(&folder, game, "weak", game);
        let orders = json_lines(&folder, &["replay", "export", game, "--what", "orders"]);
        let middle = orders[orders.len() / 2]["turn"].to_string();
        let text = folder.ok(&["replay", "show", game, "--turn", &middle]);
        let steps: Vec<&str> = text.lines().filter(|line| line.starts_with("step ")).collect();
        let turn = format!(", turn {middle}");
        assert!(!steps.is_empty() && steps.iter().all(|step| step.contains(&turn)), "{game}: {text}");
        assert!(text.contains(" actions"), "{game}: {text}");
        let few = folder.ok(&["replay", "show", game, "--from", &middle]);
        let all = folder.ok(&["replay", "show", game]);
        assert!(all.len() > few.len() && all.contains("step 1, ") && all.contains("result: "), "{game}");
        assert!(few.contains("result: ") && !few.contains("step 1, "), "{game}");
        let boards = folder.ok(&["replay", "show", game, "--from", &middle, "--every", "1"]);
        assert!(boards.len() > few.len(), "{game}");
        assert!(folder.ok(&["replay", "show", game, "--turn", "99999"]).contains("the replay ends at turn"), "{game}");
    }
    assert!(folder.fails(&["replay", "show", "golems", "--from", "5", "--to", "4"], 2).contains("after --to"));
    folder.fails(&["replay", "show", "golems", "--every", "0"], 2);
}

#[test]
fn every_game_is_exported() {
    let folder = Folder::new("exported");
    for game in GAMES {
        let report = play(&folder, game, "weak", game);
        let steps = report["match"]["steps"].as_u64().unwrap() as usize;
        let lines = json_lines(&folder, &["replay", "export", game, "--json"]);
        let of = |kind: &str| lines.iter().filter(|line| line["kind"] == kind).collect::<Vec<_>>();
        assert_eq!((&lines[0]["kind"], &lines[0]["id"]), (&"replay".into(), &report["id"]), "{game}");
        assert_eq!(lines.last().unwrap()["result"], report["match"]["result"], "{game}");
        let positions = of("position");
        assert_eq!(positions.len(), steps + 1, "{game}");
        assert!(positions.iter().enumerate().all(|(i, line)| line["step"] == i && line["position"]["game"] == game));
        let (messages, orders) = (of("message"), of("orders"));
        assert!(messages.len() >= steps && messages.len() == orders.len(), "{game}");
        assert!(messages.iter().all(|line| line["message"]["type"] == "turn" && line["message"]["view"].is_object()));
        assert!(orders.iter().any(|line| line["actions"].as_array().is_some_and(|list| !list.is_empty())), "{game}");
        assert!(!of("event").is_empty(), "{game}");
        assert!(of("private").is_empty());
        // The positions of an export are positions.
        std::fs::write(folder.file("p.json"), positions[steps / 2]["position"].to_string()).unwrap();
        folder.ok(&["position", game, "--read", "p.json"]);
    }
}

#[test]
fn an_export_holds_what_was_asked_for() {
    let folder = Folder::new("asked");
    play(&folder, "footsoldiers", "weak", "a.skirmish");
    let kinds = |args: &[&str]| {
        let lines = json_lines(&folder, &[&["replay", "export", "a.skirmish"], args].concat());
        let mut kinds: Vec<String> = lines.iter().map(|line| line["kind"].as_str().unwrap().into()).collect();
        kinds.sort();
        kinds.dedup();
        kinds
    };
    assert_eq!(kinds(&["--what", "positions"]), ["position", "replay", "result"]);
    assert_eq!(kinds(&["--what", "orders,events"]), ["event", "orders", "replay", "result"]);
    let lines =
        json_lines(&folder, &["replay", "export", "a.skirmish", "--what", "messages,orders", "--seat", "player2"]);
    assert!(lines.len() > 10, "{lines:?}");
    assert!(lines[1..lines.len() - 1].iter().all(|line| line["seat"] == "player2"));
    assert!(
        folder.fails(&["replay", "export", "a.skirmish", "--seat", "p7"], 2).contains("There are: player1, player2")
    );
    folder.fails(&["replay", "export", "a.skirmish", "--what", "nonsense"], 2);
    // Private data come only when they are asked for, and only those of the seat.
    for seat in ["player1", "player2"] {
        let data = format!("{{\"turn\":1,\"request\":1,\"ms\":5,\"stderr\":\"secret of {seat}\"}}\n");
        std::fs::write(folder.file(&format!("a.{seat}.private.jsonl")), data).unwrap();
    }
    assert!(!folder.ok(&["replay", "export", "a.skirmish"]).contains("secret"));
    let all = folder.ok(&["replay", "export", "a.skirmish", "--private"]);
    assert!(all.contains("secret of player1") && all.contains("secret of player2"));
    let one =
        json_lines(&folder, &["replay", "export", "a.skirmish", "--private", "--seat", "player2", "--what", "events"]);
    let private: Vec<&Value> = one.iter().filter(|line| line["kind"] == "private").collect();
    assert_eq!(private.len(), 1);
    assert_eq!((&private[0]["seat"], &private[0]["data"]["ms"]), (&"player2".into(), &5.into()));
    std::fs::write(folder.file("a.player1.private.jsonl"), "no json\n").unwrap();
    let said = folder.fails(&["replay", "export", "a.skirmish", "--private"], 2);
    assert!(said.contains("a.player1.private.jsonl line 1"), "{said}");
    // To a file, which is not overwritten.
    assert_eq!(folder.ok(&["replay", "export", "a.skirmish", "--out", "a.jsonl"]), "");
    let written = std::fs::read_to_string(folder.file("a.jsonl")).unwrap();
    assert_eq!(written, folder.ok(&["replay", "export", "a.skirmish"]));
    assert!(
        folder.fails(&["replay", "export", "a.skirmish", "--out", "a.jsonl"], 2).contains("nothing is overwritten")
    );
}

#[test]
fn a_long_match_of_infection_is_small() {
    let folder = Folder::new("small");
    for bot in ["weak", "medium", "strong"] {
        play(&folder, "infection", bot, bot);
        let bytes = std::fs::metadata(folder.file(bot)).unwrap().len();
        assert!(bytes <= 20_000, "{bot}: {bytes} bytes");
    }
}

/// A match whose program is killed leaves a file that can be read as far as it goes.
#[cfg(unix)]
#[test]
fn a_match_that_is_killed_leaves_what_it_has() {
    let folder = Folder::new("killed");
    let mut child = folder
        .command(&["play", "golems", "strong", "strong", "--json", "--record", "a.skirmish", "--no-clock"])
        .stdout(std::process::Stdio::null())
        .spawn()
        .unwrap();
    let path = folder.file("a.skirmish");
    let steps = || {
        let info = folder.run(&["replay", "info", "a.skirmish", "--json"]);
        serde_json::from_slice::<Value>(&info.stdout).ok().and_then(|info| info["steps"].as_u64()).unwrap_or(0)
    };
    let until = std::time::Instant::now() + std::time::Duration::from_secs(60);
    while steps() < 2 {
        assert!(std::time::Instant::now() < until, "the file does not grow");
        assert!(child.try_wait().unwrap().is_none(), "the match is over too soon");
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    // As a write that was cut short would leave it.
    let mut bytes = std::fs::read(&path).unwrap();
    bytes.extend_from_slice(b"+\x10\x00\x00\x00\x99");
    std::fs::write(&path, bytes).unwrap();
    let verdict = folder.run(&["replay", "verify", "a.skirmish", "--json"]);
    assert_eq!(verdict.status.code(), Some(1), "what is not complete is not proved");
    let verdict = json_of(&String::from_utf8(verdict.stdout).unwrap());
    assert_eq!((&verdict["complete"], &verdict["dropped_bytes"]), (&false.into(), &6.into()), "{verdict}");
    let why = verdict["why"].as_str().unwrap();
    assert!(why.contains("steps that are there are right") && why.contains("6 bytes"), "{why}");
    let output = folder.run(&["replay", "export", "a.skirmish", "--what", "positions"]);
    assert!(output.status.success());
    assert!(String::from_utf8_lossy(&output.stderr).contains("not complete"));
    let lines = String::from_utf8(output.stdout).unwrap();
    assert_eq!(lines.lines().count() as u64, 2 + verdict["steps"].as_u64().unwrap());
    assert!(!lines.contains("\"result\""));
}
