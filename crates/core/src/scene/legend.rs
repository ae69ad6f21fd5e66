//! What the signs in the pictures of a game mean.

use super::Color;
use schemars::JsonSchema;
use serde::Serialize;

/// A sign and its meaning.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[schemars(rename = "LegendEntry")]
pub struct Legend {
    /// What it looks like.
    pub sign: Sign,
    /// What it means, in a few words.
    pub about: &'static str,
}

/// A sign by itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Sign {
    /// Drawings that mean the same; the first is shown.
    Symbols {
        /// Their names.
        names: &'static [&'static str],
        /// In which colour.
        tint: Color,
    },
    /// A small sign on the rim of a thing.
    Badge {
        /// The disc.
        color: Color,
        /// One of the game's symbols.
        symbol: Option<&'static str>,
        /// A few letters.
        text: &'static str,
    },
    /// A bar above a thing.
    Bar {
        /// The full part.
        color: Color,
    },
    /// An outline, or a line from one place to another.
    Line {
        /// Its colour.
        color: Color,
        /// Whether it is dashed.
        dashed: bool,
    },
    /// Cells with a tinge.
    Area {
        /// Their colour.
        color: Color,
    },
}

impl Legend {
    /// Drawings that mean the same.
    pub const fn symbols(names: &'static [&'static str], tint: Color, about: &'static str) -> Legend {
        Legend { sign: Sign::Symbols { names, tint }, about }
    }

    /// A badge with a symbol.
    pub const fn badge(color: Color, symbol: &'static str, about: &'static str) -> Legend {
        Legend { sign: Sign::Badge { color, symbol: Some(symbol), text: "" }, about }
    }

    /// A badge with letters.
    pub const fn letters(color: Color, text: &'static str, about: &'static str) -> Legend {
        Legend { sign: Sign::Badge { color, symbol: None, text }, about }
    }

    /// A bar.
    pub const fn bar(color: Color, about: &'static str) -> Legend {
        Legend { sign: Sign::Bar { color }, about }
    }

    /// A solid line.
    pub const fn line(color: Color, about: &'static str) -> Legend {
        Legend { sign: Sign::Line { color, dashed: false }, about }
    }

    /// A dashed line.
    pub const fn dashes(color: Color, about: &'static str) -> Legend {
        Legend { sign: Sign::Line { color, dashed: true }, about }
    }

    /// Tinged cells.
    pub const fn area(color: Color, about: &'static str) -> Legend {
        Legend { sign: Sign::Area { color }, about }
    }

    /// Whether it explains a symbol.
    pub fn explains(&self, name: &str) -> bool {
        match self.sign {
            Sign::Symbols { names, .. } => names.contains(&name),
            Sign::Badge { symbol, .. } => symbol == Some(name),
            _ => false,
        }
    }
}
