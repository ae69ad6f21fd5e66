//! Bots that decide by numbers, through the real program: good ones in every game, and all the ways to do it wrong.

use crate::support::{Folder, GAMES, SKIRMISH};
use serde_json::Value;

/// A bot without numpy. Its layout is the one that untrained weights tell; `{decide}` makes a number of `legal`.
const BOT: &str = r#"
import base64, json, sys, time

layout = json.load(open("about.json"))["key"]
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({ready}), flush=True)
    elif message["type"] == "decide":
        legal = [i for i, byte in enumerate(base64.b64decode(message["mask"])) if byte]
        number = {decide}
        said = {"type": "decision", "request": message["request"], "decision": message["decision"], "number": number}
        print(json.dumps(said), flush=True)
    elif message["type"] == "end":
        break
"#;

const READY: &str = r#"{"type": "ready", "want": ["decisions"], "layout": layout, "arrays": ["globals"]}"#;

/// Chooses an action sooner than an end.
const LAST: &str = "legal[-1]";

/// A bot in a folder of its own, for a game.
fn bot(folder: &Folder, game: &str, ready: &str, decide: &str) {
    let _ = std::fs::remove_dir_all(folder.file("bot"));
    folder.ok(&["new", game, "--lang", "policy", "bot"]);
    let about = folder.ok(&["policy", "bot/weights.npz", "--about", "--json"]);
    folder.write("bot/about.json", &about);
    folder.write("bot/bot.py", &BOT.replace("{ready}", ready).replace("{decide}", decide));
}

fn play(folder: &Folder, game: &str, more: &[&str]) -> Value {
    let _ = std::fs::remove_file(folder.file("match.skirmish"));
    folder.play(&[&["play", game, "bot", "weak", "--json"], more].concat())["match"].clone()
}

#[test]
fn numbers_are_orders_in_every_game() {
    let folder = Folder::new("decisions");
    for game in GAMES {
        // In `outbreak` the last number calls air drops for ever.
        bot(&folder, game, READY, if game == "outbreak" { "legal[len(legal) // 2]" } else { LAST });
        let short: &[&str] = match game {
            "outbreak" => &["--set", "max_turns=20"],
            "infection" => &["--set", "turn_limit=12"],
            "golems" => &["--set", "max_turns=20"],
            "footsoldiers" => &["--set", "total_turns=20"],
            _ => &["--set", "days=2", "--map", "duel"],
        };
        let report = play(&folder, game, &[short, &["--record", "match.skirmish"]].concat());
        let seat = &report["seats"][0];
        assert_eq!((&seat["ending"], &seat["fault_count"]), (&Value::from("finished"), &Value::from(0)), "{report}");
        assert!(seat["requests"].as_u64() > Some(1), "{report}");
        folder.ok(&["replay", "verify", "match.skirmish"]);
        let name = seat["seat"].as_str().unwrap();
        let again = folder.ok(&["rerun", "match.skirmish", "bot", "--seat", name, "--json"]);
        let again: Value = serde_json::from_str(again.trim().lines().last().unwrap()).unwrap();
        assert_eq!((&again["differ"], &again["requests"]), (&Value::from(0), &seat["requests"]), "{again}");
    }
}

