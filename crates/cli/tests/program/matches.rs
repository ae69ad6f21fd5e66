//! What an author of a bot needs beside a match: capsules, reruns, forks, fair matches, attaching, building, logs.
//!
//! The bots are lines of Python in a folder of their own; without Python these tests are skipped loudly.

use crate::support::{Folder, bot, files, json_of, python, said, text};
use serde_json::Value;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

#[test]
fn a_failure_leaves_a_capsule_that_can_be_run_again() {
    if !python() {
        return;
    }
    let folder = Folder::new("capsule");
    // It remembers: alone, the last message does not make it fail.
    let failing =
        bot("{}", "print('thinking about', message['turn'], file=sys.stderr)\nif n == 3: raise ValueError('three')");
    folder.write("bot.py", &failing);
    let report = folder.play(&["play", "golems", "python3 bot.py", "weak", "--json"]);
    assert_eq!(report["match"]["result"]["forfeit_reason"], "crash", "{report}");
    let [capsule] = &files(&folder, ".capsule.json")[..] else { panic!("one capsule: {report}") };
    assert_eq!(report["capsules"].as_array().unwrap().len(), 1);
    let told: Value = serde_json::from_str(&std::fs::read_to_string(capsule).unwrap()).unwrap();
    assert_eq!((&told["ending"]["ending"], &told["ending"]["exit"]), (&"crashed".into(), &1.into()), "{told}");
    let sent: Value = serde_json::from_str(told["sent"].as_str().unwrap()).unwrap();
    assert_eq!((&sent["type"], &sent["request"]), (&"turn".into(), &3.into()));
    assert!(told["stderr"].as_str().unwrap().contains("ValueError: three"), "{told}");

    let capsule = capsule.to_str().unwrap();
    let again = folder.run(&["rerun", capsule, "--yes"]);
    let said = text(&again.stdout);
    assert_eq!(again.status.code(), Some(1), "{said}{}", text(&again.stderr));
    assert!(said.contains("exit code 1") && said.contains("ValueError: three"), "{said}");
    assert!(said.contains("after the 2 messages that came before"), "{said}");
    let alone = folder.run(&["rerun", capsule, "--only", "--json", "--yes"]);
    assert_eq!(alone.status.code(), Some(0), "{}", text(&alone.stderr));
    let alone: Value = serde_json::from_slice(&alone.stdout).unwrap();
    assert_eq!((&alone["fails"], &alone["fed_before"]), (&false.into(), &0.into()), "{alone}");

    folder.write("fixed.py", &bot("{}", "pass"));
    let fixed = folder.run(&["rerun", capsule, "python3 fixed.py"]);
    assert_eq!(fixed.status.code(), Some(0), "{}{}", text(&fixed.stdout), text(&fixed.stderr));
    assert!(text(&fixed.stdout).contains("it answers"));
    let no = folder.run(&["rerun", "no-such.capsule.json"]);
    assert_eq!(no.status.code(), Some(2));
    folder.write("bad.capsule.json", "{\"capsule\":1}");
    assert_eq!(folder.run(&["rerun", "bad.capsule.json"]).status.code(), Some(2));
}

