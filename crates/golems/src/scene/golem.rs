//! A golem: its body with everything known about it, how much of each colour it has, and what it has left this turn.

use super::ground::Zones;
use super::{name, symbols};
use crate::view::UnitView;
use skirmish_core::Seat;
use skirmish_core::scene::{Badge, Bar, Color, Grid, Ink, Item, Layer, Metric, Part, Purpose, Shape, Span};
use std::fmt::Write;

const COLOURS: [&str; 4] = ["red", "green", "blue", "yellow"];

/// Golems stand a little low in their square, for the bars above them.
const LOWER: f32 = 0.07;

/// Where the number of each colour is written on the body.
const NUMERALS: [[f32; 2]; 4] = [[-0.38, -0.08], [0.0, 0.05], [-0.16, 0.25], [0.0, -0.4]];

fn colours(unit: &UnitView) -> [i64; 4] {
    [unit.red, unit.green, unit.blue, unit.yellow]
}

/// Which colours there are any of: red 1, green 2, blue 4, yellow 8.
fn mask(colours: [i64; 4]) -> usize {
    (0..4).filter(|&i| colours[i] > 0).map(|i| 1 << i).sum()
}

/// "Red golem 12", "Red-blue golem 7".
fn title(unit: &UnitView) -> String {
    let colours = colours(unit);
    let mut title = String::new();
    for (word, _) in COLOURS.into_iter().zip(colours).filter(|(_, amount)| *amount > 0) {
        if !title.is_empty() {
            title.push('-');
        }
        title.push_str(word);
    }
    if let Some(first) = title.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    let _ = write!(title, " golem {}", unit.id);
    title
}

/// Bigger ones are drawn bigger.
fn scale(level: i32) -> f32 {
    0.8 + 0.03 * (level.clamp(1, 5) - 1) as f32
}

pub fn draw(unit: &UnitView, zones: &Zones, grid: &Grid, items: &mut Vec<Item>) {
    let seat = Seat::from(unit.owner).0;
    let [x, y] = grid.centre(unit.x, unit.y);
    let at = [x, y + LOWER];
    let shape = Shape::Symbol(symbols::golem(seat, mask(colours(unit))));
    let body = Item::new(unit.id, Layer::Unit, at, shape);
    let scale = scale(unit.level);
    items.push(Item {
        tint: Color::Seat(seat),
        scale,
        bars: bars(unit),
        badges: badges(unit, seat),
        title: title(unit),
        seat: Some(seat),
        cell: Some([unit.x, unit.y]),
        spans: spans(unit),
        ..facts(body, unit, zones)
    });
    let mut mark = |letter: char, part: Part| {
        if !part.d.is_empty() {
            let id = format_args!("{letter}{}", unit.id);
            items.push(Item { scale, ..Item::new(id, Layer::Unit, at, Shape::Path(part)) });
        }
    };
    let black = Part { stroke: Ink::Color(Color::Black), ..Part::default() };
    mark('n', Part { d: numerals(colours(unit)), width: 0.03, ..black.clone() });
    mark('t', Part { d: left(unit), fill: Ink::Color(Color::White), width: 0.02, ..black });
}

fn spans(unit: &UnitView) -> Vec<Span> {
    // A neighbour can always be struck.
    let spans = [
        Span::new(Purpose::Walk, unit.max_moves.into(), Metric::Diamond),
        Span::new(Purpose::Range, i64::from(unit.attack_range).max(1), Metric::Diamond),
    ];
    spans.into_iter().flatten().collect()
}

fn bars(unit: &UnitView) -> Vec<Bar> {
    let most = i64::from(unit.max_health);
    let color = if 2 * unit.hp >= most { Color::Good } else { Color::Bad };
    let mut bars = vec![Bar { color, value: unit.hp, most }];
    if unit.build_points > 0 {
        bars.push(Bar { color: Color::Warn, value: unit.build_points, most: unit.max_build_points.into() });
    }
    bars
}

