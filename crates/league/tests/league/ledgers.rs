//! Ledgers on disk: interrupted, torn, damaged, held by somebody else.

use crate::support::{GAMES, Scratch, play, ready, tournament};
use skirmish_league::local::Keep;
use skirmish_league::{Error, Format, Ledger, Record, Stop, Table, ledger};
use std::collections::BTreeMap;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

fn results(folder: &Path) -> Vec<u8> {
    std::fs::read(folder.join(ledger::NAME)).expect("a ledger")
}

fn hashes(records: &[Record]) -> BTreeMap<String, Vec<u64>> {
    let hashes = |record: &Record| record.games.iter().map(|game| game.hash).collect();
    records.iter().map(|record| (record.fixture.key.to_string(), hashes(record))).collect()
}

/// Stopped after any number of fixtures, it ends in the same table.
pub fn goes_on() {
    let scratch = Scratch::new("goes-on");
    let bots = ["weak", "medium", "strong"];
    for format in [Format::RoundRobin, Format::Swiss { rounds: 2 }, Format::DoubleElim] {
        let described = tournament(&scratch.venue, GAMES[3], 2, &bots, format, 3);
        let (whole, _) = play(&scratch.venue, &described, None, None);
        for most in [1, 2, 4] {
            let out = scratch.folder.join(format!("{}-{most}", format.name()));
            let (mut last, mut runs) = (Stop::Fixtures, 0);
            while last != Stop::Over {
                runs += 1;
                assert!(runs < 100);
                let (driver, stop) = play(&scratch.venue, &described, Some(&out), Some(most * runs));
                assert_eq!(driver.resumed as u64, (most * (runs - 1)).min(whole.ledger.records.len() as u64));
                last = stop;
                if last == Stop::Over {
                    assert_eq!(hashes(&driver.ledger.records), hashes(&whole.ledger.records), "{format}");
                    assert_eq!(Table::of(&driver.ledger).unwrap(), Table::of(&whole.ledger).unwrap());
                }
            }
        }
    }
    // More pairs of the same meetings are the same tournament.
    let described = tournament(&scratch.venue, GAMES[3], 2, &bots, Format::RoundRobin, 3);
    let out = scratch.folder.join("round-robin-1");
    let (driver, _) = play(&scratch.venue, &skirmish_league::Tournament { pairs: 5, ..described }, Some(&out), None);
    assert_eq!((driver.resumed, driver.ledger.records.len()), (9, 15));
}

/// Cut off after any byte, the ledger is read as far as its lines are whole, and the rest is played again.
pub fn a_torn_line_is_dropped() {
    let scratch = Scratch::new("torn");
    let described = tournament(&scratch.venue, GAMES[3], 2, &["weak", "strong"], Format::RoundRobin, 4);
    let (whole, _) = play(&scratch.venue, &described, Some(&scratch.out()), None);
    let (expected, whole) = (hashes(&whole.ledger.records), results(&scratch.out()));
    let header = whole.iter().position(|&byte| byte == b'\n').unwrap() + 1;
    for cut in (header..whole.len()).step_by(61).chain([whole.len() - 1]) {
        let out = scratch.folder.join("cut");
        let _gone = std::fs::remove_dir_all(&out);
        std::fs::create_dir_all(&out).unwrap();
        std::fs::write(out.join(ledger::NAME), &whole[..cut]).unwrap();
        let read = Ledger::read(&out).unwrap_or_else(|error| panic!("cut at {cut}: {error}"));
        assert_eq!(read.torn.is_some(), whole[cut - 1] != b'\n', "cut at {cut}");
        let (driver, stop) = play(&scratch.venue, &described, Some(&out), None);
        assert_eq!((stop, hashes(&driver.ledger.records)), (Stop::Over, expected.clone()), "cut at {cut}");
        drop(driver);
        assert_eq!(hashes(&Ledger::read(&out).unwrap().records), expected, "cut at {cut}: what is on disk is whole");
    }
}

