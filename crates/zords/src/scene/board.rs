//! The board without anybody on it, and the day clock above it.

use super::hours;
use crate::config::Config;
use crate::state::Status;
use crate::view::View;
use skirmish_core::scene::{Color, Ink, Item, Layer, Part, Shape};
use std::fmt::{Display, Formatter, Result, Write};

/// Boards wider than this show only sectors, no lines between cells.
const MOST_LINES: i64 = 200;

/// The most sectors in a row.
const MOST_SECTORS: i64 = 15;

/// The measures of a picture. Everything around the board grows with it, so that it looks the same at any size.
pub(super) struct Measure {
    pub size: i64,
    /// A hundredth of the board's side.
    pub unit: f32,
}

impl Measure {
    pub fn of(config: &Config) -> Measure {
        Measure { size: config.board_size, unit: config.board_size as f32 / 100.0 }
    }

    pub fn frame(&self) -> [f32; 4] {
        let (side, u) = (self.size as f32, self.unit);
        [-0.5 - 5.0 * u, -0.5 - 11.0 * u, side + 7.5 * u, side + 13.5 * u]
    }

    /// How large a zord is drawn that has room: a whole board on a phone must still show it.
    pub fn zord(&self) -> f32 {
        (self.size as f32 / 42.0).max(1.5)
    }

    /// The side of a sector: the smallest of 1, 2, 5, 10, 20, 50 and so on that leaves few enough of them.
    fn sector(&self) -> i64 {
        let mut step = 1;
        loop {
            for factor in [1, 2, 5] {
                if self.size <= MOST_SECTORS * step * factor {
                    return step * factor;
                }
            }
            step *= 10;
        }
    }
}

/// Ground, sectors, lines, numbers, and the rim.
pub(super) fn board(measure: &Measure, items: &mut Vec<Item>) {
    let (u, sector, end) = (measure.unit, measure.sector(), Edge(measure.size));
    let edge = format!("M-.5-.5H{end}V{end}H-.5Z");
    let mut part = |id: &str, layer, opacity, part: Part| {
        items.push(Item { opacity, ..Item::new(id, layer, [0.0, 0.0], Shape::Path(part)) });
    };
    let line = |d: String, color, width| Part { d, stroke: Ink::Color(color), width, ..Part::default() };
    let fill = |d: String, color| Part { d, fill: Ink::Color(color), ..Part::default() };
    part("rim", Layer::Ground, 1.0, line(edge.clone(), Color::Wall, 1.6 * u));
    part("rim-top", Layer::Ground, 1.0, line(edge.clone(), Color::WallTop, 1.0 * u));
    part("ground", Layer::Ground, 1.0, fill(edge, Color::Ground));
    part("sectors", Layer::Ground, 0.4, fill(checks(measure.size, sector), Color::GroundLine));
    if measure.size <= MOST_LINES {
        part("lines", Layer::Ground, 0.7, line(lines(measure, 1), Color::GroundLine, 0.05));
    }
    part("sector-lines", Layer::Ground, 1.0, line(lines(measure, sector), Color::GroundLine, 0.12 * u));
    for at in (0..measure.size).step_by(sector as usize) {
        let number = |id: String, place| {
            let shape = Shape::Text { text: at.to_string(), size: 1.7 * u, ink: Ink::Color(Color::Faint) };
            Item::new(id, Layer::Ground, place, shape)
        };
        items.push(number(format!("x{at}"), [at as f32, -0.5 - 2.4 * u]));
        items.push(number(format!("y{at}"), [-0.5 - 2.8 * u, at as f32]));
    }
}

/// Every other sector.
fn checks(size: i64, sector: i64) -> String {
    let mut d = String::new();
    for (row, y) in (0..size).step_by(sector as usize).enumerate() {
        for x in (0..size).step_by(sector as usize).skip(row % 2).step_by(2) {
            let (w, h) = (sector.min(size - x), sector.min(size - y));
            let _ = write!(d, "M{} {}h{w}v{h}h-{w}Z", Edge(x), Edge(y));
        }
    }
    d
}

