//! Sets of units.

use smallvec::SmallVec;

/// A set of units by their place in the list. Up to 128 units need no memory of their own.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct UnitSet {
    words: SmallVec<[u64; 2]>,
}

impl UnitSet {
    /// The empty set for so many units.
    pub fn of(units: usize) -> UnitSet {
        UnitSet { words: SmallVec::from_elem(0, units.div_ceil(64)) }
    }

    #[inline]
    pub fn contains(&self, unit: usize) -> bool {
        self.words[unit / 64] >> (unit % 64) & 1 == 1
    }

    #[inline]
    pub fn insert(&mut self, unit: usize) {
        self.words[unit / 64] |= 1 << (unit % 64);
    }

    #[inline]
    pub fn remove(&mut self, unit: usize) {
        self.words[unit / 64] &= !(1 << (unit % 64));
    }

    pub fn clear(&mut self) {
        self.words.fill(0);
    }

    #[inline]
    pub fn count(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The members, ascending.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = usize> {
        self.iter_from(0)
    }

    /// The members from `first` on, ascending.
    #[inline]
    pub fn iter_from(&self, first: usize) -> impl Iterator<Item = usize> {
        let mut at = first / 64;
        let mut rest = self.words.get(at).map_or(0, |word| word & u64::MAX << (first % 64));
        std::iter::from_fn(move || {
            while rest == 0 {
                at += 1;
                rest = *self.words.get(at)?;
            }
            let unit = 64 * at + rest.trailing_zeros() as usize;
            rest &= rest - 1;
            Some(unit)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_come_in_order_from_any_place() {
        let mut set = UnitSet::of(200);
        let members = [0, 5, 63, 64, 127, 199];
        members.iter().for_each(|&unit| set.insert(unit));
        set.insert(70);
        set.remove(70);
        assert_eq!(set.iter().collect::<Vec<_>>(), members);
        assert_eq!(set.count(), members.len());
        for first in 0..200 {
            let expected: Vec<_> = members.iter().copied().filter(|&unit| unit >= first).collect();
            assert_eq!(set.iter_from(first).collect::<Vec<_>>(), expected);
            assert_eq!(set.contains(first), members.contains(&first));
        }
        set.clear();
        assert_eq!(set.iter().next(), None);
        assert_eq!(UnitSet::of(0).iter().next(), None);
    }
}
