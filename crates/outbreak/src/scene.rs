//! The picture of a view: the diamond of hexes with everything on it that the viewer was told.
//!
//! What its owner cannot see now lies in mist; walls and crates there are those of the first view, drawn faintly.

mod area;
mod ground;
mod legend;
mod scores;
mod symbols;
mod tales;
mod things;

pub(crate) use legend::LEGEND;
pub(crate) use symbols::{Gear, SYMBOLS};
pub(crate) use tales::tell;

use crate::config::Config;
use crate::position::WallInfo;
use crate::view::View;
use crate::words::Side;
use area::Area;
use skirmish_core::scene::{Grid, GridKind, Item, Scene};
use skirmish_grid::hex::{Diamond, Hex};

/// Half the square root of 3: neighbours are 1 apart.
const SLANT: f32 = 0.866_025_4;

/// +x points down to the right, +y up to the right.
const GRID: Grid = Grid { kind: GridKind::Hex, origin: [0.0, 0.0], right: [SLANT, 0.5], up: [SLANT, -0.5] };

pub(crate) fn scene(config: &Config, view: &View) -> Scene {
    let look = Look::new(config, view);
    let mut items = Vec::with_capacity(64 + 2 * view.zombies.len() + view.walls.len());
    ground::draw(&look, &mut items);
    things::draw(&look, &mut items);
    Scene {
        frame: frame(look.board),
        grid: GRID,
        items,
        sides: scores::sides(config, view),
        status: scores::status(config, view),
        gauges: scores::gauges(view),
    }
}

/// The whole board with a margin that has room for the names of the zones.
fn frame(board: Diamond) -> [f32; 4] {
    let radius = board.radius() as f32;
    let (half_width, half_height) = (2.0 * radius * SLANT + 1.3, radius + 1.2);
    [-half_width, -half_height, 2.0 * half_width, 2.0 * half_height]
}

/// A view, and what its owner sees of the board.
struct Look<'a> {
    config: &'a Config,
    view: &'a View,
    board: Diamond,
    /// By side; empty for a side whose sight the owner does not know.
    sights: [Area; 2],
}

impl Look<'_> {
    fn new<'a>(config: &'a Config, view: &'a View) -> Look<'a> {
        let board = Diamond::new(config.radius as i32);
        let known = |side| view.you.is_none_or(|you| you == side);
        let mut sights = [Area::none(board), Area::none(board)];
        if known(Side::Humans) {
            view.humans.iter().for_each(|unit| sights[0].add_disc(Hex::new(unit.x, unit.y), config.human_sight));
        }
        if known(Side::Zombies) {
            view.zombies.iter().for_each(|unit| sights[1].add_disc(Hex::new(unit.x, unit.y), config.zombie_sight));
        }
        Look { config, view, board, sights }
    }

    /// What the owner sees now; `None` for those who see everything.
    fn seen(&self) -> Option<&Area> {
        self.view.you.map(|you| &self.sights[you as usize])
    }

    /// The HP that a wall began with.
    fn first_hp(&self, wall: &WallInfo) -> i64 {
        let factor = i128::from(self.config.wall_overheal.units.max(1));
        (i128::from(wall.max_hp) * 10_000 / factor) as i64
    }
}

/// The centre of a hex.
fn place(x: i32, y: i32) -> [f32; 2] {
    GRID.centre(x.into(), y.into())
}

/// Something that cannot be asked about: part of the board.
fn backdrop(item: Item, opacity: f32) -> Item {
    Item { opacity, ..item }
}
