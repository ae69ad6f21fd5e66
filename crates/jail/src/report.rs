//! What the self-test found: the level, the evidence, what is missing and how to get it.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::table::Cell;
use crate::{Error, Level};

/// The whole result, as `skirmish doctor` shows it and as a match record keeps it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Report {
    /// The best level that kept every promise.
    pub chosen: Level,
    /// Runs as a root that can give each bot a user id of its own.
    pub as_root: bool,
    pub kernel: String,
    /// Version of Landlock's interface, 0 if there is none.
    pub landlock: i32,
    /// Version of the control groups that could be used, 0 if none.
    pub cgroup: u8,
    /// Strongest first.
    pub levels: Vec<LevelReport>,
    pub missing: Vec<Missing>,
    /// What could not be tried here, in words.
    pub untested: Vec<String>,
}

/// The part that belongs in every match record: what really stood between the bots and the machine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Brief {
    pub level: Level,
    pub as_root: bool,
    pub kernel: String,
    pub landlock: i32,
    pub cgroup: u8,
}

/// One level.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct LevelReport {
    pub level: Level,
    /// Could it be built, and did it keep its promises?
    pub available: bool,
    /// Why not.
    pub reason: Option<String>,
    pub verdicts: Vec<Verdict>,
}

/// One attack at one level.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Verdict {
    pub attack: String,
    /// The attack in words.
    pub title: String,
    pub promised: Cell,
    pub found: Found,
    /// What the attacker said, or how it ended.
    pub detail: String,
}

/// How an attack really went.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Found {
    Stopped,
    /// It worked.
    Open,
    /// This kernel has no such thing, or the attacker could not be started.
    Untested,
}

/// A protection that is not there.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Missing {
    pub part: String,
    pub why: String,
    pub remedy: String,
}

impl Verdict {
    /// Is a promise broken?
    pub fn is_broken(&self) -> bool {
        self.promised.is_promise() && self.found == Found::Open
    }
}

impl Report {
    pub fn level(&self, level: Level) -> Option<&LevelReport> {
        self.levels.iter().find(|report| report.level == level)
    }

    /// The level to play at: the one asked for, if it works here, or else the best.
    pub fn choose(&self, asked: Option<Level>) -> Result<Level, Error> {
        let Some(level) = asked else { return Ok(self.chosen) };
        if self.has(level) {
            return Ok(level);
        }
        let reason = self.level(level).and_then(|report| report.reason.clone());
        let mut reason = reason.unwrap_or_else(|| "it was not tried".to_owned());
        for missing in &self.missing {
            reason.push_str(&format!("; remedy: {}", missing.remedy));
        }
        Err(Error::Unavailable { level, reason })
    }

    /// What a match at `level` should keep of this.
    pub fn brief(&self, level: Level) -> Brief {
        Brief {
            level,
            as_root: self.as_root,
            kernel: self.kernel.clone(),
            landlock: self.landlock,
            cgroup: if level == Level::Full { self.cgroup } else { 0 },
        }
    }

    /// Can this level be used here?
    pub fn has(&self, level: Level) -> bool {
        level == Level::Off || self.level(level).is_some_and(|report| report.available)
    }
}

impl LevelReport {
    /// The attacks that were tried and went like this.
    fn found(&self, found: Found) -> impl Iterator<Item = &Verdict> {
        self.verdicts.iter().filter(move |verdict| verdict.found == found)
    }
}

/// What was tried here, in numbers.
impl fmt::Display for LevelReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(reason) = &self.reason {
            return write!(f, "not available: {reason}");
        }
        let (ended, open) = (self.found(Found::Stopped).count(), self.found(Found::Open).count());
        let noticed = self.found(Found::Stopped).filter(|verdict| verdict.promised == Cell::Noticed).count();
        write!(f, "works: {} attacks tried, {} stopped", ended + open, ended - noticed)?;
        if noticed > 0 {
            write!(f, ", {noticed} noticed and ended")?;
        }
        if open > 0 {
            write!(f, ", {open} got through: this level does not stop them")?;
        }
        Ok(())
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let user = if self.as_root { "root" } else { "an ordinary user" };
        writeln!(f, "sandbox: {} ({})", self.chosen, self.chosen.summary())?;
        writeln!(f, "  running as {user}, kernel {}", self.kernel)?;
        for report in &self.levels {
            writeln!(f, "  {:<11} {report}", report.level.name())?;
        }
        for verdict in self.level(self.chosen).into_iter().flat_map(|report| report.found(Found::Open)) {
            writeln!(f, "  not stopped by {}: {} ({})", self.chosen, verdict.title, verdict.detail)?;
        }
        for missing in &self.missing {
            writeln!(f, "  missing: {}: {}\n    remedy: {}", missing.part, missing.why, missing.remedy)?;
        }
        for untested in &self.untested {
            writeln!(f, "  not tried: {untested}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report() -> Report {
        let level = |level, reason: Option<&str>| LevelReport {
            level,
            available: reason.is_none(),
            reason: reason.map(str::to_owned),
            verdicts: Vec::new(),
        };
        Report {
            chosen: Level::Filters,
            as_root: false,
            kernel: "6".to_owned(),
            landlock: 7,
            cgroup: 1,
            levels: vec![level(Level::Namespaces, Some("forbidden")), level(Level::Filters, None)],
            missing: vec![Missing { part: "n".to_owned(), why: "w".to_owned(), remedy: "ask root".to_owned() }],
            untested: Vec::new(),
        }
    }

    #[test]
    fn a_level_that_does_not_work_is_refused_with_its_remedy() {
        let report = report();
        assert_eq!(report.choose(None).unwrap(), Level::Filters);
        assert_eq!(report.choose(Some(Level::Off)).unwrap(), Level::Off);
        let message = report.choose(Some(Level::Namespaces)).unwrap_err().to_string();
        assert!(message.contains("forbidden") && message.contains("ask root"), "{message}");
    }

    #[test]
    fn a_level_claims_what_was_tried_and_no_more() {
        let verdict = |promised, found| Verdict {
            attack: "a".to_owned(),
            title: "an attack".to_owned(),
            promised,
            found,
            detail: "how".to_owned(),
        };
        let mut report = report();
        report.levels[1].verdicts = vec![
            verdict(Cell::Stopped, Found::Stopped),
            verdict(Cell::Stopped, Found::Untested),
            verdict(Cell::Noticed, Found::Stopped),
            verdict(Cell::Open, Found::Open),
        ];
        let text = report.to_string();
        let line = "filters     works: 3 attacks tried, 1 stopped, 1 noticed and ended, 1 got through";
        assert!(text.contains(line), "{text}");
        assert!(text.contains("not stopped by filters: an attack (how)"), "{text}");
    }

    #[test]
    fn only_a_level_with_a_group_keeps_its_version() {
        assert_eq!(report().brief(Level::Filters).cgroup, 0);
        assert_eq!(report().brief(Level::Full).cgroup, 1);
    }
}
