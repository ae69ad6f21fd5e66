//! The game as data: reading, judging and writing positions.

use crate::config::GolemsConfig;
use crate::game::Golems;
use crate::map::Board;
use crate::state::{Cause, State, Unit, Verdict};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};
use skirmish_core::config::sorted;
use skirmish_core::read::{INT_LIMIT, judged, shown};
use skirmish_core::{Check, Documents, Faults, Object, Seat};

const CODE: &str = "bad_position";

/// A complete position; serialises to the canonical form.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Position {
    pub game: &'static str,
    pub width: i64,
    pub height: i64,
    /// The top row first.
    pub rows: Vec<String>,
    pub turn: i64,
    /// The seat to move.
    pub seat: SeatName,
    pub scores: Scores,
    pub next_id: i64,
    pub over: bool,
    pub winner: Option<SeatName>,
    pub reason: Option<&'static str>,
    /// By ascending id.
    pub units: Vec<UnitRecord>,
    /// Overrides, handed on as they were given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub config: Option<Map<String, Value>>,
}

/// A seat as it is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SeatName {
    #[default]
    P0,
    P1,
}

impl SeatName {
    const WORDS: [(&'static str, SeatName); 2] = [("p0", SeatName::P0), ("p1", SeatName::P1)];
}

impl From<Seat> for SeatName {
    fn from(seat: Seat) -> SeatName {
        if seat.0 == 0 { SeatName::P0 } else { SeatName::P1 }
    }
}

impl From<SeatName> for Seat {
    fn from(name: SeatName) -> Seat {
        Seat(name as u8)
    }
}

/// Build points earned so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, JsonSchema)]
pub struct Scores {
    pub p0: i64,
    pub p1: i64,
}

impl From<[i64; 2]> for Scores {
    fn from([p0, p1]: [i64; 2]) -> Scores {
        Scores { p0, p1 }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, JsonSchema)]
pub struct UnitRecord {
    pub id: i64,
    pub owner: SeatName,
    pub x: i64,
    pub y: i64,
    pub red: i64,
    pub green: i64,
    pub blue: i64,
    pub yellow: i64,
    pub hp: i64,
    pub poison: i64,
    pub build_points: i64,
    pub moves: i64,
    pub actions: i64,
}

impl From<&Unit> for UnitRecord {
    fn from(unit: &Unit) -> UnitRecord {
        let [red, green, blue, yellow] = unit.colours;
        UnitRecord {
            id: unit.id,
            owner: unit.owner.into(),
            x: unit.at.x.into(),
            y: unit.at.y.into(),
            red,
            green,
            blue,
            yellow,
            hp: unit.hp,
            poison: unit.poison,
            build_points: unit.build_points,
            moves: unit.moves,
            actions: unit.actions,
        }
    }
}

/// Config keys that a position may not set.
const BARRED: [(&str, &str); 3] = [
    ("width", "cannot be in a position's config: the position itself says it"),
    ("height", "cannot be in a position's config: the position itself says it"),
    ("maps", "cannot be in a position's config: the position has its map"),
];

/// Reads a position; one of bad form is judged as well, so that all faults are named at once.
pub fn read(json: &Value) -> Result<Position, Faults> {
    judged(json, CODE, read_object, judge)
}

fn read_object(mut object: Object<'_>) -> Position {
    object.exactly("game", Golems::ID);
    let position = Position {
        game: Golems::ID,
        width: object.int("width", ..),
        height: object.int("height", ..),
        rows: object.strings("rows").into_iter().map(String::from).collect(),
        turn: object.int("turn", ..),
        seat: object.word("seat", &SeatName::WORDS),
        scores: read_scores(object.object("scores")),
        next_id: object.int("next_id", ..),
        over: object.bool("over"),
        winner: object.word_or_null("winner", &SeatName::WORDS),
        reason: object.word_or_null("reason", &Cause::WORDS).map(Cause::word),
        units: object.objects("units", read_unit),
        config: object.take("config").and_then(|config| match config {
            Value::Object(overrides) => Some(overrides.clone()),
            other => {
                object.check().misread("bad_config", "/config", format!("{} is not an object", shown(other)));
                None
            }
        }),
    };
    object.finish();
    position
}

fn read_scores(mut object: Object<'_>) -> Scores {
    let scores = Scores { p0: object.int("p0", ..), p1: object.int("p1", ..) };
    object.finish();
    scores
}

fn read_unit(mut object: Object<'_>) -> UnitRecord {
    let unit = UnitRecord {
        id: object.int("id", ..),
        owner: object.word("owner", &SeatName::WORDS),
        x: object.int("x", ..),
        y: object.int("y", ..),
        red: object.int("red", ..),
        green: object.int("green", ..),
        blue: object.int("blue", ..),
        yellow: object.int("yellow", ..),
        hp: object.int("hp", ..),
        poison: object.int("poison", ..),
        build_points: object.int("build_points", ..),
        moves: object.int("moves", ..),
        actions: object.int("actions", ..),
    };
    object.finish();
    unit
}

/// Makes a position playable, or names everything that is wrong with it.
pub fn load(position: &Position) -> Result<(Golems, State), Faults> {
    let check = Check::new();
    let (config, board) = judge(position, &check);
    let board = check.finish(()).and_then(|()| board.ok_or_else(|| Faults::one(CODE, "/rows", "no board")))?;
    let game = Golems::new(config, position.config.clone().map(sorted), board);
    let state = build(&game, position);
    Ok((game, state))
}

/// The config and board of a position. What is wrong with the values that `check` knows goes into it.
fn judge(position: &Position, check: &Check) -> (GolemsConfig, Option<Board>) {
    let no_overrides = Map::new();
    let overrides = position.config.as_ref().unwrap_or(&no_overrides);
    let config = GolemsConfig::read(overrides, &BARRED, "/config", check);
    let board = Board::from_rows(position.width, position.height, &position.rows, CODE, check);
    let judge = Judge { position, check };
    judge.whole(&config);
    (0..position.units.len()).for_each(|i| judge.unit(i));
    if let Some(board) = &board {
        judge.ground(board);
    }
    (config, board)
}

/// The state of a position that was found good.
fn build(game: &Golems, position: &Position) -> State {
    let mut state = State::new(&game.board);
    state.turn = position.turn;
    state.seat = position.seat.into();
    state.scores = [position.scores.p0, position.scores.p1];
    state.next_id = position.next_id;
    let reason = position.reason.and_then(|word| Cause::WORDS.iter().find(|known| known.0 == word));
    state.ending =
        position.winner.zip(reason).map(|(winner, reason)| Verdict { winner: winner.into(), reason: reason.1 });
    for unit in &position.units {
        let Some(at) = game.board.spot(unit.x as i32, unit.y as i32) else { continue };
        state.add(Unit {
            id: unit.id,
            hp: unit.hp,
            poison: unit.poison,
            build_points: unit.build_points,
            moves: unit.moves,
            actions: unit.actions,
            ..game.fresh(unit.owner.into(), at, [unit.red, unit.green, unit.blue, unit.yellow])
        });
    }
    state
}

/// Names what is wrong with the values of a position.
struct Judge<'a> {
    position: &'a Position,
    check: &'a Check,
}

impl Judge<'_> {
    fn fault(&self, pointer: impl Into<String>, message: impl Into<String>) {
        self.check.fault(CODE, pointer, message);
    }

