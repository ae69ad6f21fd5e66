//! Bots of the originals, through the real program: started, spoken to in their own way, kept in.

use crate::support::{Folder, fails, files, json_of, ok, played, python, said, skirmish, text};
use serde_json::Value;
use std::net::TcpListener;
use std::path::Path;

/// A seat with one of the bots of these tests.
fn native(prefix: &str, bot: &str, words: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bots").join(bot);
    format!("{prefix}:python3 {} {words}", path.display())
}

fn play(args: &[&str]) -> Value {
    let args = [&["play"], args, &["--json", "--no-replay"]].concat();
    played(|| skirmish(&args))["match"].clone()
}

#[test]
fn footsoldiers_bots_play_over_standard_input_and_output() {
    if !python() {
        return;
    }
    // With a line feed after each state, and without.
    for prefix in ["native", "native+none", "native+newline"] {
        let bot = native(prefix, "native_footsoldiers.py", "");
        let report = play(&["footsoldiers", &bot, "weak", "--no-clock", "--set", "total_turns=30"]);
        assert_eq!(report["result"]["over"], true, "{report}");
        assert_eq!(report["seats"][0]["faults"], serde_json::json!([]), "{report}");
        assert!(report["seats"][0]["requests"].as_u64().unwrap() > 5, "{report}");
    }
}

#[test]
fn infection_bots_play_over_their_own_port() {
    if !python() {
        return;
    }
    let bot = native("native", "native_infection.py", "");
    for players in [[bot.as_str(), "weak"], ["weak", bot.as_str()], [bot.as_str(), bot.as_str()]] {
        let more = ["--no-clock", "--preset", "original", "--set", "turn_limit=8"];
        let report = play(&[&["infection"], &players[..], &more].concat());
        assert_eq!(report["result"]["over"], true, "{report}");
        for seat in 0..2 {
            assert_eq!(report["seats"][seat]["faults"], serde_json::json!([]), "{report}");
        }
    }
}

#[test]
fn what_native_bots_do_wrong_is_judged_like_anything_else() {
    if !python() {
        return;
    }
    let infection = |words: &str| {
        let bot = native("native", "native_infection.py", words);
        play(&["infection", &bot, "weak", "--turn-ms", "2500", "--init-ms", "15000", "--set", "turn_limit=16"])
    };
    for (words, ending) in [("--null", "malformed"), ("--unknown-field=MOVE", "malformed"), ("--crash=MOVE", "crashed")]
    {
        let report = infection(words);
        assert_eq!(report["seats"][0]["faults"][0]["ending"], ending, "{words}: {report}");
        assert_eq!(report["result"]["over"], true, "{words}: {report}");
    }
    // One late answer costs one request: the line that comes after all is not taken for the next.
    let report = infection("--late=MOVE@2");
    let faults = report["seats"][0]["faults"].as_array().unwrap();
    assert_eq!(faults[0]["ending"], "late", "{report}");
    assert!(faults.iter().all(|fault| fault["ending"] == "late"), "{report}");
    assert_eq!(report["result"]["humans_ignored"], false, "{report}");
    let footsoldiers = native("native", "native_footsoldiers.py", "--crash");
    let report = play(&["footsoldiers", &footsoldiers, "weak", "--no-clock", "--set", "total_turns=9"]);
    assert_eq!(
        (&report["result"]["reason"], &report["seats"][0]["restarts"]),
        (&"disqualified".into(), &4.into()),
        "{report}"
    );
}

