//! An action as it arrives: a flat JSON object with a verb and fields.

use crate::{Entry, Flaw};
use serde::de::{Deserializer as _, MapAccess, Visitor};
pub use serde_json::value::RawValue;
use smallvec::SmallVec;
use std::borrow::Cow;
use std::fmt;

/// The fields of one action object, kept as raw text until they are asked for.
///
/// If a key is given twice, the last one counts. Keys that nobody asks for are ignored, whatever they hold.
pub struct Fields<'a> {
    items: SmallVec<[(Cow<'a, str>, &'a str); 8]>,
}

impl<'a> Fields<'a> {
    /// The fields of an object; `None` if the text is something else.
    pub fn read(action: &'a RawValue) -> Option<Fields<'a>> {
        if !action.get().trim_start().starts_with('{') {
            return None;
        }
        let mut json = serde_json::Deserializer::from_str(action.get());
        json.deserialize_map(Collect).ok()
    }

    fn raw(&self, key: &str) -> Option<&'a str> {
        self.items.iter().rev().find(|(name, _)| name == key).map(|(_, value)| *value)
    }

    /// Whether the key is there, with whatever value.
    pub fn has(&self, key: &str) -> bool {
        self.raw(key).is_some()
    }

    /// The verb; `None` if `do` is missing or not a string.
    pub fn verb(&self) -> Option<Cow<'a, str>> {
        self.text("do")
    }

    /// A string field; `None` if it is missing or something else.
    pub fn text(&self, key: &str) -> Option<Cow<'a, str>> {
        let raw = self.raw(key)?;
        if !raw.starts_with('"') {
            return None;
        }
        // Most words have no escapes and can be borrowed as they are.
        let inner = &raw[1..raw.len() - 1];
        if inner.contains('\\') { serde_json::from_str(raw).ok().map(Cow::Owned) } else { Some(Cow::Borrowed(inner)) }
    }

    /// An integer field: a number of 32 bits, written without fraction or exponent. `-0` is 0.
    pub fn int(&self, key: &str) -> Option<i32> {
        let raw = self.raw(key)?;
        let digits = raw.strip_prefix('-').unwrap_or(raw);
        if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        raw.parse().ok()
    }

    /// An optional integer field: `Some(None)` if it is left out, `None` if it is there but not an integer.
    pub fn optional_int(&self, key: &str) -> Option<Option<i32>> {
        if self.has(key) { self.int(key).map(Some) } else { Some(None) }
    }
}

