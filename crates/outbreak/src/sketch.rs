//! The board as plain text.

use crate::game::Outbreak;
use crate::state::State;
use skirmish_core::Documents;
use skirmish_grid::canvas::Canvas;

/// The diamond as a slanted square: rows from the top, each a little further to the right.
///
/// Humans are `@`, zombies their number up to 9, walls `#` and weak ones `+`, crates `c`, drops on their way `*`.
pub(crate) fn sketch(game: &Outbreak, state: &State) -> String {
    let position = game.position(state);
    let radius = i64::from(game.board.radius());
    let mut canvas = Canvas::new((-radius, -radius), (radius, radius), '.');
    // y grows upward in the drawing, so rows are put in upside down.
    let mut put = |x: i32, y: i32, mark| canvas.put(x.into(), -i64::from(y), mark);
    position.crates.iter().for_each(|at| put(at.x, at.y, 'c'));
    position.drops.iter().for_each(|at| put(at.x, at.y, '*'));
    position.walls.iter().for_each(|at| put(at.x, at.y, if at.hp < 100 { '+' } else { '#' }));
    for at in &position.zombies {
        let here = position.zombies.iter().filter(|other| (other.x, other.y) == (at.x, at.y)).count();
        put(at.x, at.y, char::from_digit(here.min(9) as u32, 10).unwrap_or('z'));
    }
    position.humans.iter().for_each(|at| put(at.x, at.y, '@'));
    format!(
        "{}turn {}: {} humans (@), {} zombies (digits), {} walls (# and weak +), {} crates (c)\n",
        canvas.spaced(|row| row),
        position.turn,
        position.humans.len(),
        position.zombies.len(),
        position.walls.len(),
        position.crates.len()
    )
}
