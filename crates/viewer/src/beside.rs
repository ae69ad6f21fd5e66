//! Files next to a replay. They may come from whoever made the replay, so they are opened with care.

use rustix::fs::{Mode, OFlags};
use std::fs::File;
use std::io::{self, Read, Take};
use std::path::Path;

/// Opens a plain file for reading up to a given number of bytes. Links, pipes and devices are refused.
pub fn open(path: &Path, most: u64) -> io::Result<Take<File>> {
    // So as not to wait for the other end of a pipe before knowing that it is one.
    let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
    let file = File::from(rustix::fs::open(path, flags, Mode::empty())?);
    if !file.metadata()?.is_file() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "not a plain file"));
    }
    Ok(file.take(most))
}

/// The whole content of a plain file, up to a given number of bytes.
pub fn read(path: &Path, most: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open(path, most as u64 + 1)?.read_to_end(&mut bytes)?;
    if bytes.len() > most {
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, format!("larger than {most} bytes")));
    }
    Ok(bytes)
}
