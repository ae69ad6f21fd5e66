//! Commands: typed, as they arrive, as they are written, and why they are refused.

use crate::reason;
use crate::state::{Facing, Kind};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::value::RawValue;
use skirmish_core::fields::entry;
use skirmish_core::{Entry, Fields, Flaw, Reason};

/// One command of a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    Build { kind: Kind, x: i32, y: i32, dest_x: i32, dest_y: i32, facing: Facing },
    Move { who: Who, x: i32, y: i32 },
    Face { who: Who, facing: Facing },
    NoOp,
}

/// How a command names a soldier.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Who {
    Unit(i32),
    /// By the square it stands on.
    On(i32, i32),
}

/// The verbs; flaws carry their places.
const VERBS: [&str; 4] = ["build", "move", "face", "no_op"];

/// Not verbs: what a line of the native protocol was instead of a command.
mod verb {
    pub const BAD_COMMAND: u8 = 254;
    pub const BAD_COORDINATE: u8 = 255;
}

/// The entry for a native line that is not a command. It keeps its place and its reason in a replay.
pub(crate) fn unreadable(reason: Reason) -> Flaw {
    Flaw::BadFields(if reason == reason::BAD_COORDINATE { verb::BAD_COORDINATE } else { verb::BAD_COMMAND })
}

/// The reason for refusing an entry that is not an action.
pub(crate) fn flaw_reason(flaw: Flaw) -> Reason {
    match flaw {
        Flaw::BadFields(verb::BAD_COMMAND) => reason::BAD_COMMAND,
        Flaw::BadFields(verb::BAD_COORDINATE) => reason::BAD_COORDINATE,
        other => other.reason(),
    }
}

/// Reads one action.
pub(crate) fn parse(action: &RawValue) -> Entry<Action> {
    entry(action, &VERBS, |verb, fields| match verb {
        "build" => build(fields),
        "move" => order(fields),
        "face" => face(fields),
        _ => Some(Action::NoOp),
    })
}

fn build(fields: &Fields<'_>) -> Option<Action> {
    Some(Action::Build {
        kind: word(fields, "kind", &Kind::WORDS)?,
        x: coordinate(fields, "x")?,
        y: coordinate(fields, "y")?,
        dest_x: coordinate(fields, "dest_x")?,
        dest_y: coordinate(fields, "dest_y")?,
        facing: word(fields, "facing", &Facing::WORDS)?,
    })
}

fn order(fields: &Fields<'_>) -> Option<Action> {
    Some(Action::Move { who: who(fields)?, x: coordinate(fields, "x")?, y: coordinate(fields, "y")? })
}

fn face(fields: &Fields<'_>) -> Option<Action> {
    Some(Action::Face { who: who(fields)?, facing: word(fields, "facing", &Facing::WORDS)? })
}

/// A soldier is named by its id or by its square, never by both.
fn who(fields: &Fields<'_>) -> Option<Who> {
    if fields.has("unit") {
        let by_square = fields.has("from_x") || fields.has("from_y");
        return if by_square { None } else { fields.int("unit").map(Who::Unit) };
    }
    Some(Who::On(coordinate(fields, "from_x")?, coordinate(fields, "from_y")?))
}

/// Commands cannot name squares with a negative coordinate.
fn coordinate(fields: &Fields<'_>, key: &str) -> Option<i32> {
    fields.int(key).filter(|&n| n >= 0)
}

fn word<T: Copy>(fields: &Fields<'_>, key: &str, words: &[(&str, T)]) -> Option<T> {
    let text = fields.text(key)?;
    words.iter().find(|(word, _)| *word == text).map(|&(_, found)| found)
}

