//! What the arrays and numbers of a game mean: names, shapes, scales. It never changes while a game is played.

use crate::space::{FIRST, Space};
use serde::{Deserialize, Serialize};
use skirmish_core::{Documents, Faults, Setup};

/// How large the arrays are: the largest board, army and reach that they have room for.
///
/// Boards may be smaller; what is outside is marked as such. Whoever plays on larger ones asks for a larger scope.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scope {
    /// Columns of the largest board.
    pub width: usize,
    /// Rows of the largest board.
    pub height: usize,
    /// Rows of the array of units. Units beyond them are left out of it.
    pub units: usize,
    /// How far the planes around the unit that decides reach in each direction.
    pub sight: usize,
    /// How far the numbered actions reach, in games where a unit can act at a distance.
    pub reach: usize,
    /// How many seats there are.
    pub seats: usize,
}

impl Scope {
    /// Room for both.
    pub fn cover(self, other: Scope) -> Scope {
        Scope {
            width: self.width.max(other.width),
            height: self.height.max(other.height),
            units: self.units.max(other.units),
            sight: self.sight.max(other.sight),
            reach: self.reach.max(other.reach),
            seats: self.seats.max(other.seats),
        }
    }

    /// The scope that a game needs under a setup, whatever its openings are.
    pub fn of<G: Space>(base: &Setup) -> Result<Scope, Faults> {
        /// The shipped maps come first.
        const LOOKED_AT: u64 = 8;
        let (game, state) = G::opening(0, base)?;
        let first = game.scope(&state);
        let first = if base.map.is_some() { first } else { game.largest(first) };
        (1..LOOKED_AT).try_fold(first, |scope, n| {
            let (game, state) = G::opening(n, base)?;
            Ok(scope.cover(game.scope(&state)))
        })
    }

    /// How many cells the planes around a unit have in each direction.
    pub fn window(&self) -> usize {
        self.sight.saturating_mul(2).saturating_add(1)
    }
}

/// What the numbers in an array are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Bytes from 0 to 255; what is larger is written as 255.
    U8,
    /// 16 bits with a sign; what does not fit is written as the nearest that does.
    I16,
}

impl Kind {
    /// Bytes of one number.
    pub fn size(self) -> usize {
        match self {
            Kind::U8 => 1,
            Kind::I16 => 2,
        }
    }
}

/// What one plane or one column holds.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Column {
    /// Its name.
    pub name: &'static str,
    /// Divide by this to get numbers about as large as 1.
    pub scale: f32,
    /// What it means.
    pub about: &'static str,
}

/// A column, in short.
pub const fn column(name: &'static str, scale: f32, about: &'static str) -> Column {
    Column { name, scale, about }
}

/// One named array of an observation.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Array {
    /// Its name.
    pub name: &'static str,
    /// What its numbers are.
    pub kind: Kind,
    /// Its shape.
    pub shape: Vec<usize>,
    /// The axis that `columns` are along.
    pub axis: usize,
    /// What it holds along that axis.
    pub columns: &'static [Column],
    /// What it is.
    pub about: &'static str,
    /// Whether it is only written when it is asked for, because it is large.
    pub large: bool,
}

impl Array {
    /// Planes of the cells around the unit that decides, in the middle.
    pub fn near(scope: &Scope, columns: &'static [Column]) -> Array {
        Array {
            name: "near",
            kind: Kind::U8,
            shape: vec![columns.len(), scope.window(), scope.window()],
            axis: 0,
            columns,
            about: "planes of the cells around the unit that decides, which is in the middle: [plane, dy, dx]",
            large: false,
        }
    }

    /// Planes of the whole board.
    pub fn board(scope: &Scope, columns: &'static [Column]) -> Array {
        Array {
            name: "board",
            kind: Kind::U8,
            shape: vec![columns.len(), scope.height, scope.width],
            axis: 0,
            columns,
            about: "planes of the whole board: [plane, y, x]; cells beyond a smaller board are marked as outside",
            large: true,
        }
    }

