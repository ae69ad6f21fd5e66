//! The board: ground, water, and what stands on it.
//!
//! What cannot change is drawn in a few long paths. Each thing that can be broken is an item of its own, so that it can
//! be asked about and its changes are small.

use super::GRID;
use crate::config::Config;
use crate::position::Position;
use crate::terrain::Kind;
use skirmish_core::scene::{Bar, Color, Ink, Item, Layer, Part, Shape};
use std::fmt::Write;

/// Room around the board for the numbers of rows and columns.
const MARGIN: f32 = 2.4;
/// All terrain is drawn fainter than units, which are what people look for.
const STEPS_BACK: f32 = 0.55;
/// Every how many rows and columns a number is shown.
const COUNTED: usize = 10;

/// Width and height, in cells.
fn size(position: &Position) -> (usize, usize) {
    (position.rows.first().map_or(0, String::len), position.rows.len())
}

pub(super) fn frame(position: &Position) -> [f32; 4] {
    let (width, height) = size(position);
    let (near, far) = if is_large(position) { (MARGIN, 1.0) } else { (0.5, 0.5) };
    [-0.5 - near, -0.5 - near, width as f32 + near + far, height as f32 + near + far]
}

/// Whether people get lost on it without numbers and markers.
pub(super) fn is_large(position: &Position) -> bool {
    let (width, height) = size(position);
    width.max(height) > 2 * COUNTED
}

pub(super) fn draw(config: &Config, position: &Position, items: &mut Vec<Item>) {
    ground(position, items);
    water(position, items);
    obstacles(config, position, items);
}

/// An item that nobody asks about.
fn scenery(id: impl ToString, layer: Layer, tint: Color, part: Part) -> Item {
    Item { tint, ..Item::new(id, layer, [0.0, 0.0], Shape::Path(part)) }
}

fn ground(position: &Position, items: &mut Vec<Item>) {
    let (width, height) = size(position);
    let (right, bottom) = (width as f32 - 0.5, height as f32 - 0.5);
    let edge = format!("M-.5-.5H{right}V{bottom}H-.5Z");
    let field = Part { d: edge.clone(), fill: Ink::Color(Color::Ground), ..Part::default() };
    items.push(scenery("ground", Layer::Ground, Color::Ground, field));
    let lines = |step: usize| {
        let mut d = String::with_capacity((width + height) / step * 14);
        let at = |i: usize| i as f32 - 0.5;
        let inner = |count: usize| (step..count).step_by(step);
        for x in inner(width) {
            let _ = write!(d, "M{}-.5V{bottom}", at(x));
        }
        for y in inner(height) {
            let _ = write!(d, "M-.5 {}H{right}", at(y));
        }
        d
    };
    let grid = |d, width| Part { d, stroke: Ink::Color(Color::GroundLine), width, ..Part::default() };
    items.push(scenery("grid", Layer::Ground, Color::GroundLine, grid(lines(1), 0.04)));
    if is_large(position) {
        items.push(scenery("tens", Layer::Ground, Color::GroundLine, grid(lines(COUNTED), 0.14)));
        let number = |id: String, i: usize, at| {
            let text = Shape::Text { text: i.to_string(), size: 1.2, ink: Ink::Color(Color::Faint) };
            Item::new(id, Layer::Ground, at, text)
        };
        let off = -0.5 - MARGIN / 2.0;
        let counted = |count: usize| (0..count).step_by(COUNTED);
        items.extend(counted(width).map(|x| number(format!("column{x}"), x, [x as f32, off])));
        items.extend(counted(height).map(|y| number(format!("row{y}"), y, [off, y as f32])));
    }
    let width = if is_large(position) { 0.3 } else { 0.1 };
    let rim = Part { d: edge, stroke: Ink::Color(Color::Wall), width, ..Part::default() };
    items.push(scenery("rim", Layer::Ground, Color::Wall, rim));
}