#[test]
fn a_native_bot_reaches_its_own_port_and_nothing_else() {
    if !python() {
        return;
    }
    let other = TcpListener::bind("127.0.0.1:0").unwrap();
    other.set_nonblocking(true).unwrap();
    let folder = Folder::new("reach");
    let script = format!(
        "import socket, sys\n\
         for host, port, kind in [('127.0.0.1', {port}, socket.SOCK_STREAM), ('127.0.0.1', {port}, socket.SOCK_DGRAM), ('1.1.1.1', 53, socket.SOCK_STREAM)]:\n\
         \x20   try:\n\
         \x20       s = socket.socket(socket.AF_INET, kind)\n\
         \x20       s.settimeout(2)\n\
         \x20       s.connect((host, port))\n\
         \x20       s.send(b'hello')\n\
         \x20       print('REACHED', host, port, kind, file=sys.stderr)\n\
         \x20   except OSError as e:\n\
         \x20       print('refused', e, file=sys.stderr)\n\
         s = socket.create_connection(('localhost', int(sys.argv[-1])), timeout=5)\n\
         print('connected to its own', file=sys.stderr)\n\
         s.makefile().readline()\n",
        port = other.local_addr().unwrap().port()
    );
    folder.write("bot.py", &script);
    let bot = format!("native:python3 {}", folder.file("bot.py").display());
    // It leaves after the first message, which is a failure.
    let said = fails(&["play", "infection", &bot, "weak", "--no-replay", "--set", "turn_limit=2"], 1);
    assert!(said.contains("connected to its own"), "{said}");
    assert!(!said.contains("REACHED 1"), "{said}");
    assert!(other.accept().is_err(), "nobody came to another port");
    // A datagram socket connects to anything without a word being sent; what counts is that nothing arrives.
    assert_eq!(said.matches("refused").count(), 3, "{said}");
}

#[test]
fn settings_and_games_without_a_dialect_are_named() {
    for (game, seat, said) in
        [("golems", "native:true", "no native protocol"), ("footsoldiers", "native+loud:true", "newline")]
    {
        let text = fails(&["play", game, seat, "weak"], 2);
        assert!(text.contains(said), "{text}");
    }
}

#[test]
fn a_bot_that_dies_before_it_connects_says_why_and_is_run_again() {
    if !python() {
        return;
    }
    let folder = Folder::new("dies");
    // More than a pipe holds, so that whoever does not read hangs it.
    folder.write(
        "bot.py",
        "import sys\nprint('x' * 100000)\nprint('going', file=sys.stderr)\nraise ValueError('early')\n",
    );
    let args = ["play", "infection", "native:python3 bot.py", "weak", "--set", "turn_limit=2"];
    let shown = text(&folder.run(&args).stdout);
    for told in ["before it connected to its port: the program ended with exit code 1", "ValueError: early", "rerun"] {
        assert!(shown.contains(told), "{told}: {shown}");
    }
    let capsules = files(&folder, ".capsule.json");
    let told = json_of(&std::fs::read_to_string(&capsules[0]).unwrap());
    assert!(told["stderr"].as_str().unwrap().contains("ValueError: early"), "{told}");
    let capsule = capsules[0].to_str().unwrap();
    let again = folder.run(&["rerun", capsule, "--yes"]);
    assert_eq!(again.status.code(), Some(1), "{}", said(&again));
    assert!(said(&again).contains("exit code 1") && said(&again).contains("ValueError: early"), "{}", said(&again));
    let fixed = folder.run(&["rerun", capsule, &native("native", "native_infection.py", "")]);
    assert_eq!(fixed.status.code(), Some(0), "{}", said(&fixed));
}

