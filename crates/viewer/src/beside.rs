//! Files that lie beside a replay. Whoever made the replay may have made them, so they are opened with care.

use rustix::fs::{Mode, OFlags};
use std::fs::File;
use std::io::{self, Read, Take};
use std::path::Path;

/// Opens a plain file, of which at most so many bytes are read. Links, pipes and devices are refused.
pub fn open(path: &Path, most: u64) -> io::Result<Take<File>> {
    // Not to wait for the other end of a pipe, before it is known to be one.
    let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
    let file = File::from(rustix::fs::open(path, flags, Mode::empty())?);
    if !file.metadata()?.is_file() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "not a plain file"));
    }
    Ok(file.take(most))
}

/// The whole of a plain file that has at most so many bytes.
pub fn read(path: &Path, most: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open(path, most as u64 + 1)?.read_to_end(&mut bytes)?;
    if bytes.len() > most {
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, format!("larger than {most} bytes")));
    }
    Ok(bytes)
}
