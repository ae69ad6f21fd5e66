//! What is written: the changes of one commit, inside its transaction.

use std::collections::HashMap;

use sqlx::any::{AnyArguments, AnyQueryResult};
use sqlx::query::Query;
use sqlx::{Any, AnyConnection, Row};

use super::{Failure, Journal, Record, Snapshot, Write, fault, seal};

type Result<T> = std::result::Result<T, Failure>;

/// Makes all of `writes` true inside of the transaction that is open.
pub(super) async fn all(connection: &mut AnyConnection, writes: &[Write]) -> Result<()> {
    let mut pen = Pen { connection, ends: HashMap::new(), waiting: Vec::new() };
    for write in writes {
        pen.write(write).await?;
    }
    pen.flush().await
}

/// About how many bytes `writes` put on the disk.
pub(super) fn bytes(writes: &[Write]) -> usize {
    /// What a row takes beside its body, and its share of the pages above it.
    const ROW: usize = 256;
    let body = |write: &Write| match write {
        Write::Record { record, .. } => record.body.len(),
        Write::Snapshot { snapshot, .. } => snapshot.body.len(),
        Write::Journal(journal) => journal.head.len(),
        _ => 0,
    };
    writes.iter().map(|write| ROW + body(write)).sum()
}

struct Pen<'a> {
    connection: &'a mut AnyConnection,
    /// Where the journals of this commit end.
    ends: HashMap<i64, End>,
    /// Records that are checked but not sent yet: many in one statement are several times as fast.
    waiting: Vec<(i64, &'a Record)>,
}

/// The end of a journal: the next record must begin there.
#[derive(Clone, Copy)]
struct End {
    n: i64,
    event: i64,
}

impl<'a> Pen<'a> {
    async fn write(&mut self, write: &'a Write) -> Result<()> {
        if let Write::Record { journal, record } = write {
            return self.record(*journal, record).await;
        }
        self.flush().await?;
        match write {
            Write::Record { .. } => Ok(()),
            Write::Journal(journal) => self.journal(journal).await,
            Write::Cut { journal, n } => self.cut(*journal, *n).await,
            Write::Snapshot { journal, snapshot } => self.snapshot(*journal, snapshot).await,
            Write::Heartbeat { journal, at_ms } => {
                let query = sqlx::query(
                    "INSERT INTO heartbeats (journal, at_ms) VALUES ($1, $2)
                     ON CONFLICT (journal) DO UPDATE SET at_ms = excluded.at_ms",
                );
                self.run(query.bind(journal).bind(at_ms)).await.map(drop)
            }
            Write::Token(token) => {
                let query = sqlx::query(
                    "INSERT INTO tokens (id, hash, role, journal, seat, name, created_ms, revoked_ms)
                     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
                );
                let query = query.bind(token.id).bind(&token.hash[..]).bind(&token.role).bind(token.journal);
                let query = query.bind(token.seat.as_deref()).bind(&token.name).bind(token.created_ms);
                self.run(query.bind(token.revoked_ms)).await.map(drop)
            }
            Write::Revoke { token, at_ms } => {
                let query = sqlx::query("UPDATE tokens SET revoked_ms = coalesce(revoked_ms, $2) WHERE id = $1");
                self.change(query.bind(token).bind(at_ms), || format!("there is no token {token}")).await
            }
            Write::Invitation(invitation) => {
                let query = sqlx::query(
                    "INSERT INTO invitations (id, hash, role, journal, seat, uses, used, expires_ms, revoked)
                     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
                );
                let query = query.bind(invitation.id).bind(&invitation.hash[..]).bind(&invitation.role);
                let query = query.bind(invitation.journal).bind(invitation.seat.as_deref()).bind(invitation.uses);
                let query = query.bind(invitation.used).bind(invitation.expires_ms);
                self.run(query.bind(i64::from(invitation.revoked))).await.map(drop)
            }
            Write::UseInvitation { invitation } => {
                let query =
                    sqlx::query("UPDATE invitations SET used = used + 1 WHERE id = $1 AND used < uses AND revoked = 0");
                let no = || format!("invitation {invitation} does not exist, is used up or revoked");
                self.change(query.bind(invitation), no).await
            }
            Write::RevokeInvitation { invitation } => {
                let query = sqlx::query("UPDATE invitations SET revoked = 1 WHERE id = $1");
                self.change(query.bind(invitation), || format!("there is no invitation {invitation}")).await
            }
            Write::Audit(entry) => {
                // No sequence of the database: it would leave gaps, and a restored store would have to set it.
                let query = sqlx::query(
                    "INSERT INTO audit (n, at_ms, who, what, journal, detail)
                     VALUES ((SELECT coalesce(max(n), 0) + 1 FROM audit), $1, $2, $3, $4, $5)",
                );
                let query = query.bind(entry.at_ms).bind(&entry.who).bind(&entry.what).bind(entry.journal);
                self.run(query.bind(&entry.detail)).await.map(drop)
            }
            Write::Setting { name, value } => {
                let query = sqlx::query(
                    "INSERT INTO settings (name, value) VALUES ($1, $2)
                     ON CONFLICT (name) DO UPDATE SET value = excluded.value",
                );
                self.run(query.bind(name).bind(value)).await.map(drop)
            }
        }
    }

    async fn journal(&mut self, journal: &'a Journal) -> Result<()> {
        let query = sqlx::query("INSERT INTO journals (id, kind, name, head, created_ms) VALUES ($1, $2, $3, $4, $5)");
        let query = query.bind(journal.id).bind(&journal.kind).bind(&journal.name).bind(&journal.head);
        self.run(query.bind(journal.created_ms)).await.map(drop)
    }

