//! Attacks on other processes, and with too many of its own.

use std::fs;
use std::io::Write;
use std::os::fd::AsRawFd;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use super::{Result, raw};

/// The number of the process to attack.
fn victim(value: &str) -> usize {
    value.parse().unwrap_or(1)
}

pub fn trace(value: &str) -> Result {
    const PTRACE_SEIZE: usize = 0x4206;
    Result::of(raw::call(libc::SYS_ptrace, [PTRACE_SEIZE, victim(value), 0, 0, 0]))
}

/// Really kills, so that the judge can check whether the victim is alive.
pub fn kill(value: &str) -> Result {
    let kill = raw::call(libc::SYS_kill, [victim(value), libc::SIGKILL as usize, 0, 0, 0]);
    let thread = raw::call(libc::SYS_tkill, [victim(value), libc::SIGKILL as usize, 0, 0, 0]);
    Result::of(kill.or(thread))
}

/// Kills with the signal for input, which a pipe sends to any process it is told to.
pub fn kill_by_pipe(value: &str) -> Result {
    const SET_SIGNAL: usize = 10;
    let done = std::io::pipe().and_then(|(reader, mut writer)| {
        let fcntl = |command: usize, value: usize| {
            raw::call(libc::SYS_fcntl, [reader.as_raw_fd() as usize, command, value, 0, 0])
        };
        fcntl(libc::F_SETOWN as usize, victim(value))?;
        fcntl(SET_SIGNAL, libc::SIGKILL as usize)?;
        fcntl(libc::F_SETFL as usize, libc::O_ASYNC as usize)?;
        writer.write_all(b"x")
    });
    Result::of(done)
}

/// Is there a process of that number, and how long has it worked?
pub fn probe(value: &str) -> Result {
    let pid = victim(value) as i32;
    let clock = (!pid << 3) | 2;
    let mut time = [0_u64; 2];
    let cpu = raw::call(libc::SYS_clock_gettime, [clock as usize, time.as_mut_ptr() as usize, 0, 0, 0]);
    let group = raw::call(libc::SYS_getpgid, [pid as usize, 0, 0, 0, 0]);
    std::hint::black_box(time);
    Result::of(cpu.or(group))
}

/// Lives on when its guard is killed.
pub fn orphan() -> Result {
    Result::of(raw::call(libc::SYS_prctl, [libc::PR_SET_PDEATHSIG as usize, 0, 0, 0, 0]))
}

/// Makes the opponent slow: lowest priority.
pub fn renice(value: &str) -> Result {
    Result::of(raw::call(libc::SYS_setpriority, [0, victim(value), 19, 0, 0]))
}

/// Takes something from the opponent with a limit: here the right to dump core, which it does not miss.
pub fn limit(value: &str) -> Result {
    let limits = [0_u64, 0];
    let address = limits.as_ptr() as usize;
    Result::of(raw::call(libc::SYS_prlimit64, [victim(value), libc::RLIMIT_CORE as usize, address, 0, 0]))
}

/// What the process table tells of another process.
pub fn look(value: &str, entries: &[&str]) -> Result {
    let seen: Vec<&str> = entries
        .iter()
        .copied()
        .filter(|entry| {
            let path = format!("/proc/{}/{entry}", victim(value));
            fs::read(&path).is_ok_and(|bytes| !bytes.is_empty())
                || fs::read_dir(&path).is_ok_and(|mut d| d.next().is_some())
        })
        .collect();
    if seen.is_empty() { Result::No("nothing".to_owned()) } else { Result::Yes(seen.join(", ")) }
}

/// The machine's sockets, as its own entry in the process table tells them (its mounts lie beside them).
pub fn machine() -> Result {
    match std::fs::read_to_string("/proc/self/net/unix") {
        Ok(table) if table.lines().count() > 1 => Result::Yes(format!("{} sockets", table.lines().count() - 1)),
        Ok(_) => Result::No("an empty table".to_owned()),
        Err(error) => Result::No(error.to_string()),
    }
}

/// Visible processes other than us and process 1.
pub fn others() -> Result {
    let me = std::process::id();
    let Ok(entries) = fs::read_dir("/proc") else { return Result::No("no process table".to_owned()) };
    let pids = entries.flatten().filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    Result::beyond(pids.filter(|&pid| pid != me && pid != 1).count() as u64, 0, "processes")
}

/// Makes processes that stay, until refused or 300; then waits to be killed, for a judge that looks from time to time.
pub fn fork_bomb(limit: &str) -> Result {
    let limit = limit.parse().unwrap_or(0);
    let mut made = 0;
    while made < 300 {
        match raw::fork() {
            Ok(0) => raw::pause(),
            Ok(_) => made += 1,
            Err(_) => break,
        }
    }
    linger(made > limit);
    Result::beyond(made, limit, "processes")
}

/// The same with threads.
pub fn thread_bomb(limit: &str) -> Result {
    static OVER: AtomicBool = AtomicBool::new(false);
    let limit = limit.parse().unwrap_or(0);
    let mut threads = Vec::new();
    while threads.len() < 300 {
        let made = thread::Builder::new().stack_size(64 << 10).spawn(|| {
            while !OVER.load(Ordering::Relaxed) {
                thread::sleep(Duration::from_millis(50));
            }
        });
        match made {
            Ok(thread) => threads.push(thread),
            Err(_) => break,
        }
    }
    linger(threads.len() as u64 > limit);
    OVER.store(true, Ordering::Relaxed);
    let made = threads.len() as u64;
    for thread in threads {
        let _panicked = thread.join();
    }
    Result::beyond(made, limit, "threads")
}

/// Gives the judge time to notice a success.
fn linger(success: bool) {
    if success {
        thread::sleep(Duration::from_secs(3));
    }
}

/// A grandchild in a session of its own that outlives everyone, if it can.
pub fn double_fork() -> Result {
    match raw::fork() {
        Ok(0) => {
            let _session = raw::call(libc::SYS_setsid, [0; 5]);
            match raw::fork() {
                Ok(0) => {
                    for number in 0..3 {
                        // Holding the streams open would give it away.
                        let _closed = raw::call(libc::SYS_close, [number, 0, 0, 0, 0]);
                    }
                    raw::pause()
                }
                _ => raw::exit(0),
            }
        }
        Ok(_) => {
            thread::sleep(Duration::from_millis(50));
            Result::Yes("a grandchild runs".to_owned())
        }
        Err(error) => Result::refused(&error),
    }
}

/// Descriptors someone forgot to close.
pub fn descriptors() -> Result {
    let open = (3..4096).filter(|&fd| raw::call(libc::SYS_fcntl, [fd, libc::F_GETFD as usize, 0, 0, 0]).is_ok());
    let open: Vec<String> = open.map(|fd| fd.to_string()).collect();
    if open.is_empty() { Result::No("none".to_owned()) } else { Result::Yes(open.join(", ")) }
}
