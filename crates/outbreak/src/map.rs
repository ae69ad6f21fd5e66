//! Boards as data: the map format with all its faults, the maps inside the program, and maps made by rule.

use crate::config::{Config, Weapons};
use crate::words::{AMMO, Item};
use serde_json::Value;
use skirmish_core::read::Object;
use skirmish_core::{Check, Faults, ShippedMap};
use skirmish_grid::hex::{Diamond, Hex};

mod generate;

pub use generate::generate;

pub const SHIPPED: &[ShippedMap] = &[ShippedMap { name: "depot", json: include_str!("../maps/depot.json") }];

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

/// Reads a map file under a config; all that is wrong with it is named.
pub fn read(json: &Value, config: &Config) -> Result<Board, Faults> {
    let check = Check::new();
    let board = Object::document(json, "bad_map", &check).map(|object| read_object(object, config));
    match board {
        Some(board) => check.finish(board),
        None => Err(check.finish(()).expect_err("a document that is no object is a fault")),
    }
}

fn read_object(mut object: Object<'_>, config: &Config) -> Board {
    let name = object.text("name").to_string();
    let radius = object.int("radius", 0..=255);
    let diamond = Diamond::new(radius as i32);
    let has_lists = object.has("walls") || object.has("crates");
    let drawing = object.has("rows").then(|| read_rows(&mut object, diamond));
    let listed = (has_lists || drawing.is_none()).then(|| read_lists(&mut object, diamond, &config.weapons));
    let drawn = |config: &Config| drawing.as_ref().map(|drawing| Symbols::of(config).things(drawing));
    if drawing.is_some() && listed.is_some() && object.check().is_clean() {
        // Lists may be made with the default HP of the symbols; what a symbol means stays the config's word.
        if listed != drawn(config) && listed != drawn(&Config::default()) {
            object.fault("", "rows and the lists walls and crates do not agree");
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

/// The symbols of `rows`, in the order of ids.
fn read_rows(object: &mut Object<'_>, diamond: Diamond) -> Drawing {
    let (side, rows) = (diamond.side(), object.strings("rows"));
    if rows.len() != side {
        object.fault("rows", format!("{} rows; a map of radius {} has {side}", rows.len(), diamond.radius()));
    }
    let check = object.check();
    let fault = |row: usize, message: String| check.fault("bad_map", format!("/rows/{row}"), message);
    let mut drawing = Vec::new();
    for (row, (y, text)) in (-diamond.radius()..).zip(rows).enumerate() {
        let length = text.chars().count();
        if length != side {
            fault(row, format!("{length} characters; there must be {side}"));
        }
        for (x, symbol) in (-diamond.radius()..).zip(text.chars()) {
            match symbol {
                '.' => {}
                'W' | 'w' | 'C' => drawing.push((Hex::new(x, y), symbol)),
                other => fault(row, format!("{other:?} is not one of '.', 'W', 'w', 'C'")),
            }
        }
    }
    drawing
}

/// The things of `walls` and `crates`, in the order of ids: by row, then x, a wall before the crates of its hex.
fn read_lists(object: &mut Object<'_>, diamond: Diamond, weapons: &Weapons) -> Vec<Thing> {
    let on = -i64::from(diamond.radius())..=i64::from(diamond.radius());
    let place = |entry: &mut Object<'_>| Hex::new(entry.int("x", on.clone()) as i32, entry.int("y", on.clone()) as i32);
    let mut walled = vec![false; diamond.hexes()];
    let mut things = object.objects("walls", |mut entry| {
        let at = place(&mut entry);
        if std::mem::replace(&mut walled[diamond.index(at)], true) {
            entry.fault("", format!("a second wall at ({},{})", at.x, at.y));
        }
        let thing = Thing { at, hp: entry.int("hp", 1..), item: None };
        entry.finish_leniently();
        thing
    });
    things.extend(object.objects("crates", |mut entry| {
        let (at, hp, name) = (place(&mut entry), entry.int("hp", 1..), entry.text("item"));
        let item = if name == AMMO { Some(Item::Ammo) } else { weapons.find(name).map(Item::Weapon) };
        if item.is_none() {
            entry.fault("item", format!("\"{name}\" is no item; there are ammo, {}", weapons.names()));
        }
        entry.finish_leniently();
        Thing { at, hp, item: item.or(Some(Item::Ammo)) }
    }));
    things.sort_by_key(|thing| (thing.at.y, thing.at.x, thing.item.is_some()));
    things
}
