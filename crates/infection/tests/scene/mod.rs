//! Small scenes for the tests: an empty board of the default size, some obstacles, some units.

// Every test program uses its own part of this.
#![allow(dead_code)]

use serde_json::{Value, json};
use skirmish_core::{Documents, Entry, Orders, Record, Rules, Telling};
use skirmish_infection::position::UnitData;
use skirmish_infection::{Infection, State};

pub struct Scene {
    pub game: Infection,
    pub state: State,
}

/// What was refused: index and reason.
pub type Refused = Vec<(i32, &'static str)>;

/// A whole position as JSON. Units are `(id, class, x, y)`, obstacles `(x, y, character)`.
pub fn position(turn: i64, phase: &str, units: &[(i64, &str, i32, i32)], obstacles: &[(i32, i32, char)]) -> Value {
    let mut rows = vec![vec!['.'; 100]; 100];
    for &(x, y, char) in obstacles {
        rows[y as usize][x as usize] = char;
    }
    let rows: Vec<String> = rows.iter().map(|row| row.iter().collect()).collect();
    let units: Vec<Value> = units
        .iter()
        .map(|&(id, class, x, y)| {
            let health = match class {
                "zombie" => 0,
                "medic" => 2,
                _ => 1,
            };
            json!({"id": id, "x": x, "y": y, "class": class, "health": health,
                "attack_wait": 0, "ability_wait": 0, "stun_wait": 0})
        })
        .collect();
    let seat = if turn % 2 == 0 { "humans" } else { "zombies" };
    json!({"game": "infection", "turn": turn, "phase": phase, "seat": seat, "config": {}, "rows": rows,
        "damaged": [], "units": units, "infected": 0, "human_faults": 0, "zombie_faults": 0, "result": null})
}

impl Scene {
    pub fn new(turn: i64, phase: &str, units: &[(i64, &str, i32, i32)], obstacles: &[(i32, i32, char)]) -> Scene {
        Scene::read(&position(turn, phase, units, obstacles))
    }

    pub fn read(position: &Value) -> Scene {
        let position = Infection::read_position(position).unwrap_or_else(|faults| panic!("{faults}"));
        let (game, state) = Infection::from_position(&position).unwrap_or_else(|faults| panic!("{faults}"));
        Scene { game, state }
    }

    /// Plays a list of the seat to act.
    pub fn play(&mut self, actions: Value) -> Refused {
        let Value::Array(actions) = actions else { panic!("not a list") };
        let entries: Vec<Entry<_>> =
            actions.iter().map(|action| self.game.parse(&serde_json::value::to_raw_value(action).unwrap())).collect();
        let seat = self.game.turn(&self.state).to_act.iter().next().expect("the game is over");
        self.step(&Orders::of(seat, entries))
    }

    pub fn step(&mut self, orders: &Orders<skirmish_infection::Action>) -> Refused {
        let mut record = Record::default();
        self.game.step(&mut self.state, orders, &mut record);
        record.rejections.iter().map(|rejection| (rejection.index, rejection.reason.0)).collect()
    }

    /// Plays empty lists until the given phase.
    pub fn wait_for(&mut self, turn: i64, phase: &str) {
        while (self.state.turn, self.state.phase.name()) != (turn, phase) {
            assert!(self.state.turn <= turn && self.state.phase.name() != "over", "there is no {turn} {phase}");
            self.play(json!([]));
        }
    }

    /// What one action alone would get: its reason, or `ok`.
    pub fn verdict(&self, action: Value) -> &'static str {
        let mut copy = Scene { game: self.game.clone(), state: self.state.clone() };
        copy.play(json!([action])).first().map_or("ok", |(_, reason)| reason)
    }

    pub fn unit(&self, id: i64) -> UnitData {
        self.game.position(&self.state).units.into_iter().find(|unit| unit.id == id).expect("no such unit")
    }

    pub fn at(&self, id: i64) -> (i32, i32) {
        let unit = self.unit(id);
        (unit.x, unit.y)
    }

    pub fn char(&self, x: i32, y: i32) -> char {
        self.state.terrain.kind(x, y).char()
    }

    pub fn json(&self) -> Value {
        serde_json::to_value(self.game.position(&self.state)).unwrap()
    }
}

pub fn go(unit: i64, x: i32, y: i32) -> Value {
    json!({"do": "move", "unit": unit, "x": x, "y": y})
}

pub fn attack(unit: i64, target: i64) -> Value {
    json!({"do": "attack", "unit": unit, "target": target})
}

pub fn smash(unit: i64, x: i32, y: i32) -> Value {
    json!({"do": "break", "unit": unit, "x": x, "y": y})
}

pub fn heal(unit: i64, target: i64) -> Value {
    json!({"do": "heal", "unit": unit, "target": target})
}

pub fn build(unit: i64, x: i32, y: i32) -> Value {
    json!({"do": "build", "unit": unit, "x": x, "y": y})
}

pub fn pick(unit: i64, class: &str) -> Value {
    json!({"do": "pick", "unit": unit, "class": class})
}
