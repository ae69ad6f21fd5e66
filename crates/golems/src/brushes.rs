//! What the editor of positions can put on the board.

use crate::config::GolemsConfig;
use crate::game::SEATS;
use crate::stats::{Colours, Stats};
use serde_json::json;
use skirmish_core::edit::Brush;

/// The golems that are offered: a word, the letters of their symbol, their colours.
const GOLEMS: [(&str, &str, Colours); 5] = [
    ("red", "r", [1, 0, 0, 0]),
    ("green", "g", [0, 1, 0, 0]),
    ("blue", "b", [0, 0, 1, 0]),
    ("yellow", "y", [0, 0, 0, 1]),
    ("four-colour", "rgby", [1, 1, 1, 1]),
];

/// Golems are placed in full health. Moves and actions come with their owner's next turn, as for any new golem.
pub(crate) fn brushes(config: &GolemsConfig) -> Vec<Brush> {
    let golem = |seat: usize, (word, letters, colours): (&str, &str, Colours)| {
        let [red, green, blue, yellow] = colours;
        let entry = json!({
            "id": 0, "owner": SEATS[seat], "x": 0, "y": 0,
            "red": red, "green": green, "blue": blue, "yellow": yellow,
            "hp": Stats::of(config, colours).max_health,
            "poison": 0, "build_points": 0, "moves": 0, "actions": 0,
        });
        Brush::thing(format!("{} {word} golem", SEATS[seat]), "units", entry)
            .numbered("next_id")
            .looks(format!("{}_{letters}", ["hewn", "boulder"][seat]))
            .belongs(seat as u8)
    };
    let golems = (0..SEATS.len()).flat_map(|seat| GOLEMS.map(|kind| golem(seat, kind)));
    let tiles = [("open", '.', "open"), ("wall", '#', "wall"), ("build zone", 'O', "zone")];
    golems.chain(tiles.map(|(name, letter, symbol)| Brush::tile(name, "rows", letter, true).looks(symbol))).collect()
}
