//! Reading JSON documents strictly: every fault is noted with its place, and reading goes on.
//!
//! A reader returns a harmless stand-in for a value that is missing or wrong, so that the caller can build its struct
//! in one go and call [`Check::finish`] at the end. The [`Check`] knows where the stand-ins are.

use crate::{Check, Faults};
use serde_json::{Map, Value};
use std::fmt::Display;
use std::ops::{Bound, RangeBounds};

/// Integers in configs and positions are smaller than this in absolute value.
pub const INT_LIMIT: i64 = 1 << 53;

/// The nearest integer that a position may hold. Growing amounts go through it, so that every position that arises in
/// play can be read again.
pub const fn bounded(n: i64) -> i64 {
    match n {
        INT_LIMIT.. => INT_LIMIT - 1,
        _ if n <= -INT_LIMIT => 1 - INT_LIMIT,
        _ => n,
    }
}

/// Reads a document and names everything that is wrong with it: if `read` finds faults of form, `judge` adds those of
/// value.
///
/// A document of good form is not judged here; whoever builds something from it does that, with the same `judge`.
pub fn judged<T, U>(
    json: &Value,
    code: &'static str,
    read: impl FnOnce(Object<'_>) -> T,
    judge: impl FnOnce(&T, &Check) -> U,
) -> Result<T, Faults> {
    let check = Check::new();
    let value = read(Object::document(json, code, &check));
    if !check.is_clean() {
        judge(&value, &check);
    }
    check.finish(value)
}

/// A JSON object being read. Keys that were never asked for are faults when it is [finished](Object::finish).
pub struct Object<'a> {
    /// `None` stands in for something that is not an object. Its missing keys are not faults.
    map: Option<&'a Map<String, Value>>,
    pointer: String,
    code: &'static str,
    check: &'a Check,
    asked: Vec<&'static str>,
}

