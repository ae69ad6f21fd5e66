//! `skirmish loop`: what an author sees at every save.

use crate::support::{Folder, bot, json_of, python, said};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::process::Stdio;
use std::time::Duration;

const SHORT: [&str; 7] = ["loop", "mine", "--pairs", "1", "--set", "max_turns=20", "--json"];

/// A bot that does what `turn` says; `n` counts its answers. It refuses to play where it sees anything of its cases.
fn save(folder: &Folder, turn: &str) {
    let spy = "import os, sys\n\
               seen = os.listdir('cases') if os.path.isdir('cases') else []\n\
               if any(os.path.getsize('cases/' + name) for name in seen):\n    sys.exit(9)\n";
    folder.write("mine/skirmish.toml", "run = [\"python3\", \"bot.py\"]\ngames = [\"golems\"]\n");
    folder.write("mine/bot.py", &(spy.to_string() + &bot("{}", turn)));
}

/// One round; the machine may be too busy for a match to count.
fn round(folder: &Folder, code: i32) -> Value {
    let args = [&SHORT[..], &["--once"]].concat();
    let output = folder.run(&args);
    assert_eq!(output.status.code(), Some(code), "{}", said(&output));
    json_of(&String::from_utf8(output.stdout).unwrap())
}

fn opponents(round: &Value) -> Vec<&str> {
    round["series"].as_array().unwrap().iter().map(|series| series["opponent"].as_str().unwrap()).collect()
}

#[test]
fn a_failure_is_kept_until_it_is_mended() {
    if !python() {
        return;
    }
    let folder = Folder::new("practice");
    save(&folder, "if n == 8: raise Exception('boom')");
    let first = round(&folder, 1);
    assert_eq!((&first["ok"], &first["kept"], &first["cases"]), (&json!(false), &json!(["crashed-1"]), &json!([])));
    assert_eq!(opponents(&first), ["weak", "medium", "strong"]);
    assert!(first["series"][0]["faults"]["crashed"].as_u64() > Some(0), "{first}");
    assert_eq!(first["check"]["failed"], json!([]), "the check does not come so far: {first}");
    for file in ["crashed-1.capsule.json", "crashed-1.skirmish"] {
        assert!(folder.file("mine/cases").join(file).is_file(), "{file}");
    }

    // The same failure fails by its name, and is not kept twice. Keeping it made no other version of the bot.
    let second = round(&folder, 1);
    assert_eq!((&second["source"], &second["changed"]), (&first["source"], &json!(false)));
    let case = &second["cases"][0];
    assert_eq!(
        (&case["name"], &case["kind"], &case["passes"]),
        (&json!("crashed-1"), &json!("crashed"), &json!(false))
    );
    assert_eq!((&second["kept"], second["cases"].as_array().unwrap().len()), (&json!([]), 1));

    // It is mended, and that is the first version that works.
    save(&folder, "pass");
    let third = round(&folder, 0);
    assert_eq!((&third["ok"], &third["cases"][0]["passes"]), (&json!(true), &json!(true)), "{third}");
    assert_eq!(opponents(&third), ["weak", "medium", "strong"]);
    assert_eq!(round(&folder, 0)["notes"], json!(["this is the last version that worked"]));

    // Another version plays against it.
    save(&folder, "pass # another version");
    let fifth = round(&folder, 0);
    assert_eq!(opponents(&fifth), ["last", "weak", "medium", "strong"]);
    assert_eq!(fifth["series"][0]["score"]["share"], json!(0.5), "they are the same bot: {fifth}");

    // A version that fails does not take its place.
    save(&folder, "if n == 9: raise Exception('boom')");
    assert_eq!(round(&folder, 1)["kept"], json!(["crashed-2"]), "the old one passes, so this is another");
    save(&folder, "pass # another version");
    assert_eq!(round(&folder, 0)["notes"], json!(["this is the last version that worked"]));
}

/// What a kit catches is a failure, too: it is kept, and such a version is none that works.
#[test]
fn exceptions_that_a_kit_catches_are_kept() {
    if !python() {
        return;
    }
    let folder = Folder::new("practice-caught");
    save(&folder, "if n >= 8: notes = [{'exception': 'ValueError: boom'}]");
    let first = round(&folder, 1);
    assert_eq!((&first["ok"], &first["kept"]), (&json!(false), &json!(["exception-1"])), "{first}");
    assert!(first["series"][0]["faults"]["exception"].as_u64() > Some(1), "{first}");
    let second = round(&folder, 1);
    let case = &second["cases"][0];
    assert_eq!((&case["kind"], &case["passes"]), (&json!("exception"), &json!(false)), "{second}");
    assert!(second["notes"].to_string().contains("no version has worked before"), "{second}");
    save(&folder, "pass");
    let third = round(&folder, 0);
    assert_eq!((&third["ok"], &third["cases"][0]["passes"]), (&json!(true), &json!(true)), "{third}");
}