/// An action as JSON.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(tag = "do", rename_all = "snake_case")]
pub enum Wire {
    /// Build a soldier near the own base.
    Build {
        kind: Kind,
        x: i32,
        y: i32,
        dest_x: i32,
        dest_y: i32,
        facing: Facing,
    },
    /// Give a soldier, named by `unit` or by its square, a new destination.
    Move {
        #[serde(flatten)]
        who: WhoWire,
        x: i32,
        y: i32,
    },
    /// Turn a soldier, named by `unit` or by its square.
    Face {
        #[serde(flatten)]
        who: WhoWire,
        facing: Facing,
    },
    NoOp,
}

/// The fields that name a soldier.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum WhoWire {
    Unit { unit: i32 },
    On { from_x: i32, from_y: i32 },
}

impl From<Who> for WhoWire {
    fn from(who: Who) -> WhoWire {
        match who {
            Who::Unit(unit) => WhoWire::Unit { unit },
            Who::On(from_x, from_y) => WhoWire::On { from_x, from_y },
        }
    }
}

impl From<Action> for Wire {
    fn from(action: Action) -> Wire {
        match action {
            Action::Build { kind, x, y, dest_x, dest_y, facing } => Wire::Build { kind, x, y, dest_x, dest_y, facing },
            Action::Move { who, x, y } => Wire::Move { who: who.into(), x, y },
            Action::Face { who, facing } => Wire::Face { who: who.into(), facing },
            Action::NoOp => Wire::NoOp,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Entry<Action> {
        parse(serde_json::from_str(text).unwrap())
    }

    #[test]
    fn what_is_written_is_read_back() {
        let actions = [
            Action::Build { kind: Kind::Tank, x: 1, y: 4, dest_x: i32::MAX, dest_y: 3, facing: Facing::Up },
            Action::Move { who: Who::Unit(-4), x: 10, y: 7 },
            Action::Move { who: Who::On(7, 4), x: 10, y: 7 },
            Action::Face { who: Who::Unit(4), facing: Facing::Left },
            Action::Face { who: Who::On(0, 0), facing: Facing::Right },
            Action::NoOp,
        ];
        for action in actions {
            let text = serde_json::to_string(&Wire::from(action)).unwrap();
            assert_eq!(read(&text), Entry::Action(action), "{text}");
        }
        let text = serde_json::to_string(&Wire::from(actions[1])).unwrap();
        assert_eq!(text, r#"{"do":"move","unit":-4,"x":10,"y":7}"#);
    }

    #[test]
    fn the_naming_of_a_soldier_is_unmistakable() {
        let bad = Entry::Bad(Flaw::BadFields(2));
        for who in [
            r#""unit":1,"from_x":2"#,
            r#""unit":1,"from_x":2,"from_y":2"#,
            r#""unit":1,"from_y":null"#,
            r#""unit":null"#,
            r#""unit":null,"from_x":1,"from_y":1"#,
            r#""from_x":1"#,
            r#""from_y":1"#,
            r#""from_x":1,"from_y":-1"#,
            r#""from_x":1,"from_y":2147483648"#,
            r#""unit":1.0"#,
            r#""unit":2147483648"#,
            r#""other":1"#,
        ] {
            assert_eq!(read(&format!(r#"{{"do":"face",{who},"facing":"up"}}"#)), bad, "{who}");
        }
    }

    #[test]
    fn only_the_needed_fields_are_looked_at() {
        let text = r#"{"do":"face","unit":1,"facing":"up","x":null,"kind":[]}"#;
        assert_eq!(read(text), Entry::Action(Action::Face { who: Who::Unit(1), facing: Facing::Up }));
        assert_eq!(read(r#"{"do":"no_op","unit":null}"#), Entry::Action(Action::NoOp));
        assert_eq!(read(r#"{"do":"Build"}"#), Entry::Bad(Flaw::UnknownAction));
        assert_eq!(read(r#"{"do":5}"#), Entry::Bad(Flaw::NotObject));
        let facing = r#"{"do":"face","unit":1,"facing":"north"}"#;
        assert_eq!(read(facing), Entry::Bad(Flaw::BadFields(2)));
    }
}
