//! JSON: values, their reader and their writer.

use super::reading::{Readable, Unreadable};
use std::fmt::{self, Display, Formatter, Write};

#[derive(Clone, Debug, Default, PartialEq)]
pub enum Json {
    #[default]
    Null,
    Bool(bool),
    Int(i64),
    Number(f64),
    Text(String),
    List(Vec<Json>),
    /// Keys with their values, in the order of the text.
    Object(Vec<(String, Json)>),
}

impl Json {
    /// Reads a whole text.
    pub fn parse(text: &str) -> Readable<Json> {
        let mut parser = Parser { text, at: 0, depth: 0 };
        let value = parser.value()?;
        parser.space();
        match parser.peek() {
            None => Ok(value),
            Some(_) => parser.refuse("something follows the value"),
        }
    }

    /// The value behind a key of an object.
    pub fn get(&self, key: &str) -> Option<&Json> {
        match self {
            Json::Object(entries) => entries.iter().find(|(name, _)| name == key).map(|(_, value)| value),
            _ => None,
        }
    }

    pub fn as_str(&self) -> Option<&str> {
        match self {
            Json::Text(text) => Some(text),
            _ => None,
        }
    }

    pub fn as_i64(&self) -> Option<i64> {
        match self {
            Json::Int(number) => Some(*number),
            _ => None,
        }
    }

    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Json::Bool(value) => Some(*value),
            _ => None,
        }
    }
}

/// An object: `object([("type", "orders".into())])`.
pub fn object<const N: usize>(entries: [(&str, Json); N]) -> Json {
    Json::Object(entries.into_iter().map(|(key, value)| (key.to_string(), value)).collect())
}

impl From<bool> for Json {
    fn from(value: bool) -> Json {
        Json::Bool(value)
    }
}

impl From<i64> for Json {
    fn from(number: i64) -> Json {
        Json::Int(number)
    }
}

impl From<f64> for Json {
    fn from(number: f64) -> Json {
        Json::Number(number)
    }
}

impl From<&str> for Json {
    fn from(text: &str) -> Json {
        Json::Text(text.to_string())
    }
}

impl<T: Into<Json>> From<Vec<T>> for Json {
    fn from(list: Vec<T>) -> Json {
        Json::List(list.into_iter().map(Into::into).collect())
    }
}

/// Writes the value on one line.
impl Display for Json {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Json::Null => out.write_str("null"),
            Json::Bool(value) => write!(out, "{value}"),
            Json::Int(number) => write!(out, "{number}"),
            Json::Number(number) if number.is_finite() => write!(out, "{number}"),
            Json::Number(_) => out.write_str("null"),
            Json::Text(text) => write_text(out, text),
            Json::List(list) => {
                out.write_char('[')?;
                for (i, value) in list.iter().enumerate() {
                    write!(out, "{}{value}", if i > 0 { "," } else { "" })?;
                }
                out.write_char(']')
            }
            Json::Object(entries) => {
                out.write_char('{')?;
                for (i, (key, value)) in entries.iter().enumerate() {
                    out.write_str(if i > 0 { "," } else { "" })?;
                    write_text(out, key)?;
                    write!(out, ":{value}")?;
                }
                out.write_char('}')
            }
        }
    }
}

fn write_text(out: &mut Formatter<'_>, text: &str) -> fmt::Result {
    out.write_char('"')?;
    for letter in text.chars() {
        match letter {
            '"' | '\\' => write!(out, "\\{letter}")?,
            '\0'..='\x1f' => write!(out, "\\u{:04x}", letter as u32)?,
            _ => out.write_char(letter)?,
        }
    }
    out.write_char('"')
}

/// Deeper values are refused, so that no text can exhaust the stack.
const MOST_DEPTH: usize = 100;

struct Parser<'a> {
    text: &'a str,
    at: usize,
    depth: usize,
}

