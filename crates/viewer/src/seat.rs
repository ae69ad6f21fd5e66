//! A person's seat in a match that runs. It shows what the seat was sent; everything else waits until the end.

use crate::error::Error;
use crate::watched::Watched;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use skirmish_core::hand::{AnyHand, Considered, March, Marched, Reach, Refusal};
use skirmish_core::scene::Scene;
use skirmish_core::{Actor, Registry, Seat};
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

/// Whom the page asks about.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ActorAsked {
    Unit(i64),
    /// Always true.
    Seat(bool),
}

type Orders = Vec<Box<RawValue>>;
/// What orders are in JSON: objects.
type Actions = Vec<Map<String, Value>>;

#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "ConsiderRequest")]
pub struct Consider {
    request: u32,
    #[schemars(with = "Actions")]
    orders: Orders,
    actor: Option<ActorAsked>,
}

#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "WhyRequest")]
pub struct Why {
    request: u32,
    #[schemars(with = "Actions")]
    orders: Orders,
    #[schemars(with = "Map<String, Value>")]
    action: Box<RawValue>,
}

#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "MarchRequest")]
pub struct Marches {
    request: u32,
    #[schemars(with = "Actions")]
    orders: Orders,
    marches: Vec<March>,
}

#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "ReachRequest")]
pub struct Reaches {
    request: u32,
    #[schemars(with = "Actions")]
    orders: Orders,
    unit: i64,
}

#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "FinishRequest")]
pub struct Finish {
    request: u32,
    #[schemars(with = "Actions")]
    orders: Orders,
    bot: String,
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

    pub fn consider(&self, ask: &Consider) -> Result<Considered, Error> {
        let actor = ask.actor.as_ref().map(|actor| match actor {
            ActorAsked::Unit(id) => Actor::Unit(*id),
            ActorAsked::Seat(_) => Actor::Seat,
        });
        self.with_hand(ask.request, |hand| hand.consider(&refs(&ask.orders), actor))
    }

    pub fn why(&self, ask: &Why) -> Result<Option<Refusal>, Error> {
        self.with_hand(ask.request, |hand| hand.why_not(&refs(&ask.orders), &ask.action))
    }

    pub fn march(&self, ask: &Marches) -> Result<Marched, Error> {
        self.with_hand(ask.request, |hand| hand.march(&refs(&ask.orders), &ask.marches))
    }

    pub fn reach(&self, ask: &Reaches) -> Result<Reach, Error> {
        self.with_hand(ask.request, |hand| hand.reach(&refs(&ask.orders), ask.unit))
    }

    /// What has happened since the last answer, if there was one.
    pub fn story(&self) -> Option<Story> {
        self.desk.look(|desk| desk.story.cloned())
    }

    pub fn finish(&self, ask: &Finish) -> Result<Vec<Value>, Error> {
        let random = u64::from(ask.request);
        let orders = self.with_hand(ask.request, |hand| hand.finish(&refs(&ask.orders), &ask.bot, random))?;
        orders.ok_or_else(|| Error::Bad(format!("there is no built-in bot {}", ask.bot)))
    }

    pub fn send(&self, send: Send) -> Result<(), Error> {
        Ok(self.desk.answer(send.request, Said::Orders(send.orders))?)
    }

    pub fn resign(&self, resign: &Resign) -> Result<(), Error> {
        Ok(self.desk.answer(resign.request, Said::Resign)?)
    }

    fn with_hand<T>(&self, request: u32, work: impl FnOnce(&dyn AnyHand) -> T) -> Result<T, Error> {
        self.desk.look(|desk| match desk.asked {
            Some(asked) if desk.open && asked.request == request => Ok(work(&*asked.hand)),
            _ => Err(NotAsked(request).into()),
        })
    }
}

fn refs(orders: &Orders) -> Vec<&RawValue> {
    orders.iter().map(|order| &**order).collect()
}
