//! Checksums: the first eight bytes of SHA-256 over everything that a row says, so that a row which was changed, moved or torn
//! is noticed when it is read.

use sha2::{Digest, Sha256};

use super::Record;

pub(super) fn of_record(journal: i64, record: &Record) -> i64 {
    let mut seal = Seal::new(b"record");
    for number in [journal, record.n, record.first_event, record.events] {
        seal.number(number);
    }
    match &record.key {
        None => seal.number(0),
        Some(key) => {
            seal.number(1);
            seal.bytes(key.who.as_bytes());
            seal.bytes(key.key.as_bytes());
            seal.bytes(&key.digest);
        }
    }
    seal.bytes(record.body.as_bytes());
    seal.close()
}

pub(super) fn of_snapshot(journal: i64, n: i64, version: &str, body: &[u8]) -> i64 {
    let mut seal = Seal::new(b"snapshot");
    seal.number(journal);
    seal.number(n);
    seal.bytes(version.as_bytes());
    seal.bytes(body);
    seal.close()
}

struct Seal(Sha256);

impl Seal {
    fn new(what: &[u8]) -> Seal {
        let mut seal = Seal(Sha256::new());
        seal.bytes(what);
        seal
    }

    fn number(&mut self, number: i64) {
        self.0.update(number.to_le_bytes());
    }

    /// The length goes first: otherwise a byte could move from one text to the next unnoticed.
    fn bytes(&mut self, bytes: &[u8]) {
        self.number(bytes.len() as i64);
        self.0.update(bytes);
    }

    fn close(self) -> i64 {
        let mut first = [0; 8];
        first.copy_from_slice(&self.0.finalize()[..8]);
        i64::from_le_bytes(first)
    }
}
