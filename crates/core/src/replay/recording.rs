//! Writing: the records of a table while it is played.

use super::commitment::{HEX, Salt, commitment};
use super::records::{About, BadEntry, EndRecord, Forked, Header};
use crate::encode::encode;
use crate::{Absence, Answer, Entry, Game, Key, Orders, Seed, Table};
use serde::Serialize;
use serde_json::Value;
use smallvec::SmallVec;

/// A replay being written. It holds what must stay secret until the end.
#[derive(Clone, Copy, Debug)]
pub struct Recording {
    seed: Seed,
    key: Option<Key>,
    salt: Salt,
    /// Whether the rules count the time that seats take.
    counts_time: bool,
}

impl Recording {
    /// Begins a replay at the table's present position, and returns its first record. `forked` names the match that the
    /// table was taken from, if it was.
    pub fn begin<G: Game>(table: &Table<G>, about: &About, seed: Seed, forked: Option<&Forked>) -> (Recording, String) {
        let key = table.game.key(&table.state);
        let mut open = table.state.clone();
        table.game.set_key(&mut open, None);
        let header = Header {
            skirmish: super::FORMAT,
            needs: Vec::new(),
            id: about.id.clone(),
            forked: forked.cloned(),
            game: G::ID.into(),
            version: G::VERSION,
            engine: env!("CARGO_PKG_VERSION").into(),
            players: about.players.clone(),
            sandbox: about.sandbox.clone(),
            commitment: commitment(about.salt, seed.number(), key),
            position: serde_json::to_value(table.game.position(&open)).expect("positions serialise"),
        };
        let counts_time = table.game.host().counts_time;
        (Recording { seed, key, salt: about.salt, counts_time }, line(&header))
    }

    /// Replaces `record` by the record of the step that `table` has just played with `orders`.
    pub fn step<G: Game>(&self, table: &Table<G>, orders: &Orders<G::Action>, record: &mut String) {
        let orders: SmallVec<[SeatLine<G>; 2]> = orders
            .iter()
            .map(|given| {
                let (actions, absence) = match given.answer {
                    Answer::List(list) => (Some(list.iter().map(|entry| written(&table.game, entry)).collect()), None),
                    Answer::Absent(absence) => (None, Some(absence)),
                };
                let used_ms = (self.counts_time && given.used_ms > 0).then_some(given.used_ms);
                SeatLine { seat: given.seat.0, actions, absence, used_ms, meant_for: given.turn }
            })
            .collect();
        let mut text = std::mem::take(record).into_bytes();
        text.clear();
        let hash = ShortHash::of(table);
        let step = StepLine::<G> { orders: &orders, draws: &table.record().draws, hash: hash.text() };
        encode(&step, &mut text).expect("records serialise");
        *record = String::from_utf8(text).expect("JSON is text");
    }

    /// The last record; `void` says why the match does not count, if it does not.
    pub fn ending<G: Game>(&self, table: &Table<G>, void: Option<String>) -> String {
        let result = serde_json::to_value(table.outcome()).expect("results serialise");
        line(&EndRecord { result, void, seed: self.seed.number(), key: self.key.map(Key::to_hex), salt: self.salt })
    }
}

/// An entry as it is recorded.
pub(crate) fn written<G: Game>(game: &G, entry: &Entry<G::Action>) -> EntryLine<G::Wire> {
    match entry {
        Entry::Action(action) => EntryLine::Action(game.wire(action)),
        Entry::Bad(flaw) => EntryLine::Bad(BadEntry { bad: *flaw }),
    }
}

/// 32 bits of the state's hash, in hexadecimal digits.
pub(crate) struct ShortHash([u8; 8]);

impl ShortHash {
    pub fn of<G: Game>(table: &Table<G>) -> ShortHash {
        let hash = table.game.hash(&table.state) as u32;
        ShortHash(std::array::from_fn(|i| HEX[(hash >> (28 - 4 * i)) as usize & 15]))
    }

    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.0).expect("digits are text")
    }
}

fn line(record: &impl Serialize) -> String {
    serde_json::to_string(record).expect("records serialise")
}

/// A [`StepRecord`](super::StepRecord) with typed actions, written without a detour.
#[derive(Serialize)]
#[serde(bound = "")]
struct StepLine<'a, G: Game> {
    orders: &'a [SeatLine<G>],
    #[serde(skip_serializing_if = "<[Value]>::is_empty")]
    draws: &'a [Value],
    hash: &'a str,
}

#[derive(Serialize)]
#[serde(bound = "")]
struct SeatLine<G: Game> {
    seat: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    actions: Option<Vec<EntryLine<G::Wire>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    absence: Option<Absence>,
    #[serde(skip_serializing_if = "Option::is_none")]
    used_ms: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    meant_for: Option<i64>,
}

#[derive(Serialize)]
#[serde(untagged)]
pub(crate) enum EntryLine<W> {
    Action(W),
    Bad(BadEntry),
}
