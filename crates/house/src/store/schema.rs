//! Which tables there are, and how older data become newer ones.

use sqlx::{Any, AnyConnection, Row};

use super::{Failure, engine::Engine, fault};

/// Brings the data to version `upto`, or makes the tables. Each step is one transaction.
pub(super) async fn upgrade<E: Engine>(connection: &mut AnyConnection, upto: usize) -> Result<(), Failure> {
    let mut version = version::<E>(connection).await?;
    while version < upto {
        let step =
            format!("{}; {} UPDATE store SET version = {}; COMMIT", E::BEGIN, E::MIGRATIONS[version], version + 1);
        if let Err(error) = sqlx::raw_sql(&step).execute(&mut *connection).await {
            // Not every database ends the transaction of a statement that failed.
            let _ = sqlx::raw_sql("ROLLBACK").execute(&mut *connection).await;
            return Err(fault::before(error));
        }
        version += 1;
    }
    Ok(())
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