/// Water: the banks, the water itself, and ripples here and there.
fn water(position: &Position, items: &mut Vec<Item>) {
    let (mut body, mut ripples) = (String::new(), String::new());
    for (y, row) in position.rows.iter().enumerate() {
        let cells = row.as_bytes();
        let is_water = |x: usize| cells.get(x) == Some(&b'~');
        let mut x = 0;
        while x < cells.len() {
            let start = x;
            while is_water(x) {
                if (x * 3 + y) % 5 == 0 {
                    let _ = write!(ripples, "M{x} {y}m-.32 0q.16-.16.32 0t.32 0");
                }
                x += 1;
            }
            if x > start {
                let (left, top, long) = (start as f32 - 0.5, y as f32 - 0.5, x - start);
                let _ = write!(body, "M{left} {top}h{long}v1h-{long}z");
            }
            x += 1;
        }
    }
    if body.is_empty() {
        return;
    }
    let mut push = |id, fill, stroke, width, d: &str| {
        let part = Part { d: d.into(), fill, stroke, width, dashed: false };
        items.push(Item { opacity: STEPS_BACK, ..scenery(id, Layer::Terrain, Color::Water, part) });
    };
    // Lines have round corners: a wide one makes the bank, a narrower one keeps the water round as well.
    push("bank", Ink::None, Ink::Shade, 0.34, &body);
    push("water", Ink::Tint, Ink::Tint, 0.16, &body);
    push("ripples", Ink::None, Ink::Light, 0.08, &ripples);
}

/// Everything that stands or lies on one cell, row by row: walls hide the feet of those behind them.
fn obstacles(config: &Config, position: &Position, items: &mut Vec<Item>) {
    let mut damaged = position.damaged.iter().peekable();
    for (y, row) in position.rows.iter().enumerate() {
        for (x, char) in row.chars().enumerate() {
            let Some(thing) = Thing::of(char) else { continue };
            let cell = [x as i64, y as i64];
            let mut item = Item {
                tint: thing.tint,
                opacity: STEPS_BACK,
                title: thing.title.into(),
                cell: Some(cell),
                ..Item::new(
                    format_args!("c{x},{y}"),
                    Layer::Terrain,
                    GRID.centre(cell[0], cell[1]),
                    Shape::Symbol(thing.symbol),
                )
            };
            let full = config.durability(thing.kind);
            let left = damaged.next_if(|at| [i64::from(at.x), i64::from(at.y)] == cell).map(|at| at.durability);
            if full > 0 {
                item = item.fact("durability", format_args!("{} of {full}", left.unwrap_or(full)));
            } else {
                item = item.fact("building", "impossible here");
            }
            if let Some(left) = left {
                item.shape = Shape::Symbol(thing.cracked);
                item.bars = vec![Bar { color: Color::Warn, value: left, most: full }];
            }
            items.push(item);
        }
    }
}

/// What can stand or lie on a cell, besides units.
struct Thing {
    kind: Kind,
    title: &'static str,
    symbol: &'static str,
    /// How it looks when it is damaged.
    cracked: &'static str,
    tint: Color,
}

impl Thing {
    const ALL: [Thing; 4] = [
        Thing { kind: Kind::Wall, title: "Wall", symbol: "wall", cracked: "wall-cracked", tint: Color::WallTop },
        Thing { kind: Kind::Tree, title: "Tree", symbol: "tree", cracked: "tree-cracked", tint: Color::Plant },
        Thing {
            kind: Kind::Barricade,
            title: "Barricade",
            symbol: "barricade",
            cracked: "barricade-cracked",
            tint: Color::Wood,
        },
        Thing { kind: Kind::Debris, title: "Debris", symbol: "debris", cracked: "debris", tint: Color::WallTop },
    ];

    fn of(char: char) -> Option<&'static Thing> {
        Thing::ALL.iter().find(|thing| thing.kind.char() == char)
    }
}
