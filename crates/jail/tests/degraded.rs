//! Machines that allow less: the level goes down by name, with a reason and a remedy, and what is left still holds.

#![cfg(target_os = "linux")]

mod common;

use std::os::unix::process::CommandExt;
use std::process::Command;

use common::{Den, HELPER, installed, is_root};
use skirmish_jail::{Level, Report};

/// Runs `doctor` as an ordinary user inside a user namespace of its own, after a shell command that takes
/// something away there. `None` where the machine has no such namespaces to begin with.
fn doctor_after(den: &Den, unshare: &[&str], take_away: &str) -> Option<Report> {
    if !installed("unshare") {
        return None;
    }
    let helper = den.copy(HELPER, "helper");
    let mut command = Command::new("unshare");
    let script = format!("{take_away} && exec \"$0\" doctor --json");
    command.args(unshare).args(["sh", "-c", &script]).arg(helper).current_dir("/");
    if is_root() {
        command.uid(65534).gid(65534);
    }
    let output = command.output().unwrap();
    if !output.status.success() {
        eprintln!("SKIPPED: {unshare:?} {take_away}: {}", String::from_utf8_lossy(&output.stderr));
        return None;
    }
    Some(serde_json::from_slice(&output.stdout).unwrap())
}

fn broken(report: &Report, level: Level) -> Vec<&str> {
    let report = report.level(level).unwrap();
    report.verdicts.iter().filter(|verdict| verdict.is_broken()).map(|verdict| verdict.attack.as_str()).collect()
}

#[test]
fn without_user_namespaces_filters_are_left() {
    let den = Den::new("degraded");
    let forbid = "echo 0 > /proc/sys/user/max_user_namespaces";
    let Some(report) = doctor_after(&den, &["-Ur"], forbid) else { return };
    assert_eq!(report.chosen, Level::Filters, "{report}");
    assert_eq!(broken(&report, Level::Filters), Vec::<&str>::new());
    let missing = report.missing.iter().find(|missing| missing.part == "namespaces").expect("it is named");
    assert!(missing.remedy.contains("max_user_namespaces"), "{}", missing.remedy);
}

#[test]
fn a_masked_process_table_costs_the_bot_its_own_and_nothing_else() {
    let den = Den::new("masked");
    let mask = "mount -t tmpfs none /proc/sys";
    let Some(report) = doctor_after(&den, &["-Urpfm", "--mount-proc"], mask) else { return };
    assert_eq!(report.chosen, Level::Namespaces, "{report}");
    assert_eq!(broken(&report, Level::Namespaces), Vec::<&str>::new());
}

#[test]
fn a_root_with_one_id_is_an_ordinary_user() {
    let den = Den::new("rootless");
    let Some(report) = doctor_after(&den, &["-Ur"], "true") else { return };
    assert!(!report.as_root);
    assert_eq!(report.chosen, Level::Namespaces, "{report}");
}
