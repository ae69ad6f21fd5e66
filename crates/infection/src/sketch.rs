//! The board as plain text.

use crate::class::Class;
use crate::game::Infection;
use crate::state::State;
use skirmish_core::Documents;
use skirmish_grid::canvas::Canvas;

/// Terrain as map files write it, humans by the first letter of their class, zombies `Z`.
pub(crate) fn sketch(game: &Infection, state: &State) -> String {
    let position = game.position(state);
    let width = position.rows.first().map_or(0, String::len) as i64;
    let mut canvas = Canvas::new((0, 0), (width - 1, position.rows.len() as i64 - 1), '.');
    for (y, row) in position.rows.iter().enumerate() {
        row.chars().enumerate().for_each(|(x, kind)| canvas.put(x as i64, y as i64, kind));
    }
    let humans = position.units.iter().filter(|unit| unit.class != Class::Zombie).count();
    let mut units: Vec<_> = position.units.iter().collect();
    // Humans are drawn last: they are what one looks for.
    units.sort_by_key(|unit| unit.class != Class::Zombie);
    for unit in units {
        let mark = if unit.class == Class::Zombie { 'Z' } else { unit.class.name().chars().next().unwrap_or('h') };
        canvas.put(unit.x.into(), unit.y.into(), mark);
    }
    format!(
        "{canvas}turn {}: {humans} humans (first letter of their class), {} zombies (Z)\n",
        position.turn,
        position.units.len() - humans
    )
}
