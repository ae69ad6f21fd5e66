//! The model: the messages of one game as a program's types, made from its JSON Schemas.
//!
//! It is the only description that the generators of the languages read. Whatever the rules rename, add or drop is
//! in the schemas, so it is in the model, and so in every kit.

mod reading;

use skirmish_core::Game;
use skirmish_games::Visit;

/// The types of one game's messages.
#[derive(Clone, PartialEq, Debug)]
pub struct Model {
    pub game: &'static str,
    pub version: u32,
    /// Closed lists of words: `Side` is `humans` or `zombies`.
    pub words: Vec<Words>,
    /// Records, each after those it is made of. The last three are `View`, `Config` and `Result`.
    pub records: Vec<Record>,
    /// The actions, one for each way to write them.
    pub verbs: Vec<Verb>,
}

/// A text that is one of a few.
#[derive(Clone, PartialEq, Debug)]
pub struct Words {
    pub name: String,
    pub about: String,
    pub words: Vec<String>,
}

/// A JSON object with known keys.
#[derive(Clone, PartialEq, Debug)]
pub struct Record {
    pub name: String,
    pub about: String,
    pub fields: Vec<Field>,
}

/// A key of a record, or what an action needs. Names are those of the messages in every language, with `_` after
/// reserved words.
#[derive(Clone, PartialEq, Debug)]
pub struct Field {
    pub name: String,
    pub about: String,
    pub kind: Kind,
}

/// The kind of value a key has.
#[derive(Clone, PartialEq, Debug)]
pub enum Kind {
    /// A whole number; 64 bits hold it.
    Int,
    /// A number with a fraction.
    Number,
    Bool,
    Text,
    /// One of [`Model::words`], by name.
    Words(String),
    /// One of [`Model::records`], by name.
    Record(String),
    List(Box<Kind>),
    /// Null, or not there, or this. Never nested.
    Maybe(Box<Kind>),
    /// Anything: handed on as the language's JSON reader gives it.
    Json,
}

/// One way to write an action: `{"do": verb, ...fields}`. All fields are needed.
#[derive(Clone, PartialEq, Debug)]
pub struct Verb {
    /// Its function's name. A second form that names a square in place of something is `VERB_at`; the form with the
    /// fields that may be left out is `VERB_to`.
    pub function: String,
    pub verb: String,
    pub about: String,
    pub fields: Vec<Field>,
}

/// A schema that no kit can express. The tests build the models of all games, so users never see this.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[error("{game}: {at}: {what}")]
pub struct Unreadable {
    pub game: &'static str,
    pub at: String,
    pub what: String,
}

impl Model {
    /// The model of the game called `id`; `None` if there is no such game.
    pub fn of(id: &str) -> Option<Result<Model, Unreadable>> {
        skirmish_games::visit(id, Of)
    }

    pub fn record(&self, name: &str) -> Option<&Record> {
        self.records.iter().find(|record| record.name == name)
    }

    /// Renames a field of a record; true if there was one. For the test that kits notice.
    pub fn rename(&mut self, record: &str, field: &str, name: &str) -> bool {
        let record = self.records.iter_mut().find(|known| known.name == record);
        let field = record.and_then(|record| record.fields.iter_mut().find(|known| known.name == field));
        field.is_some_and(|field| {
            field.name = name.into();
            true
        })
    }
}

struct Of;

impl Visit for Of {
    type Output = Result<Model, Unreadable>;

    fn visit<G: Game>(self) -> Self::Output {
        reading::read::<G>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn model(game: &str) -> Model {
        Model::of(game).expect("a game").unwrap_or_else(|e| panic!("{e}"))
    }

    fn functions(game: &str) -> Vec<String> {
        let line = |verb: &Verb| {
            let fields: Vec<&str> = verb.fields.iter().map(|field| field.name.as_str()).collect();
            format!("{}({})", verb.function, fields.join(", "))
        };
        model(game).verbs.iter().map(line).collect()
    }

    #[test]
    fn every_game_has_a_model_with_its_parts_in_order() {
        for game in skirmish_games::IDS {
            let model = model(game);
            let names: Vec<&str> = model.records.iter().map(|record| record.name.as_str()).collect();
            assert_eq!(names[names.len() - 3..], ["View", "Config", "Result"], "{game}");
            let mut known: Vec<&str> = Vec::new();
            for record in &model.records {
                for field in &record.fields {
                    let mut kind = &field.kind;
                    while let Kind::List(inner) | Kind::Maybe(inner) = kind {
                        kind = inner;
                    }
                    match kind {
                        Kind::Record(name) => assert!(known.contains(&name.as_str()), "{game}: {name} comes too late"),
                        Kind::Words(name) => assert!(model.words.iter().any(|words| words.name == *name), "{name}"),
                        _ => {}
                    }
                }
                assert!(!known.contains(&record.name.as_str()), "{game}: {} twice", record.name);
                known.push(&record.name);
            }
            let mut functions: Vec<&str> = model.verbs.iter().map(|verb| verb.function.as_str()).collect();
            functions.sort_unstable();
            functions.dedup();
            assert_eq!(functions.len(), model.verbs.len(), "{game}");
        }
        assert!(Model::of("chess").is_none());
    }

    #[test]
    fn verbs_have_one_function_for_each_form() {
        assert_eq!(
            functions("footsoldiers"),
            [
                "build(kind, x, y, dest_x, dest_y, facing)",
                "move(unit, x, y)",
                "move_at(from_x, from_y, x, y)",
                "face(unit, facing)",
                "face_at(from_x, from_y, facing)",
                "no_op()",
            ]
        );
        let outbreak = functions("outbreak");
        assert!(outbreak.contains(&"move(unit)".into()) && outbreak.contains(&"move_to(unit, x, y)".into()));
        assert_eq!(
            functions("zords"),
            [
                "move(unit, x, y)",
                "shoot(unit, target)",
                "shoot_at(unit, x, y)",
                "shield(unit)",
                "range(unit)",
                "donate(to, amount)",
                "build(x, y)",
            ]
        );
    }

    #[test]
    fn kinds_come_from_the_schemas() {
        let golems = model("golems");
        let kind = |model: &Model, record: &str, field: &str| {
            let record = model.record(record).unwrap_or_else(|| panic!("{record}"));
            record.fields.iter().find(|known| known.name == field).unwrap_or_else(|| panic!("{field}")).kind.clone()
        };
        assert_eq!(kind(&golems, "UnitView", "hp"), Kind::Int);
        assert_eq!(kind(&golems, "View", "rows"), Kind::List(Kind::Text.into()));
        assert_eq!(kind(&golems, "View", "you"), Kind::Maybe(Kind::Words("SeatName".into()).into()));
        // One of several forms is a record of all their fields.
        assert_eq!(kind(&golems, "Event", "on"), Kind::Text);
        assert_eq!(kind(&golems, "Event", "new"), Kind::Maybe(Kind::Int.into()));
        let outbreak = model("outbreak");
        assert_eq!(kind(&outbreak, "HumanInfo", "idle"), Kind::Number);
        assert_eq!(kind(&outbreak, "Config", "weapons"), Kind::List(Kind::Record("Weapon".into()).into()));
        assert_eq!(kind(&outbreak, "Weapon", "range"), Kind::Int);
        assert_eq!(kind(&model("zords"), "View", "config"), Kind::Maybe(Kind::Json.into()));
    }

    #[test]
    fn a_field_can_be_renamed() {
        let mut golems = model("golems");
        assert!(golems.rename("UnitView", "hp", "health"));
        assert!(!golems.rename("UnitView", "hp", "health") && !golems.rename("Unit", "hp", "health"));
    }
}
