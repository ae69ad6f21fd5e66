//! A person's seat in a match that runs. It shows what the seat was sent; everything else waits until the end.

use crate::error::Error;
use crate::watched::Watched;
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use skirmish_core::hand::AnyHand;
use skirmish_core::{Actor, Registry, Seat};
use skirmish_referee::desk::{Desk, NotAsked, Said};
use skirmish_referee::secret::Secret;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

/// A seat and the desk of whoever plays it.
pub struct HandSeat {
    registry: Registry,
    pub seat: Seat,
    pub desk: Arc<Desk>,
    /// Whoever has it may play.
    pub key: Secret,
    watched: OnceLock<Watched>,
}

/// Whom the page asks about.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ActorAsked {
    Unit(i64),
    /// Always true.
    Seat(bool),
}

type Orders = Vec<Box<RawValue>>;

#[derive(Deserialize)]
pub struct Consider {
    request: u32,
    orders: Orders,
    actor: Option<ActorAsked>,
}

#[derive(Deserialize)]
pub struct Why {
    request: u32,
    orders: Orders,
    action: Box<RawValue>,
}

#[derive(Deserialize)]
pub struct Toward {
    request: u32,
    orders: Orders,
    units: Vec<i64>,
    goal: [i64; 2],
}

#[derive(Deserialize)]
pub struct Finish {
    request: u32,
    orders: Orders,
    bot: String,
}

#[derive(Deserialize)]
pub struct Send {
    request: u32,
    orders: Orders,
}

#[derive(Deserialize)]
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

    /// How it stands for the person.
    pub fn state(&self) -> Value {
        self.desk.look(|desk| {
            let phase = match (desk.over, desk.asked) {
                (Some(_), _) => "over",
                (None, None) => "starting",
                (None, Some(_)) if desk.open => "asked",
                (None, Some(_)) => "waiting",
            };
            let mut state = json!({
                "k": desk.version, "phase": phase, "seat": self.seat.0, "last_orders": desk.last, "rejected": [],
            });
            if let Some(asked) = desk.asked {
                state["request"] = asked.request.into();
                state["turn"] = asked.turn.number.into();
                state["turn_phase"] = json!(asked.turn.phase);
                state["rejected"] = asked.rejected.clone();
                state["scene"] = json!(asked.hand.consider(&[], None).scene);
            }
            if let Some(over) = desk.over {
                state["result"] = over.result.clone();
                state["winner"] = json!(over.winner.map(|seat| seat.0));
                state["reason"] = json!(over.reason);
                state["void"] = json!(over.void);
            }
            state
        })
    }

    /// The message that the seat was sent last, as a program would have got it.
    pub fn message(&self) -> Option<Value> {
        self.desk.look(|desk| serde_json::from_slice(&desk.asked?.message).ok())
    }

    pub fn consider(&self, ask: &Consider) -> Result<Value, Error> {
        let actor = ask.actor.as_ref().map(|actor| match actor {
            ActorAsked::Unit(id) => Actor::Unit(*id),
            ActorAsked::Seat(_) => Actor::Seat,
        });
        self.with_hand(ask.request, |hand| json!(hand.consider(&refs(&ask.orders), actor)))
    }

    pub fn why(&self, ask: &Why) -> Result<Value, Error> {
        self.with_hand(ask.request, |hand| json!(hand.why_not(&refs(&ask.orders), &ask.action)))
    }

    pub fn toward(&self, ask: &Toward) -> Result<Value, Error> {
        let toward = |hand: &dyn AnyHand| hand.toward(&refs(&ask.orders), &ask.units, ask.goal);
        self.with_hand(ask.request, |hand| json!({ "orders": toward(hand) }))
    }

    pub fn finish(&self, ask: &Finish) -> Result<Value, Error> {
        let random = u64::from(ask.request);
        let orders = self.with_hand(ask.request, |hand| hand.finish(&refs(&ask.orders), &ask.bot, random))?;
        let orders = orders.ok_or_else(|| Error::Bad(format!("there is no built-in bot {}", ask.bot)))?;
        Ok(json!({ "orders": orders }))
    }

    pub fn send(&self, send: Send) -> Result<Value, Error> {
        self.desk.answer(send.request, Said::Orders(send.orders))?;
        Ok(json!({ "ok": true }))
    }

    pub fn resign(&self, resign: &Resign) -> Result<Value, Error> {
        self.desk.answer(resign.request, Said::Resign)?;
        Ok(json!({ "ok": true }))
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
