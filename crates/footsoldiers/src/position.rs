//! The complete state as data, and the one door from it to a playable game.

use crate::config::Config;
use crate::field::{Field, Square};
use crate::game::{Base, Footsoldiers, Rock};
use crate::state::{Facing, Kind, ROOM, SEATS, Soldier, State, Team};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};
use skirmish_core::read::judged;
use skirmish_core::{Check, Faults, Object};

const CODE: &str = "bad_position";

/// A position. Serialises to the canonical form if its lists are in canonical order.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Position {
    pub game: &'static str,
    pub turns_remaining: i64,
    pub next_id: i64,
    /// The bases in seat order.
    pub bases: Vec<BaseEntry>,
    /// The rocks in square order.
    pub rocks: Vec<RockEntry>,
    /// The soldiers by id.
    pub soldiers: Vec<SoldierEntry>,
    /// Rule keys that differ from the defaults.
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub config: Map<String, Value>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub disqualified: Vec<Team>,
}

#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, JsonSchema)]
pub struct BaseEntry {
    pub id: i64,
    pub seat: Team,
    pub x: i64,
    pub y: i64,
    pub health: i64,
    pub money: i64,
}

#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, JsonSchema)]
pub struct RockEntry {
    pub id: i64,
    pub x: i64,
    pub y: i64,
}

impl From<&Rock> for RockEntry {
    fn from(rock: &Rock) -> RockEntry {
        RockEntry { id: rock.id, x: rock.at.x, y: rock.at.y }
    }
}

#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, JsonSchema)]
pub struct SoldierEntry {
    pub id: i64,
    pub seat: Team,
    pub kind: Kind,
    pub x: i64,
    pub y: i64,
    pub health: i64,
    pub dest_x: i64,
    pub dest_y: i64,
    pub facing: Facing,
}

impl BaseEntry {
    pub fn square(&self) -> Square {
        Square::new(self.x, self.y)
    }
}

impl RockEntry {
    pub fn square(&self) -> Square {
        Square::new(self.x, self.y)
    }
}

impl SoldierEntry {
    pub fn square(&self) -> Square {
        Square::new(self.x, self.y)
    }

    pub fn goal(&self) -> Square {
        Square::new(self.dest_x, self.dest_y)
    }

    pub(crate) fn of(team: Team, soldier: &Soldier) -> SoldierEntry {
        let Soldier { at, goal, health, id, kind, facing } = *soldier;
        SoldierEntry { id, seat: team, kind, x: at.x, y: at.y, health, dest_x: goal.x, dest_y: goal.y, facing }
    }
}

/// Reads a position; one of bad form is judged as well, so that all faults are named at once.
pub(crate) fn read(json: &Value) -> Result<Position, Faults> {
    judged(json, CODE, read_object, judge)
}

fn read_object(mut object: Object<'_>) -> Position {
    object.exactly("game", Footsoldiers::NAME);
    let position = Position {
        game: Footsoldiers::NAME,
        turns_remaining: object.int("turns_remaining", ..),
        next_id: object.int("next_id", ..),
        bases: object.objects("bases", |mut base| {
            let entry =
                BaseEntry { health: base.int("health", ..), money: base.int("money", ..), ..read_base(&mut base) };
            base.finish();
            entry
        }),
        rocks: object.objects("rocks", read_rock),
        soldiers: object.objects("soldiers", read_soldier),
        config: if object.has("config") { object.map("config") } else { Map::new() },
        disqualified: read_teams(&mut object, "disqualified"),
    };
    object.finish();
    position
}

/// A list of seats that may be left out.
fn read_teams(object: &mut Object<'_>, key: &'static str) -> Vec<Team> {
    let check = object.check();
    let team = |(pointer, value): (String, &Value)| {
        let found = Team::WORDS.iter().find(|(word, _)| value.as_str() == Some(word));
        if found.is_none() {
            check.misread(CODE, pointer, "is neither \"player1\" nor \"player2\"");
        }
        found.map(|&(_, team)| team)
    };
    object.list_or_empty(key).into_iter().filter_map(team).collect()
}

/// What a base has in a map and in a position; the caller finishes the object.
pub(crate) fn read_base(base: &mut Object<'_>) -> BaseEntry {
    BaseEntry {
        id: base.int("id", ..),
        seat: base.word("seat", &Team::WORDS),
        x: base.int("x", ..),
        y: base.int("y", ..),
        health: 1,
        money: 0,
    }
}

pub(crate) fn read_rock(mut rock: Object<'_>) -> RockEntry {
    let entry = RockEntry { id: rock.int("id", ..), x: rock.int("x", ..), y: rock.int("y", ..) };
    rock.finish();
    entry
}

