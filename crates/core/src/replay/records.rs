//! The records of a replay: a header, one record per step, an ending. Each is one line of JSON.

use super::Wrong;
use super::commitment::Salt;
use crate::chance::Way;
use crate::{Absence, Flaw};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

/// Who sat on a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SeatedPlayer {
    /// The seat's name.
    pub seat: String,
    /// As it was spelled: a built-in bot, or a program with its arguments.
    pub player: String,
    /// What it called itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

/// What the host of a match says about it in its replay.
#[derive(Clone, PartialEq, Debug)]
pub struct About {
    /// The match's own name, which tells nothing of its seed.
    pub id: String,
    /// In seat order; may be empty where nobody in particular plays.
    pub players: Vec<SeatedPlayer>,
    /// The sandbox around the programs, in brief; null if none was needed.
    pub sandbox: Value,
    /// Made anew for every match, from the machine's own randomness, so that nobody can guess the seed from the
    /// commitment.
    pub salt: Salt,
}

/// The match that another one was played on from.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Forked {
    /// Its own name.
    #[serde(rename = "match")]
    pub id: String,
    /// The turn that was due where the new match begins.
    pub turn: i64,
    /// How many steps of it were played before.
    pub step: usize,
}

/// The first record.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Header {
    /// The format of the records.
    pub skirmish: u32,
    /// What a reader must know beyond the format. What this program does not [know](super::KNOWN) is refused by name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub needs: Vec<String>,
    /// The match's own name; empty before format 3.
    #[serde(default, rename = "match", skip_serializing_if = "String::is_empty")]
    pub id: String,
    /// Where it was played on from, if it did not begin as a game of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forked: Option<Forked>,
    /// The game's name.
    pub game: String,
    /// The game's version.
    pub version: u32,
    /// The version of the program that wrote the replay.
    pub engine: String,
    /// Who sat on the seats; may be empty.
    pub players: Vec<SeatedPlayer>,
    /// The sandbox around the programs, in brief; null if none was needed.
    #[serde(default, skip_serializing_if = "Value::is_null")]
    pub sandbox: Value,
    /// The hash that salt, seed and random key of the ending must give.
    pub commitment: String,
    /// The first position, without its random key.
    pub position: Value,
}

impl Header {
    /// Reads the header of a replay's text.
    pub fn read(text: &str) -> Result<Header, Wrong> {
        let first = text.lines().next().ok_or(Wrong::Torn)?;
        #[derive(Deserialize)]
        struct Format {
            skirmish: u32,
        }
        let unreadable = |e: serde_json::Error| Wrong::Unreadable { line: 1, why: e.to_string() };
        let Format { skirmish } = serde_json::from_str(first).map_err(unreadable)?;
        if !(super::OLDEST..=super::FORMAT).contains(&skirmish) {
            return Err(Wrong::OtherFormat { format: skirmish });
        }
        let header: Header = serde_json::from_str(first).map_err(unreadable)?;
        match header.needs.iter().find(|what| !super::KNOWN.contains(&what.as_str())) {
            Some(what) => Err(Wrong::Needs { what: what.clone() }),
            None => Ok(header),
        }
    }

    /// Whether it is the replay of a live game, where the clock gives orders and seats may come later.
    pub fn is_live(&self) -> bool {
        self.needs.iter().any(|what| what == super::LIVE)
    }

    /// How the numbers of the match were made from its seed.
    pub(crate) fn way(&self) -> Way {
        if self.skirmish < 3 { Way::Mixed } else { Way::OneWay }
    }
}

/// What was played in one step.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StepRecord {
    /// In the order they were given.
    pub orders: Vec<SeatRecord>,
    /// The random draws of the step, so that it can be replayed while the seed is still secret.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub draws: Vec<Value>,
    /// 32 bits of the state's hash after the step, in hexadecimal.
    pub hash: String,
}

impl StepRecord {
    /// What a seat said; `None` if it was not asked.
    pub fn of(&self, seat: crate::Seat) -> Option<&SeatRecord> {
        self.orders.iter().find(|given| given.seat == seat.0)
    }
}

/// What one seat said: a list, or an absence.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeatRecord {
    /// Its number.
    pub seat: u8,
    /// Actions in the game's own form, and a [`BadEntry`] for whatever could not be read as one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub actions: Option<Vec<Box<RawValue>>>,
    /// Why the seat gave no list.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub absence: Option<Absence>,
    /// The time it took; only where the rules count it.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub used_ms: u32,
    /// The turn the list was made for, where its sender said so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub meant_for: Option<i64>,
}

fn is_zero(n: &u32) -> bool {
    *n == 0
}

/// An entry of a list that is not an action.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BadEntry {
    /// What was wrong with it.
    pub bad: Flaw,
}

/// The last record.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EndRecord {
    /// The result object of the rulebook.
    pub result: Value,
    /// Why the match counts for nothing, if it does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub void: Option<String>,
    /// The match's seed.
    pub seed: u64,
    /// The random key the game began with, where it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// Kept the seed from being guessed from the commitment.
    pub salt: Salt,
}
