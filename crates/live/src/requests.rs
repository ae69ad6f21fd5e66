//! Which requests were seen, so that one that comes again is not done again.

use crate::refusal::Refusal;
use crate::request::Answer;
use skirmish_house::store::RequestKey;
use std::collections::{HashMap, VecDeque};

/// How long the answer to a refused request is remembered.
const REFUSED_MS: i64 = 24 * 3_600_000;
/// And how many at most.
const MOST_REFUSED: usize = 20_000;

type Called = (String, String);

/// The keyed requests of a game.
#[derive(Default)]
pub struct Requests {
    /// Those that were done, with the record that holds their answer.
    done: HashMap<Called, ([u8; 32], i64)>,
    /// Those that were judged on what the next commit makes true.
    pending: HashMap<Called, Pending>,
    /// Those that changed nothing, for a while.
    refused: HashMap<Called, ([u8; 32], Answer)>,
    order: VecDeque<(i64, Called)>,
}

/// A request that is answered as soon as the commit is made.
struct Pending {
    digest: [u8; 32],
    answer: Answer,
    judged: Judged,
}

/// What became of a request.
enum Judged {
    /// It is done with this record.
    Done(i64),
    /// It changed nothing, at that time.
    Refused(i64),
}

/// What is known of a request.
#[derive(Clone, Debug)]
pub enum Seen {
    Never,
    /// The answer is with this record.
    Stored(i64),
    /// This was the answer.
    Answered(Answer),
    /// The key was used for something else.
    Reused(Refusal),
}

impl Requests {
    /// Looks a request up.
    pub fn find(&self, key: &RequestKey) -> Seen {
        let called = (key.who.clone(), key.key.clone());
        let known = match (self.pending.get(&called), self.done.get(&called), self.refused.get(&called)) {
            (Some(pending), ..) => (&pending.digest, Seen::Answered(pending.answer.clone())),
            (_, Some((digest, n)), _) => (digest, Seen::Stored(*n)),
            (.., Some((digest, answer))) => (digest, Seen::Answered(answer.clone())),
            _ => return Seen::Never,
        };
        match *known.0 == key.digest {
            true => known.1,
            false => Seen::Reused(Refusal::new(
                "key_reused",
                format!("the key \"{}\" was used for another request; use a new one", key.key),
            )),
        }
    }

    /// A request is done once record `n` is stored.
    pub fn await_commit(&mut self, key: RequestKey, n: i64, answer: Answer) {
        let judged = Judged::Done(n);
        self.pending.insert((key.who, key.key), Pending { digest: key.digest, answer, judged });
    }

    /// A request changed nothing. It may have been refused because of another that is not stored yet, so this holds with
    /// the commit as well.
    pub fn refuse(&mut self, key: RequestKey, answer: Answer, now_ms: i64) {
        let judged = Judged::Refused(now_ms);
        self.pending.insert((key.who, key.key), Pending { digest: key.digest, answer, judged });
    }

    fn remember_refusal(&mut self, called: Called, digest: [u8; 32], answer: Answer, now_ms: i64) {
        self.order.push_back((now_ms, called.clone()));
        self.refused.insert(called, (digest, answer));
        while let Some((at_ms, called)) = self.order.front() {
            if self.order.len() <= MOST_REFUSED && now_ms - at_ms <= REFUSED_MS {
                break;
            }
            self.refused.remove(called);
            self.order.pop_front();
        }
    }

    /// The commit was made.
    pub fn committed(&mut self) {
        for (called, Pending { digest, answer, judged }) in std::mem::take(&mut self.pending) {
            match judged {
                Judged::Done(n) => _ = self.done.insert(called, (digest, n)),
                Judged::Refused(at_ms) => self.remember_refusal(called, digest, answer, at_ms),
            }
        }
    }

    /// Takes over from the same game, read a while ago, what no record tells: those that changed nothing.
    pub fn take_over(&mut self, earlier: &Requests) {
        (self.refused, self.order) = (earlier.refused.clone(), earlier.order.clone());
    }

    /// The commit failed.
    pub fn forget_pending(&mut self) {
        self.pending.clear();
    }

    /// A request that the log knows.
    pub fn learn(&mut self, n: i64, key: RequestKey) {
        self.done.insert((key.who, key.key), (key.digest, n));
    }
}
