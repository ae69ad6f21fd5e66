//! What the editor of positions can put on the board.

use crate::class::Class;
use crate::config::Config;
use serde_json::json;
use skirmish_core::edit::Brush;

/// Units come ready for everything, with the health of their class.
pub(crate) fn brushes(config: &Config) -> Vec<Brush> {
    let unit = |class: Class| {
        let entry = json!({
            "id": 0, "x": 0, "y": 0, "class": class, "health": config.kit(class).health,
            "attack_wait": 0, "ability_wait": 0, "stun_wait": 0,
        });
        Brush::thing(class.name(), "units", entry).looks(class.name()).belongs(class.side().seat().0)
    };
    let tile = |name, letter, symbol| Brush::tile(name, "rows", letter, false).looks(symbol);
    let mut all: Vec<Brush> = Class::ALL.into_iter().map(unit).collect();
    // Needs a wall or a tree in the cell.
    let cracks = json!({"x": 0, "y": 0, "durability": 1});
    all.push(Brush::thing("cracks", "damaged", cracks).looks("wall-cracked").sorted(&["y", "x"]));
    all.extend([
        tile("open ground", '.', "open"),
        tile("wall", '#', "wall"),
        tile("tree", 'T', "tree"),
        tile("barricade", '=', "barricade"),
        tile("water", '~', "water"),
        tile("debris", ',', "debris"),
    ]);
    all
}
