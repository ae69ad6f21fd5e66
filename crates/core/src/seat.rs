//! Seats: the sides of one game, in their fixed order.

use std::fmt;

/// A side of one game, as its place in the game's fixed seat order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Seat(pub u8);

impl Seat {
    /// The most seats a game may have.
    pub const MAX: usize = 64;
    /// The pseudo seat `@clock`: it makes time pass and is never a player.
    pub const CLOCK: Seat = Seat(u8::MAX);

    /// The seat's place in seat order, for indexing.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The other seat of a game with two.
    pub fn other(self) -> Seat {
        Seat(1 - self.0)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seat {}", self.0)
    }
}

/// A set of seats, iterated in seat order.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct SeatSet(u64);

impl SeatSet {
    /// No seat at all.
    pub const EMPTY: SeatSet = SeatSet(0);

    /// One seat alone.
    pub fn one(seat: Seat) -> SeatSet {
        SeatSet(1 << seat.0)
    }

    /// The first `n` seats.
    pub fn first(n: usize) -> SeatSet {
        SeatSet(if n >= 64 { u64::MAX } else { (1 << n) - 1 })
    }

    /// Whether it has no seats.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many seats it has.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether it has the seat. It never has [`Seat::CLOCK`].
    pub fn contains(self, seat: Seat) -> bool {
        seat.index() < Seat::MAX && self.0 >> seat.0 & 1 == 1
    }

    /// Adds a seat.
    pub fn insert(&mut self, seat: Seat) {
        self.0 |= 1 << seat.0;
    }

    /// Takes a seat out.
    pub fn remove(&mut self, seat: Seat) {
        self.0 &= !(1 << seat.0);
    }

    /// The seats, in seat order.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let next = rest.trailing_zeros();
            rest &= rest.wrapping_sub(1);
            (next < 64).then_some(Seat(next as u8))
        })
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> SeatSet {
        let mut set = SeatSet::EMPTY;
        for seat in seats {
            set.insert(seat);
        }
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_lists_its_seats_in_order() {
        let set: SeatSet = [Seat(63), Seat(0), Seat(5)].into_iter().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), [Seat(0), Seat(5), Seat(63)]);
        assert_eq!(set.len(), 3);
        assert!(set.contains(Seat(63)) && !set.contains(Seat(62)) && !set.contains(Seat::CLOCK));
        assert_eq!(SeatSet::first(64).len(), 64);
        assert_eq!(SeatSet::first(2).iter().count(), 2);
    }
}
