//! Odd starts of each game: what the rules allow and a bot's author easily forgets.

use serde_json::{Map, Value, json};

/// What the check needs to know of a game beyond its contract.
pub struct Odd {
    pub game: &'static str,
    /// Overrides under which a match is over soon, but not at once.
    pub short: &'static [(&'static str, i64)],
    /// Overrides under which it is over after one turn.
    pub early: &'static [(&'static str, i64)],
    /// Turns a position into one on a board near the upper limit.
    pub huge: fn(&mut Map<String, Value>),
}

pub const ODD: [Odd; 5] = [
    Odd {
        game: "outbreak",
        short: &[("max_turns", 30)],
        early: &[("max_turns", 1)],
        // Everything stays where it was, with a wide empty plain around it.
        huge: |position| set_config(position, "radius", 120),
    },
    Odd {
        game: "infection",
        short: &[("turn_limit", 20)],
        early: &[("turn_limit", 1)],
        // The board is 100 x 100 as it is; what can grow is the crowd.
        huge: |position| crowd(position, 400),
    },
    Odd {
        game: "golems",
        short: &[("max_turns", 30)],
        early: &[("max_turns", 2)],
        huge: |position| {
            let (width, height) = (100, 100);
            position.insert("width".into(), width.into());
            position.insert("height".into(), height.into());
            position.insert("rows".into(), vec![".".repeat(width); height].into());
        },
    },
    Odd {
        game: "footsoldiers",
        short: &[("total_turns", 20)],
        early: &[("total_turns", 1)],
        huge: |position| {
            if let Some(base) = position.get_mut("bases").and_then(|bases| bases.get_mut(1)) {
                base["x"] = json!(40_000);
                base["y"] = json!(30_000);
            }
        },
    },
    Odd {
        game: "zords",
        short: &[("days", 3)],
        early: &[("days", 1)],
        huge: |position| set_config(position, "board_size", 1_000_000),
    },
];

fn set_config(position: &mut Map<String, Value>, key: &str, value: i64) {
    let config = position.entry("config").or_insert_with(|| json!({}));
    config[key] = value.into();
}

/// Adds units like the last one until there are `many`, on free cells.
fn crowd(position: &mut Map<String, Value>, many: usize) {
    let rows: Vec<String> = match position.get("rows").and_then(Value::as_array) {
        Some(rows) => rows.iter().filter_map(|row| row.as_str().map(str::to_string)).collect(),
        None => return,
    };
    let Some(units) = position.get_mut("units").and_then(Value::as_array_mut) else { return };
    let Some(model) = units.last().cloned() else { return };
    let taken: Vec<(u64, u64)> =
        units.iter().filter_map(|unit| Some((unit["x"].as_u64()?, unit["y"].as_u64()?))).collect();
    let mut next = units.iter().filter_map(|unit| unit["id"].as_u64()).max().unwrap_or(0) + 1;
    for (y, row) in rows.iter().enumerate() {
        for (x, cell) in row.chars().enumerate() {
            let at = (x as u64, y as u64);
            if units.len() >= many {
                return;
            }
            if cell == '.' && !taken.contains(&at) {
                let mut unit = model.clone();
                (unit["id"], unit["x"], unit["y"]) = (next.into(), at.0.into(), at.1.into());
                units.push(unit);
                next += 1;
            }
        }
    }
}

/// Takes every unit of a seat off a position: lists that bear its name, and entities that name it as their owner.
pub fn without_units(position: &mut Map<String, Value>, seat: &str) {
    for (key, value) in position.iter_mut() {
        let Some(list) = value.as_array_mut() else { continue };
        if key == seat {
            list.clear();
        }
        let movable = key != "players" && key != "bases";
        list.retain(|entity| {
            let owner = entity.get("owner").or_else(|| entity.get("seat")).and_then(Value::as_str);
            let class = entity.get("class").and_then(Value::as_str);
            let theirs = match class {
                Some(class) => (class == "zombie") == (seat == "zombies"),
                None => owner == Some(seat),
            };
            !(movable && theirs && entity.get("id").is_some())
        });
    }
}
