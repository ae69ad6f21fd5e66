//! The ground: how much of the endless plane is shown, and what it is painted with.

use crate::config::Config;
use crate::field::Square;
use crate::position::BaseEntry;
use crate::view::View;
use skirmish_core::hash::mix;
use skirmish_core::scene::{Color, Ink, Item, Layer, Part, Shape};
use std::fmt::Write;

/// Soldiers and destinations this near to the map are in the picture; those farther away do not widen it.
const NEAR: i64 = 12;
/// The picture widens by this many squares at a time, so that it seldom changes.
const STEP: i64 = 4;
/// The longest side of the map that is shown.
const LONGEST: i64 = 256;
/// Building areas wider than this are not shown: they are nearly everywhere.
const WIDEST_SITE: i64 = 24;
/// Squares of the open plane that are seen around the map.
const MARGIN: f32 = 1.1;

/// A rectangle of squares: two corners, both included.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Extent {
    pub low: Square,
    pub high: Square,
}

impl Extent {
    /// The map: bases, rocks, building areas and, where it is not far, the square (0, 0) at which drawings begin.
    pub fn home(config: &Config, view: &View) -> Extent {
        let reach = if config.max_distance_from_base <= WIDEST_SITE { config.max_distance_from_base } else { 0 };
        let first = view.bases.first().map(BaseEntry::square).unwrap_or_default();
        let mut home = Extent { low: first, high: first };
        view.rocks.iter().for_each(|rock| home.include(rock.square()));
        for Square { x, y } in view.bases.iter().map(BaseEntry::square) {
            // Commands do not reach negative squares.
            home.include(Square::new((x - reach).max(x.min(0)), (y - reach).max(y.min(0))));
            home.include(Square::new(x + reach, y + reach));
        }
        if home.widened(LONGEST / 4).holds(Square::default()) {
            home.include(Square::default());
        }
        let side = |low: i64, high: i64, first: i64| {
            if high - low < LONGEST { (low, high) } else { (first - LONGEST / 2, first + LONGEST / 2) }
        };
        let (left, right) = side(home.low.x, home.high.x, first.x);
        let (top, bottom) = side(home.low.y, home.high.y, first.y);
        Extent { low: Square::new(left, top), high: Square::new(right, bottom) }
    }

    /// What is shown: the map, widened in steps to include soldiers and destinations near it.
    pub fn stage(self, view: &View) -> Extent {
        let near = self.widened(NEAR);
        let mut stage = self;
        let squares = view.soldiers.iter().flat_map(|soldier| [soldier.square(), soldier.goal()]);
        squares.filter(|&at| near.holds(at)).for_each(|at| stage.include(at));
        let steps = |squares: i64| (squares + STEP - 1) / STEP * STEP;
        let Extent { low, high } = self;
        Extent {
            low: Square::new(low.x - steps(low.x - stage.low.x), low.y - steps(low.y - stage.low.y)),
            high: Square::new(high.x + steps(stage.high.x - high.x), high.y + steps(stage.high.y - high.y)),
        }
    }

    pub fn holds(self, at: Square) -> bool {
        (self.low.x..=self.high.x).contains(&at.x) && (self.low.y..=self.high.y).contains(&at.y)
    }

    /// The nearest square inside.
    pub fn nearest(self, at: Square) -> Square {
        Square::new(at.x.clamp(self.low.x, self.high.x), at.y.clamp(self.low.y, self.high.y))
    }

    pub fn frame(self) -> [f32; 4] {
        let [width, height] = self.sides();
        let [x, y] = centre(self.low);
        [x - 0.5 - MARGIN, y - 0.5 - MARGIN, width as f32 + 2.0 * MARGIN, height as f32 + 2.0 * MARGIN]
    }

    fn sides(self) -> [i64; 2] {
        [self.high.x - self.low.x + 1, self.high.y - self.low.y + 1]
    }

    fn include(&mut self, at: Square) {
        self.low = Square::new(self.low.x.min(at.x), self.low.y.min(at.y));
        self.high = Square::new(self.high.x.max(at.x), self.high.y.max(at.y));
    }

    fn widened(self, by: i64) -> Extent {
        let Extent { low, high } = self;
        Extent { low: Square::new(low.x - by, low.y - by), high: Square::new(high.x + by, high.y + by) }
    }

    fn squares(self) -> impl Iterator<Item = Square> {
        (self.low.y..=self.high.y).flat_map(move |y| (self.low.x..=self.high.x).map(move |x| Square::new(x, y)))
    }
}

/// Where a square is drawn.
pub(super) fn centre(at: Square) -> [f32; 2] {
    [at.x as f32, at.y as f32]
}

