//! Maps: the format, what ships with the program, and how a game begins on one.

mod drawing;
mod ground;
mod openings;

pub use drawing::draw;
pub(crate) use ground::Ground;
pub(crate) use openings::opening;

use crate::class::{Class, Side};
use crate::config::Config;
use crate::game::Infection;
use crate::state::{Phase, State, Unit};
use crate::terrain::{Kind, Terrain};
use serde_json::{Map as JsonMap, Value, json};
use skirmish_core::config::{Config as _, sorted};
use skirmish_core::read::{int_in, shown};
use skirmish_core::setup::shipped;
use skirmish_core::{Check, Faults, MapChoice, Object, Setup, ShippedMap};
use skirmish_grid::field::{FAR, Field};

pub const MAPS: &[ShippedMap] = &[ShippedMap { name: "quarantine", json: include_str!("../maps/quarantine.json") }];

const CODE: &str = "bad_map";

/// A map: the ground, and where the sides begin.
#[derive(Clone, PartialEq, Debug)]
pub struct Map {
    pub name: String,
    pub width: i32,
    pub height: i32,
    /// Row by row.
    pub cells: Vec<Kind>,
    pub human: Start,
    pub zombie: Start,
}

/// Where a side begins: on the listed cells if they are enough, else around the anchor.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Start {
    pub anchor: Option<(i32, i32)>,
    pub spawns: Vec<(i32, i32)>,
}

impl Map {
    /// Reads a map for a game with so many humans and zombies, and names all that is wrong with it.
    pub fn read(json: &Value, humans: i64, zombies: i64) -> Result<Map, Faults> {
        let check = Check::new();
        let map = read_object(Object::document(json, CODE, &check), humans, zombies);
        check.finish(()).and_then(|()| map.ok_or_else(|| Faults::one(CODE, "", "is not a map")))
    }

    pub fn kind(&self, (x, y): (i32, i32)) -> Option<Kind> {
        let inside = (0..self.width).contains(&x) && (0..self.height).contains(&y);
        inside.then(|| self.cells[(y * self.width + x) as usize])
    }

    /// Walking distances from a cell.
    pub(crate) fn distances(&self, from: (i32, i32)) -> Field {
        let mut field = Field::new();
        let open = |x: usize, y: usize| !self.cells[y * self.width as usize + x].blocks_walking(false);
        field.fill((self.width as usize, self.height as usize), [(from.0 as usize, from.1 as usize)], open);
        field
    }

    /// The first cells of a side, or `None` if there is no room for so many.
    pub(crate) fn spawn_cells(&self, start: &Start, needed: i64) -> Option<Vec<(i32, i32)>> {
        let needed = usize::try_from(needed).ok()?;
        if start.spawns.len() >= needed {
            return Some(start.spawns[..needed].to_vec());
        }
        let field = self.distances(start.anchor?);
        let mut cells: Vec<_> = (0..self.height)
            .flat_map(|y| (0..self.width).map(move |x| (x, y)))
            .map(|(x, y)| (field.at(i64::from(x), i64::from(y)), x, y))
            .filter(|(distance, ..)| *distance != FAR)
            .collect();
        // Cells come row by row, and the sort keeps that order inside a layer.
        cells.sort_by_key(|(distance, ..)| *distance);
        (cells.len() >= needed).then(|| cells[..needed].iter().map(|&(_, x, y)| (x, y)).collect())
    }

    /// The map as its file has it.
    pub fn to_json(&self) -> Value {
        let rows: Vec<String> =
            self.cells.chunks(self.width as usize).map(|row| row.iter().map(|kind| kind.char()).collect()).collect();
        let mut json = json!({"name": self.name, "width": self.width, "height": self.height, "rows": rows});
        for (side, start) in [("human", &self.human), ("zombie", &self.zombie)] {
            if let Some((x, y)) = start.anchor {
                json[format!("{side}_anchor")] = json!([x, y]);
            }
            if !start.spawns.is_empty() {
                json[format!("{side}_spawns")] = json!(start.spawns);
            }
        }
        json
    }
}

/// `None` if there is no ground; the faults found are with the check of the object either way.
fn read_object(mut object: Object<'_>, humans: i64, zombies: i64) -> Option<Map> {
    let check = object.check();
    let name = object.text("name").to_owned();
    let (width, height) = (object.int("width", 1..), object.int("height", 1..));
    let size = |key, value| check.knows("", [key]).then_some(value);
    let ground = Ground::read(&object.strings("rows"), (size("width", width), size("height", height)), CODE, check);
    let human = read_start(&mut object, ("human_anchor", "human_spawns"), humans, &ground);
    let zombie = read_start(&mut object, ("zombie_anchor", "zombie_spawns"), zombies, &ground);
    object.finish_leniently();
    let (width, height, cells) = (width as i32, height as i32, ground.cells()?.to_vec());
    let start = |read: &Option<Start>| read.clone().unwrap_or_default();
    let map = Map { name, width, height, cells, human: start(&human), zombie: start(&zombie) };
    // If the map is good so far, a game is started on it, which also checks for room.
    for (start, needed, key) in [(human, humans, "human_anchor"), (zombie, zombies, "zombie_anchor")] {
        if !check.is_clean() && start.is_some_and(|start| map.spawn_cells(&start, needed).is_none()) {
            no_room(key, needed, check);
        }
    }
    Some(map)
}