fn read_soldier(mut soldier: Object<'_>) -> SoldierEntry {
    let entry = SoldierEntry {
        id: soldier.int("id", ..),
        seat: soldier.word("seat", &Team::WORDS),
        kind: soldier.word("kind", &Kind::WORDS),
        x: soldier.int("x", ..),
        y: soldier.int("y", ..),
        health: soldier.int("health", ..),
        dest_x: soldier.int("dest_x", ..),
        dest_y: soldier.int("dest_y", ..),
        facing: soldier.word("facing", &Facing::WORDS),
    };
    soldier.finish();
    entry
}

/// The game and state of a position, or everything that is wrong with it.
pub(crate) fn load(position: &Position) -> Result<(Footsoldiers, State), Faults> {
    let check = Check::new();
    let config = judge(position, &check);
    check.finish(())?;
    Ok(assemble(config, position))
}

/// The config of a position. What is wrong with the values that `check` knows goes into it.
fn judge(position: &Position, check: &Check) -> Config {
    let config = Config::of_position(&position.config, check);
    let most_turns = if check.knows("/config", ["total_turns"]) { config.total_turns } else { i64::MAX };
    if !(0..=most_turns).contains(&position.turns_remaining) && check.knows("", ["turns_remaining"]) {
        let message = format!("{} is not allowed; allowed are 0 to {most_turns}", position.turns_remaining);
        check.fault(CODE, "/turns_remaining", message);
    }
    judge_things(position, CODE, check);
    judge_ids(position, check);
    let mut disqualified = position.disqualified.clone();
    disqualified.sort_unstable();
    disqualified.dedup();
    if disqualified.len() < position.disqualified.len() {
        check.fault(CODE, "/disqualified", "names a seat twice");
    }
    config
}

/// Names everything that is wrong with bases, rocks and soldiers but their ids. Maps are judged by it too.
pub(crate) fn judge_things(position: &Position, code: &'static str, check: &Check) {
    let teams: Vec<Team> = position.bases.iter().map(|base| base.seat).collect();
    let wrong = match teams[..] {
        [a, b] => a == b && check.knows("/bases/0", ["seat"]) && check.knows("/bases/1", ["seat"]),
        _ => check.knows("", ["bases"]) && check.knows("/bases", 0..teams.len()),
    };
    if wrong {
        check.fault(code, "/bases", format!("there are {} bases; there must be one of each seat", teams.len()));
    }
    let least = |at: String, key: &str, value: i64, least: i64| {
        if value < least && check.knows(&at, [key]) {
            check.fault(code, format!("{at}/{key}"), format!("{value} is not allowed; the least is {least}"));
        }
    };
    for (i, base) in position.bases.iter().enumerate() {
        least(format!("/bases/{i}"), "health", base.health, 0);
        least(format!("/bases/{i}"), "money", base.money, 0);
    }
    for (i, soldier) in position.soldiers.iter().enumerate() {
        least(format!("/soldiers/{i}"), "health", soldier.health, 1);
    }
    let mut by_square = things(position);
    by_square.retain(|(place, ..)| check.knows(place, ["x", "y"]));
    by_square.sort_by_key(|(_, square, _)| *square);
    for two in by_square.windows(2).filter(|two| two[0].1 == two[1].1) {
        let Square { x, y } = two[1].1;
        check.fault(code, two[1].0.clone(), format!("stands on ({x}, {y}), and so does {}", two[0].0));
    }
}

/// Ids are below `next_id`, and each is there once.
fn judge_ids(position: &Position, check: &Check) {
    let mut by_id = things(position);
    by_id.retain(|(place, ..)| check.knows(place, ["id"]));
    for (place, _, id) in by_id.iter().filter(|(_, _, id)| *id >= position.next_id) {
        if check.knows("", ["next_id"]) {
            check.fault(CODE, format!("{place}/id"), format!("{id} is not below next_id, {}", position.next_id));
        }
    }
    by_id.sort_by_key(|(_, _, id)| *id);
    for two in by_id.windows(2).filter(|two| two[0].2 == two[1].2) {
        check.fault(CODE, format!("{}/id", two[1].0), format!("{} is also the id of {}", two[1].2, two[0].0));
    }
}

