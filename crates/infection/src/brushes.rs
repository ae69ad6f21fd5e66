//! What an editor of positions can place.

use crate::class::Side;
use skirmish_core::edit::Brush;

const HUMANS: u8 = Side::Humans.seat().0;
const ZOMBIES: u8 = Side::Zombies.seat().0;

/// A unit that is ready for everything, with the health its class has by default.
macro_rules! unit {
    ($class:literal, $health:literal) => {
        Brush::thing(
            $class,
            "units",
            concat!(
                r#"{"id": 0, "x": 0, "y": 0, "class": ""#,
                $class,
                r#"", "health": "#,
                $health,
                r#", "attack_wait": 0, "ability_wait": 0, "stun_wait": 0}"#
            ),
        )
        .looks($class)
    };
}

/// A letter of the rows.
const fn tile(name: &'static str, letter: char) -> Brush {
    Brush::tile(name, "rows", letter, false)
}

pub(crate) const BRUSHES: &[Brush] = &[
    unit!("normal", 1).belongs(HUMANS),
    unit!("marksman", 1).belongs(HUMANS),
    unit!("traceur", 1).belongs(HUMANS),
    unit!("medic", 2).belongs(HUMANS),
    unit!("builder", 1).belongs(HUMANS),
    unit!("demolitionist", 1).belongs(HUMANS),
    unit!("zombie", 0).belongs(ZOMBIES),
    // Goes on a wall or a tree that is there.
    Brush::thing("cracks", "damaged", r#"{"x": 0, "y": 0, "durability": 1}"#).looks("wall-cracked").sorted(&["y", "x"]),
    tile("open ground", '.').looks("open"),
    tile("wall", '#').looks("wall"),
    tile("tree", 'T').looks("tree"),
    tile("barricade", '=').looks("barricade"),
    tile("water", '~').looks("water"),
    tile("debris", ',').looks("debris"),
];
