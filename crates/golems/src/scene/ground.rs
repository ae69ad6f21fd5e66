//! The ground: squares, walls, zones, and the numbers along the rim. One item for each layer of many equal squares.

use super::name;
use crate::config::GolemsConfig;
use crate::view::View;
use skirmish_core::Seat;
use skirmish_core::scene::{Color, Grid, Ink, Item, Layer, Part, Shape};
use std::fmt::Write;

/// Every how many rows and columns a number is shown at the rim.
const NUMBERED: i64 = 5;

/// Where zones are.
pub struct Zones {
    width: i64,
    height: i64,
    /// Row by row from the bottom.
    cells: Vec<bool>,
    count: i64,
}

impl Zones {
    fn of(view: &View) -> Zones {
        let cells: Vec<bool> = view.rows.iter().rev().flat_map(|row| row.bytes().map(|c| c == b'O')).collect();
        let count = cells.iter().filter(|&&zone| zone).count() as i64;
        Zones { width: view.width, height: view.height, cells, count }
    }

    pub fn has(&self, x: i64, y: i64) -> bool {
        let inside = (0..self.width).contains(&x) && (0..self.height).contains(&y);
        inside && self.cells.get((y * self.width + x) as usize) == Some(&true)
    }

    pub fn count(&self) -> i64 {
        self.count
    }
}

/// Everything but the zones.
pub fn draw(view: &View, items: &mut Vec<Item>) {
    let (width, height) = (view.width, view.height);
    let flat = |color| Part { fill: Ink::Color(color), ..Part::default() };
    let lines = |color, width| Part { stroke: Ink::Color(color), width, ..Part::default() };
    let mut push = |id: &str, layer, part, d, opacity| {
        // Paths count from the upper left corner of the board, so that most of their numbers are whole.
        items.push(Item { opacity, ..Item::new(id, layer, [-0.5, -0.5], Shape::Path(Part { d, ..part })) });
    };
    push("ground", Layer::Ground, flat(Color::Ground), format!("M0 0h{width}v{height}h-{width}z"), 1.0);
    push("lines", Layer::Ground, lines(Color::GroundLine, 0.03), squares(width, height), 1.0);
    let rim = Part { stroke: Ink::Color(Color::Wall), width: 0.16, ..Part::default() };
    push("rim", Layer::Ground, rim, format!("M-.08-.08h{0}.16v{1}.16h-{0}.16z", width, height), 1.0);
    let walls = Walls::of(view);
    push("walls", Layer::Terrain, flat(Color::Wall), walls.sides, 1.0);
    let tops = Part { stroke: Ink::Color(Color::Wall), width: 0.04, ..flat(Color::WallTop) };
    push("wall_tops", Layer::Terrain, tops, walls.tops, 1.0);
    push("wall_lights", Layer::Terrain, lines(Color::White, 0.04), walls.lights, 0.3);
    push("wall_shadows", Layer::Ground, flat(Color::Black), walls.shadows, 0.16);
    for x in (0..width).step_by(NUMBERED as usize) {
        items.push(number("x", x, [x as f32, height as f32]));
    }
    for y in (0..height).step_by(NUMBERED as usize) {
        items.push(number("y", y, [-1.0, (height - 1 - y) as f32]));
    }
}

fn squares(width: i64, height: i64) -> String {
    let mut d = String::new();
    (1..width).for_each(|x| _ = write!(d, "M{x} 0v{height}"));
    (1..height).for_each(|y| _ = write!(d, "M0 {y}h{width}"));
    d
}

fn number(axis: &str, n: i64, at: [f32; 2]) -> Item {
    let shape = Shape::Text { text: n.to_string(), size: 0.42, ink: Ink::Color(Color::Faint) };
    Item::new(format_args!("{axis}{n}"), Layer::Ground, at, shape)
}

/// Walls as paths: stones with a face towards the viewer where the ground below is open.
#[derive(Default)]
struct Walls {
    sides: String,
    tops: String,
    /// The upper edges, where light falls on them.
    lights: String,
    shadows: String,
}

impl Walls {
    fn of(view: &View) -> Walls {
        let is_wall = |x: usize, y: usize| view.rows.get(y).and_then(|row| row.as_bytes().get(x)) == Some(&b'#');
        let mut walls = Walls::default();
        for (y, row) in view.rows.iter().enumerate() {
            for x in (0..row.len()).filter(|&x| is_wall(x, y)) {
                let covered = is_wall(x, y + 1);
                let depth = if covered { "1" } else { ".72" };
                let _ = write!(walls.tops, "M{x} {y}h1v{depth}h-1z");
                if !covered {
                    let _ = write!(walls.sides, "M{x} {y}.7h1v.3h-1z");
                }
                if !covered && y + 1 < view.rows.len() {
                    let _ = write!(walls.shadows, "M{x} {}h1.1v.14h-1z", y + 1);
                }
                if y == 0 || !is_wall(x, y - 1) {
                    let _ = write!(walls.lights, "M{x}.06 {y}.05h.88");
                }
            }
        }
        walls
    }
}

/// The zones, each in the colour of the unit on it.
pub fn zones(config: &GolemsConfig, view: &View, grid: &Grid, items: &mut Vec<Item>) -> Zones {
    let zones = Zones::of(view);
    let mut holders = vec![None; zones.cells.len()];
    for unit in view.units.iter().filter(|unit| zones.has(unit.x, unit.y)) {
        holders[(unit.y * zones.width + unit.x) as usize] = Some(unit);
    }
    let points = format!("{} build point{} a turn", config.zone_points, if config.zone_points == 1 { "" } else { "s" });
    for (i, holder) in holders.into_iter().enumerate().filter(|(i, _)| zones.cells[*i]) {
        let (x, y) = (i as i64 % zones.width, i as i64 / zones.width);
        let symbol = Shape::Symbol(if holder.is_some() { "held" } else { "zone" });
        let item = Item::new(format_args!("c{x},{y}"), Layer::Area, grid.centre(x, y), symbol);
        let item = item.fact("gives", &points);
        items.push(Item {
            tint: holder.map_or(Color::Warn, |unit| Color::Seat(Seat::from(unit.owner).0)),
            title: "Build zone".into(),
            cell: Some([x, y]),
            seat: holder.map(|unit| Seat::from(unit.owner).0),
            ..match holder {
                Some(unit) => item.fact("held by", format_args!("golem {} of {}", unit.id, name(unit.owner))),
                None => item.fact("held by", "nobody"),
            }
        });
    }
    zones
}
