//! The first signal ends a command in the middle of its work: it reports what it has, and exits with 3.

use crate::support::{Folder, SKIRMISH, bot, python};
use rustix::process::{Pid, Signal, kill_process};
use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Stdio};

/// Starts a command that would go on for years, waits until it says something, and ends it by one signal. What it printed
/// besides comes back.
fn interrupted(args: &[&str], signal: Signal) -> String {
    let mut child = Command::new(SKIRMISH)
        .args(args)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut err = BufReader::new(child.stderr.take().expect("a pipe"));
    let mut first = String::new();
    // Whatever is said first: counts on the one, what is about to be played on the other.
    let said =
        if ["perft", "check"].contains(&args[0]) { out.read_line(&mut first) } else { err.read_line(&mut first) };
    said.expect("text");
    assert!(!first.is_empty(), "{args:?} says nothing");
    kill_process(Pid::from_child(&child), signal).expect("the child is ours");
    let mut told = String::new();
    out.read_to_string(&mut told).expect("text");
    assert_eq!(child.wait().expect("the child is ours").code(), Some(3), "{args:?}: {told}");
    told
}

#[test]
fn simulate_ends_in_the_middle_of_a_game() {
    let args = ["simulate", "zords", "--seats", "64", "--set", "days=1000000", "--games", "1000000000000000"];
    for signal in [Signal::INT, Signal::TERM] {
        let told = interrupted(&args, signal);
        assert!(told.contains("interrupted: 0 of 500000000000000 pairs were played"), "{told}");
    }
}

#[test]
fn perft_ends_in_the_middle_of_a_depth() {
    let told = interrupted(&["perft", "zords", "--depth", "900"], Signal::TERM);
    assert!(!told.contains("depth 900"), "{told}");
}

/// What keeps nothing is ended at once, with the same exit code.
#[test]
fn a_command_that_does_not_watch_ends_as_well() {
    if !python() {
        return;
    }
    let folder = Folder::new("unwatched");
    folder.write("bot.py", &bot("{}", "pass"));
    let bot = format!("python3 {}", folder.file("bot.py").display());
    let told = interrupted(&["check", &bot, "golems"], Signal::INT);
    assert!(!told.contains("cases hold"), "{told}");
}
