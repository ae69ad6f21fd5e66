//! The self-test takes a second, too long for every match. Its report is kept until something it depends on changes.

use std::fs;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::{Jail, Report, probe};

#[derive(Serialize, Deserialize)]
struct Kept {
    key: String,
    report: Report,
}

/// The report in `file`, if it was made by this program, by this user, since this machine was started; otherwise a
/// new one, which is kept there.
///
/// The file must be where only the user can write: anyone who can write it can claim a level that does not hold. A level
/// that has since gone (a switch, another container) fails when it is asked for, never silently.
pub fn probe_cached(jail: &Jail, file: &Path) -> Report {
    let key = key();
    let kept = fs::read(file).ok().and_then(|bytes| serde_json::from_slice::<Kept>(&bytes).ok());
    if let Some(kept) = kept.filter(|kept| kept.key == key) {
        return kept.report;
    }
    let kept = Kept { key, report: probe(jail) };
    if let (Some(folder), Ok(bytes)) = (file.parent(), serde_json::to_vec(&kept)) {
        // A cache that cannot be written costs a second next time and nothing else. Renamed into place, so that
        // nobody reads half of it.
        let beside = file.with_extension(format!("{}.new", std::process::id()));
        let _uncached = fs::create_dir_all(folder)
            .and_then(|()| fs::write(&beside, bytes))
            .and_then(|()| fs::rename(&beside, file))
            .inspect_err(|_| drop(fs::remove_file(&beside)));
    }
    kept.report
}

/// Whatever changes the answer: the program, who runs it, and the start of the machine.
fn key() -> String {
    let program = std::env::current_exe().unwrap_or_default();
    let made = program.metadata().map(|data| (data.len(), data.modified().ok())).ok();
    let boot = fs::read_to_string("/proc/sys/kernel/random/boot_id").unwrap_or_default();
    let user = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let user: Vec<&str> = user.lines().filter(|line| line.starts_with("Uid:") || line.starts_with("Cap")).collect();
    format!("{} {} {made:?} {} {}", env!("CARGO_PKG_VERSION"), program.display(), boot.trim(), user.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Level;

    #[test]
    fn a_kept_report_is_used_and_a_foreign_one_is_not() {
        let file = std::env::temp_dir().join(format!("skirmish-cache-{}.json", std::process::id()));
        let report = Report {
            chosen: Level::Filters,
            as_root: false,
            kernel: "kept".to_owned(),
            landlock: 0,
            cgroup: 0,
            levels: Vec::new(),
            missing: Vec::new(),
            untested: Vec::new(),
        };
        let kept = Kept { key: key(), report };
        fs::write(&file, serde_json::to_vec(&kept).unwrap()).unwrap();
        // A helper that does not exist: a new probe would find nothing.
        let jail = Jail::with_helper("/absent");
        assert_eq!(probe_cached(&jail, &file).kernel, "kept");
        let foreign = Kept { key: "another".to_owned(), ..kept };
        fs::write(&file, serde_json::to_vec(&foreign).unwrap()).unwrap();
        let fresh = probe_cached(&jail, &file);
        assert_ne!(fresh.kernel, "kept");
        assert_eq!(probe_cached(&jail, &file).kernel, fresh.kernel);
        fs::remove_file(&file).unwrap();
    }
}
