//! Every cell of the table, tried by the self-test of the real helper, as we are and as an ordinary user.

#![cfg(target_os = "linux")]

mod common;

use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;

use common::{Den, HELPER, is_root};
use skirmish_jail::table::{Cell, TABLE, Trial};
use skirmish_jail::{Found, Level, Report};

/// Asserts what was found against the table, in both directions: an open cell must really be open, or the attack
/// proves nothing where it is stopped.
fn assert_table(report: &Report) {
    let tried: Vec<&str> = TABLE.iter().filter(|row| row.trial != Trial::Suite).map(|row| row.attack).collect();
    let mut wrong = Vec::new();
    for level in Level::ALL.into_iter().filter(|&level| level > Level::Off) {
        let found = report.level(level).expect("every level is in the report");
        if found.verdicts.is_empty() {
            eprintln!("SKIPPED: level {level} is not available here: {}", found.reason.as_deref().unwrap_or("?"));
            continue;
        }
        let names: Vec<&str> = found.verdicts.iter().map(|verdict| verdict.attack.as_str()).collect();
        for attack in &tried {
            assert!(names.contains(attack), "{level}: {attack} was not tried");
        }
        for verdict in &found.verdicts {
            let row = TABLE.iter().find(|row| row.attack == verdict.attack).expect("a row for each attack");
            let cell = row.cell(level, report.as_root);
            let line = format!("{level} {}: {:?}, {:?}: {}", verdict.attack, cell, verdict.found, verdict.detail);
            match (cell, verdict.found) {
                (_, Found::Untested) => eprintln!("SKIPPED: not testable here: {line}"),
                (Cell::Machine, _) => eprintln!("the machine decides: {line}"),
                (Cell::Stopped | Cell::Noticed, Found::Stopped) | (Cell::Open, Found::Open) => {}
                _ => wrong.push(line),
            }
        }
        assert!(found.available || !found.verdicts.is_empty());
    }
    assert!(wrong.is_empty(), "cells that are not as the table says:\n{}", wrong.join("\n"));
    assert!(report.level(Level::Limits).is_some_and(|limits| limits.available));
    assert!(report.has(report.chosen));
}

fn doctor(mut command: Command) -> Report {
    let output = command.args(["doctor", "--json"]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn every_cell_holds_as_we_are() {
    let report = doctor(Command::new(HELPER));
    eprintln!("{report}");
    assert_eq!(report.as_root, is_root());
    assert_table(&report);
}

#[test]
fn every_cell_holds_as_an_ordinary_user() {
    if !is_root() {
        eprintln!("SKIPPED: only root can become an ordinary user; `every_cell_holds_as_we_are` ran as one");
        return;
    }
    const NOBODY: u32 = 65534;
    let den = Den::new("table");
    let mut command = Command::new(den.copy(HELPER, "helper"));
    command.uid(NOBODY).gid(NOBODY).current_dir("/");
    let report = doctor(command);
    eprintln!("{report}");
    assert!(!report.as_root);
    assert_table(&report);
}

#[test]
fn the_book_prints_the_table() {
    // The book is no part of the package: whoever tests that alone has nothing to compare.
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    if !docs.is_dir() {
        eprintln!("SKIPPED: the book is not here");
        return;
    }
    let book = std::fs::read_to_string(docs.join("sandbox.md")).expect("docs/sandbox.md");
    let table = skirmish_jail::table::markdown();
    assert!(book.contains(&table), "docs/sandbox.md must hold this table:\n{table}");
}