#[test]
fn wrong_numbers_are_named_and_can_be_run_again() {
    let folder = Folder::new("wrong-numbers");
    let third = |decide: &str| format!("{decide} if message[\"request\"] >= 3 and message[\"decision\"] else {LAST}");
    for (decide, ending, said) in [
        ("1000000", "malformed", "not in the mask"),
        ("-1", "malformed", "invalid value"),
        ("\"one\"", "malformed", "invalid type"),
        ("sys.exit(3)", "crashed", "exit code 3"),
        ("time.sleep(60) or 0", "late", "late"),
        ("print(\"no decision\") or 0", "malformed", "no decision"),
    ] {
        bot(&folder, "golems", READY, &third(decide));
        let report = play(&folder, "golems", &["--turn-ms", "1000", "--record", "match.skirmish"]);
        let fault = &report["seats"][0]["faults"][0];
        assert_eq!(fault["ending"], ending, "{decide}: {report}");
        assert!(fault["message"].as_str().unwrap().contains(said), "{decide}: {fault}");
        let capsules =
            std::fs::read_dir(&folder.0).unwrap().filter_map(|entry| entry.unwrap().file_name().into_string().ok());
        let capsule =
            capsules.filter(|name| name.ends_with(".capsule.json")).max().expect("a failure leaves a capsule");
        let text = std::fs::read_to_string(folder.file(&capsule)).unwrap();
        let kept: Value = serde_json::from_str(&text).unwrap();
        assert!(kept["sent"].as_str().unwrap().contains("\"view\""), "the whole request can be sent again");
        let again = folder.fails(&["rerun", &capsule, "bot"], 1);
        assert!(again.contains(said), "{decide}: {again}");
        std::fs::remove_file(folder.file(&capsule)).unwrap();
    }
}

#[test]
fn layouts_that_do_not_fit_are_refused_at_once() {
    let folder = Folder::new("misfits");
    for (ready, said) in [
        (READY.replace("layout, ", "{**layout, \"layout\": 99}, "), "version 99 of the arrays"),
        (READY.replace("layout, ", "{**layout, \"game\": \"zords\"}, "), "for zords, and this is golems"),
        (READY.replace("\"globals\"", "\"global\""), "did you mean \\\"globals\\\""),
        (READY.replace("\"layout\": layout, ", ""), "\\\"layout\\\" is missing"),
    ] {
        bot(&folder, "golems", &ready, LAST);
        let report = play(&folder, "golems", &["--no-replay"]);
        assert_eq!(report["seats"][0]["ending"], "not_started", "{report}");
        assert!(report.to_string().contains(said), "{said}: {report}");
    }
    // A board that the arrays have no room for is known when it is seen.
    bot(
        &folder,
        "golems",
        &READY.replace("layout, ", "{**layout, \"scope\": {**layout[\"scope\"], \"width\": 4}}, "),
        LAST,
    );
    let report = play(&folder, "golems", &["--no-replay"]);
    let message = report["seats"][0]["faults"][0]["message"].as_str().unwrap_or_default().to_string();
    assert!(message.contains("the arrays have room for 4 x"), "{report}");
    assert!(report["seats"][0]["time_ms"].as_u64() < Some(1000), "nobody waits for an answer: {report}");
}

#[test]
fn weights_play_in_the_sandbox_and_are_compared_like_any_bot() {
    let folder = Folder::new("weights");
    folder.ok(&["new", "golems", "--lang", "policy", "kit", "--name", "my \"weights\""]);
    let bot = format!("{SKIRMISH} policy kit/weights.npz");
    let told = folder.play(&["play", "golems", &bot, "weak", "--json", "--seed", "5"]);
    assert_eq!(told["match"]["seats"][0]["ending"], "finished", "{told}");
    assert!(told["match"]["seats"][0]["requests"].as_u64() > Some(5), "{told}");
    // They draw from the seat's own number, so the same seed makes the same game.
    let again = folder.play(&["play", "golems", &bot, "weak", "--json", "--seed", "5"]);
    assert_eq!(told["match"]["result"], again["match"]["result"]);
    let bad = folder.fails(&["policy", "kit/bot.py"], 2);
    assert!(bad.contains("numpy.savez"), "{bad}");
    let short = folder.file("kit/short.npz");
    let bytes = std::fs::read(folder.file("kit/weights.npz")).unwrap();
    std::fs::write(&short, &bytes[..bytes.len() / 2]).unwrap();
    folder.fails(&["new", "golems", "--lang", "policy", "--weights", "kit/short.npz", "other"], 2);
    assert!(!folder.file("other").exists(), "nothing is written that does not work");
    let bad = folder.fails(&["new", "zords", "--lang", "policy", "--weights", "kit/weights.npz", "other"], 2);
    assert!(bad.contains("for golems, not for zords"), "{bad}");
}
