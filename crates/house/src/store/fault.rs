//! What an error of a database means for whoever asked.

use sqlx::postgres::PgDatabaseError;
use sqlx::sqlite::SqliteError;

use super::Failure;

/// An error before the database was told to commit: whatever was begun is undone.
pub(super) fn before(error: sqlx::Error) -> Failure {
    match verdict(&error) {
        Verdict::Broken => Failure::Broken(text(&error)),
        Verdict::NoStore => Failure::Unusable(text(&error)),
        Verdict::No | Verdict::Lost => Failure::Refused(text(&error)),
    }
}

/// An error from the commit itself.
pub(super) fn during_commit(error: sqlx::Error) -> Failure {
    match verdict(&error) {
        Verdict::Lost => Failure::Unknown(text(&error)),
        _ => before(error),
    }
}

enum Verdict {
    /// The database says that it did not do it.
    No,
    /// The database did not say anything.
    Lost,
    /// The disk or the file is damaged.
    Broken,
    /// The file is no database.
    NoStore,
}

fn verdict(error: &sqlx::Error) -> Verdict {
    match error {
        sqlx::Error::Database(error) => {
            let code = error.code().unwrap_or_default();
            if error.try_downcast_ref::<SqliteError>().is_some() {
                of_sqlite(code.parse().unwrap_or_default())
            } else if error.try_downcast_ref::<PgDatabaseError>().is_some() {
                of_postgres(&code)
            } else {
                Verdict::No
            }
        }
        // What a row of ours holds, its columns can hold: the file was changed under us.
        sqlx::Error::ColumnDecode { .. } | sqlx::Error::Decode(_) => Verdict::Broken,
        _ => Verdict::Lost,
    }
}

/// The low byte of a result code is its class, such as all errors of reading and writing.
fn of_sqlite(code: i32) -> Verdict {
    const IOERR: i32 = 10;
    const CORRUPT: i32 = 11;
    const NOTADB: i32 = 26;
    match code & 0xff {
        IOERR | CORRUPT => Verdict::Broken,
        NOTADB => Verdict::NoStore,
        _ => Verdict::No,
    }
}

fn of_postgres(state: &str) -> Verdict {
    match state {
        // io_error, data_corrupted, index_corrupted
        "58030" | "XX001" | "XX002" => Verdict::Broken,
        // statement_completion_unknown
        "40003" => Verdict::Lost,
        // The server goes down or lost the connection; a commit may have happened all the same.
        _ if state.starts_with("57P") || state.starts_with("08") => Verdict::Lost,
        _ => Verdict::No,
    }
}

fn text(error: &sqlx::Error) -> String {
    match error {
        sqlx::Error::Database(error) => error.message().to_owned(),
        sqlx::Error::PoolTimedOut => "the database does not answer".to_owned(),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lost_connections_leave_only_a_commit_in_doubt() {
        let lost = || sqlx::Error::Io(std::io::ErrorKind::ConnectionReset.into());
        assert!(matches!(before(lost()), Failure::Refused(_)));
        assert!(matches!(during_commit(lost()), Failure::Unknown(_)));
    }

    #[test]
    fn result_codes_fall_into_their_classes() {
        for (code, name) in [(13, "full"), (5, "busy"), (8, "read-only"), (2067, "unique"), (787, "foreign key")] {
            assert!(matches!(of_sqlite(code), Verdict::No), "{name}");
        }
        for (code, name) in [(10, "i/o"), (1034, "fsync"), (778, "write"), (11, "corrupt"), (779, "corrupt index")] {
            assert!(matches!(of_sqlite(code), Verdict::Broken), "{name}");
        }
        for state in ["53100", "25006", "23505", "40001", "55P03"] {
            assert!(matches!(of_postgres(state), Verdict::No), "{state}");
        }
        for state in ["57P01", "57P02", "08006", "40003"] {
            assert!(matches!(of_postgres(state), Verdict::Lost), "{state}");
        }
        assert!(matches!(of_postgres("XX001"), Verdict::Broken));
    }
}
