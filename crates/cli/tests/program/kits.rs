//! Starter kits, end to end: every language that is installed, every game. New languages come from the table in
//! `skirmish-kits`.

use crate::support::{Folder, json_of, text};
use serde_json::Value;
use skirmish_kits::sample::sample;
use skirmish_kits::{Kit, LANGUAGES, Language, Model};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Where the program has put what it built of a kit; the kit's own folder if there is nothing to build.
fn built(folder: &Folder, kit: &str) -> PathBuf {
    let builds = std::fs::read_dir(folder.file(".cache/skirmish/builds")).into_iter().flatten();
    builds.flatten().map(|entry| entry.path().join("out")).next().unwrap_or(folder.file(kit))
}

/// The languages that can be tried here; the others are named loudly.
fn installed() -> impl Iterator<Item = &'static Language> {
    LANGUAGES.iter().filter(|language| match language.missing_tool() {
        None => true,
        Some(tool) => {
            eprintln!("*** SKIPPED: {} kits are not tested, because {tool} is not installed", language.title);
            false
        }
    })
}

/// A command of a kit in its folder, `$OUT` being the folder of what was built.
fn command(words: &[&str], folder: &Path, out: &Path) -> Command {
    let words: Vec<String> = words.iter().map(|word| word.replace("$OUT", &out.display().to_string())).collect();
    let mut command = Command::new(&words[0]);
    command.args(&words[1..]).current_dir(folder).env("OUT", out).env_remove("SKIRMISH_ATTACH");
    command
}

fn run(words: &[&str], folder: &Path, out: &Path) -> Output {
    command(words, folder, out).output().unwrap_or_else(|e| panic!("{words:?}: {e}"))
}

/// Builds a kit beside its files, if it has to be built.
fn build(language: &Language, folder: &Path) -> (PathBuf, Option<Output>) {
    let out = folder.join("out");
    std::fs::create_dir_all(&out).expect("a folder for what is built");
    let built = (!language.build.is_empty()).then(|| run(language.build, folder, &out));
    (out, built)
}

/// Every kit for a game wins a short fair match against `weak` without a fault, without a word on standard error, and
/// without an order that could not be read; and it passes its own test.
fn plays(game: &str, short: &[&str]) {
    for language in installed() {
        let id = language.id;
        let scratch = Folder::new(&format!("kit-{game}-{id}"));
        let made = json_of(&scratch.ok(&["new", game, "--lang", id, id, "--json"]));
        assert_eq!((&made["language"], &made["edit"]), (&id.into(), &language.bot_file.into()));
        let args = [&["play", game, id, "builtin:weak", "--swap", "--json", "--seed", "1"], short].concat();
        let played = json_of(&scratch.ok(&args));
        assert_eq!(played["winner"], 0, "{id} {game}: {played}");
        for (seat, of) in played["games"].as_array().expect("two games").iter().enumerate() {
            let report = &of["match"]["seats"][seat];
            assert_eq!((&report["player"], &report["fault_count"]), (&id.into(), &0.into()), "{id} {game}: {report}");
            assert_eq!(of["match"]["result"]["over"], true, "{id} {game}");
            let (replay, name) = (&of["replay"], &report["seat"]);
            let (replay, name) = (replay.as_str().expect("a replay"), name.as_str().expect("a name"));
            let export = scratch.ok(&["replay", "export", replay, "--what", "orders", "--seat", name, "--private"]);
            for line in export.lines() {
                assert!(!line.contains("\"bad\""), "{id} {game}: an order nobody can read: {line}");
                let line = json_of(line);
                assert!(line["data"].get("stderr").is_none(), "{id} {game}: it complains: {line}");
            }
        }

        let (folder, out) = (scratch.0.join(id), built(&scratch, id));
        let tested = run(language.test, &folder, &out);
        let said = format!("{}{}", text(&tested.stdout), text(&tested.stderr));
        assert!(tested.status.success() && said.contains("orders"), "{id} {game}: {said}");
        if game == "footsoldiers" {
            joins(language, &folder, &out);
        }
    }
}

#[test]
fn kits_play_outbreak() {
    plays("outbreak", &["--set", "max_turns=400"]);
}

#[test]
fn kits_play_infection() {
    plays("infection", &["--set", "turn_limit=40"]);
}

#[test]
fn kits_play_golems() {
    plays("golems", &["--set", "max_turns=60"]);
}

#[test]
fn kits_play_footsoldiers() {
    plays("footsoldiers", &[]);
}

#[test]
fn kits_play_zords() {
    plays("zords", &[]);
}

