//! The board as characters.

use crate::game::Golems;
use crate::position::SeatName;
use crate::state::State;
use skirmish_core::Documents;
use skirmish_core::scene::Color;
use skirmish_core::sketch::{Mark, Sketch};

/// Walls and zones as map files write them; units of `p0` by the small letter of their strongest colour, units of `p1` by
/// the capital one.
pub(crate) fn sketch(game: &Golems, state: &State) -> Sketch {
    let position = game.position(state);
    let last = (position.width - 1, position.height - 1);
    let mut sketch = Sketch::new((0, 0), last, Mark::ground('.', "open field")).rising();
    // The first row of a map is the highest.
    for (y, row) in (0..position.height).rev().zip(&position.rows) {
        for (x, square) in (0..).zip(row.chars()) {
            match square {
                '#' => sketch.put(x, y, Mark::terrain('#', "wall", Color::Wall)),
                'O' => sketch.put(x, y, Mark::terrain('O', "zone", Color::Warn)),
                _ => {}
            }
        }
    }
    for unit in &position.units {
        let colours = [
            (unit.red, ('r', "red golem")),
            (unit.green, ('g', "green golem")),
            (unit.blue, ('b', "blue golem")),
            (unit.yellow, ('y', "yellow golem")),
        ];
        let strongest = colours.into_iter().rev().max_by_key(|(amount, _)| *amount);
        let (letter, what) = strongest.map_or(('?', "golem"), |(_, mark)| mark);
        let mark = match unit.owner {
            SeatName::P0 => Mark::unit(letter, what, 0),
            SeatName::P1 => Mark::unit(letter.to_ascii_uppercase(), what, 1),
        };
        sketch.put(unit.x, unit.y, mark);
    }
    let count = |seat| position.units.iter().filter(|unit| unit.owner == seat).count();
    sketch.notes = format!(
        "turn {}: p0 {} points, {} units (small letters); p1 {} points, {} units (capitals); zones O, walls #\n",
        position.turn,
        position.scores.p0,
        count(SeatName::P0),
        position.scores.p1,
        count(SeatName::P1)
    );
    sketch
}
