//! A replay that is watched: a match of this program, a file that may still grow, or bytes somebody dropped on the page.

use crate::error::Error;
use crate::feed::Feed;
use crate::reel::Reel;
use skirmish_core::Registry;
use skirmish_replay::glance::Glance;
use skirmish_replay::{Follower, Grown, ReplayFile};
use std::path::{Path, PathBuf};
use std::sync::{PoisonError, RwLock, RwLockReadGuard};
use tokio::sync::watch;

/// A replay that somebody watches.
pub struct Watched {
    /// Where its file is, if it has one.
    pub path: Option<PathBuf>,
    inner: RwLock<Inner>,
}

struct Inner {
    reel: Reel,
    source: Source,
    /// The file cannot be read any more: nothing will come.
    stuck: bool,
}

/// Where more comes from.
enum Source {
    /// The match itself.
    Match(Feed),
    File(Follower),
    Nowhere,
}

impl Watched {
    /// Opens a file.
    pub fn open(registry: &Registry, path: &Path) -> Result<Watched, Error> {
        let (follower, text) = Follower::open(path)?;
        Watched::new(registry, Some(path.into()), &text, Source::File(follower))
    }

    /// Follows a match of this program.
    pub fn follow(registry: &Registry, feed: Feed) -> Result<Watched, Error> {
        let (path, head) = (feed.path.clone(), feed.head.clone());
        Watched::new(registry, Some(path), &head, Source::Match(feed))
    }

    /// Opens the bytes of a file.
    pub fn from_bytes(registry: &Registry, bytes: &[u8]) -> Result<Watched, Error> {
        Watched::new(registry, None, &ReplayFile::decode(bytes)?.text, Source::Nowhere)
    }

    fn new(registry: &Registry, path: Option<PathBuf>, text: &str, source: Source) -> Result<Watched, Error> {
        let inner = Inner { reel: Reel::open(registry, text)?, source, stuck: false };
        Ok(Watched { path, inner: RwLock::new(inner) })
    }

    /// Reads the replay as it is now. Many can do so at once.
    pub fn with<T>(&self, work: impl FnOnce(&Reel) -> T) -> T {
        work(&self.read().reel)
    }

    /// Whether the file at a path is one of this match: it grows, and at its end it becomes another file, but its header
    /// stays.
    pub fn is_still_at(&self, path: &Path) -> bool {
        Glance::at(path).is_ok_and(|seen| self.with(|reel| *reel.header() == seen.header))
    }

    /// Whether more may come.
    pub fn is_live(&self) -> bool {
        let inner = self.read();
        inner.reel.is_live() && !inner.stuck && !matches!(inner.source, Source::Nowhere)
    }

    /// Rings when there is something new, if that can be known; a file has to be checked now and then.
    pub fn bell(&self) -> Option<watch::Receiver<usize>> {
        match &self.read().source {
            Source::Match(feed) => Some(feed.bell()),
            Source::File(_) | Source::Nowhere => None,
        }
    }

    /// How many bytes of files were read for it.
    pub fn bytes_read(&self) -> u64 {
        match &self.read().source {
            Source::File(follower) => follower.bytes_read(),
            Source::Match(_) | Source::Nowhere => 0,
        }
    }

    /// Takes what has come since; true if there is anything new.
    pub fn refresh(&self) -> Result<bool, Error> {
        let known = self.read();
        let more = known.reel.is_live()
            && match &known.source {
                Source::Match(feed) => feed.has_more(),
                Source::File(follower) => follower.has_more(),
                Source::Nowhere => false,
            };
        drop(known);
        if !more {
            return Ok(false);
        }
        let mut inner = self.inner.write().unwrap_or_else(PoisonError::into_inner);
        let grown = inner.take();
        inner.stuck = grown.is_err();
        grown
    }

    fn read(&self) -> RwLockReadGuard<'_, Inner> {
        self.inner.read().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Inner {
    fn take(&mut self) -> Result<bool, Error> {
        match &mut self.source {
            Source::Match(feed) => {
                // Asked first, so that no step is lost between the two.
                let over = feed.is_over();
                let grown = self.reel.append(&feed.take())?;
                if !over {
                    return Ok(grown);
                }
                // The ending is in the file.
                let (follower, text) = Follower::open(&feed.path)?;
                self.source = Source::File(follower);
                Ok(self.reel.grow(&text)? || grown)
            }
            Source::File(follower) => match follower.more()? {
                Grown::Nothing => Ok(false),
                Grown::By(more) => self.reel.append(&more),
                Grown::Into(text) => self.reel.grow(&text),
            },
            Source::Nowhere => Ok(false),
        }
    }
}