    /// An integer that must be at least `low`; otherwise it counts as unknown.
    fn number(&self, at: &str, key: &str, value: i64, low: i64) {
        if !(low..INT_LIMIT).contains(&value) && self.check.knows(at, [key]) {
            let message = format!("{value} is not a whole number from {low} up, below 2^53");
            self.check.misread(CODE, format!("{at}/{key}"), message);
        }
    }

    fn whole(&self, config: &GolemsConfig) {
        let position = self.position;
        let knows = |keys: &[&str]| self.check.knows("", keys);
        self.number("", "next_id", position.next_id, 0);
        self.number("/scores", "p0", position.scores.p0, 0);
        self.number("/scores", "p1", position.scores.p1, 0);
        self.number("", "turn", position.turn, 1);
        let last = config.max_turns - i64::from(!position.over);
        if position.turn > last && knows(&["turn", "over"]) && self.check.knows("/config", ["max_turns"]) {
            let when = if position.over { "" } else { " while the game runs" };
            self.fault("/turn", format!("{} is after the last turn{when}, which is {last}", position.turn));
        }
        if (position.seat == SeatName::P0) != (position.turn % 2 != 0) && knows(&["seat", "turn"]) {
            self.fault("/seat", "is not the seat to move: odd turns are those of p0, even turns those of p1");
        }
        for (key, given) in [("winner", position.winner.is_some()), ("reason", position.reason.is_some())] {
            if given != position.over && knows(&[key, "over"]) {
                let message = if given { "is set, but the game is not over" } else { "is null, but the game is over" };
                self.fault(format!("/{key}"), message);
            }
        }
        if let Some(word) = position.reason
            && !Cause::WORDS.iter().any(|known| known.0 == word)
        {
            self.fault("/reason", format!("{word:?} is not a reason for a game to end"));
        }
    }