fn badges(unit: &UnitView, seat: u8) -> Vec<Badge> {
    let sign = |color, symbol| Badge { color, symbol: Some(symbol), text: String::new() };
    let mut badges = Vec::new();
    if unit.level > 1 {
        badges.push(Badge { color: Color::Seat(seat), symbol: None, text: unit.level.to_string() });
    }
    if unit.poison > 0 {
        badges.push(sign(Color::Accent, "drop"));
    }
    if unit.build_points >= unit.max_build_points.into() {
        badges.push(sign(Color::Warn, "hammer"));
    }
    badges
}

fn facts(item: Item, unit: &UnitView, zones: &Zones) -> Item {
    let mut made = String::new();
    for (word, amount) in COLOURS.into_iter().zip(colours(unit)).filter(|(_, amount)| *amount > 0) {
        let _ = write!(made, "{}{word} {amount}", if made.is_empty() { "" } else { ", " });
    }
    let item = item
        .fact("owner", name(unit.owner))
        .fact("colours", made)
        .fact("level", unit.level)
        .fact("health", format_args!("{} of {}", unit.hp, unit.max_health))
        .fact("poison", unit.poison)
        .fact("build points", format_args!("{} of {}", unit.build_points, unit.max_build_points))
        .fact("moves left", format_args!("{} of {}", unit.moves, unit.max_moves))
        .fact("actions left", unit.actions)
        .fact("attack", unit.attack_power)
        .fact("range", unit.attack_range);
    let abilities = [
        ("splash", unit.splash_damage),
        ("poisons", unit.poison_power),
        ("heals", unit.heal_power),
        ("regains", unit.max_regen),
    ];
    let item = abilities
        .into_iter()
        .filter(|(_, power)| *power > 0)
        .fold(item, |item, (label, power)| item.fact(label, power));
    if zones.has(unit.x, unit.y) { item.fact("stands on", "a build zone") } else { item }
}

/// How much of each colour, where it is more than one.
fn numerals(colours: [i64; 4]) -> String {
    let mut d = String::new();
    for (amount, [x, y]) in colours.into_iter().zip(NUMERALS).filter(|(amount, _)| *amount > 1) {
        let amount = amount.min(99) as usize;
        if amount < 10 {
            digit(&mut d, amount, x, y);
        } else {
            digit(&mut d, amount / 10, x - 0.05, y);
            digit(&mut d, amount % 10, x + 0.05, y);
        }
    }
    d
}

/// Strokes from the upper left corner of a box, 0.07 by 0.12.
const DIGITS: [&str; 10] = [
    "h.07v.12h-.07z",
    "m.01.02l.03-.02v.12",
    "h.07v.05l-.07.07h.07",
    "h.07l-.04.05l.04.01v.06h-.07",
    "m.05.12v-.12l-.05.08h.07",
    "m.07 0h-.07v.05h.07v.07h-.07",
    "m.07 0h-.07v.12h.07v-.07h-.07",
    "h.07l-.04.12",
    "h.07v.12h-.07zm0 .06h.07",
    "m.07.06h-.07v-.06h.07v.12h-.07",
];

fn digit(d: &mut String, digit: usize, x: f32, y: f32) {
    let _ = write!(d, "M{:.3} {:.2}{}", x - 0.035, y - 0.06, DIGITS[digit]);
}

/// What is left this turn, on the base: a diamond for each action, then a dot for each move.
fn left(unit: &UnitView) -> String {
    let (actions, moves) = (unit.actions.min(3), unit.moves.min(6));
    let mut d = String::new();
    let mut x = -0.055 * (actions + moves - 1) as f32;
    for i in 0..actions + moves {
        if i < actions {
            let _ = write!(d, "M{x:.2} .36l.06.06l-.06.06l-.06-.06z");
        } else {
            let _ = write!(d, "M{:.2} .42a.035.035 0 1 0 .07 0a.035.035 0 1 0-.07 0z", x - 0.035);
        }
        x += 0.11;
    }
    d
}
