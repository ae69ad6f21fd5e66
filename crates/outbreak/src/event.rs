//! What happened, for those who may see everything: flat objects with the word `event`.

use crate::words::{Cause, Kind, Name, Side, Zone};
use schemars::JsonSchema;
use serde::Serialize;
use skirmish_core::Log;

/// Logs an event, without building it where nobody listens.
pub(crate) fn tell<L: Log<Event>>(log: &mut L, event: impl FnOnce() -> Event) {
    if L::WANTS_EVENTS {
        log.event(event());
    }
}

/// One thing that happened.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    Placed {
        unit: i64,
        x: i32,
        y: i32,
        weapon: Name,
    },
    Moved {
        unit: i64,
        from_x: i32,
        from_y: i32,
        x: i32,
        y: i32,
    },
    /// A shot at a thing, or at the ground.
    Attacked {
        unit: i64,
        weapon: Name,
        #[serde(skip_serializing_if = "Option::is_none")]
        target: Option<i64>,
        x: i32,
        y: i32,
    },
    Hurt {
        kind: Kind,
        id: i64,
        amount: i64,
        hp: i64,
    },
    Healed {
        kind: Kind,
        id: i64,
        amount: i64,
        hp: i64,
    },
    Died {
        kind: Kind,
        id: i64,
        x: i32,
        y: i32,
    },
    /// A new wall, or HP added to one.
    Built {
        unit: i64,
        wall: i64,
        x: i32,
        y: i32,
        hp: i64,
    },
    /// A crate that appeared: left by the dead, dropped, or landed.
    Crate {
        id: i64,
        x: i32,
        y: i32,
        item: Name,
        hp: i64,
    },
    Grabbed {
        unit: i64,
        target: i64,
        item: Name,
        ammo: i64,
    },
    Dropped {
        unit: i64,
        item: Name,
        x: i32,
        y: i32,
        ammo: i64,
    },
    Given {
        unit: i64,
        target: i64,
        amount: i64,
    },
    Called {
        drop: i64,
        x: i32,
        y: i32,
        item: Name,
    },
    Landed {
        drop: i64,
        x: i32,
        y: i32,
        item: Name,
    },
    Spawned {
        unit: i64,
        zone: Zone,
        x: i32,
        y: i32,
        facing: u8,
        hp: i64,
    },
    Turned {
        unit: i64,
        facing: u8,
    },
    Eaten {
        unit: i64,
        target: i64,
        hp: i64,
    },
    TurnEnded {
        turn: i64,
        seat: Side,
    },
    GameOver {
        turn: i64,
        winner: Side,
        reason: Cause,
    },
}