#[test]
fn a_failure_of_a_native_bot_is_run_again() {
    if !python() {
        return;
    }
    for (game, script, bad, more) in [
        ("infection", "native_infection.py", "--crash=MOVE@2", ["--set", "turn_limit=8"]),
        ("infection", "native_infection.py", "--null=MOVE@2", ["--set", "turn_limit=8"]),
        ("footsoldiers", "native_footsoldiers.py", "--crash=7", ["--set", "total_turns=9"]),
    ] {
        let folder = Folder::new(&format!("native-{game}{bad}"));
        let bot = native("native", script, bad);
        let args = ["play", game, &bot, "weak", "--json", "--no-clock", more[0], more[1]];
        played(|| folder.run(&args));
        let capsules = files(&folder, ".capsule.json");
        let capsule = capsules[0].to_str().unwrap();
        let again = folder.run(&["rerun", capsule, "--yes", "--no-clock"]);
        assert_eq!(again.status.code(), Some(1), "{bad}: {}", said(&again));
        assert!(said(&again).contains("messages that came before"), "{bad}: {}", said(&again));
        let fixed = folder.run(&["rerun", capsule, &native("native", script, ""), "--no-clock", "--json"]);
        assert_eq!(fixed.status.code(), Some(0), "{bad}: {}", said(&fixed));
        let told = json_of(&text(&fixed.stdout));
        assert!(told["fed_before"].as_u64().unwrap() > 0 && told["answered"].is_string(), "{bad}: {told}");
        std::fs::remove_file(&files(&folder, ".skirmish")[0]).unwrap();
        let open = folder.run(&["rerun", capsule, &native("native", script, "")]);
        assert_eq!(open.status.code(), Some(3), "{bad}: {}", said(&open));
    }
}

#[test]
fn a_folder_holds_a_native_bot_as_well() {
    if !python() {
        return;
    }
    let folder = Folder::new("native-folder");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bots/native_footsoldiers.py");
    folder.write("bot/bot.py", &std::fs::read_to_string(source).unwrap());
    folder.write("bot/skirmish.toml", "run = [\"python3\", \"bot.py\"]\n");
    let more = ["--no-clock", "--json", "--no-replay", "--set", "total_turns=9"];
    for seat in ["native:bot", "native+none:bot"] {
        let report = folder.play(&[&["play", "footsoldiers", seat, "weak"], &more[..]].concat());
        assert_eq!(report["match"]["seats"][0]["fault_count"], 0, "{report}");
    }
    folder.write("empty/readme", "");
    let refused = folder.fails(&["play", "footsoldiers", "native:empty", "weak"], 2);
    assert!(refused.contains("skirmish.toml"), "{refused}");
}

#[test]
fn what_may_help_a_native_bot_is_said() {
    if !python() {
        return;
    }
    // Unquoted, a command is several players.
    let said = fails(&["play", "footsoldiers", "native:python3", "bot.py", "weak"], 2);
    assert!(said.contains("quote it") && said.contains("\"native:python3 bot.py\""), "{said}");
    // Reads on as long as something follows a state, and so never answers.
    let short = ["--turn-ms", "300", "--no-replay", "--set", "total_turns=2"];
    let strict = native("native", "native_footsoldiers.py", "--strict");
    let said = ok(&[&["play", "footsoldiers", &strict, "weak"], &short[..]].concat());
    assert!(said.contains("\"native+none:python3 ") && said.contains("nothing follows a state"), "{said}");
    let fine = native("native+none", "native_footsoldiers.py", "--strict");
    let said = ok(&["play", "footsoldiers", &fine, "weak", "--no-clock", "--no-replay", "--set", "total_turns=2"]);
    assert!(!said.contains("native+none:python3 ...") && !said.contains("did not answer"), "{said}");
    // It has a clock before its first word, too.
    let mute = native("native", "native_footsoldiers.py", "--no-ready");
    let report = play(&["footsoldiers", &mute, "weak", "--init-ms", "300", "--set", "total_turns=2"]);
    assert_eq!(report["seats"][0]["faults"][0]["ending"], "not_started", "{report}");
}

#[test]
fn what_a_native_bot_prints_at_the_end_is_kept() {
    if !python() {
        return;
    }
    let folder = Folder::new("farewell");
    let bot = native("native", "native_infection.py", "");
    let args = ["play", "infection", &bot, "weak", "--json", "--no-clock", "--set", "turn_limit=2"];
    let report = played(|| folder.run(&args));
    let kept = std::fs::read_to_string(folder.file(report["private"][0].as_str().unwrap())).unwrap();
    let last = json_of(kept.lines().last().unwrap());
    // It writes the message of the end to its log.
    assert!(last["request"] == 0 && last["stderr"].as_str().unwrap().contains("forceDisconnected"), "{last}");
}
