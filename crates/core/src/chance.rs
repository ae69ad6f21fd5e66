//! Chance: keyed draws for the rules, and a small generator for play that is not part of them.

use crate::Seed;
use crate::hash::mix;
use sha2::{Digest, Sha256};

/// How numbers are made from a secret.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Way {
    /// By SHA-256: whoever sees the numbers learns nothing about the secret.
    #[default]
    OneWay,
    /// By mixing bits, which can be undone. For what is not secret, and for replays of format 2.
    Mixed,
}

/// The random key of a game. Draws are a function of the key, the moment and their purpose, so that a new draw in one
/// stage does not shift another, and a state needs no generator that moves along.
///
/// ```
/// use skirmish_core::Key;
///
/// let key = Key::from_seed(7);
/// let mut weather = key.draws(3, "weather");
/// weather.below(6);
/// // However much is drawn for the weather, the order of day 3 stays the same.
/// let order = |day| key.draws(day, "order").next_u64();
/// assert_eq!(order(3), order(3));
/// assert_ne!(order(3), order(4));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Key {
    words: [u64; 2],
    way: Way,
}

impl Key {
    /// A key that draws one way, so that draws tell nothing about it.
    pub fn new(words: [u64; 2]) -> Key {
        Key { words, way: Way::OneWay }
    }

    /// The key that follows from a match's seed.
    pub fn from_seed(seed: u64) -> Key {
        Seed::new(seed).key()
    }

    /// A key for what everybody may know, such as the `n`-th generated map.
    pub fn public(n: u64) -> Key {
        let words = [mix(n ^ 0x736b_6972_6d69_7368), mix(n.wrapping_add(0x9e37_79b9_7f4a_7c15))];
        Key { words, way: Way::Mixed }
    }

    /// The same key, drawing in another way.
    pub fn drawing(self, way: Way) -> Key {
        Key { way, ..self }
    }

    /// A generator for one purpose at one moment (a turn or a day).
    pub fn draws(self, moment: u64, purpose: &str) -> Rng {
        Rng::new(match self.way {
            Way::OneWay => self.hashed(moment, purpose),
            Way::Mixed => self.mixed(moment, purpose),
        })
    }

    fn hashed(self, moment: u64, purpose: &str) -> u64 {
        let mut hash = Sha256::new();
        for word in [self.words[0], self.words[1], moment] {
            hash.update(word.to_le_bytes());
        }
        hash.update(purpose);
        first_word(&hash.finalize())
    }

    fn mixed(self, moment: u64, purpose: &str) -> u64 {
        let mut hasher = crate::Hasher::new();
        hasher.word(self.words[0]);
        hasher.word(self.words[1]);
        hasher.word(moment);
        for byte in purpose.bytes() {
            hasher.word(u64::from(byte));
        }
        hasher.finish()
    }

    /// 32 hexadecimal digits.
    pub fn to_hex(self) -> String {
        format!("{:016x}{:016x}", self.words[0], self.words[1])
    }

    /// Reads 32 hexadecimal digits; `None` for anything else.
    pub fn from_hex(text: &str) -> Option<Key> {
        if text.len() != 32 || !text.bytes().all(|b| b.is_ascii_hexdigit()) {
            return None;
        }
        let half = |range| u64::from_str_radix(&text[range], 16).ok();
        Some(Key::new([half(0..16)?, half(16..32)?]))
    }
}

/// The first 64 bits of a digest.
pub(crate) fn first_word(digest: &[u8]) -> u64 {
    digest.iter().take(8).rev().fold(0, |word, &byte| word << 8 | u64::from(byte))
}

/// A small, fast, seeded generator (SplitMix64), the same on every platform.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rng {
    state: u64,
}

impl Rng {
    /// A generator that starts from `seed`. The same seed gives the same numbers for ever.
    pub fn new(seed: u64) -> Rng {
        Rng { state: seed }
    }

    /// The next 64 bits.
    #[inline]
    pub fn next_u64(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.state)
    }

    /// A number from 0 to `n - 1`, without bias; 0 if `n` is 0.
    #[inline]
    pub fn below(&mut self, n: u64) -> u64 {
        // Lemire's method: multiply, and draw again in the rare case that would favour some numbers over others.
        let mut product = u128::from(self.next_u64()) * u128::from(n);
        if (product as u64) < n {
            let threshold = n.wrapping_neg() % n;
            while (product as u64) < threshold {
                product = u128::from(self.next_u64()) * u128::from(n);
            }
        }
        (product >> 64) as u64
    }

    /// An index below `len`; 0 if `len` is 0.
    #[inline]
    pub fn index(&mut self, len: usize) -> usize {
        self.below(len as u64) as usize
    }

    /// A number from `low` to `high`, both included.
    #[inline]
    pub fn between(&mut self, low: i64, high: i64) -> i64 {
        low + self.below((high - low + 1) as u64) as i64
    }

    /// True with a probability of `num` / `den`.
    #[inline]
    pub fn chance(&mut self, num: u64, den: u64) -> bool {
        self.below(den) < num
    }

    /// One of the items; `None` if there are none.
    pub fn choose<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        if items.is_empty() { None } else { Some(&items[self.index(items.len())]) }
    }

    /// Puts the items into a random order. Every order is equally likely.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.index(i + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_depend_on_key_moment_and_purpose_alone() {
        let key = Key::from_seed(7);
        let first = |moment, purpose| key.draws(moment, purpose).next_u64();
        assert_eq!(first(1, "totem"), first(1, "totem"));
        assert_ne!(first(1, "totem"), first(2, "totem"));
        assert_ne!(first(1, "totem"), first(1, "order"));
        assert_eq!(Key::from_hex(&key.to_hex()), Some(key));
        assert_eq!(Key::from_hex("zz"), None);
    }

    /// Replays of format 2 and the generated maps depend on one way, replays of format 3 on the other.
    #[test]
    fn both_ways_of_drawing_never_change() {
        let first = |key: Key| key.draws(3, "totem").next_u64();
        let key = Key::new([1, 2]);
        assert_eq!(first(key), 0xc453_fa2f_669b_b500);
        assert_eq!(first(key.drawing(Way::Mixed)), 0xdd8d_6725_8c3b_9a52);
        assert_eq!(first(Key::public(7)), 0xdf09_378f_ba3d_0152);
    }

    #[test]
    fn below_is_fair_and_bounded() {
        let mut rng = Rng::new(1);
        let mut counts = [0; 7];
        for _ in 0..7000 {
            counts[rng.index(7)] += 1;
        }
        assert!(counts.iter().all(|&n| (850..1150).contains(&n)), "{counts:?}");
        assert_eq!(rng.below(1), 0);
        assert_eq!(rng.below(0), 0);
        assert!((0..1000).all(|_| (-2..=3).contains(&rng.between(-2, 3))));
    }

    #[test]
    fn the_generator_never_changes() {
        let mut rng = Rng::new(42);
        let got: Vec<u64> = (0..3).map(|_| rng.next_u64()).collect();
        assert_eq!(got, [0xbdd7_3226_2feb_6e95, 0x28ef_e333_b266_f103, 0x4752_6757_130f_9f52]);
    }
}
