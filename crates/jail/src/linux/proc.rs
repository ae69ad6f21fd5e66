//! What `/proc` says about the processes of a sandbox.

use std::fs;
use std::time::Duration;

use rustix::process::{Pid, Signal};

use super::sys;

/// One look at a sandbox's processes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sample {
    pub memory: u64,
    pub tasks: u64,
    pub cpu: Duration,
}

/// The direct children of a process.
pub fn children(pid: i32) -> Vec<i32> {
    if let Ok(list) = fs::read_to_string(format!("/proc/{pid}/task/{pid}/children")) {
        return list.split_ascii_whitespace().filter_map(|pid| pid.parse().ok()).collect();
    }
    // Kernels without that file: look at everyone's parent.
    all().into_iter().filter(|&child| parent(child) == Some(pid)).collect()
}

/// All processes below `root`, without `root` itself.
pub fn descendants(root: i32) -> Vec<i32> {
    let mut found = children(root);
    let mut next = 0;
    while next < found.len() {
        let below = children(found[next]);
        found.extend(below);
        next += 1;
    }
    found
}

fn all() -> Vec<i32> {
    numbers("/proc")
}

/// The threads of a process.
pub fn threads(pid: i32) -> Vec<i32> {
    numbers(&format!("/proc/{pid}/task"))
}

fn numbers(folder: &str) -> Vec<i32> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    entries.flatten().filter_map(|entry| entry.file_name().to_str()?.parse().ok()).collect()
}

/// The fields of `/proc/PID/stat` after the name, which may itself hold spaces and parentheses.
fn stat(pid: i32) -> Option<Vec<String>> {
    let text = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    let (_, rest) = text.rsplit_once(')')?;
    Some(rest.split_ascii_whitespace().map(str::to_owned).collect())
}

fn parent(pid: i32) -> Option<i32> {
    stat(pid)?.get(1)?.parse().ok()
}

/// Is the process there and not a zombie?
pub fn is_alive(pid: i32) -> bool {
    stat(pid).is_some_and(|fields| fields.first().is_some_and(|state| state != "Z" && state != "X"))
}

/// Is the process stopped?
pub fn is_stopped(pid: i32) -> bool {
    stat(pid).is_some_and(|fields| fields.first().is_some_and(|state| state == "T"))
}

/// Memory, tasks and CPU time of the given processes together.
pub fn sample(pids: &[i32]) -> Sample {
    let mut sum = Sample::default();
    for &pid in pids {
        let Ok(status) = Status::of(&format!("/proc/{pid}")) else { continue };
        sum.tasks += status.number("Threads:");
        sum.memory += status.memory().or_else(|| memory_by_threads(pid)).unwrap_or(0);
        sum.cpu += Pid::from_raw(pid).and_then(sys::process_cpu).unwrap_or_default();
    }
    sum
}

/// When the first thread has exited, the process itself reports no memory, but every other thread does. They may come
/// and go faster than we ask; one that stays long enough is found sooner or later.
fn memory_by_threads(pid: i32) -> Option<u64> {
    const TRIES: usize = 16;
    (0..TRIES).find_map(|_| {
        let mut threads = threads(pid);
        // A thread that is just ending reports nothing either, and the newest is the least likely to be.
        threads.reverse();
        threads.iter().find_map(|thread| Status::of(&format!("/proc/{pid}/task/{thread}")).ok()?.memory())
    })
}

/// A file `status` of a process or a thread.
struct Status(String);

impl Status {
    fn of(folder: &str) -> std::io::Result<Self> {
        fs::read_to_string(format!("{folder}/status")).map(Self)
    }

    /// The number after a name; 0 if there is none.
    fn number(&self, name: &str) -> u64 {
        self.find(name).unwrap_or(0)
    }

    fn find(&self, name: &str) -> Option<u64> {
        self.0.lines().find_map(|line| line.strip_prefix(name))?.split_ascii_whitespace().next()?.parse().ok()
    }

    /// Everything held for the process: its pages in memory and in swap, reserved huge pages, and the page tables
    /// that lead to them. Nothing if it has no memory any more.
    fn memory(&self) -> Option<u64> {
        let resident = self.find("VmRSS:")?;
        let beside = ["VmPTE:", "VmSwap:", "HugetlbPages:"].map(|name| self.number(name));
        Some((resident + beside.iter().sum::<u64>()) * 1024)
    }
}

/// CPU time of children that these processes have already waited for. The kernel keeps it in hundredths of a second.
pub fn reaped_cpu(pids: &[i32]) -> Duration {
    let ticks =
        |fields: &[String]| -> u64 { fields[13..15].iter().filter_map(|field| field.parse::<u64>().ok()).sum() };
    let all = pids.iter().filter_map(|&pid| stat(pid)).filter(|fields| fields.len() > 15);
    Duration::from_millis(10 * all.map(|fields| ticks(&fields)).sum::<u64>())
}

/// Sends a signal to each; those already gone do not matter.
pub fn signal_all(pids: &[i32], signal: Signal) {
    for pid in pids.iter().filter_map(|&pid| Pid::from_raw(pid)) {
        // A process may end between being listed and being signalled, which is fine.
        let _gone = rustix::process::kill_process(pid, signal);
    }
}
