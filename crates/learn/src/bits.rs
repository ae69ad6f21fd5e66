//! A mask: which numbers may be chosen, one bit each.

/// A set of numbers below a fixed bound. It keeps its memory.
#[derive(Clone, Debug, Default)]
pub struct Bits {
    words: Vec<u64>,
    /// All words from here on are empty: where there are thousands of numbers, most sets have only some of the first.
    used: usize,
}

impl PartialEq for Bits {
    fn eq(&self, other: &Bits) -> bool {
        self.words == other.words
    }
}

impl Eq for Bits {}

impl Bits {
    /// The empty set of numbers below `bound`.
    pub fn below(bound: usize) -> Bits {
        Bits { words: vec![0; bound.div_ceil(64)], used: 0 }
    }

    /// Takes all numbers out.
    #[inline]
    pub fn clear(&mut self) {
        self.words[..self.used].fill(0);
        self.used = 0;
    }

    /// Puts a number in.
    #[inline]
    pub fn set(&mut self, number: usize) {
        let word = number / 64;
        self.words[word] |= 1 << (number % 64);
        self.used = self.used.max(word + 1);
    }

    /// Takes a number out.
    #[inline]
    pub fn unset(&mut self, number: usize) {
        self.words[number / 64] &= !(1 << (number % 64));
    }

    /// Puts the low `count` bits of a word in, the lowest as the number `first`. `count` is at most 64.
    #[inline]
    pub fn set_word(&mut self, first: usize, bits: u64, count: usize) {
        let bits = if count < 64 { bits & ((1 << count) - 1) } else { bits };
        let (word, shift) = (first / 64, first % 64);
        self.words[word] |= bits << shift;
        self.used = self.used.max(word + 1);
        if shift > 0 && shift + count > 64 {
            self.words[word + 1] |= bits >> (64 - shift);
            self.used = self.used.max(word + 2);
        }
    }

    /// Puts the numbers from `first` up to `end` (not included) in.
    #[inline]
    pub fn set_range(&mut self, first: usize, end: usize) {
        if first >= end {
            return;
        }
        let (from, to) = (first / 64, (end - 1) / 64);
        let (low, high) = (u64::MAX << (first % 64), u64::MAX >> (63 - (end - 1) % 64));
        if from == to {
            self.words[from] |= low & high;
        } else {
            self.words[from] |= low;
            self.words[from + 1..to].fill(u64::MAX);
            self.words[to] |= high;
        }
        self.used = self.used.max(to + 1);
    }

    /// Whether a number is in.
    #[inline]
    pub fn has(&self, number: usize) -> bool {
        self.words.get(number / 64).is_some_and(|word| word >> (number % 64) & 1 == 1)
    }

    /// Whether any number is in.
    #[inline]
    pub fn any(&self) -> bool {
        self.used().iter().any(|&word| word != 0)
    }

    /// How many numbers are in.
    #[inline]
    pub fn count(&self) -> usize {
        self.used().iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The numbers, ascending.
    pub fn iter(&self) -> impl Iterator<Item = usize> {
        self.used().iter().enumerate().flat_map(|(i, &word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                let bit = rest.trailing_zeros() as usize;
                rest &= rest.wrapping_sub(1);
                (bit < 64).then_some(i * 64 + bit)
            })
        })
    }

    /// The number that has `rank` smaller ones in the set.
    #[inline]
    pub fn nth(&self, mut rank: usize) -> Option<usize> {
        for (i, &word) in self.used().iter().enumerate() {
            let ones = word.count_ones() as usize;
            if rank < ones {
                return Some(i * 64 + select(word, rank));
            }
            rank -= ones;
        }
        None
    }

    /// The words that may have numbers.
    #[inline]
    fn used(&self) -> &[u64] {
        &self.words[..self.used]
    }

    /// The set as one byte per number, 0 or 1, where `out` holds the set `last`, which becomes this one. Only what
    /// differs is written.
    #[inline]
    pub fn write_over(&self, last: &mut Bits, out: &mut [u8]) {
        let used = self.used.max(last.used);
        let changed = self.words[..used].iter().zip(&mut last.words[..used]).zip(out.chunks_mut(64));
        for ((&word, last), bytes) in changed {
            if word == std::mem::replace(last, word) {
                continue;
            }
            match bytes.as_chunks_mut::<64>().0.first_mut() {
                Some(bytes) => *bytes = word_bytes(word),
                None => bytes.copy_from_slice(&spread(word)[..bytes.len()]),
            }
        }
        last.used = self.used;
    }

    /// The set as one byte per number, 0 or 1.
    #[inline]
    pub fn write(&self, out: &mut [u8]) {
        let (whole, rest) = out.as_chunks_mut::<64>();
        let mut words = self.words.iter();
        for (bytes, &word) in whole.iter_mut().zip(words.by_ref()) {
            *bytes = word_bytes(word);
        }
        if let (false, Some(&word)) = (rest.is_empty(), words.next()) {
            rest.copy_from_slice(&spread(word)[..rest.len()]);
        }
    }
}

