//! What a bot is told, and the orders it gives.

use super::json::{object, Json};
use super::model::{Config, Result, View};
use super::random::Random;
use super::reading::{Fields, Read, Readable};
use std::fmt::{self, Display, Formatter};

/// What is told before a game.
#[derive(Clone, Debug)]
pub struct Hello {
    pub seat: String,
    pub seats: Vec<String>,
    pub config: Config,
    /// What this seat may know of the map.
    pub map: Json,
    pub clock: Json,
    /// A generator with the match's seed for this seat: a rerun decides the same.
    pub random: Random,
}

impl Read for Hello {
    fn read(json: &Json) -> Readable<Hello> {
        let from = Fields::of("hello", json)?;
        Ok(Hello {
            seat: from.key("seat")?,
            seats: from.key("seats")?,
            config: from.key("config")?,
            map: from.key("map")?,
            clock: from.key("clock")?,
            random: from.key("random")?,
        })
    }
}

/// A request for orders.
#[derive(Clone, Debug)]
pub struct Turn {
    pub request: i64,
    pub turn: i64,
    /// In games with several phases, the one to act in.
    pub phase: Option<String>,
    pub view: View,
    /// Orders that would be accepted, if the bot says `const WANT: &[&str] = &["legal"]`.
    pub legal: Option<Vec<Order>>,
    /// What was refused of the list before.
    pub rejected: Vec<Rejected>,
    pub last_ms: Option<i64>,
    pub limit_ms: Option<i64>,
    pub bank_ms: Option<i64>,
}

impl Read for Turn {
    fn read(json: &Json) -> Readable<Turn> {
        let from = Fields::of("turn", json)?;
        Ok(Turn {
            request: from.key("request")?,
            turn: from.key("turn")?,
            phase: from.maybe("phase")?,
            view: from.key("view")?,
            legal: from.maybe("legal")?,
            rejected: from.key("rejected")?,
            last_ms: from.maybe("last_ms")?,
            limit_ms: from.maybe("limit_ms")?,
            bank_ms: from.maybe("bank_ms")?,
        })
    }
}

/// An order that was refused, and why.
#[derive(Clone, Debug)]
pub struct Rejected {
    pub index: i64,
    pub reason: String,
    pub action: Option<Json>,
}

impl Read for Rejected {
    fn read(json: &Json) -> Readable<Rejected> {
        let from = Fields::of("rejected", json)?;
        Ok(Rejected { index: from.key("index")?, reason: from.key("reason")?, action: from.maybe("action")? })
    }
}

/// How a game ended.
#[derive(Clone, Debug)]
pub struct End {
    pub result: Result,
    pub rejected: Vec<Rejected>,
    /// Whether another game follows.
    pub again: bool,
}

impl Read for End {
    fn read(json: &Json) -> Readable<End> {
        let from = Fields::of("end", json)?;
        let again: Option<bool> = from.maybe("again")?;
        Ok(End { result: from.key("result")?, rejected: from.key("rejected")?, again: again == Some(true) })
    }
}

/// An entry of a list of orders. `model::act` makes them, and `Turn::legal` has some.
#[derive(Clone, Debug, PartialEq)]
pub struct Order(Json);

impl Order {
    /// For `model::act`.
    pub(super) fn new<const N: usize>(verb: &str, fields: [(&str, Json); N]) -> Order {
        let mut order = object(fields);
        if let Json::Object(entries) = &mut order {
            entries.insert(0, ("do".into(), verb.into()));
        }
        Order(order)
    }

    /// The order as it is sent.
    pub fn json(&self) -> &Json {
        &self.0
    }
}

impl Read for Order {
    fn read(json: &Json) -> Readable<Order> {
        Fields::of("order", json)?.key::<String>("do")?;
        Ok(Order(json.clone()))
    }
}

impl Display for Order {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        write!(out, "{}", self.0)
    }
}