    async fn record(&mut self, journal: i64, record: &'a Record) -> Result<()> {
        let end = self.end(journal).await?;
        let next = end.n.saturating_add(1);
        if record.n != next {
            return refuse(format!("record {} of journal {journal} must be number {next}", record.n));
        }
        if record.first_event != end.event || record.events < 0 {
            let (n, first) = (record.n, record.first_event);
            return refuse(format!(
                "the events of record {n} of journal {journal} begin at {first}, not {}",
                end.event
            ));
        }
        self.ends.insert(journal, End { n: record.n, event: end.event.saturating_add(record.events) });
        self.waiting.push((journal, record));
        Ok(())
    }

    async fn cut(&mut self, journal: i64, n: i64) -> Result<()> {
        let end = self.end(journal).await?;
        if n != end.n {
            return refuse(format!("record {n} is not the last of journal {journal}, which ends at {}", end.n));
        }
        let keep = sqlx::query(
            "INSERT INTO cut_records (id, journal, n, first_event, events, who, request, digest, length, sum, body)
             SELECT (SELECT coalesce(max(id), 0) + 1 FROM cut_records),
                    journal, n, first_event, events, who, request, digest, length, sum, body
             FROM records WHERE journal = $1 AND n = $2",
        );
        self.change(keep.bind(journal).bind(n), || format!("journal {journal} has no record {n}")).await?;
        self.run(sqlx::query("DELETE FROM records WHERE journal = $1 AND n = $2").bind(journal).bind(n)).await?;
        // A snapshot with the record in it would bring it back.
        self.run(sqlx::query("DELETE FROM snapshots WHERE journal = $1 AND n >= $2").bind(journal).bind(n)).await?;
        self.ends.remove(&journal);
        Ok(())
    }

    async fn snapshot(&mut self, journal: i64, snapshot: &'a Snapshot) -> Result<()> {
        let Snapshot { n, version, body } = snapshot;
        let end = self.end(journal).await?;
        if *n > end.n {
            return refuse(format!("a snapshot of record {n}, but journal {journal} ends at {}", end.n));
        }
        let query = sqlx::query(
            "INSERT INTO snapshots (journal, n, version, sum, body) VALUES ($1, $2, $3, $4, $5)
             ON CONFLICT (journal, n) DO UPDATE SET version = excluded.version, sum = excluded.sum, body = excluded.body",
        );
        let sum = seal::of_snapshot(journal, *n, version, body.as_bytes());
        self.run(query.bind(journal).bind(n).bind(version).bind(sum).bind(body.as_bytes())).await?;
        let drop_older = sqlx::query(
            "DELETE FROM snapshots WHERE journal = $1 AND n NOT IN
             (SELECT n FROM snapshots WHERE journal = $1 ORDER BY n DESC LIMIT 2)",
        );
        self.run(drop_older.bind(journal)).await.map(drop)
    }

    async fn end(&mut self, journal: i64) -> Result<End> {
        if let Some(end) = self.ends.get(&journal) {
            return Ok(*end);
        }
        let query = sqlx::query::<Any>(
            "SELECT n, first_event + events FROM records WHERE journal = $1 ORDER BY n DESC LIMIT 1",
        );
        let row = query.bind(journal).fetch_optional(&mut *self.connection).await.map_err(fault::before)?;
        let end = match row {
            None => End { n: 0, event: 1 },
            Some(row) => {
                End { n: row.try_get(0).map_err(fault::before)?, event: row.try_get(1).map_err(fault::before)? }
            }
        };
        self.ends.insert(journal, end);
        Ok(end)
    }

    /// Sends the records that wait. Only numbers of rows that are powers of two are sent, so that few statements are prepared.
    async fn flush(&mut self) -> Result<()> {
        /// More would be slower: SQLite searches for each value among the names of all.
        const MOST: usize = 16;
        let waiting = std::mem::take(&mut self.waiting);
        let mut rest = &waiting[..];
        while !rest.is_empty() {
            let (now, later) = rest.split_at(1 << rest.len().min(MOST).ilog2());
            let insert = insert_records(now.len());
            let mut query = sqlx::query(&insert);
            for &(journal, record) in now {
                let key = record.key.as_ref();
                query = query.bind(journal).bind(record.n).bind(record.first_event).bind(record.events);
                query = query.bind(key.map(|key| key.who.as_bytes())).bind(key.map(|key| key.key.as_bytes()));
                query = query.bind(key.map(|key| &key.digest[..])).bind(record.body.len() as i64);
                query = query.bind(seal::of_record(journal, record)).bind(record.body.as_bytes());
            }
            query.execute(&mut *self.connection).await.map_err(fault::before)?;
            rest = later;
        }
        Ok(())
    }

    async fn run<'q>(&mut self, query: Query<'q, Any, AnyArguments<'q>>) -> Result<AnyQueryResult> {
        query.execute(&mut *self.connection).await.map_err(fault::before)
    }

    /// Runs what must change exactly one row, or refuses.
    async fn change<'q>(&mut self, query: Query<'q, Any, AnyArguments<'q>>, no: impl FnOnce() -> String) -> Result<()> {
        match self.run(query).await?.rows_affected() {
            1 => Ok(()),
            _ => refuse(no()),
        }
    }
}

fn refuse(why: String) -> Result<()> {
    Err(Failure::Refused(why))
}

fn insert_records(rows: usize) -> String {
    const COLUMNS: usize = 10;
    let row = |row: usize| {
        let values: Vec<String> = (1..=COLUMNS).map(|column| format!("${}", row * COLUMNS + column)).collect();
        format!("({})", values.join(", "))
    };
    let rows: Vec<String> = (0..rows).map(row).collect();
    format!(
        "INSERT INTO records (journal, n, first_event, events, who, request, digest, length, sum, body) VALUES {}",
        rows.join(", ")
    )
}
