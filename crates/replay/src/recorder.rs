//! Writing a replay file: block by block while the match runs, one compact block at its end.

use crate::block::{self, Blocks, Chain, Found, Kind, LONGEST_RECORD, MAGIC, MOST_BYTES, MOST_RECORDS, MOST_TEXT};
use crate::error::{Error, within};
use crate::names::replay_name;
use memchr::memchr2;
use sha2::{Digest, Sha256};
use skirmish_core::replay::commitment::hex;
use std::fs::{File, OpenOptions};
use std::io::{BufReader, ErrorKind, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use zstd::bulk::Compressor;

/// A block is written when so many records wait for it,
const BLOCK_RECORDS: usize = 256;
/// or so much text,
const BLOCK_TEXT: usize = 256 << 10;
/// or when a record comes so long after the block before.
const BLOCK_TIME: Duration = Duration::from_millis(200);

/// Blocks of a growing file are packed fast, with little memory: what is packed here is packed again at the end, and
/// players wait.
const FAST: i32 = 1;
/// The compact block is packed well; more effort would gain two per cent in twice the time.
const WELL: i32 = 15;
/// With so much text, packing well would take seconds, and this is done instead.
const MUCH_TEXT: u64 = 4 << 20;
const SWIFT: i32 = 9;

/// Writes a replay file. If it is dropped before it is finished, the file stays as it is, and can be read.
///
/// ```
/// use skirmish_replay::{Recorder, ReplayFile};
///
/// let folder = std::env::temp_dir().join(format!("skirmish-doc-{}", std::process::id()));
/// let mut recorder = Recorder::create_in(&folder, "golems-demo")?;
/// recorder.record("{\"skirmish\":3}")?;
/// let growing = ReplayFile::read(recorder.path())?;
/// assert!(!growing.complete && growing.records == 1);
/// let finished = recorder.finish()?;
/// let file = ReplayFile::read(&finished.path)?;
/// assert!(file.complete && file.id == growing.id);
/// # std::fs::remove_dir_all(folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Recorder {
    path: PathBuf,
    file: File,
    chain: Chain,
    /// Records that no block holds yet, and how many.
    waiting: String,
    waiting_records: usize,
    flushed: Instant,
    /// What was recorded so far, waiting or not.
    text: u64,
    records: u64,
    bytes: u64,
    /// Over the records that blocks hold.
    id: Sha256,
    packer: Compressor<'static>,
}

/// A replay file that is complete.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finished {
    /// Where it is.
    pub path: PathBuf,
    /// See [`ReplayFile::id`](crate::ReplayFile::id).
    pub id: String,
    /// Size of the file.
    pub bytes: u64,
}

impl Recorder {
    /// Begins a new file. Never overwrites one.
    pub fn create(path: &Path) -> Result<Recorder, Error> {
        let mut file = growing(path).map_err(|why| match why.kind() {
            ErrorKind::AlreadyExists => Error::Exists(path.into()),
            _ => Error::Io { doing: "write", path: path.into(), why },
        })?;
        file.write_all(MAGIC).map_err(Error::io("write", path))?;
        Ok(Recorder {
            path: path.into(),
            file,
            chain: Chain::default(),
            waiting: String::new(),
            waiting_records: 0,
            flushed: Instant::now(),
            text: 0,
            records: 0,
            bytes: MAGIC.len() as u64,
            id: Sha256::new(),
            packer: Compressor::new(FAST).map_err(Error::io("write", path))?,
        })
    }

    /// Begins a new file in `folder`, which is made if need be, under the first name that is free:
    /// `DATE-ID.skirmish`, then `DATE-ID-2.skirmish` and so on. `id` names the match.
    pub fn create_in(folder: &Path, id: &str) -> Result<Recorder, Error> {
        std::fs::create_dir_all(folder).map_err(Error::io("make the folder", folder))?;
        let mut n = 1;
        loop {
            match Self::create(&folder.join(replay_name(id, n))) {
                Err(Error::Exists(_)) => n += 1,
                other => return other,
            }
        }
    }

    /// Where the file is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Takes the next record. The first one is written at once; later ones wait for others to share a block with, so
    /// a reader of the growing file may be some records behind.
    ///
    /// What could not be read again is refused, and the file stays as it was.
    pub fn record(&mut self, record: &str) -> Result<(), Error> {
        self.record_at(record, Instant::now())
    }

    /// The same for whoever has just looked at the clock.
    pub fn record_at(&mut self, record: &str, now: Instant) -> Result<(), Error> {
        if record.is_empty() || memchr2(b'\n', b'\r', record.as_bytes()).is_some() {
            return Err(Error::NotALine);
        }
        let length = record.len() as u64;
        within("a record", length, LONGEST_RECORD)?;
        within("the text of a replay", self.text + length + 1, MOST_TEXT)?;
        within("the records of a replay", self.records + 1, MOST_RECORDS)?;
        self.waiting.push_str(record);
        self.waiting.push('\n');
        self.waiting_records += 1;
        self.text += length + 1;
        self.records += 1;
        let enough = self.records == 1
            || self.waiting_records >= BLOCK_RECORDS
            || self.waiting.len() >= BLOCK_TEXT
            || now.saturating_duration_since(self.flushed) >= BLOCK_TIME;
        if enough { self.flush() } else { Ok(()) }
    }

    /// Whether the next record, if it comes by `when` and is no longer than usual, will wait for others before anything
    /// is written.
    pub fn will_wait(&self, when: Instant) -> bool {
        self.records > 0
            && self.waiting_records + 1 < BLOCK_RECORDS
            && self.waiting.len() < BLOCK_TEXT / 2
            && when.saturating_duration_since(self.flushed) < BLOCK_TIME
    }

