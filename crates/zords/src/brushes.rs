//! What the editor of positions can put on the board.

use crate::config::Config;
use crate::scene::machine;
use serde_json::json;
use skirmish_core::edit::Brush;

/// How many players have zords to place: as many as a game without names has.
const PLAYERS: usize = 8;

/// A position has exactly two totems: the brush is for one that was taken away. Totems are moved like everything else.
pub(crate) fn brushes(config: &Config) -> Vec<Brush> {
    let zord = |seat: usize| {
        let owner = format!("p{}", seat + 1);
        let entry = json!({
            "id": 0, "owner": owner, "x": 0, "y": 0, "hp": config.zord_hp, "shields": 0, "range": config.base_range,
        });
        Brush::thing(format!("zord of {owner}"), "zords", entry)
            .numbered("next_id")
            .looks(machine(seat))
            .belongs(seat as u8)
    };
    let totem = Brush::thing("totem", "totems", json!({"id": 0, "x": 0, "y": 0})).looks("totem");
    (0..PLAYERS).map(zord).chain([totem]).collect()
}
