//! How this game plays golden vectors: both groups are one step, and many lines also have the commands as text.

use crate::game::Footsoldiers;
use crate::native;
use crate::state::{SEATS, State};
use serde::Deserialize;
use serde_json::{Value, json};
use skirmish_core::golden::{Difference, Line, LineResult, Refusal};
use skirmish_core::{Absence, Documents, Golden, Orders, Rejection, Rules, Seat, Telling};

impl Golden for Footsoldiers {
    fn play(&self, state: &mut State, line: &Line<'_>, told: &mut LineResult) -> Result<(), String> {
        let mut orders = Orders::new();
        for group in &line.actions {
            let seat = self.seat_called(state, &group.seat).ok_or_else(|| format!("no seat {}", group.seat))?;
            orders.list(seat, self.entries(group));
        }
        let turn = self.turn(state).number;
        for Rejection { seat, index, reason } in played(self, state, &orders) {
            let seat = SEATS[seat.index()];
            let group = line.actions.iter().position(|group| group.seat == seat).unwrap_or(0);
            told.refusals.push(Refusal { group, turn, seat: seat.into(), index, reason: reason.0 });
        }
        told.refusals.sort_by_key(|refusal| refusal.group);
        Ok(())
    }

    /// A command line that is no command is nothing in `actions`, so its refusal is not to be had from there.
    fn refused_in_actions(line: &Value, refusal: &Value) -> bool {
        let of_a_line = ["bad_command", "bad_coordinate", "no_answer"];
        line.get("native").is_none() || !of_a_line.iter().any(|reason| refusal["reason"] == *reason)
    }

    fn own_kind(line: &str) -> Option<Result<(), Difference>> {
        let whole: Value = serde_json::from_str(line).ok()?;
        if whole.get("state").is_some() {
            Some(native_state(&whole))
        } else if whole.get("track").is_some() {
            Some(native_replay(&whole))
        } else if whole.get("native").is_some() {
            // What it says from the actions is still to be seen.
            native_transition(&whole).err().map(Err)
        } else {
            None
        }
    }
}

fn played(game: &Footsoldiers, state: &mut State, orders: &Orders<crate::Action>) -> Vec<Rejection> {
    let mut rejections: Vec<Rejection> = Vec::new();
    game.step(state, orders, &mut rejections);
    rejections
}

/// The text a seat is sent.
fn native_state(whole: &Value) -> Result<(), Difference> {
    let (game, state) = load(&whole["position"], "/position")?;
    let you = SEATS.iter().position(|seat| whole["you"] == *seat).unwrap_or(0);
    same("/state", &whole["state"], &json!(game.native_state(&state, Seat(you as u8))))
}

/// One turn from two command lines.
fn native_transition(whole: &Value) -> Result<(), Difference> {
    let (game, mut state) = load(&whole["before"], "/before")?;
    let orders = orders_of(SEATS.map(|seat| whole["native"][seat].as_str()));
    let refused: Vec<Value> = played(&game, &mut state, &orders)
        .iter()
        .map(|r| json!({"seat": SEATS[r.seat.index()], "index": r.index, "reason": r.reason}))
        .collect();
    same("/rejected", &whole["rejected"], &json!(refused))?;
    same("/after", &whole["after"], &json!(game.position(&state)))?;
    same_result(&whole["result"], &game, &state)
}

/// A whole game from command lines.
fn native_replay(whole: &Value) -> Result<(), Difference> {
    let (game, mut state) = load(&whole["start"], "/start")?;
    let turns = Vec::<[Option<String>; 2]>::deserialize(&whole["native"]).map_err(|e| Difference {
        pointer: "/native".into(),
        expected: "lines".into(),
        got: e.to_string(),
    })?;
    for (i, lines) in turns.iter().enumerate() {
        let rejections = played(&game, &mut state, &orders_of([lines[0].as_deref(), lines[1].as_deref()]));
        let refused: Vec<String> =
            rejections.iter().map(|r| format!("{}:{}", SEATS[r.seat.index()], r.reason)).collect();
        same(&format!("/rejected/{i}"), &whole["rejected"][i], &json!(refused))?;
        same(&format!("/track/{i}"), &whole["track"][i], &json!(track(&state)))?;
    }
    same("/end", &whole["end"], &json!(game.position(&state)))?;
    same_result(&whole["result"], &game, &state)
}

/// The six numbers a replay is followed by.
fn track(state: &State) -> [i64; 6] {
    let soldiers = || state.armies.iter().flatten();
    let sum = soldiers().map(|soldier| 31 * soldier.at.x + 7 * soldier.at.y + soldier.health).sum();
    let ([health1, health2], [money1, money2]) = (state.health, state.money);
    [health1, health2, money1, money2, soldiers().count() as i64, sum]
}

/// Orders from command lines; no line is no answer.
fn orders_of(lines: [Option<&str>; 2]) -> Orders<crate::Action> {
    let mut orders = Orders::new();
    for (i, line) in lines.into_iter().enumerate() {
        match line {
            Some(line) => orders.list(Seat(i as u8), [native::entry(line.as_bytes())]),
            None => orders.absent(Seat(i as u8), Absence::Late),
        }
    }
    orders
}

fn load(position: &Value, pointer: &str) -> Result<(Footsoldiers, State), Difference> {
    let loaded = Footsoldiers::read_position(position).and_then(|position| Footsoldiers::from_position(&position));
    loaded.map_err(|faults| Difference {
        pointer: pointer.into(),
        expected: "a good position".into(),
        got: faults.to_string(),
    })
}

/// Compares the keys of a result that are there.
fn same_result(expected: &Value, game: &Footsoldiers, state: &State) -> Result<(), Difference> {
    let got = json!(game.outcome(state, &()));
    for (key, value) in expected.as_object().into_iter().flatten() {
        same(&format!("/result/{key}"), value, &got[key])?;
    }
    Ok(())
}

fn same(pointer: &str, expected: &Value, got: &Value) -> Result<(), Difference> {
    if expected == got {
        return Ok(());
    }
    Err(Difference { pointer: pointer.into(), expected: expected.to_string(), got: got.to_string() })
}
