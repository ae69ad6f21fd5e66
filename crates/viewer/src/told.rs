//! What pages are told and what they ask, as types. `web-test/types.d.ts` is made from them, so page and server cannot
//! disagree: every answer must be [`Told`], every request [`Asked`], and both lists are here.

use crate::comparison::Comparison;
use crate::editor::{EditSchemas, EditState};
use crate::error::Trouble;
use crate::library;
use crate::private::{Entry, Failure};
use crate::question;
use crate::reel::{Chart, Frames, Line, MatchIndex};
use crate::routes;
use crate::seat::{self, HandState};
use crate::session::Greeting;
use crate::trial::TrialState;
use schemars::{JsonSchema, SchemaGenerator};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use skirmish_core::edit::{Clip, Placed};
use skirmish_core::hand::{Considered, Marched, Reach, Refusal};
use skirmish_referee::story::Story;
use std::path::PathBuf;

/// An answer of the server, or news.
pub trait Told: Serialize + JsonSchema {}

/// The body of a request.
pub trait Asked: DeserializeOwned + JsonSchema {}

macro_rules! all {
    ($trait:ident, $names:ident: $($type:ty),* $(,)?) => {
        $(impl $trait for $type {})*

        /// Adds the schemas of all of them.
        pub fn $names(generator: &mut SchemaGenerator) {
            $(generator.subschema_for::<$type>();)*
        }
    };
}

all! {
    Told, tell_all:
    Greeting<'_>, MatchIndex, Frames, Log, Charts, Entries, SeatMessage, Failures, CapsuleText, News, Goal, Key, Trouble,
    HandState, Considered, Option<Refusal>, Orders, Marched, Reach, Meanwhile, Done,
    EditState, EditSchemas, Things, Clip, Option<TrialState>, Saved,
    library::Told, library::Deleted, library::Renamed, Comparison, Files, Option<Goal>,
}

all! {
    Asked, ask_all:
    routes::Redeem, routes::watch::Fork, routes::watch::EditFrom,
    question::Consider, question::Why, question::Marches, question::Reaches, question::Finish,
    seat::Send, seat::Resign, seat::Rematch,
    routes::edit::Start, routes::edit::Apply, routes::edit::Change, routes::edit::Copy, routes::edit::Turned,
    routes::edit::Fairness,
    routes::edit::Replace, routes::edit::Save, routes::edit::Play,
    routes::library::Delete, routes::library::Rename,
}

/// What happened.
#[derive(Serialize, JsonSchema)]
pub struct Log {
    pub lines: Vec<Line>,
}

#[derive(Serialize, JsonSchema)]
pub struct Charts {
    pub charts: Vec<Chart>,
}

/// What bots said for their authors.
#[derive(Serialize, JsonSchema)]
pub struct Entries {
    pub entries: Vec<Entry>,
}

#[derive(Serialize, JsonSchema)]
pub struct Failures {
    pub capsules: Vec<Failure>,
}

#[derive(Serialize, JsonSchema)]
pub struct CapsuleText {
    pub text: String,
}

/// What a seat was sent.
#[derive(Serialize, JsonSchema)]
pub struct SeatMessage {
    /// The frame at which it was asked.
    pub frame: usize,
    pub request: Option<u64>,
    pub message: Value,
}

impl SeatMessage {
    pub fn of(frame: usize, message: Value) -> SeatMessage {
        SeatMessage { frame, request: message["request"].as_u64(), message }
    }
}

/// What is new.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub enum News {
    Match { steps: usize, live: bool },
    Hand { hand: u64 },
}

/// Where a page is to go.
#[derive(Serialize, JsonSchema)]
pub struct Goal {
    pub url: String,
}

/// A key for a code.
#[derive(Serialize, JsonSchema)]
pub struct Key {
    pub key: String,
}

/// What happened since the person gave orders.
#[derive(Serialize, JsonSchema)]
pub struct Meanwhile {
    pub story: Option<Story>,
}

/// Orders that a bot adds.
#[derive(Serialize, JsonSchema)]
pub struct Orders {
    #[schemars(with = "Vec<Map<String, Value>>")]
    pub orders: Vec<Value>,
}

/// It was done.
#[derive(Serialize, JsonSchema)]
pub struct Done {
    ok: bool,
}

impl From<()> for Done {
    fn from((): ()) -> Done {
        Done { ok: true }
    }
}

/// What stands on a cell.
#[derive(Serialize, JsonSchema)]
pub struct Things {
    pub things: Vec<Placed>,
}

/// Where a file was written.
#[derive(Serialize, JsonSchema)]
pub struct Saved {
    pub path: PathBuf,
}

/// Files that belong together, by their names.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "LibraryFiles")]
pub struct Files {
    pub files: Vec<String>,
}
