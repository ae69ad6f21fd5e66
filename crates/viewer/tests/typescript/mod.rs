//! JSON Schemas as TypeScript declarations. Knows what our types need, and stops at anything else.

use serde_json::{Map, Value};

/// Declares every definition, in the order of their names.
pub fn declarations(definitions: &Map<String, Value>) -> String {
    let mut names: Vec<&String> = definitions.keys().collect();
    names.sort();
    names.into_iter().map(|name| declaration(name, &definitions[name])).collect::<Vec<_>>().join("\n")
}

fn declaration(name: &str, schema: &Value) -> String {
    let about = about(schema, "");
    match schema["properties"].as_object() {
        Some(_) if schema.get("oneOf").is_none() => format!("{about}interface {name} {}\n", object(schema, "")),
        _ => format!("{about}type {name} = {};\n", written(schema, "")),
    }
}

/// The description of a thing, as a comment.
fn about(schema: &Value, indent: &str) -> String {
    let Some(text) = schema["description"].as_str() else { return String::new() };
    // Links and code of Rust mean nothing here.
    let text = text.replace("[`", "`").replace("`]", "`").replace("*/", "");
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    format!("{indent}/** {} */\n", lines.join(" "))
}

/// A type, where one is wanted.
fn written(schema: &Value, indent: &str) -> String {
    if schema == &Value::Bool(true) || is_anything(schema) {
        return "unknown".into();
    }
    if let Some(name) = schema["$ref"].as_str() {
        return name.rsplit('/').next().expect("a name").into();
    }
    if let Some(one) = schema.get("const") {
        return literal(one);
    }
    if let Some(values) = schema["enum"].as_array() {
        return values.iter().map(literal).collect::<Vec<_>>().join(" | ");
    }
    for key in ["oneOf", "anyOf"] {
        if let Some(ways) = schema[key].as_array() {
            return ways.iter().map(|way| written(way, indent)).collect::<Vec<_>>().join(" | ");
        }
    }
    match &schema["type"] {
        Value::String(one) => plain(one, schema, indent),
        Value::Array(several) => {
            let types = several.iter().map(|one| plain(one.as_str().expect("a type"), schema, indent));
            types.collect::<Vec<_>>().join(" | ")
        }
        _ => panic!("no TypeScript for {schema}"),
    }
}

fn plain(kind: &str, schema: &Value, indent: &str) -> String {
    match kind {
        "string" if schema["pattern"] == "^seat[0-9]+$" => "`seat${number}`".into(),
        "string" | "boolean" | "null" => kind.into(),
        "number" | "integer" => "number".into(),
        "array" => array(schema, indent),
        "object" => object(schema, indent),
        other => panic!("no TypeScript for {other}"),
    }
}

fn array(schema: &Value, indent: &str) -> String {
    if let Some(places) = schema["prefixItems"].as_array() {
        return format!("[{}]", places.iter().map(|place| written(place, indent)).collect::<Vec<_>>().join(", "));
    }
    let item = written(&schema["items"], indent);
    match (schema["minItems"].as_u64(), schema["maxItems"].as_u64()) {
        (Some(least), Some(most)) if least == most => format!("[{}]", vec![item; most as usize].join(", ")),
        // What begins with a bracket has its choices inside, unless it may be null as a whole.
        _ if item.ends_with(" | null") || item.contains(" | ") && !item.starts_with(['[', '{']) => {
            format!("({item})[]")
        }
        _ => format!("{item}[]"),
    }
}

fn object(schema: &Value, indent: &str) -> String {
    let rest = schema.get("additionalProperties").filter(|rest| **rest != Value::Bool(false));
    let Some(properties) = schema["properties"].as_object() else {
        return format!("Record<string, {}>", rest.map_or("unknown".into(), |rest| written(rest, indent)));
    };
    let inner = format!("{indent}  ");
    let required = schema["required"].as_array();
    let mut text = String::from("{\n");
    for (key, property) in properties {
        let needed = required.is_some_and(|required| required.iter().any(|one| one == key));
        let mut kind = written(property, &inner);
        if !needed {
            // What is left out is never null as well.
            kind = kind.replace(" | null", "");
        }
        text += &format!("{}{inner}{key}{}: {kind};\n", about(property, &inner), if needed { "" } else { "?" });
    }
    if let Some(rest) = rest {
        text += &format!("{inner}[key: string]: {};\n", written(rest, &inner));
    }
    text + indent + "}"
}

fn literal(value: &Value) -> String {
    match value {
        Value::String(text) => format!("'{text}'"),
        other => other.to_string(),
    }
}

/// A schema that says nothing but what it is about.
fn is_anything(schema: &Value) -> bool {
    schema.as_object().is_some_and(|keys| keys.keys().all(|key| matches!(key.as_str(), "description" | "default")))
}
