//! Sets of hexes, and the paths that fill and surround them.

use super::place;
use skirmish_grid::hex::{Diamond, Hex};
use std::fmt::Write;

/// The hexagon around a hex, drawn from its right corner and back to it.
const HEXAGON: &str = "l-.289 .5h-.577l-.289 -.5 .289 -.5h.577z";

/// From the right corner of a hex to that of its neighbour in +x.
const STEP: &str = "m.866 .5";

/// Where the right corner is from the centre.
const CORNER: f32 = 0.577;

/// The side towards each neighbour, by facing: where it begins, and how it goes on.
const SIDES: [([f32; 2], &str); 6] = [
    ([CORNER, 0.0], "l-.29 .5"),
    ([0.289, -0.5], "l.29 .5"),
    ([-0.289, -0.5], "h.58"),
    ([-CORNER, 0.0], "l.29 -.5"),
    ([-0.289, 0.5], "l-.29 -.5"),
    ([0.289, 0.5], "h-.58"),
];

/// Some of the hexes of a board.
pub(super) struct Area {
    board: Diamond,
    has: Vec<bool>,
}

impl Area {
    pub fn none(board: Diamond) -> Area {
        Area { board, has: vec![false; board.hexes()] }
    }

    pub fn of(board: Diamond, holds: impl Fn(Hex) -> bool) -> Area {
        Area { board, has: board.iter().map(holds).collect() }
    }

    pub fn add_disc(&mut self, centre: Hex, radius: i64) {
        for hex in self.board.disc(centre, radius) {
            self.has[self.board.index(hex)] = true;
        }
    }

    pub fn has(&self, hex: Hex) -> bool {
        self.board.contains(hex) && self.has[self.board.index(hex)]
    }

    pub fn is_empty(&self) -> bool {
        !self.has.contains(&true)
    }

    /// All the others.
    pub fn rest(&self) -> Area {
        Area { board: self.board, has: self.has.iter().map(|has| !has).collect() }
    }

    /// A path of all its hexagons. Rows are drawn in runs, so that only their first hex says where it is.
    pub fn hexagons(&self) -> String {
        let mut d = String::new();
        let mut last = None;
        for hex in self.board.iter().filter(|&hex| self.has(hex)) {
            if last == Some(Hex::new(hex.x - 1, hex.y)) {
                d.push_str(STEP);
            } else {
                let [x, y] = place(hex.x, hex.y);
                let _ = write!(d, "M{:.2} {y:.1}", x + CORNER);
            }
            d.push_str(HEXAGON);
            last = Some(hex);
        }
        d
    }

    /// A path along its edge; where the board ends only if `rim` says so.
    pub fn edge(&self, rim: bool) -> String {
        let mut d = String::new();
        for hex in self.board.iter().filter(|&hex| self.has(hex)) {
            for (near, ([from_x, from_y], along)) in hex.around().into_iter().zip(SIDES) {
                let ends = if self.board.contains(near) { !self.has(near) } else { rim };
                if ends {
                    let [x, y] = place(hex.x, hex.y);
                    let _ = write!(d, "M{:.2} {:.1}{along}", x + from_x, y + from_y);
                }
            }
        }
        d
    }
}
