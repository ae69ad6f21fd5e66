//! Processes that are not our own children, by their numbers.

use std::fs;

use rustix::process::{Pid, Signal, kill_process};

/// State and parent of a process.
fn status(process: i32) -> Option<(char, i32)> {
    let text = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name before it is in brackets and may hold anything.
    let mut fields = text.rsplit(") ").next()?.split(' ');
    Some((fields.next()?.chars().next()?, fields.next()?.parse().ok()?))
}

pub fn children(parent: i32) -> Vec<i32> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    let processes = entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    processes.filter(|&process| status(process).is_some_and(|(_, of)| of == parent)).collect()
}

pub fn alive(process: i32) -> bool {
    status(process).is_some_and(|(state, _)| state != 'Z')
}

/// Kills a process, as nothing can refuse.
pub fn end(process: i32) {
    if let Some(process) = Pid::from_raw(process) {
        let _gone = kill_process(process, Signal::KILL);
    }
}
