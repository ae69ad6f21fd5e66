//! Copies all rows from one database to another, of either kind. The SQLite side says which tables and columns there are, so
//! data of an older version are copied as they are.

use sqlx::any::{AnyArguments, AnyRow};
use sqlx::query::Query;
use sqlx::{Any, AnyConnection, Row};
use tokio_stream::StreamExt;

use super::engine::Engine;
use super::{Failure, fault, sqlite::Sqlite};

pub(super) struct Table {
    pub(super) name: String,
    columns: Vec<Column>,
}

struct Column {
    name: String,
    kind: Kind,
}

enum Kind {
    Number,
    Text,
    Bytes,
}

/// All tables with what the store keeps for others, in an order in which rows never point to rows that come later.
pub(super) async fn plan(file: &mut AnyConnection) -> Result<Vec<Table>, Failure> {
    let names: Vec<String> = sqlx::query_scalar(Sqlite::TABLES).fetch_all(&mut *file).await.map_err(fault::before)?;
    let mut tables = Vec::new();
    for name in names.into_iter().filter(|name| name != "store") {
        let query = sqlx::query_as::<_, (String, String)>("SELECT name, type FROM pragma_table_info($1) ORDER BY cid");
        let columns = query.bind(&name).fetch_all(&mut *file).await.map_err(fault::before)?;
        let columns = columns.into_iter().map(|(name, kind)| match kind.as_str() {
            "INTEGER" => Ok(Column { name, kind: Kind::Number }),
            "TEXT" => Ok(Column { name, kind: Kind::Text }),
            "BLOB" => Ok(Column { name, kind: Kind::Bytes }),
            _ => Err(Failure::Unusable(format!("the column {name} is of the unknown kind {kind}"))),
        });
        let columns = columns.collect::<Result<_, _>>()?;
        tables.push(Table { name, columns });
    }
    Ok(tables)
}

/// Copies the rows. Whoever calls this has opened a transaction on both sides.
pub(super) async fn copy(plan: &[Table], from: &mut AnyConnection, to: &mut AnyConnection) -> Result<(), Failure> {
    /// Rows in one statement. More would be slower: SQLite searches for each value among the names of all.
    const AT_ONCE: usize = 32;
    for table in plan {
        let select = table.select();
        let mut rows = sqlx::query::<Any>(&select).fetch(&mut *from);
        let mut waiting = Vec::with_capacity(AT_ONCE);
        while let Some(row) = rows.next().await {
            waiting.push(row.map_err(fault::before)?);
            if waiting.len() == AT_ONCE {
                table.insert(&waiting, to).await?;
                waiting.clear();
            }
        }
        table.insert(&waiting, to).await?;
    }
    Ok(())
}

impl Table {
    fn columns(&self) -> String {
        self.columns.iter().map(|column| column.name.as_str()).collect::<Vec<_>>().join(", ")
    }

    fn select(&self) -> String {
        format!("SELECT {} FROM {}", self.columns(), self.name)
    }

    async fn insert(&self, rows: &[AnyRow], to: &mut AnyConnection) -> Result<(), Failure> {
        if rows.is_empty() {
            return Ok(());
        }
        let width = self.columns.len();
        let places = |row: usize| {
            let places: Vec<String> = (1..=width).map(|column| format!("${}", row * width + column)).collect();
            format!("({})", places.join(", "))
        };
        let places: Vec<String> = (0..rows.len()).map(places).collect();
        let sql = format!("INSERT INTO {} ({}) VALUES {}", self.name, self.columns(), places.join(", "));
        let mut query = sqlx::query(&sql);
        for row in rows {
            for (place, column) in self.columns.iter().enumerate() {
                query = column.bind(query, row, place).map_err(fault::before)?;
            }
        }
        query.execute(to).await.map(drop).map_err(fault::before)
    }
}

type Insert<'q> = Query<'q, Any, AnyArguments<'q>>;

impl Column {
    fn bind<'q>(&self, query: Insert<'q>, row: &'q AnyRow, place: usize) -> Result<Insert<'q>, sqlx::Error> {
        Ok(match self.kind {
            Kind::Number => query.bind(row.try_get::<Option<i64>, _>(place)?),
            Kind::Text => query.bind(row.try_get::<Option<String>, _>(place)?),
            Kind::Bytes => query.bind(row.try_get::<Option<Vec<u8>>, _>(place)?),
        })
    }
}
