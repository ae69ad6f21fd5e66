//! A complete game as data: reading it with all its faults, and the one door from it to a playable state.

use crate::config::Config;
use crate::decimal::{Decimal, Scent};
use crate::state::{Crate, Drop, Facts, Human, Notes, State, Wall, Zombie};
use crate::words::{Cause, Item, Name, Side, WeaponId, Zone};
use crate::{Outbreak, map};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};
use skirmish_core::config::{Config as _, sorted};
use skirmish_core::read::{INT_LIMIT, judged};
use skirmish_core::{Check, Faults, Object};
use skirmish_grid::hex::{Diamond, Hex};
use std::collections::BTreeSet;

const CODE: &str = "bad_position";

/// The complete game, in canonical order of keys.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Position {
    pub game: &'static str,
    pub turn: i64,
    /// The seat to move.
    pub seat: Side,
    pub next_id: i64,
    pub drops_ready: Decimal,
    pub spawn_ready: Decimal,
    pub zones: Vec<ZoneInfo>,
    pub humans: Vec<HumanInfo>,
    pub zombies: Vec<ZombieInfo>,
    pub walls: Vec<WallInfo>,
    pub crates: Vec<CrateInfo>,
    pub drops: Vec<DropInfo>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub humans_ms: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub zombies_ms: Option<i64>,
    pub winner: Option<Side>,
    pub reason: Option<Cause>,
    /// Overrides, alphabetically.
    pub config: Map<String, Value>,
}

/// A spawn zone and its counter.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct ZoneInfo {
    pub zone: Zone,
    pub next: u32,
}

#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct HumanInfo {
    pub id: i64,
    pub x: i32,
    pub y: i32,
    pub hp: i64,
    pub max_hp: i64,
    pub moves: i64,
    pub idle: Decimal,
    pub weapon: Name,
    pub ammo: i64,
}

#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct ZombieInfo {
    pub id: i64,
    pub x: i32,
    pub y: i32,
    pub hp: i64,
    pub max_hp: i64,
    pub moves: i64,
    pub idle: Decimal,
    pub facing: u8,
    pub scent: Scent,
}

#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct WallInfo {
    pub id: i64,
    pub x: i32,
    pub y: i32,
    pub hp: i64,
    pub max_hp: i64,
}

#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct CrateInfo {
    pub id: i64,
    pub x: i32,
    pub y: i32,
    pub hp: i64,
    pub max_hp: i64,
    pub item: Name,
}

/// A pending air drop.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct DropInfo {
    pub id: i64,
    pub x: i32,
    pub y: i32,
    pub delay: i64,
    pub item: Name,
}

// ---- reading

/// Reads a position; one of bad form is judged as well, so that all faults are named at once.
pub(crate) fn read(json: &Value) -> Result<Position, Faults> {
    judged(json, CODE, read_object, judge)
}

fn read_object(mut object: Object<'_>) -> Position {
    object.exactly("game", "outbreak");
    let position = Position {
        game: "outbreak",
        turn: object.int("turn", 1..),
        seat: object.word("seat", &Side::WORDS),
        next_id: object.int("next_id", 0..),
        drops_ready: Decimal::field(&mut object, "drops_ready"),
        spawn_ready: Decimal::field(&mut object, "spawn_ready"),
        zones: object.objects("zones", read_zone),
        humans: object.objects("humans", read_human),
        zombies: object.objects("zombies", read_zombie),
        walls: object.objects("walls", read_wall),
        crates: object.objects("crates", read_crate),
        drops: object.objects("drops", read_drop),
        humans_ms: object.has("humans_ms").then(|| object.int("humans_ms", ..)),
        zombies_ms: object.has("zombies_ms").then(|| object.int("zombies_ms", ..)),
        winner: object.word_or_null("winner", &Side::WORDS),
        reason: object.word_or_null("reason", &Cause::WORDS),
        config: object.map("config"),
    };
    object.finish();
    position
}