/// A field of the rules under another name is noticed by the bot that uses the old one; and where the messages are others
/// than the types say, by the reading of them, even if the bot does not care.
#[test]
fn a_renamed_field_breaks_a_kit() {
    let scratch = Folder::new("kit-renamed");
    let recorded = sample("golems").expect("a sample");
    for language in installed() {
        let kit = |old: &str, messages_too: bool| {
            let mut model = Model::of("golems").expect("a game").expect("a model");
            assert!(model.rename("UnitView", old, "renamed"));
            let old_key = format!("\"{old}\":");
            assert!(recorded.contains(&old_key));
            let sample = if messages_too { recorded.replace(&old_key, "\"renamed\":") } else { recorded.clone() };
            let folder = scratch.0.join(format!("{}-{old}", language.id));
            let kit = Kit::made_of(&model, sample, language, "a bot").unwrap_or_else(|e| panic!("{e}"));
            kit.write(&folder).expect("the kit can be written");
            folder
        };

        let folder = kit("attack_power", true);
        let (out, built) = build(language, &folder);
        let refused = built.filter(|built| !built.status.success());
        let tested = refused.unwrap_or_else(|| run(language.test, &folder, &out));
        let said = format!("{}{}", text(&tested.stdout), text(&tested.stderr));
        assert!(!tested.status.success() && said.contains("attack_power"), "{}: {said}", language.id);

        let folder = kit("max_regen", false);
        let (out, built) = build(language, &folder);
        assert!(built.is_none_or(|built| built.status.success()), "{}: the bot does not use it", language.id);
        let tested = run(language.test, &folder, &out);
        let said = format!("{}{}", text(&tested.stdout), text(&tested.stderr));
        assert!(!tested.status.success() && said.contains("UnitView.renamed"), "{}: {said}", language.id);
        goes_on(language, &folder, &out);
    }
}

/// A bot that fails in every turn says so in its log, with the turn, and answers each with an empty list.
fn goes_on(language: &Language, folder: &Path, out: &Path) {
    let id = language.id;
    let sample = std::fs::File::open(folder.join("sample.jsonl")).expect("a sample");
    let played = command(language.run, folder, out).stdin(sample).output().expect("the bot starts");
    let log = text(&played.stderr);
    assert!(played.status.success(), "{id}: {log}");
    let answers: Vec<Value> = text(&played.stdout).lines().map(json_of).collect();
    let orders = answers.iter().filter(|answer| answer["type"] == "orders");
    for (count, answer) in orders.clone().enumerate() {
        assert_eq!(answer["actions"], serde_json::json!([]), "{id}, answer {count}: {answer}");
        // This is how `play` and `check` hear of it.
        let noted = answer["notes"][0]["exception"].as_str().unwrap_or_default();
        assert!(noted.contains("UnitView.renamed"), "{id}, answer {count}: {answer}");
    }
    let asked = std::fs::read_to_string(folder.join("sample.jsonl")).expect("a sample");
    let requests = asked.lines().map(json_of).filter(|message| message["type"] == "turn");
    let requests: Vec<Value> = requests.map(|message| message["request"].clone()).collect();
    let answered: Vec<Value> = orders.map(|answer| answer["request"].clone()).collect();
    assert_eq!(answered, requests, "{id}");
    assert!(log.contains("turn 1"), "{id} names the turn: {log}");
}

