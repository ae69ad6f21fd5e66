//! The seed of a match, and what follows from it.

use crate::chance::{Way, first_word};
use crate::hash::mix;
use crate::{Key, Seat};
use sha2::{Digest, Sha256};
use std::fmt;

/// The number that all draws of a match come from. It is secret until the match is over, so whatever bots see of it
/// (their own seeds, the draws of the game) is made by HMAC-SHA-256 and cannot be traced back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Seed {
    number: u64,
    way: Way,
}

impl Seed {
    /// The seed of a new match.
    pub fn new(number: u64) -> Seed {
        Seed { number, way: Way::OneWay }
    }

    /// The seed of a replay, which may be older than one-way draws.
    pub(crate) fn made(number: u64, way: Way) -> Seed {
        Seed { number, way }
    }

    /// The number itself, which must stay secret until the match is over.
    pub fn number(self) -> u64 {
        self.number
    }

    /// The random key of the game.
    pub fn key(self) -> Key {
        match self.way {
            Way::OneWay => {
                let digest = self.digest("key", 0);
                Key::new([first_word(&digest), first_word(&digest[8..])])
            }
            Way::Mixed => Key::public(self.number),
        }
    }

    /// The seed for a bot's own random numbers.
    pub fn of_seat(self, seat: Seat) -> u64 {
        match self.way {
            Way::OneWay => first_word(&self.digest("seat", u64::from(seat.0))),
            Way::Mixed => mix(self.number ^ mix(u64::from(seat.0) + 1)),
        }
    }

    /// The seed of one game of a series. Knowing one tells nothing about the others.
    pub fn of_game(self, n: u64) -> Seed {
        Seed::new(first_word(&self.digest("game", n)))
    }

    fn digest(self, purpose: &str, n: u64) -> [u8; 32] {
        hmac(self.number.to_le_bytes(), &[purpose.as_bytes(), &n.to_le_bytes()])
    }
}

/// HMAC-SHA-256 (RFC 2104) of the parts, one after the other.
fn hmac(key: [u8; 8], parts: &[&[u8]]) -> [u8; 32] {
    // The key is shorter than a block of the hash, so it is padded with zeros and not hashed itself.
    let keyed = |pad: u8| {
        let mut block = [pad; 64];
        block.iter_mut().zip(key).for_each(|(byte, key)| *byte ^= key);
        Sha256::new().chain_update(block)
    };
    let inner = parts.iter().fold(keyed(0x36), |hash, part| hash.chain_update(part)).finalize();
    keyed(0x5c).chain_update(inner).finalize().into()
}

impl From<u64> for Seed {
    fn from(number: u64) -> Seed {
        Seed::new(number)
    }
}

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.number.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As any other implementation of HMAC-SHA-256 has it, for example Python's:
    /// `hmac.digest((7).to_bytes(8, "little"), b"seat" + (1).to_bytes(8, "little"), "sha256")[:8]`, read little-endian.
    #[test]
    fn numbers_are_those_of_hmac_sha_256() {
        let seed = Seed::new(7);
        assert_eq!(seed.of_seat(Seat(1)), 0xf2c9_fe46_476c_a202);
        assert_eq!(seed.key().to_hex(), "ba8cad1e43488050c054b2f6e0d1f5c3");
        assert_eq!(seed.of_game(2).number(), 0xa26c_2359_f805_fc99);
    }

    #[test]
    fn a_seed_of_an_old_replay_gives_the_old_numbers() {
        let old = Seed::made(7, Way::Mixed);
        assert_eq!(old.of_seat(Seat(1)), mix(7 ^ mix(2)));
        assert_eq!(old.key(), Key::public(7));
        assert_ne!(old.of_seat(Seat(1)), Seed::new(7).of_seat(Seat(1)));
    }
}