fn read_zone(mut object: Object<'_>) -> ZoneInfo {
    let words = Zone::ALL.map(|zone| (zone.name(), zone));
    let info = ZoneInfo { zone: object.word("zone", &words), next: object.int("next", 0..i64::from(u32::MAX)) as u32 };
    object.finish();
    info
}

fn coordinate(object: &mut Object<'_>, key: &'static str) -> i32 {
    object.int(key, i64::from(i32::MIN)..=i64::from(i32::MAX)) as i32
}

/// Reads the things of one list: their id and place, then the fields of their kind.
macro_rules! reader {
    ($name:ident -> $info:ident { $($field:ident: $read:expr),+ $(,)? }) => {
        fn $name(mut object: Object<'_>) -> $info {
            let id = object.int("id", 0..);
            let (x, y) = (coordinate(&mut object, "x"), coordinate(&mut object, "y"));
            let info = $info { id, x, y, $($field: $read(&mut object, stringify!($field))),+ };
            object.finish();
            info
        }
    };
}

reader!(read_human -> HumanInfo {
    hp: positive, max_hp: positive, moves: count, idle: Decimal::field, weapon: name, ammo: count,
});
reader!(read_zombie -> ZombieInfo {
    hp: positive, max_hp: positive, moves: count, idle: Decimal::field, facing: facing, scent: Scent::field,
});
reader!(read_wall -> WallInfo { hp: positive, max_hp: positive });
reader!(read_crate -> CrateInfo { hp: positive, max_hp: positive, item: name });
reader!(read_drop -> DropInfo { delay: count, item: name });

fn positive(object: &mut Object<'_>, key: &'static str) -> i64 {
    object.int(key, 1..)
}

fn count(object: &mut Object<'_>, key: &'static str) -> i64 {
    object.int(key, 0..)
}

fn facing(object: &mut Object<'_>, key: &'static str) -> u8 {
    object.int(key, 0..=5) as u8
}

fn name(object: &mut Object<'_>, key: &'static str) -> Name {
    Name::new(object.text(key))
}

// ---- the door

/// Proves a position playable, or names all that is wrong with it.
pub(crate) fn load(position: &Position) -> Result<(Outbreak, State), Faults> {
    let check = Check::new();
    let opened = judge(position, &check);
    check.finish(opened)
}

/// The game and state of a position. What is wrong with the values that `check` knows goes into it.
fn judge(position: &Position, check: &Check) -> (Outbreak, State) {
    let config = Config::overridden(&position.config, "/config", check);
    let game = Outbreak::new(config, position.config.clone(), None);
    let state = Door { check, game: &game, board: game.board }.state(position);
    (game, state)
}

struct Door<'a> {
    check: &'a Check,
    game: &'a Outbreak,
    board: Diamond,
}

