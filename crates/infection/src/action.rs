//! Actions: what a seat may say, read and written.

use crate::class::Class;
use crate::state::Phase;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::value::RawValue;
use skirmish_core::fields::entry;
use skirmish_core::{Entry, Fields};

/// One action. Units and cells are as the seat named them; whether there are such is judged later.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// `None` is a class that cannot be given.
    Pick {
        unit: i32,
        class: Option<Class>,
    },
    Move {
        unit: i32,
        x: i32,
        y: i32,
    },
    Attack {
        unit: i32,
        target: i32,
    },
    Break {
        unit: i32,
        x: i32,
        y: i32,
    },
    Heal {
        unit: i32,
        target: i32,
    },
    Build {
        unit: i32,
        x: i32,
        y: i32,
    },
}

/// The verbs, in the order legal actions are listed.
const VERBS: [&str; 6] = ["pick", "move", "attack", "break", "heal", "build"];

impl Action {
    #[inline]
    pub fn unit(&self) -> i32 {
        match *self {
            Action::Pick { unit, .. }
            | Action::Move { unit, .. }
            | Action::Attack { unit, .. }
            | Action::Break { unit, .. }
            | Action::Heal { unit, .. }
            | Action::Build { unit, .. } => unit,
        }
    }

    /// The phase its verb belongs to.
    #[inline]
    pub fn phase(&self) -> Phase {
        match self {
            Action::Pick { .. } => Phase::Classes,
            Action::Move { .. } => Phase::Move,
            Action::Attack { .. } | Action::Break { .. } => Phase::Attack,
            Action::Heal { .. } | Action::Build { .. } => Phase::Ability,
        }
    }

    pub fn parse(action: &RawValue) -> Entry<Action> {
        entry(action, &VERBS, Action::from_fields)
    }

    fn from_fields(verb: &str, fields: &Fields<'_>) -> Option<Action> {
        let unit = fields.int("unit")?;
        let cell = || Some((fields.int("x")?, fields.int("y")?));
        Some(match verb {
            "pick" => Action::Pick { unit, class: Class::human_called(&fields.text("class")?) },
            "move" => cell().map(|(x, y)| Action::Move { unit, x, y })?,
            "attack" => Action::Attack { unit, target: fields.int("target")? },
            "break" => cell().map(|(x, y)| Action::Break { unit, x, y })?,
            "heal" => Action::Heal { unit, target: fields.int("target")? },
            _ => cell().map(|(x, y)| Action::Build { unit, x, y })?,
        })
    }

    pub fn wire(&self) -> Wire {
        match *self {
            Action::Pick { unit, class } => Wire::Pick { unit, class: class.map_or("unknown", Class::name) },
            Action::Move { unit, x, y } => Wire::Move { unit, x, y },
            Action::Attack { unit, target } => Wire::Attack { unit, target },
            Action::Break { unit, x, y } => Wire::Break { unit, x, y },
            Action::Heal { unit, target } => Wire::Heal { unit, target },
            Action::Build { unit, x, y } => Wire::Build { unit, x, y },
        }
    }
}

/// An action as JSON.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(tag = "do", rename_all = "snake_case")]
pub enum Wire {
    /// Gives a human its class, before the first turn.
    Pick { unit: i32, class: &'static str },
    /// Walks to a cell.
    Move { unit: i32, x: i32, y: i32 },
    /// Shoots a zombie, or bites a human.
    Attack { unit: i32, target: i32 },
    /// Strikes an obstacle.
    Break { unit: i32, x: i32, y: i32 },
    /// A medic gives another human health.
    Heal { unit: i32, target: i32 },
    /// A builder puts up a barricade.
    Build { unit: i32, x: i32, y: i32 },
}

#[cfg(test)]
mod tests {
    use super::*;
    use skirmish_core::Flaw;

    fn parse(text: &str) -> Entry<Action> {
        Action::parse(serde_json::from_str(text).unwrap())
    }

    #[test]
    fn what_is_written_is_read_again() {
        let actions = [
            Action::Pick { unit: 7, class: Some(Class::Medic) },
            Action::Pick { unit: 7, class: None },
            Action::Move { unit: -1, x: 50, y: i32::MIN },
            Action::Attack { unit: 0, target: 9 },
            Action::Break { unit: 0, x: 1, y: 2 },
            Action::Heal { unit: 3, target: 4 },
            Action::Build { unit: 3, x: 5, y: 6 },
        ];
        for action in actions {
            let text = serde_json::to_string(&action.wire()).unwrap();
            assert_eq!(parse(&text), Entry::Action(action), "{text}");
        }
    }

    #[test]
    fn flaws_are_told_apart() {
        assert_eq!(parse("7"), Entry::Bad(Flaw::NotObject));
        assert_eq!(parse(r#"{"do":7}"#), Entry::Bad(Flaw::NotObject));
        assert_eq!(parse(r#"{"do":"dance"}"#), Entry::Bad(Flaw::UnknownAction));
        assert_eq!(parse(r#"{"do":"move","unit":1,"x":2}"#), Entry::Bad(Flaw::BadFields(1)));
        assert_eq!(parse(r#"{"do":"pick","unit":1,"class":2}"#), Entry::Bad(Flaw::BadFields(0)));
        let zombie = Entry::Action(Action::Pick { unit: 1, class: None });
        assert_eq!(parse(r#"{"do":"pick","unit":1,"class":"zombie"}"#), zombie);
    }
}
