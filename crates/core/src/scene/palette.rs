//! The colours: a few names, and what they are in daylight and at night.
//!
//! People with any kind of colour vision can tell the seats apart: their colours differ in lightness too, and no
//! drawing relies on colour alone.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};
use std::borrow::Cow;

/// A colour by its meaning.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Color {
    /// Text and outlines.
    #[default]
    Ink,
    /// Text that matters less.
    Faint,
    /// The background of everything, and the inside of outlined shapes.
    Paper,
    /// The board.
    Ground,
    /// Every other field, grid lines.
    GroundLine,
    /// The side of walls and rocks.
    Wall,
    /// Their lit top.
    WallTop,
    /// Water.
    Water,
    /// Grass and trees.
    Plant,
    /// Wooden things.
    Wood,
    /// The colour of a seat. After eight they start again in another lightness.
    Seat(u8),
    /// What is well: health, success.
    Good,
    /// What is wrong: damage, failure.
    Bad,
    /// What needs care.
    Warn,
    /// What is selected or allowed.
    Accent,
    /// Plain red, for games that have coloured things.
    Red,
    /// Plain green.
    Green,
    /// Plain blue.
    Blue,
    /// Plain yellow.
    Yellow,
    /// White, by day and by night.
    White,
    /// Nearly black, by day and by night.
    Black,
}

/// Day or night.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Theme {
    /// Dark on light.
    #[default]
    Light,
    /// Light on dark.
    Dark,
}

/// The inks of a thing that has this colour. The keys are the names of the inks.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Paint {
    /// The colour itself.
    pub tint: String,
    /// Darker.
    pub shade: String,
    /// Lighter.
    pub light: String,
}

/// Every colour that is not a seat's: its name, and its value by day and by night.
const NAMED: [(Color, &str, [u32; 2]); 20] = [
    (Color::Ink, "ink", [0x1d232b, 0xe9edf2]),
    (Color::Faint, "faint", [0x5b6672, 0x9aa7b4]),
    (Color::Paper, "paper", [0xf7f5f0, 0x14181d]),
    (Color::Ground, "ground", [0xebe7dd, 0x1e242b]),
    (Color::GroundLine, "ground_line", [0xd8d2c4, 0x2b333c]),
    (Color::Wall, "wall", [0x6f6a62, 0x59636e]),
    (Color::WallTop, "wall_top", [0x8b857b, 0x76828f]),
    (Color::Water, "water", [0x9cc4dc, 0x27506b]),
    (Color::Plant, "plant", [0x7fa36b, 0x3f6a43]),
    (Color::Wood, "wood", [0xa9835a, 0x8a6a48]),
    (Color::Good, "good", [0x156b3f, 0x4ccb8a]),
    (Color::Bad, "bad", [0xb3261e, 0xff7b6e]),
    (Color::Warn, "warn", [0x805500, 0xf2b84b]),
    (Color::Accent, "accent", [0x6b3fd4, 0xb79bff]),
    (Color::Red, "red", [0xc8443a, 0xe0685e]),
    (Color::Green, "green", [0x3d8f4e, 0x5fb871]),
    (Color::Blue, "blue", [0x2f6fb5, 0x5b9be0]),
    (Color::Yellow, "yellow", [0xd9a514, 0xf0c64a]),
    (Color::White, "white", [0xffffff, 0xffffff]),
    (Color::Black, "black", [0x101418, 0x0b0e11]),
];

/// The first eight seats.
const SEATS: [[u32; 2]; 8] = [
    [0x0b5fa5, 0x5aaef0],
    [0xb54a05, 0xff9a4d],
    [0x00795a, 0x35c79b],
    [0x9c3f84, 0xe79bd2],
    [0x7d6200, 0xe6cf4a],
    [0x0f7092, 0x8fd8f5],
    [0x7a2e2e, 0xd98a8a],
    [0x55585c, 0xb9bec4],
];

impl Color {
    /// The name that scenes carry.
    pub fn name(self) -> String {
        match self {
            Color::Seat(n) => format!("seat{n}"),
            other => {
                NAMED.iter().find(|(color, ..)| *color == other).map_or_else(String::new, |(_, name, _)| (*name).into())
            }
        }
    }

