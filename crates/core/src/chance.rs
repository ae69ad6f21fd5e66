//! Chance: keyed draws for the rules, and a small generator for play that is not part of them.

use crate::hash::mix;

/// The random key of a game. Draws are a function of the key and of what they are for, so that a new
/// draw in one stage does not shift another, and a state needs no generator that moves along.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Key(pub [u64; 2]);

impl Key {
    pub fn from_seed(seed: u64) -> Key {
        Key([mix(seed ^ 0x736b_6972_6d69_7368), mix(seed.wrapping_add(0x9e37_79b9_7f4a_7c15))])
    }

    /// A generator for one purpose at one moment (a turn or a day).
    pub fn draws(self, moment: u64, purpose: &str) -> Rng {
        let mut hasher = crate::Hasher::new();
        hasher.word(self.0[0]);
        hasher.word(self.0[1]);
        hasher.word(moment);
        for byte in purpose.bytes() {
            hasher.word(u64::from(byte));
        }
        Rng::new(hasher.finish())
    }

    /// 32 hexadecimal digits.
    pub fn to_hex(self) -> String {
        format!("{:016x}{:016x}", self.0[0], self.0[1])
    }

    pub fn from_hex(text: &str) -> Option<Key> {
        if text.len() != 32 || !text.bytes().all(|b| b.is_ascii_hexdigit()) {
            return None;
        }
        let half = |range| u64::from_str_radix(&text[range], 16).ok();
        Some(Key([half(0..16)?, half(16..32)?]))
    }
}

/// A small, fast, seeded generator (SplitMix64), the same on every platform.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rng {
    state: u64,
}

impl Rng {
    pub fn new(seed: u64) -> Rng {
        Rng { state: seed }
    }

    #[inline]
    pub fn next_u64(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.state)
    }

    /// A number from 0 to `n - 1`, without bias; 0 if `n` is 0.
    #[inline]
    pub fn below(&mut self, n: u64) -> u64 {
        // Lemire's method: multiply, and draw again in the rare case that would favour some numbers.
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

    /// True in `num` of `den` cases.
    #[inline]
    pub fn chance(&mut self, num: u64, den: u64) -> bool {
        self.below(den) < num
    }

    pub fn choose<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        if items.is_empty() { None } else { Some(&items[self.index(items.len())]) }
    }

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
