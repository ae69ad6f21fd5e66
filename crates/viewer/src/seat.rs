//! A person's seat in a match that runs. It shows what the seat was sent; everything else waits until the end.

use crate::error::Error;
use crate::question::{Actions, Orders, Question};
use crate::watched::Watched;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use skirmish_core::scene::Scene;
use skirmish_core::{Registry, Seat};
use skirmish_referee::desk::{Desk, NotAsked, Said};
use skirmish_referee::secret::Secret;
use skirmish_referee::story::Story;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

/// A seat and the desk of the person who plays it.
pub struct HandSeat {
    registry: Registry,
    pub seat: Seat,
    pub desk: Arc<Desk>,
    /// The key that allows playing.
    pub key: Secret,
    watched: OnceLock<Watched>,
}

/// How it stands for the person.
#[derive(Debug, Serialize, JsonSchema)]
pub struct HandState {
    /// Grows with every change.
    pub k: u64,
    pub phase: Phase,
    pub seat: u8,
    /// What is asked now or was asked last; 0 before that.
    pub request: u32,
    pub turn: i64,
    pub turn_phase: Option<&'static str>,
    /// What was refused of the last answer.
    pub rejected: Vec<Rejected>,
    /// What the seat was shown.
    pub scene: Option<Scene>,
    #[schemars(with = "Vec<Map<String, Value>>")]
    pub last_orders: Vec<Box<RawValue>>,
    /// Where the whole match is shown, once it is over.
    pub watch: Option<String>,
    pub winner: Option<u8>,
    /// Who won and why, in a sentence.
    pub summary: Option<String>,
    /// Why the match counts for nothing, if it does.
    pub void: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "HandPhase")]
pub enum Phase {
    Starting,
    Waiting,
    Asked,
    Over,
}

/// An action that was refused.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct Rejected {
    pub index: i64,
    pub reason: String,
    /// The action, if it could be read.
    pub action: Option<Map<String, Value>>,
    pub why: String,
}

#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "SendRequest")]
pub struct Send {
    request: u32,
    #[schemars(with = "Actions")]
    orders: Orders,
}

#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "RematchRequest")]
pub struct Rematch {
    /// Whether everybody moves on to the next seat.
    pub swap: bool,
    /// Commands that the person has seen and wants to run.
    #[serde(default)]
    pub allow: Vec<String>,
}

#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "ResignRequest")]
pub struct Resign {
    request: u32,
}

impl HandSeat {
    pub fn new(registry: &Registry, seat: Seat, desk: Arc<Desk>, key: Secret) -> HandSeat {
        HandSeat { registry: registry.clone(), seat, desk, key, watched: OnceLock::new() }
    }

    /// Where the replay is, once the match is over.
    pub fn replay(&self) -> Option<PathBuf> {
        self.desk.look(|desk| desk.over?.replay.clone())
    }

    /// The whole match, once it is over.
    pub fn watched(&self) -> Result<&Watched, Error> {
        if let Some(watched) = self.watched.get() {
            return Ok(watched);
        }
        let path = self.replay().ok_or(Error::NotYet)?;
        let opened = Watched::open(&self.registry, &path)?;
        Ok(self.watched.get_or_init(|| opened))
    }

    /// How it stands for the person; `watch` is where the replay at that path is shown.
    pub fn state(&self, watch: Option<String>) -> HandState {
        self.desk.look(|desk| {
            let phase = match (desk.over, desk.asked) {
                (Some(_), _) => Phase::Over,
                (None, None) => Phase::Starting,
                (None, Some(_)) if desk.open => Phase::Asked,
                (None, Some(_)) => Phase::Waiting,
            };
            let asked = desk.asked;
            HandState {
                k: desk.version,
                phase,
                seat: self.seat.0,
                request: asked.map_or(0, |asked| asked.request),
                turn: asked.map_or(0, |asked| asked.turn.number),
                turn_phase: asked.and_then(|asked| asked.turn.phase),
                rejected: asked
                    .map(|asked| Vec::deserialize(&asked.rejected).expect("a desk's own words"))
                    .unwrap_or_default(),
                scene: asked.map(|asked| asked.hand.consider(&[], None).scene),
                last_orders: desk.last.to_vec(),
                watch,
                winner: desk.over.and_then(|over| over.winner).map(|seat| seat.0),
                summary: desk.over.and_then(|over| over.reason.clone()),
                void: desk.over.and_then(|over| over.void.clone()),
            }
        })
    }

    /// The message that the seat was sent last, as a program would have got it.
    pub fn message(&self) -> Option<Value> {
        self.desk.look(|desk| serde_json::from_slice(&desk.asked?.message).ok())
    }

    /// Answers a question about what could be done.
    pub fn answer<Q: Question>(&self, question: &Q) -> Result<Q::Answer, Error> {
        let request = question.request();
        self.desk.look(|desk| match desk.asked {
            Some(asked) if desk.open && asked.request == request => question.answer(&*asked.hand),
            _ => Err(NotAsked(request).into()),
        })
    }

    /// What has happened since the last answer, if there was one.
    pub fn story(&self) -> Option<Story> {
        self.desk.look(|desk| desk.story.cloned())
    }

    pub fn send(&self, send: Send) -> Result<(), Error> {
        Ok(self.desk.answer(send.request, Said::Orders(send.orders))?)
    }

    pub fn resign(&self, resign: &Resign) -> Result<(), Error> {
        Ok(self.desk.answer(resign.request, Said::Resign)?)
    }
}
