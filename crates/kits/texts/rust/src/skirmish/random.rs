//! A small generator of random numbers; the same seed gives the same numbers.

use super::json::Json;
use super::reading::{Read, Readable, Unreadable};

#[derive(Clone, Debug, Default)]
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// 64 random bits (SplitMix64).
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }

    /// A number from 0 to `n - 1`.
    pub fn below(&mut self, n: usize) -> usize {
        ((u128::from(self.bits()) * n as u128) >> 64) as usize
    }

    /// One of a list; nothing if it is empty.
    pub fn choose<'a, T>(&mut self, list: &'a [T]) -> Option<&'a T> {
        list.get(self.below(list.len()))
    }
}

/// The greeting writes the seed as a hexadecimal number.
impl Read for Random {
    fn read(json: &Json) -> Readable<Random> {
        let seed = json.as_str().and_then(|text| u64::from_str_radix(text, 16).ok());
        seed.map(Random::new).ok_or_else(|| Unreadable(format!("{json} is not a 64-bit hexadecimal number")))
    }
}
