//! The board as characters.

use crate::class::Class;
use crate::game::Infection;
use crate::state::State;
use crate::terrain::Kind;
use skirmish_core::Documents;
use skirmish_core::scene::Color;
use skirmish_core::sketch::{Mark, Sketch};

/// Terrain as map files write it, humans by the first letter of their class (medics `+`, as `m` is taken), zombies `Z`.
pub(crate) fn sketch(game: &Infection, state: &State) -> Sketch {
    let position = game.position(state);
    let width = position.rows.first().map_or(0, String::len) as i64;
    let mut sketch = Sketch::new((0, 0), (width - 1, position.rows.len() as i64 - 1), ground(Kind::Open));
    for (y, row) in position.rows.iter().enumerate() {
        for (x, kind) in row.chars().map_while(Kind::of).enumerate() {
            sketch.put(x as i64, y as i64, ground(kind));
        }
    }
    let humans = position.units.iter().filter(|unit| unit.class != Class::Zombie).count();
    let mut units: Vec<_> = position.units.iter().collect();
    // Humans are drawn last: they are what one looks for.
    units.sort_by_key(|unit| unit.class != Class::Zombie);
    for unit in units {
        let letter = match unit.class {
            Class::Zombie => 'Z',
            Class::Medic => '+',
            other => other.name().chars().next().unwrap_or('h'),
        };
        let seat = u8::from(unit.class == Class::Zombie);
        sketch.put(unit.x.into(), unit.y.into(), Mark::unit(letter, unit.class.name(), seat));
    }
    sketch.notes = format!(
        "turn {}: {humans} humans (first letter of their class, medics +), {} zombies (Z)\n",
        position.turn,
        position.units.len() - humans
    );
    sketch
}

/// What lies or stands on a cell.
fn ground(kind: Kind) -> Mark {
    let (what, color) = match kind {
        Kind::Open => return Mark::ground(kind.char(), "open ground"),
        Kind::Wall => ("wall", Color::Wall),
        Kind::Tree => ("tree", Color::Plant),
        Kind::Barricade => ("barricade", Color::Wood),
        Kind::Water => ("water", Color::Water),
        Kind::Debris => ("debris", Color::Faint),
    };
    Mark::terrain(kind.char(), what, color)
}