impl Door<'_> {
    fn fault(&self, pointer: String, message: impl Into<String>) {
        self.check.fault(CODE, pointer, message);
    }

    fn state(&self, position: &Position) -> State {
        self.facts(position);
        let mut ids = Ids { next_id: position.next_id, met: BTreeSet::new(), last: ("", None) };
        let mut state = State::new(Facts {
            board: self.board,
            turn: position.turn,
            next_id: position.next_id,
            drops_ready: position.drops_ready,
            spawn_ready: position.spawn_ready,
            zones: std::array::from_fn(|i| position.zones.get(i).map_or(0, |zone| zone.next)),
            clocks: [position.humans_ms, position.zombies_ms],
            ending: position.reason,
            notes: Notes::default(),
        });
        let config = &self.game.config;
        for (i, h) in position.humans.iter().enumerate() {
            let at = format!("/humans/{i}");
            let hex = self.place(&mut ids, &at, "humans", h.id, (h.x, h.y));
            self.hp(&at, h.hp, h.max_hp);
            self.moves(&at, h.moves, ("human_moves", config.human_moves));
            let weapon = self.weapon(&at, h.weapon.as_str());
            let Some(hex) = hex else { continue };
            if state.cell(hex).has_human() {
                self.fault(at, format!("a second human at ({},{})", h.x, h.y));
                continue;
            }
            state.add_human(Human {
                id: h.id,
                at: hex,
                hp: h.hp,
                max_hp: h.max_hp,
                moves: h.moves,
                idle: h.idle,
                weapon,
                ammo: h.ammo,
            });
        }
        for (i, z) in position.zombies.iter().enumerate() {
            let at = format!("/zombies/{i}");
            let hex = self.place(&mut ids, &at, "zombies", z.id, (z.x, z.y));
            self.hp(&at, z.hp, z.max_hp);
            self.moves(&at, z.moves, ("zombie_moves", config.zombie_moves));
            if z.facing > 5 && self.check.knows(&at, ["facing"]) {
                self.fault(format!("{at}/facing"), format!("{} is not from 0 to 5", z.facing));
            }
            let Some(hex) = hex else { continue };
            state.add_zombie(Zombie {
                id: z.id,
                at: hex,
                hp: z.hp,
                max_hp: z.max_hp,
                moves: z.moves,
                idle: z.idle,
                facing: z.facing,
                scent: z.scent,
            });
        }
        for (i, w) in position.walls.iter().enumerate() {
            let at = format!("/walls/{i}");
            let hex = self.place(&mut ids, &at, "walls", w.id, (w.x, w.y));
            self.hp(&at, w.hp, w.max_hp);
            let Some(hex) = hex else { continue };
            if state.cell(hex).has_human() {
                self.fault(at.clone(), format!("a human and a wall at ({},{})", w.x, w.y));
            }
            if state.cell(hex).has_wall() {
                self.fault(at, format!("a second wall at ({},{})", w.x, w.y));
                continue;
            }
            state.add_wall(Wall { id: w.id, at: hex, hp: w.hp, max_hp: w.max_hp });
        }
        for (i, c) in position.crates.iter().enumerate() {
            let at = format!("/crates/{i}");
            let hex = self.place(&mut ids, &at, "crates", c.id, (c.x, c.y));
            self.hp(&at, c.hp, c.max_hp);
            let item = self.item(&at, c.item.as_str());
            let Some(hex) = hex else { continue };
            state.add_crate(Crate { id: c.id, at: hex, hp: c.hp, max_hp: c.max_hp, item });
        }
        for (i, d) in position.drops.iter().enumerate() {
            let at = format!("/drops/{i}");
            let hex = self.place(&mut ids, &at, "drops", d.id, (d.x, d.y));
            let item = self.item(&at, d.item.as_str());
            let Some(hex) = hex else { continue };
            state.drops.push(Drop { id: d.id, at: hex, delay: d.delay, item });
        }
        state
    }

    fn facts(&self, position: &Position) {
        let knows = |keys: &[&str]| self.check.knows("", keys);
        if position.turn < 1 && knows(&["turn"]) {
            self.fault("/turn".into(), format!("{} is not a turn; they are numbered from 1", position.turn));
        }
        let side = Side::to_move(position.turn);
        if position.seat != side && knows(&["seat", "turn"]) {
            self.fault("/seat".into(), format!("on turn {} the seat to move is {}", position.turn, side.name()));
        }
        if position.winner != position.reason.map(Cause::winner) && knows(&["winner", "reason"]) {
            self.fault("/winner".into(), "winner and reason do not agree");
        }
        self.zones(&position.zones);
    }

    fn zones(&self, zones: &[ZoneInfo]) {
        let is_known = |i: usize| self.check.knows(&format!("/zones/{i}"), ["zone"]);
        let wrong = zones.iter().zip(Zone::ALL).enumerate().any(|(i, (info, zone))| info.zone != zone && is_known(i));
        if wrong || zones.len() != Zone::ALL.len() && self.check.knows("", ["zones"]) {
            self.fault("/zones".into(), "must be west, north, east, south, in this order");
        }
        let side = self.board.side();
        for (i, info) in zones.iter().enumerate().filter(|(_, info)| info.next as usize >= side) {
            let at = format!("/zones/{i}");
            if self.check.knows(&at, ["next"]) && self.knows_config("radius") {
                self.fault(format!("{at}/next"), format!("{} is not below {side}", info.next));
            }
        }
    }

    fn knows_config(&self, key: &str) -> bool {
        self.check.knows("/config", [key])
    }

    /// Notes the id of a thing and finds its hex, if it is known to be on the board.
    fn place(&self, ids: &mut Ids, at: &str, list: &'static str, id: i64, (x, y): (i32, i32)) -> Option<Hex> {
        let id = self.check.knows(at, ["id"]).then_some(id);
        if let Some(id) = id {
            if id >= ids.next_id && self.check.knows("", ["next_id"]) {
                self.fault(format!("{at}/id"), format!("{id} is not below next_id {}", ids.next_id));
            }
            if !ids.met.insert(id) {
                self.fault(format!("{at}/id"), format!("{id} is the id of another thing too"));
            }
        }
        let (of, last) = std::mem::replace(&mut ids.last, (list, id));
        if of == list && last.zip(id).is_some_and(|(last, id)| last > id) {
            self.fault(format!("{at}/id"), "the list is not by ascending id");
        }
        if !self.check.knows(at, ["x", "y"]) || !self.knows_config("radius") {
            return None;
        }
        let hex = Some(Hex::new(x, y)).filter(|&hex| self.board.contains(hex));
        if hex.is_none() {
            self.fault(at.into(), format!("({x},{y}) is off the board of radius {}", self.board.radius()));
        }
        hex
    }

    fn hp(&self, at: &str, hp: i64, max_hp: i64) {
        if (hp < 1 || hp > max_hp) && self.check.knows(at, ["hp", "max_hp"]) {
            self.fault(format!("{at}/hp"), format!("{hp} is not from 1 to max_hp {max_hp}"));
        }
    }

    fn moves(&self, at: &str, moves: i64, (key, most): (&str, i64)) {
        if (moves < 0 || moves > most) && self.check.knows(at, ["moves"]) && self.knows_config(key) {
            self.fault(format!("{at}/moves"), format!("{moves} is not from 0 to {most}"));
        }
    }

    fn weapon(&self, at: &str, name: &str) -> WeaponId {
        let found = self.game.config.weapons.find(name);
        if found.is_none() && self.check.knows(at, ["weapon"]) && self.knows_config("weapons") {
            let known = self.game.config.weapons.names();
            self.fault(format!("{at}/weapon"), format!("\"{name}\" is not a weapon; there are {known}"));
        }
        found.unwrap_or(WeaponId(0))
    }

    fn item(&self, at: &str, name: &str) -> Item {
        let found = self.game.item_called(name);
        if found.is_none() && self.check.knows(at, ["item"]) && self.knows_config("weapons") {
            let known = self.game.config.weapons.names();
            self.fault(format!("{at}/item"), format!("\"{name}\" is not an item; there are ammo, {known}"));
        }
        found.unwrap_or(Item::Ammo)
    }
}

