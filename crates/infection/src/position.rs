//! Positions: the complete state as data, read, checked and written.

use crate::class::{Class, Side};
use crate::config::Config;
use crate::game::Infection;
use crate::map;
use crate::outcome::{Ending, Outcome, Scores};
use crate::state::{Phase, State, Unit};
use crate::terrain::Terrain;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};
use skirmish_core::config::{Config as _, sorted};
use skirmish_core::{Check, Faults, Object};

const CODE: &str = "bad_position";

#[derive(Clone, PartialEq, Debug, Default, Serialize, JsonSchema)]
pub struct Position {
    pub game: &'static str,
    pub turn: i64,
    pub phase: Phase,
    /// Who is asked; null when the game is over.
    pub seat: Option<Side>,
    /// Overridden keys only.
    pub config: Map<String, Value>,
    /// One character a cell: `.` open, `#` wall, `T` tree, `=` barricade, `~` water, `,` debris.
    pub rows: Vec<String>,
    /// By y, then x.
    pub damaged: Vec<DamagedData>,
    /// By ascending id.
    pub units: Vec<UnitData>,
    /// Humans turned so far.
    pub infected: i64,
    /// Faults in a row.
    pub human_faults: i64,
    pub zombie_faults: i64,
    /// Null before the end.
    pub result: Option<Outcome>,
}

/// An obstacle that is neither whole nor gone.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct DamagedData {
    pub x: i32,
    pub y: i32,
    pub durability: i64,
}

#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct UnitData {
    pub id: i64,
    pub x: i32,
    pub y: i32,
    pub class: Class,
    /// 0 for a zombie.
    pub health: i64,
    /// Turns, this one included, without attack, ability, or anything.
    pub attack_wait: i64,
    pub ability_wait: i64,
    pub stun_wait: i64,
}

/// Reads the form of a position: keys and types.
pub(crate) fn read(json: &Value) -> Result<Position, Faults> {
    let check = Check::new();
    let position = match Object::document(json, CODE, &check) {
        Some(object) => read_object(object),
        None => Position::default(),
    };
    check.finish(position)
}

fn read_object(mut object: Object<'_>) -> Position {
    object.exactly("game", "infection");
    let position = Position {
        game: "infection",
        turn: object.int("turn", 0..),
        phase: object.word("phase", &Phase::ALL.map(|phase| (phase.name(), phase))),
        seat: object.word_or_null("seat", &Side::ALL.map(|side| (side.name(), side))),
        config: read_config(&mut object),
        rows: object.strings("rows").into_iter().map(str::to_owned).collect(),
        damaged: object.objects("damaged", |mut item| {
            let damaged = DamagedData {
                x: coordinate(&mut item, "x"),
                y: coordinate(&mut item, "y"),
                durability: item.int("durability", 1..),
            };
            item.finish();
            damaged
        }),
        units: object.objects("units", read_unit),
        infected: object.int("infected", 0..),
        human_faults: object.int("human_faults", 0..),
        zombie_faults: object.int("zombie_faults", 0..),
        result: match object.need("result") {
            None | Some(Value::Null) => None,
            Some(_) => object.object("result").map(read_result),
        },
    };
    object.finish();
    position
}

fn read_config(object: &mut Object<'_>) -> Map<String, Value> {
    match object.need("config") {
        Some(Value::Object(config)) => config.clone(),
        Some(_) => {
            object.fault("config", "is not an object");
            Map::new()
        }
        None => Map::new(),
    }
}

fn coordinate(object: &mut Object<'_>, key: &'static str) -> i32 {
    object.int(key, 0..=i64::from(i32::MAX)) as i32
}

fn read_unit(mut item: Object<'_>) -> UnitData {
    let unit = UnitData {
        id: item.int("id", 0..),
        x: coordinate(&mut item, "x"),
        y: coordinate(&mut item, "y"),
        class: item.word("class", &Class::words()),
        health: item.int("health", 0..),
        attack_wait: item.int("attack_wait", 0..),
        ability_wait: item.int("ability_wait", 0..),
        stun_wait: item.int("stun_wait", 0..),
    };
    item.finish();
    unit
}

