//! A store in a database: one connection writes, a few read.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use sqlx::any::AnyPoolOptions;
use sqlx::{Any, AnyConnection, AnyPool, Connection, Executor};
use tokio::runtime::Runtime;

use crate::points::{self, Point};

use super::engine::Engine;
use super::{
    Audit, Failure, Invitation, Journal, Snapshot, Store, Stored, Token, Write, fault, private, reading, schema,
    writing,
};

pub(super) struct Database<E: Engine> {
    /// Gone only while the store is dropped.
    runtime: Option<Runtime>,
    /// None after it was lost: the next commit makes a new one.
    writer: Mutex<Option<AnyConnection>>,
    readers: AnyPool,
    /// Raised by whoever opens the data. As long as it is ours, nobody else has opened them.
    epoch: i64,
    /// Why the disk is not to be trusted any more, from then on.
    broken: OnceLock<String>,
    /// A commit was lost on its way, and its connection may still be at work on it.
    in_doubt: AtomicBool,
    /// Held while a backup is made: two of the same name would spoil each other.
    copying: Mutex<()>,
    engine: E,
}

impl<E: Engine> Database<E> {
    pub(super) fn open(engine: E) -> Result<Database<E>, Failure> {
        let runtime = runtime()?;
        let (writer, epoch) = runtime.block_on(async {
            let mut writer = engine.writer().await?;
            schema::upgrade::<E>(&mut writer, E::MIGRATIONS.len()).await?;
            let raise = "UPDATE store SET epoch = epoch + 1";
            sqlx::raw_sql(raise).execute(&mut writer).await.map_err(fault::before)?;
            let epoch = epoch::<E>(&mut writer).await?;
            Ok((writer, epoch))
        })?;
        let readers = AnyPoolOptions::new()
            .max_connections(4)
            .acquire_timeout(std::time::Duration::from_secs(5))
            .after_connect(|reader, _| Box::pin(async move { reader.execute(E::READING).await.map(drop) }));
        let entered = runtime.enter();
        let readers = readers.connect_lazy_with(engine.options().clone());
        drop(entered);
        Ok(Database {
            runtime: Some(runtime),
            writer: Mutex::new(Some(writer)),
            readers,
            epoch,
            broken: OnceLock::new(),
            in_doubt: AtomicBool::new(false),
            copying: Mutex::new(()),
            engine,
        })
    }

    fn wait<T>(&self, work: impl Future<Output = Result<T, Failure>>) -> Result<T, Failure> {
        let done = match &self.runtime {
            Some(runtime) => runtime.block_on(work),
            None => Err(Failure::Refused("the store is closed".to_owned())),
        };
        if let Err(Failure::Broken(why)) = &done {
            let _ = self.broken.set(why.clone());
        }
        done
    }

    fn read<T>(&self, work: impl AsyncFnOnce(&mut AnyConnection) -> Result<T, Failure>) -> Result<T, Failure> {
        if self.in_doubt.load(Ordering::Acquire) {
            // A new writer has the lock only when the old one is gone, so what is read after that is final.
            let mut writer = self.writer();
            self.wait(self.ready(&mut writer))?;
        }
        self.wait(async {
            let mut reader = self.readers.acquire().await.map_err(fault::before)?;
            self.patiently(Failure::Refused, work(&mut reader)).await
        })
    }

