//! Python: data classes with readers, and a class of functions for the actions.

use super::{Language, bots, embed, name};
use crate::model::{Field, Kind, Model, Record, Verb};
use std::fmt::Write;

pub const PYTHON: Language = Language {
    id: "python",
    title: "Python",
    aliases: &["py", "python3"],
    tools: &["python3"],
    build: &[],
    run: &["python3", "bot.py"],
    test: &["python3", "test_bot.py"],
    bot_file: "bot.py",
    bots: bots!("python", ".py"),
    model_file: "skirmish/model.py",
    model,
    files: embed!("python":
        "test_bot.py",
        "skirmish/__init__.py",
        "skirmish/hexes.py",
        "skirmish/loop.py",
        "skirmish/paths.py",
        "skirmish/reading.py",
        "skirmish/selftest.py",
        "skirmish/square.py",
    ),
    about: include_str!("../../texts/python/about.md"),
};

const RESERVED: &[&str] = &[
    "and", "as", "assert", "async", "await", "break", "class", "continue", "def", "del", "elif", "else", "except",
    "finally", "for", "from", "global", "if", "import", "in", "is", "lambda", "nonlocal", "not", "or", "pass", "raise",
    "return", "try", "while", "with", "yield",
];

fn model(model: &Model) -> String {
    let mut out = format!(
        "\"\"\"The messages of {0}, version {1}: generated, so do not edit it. `skirmish schema {0}` says the same.\"\"\"\n
from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Dict, List, Literal, Optional

from .reading import Unreadable, anything, key, many, maybe, number, or_none, text, truth, whole, word

GAME = \"{0}\"
VERSION = {1}
",
        model.game, model.version
    );
    for words in &model.words {
        let quoted: Vec<String> = words.words.iter().map(|word| format!("\"{word}\"")).collect();
        let quoted = quoted.join(", ");
        let _ = write!(out, "\n{0} = Literal[{quoted}]\n", words.name);
        if !words.about.is_empty() {
            let _ = writeln!(out, "\"\"\"{}\"\"\"", words.about);
        }
        let _ = writeln!(out, "read_{} = word({quoted})", words.name);
    }
    for record in &model.records {
        write_record(&mut out, record);
    }
    write_actions(&mut out, model);
    out
}

fn write_record(out: &mut String, record: &Record) {
    let _ = write!(out, "\n\n@dataclass\nclass {}:\n", record.name);
    if !record.about.is_empty() {
        let _ = write!(out, "    \"\"\"{}\"\"\"\n\n", record.about);
    }
    for field in &record.fields {
        let _ = writeln!(out, "    {}: {}", name(&field.name, RESERVED), type_of(&field.kind));
        if !field.about.is_empty() {
            let _ = writeln!(out, "    \"\"\"{}\"\"\"", field.about);
        }
    }
    let _ = write!(out, "\n    @staticmethod\n    def read(json: Any) -> {0}:\n        return {0}(\n", record.name);
    for field in &record.fields {
        let (find, kind) = match &field.kind {
            Kind::Maybe(kind) => ("maybe", &**kind),
            kind => ("key", kind),
        };
        let _ = writeln!(
            out,
            "            {}={find}(\"{}\", json, \"{}\", {}),",
            name(&field.name, RESERVED),
            record.name,
            field.name,
            reader(kind)
        );
    }
    out.push_str("        )\n");
}

fn type_of(kind: &Kind) -> String {
    match kind {
        Kind::Int => "int".into(),
        Kind::Number => "float".into(),
        Kind::Bool => "bool".into(),
        Kind::Text => "str".into(),
        Kind::Words(name) | Kind::Record(name) => name.clone(),
        Kind::List(kind) => format!("List[{}]", type_of(kind)),
        Kind::Maybe(kind) => format!("Optional[{}]", type_of(kind)),
        Kind::Json => "Any".into(),
    }
}

/// What reads a value of a kind.
fn reader(kind: &Kind) -> String {
    match kind {
        Kind::Int => "whole".into(),
        Kind::Number => "number".into(),
        Kind::Bool => "truth".into(),
        Kind::Text => "text".into(),
        Kind::Words(name) => format!("read_{name}"),
        Kind::Record(name) => format!("{name}.read"),
        Kind::List(kind) => format!("many({})", reader(kind)),
        Kind::Maybe(kind) => format!("or_none({})", reader(kind)),
        Kind::Json => "anything".into(),
    }
}

fn write_actions(out: &mut String, model: &Model) {
    let _ = write!(
        out,
        "\n\nOrder = Dict[str, Any]\n\n
class act:
    \"\"\"The actions of {}, each as an entry for a list of orders.\"\"\"
",
        model.game
    );
    for verb in &model.verbs {
        let parameters: Vec<String> = verb
            .fields
            .iter()
            .map(|field| format!("{}: {}", name(&field.name, RESERVED), type_of(&field.kind)))
            .collect();
        let entries: Vec<String> =
            verb.fields.iter().map(|field| format!(", \"{}\": {}", field.name, name(&field.name, RESERVED))).collect();
        let _ = write!(
            out,
            "\n    @staticmethod\n    def {}({}) -> Order:\n        \"\"\"{}\"\"\"\n        return {{\"do\": \"{}\"{}}}\n",
            name(&verb.function, RESERVED),
            parameters.join(", "),
            if verb.about.is_empty() { "The action of that name." } else { &verb.about },
            verb.verb,
            entries.concat()
        );
    }
    out.push_str("\n\n_FORMS = [\n");
    for verb in &model.verbs {
        let _ = writeln!(out, "    {},", form(verb));
    }
    out.push_str(
        "]


def check(order: Any) -> None:
    \"\"\"Raises Unreadable if an order is not one that the rules could read.\"\"\"
    forms = [fields for verb, fields in _FORMS if isinstance(order, dict) and order.get(\"do\") == verb]
    for fields in forms:
        if set(fields) == set(order) - {\"do\"}:
            for name, read in fields.items():
                key(\"order\", order, name, read)
            return
    raise Unreadable(f\"{order!r} is not an action of {GAME}\")
",
    );
}

fn form(verb: &Verb) -> String {
    let entry = |field: &Field| format!("\"{}\": {}", field.name, reader(&field.kind));
    let fields: Vec<String> = verb.fields.iter().map(entry).collect();
    format!("(\"{}\", {{{}}})", verb.verb, fields.join(", "))
}