/// A value that a field of an action may hold.
pub trait Field: Sized {
    /// The field called `key`; `None` if it is missing or holds something else.
    fn read(fields: &Fields<'_>, key: &str) -> Option<Self>;
}

impl Field for i32 {
    fn read(fields: &Fields<'_>, key: &str) -> Option<i32> {
        fields.int(key)
    }
}

/// Reads one entry of a list: finds its verb among `verbs` and hands verb and fields to `read`, which returns `None` if
/// a field is missing or bad.
pub fn entry<A>(action: &RawValue, verbs: &[&str], read: impl FnOnce(&str, &Fields<'_>) -> Option<A>) -> Entry<A> {
    let Some(fields) = Fields::read(action) else { return Entry::Bad(Flaw::NotObject) };
    let Some(verb) = fields.verb() else { return Entry::Bad(Flaw::NotObject) };
    let Some(number) = verbs.iter().position(|known| *known == verb) else { return Entry::Bad(Flaw::UnknownAction) };
    match read(&verb, &fields) {
        Some(action) => Entry::Action(action),
        None => Entry::Bad(Flaw::BadFields(number as u8)),
    }
}

/// Declares the actions of a game with their verbs and fields, and derives their JSON form: how they are written, their
/// schema, `parse`, which reads them, and `VERBS`. The game's crate needs `serde` and `schemars`.
///
/// ```
/// skirmish_core::actions! {
///     /// What a seat may do.
///     pub enum Action {
///         /// Takes a step.
///         "move" = Move { unit: i32, x: i32, y: i32 },
///         /// Ends the list.
///         "end" = End,
///     }
/// }
///
/// use skirmish_core::{Entry, Flaw};
///
/// let parse = |text| Action::parse(serde_json::from_str(text).unwrap());
/// let text = r#"{"do":"move","unit":1,"x":2,"y":3}"#;
/// assert_eq!(parse(text), Entry::Action(Action::Move { unit: 1, x: 2, y: 3 }));
/// assert_eq!(parse(r#"{"do":"fly"}"#), Entry::Bad(Flaw::UnknownAction));
/// assert_eq!(parse(r#"{"do":"move","unit":1}"#), Entry::Bad(Flaw::BadFields(0)));
/// assert_eq!(serde_json::to_string(&Action::Move { unit: 1, x: 2, y: 3 }).unwrap(), text);
/// ```
#[macro_export]
macro_rules! actions {
    (
        $(#[$meta:meta])*
        $vis:vis enum $name:ident {
            $($(#[$doc:meta])* $verb:literal = $variant:ident $({ $($field:ident: $kind:ty),* $(,)? })?),+ $(,)?
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug, ::serde::Serialize, ::schemars::JsonSchema)]
        #[serde(tag = "do")]
        $vis enum $name {
            $($(#[$doc])* #[serde(rename = $verb)] $variant $({ $(#[allow(missing_docs)] $field: $kind),* })?),+
        }

        impl $name {
            /// The verbs, in the order they are declared. A verb's number is its place here.
            $vis const VERBS: &'static [&'static str] = &[$($verb),+];

            /// Reads one action as a bot sends it.
            $vis fn parse(action: &$crate::fields::RawValue) -> $crate::Entry<$name> {
                $crate::fields::entry(action, Self::VERBS, |verb, fields| {
                    let _ = fields;
                    $(if verb == $verb {
                        return Some($name::$variant $({
                            $($field: $crate::fields::Field::read(fields, stringify!($field))?),*
                        })?);
                    })+
                    None
                })
            }
        }
    };
}

struct Collect;

impl<'de> Visitor<'de> for Collect {
    type Value = Fields<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Fields<'de>, M::Error> {
        let mut items = SmallVec::new();
        while let Some(key) = map.next_key::<KeyText<'de>>()? {
            let value: &'de RawValue = map.next_value()?;
            items.push((key.0, value.get()));
        }
        Ok(Fields { items })
    }
}

/// A key, borrowed if it has no escapes (serde's `Cow` would always copy).
struct KeyText<'a>(Cow<'a, str>);

impl<'de> serde::Deserialize<'de> for KeyText<'de> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Text;
        impl<'de> Visitor<'de> for Text {
            type Value = KeyText<'de>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string")
            }
            fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Self::Value, E> {
                Ok(KeyText(Cow::Borrowed(text)))
            }
            fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
                Ok(KeyText(Cow::Owned(text.to_owned())))
            }
        }
        deserializer.deserialize_str(Text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with<T>(text: &str, test: impl FnOnce(Option<Fields<'_>>) -> T) -> T {
        let raw: &RawValue = serde_json::from_str(text).unwrap();
        test(Fields::read(raw))
    }

    #[test]
    fn only_objects_have_fields() {
        for text in ["null", "[]", "5", "\"do\"", "true"] {
            assert!(with(text, |fields| fields.is_none()), "{text}");
        }
        assert!(with(" {} ", |fields| fields.unwrap().verb().is_none()));
    }

    #[test]
    fn integers_have_no_fraction_and_no_exponent() {
        let ints = [("5", Some(5)), ("-0", Some(0)), ("-2147483648", Some(i32::MIN)), ("2147483647", Some(i32::MAX))];
        let others = ["5.0", "5e0", "1.5", "true", "null", "\"5\"", "2147483648", "-0.0", "[]", "{}"];
        for (text, wanted) in ints.into_iter().chain(others.map(|text| (text, None))) {
            let got = with(&format!("{{\"x\":{text}}}"), |fields| fields.unwrap().int("x"));
            assert_eq!(got, wanted, "{text}");
        }
    }

    #[test]
    fn the_last_of_two_equal_keys_counts_and_unknown_keys_do_not() {
        with(r#"{"do":"a","\u0064o":"b\n","deep":[[{"do":1}]],"x":1,"x":null}"#, |fields| {
            let fields = fields.unwrap();
            assert_eq!(fields.verb().unwrap(), "b\n");
            assert!(fields.has("x"));
            assert_eq!(fields.int("x"), None);
            assert_eq!(fields.optional_int("y"), Some(None));
            assert_eq!(fields.optional_int("x"), None);
        });
    }
}
