//! What a library says of one file without playing it.

use crate::session::SeatInfo;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;
use skirmish_core::Registry;
use skirmish_core::replay::{EndRecord, Forked, Header, Wrong};
use skirmish_replay::glance::{Glance, Unseen};
use skirmish_replay::{Error, block};
use std::path::Path;

/// A file of a library.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "LibraryCard")]
pub struct Card {
    pub name: String,
    /// When it was written last, in milliseconds since 1970.
    pub written: u64,
    pub bytes: u64,
    /// Another one as soon as the file has changed.
    pub stamp: String,
    pub kind: Kind,
    /// What is wrong with it.
    pub why: Option<String>,
    pub facts: Option<Facts>,
    /// What was found when it was played.
    pub seen: Option<Seen>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "LibraryKind")]
pub enum Kind {
    /// Nobody has looked at it yet.
    Unread,
    Match,
    /// A replay that cannot be shown.
    Damaged,
    /// Something else.
    Foreign,
}

/// What the first and the last record of a replay say.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "LibraryFacts")]
pub struct Facts {
    /// The match's own name; empty in old replays.
    pub id: String,
    pub game: String,
    pub seats: Vec<SeatInfo>,
    pub steps: u64,
    pub ending: Ending,
    /// The number of the seat that won.
    pub winner: Option<usize>,
    /// Why it ended, as a code of the rulebook.
    pub reason: Option<String>,
    /// Why it counts for nothing, if it does.
    pub void: Option<String>,
    /// By seat, as far as the result tells them.
    pub scores: Vec<Option<i64>>,
    pub seed: Option<u64>,
    /// The match that it was played on from.
    pub forked: Option<Forked>,
    /// The files whose orders its seats repeat.
    pub repeats: Vec<String>,
    /// A person plays in it right now: it is shown once it is over.
    pub by_hand: bool,
}

/// How a match ended, if it did.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "LibraryEnding")]
pub enum Ending {
    Running,
    Won,
    Drawn,
    /// It counts for nothing.
    Void,
    /// Whoever wrote it was stopped by force.
    Stopped,
}

/// What only playing tells.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "LibrarySeen")]
pub struct Seen {
    /// The turn at the end, and the same in the words of the game.
    pub turn: i64,
    pub moment: String,
    /// Who won and why, in a sentence.
    pub summary: Option<String>,
    /// Where playing it again breaks off, if it does.
    pub wrong: Option<String>,
}

impl Card {
    /// Takes in what a look at the file has told.
    pub fn take(&mut self, path: &Path, registry: &Registry) {
        (self.facts, self.why, self.seen) = (None, None, None);
        let looked = Glance::at(path).map_err(|unseen| match unseen {
            Unseen::File(error) if !is_replay_by_name(&self.name) && is_something_else(&error) => {
                (Kind::Foreign, reason(&error))
            }
            Unseen::File(error) => (Kind::Damaged, reason(&error)),
            Unseen::Header(wrong) => (Kind::Damaged, wrong.to_string()),
        });
        match looked.and_then(|seen| playable(&seen.header, registry).map(|()| seen)) {
            Ok(seen) => (self.kind, self.facts) = (Kind::Match, Some(Facts::of(&seen))),
            Err((kind, why)) => (self.kind, self.why) = (kind, Some(why)),
        }
    }
}

fn is_replay_by_name(name: &str) -> bool {
    name.ends_with(".skirmish")
}

/// Whether a file that is not called like a replay is none.
fn is_something_else(error: &Error) -> bool {
    matches!(error, Error::NotAReplay | Error::Io { .. } | Error::Nothing { .. })
}

/// What is wrong with a file, without its path: who may only watch need not know where it is.
pub(super) fn reason(error: &Error) -> String {
    match error {
        Error::Io { why, .. } => format!("cannot be read: {why}"),
        Error::TooBig { what: "a replay file", .. } => format!("more than {} MiB", block::MOST_BYTES >> 20),
        other => other.to_string(),
    }
}

/// Whether this program plays such replays.
fn playable(header: &Header, registry: &Registry) -> Result<(), (Kind, String)> {
    let wrong = match registry.game(&header.game) {
        Err(_) => Wrong::UnknownGame { game: header.game.clone(), known: registry.ids().join(", ") },
        Ok(game) if game.facts().version != header.version => {
            Wrong::OtherVersion { game: header.game.clone(), version: header.version, ours: game.facts().version }
        }
        Ok(_) => return Ok(()),
    };
    Err((Kind::Damaged, wrong.to_string()))
}

impl Facts {
    fn of(seen: &Glance) -> Facts {
        let Glance { header, ending, steps, growing } = seen;
        let result = ending.as_ref().map(|ending| &ending.result);
        let seats = seats(header, result);
        let place = |name: &str| seats.iter().position(|seat| seat.name == name);
        let score = |seat: &SeatInfo| result?["scores"][seat.name.as_str()].as_i64();
        let repeated = |seat: &SeatInfo| {
            let (file, _) = seat.player.as_deref()?.strip_prefix("replay:")?.rsplit_once('#')?;
            Some(Path::new(file).file_name()?.to_string_lossy().into_owned())
        };
        let mut repeats: Vec<String> = seats.iter().filter_map(repeated).collect();
        repeats.sort();
        repeats.dedup();
        let by_hand = seats.iter().any(|seat| seat.player.as_deref() == Some("human"));
        let winner = result.and_then(|result| place(result["winner"].as_str()?));
        Facts {
            id: header.id.clone(),
            game: header.game.clone(),
            steps: *steps,
            ending: ended(ending.as_ref(), *growing),
            winner,
            reason: result.and_then(|result| result["reason"].as_str()).map(str::to_string),
            void: ending.as_ref().and_then(|ending| ending.void.clone()),
            scores: seats.iter().map(score).collect(),
            seed: ending.as_ref().map(|ending| ending.seed),
            forked: header.forked.clone(),
            repeats,
            by_hand: by_hand && *growing,
            seats,
        }
    }
}

/// Who sat where. Where nobody in particular played, the result names the seats.
fn seats(header: &Header, result: Option<&Value>) -> Vec<SeatInfo> {
    if header.players.is_empty() {
        let scores = result.and_then(|result| result["scores"].as_object());
        let seat = |name: &String| SeatInfo { name: name.clone(), player: None, bot: None };
        return scores.map(|scores| scores.keys().map(seat).collect()).unwrap_or_default();
    }
    let seat = |player: &skirmish_core::replay::SeatedPlayer| SeatInfo {
        name: player.seat.clone(),
        player: Some(player.player.clone()),
        bot: player.name.clone(),
    };
    header.players.iter().map(seat).collect()
}

fn ended(ending: Option<&EndRecord>, growing: bool) -> Ending {
    match ending {
        None if growing => Ending::Running,
        None => Ending::Stopped,
        Some(ending) if ending.void.is_some() => Ending::Void,
        Some(ending) if ending.result["winner"].is_string() => Ending::Won,
        Some(_) => Ending::Drawn,
    }
}
