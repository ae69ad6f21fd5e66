//! JavaScript for Node: classes that read themselves and refuse unknown names, with JSDoc types for editors.

use super::{Language, bots, embed, name};
use crate::model::{Field, Kind, Model, Record, Verb};
use std::fmt::Write;

pub const JAVASCRIPT: Language = Language {
    id: "javascript",
    title: "JavaScript",
    aliases: &["js", "node"],
    tools: &["node"],
    build: &[],
    run: &["node", "bot.js"],
    test: &["node", "test_bot.js"],
    bot_file: "bot.js",
    bots: bots!("javascript", ".js"),
    model_file: "skirmish/model.js",
    model,
    files: embed!("javascript":
        "package.json",
        "test_bot.js",
        "skirmish/hexes.js",
        "skirmish/index.js",
        "skirmish/loop.js",
        "skirmish/paths.js",
        "skirmish/points.js",
        "skirmish/random.js",
        "skirmish/reading.js",
        "skirmish/selftest.js",
        "skirmish/square.js",
    ),
    about: include_str!("../../texts/javascript/about.md"),
};

/// Only parameters need care: fields and functions may be called anything.
const RESERVED: &[&str] =
    &["class", "default", "delete", "for", "function", "if", "in", "new", "return", "this", "with"];

fn model(model: &Model) -> String {
    let mut out = format!(
        "\"use strict\";
// The messages of {0}, version {1}: generated, so do not edit it. `skirmish schema {0}` says the same.

const reading = require(\"./reading\");
const {{ anything, key, many, maybe, number, orNull, strict, text, truth, whole, word }} = reading;

const GAME = \"{0}\";
const VERSION = {1};
",
        model.game, model.version
    );
    for words in &model.words {
        let quoted: Vec<String> = words.words.iter().map(|word| format!("\"{word}\"")).collect();
        let about = if words.about.is_empty() { String::new() } else { format!("{} ", words.about) };
        let _ = write!(out, "\n/** {about}@typedef {{{}}} {} */\n", quoted.join(" | "), words.name);
        let _ = writeln!(out, "const read{} = word({});", words.name, quoted.join(", "));
    }
    for record in &model.records {
        write_record(&mut out, record);
    }
    write_actions(&mut out, model);
    let records: Vec<&str> = model.records.iter().map(|record| record.name.as_str()).collect();
    let _ = writeln!(out, "\nmodule.exports = {{ GAME, VERSION, act, check, {} }};", records.join(", "));
    out
}

fn write_record(out: &mut String, record: &Record) {
    out.push('\n');
    if !record.about.is_empty() {
        let _ = writeln!(out, "/** {} */", record.about);
    }
    let _ = write!(out, "class {} {{\n  constructor(json) {{\n", record.name);
    for field in &record.fields {
        let (find, kind) = match &field.kind {
            Kind::Maybe(kind) => ("maybe", &**kind),
            kind => ("key", kind),
        };
        let about = if field.about.is_empty() { String::new() } else { format!("{} ", field.about) };
        let _ = writeln!(out, "    /** {about}@type {{{}}} */", type_of(&field.kind));
        let _ =
            writeln!(out, "    this.{0} = {find}(\"{1}\", json, \"{0}\", {2});", field.name, record.name, reader(kind));
    }
    out.push_str("    return strict(this);\n  }\n}\n");
}

fn type_of(kind: &Kind) -> String {
    match kind {
        Kind::Int | Kind::Number => "number".into(),
        Kind::Bool => "boolean".into(),
        Kind::Text => "string".into(),
        Kind::Words(name) | Kind::Record(name) => name.clone(),
        Kind::List(kind) => format!("Array<{}>", type_of(kind)),
        Kind::Maybe(kind) => format!("{} | null", type_of(kind)),
        Kind::Json => "any".into(),
    }
}

/// What reads a value of a kind.
fn reader(kind: &Kind) -> String {
    match kind {
        Kind::Int => "whole".into(),
        Kind::Number => "number".into(),
        Kind::Bool => "truth".into(),
        Kind::Text => "text".into(),
        Kind::Words(name) => format!("read{name}"),
        Kind::Record(name) => format!("(value) => new {name}(value)"),
        Kind::List(kind) => format!("many({})", reader(kind)),
        Kind::Maybe(kind) => format!("orNull({})", reader(kind)),
        Kind::Json => "anything".into(),
    }
}

fn write_actions(out: &mut String, model: &Model) {
    let _ =
        write!(out, "\n/** The actions of {}, each as an entry for a list of orders. */\nconst act = {{\n", model.game);
    for verb in &model.verbs {
        let parameters: Vec<String> = verb.fields.iter().map(|field| name(&field.name, RESERVED)).collect();
        let entry = |field: &Field| match name(&field.name, RESERVED) {
            plain if plain == field.name => format!(", {plain}"),
            other => format!(", {}: {other}", field.name),
        };
        let entries: Vec<String> = verb.fields.iter().map(entry).collect();
        out.push_str("  /**\n");
        if !verb.about.is_empty() {
            let _ = writeln!(out, "   * {}", verb.about);
        }
        for field in &verb.fields {
            let _ = writeln!(out, "   * @param {{{}}} {}", type_of(&field.kind), name(&field.name, RESERVED));
        }
        let _ = write!(
            out,
            "   */\n  {}({}) {{\n    return checked({{ do: \"{}\"{} }});\n  }},\n",
            verb.function,
            parameters.join(", "),
            verb.verb,
            entries.concat()
        );
    }
    out.push_str("};\n\nconst FORMS = [\n");
    for verb in &model.verbs {
        let _ = writeln!(out, "  {},", form(verb));
    }
    out.push_str(
        "];

/** Throws if an order is not one that the rules could read. */
function check(order) {
  const names = Object.keys(order ?? {}).filter((name) => name !== \"do\");
  for (const [verb, fields] of FORMS) {
    const same = Object.keys(fields).length === names.length && names.every((name) => name in fields);
    if (order?.do === verb && same) {
      for (const name of names) key(verb, order, name, fields[name]);
      return;
    }
  }
  throw new reading.Unreadable(`${JSON.stringify(order)} is not an action of ${GAME}`);
}

function checked(order) {
  check(order);
  return order;
}
",
    );
}

fn form(verb: &Verb) -> String {
    let entry = |field: &Field| format!("{}: {}", field.name, reader(&field.kind));
    let fields: Vec<String> = verb.fields.iter().map(entry).collect();
    format!("[\"{}\", {{ {} }}]", verb.verb, fields.join(", "))
}
