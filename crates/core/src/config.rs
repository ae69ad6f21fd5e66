//! Configs: every constant of a rulebook as a key with a default, declared once with [`config!`](crate::config!).

use crate::fault::Check;
use crate::names::nearest;
use crate::read::{INT_LIMIT, int_in, join, shown};
pub use serde_json::Value;
use serde_json::{Map, json};
use std::fmt::Debug;

/// The bounds of a number. Values of other types ignore them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// The smallest number allowed.
    pub min: i64,
    /// The largest number allowed.
    pub max: i64,
}

impl Bounds {
    /// The bounds of keys whose rulebook gives none.
    pub const DEFAULT: Bounds = Bounds { min: 0, max: INT_LIMIT - 1 };
}

/// A type that a config key can have.
pub trait ConfigValue: Clone + PartialEq + Debug {
    /// Takes an override. If it is bad, its fault goes into `check` and the value stays as it was.
    fn update(&mut self, value: &Value, bounds: Bounds, pointer: &str, check: &Check);

    /// The value as JSON, as [`ConfigValue::update`] takes it.
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

/// Declares an enum whose values are words in a config: `Variant = "word"`. It makes the enum, with the words as
/// documentation of its variants, and its [`ConfigValue`](crate::ConfigValue).
///
/// ```
/// use skirmish_core::{ConfigValue, config_words};
///
/// config_words! {
///     /// How fast the day goes by.
///     pub enum Pace { Slow = "slow", Fast = "fast" }
/// }
///
/// assert_eq!(Pace::Fast.value(), "fast");
/// ```
#[macro_export]
macro_rules! config_words {
    ($(#[$meta:meta])* $vis:vis enum $name:ident { $($variant:ident = $word:literal),+ $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        $vis enum $name { $(#[doc = concat!("`", $word, "`")] $variant),+ }

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
    /// The key, as documents spell it.
    pub name: &'static str,
    /// What it means, from its doc comment.
    pub doc: &'static str,
}

/// A config: a struct of values with defaults. [`config!`](crate::config!) makes all of it but [`Config::combine`].
pub trait Config: ConfigTable {
    /// Looks for values that are good alone but not together. Their faults are at `pointer` + `/key`; ask whether
    /// `check` [knows](Check::knows) all the keys first.
    fn combine(&self, _pointer: &str, _check: &Check) {}

    /// The defaults with `overrides`. All faults go into `check`, at `pointer` + `/key`. A key with a bad value keeps
    /// its default and is not known to `check`.
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

    /// The keys whose value is not the default, in alphabetical order.
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

/// The part of a config that [`config!`](crate::config!) makes.
pub trait ConfigTable: Default + Clone + PartialEq + Debug + Send + Sync + 'static {
    /// All keys, in the order they are declared.
    const KEYS: &'static [Key];

    /// Takes an override; false if there is no such key.
    fn set(&mut self, key: &str, value: &Value, pointer: &str, check: &Check) -> bool;

    /// The value of a key; `None` if there is no such key.
    fn get(&self, key: &str) -> Option<Value>;

    /// A JSON Schema of the values that a key allows; `None` if there is no such key.
    fn key_schema(key: &str) -> Option<Value>;
}

/// Declares a config: for every key `/// meaning`, then `name: type = default, min..=max;` (the bounds are optional).
///
/// It makes a struct with a public field for each key, its `Default`, and its
/// [`ConfigTable`](crate::config::ConfigTable), from which [`Config`](crate::Config) reads, writes and describes it.
///
/// ```
/// use skirmish_core::{Check, Config, config};
///
/// config! {
///     /// The constants of the rulebook.
///     pub struct Constants {
///         /// How wide the board is.
///         width: i64 = 26, 2..=100;
///         /// Whether there is fog.
///         fog: bool = true;
///     }
/// }
///
/// impl Config for Constants {}
///
/// let read = |overrides: serde_json::Value| {
///     let check = Check::new();
///     let config = Constants::overridden(overrides.as_object().unwrap(), "", &check);
///     check.finish(config)
/// };
/// assert_eq!(read(serde_json::json!({"fog": false})), Ok(Constants { width: 26, fog: false }));
/// assert_eq!(
///     read(serde_json::json!({"width": 1, "frog": true})).unwrap_err().to_string(),
///     "bad_config: /width: 1 is not allowed; allowed are whole numbers from 2 to 100\n\
///      bad_config: /frog: is an unknown key; the nearest known key is fog; there are width, fog",
/// );
/// ```
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

/// What to say about a key that does not exist.
pub fn unknown_key(key: &str, known: &[&str]) -> String {
    let near = nearest(key, known.iter().copied());
    let near = near.map_or(String::new(), |near| format!("; the nearest known key is {near}"));
    format!("is an unknown key{near}; there are {}", known.join(", "))
}

/// The map with its keys in alphabetical order, as configs are in the canonical form.
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