/// Where a side begins, if that is good as far as it can be judged.
fn read_start(
    object: &mut Object<'_>,
    (anchor_key, spawns_key): (&'static str, &'static str),
    needed: i64,
    ground: &Ground,
) -> Option<Start> {
    let check = object.check();
    let before = check.count();
    let anchor = object.take(anchor_key).and_then(|value| read_cell(value, &format!("/{anchor_key}"), ground, check));
    let listed = object.list_or_empty(spawns_key);
    let enough = object.has(spawns_key) && listed.len() as i64 >= needed;
    if !enough && !object.has(anchor_key) && check.knows("", [spawns_key]) {
        object.fault(anchor_key, format!("is missing, and there are no {needed} cells in {spawns_key}"));
    }
    let spawns = listed.into_iter().filter_map(|(at, value)| read_cell(value, &at, ground, check)).collect();
    (check.count() == before).then_some(Start { anchor, spawns })
}

/// A cell that must be open ground.
fn read_cell(value: &Value, at: &str, ground: &Ground, check: &Check) -> Option<(i32, i32)> {
    let pair = value.as_array().filter(|pair| pair.len() == 2);
    let place = pair.and_then(|pair| Some((int_in(&pair[0], &(..)).ok()?, int_in(&pair[1], &(..)).ok()?)));
    let Some((x, y)) = place else {
        check.fault(CODE, at, format!("{} is not a cell, [x, y]", shown(value)));
        return None;
    };
    if ground.is_off(x, y) {
        check.fault(CODE, at, format!("({x}, {y}) is off the board"));
    } else if ground.kind(x, y).is_some_and(|kind| kind != Kind::Open) {
        check.fault(CODE, at, format!("({x}, {y}) is not open ground"));
    }
    Some((i32::try_from(x).ok()?, i32::try_from(y).ok()?))
}

fn no_room(anchor_key: &str, needed: i64, check: &Check) {
    check.fault(CODE, format!("/{anchor_key}"), format!("there is no room for {needed} units around it"));
}

/// A new game as a setup asks for it.
pub(crate) fn resolve(setup: &Setup) -> Result<(Infection, State), Faults> {
    let config = read_setup(setup)?;
    begin(setup, &chosen_map(setup, &config)?)
}

/// The config of a setup.
fn read_setup(setup: &Setup) -> Result<Config, Faults> {
    let check = Check::new();
    let config = Config::overridden(&setup.config, "", &check);
    if !setup.seats.is_empty() && setup.seats != Side::ALL.map(Side::name) {
        check.fault("bad_config", "/seats", "the seats are always humans and zombies, in this order");
    }
    check.finish(config)
}

/// The map a setup names: its own choice before that of its config.
fn chosen_map(setup: &Setup, config: &Config) -> Result<Map, Faults> {
    let json = match &setup.map {
        None => shipped(MAPS, &config.map)?,
        Some(MapChoice::Named(name)) => shipped(MAPS, name)?,
        Some(MapChoice::Json(json)) => json.clone(),
        Some(MapChoice::Text(_)) => return Err(Faults::one(CODE, "", "maps of this game are JSON")),
    };
    Map::read(&json, config.starting_humans, config.starting_zombies)
}

/// The first state on a map. Its size and name become the config's.
fn begin(setup: &Setup, map: &Map) -> Result<(Infection, State), Faults> {
    let check = Check::new();
    let overrides = overrides_on(setup, map, &check);
    let config = Config::overridden(&overrides, "", &check);
    let mut units = Vec::new();
    let sides = [
        (&map.zombie, config.starting_zombies, Class::Zombie, "zombie_anchor"),
        (&map.human, config.starting_humans, Class::Normal, "human_anchor"),
    ];
    for (start, count, class, anchor_key) in sides {
        match map.spawn_cells(start, count) {
            Some(cells) => {
                let health = config.kit(class).health;
                units.extend(cells.into_iter().map(|cell| Unit::new(cell, class, health)));
            }
            None => no_room(anchor_key, count, &check),
        }
    }
    let ids = (0..units.len() as i64).collect();
    let terrain = Terrain::new(map.width, map.height, &map.cells);
    let state = State::new(0, Phase::Classes, units, terrain);
    check.finish((Infection::new(config, overrides, ids), state))
}

/// The overrides of a setup with what the map decides.
fn overrides_on(setup: &Setup, map: &Map, check: &Check) -> JsonMap<String, Value> {
    let mut overrides = setup.config.clone();
    let default = Config::default();
    for (key, size, usual) in [("width", map.width, default.width), ("height", map.height, default.height)] {
        match overrides.get(key) {
            Some(given) if given.as_i64() != Some(i64::from(size)) => {
                check.fault("bad_config", format!("/{key}"), format!("{given} is not allowed; the map has {size}"));
            }
            None if i64::from(size) != usual => drop(overrides.insert(key.into(), size.into())),
            _ => {}
        }
    }
    let named = overrides.get("map").and_then(Value::as_str).unwrap_or(&default.map);
    if named != map.name {
        overrides.insert("map".into(), map.name.as_str().into());
    }
    sorted(overrides)
}
