//! Bots that try to spoil their match: whatever they do, it ends with a result, and with a replay that verifies.

use crate::support::{Folder, GAMES, bot, json_of, python, said, text};
use serde_json::Value;
use std::process::Output;

/// What a match came to. It must have a result that counts, and a replay that verifies.
fn report(folder: &Folder, output: Output) -> Value {
    assert!(matches!(output.status.code(), Some(0 | 1)), "{}", said(&output));
    let told = text(&output.stdout);
    let report = json_of(told.lines().last().unwrap_or_else(|| panic!("{}", said(&output))));
    assert!(report["match"]["void"].is_null(), "{report}");
    assert_eq!(report["match"]["result"]["over"], true, "{report}");
    assert!(told.len() < 500_000, "{} bytes of report", told.len());
    let replay = report["replay"].as_str().expect("there is a replay");
    folder.ok(&["replay", "verify", replay]);
    report["match"].clone()
}

/// A match of the bot that does this in every turn, with time enough, against a weak one.
fn spoil(folder: &Folder, game: &str, turn: &str, options: &[&str]) -> Value {
    folder.write(
        "bot.py",
        &bot("{'want': WANT}", turn).replace("WANT", if game == "infection" { "['legal']" } else { "[]" }),
    );
    let args = [&["play", game, "python3 bot.py", "weak", "--json"], options].concat();
    report(folder, folder.run(&args))
}

const PATIENT: [&str; 2] = ["--turn-ms", "20000"];

#[test]
fn a_list_without_end_is_a_flood() {
    if !python() {
        return;
    }
    for game in GAMES {
        let folder = Folder::new(&format!("entries-{game}"));
        let most = if game == "zords" { 20_000 } else { 500_000 };
        let turn = format!(
            "os.write(1, b'{{\"type\":\"orders\",\"request\":%d,\"actions\":[%s]}}\\n' % (message['request'], b','.join([b'0'] * {most}))); continue"
        );
        let seat = spoil(&folder, game, &turn, &PATIENT)["seats"][0].clone();
        let fault = &seat["faults"][0];
        assert_eq!((&fault["ending"], &fault["of"]), (&"flooded".into(), &"entries".into()), "{game}: {seat}");
    }
    // What is a little too long is refused entry by entry, by the rules.
    for (game, short) in [("golems", "max_turns=6"), ("footsoldiers", "total_turns=4"), ("zords", "days=1")] {
        let folder = Folder::new(&format!("refused-{game}"));
        let options = [&PATIENT[..], &["--set", short]].concat();
        let seat = spoil(&folder, game, "actions = [{'do': 'dance'}] * 60", &options)["seats"][0].clone();
        assert_eq!(seat["fault_count"], 0, "{game}: {seat}");
    }
}

#[test]
fn old_answers_without_end_are_a_flood() {
    if !python() {
        return;
    }
    let folder = Folder::new("stale");
    let turn = "if n == 2: os.write(1, b'{\"type\":\"orders\",\"request\":1}\\n' * 36000)";
    let seat = spoil(&folder, "golems", turn, &PATIENT)["seats"][0].clone();
    let fault = &seat["faults"][0];
    assert_eq!((&fault["ending"], &fault["of"]), (&"flooded".into(), &"old_answers".into()), "{seat}");
    // A few are thrown away, as ever.
    let turn = "for i in range(1, n): print(json.dumps({'type': 'orders', 'request': i, 'actions': []}), flush=True)";
    let seat = spoil(&folder, "golems", turn, &[&PATIENT[..], &["--set", "max_turns=60"]].concat())["seats"][0].clone();
    assert_eq!(seat["fault_count"], 0, "{seat}");
}

#[test]
fn a_bot_that_keeps_the_referee_busy_is_late_or_flooded_but_never_excused() {
    if !python() {
        return;
    }
    let folder = Folder::new("busy");
    for flood in [
        "os.write(1, b'{\"type\":\"orders\",\"request\":1}\\n' * 36000)",
        "os.write(1, b'{\"a\":' * 200000 + b'\\n')",
        "os.write(2, b'log\\n' * 2000000)",
        "os.write(1, b'{\"type\":\"orders\",\"requ'); time.sleep(600)",
    ] {
        let turn = format!("if n == 2: time.sleep(0.3); {flood}; continue");
        let seat = spoil(&folder, "golems", &turn, &["--turn-ms", "500"])["seats"][0].clone();
        assert!(
            ["late", "flooded", "malformed"].iter().any(|word| seat["faults"][0]["ending"] == **word),
            "{flood}: {seat}"
        );
    }
}

