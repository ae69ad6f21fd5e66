//! A place for a store that nobody else uses, and a way to it that goes past the store.

use std::path::PathBuf;
use std::sync::Arc;

use skirmish_house::store::{self, Place, Store};
use skirmish_servers::Postgres;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Connection, Row};
use tempfile::TempDir;
use tokio::runtime::Runtime;

pub struct Ground {
    pub place: Place,
    url: String,
    folder: TempDir,
}

impl Ground {
    pub fn folder() -> Ground {
        let folder = TempDir::new().expect("a folder");
        let data = folder.path().join("data");
        let url = format!("sqlite://{}", data.join("skirmish.db").display());
        Ground { place: Place::Folder(data), url, folder }
    }

    pub fn server(server: &Postgres) -> Ground {
        let url = server.database();
        Ground { place: Place::Server(url.clone()), url, folder: TempDir::new().expect("a folder") }
    }

    pub fn open(&self) -> Arc<dyn Store> {
        store::open(&self.place).expect("the store opens")
    }

    /// A file that is not there yet.
    pub fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn data(&self) -> PathBuf {
        self.file("data")
    }

    /// Makes room for a database that the store has not made.
    pub fn prepare(&self) {
        if let Place::Folder(folder) = &self.place {
            std::fs::create_dir(folder).expect("a folder");
            std::fs::File::create(folder.join("skirmish.db")).expect("a file");
        }
    }

    pub fn raw(&self, sql: &str) {
        let run = async |connection: &mut AnyConnection| sqlx::raw_sql(sql).execute(connection).await.map(drop);
        self.past_the_store(run).expect("the statement runs");
    }

    pub fn number(&self, sql: &str) -> i64 {
        self.row(sql).get(0)
    }

    pub fn text(&self, sql: &str) -> String {
        self.row(sql).get(0)
    }

    fn row(&self, sql: &str) -> AnyRow {
        let run = async |connection: &mut AnyConnection| sqlx::raw_sql(sql).fetch_one(connection).await;
        self.past_the_store(run).expect("the statement runs")
    }

    /// Runs something on a connection that stays open until what is returned is dropped.
    pub fn hold(&self, sql: &str) -> Held {
        sqlx::any::install_default_drivers();
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        let connection: sqlx::Result<AnyConnection> = runtime.block_on(async {
            let mut connection = AnyConnection::connect(&self.url).await?;
            sqlx::raw_sql(sql).execute(&mut connection).await?;
            Ok(connection)
        });
        Held { runtime, connection: Some(connection.expect("the statement runs")) }
    }

    fn past_the_store<T>(&self, work: impl AsyncFnOnce(&mut AnyConnection) -> sqlx::Result<T>) -> sqlx::Result<T> {
        sqlx::any::install_default_drivers();
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        runtime.block_on(async {
            let mut connection = AnyConnection::connect(&self.url).await?;
            let done = work(&mut connection).await?;
            connection.close().await?;
            Ok(done)
        })
    }
}

pub struct Held {
    runtime: Runtime,
    connection: Option<AnyConnection>,
}

impl Drop for Held {
    fn drop(&mut self) {
        if let Some(connection) = self.connection.take() {
            let _ = self.runtime.block_on(connection.close());
        }
    }
}
