//! Things to store.

use skirmish_house::store::{Audit, Invitation, Journal, Record, RequestKey, Store, Stored, Token, Write};

pub fn journal(id: i64) -> Write {
    let (name, head) = (format!("game {id} \u{1f409}"), r#"{"days":28}"#.to_owned());
    Write::Journal(Journal { id, kind: "zords".into(), name, head, created_ms: 1000 - id })
}

/// A record with two events where `n` is odd, and with a key where it is even.
pub fn record(n: i64) -> Record {
    let key = (n % 2 == 0).then(|| RequestKey { who: "red".into(), key: format!("k{n}"), digest: [n as u8; 32] });
    Record { n, first_event: n / 2 * 2 + 1, events: n % 2 * 2, key, body: format!(r#"{{"n":{n},"text":"grün"}}"#) }
}

pub fn append(journal: i64, n: i64) -> Write {
    Write::Record { journal, record: record(n) }
}

/// A record of a usual size, as `numbered` ones of the same journal.
pub fn long(n: i64) -> Record {
    Record { n, first_event: n, events: 1, key: None, body: format!("{n:0400}") }
}

pub fn append_long(journal: i64, numbers: std::ops::RangeInclusive<i64>) -> Vec<Write> {
    numbers.map(|n| Write::Record { journal, record: long(n) }).collect()
}

pub fn token(id: i64) -> Token {
    let (role, seat) = ("player".to_owned(), Some("red".to_owned()));
    Token {
        id,
        hash: [id as u8; 32],
        role,
        journal: Some(1),
        seat,
        name: "Ada".into(),
        created_ms: 5,
        revoked_ms: None,
    }
}

pub fn invitation(id: i64) -> Invitation {
    Invitation {
        id,
        hash: [id as u8; 32],
        role: "operator".into(),
        journal: None,
        seat: None,
        uses: 2,
        used: 0,
        expires_ms: Some(77),
        revoked: false,
    }
}

pub fn audit(what: &str) -> Audit {
    Audit { at_ms: 9, who: "Ada".into(), what: what.into(), journal: Some(1), detail: "{}".into() }
}

/// Everything that can be read from a store, as text.
pub fn everything(store: &dyn Store) -> String {
    let mut told = Vec::new();
    let journals = store.journals().expect("journals");
    for journal in &journals {
        told.push(format!("{:?}", store.records(journal.id, 0, usize::MAX).expect("records")));
        told.push(format!("{:?}", store.snapshots(journal.id).expect("snapshots")));
        told.push(format!("{:?}", store.heartbeat(journal.id).expect("heartbeat")));
    }
    told.push(format!("{journals:?}"));
    told.push(format!("{:?}", store.tokens().expect("tokens")));
    told.push(format!("{:?}", store.invitations().expect("invitations")));
    told.push(format!("{:?}", store.audit(0, usize::MAX).expect("audit")));
    told.push(format!("{:?}", store.setting("motto").expect("setting")));
    told.join("\n")
}

/// The last record of a journal; all of them must be good, and numbered from 1.
pub fn last_good(store: &dyn Store, journal: i64) -> i64 {
    let records = store.records(journal, 0, usize::MAX).expect("records");
    for (at, record) in records.iter().enumerate() {
        assert!(matches!(record, Stored::Good(record) if record.n == at as i64 + 1), "{record:?} at {at}");
    }
    records.len() as i64
}