impl<'a> Object<'a> {
    /// Opens a whole document; `code` is the code of its faults.
    pub fn document(value: &'a Value, code: &'static str, check: &'a Check) -> Object<'a> {
        Object::open(value, String::new(), code, check)
    }

    /// Opens an object at `pointer`; an empty one stands in for anything else.
    pub fn open(value: &'a Value, pointer: String, code: &'static str, check: &'a Check) -> Object<'a> {
        let map = value.as_object();
        if map.is_none() {
            check.misread(code, pointer.as_str(), format!("{} is not an object", shown(value)));
        }
        Object { map, pointer, code, check, asked: Vec::new() }
    }

    /// Where the object is in its document.
    pub fn pointer(&self) -> &str {
        &self.pointer
    }

    /// Where its faults go.
    pub fn check(&self) -> &'a Check {
        self.check
    }

    /// Adds a fault that leaves `key` of this object unknown.
    pub fn fault(&self, key: impl Display, message: impl Into<String>) {
        if self.map.is_some() {
            self.check.misread(self.code, join(&self.pointer, &key.to_string()), message);
        }
    }

    /// The value of a key that must be there.
    pub fn need(&mut self, key: &'static str) -> Option<&'a Value> {
        let value = self.take(key);
        if value.is_none() {
            self.fault(key, "is missing");
        }
        value
    }

    /// The value of a key that may be left out.
    pub fn take(&mut self, key: &'static str) -> Option<&'a Value> {
        self.asked.push(key);
        self.map?.get(key)
    }

    /// Whether the key is there, with whatever value. Does not count as asking for it.
    pub fn has(&self, key: &str) -> bool {
        self.map.is_some_and(|map| map.contains_key(key))
    }

    /// An integer within `range`; 0, or an end of the range that leaves 0 out, stands in.
    pub fn int(&mut self, key: &'static str, range: impl RangeBounds<i64>) -> i64 {
        match self.need(key) {
            Some(value) => self.int_value(key, value, range),
            None => stand_in(&range),
        }
    }

    /// An integer that may be left out.
    pub fn int_or(&mut self, key: &'static str, default: i64, range: impl RangeBounds<i64>) -> i64 {
        match self.take(key) {
            Some(value) => self.int_value(key, value, range),
            None => default,
        }
    }

    fn int_value(&mut self, key: &str, value: &Value, range: impl RangeBounds<i64>) -> i64 {
        match int_in(value, &range) {
            Ok(n) => n,
            Err(message) => {
                self.fault(key, message);
                stand_in(&range)
            }
        }
    }

    /// True or false; false stands in.
    pub fn bool(&mut self, key: &'static str) -> bool {
        match self.need(key) {
            Some(Value::Bool(b)) => *b,
            Some(other) => {
                self.fault(key, format!("{} is not true or false", shown(other)));
                false
            }
            None => false,
        }
    }

    /// A string; the empty one stands in.
    pub fn text(&mut self, key: &'static str) -> &'a str {
        match self.need(key) {
            Some(Value::String(s)) => s,
            Some(other) => {
                self.fault(key, format!("{} is not a string", shown(other)));
                ""
            }
            None => "",
        }
    }

    /// One of a closed list of words; the first stands in.
    pub fn word<T: Copy>(&mut self, key: &'static str, words: &[(&str, T)]) -> T {
        match self.need(key) {
            Some(value) => self.word_value(key, value, words),
            None => words[0].1,
        }
    }

    /// One of a closed list of words, or null.
    pub fn word_or_null<T: Copy>(&mut self, key: &'static str, words: &[(&str, T)]) -> Option<T> {
        match self.need(key) {
            Some(Value::Null) | None => None,
            Some(value) => Some(self.word_value(key, value, words)),
        }
    }

    fn word_value<T: Copy>(&mut self, key: &str, value: &Value, words: &[(&str, T)]) -> T {
        if let Some(text) = value.as_str()
            && let Some(&(_, found)) = words.iter().find(|(word, _)| *word == text)
        {
            return found;
        }
        let known = words.iter().map(|(word, _)| format!("\"{word}\"")).collect::<Vec<_>>().join(", ");
        self.fault(key, format!("{} is not one of {known}", shown(value)));
        words[0].1
    }

    /// Expects the given word, as in `"game":"golems"`.
    pub fn exactly(&mut self, key: &'static str, word: &str) {
        if let Some(value) = self.need(key)
            && value.as_str() != Some(word)
        {
            self.fault(key, format!("{} is not \"{word}\"", shown(value)));
        }
    }

    /// The elements of a list, each with its pointer.
    pub fn list(&mut self, key: &'static str) -> Vec<(String, &'a Value)> {
        match self.need(key) {
            Some(value) => self.list_value(key, value),
            None => Vec::new(),
        }
    }

    /// The elements of a list that may be left out.
    pub fn list_or_empty(&mut self, key: &'static str) -> Vec<(String, &'a Value)> {
        match self.take(key) {
            Some(value) => self.list_value(key, value),
            None => Vec::new(),
        }
    }

    fn list_value(&mut self, key: &str, value: &'a Value) -> Vec<(String, &'a Value)> {
        match value {
            Value::Array(items) => {
                let base = join(&self.pointer, key);
                items.iter().enumerate().map(|(i, item)| (format!("{base}/{i}"), item)).collect()
            }
            other => {
                self.fault(key, format!("{} is not a list", shown(other)));
                Vec::new()
            }
        }
    }

    /// A list of objects, each read by `read`, which must finish it. Every element gives a value, so that indexes are
    /// those of the document.
    pub fn objects<T>(&mut self, key: &'static str, mut read: impl FnMut(Object<'a>) -> T) -> Vec<T> {
        let (code, check) = (self.code, self.check);
        self.list(key).into_iter().map(|(at, item)| read(Object::open(item, at, code, check))).collect()
    }

    /// A list of strings; the empty one stands in for anything else.
    pub fn strings(&mut self, key: &'static str) -> Vec<&'a str> {
        let (code, check) = (self.code, self.check);
        let string = |(at, item): (String, &'a Value)| {
            item.as_str().unwrap_or_else(|| {
                check.misread(code, at, format!("{} is not a string", shown(item)));
                ""
            })
        };
        self.list(key).into_iter().map(string).collect()
    }

    /// An object under `key`.
    pub fn object(&mut self, key: &'static str) -> Object<'a> {
        let (pointer, code, check) = (join(&self.pointer, key), self.code, self.check);
        match self.need(key) {
            Some(value) => Object::open(value, pointer, code, check),
            None => Object { map: None, pointer, code, check, asked: Vec::new() },
        }
    }

    /// An object under `key`, as it is.
    pub fn map(&mut self, key: &'static str) -> Map<String, Value> {
        self.object(key).map.cloned().unwrap_or_default()
    }

    /// Ends the reading: keys that nobody asked for are faults.
    pub fn finish(self) {
        for key in self.map.into_iter().flat_map(Map::keys) {
            if !self.asked.iter().any(|asked| asked == key) {
                let mut known = self.asked.clone();
                known.sort_unstable();
                known.dedup();
                let message = format!("is an unknown key; known are {}", known.join(", "));
                self.check.fault(self.code, join(&self.pointer, key), message);
            }
        }
    }

    /// Ends the reading of a document that may have more keys, for information.
    pub fn finish_leniently(self) {}
}

/// `pointer` with `key` added, escaped as in JSON pointers.
pub fn join(pointer: &str, key: &str) -> String {
    format!("{pointer}/{}", key.replace('~', "~0").replace('/', "~1"))
}

/// An integer of a config or position: without fraction, below 2^53 in absolute value, and within `range`.
pub fn int_in(value: &Value, range: &impl RangeBounds<i64>) -> Result<i64, String> {
    match value.as_i64() {
        Some(n) if n.unsigned_abs() < INT_LIMIT as u64 && range.contains(&n) => Ok(n),
        Some(n) => Err(format!("{n} is not allowed; allowed are whole numbers {}", allowed(range))),
        None => Err(format!("{} is not a whole number {}", shown(value), allowed(range))),
    }
}

/// A value as messages show it, cut if it is long.
pub fn shown(value: &Value) -> String {
    let text = value.to_string();
    if text.chars().count() <= 60 {
        return text;
    }
    let head: String = text.chars().take(57).collect();
    format!("{head}...")
}

fn allowed(range: &impl RangeBounds<i64>) -> String {
    let low = match range.start_bound() {
        Bound::Included(&n) => Some(n),
        Bound::Excluded(&n) => Some(n + 1),
        Bound::Unbounded => None,
    };
    let high = match range.end_bound() {
        Bound::Included(&n) => Some(n),
        Bound::Excluded(&n) => Some(n - 1),
        Bound::Unbounded => None,
    };
    match (low, high.filter(|&n| n < INT_LIMIT - 1)) {
        (Some(low), Some(high)) => format!("from {low} to {high}"),
        (Some(low), None) => format!("from {low} up"),
        (None, Some(high)) => format!("up to {high}"),
        (None, None) => "below 2^53".into(),
    }
}

fn stand_in(range: &impl RangeBounds<i64>) -> i64 {
    if range.contains(&0) {
        return 0;
    }
    match (range.start_bound(), range.end_bound()) {
        (Bound::Included(&n), _) => n,
        (Bound::Excluded(&n), _) => n + 1,
        (_, Bound::Included(&n)) => n,
        (_, Bound::Excluded(&n)) => n - 1,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn every_fault_is_named_with_its_place() {
        let doc = json!({"a": 1.5, "b": [{"x": -1}, 7], "extra/key": 0});
        let check = Check::new();
        let mut object = Object::document(&doc, "bad_position", &check);
        assert_eq!(object.int("a", 3..), 3);
        let xs = object.objects("b", |mut item| {
            let x = item.int("x", 0..=5);
            item.finish();
            x
        });
        assert_eq!(xs, [0, 0], "what is no object has its place in the list");
        assert_eq!(object.text("c"), "");
        object.finish();
        assert!(check.knows("", ["b", "extra/key"]) && check.knows("/b/0", ["y"]));
        assert!(!check.knows("", ["c"]) && !check.knows("/b/0", ["x"]) && !check.knows("/b/1", ["y"]));
        let faults = check.finish(()).unwrap_err();
        let places: Vec<_> = faults.list().iter().map(|f| f.pointer.as_str()).collect();
        assert_eq!(places, ["/a", "/b/0/x", "/b/1", "/c", "/extra~1key"]);
    }

    #[test]
    fn values_are_judged_with_a_bad_form_and_only_where_they_are_known() {
        let reading = |doc: Value| {
            let read = |mut object: Object<'_>| {
                let pair = (object.int("a", ..), object.int("b", ..));
                object.finish();
                pair
            };
            let judge = |&(a, b): &(i64, i64), check: &Check| {
                if a <= 0 && check.knows("", ["a"]) {
                    check.fault("bad_position", "/a", "is too small");
                }
                if b <= a && check.knows("", ["a", "b"]) {
                    check.fault("bad_position", "/b", "is not more than a");
                }
            };
            match judged(&doc, "bad_position", read, judge) {
                Ok(_) => Vec::new(),
                Err(faults) => faults.list().iter().map(|fault| fault.pointer.clone()).collect(),
            }
        };
        assert_eq!(reading(json!({"a": 0, "b": 0, "c": 0})), ["/c", "/a", "/b"]);
        assert_eq!(reading(json!({"a": 0, "b": "0"})), ["/b", "/a"]);
        assert_eq!(reading(json!({"a": true, "b": 0})), ["/a"]);
        assert_eq!(reading(json!(7)), [""]);
        assert_eq!(reading(json!({"a": 0, "b": 0})), [""; 0], "left to whoever makes something of it");
    }
}
