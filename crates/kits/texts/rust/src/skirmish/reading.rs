//! Strict reading of JSON values: whatever is missing or of another kind is named, with the place where it should be.

use super::json::Json;
use std::fmt::{self, Display, Formatter};

/// A message is not what this kit was made for. Make a new kit with `skirmish new` if the rules have changed.
#[derive(Clone, Debug, PartialEq)]
pub struct Unreadable(pub String);

impl Display for Unreadable {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

impl std::error::Error for Unreadable {}

pub type Readable<T> = Result<T, Unreadable>;

/// What can be read from JSON.
pub trait Read: Sized {
    fn read(json: &Json) -> Readable<Self>;
}

/// The keys of an object that is to become a record.
pub struct Fields<'a> {
    record: &'static str,
    entries: &'a [(String, Json)],
}

impl<'a> Fields<'a> {
    pub fn of(record: &'static str, json: &'a Json) -> Readable<Fields<'a>> {
        match json {
            Json::Object(entries) => Ok(Fields { record, entries }),
            _ => Err(Unreadable(format!("{record}: {json} is not an object"))),
        }
    }

    /// The value behind a key that must be there.
    pub fn key<T: Read>(&self, name: &str) -> Readable<T> {
        match self.find(name) {
            Some(value) => self.read(name, value),
            None => {
                let known: Vec<&str> = self.entries.iter().map(|(key, _)| key.as_str()).collect();
                Err(Unreadable(format!("{}.{name} is missing; there are {}", self.record, known.join(", "))))
            }
        }
    }

    /// The value behind a key; nothing if it is null or not there.
    pub fn maybe<T: Read>(&self, name: &str) -> Readable<Option<T>> {
        match self.find(name) {
            None | Some(Json::Null) => Ok(None),
            Some(value) => self.read(name, value).map(Some),
        }
    }

    fn find(&self, name: &str) -> Option<&'a Json> {
        self.entries.iter().find(|(key, _)| key == name).map(|(_, value)| value)
    }

    fn read<T: Read>(&self, name: &str, value: &Json) -> Readable<T> {
        T::read(value).map_err(|error| Unreadable(format!("{}.{name}: {error}", self.record)))
    }
}

/// One of some words.
pub fn word<T: Copy>(json: &Json, all: &[T], written: fn(T) -> &'static str) -> Readable<T> {
    let found = json.as_str().and_then(|text| all.iter().find(|&&word| written(word) == text));
    found.copied().ok_or_else(|| {
        let known: Vec<&str> = all.iter().map(|&word| written(word)).collect();
        Unreadable(format!("{json} is not one of {}", known.join(", ")))
    })
}

impl Read for i64 {
    fn read(json: &Json) -> Readable<i64> {
        json.as_i64().ok_or_else(|| Unreadable(format!("{json} is not a whole number")))
    }
}

impl Read for f64 {
    fn read(json: &Json) -> Readable<f64> {
        match json {
            Json::Int(number) => Ok(*number as f64),
            Json::Number(number) => Ok(*number),
            _ => Err(Unreadable(format!("{json} is not a number"))),
        }
    }
}

impl Read for bool {
    fn read(json: &Json) -> Readable<bool> {
        json.as_bool().ok_or_else(|| Unreadable(format!("{json} is neither true nor false")))
    }
}

impl Read for String {
    fn read(json: &Json) -> Readable<String> {
        json.as_str().map(str::to_string).ok_or_else(|| Unreadable(format!("{json} is not a string")))
    }
}

impl Read for Json {
    fn read(json: &Json) -> Readable<Json> {
        Ok(json.clone())
    }
}

impl<T: Read> Read for Vec<T> {
    fn read(json: &Json) -> Readable<Vec<T>> {
        match json {
            Json::List(list) => list.iter().map(T::read).collect(),
            _ => Err(Unreadable(format!("{json} is not a list"))),
        }
    }
}

impl<T: Read> Read for Option<T> {
    fn read(json: &Json) -> Readable<Option<T>> {
        match json {
            Json::Null => Ok(None),
            _ => T::read(json).map(Some),
        }
    }
}
