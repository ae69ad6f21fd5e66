//! What a seat may do with a unit.

skirmish_core::actions! {
    /// One entry of a list.
    #[derive(Hash)]
    pub enum Action {
        /// One step.
        "move" = Move { unit: i32, x: i32, y: i32 },
        /// Strikes a square, or heals the own unit on it.
        "attack" = Attack { unit: i32, x: i32, y: i32 },
        /// Makes a rotated copy of the unit on a square next to it.
        "build" = Build { unit: i32, x: i32, y: i32 },
        /// Merges the unit into the target.
        "combine" = Combine { unit: i32, target: i32 },
        /// Ends the list.
        "end" = End,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use skirmish_core::{Entry, Flaw};

    fn read(text: &str) -> Entry<Action> {
        Action::parse(serde_json::from_str(text).unwrap())
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
