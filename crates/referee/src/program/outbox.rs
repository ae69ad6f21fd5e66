//! What is said to a program: delivered whole, however slowly it reads.

use rustix::io::Errno;
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};

/// The input of a program, and what its pipe has no room for yet.
pub(super) struct Outbox {
    /// Closed if nothing.
    writer: Option<OwnedFd>,
    unread: Vec<u8>,
    /// To be closed once everything is delivered.
    closing: bool,
}

impl Outbox {
    /// Delivers to a pipe that never blocks; without one, nowhere.
    pub fn new(writer: Option<OwnedFd>) -> Outbox {
        Outbox { writer, unread: Vec::new(), closing: false }
    }

    pub fn writer(&self) -> Option<BorrowedFd<'_>> {
        self.writer.as_ref().map(AsFd::as_fd)
    }

    /// Bytes that wait for room.
    pub fn unread(&self) -> usize {
        self.unread.len()
    }

    /// Sends as much as there is room for, and keeps the rest for [`Outbox::deliver`].
    pub fn tell(&mut self, line: &[u8]) -> io::Result<()> {
        if self.unread.is_empty() {
            let written = self.write(line)?;
            self.unread.extend_from_slice(&line[written..]);
            return Ok(());
        }
        self.unread.extend_from_slice(line);
        self.deliver()
    }

    /// Goes on with what was kept, as far as there is room.
    pub fn deliver(&mut self) -> io::Result<()> {
        if !self.unread.is_empty() {
            let written = self.write(&self.unread)?;
            self.unread.drain(..written);
        }
        if self.closing && self.unread.is_empty() {
            self.writer = None;
        }
        Ok(())
    }

    /// Closes the pipe once everything is delivered.
    pub fn close(&mut self) {
        self.closing = true;
        // One who is gone has read what it wanted.
        let _gone = self.deliver();
    }

    fn write(&self, bytes: &[u8]) -> io::Result<usize> {
        let Some(writer) = &self.writer else { return Ok(bytes.len()) };
        let mut written = 0;
        while written < bytes.len() {
            match rustix::io::write(writer, &bytes[written..]) {
                Ok(n) => written += n,
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => break,
                Err(error) => return Err(error.into()),
            }
        }
        Ok(written)
    }
}