/// The ids met so far, and the list of the last thing with its id, if that is known.
struct Ids {
    next_id: i64,
    met: BTreeSet<i64>,
    last: (&'static str, Option<i64>),
}

// ---- writing

impl Outbreak {
    pub(crate) fn human_info(&self, human: &Human) -> HumanInfo {
        HumanInfo {
            id: human.id,
            x: human.at.x,
            y: human.at.y,
            hp: human.hp,
            max_hp: human.max_hp,
            moves: human.moves,
            idle: human.idle,
            weapon: self.weapon(human.weapon).name.clone(),
            ammo: human.ammo,
        }
    }

    pub(crate) fn crate_info(&self, c: &Crate) -> CrateInfo {
        CrateInfo { id: c.id, x: c.at.x, y: c.at.y, hp: c.hp, max_hp: c.max_hp, item: self.item_name(c.item) }
    }

    pub(crate) fn drop_info(&self, drop: &Drop) -> DropInfo {
        DropInfo { id: drop.id, x: drop.at.x, y: drop.at.y, delay: drop.delay, item: self.item_name(drop.item) }
    }
}

pub(crate) fn write(game: &Outbreak, state: &State) -> Position {
    let facts = &state.facts;
    Position {
        game: "outbreak",
        turn: facts.turn,
        seat: state.side(),
        next_id: facts.next_id,
        drops_ready: facts.drops_ready,
        spawn_ready: facts.spawn_ready,
        zones: zone_infos(facts.zones),
        humans: state.humans.iter().map(|human| game.human_info(human)).collect(),
        zombies: state.zombies.iter().map(ZombieInfo::from).collect(),
        walls: state.walls.iter().map(WallInfo::from).collect(),
        crates: state.crates.iter().map(|crate_| game.crate_info(crate_)).collect(),
        drops: state.drops.iter().map(|drop| game.drop_info(drop)).collect(),
        humans_ms: facts.clocks[0],
        zombies_ms: facts.clocks[1],
        winner: facts.ending.map(Cause::winner),
        reason: facts.ending,
        config: game.overrides.clone(),
    }
}

pub(crate) fn zone_infos(zones: [u32; 4]) -> Vec<ZoneInfo> {
    Zone::ALL.into_iter().zip(zones).map(|(zone, next)| ZoneInfo { zone, next }).collect()
}

impl From<&Zombie> for ZombieInfo {
    fn from(z: &Zombie) -> ZombieInfo {
        ZombieInfo {
            id: z.id,
            x: z.at.x,
            y: z.at.y,
            hp: z.hp,
            max_hp: z.max_hp,
            moves: z.moves,
            idle: z.idle,
            facing: z.facing,
            scent: z.scent,
        }
    }
}

impl From<&Wall> for WallInfo {
    fn from(w: &Wall) -> WallInfo {
        WallInfo { id: w.id, x: w.at.x, y: w.at.y, hp: w.hp, max_hp: w.max_hp }
    }
}

/// Overrides as a position holds them: by key, numbers in shortest form.
pub(crate) fn canonical(overrides: Map<String, Value>) -> Map<String, Value> {
    fn shortest(value: &mut Value) {
        match value {
            Value::Number(number) => {
                if let Some(v) = number.as_f64()
                    && number.is_f64()
                    && v.fract() == 0.0
                    && v.abs() < INT_LIMIT as f64
                {
                    *value = Value::from(v as i64);
                }
            }
            Value::Array(items) => items.iter_mut().for_each(shortest),
            Value::Object(map) => map.values_mut().for_each(shortest),
            _ => {}
        }
    }
    let mut overrides = sorted(overrides);
    overrides.values_mut().for_each(shortest);
    overrides
}

/// A new game on a map: the position before turn 1, nobody placed yet.
pub(crate) fn on_map(game: &Outbreak, map: &map::Board) -> State {
    let bank = Some(game.config.bank_ms);
    let mut state = State::new(Facts {
        board: game.board,
        turn: 0,
        next_id: 1,
        drops_ready: Decimal::ZERO,
        spawn_ready: Decimal::ZERO,
        zones: [0; 4],
        clocks: [bank, bank],
        ending: None,
        notes: Notes::default(),
    });
    for thing in &map.things {
        let id = state.new_id();
        let (at, hp) = (thing.at, thing.hp);
        match thing.item {
            None => {
                let max_hp = game.config.wall_overheal.floor_times(hp);
                state.add_wall(Wall { id, at, hp, max_hp });
            }
            Some(item) => state.add_crate(Crate { id, at, hp, max_hp: hp, item }),
        }
    }
    state
}
