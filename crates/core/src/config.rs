//! Configs: every constant of a rulebook as a key with a default, declared once with [`config!`](crate::config!).

use crate::fault::Check;
use crate::names::nearest;
use crate::read::{INT_LIMIT, int_in, join, shown};
pub use serde_json::Value;
use serde_json::{Map, json};
use std::fmt::Debug;

/// The bounds of a number; ignored by values that are none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    pub min: i64,
    pub max: i64,
}

impl Bounds {
    /// What holds where a rulebook gives no bounds.
    pub const DEFAULT: Bounds = Bounds { min: 0, max: INT_LIMIT - 1 };
}

/// What may stand behind a config key.
pub trait ConfigValue: Clone + PartialEq + Debug {
    /// Takes an override. What is wrong with it goes into `check`, and the value then stays as it was.
    fn update(&mut self, value: &Value, bounds: Bounds, pointer: &str, check: &Check);

    fn value(&self) -> Value;

    /// A JSON Schema of the values allowed.
    fn schema(bounds: Bounds) -> Value;
}

impl ConfigValue for i64 {
    fn update(&mut self, value: &Value, bounds: Bounds, pointer: &str, check: &Check) {
        match int_in(value, &(bounds.min..=bounds.max)) {
            Ok(n) => *self = n,
            Err(message) => check.fault("bad_config", pointer, message),
        }
    }

    fn value(&self) -> Value {
        json!(self)
    }

    fn schema(bounds: Bounds) -> Value {
        json!({"type": "integer", "minimum": bounds.min, "maximum": bounds.max})
    }
}

impl ConfigValue for bool {
    fn update(&mut self, value: &Value, _: Bounds, pointer: &str, check: &Check) {
        match value {
            Value::Bool(b) => *self = *b,
            other => check.fault("bad_config", pointer, format!("{} is not true or false", shown(other))),
        }
    }

    fn value(&self) -> Value {
        json!(self)
    }

    fn schema(_: Bounds) -> Value {
        json!({"type": "boolean"})
    }
}

impl ConfigValue for String {
    fn update(&mut self, value: &Value, _: Bounds, pointer: &str, check: &Check) {
        match value {
            Value::String(s) => self.clone_from(s),
            other => check.fault("bad_config", pointer, format!("{} is not a string", shown(other))),
        }
    }

    fn value(&self) -> Value {
        json!(self)
    }

    fn schema(_: Bounds) -> Value {
        json!({"type": "string"})
    }
}

/// A closed list of words as a config value: implement this and get [`ConfigValue`] from
/// [`config_words!`](crate::config_words!).
#[macro_export]
macro_rules! config_words {
    ($(#[$meta:meta])* $vis:vis enum $name:ident { $($variant:ident = $word:literal),+ $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        $vis enum $name { $($variant),+ }

        impl $crate::ConfigValue for $name {
            fn update(&mut self, value: &$crate::config::Value, _: $crate::config::Bounds, pointer: &str, check: &$crate::Check) {
                match value.as_str() {
                    $(Some($word) => *self = $name::$variant,)+
                    _ => check.fault(
                        "bad_config",
                        pointer,
                        format!("{} is not one of {}", $crate::read::shown(value), [$(concat!("\"", $word, "\"")),+].join(", ")),
                    ),
                }
            }

            fn value(&self) -> $crate::config::Value {
                match self { $($name::$variant => $word.into(),)+ }
            }

            fn schema(_: $crate::config::Bounds) -> $crate::config::Value {
                $crate::config::words_schema(&[$($word),+])
            }
        }
    };
}

/// The JSON Schema of a closed list of words.
pub fn words_schema(words: &[&str]) -> Value {
    json!({"enum": words})
}

/// One key of a config, as its declaration gives it.
#[derive(Clone, Copy, Debug)]
pub struct Key {
    pub name: &'static str,
    /// What the key means, from its doc comment.
    pub doc: &'static str,
}

/// A config: a struct of values with defaults. Made by [`config!`](crate::config!) but for [`Config::combine`].
pub trait Config: ConfigTable {
    /// Faults of combinations, at `pointer` + `/key`, looked for where `check` knows all the keys.
    fn combine(&self, _pointer: &str, _check: &Check) {}

    /// The defaults with `overrides` laid over them. All faults are named, at `pointer` + `/key`. A key with a bad value
    /// has its default and is not known to `check`.
    fn overridden(overrides: &Map<String, Value>, pointer: &str, check: &Check) -> Self {
        let mut config = Self::default();
        for (key, value) in overrides {
            let (at, before) = (join(pointer, key), check.count());
            if !config.set(key, value, &at, check) {
                let known: Vec<&str> = Self::KEYS.iter().map(|key| key.name).collect();
                check.fault("bad_config", at, unknown_key(key, &known));
            } else if check.count() > before {
                check.doubt(at);
            }
        }
        config.combine(pointer, check);
        config
    }

    /// Every key with its value, in the order of declaration.
    fn complete(&self) -> Map<String, Value> {
        Self::KEYS.iter().filter_map(|key| Some((key.name.to_string(), self.get(key.name)?))).collect()
    }

    /// The keys whose value is not the default, alphabetically.
    fn differences(&self) -> Map<String, Value> {
        let default = Self::default();
        sorted(self.complete().into_iter().filter(|(key, value)| default.get(key).as_ref() != Some(value)).collect())
    }

    /// The JSON Schema of an object of overrides.
    fn schema() -> Value {
        let mut properties = Map::new();
        let default = Self::default();
        for key in Self::KEYS {
            let mut schema = Self::key_schema(key.name).unwrap_or(Value::Bool(true));
            if let Value::Object(schema) = &mut schema {
                schema.insert("description".into(), key.doc.trim().into());
                schema.insert("default".into(), default.get(key.name).unwrap_or(Value::Null));
            }
            properties.insert(key.name.into(), schema);
        }
        json!({"type": "object", "additionalProperties": false, "properties": properties})
    }
}

/// The generated half of a config.
pub trait ConfigTable: Default + Clone + PartialEq + Debug + Send + Sync + 'static {
    const KEYS: &'static [Key];

    /// Takes an override; false if there is no such key.
    fn set(&mut self, key: &str, value: &Value, pointer: &str, check: &Check) -> bool;

    fn get(&self, key: &str) -> Option<Value>;

    fn key_schema(key: &str) -> Option<Value>;
}

