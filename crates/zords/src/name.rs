//! Names of seats, small enough to be passed about by value.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;
use std::fmt;

/// The longest name, in bytes.
const LONGEST: usize = 32;

/// The name of a seat: letters, digits, `_`, `.` and `-`, beginning with a letter or digit, up to 32 of them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Name {
    length: u8,
    bytes: [u8; LONGEST],
}

impl Name {
    /// Stands for every text that cannot be the name of a seat; it is written as the empty text.
    pub const UNFIT: Name = Name { length: 0, bytes: [0; LONGEST] };

    /// `None` if no seat may have that name.
    pub fn new(text: &str) -> Option<Name> {
        let bytes = text.as_bytes();
        let fits = (1..=LONGEST).contains(&bytes.len())
            && bytes[0].is_ascii_alphanumeric()
            && bytes.iter().all(|b| b.is_ascii_alphanumeric() || b"_.-".contains(b));
        if !fits {
            return None;
        }
        let mut name = Name { length: bytes.len() as u8, ..Name::UNFIT };
        name.bytes[..bytes.len()].copy_from_slice(bytes);
        Some(name)
    }

    /// The name, or [`Name::UNFIT`].
    pub fn of(text: &str) -> Name {
        Name::new(text).unwrap_or(Name::UNFIT)
    }

    pub fn as_str(&self) -> &str {
        str::from_utf8(&self.bytes[..usize::from(self.length)]).unwrap_or_default()
    }

    /// Whether two names are the same, ignoring case.
    pub fn resembles(&self, other: &Name) -> bool {
        self.as_str().eq_ignore_ascii_case(other.as_str())
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.as_str())
    }
}

impl Serialize for Name {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for Name {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Name, D::Error> {
        let text = Cow::<str>::deserialize(deserializer)?;
        Name::new(&text).ok_or_else(|| serde::de::Error::custom(format!("{text:?} is not the name of a seat")))
    }
}

impl JsonSchema for Name {
    fn schema_name() -> Cow<'static, str> {
        "Name".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "string", "pattern": "^[A-Za-z0-9][A-Za-z0-9_.-]{0,31}$"})
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_fits_the_pattern_is_a_name() {
        let longest = "a".repeat(32);
        for good in ["a", "p1", "0", "Ann.B_c-d", &longest] {
            assert_eq!(Name::new(good).unwrap().as_str(), good);
        }
        let longer = "a".repeat(33);
        for bad in ["", "@clock", "b ad", "_a", ".a", "-a", "\u{e4}", "a\n", &longer] {
            assert_eq!(Name::new(bad), None, "{bad:?}");
        }
        assert_eq!(Name::of("@clock"), Name::UNFIT);
        assert!(Name::of("Ann").resembles(&Name::of("aNN")));
        assert!(!Name::of("Ann").resembles(&Name::of("An")));
    }
}
