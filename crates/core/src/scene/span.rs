//! How far something reaches around a thing.

use schemars::JsonSchema;
use serde::Serialize;

/// How far a thing reaches, for whoever selects it: all cells within a distance, whatever stands between.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Span {
    /// What for.
    pub what: Purpose,
    /// The distance, in cells.
    pub far: i64,
    /// How the distance is counted.
    pub shape: Metric,
}

/// What a thing reaches for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Purpose {
    /// What it can strike, heal or build.
    Range,
    /// Where it can get to in a turn.
    Walk,
    /// What it sees.
    Sight,
}

/// How a distance is counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Metric {
    /// Steps over the four sides of a square.
    Diamond,
    /// Steps over sides and corners of a square.
    Square,
    /// Steps over the six sides of a hex.
    Hex,
}

impl Span {
    /// A reach of so many cells; `None` if it is less than one.
    pub fn new(what: Purpose, far: i64, shape: Metric) -> Option<Span> {
        (far > 0).then_some(Span { what, far, shape })
    }
}
