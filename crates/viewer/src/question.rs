//! What a page asks about orders that are not sent yet. Any hand can answer, in a match and in a live game.

use crate::error::Error;
use crate::told::{Asked, Orders as Added, Told};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use skirmish_core::Actor;
use skirmish_core::hand::{AnyHand, Considered, March, Marched, Reach, Refusal};

/// Something that a page asks.
pub trait Question: Asked + Send + 'static {
    type Answer: Told + Send + 'static;

    /// The request that the orders are for.
    fn request(&self) -> u32;

    fn answer(&self, hand: &dyn AnyHand) -> Result<Self::Answer, Error>;
}

/// Whom the page asks about.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ActorAsked {
    Unit(i64),
    /// Always true.
    Seat(bool),
}

pub(crate) type Orders = Vec<Box<RawValue>>;
/// What orders are in JSON: objects.
pub(crate) type Actions = Vec<Map<String, Value>>;

#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "ConsiderRequest")]
pub struct Consider {
    request: u32,
    #[schemars(with = "Actions")]
    orders: Orders,
    actor: Option<ActorAsked>,
    /// Units that are asked about together: what some of them could do.
    #[serde(default)]
    group: Vec<i64>,
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

impl Question for Consider {
    type Answer = Considered;

    fn request(&self) -> u32 {
        self.request
    }

    fn answer(&self, hand: &dyn AnyHand) -> Result<Considered, Error> {
        let actor = self.actor.as_ref().map(|actor| match actor {
            ActorAsked::Unit(id) => Actor::Unit(*id),
            ActorAsked::Seat(_) => Actor::Seat,
        });
        let orders = refs(&self.orders);
        let able = if self.group.is_empty() { Vec::new() } else { hand.able(&orders, &self.group) };
        Ok(Considered { able, ..hand.consider(&orders, actor) })
    }
}

impl Question for Why {
    type Answer = Option<Refusal>;

    fn request(&self) -> u32 {
        self.request
    }

    fn answer(&self, hand: &dyn AnyHand) -> Result<Option<Refusal>, Error> {
        Ok(hand.why_not(&refs(&self.orders), &self.action))
    }
}

impl Question for Marches {
    type Answer = Marched;

    fn request(&self) -> u32 {
        self.request
    }

    fn answer(&self, hand: &dyn AnyHand) -> Result<Marched, Error> {
        Ok(hand.march(&refs(&self.orders), &self.marches))
    }
}

impl Question for Reaches {
    type Answer = Reach;

    fn request(&self) -> u32 {
        self.request
    }

    fn answer(&self, hand: &dyn AnyHand) -> Result<Reach, Error> {
        Ok(hand.reach(&refs(&self.orders), self.unit))
    }
}

impl Question for Finish {
    type Answer = Added;

    fn request(&self) -> u32 {
        self.request
    }

    fn answer(&self, hand: &dyn AnyHand) -> Result<Added, Error> {
        let orders = hand.finish(&refs(&self.orders), &self.bot, u64::from(self.request));
        let orders = orders.ok_or_else(|| Error::Bad(format!("there is no built-in bot {}", self.bot)))?;
        Ok(Added { orders })
    }
}

fn refs(orders: &Orders) -> Vec<&RawValue> {
    orders.iter().map(|order| &**order).collect()
}
