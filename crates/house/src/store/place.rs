//! Where a store is, and how it is opened.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use super::database::Database;
use super::postgres::Postgres;
use super::sqlite::Sqlite;
use super::{Failure, Store, restoring};

/// Where the data are.
#[derive(Clone, PartialEq, Debug)]
pub enum Place {
    /// A folder with an SQLite file in it. It is made if it is missing.
    Folder(PathBuf),
    /// The URL of a PostgreSQL database, `postgres://...`.
    Server(String),
}

impl Place {
    /// A URL of a PostgreSQL database, or else the name of a folder.
    pub fn named(name: &str) -> Place {
        match name.starts_with("postgres://") || name.starts_with("postgresql://") {
            true => Place::Server(name.to_owned()),
            false => Place::Folder(name.into()),
        }
    }
}

/// What tests want otherwise.
#[derive(Clone, Default, Debug)]
pub struct Options {
    /// The name of the SQLite VFS to use, instead of that of the system.
    pub vfs: Option<String>,
    /// About how many bytes SQLite writes to its log before they are copied into the file.
    pub log_bytes: Option<usize>,
    /// How long a PostgreSQL server may take for an answer.
    pub patience: Option<Duration>,
}

/// Opens the store in a place, and makes it if there is none. It belongs to this process until the last handle is dropped.
pub fn open(place: &Place) -> Result<Arc<dyn Store>, Failure> {
    open_with(place, &Options::default())
}

/// Like [`open`], with options.
pub fn open_with(place: &Place, options: &Options) -> Result<Arc<dyn Store>, Failure> {
    Ok(match place {
        Place::Folder(folder) => Arc::new(Database::open(Sqlite::new(folder, options)?)?),
        Place::Server(url) => Arc::new(Database::open(Postgres::new(url, options)?)?),
    })
}

/// Loads a backup into a place that holds no data yet.
pub fn restore(file: &Path, place: &Place) -> Result<(), Failure> {
    match place {
        Place::Folder(folder) => restoring::restore(file, &Sqlite::new(folder, &Options::default())?),
        Place::Server(url) => restoring::restore(file, &Postgres::new(url, &Options::default())?),
    }
}