pub fn damage_is_refused_by_its_line() {
    let scratch = Scratch::new("damage");
    let described = tournament(&scratch.venue, GAMES[3], 2, &["weak", "strong"], Format::RoundRobin, 3);
    drop(play(&scratch.venue, &described, Some(&scratch.out()), None));
    let whole = String::from_utf8(results(&scratch.out())).unwrap();
    let lines: Vec<&str> = whole.lines().collect();
    let said = |lines: &[String]| {
        std::fs::write(scratch.out().join(ledger::NAME), lines.join("\n") + "\n").unwrap();
        Ledger::read(&scratch.out()).err().map_or("fine".into(), |error| error.to_string())
    };
    let with = |line: usize, text: &str| -> Vec<String> {
        lines.iter().enumerate().map(|(n, old)| if n == line { text.to_string() } else { old.to_string() }).collect()
    };
    let played = lines.iter().position(|line| line.contains("\"played\"")).unwrap();
    assert_eq!(said(&with(lines.len(), "")), "fine");
    assert!(said(&with(played, "{\"played\":1}")).contains(&format!("line {} is damaged", played + 1)));
    assert!(said(&with(played, &lines[played][..40])).contains(&format!("line {} is damaged", played + 1)));
    assert!(
        said(&with(played, lines[played + 1])).contains("is there twice"),
        "{}",
        said(&with(played, lines[played + 1]))
    );
    assert!(said(&with(played, &lines[played].replace("\"scores\":[", "\"scores\":[1,"))).contains("other seats"));
    assert!(
        said(&with(played, &lines[played].replace("\"bots\":[0,1]", "\"bots\":[0,9]"))).contains("not in the ledger")
    );
    for (key, number) in
        [("turns", "-9223372036854775808"), ("ms", "18446744073709551615"), ("nth", "9223372036854775808")]
    {
        let at = lines[played].find(&format!("\"{key}\":")).unwrap() + key.len() + 3;
        let end = at + lines[played][at..].find([',', '}']).unwrap();
        let forged = format!("{}{number}{}", &lines[played][..at], &lines[played][end..]);
        assert!(
            said(&with(played, &forged)).contains("no game has such numbers"),
            "{key}: {}",
            said(&with(played, &forged))
        );
    }
    let forged = lines[0].replace("\"pairs\":3", "\"pairs\":18446744073709551615");
    assert!(said(&with(0, &forged)).contains("no tournament has 2 bots, 2 seats and 18446744073709551615 pairs"));
    let forged = lines[0].replace("\"name\":\"b1\"", "\"name\":\"b0\"");
    assert!(said(&with(0, &forged)).contains("two bots are called"));
    let session = lines.iter().position(|line| line.contains("\"session\""));
    let compares = |bots: &str, elo1: &str| {
        let test = format!(r#"{{"elo0":0,"elo1":{elo1},"alpha":0.05,"beta":0.05,"model":"normalized"}}"#);
        let line = format!(
            r#"{{"session":{{"began":1,"program":"0","concurrency":1,"compares":{{"bots":{bots},"test":{test}}}}}}}"#
        );
        let mut all: Vec<String> = lines.iter().map(ToString::to_string).collect();
        all.insert(session.map_or(played, |at| at + 1), line);
        said(&all)
    };
    assert_eq!(compares("[0,1]", "20"), "fine");
    assert!(compares("[0,2]", "20").contains("compares bots that are not in the ledger"));
    assert!(compares("[0,1]", "-20").contains("is damaged: ") && compares("[0]", "20").contains("is damaged: "));
    assert!(said(&with(0, "{}")).contains("no ledger of skirmish"));
    assert!(said(&with(0, "hello")).contains("no ledger of skirmish"));
    assert!(said(&with(0, &lines[0].replace("\"format\":1", "\"format\":2"))).contains("this program reads format 1"));
    assert!(said(&[String::new()]).contains("no ledger of skirmish"));
}

/// A description of more pairs than anybody will play costs nothing: only what is known is looked for.
pub fn a_long_schedule_is_resumed_at_once() {
    let scratch = Scratch::new("long");
    let described =
        tournament(&scratch.venue, GAMES[3], 2, &["weak", "strong", "medium"], Format::RoundRobin, 4_000_000_000);
    drop(play(&scratch.venue, &described, Some(&scratch.out()), Some(5)));
    let (driver, _) = play(&scratch.venue, &described, Some(&scratch.out()), Some(9));
    assert_eq!((driver.resumed, driver.plan().progress()), (5, (12_000_000_000, 9)));
    drop(driver);
    let found = skirmish_league::verify::verify(&scratch.venue, &scratch.out(), |_, _| {}).unwrap();
    assert!(found.holds() && found.played_again == 18, "{found:?}");
}

pub fn two_are_refused() {
    let scratch = Scratch::new("two");
    let described = tournament(&scratch.venue, GAMES[3], 2, &["weak", "strong"], Format::RoundRobin, 1);
    let first = ready(&scratch.venue, &described, Some(&scratch.out()), Keep::None).expect("the first one");
    let second = ready(&scratch.venue, &described, Some(&scratch.out()), Keep::None);
    assert!(matches!(second.err(), Some(Error::Busy(_))));
    drop(first);
    assert!(ready(&scratch.venue, &described, Some(&scratch.out()), Keep::None).is_ok());
}

pub fn another_tournament_is_refused() {
    let scratch = Scratch::new("another");
    let described = tournament(&scratch.venue, GAMES[3], 2, &["weak", "strong"], Format::RoundRobin, 1);
    drop(play(&scratch.venue, &described, Some(&scratch.out()), None));
    let said = |described: &skirmish_league::Tournament| {
        ready(&scratch.venue, described, Some(&scratch.out()), Keep::None).err().map(|error| error.to_string())
    };
    let differs = |keys: &str| {
        Some(format!(
            "{} holds another tournament: {keys}; say the same, or choose another folder with --out",
            scratch.out().join(ledger::NAME).display()
        ))
    };
    let other = tournament(&scratch.venue, GAMES[3], 2, &["weak", "medium"], Format::RoundRobin, 1);
    assert_eq!(said(&other), differs("entrants differs"));
    let mut other = tournament(&scratch.venue, GAMES[2], 2, &["weak", "strong"], Format::Gauntlet, 1);
    assert_eq!(said(&other), differs("format, setting differ"));
    other = described.clone();
    other.seed = 8;
    assert_eq!(said(&other), differs("seed differs"));
    assert_eq!(said(&described), None);
}

/// A bot whose files changed plays under another name; what the others did stays.
pub fn a_changed_bot_is_another_bot() {
    let scratch = Scratch::new("changed");
    let folder = scratch.folder.join("bot");
    std::fs::create_dir_all(&folder).unwrap();
    let write = |text: &str| {
        let script = r#"#!/bin/sh
read hello
echo '{"type":"ready"}'
while read line; do
  n=${line#*\"request\":}
  echo '{"type":"orders","request":'"${n%%,*}"',"actions":[]}'
done
"#;
        std::fs::write(folder.join("bot.sh"), format!("{script}# {text}\n")).unwrap();
        std::fs::set_permissions(folder.join("bot.sh"), std::fs::Permissions::from_mode(0o755)).unwrap();
    };
    write("one");
    let program = folder.join("bot.sh").display().to_string();
    let described = tournament(&scratch.venue, GAMES[3], 2, &["weak", &program, "medium"], Format::RoundRobin, 1);
    let (first, _) = play(&scratch.venue, &described, Some(&scratch.out()), None);
    assert_eq!(first.ledger.records.len(), 3);
    drop(first);
    let (same, _) = play(&scratch.venue, &described, Some(&scratch.out()), None);
    assert_eq!((same.resumed, same.ledger.records.len(), same.ledger.bots.len()), (3, 3, 3));
    drop(same);
    write("two");
    let (changed, _) = play(&scratch.venue, &described, Some(&scratch.out()), None);
    assert_eq!(
        (changed.ledger.records.len(), changed.ledger.bots.len()),
        (5, 4),
        "only its own games are played again"
    );
    let bot = &changed.ledger.bots[3];
    assert_eq!(bot.name, format!("b1@{}", &bot.identity.source[..8]));
    assert_ne!(bot.identity, changed.ledger.bots[1].identity);
    let replays: Vec<_> = changed
        .ledger
        .records
        .iter()
        .flat_map(|record| &record.games)
        .filter_map(|game| game.replay.as_ref())
        .collect();
    assert!(!replays.is_empty());
    assert!(replays.iter().all(|replay| scratch.out().join("replays").join(&replay.file).exists()));
}
