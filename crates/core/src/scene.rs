//! A picture of a game as data: what page, SVG and PNG all draw, and what a hand points at.
//!
//! A game turns a view into a [`Scene`]: things with an id, a place and a shape. Whoever draws it knows shapes, not
//! games. Movement is the difference of two scenes by id.
//!
//! Board units: a cell is 1 wide, x to the right, y **down**. Shapes are SVG path data around the thing's own place.
//! [`LAYOUT`] says where bars, badges and labels go; every drawer follows it.

mod change;
mod legend;
mod palette;
mod span;

pub use change::Change;
pub use legend::{Legend, Sign};
pub use palette::{Color, Paint, Theme};
pub use span::{Metric, Purpose, Span};

use schemars::JsonSchema;
use serde::{Serialize, Serializer};
use std::borrow::Cow;

/// Where the small things on an item go, and how lines and letters are drawn. SVG and page use the same numbers.
pub const LAYOUT: Layout = Layout {
    bars: BarLayout { left: -0.4, top: -0.6, width: 0.8, height: 0.1, step: -0.13, rim: 0.02 },
    badges: BadgeLayout {
        radius: 0.17,
        rim: 0.04,
        places: [[0.4, -0.36], [0.4, 0.36], [-0.4, 0.36], [-0.4, -0.36]],
        symbol: 1.7,
        text: 1.4,
    },
    label: LabelLayout { place: [0.0, 0.4], size: 0.3 },
    text: TextLayout { font: "Ubuntu, system-ui, sans-serif", drop: 0.35, halo: 0.22 },
    dash: [3.0, 2.5],
};

/// Where the small things on an item go. Lengths are in board units times the item's scale, from its place; small
/// things do not turn with the item.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Layout {
    /// The bars above an item.
    pub bars: BarLayout,
    /// The badges on its rim.
    pub badges: BadgeLayout,
    /// The label under it.
    pub label: LabelLayout,
    /// Words of any kind.
    pub text: TextLayout,
    /// Dash and gap of a dashed line, in widths of the line.
    pub dash: [f32; 2],
}

/// Where bars are drawn.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, JsonSchema)]
pub struct BarLayout {
    /// The left end.
    pub left: f32,
    /// The top of the first bar.
    pub top: f32,
    /// The whole length, when full.
    pub width: f32,
    /// How thick a bar is.
    pub height: f32,
    /// How far the next bar is from the one before.
    pub step: f32,
    /// The outline around a bar.
    pub rim: f32,
}

/// Where badges are drawn.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, JsonSchema)]
pub struct BadgeLayout {
    /// The disc's radius.
    pub radius: f32,
    /// The outline around the disc.
    pub rim: f32,
    /// The centres of the first badge, the second and so on.
    pub places: [[f32; 2]; 4],
    /// How large its symbol is, in radii.
    pub symbol: f32,
    /// How large its letters are, in radii.
    pub text: f32,
}

/// Where a label is drawn.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, JsonSchema)]
pub struct LabelLayout {
    /// The middle of the line.
    pub place: [f32; 2],
    /// The size of the letters.
    pub size: f32,
}

/// How words are drawn, in sizes of their letters.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, JsonSchema)]
pub struct TextLayout {
    /// The first that the machine has; pictures bring one along.
    pub font: &'static str,
    /// How far to lower the line so that letters are centred on their place.
    pub drop: f32,
    /// The width of the line around letters that sets them off from the background.
    pub halo: f32,
}

/// One picture.
#[derive(Clone, PartialEq, Debug, Default, Serialize, JsonSchema)]
pub struct Scene {
    /// The part of the board to show: left, top, width, height in board units.
    #[serde(serialize_with = "short")]
    pub frame: [f32; 4],
    /// How the game's cells lie.
    pub grid: Grid,
    /// In the order they are painted inside their layers. No id occurs twice.
    pub items: Vec<Item>,
    /// The scoreboard, a line for each seat, in the order it is shown.
    pub sides: Vec<Side>,
    /// What else to say: label and value, such as ("day", "3 of 28").
    pub status: Vec<Fact>,
    /// The numbers for the charts.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub gauges: Vec<Gauge>,
}

