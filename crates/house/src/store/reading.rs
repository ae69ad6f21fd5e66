//! What is read, and checked on the way.

use sqlx::any::AnyRow;
use sqlx::{Any, AnyConnection, Row};

use super::{Audit, Failure, Invitation, Journal, Record, RequestKey, Snapshot, Stored, Token, fault, seal};

type Result<T> = std::result::Result<T, Failure>;

pub(super) async fn journals(connection: &mut AnyConnection) -> Result<Vec<Journal>> {
    let query = sqlx::query::<Any>("SELECT id, kind, name, head, created_ms FROM journals ORDER BY created_ms, id");
    let rows = query.fetch_all(connection).await.map_err(fault::before)?;
    rows.iter()
        .map(|row| {
            Ok(Journal {
                id: get(row, 0)?,
                kind: get(row, 1)?,
                name: get(row, 2)?,
                head: get(row, 3)?,
                created_ms: get(row, 4)?,
            })
        })
        .collect()
}

pub(super) async fn records(
    connection: &mut AnyConnection,
    journal: i64,
    after: i64,
    limit: usize,
) -> Result<Vec<Stored>> {
    let query = sqlx::query::<Any>(
        "SELECT n, first_event, events, who, request, digest, length, sum, body FROM records
         WHERE journal = $1 AND n > $2 ORDER BY n LIMIT $3",
    );
    let rows =
        query.bind(journal).bind(after).bind(as_i64(limit)).fetch_all(connection).await.map_err(fault::before)?;
    let mut found = Vec::with_capacity(rows.len());
    let mut next = after.max(0).saturating_add(1);
    for row in &rows {
        let n: i64 = get(row, 0)?;
        if n != next {
            found.push(Stored::Damaged { n: next, why: format!("the records from {next} to {} are missing", n - 1) });
        }
        found.push(record(journal, row)?);
        next = n.saturating_add(1);
    }
    found.truncate(limit);
    Ok(found)
}

pub(super) async fn records_with_events(
    connection: &mut AnyConnection,
    journal: i64,
    after: i64,
    limit: usize,
) -> Result<Vec<Stored>> {
    // Among records that have events, the order by their last event is the order by number, and there is an index for it.
    let query = sqlx::query::<Any>(
        "SELECT n, first_event, events, who, request, digest, length, sum, body FROM records
         WHERE journal = $1 AND events > 0 AND first_event + events > $2 ORDER BY first_event + events LIMIT $3",
    );
    let first_wanted = after.max(0).saturating_add(1);
    let rows = query
        .bind(journal)
        .bind(first_wanted)
        .bind(as_i64(limit))
        .fetch_all(connection)
        .await
        .map_err(fault::before)?;
    let mut found = Vec::with_capacity(rows.len());
    let mut next = first_wanted;
    for row in &rows {
        let (n, first, events): (i64, i64, i64) = (get(row, 0)?, get(row, 1)?, get(row, 2)?);
        if first > next {
            let why = format!("a record with the events from {next} to {} is missing", first - 1);
            found.push(Stored::Damaged { n: n - 1, why });
        }
        found.push(record(journal, row)?);
        next = first.saturating_add(events);
    }
    found.truncate(limit);
    Ok(found)
}

pub(super) async fn snapshots(connection: &mut AnyConnection, journal: i64) -> Result<Vec<Stored<Snapshot>>> {
    let query = sqlx::query::<Any>("SELECT n, version, sum, body FROM snapshots WHERE journal = $1 ORDER BY n DESC")
        .bind(journal);
    let rows = query.fetch_all(connection).await.map_err(fault::before)?;
    let mut found = Vec::with_capacity(rows.len());
    for row in &rows {
        let (n, version, sum, body): (i64, String, i64, Vec<u8>) =
            (get(row, 0)?, get(row, 1)?, get(row, 2)?, get(row, 3)?);
        let whole = seal::of_snapshot(journal, n, &version, &body) == sum;
        found.push(match String::from_utf8(body) {
            Ok(body) if whole => Stored::Good(Snapshot { n, version, body }),
            Ok(_) => Stored::Damaged { n, why: "its checksum is wrong".to_owned() },
            Err(_) => Stored::Damaged { n, why: "it is not text".to_owned() },
        });
    }
    Ok(found)
}

pub(super) async fn heartbeat(connection: &mut AnyConnection, journal: i64) -> Result<Option<i64>> {
    let query = sqlx::query::<Any>("SELECT at_ms FROM heartbeats WHERE journal = $1").bind(journal);
    query.fetch_optional(connection).await.map_err(fault::before)?.map(|row| get(&row, 0)).transpose()
}

