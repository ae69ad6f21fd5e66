//! Maps: the format, what ships with the program, and how a game begins on one.

mod drawing;
mod openings;

pub use drawing::draw;
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
/// Boards stay so small that a cell has a 32-bit number.
const MOST_CELLS: i64 = 1 << 30;

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
        let map = Object::document(json, CODE, &check).and_then(|object| read_object(object, humans, zombies));
        match map {
            Some(map) => check.finish(map),
            None => Err(check.finish(()).err().unwrap_or_else(|| Faults::one(CODE, "", "is no map"))),
        }
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
    pub(crate) fn spawn_cells(&self, start: &Start, needed: usize) -> Option<Vec<(i32, i32)>> {
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

fn read_object(mut object: Object<'_>, humans: i64, zombies: i64) -> Option<Map> {
    let name = object.text("name").to_owned();
    let (width, height) = (object.int("width", 1..), object.int("height", 1..));
    let rows: Vec<String> = object.strings("rows").into_iter().map(str::to_owned).collect();
    let cells = read_rows(&rows, (width, height), "/rows", CODE, object.check());
    let size = (width, height);
    let human = read_start(&mut object, ("human_anchor", "human_spawns"), humans, size, cells.as_deref());
    let zombie = read_start(&mut object, ("zombie_anchor", "zombie_spawns"), zombies, size, cells.as_deref());
    object.finish_leniently();
    Some(Map { name, width: width as i32, height: height as i32, cells: cells?, human, zombie })
}

fn read_start(
    object: &mut Object<'_>,
    (anchor_key, spawns_key): (&'static str, &'static str),
    needed: i64,
    size: (i64, i64),
    cells: Option<&[Kind]>,
) -> Start {
    let check = object.check();
    let anchor = match object.take(anchor_key) {
        Some(value) => read_cell(value, &format!("/{anchor_key}"), size, cells, check),
        None => None,
    };
    let listed = object.has(spawns_key);
    let spawns: Vec<_> = object
        .list_or_empty(spawns_key)
        .into_iter()
        .filter_map(|(at, value)| read_cell(value, &at, size, cells, check))
        .collect();
    if (!listed || (spawns.len() as i64) < needed) && !object.has(anchor_key) {
        object.fault(anchor_key, format!("is missing, and there are no {needed} cells in {spawns_key}"));
    }
    Start { anchor, spawns }
}

/// A cell that must be open ground.
fn read_cell(
    value: &Value,
    at: &str,
    (width, height): (i64, i64),
    cells: Option<&[Kind]>,
    check: &Check,
) -> Option<(i32, i32)> {
    let pair = value.as_array().filter(|pair| pair.len() == 2);
    let place = pair.and_then(|pair| Some((int_in(&pair[0], &(..)).ok()?, int_in(&pair[1], &(..)).ok()?)));
    let Some((x, y)) = place else {
        check.fault(CODE, at, format!("{} is not a cell, [x, y]", shown(value)));
        return None;
    };
    if !(0..width).contains(&x) || !(0..height).contains(&y) {
        check.fault(CODE, at, format!("({x}, {y}) is off the board"));
        return None;
    }
    if cells.is_some_and(|cells| cells[(y * width + x) as usize] != Kind::Open) {
        check.fault(CODE, at, format!("({x}, {y}) is not open ground"));
        return None;
    }
    Some((x as i32, y as i32))
}

/// Reads the rows of a map or position, or names all that is wrong with them.
pub(crate) fn read_rows(
    rows: &[String],
    (width, height): (i64, i64),
    pointer: &str,
    code: &'static str,
    check: &Check,
) -> Option<Vec<Kind>> {
    let inner = Check::new();
    if width.checked_mul(height).is_none_or(|cells| cells > MOST_CELLS) {
        inner.fault(code, pointer, format!("a board of {width} times {height} cells is too big"));
    }
    if rows.len() as i64 != height {
        inner.fault(code, pointer, format!("has {} rows; the height is {height}", rows.len()));
    }
    let mut cells = Vec::new();
    for (y, row) in rows.iter().enumerate() {
        let at = format!("{pointer}/{y}");
        if row.chars().count() as i64 != width {
            inner.fault(code, &at, format!("has {} characters; the width is {width}", row.chars().count()));
        }
        for (x, char) in row.chars().enumerate() {
            match Kind::of(char) {
                Some(kind) => cells.push(kind),
                None => inner.fault(code, &at, format!("{char:?} at x = {x} is not one of . # T = ~ ,")),
            }
        }
    }
    match inner.finish(cells) {
        Ok(cells) => Some(cells),
        Err(faults) => {
            check.absorb(faults);
            None
        }
    }
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
    let overrides = overrides_on(setup, map)?;
    let check = Check::new();
    let config = Config::overridden(&overrides, "", &check);
    let mut units = Vec::new();
    let sides = [
        (&map.zombie, config.starting_zombies, Class::Zombie, "zombie"),
        (&map.human, config.starting_humans, Class::Normal, "human"),
    ];
    for (start, count, class, name) in sides {
        match usize::try_from(count).ok().and_then(|needed| map.spawn_cells(start, needed)) {
            Some(cells) => {
                let health = config.kit(class).health;
                units.extend(cells.into_iter().map(|cell| Unit::new(cell, class, health)));
            }
            None => {
                let message = format!("there is no room for {count} units around it");
                check.fault(CODE, format!("/{name}_anchor"), message);
            }
        }
    }
    let ids = (0..units.len() as i64).collect();
    let terrain = Terrain::new(map.width, map.height, &map.cells);
    let state = State::new(0, Phase::Classes, units, terrain);
    check.finish((Infection::new(config, overrides, ids), state))
}

/// The overrides of a setup with what the map decides.
fn overrides_on(setup: &Setup, map: &Map) -> Result<JsonMap<String, Value>, Faults> {
    let check = Check::new();
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
    check.finish(sorted(overrides))
}