/// Declares a config struct: `/// meaning` then `name: type = default, min..=max;` (bounds may be left out).
#[macro_export]
macro_rules! config {
    (
        $(#[$meta:meta])*
        $vis:vis struct $name:ident {
            $( $(#[doc = $doc:literal])+ $key:ident : $ty:ty = $default:expr $(, $min:literal ..= $max:literal)? ; )+
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, PartialEq, Debug)]
        $vis struct $name {
            $( $(#[doc = $doc])+ pub $key: $ty, )+
        }

        impl Default for $name {
            fn default() -> Self {
                $name { $($key: $default,)+ }
            }
        }

        impl $crate::config::ConfigTable for $name {
            const KEYS: &'static [$crate::config::Key] = &[
                $($crate::config::Key { name: stringify!($key), doc: concat!($($doc),+) },)+
            ];

            fn set(&mut self, key: &str, value: &$crate::config::Value, pointer: &str, check: &$crate::Check) -> bool {
                match key {
                    $(stringify!($key) => {
                        $crate::ConfigValue::update(&mut self.$key, value, $crate::config_bounds!($($min, $max)?), pointer, check);
                        true
                    })+
                    _ => false,
                }
            }

            fn get(&self, key: &str) -> Option<$crate::config::Value> {
                match key {
                    $(stringify!($key) => Some($crate::ConfigValue::value(&self.$key)),)+
                    _ => None,
                }
            }

            fn key_schema(key: &str) -> Option<$crate::config::Value> {
                match key {
                    $(stringify!($key) => Some(<$ty as $crate::ConfigValue>::schema($crate::config_bounds!($($min, $max)?))),)+
                    _ => None,
                }
            }
        }
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! config_bounds {
    () => {
        $crate::config::Bounds::DEFAULT
    };
    ($min:literal, $max:literal) => {
        $crate::config::Bounds { min: $min, max: $max }
    };
}

/// What is said of a key that does not exist.
pub fn unknown_key(key: &str, known: &[&str]) -> String {
    let near = nearest(key, known.iter().copied());
    let near = near.map_or(String::new(), |near| format!("; the nearest known key is {near}"));
    format!("is an unknown key{near}; there are {}", known.join(", "))
}

/// A map with its keys in alphabetical order, as the canonical form wants configs.
pub fn sorted(map: Map<String, Value>) -> Map<String, Value> {
    let mut entries: Vec<_> = map.into_iter().collect();
    entries.sort_by(|a, b| a.0.cmp(&b.0));
    entries.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    config_words! {
        pub enum Colour { Red = "red", Blue = "blue" }
    }

    config! {
        pub struct Sample {
            /// How wide.
            width: i64 = 26, 2..=100;
            /// Any number.
            money: i64 = 10;
            /// Whether.
            fast: bool = true;
            /// Which.
            colour: Colour = Colour::Red;
        }
    }

    impl Config for Sample {
        fn combine(&self, pointer: &str, check: &Check) {
            if self.money > self.width && check.knows(pointer, ["money", "width"]) {
                check.fault("bad_config", join(pointer, "money"), "must not exceed width");
            }
        }
    }

    fn read(value: Value) -> Result<Sample, crate::Faults> {
        let check = Check::new();
        let config = Sample::overridden(value.as_object().unwrap(), "/config", &check);
        check.finish(config)
    }

    #[test]
    fn overrides_are_laid_over_the_defaults() {
        let config = read(json!({"colour": "blue", "width": 26})).unwrap();
        assert_eq!(config.colour, Colour::Blue);
        assert_eq!(Value::Object(config.differences()), json!({"colour": "blue"}));
        assert_eq!(config.complete().len(), 4);
    }

    #[test]
    fn all_faults_are_named_with_key_value_and_what_is_allowed() {
        let faults = read(json!({"widht": 3, "width": 1, "fast": 0, "colour": "green", "money": -1})).unwrap_err();
        let text = faults.to_string();
        assert_eq!(faults.list().len(), 5, "{text}");
        assert!(faults.list().iter().all(|fault| fault.pointer.starts_with("/config/")), "{text}");
        assert!(text.contains("the nearest known key is width"), "{text}");
        assert!(text.contains("/width: 1 is not allowed; allowed are whole numbers from 2 to 100"), "{text}");
        assert!(text.contains("\"green\" is not one of \"red\", \"blue\""), "{text}");
    }

    #[test]
    fn combinations_are_judged_where_their_keys_are_good() {
        let places = |value| {
            let faults = read(value).unwrap_err();
            faults.list().iter().map(|fault| fault.pointer.clone()).collect::<Vec<_>>()
        };
        assert_eq!(places(json!({"width": 5})), ["/config/money"]);
        assert_eq!(
            places(json!({"width": 5, "fast": 1, "depth": 2})),
            ["/config/fast", "/config/depth", "/config/money"]
        );
        assert_eq!(places(json!({"width": 5, "money": -1})), ["/config/money"]);
        assert_eq!(places(json!({"width": 500, "money": 101})), ["/config/width"]);
    }
}
