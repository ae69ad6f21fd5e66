//! Nothing accumulates: not after many starts, not after runners killed at every moment of a start.
//! One test only, because it counts the descriptors of the whole process.

#![cfg(target_os = "linux")]

mod common;

use std::process::{Command, Stdio};
use std::time::Duration;

use common::{Den, HELPER, assert_no_group, end};
use rustix::process::{Pid, Signal, kill_process};
use skirmish_jail::Level;

fn open_descriptors() -> usize {
    std::fs::read_dir("/proc/self/fd").unwrap().count()
}

#[test]
fn nothing_accumulates() {
    let den = Den::new("leaks");
    let levels = den.levels();
    many_starts(&den, &levels);
    runners_killed_while_starting(&den, &levels);
}

fn many_starts(den: &Den, levels: &[Level]) {
    let before = open_descriptors();
    for &level in levels {
        for number in 0..50 {
            let mut prisoner = den.bad(level, &["echo"]);
            if number % 2 == 0 {
                prisoner.kill();
            } else {
                prisoner.stdin = None;
            }
            assert_eq!(end(&mut prisoner).survivors, 0, "{level}");
        }
    }
    assert_eq!(open_descriptors(), before);
    let children = std::fs::read_to_string("/proc/thread-self/children").unwrap_or_default();
    assert_eq!(children.trim(), "", "no child is left, dead or alive");
}

fn runners_killed_while_starting(den: &Den, levels: &[Level]) {
    for &level in levels {
        let word = format!("sleepy={}-{level}", den.token);
        let mut runners = Vec::new();
        for step in 0..30 {
            let mut runner = Command::new(HELPER)
                .args(["run", level.name(), "./bad-bot", &word])
                .current_dir(&den.folder)
                .stdin(Stdio::piped())
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .unwrap();
            // Spread over the whole start, wherever the machine's load puts it.
            std::thread::sleep(Duration::from_micros(300 * step));
            kill_process(Pid::from_raw(runner.id() as i32).unwrap(), Signal::KILL).unwrap();
            runner.wait().unwrap();
            runners.push(runner.id());
        }
        den.assert_none_left(&word, level.name());
        for runner in runners {
            assert_no_group(&format!("skirmish-{runner}-0"));
        }
    }
}
