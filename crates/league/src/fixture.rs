//! What is played and counted as one: a start, played by everybody from every seat.

use serde::{Deserialize, Serialize};
use skirmish_core::Seed;
use std::fmt;

/// The name of a fixture in the ledger: whoever plays it, and however often, it counts once.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Key {
    /// The round, from 0.
    pub round: u32,
    /// The bots by their numbers in the ledger, in the order in which they first sit down.
    pub bots: Vec<usize>,
    /// The how-manieth of these bots in this round, from 0.
    pub nth: u64,
}

/// A pair, or a table whose seats rotate: the same start several times, each time with other bots on the seats.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Fixture {
    /// What it is called.
    pub key: Key,
    /// Its place in the schedule.
    pub number: u64,
    /// Its start.
    pub start: u64,
}

impl Fixture {
    /// The seed of its games, from that of the tournament.
    pub fn seed(&self, tournament: u64) -> Seed {
        Seed::new(tournament).of_game(self.number)
    }

    /// Which of its bots sits where, game by game.
    pub fn orders(&self, seats: usize) -> Vec<Vec<usize>> {
        seatings(self.key.bots.len(), seats)
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bots: Vec<String> = self.bots.iter().map(usize::to_string).collect();
        write!(f, "{}:{}:{}", self.round, bots.join("-"), self.nth)
    }
}

/// Who sits where so that everybody sits everywhere. Two share the seats in turn and change places; more rotate, one seat on
/// after each game: a Latin square.
pub fn seatings(bots: usize, seats: usize) -> Vec<Vec<usize>> {
    let seat = |game: usize| (0..seats).map(|seat| (seat + game) % bots).collect();
    (0..bots).map(seat).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_sits_everywhere_once() {
        assert_eq!(seatings(2, 2), [[0, 1], [1, 0]]);
        assert_eq!(seatings(2, 4), [[0, 1, 0, 1], [1, 0, 1, 0]]);
        for n in 2..9 {
            let square = seatings(n, n);
            for bot in 0..n {
                let mut places: Vec<usize> =
                    square.iter().map(|game| game.iter().position(|&sat| sat == bot).unwrap()).collect();
                places.sort_unstable();
                assert!(places.into_iter().eq(0..n));
            }
        }
    }
}
