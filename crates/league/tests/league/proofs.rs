//! What is published can be proved, and nothing else.

use crate::support::{GAMES, Scratch, play, ready, tournament};
use skirmish_league::local::Keep;
use skirmish_league::verify::verify;
use skirmish_league::{Format, Ledger, Limits, Local, Table, ledger, table};
use skirmish_matches::Cancel;
use std::path::Path;

fn publish(table: &Table, folder: &Path) {
    std::fs::write(folder.join(table::NAME), serde_json::to_string(table).unwrap()).unwrap();
}

pub fn a_tournament_is_proved() {
    let scratch = Scratch::new("proved");
    for (n, format) in [Format::RoundRobin, Format::Swiss { rounds: 2 }, Format::Knockout].into_iter().enumerate() {
        let out = scratch.folder.join(format!("out-{n}"));
        let described = tournament(&scratch.venue, GAMES[n + 1], 2, &["weak", "medium", "strong"], format, 2);
        let (driver, _) = play(&scratch.venue, &described, Some(&out), None);
        publish(&Table::of(&driver.ledger).unwrap(), &out);
        let found = verify(&scratch.venue, &out, |_, _| {}).unwrap();
        assert!(found.holds() && found.has_table && found.unproved == 0, "{found:?}");
        assert_eq!(found.played_again, found.games);
    }
    let tables = tournament(&scratch.venue, GAMES[4], 3, &["weak", "medium", "strong", "weak"], Format::RoundRobin, 3);
    let out = scratch.folder.join("tables");
    let (driver, _) = play(&scratch.venue, &tables, Some(&out), None);
    publish(&Table::of(&driver.ledger).unwrap(), &out);
    let found = verify(&scratch.venue, &out, |_, _| {}).unwrap();
    assert!(found.holds() && found.played_again == found.games, "{found:?}");
}

pub fn whatever_is_forged_is_found() {
    let scratch = Scratch::new("forged");
    let described = tournament(&scratch.venue, GAMES[3], 2, &["weak", "medium", "strong"], Format::RoundRobin, 2);
    let out = scratch.out();
    let (mut driver, hall) = ready(&scratch.venue, &described, Some(&out), Keep::All).unwrap();
    driver.run(&mut Local::new(&hall, 2), &Limits::default(), &Cancel::default(), |_| {}).unwrap();
    let right = Table::of(&driver.ledger).unwrap();
    publish(&right, &out);
    let replay = driver.ledger.records[0].games[0].replay.clone().expect("a replay");
    drop(driver);
    let found = verify(&scratch.venue, &out, |_, _| {}).unwrap();
    assert!(found.holds() && found.replayed == 12, "{found:?}");

    let mut forged = right.clone();
    forged.rows.swap(0, 1);
    publish(&forged, &out);
    let said = || verify(&scratch.venue, &out, |_, _| {}).unwrap().wrong.join("; ");
    assert_eq!(said(), "table.json does not follow from the results");
    publish(&right, &out);

    let path = out.join(ledger::NAME);
    let whole = std::fs::read_to_string(&path).unwrap();
    let with = |from: &str, to: &str| {
        assert!(whole.contains(from), "{from}");
        std::fs::write(&path, whole.replacen(from, to, 1)).unwrap();
        let said = said();
        assert!(!said.is_empty(), "{from} -> {to}");
        said
    };
    assert!(with("\"winner\":0", "\"winner\":1").contains("ended otherwise"));
    assert!(with(&replay.id, &replay.id.replace(|c: char| c.is_ascii_digit(), "0")).contains("has the id"));
    assert!(with("\"nth\":1", "\"nth\":7").contains("not in the schedule"));
    assert!(with("\"start\":3", "\"start\":17").contains("begins elsewhere"));
    // What names no file of the tournament is refused before anything is played.
    std::fs::write(&path, whole.replacen(&format!("\"{}\"", replay.file), "\"../../x\"", 1)).unwrap();
    let refused = verify(&scratch.venue, &out, |_, _| {}).unwrap_err().to_string();
    assert!(refused.contains("no name of a replay") && refused.contains("line"), "{refused}");
    std::fs::write(&path, &whole).unwrap();
    std::fs::remove_file(out.join("replays").join(&replay.file)).unwrap();
    assert!(said().contains(&replay.file));
}

/// More pairs of the same meetings are the same tournament, and proved as one.
pub fn what_has_grown_is_proved() {
    let scratch = Scratch::new("grown");
    let bots = ["weak", "medium", "strong", "weak"];
    for (n, (game, seats)) in [(GAMES[3], 2), (GAMES[4], 3), (GAMES[4], 4)].into_iter().enumerate() {
        let out = scratch.folder.join(format!("out-{n}"));
        let mut described = tournament(&scratch.venue, game, seats, &bots, Format::RoundRobin, 2);
        drop(play(&scratch.venue, &described, Some(&out), None));
        described.pairs = 5;
        drop(play(&scratch.venue, &described, Some(&out), Some(13)));
        let (driver, _) = play(&scratch.venue, &described, Some(&out), None);
        publish(&Table::of(&driver.ledger).unwrap(), &out);
        drop(driver);
        let found = verify(&scratch.venue, &out, |_, _| {}).unwrap();
        assert!(found.holds() && found.is_complete(), "{seats} seats: {found:?}");
        assert_eq!(found.played_again, found.games);
        described.pairs = 4;
        let refused = Ledger::open(&out, described.clone()).err().map(|error| error.to_string()).unwrap_or_default();
        assert!(refused.contains("can only become more"), "{refused}");
    }
    // Further pairs come after the schedule, which then stays as it is.
    let out = scratch.folder.join("separated");
    let mut described = tournament(&scratch.venue, GAMES[3], 2, &bots[..3], Format::RoundRobin, 2);
    drop(play(&scratch.venue, &described, Some(&out), None));
    described.until_separated = true;
    drop(play(&scratch.venue, &described, Some(&out), Some(9)));
    assert!(Ledger::read(&out).unwrap().tournament.until_separated);
    let found = verify(&scratch.venue, &out, |_, _| {}).unwrap();
    assert!(found.holds() && found.is_complete(), "{found:?}");
    described.pairs = 3;
    let refused = Ledger::open(&out, described).err().map(|error| error.to_string()).unwrap_or_default();
    assert!(refused.contains("cannot have 3 any more"), "{refused}");
}

/// A table of chosen pairs follows from what is there. That something is not there is told.
pub fn what_was_taken_out_is_missed() {
    let scratch = Scratch::new("taken-out");
    let out = scratch.out();
    let described = tournament(&scratch.venue, GAMES[3], 2, &["weak", "medium", "strong"], Format::RoundRobin, 3);
    let (driver, _) = play(&scratch.venue, &described, Some(&out), None);
    drop(driver);
    let path = out.join(ledger::NAME);
    let whole = std::fs::read_to_string(&path).unwrap();
    let kept: Vec<&str> = whole.lines().filter(|line| !line.contains("\"nth\":1}")).collect();
    assert_eq!(whole.lines().count() - kept.len(), 3);
    std::fs::write(&path, kept.join("\n") + "\n").unwrap();
    publish(&Table::of(&Ledger::read(&out).unwrap()).unwrap(), &out);
    let found = verify(&scratch.venue, &out, |_, _| {}).unwrap();
    assert!(found.holds() && !found.is_complete(), "{found:?}");
    assert_eq!((found.scheduled, found.missing), (9, 3));
}
