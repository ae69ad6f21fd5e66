//! What can go wrong with a fleet.

use std::path::PathBuf;

/// What went wrong.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// There is no server, or it lets us not in.
    #[error("cannot connect to {url}: {why}")]
    Connect {
        /// Where.
        url: String,
        /// What is in the way.
        why: String,
    },
    /// The server does not do what it is asked to.
    #[error("the NATS server at {url}: cannot {doing}: {why}")]
    Server {
        /// Where.
        url: String,
        /// What was tried.
        doing: &'static str,
        /// What is in the way.
        why: String,
    },
    /// A file of credentials or certificates.
    #[error("cannot read {}: {why}", path.display())]
    File {
        /// Which one.
        path: PathBuf,
        /// Why not.
        why: std::io::Error,
    },
    /// A bot that is not in a folder.
    #[error(
        "{0} cannot travel to other machines: only built-in bots and folders with a skirmish.toml can (write one with run = [...] around your program)"
    )]
    NoFolder(String),
    /// A bot's folder.
    #[error(transparent)]
    Bundle(#[from] crate::bundle::BundleError),
    /// A name that cannot be.
    #[error("a worker cannot be called {0:?}: use up to 48 letters, digits, - and _")]
    Name(String),
    /// A name that is taken.
    #[error("there is a worker called {0} already; choose another name with --name")]
    Taken(String),
    /// A tournament that somebody else organises.
    #[error(
        "another organiser plays {0} at this moment, on a copy of this ledger: end it first, or play a tournament of its own with another --out"
    )]
    Organised(String),
    /// A worker that is not heard.
    #[error("what {worker} says is not stored ({why}); is that the name in its permissions?")]
    Unheard {
        /// Its name.
        worker: String,
        /// What the server says, if it says anything.
        why: String,
    },
    /// No sandbox, or a game that is not known.
    #[error(transparent)]
    Match(#[from] skirmish_matches::Error),
    /// A hall cannot be made ready.
    #[error(transparent)]
    League(#[from] skirmish_league::Error),
    /// This machine cannot do it.
    #[error("{0}")]
    Machine(String),
}
