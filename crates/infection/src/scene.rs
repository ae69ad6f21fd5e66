//! The picture of a view: the board below, the units on it, the score beside it.

mod board;
mod legend;
mod symbols;
mod tales;

pub(crate) use legend::LEGEND;
pub(crate) use symbols::SYMBOLS;
pub(crate) use tales::tell;

use crate::class::{Class, Side};
use crate::config::Config;
use crate::outcome::Scores;
use crate::position::{Position, UnitData};
use crate::state::Phase;
use crate::view::View;
use skirmish_core::scene::{
    Badge, Bar, Color, Fact, Gauge, Grid, Item, Layer, Metric, Purpose, Scene, Shape, Side as Line, Span,
};
use std::collections::HashMap;

/// The rulebook draws (0, 0) at the top left.
const GRID: Grid = Grid::SQUARES;

pub(crate) fn scene(config: &Config, view: &View) -> Scene {
    let position = &view.position;
    let mut items = Vec::with_capacity(position.units.len() + 1500);
    // Units come first, so that they are found quickly. The layers decide what is painted on top.
    units(config, position, &mut items);
    board::draw(config, position, &mut items);
    let tally = Tally::of(config, position);
    Scene {
        frame: board::frame(position),
        grid: GRID,
        items,
        sides: Side::ALL.map(|side| tally.line(side, config, position)).into(),
        status: status(config, position),
        gauges: tally.gauges(),
    }
}

fn units(config: &Config, position: &Position, items: &mut Vec<Item>) {
    let mut crowds: HashMap<(i32, i32), Crowd> = HashMap::new();
    for unit in &position.units {
        crowds.entry((unit.x, unit.y)).or_default().size += 1;
    }
    let kits = Class::ALL.map(|class| config.kit(class));
    let large = board::is_large(position);
    for unit in &position.units {
        let crowd = crowds.entry((unit.x, unit.y)).or_default();
        let ([dx, dy], scale) = crowd.next_place();
        let [x, y] = GRID.centre(unit.x.into(), unit.y.into());
        let kit = &kits[unit.class as usize];
        let side = unit.class.side();
        let stunned = unit.stun_wait > 0;
        let mut item = Item {
            scale,
            // A stunned zombie lies on its back.
            angle: if stunned { -90.0 } else { 0.0 },
            tint: color(side),
            title: format!("{} {}", title(unit.class), unit.id),
            seat: Some(side.seat().0),
            cell: Some([unit.x.into(), unit.y.into()]),
            bars: bars(unit, kit.health, config.max_health),
            badges: badges(unit),
            spans: spans(side, kit.speed, kit.range),
            ..Item::new(unit.id, Layer::Unit, [x + dx, y + dy], Shape::Symbol(unit.class.name()))
        };
        if side == Side::Humans {
            item = item.fact("health", format_args!("{} of {}", unit.health, config.max_health.max(kit.health)));
        }
        item = item.fact("speed", kit.speed).fact("range", kit.range).fact("attack", wait(unit.attack_wait));
        item = match unit.class {
            Class::Medic => item.fact("heal", wait(unit.ability_wait)),
            Class::Builder => item.fact("build", wait(unit.ability_wait)),
            Class::Traceur => item.fact("skill", "climbs barricades"),
            Class::Demolitionist => item.fact("skill", "breaks at one blow"),
            Class::Normal | Class::Marksman | Class::Zombie => item,
        };
        if stunned {
            item = item.fact("stunned", turns(unit.stun_wait));
        }
        if large {
            let shine = match side {
                Side::Humans => "halo",
                Side::Zombies => "thorns",
            };
            items.push(Item {
                scale: 2.2,
                tint: color(side),
                // In a crowd they overlap.
                beacon: true,
                opacity: (26.0 / crowd.size as f32).round().max(5.0) / 100.0,
                ..Item::new(format_args!("u{}", unit.id), Layer::Floor, item.at, Shape::Symbol(shine))
            });
        }
        items.push(item);
    }
}

/// Units that share a cell.
#[derive(Default)]
struct Crowd {
    size: usize,
    placed: usize,
}

impl Crowd {
    /// Where the next one stands, from the middle of the cell, and how large it is drawn: in a square of rows.
    fn next_place(&mut self) -> ([f32; 2], f32) {
        let long = (1..).find(|n| n * n >= self.size).unwrap_or(1);
        let (row, rows) = (self.placed / long, self.size.div_ceil(long));
        let (column, columns) = (self.placed % long, (self.size - row * long).min(long));
        self.placed += 1;
        let step = 1.0 / long as f32;
        let from_middle = |i: usize, n: usize| (step * 100.0 * (i as f32 - (n as f32 - 1.0) / 2.0)).round() / 100.0;
        // Larger than their share of the cell: they may overlap a little.
        let scale = if long == 1 { 1.0 } else { (1.5 / long as f32).max(0.3) };
        ([from_middle(column, columns), from_middle(row, rows)], (scale * 100.0).round() / 100.0)
    }
}

/// Health is shown where it is not the one that almost everybody has, or less than it should be.
fn bars(unit: &UnitData, full: i64, most: i64) -> Vec<Bar> {
    if unit.class == Class::Zombie || (unit.health == 1 && full == 1) {
        return Vec::new();
    }
    let color = if unit.health < full { Color::Bad } else { Color::Good };
    vec![Bar { color, value: unit.health, most: most.max(full) }]
}

