//! Why a protection is missing, and what to do about it.

use std::fs;

use super::wall;
use crate::Level;
use crate::report::{LevelReport, Missing};

/// One entry for each part that keeps a level from working.
pub fn list(levels: &[LevelReport]) -> Vec<Missing> {
    let unavailable = |level: Level| {
        let report = levels.iter().find(|report| report.level == level && !report.available)?;
        Some(report.reason.clone().unwrap_or_else(|| "it did not start".to_owned()))
    };
    let mut list = Vec::new();
    let wall = wall::available();
    if wall.abi == 0 {
        list.push(missing(
            "Landlock",
            "this kernel does not have it, or has it switched off".to_owned(),
            "Linux 5.13 or newer with `landlock` in its `lsm=` boot parameter",
        ));
    } else if !wall.signals_scoped {
        list.push(missing(
            "Landlock signal scope",
            format!(
                "this kernel has Landlock version {}, and version 6 is needed; at level filters a seccomp rule \
                 contains the signals of bots, but not those of builds",
                wall.abi
            ),
            "Linux 6.12 or newer",
        ));
    }
    let namespaces = unavailable(Level::Namespaces);
    if let Some(why) = &namespaces {
        list.push(missing("namespaces", why.clone(), namespace_remedy()));
    }
    if let Some(why) = unavailable(Level::Filters) {
        list.push(missing(
            "filters",
            why,
            "Linux 5.13 or newer with Landlock and seccomp; when run as root, other users must be able to reach the \
             program and the temporary folder",
        ));
    }
    // Without namespaces there is no use in naming the next step.
    if let (None, Some(why)) = (namespaces, unavailable(Level::Full)) {
        list.push(missing(
            "control group for memory and tasks",
            why,
            "run as root, or in a delegated group: systemd-run --user --pty -p Delegate=yes \
             -p DelegateSubgroup=runner skirmish ...",
        ));
    }
    list
}

fn missing(part: &str, why: String, remedy: &str) -> Missing {
    Missing { part: part.to_owned(), why, remedy: remedy.to_owned() }
}

/// The switches distributions use against unprivileged user namespaces.
fn namespace_remedy() -> &'static str {
    let is = |path: &str, value: &str| fs::read_to_string(path).is_ok_and(|text| text.trim() == value);
    if is("/proc/sys/user/max_user_namespaces", "0") {
        "sysctl user.max_user_namespaces=10000"
    } else if is("/proc/sys/kernel/unprivileged_userns_clone", "0") {
        "sysctl kernel.unprivileged_userns_clone=1"
    } else if is("/proc/sys/kernel/apparmor_restrict_unprivileged_userns", "1") {
        "an AppArmor profile for skirmish that allows `userns`, or \
         sysctl kernel.apparmor_restrict_unprivileged_userns=0"
    } else {
        "in a container: allow `clone` and `mount` in its seccomp profile and leave /proc unmasked, or run outside; \
         on the host: Linux 5.13 or newer with user namespaces"
    }
}