fn read_result(mut item: Object<'_>) -> Outcome {
    let over = item.bool("over");
    let winner = item.word_or_null("winner", &Side::ALL.map(|side| (side.name(), side)));
    let mut scores = Scores { humans: 0, zombies: 0 };
    if let Some(mut object) = item.object("scores") {
        scores = Scores { humans: object.int("humans", ..), zombies: object.int("zombies", ..) };
        object.finish();
    }
    let outcome = Outcome {
        over,
        winner,
        scores,
        reason: Some(item.word("reason", &Ending::WORDS)),
        end_turn: item.int("end_turn", 0..),
        humans_alive: item.int("humans_alive", 0..),
        humans_infected: item.int("humans_infected", 0..),
        humans_ignored: item.bool("humans_ignored"),
        zombies_ignored: item.bool("zombies_ignored"),
    };
    item.finish();
    outcome
}

/// The door from data to a game: names everything that is wrong with it.
pub(crate) fn open(position: &Position) -> Result<(Infection, State), Faults> {
    let check = Check::new();
    let config = Config::overridden(&position.config, "/config", &check);
    let Some((game, state)) = build(position, config, &check) else {
        return Err(check.finish(()).err().unwrap_or_else(|| Faults::one(CODE, "", "cannot be played")));
    };
    check.finish((game, state))
}

/// `None` if there is no board to put the rest on; the faults found are in `check` either way.
fn build(position: &Position, config: Config, check: &Check) -> Option<(Infection, State)> {
    check_moment(position, &config, check);
    let cells = map::read_rows(&position.rows, (config.width, config.height), "/rows", CODE, check);
    check_ids(position, check);
    let terrain = Terrain::new(config.width as i32, config.height as i32, &cells?);
    let ids = position.units.iter().map(|unit| unit.id).collect();
    let game = Infection::new(config, sorted(position.config.clone()), ids);
    let mut state = State::new(0, Phase::Classes, position.units.iter().map(Unit::from).collect(), terrain);
    state.take_over(position);
    check_damaged(&game, &mut state, &position.damaged, check);
    for (i, data) in position.units.iter().enumerate() {
        check_unit(&game, &state, data, &format!("/units/{i}"), check);
    }
    check_result(&game, &state, position, check);
    Some((game, state))
}

/// Turn, phase and seat must fit together.
fn check_moment(position: &Position, config: &Config, check: &Check) {
    let fault = |key: &str, message: String| check.fault(CODE, key, message);
    let (turn, phase) = (position.turn, position.phase);
    let side = match phase {
        Phase::Over => None,
        _ if turn % 2 == 0 => Some(Side::Humans),
        _ => Some(Side::Zombies),
    };
    let fits = match phase {
        Phase::Classes => turn == 0,
        Phase::Ability => turn > 0 && turn % 2 == 0,
        Phase::Move | Phase::Attack | Phase::Over => turn > 0,
    };
    if !fits {
        fault("/phase", format!("turn {turn} has no phase \"{}\"", phase.name()));
    }
    if position.seat != side {
        let name = |side: Option<Side>| side.map_or("null", Side::name);
        fault("/seat", format!("is {}; the phase belongs to {}", name(position.seat), name(side)));
    }
    let humans = position.units.iter().any(|unit| unit.class != Class::Zombie);
    if phase == Phase::Over && humans && turn < config.turn_limit {
        fault("/phase", "is over, but there are humans left and turns to come".into());
    }
}

fn check_ids(position: &Position, check: &Check) {
    for (i, pair) in position.units.windows(2).enumerate() {
        if pair[0].id >= pair[1].id {
            let message = format!("{} comes after {}; ids must ascend", pair[1].id, pair[0].id);
            check.fault(CODE, format!("/units/{}/id", i + 1), message);
        }
    }
}

