//! A replay that is watched: a file, which may still grow, or bytes somebody dropped on the page.

use crate::error::Error;
use crate::reel::Reel;
use skirmish_core::Registry;
use skirmish_replay::ReplayFile;
use std::path::{Path, PathBuf};
use std::sync::{PoisonError, RwLock, RwLockReadGuard};
use std::time::SystemTime;

/// A replay under somebody's eyes.
pub struct Watched {
    /// Where it lies, if it does.
    pub path: Option<PathBuf>,
    inner: RwLock<Inner>,
}

struct Inner {
    reel: Reel,
    /// The file as it was read last.
    stamp: Option<Stamp>,
    /// The writer was stopped, or the file cannot be read any more: nothing will come.
    stuck: bool,
}

#[derive(PartialEq)]
struct Stamp {
    bytes: u64,
    written: Option<SystemTime>,
}

impl Stamp {
    fn of(path: &Path) -> Option<Stamp> {
        let data = std::fs::metadata(path).ok()?;
        Some(Stamp { bytes: data.len(), written: data.modified().ok() })
    }
}

impl Watched {
    /// Opens a file.
    pub fn open(registry: &Registry, path: &Path) -> Result<Watched, Error> {
        // First the stamp: what is written after it is noticed later.
        let stamp = Stamp::of(path);
        let file = ReplayFile::read(path)?;
        let reel = Reel::open(registry, &file.text)?;
        Ok(Watched { path: Some(path.into()), inner: RwLock::new(Inner { reel, stamp, stuck: false }) })
    }

    /// Opens the bytes of a file.
    pub fn from_bytes(registry: &Registry, bytes: &[u8]) -> Result<Watched, Error> {
        let file = ReplayFile::decode(bytes)?;
        let reel = Reel::open(registry, &file.text)?;
        Ok(Watched { path: None, inner: RwLock::new(Inner { reel, stamp: None, stuck: true }) })
    }

    /// Works with the replay as it is. Many can do so at once.
    pub fn with<T>(&self, work: impl FnOnce(&Reel) -> T) -> T {
        work(&self.read().reel)
    }

    /// Whether more may come.
    pub fn is_live(&self) -> bool {
        let inner = self.read();
        inner.reel.is_live() && !inner.stuck
    }

    /// Takes what has been written since; true if there is anything new.
    pub fn refresh(&self) -> Result<bool, Error> {
        let Some(path) = &self.path else { return Ok(false) };
        let stamp = Stamp::of(path);
        let known = self.read();
        if !known.reel.is_live() || stamp == known.stamp {
            return Ok(false);
        }
        drop(known);
        let mut inner = self.inner.write().unwrap_or_else(PoisonError::into_inner);
        if stamp == inner.stamp {
            // Somebody else has read it meanwhile.
            return Ok(false);
        }
        let grown = ReplayFile::read(path).map_err(Error::from).and_then(|file| inner.reel.grow(&file.text));
        inner.stuck = grown.is_err();
        inner.stamp = stamp;
        grown
    }

    fn read(&self) -> RwLockReadGuard<'_, Inner> {
        self.inner.read().unwrap_or_else(PoisonError::into_inner)
    }
}