/// The place of the bit of a word that has `rank` others below it; there must be one.
#[inline]
fn select(word: u64, rank: usize) -> usize {
    const LOWEST: u64 = u64::MAX / 0xff;
    // How many bits each byte has, and then how many it and those below it have.
    let pairs = word - (word >> 1 & 0x5555_5555_5555_5555);
    let fours = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    let up_to = ((fours + (fours >> 4)) & 0x0f0f_0f0f_0f0f_0f0f).wrapping_mul(LOWEST);
    // The first byte with which there are more than `rank`.
    let enough = ((up_to | LOWEST << 7) - LOWEST * (rank as u64 + 1)) & (LOWEST << 7);
    let first = (enough.trailing_zeros() / 8 * 8) as usize;
    let below = (up_to << 8 >> first & 0xff) as usize;
    let mut rest = word >> first;
    for _ in below..rank {
        rest &= rest - 1;
    }
    first + rest.trailing_zeros() as usize
}

/// The bits of a word as bytes of their own. In large spaces most words are empty or full.
#[inline]
fn word_bytes(word: u64) -> [u8; 64] {
    match word {
        0 => [0; 64],
        u64::MAX => [1; 64],
        word => spread(word),
    }
}

/// The bits of any word.
#[inline]
fn spread(word: u64) -> [u8; 64] {
    let mut bytes = [0; 64];
    for (eight, bits) in bytes.as_chunks_mut::<8>().0.iter_mut().zip(word.to_le_bytes()) {
        *eight = spread_byte(bits);
    }
    bytes
}

/// The bits of a byte as bytes of their own.
#[inline]
pub(crate) fn spread_byte(bits: u8) -> [u8; 8] {
    SPREAD[usize::from(bits)]
}

/// For every byte its bits as bytes of their own.
static SPREAD: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            table[byte][bit] = (byte >> bit & 1) as u8;
            bit += 1;
        }
        byte += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bit_of_a_word_is_found_by_its_rank() {
        let mut word = 1;
        for _ in 0..2_000 {
            word = skirmish_core::hash::mix(word);
            for word in [word, word & word << 7, word | word >> 9, u64::MAX] {
                let places = (0..64).filter(|place| word >> place & 1 == 1);
                places.enumerate().for_each(|(rank, place)| assert_eq!(select(word, rank), place, "{word:x}"));
            }
        }
    }

    #[test]
    fn ranges_of_all_lengths() {
        for first in [0, 1, 63, 64, 65, 127] {
            for end in 0..=200 {
                let mut bits = Bits::below(200);
                bits.set_range(first, end);
                assert!(bits.iter().eq(first..end), "{first}..{end}");
            }
        }
    }

    #[test]
    fn words_and_ranges_are_numbers() {
        let mut bits = Bits::below(200);
        bits.set(3);
        bits.set_word(60, 0b1_0011, 5);
        bits.set_word(128, 0b111, 2);
        bits.set_range(190, 200);
        let wanted: Vec<usize> = [3, 60, 61, 64, 128, 129].into_iter().chain(190..200).collect();
        assert_eq!(bits.iter().collect::<Vec<_>>(), wanted);
        assert_eq!(bits.count(), wanted.len());
        for (rank, &number) in wanted.iter().enumerate() {
            assert_eq!(bits.nth(rank), Some(number));
            assert!(bits.has(number) && !bits.has(number + 200));
        }
        assert_eq!(bits.nth(wanted.len()), None);
        let mut bytes = vec![9; 200];
        bits.write(&mut bytes);
        let read: Vec<usize> = (0..200).filter(|&i| bytes[i] == 1).collect();
        assert_eq!(read, wanted);
        assert!(bytes.iter().all(|&byte| byte < 2));
        bits.set_range(64, 128);
        bits.write(&mut bytes);
        assert!(bytes[64..128].iter().all(|&byte| byte == 1) && bytes[63] == 0 && bytes[130..190] == [0; 60]);
        let mut last = bits.clone();
        bits.unset(64);
        assert!(!bits.has(64));
        bits.write_over(&mut last, &mut bytes);
        assert!(bytes[64] == 0 && bytes[65..128].iter().all(|&byte| byte == 1) && last == bits);
        let mut other = Bits::below(200);
        other.set(199);
        other.write_over(&mut last, &mut bytes);
        assert!(bytes[..199].iter().all(|&byte| byte == 0) && bytes[199] == 1);
        other.clear();
        other.set(1);
        other.write_over(&mut last, &mut bytes);
        assert_eq!((bytes[1], bytes[199], last == other), (1, 0, true));
        bits.clear();
        assert!(!bits.any());
    }
}