/// What a bot throws is noted, whatever it is.
#[test]
fn a_bot_that_throws_does_not_look_healthy() {
    for (id, old, new, told) in [
        (
            "python",
            "    def turn(self, turn):",
            "    def turn(self, turn):\n        raise ValueError('oh\\x1b')",
            "ValueError: oh\u{1b} (bot.py, line 16)",
        ),
        ("javascript", "  turn(turn) {", "  turn(turn) {\n    throw new TypeError('oh');", "TypeError: oh at Bot.turn"),
        (
            "rust",
            "(&mut self, turn: Turn) -> Vec<Order> {",
            "(&mut self, turn: Turn) -> Vec<Order> {\n        if turn.turn > 0 { panic!(\"oh {}\", 1) }",
            "panic: oh 1",
        ),
        (
            "cpp",
            "> turn(Turn& turn) override {",
            "> turn(Turn& turn) override {\n        if (turn.turn > 0) throw std::runtime_error(\"oh\");",
            "oh",
        ),
        (
            "java",
            "turn(Turn turn) {",
            "turn(Turn turn) {\n        if (turn.turn > 0) throw new IllegalStateException(\"oh\");",
            "java.lang.IllegalStateException: oh (Bot.turn(Bot.java:",
        ),
    ] {
        let Some(language) = installed().find(|language| language.id == id) else { continue };
        let scratch = Folder::new(&format!("kit-throws-{id}"));
        scratch.ok(&["new", "golems", "--lang", id, "kit"]);
        let file = scratch.file("kit").join(language.bot_file);
        let source = std::fs::read_to_string(&file).expect("a bot");
        assert!(source.contains(old), "{id}: {source}");
        std::fs::write(&file, source.replacen(old, new, 1)).expect("the bot can be written");
        let args = ["play", "golems", "kit", "builtin:weak", "--no-clock", "--set", "max_turns=6"];
        let report = json_of(&scratch.ok(&[&args[..], &["--json"]].concat()));
        let seat = &report["match"]["seats"][0];
        assert_eq!((&seat["exceptions"], &seat["fault_count"]), (&3.into(), &0.into()), "{id}: {seat}");
        let first = seat["first_exception"]["message"].as_str().expect("a message");
        assert!(first.contains(told), "{id}: {first}");
        let shown = scratch.ok(&args);
        assert!(shown.contains("its code failed in 3 of 3 answers") && shown.contains("oh"), "{id}: {shown}");
        if id == "python" {
            let checked = scratch.fails(&["check", "kit"], 1);
            assert!(checked.contains("its code failed"), "{id}: {checked}");
        }
    }
}

/// The match of a bot in a debugger is on a connection: two games of the sample, in one process.
fn joins(language: &Language, folder: &Path, out: &Path) {
    let id = language.id;
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let ticket = format!("{}/a-token", listener.local_addr().expect("an address"));
    let mut bot = command(language.run, folder, out).env("SKIRMISH_ATTACH", ticket).spawn().expect("the bot starts");
    let (mut stream, _) = listener.accept().expect("the bot comes");
    let mut lines = BufReader::new(stream.try_clone().expect("a stream")).lines();
    let mut next = || json_of(&lines.next().expect("a line").expect("a readable line"));
    let hand = next();
    assert_eq!((&hand["type"], &hand["token"]), (&"attach".into(), &"a-token".into()), "{id}");
    let mut answers = 0;
    for line in sample("footsoldiers").expect("a sample").lines() {
        let sent = json_of(line);
        let expected = match sent["type"].as_str() {
            Some("hello") => Some("ready"),
            Some("turn") => Some("orders"),
            Some("end") => None,
            _ => continue,
        };
        writeln!(stream, "{line}").expect("the bot listens");
        if let Some(expected) = expected {
            let reply = next();
            assert_eq!((&reply["type"], &reply["request"]), (&expected.into(), &sent["request"]), "{id}: {reply}");
            answers += 1;
        }
    }
    assert!(answers > 10, "{id}: {answers}");
    assert!(bot.wait().is_ok_and(|status| status.success()), "{id} leaves when all is over");
}

#[test]
fn new_says_what_to_do_and_what_there_is() {
    let scratch = Folder::new("kit-new");
    let list = scratch.ok(&["new"]);
    for known in skirmish_games::IDS.iter().chain(LANGUAGES.iter().map(|language| &language.id)) {
        assert!(list.contains(known), "{known} is not in {list}");
    }
    let said = scratch.ok(&["new", "golems", "--lang", "py"]);
    assert!(said.contains("skirmish check my-golems-bot"), "{said}");
    assert!(said.contains("skirmish play golems my-golems-bot builtin:weak"), "{said}");
    let said = scratch.fails(&["new", "golems"], 2);
    assert!(said.contains("my-golems-bot") && said.contains("not empty"), "{said}");
    let said = scratch.fails(&["new", "golem", "x"], 2);
    assert!(said.contains("did you mean \"golems\"") && said.contains("zords"), "{said}");
    let said = scratch.fails(&["new", "golems", "--lang", "pyton", "x"], 2);
    assert!(said.contains("did you mean \"python\"") && said.contains("javascript"), "{said}");
    let said = scratch.fails(&["new", "golems", "x", "--name", "a\nb"], 2);
    assert!(said.contains("control character"), "{said}");
    assert!(!scratch.0.join("x").exists(), "nothing is left of a kit that was refused");
    let said = scratch.ok(&["new", "zords", "it's mine", "--name", "the \"best\" \\ bot"]);
    assert!(said.contains(r"'it'\''s mine'"), "{said}");
    let manifest = std::fs::read_to_string(scratch.0.join("it's mine/skirmish.toml")).expect("a manifest");
    assert!(manifest.contains(r#"name = "the \"best\" \\ bot""#), "{manifest}");
}
