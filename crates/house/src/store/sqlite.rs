//! A folder with an SQLite file in it.

use std::fs::{File, TryLockError};
use std::io::{ErrorKind, Read, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use sqlx::any::AnyConnectOptions;
use sqlx::{AnyConnection, ConnectOptions, Connection};

use crate::points::{self, Point};

use super::engine::Engine;
use super::{Failure, Options, fault, private};

/// What has to be known about an SQLite store.
pub(super) struct Sqlite {
    file: PathBuf,
    vfs: Option<String>,
    options: AnyConnectOptions,
    /// Held as long as the store is open: one process owns the data.
    _lock: File,
    /// About how many bytes were written since the log was last copied into the file.
    in_log: AtomicUsize,
    /// How many there may be.
    log_bytes: usize,
}

impl Sqlite {
    /// Takes the folder, and makes it if it is missing.
    pub(super) fn new(folder: &Path, wanted: &Options) -> Result<Sqlite, Failure> {
        let folder = std::path::absolute(folder).map_err(|error| unusable(folder, &error))?;
        private::folder(&folder).map_err(|error| unusable(&folder, &error))?;
        let lock = lock(&folder)?;
        let file = folder.join("skirmish.db");
        match file.metadata() {
            Ok(found) if found.len() == 0 => {
                return Err(Failure::Unusable(format!(
                    "{} is empty, so its data are lost: restore a backup into a new folder, or remove the file to begin anew",
                    file.display()
                )));
            }
            Ok(_) => {}
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => return Err(unusable(&file, &error)),
        }
        let options = options(&file, "rw", wanted.vfs.as_deref())?;
        let log_bytes = wanted.log_bytes.unwrap_or(4 << 20);
        Ok(Sqlite { file, vfs: wanted.vfs.clone(), options, _lock: lock, in_log: AtomicUsize::new(0), log_bytes })
    }

    /// Makes an empty database. It gets its name when it is whole: a start that is cut short leaves nothing that looks like lost
    /// data.
    async fn create(&self) -> Result<(), Failure> {
        let new = self.file.with_extension("db.new");
        let clear = || {
            for old in ["db.new", "db.new-wal", "db.new-shm", "db.new-journal"] {
                absent(std::fs::remove_file(self.file.with_extension(old)))?;
            }
            private::file().write(true).create_new(true).open(&new)
        };
        clear().map_err(|error| unusable(&new, &error))?;
        let mut connection = connect(&options(&new, "rw", self.vfs.as_deref())?).await?;
        // "SKRM": a file without any content would look like one that lost it.
        run(&mut connection, "PRAGMA application_id = 0x534b524d").await?;
        connection.close().await.map_err(fault::before)?;
        private::publish(&new, &self.file).map_err(|error| unusable(&self.file, &error))
    }
}

impl Engine for Sqlite {
    const MIGRATIONS: &'static [&'static str] = &[include_str!("../../migrations/1.sqlite.sql")];
    const TABLES: &'static str =
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY rowid";
    const BEGIN: &'static str = "BEGIN IMMEDIATE";
    const EPOCH: &'static str = "SELECT epoch FROM store";
    const READING: &'static str = "PRAGMA query_only = ON";

    fn patience(&self) -> Option<Duration> {
        None
    }

    fn options(&self) -> &AnyConnectOptions {
        &self.options
    }

    async fn writer(&self) -> Result<AnyConnection, Failure> {
        if !self.file.exists() {
            self.create().await?;
        }
        connect(&self.options).await.map_err(|failure| named(&self.file, failure))
    }

    /// Copies the log into the file. SQLite would do it by itself, but not tell of an error: a failed fsync of the file would
    /// be forgotten, and the log with it.
    async fn tidy(&self, writer: &mut AnyConnection, bytes: usize) -> Result<(), Failure> {
        const COMMIT: usize = 16 << 10;
        /// In pages. The log begins anew when all of it is copied and nobody reads from it. If it grew beyond this, there was
        /// always some reader: then new ones are kept waiting for a moment.
        const LONG: i64 = 4096;
        if self.in_log.fetch_add(COMMIT + bytes, Ordering::Relaxed) + COMMIT + bytes < self.log_bytes {
            return Ok(());
        }
        self.in_log.store(0, Ordering::Relaxed);
        let passive = sqlx::query_as::<_, (i64, i64, i64)>("PRAGMA wal_checkpoint(PASSIVE)");
        let (_, pages, _) = passive.fetch_one(&mut *writer).await.map_err(fault::before)?;
        if pages > LONG {
            run(writer, "PRAGMA busy_timeout = 200; PRAGMA wal_checkpoint(TRUNCATE); PRAGMA busy_timeout = 5000")
                .await?;
        }
        points::at(Point::Tidied);
        Ok(())
    }

    async fn copy(&self, to: &Path) -> Result<(), Failure> {
        let mut connection = connect(&self.options).await?;
        let to = to.to_str().ok_or_else(|| Failure::Refused(format!("the name {} is not Unicode", to.display())))?;
        sqlx::query("VACUUM INTO $1").bind(to).execute(&mut connection).await.map_err(fault::before)?;
        connection.close().await.map_err(fault::before)
    }
}