impl Parser<'_> {
    fn refuse<T>(&self, why: &str) -> Readable<T> {
        Err(Unreadable(format!("not JSON: {why} at byte {}", self.at)))
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    /// Goes past a word if it comes next; whether it did.
    fn take(&mut self, word: &str) -> bool {
        let there = self.text.as_bytes()[self.at..].starts_with(word.as_bytes());
        self.at += if there { word.len() } else { 0 };
        there
    }

    fn expect(&mut self, word: &str) -> Readable<()> {
        self.space();
        match self.take(word) {
            true => Ok(()),
            false => self.refuse(&format!("no '{word}'")),
        }
    }

    fn value(&mut self) -> Readable<Json> {
        self.space();
        match self.peek() {
            Some(b'{') => self.nested(Parser::object),
            Some(b'[') => self.nested(Parser::list),
            Some(b'"') => Ok(Json::Text(self.string()?)),
            Some(b'-' | b'0'..=b'9') => self.number(),
            _ if self.take("null") => Ok(Json::Null),
            _ if self.take("true") => Ok(Json::Bool(true)),
            _ if self.take("false") => Ok(Json::Bool(false)),
            _ => self.refuse("no value"),
        }
    }

    fn nested(&mut self, inner: fn(&mut Self) -> Readable<Json>) -> Readable<Json> {
        if self.depth == MOST_DEPTH {
            return self.refuse("too deep");
        }
        self.depth += 1;
        self.at += 1;
        let value = inner(self)?;
        self.depth -= 1;
        Ok(value)
    }

    fn list(&mut self) -> Readable<Json> {
        let mut list = Vec::new();
        self.space();
        while !self.take("]") {
            if !list.is_empty() {
                self.expect(",")?;
            }
            list.push(self.value()?);
            self.space();
        }
        Ok(Json::List(list))
    }

    fn object(&mut self) -> Readable<Json> {
        let mut entries = Vec::new();
        self.space();
        while !self.take("}") {
            if !entries.is_empty() {
                self.expect(",")?;
                self.space();
            }
            let key = self.string()?;
            self.expect(":")?;
            entries.push((key, self.value()?));
            self.space();
        }
        Ok(Json::Object(entries))
    }

    fn number(&mut self) -> Readable<Json> {
        let start = self.at;
        while matches!(self.peek(), Some(b'-' | b'+' | b'.' | b'e' | b'E' | b'0'..=b'9')) {
            self.at += 1;
        }
        let text = &self.text[start..self.at];
        match (text.parse(), text.parse()) {
            (Ok(whole), _) => Ok(Json::Int(whole)),
            (_, Ok(number)) => Ok(Json::Number(number)),
            _ => self.refuse("a bad number"),
        }
    }

    fn string(&mut self) -> Readable<String> {
        self.expect("\"")?;
        let mut text = String::new();
        loop {
            let start = self.at;
            while !matches!(self.peek(), Some(b'"' | b'\\') | None) {
                self.at += 1;
            }
            text.push_str(&self.text[start..self.at]);
            if self.take("\"") {
                return Ok(text);
            }
            if !self.take("\\") {
                return self.refuse("a text without an end");
            }
            let letter = self.peek();
            self.at += 1;
            text.push(match letter {
                Some(letter @ (b'"' | b'\\' | b'/')) => letter as char,
                Some(b'b') => '\x08',
                Some(b'f') => '\x0c',
                Some(b'n') => '\n',
                Some(b'r') => '\r',
                Some(b't') => '\t',
                Some(b'u') => self.escaped()?,
                _ => {
                    self.at -= 1;
                    return self.refuse("a bad escape");
                }
            });
        }
    }

    /// The character behind `\u`; half a pair becomes a replacement character.
    fn escaped(&mut self) -> Readable<char> {
        let mut code = self.four_digits()?;
        if (0xd800..0xdc00).contains(&code) && self.take("\\u") {
            let low = self.four_digits()?;
            let pair = (0xdc00..0xe000).contains(&low);
            code = if pair { 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00) } else { code };
        }
        Ok(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER))
    }

    fn four_digits(&mut self) -> Readable<u32> {
        let digits = self.text.get(self.at..self.at + 4).and_then(|digits| u32::from_str_radix(digits, 16).ok());
        self.at += 4;
        match digits {
            Some(code) => Ok(code),
            None => self.refuse("a bad escape"),
        }
    }
}
