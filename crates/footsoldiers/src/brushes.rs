//! What the editor of positions can put on the plane.

use crate::config::Config;
use crate::state::{Kind, SEATS};
use serde_json::json;
use skirmish_core::edit::Brush;

/// Where new soldiers of a seat head for, and how they look: to the enemy's base of the first shipped map.
const HEADING: [(i64, i64, &str); 2] = [(15, 5, "right"), (5, 5, "left")];

/// Soldiers have full health. There is one base per seat: the brush replaces one that was taken away, and lets bases be
/// moved and changed.
pub(crate) fn brushes(config: &Config) -> Vec<Brush> {
    let owned = |name: &str, list, entry, seat: usize| {
        Brush::thing(format!("{name} of {}", SEATS[seat]), list, entry)
            .numbered("next_id")
            .looks(format!("{name}-{}", seat + 1))
            .belongs(seat as u8)
    };
    let soldier = |seat: usize, (name, kind): (&str, Kind)| {
        let (dest_x, dest_y, facing) = HEADING[seat];
        let entry = json!({
            "id": 0, "seat": SEATS[seat], "kind": name, "x": 0, "y": 0, "health": config.traits(kind).health,
            "dest_x": dest_x, "dest_y": dest_y, "facing": facing,
        });
        owned(name, "soldiers", entry, seat)
    };
    let base = |seat: usize| {
        let (health, money) = (config.base_health, config.initial_money);
        let entry = json!({"id": 0, "seat": SEATS[seat], "x": 0, "y": 0, "health": health, "money": money});
        owned("base", "bases", entry, seat)
    };
    let rock = Brush::thing("rock", "rocks", json!({"id": 0, "x": 0, "y": 0})).numbered("next_id").looks("rock-1");
    let mut all: Vec<Brush> = [0, 1].into_iter().flat_map(|seat| Kind::WORDS.map(|kind| soldier(seat, kind))).collect();
    all.push(rock);
    all.extend([0, 1].map(base));
    all
}