/// The lines between the cells, or groups of them. They are all alike: a scene is made for every step of a game, and
/// writing hundreds of numbers would be most of the work.
fn lines(measure: &Measure, step: i64) -> String {
    let Measure { size, .. } = measure;
    let (first, count) = (Edge(step), ((size - 1) / step) as usize);
    let across = format!("h{size}m-{size} {step}").repeat(count);
    let down = format!("v{size}m{step}-{size}").repeat(count);
    format!("M-.5 {first}{across}M{first}-.5{down}")
}

/// The edge before the n-th cell.
struct Edge(i64);

impl Display for Edge {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self.0 {
            0 => f.write_str("-.5"),
            n => write!(f, "{}.5", n - 1),
        }
    }
}

/// The day as a strip, with its rounds, how much of it has passed, and the hours in which nobody may shoot; under it the
/// days of the game as a line, above it words.
pub(super) fn clock(config: &Config, view: &View, measure: &Measure, items: &mut Vec<Item>) {
    let (u, width) = (measure.unit, measure.size as f32);
    let [left, top, high] = [-0.5, -0.5 - 6.4 * u, 1.4 * u];
    let share = |time: i64| (time as f32 / config.day_length_s as f32).clamp(0.0, 1.0);
    let mut part = |id: &str, at, opacity, part| {
        items.push(Item { opacity, ..Item::new(id, Layer::Floor, at, Shape::Path(part)) });
    };
    let bar = |share: f32, high: f32, color| Part {
        d: format!("M0 0H{:.2}V{high:.2}H0Z", width * share),
        fill: Ink::Color(color),
        ..Part::default()
    };
    let day = [left, top];
    part("clock-day", day, 1.0, bar(1.0, high, Color::GroundLine));
    part("clock-ban", day, 0.45, bar(share(config.grace_s), high, Color::Red));
    part("clock-passed", day, 0.55, bar(share(view.time), high, Color::Accent));
    if config.rounds_per_day <= MOST_LINES {
        let tick = |round| format!("M{:.2} 0v{high:.2}", width * share(config.round_time(round)));
        let d = (1..config.rounds_per_day).map(tick).collect();
        let ticks = Part { d, stroke: Ink::Color(Color::Paper), width: 0.2 * u, ..Part::default() };
        part("clock-rounds", day, 1.0, ticks);
    }
    let days = [left, top + high + 0.3 * u];
    let gone = ((view.day - 1).max(0) as f32 + share(view.time)) / config.days as f32;
    part("clock-days", days, 1.0, bar(1.0, 0.5 * u, Color::GroundLine));
    part("clock-gone", days, 1.0, bar(gone, 0.5 * u, Color::Faint));
    let hand = Part { d: HAND.into(), fill: Ink::Color(Color::Accent), ..Part::default() };
    let hand = Item::new("clock-hand", Layer::Floor, [left + width * share(view.time), top], Shape::Path(hand));
    items.push(Item { scale: u, ..hand });
    clock_words(config, view, [left + width / 2.0, top - 2.4 * u], u, items);
}

/// Points down at the strip; in hundredths of the board.
const HAND: &str = "M0 0L1.1-1.3H-1.1Z";

fn clock_words(config: &Config, view: &View, [x, y]: [f32; 2], u: f32, items: &mut Vec<Item>) {
    let mut words = |id: &str, x, text: String, size, color| {
        let shape = Shape::Text { text, size, ink: Ink::Color(color) };
        items.push(Item {
            title: "Day clock".into(),
            facts: super::status(config, view),
            ..Item::new(id, Layer::Floor, [x, y], shape)
        });
    };
    let text = match view.status {
        Status::Waiting => "Waiting for players".to_string(),
        Status::Running => {
            format!("Day {} of {} \u{b7} {}", view.day, view.days, hours(view.time, config.day_length_s))
        }
        Status::Over => format!("The end of day {} \u{b7} {}", view.day, super::winners(view)),
        Status::Aborted => format!("Aborted on day {}", view.day),
    };
    words("clock", x, text, 2.6 * u, Color::Ink);
    if view.status == Status::Running {
        let (text, color) = match view.shooting_allowed {
            true => ("shooting allowed", Color::Faint),
            false => ("no shooting", Color::Bad),
        };
        words("clock-shooting", x + 41.0 * u, text.into(), 2.0 * u, color);
    }
}