    /// Writes the records that wait as a block. If that fails, they go on waiting, and nothing of the block is left.
    pub fn flush(&mut self) -> Result<(), Error> {
        if self.waiting.is_empty() {
            return Ok(());
        }
        let failed = |why| Error::Io { doing: "write", path: self.path.clone(), why };
        let packed = self.packer.compress(self.waiting.as_bytes()).map_err(failed)?;
        within("a replay file", self.bytes + packed.len() as u64, MOST_BYTES)?;
        let mut chain = self.chain;
        let block = block::block(&mut chain, Kind::More, self.waiting.len() as u64, &packed).map_err(failed)?;
        // In one go, so that a reader seldom sees half of it.
        if let Err(why) = self.file.seek(SeekFrom::Start(self.bytes)).and_then(|_| self.file.write_all(&block)) {
            let _ = self.file.set_len(self.bytes);
            return Err(failed(why));
        }
        self.chain = chain;
        self.id.update(&self.waiting);
        self.bytes += block.len() as u64;
        self.waiting.clear();
        self.waiting_records = 0;
        self.flushed = Instant::now();
        Ok(())
    }

    /// Makes the file compact: all records in one block, marked as complete. The growing file is replaced in one
    /// moment, after the new one is safely on the disk; if anything fails, it stays.
    pub fn finish(mut self) -> Result<Finished, Error> {
        self.flush()?;
        let mut name = self.path.file_name().unwrap_or_default().to_os_string();
        name.push(format!(".{}.part", std::process::id()));
        let part = self.path.with_file_name(name);
        let written = self.write_compact(&part).and_then(|bytes| {
            std::fs::rename(&part, &self.path).map_err(Error::io("replace", &self.path))?;
            Ok(bytes)
        });
        let bytes = match written {
            Ok(bytes) => bytes,
            Err(error) => {
                // What is left of it is of no use to anybody.
                let _ = std::fs::remove_file(&part);
                return Err(error);
            }
        };
        sync_folder(&self.path);
        Ok(Finished { path: self.path.clone(), id: hex(&self.id.clone().finalize()), bytes })
    }

    /// Packs the growing file's records anew, holding one of its blocks at a time.
    fn write_compact(&self, part: &Path) -> Result<u64, Error> {
        let failed = |why| Error::Io { doing: "write", path: part.into(), why };
        let level = if self.text > MUCH_TEXT { SWIFT } else { WELL };
        let mut encoder = zstd::Encoder::new(Vec::new(), level).map_err(failed)?;
        // Known sizes are packed better.
        encoder.set_pledged_src_size(Some(self.text)).map_err(failed)?;
        let growing = File::open(&self.path).map_err(Error::io("read", &self.path))?;
        let mut blocks = Blocks::new(BufReader::new(growing))?;
        let mut text = 0;
        while let Found::Block { text: more, .. } = blocks.read()? {
            encoder.write_all(more.as_bytes()).map_err(failed)?;
            text += more.len() as u64;
        }
        if text != self.text {
            return Err(Error::Changed { block: blocks.blocks(), at: blocks.at() });
        }
        let packed = encoder.finish().map_err(failed)?;
        let block = block::block(&mut Chain::default(), Kind::Last, text, &packed).map_err(failed)?;
        // Left from a program of the same number; nothing is written through what somebody has put there.
        let _absent = std::fs::remove_file(part);
        let mut file = OpenOptions::new().write(true).create_new(true).open(part).map_err(failed)?;
        file.write_all(MAGIC).and_then(|()| file.write_all(&block)).map_err(failed)?;
        file.sync_all().map_err(failed)?;
        Ok((MAGIC.len() + block.len()) as u64)
    }
}

impl Drop for Recorder {
    fn drop(&mut self) {
        // Whoever drops a recorder has another trouble already; this saves what it can.
        let _ = self.flush();
    }
}

/// A new file that only its owner can read: while a match runs, what its seats said is nobody else's. It is locked, so
/// that others can tell a match that runs from one whose program was killed.
fn growing(path: &Path) -> std::io::Result<File> {
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let file = options.write(true).create_new(true).open(path)?;
    // Where files cannot be locked, nobody can tell; the match is played all the same.
    let _unlocked = file.try_lock();
    Ok(file)
}

/// Makes a rename in the folder of `path` safe. Not every system can; then the rename is as safe as it gets there.
fn sync_folder(path: &Path) {
    let folder = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ReplayFile;

    /// A disk that is full for a while costs nothing that was recorded.
    #[test]
    fn a_block_that_could_not_be_written_is_written_later() {
        let path = std::env::temp_dir().join(format!("skirmish-recorder-{}", std::process::id()));
        let mut recorder = Recorder::create(&path).unwrap();
        recorder.record("first").unwrap();
        let shut = File::open(&path).unwrap();
        let open = std::mem::replace(&mut recorder.file, shut);
        recorder.record("second").unwrap();
        let error = recorder.flush().unwrap_err();
        assert!(error.to_string().starts_with("cannot write "), "{error}");
        assert_eq!(ReplayFile::read(&path).unwrap().text, "first\n");
        recorder.file = open;
        recorder.record("third").unwrap();
        let finished = recorder.finish().unwrap();
        let file = ReplayFile::read(&path).unwrap();
        std::fs::remove_file(&path).unwrap();
        assert_eq!(file.text, "first\nsecond\nthird\n");
        assert_eq!((file.complete, file.id), (true, finished.id));
    }
}
