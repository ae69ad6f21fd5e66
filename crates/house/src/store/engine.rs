//! What the databases do differently. Everything else is the same SQL.

use std::path::Path;
use std::time::Duration;

use sqlx::AnyConnection;
use sqlx::any::AnyConnectOptions;

use super::Failure;

pub(super) trait Engine: Send + Sync {
    /// The steps from an empty database to the newest tables.
    const MIGRATIONS: &'static [&'static str];
    /// The names of all tables.
    const TABLES: &'static str;
    /// Begins a transaction that will write.
    const BEGIN: &'static str;
    /// Reads the epoch such that nobody can raise it before the transaction ends.
    const EPOCH: &'static str;
    /// What a connection that only reads is told first.
    const READING: &'static str;

    /// How long an answer may take. None where no answer can get lost.
    fn patience(&self) -> Option<Duration>;

    /// Where readers connect to.
    fn options(&self) -> &AnyConnectOptions;

    /// The connection that writes. There is never more than one in the world; the tables may not be there yet.
    async fn writer(&self) -> Result<AnyConnection, Failure>;

    /// Called after a commit of about so many bytes.
    async fn tidy(&self, writer: &mut AnyConnection, bytes: usize) -> Result<(), Failure>;

    /// Copies everything into a new SQLite file.
    async fn copy(&self, to: &Path) -> Result<(), Failure>;
}
