//! What this machine's sandbox is worth: the self-test, kept as long as nothing it depends on changes.

use crate::note::Note;
use crate::{Error, Listener};
use skirmish_jail::{Brief, Jail, Level, Report, probe, probe_cached};
use std::path::Path;
use std::sync::OnceLock;

/// The report of the self-test, once there is one.
pub(crate) type Tested = OnceLock<Report>;

/// What is there when programs do as they like, and when there are none.
pub fn off() -> Brief {
    Brief { level: Level::Off, as_root: false, kernel: String::new(), landlock: 0, cgroup: 0 }
}

/// The level called `name`, or an error that lists what there is.
pub fn level(name: &str) -> Result<Level, Error> {
    name.parse().map_err(|_| Error::unknown("sandbox level", name, Level::ALL.map(Level::name)))
}

/// The level asked for, or the best that works here.
pub(crate) fn choose(
    asked: Option<Level>,
    tested: &Tested,
    cache: Option<&Path>,
    listener: &Listener,
) -> Result<Brief, Error> {
    if asked == Some(Level::Off) {
        return Ok(off());
    }
    let report = tested.get_or_init(|| match cache {
        Some(cache) => probe_cached(&Jail::new(), &cache.join("sandbox.json")),
        None => probe(&Jail::new()),
    });
    let level = report.choose(asked)?;
    if asked.is_none() && level < Level::Filters {
        listener.tell(Note::WeakSandbox(level));
    }
    Ok(report.brief(level))
}