/// How cells lie: cell (x, y) of the game is centred at `origin + x * right + y * up`.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Grid {
    /// Squares or hexes.
    pub kind: GridKind,
    /// The centre of cell (0, 0).
    pub origin: [f32; 2],
    /// One step in x.
    pub right: [f32; 2],
    /// One step in y.
    pub up: [f32; 2],
}

/// The shape of the cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum GridKind {
    /// Cells with four sides.
    Square,
    /// Axial coordinates: `right` and `up` lead to two neighbours.
    Hex,
}

impl Grid {
    /// Squares, y growing downwards on the screen.
    pub const SQUARES: Grid = Grid { kind: GridKind::Square, origin: [0.0, 0.0], right: [1.0, 0.0], up: [0.0, 1.0] };

    /// Where the centre of a cell is on the board.
    pub fn centre(&self, x: i64, y: i64) -> [f32; 2] {
        let (x, y) = (x as f32, y as f32);
        [0, 1].map(|i| self.origin[i] + x * self.right[i] + y * self.up[i])
    }

    /// The cell whose centre is nearest to a place on the board.
    pub fn cell_at(&self, place: [f32; 2]) -> [i64; 2] {
        let [dx, dy] = [0, 1].map(|i| place[i] - self.origin[i]);
        let area = self.right[0] * self.up[1] - self.right[1] * self.up[0];
        let x = (dx * self.up[1] - dy * self.up[0]) / area;
        let y = (dy * self.right[0] - dx * self.right[1]) / area;
        let near = [x.floor(), y.floor()].map(|n| n as i64);
        let off = |[x, y]: [i64; 2]| {
            let centre = self.centre(x, y);
            (centre[0] - place[0]).hypot(centre[1] - place[1])
        };
        let around = [[0, 0], [1, 0], [0, 1], [1, 1]].map(|[right, up]| [near[0] + right, near[1] + up]);
        around.into_iter().min_by(|a, b| off(*a).total_cmp(&off(*b))).unwrap_or(near)
    }
}

impl Default for Grid {
    fn default() -> Grid {
        Grid::SQUARES
    }
}

/// The layers, painted in this order. The lower three hardly ever change, so drawers keep them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Layer {
    /// The bare board: ground, grid lines.
    Ground,
    /// What stands on it: walls, rocks, trees.
    Terrain,
    /// Areas over it that change now and then: zones, ranges, totem areas.
    Area,
    /// What lies on the ground and changes often: scent, sight, destinations, crates.
    Floor,
    /// Whoever moves.
    #[default]
    Unit,
    /// Above everything.
    Top,
}

/// A thing in the picture.
#[derive(Clone, PartialEq, Debug, Default, Serialize, JsonSchema)]
pub struct Item {
    /// The same thing in another scene has the same id. Whatever actions can name by number has that number as its
    /// id (`"12"`); anything else begins with a letter (`"c3,4"` for what fills a cell).
    pub id: String,
    /// Which layer it is painted in.
    pub layer: Layer,
    /// What it looks like.
    pub shape: Shape,
    /// Its place, in board units.
    #[serde(serialize_with = "short")]
    pub at: [f32; 2],
    /// Its size; 1 is as the shape was drawn.
    #[serde(skip_serializing_if = "is_one", serialize_with = "short_number")]
    pub scale: f32,
    /// Degrees, clockwise on the screen; 0 is as the shape was drawn.
    #[serde(skip_serializing_if = "is_zero", serialize_with = "short_number")]
    pub angle: f32,
    /// What [`Ink::Tint`] stands for.
    #[serde(skip_serializing_if = "is_default")]
    pub tint: Color,
    /// 1 hides what is behind it, 0 cannot be seen.
    #[serde(skip_serializing_if = "is_one")]
    pub opacity: f32,
    /// Short bars above it, such as health.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub bars: Vec<Bar>,
    /// Small signs on its rim, clockwise from the top right: stunned, poisoned, shielded.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub badges: Vec<Badge>,
    /// A few letters on it or under it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub label: String,
    /// What it is called when somebody points at it: "Zombie 12". Empty: it cannot be pointed at.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// Everything known about it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub facts: Vec<Fact>,
    /// Whose it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<u8>,
    /// The cell it stands on, in the game's own coordinates.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cell: Option<[i64; 2]>,
    /// Helps to find something from afar: it fades as the board is drawn larger.
    #[serde(skip_serializing_if = "is_default")]
    pub beacon: bool,
    /// How far it reaches, shown while it is selected.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub spans: Vec<Span>,
}

