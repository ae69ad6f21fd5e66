//! Why a replay file is refused, or cannot be written.

use std::io;
use std::path::PathBuf;

/// Everything that can be wrong with a replay file. What its records say is another matter: see
/// [`Wrong`](skirmish_core::replay::Wrong).
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The system refused.
    #[error("cannot {doing} {path}: {why}", path = path.display())]
    Io {
        /// What was being done: "read", "write", ...
        doing: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// What the system says.
        why: io::Error,
    },
    /// The bytes of a file that has no name here could not be read.
    #[error("cannot read the replay file: {0}")]
    Unread(#[from] io::Error),
    /// There is a file of that name.
    #[error("{path} exists; replays are never overwritten", path = .0.display())]
    Exists(PathBuf),
    /// The first line is another one.
    #[error("not a replay file")]
    NotAReplay,
    /// A replay file, but of a format that this program does not know.
    #[error("a replay file of format {0}; this program reads format {ours}", ours = crate::block::FORMAT)]
    OtherFormat(String),
    /// Not even the first block is whole.
    #[error("nothing of the replay is left: the file breaks off in its first block ({dropped} bytes)")]
    Nothing {
        /// How many bytes there are.
        dropped: u64,
    },
    /// A digest is wrong.
    #[error("the file was changed: the digest of block {block} (at byte {at}) is not right")]
    Changed {
        /// Which block, from 1.
        block: usize,
        /// Where it begins.
        at: u64,
    },
    /// Something follows the last block.
    #[error("the file was changed: there are {extra} bytes after its end")]
    Surplus {
        /// How many bytes.
        extra: u64,
    },
    /// The digest is right, but the text is not what the block promises.
    #[error("block {block} (at byte {at}) cannot be unpacked: {why}")]
    Unpackable {
        /// Which block, from 1.
        block: usize,
        /// Where it begins.
        at: u64,
        /// What is wrong.
        why: String,
    },
    /// A limit of the format is exceeded.
    #[error("{what}: {size} is over the limit of {most}")]
    TooBig {
        /// What is too big.
        what: &'static str,
        /// How big it is.
        size: u64,
        /// How big it may be.
        most: u64,
    },
    /// What was to be recorded is no line.
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
