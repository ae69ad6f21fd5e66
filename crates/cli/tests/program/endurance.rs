//! Many matches, many turns, many bots: nothing is lost, nothing grows.

use crate::support::{Folder, SKIRMISH, json_of, python, skirmish, text};
use serde_json::Value;
use std::process::Stdio;
use std::sync::atomic::{AtomicU32, Ordering};

/// The smallest bot, which the program itself holds.
fn ping() -> String {
    format!("{SKIRMISH} __ping")
}

/// Peak memory of a match of so many turns, in kB.
fn peak_of(turns: u32, more: &[&str]) -> u64 {
    let folder = Folder::new(&format!("peak-{turns}"));
    let bot = ping();
    let mut child = folder
        .command(&[
            "play",
            "footsoldiers",
            &bot,
            &bot,
            "--json",
            "--no-clock",
            "--set",
            &format!("total_turns={turns}"),
        ])
        .args(more)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut peak = 0;
    while child.try_wait().unwrap().is_none() {
        let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or_default();
        peak = peak.max(line.trim().trim_end_matches(" kB").parse().unwrap_or(0));
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
    let output = child.wait_with_output().unwrap();
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["match"]["result"]["turns_played"], turns, "{report}");
    assert_eq!(report["match"]["seats"][0]["fault_count"], 0);
    peak
}

#[test]
fn memory_stays_flat_over_ten_thousand_turns() {
    let (short, long) = (peak_of(1000, &["--no-replay"]), peak_of(10_000, &["--no-replay"]));
    assert!(short > 0 && long < short + 2 * 1024, "{short} kB in 1000 turns, {long} kB in 10000");
    // Packing the replay at the end takes a window over its text, whatever the length of the match.
    let written = peak_of(10_000, &[]);
    assert!(written < long + 32 * 1024, "{written} kB with a replay, {long} kB without");
}

/// `SKIRMISH_MATCHES=2000` plays as many as a tournament.
#[test]
fn no_match_is_lost_through_the_referee() {
    let many: u32 = std::env::var("SKIRMISH_MATCHES").ok().and_then(|n| n.parse().ok()).unwrap_or(60);
    let (next, void) = (AtomicU32::new(0), AtomicU32::new(0));
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while next.fetch_add(1, Ordering::Relaxed) < many {
                    let bot = ping();
                    let args = ["play", "golems", &bot, &bot, "--json", "--no-replay", "--set", "max_turns=10"];
                    let report = json_of(&text(&skirmish(&args).stdout));
                    if !report["match"]["void"].is_null() {
                        // Nobody loses by it, and it would be played again; but it is counted.
                        void.fetch_add(1, Ordering::Relaxed);
                        continue;
                    }
                    for seat in 0..2 {
                        assert_eq!(report["match"]["seats"][seat]["fault_count"], 0, "{report}");
                    }
                    assert_eq!(report["match"]["result"]["reason"], "turn_limit", "{report}");
                }
            });
        }
    });
    println!("{many} matches, {} void", void.load(Ordering::Relaxed));
    assert_eq!(void.load(Ordering::Relaxed), 0, "of {many} matches");
}

#[test]
fn sixty_four_bots_sit_at_one_table() {
    if !python() {
        return;
    }
    let folder = Folder::new("crowd");
    folder.ok(&["new", "zords", "--lang", "python", "bot"]);
    let mut args = vec!["play", "zords", "--seats", "64", "--set", "days=2", "--json", "--no-replay"];
    args.extend(["bot"; 64]);
    let report = json_of(&folder.ok(&args));
    assert_eq!(report["match"]["result"]["over"], true, "{report}");
    for seat in report["match"]["seats"].as_array().unwrap() {
        assert_eq!((&seat["fault_count"], &seat["ending"]), (&0.into(), &"finished".into()), "{seat}");
    }
    assert_eq!(report["match"]["seats"].as_array().unwrap().len(), 64);
}
