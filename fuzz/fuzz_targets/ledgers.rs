//! Any bytes as the ledger of a tournament: read or refused, and what is read gives a table.
#![no_main]

use libfuzzer_sys::fuzz_target;
use skirmish_league::{Ledger, Table, trouble};
use std::path::Path;

fuzz_target!(|data: &[u8]| {
    let Ok(ledger) = Ledger::parse(Path::new("results.jsonl"), data) else { return };
    let table = Table::of(&ledger).expect("a ledger that can be read has a table");
    assert_eq!(table.rows.len(), ledger.bots.len());
    assert_eq!(trouble::of_bots(&ledger).len(), ledger.bots.len());
});