    /// Red, green and blue.
    pub fn rgb(self, theme: Theme) -> [u8; 3] {
        let i = usize::from(theme == Theme::Dark);
        match self {
            Color::Seat(n) => {
                let base = bytes(SEATS[usize::from(n) % SEATS.len()][i]);
                // Each round is a step nearer to the other end of the scale.
                let round = (u32::from(n) / SEATS.len() as u32).min(7);
                let toward = if i == 0 { 255 } else { 20 };
                base.map(|c| ((u32::from(c) * (10 - round) + toward * round) / 10) as u8)
            }
            other => NAMED.iter().find(|(color, ..)| *color == other).map_or([0; 3], |(.., values)| bytes(values[i])),
        }
    }

    /// As CSS and SVG write it.
    pub fn hex(self, theme: Theme) -> String {
        hex(self.rgb(theme))
    }

    /// Darker, for [`Ink::Shade`](super::Ink::Shade).
    pub fn shade(rgb: [u8; 3]) -> [u8; 3] {
        rgb.map(|c| (u32::from(c) * 65 / 100) as u8)
    }

    /// Lighter, for [`Ink::Light`](super::Ink::Light).
    pub fn light(rgb: [u8; 3]) -> [u8; 3] {
        rgb.map(|c| (u32::from(c) + (255 - u32::from(c)) * 55 / 100) as u8)
    }

    /// As CSS and SVG write it, with its darker and lighter inks.
    pub fn paint(self, theme: Theme) -> Paint {
        let rgb = self.rgb(theme);
        Paint { tint: hex(rgb), shade: hex(Color::shade(rgb)), light: hex(Color::light(rgb)) }
    }

    /// All colours of a game with so many seats.
    pub fn all(seats: usize) -> impl Iterator<Item = Color> {
        let named = NAMED.iter().map(|(color, ..)| *color);
        named.chain((0..seats).map(|n| Color::Seat(n as u8)))
    }
}

fn hex([r, g, b]: [u8; 3]) -> String {
    format!("#{r:02x}{g:02x}{b:02x}")
}

fn bytes(rgb: u32) -> [u8; 3] {
    [(rgb >> 16) as u8, (rgb >> 8) as u8, rgb as u8]
}

impl Serialize for Color {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.name())
    }
}

impl JsonSchema for Color {
    fn schema_name() -> Cow<'static, str> {
        "Color".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let names = NAMED.map(|(_, name, _)| name);
        json_schema!({
            "description": "A colour by its meaning: a name that every palette has.",
            "anyOf": [{ "enum": names }, { "type": "string", "pattern": "^seat[0-9]+$" }],
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Relative luminance, as WCAG defines it.
    fn luminance(rgb: [u8; 3]) -> f64 {
        let [r, g, b] = rgb.map(|c| {
            let c = f64::from(c) / 255.0;
            if c <= 0.03928 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
        });
        0.2126 * r + 0.7152 * g + 0.0722 * b
    }

    fn contrast(a: Color, b: Color, theme: Theme) -> f64 {
        let (a, b) = (luminance(a.rgb(theme)), luminance(b.rgb(theme)));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    #[test]
    fn words_can_be_read_and_seats_be_seen() {
        for theme in [Theme::Light, Theme::Dark] {
            for color in [Color::Ink, Color::Faint, Color::Good, Color::Bad, Color::Warn, Color::Accent] {
                for back in [Color::Paper, Color::Ground] {
                    let ratio = contrast(color, back, theme);
                    assert!(ratio >= 4.5, "{color:?} on {back:?} in {theme:?}: {ratio:.2}");
                }
            }
            // Numbers are written in the colours of seats as well.
            for (back, least) in [(Color::Paper, 4.5), (Color::Ground, 4.0)] {
                for n in 0..8 {
                    let ratio = contrast(Color::Seat(n), back, theme);
                    assert!(ratio >= least, "seat {n} on {back:?} in {theme:?}: {ratio:.2}");
                }
            }
        }
    }

    #[test]
    fn every_colour_has_its_own_name() {
        let mut names: Vec<String> = Color::all(64).map(Color::name).collect();
        let all = names.len();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), all);
        assert!(names.iter().all(|name| !name.is_empty()));
    }
}
