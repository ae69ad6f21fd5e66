//! What this machine's sandbox is worth: the self-test, kept as long as nothing it depends on changes.

use crate::cache;
use crate::fail::unknown;
use anyhow::Result;
use skirmish_jail::{Jail, Level, Report, probe, probe_cached};

/// The report of the self-test, made now if none is kept.
pub fn report() -> Report {
    match cache::path("sandbox.json") {
        Ok(file) => probe_cached(&Jail::new(), &file),
        Err(_) => probe(&Jail::new()),
    }
}

/// The level that a user names, if one is named.
pub fn level(name: Option<&str>) -> Result<Option<Level>> {
    let read = |name: &str| name.parse().map_err(|_| unknown("sandbox level", name, &Level::ALL.map(Level::name)));
    name.map(read).transpose()
}
