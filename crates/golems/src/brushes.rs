//! What the editor of positions can put on the board.

use skirmish_core::edit::Brush;

/// Golems are placed in full health, by the usual formulas. Moves and actions come with their owner's next turn, as for any new golem.
macro_rules! golem {
    ($seat:literal, $owner:literal, $word:literal, $symbol:literal, [$r:literal, $g:literal, $b:literal, $y:literal], $hp:literal) => {
        Brush::thing(
            concat!($owner, " ", $word, " golem"),
            "units",
            concat!(
                r#"{"id":0,"owner":""#,
                $owner,
                r#"","x":0,"y":0,"red":"#,
                $r,
                r#","green":"#,
                $g,
                r#","blue":"#,
                $b,
                r#","yellow":"#,
                $y,
                r#","hp":"#,
                $hp,
                r#","poison":0,"build_points":0,"moves":0,"actions":0}"#
            ),
        )
        .numbered("next_id")
        .looks($symbol)
        .belongs($seat)
    };
}

/// The open field is the first of the tiles: what an erased tile becomes.
pub static BRUSHES: [Brush; 13] = [
    golem!(0, "p0", "red", "hewn_r", [1, 0, 0, 0], 50),
    golem!(0, "p0", "green", "hewn_g", [0, 1, 0, 0], 65),
    golem!(0, "p0", "blue", "hewn_b", [0, 0, 1, 0], 50),
    golem!(0, "p0", "yellow", "hewn_y", [0, 0, 0, 1], 50),
    golem!(0, "p0", "four-colour", "hewn_rgby", [1, 1, 1, 1], 65),
    golem!(1, "p1", "red", "boulder_r", [1, 0, 0, 0], 50),
    golem!(1, "p1", "green", "boulder_g", [0, 1, 0, 0], 65),
    golem!(1, "p1", "blue", "boulder_b", [0, 0, 1, 0], 50),
    golem!(1, "p1", "yellow", "boulder_y", [0, 0, 0, 1], 50),
    golem!(1, "p1", "four-colour", "boulder_rgby", [1, 1, 1, 1], 65),
    Brush::tile("open", "rows", '.', true).looks("open"),
    Brush::tile("wall", "rows", '#', true).looks("wall"),
    Brush::tile("build zone", "rows", 'O', true).looks("zone"),
];
