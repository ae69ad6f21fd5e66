//! The board as plain text.

use crate::game::Golems;
use crate::position::SeatName;
use crate::state::State;
use skirmish_core::Documents;
use skirmish_grid::canvas::Canvas;

/// Walls and zones as map files write them; units of `p0` by the small letter of their strongest colour, units of `p1` by
/// the capital one.
pub(crate) fn sketch(game: &Golems, state: &State) -> String {
    let position = game.position(state);
    let mut canvas = Canvas::new((0, 0), (position.width - 1, position.height - 1), '.');
    for (y, row) in position.rows.iter().enumerate() {
        row.chars().enumerate().for_each(|(x, square)| canvas.put(x as i64, y as i64, square));
    }
    for unit in &position.units {
        let colours = [(unit.red, 'r'), (unit.green, 'g'), (unit.blue, 'b'), (unit.yellow, 'y')];
        let letter = colours.into_iter().rev().max_by_key(|(amount, _)| *amount).map_or('?', |(_, letter)| letter);
        let mark = if unit.owner == SeatName::P0 { letter } else { letter.to_ascii_uppercase() };
        canvas.put(unit.x, position.height - 1 - unit.y, mark);
    }
    let count = |seat| position.units.iter().filter(|unit| unit.owner == seat).count();
    format!(
        "{canvas}turn {}: p0 {} points, {} units (small letters); p1 {} points, {} units (capitals); zones O, walls #\n",
        position.turn,
        position.scores.p0,
        count(SeatName::P0),
        position.scores.p1,
        count(SeatName::P1)
    )
}