    /// One row for each unit that the seat sees.
    pub fn units(scope: &Scope, columns: &'static [Column]) -> Array {
        Array {
            name: "units",
            kind: Kind::I16,
            shape: vec![scope.units, columns.len()],
            axis: 1,
            columns,
            about: "a row for each unit that the seat sees; rows that no unit has are 0",
            large: false,
        }
    }

    /// Which rows of the units are units.
    pub fn present(scope: &Scope) -> Array {
        const PRESENT: &[Column] = &[column("present", 1.0, "1 where the row of `units` is a unit")];
        Array {
            name: "present",
            kind: Kind::U8,
            shape: vec![scope.units],
            axis: 1,
            columns: PRESENT,
            about: "1 for each row of `units` that is a unit",
            large: false,
        }
    }

    /// The unit that decides.
    pub fn me(columns: &'static [Column]) -> Array {
        Array {
            name: "me",
            kind: Kind::I16,
            shape: vec![columns.len()],
            axis: 0,
            columns,
            about: "the unit that decides, with the columns of `units`; 0 where the seat itself decides",
            large: false,
        }
    }

    /// Numbers about the whole game.
    pub fn globals(columns: &'static [Column]) -> Array {
        Array {
            name: "globals",
            kind: Kind::I16,
            shape: vec![columns.len()],
            axis: 0,
            columns,
            about: "how the game stands, as the seat is told",
            large: false,
        }
    }

    /// How many numbers it has. What is too large to be counted is as large as can be, so that no bound lets it through.
    pub fn len(&self) -> usize {
        self.shape.iter().fold(1, |all, &size| all.saturating_mul(size))
    }

    /// Whether it has no numbers.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many bytes it has.
    pub fn bytes(&self) -> usize {
        self.len().saturating_mul(self.kind.size())
    }
}

/// Neighbouring numbers of one kind of action.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Group {
    /// What they are: usually the verb.
    pub name: &'static str,
    /// The first of them.
    pub first: usize,
    /// How many there are.
    pub count: usize,
    /// Which is which.
    pub about: &'static str,
}

/// Puts groups one after the other, behind the numbers that all games share.
pub fn groups(parts: &[(&'static str, usize, &'static str)]) -> Vec<Group> {
    let mut first = FIRST;
    let group = |&(name, count, about): &(&'static str, usize, &'static str)| {
        let group = Group { name, first, count, about };
        first += count;
        group
    };
    parts.iter().map(group).collect()
}

/// Everything about the arrays and numbers of a game in one scope.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Layout {
    /// The game.
    pub game: &'static str,
    /// The version of its rules.
    pub version: u32,
    /// The version of its arrays and numbers.
    pub layout: u32,
    /// How large they are.
    pub scope: Scope,
    /// The arrays of an observation.
    pub arrays: Vec<Array>,
    /// How many numbers there are.
    pub numbers: usize,
    /// What they mean.
    pub groups: Vec<Group>,
}

impl Layout {
    /// The layout of a game.
    pub fn of<G: Space>(scope: &Scope) -> Layout {
        let mut groups = vec![
            Group { name: "end", first: 0, count: 1, about: "ends the list; for a seat that waits: nothing" },
            Group { name: "done", first: 1, count: 1, about: "this unit does nothing more in this list" },
            Group { name: "later", first: 2, count: 1, about: "the others first; this unit is asked again" },
        ];
        groups.extend(G::groups(scope));
        Layout {
            game: <G as Documents>::ID,
            version: <G as Documents>::VERSION,
            layout: G::LAYOUT,
            scope: *scope,
            arrays: G::arrays(scope),
            numbers: groups.last().map_or(FIRST, |group| group.first + group.count),
            groups,
        }
    }

    /// The arrays that are written unless others are asked for.
    pub fn small(&self) -> Vec<&'static str> {
        self.arrays.iter().filter(|array| !array.large).map(|array| array.name).collect()
    }
}
