//! Odd but possible starts, which bots are checked with.

use serde_json::{Map, Value};
use skirmish_core::odd::{Odd, OddStart, take_off};

pub(crate) const ODD: Odd = Odd {
    short: &[("turn_limit", 20)],
    early: &[("turn_limit", 1)],
    starts: &[
        OddStart::no_units(|position, seat| {
            take_off(position, "units", |unit| (unit["class"] == "zombie") == (seat == "zombies"));
        }),
        // The board is as large as it gets; what can grow is the crowd.
        OddStart::huge(|position, _| crowd(position, 400)),
    ],
};

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
