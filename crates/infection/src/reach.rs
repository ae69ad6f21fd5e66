//! What a unit can reach: a set of cells around it.

use skirmish_grid::square::{AROUND4, AROUND8};
use skirmish_grid::window::{RADIUS, Window};

/// A set of cells. Ranges up to [`RADIUS`] take no memory of their own.
#[derive(Clone, PartialEq, Debug)]
pub enum Reach {
    /// `window` keeps to the rows up to `radius` away.
    Near {
        x: i32,
        y: i32,
        radius: i32,
        window: Window,
    },
    Far {
        width: i32,
        cells: Vec<bool>,
    },
}

impl Reach {
    /// Whether a cell of the board is in the set.
    #[inline]
    pub fn contains(&self, x: i32, y: i32) -> bool {
        match self {
            Reach::Near { x: cx, y: cy, window, .. } => window.contains(x - cx, y - cy),
            Reach::Far { width, cells } => cells[(y * width + x) as usize],
        }
    }

    /// Takes a cell of the board out.
    #[inline]
    pub fn remove(&mut self, x: i32, y: i32) {
        match self {
            Reach::Near { x: cx, y: cy, window, .. } => window.remove(x - *cx, y - *cy),
            Reach::Far { width, cells } => cells[(y * *width + x) as usize] = false,
        }
    }

    /// Takes out the cells that `keep` does not want.
    pub fn retain(&mut self, keep: impl Fn(i32, i32) -> bool) {
        match self {
            Reach::Near { x, y, window, .. } => {
                let all = *window;
                all.each(|dx, dy| {
                    if !keep(*x + dx, *y + dy) {
                        window.remove(dx, dy);
                    }
                });
            }
            Reach::Far { width, cells } => {
                for (cell, reached) in cells.iter_mut().enumerate() {
                    *reached = *reached && keep(cell as i32 % *width, cell as i32 / *width);
                }
            }
        }
    }

    /// Shows every cell of the set to `see`, by ascending y, then x.
    #[inline]
    pub fn each(&self, mut see: impl FnMut(i32, i32)) {
        match self {
            Reach::Near { x, y, window, .. } => window.each(|dx, dy| see(x + dx, y + dy)),
            Reach::Far { width, cells } => {
                for (cell, _) in cells.iter().enumerate().filter(|(_, reached)| **reached) {
                    see(cell as i32 % width, cell as i32 / width);
                }
            }
        }
    }
}

/// Whether a range fits into a window.
pub(crate) fn is_near(range: i64) -> bool {
    range <= i64::from(RADIUS)
}

/// Which cells are neighbours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Around {
    Four,
    Eight,
}

/// The cell-by-cell search for ranges of any length. Enters the cells that `enter` allows and continues from those
/// that `through` allows; the start is always reached and continued from.
pub(crate) fn search(
    (width, height): (i32, i32),
    start: (i32, i32),
    range: i64,
    around: Around,
    enter: impl Fn(usize) -> bool,
    through: impl Fn(usize) -> bool,
) -> Reach {
    let cell = |(x, y): (i32, i32)| (y * width + x) as usize;
    let offsets: &[(i32, i32)] = match around {
        Around::Four => &AROUND4,
        Around::Eight => &AROUND8,
    };
    let mut cells = vec![false; (width * height) as usize];
    cells[cell(start)] = true;
    let (mut front, mut next) = (vec![start], Vec::new());
    let mut steps = 0;
    while steps < range && !front.is_empty() {
        for &(x, y) in front.iter().filter(|&&at| at == start || through(cell(at))) {
            for (dx, dy) in offsets {
                let to = (x + dx, y + dy);
                let inside = (0..width).contains(&to.0) && (0..height).contains(&to.1);
                if inside && !cells[cell(to)] && enter(cell(to)) {
                    cells[cell(to)] = true;
                    next.push(to);
                }
            }
        }
        front.clear();
        std::mem::swap(&mut front, &mut next);
        steps += 1;
    }
    Reach::Far { width, cells }
}