#[test]
fn what_a_bot_says_is_kept_in_bounds() {
    if !python() {
        return;
    }
    let folder = Folder::new("words");
    for (turn, ending) in [
        ("print(json.dumps({'type': 'x' * 1000000}), flush=True); continue", "malformed"),
        ("print('{\"type\":\"orders\",\"request\":' + '9' * 1000000 + '}', flush=True); continue", "malformed"),
        ("print('[' * 1000000, flush=True); continue", "malformed"),
        ("os.write(1, b'\\xff' * 1000000 + b'\\n'); continue", "malformed"),
        ("print('x' * 3000000, flush=True); continue", "flooded"),
    ] {
        let match_ = spoil(&folder, "infection", turn, &PATIENT);
        assert_eq!(match_["seats"][0]["faults"][0]["ending"], ending, "{turn}");
    }
    let turn = "actions = [{'do': 'x' * 100000, 'deep': 7}]; print('e' * 300000, file=sys.stderr)\n\
                print('{\"type\":\"orders\",\"request\":%d,\"actions\":[],\"notes\":%s}' % (message['request'], '[' * 30000 + ']' * 30000), flush=True); continue";
    let match_ = spoil(&folder, "golems", turn, &[&PATIENT[..], &["--set", "max_turns=20"]].concat());
    assert_eq!(match_["seats"][0]["fault_count"], 0, "{match_}");
    let private = std::fs::read_dir(folder.file("replays")).unwrap().map(|entry| entry.unwrap());
    let most = private.map(|entry| entry.metadata().unwrap().len()).max().unwrap();
    assert!(most < 2_000_000, "{most} bytes in one file");

    folder.write("bot.py", &bot("{'name': 'x' * 900000, 'version': ['y' * 10000]}", "pass"));
    let args = ["play", "golems", "python3 bot.py", "weak", "--json", "--set", "max_turns=4"];
    let seat = report(&folder, folder.run(&args))["seats"][0].clone();
    assert_eq!(seat["name"].as_str().map(str::len), Some(64));
}

/// Answers within a millisecond cost something too, or nobody would ever see the end of it.
#[test]
fn looking_around_for_ever_takes_time() {
    if !python() {
        return;
    }
    let folder = Folder::new("looks");
    folder.write("bot.py", &bot("{}", "actions = [{'do': 'look'}]"));
    let args = ["play", "outbreak", "python3 bot.py", "weak", "--json", "--set", "bank_ms=300", "--set", "turn_ms=10"];
    let told = report(&folder, folder.run(&args));
    assert_eq!(told["result"]["reason"], "humans_timeout", "{told}");
}

/// Messages here are longer than a pipe holds.
#[test]
fn a_late_bot_still_gets_whole_messages() {
    if !python() {
        return;
    }
    let folder = Folder::new("whole");
    let turn = "longest = max(len(line), globals().get('longest', 0))\n\
                if n in (2, 6): time.sleep(1.5)\n\
                print(longest, file=sys.stderr)";
    folder.write("bot.py", &bot("{'want': ['legal']}", turn));
    let args =
        ["play", "footsoldiers", "python3 bot.py", "weak", "--json", "--turn-ms", "400", "--set", "total_turns=20"];
    let told = report(&folder, folder.run(&args));
    let seat = &told["seats"][0];
    let late = seat["faults"].as_array().unwrap();
    assert!(!late.is_empty() && late.iter().all(|fault| fault["ending"] == "late"), "{seat}");
    assert_eq!(seat["ending"], "finished", "{seat}");
    let log = std::fs::read_dir(folder.file("replays")).unwrap().map(|entry| entry.unwrap().path());
    let log = log.filter(|path| path.to_string_lossy().ends_with("player1.private.jsonl"));
    let log = log.map(|path| std::fs::read_to_string(path).unwrap()).collect::<String>();
    let longest =
        log.lines().filter_map(|line| json_of(line)["stderr"].as_str()?.lines().last()?.parse::<u64>().ok()).max();
    assert!(longest > Some(70_000), "the messages are longer than a pipe: {longest:?}");
}

