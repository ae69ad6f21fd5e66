//! Bots of the originals, through the real program: started, spoken to in their own way, kept in.

use crate::support::{Folder, fails, ok, played, python, skirmish};
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
    let said = ok(&["play", "infection", &bot, "weak", "--no-replay", "--set", "turn_limit=2"]);
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