/// Shots go over the sides of cells, claws over their corners too.
fn spans(side: Side, speed: i64, range: i64) -> Vec<Span> {
    let strikes = match side {
        Side::Humans => Metric::Diamond,
        Side::Zombies => Metric::Square,
    };
    let spans = [Span::new(Purpose::Walk, speed, Metric::Diamond), Span::new(Purpose::Range, range, strikes)];
    spans.into_iter().flatten().collect()
}

fn badges(unit: &UnitData) -> Vec<Badge> {
    let mut badges = Vec::new();
    let mut sign = |color, symbol, text| badges.push(Badge { color, symbol: Some(symbol), text });
    if unit.stun_wait > 0 {
        sign(Color::Warn, "stun", String::new());
    }
    if unit.attack_wait > 0 {
        sign(Color::Bad, "aim", unit.attack_wait.min(99).to_string());
    }
    if unit.ability_wait > 0 {
        sign(Color::Blue, "cog", unit.ability_wait.min(99).to_string());
    }
    badges
}

fn color(side: Side) -> Color {
    Color::Seat(side.seat().0)
}

/// The class as the first word of a title.
fn title(class: Class) -> &'static str {
    match class {
        Class::Normal => "Normal human",
        Class::Marksman => "Marksman",
        Class::Traceur => "Traceur",
        Class::Medic => "Medic",
        Class::Builder => "Builder",
        Class::Demolitionist => "Demolitionist",
        Class::Zombie => "Zombie",
    }
}

/// How long a counter keeps a unit from something.
fn wait(turns_left: i64) -> String {
    if turns_left == 0 { "ready".into() } else { format!("in {}", turns(turns_left)) }
}

fn turns(count: i64) -> String {
    if count == 1 { "1 turn".into() } else { format!("{count} turns") }
}

/// What is counted of both sides.
struct Tally {
    units: [i64; 2],
    /// Who could attack.
    ready: [i64; 2],
    /// Of the humans together.
    health: i64,
    stunned: i64,
    /// If the game ended now.
    scores: [i64; 2],
}

impl Tally {
    fn of(config: &Config, position: &Position) -> Tally {
        let mut tally = Tally { units: [0; 2], ready: [0; 2], health: 0, stunned: 0, scores: [0; 2] };
        for unit in &position.units {
            let side = unit.class.side() as usize;
            tally.units[side] += 1;
            tally.ready[side] += i64::from(unit.attack_wait == 0 && unit.stun_wait == 0);
            tally.health = tally.health.saturating_add(unit.health);
            tally.stunned += i64::from(unit.stun_wait > 0);
        }
        let scores = Scores::at(config, position.turn, tally.units[Side::Humans as usize], position.infected);
        tally.scores = [scores.humans, scores.zombies];
        tally
    }

    fn line(&self, side: Side, config: &Config, position: &Position) -> Line {
        let i = side as usize;
        let mut facts = match side {
            Side::Humans => vec![
                Fact::new("alive", self.units[i]),
                Fact::new("health", self.health),
                Fact::new("ready to shoot", self.ready[i]),
            ],
            Side::Zombies => vec![
                Fact::new("zombies", self.units[i]),
                Fact::new("infected", position.infected),
                Fact::new("stunned", self.stunned),
            ],
        };
        let faults = [position.human_faults, position.zombie_faults][i];
        if faults >= config.max_faults {
            facts.push(Fact::new("faults", "too many: no longer asked"));
        } else if faults > 0 {
            facts.push(Fact::new("faults", format_args!("{faults} of {}", config.max_faults)));
        }
        Line { seat: side.seat().0, color: color(side), score: self.scores[i].to_string(), facts }
    }

    fn gauges(&self) -> Vec<Gauge> {
        let both = |chart, values: [i64; 2]| {
            Side::ALL.map(|side| Gauge { chart, seat: side.seat().0, value: values[side as usize] })
        };
        let health = Gauge { chart: "health", seat: Side::Humans.seat().0, value: self.health };
        let mut gauges = Vec::with_capacity(7);
        gauges.extend(both("score", self.scores));
        gauges.extend(both("units", self.units));
        gauges.push(health);
        gauges.extend(both("ready to attack", self.ready));
        gauges
    }
}

fn status(config: &Config, position: &Position) -> Vec<Fact> {
    let turn = Fact::new("turn", format_args!("{} of {}", position.turn, config.turn_limit));
    let phase = match (position.phase, position.seat) {
        (Phase::Classes, _) => "humans choose classes",
        (Phase::Move, Some(Side::Humans)) => "humans walk",
        (Phase::Move, _) => "zombies walk",
        (Phase::Attack, Some(Side::Humans)) => "humans shoot",
        (Phase::Attack, _) => "zombies bite",
        (Phase::Ability, _) => "humans heal and build",
        (Phase::Over, _) => "over",
    };
    let mut status = vec![turn, Fact::new("phase", phase)];
    if let Some(result) = &position.result {
        let winner = match result.winner {
            Some(Side::Humans) => "the humans win",
            Some(Side::Zombies) => "the zombies win",
            None => "a draw",
        };
        let scores = &result.scores;
        status.push(Fact::new("result", format_args!("{winner}, {} to {}", scores.humans, scores.zombies)));
    }
    status
}
