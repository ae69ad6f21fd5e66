//! A database on a PostgreSQL server.

use std::path::Path;
use std::str::FromStr;
use std::time::Duration;

use sqlx::any::AnyConnectOptions;
use sqlx::postgres::PgConnectOptions;
use sqlx::{AnyConnection, ConnectOptions, Connection};

use super::engine::Engine;
use super::{Failure, Options, copying, fault, schema, sqlite};

pub(super) struct Postgres {
    /// What it is called in messages. The URL is not told: there may be a password in it.
    name: String,
    options: AnyConnectOptions,
    patience: Duration,
}

impl Postgres {
    pub(super) fn new(url: &str, wanted: &Options) -> Result<Postgres, Failure> {
        let wrong = |error: sqlx::Error| {
            Failure::Unusable(format!(
                "this is no address of a PostgreSQL database ({error}): postgres://USER@HOST/NAME"
            ))
        };
        let known = PgConnectOptions::from_str(url).map_err(wrong)?;
        let database = known.get_database().unwrap_or_else(|| known.get_username());
        let name = format!("the database {database} on {}", known.get_host());
        let options = AnyConnectOptions::from_str(url).map_err(wrong)?.disable_statement_logging();
        Ok(Postgres { name, options, patience: wanted.patience.unwrap_or(Duration::from_secs(30)) })
    }
}

impl Engine for Postgres {
    const MIGRATIONS: &'static [&'static str] = &[include_str!("../../migrations/1.postgres.sql")];
    const TABLES: &'static str =
        "SELECT tablename::text FROM pg_tables WHERE schemaname = current_schema() ORDER BY tablename";
    const BEGIN: &'static str = "BEGIN";
    const EPOCH: &'static str = "SELECT epoch FROM store FOR SHARE";
    const READING: &'static str = "SET default_transaction_read_only = on";

    fn patience(&self) -> Option<Duration> {
        Some(self.patience)
    }

    fn options(&self) -> &AnyConnectOptions {
        &self.options
    }

    /// The very connection that writes holds the lock: whoever lost the one has lost the other. So once a new connection has
    /// the lock, no commit of an old one can still come true.
    async fn writer(&self) -> Result<AnyConnection, Failure> {
        /// "SKRM".
        const LOCK: i64 = 0x534b_524d;
        let away = |error: sqlx::Error| Failure::Refused(format!("{} cannot be reached: {error}", self.name));
        let late = |_| away(sqlx::Error::Io(std::io::ErrorKind::TimedOut.into()));
        let connected = tokio::time::timeout(self.patience, self.options.connect()).await.map_err(late)?;
        let mut connection = connected.map_err(away)?;
        // The server needs a moment to notice that the process which had the lock is dead.
        let prepare = "SET lock_timeout = '5s';
                       SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'";
        sqlx::raw_sql(prepare).execute(&mut connection).await.map_err(fault::before)?;
        match sqlx::raw_sql(&format!("SELECT pg_advisory_lock({LOCK})")).execute(&mut connection).await {
            Ok(_) => Ok(connection),
            Err(sqlx::Error::Database(error)) if error.code().as_deref() == Some("55P03") => Err(Failure::Unusable(
                format!("{} belongs to another process: stop it first, or use another database", self.name),
            )),
            Err(error) => Err(fault::before(error)),
        }
    }

    async fn tidy(&self, _: &mut AnyConnection, _: usize) -> Result<(), Failure> {
        Ok(())
    }

    async fn copy(&self, to: &Path) -> Result<(), Failure> {
        let mut from = self.options.connect().await.map_err(fault::before)?;
        let mut file = sqlite::connect(&sqlite::options(to, "rw", None)?).await?;
        schema::upgrade::<sqlite::Sqlite>(&mut file, Self::MIGRATIONS.len()).await?;
        let plan = copying::plan(&mut file).await?;
        let at_one_moment = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
        sqlx::raw_sql(at_one_moment).execute(&mut from).await.map_err(fault::before)?;
        sqlx::raw_sql("BEGIN").execute(&mut file).await.map_err(fault::before)?;
        copying::copy(&plan, &mut from, &mut file).await?;
        sqlx::raw_sql("COMMIT").execute(&mut file).await.map_err(fault::before)?;
        // One file is easier to carry about than a file and its log.
        sqlx::raw_sql("PRAGMA journal_mode = DELETE").execute(&mut file).await.map_err(fault::before)?;
        file.close().await.map_err(fault::before)?;
        from.close().await.map_err(fault::before)
    }
}
