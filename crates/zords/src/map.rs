//! Maps: the size of the board, and the cells of day 1 where they are not drawn.

use crate::config::Config;
use serde_json::{Map, Value, json};
use skirmish_core::config::{Config as _, ConfigTable};
use skirmish_core::hash::mix;
use skirmish_core::read::join;
use skirmish_core::setup::shipped;
use skirmish_core::{Check, Faults, MapChoice, Object, Rng, ShippedMap};
use skirmish_grid::Point;

/// The maps inside the program. Without a map the game is that of the first.
pub const MAPS: &[ShippedMap] = &[
    ShippedMap { name: "classic", json: include_str!("../maps/classic.json") },
    ShippedMap { name: "skirmish", json: include_str!("../maps/skirmish.json") },
    ShippedMap { name: "duel", json: include_str!("../maps/duel.json") },
];

const CODE: &str = "bad_map";

/// A map that was read: what it makes of the config.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Board {
    pub overrides: Map<String, Value>,
    /// How many players it is made for, at least.
    pub players: usize,
}

impl Board {
    /// The map that a setup asks for.
    pub fn choose(choice: Option<&MapChoice>) -> Result<Board, Faults> {
        match choice {
            None => Board::read(&shipped(MAPS, MAPS[0].name)?),
            Some(MapChoice::Named(name)) => Board::read(&shipped(MAPS, name)?),
            Some(MapChoice::Json(json)) => Board::read(json),
            Some(MapChoice::Text(_)) => Err(Faults::one("bad_map", "", "maps of this game are JSON")),
        }
    }

    /// Reads a map and names all that is wrong with it. Keys it does not know are information only.
    pub fn read(json: &Value) -> Result<Board, Faults> {
        let check = Check::new();
        let board = read(Object::document(json, CODE, &check));
        check.finish(board)
    }
}

/// Keys of a map beside those of the config they become.
const BECOME: [(&str, &str); 3] =
    [("board_size", "board_size"), ("totems", "fixed_totems"), ("spawns", "fixed_spawns")];

fn read(mut object: Object<'_>) -> Board {
    let check = object.check();
    let name = object.text("name");
    let mut overrides = object.map("config");
    for (key, becomes) in BECOME {
        let Some(value) = object.need(key) else { continue };
        if overrides.get(becomes).is_some_and(|other| other != value) {
            check.fault(CODE, "/config", format!("{becomes} is not what the map says itself"));
        }
        overrides.insert(becomes.into(), value.clone());
    }
    object.finish_leniently();
    check_overrides(&overrides, check);
    Board { overrides, players: if name == "skirmish" { 4 } else { 2 } }
}

/// What is wrong with the config that a map makes, in terms of the map.
fn check_overrides(overrides: &Map<String, Value>, check: &Check) {
    let inner = Check::new();
    let own = |key: &str| BECOME.iter().find(|(_, becomes)| *becomes == key).map(|(own, _)| *own);
    for key in Config::KEYS.iter().map(|key| key.name).filter(|key| !check.knows("", [own(key).unwrap_or("config")])) {
        inner.doubt(join("", key));
    }
    Config::overridden(overrides, "", &inner);
    let Err(faults) = inner.finish(()) else { return };
    for fault in faults.list() {
        let key = fault.pointer.split('/').nth(1).unwrap_or_default();
        match own(key) {
            Some(own) => check.fault(CODE, fault.pointer.replacen(key, own, 1), fault.message.clone()),
            None => check.fault(fault.code, format!("/config{}", fault.pointer), fault.message.clone()),
        }
    }
}

/// A different duel map for every number: point-symmetric, with spawns outside of the totems' areas and too far apart
/// for a shot on the first day.
pub(crate) fn drawn_duel(number: u64) -> Value {
    let mut rng = Rng::new(mix(number ^ 0x7a6f_7264_7300_0001));
    let config = Config::default();
    loop {
        let size = 34 + 2 * rng.index(10) as i32;
        let reflect = |cell: Point| Point::new(size - 1 - cell.x, size - 1 - cell.y);
        let mut cell = || Point::new(rng.index(size as usize) as i32, rng.index(size as usize) as i32);
        let (totem, spawn) = (cell(), cell());
        let safe = config.base_range + config.actions_per_day;
        let outside = |totem: Point| spawn.chebyshev(totem) > config.totem_aura;
        if totem.chebyshev(reflect(totem)) > 2 * config.totem_aura
            && spawn.chebyshev(reflect(spawn)) > safe
            && outside(totem)
            && outside(reflect(totem))
        {
            let pair = |cell: Point| [cell, reflect(cell)].map(|cell| json!({"x": cell.x, "y": cell.y}));
            return json!({
                "name": format!("drawn-{number}"),
                "board_size": size,
                "totems": pair(totem),
                "spawns": pair(spawn),
                "config": {"days": 14, "max_players": 2},
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_shipped_and_drawn_maps_can_be_read() {
        for map in MAPS {
            Board::choose(Some(&MapChoice::Named(map.name.into()))).unwrap();
        }
        let drawn: Vec<Value> = (0..200).map(drawn_duel).collect();
        for (i, map) in drawn.iter().enumerate() {
            Board::read(map).unwrap();
            assert!(
                drawn[..i].iter().all(|other| other["totems"] != map["totems"] || other["spawns"] != map["spawns"])
            );
        }
    }

    #[test]
    fn faults_of_maps_are_named_where_they_are() {
        let bad = json!({
            "board_size": 40,
            "totems": [{"x": 1, "y": 1}, {"x": 5, "y": 40}],
            "spawns": [{"x": 0}],
            "config": {"dais": 3, "max_players": 2},
            "note": "ignored",
        });
        let faults = Board::read(&bad).unwrap_err();
        let places: Vec<_> = faults.list().iter().map(|f| (f.code, f.pointer.as_str())).collect();
        let of_map = ["/name", "/spawns/0/y", "/totems/1"].map(|place| ("bad_map", place));
        assert_eq!(places, [of_map[0], ("bad_config", "/config/dais"), of_map[1], of_map[2]]);
        let near = json!({"name": "a", "board_size": 40, "totems": [{"x": 1, "y": 1}, {"x": 5, "y": 40}], "spawns": null,
            "config": {"max_players": 2}});
        let faults = Board::read(&near).unwrap_err();
        let places: Vec<_> = faults.list().iter().map(|f| (f.code, f.pointer.as_str())).collect();
        assert_eq!(places, [("bad_map", "/totems/1")]);
        assert!(Board::read(&json!([])).is_err());
        assert!(Board::choose(Some(&MapChoice::Named("dual".into()))).unwrap_err().to_string().contains("duel"));
        assert!(Board::choose(Some(&MapChoice::Text(String::new()))).is_err());
    }
}
