//! What a bot must not know: the seed of its match, until the match is over.

use crate::support::{Folder, bot, files, python};
use serde_json::Value;

/// A bot that writes down its greetings.
fn listener() -> String {
    bot("(print(line.strip(), file=sys.stderr) or {'series': True})", "pass")
}

/// The greetings that a match's bot on `seat` wrote down, and the match.
fn greetings(folder: &Folder, more: &[&str]) -> (Value, Vec<Value>) {
    let args = [&["play", "golems", "python3 bot.py", "weak", "--json", "--set", "max_turns=4"], more].concat();
    let before = files(folder, ".private.jsonl");
    let report = folder.play(&args);
    let mut heard = Vec::new();
    for path in files(folder, ".private.jsonl").iter().filter(|path| !before.contains(path)) {
        let log = std::fs::read_to_string(path).unwrap();
        for line in log.lines() {
            let private: Value = serde_json::from_str(line).unwrap();
            let said = private["stderr"].as_str().unwrap_or_default();
            heard.extend(said.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()));
        }
    }
    assert!(!heard.is_empty(), "{report}");
    (report, heard)
}

#[test]
fn a_seed_that_nobody_named_is_drawn_and_told_at_the_end_alone() {
    if !python() {
        return;
    }
    let folder = Folder::new("secret");
    folder.write("bot.py", &listener());
    let (one, first) = greetings(&folder, &[]);
    let (two, second) = greetings(&folder, &[]);
    let seed = |report: &Value| report["match"]["seed"].as_u64().unwrap();
    assert_ne!(seed(&one), seed(&two));
    assert!([&one, &two].iter().any(|report| seed(report) > u64::from(u32::MAX)), "{one} {two}");
    for (report, heard) in [(&one, &first), (&two, &second)] {
        let told = heard[0].to_string();
        assert!(!told.contains(&seed(report).to_string()), "{told}");
        assert!(!report["replay"].as_str().unwrap().contains(&seed(report).to_string()), "{report}");
        assert!(report["replay"].as_str().unwrap().contains(heard[0]["match"].as_str().unwrap()), "{report}");
    }
    // The seed is all it takes to play the same match again; its name is another.
    let named = seed(&one).to_string();
    let (again, third) = greetings(&folder, &["--seed", &named]);
    assert_eq!((&again["match"]["result"], &third[0]["random"]), (&one["match"]["result"], &first[0]["random"]));
    assert_ne!(third[0]["match"], first[0]["match"]);
}

/// Whoever stays for the second game, or hears of the first, knows nothing of the other's number.
#[test]
fn the_games_of_a_series_have_seeds_of_their_own() {
    if !python() {
        return;
    }
    let folder = Folder::new("master");
    folder.write("bot.py", &listener());
    let (fair, heard) = greetings(&folder, &["--swap", "--series", "--seed", "7"]);
    let seeds = [0, 1].map(|game| fair["games"][game]["match"]["seed"].as_u64().unwrap());
    assert_eq!(fair["seed"], 7);
    assert!(seeds[0] != seeds[1] && !seeds.contains(&7), "{seeds:?}");
    let [first, second] = &heard[..] else { panic!("two greetings: {heard:?}") };
    assert_ne!((&first["random"], &first["match"]), (&second["random"], &second["match"]));
}
