//! Commands as they are given: the verbs of the players and those of the clock.

use crate::name::Name;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use skirmish_core::fields::entry;
use skirmish_core::{Entry, Fields, Flaw, Reason};

/// One action: a command, and the day it was planned for where its sender says so.
///
/// It is written as it is read: `{"do": verb, ...}`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Action {
    #[serde(flatten)]
    pub command: Command,
    /// Only live play compares it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub day: Option<i32>,
}

/// What is to be done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(tag = "do", rename_all = "snake_case")]
pub enum Command {
    /// Moves an own zord to a cell.
    Move { unit: i32, x: i32, y: i32 },
    /// An own zord shoots at a zord.
    Shoot { unit: i32, target: i32 },
    /// An own zord shoots at whoever stands on a cell.
    #[serde(rename = "shoot")]
    ShootCell { unit: i32, x: i32, y: i32 },
    /// One more shield for an own zord.
    Shield { unit: i32 },
    /// One more cell of range for an own zord.
    Range { unit: i32 },
    /// Gives points to another player.
    Donate { to: Name, amount: i32 },
    /// Builds a zord on a cell.
    Build { x: i32, y: i32 },
    /// The clock: lets time pass.
    Advance { day: i32, time: i32 },
    /// The clock: a player joins.
    Join { seat: Name },
    /// The clock: a player is asked no more.
    Retire { seat: Name, why: Why },
    /// The clock: real time was lost.
    ClockShift { seconds: i32 },
}

/// Why a player is asked no more.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Why {
    Faults,
    Crash,
    Resigned,
}

/// The verbs, numbered for entries whose fields cannot be read. Those of the clock come last.
const VERBS: [&str; 10] =
    ["move", "shoot", "shield", "range", "donate", "build", "advance", "join", "retire", "clock_shift"];

const FIRST_OF_CLOCK: usize = 6;

impl From<Command> for Action {
    fn from(command: Command) -> Action {
        Action { command, day: None }
    }
}

impl Command {
    /// Whether only the clock may command it.
    #[inline]
    pub fn is_clocks(&self) -> bool {
        use Command::*;
        matches!(self, Advance { .. } | Join { .. } | Retire { .. } | ClockShift { .. })
    }
}

/// What is wrong with an entry by its form, the clock's verbs being forbidden to all others.
#[inline]
pub fn form(entry: &Entry<Action>, from_clock: bool) -> Result<&Action, Reason> {
    match entry {
        Entry::Action(action) if action.command.is_clocks() && !from_clock => Err(Reason::WRONG_SEAT),
        Entry::Bad(Flaw::BadFields(verb)) if usize::from(*verb) >= FIRST_OF_CLOCK && !from_clock => {
            Err(Reason::WRONG_SEAT)
        }
        Entry::Action(action) => Ok(action),
        Entry::Bad(flaw) => Err(flaw.reason()),
    }
}

/// Reads one action.
pub fn parse(action: &RawValue) -> Entry<Action> {
    entry(action, &VERBS, read)
}

fn read(verb: &str, fields: &Fields<'_>) -> Option<Action> {
    let int = |key| fields.int(key);
    let name = |key| fields.text(key).map(|text| Name::of(&text));
    let command = match verb {
        "move" => Command::Move { unit: int("unit")?, x: int("x")?, y: int("y")? },
        "shoot" if !fields.has("target") => Command::ShootCell { unit: int("unit")?, x: int("x")?, y: int("y")? },
        "shoot" if fields.has("x") || fields.has("y") => return None,
        "shoot" => Command::Shoot { unit: int("unit")?, target: int("target")? },
        "shield" => Command::Shield { unit: int("unit")? },
        "range" => Command::Range { unit: int("unit")? },
        "donate" => Command::Donate { to: name("to")?, amount: int("amount")? },
        "build" => Command::Build { x: int("x")?, y: int("y")? },
        "advance" => Command::Advance { day: int("day")?, time: int("time")? },
        "join" => Command::Join { seat: name("seat")? },
        "retire" => Command::Retire { seat: name("seat")?, why: why(fields)? },
        "clock_shift" => Command::ClockShift { seconds: int("seconds")? },
        _ => return None,
    };
    let day = if command.is_clocks() { None } else { fields.optional_int("day")? };
    Some(Action { command, day })
}

fn why(fields: &Fields<'_>) -> Option<Why> {
    if !fields.has("why") {
        return Some(Why::Resigned);
    }
    match fields.text("why")?.as_ref() {
        "faults" => Some(Why::Faults),
        "crash" => Some(Why::Crash),
        "resigned" => Some(Why::Resigned),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_text(text: &str) -> Entry<Action> {
        parse(serde_json::from_str(text).unwrap())
    }

    #[test]
    fn what_is_written_is_read_again() {
        for text in [
            r#"{"do":"move","unit":3,"x":12,"y":91}"#,
            r#"{"do":"move","unit":3,"x":12,"y":91,"day":5}"#,
            r#"{"do":"shoot","unit":3,"target":4}"#,
            r#"{"do":"shoot","unit":3,"x":64,"y":0}"#,
            r#"{"do":"shield","unit":3}"#,
            r#"{"do":"range","unit":3}"#,
            r#"{"do":"donate","to":"bob","amount":10}"#,
            r#"{"do":"donate","to":"","amount":10}"#,
            r#"{"do":"build","x":13,"y":91}"#,
            r#"{"do":"advance","day":4,"time":0}"#,
            r#"{"do":"join","seat":"ann"}"#,
            r#"{"do":"retire","seat":"ann","why":"crash"}"#,
            r#"{"do":"clock_shift","seconds":-5}"#,
        ] {
            let Entry::Action(action) = read_text(text) else { panic!("{text}") };
            assert_eq!(serde_json::to_string(&action).unwrap(), text);
        }
    }

    #[test]
    fn bad_forms_have_their_flaws() {
        for text in ["7", "[]", "{}", r#"{"do":5}"#] {
            assert_eq!(read_text(text), Entry::Bad(Flaw::NotObject), "{text}");
        }
        assert_eq!(read_text(r#"{"do":"fly"}"#), Entry::Bad(Flaw::UnknownAction));
        for text in [
            r#"{"do":"move","unit":3,"x":12}"#,
            r#"{"do":"move","unit":"3","x":12,"y":1}"#,
            r#"{"do":"move","unit":3,"x":1.5,"y":1}"#,
            r#"{"do":"move","unit":3,"x":1,"y":1,"day":null}"#,
            r#"{"do":"shoot","unit":3}"#,
            r#"{"do":"shoot","unit":3,"x":1}"#,
            r#"{"do":"shoot","unit":3,"target":4,"x":null}"#,
            r#"{"do":"donate","to":5,"amount":1}"#,
        ] {
            let entry = read_text(text);
            assert!(matches!(entry, Entry::Bad(Flaw::BadFields(_))), "{text}");
            assert_eq!(form(&entry, false), Err(Reason::MALFORMED));
        }
        for text in [r#"{"do":"advance"}"#, r#"{"do":"retire","seat":"a","why":"bored"}"#] {
            let entry = read_text(text);
            assert_eq!(form(&entry, false), Err(Reason::WRONG_SEAT), "{text}");
            assert_eq!(form(&entry, true), Err(Reason::MALFORMED), "{text}");
        }
    }
}
