//! A mask: which numbers may be chosen, one bit each.

/// A set of numbers below a fixed bound. It keeps its memory.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Bits {
    words: Vec<u64>,
}

impl Bits {
    /// The empty set of numbers below `bound`.
    pub fn below(bound: usize) -> Bits {
        Bits { words: vec![0; bound.div_ceil(64)] }
    }

    /// Takes all numbers out.
    #[inline]
    pub fn clear(&mut self) {
        self.words.fill(0);
    }

    /// Puts a number in.
    #[inline]
    pub fn set(&mut self, number: usize) {
        self.words[number / 64] |= 1 << (number % 64);
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
        if shift > 0 && shift + count > 64 {
            self.words[word + 1] |= bits >> (64 - shift);
        }
    }

    /// Puts the numbers from `first` up to `end` (not included) in.
    pub fn set_range(&mut self, first: usize, end: usize) {
        let mut at = first;
        while at < end {
            let count = (64 - at % 64).min(end - at);
            self.set_word(at, u64::MAX, count);
            at += count;
        }
    }

    /// Whether a number is in.
    #[inline]
    pub fn has(&self, number: usize) -> bool {
        self.words.get(number / 64).is_some_and(|word| word >> (number % 64) & 1 == 1)
    }

    /// Whether any number is in.
    #[inline]
    pub fn any(&self) -> bool {
        self.words.iter().any(|&word| word != 0)
    }

    /// How many numbers are in.
    #[inline]
    pub fn count(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The numbers, ascending.
    pub fn iter(&self) -> impl Iterator<Item = usize> {
        self.words.iter().enumerate().flat_map(|(i, &word)| {
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
        for (i, &word) in self.words.iter().enumerate() {
            let ones = word.count_ones() as usize;
            if rank < ones {
                let mut rest = word;
                for _ in 0..rank {
                    rest &= rest - 1;
                }
                return Some(i * 64 + rest.trailing_zeros() as usize);
            }
            rank -= ones;
        }
        None
    }

    /// The set as one byte per number, 0 or 1.
    #[inline]
    pub fn write(&self, out: &mut [u8]) {
        let (whole, rest) = out.as_chunks_mut::<64>();
        let mut words = self.words.iter();
        for (bytes, &word) in whole.iter_mut().zip(words.by_ref()) {
            // In large spaces most words are empty or full.
            *bytes = match word {
                0 => [0; 64],
                u64::MAX => [1; 64],
                word => spread(word),
            };
        }
        if let (false, Some(&word)) = (rest.is_empty(), words.next()) {
            rest.copy_from_slice(&spread(word)[..rest.len()]);
        }
    }
}

/// The bits of a word as bytes of their own.
#[inline]
fn spread(word: u64) -> [u8; 64] {
    let mut bytes = [0; 64];
    for (eight, bits) in bytes.as_chunks_mut::<8>().0.iter_mut().zip(word.to_le_bytes()) {
        *eight = SPREAD[usize::from(bits)];
    }
    bytes
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
        bits.unset(64);
        assert!(!bits.has(64));
        bits.clear();
        assert!(!bits.any());
    }
}
