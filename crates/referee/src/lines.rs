//! Lines from a pipe that never blocks, with a limit on what is kept.

use memchr::memchr;
use rustix::buffer::spare_capacity;
use rustix::io::Errno;
use std::os::fd::AsFd;

/// The least room for one read.
const ROOM: usize = 4096;

/// What has been read and not yet taken.
#[derive(Debug)]
pub struct Lines {
    buffer: Vec<u8>,
    /// How much of the buffer is taken. It is removed now and then: doing so for every line would take forever.
    taken: usize,
    /// How far the buffer is known to hold no line feed.
    searched: usize,
    limit: usize,
    closed: bool,
}

/// How a read ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Filled {
    /// Everything that was there has been read.
    Ready,
    /// The other side has closed the pipe.
    Closed,
    /// More than the limit is waiting.
    Flooded,
}

impl Lines {
    /// Takes lines of up to `limit` bytes.
    pub fn new(limit: usize) -> Lines {
        Lines { buffer: Vec::new(), taken: 0, searched: 0, limit, closed: false }
    }

    /// The longest line that is taken, in bytes.
    pub fn limit(&self) -> usize {
        self.limit
    }

    /// The beginning of what is read and not taken.
    pub fn begun(&self) -> Vec<u8> {
        self.rest()[..self.pending().min(16 * 1024)].to_vec()
    }

    /// Bytes that are read and not taken.
    pub fn pending(&self) -> usize {
        self.buffer.len() - self.taken
    }

    fn rest(&self) -> &[u8] {
        &self.buffer[self.taken..]
    }

    /// Makes room when more is taken than left: every byte is moved at most once.
    fn compact(&mut self) {
        if self.taken > self.pending() {
            self.buffer.drain(..self.taken);
            self.searched -= self.taken;
            self.taken = 0;
        }
    }

    /// Reads what is there without waiting.
    pub fn fill(&mut self, pipe: impl AsFd) -> Filled {
        self.compact();
        while !self.closed {
            if self.pending() > self.limit {
                return Filled::Flooded;
            }
            self.buffer.reserve(ROOM);
            match rustix::io::read(&pipe, spare_capacity(&mut self.buffer)) {
                Ok(0) => self.closed = true,
                // A short read has emptied the pipe; another one would only cost a call.
                Ok(n) if n < ROOM && self.pending() <= self.limit => return Filled::Ready,
                Ok(_) | Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => {
                    return if self.pending() > self.limit { Filled::Flooded } else { Filled::Ready };
                }
                Err(_) => self.closed = true,
            }
        }
        Filled::Closed
    }

    /// The next complete line, without its line feed.
    pub fn take(&mut self) -> Option<Vec<u8>> {
        let found = memchr(b'\n', &self.buffer[self.searched..]);
        let Some(at) = found.map(|at| at + self.searched) else {
            self.searched = self.buffer.len();
            return None;
        };
        let line = &self.buffer[self.taken..at];
        let line = line.strip_suffix(b"\r").unwrap_or(line).to_vec();
        self.taken = at + 1;
        self.searched = self.taken;
        if self.taken == self.buffer.len() {
            // The buffer stays for the next line.
            self.buffer.clear();
            (self.taken, self.searched) = (0, 0);
        }
        Some(line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustix::pipe::{PipeFlags, pipe_with};
    use std::io::Write;

    #[test]
    fn lines_come_whole_and_never_block() {
        let (reader, writer) = pipe_with(PipeFlags::NONBLOCK).unwrap();
        let mut writer = std::fs::File::from(writer);
        let mut lines = Lines::new(1000);
        assert_eq!(lines.fill(&reader), Filled::Ready);
        assert_eq!(lines.take(), None);
        writer.write_all(b"one\r\ntw").unwrap();
        assert_eq!(lines.fill(&reader), Filled::Ready);
        assert_eq!(lines.take().as_deref(), Some(&b"one"[..]));
        assert_eq!(lines.take(), None);
        writer.write_all(b"o\n\n").unwrap();
        drop(writer);
        assert_eq!(lines.fill(&reader), Filled::Ready);
        assert_eq!(lines.fill(&reader), Filled::Closed);
        assert_eq!(lines.take().as_deref(), Some(&b"two"[..]));
        assert_eq!(lines.take().as_deref(), Some(&b""[..]));
        assert_eq!(lines.take(), None);
    }

    #[test]
    fn many_lines_are_taken_in_order_while_more_come() {
        let (reader, writer) = pipe_with(PipeFlags::NONBLOCK).unwrap();
        let mut writer = std::fs::File::from(writer);
        let mut lines = Lines::new(1 << 20);
        let (mut written, mut read) = (0, 0);
        while read < 20_000 {
            for _ in 0..500 {
                writer.write_all(format!("{written}\n").as_bytes()).unwrap();
                written += 1;
            }
            assert_eq!(lines.fill(&reader), Filled::Ready);
            // Fewer than there are, so that something stays.
            for _ in 0..499 {
                assert_eq!(lines.take(), Some(read.to_string().into_bytes()));
                read += 1;
            }
            assert!(lines.buffer.len() < 3 * lines.pending() + 8192, "what is taken does not stay");
        }
        assert!(lines.begun().starts_with(read.to_string().as_bytes()));
    }

    #[test]
    fn too_much_is_told_and_not_kept_for_ever() {
        let (reader, writer) = pipe_with(PipeFlags::NONBLOCK).unwrap();
        let mut writer = std::fs::File::from(writer);
        let mut lines = Lines::new(100);
        writer.write_all(&[b'x'; 50_000]).unwrap();
        assert_eq!(lines.fill(&reader), Filled::Flooded);
        assert!(lines.pending() <= 100 + 16 * 1024);
    }
}
