//! From JSON Schemas to the model.

use super::{Field, Kind, Model, Record, Unreadable, Verb, Words};
use serde_json::{Map, Value};
use skirmish_core::schema::written;
use skirmish_core::{Config, Game};

pub(super) fn read<G: Game>() -> Result<Model, Unreadable> {
    let model = Model { game: G::ID, version: G::VERSION, words: vec![], records: vec![], verbs: vec![] };
    let mut reader = Reader { model, at: Vec::new() };
    // Actions first, so that the names they use are known as theirs; then the three that bots ask for by name.
    reader.actions(&written::<G::Wire>())?;
    for (name, schema, complete) in [
        ("View", written::<G::View>(), false),
        ("Config", G::Config::schema(), true),
        ("Result", written::<G::Outcome>(), false),
    ] {
        let mut document = Document { schema: &schema, complete };
        reader.at.push(name.into());
        reader.record(name, &schema, &mut document)?;
        reader.at.pop();
    }
    let top = ["View", "Config", "Result"];
    reader.model.records.sort_by_key(|record| top.iter().position(|name| *name == record.name).map_or(0, |i| i + 1));
    Ok(reader.model)
}

/// One schema with its definitions.
struct Document<'a> {
    schema: &'a Value,
    /// Every key is present, even optional ones: the greeting's config is complete.
    complete: bool,
}

struct Reader {
    model: Model,
    /// Where we are, for complaints.
    at: Vec<String>,
}

impl Reader {
    fn refuse<T>(&self, what: impl Into<String>) -> Result<T, Unreadable> {
        Err(Unreadable { game: self.model.game, at: self.at.join("."), what: what.into() })
    }

    /// The kind of a schema; `name` is what a record without a name of its own is called.
    fn kind(&mut self, schema: &Value, name: &str, document: &mut Document<'_>) -> Result<Kind, Unreadable> {
        if let Some(inner) = maybe(schema) {
            return Ok(Kind::Maybe(self.kind(&inner, name, document)?.into()));
        }
        if let Some(reference) = schema["$ref"].as_str() {
            let name = reference.rsplit('/').next().unwrap_or_default().to_string();
            let target = &document.schema["$defs"][&name];
            if target.is_null() {
                return self.refuse(format!("{reference} is not defined"));
            }
            return self.kind(target, &name, document);
        }
        if let Some(words) = texts(&schema["enum"]) {
            return self.words(name, schema, words);
        }
        match schema["type"].as_str() {
            Some("integer") => Ok(Kind::Int),
            Some("number") => Ok(Kind::Number),
            Some("boolean") => Ok(Kind::Bool),
            Some("string") => Ok(Kind::Text),
            Some("array") => Ok(Kind::List(self.kind(&schema["items"], name.trim_end_matches('s'), document)?.into())),
            Some("object") if !has_fields(schema) => Ok(Kind::Json),
            Some("object") => self.record(name, schema, document),
            None if schema["oneOf"].is_array() => self.record(name, schema, document),
            _ => self.refuse(format!("no kit can express {schema}")),
        }
    }

    fn words(&mut self, name: &str, schema: &Value, words: Vec<String>) -> Result<Kind, Unreadable> {
        let new = Words { name: name.into(), about: about(schema), words };
        match self.model.words.iter().find(|known| known.name == new.name) {
            Some(known) if known.words != new.words => return self.refuse(format!("two lists of words named {name}")),
            Some(_) => {}
            None => self.model.words.push(new),
        }
        Ok(Kind::Words(name.into()))
    }

    fn record(&mut self, name: &str, schema: &Value, document: &mut Document<'_>) -> Result<Kind, Unreadable> {
        let mut fields = Vec::new();
        let forms = forms(schema);
        for (i, form) in forms.iter().enumerate() {
            for (key, inner) in &form.properties {
                self.at.push(key.clone());
                let mut kind = self.kind(inner, &type_name(key), document)?;
                let always = forms.iter().all(|form| form.required.contains(key)) || document.complete;
                if !always && !matches!(kind, Kind::Maybe(_)) {
                    kind = Kind::Maybe(kind.into());
                }
                let field = Field { name: key.clone(), about: about(inner), kind };
                match fields.iter().find(|known: &&Field| known.name == *key) {
                    Some(known) if known.kind != field.kind => {
                        return self.refuse(format!("form {i} has {key} as another kind than those before"));
                    }
                    Some(_) => {}
                    None => fields.push(field),
                }
                self.at.pop();
            }
        }
        let record = Record { name: name.into(), about: about(schema), fields };
        match self.model.records.iter().find(|known| known.name == name) {
            Some(known) if known.fields != record.fields => return self.refuse(format!("two records named {name}")),
            Some(_) => {}
            None => self.model.records.push(record),
        }
        Ok(Kind::Record(name.into()))
    }

