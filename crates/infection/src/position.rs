//! Positions: the complete state as data, read, checked and written.

use crate::class::{Class, Side};
use crate::config::Config;
use crate::game::Infection;
use crate::map::Ground;
use crate::outcome;
use crate::outcome::{Cause, Outcome, Scores};
use crate::state::{Phase, State, Unit};
use crate::terrain::{Kind, Terrain};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};
use skirmish_core::config::{Config as _, sorted};
use skirmish_core::read::judged;
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

/// Reads a position; one of bad form is judged as well, so that all faults are named at once.
pub(crate) fn read(json: &Value) -> Result<Position, Faults> {
    judged(json, CODE, read_object, judge)
}

fn read_object(mut object: Object<'_>) -> Position {
    object.exactly("game", "infection");
    let position = Position {
        game: "infection",
        turn: object.int("turn", 0..),
        phase: object.word("phase", &Phase::ALL.map(|phase| (phase.name(), phase))),
        seat: object.word_or_null("seat", &Side::ALL.map(|side| (side.name(), side))),
        config: object.map("config"),
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
            Some(_) => Some(read_result(object.object("result"))),
        },
    };
    object.finish();
    position
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
    let mut object = item.object("scores");
    let scores = Scores { humans: object.int("humans", ..), zombies: object.int("zombies", ..) };
    object.finish();
    let outcome = Outcome {
        over,
        winner,
        scores,
        reason: Some(item.word("reason", &Cause::WORDS)),
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
pub(crate) fn load(position: &Position) -> Result<(Infection, State), Faults> {
    let check = Check::new();
    let opened = judge(position, &check);
    check.finish(opened)
}

/// The game and state of a position. What is wrong with the values that `check` knows goes into it, and the state is
/// only whole if nothing is.
fn judge(position: &Position, check: &Check) -> (Infection, State) {
    let config = Config::overridden(&position.config, "/config", check);
    let (width, height) = (config.width, config.height);
    let size = |key, value| check.knows("/config", [key]).then_some(value);
    let ground = Ground::read(&position.rows, (size("width", width), size("height", height)), CODE, check);
    let ids = position.units.iter().map(|unit| unit.id).collect();
    let game = Infection::new(config, sorted(position.config.clone()), ids);
    let judge = Judge { position, game: &game, ground: &ground, check };
    judge.moment();
    judge.ids();
    judge.damaged();
    (0..position.units.len()).for_each(|i| judge.unit(i));
    let terrain = match ground.cells() {
        Some(cells) => Terrain::new(width as i32, height as i32, cells),
        None => Terrain::new(1, 1, &[Kind::Open]),
    };
    let mut state = State::new(0, Phase::Classes, position.units.iter().map(Unit::from).collect(), terrain);
    state.take_over(position);
    judge.result(&state);
    if check.is_clean() {
        state.terrain.read_damage(position.damaged.iter().map(|item| (item.x, item.y, item.durability)));
    }
    (game, state)
}

/// Names what is wrong with the values of a position.
struct Judge<'a> {
    position: &'a Position,
    game: &'a Infection,
    ground: &'a Ground,
    check: &'a Check,
}

