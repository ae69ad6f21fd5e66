//! What happens during a step, for viewers.

use crate::state::{Facing, Kind, Team};
use schemars::JsonSchema;
use serde::Serialize;

/// One thing that happened, in the order it did. Squares are where soldiers stand at that moment.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    /// A soldier was built.
    Built { seat: Team, unit: i64, kind: Kind, x: i64, y: i64, dest_x: i64, dest_y: i64, facing: Facing },
    /// A soldier was given a new destination.
    Ordered { unit: i64, dest_x: i64, dest_y: i64 },
    /// A soldier was turned.
    Faced { unit: i64, facing: Facing },
    /// A soldier walked to another square.
    Walked { unit: i64, from_x: i64, from_y: i64, x: i64, y: i64 },
    /// A soldier struck a soldier.
    Struck { unit: i64, target: i64, damage: i64 },
    /// A soldier struck the base of `seat`.
    BaseHit { unit: i64, seat: Team, damage: i64 },
    /// A soldier left the map.
    Died { seat: Team, unit: i64, x: i64, y: i64 },
    /// Both players got money.
    Income { money: i64 },
    /// The game ended.
    Over { winner: Option<Team>, reason: &'static str },
}
