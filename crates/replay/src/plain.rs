//! Files that somebody else may have made: plain ones of a bounded size. A pipe that nobody writes to, or a device that
//! never ends, must not keep us.

use std::fs::{File, OpenOptions};
use std::io::{Error, ErrorKind, Read, Result};
use std::path::Path;

/// Opens a plain file of at most so many bytes, without ever waiting for it.
pub fn open(path: &Path, most: u64) -> Result<File> {
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, rustix::fs::OFlags::NONBLOCK.bits() as i32);
    let file = options.read(true).open(path)?;
    let data = file.metadata()?;
    if data.is_dir() {
        return Err(ErrorKind::IsADirectory.into());
    }
    if !data.is_file() {
        return Err(Error::other("not a plain file"));
    }
    if data.len() > most {
        return Err(Error::other(format!("more than {} MiB in it", most >> 20)));
    }
    Ok(file)
}

/// The text of a plain file of at most so many bytes.
pub fn read_text(path: &Path, most: u64) -> Result<String> {
    bounded_text(open(path, most)?, most)
}

/// All bytes of a plain file of at most so many.
pub fn read_bytes(path: &Path, most: u64) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open(path, most)?.take(most).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// All that comes, as text, if it is not more than so many bytes.
pub fn bounded_text(from: impl Read, most: u64) -> Result<String> {
    let mut text = String::new();
    from.take(most + 1).read_to_string(&mut text)?;
    if text.len() as u64 > most {
        return Err(Error::other(format!("more than {} MiB in it", most >> 20)));
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_plain_files_of_a_bounded_size_are_read() {
        let path = std::env::temp_dir().join(format!("skirmish-plain-{}", std::process::id()));
        std::fs::write(&path, "text").unwrap();
        assert_eq!(read_text(&path, 4).unwrap(), "text");
        assert!(read_text(&path, 3).unwrap_err().to_string().contains("more than"));
        std::fs::remove_file(&path).unwrap();
        assert!(read_text(Path::new("/dev/zero"), 10).unwrap_err().to_string().contains("plain file"));
        assert_eq!(read_text(&std::env::temp_dir(), 10).unwrap_err().kind(), ErrorKind::IsADirectory);
        assert!(bounded_text(std::io::repeat(b'a'), 1000).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn a_pipe_that_nobody_writes_to_is_refused_at_once() {
        let path = std::env::temp_dir().join(format!("skirmish-pipe-{}", std::process::id()));
        assert!(std::process::Command::new("mkfifo").arg(&path).status().unwrap().success());
        let refused = open(&path, 10).unwrap_err().to_string();
        let replay = crate::ReplayFile::read(&path).map(drop).unwrap_err().to_string();
        std::fs::remove_file(&path).unwrap();
        assert!(refused.contains("plain file") && replay.contains("plain file"), "{refused}, {replay}");
    }
}