impl Judge<'_> {
    fn fault(&self, pointer: impl Into<String>, message: impl Into<String>) {
        self.check.fault(CODE, pointer, message);
    }

    fn knows(&self, keys: &[&str]) -> bool {
        self.check.knows("", keys)
    }

    fn knows_config(&self, keys: &[&str]) -> bool {
        self.check.knows("/config", keys)
    }

    /// Turn, phase and seat must fit together.
    fn moment(&self) {
        let Position { turn, phase, seat, .. } = *self.position;
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
        if !fits && self.knows(&["turn", "phase"]) {
            self.fault("/phase", format!("turn {turn} has no phase \"{}\"", phase.name()));
        }
        if seat != side && self.knows(&["phase", "seat"]) && (phase == Phase::Over || self.knows(&["turn"])) {
            let name = |side: Option<Side>| side.map_or("null", Side::name);
            self.fault("/seat", format!("is {}; the phase belongs to {}", name(seat), name(side)));
        }
        let is_human = |(i, unit): (usize, &UnitData)| {
            unit.class != Class::Zombie && self.check.knows(&format!("/units/{i}"), ["class"])
        };
        if phase == Phase::Over
            && turn < self.game.config.turn_limit
            && self.knows(&["phase", "turn"])
            && self.knows_config(&["turn_limit"])
            && self.position.units.iter().enumerate().any(is_human)
        {
            self.fault("/phase", "is over, but there are humans left and turns to come");
        }
    }

    fn ids(&self) {
        for (i, pair) in self.position.units.windows(2).enumerate().filter(|(_, pair)| pair[0].id >= pair[1].id) {
            let [before, at] = [i, i + 1].map(|i| format!("/units/{i}"));
            if self.check.knows(&before, ["id"]) && self.check.knows(&at, ["id"]) {
                let message = format!("{} comes after {}; ids must ascend", pair[1].id, pair[0].id);
                self.fault(format!("{at}/id"), message);
            }
        }
    }

    fn damaged(&self) {
        let mut last = None;
        for (i, &DamagedData { x, y, durability }) in self.position.damaged.iter().enumerate() {
            let at = format!("/damaged/{i}");
            if !self.check.knows(&at, ["x", "y"]) {
                last = None;
                continue;
            }
            if self.ground.is_off(x.into(), y.into()) {
                self.fault(at.as_str(), format!("({x}, {y}) is off the board"));
            }
            if let Some(kind) = self.ground.kind(x.into(), y.into()) {
                let most = self.game.full_durability(kind) - 1;
                if !kind.breaks() {
                    self.fault(at.as_str(), format!("there is nothing to damage at ({x}, {y})"));
                } else if !(1..=most).contains(&durability)
                    && self.check.knows(&at, ["durability"])
                    && self.knows_config(&["wall_durability", "tree_durability", "barricade_durability"])
                {
                    let message = format!("{durability} is not allowed; a damaged one has from 1 to {most}");
                    self.fault(format!("{at}/durability"), message);
                }
            }
            if last.is_some_and(|last| last >= (y, x)) {
                self.fault(at, "comes too late; the list goes by y, then x, each cell once");
            }
            last = Some((y, x));
        }
    }

    fn unit(&self, i: usize) {
        let UnitData { x, y, class, health, stun_wait, .. } = self.position.units[i];
        let at = format!("/units/{i}");
        let knows = |keys: &[&str]| self.check.knows(&at, keys);
        let zombie = class == Class::Zombie;
        if self.ground.is_off(x.into(), y.into()) && knows(&["x", "y"]) {
            self.fault(at.as_str(), format!("({x}, {y}) is off the board"));
        }
        if let Some(kind) = self.ground.kind(x.into(), y.into())
            && kind.blocks_walking(zombie || class.climbs())
            && knows(&["x", "y", "class"])
        {
            self.fault(at.as_str(), format!("a {} cannot stand on '{}'", class.name(), kind.char()));
        }
        // A class may start with more health than heals give.
        let most = self.game.config.max_health.max(self.game.kit(class).health);
        if zombie && health != 0 && knows(&["class", "health"]) {
            self.fault(format!("{at}/health"), format!("{health} is not allowed; a zombie has 0"));
        }
        if !zombie
            && !(1..=most).contains(&health)
            && knows(&["class", "health"])
            && (health < 1 || self.knows_config(&["max_health", &format!("{}_health", class.name())]))
        {
            self.fault(format!("{at}/health"), format!("{health} is not allowed; a human has from 1 to {most}"));
        }
        if !zombie && stun_wait > 0 && knows(&["class", "stun_wait"]) {
            self.fault(format!("{at}/stun_wait"), "only zombies can be stunned");
        }
    }

    /// A result follows from the rest of the position.
    fn result(&self, state: &State) {
        let given = &self.position.result;
        let expected = (state.phase == Phase::Over).then(|| outcome::outcome(self.game, state));
        if *given == expected || !self.knows(&["phase", "result"]) {
            return;
        }
        match &expected {
            None => self.fault("/result", "must be null before the game is over"),
            Some(outcome) if self.knows_outcome() => {
                self.fault("/result", format!("must be {}", serde_json::to_string(outcome).unwrap_or_default()));
            }
            Some(_) => {}
        }
    }

    /// Whether everything is known that a result follows from, and the result itself.
    fn knows_outcome(&self) -> bool {
        let of_result = [
            "over",
            "winner",
            "reason",
            "end_turn",
            "humans_alive",
            "humans_infected",
            "humans_ignored",
            "zombies_ignored",
        ];
        self.knows(&["turn", "units", "infected", "human_faults", "zombie_faults"])
            && (0..self.position.units.len()).all(|i| self.check.knows(&format!("/units/{i}"), ["class"]))
            && self.knows_config(&["points_per_human", "turn_limit", "max_faults"])
            && self.check.knows("/result", of_result)
            && self.check.knows("/result/scores", ["humans", "zombies"])
    }
}

/// Writes the canonical position over `out`, whose buffers are used again.
pub(crate) fn write_into(game: &Infection, state: &State, out: &mut Position) {
    let terrain = &state.terrain;
    out.game = "infection";
    (out.turn, out.phase, out.seat) = (state.turn, state.phase, state.side());
    out.config.clone_from(&game.overrides);
    out.rows.resize_with(terrain.height() as usize, String::new);
    for (row, kinds) in out.rows.iter_mut().zip(terrain.cells().chunks(terrain.width() as usize)) {
        let mut text = std::mem::take(row).into_bytes();
        text.clear();
        // As bytes, many in one go: a big map in a message is mostly this.
        text.extend(kinds.iter().map(|kind| kind.char() as u8));
        *row = String::from_utf8(text).expect("all kinds are written in ASCII");
    }
    out.damaged.clear();
    out.damaged.extend(terrain.damage().iter().map(|damage| {
        let (x, y) = terrain.place(damage.cell);
        DamagedData { x, y, durability: damage.left }
    }));
    out.units.clear();
    out.units.extend(game.ids.iter().zip(&state.units).map(|(&id, unit)| UnitData {
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
    out.result = (state.phase == Phase::Over).then(|| outcome::outcome(game, state));
}
