//! A 64-bit hash of state values, the same on every platform and in every release.

/// Feeds whole numbers into a 64-bit hash. Order matters.
#[derive(Clone, Copy, Debug)]
pub struct Hasher {
    state: u64,
}

impl Hasher {
    /// A hash of nothing yet.
    #[allow(clippy::new_without_default)]
    pub fn new() -> Hasher {
        Hasher { state: 0x9e37_79b9_7f4a_7c15 }
    }

    /// Adds 64 bits.
    #[inline]
    pub fn word(&mut self, word: u64) {
        let product = u128::from(self.state ^ word) * 0xa076_1d64_78bd_642f_u128;
        self.state = (product as u64 ^ (product >> 64) as u64).wrapping_add(0xe703_7ed1_a0b4_28db);
    }

    /// Adds a number.
    #[inline]
    pub fn int(&mut self, n: i64) {
        self.word(n as u64);
    }

    /// Adds a text with its length, so that two texts in a row differ from any other two.
    pub fn text(&mut self, text: &str) {
        self.word(text.len() as u64);
        for byte in text.bytes() {
            self.word(u64::from(byte));
        }
    }

    /// The hash of everything added.
    #[inline]
    pub fn finish(self) -> u64 {
        mix(self.state)
    }
}

/// A bijection of 64 bits that spreads every input bit over the output (the finisher of SplitMix64).
#[inline]
pub fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hash(words: &[i64]) -> u64 {
        let mut hasher = Hasher::new();
        words.iter().for_each(|&n| hasher.int(n));
        hasher.finish()
    }

    #[test]
    fn order_and_number_of_words_matter() {
        let all = [hash(&[]), hash(&[0]), hash(&[0, 0]), hash(&[1, 2]), hash(&[2, 1]), hash(&[-1])];
        for (i, a) in all.iter().enumerate() {
            assert!(all[i + 1..].iter().all(|b| a != b));
        }
    }
}
