//! What the program says to people, and its exit codes: endings, failures, places it cannot write.

use crate::support::{Folder, bot, json_of, python, said, text};
use serde_json::Value;

/// Matches between programs may be void on a busy machine; then they are played again.
fn decided(folder: &Folder, args: &[&str]) -> (i32, String) {
    for _ in 0..20 {
        let output = folder.run(args);
        let code = output.status.code().expect("an exit code");
        if code != 3 {
            return (code, said(&output));
        }
    }
    panic!("twenty matches in a row were void");
}

#[test]
fn a_summary_is_a_sentence_and_tells_the_score() {
    let folder = Folder::new("summaries");
    let text = folder.ok(&["play", "outbreak", "weak", "weak", "--seed", "1", "--set", "max_turns=6"]);
    assert!(text.contains("scores: humans 6, zombies 0 (turns the humans lasted; the zombies get nothing)"), "{text}");
    assert!(text.contains("The humans win: ") && text.contains("survived to the end, turn 6."), "{text}");
    let text = folder.ok(&["play", "zords", "weak", "weak", "--seed", "1", "--set", "days=1", "--every", "1"]);
    assert!(
        text.contains("after the last day, 1.") && text.contains("day 1, round 1\n") && !text.contains("turn "),
        "{text}"
    );
    let args = ["play", "outbreak", "weak", "medium", "--swap", "--seed", "1", "--set", "max_turns=6"];
    let text = folder.ok(&args);
    assert!(text.contains("Counted is the score of both games: turns the humans lasted"), "{text}");
    let pair = json_of(&folder.ok(&[&args[..], &["--json"]].concat()));
    assert!(text.contains(pair["summary"].as_str().unwrap()), "{pair}");
    assert!(pair["games"][0]["match"]["summary"].as_str().unwrap().starts_with("The humans win"), "{pair}");
    let text = folder.ok(&["play", "footsoldiers", "weak", "weak", "--swap", "--seed", "1", "--set", "total_turns=2"]);
    assert!(
        text.contains("The fair match is a draw: weak (player 1) 2, weak (player 2) 2. Counted are wins"),
        "{text}"
    );
}

#[test]
fn a_bot_that_fails_is_a_no_and_everything_is_told() {
    if !python() {
        return;
    }
    let folder = Folder::new("noes");
    for (turn, told) in [
        ("sys.exit(7)", "exit code 7"),
        ("print('{', flush=True); print('}', flush=True); continue", "without indentation"),
        ("print('[]', flush=True); continue", "is a list"),
        ("actions = [{'do': 'move', 'unit': 1, 'x': float('inf'), 'y': 0}]", "JSON has no Infinity"),
    ] {
        folder.write("bot.py", &bot("{}", turn));
        let (code, said) = decided(&folder, &["play", "golems", "python3 bot.py", "weak", "--no-clock", "--no-replay"]);
        assert_eq!(code, 1, "{said}");
        assert!(said.contains(told) && said.contains("p1 wins: p0 forfeited"), "{told}: {said}");
    }
    // A match that is lost without a failure is no failure.
    folder.write("bot.py", &bot("{}", "pass"));
    let args = ["play", "golems", "python3 bot.py", "strong", "--no-clock", "--no-replay", "--set", "max_turns=8"];
    let (code, said) = decided(&folder, &args);
    assert_eq!(code, 0, "{said}");
}

#[test]
fn a_late_answer_that_loses_is_how_the_part_ended() {
    if !python() {
        return;
    }
    let folder = Folder::new("forfeits");
    folder.write("bot.py", &bot("{}", "time.sleep(600)"));
    let report =
        folder.play(&["play", "golems", "python3 bot.py", "weak", "--turn-ms", "200", "--json", "--no-replay"]);
    assert_eq!(report["match"]["seats"][0]["ending"], "late", "{report}");
    assert_eq!(report["match"]["seats"][1]["ending"], "finished", "{report}");
}