/// A number that is always the same for a square: what varies the look of equal things.
pub(super) fn whim(at: Square) -> u64 {
    mix((at.x as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ (at.y as u64).wrapping_mul(0xc2b2_ae3d_27d4_eb4f))
}

/// Paints the map, and the open plane around it as dots.
pub(super) fn paint(home: Extent, stage: Extent, view: &View, out: &mut Vec<Item>) {
    let [width, height] = home.sides();
    let [x, y] = centre(home.low);
    let mut layer = |id: &str, opacity: f32, at: [f32; 2], part: Part| {
        out.push(Item { opacity, ..Item::new(id, Layer::Ground, at, Shape::Path(part)) });
    };
    let corner = [x - 0.5, y - 0.5];
    let field = format!("M0 0H{width}V{height}H0Z");
    layer("plane", 0.5, [x, y], line(dots(home, stage), Color::Faint, 0.08));
    layer("ground", 1.0, corner, Part { d: field.clone(), fill: Ink::Color(Color::Ground), ..Part::default() });
    layer("grass", 0.5, corner, line(grass(home), Color::Plant, 0.035));
    let mut lines = String::new();
    for x in 1..width {
        let _ = write!(lines, "M{x} 0V{height}");
    }
    for y in 1..height {
        let _ = write!(lines, "M0 {y}H{width}");
    }
    layer("grid", 1.0, corner, line(lines, Color::GroundLine, 0.03));
    layer("rim", 1.0, corner, line(field, Color::WallTop, 0.07));
    let shade = Part { d: shadows(home, view), fill: Ink::Color(Color::Black), ..Part::default() };
    layer("shadows", 0.18, [x, y + 0.14], shade);
    rulers(home, out);
}

fn line(d: String, color: Color, width: f32) -> Part {
    Part { d, stroke: Ink::Color(color), width, ..Part::default() }
}

/// A dot in every square outside the map, as far as the picture shows it.
fn dots(home: Extent, stage: Extent) -> String {
    let mut d = String::new();
    let numbered = |at: Square| at.y == home.low.y - 1 && at.x % 5 == 0 || at.x == home.low.x - 1 && at.y % 5 == 0;
    for at in stage.widened(1).squares().filter(|&at| !home.holds(at) && !numbered(at)) {
        let _ = write!(d, "M{} {}h.01", at.x - home.low.x, at.y - home.low.y);
    }
    d
}

/// Tufts here and there.
fn grass(home: Extent) -> String {
    let mut d = String::new();
    for at in home.squares() {
        let whim = whim(at);
        if whim.is_multiple_of(9) {
            let (x, y) = (at.x - home.low.x, at.y - home.low.y);
            let _ = write!(d, "M{x}.{} {y}.{}", 2 + (whim >> 8) % 6, 4 + (whim >> 16) % 5);
            d.push_str("l-.05-.12m.11 .14l.02-.22m.06 .21l.09-.1");
        }
    }
    d
}

/// What rocks and bases cast on the ground.
fn shadows(home: Extent, view: &View) -> String {
    let mut d = String::new();
    let things = view.rocks.iter().map(|rock| rock.square()).chain(view.bases.iter().map(BaseEntry::square));
    for at in things.filter(|&at| home.holds(at)) {
        let _ = write!(d, "M{} {}m-.5 0a.5 .42 0 1 0 1 0a.5 .42 0 1 0-1 0Z", at.x - home.low.x, at.y - home.low.y);
    }
    d
}

/// The numbers of columns and rows along the rim.
fn rulers(home: Extent, out: &mut Vec<Item>) {
    let mut number = |id: String, at: [f32; 2], n: i64| {
        let text = Shape::Text { text: n.to_string(), size: 0.42, ink: Ink::Color(Color::Faint) };
        out.push(Item::new(id, Layer::Ground, at, text));
    };
    let [left, top] = centre(home.low);
    for x in (home.low.x..=home.high.x).filter(|x| x % 5 == 0) {
        number(format!("column{x}"), [x as f32, top - 1.0], x);
    }
    for y in (home.low.y..=home.high.y).filter(|y| y % 5 == 0) {
        number(format!("row{y}"), [left - 1.0, y as f32], y);
    }
}

/// The squares on which a seat may build: a tinge and a dashed rim.
pub(super) fn site(config: &Config, base: &BaseEntry, out: &mut Vec<Item>) {
    let reach = config.max_distance_from_base;
    if !(1..=WIDEST_SITE).contains(&reach) {
        return;
    }
    // Column and row `n` from the base end at `n`, measured from its lower right corner. Commands do not reach
    // negative squares, so the diamond is cut off there.
    let rows = (-reach).max(-base.y)..=reach;
    let columns = |row: i64| ((row.abs() - reach).max(-base.x), reach - row.abs());
    let rows: Vec<i64> = rows.filter(|&row| columns(row).0 <= columns(row).1).collect();
    let Some(&top) = rows.first() else { return };
    let mut d = format!("M{} {}", columns(top).0 - 1, top - 1);
    for &row in &rows {
        let _ = write!(d, "H{}V{row}", columns(row).1);
    }
    for &row in rows.iter().rev() {
        let _ = write!(d, "H{}V{}", columns(row).0 - 1, row - 1);
    }
    d.push('Z');
    let at = centre(base.square()).map(|n| n + 0.5);
    let name = base.seat.name();
    let mut layer = |id: String, opacity: f32, part: Part| {
        let tint = Color::Seat(base.seat as u8);
        out.push(Item { opacity, tint, ..Item::new(id, Layer::Ground, at, Shape::Path(part)) });
    };
    layer(format!("site-{name}"), 0.09, Part { d: d.clone(), fill: Ink::Tint, ..Part::default() });
    let rim = Part { d, stroke: Ink::Tint, width: 0.05, dashed: true, ..Part::default() };
    layer(format!("site-rim-{name}"), 0.5, rim);
}
