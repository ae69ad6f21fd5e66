//! Colours that can be read on dark and on light backgrounds, as far as the terminal has any.
//!
//! What a terminal has is said by its environment: `NO_COLOR` turns colours off, `TERM` and `COLORTERM` say whether there are
//! 256 of them or 16. Nothing on the screen is told by colour alone.

use ratatui_core::style::{Color as Paint, Modifier, Style};
use skirmish_core::scene::Color;

/// How many colours there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ink {
    None,
    Sixteen,
    Many,
}

/// Whether the terminal cannot place its cursor.
pub fn is_dumb() -> bool {
    std::env::var("TERM").is_ok_and(|term| term == "dumb")
}

impl Ink {
    /// What the environment says.
    pub fn of_environment() -> Ink {
        Ink::of(|name| std::env::var(name).ok().filter(|value| !value.is_empty()))
    }

    fn of(variable: impl Fn(&str) -> Option<String>) -> Ink {
        if variable("NO_COLOR").is_some() {
            return Ink::None;
        }
        let term = variable("TERM").unwrap_or_default();
        let many = term.contains("256color") || term.contains("direct") || variable("COLORTERM").is_some();
        match term.as_str() {
            _ if many => Ink::Many,
            "" | "vt100" | "vt102" | "vt220" => Ink::None,
            _ => Ink::Sixteen,
        }
    }

    /// How something of this colour is written.
    pub fn style(self, color: Color) -> Style {
        let faint = matches!(color, Color::Faint | Color::Ground | Color::GroundLine);
        match self {
            _ if matches!(color, Color::Ink | Color::Paper | Color::White | Color::Black) => Style::new(),
            Ink::None | Ink::Sixteen if faint => Style::new().add_modifier(Modifier::DIM),
            Ink::None => Style::new(),
            Ink::Sixteen => sixteen(color).map_or_else(Style::new, |paint| Style::new().fg(paint)),
            Ink::Many => Style::new().fg(Paint::Indexed(many(color))),
        }
    }

    pub fn faint(self) -> Style {
        self.style(Color::Faint)
    }
}

/// Seats in the order in which they are easiest to tell apart. Dark blue, which is hard to see on black, comes last.
fn sixteen(color: Color) -> Option<Paint> {
    const SEATS: [Paint; 6] = [Paint::Cyan, Paint::Red, Paint::Green, Paint::Magenta, Paint::Yellow, Paint::Blue];
    Some(match color {
        Color::Seat(n) => SEATS[usize::from(n) % SEATS.len()],
        Color::Good | Color::Plant | Color::Green => Paint::Green,
        Color::Bad | Color::Red => Paint::Red,
        Color::Warn | Color::Wood | Color::Yellow => Paint::Yellow,
        Color::Accent => Paint::Magenta,
        Color::Water => Paint::Cyan,
        Color::Blue => Paint::Blue,
        _ => return None,
    })
}

/// Of the 256 those in the middle between black and white.
fn many(color: Color) -> u8 {
    const SEATS: [u8; 8] = [33, 166, 29, 133, 136, 31, 131, 244];
    match color {
        Color::Seat(n) => SEATS[usize::from(n) % SEATS.len()],
        Color::Wall | Color::WallTop => 243,
        Color::Water => 67,
        Color::Plant => 64,
        Color::Wood => 130,
        Color::Good | Color::Green => 28,
        Color::Bad | Color::Red => 160,
        Color::Warn | Color::Yellow => 136,
        Color::Accent => 99,
        Color::Blue => 33,
        _ => 244,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_environment_decides() {
        let of = |set: &[(&str, &str)]| {
            Ink::of(|name| set.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_string()))
        };
        assert_eq!(of(&[("TERM", "xterm-256color")]), Ink::Many);
        assert_eq!(of(&[("TERM", "xterm")]), Ink::Sixteen);
        assert_eq!(of(&[("TERM", "xterm"), ("COLORTERM", "truecolor")]), Ink::Many);
        assert_eq!(of(&[("TERM", "vt100")]), Ink::None);
        assert_eq!(of(&[("TERM", "xterm-256color"), ("NO_COLOR", "1")]), Ink::None);
    }

    /// Three to one, as WCAG asks for signs.
    #[test]
    fn colours_can_be_seen_on_black_and_on_white() {
        let level = |n: u8| if n == 0 { 0.0 } else { f64::from(55 + 40 * u32::from(n)) / 255.0 };
        let linear = |c: f64| if c <= 0.03928 { c / 12.92 } else { ((c + 0.055) / 1.055f64).powf(2.4) };
        for color in Color::all(8) {
            if Ink::Many.style(color) == Style::new() {
                continue;
            }
            let index = many(color);
            let rgb = if index >= 232 {
                [f64::from(8 + 10 * u32::from(index - 232)) / 255.0; 3]
            } else {
                [(index - 16) / 36, (index - 16) / 6 % 6, (index - 16) % 6].map(level)
            };
            let light = 0.2126 * linear(rgb[0]) + 0.7152 * linear(rgb[1]) + 0.0722 * linear(rgb[2]);
            let (on_white, on_black) = (1.05 / (light + 0.05), (light + 0.05) / 0.05);
            assert!(on_white >= 3.0 && on_black >= 3.0, "{color:?}: {on_white:.1} on white, {on_black:.1} on black");
        }
    }

    #[test]
    fn without_colours_there_are_none() {
        for color in Color::all(64) {
            assert_eq!(Ink::None.style(color).fg, None, "{color:?}");
        }
    }
}
