//! What a player sends, and what it is answered.

use crate::driver::Driver;
use crate::refusal::Refusal;
use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};
use sha2::{Digest, Sha256};
use skirmish_house::store::RequestKey;
use std::fmt;
use std::sync::Arc;

/// A player's actions.
#[derive(Clone, Debug)]
pub struct Request {
    pub seat: String,
    /// By what it is recognised if it comes again.
    pub key: Option<RequestKey>,
    /// Act only if the game's `seq` is still this.
    pub if_seq: Option<i64>,
    pub posted: Posted,
}

/// The body of a request.
#[derive(Clone, Debug)]
pub enum Posted {
    /// One action.
    One(Box<RawValue>),
    /// Several, one after another; all or nothing if `atomic`.
    List { actions: Vec<Box<RawValue>>, day: Option<i32>, atomic: bool },
    /// One action, in the words of another API.
    Wish(Arc<dyn Wish>),
}

/// An action whose meaning depends on the state on which it is judged, such as one that names a zord by its cell. Only the
/// writer knows that state, so it asks.
pub trait Wish: fmt::Debug + Send + Sync {
    /// The action, as things stand.
    fn action(&self, driver: &Driver) -> Box<RawValue>;

    /// Why it was refused, in its own words.
    fn refusal(&self, driver: &Driver, seat: &str, refusal: Refusal) -> Refusal;
}

impl Posted {
    /// Reads the body of a request: an action, or a list of them.
    pub fn read(body: &str) -> Result<Posted, Refusal> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct List {
            actions: Vec<Box<RawValue>>,
            #[serde(default)]
            day: Option<i32>,
            #[serde(default)]
            atomic: bool,
        }
        let malformed = |why: serde_json::Error| Refusal::new("malformed", format!("the body cannot be read: {why}"));
        let whole: Box<RawValue> = serde_json::from_str(body).map_err(malformed)?;
        let object: serde_json::Map<String, serde_json::Value> = match serde_json::from_str(whole.get()) {
            Ok(object) => object,
            Err(_) => {
                return Err(Refusal::new("malformed", "the body must be an action, or an object with \"actions\""));
            }
        };
        if !object.contains_key("actions") {
            return Ok(Posted::One(whole));
        }
        if object.get("day").is_some_and(serde_json::Value::is_null) {
            return Err(Refusal::new("malformed", "\"day\" must be an integer"));
        }
        let List { actions, day, atomic } = serde_json::from_str(whole.get()).map_err(malformed)?;
        Ok(Posted::List { actions, day, atomic })
    }
}

impl Request {
    /// The key of a request: who sent it, what they called it, and what was in it.
    pub fn key(seat: &str, key: &str, what: &str, body: &[u8]) -> RequestKey {
        let mut digest = Sha256::new();
        digest.update(what);
        digest.update([0]);
        digest.update(body);
        RequestKey { who: seat.into(), key: key.into(), digest: digest.finalize().into() }
    }
}

/// What a request is answered.
#[derive(Clone, Debug)]
pub enum Answer {
    /// It was done, or as much of it as was possible.
    Done {
        body: Box<RawValue>,
        /// Whether it was done before, and this is the answer of then.
        again: bool,
    },
    Refused {
        refusal: Refusal,
        /// The game's `seq`.
        seq: i64,
        /// Which of several actions was refused.
        index: Option<usize>,
        /// Whether it was refused before, and this is the answer of then.
        again: bool,
    },
}

impl Answer {
    pub fn refused(refusal: Refusal, seq: i64, index: Option<usize>) -> Answer {
        Answer::Refused { refusal, seq, index, again: false }
    }

    /// The same answer to a request that came before.
    pub fn repeated(mut self) -> Answer {
        match &mut self {
            Answer::Done { again, .. } | Answer::Refused { again, .. } => *again = true,
        }
        self
    }
}

/// The result of one action.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum ActionResult {
    Accepted { ok: bool, seq: i64, actions: i64, points: i64, events: Vec<Box<RawValue>> },
    Rejected { ok: bool, reason: &'static str, message: String, seq: i64 },
}

impl ActionResult {
    pub fn is_accepted(&self) -> bool {
        matches!(self, ActionResult::Accepted { .. })
    }

    pub fn rejected(refusal: Refusal, seq: i64) -> ActionResult {
        ActionResult::Rejected { ok: false, reason: refusal.reason, message: refusal.message, seq }
    }
}

/// The answer to a list.
#[derive(Serialize)]
pub struct Results {
    /// The request was judged; what became of each action is in `results`.
    pub ok: bool,
    pub seq: i64,
    pub results: Vec<ActionResult>,
}

impl Results {
    pub fn body(&self) -> Box<RawValue> {
        to_raw_value(self).expect("results serialise")
    }
}
