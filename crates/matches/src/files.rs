//! Files that say how a match is to be played: configs, maps, positions.

use crate::Error;
use serde_json::{Map, Value};
use skirmish_replay::plain;
use std::io::Read;
use std::path::Path;

/// The largest config, map or position that is read; real ones have a few kilobytes.
const LARGEST: u64 = 16 << 20;

/// The text of a file.
pub fn text(path: &Path) -> Result<String, Error> {
    plain::read_text(path, LARGEST).map_err(|source| Error::Read { path: path.into(), source })
}

/// The text of something else than a file, which is called `name`.
pub fn text_of(name: &str, from: impl Read) -> Result<String, Error> {
    plain::bounded_text(from, LARGEST).map_err(|source| Error::Read { path: name.into(), source })
}

/// A text as JSON; `name` is for messages.
pub fn json(name: &str, text: &str) -> Result<Value, Error> {
    serde_json::from_str(text).map_err(|source| Error::NotJson { name: name.into(), source })
}

/// The overrides in a text: TOML if `name` ends so, JSON otherwise.
pub fn config(name: &str, text: &str) -> Result<Map<String, Value>, Error> {
    let value = if name.ends_with(".toml") {
        toml::from_str(text).map_err(|source| Error::NotToml { name: name.into(), source: source.into() })?
    } else {
        json(name, text)?
    };
    match value {
        Value::Object(map) => Ok(map),
        _ => Err(Error::NoConfig(name.into())),
    }
}
