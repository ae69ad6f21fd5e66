//! A running bot program: its pipes, its log, its end.

use crate::Ending;
use crate::lines::Lines;
use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
use rustix::process::{Pid, Signal, kill_process_group};
use std::io::Read;
use std::os::fd::AsFd;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::PathBuf;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// How a program is started.
#[derive(Clone, PartialEq, Debug)]
pub struct Start {
    pub command: String,
    pub args: Vec<String>,
    pub folder: Option<PathBuf>,
}

/// How much of a program's log is kept: this much of its beginning and of its end.
const LOG_PART: usize = 64 * 1024;

/// The log of a program: its head and its tail, with a gap between if it wrote more.
#[derive(Clone, Debug, Default)]
pub struct BotLog {
    head: Vec<u8>,
    tail: Vec<u8>,
    total: usize,
}

impl BotLog {
    fn push(&mut self, bytes: &[u8]) {
        self.total += bytes.len();
        let room = LOG_PART.saturating_sub(self.head.len()).min(bytes.len());
        self.head.extend_from_slice(&bytes[..room]);
        self.tail.extend_from_slice(&bytes[room..]);
        if self.tail.len() > 2 * LOG_PART {
            let surplus = self.tail.len() - LOG_PART;
            self.tail.drain(..surplus);
        }
    }

    /// The log as text, the gap marked.
    pub fn text(&self) -> String {
        let surplus = self.tail.len().saturating_sub(LOG_PART);
        let tail = &self.tail[surplus..];
        let gap = self.total - self.head.len() - tail.len();
        let mut text = String::from_utf8_lossy(&self.head).into_owned();
        if gap > 0 {
            text.push_str(&format!("\n... {gap} bytes left out ...\n"));
        }
        text.push_str(&String::from_utf8_lossy(tail));
        text
    }
}

/// A program that sits on a seat.
pub struct Program {
    child: Child,
    stdin: Option<ChildStdin>,
    stdout: ChildStdout,
    pub lines: Lines,
    log: Arc<Mutex<BotLog>>,
    frozen: bool,
}

impl Program {
    /// Starts a program in a process group of its own. `limit` is the longest line that is taken.
    pub fn start(start: &Start, limit: usize) -> std::io::Result<Program> {
        let mut command = Command::new(&start.command);
        command.args(&start.args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).process_group(0);
        if let Some(folder) = &start.folder {
            command.current_dir(folder);
        }
        let mut child = command.spawn()?;
        let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(stdin), Some(stdout), Some(stderr)) = (stdin, stdout, stderr) else {
            unreachable!("all three pipes were asked for");
        };
        never_block(&stdin)?;
        never_block(&stdout)?;
        let log = Arc::new(Mutex::new(BotLog::default()));
        drain(stderr, Arc::clone(&log));
        Ok(Program { child, stdin: Some(stdin), stdout, lines: Lines::new(limit), log, frozen: false })
    }

    pub fn stdin(&self) -> Option<&ChildStdin> {
        self.stdin.as_ref()
    }

    pub fn stdout(&self) -> &ChildStdout {
        &self.stdout
    }

    /// Reads what is there.
    pub fn fill(&mut self) -> crate::lines::Filled {
        self.lines.fill(&self.stdout)
    }

    pub fn close_stdin(&mut self) {
        self.stdin = None;
    }

    pub fn log(&self) -> BotLog {
        self.log.lock().map(|log| log.clone()).unwrap_or_default()
    }

    /// Stops the program where it stands, or lets it go on.
    pub fn freeze(&mut self, frozen: bool) {
        if self.frozen != frozen {
            self.signal(if frozen { Signal::STOP } else { Signal::CONT });
            self.frozen = frozen;
        }
    }

    /// How the program ended, if it has.
    pub fn ended(&mut self) -> Option<Ending> {
        let status = self.child.try_wait().ok().flatten()?;
        Some(Ending::Crashed { exit: status.code(), signal: status.signal() })
    }

    /// How the program ended, given a moment to do so: a pipe is closed a little before its process is gone.
    pub fn ended_within(&mut self, patience: Duration) -> Option<Ending> {
        let until = Instant::now() + patience;
        loop {
            if let Some(ending) = self.ended() {
                return Some(ending);
            }
            if Instant::now() >= until {
                return None;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    /// Ends the program and all of its group at once.
    pub fn kill(&mut self) {
        self.signal(Signal::KILL);
        // The group may be gone already; the child itself must be reaped either way.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    fn signal(&self, signal: Signal) {
        if let Some(group) = i32::try_from(self.child.id()).ok().and_then(Pid::from_raw) {
            // It may have ended by itself.
            let _ = kill_process_group(group, signal);
        }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.kill();
    }
}

fn never_block(pipe: impl AsFd) -> std::io::Result<()> {
    let flags = fcntl_getfl(&pipe)?;
    fcntl_setfl(&pipe, flags | OFlags::NONBLOCK)?;
    Ok(())
}

/// Empties a log pipe in a thread of its own, so that a talkative bot never stands still because of it.
fn drain(mut stderr: ChildStderr, log: Arc<Mutex<BotLog>>) {
    std::thread::spawn(move || {
        let mut chunk = [0; 8192];
        while let Ok(n) = stderr.read(&mut chunk) {
            if n == 0 {
                break;
            }
            if let Ok(mut log) = log.lock() {
                log.push(&chunk[..n]);
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_log_keeps_its_head_and_its_tail() {
        let mut log = BotLog::default();
        log.push(b"first\n");
        for i in 0..40_000 {
            log.push(format!("line {i}\n").as_bytes());
        }
        let text = log.text();
        assert!(text.starts_with("first\n") && text.ends_with("line 39999\n") && text.contains("bytes left out"));
        assert!(text.len() < 3 * LOG_PART);
        let mut short = BotLog::default();
        short.push(b"one\ntwo\n");
        assert_eq!(short.text(), "one\ntwo\n");
    }
}
