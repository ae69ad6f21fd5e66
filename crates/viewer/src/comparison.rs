//! Two matches side by side: where they part, and what was ordered otherwise from there on.
//!
//! They are linked by turns, because a match that was played on from another one goes on counting.

use crate::error::Error;
use crate::reel::Reel;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;
use skirmish_core::replay::{SeatRecord, StepRecord};
use std::collections::{BTreeMap, BTreeSet};

/// The most orders of a seat that are told of the turn at which two matches part.
const MOST_TOLD: usize = 12;

/// How two matches compare.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "LibraryComparison")]
pub struct Comparison {
    /// Where each can be watched.
    pub urls: [String; 2],
    /// How many turns both have.
    pub common: usize,
    /// Where they part, if they do.
    pub parted: Option<Parted>,
    /// The turns of both at which other orders were given, and by how many seats.
    pub turns: Vec<(i64, usize)>,
    /// By seat: at how many turns it gave other orders.
    pub by_seat: Vec<usize>,
}

/// The first turn at which two matches differ.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "LibraryParted")]
pub struct Parted {
    pub turn: i64,
    pub how: How,
    /// What was ordered in one of them alone at this turn.
    pub orders: Vec<Orders>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "LibraryHow")]
pub enum How {
    /// They have no turn in common.
    Apart,
    /// The first turn of both begins with another position.
    Start,
    /// Other orders were given.
    Orders,
    /// The orders are the same, but not what came of them: something else was drawn.
    Chance,
    /// One of them ends before this turn.
    Length,
}

/// What a seat ordered in one match and not in the other.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "LibraryOrders")]
pub struct Orders {
    pub seat: usize,
    pub only: [Vec<Value>; 2],
    /// How many more there are that are not told.
    pub more: [usize; 2],
}

/// The steps of a match by turn, as they are recorded.
type Turns<'a> = BTreeMap<i64, Vec<&'a str>>;

/// Compares two matches of one game; where they can be watched is for others to say.
pub fn compare(a: &Reel, b: &Reel) -> Result<Comparison, Error> {
    let games = [a, b].map(|reel| reel.header().game.as_str());
    if games[0] != games[1] {
        return Err(Error::Bad(format!(
            "a match of {} cannot be compared with one of {}; choose two matches of one game",
            games[0], games[1]
        )));
    }
    let seats = a.header().players.len().max(b.header().players.len());
    let both = [turns(a), turns(b)];
    let mut comparison =
        Comparison { urls: Default::default(), common: 0, parted: None, turns: Vec::new(), by_seat: vec![0; seats] };
    let (first, last) = [a, b].iter().fold((i64::MIN, i64::MAX), |(first, last), reel| {
        let turn = &reel.index.turn;
        (first.max(turn[0]), last.min(turn[turn.len() - 1]))
    });
    if first > last {
        comparison.parted = Some(Parted { turn: first, how: How::Apart, orders: Vec::new() });
        return Ok(comparison);
    }
    if position(a, first)? != position(b, first)? {
        comparison.parted = Some(Parted { turn: first, how: How::Start, orders: Vec::new() });
    }
    let all: BTreeSet<i64> = both.iter().flat_map(|turns| turns.range(first..).map(|(turn, _)| *turn)).collect();
    for turn in all {
        let [Some(one), Some(other)] = [&both[0], &both[1]].map(|turns| turns.get(&turn)) else {
            comparison.parted.get_or_insert(Parted { turn, how: How::Length, orders: Vec::new() });
            continue;
        };
        comparison.common += 1;
        if one == other {
            continue;
        }
        let orders = ordered(one)?.otherwise(&ordered(other)?);
        if !orders.is_empty() {
            comparison.turns.push((turn, orders.len()));
        }
        for given in &orders {
            if let Some(count) = comparison.by_seat.get_mut(given.seat) {
                *count += 1;
            }
        }
        let how = if orders.is_empty() { How::Chance } else { How::Orders };
        comparison.parted.get_or_insert(Parted { turn, how, orders });
    }
    Ok(comparison)
}

fn turns(reel: &Reel) -> Turns<'_> {
    let mut turns = Turns::new();
    let steps = reel.text().lines().skip(1).take(reel.index.steps);
    for (line, turn) in steps.zip(&reel.index.turn) {
        turns.entry(*turn).or_default().push(line);
    }
    turns
}

/// The position at which a turn begins.
fn position(reel: &Reel, turn: i64) -> Result<String, Error> {
    let frame = reel.index.turn.partition_point(|&at| at < turn);
    Ok(reel.at(frame)?.table().position())
}

/// What the seats ordered in a turn, in the order it was given.
struct Ordered(BTreeMap<usize, Vec<Value>>);

fn ordered(steps: &[&str]) -> Result<Ordered, Error> {
    let mut orders: BTreeMap<usize, Vec<Value>> = BTreeMap::new();
    for line in steps {
        let step: StepRecord = serde_json::from_str(line).map_err(|why| Error::Own(why.to_string()))?;
        for given in step.orders {
            orders.entry(usize::from(given.seat)).or_default().extend(said(&given));
        }
    }
    Ok(Ordered(orders))
}

fn said(given: &SeatRecord) -> Vec<Value> {
    match (&given.actions, given.absence) {
        (Some(actions), _) => actions.iter().filter_map(|raw| serde_json::from_str(raw.get()).ok()).collect(),
        (None, Some(absence)) => vec![serde_json::json!(absence)],
        (None, None) => Vec::new(),
    }
}

impl Ordered {
    /// What only one of the two has, seat by seat; a seat that gave the same orders in another order has nothing of its own.
    fn otherwise(&self, other: &Ordered) -> Vec<Orders> {
        let seats: BTreeSet<usize> = self.0.keys().chain(other.0.keys()).copied().collect();
        let nothing = Vec::new();
        let differs = |seat: usize| {
            let [one, two] = [self, other].map(|orders| orders.0.get(&seat).unwrap_or(&nothing));
            if one == two {
                return None;
            }
            let only = [without(one, two), without(two, one)];
            let more = only.each_ref().map(|list| list.len().saturating_sub(MOST_TOLD));
            let told = only.map(|list| list.into_iter().take(MOST_TOLD).cloned().collect());
            Some(Orders { seat, only: told, more })
        };
        seats.into_iter().filter_map(differs).collect()
    }
}

/// What the first list has and the second has not, or not as often.
fn without<'a>(list: &'a [Value], other: &[Value]) -> Vec<&'a Value> {
    let mut left: Vec<&Value> = other.iter().collect();
    list.iter()
        .filter(|value| match left.iter().position(|one| one == value) {
            Some(at) => {
                left.swap_remove(at);
                false
            }
            None => true,
        })
        .collect()
}
