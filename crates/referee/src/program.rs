//! A running bot program: its pipes, its log, its end.

use crate::Ending;
use crate::lines::{Filled, Lines};
use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
use skirmish_jail::{Breach, Jail, Level, Outcome, Pack, Policy, Prisoner};
use std::ffi::OsStr;
use std::io::{PipeReader, PipeWriter, Read};
use std::os::fd::AsFd;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// How a program is started.
#[derive(Clone, PartialEq, Debug)]
pub struct Start {
    /// A path relative to the folder, or a name on the search path.
    pub command: String,
    pub args: Vec<String>,
    /// The bot's own folder: where it starts, and all it sees beside its language's runtime.
    pub folder: PathBuf,
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
    prisoner: Prisoner,
    stdin: Option<PipeWriter>,
    stdout: PipeReader,
    pub lines: Lines,
    log: Arc<Mutex<BotLog>>,
    frozen: bool,
}

/// Why a program could not be started, and whether that is its own fault.
#[derive(Debug)]
pub struct NotStarted {
    pub why: String,
    pub own_fault: bool,
}

impl Program {
    /// Starts a program in the sandbox. `limit` is the longest line that is taken.
    pub fn start(start: &Start, level: Level, limit: usize) -> Result<Program, NotStarted> {
        let pack = Pack::for_command(&start.folder, OsStr::new(&start.command), None);
        let policy = Policy::play(level, &start.folder, pack);
        let mut prisoner = Jail::new()
            .spawn(&policy, &start.command, &start.args, [])
            .map_err(|error| NotStarted { why: error.to_string(), own_fault: error.is_the_bots() })?;
        let (stdin, stdout, stderr) = (prisoner.stdin.take(), prisoner.stdout.take(), prisoner.stderr.take());
        let (Some(stdin), Some(stdout), Some(stderr)) = (stdin, stdout, stderr) else {
            unreachable!("a fresh prisoner has all three pipes");
        };
        for pipe in [stdin.as_fd(), stdout.as_fd()] {
            never_block(pipe).map_err(|error| NotStarted { why: error.to_string(), own_fault: false })?;
        }
        let log = Arc::new(Mutex::new(BotLog::default()));
        drain(stderr, Arc::clone(&log));
        Ok(Program { prisoner, stdin: Some(stdin), stdout, lines: Lines::new(limit), log, frozen: false })
    }

    pub fn stdin(&self) -> Option<&PipeWriter> {
        self.stdin.as_ref()
    }

    pub fn stdout(&self) -> &PipeReader {
        &self.stdout
    }

    /// Reads what is there.
    pub fn fill(&mut self) -> Filled {
        self.lines.fill(&self.stdout)
    }

    pub fn close_stdin(&mut self) {
        self.stdin = None;
    }

    pub fn log(&self) -> BotLog {
        self.log.lock().map(|log| log.clone()).unwrap_or_default()
    }

    /// CPU time used so far.
    pub fn cpu(&self) -> Duration {
        self.prisoner.cpu().unwrap_or_default()
    }

    /// Stops the program where it stands, or lets it go on.
    pub fn freeze(&mut self, frozen: bool) {
        if self.frozen != frozen {
            if frozen {
                self.prisoner.freeze()
            } else {
                self.prisoner.thaw()
            }
            self.frozen = frozen;
        }
    }

    /// How the program ended, given a moment to do so: a pipe is closed a little before its process is gone.
    pub fn ended_within(&mut self, patience: Duration) -> Option<Ending> {
        let end = self.prisoner.wait_timeout(patience)?;
        if let Some(Breach::Memory { limit, seen }) = end.breach {
            let evidence = format!("{seen} bytes were in use, {limit} are allowed");
            return Some(Ending::OutOfMemory { evidence });
        }
        Some(match end.outcome {
            Outcome::Code(code) => Ending::Crashed { exit: Some(code), signal: None },
            Outcome::Signal(signal) => Ending::Crashed { exit: None, signal: Some(signal) },
            Outcome::Unknown => Ending::Infrastructure { why: "the bot's guard vanished".into() },
        })
    }

    /// Ends the program and everything it has started, and waits until nothing is left.
    pub fn kill(&mut self) {
        self.prisoner.kill();
        self.prisoner.wait();
    }
}

fn never_block(pipe: impl AsFd) -> std::io::Result<()> {
    let flags = fcntl_getfl(&pipe)?;
    fcntl_setfl(&pipe, flags | OFlags::NONBLOCK)?;
    Ok(())
}

/// Empties a log pipe in a thread of its own, so that a talkative bot never stands still because of it.
fn drain(mut stderr: PipeReader, log: Arc<Mutex<BotLog>>) {
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