impl Item {
    /// A thing of unit size at a place.
    pub fn new(id: impl ToString, layer: Layer, at: [f32; 2], shape: Shape) -> Item {
        Item { id: id.to_string(), layer, at, shape, scale: 1.0, opacity: 1.0, ..Item::default() }
    }

    /// Adds a fact.
    pub fn fact(mut self, label: impl Into<Cow<'static, str>>, value: impl ToString) -> Item {
        self.facts.push(Fact::new(label, value));
        self
    }
}

/// A label with its value.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Fact(pub Cow<'static, str>, pub String);

impl Fact {
    /// A label with anything that can be written as its value.
    pub fn new(label: impl Into<Cow<'static, str>>, value: impl ToString) -> Fact {
        Fact(label.into(), value.to_string())
    }
}

/// What a thing looks like.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Shape {
    /// One of the game's [symbols](Symbol).
    Symbol(&'static str),
    /// A shape of its own.
    Path(Part),
    /// Words, centred.
    Text {
        /// The words.
        text: String,
        /// In board units.
        size: f32,
        /// What they are painted with.
        ink: Ink,
    },
}

impl Default for Shape {
    fn default() -> Shape {
        Shape::Symbol("")
    }
}

/// A drawing for many items: parts in a cell from -0.5 to 0.5, painted in order. At angle 0 it looks to the right.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[schemars(rename = "SymbolDrawing")]
pub struct Symbol {
    /// What shapes call it by.
    pub name: &'static str,
    /// What it is made of, the lowest first.
    pub parts: &'static [Mark],
}

/// A part of a symbol: a [`Part`] that never changes.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Mark {
    /// SVG path data.
    pub d: &'static str,
    /// The inside.
    #[serde(skip_serializing_if = "is_default")]
    pub fill: Ink,
    /// The line.
    #[serde(skip_serializing_if = "is_default")]
    pub stroke: Ink,
    /// The line's width, in board units.
    #[serde(skip_serializing_if = "is_zero")]
    pub width: f32,
}

impl Mark {
    /// A filled part without an outline.
    pub const fn fill(d: &'static str, fill: Ink) -> Mark {
        Mark { d, fill, stroke: Ink::None, width: 0.0 }
    }

    /// A line without a filling.
    pub const fn line(d: &'static str, stroke: Ink, width: f32) -> Mark {
        Mark { d, fill: Ink::None, stroke, width }
    }

    /// A filled part with an outline.
    pub const fn both(d: &'static str, fill: Ink, stroke: Ink, width: f32) -> Mark {
        Mark { d, fill, stroke, width }
    }
}

/// Path data (SVG's `d`, board units, around the thing's place) and how it is painted.
#[derive(Clone, PartialEq, Debug, Default, Serialize, JsonSchema)]
pub struct Part {
    /// SVG path data.
    pub d: String,
    /// The inside.
    #[serde(skip_serializing_if = "is_default")]
    pub fill: Ink,
    /// The line.
    #[serde(skip_serializing_if = "is_default")]
    pub stroke: Ink,
    /// The line's width, in board units.
    #[serde(skip_serializing_if = "is_zero")]
    pub width: f32,
    /// Whether the line is dashed.
    #[serde(skip_serializing_if = "is_default")]
    pub dashed: bool,
}

/// What a part is painted with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Ink {
    /// Nothing is painted.
    #[default]
    None,
    /// The thing's own colour.
    Tint,
    /// The thing's own colour, darker.
    Shade,
    /// The thing's own colour, lighter.
    Light,
    /// A colour of the palette.
    Color(Color),
}

