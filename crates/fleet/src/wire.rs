//! What organiser and workers say to each other, as JSON.

use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use skirmish_core::replay::commitment::hex;
use skirmish_jail::Level;
use skirmish_league::ledger::Bot;
use skirmish_league::local::Keep;
use skirmish_league::{Fixture, Record, Tournament};

/// Changed when organisers and workers would no longer understand each other; a part of every subject.
pub const VERSION: &str = "v2";

/// All that a worker must know of a tournament. It lies in the object store under the tournament's name.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Charter {
    /// The name of the ledger.
    pub id: String,
    /// The version of the organiser's program; a worker has the same.
    pub program: String,
    /// What is played.
    pub tournament: Tournament,
    /// How each entrant travels.
    pub carried: Vec<Carried>,
    /// The number of each entrant in the ledger.
    pub numbers: Vec<usize>,
    /// Everybody in the ledger.
    pub bots: Vec<Bot>,
    /// Which games are written down.
    pub keep: Keep,
    /// The walls that programs are to have at least; `None` if there are no programs.
    pub level: Option<Level>,
}

/// How an entrant travels.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Carried {
    /// By its name.
    Builtin(String),
    /// As its files.
    Folder {
        /// What stands before the folder in its spelling: nothing, or how its native protocol is spoken.
        before: String,
        /// The digest of its files, by which the object store has them.
        digest: String,
    },
}

/// Fixtures to be played by one worker, one after the other.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Job {
    /// The tournament.
    pub charter: String,
    /// Its number in this run of the organiser.
    pub number: u64,
    /// The organiser's [seal](crate::seal) on all the rest. Whoever was not given the job does not know it.
    pub nonce: String,
    /// What is to be played.
    pub fixtures: Vec<Fixture>,
    /// Whose it is alone; whoever has the walls for it may play it if this is nobody's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    /// Whether it has been played elsewhere, and is played again to be compared.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub audit: bool,
}

/// What came of a job.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Answer {
    /// The job.
    pub job: Job,
    /// Who says so.
    pub worker: String,
    /// What it says.
    pub what: What,
}

/// What a worker says of a job.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum What {
    /// It was played: what came of each fixture.
    Played(Vec<One>),
    /// This worker cannot play it, another one may.
    Declined(String),
    /// It was delivered time and again, and nobody lived to answer.
    Lost(String),
}

/// What came of a fixture.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum One {
    /// It was played.
    Record {
        /// The result.
        record: Box<Record>,
        /// Replays, logs and capsules.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        files: Vec<Parcel>,
    },
    /// It could not be played, which was no bot's fault.
    Failed(String),
}

/// A file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Parcel {
    /// Its name in the folder for replays.
    pub name: String,
    /// What is in it.
    #[serde(flatten)]
    pub contents: Contents,
}

/// What is in a file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Contents {
    /// All of it.
    Bytes(#[serde(with = "packed")] Vec<u8>),
    /// Its name in the object store, where it is too large for a message.
    Object(Object),
}

/// A file in the object store, where others may have been at it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Object {
    /// Its name there.
    pub name: String,
    /// The SHA-256 of what was put there, in hexadecimal digits.
    pub digest: String,
}

impl Object {
    /// A name for a file of an answer: it begins so.
    pub fn prefix(nonce: &str, worker: &str) -> String {
        format!("file-{nonce}-{worker}-")
    }

    /// Whether these bytes are what was put there.
    pub fn is(&self, bytes: &[u8]) -> bool {
        self.digest == digest(bytes)
    }
}

/// The SHA-256 of bytes, in hexadecimal digits.
pub fn digest(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

/// What a worker tells of itself, every few seconds.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Status {
    /// Its name.
    pub worker: String,
    /// Tells two runs under one name apart.
    pub run: String,
    /// The version of its program.
    pub program: String,
    /// The [version](VERSION) of what it says.
    #[serde(default)]
    pub wire: String,
    /// The walls it has for programs.
    pub level: String,
    /// Cores of its machine.
    pub cores: usize,
    /// How many fixtures it plays at once.
    pub concurrency: usize,
    /// How many it plays now.
    pub playing: usize,
    /// Fixtures it has played.
    pub played: u64,
    /// Fixtures that it could not play.
    pub failed: u64,
    /// How late its machine was at worst in the last seconds.
    pub latency_ms: u64,
    /// Seconds since it began.
    pub seconds: u64,
    /// Why it cannot play something, if that is so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trouble: Option<String>,
}

/// What an organiser tells of its tournament, every few seconds.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Progress {
    /// The tournament.
    pub charter: String,
    /// Tells two organisers of one tournament apart.
    #[serde(default)]
    pub run: String,
    /// Its game.
    pub game: String,
    /// Who takes part.
    pub entrants: Vec<String>,
    /// The walls it demands; empty if there are no programs.
    pub level: String,
    /// Fixtures that came back in this run.
    pub done: u64,
    /// Fixtures that are out.
    pub held: usize,
    /// Audits that came out well, that proved nothing, and workers that were found wrong.
    pub audits: Audits,
    /// Who is wrong, and about what.
    pub quarantined: Vec<(String, String)>,
}

/// How audits came out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Audits {
    /// The same games.
    pub same: u64,
    /// Other games, but the bots decide the same when they are asked again.
    pub rerun: u64,
    /// Bots that do not even agree with themselves.
    pub undecided: u64,
    /// Another game than there ought to be.
    pub wrong: u64,
}

impl Charter {
    /// Which games are written down where they are played. Games of programs are always: nothing else proves them. What is
    /// not to be kept is thrown away by the organiser, when it has looked at it.
    pub fn written(&self) -> Keep {
        match self.keep {
            Keep::All => Keep::All,
            Keep::Programs | Keep::Faults | Keep::None => Keep::Programs,
        }
    }

    /// Whether a result without replays proves nothing.
    pub fn demands_replays(&self) -> bool {
        self.level.is_some() || self.keep == Keep::All
    }
}

impl Answer {
    /// As it travels.
    pub fn to_bytes(&self) -> Vec<u8> {
        serde_json::to_vec(self).expect("answers serialise")
    }

    /// Reads one that came from this worker about this tournament.
    pub fn read(bytes: &[u8], charter: &str, worker: &str) -> Result<Answer, String> {
        let answer: Answer = serde_json::from_slice(bytes).map_err(|error| error.to_string())?;
        if answer.worker != worker {
            return Err(format!("it comes from {worker} and says it is from {}", answer.worker));
        }
        if answer.job.charter != charter {
            return Err("it is about another tournament".into());
        }
        Ok(answer)
    }
}

/// Whether a worker may be called so: names are parts of subjects.
pub fn is_worker_name(name: &str) -> bool {
    name.len() <= 48 && is_plain(name)
}

/// Whether a tournament may be called so.
pub fn is_charter_name(name: &str) -> bool {
    name.len() <= 100 && is_plain(name)
}

fn is_plain(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_')
}

mod packed {
    use super::STANDARD;
    use base64::Engine;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};
    use std::borrow::Cow;

    pub fn serialize<S: Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&STANDARD.encode(bytes))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u8>, D::Error> {
        let text = Cow::<'de, str>::deserialize(deserializer)?;
        STANDARD.decode(&*text).map_err(D::Error::custom)
    }
}
