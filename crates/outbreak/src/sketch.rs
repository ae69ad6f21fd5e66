//! The board as characters.

use crate::game::Outbreak;
use crate::state::State;
use skirmish_core::Documents;
use skirmish_core::scene::Color;
use skirmish_core::sketch::{Mark, Sketch};

/// The diamond as a slanted square: rows from the top, each a little further to the right.
///
/// Humans are `@`, zombies their number up to 9, walls `#` and weak ones `+`, crates `c`, drops on their way `*`.
pub(crate) fn sketch(game: &Outbreak, state: &State) -> Sketch {
    let position = game.position(state);
    let radius = i64::from(game.board.radius());
    let field = Mark::ground('.', "open field");
    let mut sketch = Sketch::new((-radius, -radius), (radius, radius), field).rising().slanted();
    let mut put = |x: i32, y: i32, mark| sketch.put(x.into(), y.into(), mark);
    position.crates.iter().for_each(|at| put(at.x, at.y, Mark::floor('c', "crate", Color::Wood)));
    position.drops.iter().for_each(|at| put(at.x, at.y, Mark::floor('*', "drop on its way", Color::Accent)));
    for at in &position.walls {
        let (letter, what) = if at.hp < 100 { ('+', "weak wall") } else { ('#', "wall") };
        // A wall stands over whatever lies there.
        put(at.x, at.y, Mark::floor(letter, what, Color::Wall));
    }
    for at in &position.zombies {
        let here = position.zombies.iter().filter(|other| (other.x, other.y) == (at.x, at.y)).count();
        let digit = char::from_digit(here.min(9) as u32, 10).unwrap_or('z');
        put(at.x, at.y, Mark::unit(digit, "zombies, so many", 1));
    }
    position.humans.iter().for_each(|at| put(at.x, at.y, Mark::unit('@', "human", 0)));
    sketch.notes = format!(
        "turn {}: {} humans (@), {} zombies (digits), {} walls (# and weak +), {} crates (c)\n",
        position.turn,
        position.humans.len(),
        position.zombies.len(),
        position.walls.len(),
        position.crates.len()
    );
    sketch
}