    fn actions(&mut self, schema: &Value) -> Result<(), Unreadable> {
        let mut document = Document { schema, complete: true };
        for action in schema["oneOf"].as_array().into_iter().flatten() {
            let about = about(action);
            if about.starts_with(CLOCK) {
                continue;
            }
            for form in forms(action) {
                let verb = form.properties.iter().find(|(key, _)| *key == "do");
                let Some(verb) = verb.and_then(|(_, value)| value["const"].as_str()) else {
                    return self.refuse("an action without a verb");
                };
                self.at.push(verb.into());
                self.verb(verb, &about, &form, &mut document)?;
                self.at.pop();
            }
        }
        Ok(())
    }

    /// Adds the functions for one form of an action.
    fn verb(&mut self, verb: &str, about: &str, form: &Form, document: &mut Document<'_>) -> Result<(), Unreadable> {
        let (mut needed, mut all) = (Vec::new(), Vec::new());
        for (key, inner) in form.properties.iter().filter(|(key, _)| *key != "do") {
            let kind = match self.kind(inner, &type_name(key), document)? {
                Kind::Maybe(kind) => *kind,
                kind => kind,
            };
            let field = Field { name: key.clone(), about: self::about(inner), kind };
            if form.required.contains(key) {
                needed.push(field.clone());
            }
            all.push(field);
        }
        let known = self.model.verbs.iter().any(|known| known.verb == verb);
        let square = needed.iter().any(|field| field.name.ends_with('x'));
        let function = match known {
            false => verb.to_string(),
            true if square => format!("{verb}_at"),
            true => return self.refuse("a second form that names no square"),
        };
        let longer = all.len() > needed.len();
        let new = |function: String, fields| Verb { function, verb: verb.into(), about: about.into(), fields };
        self.model.verbs.push(new(function, needed));
        if longer {
            self.model.verbs.push(new(format!("{verb}_to"), all));
        }
        Ok(())
    }
}

/// How the description of an action begins that bots cannot use: actions of the clock, from live games.
const CLOCK: &str = "The clock:";

/// One way to write an object.
struct Form {
    properties: Vec<(String, Value)>,
    required: Vec<String>,
}

/// The ways to write an object: with each of its alternatives in turn. What names the form comes first, then what is
/// special to it, then what all have.
fn forms(schema: &Value) -> Vec<Form> {
    let own = |schema: &Value| Form {
        properties: schema["properties"]
            .as_object()
            .map(|map: &Map<String, Value>| map.iter().map(|(key, value)| (key.clone(), value.clone())).collect())
            .unwrap_or_default(),
        required: texts(&schema["required"]).unwrap_or_default(),
    };
    let base = own(schema);
    let alternatives = schema["oneOf"].as_array().or(schema["anyOf"].as_array());
    let Some(alternatives) = alternatives else { return vec![base] };
    alternatives
        .iter()
        .map(|alternative| {
            let special = own(alternative);
            let properties = special.properties.into_iter().chain(base.properties.iter().cloned()).collect();
            Form { properties, required: special.required.into_iter().chain(base.required.iter().cloned()).collect() }
        })
        .collect()
}

/// What a schema says apart from "or null"; `None` if it does not say that.
fn maybe(schema: &Value) -> Option<Value> {
    let null = |schema: &Value| schema["type"] == "null";
    if let Some(choices) = schema["anyOf"].as_array() {
        let mut rest = choices.iter().filter(|choice| !null(choice));
        let only = rest.next().filter(|_| rest.next().is_none() && choices.len() == 2)?;
        return Some(only.clone());
    }
    let types = schema["type"].as_array()?;
    let mut rest = types.iter().filter(|kind| *kind != "null");
    let only = rest.next().filter(|_| rest.next().is_none() && types.len() == 2)?;
    let mut inner = schema.clone();
    inner["type"] = only.clone();
    Some(inner)
}

fn has_fields(schema: &Value) -> bool {
    ["properties", "oneOf", "anyOf"].iter().any(|key| !schema[key].is_null())
}

fn about(schema: &Value) -> String {
    schema["description"].as_str().unwrap_or_default().split('\n').next().unwrap_or_default().into()
}

fn texts(value: &Value) -> Option<Vec<String>> {
    value.as_array()?.iter().map(|text| text.as_str().map(str::to_string)).collect()
}

/// `fixed_totems` as a type: `FixedTotems`.
fn type_name(key: &str) -> String {
    let capital = |part: &str| {
        let mut letters = part.chars();
        letters.next().map(|first| first.to_uppercase().chain(letters).collect::<String>()).unwrap_or_default()
    };
    key.split('_').map(capital).collect()
}
