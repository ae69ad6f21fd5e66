//! Boards as data: the map format with all its faults, the maps inside the program, and maps made by rule.

use crate::config::{Config, Weapons};
use crate::words::{AMMO, Item};
use serde_json::Value;
use skirmish_core::read::{Object, join};
use skirmish_core::{Check, Faults, ShippedMap};
use skirmish_grid::hex::Hex;
use std::collections::HashSet;

mod generate;

pub use generate::generate;

pub const MAPS: &[ShippedMap] = &[ShippedMap { name: "depot", json: include_str!("../maps/depot.json") }];

const CODE: &str = "bad_map";

/// A map that was read: what stands where, in the order in which the things get their ids.
#[derive(Clone, PartialEq, Debug)]
pub struct Board {
    pub name: String,
    pub radius: i64,
    pub things: Vec<Thing>,
}

/// A wall (without an item) or a crate of a map.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Thing {
    pub at: Hex,
    pub hp: i64,
    pub item: Option<Item>,
}

/// Reads a map file under a config and names everything that is wrong with it.
pub fn read(json: &Value, config: &Config) -> Result<Board, Faults> {
    let check = Check::new();
    let board = read_object(Object::document(json, CODE, &check), config);
    check.finish(board)
}

fn read_object(mut object: Object<'_>, config: &Config) -> Board {
    let check = object.check();
    let name = object.text("name").to_string();
    let radius = object.int("radius", 0..=255);
    let size = check.knows("", ["radius"]).then_some(radius);
    let has_lists = object.has("walls") || object.has("crates");
    let before = check.count();
    let drawing = object.has("rows").then(|| read_rows(&mut object, size));
    let listed = (has_lists || drawing.is_none()).then(|| read_lists(&mut object, size, &config.weapons));
    let drawn = |config: &Config| drawing.as_ref().map(|drawing| Symbols::of(config).things(drawing));
    if drawing.is_some() && listed.is_some() && size.is_some() && check.count() == before {
        // Lists may have been made with the default HP of the symbols; the config still decides what a symbol means.
        if listed != drawn(config) && listed != drawn(&Config::default()) {
            check.fault(CODE, "", "rows and the lists walls and crates do not agree");
        }
    }
    object.finish_leniently();
    Board { name, radius, things: drawn(config).or(listed).unwrap_or_default() }
}

type Drawing = Vec<(Hex, char)>;

/// What the symbols of a row stand for.
#[derive(Clone, Copy)]
struct Symbols {
    strong: i64,
    weak: i64,
    ammo: i64,
}

impl Symbols {
    fn of(config: &Config) -> Symbols {
        Symbols { strong: config.map_wall_hp, weak: config.map_weak_wall_hp, ammo: config.map_crate_hp }
    }

    fn things(self, drawing: &Drawing) -> Vec<Thing> {
        let thing = |&(at, symbol): &(Hex, char)| match symbol {
            'W' => Thing { at, hp: self.strong, item: None },
            'w' => Thing { at, hp: self.weak, item: None },
            _ => Thing { at, hp: self.ammo, item: Some(Item::Ammo) },
        };
        drawing.iter().map(thing).collect()
    }
}

/// The symbols of `rows`, in the order of ids; without a `size` they are anywhere.
fn read_rows(object: &mut Object<'_>, size: Option<i64>) -> Drawing {
    let (rows, check) = (object.strings("rows"), object.check());
    let side = size.map(|radius| 2 * radius as usize + 1);
    let fault = |pointer: String, message: String| check.fault(CODE, pointer, message);
    if let (Some(radius), Some(side)) = (size, side)
        && rows.len() != side
        && check.knows("", ["rows"])
    {
        fault("/rows".into(), format!("{} rows; a map of radius {radius} has {side}", rows.len()));
    }
    let first = -size.unwrap_or(0) as i32;
    let mut drawing = Vec::new();
    for (i, (y, text)) in (first..).zip(rows).enumerate().filter(|(i, _)| check.knows("/rows", [i])) {
        let at = format!("/rows/{i}");
        let length = text.chars().count();
        if let Some(side) = side.filter(|&side| side != length) {
            fault(at.clone(), format!("{length} characters; there must be {side}"));
        }
        for (x, symbol) in (first..).zip(text.chars()) {
            match symbol {
                '.' => {}
                'W' | 'w' | 'C' => drawing.push((Hex::new(x, y), symbol)),
                other => fault(at.clone(), format!("{other:?} is not one of '.', 'W', 'w', 'C'")),
            }
        }
    }
    drawing
}

/// The things of `walls` and `crates`, in the order of ids: by row, then x, a wall before the crates of its hex.
fn read_lists(object: &mut Object<'_>, size: Option<i64>, weapons: &Weapons) -> Vec<Thing> {
    let check = object.check();
    let side = |entry: &mut Object<'_>, key| {
        let value = entry.int(key, i64::from(i32::MIN)..=i64::from(i32::MAX));
        if let Some(radius) = size.filter(|&radius| value.abs() > radius) {
            let message = format!("{value} is not allowed; allowed are whole numbers from -{radius} to {radius}");
            check.fault(CODE, join(entry.pointer(), key), message);
        }
        value as i32
    };
    let mut walled = HashSet::new();
    let mut things = object.objects("walls", |mut entry| {
        let at = Hex::new(side(&mut entry, "x"), side(&mut entry, "y"));
        if check.knows(entry.pointer(), ["x", "y"]) && !walled.insert((at.x, at.y)) {
            check.fault(CODE, entry.pointer(), format!("a second wall at ({},{})", at.x, at.y));
        }
        let thing = Thing { at, hp: entry.int("hp", 1..), item: None };
        entry.finish_leniently();
        thing
    });
    things.extend(object.objects("crates", |mut entry| {
        let at = Hex::new(side(&mut entry, "x"), side(&mut entry, "y"));
        let (hp, name) = (entry.int("hp", 1..), entry.text("item"));
        let item = if name == AMMO { Some(Item::Ammo) } else { weapons.find(name).map(Item::Weapon) };
        if item.is_none() && check.knows(entry.pointer(), ["item"]) {
            entry.fault("item", format!("\"{name}\" is not an item; there are ammo, {}", weapons.names()));
        }
        entry.finish_leniently();
        Thing { at, hp, item: item.or(Some(Item::Ammo)) }
    }));
    things.sort_by_key(|thing| (thing.at.y, thing.at.x, thing.item.is_some()));
    things
}