#[test]
fn a_bot_for_another_game_is_told_so() {
    let folder = Folder::new("other-game");
    folder.write("mine/skirmish.toml", "run = [\"sh\", \"bot.sh\"]\ngames = [\"golems\", \"zords\"]\n");
    folder.write("mine/bot.sh", "exit 9\n");
    for args in [
        &["play", "outbreak", "mine", "weak"][..],
        &["play", "outbreak", "weak", "sh mine/bot.sh"],
        &["check", "mine", "outbreak"],
    ] {
        let said = folder.fails(args, 2);
        assert!(said.contains("mine is a bot for golems, zords, not for outbreak"), "{args:?}: {said}");
    }
    let said = folder.fails(&["play", "golems", "nine", "weak"], 2);
    assert!(said.contains("did you mean \"mine\"?"), "{said}");
}

/// A home that is not there, is relative or no folder leaves nothing where the program was started.
#[test]
fn without_a_home_nothing_is_left_behind() {
    let folder = Folder::new("homeless");
    folder
        .write("work/bot/skirmish.toml", "build = [\"cp\", \"bot.sh\", \"$OUT/\"]\nrun = [\"sh\", \"$OUT/bot.sh\"]\n");
    folder.write("work/bot/bot.sh", "read hello; echo '{\"type\":\"ready\"}'; exit 0\n");
    folder.write("file", "");
    std::fs::create_dir(folder.file("tmp")).unwrap();
    let work = folder.file("work");
    for home in [None, Some("".to_string()), Some("here".into()), Some(folder.file("file").display().to_string())] {
        let mut command = folder.command(&["play", "golems", "bot", "weak", "--no-clock", "--no-replay"]);
        command.current_dir(&work).env_remove("XDG_CACHE_HOME").env_remove("HOME").env("TMPDIR", folder.file("tmp"));
        if let Some(home) = &home {
            command.env("HOME", home).env("XDG_CACHE_HOME", home);
        }
        if home.is_none() {
            // Whoever has no HOME has one in the list of users; that must not be written by a test.
            command.env("HOME", "/no/such/home");
        }
        let output = command.output().unwrap();
        assert!(said(&output).contains("the program ended with exit code 0"), "{home:?}: {}", said(&output));
        let left: Vec<_> = std::fs::read_dir(&work).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(left, ["bot"], "{home:?}");
    }
}

/// A replay that cannot be written costs the replay, not the result.
#[test]
fn a_result_is_told_even_if_it_cannot_be_written_down() {
    let folder = Folder::new("full");
    // A file where the folder should be: nobody can write there, not even root.
    folder.write("replays", "");
    let output = folder.run(&["play", "footsoldiers", "weak", "medium", "--seed", "3"]);
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(output.status.code(), Some(2), "{out}{err}");
    assert!(out.contains("wins: ") || out.contains("A draw: "), "{out}");
    assert!(err.contains("the result stands, but the match is not written down"), "{err}");
    let told: Value = json_of(&text(&folder.run(&["play", "footsoldiers", "weak", "medium", "--json"]).stdout));
    assert_eq!((&told["match"]["result"]["over"], &told["replay"]), (&true.into(), &Value::Null));
    // A file that was asked for is asked for in vain, and said so at once.
    let output = folder.run(&["play", "footsoldiers", "weak", "medium", "--record", "replays/a.skirmish"]);
    assert_eq!((output.status.code(), output.stdout.is_empty()), (Some(2), true), "{}", said(&output));
}

#[test]
fn logs_are_shown_with_the_replay() {
    if !python() {
        return;
    }
    let folder = Folder::new("logs");
    folder
        .write("bot.py", &bot("{}", "print('I think', n, '\\x1b[2J', file=sys.stderr, flush=True)\nnotes = {'n': n}"));
    let report =
        folder.play(&["play", "golems", "python3 bot.py", "weak", "--no-clock", "--json", "--set", "max_turns=6"]);
    let replay = report["replay"].as_str().unwrap();
    let shown = folder.ok(&["replay", "show", replay]);
    assert!(shown.contains("log: I think 1 ") && shown.contains("notes: {\"n\":2}"), "{shown}");
    assert!(!shown.contains('\x1b'), "control characters stay out of the terminal");
    let late = folder.ok(&["replay", "show", replay, "--from", "3"]);
    assert!(!late.contains("I think 1 ") && late.contains("I think 2 "), "{late}");
    let lines: Vec<Value> = folder.ok(&["replay", "show", replay, "--json"]).lines().map(json_of).collect();
    assert_eq!(lines[0]["orders"][0]["notes"]["n"], 1, "{}", lines[0]);
    assert_eq!(lines.last().unwrap()["summary"], report["match"]["summary"]);
}

