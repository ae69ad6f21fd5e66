//! Which tables there are, and how older data become newer ones.

use sqlx::{Any, AnyConnection, Row};

use super::{Failure, engine::Engine, fault};

/// Brings the data to version `upto`, or makes the tables.
pub(super) async fn upgrade<E: Engine>(connection: &mut AnyConnection, upto: usize) -> Result<(), Failure> {
    let version = version::<E>(connection).await?;
    for (step, migration) in (version..upto).zip(&E::MIGRATIONS[version..]) {
        migrate::<E>(connection, migration, step + 1).await?;
    }
    Ok(())
}

/// One step, which happens whole or not at all.
async fn migrate<E: Engine>(connection: &mut AnyConnection, migration: &str, to: usize) -> Result<(), Failure> {
    let step = format!("{}; {migration} UPDATE store SET version = {to}; COMMIT", E::BEGIN);
    let Err(error) = sqlx::raw_sql(&step).execute(&mut *connection).await else { return Ok(()) };
    // Not every database ends the transaction of a statement that failed.
    let _ = sqlx::raw_sql("ROLLBACK").execute(&mut *connection).await;
    Err(fault::before(error))
}

/// The version of the data: 0 where there is nothing yet.
pub(super) async fn version<E: Engine>(connection: &mut AnyConnection) -> Result<usize, Failure> {
    let tables: Vec<String> = sqlx::query_scalar(E::TABLES).fetch_all(&mut *connection).await.map_err(fault::before)?;
    if tables.is_empty() {
        return Ok(0);
    }
    if !tables.iter().any(|table| table == "store") {
        return Err(Failure::Unusable(format!(
            "the database holds tables of something else ({}): give the service a database of its own",
            tables.join(", ")
        )));
    }
    let row =
        sqlx::query::<Any>("SELECT version FROM store").fetch_optional(connection).await.map_err(fault::before)?;
    let found: i64 = match row {
        Some(row) => row.try_get(0).map_err(fault::before)?,
        None => return Err(Failure::Broken("the table that tells the version of the data is empty".to_owned())),
    };
    match usize::try_from(found) {
        Ok(version) if (1..=E::MIGRATIONS.len()).contains(&version) => Ok(version),
        _ => Err(Failure::Unusable(format!(
            "data of schema {found}; this program knows up to {}: use the program that wrote them, or a newer one",
            E::MIGRATIONS.len()
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::database;
    use crate::store::sqlite::{self, Sqlite};

    #[test]
    fn a_step_that_fails_changes_nothing() {
        let folder = tempfile::TempDir::new().unwrap();
        let file = folder.path().join("file");
        std::fs::write(&file, "").unwrap();
        database::runtime().unwrap().block_on(async {
            let mut connection = sqlite::connect(&sqlite::options(&file, "rw", None).unwrap()).await.unwrap();
            upgrade::<Sqlite>(&mut connection, 1).await.unwrap();
            let bad = "CREATE TABLE more (x INTEGER); INSERT INTO nowhere VALUES (1);";
            assert!(matches!(migrate::<Sqlite>(&mut connection, bad, 1).await, Err(Failure::Refused(_))));
            let count = "SELECT count(*) FROM sqlite_schema WHERE name = 'more'";
            assert_eq!(sqlx::query_scalar::<Any, i64>(count).fetch_one(&mut connection).await.unwrap(), 0);
            assert_eq!(version::<Sqlite>(&mut connection).await.unwrap(), 1);
            // What is right goes through afterwards, and what is there stays.
            let good = "CREATE TABLE more (x INTEGER); INSERT INTO more VALUES (1);";
            migrate::<Sqlite>(&mut connection, good, 1).await.unwrap();
            assert_eq!(sqlx::query_scalar::<Any, i64>(count).fetch_one(&mut connection).await.unwrap(), 1);
        });
    }
}