    fn unit(&self, i: usize) {
        let unit = &self.position.units[i];
        let at = format!("/units/{i}");
        let low = [
            ("id", unit.id, 1),
            ("x", unit.x, 0),
            ("y", unit.y, 0),
            ("red", unit.red, 0),
            ("green", unit.green, 0),
            ("blue", unit.blue, 0),
            ("yellow", unit.yellow, 0),
            ("hp", unit.hp, 1),
            ("poison", unit.poison, 0),
            ("build_points", unit.build_points, 0),
            ("moves", unit.moves, 0),
            ("actions", unit.actions, 0),
        ];
        for (key, value, low) in low {
            self.number(&at, key, value, low);
        }
        let (whole, knows) = (|key| self.check.knows("", [key]), |keys: &[&str]| self.check.knows(&at, keys));
        if unit.id >= self.position.next_id && knows(&["id"]) && whole("next_id") {
            self.fault(format!("{at}/id"), format!("{} is not below next_id", unit.id));
        }
        if let Some(last) = i.checked_sub(1).map(|before| self.position.units[before].id)
            && last >= unit.id
            && knows(&["id"])
            && self.check.knows(&format!("/units/{}", i - 1), ["id"])
        {
            self.fault(format!("{at}/id"), format!("{} comes after {last}; ids must ascend", unit.id));
        }
        let colours = [unit.red, unit.green, unit.blue, unit.yellow];
        if colours.iter().all(|&colour| colour == 0) && knows(&["red", "green", "blue", "yellow"]) {
            self.fault(at.clone(), "has no colour");
        }
        let has_turn = unit.moves != 0 && knows(&["moves"]) || unit.actions != 0 && knows(&["actions"]);
        if has_turn && unit.owner != self.position.seat && knows(&["owner"]) && whole("seat") {
            self.fault(at, "has moves or actions, but its owner is not to move");
        }
    }

    /// Units are on the board, on no wall, and alone on their square.
    fn ground(&self, board: &Board) {
        let mut taken = vec![None; board.cells()];
        for (i, unit) in self.position.units.iter().enumerate() {
            if !self.check.knows(&format!("/units/{i}"), ["x", "y"]) {
                continue;
            }
            let fault = |what: String| self.fault(format!("/units/{i}"), format!("({}, {}) is {what}", unit.x, unit.y));
            let spot = match (i32::try_from(unit.x), i32::try_from(unit.y)) {
                (Ok(x), Ok(y)) => board.spot(x, y),
                _ => None,
            };
            let Some(spot) = spot else {
                fault("off the board".into());
                continue;
            };
            if board.is_wall(spot) {
                fault("a wall".into());
            }
            match &mut taken[usize::from(spot.cell)] {
                Some(other) => fault(format!("taken by the unit at /units/{other}")),
                free => *free = Some(i),
            }
        }
    }
}

