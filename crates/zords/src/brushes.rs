//! What the editor of positions can put on the board.

use crate::scene::machine;
use skirmish_core::edit::Brush;

/// Zords of the players that a game without names has, and the totem.
///
/// A position has two totems, no more and no fewer: the brush is for one that was taken away. It is moved like all else.
pub(crate) static BRUSHES: [Brush; 9] = [
    zord(0, "zord of p1", r#"{"id": 0, "owner": "p1", "x": 0, "y": 0, "hp": 2, "shields": 0, "range": 5}"#),
    zord(1, "zord of p2", r#"{"id": 0, "owner": "p2", "x": 0, "y": 0, "hp": 2, "shields": 0, "range": 5}"#),
    zord(2, "zord of p3", r#"{"id": 0, "owner": "p3", "x": 0, "y": 0, "hp": 2, "shields": 0, "range": 5}"#),
    zord(3, "zord of p4", r#"{"id": 0, "owner": "p4", "x": 0, "y": 0, "hp": 2, "shields": 0, "range": 5}"#),
    zord(4, "zord of p5", r#"{"id": 0, "owner": "p5", "x": 0, "y": 0, "hp": 2, "shields": 0, "range": 5}"#),
    zord(5, "zord of p6", r#"{"id": 0, "owner": "p6", "x": 0, "y": 0, "hp": 2, "shields": 0, "range": 5}"#),
    zord(6, "zord of p7", r#"{"id": 0, "owner": "p7", "x": 0, "y": 0, "hp": 2, "shields": 0, "range": 5}"#),
    zord(7, "zord of p8", r#"{"id": 0, "owner": "p8", "x": 0, "y": 0, "hp": 2, "shields": 0, "range": 5}"#),
    Brush::thing("totem", "totems", r#"{"id": 0, "x": 0, "y": 0}"#).looks("totem"),
];

const fn zord(seat: u8, name: &'static str, entry: &'static str) -> Brush {
    Brush::thing(name, "zords", entry).numbered("next_id").looks(machine(seat as usize)).belongs(seat)
}
