//! The commitment to a seed: published before the match, opened after it.

use crate::Key;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sha2::{Digest, Sha256};

/// 16 random bytes that nobody can guess.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Salt(pub [u8; 16]);

impl Salt {
    /// 32 lower-case hexadecimal digits.
    pub fn to_hex(self) -> String {
        hex(&self.0)
    }

    /// Reads what [`Salt::to_hex`] writes, and nothing else.
    pub fn from_hex(text: &str) -> Option<Salt> {
        let salt = Salt(u128::from_str_radix(text, 16).ok()?.to_be_bytes());
        (salt.to_hex() == text).then_some(salt)
    }
}

impl Serialize for Salt {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&self.to_hex())
    }
}

impl<'de> Deserialize<'de> for Salt {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Salt, D::Error> {
        let text = String::deserialize(from)?;
        Salt::from_hex(&text).ok_or_else(|| serde::de::Error::custom("a salt is 32 lower-case hexadecimal digits"))
    }
}

/// SHA-256 over the salt, the seed and the random key, as text: `SALT SEED KEY`, or `SALT SEED` without a key.
pub fn commitment(salt: Salt, seed: u64, key: Option<Key>) -> String {
    let mut text = format!("{} {seed}", salt.to_hex());
    if let Some(key) = key {
        text.push(' ');
        text.push_str(&key.to_hex());
    }
    hex(&Sha256::digest(text))
}

/// The hexadecimal digits.
pub(crate) const HEX: &[u8; 16] = b"0123456789abcdef";

/// Bytes as lower-case hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    let digit = |four: u8| char::from(HEX[usize::from(four)]);
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_secret_changes_the_commitment() {
        let salt = Salt([7; 16]);
        let key = Key::from_seed(1);
        let all = [
            commitment(salt, 1, None),
            commitment(salt, 2, None),
            commitment(salt, 1, Some(key)),
            commitment(Salt([8; 16]), 1, None),
        ];
        for (i, a) in all.iter().enumerate() {
            assert_eq!(a.len(), 64);
            assert!(all[i + 1..].iter().all(|b| a != b));
        }
        // As `printf '07070707070707070707070707070707 1' | sha256sum` has it.
        assert_eq!(all[0], "04ab152b0e3eb11262d8687db3372ffbaffa98b21ef91a86b53a266941ae438f");
    }

    #[test]
    fn salts_are_read_as_they_are_written() {
        let salt = Salt([0xab; 16]);
        assert_eq!(Salt::from_hex(&salt.to_hex()), Some(salt));
        for bad in ["", "00", "+0000000000000000000000000000000", &"G".repeat(32), &salt.to_hex().to_uppercase()] {
            assert_eq!(Salt::from_hex(bad), None, "{bad}");
        }
    }
}
