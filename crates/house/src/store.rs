//! What is kept, durably. One set of functions; which database is behind it is nobody else's business.
//!
//! A **journal** is an append-only list of records, numbered from 1 without a gap, that belongs to one resident thing (a live
//! game). State is the fold of its records; **snapshots** only save time. Everything that must become true together is one
//! [`Store::commit`]: all of it or nothing, and safe on the disk when it returns.
//!
//! The functions are synchronous: one thread writes, and whoever serves requests reads on blocking threads.

mod copying;
mod database;
mod engine;
mod fault;
pub mod memory;
mod place;
mod postgres;
mod private;
mod reading;
mod restoring;
mod schema;
mod seal;
mod sqlite;
mod writing;

pub use place::{Options, Place, open, open_with, restore};

/// A store. It can be shared by threads; commits are made one after another.
pub trait Store: Send + Sync {
    /// Makes all of `writes` true, in their order, or none of them.
    fn commit(&self, writes: &[Write]) -> Result<(), Failure>;

    /// All journals, oldest first.
    fn journals(&self) -> Result<Vec<Journal>, Failure>;

    /// Records of a journal with `n > after`, oldest first, at most `limit`.
    fn records(&self, journal: i64, after: i64, limit: usize) -> Result<Vec<Stored>, Failure>;

    /// Records of a journal that hold events with a number above `after_event`, oldest first, at most `limit` records.
    fn records_with_events(&self, journal: i64, after_event: i64, limit: usize) -> Result<Vec<Stored>, Failure>;

    /// The snapshots of a journal, newest first.
    fn snapshots(&self, journal: i64) -> Result<Vec<Stored<Snapshot>>, Failure>;

    /// When a journal was last known to be alive, in milliseconds since 1970.
    fn heartbeat(&self, journal: i64) -> Result<Option<i64>, Failure>;

    /// All tokens, revoked ones too.
    fn tokens(&self) -> Result<Vec<Token>, Failure>;

    /// All invitations, used ones too.
    fn invitations(&self) -> Result<Vec<Invitation>, Failure>;

    /// What operators did: entries with a number above `after`, oldest first.
    fn audit(&self, after: i64, limit: usize) -> Result<Vec<(i64, Audit)>, Failure>;

    /// A value that the service keeps for itself.
    fn setting(&self, name: &str) -> Result<Option<String>, Failure>;

    /// Copies everything into a new file while the service goes on, as it is at one moment. [`restore`] makes a store of it.
    fn backup(&self, to: &std::path::Path) -> Result<(), Failure>;
}

/// One change.
#[derive(Clone, PartialEq, Debug)]
pub enum Write {
    /// A new journal. Its id must be new.
    Journal(Journal),
    /// The next record of a journal. Its number must be one more than the last, and its first event must follow the last
    /// event, else the commit is refused.
    Record { journal: i64, record: Record },
    /// Takes the last record away, because it is damaged; it is kept aside for whoever wants to look at it. Snapshots that
    /// have it in them are dropped.
    Cut { journal: i64, n: i64 },
    /// A snapshot of a record that is there; older ones of the journal but one are dropped.
    Snapshot { journal: i64, snapshot: Snapshot },
    /// The journal was alive at that time.
    Heartbeat { journal: i64, at_ms: i64 },
    /// A new token.
    Token(Token),
    /// A token is dead from then on. If it is already, it stays dead from when it was.
    Revoke { token: i64, at_ms: i64 },
    /// A new invitation.
    Invitation(Invitation),
    /// An invitation was used once more. Refused if it is used up or revoked.
    UseInvitation { invitation: i64 },
    /// An invitation is dead.
    RevokeInvitation { invitation: i64 },
    /// Something an operator did.
    Audit(Audit),
    /// A value that the service keeps for itself.
    Setting { name: String, value: String },
}

/// An append-only list of records.
#[derive(Clone, PartialEq, Debug)]
pub struct Journal {
    pub id: i64,
    /// What it belongs to, such as `zords`.
    pub kind: String,
    /// Its name, unique in its kind.
    pub name: String,
    /// What never changes about it; JSON of whoever it belongs to.
    pub head: String,
    pub created_ms: i64,
}

/// A record of a journal.
#[derive(Clone, PartialEq, Debug)]
pub struct Record {
    /// From 1, without a gap.
    pub n: i64,
    /// The number of its first event; events are numbered from 1 over the whole journal. If it has none, the number the
    /// next one will get.
    pub first_event: i64,
    /// How many events it has.
    pub events: i64,
    /// The request that made it, where that had a key.
    pub key: Option<RequestKey>,
    /// What happened; JSON of whoever the journal belongs to.
    pub body: String,
}

/// By what a repeated request is recognised.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct RequestKey {
    /// Who sent it, such as a seat.
    pub who: String,
    /// What they called it.
    pub key: String,
    /// SHA-256 of what was sent, so that the same key with another body is noticed.
    pub digest: [u8; 32],
}

/// A record, or a snapshot, as it was found.
#[derive(Clone, PartialEq, Debug)]
pub enum Stored<T = Record> {
    Good(T),
    /// Its length or checksum is wrong, or it is missing.
    Damaged {
        n: i64,
        why: String,
    },
}

/// The state after a record.
#[derive(Clone, PartialEq, Debug)]
pub struct Snapshot {
    /// The last record that is in it.
    pub n: i64,
    /// What can read it.
    pub version: String,
    pub body: String,
}

/// Something that lets its holder in. The token itself is never stored, only its SHA-256.
#[derive(Clone, PartialEq, Debug)]
pub struct Token {
    pub id: i64,
    pub hash: [u8; 32],
    /// `player`, `operator` or `administrator`.
    pub role: String,
    /// A player's journal and seat.
    pub journal: Option<i64>,
    pub seat: Option<String>,
    /// What an operator is called in the audit log.
    pub name: String,
    pub created_ms: i64,
    pub revoked_ms: Option<i64>,
}

/// A code by which somebody may join, or become an operator.
#[derive(Clone, PartialEq, Debug)]
pub struct Invitation {
    pub id: i64,
    pub hash: [u8; 32],
    pub role: String,
    pub journal: Option<i64>,
    /// If set, only this seat.
    pub seat: Option<String>,
    /// How often it may be used, and was.
    pub uses: i64,
    pub used: i64,
    pub expires_ms: Option<i64>,
    pub revoked: bool,
}

/// Something that an operator did.
#[derive(Clone, PartialEq, Debug)]
pub struct Audit {
    pub at_ms: i64,
    pub who: String,
    pub what: String,
    pub journal: Option<i64>,
    /// More, as JSON.
    pub detail: String,
}

/// Why the store did not do what it was asked.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum Failure {
    /// Nothing of it happened, and it may work later: the disk is full, the database is away or busy.
    #[error("nothing was stored: {0}")]
    Refused(String),
    /// Nobody knows whether it happened. Whoever wrote must read again before it goes on, or stop.
    #[error("it is not known whether this was stored: {0}")]
    Unknown(String),
    /// The disk cannot be trusted any more (an error from fsync, a damaged file). Stop, and do not try again.
    #[error("the store cannot be trusted: {0}")]
    Broken(String),
    /// The data are of a version that this program does not know, or belong to another process, or are no store at all.
    #[error("{0}")]
    Unusable(String),
}
