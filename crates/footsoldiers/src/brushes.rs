//! What the editor of positions can put on the plane.
//!
//! Soldiers are whole and head for the enemy's base of the first shipped map. There is one base of each seat: a new one
//! is wanted where the old one was taken away, and they are here so that they can be moved and changed.

use skirmish_core::edit::Brush;

pub(crate) const ALL: &[Brush] = &[
    Brush::thing(
        "scout of player1",
        "soldiers",
        r#"{"id":0,"seat":"player1","kind":"scout","x":0,"y":0,"health":9,"dest_x":15,"dest_y":5,"facing":"right"}"#,
    )
    .numbered("next_id")
    .looks("scout-1")
    .belongs(0),
    Brush::thing(
        "assassin of player1",
        "soldiers",
        r#"{"id":0,"seat":"player1","kind":"assassin","x":0,"y":0,"health":6,"dest_x":15,"dest_y":5,"facing":"right"}"#,
    )
    .numbered("next_id")
    .looks("assassin-1")
    .belongs(0),
    Brush::thing(
        "tank of player1",
        "soldiers",
        r#"{"id":0,"seat":"player1","kind":"tank","x":0,"y":0,"health":12,"dest_x":15,"dest_y":5,"facing":"right"}"#,
    )
    .numbered("next_id")
    .looks("tank-1")
    .belongs(0),
    Brush::thing(
        "scout of player2",
        "soldiers",
        r#"{"id":0,"seat":"player2","kind":"scout","x":0,"y":0,"health":9,"dest_x":5,"dest_y":5,"facing":"left"}"#,
    )
    .numbered("next_id")
    .looks("scout-2")
    .belongs(1),
    Brush::thing(
        "assassin of player2",
        "soldiers",
        r#"{"id":0,"seat":"player2","kind":"assassin","x":0,"y":0,"health":6,"dest_x":5,"dest_y":5,"facing":"left"}"#,
    )
    .numbered("next_id")
    .looks("assassin-2")
    .belongs(1),
    Brush::thing(
        "tank of player2",
        "soldiers",
        r#"{"id":0,"seat":"player2","kind":"tank","x":0,"y":0,"health":12,"dest_x":5,"dest_y":5,"facing":"left"}"#,
    )
    .numbered("next_id")
    .looks("tank-2")
    .belongs(1),
    Brush::thing("rock", "rocks", r#"{"id":0,"x":0,"y":0}"#).numbered("next_id").looks("rock-1"),
    Brush::thing("base of player1", "bases", r#"{"id":0,"seat":"player1","x":0,"y":0,"health":40,"money":10}"#)
        .numbered("next_id")
        .looks("base-1")
        .belongs(0),
    Brush::thing("base of player2", "bases", r#"{"id":0,"seat":"player2","x":0,"y":0,"health":40,"money":10}"#)
        .numbered("next_id")
        .looks("base-2")
        .belongs(1),
];
