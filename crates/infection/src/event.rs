//! What happens in a game, for those who watch.

use crate::class::Class;
use schemars::JsonSchema;
use serde::Serialize;

/// One thing that happened. Units are named by id.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    /// A human was given its class.
    Picked {
        unit: i64,
        class: Class,
    },
    Moved {
        unit: i64,
        from: [i32; 2],
        to: [i32; 2],
    },
    /// A human stunned a zombie.
    Shot {
        unit: i64,
        target: i64,
    },
    /// A zombie bit a human, who has so much health left.
    Bitten {
        unit: i64,
        target: i64,
        health: i64,
    },
    /// A human became a zombie.
    Infected {
        unit: i64,
    },
    /// An obstacle was struck and has so much durability left; at 0 it is debris.
    Broke {
        unit: i64,
        x: i32,
        y: i32,
        durability: i64,
    },
    /// A medic lifted the target to so much health.
    Healed {
        unit: i64,
        target: i64,
        health: i64,
    },
    /// A builder put up a barricade.
    Built {
        unit: i64,
        x: i32,
        y: i32,
    },
    /// A turn begins.
    Turn {
        turn: i64,
    },
    /// The game ended with this turn and so many humans.
    Over {
        turn: i64,
        humans: i64,
    },
}
