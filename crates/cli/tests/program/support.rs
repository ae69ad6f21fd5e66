//! What these tests have in common: the program, folders of their own, bots in Python.

use serde_json::Value;
use std::path::PathBuf;
use std::process::{Command, Output};

pub const GAMES: [&str; 5] = ["outbreak", "infection", "golems", "footsoldiers", "zords"];
pub const SKIRMISH: &str = env!("CARGO_BIN_EXE_skirmish");

/// A folder of one test, empty at first and gone when the test is.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new(name: &str) -> Folder {
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).expect("the scratch folder can be made");
        Folder(path)
    }

    pub fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    pub fn write(&self, name: &str, text: &str) {
        let path = self.0.join(name);
        std::fs::create_dir_all(path.parent().expect("a file in the folder")).expect("the folder can be made");
        std::fs::write(path, text).expect("the scratch folder can be written");
    }

    /// The program, run here with a cache of its own.
    pub fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(SKIRMISH);
        command.args(args).current_dir(&self.0).env("XDG_CACHE_HOME", self.0.join(".cache"));
        command
    }

    pub fn run(&self, args: &[&str]) -> Output {
        self.command(args).output().expect("the program starts")
    }

    /// Runs a command that must succeed and gives what it printed.
    pub fn ok(&self, args: &[&str]) -> String {
        printed(args, self.run(args))
    }

    /// Runs a command that must fail with `code` and gives everything it said.
    pub fn fails(&self, args: &[&str], code: i32) -> String {
        failed(args, self.run(args), code)
    }

    /// Plays a match that is not void, and gives what `--json` tells.
    pub fn play(&self, args: &[&str]) -> Value {
        played(|| self.run(args))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Runs the program where the tests run.
pub fn skirmish(args: &[&str]) -> Output {
    Command::new(SKIRMISH).args(args).output().expect("the program starts")
}

/// Runs a command that must succeed and gives what it printed.
pub fn ok(args: &[&str]) -> String {
    printed(args, skirmish(args))
}

/// Runs a command that must fail with `code` and gives everything it said.
pub fn fails(args: &[&str], code: i32) -> String {
    failed(args, skirmish(args), code)
}

/// Plays until a match is not void, and gives what `--json` told of it: a busy machine may make the referee itself late.
pub fn played(mut play: impl FnMut() -> Output) -> Value {
    for _ in 0..20 {
        let output = play();
        let told = text(&output.stdout);
        let report = json_of(told.lines().last().unwrap_or_else(|| panic!("{}", said(&output))));
        let games = report["games"].as_array().map_or(std::slice::from_ref(&report), Vec::as_slice);
        if games.iter().all(|game| game["match"]["void"].is_null()) {
            let well = |seat: &Value| ["finished", "resigned"].iter().any(|ending| seat["ending"] == *ending);
            let seats = games.iter().flat_map(|game| game["match"]["seats"].as_array().into_iter().flatten());
            let failed = !seats.clone().all(well);
            assert_eq!(output.status.code(), Some(i32::from(failed)), "{}", said(&output));
            return report;
        }
        assert_eq!(output.status.code(), Some(3), "{}", said(&output));
    }
    panic!("twenty matches in a row were void");
}

/// Whether there is Python; if not, that is said loudly.
pub fn python() -> bool {
    let there = Command::new("python3").arg("--version").output().is_ok_and(|output| output.status.success());
    if !there {
        eprintln!("*** SKIPPED: python3 is not installed");
    }
    there
}

/// What a match has left in the folder `replays`.
pub fn files(folder: &Folder, ending: &str) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder.file("replays")) else { return Vec::new() };
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.to_string_lossy().ends_with(ending));
    files.sort();
    files
}

/// A bot that answers every request with what `turn` leaves in `actions` and `notes`; `message`, `n` and `games` are at
/// hand.
pub fn bot(ready: &str, turn: &str) -> String {
    format!(
        r#"import json, sys, time, os
games = 0
n = 0
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        games += 1
        print(json.dumps({{"type": "ready", "name": "scripted", "version": "7", **{ready}}}), flush=True)
    elif message["type"] == "end":
        if not message["again"]:
            break
    else:
        n += 1
        actions, notes = [], None
        {turn}
        answer = {{"type": "orders", "request": message["request"], "actions": actions}}
        if notes is not None:
            answer["notes"] = notes
        print(json.dumps(answer), flush=True)
"#,
        turn = turn.replace('\n', "\n        ")
    )
}

pub fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Both outputs.
pub fn said(output: &Output) -> String {
    text(&output.stdout) + &text(&output.stderr)
}

pub fn json_of(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|e| panic!("{e}: {text}"))
}

fn printed(args: &[&str], output: Output) -> String {
    assert!(output.status.success(), "{args:?}: {}", said(&output));
    String::from_utf8(output.stdout).expect("output is text")
}

fn failed(args: &[&str], output: Output, code: i32) -> String {
    assert_eq!(output.status.code(), Some(code), "{args:?}: {}", said(&output));
    said(&output)
}