/// Bots of the original are practised with as well: all but the check.
#[test]
fn native_bots_are_practised_with() {
    if !python() {
        return;
    }
    let folder = Folder::new("practice-native");
    let bot = include_str!("../bots/native_footsoldiers.py");
    folder.write("mine/skirmish.toml", "run = [\"python3\", \"bot.py\"]\ngames = [\"footsoldiers\"]\n");
    folder.write("mine/bot.py", bot);
    let args =
        ["loop", "native:mine", "--once", "--pairs", "1", "--set", "total_turns=12", "--turn-ms", "60000", "--json"];
    let play = || json_of(&String::from_utf8(folder.run(&args).stdout).unwrap());
    let first = play();
    assert_eq!((&first["ok"], &first["check"]["passed"]), (&json!(true), &json!(0)), "{first}");
    assert_eq!(opponents(&first), ["weak", "medium", "strong"]);
    folder.write("mine/bot.py", &format!("{bot}\n# another version\n"));
    let second = play();
    assert_eq!(
        (&second["ok"], opponents(&second)),
        (&json!(true), vec!["last", "weak", "medium", "strong"]),
        "{second}"
    );
    // A failure is kept, and run again in the same way.
    folder.write(
        "mine/bot.py",
        &bot.replace("\nimport json\n", "\nimport json\nimport sys; sys.argv.append('--crash=8')\n"),
    );
    let third = play();
    assert_eq!((&third["ok"], &third["kept"]), (&json!(false), &json!(["crashed-1"])), "{third}");
    let fourth = play();
    assert_eq!(
        (&fourth["cases"][0]["name"], &fourth["cases"][0]["passes"]),
        (&json!("crashed-1"), &json!(false)),
        "{fourth}"
    );
    for (bot, game, part) in [
        ("native:nothing", "footsoldiers", "nothing is no folder"),
        ("native:python3 mine/bot.py", "footsoldiers", "a bot's folder"),
        ("native+odd:mine", "footsoldiers", "native+odd:mine"),
        ("native:any", "golems", "native"),
    ] {
        folder.write("any/skirmish.toml", "run = [\"x\"]\n");
        let said = folder.fails(&["loop", bot, "--once", "--game", game], 2);
        assert!(said.contains(part), "{bot}: {said}");
    }
}

/// What is no source but needed to run is kept with the last version, where the bot runs in its own folder.
#[test]
fn a_bot_with_packages_plays_its_last_version() {
    if !python() {
        return;
    }
    let folder = Folder::new("practice-packages");
    let needs = |text: &str| {
        save(&folder, text);
        let old = std::fs::read_to_string(folder.file("mine/bot.py")).unwrap();
        folder.write("mine/bot.py", &format!("import sys\nsys.path.append('node_modules')\nimport needed\n{old}"));
    };
    folder.write("mine/node_modules/needed/__init__.py", "number = 1\n");
    needs("pass");
    round(&folder, 0);
    // The packages of today are not those of the last version.
    folder.write("mine/node_modules/needed/__init__.py", "number = 2\n");
    needs("pass # second");
    let second = round(&folder, 0);
    assert_eq!((opponents(&second)[0], &second["notes"]), ("last", &json!([])), "{second}");
    // What cannot be kept is said in one line.
    std::os::unix::fs::symlink("/usr/bin/env", folder.file("mine/node_modules/outside")).unwrap();
    needs("pass # third");
    let third = round(&folder, 0);
    let note = third["notes"][0].as_str().unwrap();
    assert!(note.contains("may not play as the last one: node_modules: outside leads out of it"), "{note}");
}

#[test]
fn what_does_not_build_is_told_shortly() {
    let folder = Folder::new("practice-build");
    folder.write("mine/skirmish.toml", "build = [\"sh\", \"-c\", \"echo line 7 is bad; exit 3\"]\nrun = [\"x\"]\n");
    let args = ["loop", "mine", "--once", "--game", "golems"];
    let said = folder.fails(&args, 1);
    for part in ["build FAILED", "exit code 3", "line 7 is bad", "skirmish check mine golems"] {
        assert!(said.contains(part), "{part}: {said}");
    }
    let told = json_of(folder.fails(&[&args[..], &["--json"]].concat(), 1).trim());
    assert!(told["not_built"].as_str().unwrap().contains("line 7 is bad") && told["series"] == json!([]), "{told}");
}

#[test]
fn bad_input_is_told_before_anything_is_run() {
    let folder = Folder::new("practice-bad");
    folder.write("any/skirmish.toml", "run = [\"x\"]\n");
    folder.write("mine/skirmish.toml", "run = [\"x\"]\ngames = [\"golems\"]\n");
    for (args, part) in [
        (&["nothing"][..], "skirmish.toml"),
        (&["any"], "--game"),
        (&["any", "--game", "golem"], "did you mean \"golems\""),
        (&["mine", "--game", "zords"], "a bot for golems"),
        (&["mine", "--set", "max_turns=0"], "/max_turns"),
        (&["mine", "--pairs", "0"], "--pairs"),
        (&["mine", "--sandbox", "jail"], "There are"),
    ] {
        let said = folder.fails(&[&["loop", "--once"], args].concat(), 2);
        assert!(said.contains(part), "{args:?}: {said}");
    }
}

/// It waits for saves, and Ctrl-C ends it.
#[test]
fn a_save_begins_another_round() {
    if !python() {
        return;
    }
    let folder = Folder::new("practice-watch");
    save(&folder, "pass");
    let mut child = folder.command(&SHORT).stdout(Stdio::piped()).spawn().expect("the program starts");
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    let mut next = || json_of(&lines.next().expect("a line").expect("text"));
    let first = next();
    // Nobody else practises with the same bot meanwhile.
    assert!(folder.fails(&[&SHORT[..], &["--once"]].concat(), 2).contains("another `skirmish loop`"));
    // What is saved as it was is no other version.
    save(&folder, "pass");
    std::thread::sleep(Duration::from_secs(1));
    save(&folder, "pass # second");
    let second = next();
    assert_ne!(first["source"], second["source"]);
    assert_eq!(opponents(&second), ["last", "weak", "medium", "strong"]);
    // Between rounds there is nothing that would be lost.
    std::thread::sleep(Duration::from_millis(500));
    kill_process(Pid::from_child(&child), Signal::INT).expect("our child");
    assert_eq!(child.wait().expect("our child").code(), Some(0));
}
