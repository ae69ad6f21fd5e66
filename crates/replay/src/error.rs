//! Why a replay file is refused, or cannot be written.

use std::io;
use std::path::PathBuf;

/// Everything that can be wrong with a replay file. What its records say is another matter: see
/// [`Wrong`](skirmish_core::replay::Wrong).
#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("cannot {doing} {path}: {why}", path = path.display())]
    Io { doing: &'static str, path: PathBuf, why: io::Error },
    #[error("cannot read the replay file: {0}")]
    Unread(#[from] io::Error),
    #[error("{path} exists; replays are never overwritten", path = .0.display())]
    Exists(PathBuf),
    #[error("not a replay file")]
    NotAReplay,
    #[error("a replay file of format {0}; this program reads format {ours}", ours = crate::block::FORMAT)]
    OtherFormat(String),
    #[error("nothing of the replay is left: the file breaks off in its first block ({dropped} bytes)")]
    Nothing { dropped: u64 },
    #[error("the file was changed: the digest of block {block} (at byte {at}) is not right")]
    Changed { block: usize, at: u64 },
    #[error("the file was changed: there are {extra} bytes after its end")]
    Surplus { extra: u64 },
    #[error("block {block} (at byte {at}) cannot be unpacked: {why}")]
    Unpackable { block: usize, at: u64, why: String },
    #[error("{what}: {size} is over the limit of {most}")]
    TooBig { what: &'static str, size: u64, most: u64 },
    #[error("a record is one line of text that is not empty")]
    NotALine,
}

impl Error {
    /// Says what was being done to which file.
    pub(crate) fn io(doing: &'static str, path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> Error {
        let path = path.into();
        move |why| Error::Io { doing, path, why }
    }
}

/// Refuses what is over a limit.
pub(crate) fn within(what: &'static str, size: u64, most: u64) -> Result<(), Error> {
    if size <= most { Ok(()) } else { Err(Error::TooBig { what, size, most }) }
}
