//! Tournaments in which nothing goes wrong.

use crate::support::{Hand, Scratch, open, play_here, play_there, ready, told, tournament};
use skirmish_fleet::Error;
use skirmish_league::verify::verify;
use skirmish_league::{Format, Stop};
use skirmish_matches::Cancel;
use skirmish_servers::Nats;

/// The same keys, results and hashes, whoever plays.
pub fn the_same_ledger() {
    let Some(server) = Nats::start() else { return };
    let scratch = Scratch::new();
    let _hands = ["one", "two"].map(|name| Hand::new(&server.url(), name));
    for (n, format) in [Format::RoundRobin, Format::Swiss { rounds: 2 }].into_iter().enumerate() {
        let described = tournament(&scratch.venue, &["weak", "medium", "strong", "weak"], format, 12);
        let here = play_here(&scratch.venue, &described, &scratch.out(&format!("here-{n}")));
        let there = scratch.out(&format!("there-{n}"));
        let (driver, stop) = play_there(&server.url(), &scratch.venue, &described, &there, 0.3, |_, _| {});
        assert_eq!(stop, Stop::Over);
        assert_eq!(told(&driver.ledger.records), told(&here.ledger.records));
        assert!(driver.ledger.records.iter().all(|record| record.worker.is_some()));
        assert!(driver.ledger.withdrawn.is_empty() && driver.ledger.failed.is_empty());
        drop(driver);
        let found = verify(&scratch.venue, &there, |_, _| {}).unwrap();
        assert!(found.holds() && found.unproved == 0, "{found:?}");
    }
}

/// A bot that gives orders by what it was told to draw from, so that the same seed makes it play the same.
pub const BOT: &str = r#"
import json, random, sys

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        random.seed(message["random"])
        reply = {"type": "ready", "name": "first bot", "want": ["legal"]}
    elif message["type"] == "turn":
        actions = random.sample(message["legal"], min(1, len(message["legal"])))
        reply = {"type": "orders", "request": message["request"], "actions": actions}
    else:
        break
    print(json.dumps(reply), flush=True)
"#;

pub fn folders_travel() {
    let Some(server) = Nats::start() else { return };
    if std::process::Command::new("python3").arg("--version").output().is_err() {
        return eprintln!("SKIPPED: there is no python3");
    }
    let scratch = Scratch::new();
    let bot = scratch.out("bot");
    std::fs::create_dir(&bot).unwrap();
    std::fs::write(bot.join("bot.py"), BOT).unwrap();
    std::fs::write(bot.join("skirmish.toml"), "run = [\"python3\", \"bot.py\"]\n").unwrap();
    let described = tournament(&scratch.venue, &[bot.to_str().unwrap(), "weak"], Format::RoundRobin, 3);
    let _hands = ["one", "two"].map(|name| Hand::new(&server.url(), name));
    let here = play_here(&scratch.venue, &described, &scratch.out("here"));
    let there = scratch.out("there");
    let (driver, stop) = play_there(&server.url(), &scratch.venue, &described, &there, 1.0, |_, _| {});
    assert_eq!(stop, Stop::Over);
    assert_eq!(told(&driver.ledger.records), told(&here.ledger.records));
    for game in driver.ledger.records.iter().flat_map(|record| &record.games) {
        let replay = game.replay.as_ref().expect("programs are written down");
        assert!(there.join("replays").join(&replay.file).is_file());
    }
    drop(driver);
    let found = verify(&scratch.venue, &there, |_, _| {}).unwrap();
    assert!(found.holds() && found.replayed == 6, "{found:?}");
}

pub fn a_bare_command_stays() {
    let Some(server) = Nats::start() else { return };
    let scratch = Scratch::new();
    std::fs::write(scratch.out("bot.py"), BOT).unwrap();
    let file = format!("python3 {}", scratch.out("bot.py").display());
    let described = tournament(&scratch.venue, &[&file, "weak"], Format::RoundRobin, 1);
    let (driver, hall) = ready(&scratch.venue, &described, &scratch.out("out"));
    let error = open(&server.url(), &driver, &hall, 0.0, &Cancel::default()).err().expect("it stays");
    assert!(matches!(&error, Error::NoFolder(player) if *player == file), "{error}");
    assert!(error.to_string().contains("skirmish.toml"));
}
