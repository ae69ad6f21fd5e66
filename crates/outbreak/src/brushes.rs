//! What the editor of positions can put on the board: everything there is.

use crate::config::Config;
use crate::scene::Gear;
use crate::words::AMMO;
use serde_json::{Value, json};
use skirmish_core::edit::Brush;

/// The order in which things on a hex are erased.
pub(crate) fn brushes(config: &Config) -> Vec<Brush> {
    let numbered = |name: String, list, entry| Brush::thing(name, list, entry).numbered("next_id");
    // As rested as after two turns of waiting.
    let idle = config.idle_start.plus(config.idle_gain.times(2));
    let weapons =
        || config.weapons.0.iter().map(|weapon| weapon.name.as_str()).filter(|name| *name != config.zombie_weapon);
    let human = |weapon: &str| {
        let hp = config.human_hp;
        let entry = json!({
            "id": 0, "x": 0, "y": 0, "hp": hp, "max_hp": config.human_overheal.floor_times(hp),
            "moves": config.human_moves, "idle": idle, "weapon": weapon, "ammo": config.human_ammo,
        });
        numbered(format!("human with {}", words(weapon)), "humans", entry).looks(Gear::of(weapon).in_hand).belongs(0)
    };
    let zombie = || {
        let hp = config.zombie_hp;
        let entry = json!({
            "id": 0, "x": 0, "y": 0, "hp": hp, "max_hp": config.zombie_overheal.floor_times(hp),
            "moves": config.zombie_moves, "idle": idle, "facing": 0, "scent": 0,
        });
        numbered("zombie".into(), "zombies", entry).looks("zombie").belongs(1)
    };
    let drop = || {
        let entry = json!({"id": 0, "x": 0, "y": 0, "delay": config.drop_delay, "item": AMMO});
        numbered("air drop".into(), "drops", entry).looks("drop").belongs(0)
    };
    let found = |name: &str, item: &str, hp: i64| {
        let entry = json!({"id": 0, "x": 0, "y": 0, "hp": hp, "max_hp": hp, "item": item});
        numbered(format!("crate: {}", words(name)), "crates", entry).looks(Gear::of(item).in_crate)
    };
    let wall = |name: &str, symbol: &'static str, hp: i64| {
        let entry: Value = json!({"id": 0, "x": 0, "y": 0, "hp": hp, "max_hp": config.wall_overheal.floor_times(hp)});
        numbered(name.into(), "walls", entry).looks(symbol)
    };
    let mut all: Vec<Brush> = weapons().map(human).collect();
    all.extend([zombie(), drop(), found("rounds", AMMO, config.map_crate_hp)]);
    all.extend(weapons().map(|weapon| found(weapon, weapon, config.crate_hp)));
    all.push(wall("strong wall", "concrete", config.map_wall_hp));
    all.push(wall("weak wall", "brick", config.map_weak_wall_hp));
    all.push(wall("barricade", "planks", config.wall_build_hp));
    all
}

/// A weapon's name as people write it.
fn words(name: &str) -> String {
    name.replace('_', " ")
}
