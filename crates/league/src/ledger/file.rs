//! The file of a ledger: one writer, lines that are appended whole, on disk in time.

use super::NAME;
use crate::Error;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// What is written waits at most so long until it is on disk.
const PATIENCE: Duration = Duration::from_millis(400);

/// A ledger's file, held by a lock until it is dropped.
pub struct LedgerFile {
    pub folder: PathBuf,
    file: File,
    /// Since when something waits to be on disk.
    waits: Option<Instant>,
}

impl LedgerFile {
    /// Opens or makes the file, and reads it. Nobody else may have it.
    pub fn open(folder: &Path) -> Result<(LedgerFile, Vec<u8>), Error> {
        let path = folder.join(NAME);
        let wrong = |doing: &'static str| {
            let path = path.clone();
            move |why| Error::File { doing, path, why }
        };
        std::fs::create_dir_all(folder).map_err(wrong("create the folder of"))?;
        let mut file = OpenOptions::new().read(true).append(true).create(true).open(&path).map_err(wrong("open"))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(Error::Busy(folder.into())),
            Err(TryLockError::Error(why)) => return Err(wrong("lock")(why)),
        }
        let mut text = Vec::new();
        file.read_to_end(&mut text).map_err(wrong("read"))?;
        Ok((LedgerFile { folder: folder.into(), file, waits: None }, text))
    }

    /// Drops everything behind `bytes`.
    pub fn cut(&mut self, bytes: u64) -> Result<(), Error> {
        self.file.set_len(bytes).map_err(self.wrong("shorten"))?;
        self.sync()
    }

    /// Appends a line. If not all of it can be written, none of it is.
    pub fn append(&mut self, line: &[u8]) -> Result<(), Error> {
        if let Err(why) = self.file.write_all(line) {
            // Half a line would make the next one unreadable.
            let end = self.file.metadata().ok().and_then(|data| self.whole(data.len()));
            let cut = end.map_or(Ok(()), |end| self.file.set_len(end));
            return Err(self.wrong("write to")(cut.err().unwrap_or(why)));
        }
        self.waits.get_or_insert_with(Instant::now);
        Ok(())
    }

    /// Where the last whole line ends in a file of so many bytes.
    fn whole(&self, bytes: u64) -> Option<u64> {
        let text = std::fs::read(self.folder.join(NAME)).ok()?;
        let text = &text[..text.len().min(bytes as usize)];
        Some(text.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end as u64 + 1))
    }

    pub fn sync(&mut self) -> Result<(), Error> {
        self.file.sync_data().map_err(self.wrong("sync"))?;
        self.waits = None;
        Ok(())
    }

    /// Syncs what has waited for long enough. Tells whether nothing waits now.
    pub fn sync_in_time(&mut self) -> Result<bool, Error> {
        if self.waits.is_some_and(|since| since.elapsed() >= PATIENCE) {
            self.sync()?;
        }
        Ok(self.waits.is_none())
    }

    fn wrong(&self, doing: &'static str) -> impl FnOnce(std::io::Error) -> Error + use<> {
        let path = self.folder.join(NAME);
        move |why| Error::File { doing, path, why }
    }
}