/// Writes the position of a state.
pub fn write(game: &Golems, state: &State) -> Position {
    Position {
        game: Golems::ID,
        width: game.board.width().into(),
        height: game.board.height().into(),
        rows: game.board.rows(),
        turn: state.turn,
        seat: state.seat.into(),
        scores: state.scores.into(),
        next_id: state.next_id,
        over: state.is_over(),
        winner: state.ending.map(|ending| ending.winner.into()),
        reason: state.ending.map(|ending| ending.reason.word()),
        units: state.units().iter().map(UnitRecord::from).collect(),
        config: game.overrides.as_deref().cloned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn good() -> Value {
        json!({
            "game": "golems", "width": 3, "height": 2, "rows": ["..#", "O.."], "turn": 4, "seat": "p1",
            "scores": {"p0": 3, "p1": 2}, "next_id": 8, "over": false, "winner": null, "reason": null,
            "units": [
                {"id": 2, "owner": "p0", "x": 0, "y": 0, "red": 1, "green": 0, "blue": 0, "yellow": 0, "hp": 900,
                 "poison": 0, "build_points": 77, "moves": 0, "actions": 0},
                {"id": 7, "owner": "p1", "x": 1, "y": 1, "red": 0, "green": 2, "blue": 0, "yellow": 0, "hp": 1,
                 "poison": 5, "build_points": 0, "moves": 44, "actions": 1}
            ]
        })
    }

    fn text_after_loading(json: &Value) -> Result<String, Faults> {
        let (game, state) = load(&read(json)?)?;
        Ok(serde_json::to_string(&write(&game, &state)).unwrap())
    }

    /// The faults of the good position after a change: code and place.
    fn faults(change: impl FnOnce(&mut Value)) -> Vec<String> {
        let mut json = good();
        change(&mut json);
        let faults = text_after_loading(&json).expect_err("taken");
        faults.list().iter().map(|fault| format!("{} {}", fault.code, fault.pointer)).collect()
    }

    #[test]
    fn a_canonical_position_comes_back_as_the_same_text() {
        assert_eq!(text_after_loading(&good()).unwrap(), good().to_string());
        for config in [json!({}), json!({"max_health": "50", "max_turns": 400, "zone_points": 3})] {
            let mut json = good();
            json["config"] = config;
            assert_eq!(text_after_loading(&json).unwrap(), json.to_string());
        }
        let mut json = good();
        json["config"] = json!({"zone_points": 3, "level": "R"});
        assert!(text_after_loading(&json).unwrap().ends_with(r#""config":{"level":"R","zone_points":3}}"#));
    }

    #[test]
    fn faults_of_form_are_all_named() {
        let named = faults(|json| {
            json["game"] = json!("chess");
            json["turn"] = json!(1.5);
            json["scores"]["p2"] = json!(0);
            json["over"] = json!(0);
            json["winner"] = json!("p2");
            json["units"][1]["hp"] = json!("1");
            json["units"][0].as_object_mut().unwrap().remove("red");
            json["extra"] = json!(null);
            json["config"] = json!(null);
        });
        let wanted = [
            "bad_position /game",
            "bad_position /turn",
            "bad_position /scores/p2",
            "bad_position /over",
            "bad_position /winner",
            "bad_position /units/0/red",
            "bad_position /units/1/hp",
            "bad_config /config",
            "bad_position /extra",
        ];
        assert_eq!(named, wanted);
    }

    #[test]
    fn faults_of_value_are_all_named() {
        let named = faults(|json| {
            json["rows"][0] = json!(".x#");
            json["seat"] = json!("p0");
            json["scores"]["p0"] = json!(-1);
            json["reason"] = json!("forfeit");
            json["units"][0]["id"] = json!(9);
            json["units"][0]["red"] = json!(0);
            json["units"][1]["hp"] = json!(0);
            json["config"] = json!({"width": 3, "maps": ["own_ruins"], "levle": "R", "level": "Level", "max_turns": 0});
        });
        let wanted = [
            "bad_config /config/width",
            "bad_config /config/maps",
            "bad_config /config/levle",
            "bad_formula /config/level",
            "bad_config /config/max_turns",
            "bad_position /rows/0",
            "bad_position /scores/p0",
            "bad_position /seat",
            "bad_position /reason",
            "bad_position /units/0/id",
            "bad_position /units/0",
            "bad_position /units/1/hp",
            "bad_position /units/1/id",
            "bad_position /units/1",
        ];
        assert_eq!(named, wanted);
    }

    #[test]
    fn units_stand_alone_on_open_ground() {
        let at = |x: i64, y: i64| {
            move |json: &mut Value| {
                json["units"][1]["x"] = x.into();
                json["units"][1]["y"] = y.into();
            }
        };
        for (x, y) in [(0, 0), (2, 1), (3, 0), (0, 2), (1 << 40, 0)] {
            assert_eq!(faults(at(x, y)), ["bad_position /units/1"], "{x} {y}");
        }
        assert_eq!(faults(at(-1, 0)), ["bad_position /units/1/x"]);
    }

    #[test]
    fn the_last_turn_belongs_to_finished_games() {
        let with = |max: i64, over: bool| {
            let mut json = good();
            json["config"] = json!({"max_turns": max});
            if over {
                json["over"] = true.into();
                json["winner"] = "p0".into();
                json["reason"] = "turn_limit".into();
            }
            text_after_loading(&json).is_ok()
        };
        assert!(with(5, false) && with(4, true) && with(5, true));
        assert!(!with(4, false) && !with(3, true));
    }

    #[test]
    fn large_numbers_are_taken() {
        let most = INT_LIMIT - 1;
        let mut json = good();
        for key in ["red", "green", "blue", "yellow", "hp", "poison", "build_points", "moves", "actions"] {
            json["units"][1][key] = most.into();
        }
        json["scores"] = json!({"p0": most, "p1": most});
        json["next_id"] = most.into();
        assert_eq!(text_after_loading(&json).unwrap(), json.to_string());
        assert_eq!(faults(|json| json["next_id"] = (most + 1).into()), ["bad_position /next_id"]);
    }
}