/// A bar that is partly full.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Bar {
    /// The full part.
    pub color: Color,
    /// How full it is.
    pub value: i64,
    /// When it is full.
    pub most: i64,
}

/// A small sign: a symbol, a few letters, or both.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Badge {
    /// The disc.
    pub color: Color,
    /// One of the game's symbols.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub symbol: Option<&'static str>,
    /// A few letters.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub text: String,
}

/// A seat on the scoreboard.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Side {
    /// The seat's number.
    pub seat: u8,
    /// Its colour.
    pub color: Color,
    /// The number or word that decides.
    pub score: String,
    /// What else is shown beside the score.
    pub facts: Vec<Fact>,
}

/// One number of one seat at one moment, for the charts.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Gauge {
    /// The chart it belongs to: "score", "units", "health".
    pub chart: &'static str,
    /// The seat's number.
    pub seat: u8,
    /// The number at this moment.
    pub value: i64,
}

/// What happened: in words, and as effects in the picture.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Tale {
    /// One sentence or less.
    pub text: String,
    /// The ids of the things it is about, the doer first.
    pub about: Vec<String>,
    /// Where to look.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<[f32; 2]>,
    /// What people jump to: "death", "infection", "build", "payment"; `None` for everyday events.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key: Option<&'static str>,
    /// What flares up in the picture.
    #[serde(skip)]
    pub effects: Vec<Effect>,
}

/// Something to see for a moment between two scenes.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Effect {
    /// How it looks.
    pub kind: EffectKind,
    /// Where it begins.
    #[serde(serialize_with = "short")]
    pub from: [f32; 2],
    /// Where a beam ends; else the same as `from`.
    #[serde(serialize_with = "short")]
    pub to: [f32; 2],
    /// Its colour.
    pub color: Color,
    /// The text that rises.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub text: String,
}

/// How an effect looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum EffectKind {
    /// A shot, a bite, a gift: a line that runs from one to the other.
    Beam,
    /// A blow, a death: a burst.
    Burst,
    /// Something new: a ring that widens.
    Ring,
    /// A number or a word that floats up.
    Rise,
}

impl Effect {
    /// A line that runs from one place to another.
    pub fn beam(from: [f32; 2], to: [f32; 2], color: Color) -> Effect {
        Effect { kind: EffectKind::Beam, from, to, color, text: String::new() }
    }

    /// A burst.
    pub fn burst(at: [f32; 2], color: Color) -> Effect {
        Effect { kind: EffectKind::Burst, from: at, to: at, color, text: String::new() }
    }

    /// A ring that widens.
    pub fn ring(at: [f32; 2], color: Color) -> Effect {
        Effect { kind: EffectKind::Ring, from: at, to: at, color, text: String::new() }
    }

    /// A number or a word that floats up.
    pub fn rise(at: [f32; 2], text: impl ToString, color: Color) -> Effect {
        Effect { kind: EffectKind::Rise, from: at, to: at, color, text: text.to_string() }
    }
}

/// Where things are, for telling an event.
pub struct Places<'a> {
    /// The grid of both scenes.
    pub grid: Grid,
    /// The scene before the step.
    pub before: &'a Scene,
    /// The scene after it.
    pub after: &'a Scene,
}

impl Places<'_> {
    /// Where the thing of that number was before the step; if it was not there, where it is now.
    pub fn of(&self, id: i64) -> Option<[f32; 2]> {
        let id = id.to_string();
        let find = |scene: &Scene| scene.items.iter().find(|item| item.id == id).map(|item| item.at);
        find(self.before).or_else(|| find(self.after))
    }
}

/// Thousandths of a cell are enough for any screen, and take half the bytes.
fn short<const N: usize, S: Serializer>(numbers: &[f32; N], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(numbers.iter().map(|&n| thousandths(n)))
}

fn short_number<S: Serializer>(number: &f32, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(thousandths(*number))
}

fn thousandths(number: f32) -> f64 {
    (f64::from(number) * 1000.0).round() / 1000.0
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

fn is_one(value: &f32) -> bool {
    *value == 1.0
}

fn is_zero(value: &f32) -> bool {
    *value == 0.0
}