/// Pointer, square and id of everything on the map.
fn things(position: &Position) -> Vec<(String, Square, i64)> {
    let bases = position.bases.iter().enumerate().map(|(i, it)| (format!("/bases/{i}"), it.square(), it.id));
    let rocks = position.rocks.iter().enumerate().map(|(i, it)| (format!("/rocks/{i}"), it.square(), it.id));
    let soldiers = position.soldiers.iter().enumerate();
    let soldiers = soldiers.map(|(i, it)| (format!("/soldiers/{i}"), it.square(), it.id));
    bases.chain(rocks).chain(soldiers).collect()
}

/// Builds game and state of a position that was judged good.
pub(crate) fn assemble(config: Config, position: &Position) -> (Footsoldiers, State) {
    let mut bases = position.bases.clone();
    bases.sort_by_key(|base| base.seat);
    let mut rocks: Vec<Rock> = position.rocks.iter().map(|it| Rock { id: it.id, at: it.square() }).collect();
    rocks.sort_by_key(|rock| rock.at);
    let fixed: Vec<Square> = bases.iter().map(BaseEntry::square).chain(rocks.iter().map(|rock| rock.at)).collect();
    let field = Field::new(&fixed);
    let mut state = State {
        turns_remaining: position.turns_remaining,
        next_id: position.next_id,
        health: [bases[0].health, bases[1].health],
        money: [bases[0].money, bases[1].money],
        disqualified: Team::WORDS.map(|(_, team)| position.disqualified.contains(&team)),
        armies: [Vec::with_capacity(ROOM), Vec::with_capacity(ROOM)],
        given: [false; 2],
        blocked: field.fixed().to_vec(),
        strays: 0,
    };
    for entry in &position.soldiers {
        let (at, goal) = (entry.square(), entry.goal());
        let SoldierEntry { id, kind, health, facing, .. } = *entry;
        state.armies[entry.seat.index()].push(Soldier { at, goal, health, id, kind, facing });
        field.take(&mut state, at);
    }
    for army in &mut state.armies {
        army.sort_unstable_by_key(|soldier| soldier.at);
    }
    let bases = [0, 1].map(|i| Base { id: bases[i].id, at: bases[i].square() });
    (Footsoldiers::new(config, bases, rocks, field), state)
}

impl Footsoldiers {
    pub(crate) fn list_bases(&self, state: &State, out: &mut Vec<BaseEntry>) {
        out.clear();
        out.extend(Team::WORDS.iter().map(|&(_, seat)| {
            let Base { id, at } = self.bases[seat.index()];
            BaseEntry { id, seat, x: at.x, y: at.y, health: state.health(seat), money: state.money(seat) }
        }));
    }
}

/// The canonical position of a state between steps.
pub(crate) fn write(game: &Footsoldiers, state: &State) -> Position {
    let mut position = Position {
        game: Footsoldiers::NAME,
        turns_remaining: state.turns_remaining,
        next_id: state.next_id,
        bases: Vec::new(),
        rocks: Vec::new(),
        soldiers: Vec::new(),
        config: game.config.rule_differences(),
        disqualified: Vec::new(),
    };
    game.list_bases(state, &mut position.bases);
    position.rocks.extend(game.rocks.iter().map(RockEntry::from));
    list_soldiers(state, &mut position.soldiers);
    list_disqualified(state, &mut position.disqualified);
    position
}

pub(crate) fn list_soldiers(state: &State, out: &mut Vec<SoldierEntry>) {
    out.clear();
    for (_, team) in Team::WORDS {
        out.extend(state.army(team).iter().map(|soldier| SoldierEntry::of(team, soldier)));
    }
    out.sort_unstable_by_key(|soldier| soldier.id);
}

pub(crate) fn list_disqualified(state: &State, out: &mut Vec<Team>) {
    out.clear();
    out.extend(Team::WORDS.iter().map(|&(_, team)| team).filter(|team| state.disqualified[team.index()]));
}

/// The first position on a map: no soldiers, both players with what they start with.
pub(crate) fn start(config: &Config, bases: [Square; 2], rocks: &[Square]) -> Position {
    let base = |i: usize| BaseEntry {
        id: i as i64 + 1,
        seat: Team::WORDS[i].1,
        x: bases[i].x,
        y: bases[i].y,
        health: config.base_health,
        money: config.initial_money,
    };
    let mut rocks = rocks.to_vec();
    rocks.sort_unstable();
    Position {
        game: Footsoldiers::NAME,
        turns_remaining: config.total_turns,
        next_id: (SEATS.len() + rocks.len()) as i64 + 1,
        bases: vec![base(0), base(1)],
        rocks: (3..).zip(&rocks).map(|(id, at)| RockEntry { id, x: at.x, y: at.y }).collect(),
        soldiers: Vec::new(),
        config: config.rule_differences(),
        disqualified: Vec::new(),
    }
}