#[test]
fn a_failure_is_not_called_mended_without_what_came_before_it() {
    if !python() {
        return;
    }
    let folder = Folder::new("history");
    folder.write("bot.py", &bot("{}", "if n == 3: raise ValueError('three')"));
    folder.play(&["play", "golems", "python3 bot.py", "weak", "--json", "--set", "max_turns=8"]);
    let ([capsule], [replay]) = (&files(&folder, ".capsule.json")[..], &files(&folder, ".skirmish")[..]) else {
        panic!("one capsule and one replay")
    };
    // By a relative path from somewhere else, too, its replay lies beside it.
    folder.write("elsewhere/note", "");
    let from = |place: &str, args: &[&str]| folder.command(args).current_dir(folder.file(place)).output().unwrap();
    let name = capsule.file_name().unwrap().to_str().unwrap();
    for (place, path) in [("elsewhere", format!("../replays/{name}")), ("replays", name.into())] {
        let again = from(place, &["rerun", &path, "--yes"]);
        assert_eq!(again.status.code(), Some(1), "{}", said(&again));
        assert!(said(&again).contains("after the 2 messages that came before"), "{}", said(&again));
    }
    // Without the replay, or with that of another match, nothing is decided.
    let undecided = |why: &str| {
        let open = from(".", &["rerun", capsule.to_str().unwrap(), "--yes"]);
        assert_eq!(open.status.code(), Some(3), "{}", said(&open));
        let told = text(&open.stderr);
        assert!(told.contains("not decided") && told.contains(why) && told.contains("--only"), "{told}");
        let open = from(".", &["rerun", capsule.to_str().unwrap(), "--yes", "--json"]);
        assert_eq!(open.status.code(), Some(3), "{}", said(&open));
        let told: Value = serde_json::from_slice(&open.stdout).unwrap();
        assert!(told["fails"].is_null() && told["missing"].as_str().unwrap().contains(why), "{told}");
    };
    std::fs::rename(replay, folder.file("kept")).unwrap();
    undecided("there is no ");
    let path = replay.to_str().unwrap();
    folder.play(&["play", "golems", "--json", "--seed", "99", "--record", path, "--set", "max_turns=8"]);
    undecided("another match");
    std::fs::write(replay, "no replay").unwrap();
    undecided(replay.file_name().unwrap().to_str().unwrap());
    std::fs::remove_file(replay).unwrap();
    folder.play(&["play", "infection", "--json", "--record", path, "--set", "turn_limit=3"]);
    undecided("no seat p0");
    let alone = from(".", &["rerun", capsule.to_str().unwrap(), "--yes", "--only"]);
    assert_eq!(alone.status.code(), Some(0), "{}", said(&alone));
    assert!(text(&alone.stdout).contains("nothing was sent before it"), "{}", said(&alone));
    std::fs::rename(folder.file("kept"), replay).unwrap();
    assert_eq!(from(".", &["rerun", capsule.to_str().unwrap(), "--yes"]).status.code(), Some(1));
}

#[test]
fn two_games_get_two_names() {
    let folder = Folder::new("two-names");
    let play = ["play", "golems", "--swap", "--json", "--record", "x.skirmish", "--set", "max_turns=6"];
    let fair = folder.play(&play);
    for (game, name) in [(0, "x-1.skirmish"), (1, "x-2.skirmish")] {
        assert_eq!(fair["games"][game]["replay"], name, "{fair}");
        assert_eq!(folder.run(&["replay", "verify", name]).status.code(), Some(0));
    }
    assert!(!folder.file("x.skirmish").exists());
    // If either is taken, not even the first game is played.
    for (taken, free) in [("x-1.skirmish", "x-2.skirmish"), ("x-2.skirmish", "x-1.skirmish")] {
        std::fs::remove_file(folder.file(free)).unwrap();
        let refused = folder.fails(&play, 2);
        assert!(refused.contains(taken), "{refused}");
        assert!(!folder.file(free).exists());
        std::fs::copy(folder.file(taken), folder.file(free)).unwrap();
    }
}