/// Opens a file, ready to write and safe against the loss of power.
pub(super) async fn connect(options: &AnyConnectOptions) -> Result<AnyConnection, Failure> {
    let mut connection = options.connect().await.map_err(fault::before)?;
    let mode: String =
        sqlx::query_scalar("PRAGMA journal_mode = WAL").fetch_one(&mut connection).await.map_err(fault::before)?;
    if mode != "wal" {
        return Err(Failure::Unusable(format!("SQLite cannot keep a write-ahead log here, only the mode {mode}")));
    }
    run(
        &mut connection,
        "PRAGMA synchronous = FULL; PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON; PRAGMA foreign_keys = ON;
         PRAGMA wal_autocheckpoint = 0; PRAGMA busy_timeout = 5000",
    )
    .await?;
    Ok(connection)
}

/// How SQLite is told of a file. `mode` as in SQLite's own URIs.
pub(super) fn options(file: &Path, mode: &str, vfs: Option<&str>) -> Result<AnyConnectOptions, Failure> {
    let name = file.to_str().ok_or_else(|| Failure::Unusable(format!("the name {} is not Unicode", file.display())))?;
    let vfs = vfs.map(|vfs| format!("&vfs={}", escaped(vfs))).unwrap_or_default();
    let url = format!("sqlite://{}?mode={mode}{vfs}", escaped(name));
    let options: AnyConnectOptions = url.parse().map_err(fault::before)?;
    Ok(options.disable_statement_logging())
}

fn escaped(text: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/._-".contains(&byte);
    text.bytes().map(|byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") }).collect()
}

async fn run(connection: &mut AnyConnection, sql: &str) -> Result<(), Failure> {
    sqlx::raw_sql(sql).execute(connection).await.map(drop).map_err(fault::before)
}

/// Takes the folder for this process. The file names its owner only for the message; what counts is the lock on it.
fn lock(folder: &Path) -> Result<File, Failure> {
    let path = folder.join("lock");
    let opened = private::file().read(true).write(true).create(true).truncate(false).open(&path);
    let mut file = opened.map_err(|error| unusable(&path, &error))?;
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => {
            let mut owner = String::new();
            let _ = file.take(20).read_to_string(&mut owner);
            return Err(Failure::Unusable(format!(
                "the data in {} belong to another process ({}): stop it first, or use another folder",
                folder.display(),
                owner.trim()
            )));
        }
        Err(TryLockError::Error(error)) => return Err(unusable(&path, &error)),
    }
    let write = file.set_len(0).and_then(|()| writeln!(file, "{}", std::process::id()));
    write.map_err(|error| unusable(&path, &error))?;
    Ok(file)
}

/// That a file was not there is as good as having removed it.
fn absent(removed: std::io::Result<()>) -> std::io::Result<()> {
    match removed {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

fn unusable(path: &Path, error: &std::io::Error) -> Failure {
    let advice = match error.kind() {
        ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => {
            ": let the user of this program write there, or use another folder"
        }
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => ": make room, and try again",
        _ => "",
    };
    Failure::Unusable(format!("{} cannot be used: {error}{advice}", path.display()))
}

fn named(file: &Path, failure: Failure) -> Failure {
    let name = |why: String| format!("{}: {why}", file.display());
    match failure {
        Failure::Refused(why) => Failure::Refused(name(why)),
        Failure::Unknown(why) => Failure::Unknown(name(why)),
        Failure::Broken(why) => Failure::Broken(name(why)),
        Failure::Unusable(why) => Failure::Unusable(name(why)),
    }
}