/// A Python that other users can start as well, where there is one: below `namespaces` bots are others.
fn anyones_python() -> &'static str {
    if std::path::Path::new("/usr/bin/python3").is_file() { "/usr/bin/python3 bot.py" } else { "python3 bot.py" }
}

/// Nothing is written to such a bot before it has spoken, and its time runs all the same.
#[test]
fn a_native_bot_that_never_speaks_did_not_start() {
    let folder = Folder::new("mute");
    let args = ["play", "footsoldiers", "native:sleep 600", "weak", "--json", "--init-ms", "200"];
    let seat = report(&folder, folder.run(&[&args[..], &["--set", "total_turns=2"]].concat()))["seats"][0].clone();
    assert_eq!(seat["faults"][0]["ending"], "not_started", "{seat}");
}

/// The levels of the sandbox that hold here, and at which the bot in the folder can be started.
fn levels(folder: &Folder) -> Vec<String> {
    let doctor = json_of(&folder.ok(&["doctor", "--json"]));
    let mut levels: Vec<String> = doctor["levels"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|level| level["available"] == true)
        .map(|level| level["level"].as_str().unwrap().to_owned())
        .collect();
    levels.push("off".into());
    levels.retain(|level| {
        let args = ["play", "golems", anyones_python(), "weak", "--json", "--no-replay", "--set", "max_turns=1"];
        let told = folder.run(&[&args[..], &["--no-clock", "--sandbox", level]].concat());
        let starts = !text(&told.stdout).contains("not_started");
        if !starts {
            eprintln!("*** SKIPPED: level {level}: Python cannot be started there");
        }
        starts
    });
    levels
}

/// Twice as many matches as there are cores, of bots that need most of their time to think.
#[test]
fn matches_side_by_side_make_nobody_late() {
    if !python() {
        return;
    }
    let folder = Folder::new("side-by-side");
    let matches = 2 * std::thread::available_parallelism().map_or(2, usize::from).clamp(2, 8);
    folder.write("bot.py", &bot("{}", "end = time.process_time() + 0.6\nwhile time.process_time() < end: pass"));
    for level in levels(&folder) {
        let play = |i: usize| {
            let record = format!("{level}-{i}.replay");
            let bot = anyones_python();
            let args = ["play", "golems", bot, bot, "--json", "--set", "max_turns=2"];
            let more = ["--turn-ms", "1000", "--sandbox", &level, "--record", &record];
            folder.command(&[&args[..], &more].concat()).output().expect("the program starts")
        };
        let outputs: Vec<Output> = std::thread::scope(|scope| {
            let play = &play;
            let running: Vec<_> = (0..matches).map(|i| scope.spawn(move || play(i))).collect();
            running.into_iter().map(|one| one.join().unwrap()).collect()
        });
        for output in outputs {
            let told = report(&folder, output);
            for seat in told["seats"].as_array().unwrap() {
                assert_eq!(seat["fault_count"], 0, "{level}: {seat}");
            }
            assert_eq!(told["result"]["reason"], "turn_limit", "{level}: {told}");
        }
    }
}

/// Hashing lets go of Python's lock, so these threads keep every core busy. What they cost is charged, and never makes a
/// match void.
#[test]
fn threads_that_spin_gain_nothing() {
    if !python() {
        return;
    }
    let folder = Folder::new("spinning");
    let turn = "import threading, hashlib; threading.stack_size(1 << 18)\n\
                def spin():\n    while True: hashlib.pbkdf2_hmac('sha256', b'x', b'y', 50000)\n\
                for i in range(50): threading.Thread(target=spin, daemon=True).start()\n\
                time.sleep(600)";
    folder.write("bot.py", &bot("{}", turn));
    for level in levels(&folder) {
        let args = ["play", "golems", anyones_python(), "weak", "--json", "--turn-ms", "500", "--sandbox", &level];
        let seat = report(&folder, folder.run(&args))["seats"][0].clone();
        assert_eq!(seat["faults"][0]["ending"], "late", "{level}: {seat}");
    }
}