    /// Sees to it that there is a writer, and that the data are still ours.
    async fn ready<'a>(&self, writer: &'a mut Option<AnyConnection>) -> Result<&'a mut AnyConnection, Failure> {
        let connection = match writer.take() {
            Some(connection) => connection,
            None => {
                // If the lock is taken, perhaps the server has only not given up the connection that we lost.
                let mut connection = self.engine.writer().await.map_err(|failure| match failure {
                    Failure::Unusable(why) => Failure::Refused(why),
                    other => other,
                })?;
                self.fence(&mut connection).await?;
                self.in_doubt.store(false, Ordering::Release);
                connection
            }
        };
        Ok(writer.insert(connection))
    }

    async fn fence(&self, connection: &mut AnyConnection) -> Result<(), Failure> {
        if epoch::<E>(connection).await? == self.epoch {
            return Ok(());
        }
        Err(Failure::Unusable("another process has opened the data since: this one must not write any more".to_owned()))
    }

    async fn write(&self, writer: &mut Option<AnyConnection>, writes: &[Write]) -> Result<(), Failure> {
        let connection = self.ready(writer).await?;
        let failure = match self.transaction(connection, writes).await {
            Ok(()) => return Ok(()),
            Err(failure) => failure,
        };
        match &failure {
            Failure::Unknown(_) => {
                self.in_doubt.store(true, Ordering::Release);
                *writer = None;
            }
            // Whatever is done now can only make it worse.
            Failure::Broken(_) => {}
            Failure::Refused(_) | Failure::Unusable(_) => {
                let rollback = async { sqlx::raw_sql("ROLLBACK").execute(connection).await.map_err(fault::before) };
                if self.patiently(Failure::Refused, rollback).await.is_err() {
                    *writer = None;
                }
            }
        }
        Err(failure)
    }

    async fn transaction(&self, connection: &mut AnyConnection, writes: &[Write]) -> Result<(), Failure> {
        let write = async {
            sqlx::raw_sql(E::BEGIN).execute(&mut *connection).await.map_err(fault::before)?;
            self.fence(connection).await?;
            writing::all(connection, writes).await
        };
        self.patiently(Failure::Refused, write).await?;
        points::at(Point::Written);
        let commit = async { sqlx::raw_sql("COMMIT").execute(&mut *connection).await.map_err(fault::during_commit) };
        self.patiently(Failure::Unknown, commit).await?;
        points::at(Point::Committed);
        // The commit is safe whatever comes of this; an error concerns the next one.
        if let Err(Failure::Broken(why)) = self.engine.tidy(connection, writing::bytes(writes)).await {
            let _ = self.broken.set(why);
        }
        Ok(())
    }

    /// Waits for `work`, but not for ever; `late` says what it means to have no answer.
    async fn patiently<T>(
        &self,
        late: fn(String) -> Failure,
        work: impl Future<Output = Result<T, Failure>>,
    ) -> Result<T, Failure> {
        match self.engine.patience() {
            None => work.await,
            Some(patience) => match tokio::time::timeout(patience, work).await {
                Ok(done) => done,
                Err(_) => Err(late(format!("the database has not answered within {} seconds", patience.as_secs()))),
            },
        }
    }

    fn writer(&self) -> MutexGuard<'_, Option<AnyConnection>> {
        self.writer.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<E: Engine> Store for Database<E> {
    fn commit(&self, writes: &[Write]) -> Result<(), Failure> {
        let mut writer = self.writer();
        if let Some(why) = self.broken.get() {
            return Err(Failure::Broken(why.clone()));
        }
        if writes.is_empty() {
            return Ok(());
        }
        self.wait(self.write(&mut writer, writes))
    }

    fn journals(&self) -> Result<Vec<Journal>, Failure> {
        self.read(async |reader| reading::journals(reader).await)
    }

    fn records(&self, journal: i64, after: i64, limit: usize) -> Result<Vec<Stored>, Failure> {
        self.read(async |reader| reading::records(reader, journal, after, limit).await)
    }

    fn records_with_events(&self, journal: i64, after_event: i64, limit: usize) -> Result<Vec<Stored>, Failure> {
        self.read(async |reader| reading::records_with_events(reader, journal, after_event, limit).await)
    }

    fn snapshots(&self, journal: i64) -> Result<Vec<Stored<Snapshot>>, Failure> {
        self.read(async |reader| reading::snapshots(reader, journal).await)
    }

    fn heartbeat(&self, journal: i64) -> Result<Option<i64>, Failure> {
        self.read(async |reader| reading::heartbeat(reader, journal).await)
    }

    fn tokens(&self) -> Result<Vec<Token>, Failure> {
        self.read(async |reader| reading::tokens(reader).await)
    }

    fn invitations(&self) -> Result<Vec<Invitation>, Failure> {
        self.read(async |reader| reading::invitations(reader).await)
    }

    fn audit(&self, after: i64, limit: usize) -> Result<Vec<(i64, Audit)>, Failure> {
        self.read(async |reader| reading::audit(reader, after, limit).await)
    }

    fn setting(&self, name: &str) -> Result<Option<String>, Failure> {
        self.read(async |reader| reading::setting(reader, name).await)
    }

    fn backup(&self, to: &Path) -> Result<(), Failure> {
        let refuse = |error: std::io::Error| Failure::Refused(format!("no backup in {}: {error}", to.display()));
        let to = std::path::absolute(to).map_err(refuse)?;
        let part = |end: &str| {
            let mut name = to.clone().into_os_string();
            name.push(".part");
            name.push(end);
            PathBuf::from(name)
        };
        let _one_at_a_time = self.copying.lock().unwrap_or_else(PoisonError::into_inner);
        if to.try_exists().map_err(refuse)? {
            return Err(Failure::Refused(format!("{} exists already: name a new file for the backup", to.display())));
        }
        private::file().write(true).create(true).truncate(true).open(part("")).map_err(refuse)?;
        let copied = self.wait(self.engine.copy(&part("")));
        let copied = copied.and_then(|()| private::publish(&part(""), &to).map_err(refuse));
        if copied.is_err() {
            for end in ["", "-journal", "-wal", "-shm"] {
                let _ = std::fs::remove_file(part(end));
            }
        }
        copied
    }
}

impl<E: Engine> Drop for Database<E> {
    /// Ends on a thread of its own, because whoever drops the last handle may be inside of another runtime.
    fn drop(&mut self) {
        let (Some(runtime), writer) = (self.runtime.take(), self.writer().take()) else { return };
        let readers = self.readers.clone();
        let close = async move {
            readers.close().await;
            if let Some(writer) = writer {
                let _ = writer.close().await;
            }
        };
        let closing = std::thread::spawn(move || {
            let patience = std::time::Duration::from_secs(5);
            let _ = runtime.block_on(async { tokio::time::timeout(patience, close).await });
            runtime.shutdown_timeout(patience);
        });
        let _ = closing.join();
    }
}

async fn epoch<E: Engine>(connection: &mut AnyConnection) -> Result<i64, Failure> {
    sqlx::query_scalar::<Any, i64>(E::EPOCH).fetch_one(connection).await.map_err(fault::before)
}

pub(super) fn runtime() -> Result<Runtime, Failure> {
    sqlx::any::install_default_drivers();
    let built = tokio::runtime::Builder::new_multi_thread().worker_threads(1).thread_name("store").enable_all().build();
    built.map_err(|error| Failure::Unusable(format!("no thread for the store: {error}")))
}