pub(super) async fn tokens(connection: &mut AnyConnection) -> Result<Vec<Token>> {
    let query = sqlx::query::<Any>(
        "SELECT id, hash, role, journal, seat, name, created_ms, revoked_ms FROM tokens ORDER BY id",
    );
    let rows = query.fetch_all(connection).await.map_err(fault::before)?;
    rows.iter()
        .map(|row| {
            Ok(Token {
                id: get(row, 0)?,
                hash: hash(row, 1)?,
                role: get(row, 2)?,
                journal: get(row, 3)?,
                seat: get(row, 4)?,
                name: get(row, 5)?,
                created_ms: get(row, 6)?,
                revoked_ms: get(row, 7)?,
            })
        })
        .collect()
}

pub(super) async fn invitations(connection: &mut AnyConnection) -> Result<Vec<Invitation>> {
    let query = sqlx::query::<Any>(
        "SELECT id, hash, role, journal, seat, uses, used, expires_ms, revoked FROM invitations ORDER BY id",
    );
    let rows = query.fetch_all(connection).await.map_err(fault::before)?;
    rows.iter()
        .map(|row| {
            Ok(Invitation {
                id: get(row, 0)?,
                hash: hash(row, 1)?,
                role: get(row, 2)?,
                journal: get(row, 3)?,
                seat: get(row, 4)?,
                uses: get(row, 5)?,
                used: get(row, 6)?,
                expires_ms: get(row, 7)?,
                revoked: get::<i64>(row, 8)? != 0,
            })
        })
        .collect()
}

pub(super) async fn audit(connection: &mut AnyConnection, after: i64, limit: usize) -> Result<Vec<(i64, Audit)>> {
    let query =
        sqlx::query::<Any>("SELECT n, at_ms, who, what, journal, detail FROM audit WHERE n > $1 ORDER BY n LIMIT $2");
    let rows = query.bind(after).bind(as_i64(limit)).fetch_all(connection).await.map_err(fault::before)?;
    rows.iter()
        .map(|row| {
            let entry = Audit {
                at_ms: get(row, 1)?,
                who: get(row, 2)?,
                what: get(row, 3)?,
                journal: get(row, 4)?,
                detail: get(row, 5)?,
            };
            Ok((get(row, 0)?, entry))
        })
        .collect()
}

pub(super) async fn setting(connection: &mut AnyConnection, name: &str) -> Result<Option<String>> {
    let query = sqlx::query::<Any>("SELECT value FROM settings WHERE name = $1").bind(name);
    query.fetch_optional(connection).await.map_err(fault::before)?.map(|row| get(&row, 0)).transpose()
}

/// A record as it was found. The columns are those of the queries above.
fn record(journal: i64, row: &AnyRow) -> Result<Stored> {
    let n = get(row, 0)?;
    let (length, sum, body): (i64, i64, Vec<u8>) = (get(row, 6)?, get(row, 7)?, get(row, 8)?);
    let damaged = |why: String| Ok(Stored::Damaged { n, why });
    if body.len() as i64 != length {
        return damaged(format!("it is {} bytes long, not {length}", body.len()));
    }
    let (Ok(body), Ok(key)) = (String::from_utf8(body), key(row, 3)?) else {
        return damaged("it is not text".to_owned());
    };
    let record = Record { n, first_event: get(row, 1)?, events: get(row, 2)?, key, body };
    if seal::of_record(journal, &record) != sum {
        return damaged("its checksum is wrong".to_owned());
    }
    Ok(Stored::Good(record))
}

/// The request key in the three columns from `first` on; an inner error if they hold none that could have been written.
fn key(row: &AnyRow, first: usize) -> Result<std::result::Result<Option<RequestKey>, ()>> {
    let columns = (get::<Option<Vec<u8>>>(row, first)?, get(row, first + 1)?, get(row, first + 2)?);
    Ok(match columns {
        (None, None::<Vec<u8>>, None::<Vec<u8>>) => Ok(None),
        (Some(who), Some(key), Some(digest)) => {
            match (String::from_utf8(who), String::from_utf8(key), digest.try_into()) {
                (Ok(who), Ok(key), Ok(digest)) => Ok(Some(RequestKey { who, key, digest })),
                _ => Err(()),
            }
        }
        _ => Err(()),
    })
}

fn hash(row: &AnyRow, column: usize) -> Result<[u8; 32]> {
    let bytes: Vec<u8> = get(row, column)?;
    bytes.try_into().map_err(|_| Failure::Broken("a hash is not 32 bytes long".to_owned()))
}

fn get<'r, T>(row: &'r AnyRow, column: usize) -> Result<T>
where
    T: sqlx::Decode<'r, Any> + sqlx::Type<Any>,
{
    row.try_get(column).map_err(fault::before)
}

fn as_i64(limit: usize) -> i64 {
    i64::try_from(limit).unwrap_or(i64::MAX)
}
