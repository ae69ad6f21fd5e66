//! Following a file that somebody else is writing: every byte is read once.

use crate::block::{Blocks, Found, MOST_BYTES};
use crate::error::Error;
use crate::plain;
use std::fs::{File, Metadata};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

/// A growing replay file, and how far it was read. Blocks are only ever appended, and the finished file takes the
/// place of the growing one.
pub struct Follower {
    path: PathBuf,
    blocks: Blocks<Counted>,
    stamp: Stamp,
    /// Bytes read of files that were replaced.
    before: u64,
}

/// What was written since the last time.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Grown {
    /// Nothing new.
    Nothing,
    /// These records, after all the others.
    By(String),
    /// Another file is there now, with these records: the match is over.
    Into(String),
}

impl Follower {
    /// Opens a file, growing or not, and gives the records that are in it.
    pub fn open(path: &Path) -> Result<(Follower, String), Error> {
        let (blocks, stamp) = open(path)?;
        let mut follower = Follower { path: path.into(), blocks, stamp, before: 0 };
        let text = follower.rest()?;
        if text.is_empty() {
            return Err(Error::Nothing { dropped: stamp.bytes });
        }
        Ok((follower, text))
    }

    /// Whether the file has changed since it was read last; nothing is read for it.
    pub fn has_more(&self) -> bool {
        self.stamped().is_ok_and(|stamp| stamp != self.stamp)
    }

    /// Reads what was written since.
    pub fn more(&mut self) -> Result<Grown, Error> {
        // First the stamp: what is written after it is noticed the next time.
        let stamp = self.stamped()?;
        if stamp == self.stamp {
            return Ok(Grown::Nothing);
        }
        if stamp.file != self.stamp.file {
            let before = self.bytes_read();
            let (blocks, stamp) = open(&self.path)?;
            *self = Follower { path: std::mem::take(&mut self.path), blocks, stamp, before };
            return Ok(Grown::Into(self.rest()?));
        }
        self.stamp = stamp;
        let text = self.rest()?;
        Ok(if text.is_empty() { Grown::Nothing } else { Grown::By(text) })
    }

    /// All bytes that were read so far.
    pub fn bytes_read(&self) -> u64 {
        self.before + self.blocks.source().read
    }

    fn stamped(&self) -> Result<Stamp, Error> {
        std::fs::metadata(&self.path).map(|data| Stamp::of(&data)).map_err(Error::io("read", &self.path))
    }

    /// The records of all blocks that are whole.
    fn rest(&mut self) -> Result<String, Error> {
        let mut text = String::new();
        loop {
            match self.blocks.read()? {
                Found::Block { text: more, .. } => text.push_str(&more),
                Found::End => return Ok(text),
                Found::Torn(_) => {
                    // Half of it is written; it is read again when there is more.
                    self.blocks.rewind()?;
                    return Ok(text);
                }
            }
        }
    }
}

fn open(path: &Path) -> Result<(Blocks<Counted>, Stamp), Error> {
    let failed = Error::io("read", path);
    let opened = plain::open(path, MOST_BYTES).and_then(|file| Ok((Stamp::of(&file.metadata()?), file)));
    let (stamp, file) = opened.map_err(failed)?;
    Ok((Blocks::new(Counted { file, read: 0 })?, stamp))
}

/// A file as it was at a moment.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Stamp {
    /// Which file it is, whatever it is called.
    file: (u64, u64),
    bytes: u64,
}

impl Stamp {
    fn of(data: &Metadata) -> Stamp {
        use std::os::unix::fs::MetadataExt;
        Stamp { file: (data.dev(), data.ino()), bytes: data.len() }
    }
}

/// A file, and how many bytes were read of it.
struct Counted {
    file: File,
    read: u64,
}

impl Read for Counted {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.file.read(buffer)?;
        self.read += read as u64;
        Ok(read)
    }
}

impl Seek for Counted {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.file.seek(to)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Recorder;
    use std::io::Write;

    fn path(name: &str) -> PathBuf {
        std::env::temp_dir().join(format!("skirmish-follow-{name}-{}", std::process::id()))
    }

    #[test]
    fn every_byte_is_read_once() {
        let path = path("once");
        let mut recorder = Recorder::create(&path).unwrap();
        recorder.record("header").unwrap();
        let (mut follower, mut text) = Follower::open(&path).unwrap();
        for n in 0..200 {
            recorder.record(&format!("step {n}")).unwrap();
            recorder.flush().unwrap();
            assert!(follower.has_more());
            let Grown::By(more) = follower.more().unwrap() else { panic!("step {n} was written") };
            assert_eq!((more.as_str(), follower.has_more()), (format!("step {n}\n").as_str(), false));
            text.push_str(&more);
        }
        let growing = std::fs::metadata(&path).unwrap().len();
        assert_eq!(follower.bytes_read(), growing);
        assert_eq!(follower.more().unwrap(), Grown::Nothing);
        recorder.record("ending").unwrap();
        let finished = recorder.finish().unwrap();
        assert_eq!(follower.more().unwrap(), Grown::Into(text + "ending\n"));
        assert_eq!(follower.bytes_read(), growing + finished.bytes);
        std::fs::remove_file(path).unwrap();
    }

    #[test]
    fn half_a_block_waits_for_the_other_half() {
        let (path, half) = (path("whole"), path("half"));
        let mut recorder = Recorder::create(&path).unwrap();
        recorder.record("header").unwrap();
        let first = std::fs::metadata(&path).unwrap().len() as usize;
        recorder.record("step").unwrap();
        recorder.flush().unwrap();
        let bytes = std::fs::read(&path).unwrap();
        let mut file = File::create(&half).unwrap();
        file.write_all(&bytes[..first]).unwrap();
        let (mut follower, text) = Follower::open(&half).unwrap();
        assert_eq!(text, "header\n");
        for at in [first + 3, bytes.len() - 1] {
            file.seek(SeekFrom::Start(0)).unwrap();
            file.write_all(&bytes[..at]).unwrap();
            assert_eq!(follower.more().unwrap(), Grown::Nothing);
        }
        file.write_all(&bytes[bytes.len() - 1..]).unwrap();
        assert_eq!(follower.more().unwrap(), Grown::By("step\n".into()));
        std::fs::remove_file(path).unwrap();
        std::fs::remove_file(half).unwrap();
    }
}
