//! C++: structs with readers, enums with their words, and a namespace of functions for the actions.

use super::{Language, bots, embed, name};
use crate::model::{Field, Kind, Model, Record, Verb, Words};
use std::fmt::Write;

pub const CPP: Language = Language {
    id: "cpp",
    title: "C++",
    aliases: &["c++", "cxx"],
    tools: &["c++"],
    build: BUILD,
    run: &["$OUT/bot"],
    test: &["$OUT/bot", "--test", "sample.jsonl"],
    bot_file: "bot.cpp",
    bots: bots!("cpp", ".cpp"),
    model_file: "skirmish/model.hpp",
    model,
    files: embed!("cpp":
        "skirmish/choose.hpp",
        "skirmish/hexes.hpp",
        "skirmish/json.cpp",
        "skirmish/json.hpp",
        "skirmish/loop.cpp",
        "skirmish/loop.hpp",
        "skirmish/paths.hpp",
        "skirmish/point.hpp",
        "skirmish/reading.hpp",
        "skirmish/session.cpp",
        "skirmish/session.hpp",
        "skirmish/skirmish.hpp",
        "skirmish/square.hpp",
    ),
    about: include_str!("../../texts/cpp/about.md"),
};

const BUILD: &[&str] = &[
    "c++",
    "-O2",
    "-std=c++17",
    "-Wall",
    "-Wextra",
    "-o",
    "$OUT/bot",
    "bot.cpp",
    "skirmish/json.cpp",
    "skirmish/loop.cpp",
    "skirmish/session.cpp",
];

const RESERVED: &[&str] = &[
    "alignas",
    "alignof",
    "and",
    "and_eq",
    "asm",
    "auto",
    "bitand",
    "bitor",
    "bool",
    "break",
    "case",
    "catch",
    "char",
    "class",
    "compl",
    "concept",
    "const",
    "consteval",
    "constexpr",
    "constinit",
    "continue",
    "decltype",
    "default",
    "delete",
    "do",
    "double",
    "else",
    "enum",
    "explicit",
    "export",
    "extern",
    "false",
    "float",
    "for",
    "friend",
    "goto",
    "if",
    "inline",
    "int",
    "long",
    "mutable",
    "namespace",
    "new",
    "noexcept",
    "not",
    "not_eq",
    "nullptr",
    "operator",
    "or",
    "or_eq",
    "private",
    "protected",
    "public",
    "register",
    "requires",
    "return",
    "short",
    "signed",
    "sizeof",
    "static",
    "struct",
    "switch",
    "template",
    "this",
    "throw",
    "true",
    "try",
    "typedef",
    "typeid",
    "typename",
    "union",
    "unsigned",
    "using",
    "virtual",
    "void",
    "volatile",
    "while",
    "xor",
    "xor_eq",
];

fn model(model: &Model) -> String {
    let mut out = format!(
        "/// The messages of {0}, version {1}: generated, so do not edit it. `skirmish schema {0}` says the same.
#pragma once

#include \"reading.hpp\"

namespace skirmish {{

constexpr const char* GAME = \"{0}\";
constexpr int VERSION = {1};
",
        model.game, model.version
    );
    for words in &model.words {
        write_words(&mut out, words);
    }
    for record in &model.records {
        write_record(&mut out, record);
    }
    let _ = write!(
        out,
        "
/// An entry for a list of orders.
using Order = Json;

/// The actions of {}.
namespace act {{
",
        model.game
    );
    for verb in &model.verbs {
        write_action(&mut out, verb);
    }
    out.push_str("\n}  // namespace act\n\n}  // namespace skirmish\n");
    out
}

/// What a thing is for, as a comment above it.
fn write_about(out: &mut String, indent: &str, about: &str) {
    if !about.is_empty() {
        let _ = writeln!(out, "{indent}/// {about}");
    }
}

fn write_words(out: &mut String, words: &Words) {
    let names: Vec<String> = words.words.iter().map(|word| name(word, RESERVED)).collect();
    let quoted: Vec<String> = words.words.iter().map(|word| format!("\"{word}\"")).collect();
    out.push('\n');
    write_about(out, "", &words.about);
    let _ = write!(
        out,
        "enum class {0} {{ {1} }};

template <>
struct Spelling<{0}> {{
    static constexpr const char* words[] = {{{2}}};
}};
",
        words.name,
        names.join(", "),
        quoted.join(", ")
    );
}

fn write_record(out: &mut String, record: &Record) {
    out.push('\n');
    write_about(out, "", &record.about);
    let _ = writeln!(out, "struct {} {{", record.name);
    for field in &record.fields {
        write_about(out, "    ", &field.about);
        let _ = writeln!(out, "    {} {}{};", type_of(&field.kind), name(&field.name, RESERVED), start(&field.kind));
    }
    let _ = write!(out, "}};\n\ninline void read(const Json& json, {}& into) {{\n", record.name);
    for Field { name: word, .. } in &record.fields {
        let field = name(word, RESERVED);
        let _ = writeln!(out, "    key(\"{}\", json, \"{word}\", into.{field});", record.name);
    }
    out.push_str("}\n");
}

fn type_of(kind: &Kind) -> String {
    match kind {
        Kind::Int => "std::int64_t".into(),
        Kind::Number => "double".into(),
        Kind::Bool => "bool".into(),
        Kind::Text => "std::string".into(),
        Kind::Words(name) | Kind::Record(name) => name.clone(),
        Kind::List(kind) => format!("std::vector<{}>", type_of(kind)),
        Kind::Maybe(kind) => format!("std::optional<{}>", type_of(kind)),
        Kind::Json => "Json".into(),
    }
}

/// What a field holds before it is read, where its type does not say so.
fn start(kind: &Kind) -> &'static str {
    match kind {
        Kind::Int | Kind::Number => " = 0",
        Kind::Bool => " = false",
        Kind::Words(_) => "{}",
        _ => "",
    }
}

fn write_action(out: &mut String, verb: &Verb) {
    let parameter = |field: &Field| {
        let kind = match &field.kind {
            kind @ (Kind::Int | Kind::Number | Kind::Bool | Kind::Words(_)) => type_of(kind),
            Kind::Text => "const std::string&".into(),
            Kind::Record(_) | Kind::List(_) | Kind::Maybe(_) | Kind::Json => "const Json&".into(),
        };
        format!("{kind} {}", name(&field.name, RESERVED))
    };
    let entry = |field: &Field| {
        let value = name(&field.name, RESERVED);
        match field.kind {
            Kind::Words(_) => format!(", {{\"{}\", skirmish::text({value})}}", field.name),
            _ => format!(", {{\"{}\", {value}}}", field.name),
        }
    };
    let parameters: Vec<String> = verb.fields.iter().map(parameter).collect();
    let entries: String = verb.fields.iter().map(entry).collect();
    out.push('\n');
    write_about(out, "", &verb.about);
    let _ = write!(
        out,
        "inline Order {}({}) {{\n    return Json::Object{{\n        {{\"do\", \"{}\"}}{entries}\n    }};\n}}\n",
        name(&verb.function, RESERVED),
        parameters.join(", "),
        verb.verb,
    );
}
