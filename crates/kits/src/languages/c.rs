//! C: structs with readers, enums with their words, and functions `act_...` for the actions.

use super::{Language, bots, embed, name};
use crate::model::{Field, Kind, Model, Record, Verb, Words};
use std::fmt::Write;

pub const C: Language = Language {
    id: "c",
    title: "C",
    aliases: &[],
    tools: &["cc"],
    build: BUILD,
    run: &["$OUT/bot"],
    test: &["$OUT/bot", "--test", "sample.jsonl"],
    bot_file: "bot.c",
    bots: bots!("c", ".c"),
    model_file: "skirmish/model.h",
    model,
    files: embed!("c":
        "skirmish/hexes.c",
        "skirmish/hexes.h",
        "skirmish/json.c",
        "skirmish/json.h",
        "skirmish/loop.c",
        "skirmish/loop.h",
        "skirmish/memory.c",
        "skirmish/memory.h",
        "skirmish/orders.c",
        "skirmish/orders.h",
        "skirmish/paths.c",
        "skirmish/paths.h",
        "skirmish/points.c",
        "skirmish/points.h",
        "skirmish/random.h",
        "skirmish/reading.c",
        "skirmish/reading.h",
        "skirmish/session.c",
        "skirmish/session.h",
        "skirmish/skirmish.h",
        "skirmish/square.c",
        "skirmish/square.h",
    ),
    about: include_str!("../../texts/c/about.md"),
};

const BUILD: &[&str] = &[
    "cc",
    "-O2",
    "-std=c11",
    "-Wall",
    "-Wextra",
    "-o",
    "$OUT/bot",
    "bot.c",
    "skirmish/hexes.c",
    "skirmish/json.c",
    "skirmish/loop.c",
    "skirmish/memory.c",
    "skirmish/orders.c",
    "skirmish/paths.c",
    "skirmish/points.c",
    "skirmish/reading.c",
    "skirmish/session.c",
    "skirmish/square.c",
    "-lm",
];

const RESERVED: &[&str] = &[
    "asm", "auto", "bool", "break", "case", "char", "const", "continue", "default", "do", "double", "else", "enum",
    "extern", "false", "float", "for", "goto", "if", "inline", "int", "long", "register", "restrict", "return",
    "short", "signed", "sizeof", "static", "struct", "switch", "true", "typedef", "typeof", "union", "unsigned",
    "void", "volatile", "while",
];

fn model(model: &Model) -> String {
    let mut out = format!(
        "/// The messages of {0}, version {1}: generated, so do not edit it. `skirmish schema {0}` says the same.
#pragma once

#include \"orders.h\"
#include \"reading.h\"

#define GAME \"{0}\"
#define VERSION {1}
",
        model.game, model.version
    );
    for words in &model.words {
        write_words(&mut out, words);
    }
    let mut listed = ["int", "number", "bool", "text", "json"].map(String::from).to_vec();
    for record in &model.records {
        for field in &record.fields {
            write_lists(&mut out, &field.kind, &mut listed);
        }
        write_record(&mut out, record);
    }
    let _ = write!(out, "\n// The actions of {}, each as an entry for the list of orders.\n", model.game);
    for verb in &model.verbs {
        write_action(&mut out, verb);
    }
    out
}

/// What a thing is for, as a comment above it.
fn write_about(out: &mut String, indent: &str, about: &str) {
    if !about.is_empty() {
        let _ = writeln!(out, "{indent}/// {about}");
    }
}

fn write_words(out: &mut String, words: &Words) {
    let quoted: String = words.words.iter().map(|word| format!("\"{word}\", ")).collect();
    let names: String = words.words.iter().map(|word| format!(", {}_{word}", words.name)).collect();
    out.push('\n');
    write_about(out, "", &words.about);
    let _ = write!(
        out,
        "typedef enum {{ NO_{0} = -1{names} }} {0};

static inline const char *const *{0}_words(void) {{
    static const char *const words[] = {{{quoted}NULL}};
    return words;
}}

static inline const char *{0}_text({0} word) {{
    return word == NO_{0} ? \"\" : {0}_words()[word];
}}

/// NO_{0} if there is no such word.
static inline {0} {0}_of(const char *text) {{
    return ({0})find_word({0}_words(), text);
}}

static inline {0} read_{0}(Reader *reader, const Json *json) {{
    return ({0})read_word(reader, json, {0}_words());
}}
",
        words.name
    );
}

