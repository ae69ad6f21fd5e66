//! Rust: structs and enums with readers, and a module of functions for the actions.

use super::{Language, bots, embed, has_place, name};
use crate::model::{Field, Kind, Model, Record, Verb, Words};
use std::fmt::Write;

pub const RUST: Language = Language {
    id: "rust",
    title: "Rust",
    aliases: &["rs"],
    tools: &["rustc", "cc"],
    // Only rustc, so that nothing needs a registry.
    build: &["rustc", "--edition", "2021", "-O", "-o", "$OUT/bot", "src/main.rs"],
    run: &["$OUT/bot"],
    test: &["$OUT/bot", "--test", "sample.jsonl"],
    bot_file: "src/bot.rs",
    bots: bots!("rust", ".rs"),
    model_file: "src/skirmish/model.rs",
    model,
    files: embed!("rust":
        "Cargo.toml" from "manifest.toml",
        "rustfmt.toml",
        "src/main.rs",
        "src/skirmish/hexes.rs",
        "src/skirmish/json.rs",
        "src/skirmish/messages.rs",
        "src/skirmish/mod.rs",
        "src/skirmish/paths.rs",
        "src/skirmish/random.rs",
        "src/skirmish/reading.rs",
        "src/skirmish/run.rs",
        "src/skirmish/selftest.rs",
        "src/skirmish/session.rs",
        "src/skirmish/square.rs",
    ),
    about: include_str!("../../texts/rust/about.md"),
};

const RESERVED: &[&str] = &[
    "Self", "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "crate", "do", "dyn",
    "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let", "loop", "macro",
    "match", "mod", "move", "mut", "override", "priv", "pub", "ref", "return", "self", "static", "struct", "super",
    "trait", "true", "try", "type", "typeof", "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
];

fn model(model: &Model) -> String {
    let mut out = format!(
        "//! The messages of {0}, version {1}: generated, so do not edit it. `skirmish schema {0}` says the same.

use super::json::Json;
use super::reading::{{word, Fields, Read, Readable}};

pub const GAME: &str = \"{0}\";
pub const VERSION: i64 = {1};
",
        model.game, model.version
    );
    for words in &model.words {
        write_words(&mut out, words);
    }
    for record in &model.records {
        write_record(&mut out, record);
    }
    write_actions(&mut out, model);
    out
}

fn write_about(out: &mut String, indent: &str, about: &str) {
    if !about.is_empty() {
        let _ = writeln!(out, "{indent}/// {about}");
    }
}

fn write_words(out: &mut String, words: &Words) {
    let Words { name, about, words } = words;
    out.push('\n');
    write_about(out, "", about);
    let _ = write!(
        out,
        "#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]\npub enum {name} {{\n    #[default]\n"
    );
    for word in words {
        let _ = writeln!(out, "    {},", variant(word));
    }
    let all: Vec<String> = words.iter().map(|word| format!("{name}::{}", variant(word))).collect();
    let _ = write!(
        out,
        "}}

impl {name} {{
    pub const ALL: [{name}; {}] = [{}];

    /// As the messages write it.
    pub fn as_str(self) -> &'static str {{
        match self {{
",
        words.len(),
        all.join(", ")
    );
    for word in words {
        let _ = writeln!(out, "            {name}::{} => \"{word}\",", variant(word));
    }
    let _ = write!(
        out,
        "        }}
    }}
}}

impl Read for {name} {{
    fn read(json: &Json) -> Readable<{name}> {{
        word(json, &{name}::ALL, {name}::as_str)
    }}
}}

impl From<{name}> for Json {{
    fn from(word: {name}) -> Json {{
        word.as_str().into()
    }}
}}
"
    );
}

/// A word as a name of an enum's variant: `humans_dead` is `HumansDead`.
fn variant(word: &str) -> String {
    let mut variant = String::new();
    for part in word.split('_') {
        let mut letters = part.chars();
        variant.extend(letters.next().map(|first| first.to_ascii_uppercase()));
        variant.extend(letters);
    }
    name(&variant, RESERVED)
}

fn write_record(out: &mut String, record: &Record) {
    out.push('\n');
    write_about(out, "", &record.about);
    let _ = write!(out, "#[derive(Clone, Debug, Default)]\npub struct {} {{\n", record.name);
    for field in &record.fields {
        write_about(out, "    ", &field.about);
        let _ = writeln!(out, "    pub {}: {},", name(&field.name, RESERVED), type_of(&field.kind));
    }
    let _ = write!(
        out,
        "}}

impl Read for {0} {{
    fn read(json: &Json) -> Readable<{0}> {{
        let from = Fields::of(\"{0}\", json)?;
        Ok({0} {{
",
        record.name
    );
    for field in &record.fields {
        let find = if matches!(field.kind, Kind::Maybe(_)) { "maybe" } else { "key" };
        let _ = writeln!(out, "            {}: from.{find}(\"{}\")?,", name(&field.name, RESERVED), field.name);
    }
    out.push_str("        })\n    }\n}\n");
    if has_place(record) {
        let _ = write!(
            out,
            "
impl {0} {{
    /// Where it is: `(x, y)`.
    pub fn at(&self) -> (i64, i64) {{
        (self.x, self.y)
    }}
}}
",
            record.name
        );
    }
}

fn type_of(kind: &Kind) -> String {
    match kind {
        Kind::Int => "i64".into(),
        Kind::Number => "f64".into(),
        Kind::Bool => "bool".into(),
        Kind::Text => "String".into(),
        Kind::Words(name) | Kind::Record(name) => name.clone(),
        Kind::List(kind) => format!("Vec<{}>", type_of(kind)),
        Kind::Maybe(kind) => format!("Option<{}>", type_of(kind)),
        Kind::Json => "Json".into(),
    }
}

fn write_actions(out: &mut String, model: &Model) {
    let _ = write!(
        out,
        "
/// The actions of {}, each as an entry for a list of orders.
pub mod act {{
    use super::super::messages::Order;
    use super::*;
",
        model.game
    );
    for verb in &model.verbs {
        write_action(out, verb);
    }
    out.push_str("}\n");
}

fn write_action(out: &mut String, verb: &Verb) {
    let parameter = |field: &Field| {
        let kind = match &field.kind {
            Kind::Text => "&str".into(),
            kind => type_of(kind),
        };
        format!("{}: {kind}", name(&field.name, RESERVED))
    };
    let entry = |field: &Field| format!("(\"{}\", {}.into())", field.name, name(&field.name, RESERVED));
    let parameters: Vec<String> = verb.fields.iter().map(parameter).collect();
    let entries: Vec<String> = verb.fields.iter().map(entry).collect();
    out.push('\n');
    write_about(out, "    ", &verb.about);
    let _ = write!(
        out,
        "    pub fn {}({}) -> Order {{\n        Order::new(\"{}\", [{}])\n    }}\n",
        name(&verb.function, RESERVED),
        parameters.join(", "),
        verb.verb,
        entries.join(", ")
    );
}
