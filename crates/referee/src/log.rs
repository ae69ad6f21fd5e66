//! What a bot prints on standard error: kept in bounds, and told turn by turn.

use rustix::io::Errno;
use std::os::fd::AsFd;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

/// How much of the beginning and of the end of a log is kept.
const PART: usize = 64 * 1024;
/// How much of a log is kept for one turn.
const TURN_PART: usize = 16 * 1024;
/// How much is read at once, so that a bot that never stops printing cannot hold us.
const GULP: usize = 256 * 1024;

/// The most pieces of logs that wait to be shown: nobody waits for a bot that prints faster than anybody reads.
const MOST_WAITING: usize = 256;

/// Passes a log on as it comes to whoever shows it.
#[derive(Clone, Debug)]
pub struct Echo {
    seat: usize,
    to: SyncSender<(usize, Vec<u8>)>,
}

impl Echo {
    /// The echoes of so many seats, and where they arrive: the seat, and what it printed.
    pub fn of_seats(seats: usize) -> (Vec<Echo>, Receiver<(usize, Vec<u8>)>) {
        let (to, pieces) = sync_channel(MOST_WAITING);
        ((0..seats).map(|seat| Echo { seat, to: to.clone() }).collect(), pieces)
    }

    fn pass(&self, bytes: &[u8]) {
        // What finds no room is not shown, but kept like everything else.
        let _full = self.to.try_send((self.seat, bytes.to_vec()));
    }
}

/// The log of a program: its head and its tail, with a gap between if it wrote more.
#[derive(Clone, Debug, Default)]
pub struct BotLog {
    head: Vec<u8>,
    tail: Vec<u8>,
    total: usize,
    /// What came since the last look, and how much of that was left out.
    fresh: Vec<u8>,
    missed: usize,
    /// Passes everything on, if somebody listens.
    pub echo: Option<Echo>,
}

/// How much of what was there has been read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Logged {
    /// Everything.
    All,
    /// There may be more.
    Some,
    /// The other end is closed.
    Closed,
}

impl BotLog {
    /// Adds what was printed.
    pub fn push(&mut self, bytes: &[u8]) {
        if let Some(echo) = &self.echo {
            echo.pass(bytes);
        }
        self.total += bytes.len();
        let room = PART.saturating_sub(self.head.len()).min(bytes.len());
        self.head.extend_from_slice(&bytes[..room]);
        self.tail.extend_from_slice(&bytes[room..]);
        if self.tail.len() > 2 * PART {
            let surplus = self.tail.len() - PART;
            self.tail.drain(..surplus);
        }
        let room = TURN_PART.saturating_sub(self.fresh.len()).min(bytes.len());
        self.fresh.extend_from_slice(&bytes[..room]);
        self.missed += bytes.len() - room;
    }

    /// Reads what is there, as much as is taken at once.
    pub fn fill(&mut self, end: impl AsFd) -> Logged {
        let mut chunk = [0; 16 * 1024];
        let mut got = 0;
        while got < GULP {
            match rustix::io::read(&end, &mut chunk) {
                Ok(0) => return Logged::Closed,
                Ok(n) => {
                    self.push(&chunk[..n]);
                    got += n;
                }
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => return Logged::All,
                Err(_) => return Logged::Closed,
            }
        }
        Logged::Some
    }

    /// What came since the last look.
    pub fn take_fresh(&mut self) -> Option<String> {
        if self.fresh.is_empty() {
            return None;
        }
        let mut text = String::from_utf8_lossy(&self.fresh).into_owned();
        if self.missed > 0 {
            text.push_str(&format!("\n... {} bytes left out ...\n", self.missed));
        }
        self.fresh.clear();
        self.missed = 0;
        Some(text)
    }

    /// The log as text, the gap marked.
    pub fn text(&self) -> String {
        let surplus = self.tail.len().saturating_sub(PART);
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
        assert!(text.len() < 3 * PART);
        let mut short = BotLog::default();
        short.push(b"one\ntwo\n");
        assert_eq!(short.text(), "one\ntwo\n");
    }

    #[test]
    fn what_is_new_is_told_once() {
        let mut log = BotLog::default();
        assert_eq!(log.take_fresh(), None);
        log.push(b"one\n");
        log.push(b"two\n");
        assert_eq!(log.take_fresh().as_deref(), Some("one\ntwo\n"));
        assert_eq!(log.take_fresh(), None);
        log.push(&[b'x'; 20_000]);
        assert!(log.take_fresh().unwrap().ends_with("... 3616 bytes left out ...\n"));
        assert_eq!(log.text().len(), 20_008);
    }
}
