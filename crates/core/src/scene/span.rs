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

    /// Whether a cell is within it, around another one.
    pub fn covers(self, from: [i64; 2], cell: [i64; 2]) -> bool {
        let [dx, dy] = [0, 1].map(|i| cell[i].saturating_sub(from[i]));
        let (x, y) = (dx.saturating_abs(), dy.saturating_abs());
        let distance = match self.shape {
            Metric::Diamond => x.saturating_add(y),
            Metric::Square => x.max(y),
            // Axial coordinates: the third one is what makes the sum 0.
            Metric::Hex => x.max(y).max(dx.saturating_add(dy).saturating_abs()),
        };
        distance <= self.far
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many cells around a place are within two steps.
    fn count(shape: Metric) -> usize {
        let span = Span::new(Purpose::Range, 2, shape).unwrap();
        let side = -5..=5;
        side.clone()
            .flat_map(|x| side.clone().map(move |y| [7 + x, y]))
            .filter(|&cell| span.covers([7, 0], cell))
            .count()
    }

    #[test]
    fn each_shape_has_its_cells() {
        assert_eq!([Metric::Diamond, Metric::Square, Metric::Hex].map(count), [13, 25, 19]);
    }
}
