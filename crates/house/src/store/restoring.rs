//! Loads a backup, which is an SQLite file, into an empty store of either kind.

use std::path::Path;

use sqlx::{AnyConnection, ConnectOptions, Connection};

use super::engine::Engine;
use super::sqlite::{self, Sqlite};
use super::{Failure, copying, database, fault, schema};

pub(super) fn restore<E: Engine>(file: &Path, engine: &E) -> Result<(), Failure> {
    if !file.is_file() {
        return Err(Failure::Unusable(format!("there is no backup {}", file.display())));
    }
    let file = std::path::absolute(file).map_err(|error| Failure::Unusable(error.to_string()))?;
    database::runtime()?.block_on(async {
        let mut from = sqlite::options(&file, "ro", None)?.connect().await.map_err(fault::before)?;
        let version = checked(&file, &mut from).await?;
        let mut to = engine.writer().await?;
        schema::upgrade::<E>(&mut to, version).await?;
        let there = schema::version::<E>(&mut to).await?;
        if there != version {
            return Err(Failure::Unusable(format!(
                "the backup is of schema {version}, the store of schema {there}: restore into a new place"
            )));
        }
        let plan = copying::plan(&mut from).await?;
        run(&mut to, E::BEGIN).await?;
        let copied = async {
            for table in &plan {
                let count = format!("SELECT count(*) FROM {}", table.name);
                let rows: i64 = sqlx::query_scalar(&count).fetch_one(&mut to).await.map_err(fault::before)?;
                if rows > 0 {
                    let why = format!("there are data already ({rows} of {}): restore into a new place", table.name);
                    return Err(Failure::Unusable(why));
                }
            }
            copying::copy(&plan, &mut from, &mut to).await
        };
        match copied.await {
            Ok(()) => sqlx::raw_sql("COMMIT").execute(&mut to).await.map(drop).map_err(fault::during_commit)?,
            Err(failure) => {
                let _ = run(&mut to, "ROLLBACK").await;
                return Err(failure);
            }
        }
        let _ = from.close().await;
        to.close().await.map_err(fault::before)
    })
}

/// The version of a backup, if it is whole.
async fn checked(file: &Path, from: &mut AnyConnection) -> Result<usize, Failure> {
    let no = |why: String| Failure::Unusable(format!("{} is not a backup: {why}", file.display()));
    let whole: String = sqlx::query_scalar("PRAGMA quick_check(1)")
        .fetch_one(&mut *from)
        .await
        .map_err(|error| no(error.to_string()))?;
    if whole != "ok" {
        return Err(no(whole));
    }
    match schema::version::<Sqlite>(from).await? {
        0 => Err(no("it is empty".to_owned())),
        version => Ok(version),
    }
}

async fn run(connection: &mut AnyConnection, sql: &str) -> Result<(), Failure> {
    sqlx::raw_sql(sql).execute(connection).await.map(drop).map_err(fault::before)
}
