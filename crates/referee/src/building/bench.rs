//! Where one build happens.

use super::Built;
use crate::copying::hexadecimal;
use crate::store;
use std::fs::{create_dir, remove_dir_all, rename};
use std::io;
use std::path::{Path, PathBuf};

/// What is known of an entry, if it is there.
pub(super) fn kept(entry: &Path) -> Option<Built> {
    let text = std::fs::read(entry.join("built.json")).ok()?;
    serde_json::from_slice(&text).ok().filter(|_| entry.join("out").is_dir())
}

/// A folder beside the cache's entries, removed when this is dropped.
pub(super) struct Bench(PathBuf);

impl Bench {
    pub fn new(cache: &Path) -> io::Result<Bench> {
        let mut random = [0; 8];
        getrandom::fill(&mut random).map_err(io::Error::other)?;
        let bench = Bench(store::workplace(cache)?.join(hexadecimal(&random)));
        store::make(&bench.0)?;
        for folder in [bench.source(), bench.raw(), bench.0.join("kept"), bench.output()] {
            create_dir(&folder)?;
            store::set_mode(&folder, 0o755)?;
        }
        Ok(bench)
    }

    /// The copy of the bot's files.
    pub fn source(&self) -> PathBuf {
        self.0.join("source")
    }

    /// Where the build writes.
    pub fn raw(&self) -> PathBuf {
        self.0.join("raw")
    }

    /// What is kept of it.
    pub fn output(&self) -> PathBuf {
        self.0.join("kept/out")
    }

    /// Turns it into a cache entry, all at once.
    pub fn keep(self, built: &Built, entry: &Path) -> io::Result<()> {
        std::fs::write(self.0.join("kept/built.json"), serde_json::to_vec(built)?)?;
        rename(self.0.join("kept"), entry).or_else(|error| {
            // Somebody else has built the same meanwhile.
            if kept(entry).is_some() { Ok(()) } else { Err(error) }
        })
    }
}

impl Drop for Bench {
    fn drop(&mut self) {
        // What cannot be removed is in nobody's way: its name is used only once.
        let _left = remove_dir_all(&self.0);
    }
}
