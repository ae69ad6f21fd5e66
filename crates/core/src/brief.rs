//! The rules of a game in short, with the values of a config.

use serde_json::{Map, Value};

/// The text with every `{key}` replaced by the config's value.
pub fn filled(text: &str, config: &Map<String, Value>) -> String {
    let mut out = text.to_string();
    for (name, value) in config {
        let shown = table(value).unwrap_or_else(|| plain(value));
        out = out.replace(&format!("{{{name}}}"), &shown);
    }
    out
}

/// A value as people read it.
fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_string)
}

/// A list of objects with the same keys, as a Markdown table.
pub fn table(value: &Value) -> Option<String> {
    let rows: Vec<&Map<String, Value>> = value.as_array()?.iter().map(Value::as_object).collect::<Option<_>>()?;
    let keys: Vec<&String> = rows.first()?.keys().collect();
    let line = |cells: Vec<String>| format!("| {} |", cells.join(" | "));
    let head = line(keys.iter().map(|key| key.to_string()).collect());
    let rule = format!("|{}", "---|".repeat(keys.len()));
    let rows = rows.iter().map(|row| line(keys.iter().map(|&key| plain(&row[key])).collect()));
    Some([head, rule].into_iter().chain(rows).collect::<Vec<_>>().join("\n"))
}