/// Takes over what is damaged.
fn check_damaged(game: &Infection, state: &mut State, damaged: &[DamagedData], check: &Check) {
    let mut last = None;
    for (i, item) in damaged.iter().enumerate() {
        let at = format!("/damaged/{i}");
        if !state.terrain.is_inside(item.x, item.y) {
            check.fault(CODE, at, format!("({}, {}) is off the board", item.x, item.y));
            continue;
        }
        let kind = state.terrain.kind(item.x, item.y);
        let cell = state.terrain.cell(item.x, item.y);
        if !kind.breaks() {
            check.fault(CODE, &at, format!("there is nothing to damage at ({}, {})", item.x, item.y));
        } else if item.durability >= game.full_durability(kind) || item.durability < 1 {
            let most = game.full_durability(kind) - 1;
            let message = format!("{} is not allowed; a damaged one has from 1 to {most}", item.durability);
            check.fault(CODE, format!("{at}/durability"), message);
        }
        if last.is_some_and(|last| last >= cell) {
            check.fault(CODE, at, "comes too late; the list goes by y, then x, each cell once");
        }
        last = Some(cell);
        state.terrain.set_left(cell, Some(item.durability));
    }
}

fn check_unit(game: &Infection, state: &State, unit: &UnitData, at: &str, check: &Check) {
    let zombie = unit.class == Class::Zombie;
    if !state.terrain.is_inside(unit.x, unit.y) {
        check.fault(CODE, at, format!("({}, {}) is off the board", unit.x, unit.y));
    } else {
        let kind = state.terrain.kind(unit.x, unit.y);
        if kind.blocks_walking(zombie || unit.class.climbs()) {
            let message = format!("a {} cannot stand on '{}'", unit.class.name(), kind.char());
            check.fault(CODE, at, message);
        }
    }
    // A class may start with more health than heals give.
    let most = game.config.max_health.max(game.kit(unit.class).health);
    if zombie && unit.health != 0 {
        check.fault(CODE, format!("{at}/health"), format!("{} is not allowed; a zombie has 0", unit.health));
    } else if !zombie && !(1..=most).contains(&unit.health) {
        let message = format!("{} is not allowed; a human has from 1 to {most}", unit.health);
        check.fault(CODE, format!("{at}/health"), message);
    }
    if !zombie && unit.stun_wait > 0 {
        check.fault(CODE, format!("{at}/stun_wait"), "only zombies can be stunned");
    }
}

/// A result follows from the rest of the position.
fn check_result(game: &Infection, state: &State, position: &Position, check: &Check) {
    let expected = (state.phase == Phase::Over).then(|| game.outcome_of(state));
    if position.result == expected {
        return;
    }
    let message = match &expected {
        None => "must be null before the game is over".into(),
        Some(outcome) => format!("must be {}", serde_json::to_string(outcome).unwrap_or_default()),
    };
    check.fault(CODE, "/result", message);
}

impl Infection {
    /// Writes the canonical position over `out`, whose buffers are used again.
    pub(crate) fn write_position(&self, state: &State, out: &mut Position) {
        let terrain = &state.terrain;
        out.game = "infection";
        (out.turn, out.phase, out.seat) = (state.turn, state.phase, state.side());
        out.config.clone_from(&self.overrides);
        out.rows.resize_with(terrain.height() as usize, String::new);
        for (row, kinds) in out.rows.iter_mut().zip(terrain.cells().chunks(terrain.width() as usize)) {
            row.clear();
            row.extend(kinds.iter().map(|kind| kind.char()));
        }
        out.damaged.clear();
        out.damaged.extend(terrain.damage().iter().map(|damage| {
            let (x, y) = terrain.place(damage.cell);
            DamagedData { x, y, durability: damage.left }
        }));
        out.units.clear();
        out.units.extend(self.ids.iter().zip(&state.units).map(|(&id, unit)| UnitData {
            id,
            x: unit.x,
            y: unit.y,
            class: unit.class,
            health: unit.health,
            attack_wait: unit.attack_wait,
            ability_wait: unit.ability_wait,
            stun_wait: unit.stun_wait,
        }));
        out.infected = state.infected;
        [out.human_faults, out.zombie_faults] = state.faults;
        out.result = (state.phase == Phase::Over).then(|| self.outcome_of(state));
    }
}
