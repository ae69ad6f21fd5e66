//! Java: classes and enums with readers inside one class, and a class of functions for the actions.

use super::{Language, bots, embed, has_place, name};
use crate::model::{Field, Kind, Model, Record, Verb, Words};
use std::fmt::Write;

pub const JAVA: Language = Language {
    id: "java",
    title: "Java",
    aliases: &[],
    tools: &["javac", "java"],
    // The compiler finds all other classes from the main one.
    build: &["javac", "-encoding", "UTF-8", "-d", "$OUT", "Main.java"],
    // Only the quick compiler: a match is short, and the thorough one would take half of its time.
    run: &["java", "-XX:TieredStopAtLevel=1", "-cp", "$OUT", "Main"],
    test: &["java", "-cp", "$OUT", "Main", "--test", "sample.jsonl"],
    bot_file: "Bot.java",
    bots: bots!("java", ".java"),
    model_file: "skirmish/Model.java",
    model,
    files: embed!("java":
        "Main.java",
        "skirmish/End.java",
        "skirmish/Fields.java",
        "skirmish/Hello.java",
        "skirmish/Hexes.java",
        "skirmish/Json.java",
        "skirmish/Order.java",
        "skirmish/Paths.java",
        "skirmish/Player.java",
        "skirmish/Point.java",
        "skirmish/Read.java",
        "skirmish/Rejected.java",
        "skirmish/SelfTest.java",
        "skirmish/Session.java",
        "skirmish/Skirmish.java",
        "skirmish/Square.java",
        "skirmish/Turn.java",
        "skirmish/Unreadable.java",
    ),
    about: include_str!("../../texts/java/about.md"),
};

const RESERVED: &[&str] = &[
    "_",
    "abstract",
    "assert",
    "boolean",
    "break",
    "byte",
    "case",
    "catch",
    "char",
    "class",
    "const",
    "continue",
    "default",
    "do",
    "double",
    "else",
    "enum",
    "extends",
    "false",
    "final",
    "finally",
    "float",
    "for",
    "goto",
    "if",
    "implements",
    "import",
    "instanceof",
    "int",
    "interface",
    "long",
    "native",
    "new",
    "null",
    "package",
    "private",
    "protected",
    "public",
    "return",
    "short",
    "static",
    "strictfp",
    "super",
    "switch",
    "synchronized",
    "this",
    "throw",
    "throws",
    "transient",
    "true",
    "try",
    "void",
    "volatile",
    "wait",
    "while",
];

fn model(model: &Model) -> String {
    let mut out = format!(
        "package skirmish;

import java.util.List;

/** The messages of {0}, version {1}: generated, so do not edit it. `skirmish schema {0}` says the same. */
public final class Model {{
    public static final String GAME = \"{0}\";
    public static final long VERSION = {1};

    private Model() {{
    }}
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
    out.push_str("}\n");
    out
}

fn write_about(out: &mut String, indent: &str, about: &str) {
    if !about.is_empty() {
        let _ = writeln!(out, "{indent}/** {} */", about.replace("*/", "* /"));
    }
}

fn write_words(out: &mut String, words: &Words) {
    let Words { name, about, words } = words;
    let constants: Vec<String> =
        words.iter().map(|word| format!("        {}(\"{word}\")", word.to_ascii_uppercase())).collect();
    out.push('\n');
    write_about(out, "    ", about);
    let _ = write!(
        out,
        "    public enum {name} {{
{};

        private static final Read.Reader<{name}> READER = Read.word(values());

        /** As the messages write it. */
        public final String word;

        {name}(String word) {{
            this.word = word;
        }}

        public static {name} read(Object json) {{
            return READER.read(json);
        }}

        @Override
        public String toString() {{
            return word;
        }}
    }}
",
        constants.join(",\n")
    );
}

fn write_record(out: &mut String, record: &Record) {
    out.push('\n');
    write_about(out, "    ", &record.about);
    let _ = writeln!(out, "    public static final class {} {{", record.name);
    for field in &record.fields {
        write_about(out, "        ", &field.about);
        let _ = writeln!(out, "        public {} {};", type_of(&field.kind), name(&field.name, RESERVED));
    }
    let _ = write!(
        out,
        "
        public static {0} read(Object json) {{
            Fields from = new Fields(\"{0}\", json);
            {0} record = new {0}();
",
        record.name
    );
    for field in &record.fields {
        let (find, kind) = match &field.kind {
            Kind::Maybe(kind) => ("maybe", &**kind),
            kind => ("key", kind),
        };
        let _ = writeln!(
            out,
            "            record.{} = from.{find}(\"{}\", {});",
            name(&field.name, RESERVED),
            field.name,
            reader(kind)
        );
    }
    out.push_str("            return record;\n        }\n");
    if has_place(record) {
        out.push_str(
            "
        /** Where it is. */
        public Point at() {
            return new Point(x, y);
        }
",
        );
    }
    out.push_str("    }\n");
}

/// The type of a field: a primitive one where it is always there.
fn type_of(kind: &Kind) -> String {
    match kind {
        Kind::Int => "long".into(),
        Kind::Number => "double".into(),
        Kind::Bool => "boolean".into(),
        Kind::Maybe(kind) => class_of(kind),
        kind => class_of(kind),
    }
}

/// The class of a value that is an object in any case.
fn class_of(kind: &Kind) -> String {
    match kind {
        Kind::Int => "Long".into(),
        Kind::Number => "Double".into(),
        Kind::Bool => "Boolean".into(),
        Kind::Text => "String".into(),
        Kind::Words(name) | Kind::Record(name) => name.clone(),
        Kind::List(kind) => format!("List<{}>", class_of(kind)),
        Kind::Maybe(kind) => class_of(kind),
        Kind::Json => "Object".into(),
    }
}

/// What reads a value of a kind.
fn reader(kind: &Kind) -> String {
    match kind {
        Kind::Int => "Read.WHOLE".into(),
        Kind::Number => "Read.NUMBER".into(),
        Kind::Bool => "Read.TRUTH".into(),
        Kind::Text => "Read.TEXT".into(),
        Kind::Words(name) | Kind::Record(name) => format!("{name}::read"),
        Kind::List(kind) => format!("Read.many({})", reader(kind)),
        Kind::Maybe(kind) => format!("Read.orNull({})", reader(kind)),
        Kind::Json => "Read.ANYTHING".into(),
    }
}

fn write_actions(out: &mut String, model: &Model) {
    let _ = write!(
        out,
        "
    /** The actions of {}, each as an entry for a list of orders. */
    public static final class Act {{
        private Act() {{
        }}
",
        model.game
    );
    for verb in &model.verbs {
        write_action(out, verb);
    }
    out.push_str("    }\n");
}

fn write_action(out: &mut String, verb: &Verb) {
    let parameter = |field: &Field| format!("{} {}", type_of(&field.kind), name(&field.name, RESERVED));
    let entry = |field: &Field| {
        let word = if matches!(field.kind, Kind::Words(_)) { ".word" } else { "" };
        format!(", \"{}\", {}{word}", field.name, name(&field.name, RESERVED))
    };
    let parameters: Vec<String> = verb.fields.iter().map(parameter).collect();
    let entries: Vec<String> = verb.fields.iter().map(entry).collect();
    out.push('\n');
    write_about(out, "        ", &verb.about);
    let _ = write!(
        out,
        "        public static Order {}({}) {{
            return Order.of(\"do\", \"{}\"{});
        }}
",
        name(&verb.function, RESERVED),
        parameters.join(", "),
        verb.verb,
        entries.concat()
    );
}
