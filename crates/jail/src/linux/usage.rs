//! How long the threads of a bot ran and waited for a core, as the kernel counts it.

use std::fs;
use std::time::Duration;

use super::proc;
use crate::{ThreadUsage, Usage};

/// Looks at all threads of these processes. The caller adds the CPU time afterwards, so that it is never less than what
/// the threads ran.
pub fn look(pids: &[i32]) -> Usage {
    let threads = pids.iter().flat_map(|&pid| {
        proc::threads(pid).into_iter().filter_map(move |id| {
            let (ran, queued) = schedstat(&format!("/proc/{pid}/task/{id}/schedstat"))?;
            Some(ThreadUsage { id, ran, queued })
        })
    });
    Usage { cpu: Duration::ZERO, threads: threads.collect() }
}

/// How long this thread has waited for a core so far; nothing if the kernel does not count it.
pub fn own_queued() -> Option<Duration> {
    schedstat("/proc/thread-self/schedstat").map(|(_, queued)| queued)
}

/// Whether one of the threads could run, and is not just asleep. The kernel counts a wait only when it is over.
pub fn could_run(pids: &[i32]) -> bool {
    pids.iter().any(|&pid| proc::threads(pid).into_iter().any(|id| field(pid, id, 0).is_some_and(|state| state == "R")))
}

/// Whether one of the threads has made itself less urgent than we are, so that its waiting proves nothing.
pub fn stands_back(pids: &[i32]) -> bool {
    let me = std::process::id() as i32;
    let number = |pid, id, index| field(pid, id, index).and_then(|text| text.parse::<i64>().ok()).unwrap_or(0);
    let ours = number(me, me, NICE);
    pids.iter().any(|&pid| {
        let yields = |id: i32| number(pid, id, NICE) > ours || number(pid, id, POLICY) != 0;
        // Where sessions share the cores, each has a weight.
        let group = fs::read_to_string(format!("/proc/{pid}/autogroup")).unwrap_or_default();
        let group = group.trim().rsplit_once(' ').and_then(|(_, nice)| nice.parse::<i64>().ok());
        group.is_some_and(|nice| nice > 0) || proc::threads(pid).into_iter().any(yields)
    })
}

/// Places in `stat`, counted from the state.
const NICE: usize = 16;
const POLICY: usize = 38;

fn field(pid: i32, thread: i32, index: usize) -> Option<String> {
    let text = fs::read_to_string(format!("/proc/{pid}/task/{thread}/stat")).ok()?;
    let (_, fields) = text.rsplit_once(')')?;
    fields.split_ascii_whitespace().nth(index).map(str::to_owned)
}

/// Time on a core and time in line, in nanoseconds there.
fn schedstat(path: &str) -> Option<(Duration, Duration)> {
    let text = fs::read_to_string(path).ok()?;
    let mut numbers = text.split_ascii_whitespace().map_while(|word| word.parse().ok()).map(Duration::from_nanos);
    Some((numbers.next()?, numbers.next()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_lets_others_go_first_is_known() {
        let mut child = std::process::Command::new("nice").args(["-n", "5", "sleep", "600"]).spawn().unwrap();
        let pid = child.id() as i32;
        // It is nice by the time it sleeps.
        let asleep = || fs::read_to_string(format!("/proc/{pid}/comm")).is_ok_and(|name| name.trim() == "sleep");
        while !asleep() || could_run(&[pid]) {
            std::thread::sleep(Duration::from_millis(1));
        }
        let nice = stands_back(&[pid]);
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(nice, "it is less urgent than we are");
    }

    #[test]
    fn this_process_is_looked_at() {
        let me = std::process::id() as i32;
        assert!(could_run(&[me]), "it runs");
        assert!(!stands_back(&[me]), "nobody made the tests less urgent");
        // Not every kernel counts how long threads stand in line.
        if own_queued().is_some() {
            let used = look(&[me]);
            assert!(used.threads.iter().any(|thread| thread.ran > Duration::ZERO), "{used:?}");
        }
    }
}
