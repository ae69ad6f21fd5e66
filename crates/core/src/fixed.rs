//! A part of a view that never changes while a game lasts.

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Serialize, Serializer};
use serde_json::value::{RawValue, to_raw_value};
use std::borrow::Cow;
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

/// A value that every message repeats. Its JSON is made once, and cloning it copies a pointer.
#[derive(Clone)]
pub struct Fixed<T>(Arc<(T, Box<RawValue>)>);

impl<T: Serialize> Fixed<T> {
    /// Writes the JSON of `value` once and for all.
    pub fn new(value: T) -> Fixed<T> {
        let json = to_raw_value(&value).expect("parts of views serialise");
        Fixed(Arc::new((value, json)))
    }
}

impl<T> Deref for Fixed<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0.0
    }
}

impl<T: Serialize + Default> Default for Fixed<T> {
    fn default() -> Fixed<T> {
        Fixed::new(T::default())
    }
}

impl<T: PartialEq> PartialEq for Fixed<T> {
    fn eq(&self, other: &Fixed<T>) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || **self == **other
    }
}

impl<T: fmt::Debug> fmt::Debug for Fixed<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

impl<T> Serialize for Fixed<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.1.serialize(serializer)
    }
}

impl<T: JsonSchema> JsonSchema for Fixed<T> {
    fn schema_name() -> Cow<'static, str> {
        T::schema_name()
    }

    fn schema_id() -> Cow<'static, str> {
        T::schema_id()
    }

    fn inline_schema() -> bool {
        T::inline_schema()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        T::json_schema(generator)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_written_as_what_is_in_it() {
        let fixed = Fixed::new(vec!["a\"b", "c"]);
        assert_eq!(serde_json::to_string(&fixed).unwrap(), r#"["a\"b","c"]"#);
        assert_eq!(serde_json::to_value(&fixed).unwrap(), serde_json::json!(["a\"b", "c"]));
        assert_eq!((fixed.len(), fixed.clone() == fixed, fixed == Fixed::new(vec![])), (2, true, false));
        assert_eq!(schemars::schema_for!(Fixed<Vec<i64>>), schemars::schema_for!(Vec<i64>));
    }
}
