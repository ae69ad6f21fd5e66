//! A writer with a size limit.

use crate::error::Error;
use std::io::{self, Write};

/// Takes at most a given number of bytes; more is an error that says what is too long.
pub struct Capped<W> {
    to: W,
    what: &'static str,
    most: u64,
    left: u64,
}

/// Inside an [`io::Error`], until [`why`] finds it.
#[derive(Debug, thiserror::Error)]
#[error("{what} is larger than {most} bytes")]
struct Over {
    what: &'static str,
    most: u64,
}

impl<W: Write> Capped<W> {
    pub fn new(to: W, what: &'static str, most: u64) -> Capped<W> {
        Capped { to, what, most, left: most }
    }

    pub fn into_inner(self) -> W {
        self.to
    }
}

impl<W: Write> Write for Capped<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.left.checked_sub(bytes.len() as u64) {
            Some(left) => {
                let written = self.to.write(bytes)?;
                self.left = left + (bytes.len() - written) as u64;
                Ok(written)
            }
            None => Err(io::Error::other(Over { what: self.what, most: self.most })),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

/// What a write error means.
pub fn why(error: io::Error) -> Error {
    match error.get_ref().and_then(|inner| inner.downcast_ref::<Over>()) {
        Some(&Over { what, most }) => Error::TooLong { what, most },
        None => Error::Unwritten(error),
    }
}
