//! A line that has to be one JSON object, and what it probably is if it is not.

use super::shown;
use serde::Deserialize;

/// Reads a line that has to be one JSON object.
pub(super) fn object<'a, T: Deserialize<'a>>(line: &'a [u8]) -> Result<T, NoObject> {
    match line.trim_ascii_start().first() {
        None => Err(NoObject::Empty),
        Some(b'{') => serde_json::from_slice(line).map_err(|error| NoObject::of(line, &error)),
        Some(_) => Err(NoObject::of_other(line)),
    }
}

/// What a line that is not a JSON object probably is.
#[derive(Debug)]
pub(super) enum NoObject {
    Empty,
    Log,
    /// An object that does not end on its line.
    Unfinished,
    /// A line out of the middle of an object.
    Piece,
    List,
    /// JSON has no such word.
    Word(&'static str),
    SingleQuotes,
    /// More follows on the line.
    Surplus,
    NotUtf8,
    /// What is wrong, and where.
    Broken(String),
}

impl NoObject {
    /// What is wrong with a line that begins like an object.
    fn of(line: &[u8], error: &serde_json::Error) -> NoObject {
        let Ok(text) = std::str::from_utf8(line) else { return NoObject::NotUtf8 };
        let at = error.column().saturating_sub(1).min(text.len());
        let rest = text.as_bytes()[at..].trim_ascii_start();
        if error.is_eof() {
            return NoObject::Unfinished;
        }
        let unsigned = rest.strip_prefix(b"-").unwrap_or(rest);
        let foreign = ["NaN", "Infinity", "None", "True", "False", "undefined"];
        if let Some(word) = foreign.into_iter().find(|word| unsigned.starts_with(word.as_bytes())) {
            return NoObject::Word(word);
        }
        if rest.starts_with(b"'") {
            return NoObject::SingleQuotes;
        }
        let why = error.to_string();
        if why.starts_with("trailing characters") {
            return NoObject::Surplus;
        }
        // Words in braces.
        if error.column() <= 2 {
            return NoObject::Log;
        }
        let why = why.split(" at line ").next().unwrap_or_default();
        NoObject::Broken(format!("{why}, at column {}: {}", error.column(), shown(&rest[..rest.len().min(40)])))
    }

    /// What a line is that does not begin like an object.
    fn of_other(line: &[u8]) -> NoObject {
        let text = line.trim_ascii();
        let is_key = text.starts_with(b"\"") && text.windows(2).any(|pair| pair == b"\":");
        if text.starts_with(b"[") {
            return match serde_json::from_slice::<serde::de::IgnoredAny>(text) {
                Ok(_) => NoObject::List,
                Err(error) if error.is_eof() || text.starts_with(b"[{") => NoObject::of(text, &error),
                Err(_) => NoObject::Log,
            };
        }
        if text.starts_with("\u{feff}".as_bytes()) {
            NoObject::Broken("it begins with a byte order mark".into())
        } else if is_key || matches!(text, [b'}' | b']'] | [b'}' | b']', b',' | b'}' | b']', ..]) {
            NoObject::Piece
        } else {
            NoObject::Log
        }
    }

    /// In words for the author.
    pub fn said(&self, line: &[u8]) -> String {
        let one_line = "print every answer as one line of JSON, without indentation, then flush";
        match self {
            NoObject::Empty => "your bot printed an empty line on standard output; that is the protocol channel".into(),
            NoObject::Log => format!(
                "your bot printed '{}' on standard output; that is the protocol channel, print logs to standard error",
                shown(line)
            ),
            NoObject::Unfinished => format!("the JSON is not complete when the line ends: {one_line}"),
            NoObject::Piece => format!("the line is a piece of a longer JSON text: {one_line}"),
            NoObject::List => {
                "the line is a list, not an object: the actions belong into {\"type\":\"orders\",\"request\":N,\"actions\":[...]}"
                    .into()
            }
            NoObject::Word(word) => format!("JSON has no {word}: use a number, true, false or null"),
            NoObject::SingleQuotes => {
                "JSON wants double quotes: print the answer with your language's JSON library (json.dumps in Python)".into()
            }
            NoObject::Surplus => "there is more on the line after the JSON object: print each answer on a line of its own".into(),
            NoObject::NotUtf8 => "the line is not UTF-8 text".into(),
            NoObject::Broken(why) => format!("the line is not valid JSON: {why}"),
        }
    }
}