#[test]
fn a_match_that_counts_gets_the_name_that_was_asked_for() {
    if !python() {
        return;
    }
    let folder = Folder::new("void-name");
    let sleeps = "if n == 3:\n    print('now', file=sys.stderr, flush=True)\n    time.sleep(600)";
    folder.write("bot.py", &bot("{}", sleeps));
    let args =
        ["play", "golems", "python3 bot.py", "weak", "--turn-ms", "3000", "--record", "x.skirmish", "--log", "--json"];
    let mut play = folder.command(&args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut told = BufReader::new(play.stderr.take().unwrap()).lines();
    assert!(told.any(|line| line.unwrap() == "p0| now"), "the log is shown as it comes");
    // The bot's guard vanishes in the first try, which is nobody's fault.
    let killed = Command::new("pkill").args(["-KILL", "-P", &play.id().to_string()]).status().unwrap();
    assert!(killed.success());
    let output = std::thread::spawn(move || told.map_while(Result::ok).collect::<Vec<_>>());
    let mut report = String::new();
    std::io::Read::read_to_string(&mut play.stdout.take().unwrap(), &mut report).unwrap();
    play.wait().unwrap();
    let (report, log) = (crate::support::json_of(&report), output.join().unwrap());
    assert_eq!(report["replay"], "x.skirmish", "{report} {log:?}");
    let void = |name: &str| crate::support::json_of(&folder.ok(&["replay", "info", name, "--json"]))["void"].clone();
    assert!(void("x-void.skirmish").is_string(), "{log:?}");
    assert_eq!(void("x.skirmish"), report["match"]["void"], "{log:?}");
    assert!(folder.file("x-void.p0.private.jsonl").exists() && folder.file("x.p0.private.jsonl").exists());
}

#[test]
fn what_a_bot_did_wrong_without_failing_is_counted_and_kept() {
    if !python() {
        return;
    }
    let folder = Folder::new("tally");
    let turn = "print('in turn', message['turn'], file=sys.stderr)\n\
                notes = [{'text': 'a note'}]\n\
                actions = [{'do': 'move', 'unit': 999, 'x': 1, 'y': 1}]\n\
                if n == 2: actions.append({'do': 'fly', 'wings': 2})\n\
                if n == 3: notes.append({'exception': 'ValueError: three'})";
    folder.write("bot.py", &(bot("{}", turn) + "print('last words', file=sys.stderr)\n"));
    let args = ["play", "golems", "python3 bot.py", "weak", "--set", "max_turns=6", "--no-clock"];
    let report = folder.play(&[&args[..], &["--json"]].concat());
    let seat = &report["match"]["seats"][0];
    assert_eq!((&seat["exceptions"], &seat["notes"]), (&1.into(), &3.into()), "{seat}");
    assert_eq!(seat["first_exception"]["message"], "ValueError: three", "{seat}");
    assert_eq!(seat["rejected"], serde_json::json!({"no_such_unit": 3, "unknown_action": 1}), "{seat}");
    let private = report["private"][0].as_str().unwrap();
    let kept = std::fs::read_to_string(folder.file(private)).unwrap();
    let lines: Vec<Value> = kept.lines().map(crate::support::json_of).collect();
    assert!(lines[1]["said"].as_str().unwrap().contains(r#""wings": 2"#), "{kept}");
    assert!(lines[0].get("said").is_none() && lines[2].get("said").is_none(), "{kept}");
    assert_eq!((&lines[3]["request"], &lines[3]["stderr"]), (&0.into(), &"last words\n".into()), "{kept}");
    let shown = folder.ok(&args);
    for told in [
        "its code failed in 1 of 3 answers",
        "first in turn 5: ValueError: three",
        "4 of its actions were refused: no_such_unit 3, unknown_action 1",
        "and 3 notes, turn by turn: replays/",
        "    last words",
    ] {
        assert!(shown.contains(told), "{told}: {shown}");
    }
    let logged = folder.run(&[&args[..], &["--log"]].concat());
    assert!(text(&logged.stderr).contains("p0| in turn 1\np0| in turn 3\n"), "{}", said(&logged));
    let checked = folder.fails(&["check", "python3 bot.py", "golems"], 1);
    assert!(checked.contains("its code failed, and its kit answered without orders: ValueError: three"), "{checked}");
    // An answer that is none is kept, too.
    folder.write("bad.py", &bot("{}", "if n == 2: print('{\"type\":\"orders\",', flush=True)"));
    let report = folder.play(&["play", "golems", "python3 bad.py", "weak", "--json", "--no-clock"]);
    let kept = std::fs::read_to_string(folder.file(report["private"][0].as_str().unwrap())).unwrap();
    assert!(kept.contains(r#""said":"{\"type\":\"orders\",""#), "{kept}");
}

#[test]
fn a_bot_that_was_started_again_is_fed_what_its_last_process_was_sent() {
    if !python() {
        return;
    }
    let folder = Folder::new("restarted");
    folder.write("bot.py", &bot("{}", "if n == 3: raise ValueError(message['request'])"));
    folder.write("fixed.py", &bot("{}", "pass"));
    let report = folder.play(&["play", "footsoldiers", "python3 bot.py", "weak", "--json"]);
    let capsules = files(&folder, ".capsule.json");
    let told = |path: &Path| -> Value { serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap() };
    let Some(second) = capsules.iter().find(|path| told(path)["request"] == 6) else {
        panic!("it failed again as soon as it was started again: {report}")
    };
    let again = folder.run(&["rerun", second.to_str().unwrap(), "--yes"]);
    let said = text(&again.stdout);
    assert_eq!(again.status.code(), Some(1), "{said}{}", text(&again.stderr));
    assert!(said.contains("after the 2 messages that came before") && said.contains("ValueError: 6"), "{said}");

    // The request it failed on is one to be compared, and every message has the number it had.
    let replay = report["replay"].as_str().unwrap();
    let fixed = folder.run(&["rerun", replay, "--seat", "player1", "python3 fixed.py", "--json", "--all"]);
    let lines: Vec<Value> = text(&fixed.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let requests: Vec<u64> = lines.iter().filter_map(|line| line["request"].as_u64()).collect();
    let failed = report["match"]["seats"][0]["faults"].as_array().unwrap();
    let failed: Vec<u64> = failed.iter().map(|fault| fault["request"].as_u64().unwrap()).collect();
    assert_eq!((&requests[..2], &requests), (&[3, 6][..], &failed), "{lines:?}");
    assert_eq!((&lines[0]["then"], &lines[0]["now"]), (&"crashed".into(), &serde_json::json!([])), "{lines:?}");
    assert_eq!(lines.last().unwrap()["requests"], report["match"]["seats"][0]["requests"], "{lines:?}");
}

#[test]
fn a_new_version_is_compared_on_the_old_messages() {
    if !python() {
        return;
    }
    let folder = Folder::new("rerun");
    let version = |turn: i64| {
        let decide = format!(
            "unit = next((u for u in message['view']['units'] if u['owner'] == message['view']['you']), None)\n\
             if unit and message['turn'] >= {turn}: actions = [{{'do': 'attack', 'unit': unit['id'], 'x': unit['x'], 'y': unit['y'] + 1}}]"
        );
        bot("{}", &decide)
    };
    folder.write("one.py", &version(5));
    folder.write("two.py", &version(9));
    let report =
        folder.play(&["play", "golems", "python3 one.py", "weak", "--json", "--set", "max_turns=12", "--seed", "1"]);
    assert_eq!(report["match"]["seats"][0]["faults"], serde_json::json!([]), "{report}");
    let replay = report["replay"].as_str().unwrap();
    let same = folder.run(&["rerun", replay, "--seat", "p0", "python3 one.py"]);
    assert_eq!(same.status.code(), Some(0), "{}{}", text(&same.stdout), text(&same.stderr));
    assert!(text(&same.stdout).contains("decides the same"));
    let other = folder.run(&["rerun", replay, "--seat", "p0", "python3 two.py", "--json"]);
    assert_eq!(other.status.code(), Some(1));
    let first: Value = serde_json::from_str(text(&other.stdout).lines().next().unwrap()).unwrap();
    assert_eq!((&first["turn"], &first["now"]), (&5.into(), &serde_json::json!([])), "{first}");
    assert_eq!(first["then"][0]["do"], "attack");
    let wrong = folder.run(&["rerun", replay, "--seat", "p7", "python3 two.py"]);
    assert!(text(&wrong.stderr).contains("p0, p1"), "{}", text(&wrong.stderr));
    // Recorded orders on both seats give the same match.
    let taped = folder.play(&[
        "play",
        "golems",
        &format!("replay:{replay}#p0"),
        &format!("replay:{replay}#p1"),
        "--json",
        "--set",
        "max_turns=12",
        "--seed",
        "1",
    ]);
    assert_eq!(taped["match"]["result"], report["match"]["result"]);
}

#[test]
fn a_match_is_played_on_from_any_turn() {
    let folder = Folder::new("fork");
    for game in ["outbreak", "infection", "golems", "footsoldiers", "zords"] {
        let report = folder.play(&["play", game, "--json"]);
        let replay = report["replay"].as_str().unwrap();
        // The same players from the same turn on: deterministic bots need not decide the same after a fresh start.
        let forked = folder.play(&["fork", replay, "--turn", "3", "strong", "weak", "--json"]);
        assert_eq!(forked["match"]["result"]["over"], true, "{game}: {forked}");
        assert_eq!(forked["forked"]["turn"], 3);
        let again = forked["replay"].as_str().unwrap();
        assert_ne!(again, replay);
        // The new match names the old one by its own name, whatever files are called.
        let [old, new] = [replay, again].map(|file| json_of(&folder.ok(&["replay", "info", file, "--json"])));
        assert_eq!(old["forked"], Value::Null, "{game}");
        // Turns of zords are far apart: the first one at or after that is due.
        assert!(new["forked"]["turn"].as_i64() >= Some(3), "{game}: {new}");
        assert!(replay.contains(new["forked"]["match"].as_str().unwrap()), "{game}: {new}");
        assert_eq!(folder.run(&["replay", "verify", again]).status.code(), Some(0), "{game}");
        let beyond = folder.run(&["fork", replay, "--turn", "999999"]);
        assert_eq!(beyond.status.code(), Some(2));
        assert!(text(&beyond.stderr).contains("999999"), "{}", text(&beyond.stderr));
    }
}

#[test]
fn a_fair_match_swaps_the_seats_and_a_series_keeps_the_program() {
    if !python() {
        return;
    }
    let folder = Folder::new("swap");
    folder.write("bot.py", &bot("{'series': True}", "print('game', games, file=sys.stderr)"));
    let args = ["play", "golems", "python3 bot.py", "weak", "--swap", "--json", "--set", "max_turns=6"];
    let fair = folder.play(&args);
    let seats = |game: usize| [0, 1].map(|seat| fair["games"][game]["match"]["seats"][seat]["player"].clone());
    assert_eq!(seats(0), ["python3 bot.py", "weak"].map(Value::from), "{fair}");
    assert_eq!(seats(1), ["weak", "python3 bot.py"].map(Value::from), "{fair}");
    assert_eq!(fair["players"].as_array().unwrap().len(), 2);
    assert_eq!(fair["games"][1]["match"]["seats"][1]["stayed"], false);
    let mut series = args.to_vec();
    series.push("--series");
    let fair = folder.play(&series);
    assert_eq!(fair["games"][1]["match"]["seats"][1]["stayed"], true, "{fair}");
    let logs = files(&folder, "p1.private.jsonl");
    let logs: Vec<String> = logs.iter().map(|log| std::fs::read_to_string(log).unwrap()).collect();
    assert!(logs.iter().any(|log| log.contains("game 2")), "{logs:?}");
}

#[test]
fn logs_and_notes_lie_beside_the_replay_turn_by_turn() {
    if !python() {
        return;
    }
    let folder = Folder::new("notes");
    folder.write(
        "bot.py",
        &bot("{}", "print('turn', message['turn'], file=sys.stderr)\nnotes = [{'text': 'at ' + str(n)}]"),
    );
    let report = folder.play(&["play", "golems", "python3 bot.py", "weak", "--json", "--set", "max_turns=6"]);
    let [private] = &files(&folder, "p0.private.jsonl")[..] else { panic!("one private file") };
    let lines: Vec<Value> =
        std::fs::read_to_string(private).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 3, "{lines:?}");
    for (i, line) in lines.iter().enumerate() {
        assert_eq!(line["request"], i + 1);
        assert_eq!(line["stderr"], format!("turn {}\n", 2 * i + 1), "each turn has its own log: {lines:?}");
        assert_eq!(line["notes"][0]["text"], format!("at {}", i + 1));
    }
    use std::os::unix::fs::PermissionsExt;
    assert_eq!(private.metadata().unwrap().permissions().mode() & 0o077, 0, "for its owner alone");
    let exported = folder.run(&["replay", "export", report["replay"].as_str().unwrap()]);
    assert!(exported.status.success() && !text(&exported.stdout).contains("at 1"), "private things are not exported");
}

#[test]
fn a_folder_is_built_once_and_played() {
    if !python() {
        return;
    }
    let folder = Folder::new("build");
    folder.write("good/bot.py", &bot("{}", "pass"));
    let manifest = "name = \"x\"\nbuild = [\"sh\", \"-c\", \"cp bot.py $OUT/built.py; echo built >> $OUT/log\"]\nrun = [\"python3\", \"$OUT/built.py\"]\ngames = [\"golems\"]\n";
    folder.write("good/skirmish.toml", manifest);
    let args = ["play", "golems", "good", "weak", "--json", "--set", "max_turns=6"];
    for _ in 0..2 {
        let report = folder.play(&args);
        assert_eq!(report["match"]["seats"][0]["faults"], serde_json::json!([]), "{report}");
        assert_eq!(report["match"]["seats"][0]["name"], "scripted");
    }
    let builds: Vec<_> = std::fs::read_dir(folder.0.join(".cache/skirmish/builds")).unwrap().collect();
    assert_eq!(builds.len(), 1, "the same files are built once");
    folder.write("good/bot.py", &(bot("{}", "pass") + "# changed\n"));
    folder.play(&args);
    assert_eq!(std::fs::read_dir(folder.0.join(".cache/skirmish/builds")).unwrap().count(), 2);

    folder.write(
        "bad/skirmish.toml",
        "build = [\"sh\", \"-c\", \"echo line 17 is wrong >&2; exit 3\"]\nrun = [\"true\"]\n",
    );
    let failed = folder.run(&["play", "golems", "bad", "weak"]);
    let said = text(&failed.stderr);
    assert_eq!(failed.status.code(), Some(2), "{said}");
    assert!(said.contains("line 17 is wrong") && said.contains("exit code 3"), "{said}");
    folder.write("worse/skirmish.toml", "rum = 1");
    assert!(text(&folder.run(&["play", "golems", "worse", "weak"]).stderr).contains("rum"));
    folder.write("empty/readme", "");
    assert!(text(&folder.run(&["play", "golems", "empty", "weak"]).stderr).contains("skirmish new"));
}

#[test]
fn a_bot_started_elsewhere_takes_a_seat() {
    if !python() {
        return;
    }
    let folder = Folder::new("attach");
    folder.write("bot.py", &bot("{}", "pass"));
    let mut waiting = folder
        .command(&["play", "golems", "attach", "weak", "--json", "--set", "max_turns=6"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut told = BufReader::new(waiting.stderr.take().unwrap());
    let mut ticket = String::new();
    while !ticket.contains("SKIRMISH_ATTACH=") {
        ticket.clear();
        assert!(told.read_line(&mut ticket).unwrap() > 0, "it says how to join");
    }
    let attached = folder.run(&["attach", "python3", "bot.py"]);
    assert_eq!(attached.status.code(), Some(0), "{}", text(&attached.stderr));
    let output = waiting.wait_with_output().unwrap();
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["match"]["seats"][0]["name"], "scripted", "{report}");
    assert_eq!(report["match"]["seats"][0]["requests"], 3, "{report}");
    let nobody = folder.run(&["attach", "python3", "bot.py"]);
    assert_eq!(nobody.status.code(), Some(2));
    assert!(text(&nobody.stderr).contains("no match is waiting"), "{}", text(&nobody.stderr));
}

#[test]
fn a_bot_is_checked_and_told_what_is_wrong() {
    if !python() {
        return;
    }
    let folder = Folder::new("check");
    folder.write("good.py", &bot("{'series': True}", "pass"));
    let good = folder.run(&["check", "python3 good.py", "golems", "zords", "outbreak"]);
    assert_eq!(good.status.code(), Some(0), "{}{}", text(&good.stdout), text(&good.stderr));
    // Takes the first unit without asking whether there is one, and answers with a number of its own counting.
    let careless = "unit = message['view']['zords'][0]\nmessage['request'] = n if message['rejected'] == [] else 0";
    folder.write("bad.py", &bot("{}", careless));
    let bad = folder.run(&["check", "python3 bad.py", "zords", "--json"]);
    assert_eq!(bad.status.code(), Some(1));
    let verdicts: Vec<Value> = text(&bad.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let why = |case: &str| {
        let failed = |v: &&Value| v["case"] == case && v["seat"] == "p1";
        verdicts.iter().find(failed).unwrap_or_else(|| panic!("{case}: {verdicts:?}")).clone()
    };
    assert_eq!(why("a rejected action")["verdict"], "failed", "{verdicts:?}");
    assert!(why("a rejected action")["why"].as_str().unwrap().contains("rejected"), "{verdicts:?}");
    assert_eq!(why("a second game")["verdict"], "skipped", "{verdicts:?}");
    let unnamed = folder.run(&["check", "python3 good.py"]);
    assert!(text(&unnamed.stderr).contains("golems"), "{}", text(&unnamed.stderr));
}

#[test]
fn ctrl_c_keeps_what_there_is_and_leaves_no_process() {
    if !python() {
        return;
    }
    let folder = Folder::new("interrupt");
    let mark = format!("mark-{}", std::process::id());
    folder.write("bot.py", &format!("# {mark}\n{}", bot("{}", "time.sleep(600 if n > 3 else 0)")));
    let child = folder
        .command(&["play", "golems", &format!("python3 bot.py {mark}"), "weak", "--json", "--no-clock"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let begun = Instant::now();
    while processes(&mark) == 0 || files(&folder, ".skirmish").is_empty() {
        assert!(begun.elapsed() < Duration::from_secs(30), "the bot runs");
        std::thread::sleep(Duration::from_millis(20));
    }
    std::thread::sleep(Duration::from_millis(700));
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["match"]["void"], "interrupted");
    assert_eq!(processes(&mark), 0, "nothing is left running");
    let replay = report["replay"].as_str().unwrap();
    let info = folder.run(&["replay", "info", replay, "--json"]);
    assert!(info.status.success(), "{}", text(&info.stderr));
    assert!(report["match"]["steps"].as_u64().unwrap() >= 6, "{report}");
}

/// How many bots with this word in their command line live. The program that plays, and a guard, have it elsewhere.
fn processes(mark: &str) -> usize {
    let all = std::fs::read_dir("/proc").into_iter().flatten();
    let lines = all.filter_map(|entry| std::fs::read(entry.ok()?.path().join("cmdline")).ok());
    let words = lines.map(|line| text(&line).split('\0').map(str::to_string).collect::<Vec<_>>());
    words.filter(|words| words.iter().any(|word| word == mark)).count()
}

#[test]
fn what_cannot_be_seated_is_said() {
    let folder = Folder::new("spelled");
    for (args, said) in [
        (&["play", "golems", "native:true", "weak"][..], "no native protocol"),
        (&["play", "golems", "replay:none.skirmish#p0", "weak"], "none.skirmish"),
        (&["play", "golems", "replay:none.skirmish", "weak"], "which seat"),
        (&["play", "golems", "weak"], "2 seats"),
        (&["play", "golems", "builtin:best", "weak"], "strong"),
        (&["play", "golems", "weak", "weak", "--turn-ms", "0"], "at least 1 ms"),
        (&["fork", "none.skirmish", "--turn", "1"], "none.skirmish"),
        (&["check", "builtin:weak", "golems"], "must be a program"),
    ] {
        let output = folder.run(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {}", text(&output.stderr));
        assert!(text(&output.stderr).contains(said), "{args:?}: {}", text(&output.stderr));
    }
    assert!(!Path::new(&folder.0.join("replays")).exists(), "nothing was written");
}
