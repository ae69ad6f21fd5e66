//! Actions: what a seat may say, read and written.

use crate::class::Class;
use crate::state::Phase;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Serialize, Serializer};
use skirmish_core::Fields;
use skirmish_core::fields::Field;
use std::borrow::Cow;

skirmish_core::actions! {
    /// One action. Units and cells are as the seat named them; the rules judge later whether they exist.
    pub enum Action {
        /// Gives a human its class, before the first turn.
        "pick" = Pick { unit: i32, class: Given },
        /// Walks to a cell.
        "move" = Move { unit: i32, x: i32, y: i32 },
        /// Shoots a zombie, or bites a human.
        "attack" = Attack { unit: i32, target: i32 },
        /// Strikes an obstacle.
        "break" = Break { unit: i32, x: i32, y: i32 },
        /// A medic gives another human health.
        "heal" = Heal { unit: i32, target: i32 },
        /// A builder puts up a barricade.
        "build" = Build { unit: i32, x: i32, y: i32 },
    }
}

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
}

/// The class that a `pick` names; `None` if no human can be given it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Given(pub Option<Class>);

impl Field for Given {
    fn read(fields: &Fields<'_>, key: &str) -> Option<Given> {
        fields.text(key).map(|name| Given(Class::human_called(&name)))
    }
}

impl Serialize for Given {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0.map_or("unknown", Class::name))
    }
}

impl JsonSchema for Given {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "String".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        String::json_schema(generator)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use skirmish_core::{Entry, Flaw};

    fn parse(text: &str) -> Entry<Action> {
        Action::parse(serde_json::from_str(text).unwrap())
    }

    #[test]
    fn what_is_written_is_read_again() {
        let actions = [
            Action::Pick { unit: 7, class: Given(Some(Class::Medic)) },
            Action::Pick { unit: 7, class: Given(None) },
            Action::Move { unit: -1, x: 50, y: i32::MIN },
            Action::Attack { unit: 0, target: 9 },
            Action::Break { unit: 0, x: 1, y: 2 },
            Action::Heal { unit: 3, target: 4 },
            Action::Build { unit: 3, x: 5, y: 6 },
        ];
        for action in actions {
            let text = serde_json::to_string(&action).unwrap();
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
        let zombie = Entry::Action(Action::Pick { unit: 1, class: Given(None) });
        assert_eq!(parse(r#"{"do":"pick","unit":1,"class":"zombie"}"#), zombie);
    }
}
