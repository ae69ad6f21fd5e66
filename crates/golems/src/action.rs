//! What a seat may do with a unit, and why it may not.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::value::RawValue;
use skirmish_core::{Entry, Fields, Flaw, Reason};

/// One entry of a list. It is also its own wire form.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, JsonSchema)]
#[serde(tag = "do", rename_all = "snake_case")]
pub enum Action {
    /// One step.
    Move { unit: i32, x: i32, y: i32 },
    /// Strikes a square, or heals the own unit on it.
    Attack { unit: i32, x: i32, y: i32 },
    /// Makes a rotated copy of the unit on a square next to it.
    Build { unit: i32, x: i32, y: i32 },
    /// Merges the unit into the target.
    Combine { unit: i32, target: i32 },
    /// Ends the list.
    End,
}

/// The verbs in the rulebook's order; a verb's number is its place.
const VERBS: [&str; 5] = ["move", "attack", "build", "combine", "end"];

/// Reads one action as it arrives.
pub fn parse(action: &RawValue) -> Entry<Action> {
    let Some(fields) = Fields::read(action) else { return Entry::Bad(Flaw::NotObject) };
    let Some(verb) = fields.verb() else { return Entry::Bad(Flaw::NotObject) };
    let Some(number) = VERBS.iter().position(|known| *known == verb) else { return Entry::Bad(Flaw::UnknownAction) };
    match read_fields(number, &fields) {
        Some(action) => Entry::Action(action),
        None => Entry::Bad(Flaw::BadFields(number as u8)),
    }
}

fn read_fields(verb: usize, fields: &Fields<'_>) -> Option<Action> {
    if verb == 4 {
        return Some(Action::End);
    }
    let unit = fields.int("unit")?;
    if verb == 3 {
        return Some(Action::Combine { unit, target: fields.int("target")? });
    }
    let (x, y) = (fields.int("x")?, fields.int("y")?);
    Some(match verb {
        0 => Action::Move { unit, x, y },
        1 => Action::Attack { unit, x, y },
        _ => Action::Build { unit, x, y },
    })
}

/// The codes that belong to this game alone.
pub mod reason {
    use super::Reason;

    pub const WALL: Reason = Reason("wall");
    pub const NO_ACTION: Reason = Reason("no_action");
    pub const HAS_MOVED: Reason = Reason("has_moved");
    pub const NOT_ENOUGH_BUILD_POINTS: Reason = Reason("not_enough_build_points");
    pub const TARGET_NO_ACTION: Reason = Reason("target_no_action");
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Entry<Action> {
        parse(serde_json::from_str(text).unwrap())
    }

    #[test]
    fn every_verb_comes_back() {
        let texts = [
            r#"{"do":"move","unit":1,"x":0,"y":1}"#,
            r#"{"do":"attack","unit":1,"x":-3,"y":4}"#,
            r#"{"do":"build","unit":1,"x":0,"y":1}"#,
            r#"{"do":"combine","unit":1,"target":2}"#,
            r#"{"do":"end"}"#,
        ];
        for text in texts {
            let Entry::Action(action) = read(text) else { panic!("{text}") };
            assert_eq!(serde_json::to_string(&action).unwrap(), text);
        }
    }

    #[test]
    fn flaws_are_told_apart() {
        for text in ["5", "[]", r#"{"unit":1}"#, r#"{"do":7}"#] {
            assert_eq!(read(text), Entry::Bad(Flaw::NotObject), "{text}");
        }
        assert_eq!(read(r#"{"do":"fly"}"#), Entry::Bad(Flaw::UnknownAction));
        let bad = [
            (r#"{"do":"move","unit":1,"x":0}"#, 0),
            (r#"{"do":"attack","unit":1,"x":0.0,"y":1}"#, 1),
            (r#"{"do":"build","unit":null,"x":0,"y":1}"#, 2),
            (r#"{"do":"combine","unit":1,"target":2147483648}"#, 3),
        ];
        for (text, verb) in bad {
            assert_eq!(read(text), Entry::Bad(Flaw::BadFields(verb)), "{text}");
        }
        assert_eq!(read(r#"{"do":"end","unit":"x"}"#), Entry::Action(Action::End), "unknown keys are ignored");
    }
}