#[test]
fn memory_has_an_option_in_mib() {
    if !python() {
        return;
    }
    let folder = Folder::new("memory");
    folder.write(
        "bot.py",
        &bot("{}", "hold = bytearray(300 << 20)\nfor i in range(0, len(hold), 4096): hold[i] = 1\ntime.sleep(1)"),
    );
    let args = ["play", "golems", "python3 bot.py", "weak", "--no-clock", "--no-replay", "--set", "max_turns=3"];
    let (code, said) = decided(&folder, &args);
    assert_eq!(code, 1, "{said}");
    let (code, said) = decided(&folder, &[&args[..], &["--memory", "600"]].concat());
    assert_eq!(code, 0, "{said}");
    assert!(folder.fails(&[&args[..], &["--memory", "1"]].concat(), 2).contains("--memory"));
}

/// What cannot mean anything is refused, and not taken for something else.
#[test]
fn options_that_mean_nothing_are_refused() {
    let folder = Folder::new("meaningless");
    folder.ok(&["play", "golems", "weak", "weak", "--set", "max_turns=6", "--record", "x.skirmish"]);
    for (args, told) in [
        (&["play", "zords", "--seats", "0"][..], "0 seats: zords has 2 to 64"),
        (&["position", "golems", "--seats", "3"], "3 seats: golems has 2"),
        (&["play", "zords", "weak", "weak", "weak"], "--seats 3 makes a game for 3"),
        (&["play", "golems", "weak", "weak", "weak"], "quote it"),
        (&["play", "golems", "weak", "weak", "--port", "8080"], "--port is for a page"),
        (&["play", "golems", "weak", "weak", "--swap", "--no-browser"], "--no-browser is for a page"),
        (&["fork", "x.skirmish", "--turn", "0", "weak", "weak"], "there is no turn 0; it goes from turn 1 to turn"),
        (&["fork", "x.skirmish", "--turn", "99", "weak", "weak"], "there is no turn 99"),
        (&["watch", "x.skirmish", "--turn", "999", "--no-browser"], "there is no turn 999"),
        (&["watch", ".", "--turn", "3", "--no-browser"], "--turn and --seat are for one match"),
        (&["watch", "nowhere", "--no-browser"], "nowhere"),
        (&["bench", "golems", "--seconds", "0"], "0.01 to 600"),
    ] {
        let said = folder.fails(args, 2);
        assert!(said.contains(told), "{args:?}: {said}");
    }
    assert!(!folder.file("replays").exists(), "nothing was played");
}

/// Whichever command meets it.
#[test]
fn a_changed_replay_is_a_no_everywhere() {
    let folder = Folder::new("changed");
    folder.ok(&["play", "golems", "weak", "weak", "--set", "max_turns=6", "--record", "x.skirmish"]);
    let mut bytes = std::fs::read(folder.file("x.skirmish")).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 0x10;
    std::fs::write(folder.file("x.skirmish"), bytes).unwrap();
    for args in [
        &["replay", "verify", "x.skirmish"][..],
        &["replay", "info", "x.skirmish"],
        &["replay", "show", "x.skirmish"],
        &["replay", "export", "x.skirmish"],
        &["export", "x.skirmish", "--svg", "x.svg"],
        &["watch", "x.skirmish", "--no-browser"],
        &["fork", "x.skirmish", "--turn", "2", "weak", "weak"],
        &["rerun", "x.skirmish", "--seat", "p0", "true"],
        &["play", "golems", "replay:x.skirmish#p0", "weak"],
    ] {
        let said = folder.fails(args, 1);
        assert!(said.contains("x.skirmish: the file was changed"), "{args:?}: {said}");
    }
}