/// The readers of the lists in a kind that are not there yet. In a list, what may be missing and what is a list itself
/// are structs.
fn write_lists(out: &mut String, kind: &Kind, listed: &mut Vec<String>) {
    let (Kind::List(inner) | Kind::Maybe(inner)) = kind else { return };
    write_lists(out, inner, listed);
    let entry = label(inner);
    if matches!(kind, Kind::Maybe(_)) || listed.contains(&entry) {
        return;
    }
    match &**inner {
        Kind::Maybe(kind) => {
            let _ = write!(
                out,
                "
typedef struct {entry} {{
    bool has;
    {}value;
}} {entry};

static inline {entry} read_{entry}(Reader *reader, const Json *json) {{
    {entry} maybe = {{.has = json->kind != JSON_NULL}};
    if (maybe.has) maybe.value = read_{}(reader, json);
    return maybe;
}}
",
                type_of(kind),
                label(kind)
            );
        }
        Kind::List(kind) => {
            let _ = write!(
                out,
                "
typedef struct {entry} {{
    {}*at;
    size_t count;
}} {entry};

static inline {entry} read_{entry}(Reader *reader, const Json *json) {{
    {entry} list = {{0}};
    list.at = read_{}_list(reader, json, &list.count);
    return list;
}}
",
                type_of(kind),
                label(kind)
            );
        }
        _ => {}
    }
    let _ = write!(out, "\nLIST_READER(read_{entry}_list, {}, read_{entry})\n", type_of(inner).trim_end());
    listed.push(entry);
}

fn write_record(out: &mut String, record: &Record) {
    out.push('\n');
    write_about(out, "", &record.about);
    let _ = writeln!(out, "typedef struct {} {{", record.name);
    for field in &record.fields {
        write_about(out, "    ", &field.about);
        write_field(out, &field.name, &field.kind);
    }
    let _ = write!(
        out,
        "}} {0};

static inline {0} read_{0}(Reader *reader, const Json *json) {{
    {0} value = {{0}};
    enter(reader, \"{0}\", json);
",
        record.name
    );
    for Field { name: key, kind, .. } in &record.fields {
        let field = name(key, RESERVED);
        let kind = match kind {
            Kind::Maybe(kind) => {
                let _ = write!(out, "    value.has_{key} = has(json, \"{key}\");\n    if (value.has_{key}) ");
                kind
            }
            kind => {
                out.push_str("    ");
                kind
            }
        };
        let (reader, count) = match kind {
            Kind::List(kind) => (label(kind) + "_list", format!(", &value.{key}_count")),
            kind => (label(kind), String::new()),
        };
        let _ = writeln!(out, "value.{field} = read_{reader}(reader, key(reader, json, \"{key}\"){count});");
    }
    out.push_str("    leave(reader);\n    return value;\n}\n");
}

/// A field of a struct, with what else its kind needs beside it.
fn write_field(out: &mut String, key: &str, kind: &Kind) {
    let field = name(key, RESERVED);
    let _ = match kind {
        Kind::Maybe(kind) => {
            let _ = writeln!(out, "    bool has_{key};");
            return write_field(out, key, kind);
        }
        Kind::List(kind) => writeln!(out, "    {}*{field};\n    size_t {key}_count;", type_of(kind)),
        kind => writeln!(out, "    {}{field};", type_of(kind)),
    };
}

/// The type of one value, up to its name.
fn type_of(kind: &Kind) -> String {
    match kind {
        Kind::Int => "int64_t ".into(),
        Kind::Number => "double ".into(),
        Kind::Bool => "bool ".into(),
        Kind::Text => "const char *".into(),
        Kind::Json => "const Json *".into(),
        Kind::Words(_) | Kind::Record(_) | Kind::List(_) | Kind::Maybe(_) => label(kind) + " ",
    }
}

/// What the readers of a kind are called by.
fn label(kind: &Kind) -> String {
    match kind {
        Kind::Int => "int".into(),
        Kind::Number => "number".into(),
        Kind::Bool => "bool".into(),
        Kind::Text => "text".into(),
        Kind::Json => "json".into(),
        Kind::Words(name) | Kind::Record(name) => name.clone(),
        Kind::List(kind) => format!("ListOf{}", label(kind)),
        Kind::Maybe(kind) => format!("Maybe{}", label(kind)),
    }
}

fn write_action(out: &mut String, verb: &Verb) {
    let parameter = |field: &Field| {
        let kind = match &field.kind {
            // What has parts is handed on as it is.
            Kind::Record(_) | Kind::List(_) | Kind::Maybe(_) => &Kind::Json,
            kind => kind,
        };
        format!("{}{}", type_of(kind), name(&field.name, RESERVED))
    };
    let entry = |field: &Field| {
        let value = name(&field.name, RESERVED);
        let (kind, value) = match &field.kind {
            Kind::Int | Kind::Number | Kind::Bool | Kind::Text => (label(&field.kind), value),
            Kind::Words(words) => ("text".into(), format!("{words}_text({value})")),
            _ => ("json".into(), value),
        };
        format!("    order_{kind}(&order, \"{}\", {value});\n", field.name)
    };
    let parameters: Vec<String> = verb.fields.iter().map(parameter).collect();
    let parameters = if parameters.is_empty() { "void".into() } else { parameters.join(", ") };
    let entries: String = verb.fields.iter().map(entry).collect();
    out.push('\n');
    write_about(out, "", &verb.about);
    let _ = write!(
        out,
        "static inline Order act_{}({parameters}) {{
    Text order = order_begin(\"{}\");
{entries}    return order_done(&order);
}}
",
        verb.function, verb.verb,
    );
}
