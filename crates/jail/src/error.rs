//! What can go wrong before a bot runs.

use std::io;
use std::path::PathBuf;

/// Why a prisoner could not be started. [`Error::is_the_bots`] says whose fault it is.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("the program {} was not found", .0.display())]
    NoProgram(PathBuf),
    #[error("the program {} is outside of the bot's folder and not installed on this machine; put it in the folder", .0.display())]
    Elsewhere(PathBuf),
    #[error("the bot's folder {} cannot be used: {reason}", folder.display())]
    BadFolder { folder: PathBuf, reason: String },
    #[error("the program {} could not be started: {source}", program.display())]
    Exec { program: PathBuf, source: io::Error },
    #[error("the sandbox could not be built ({stage}): {source}")]
    Setup { stage: String, source: io::Error },
    #[error("the sandbox level {level} is not available here: {reason}")]
    Unavailable { level: crate::Level, reason: String },
}

impl Error {
    /// True when the bot or its author is at fault; false when the machine or the sandbox is.
    pub fn is_the_bots(&self) -> bool {
        matches!(self, Error::NoProgram(_) | Error::Elsewhere(_) | Error::BadFolder { .. } | Error::Exec { .. })
    }
}

/// Names the step an I/O error belongs to.
pub(crate) trait Stage<T> {
    fn stage(self, stage: &str) -> Result<T, Error>;
}

impl<T, E: Into<io::Error>> Stage<T> for Result<T, E> {
    fn stage(self, stage: &str) -> Result<T, Error> {
        self.map_err(|source| Error::Setup { stage: stage.to_owned(), source: source.into() })
    }
}
