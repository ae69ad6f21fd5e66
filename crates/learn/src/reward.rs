//! Rewards: what a seat is given when a step of the game has been played.

use crate::space::Space;
use skirmish_core::Seat;

/// How much of each measure makes the reward.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Reward {
    /// At the end of the game: 1 for a win, -1 for a loss, 0 for a draw. At tables of many, the share of seats that are
    /// worse less the share of those that are better.
    pub win: f32,
    /// By how much the lead in score has grown: the own score less the mean of the others.
    pub score: f32,
    /// By how much the [potential](Space::potential) has grown.
    pub potential: f32,
}

/// The names that rewards are chosen by.
pub const NAMES: [&str; 3] = ["win", "score", "potential"];

impl Reward {
    /// Winning alone.
    pub const WIN: Reward = Reward { win: 1.0, score: 0.0, potential: 0.0 };

    /// The reward of one measure; `None` if no measure has that name.
    pub fn named(name: &str) -> Option<Reward> {
        let none = Reward { win: 0.0, score: 0.0, potential: 0.0 };
        Some(match name {
            "win" => Reward::WIN,
            "score" => Reward { score: 1.0, ..none },
            "potential" => Reward { potential: 1.0, ..none },
            _ => return None,
        })
    }

    /// What the measures that grow add up to now.
    pub fn level<G: Space>(&self, game: &G, state: &G::State, seat: Seat, seats: usize) -> f32 {
        let mut level = 0.0;
        if self.score != 0.0 {
            let score = |seat| game.score(state, seat) as f32;
            let others = (0..seats as u8).map(Seat).filter(|&other| other != seat).map(score).sum::<f32>();
            level += self.score * (score(seat) - others / (seats.max(2) - 1) as f32);
        }
        if self.potential != 0.0 {
            level += self.potential * game.potential(state, seat);
        }
        level
    }

    /// What the end of the game is worth to a seat, by the ranks of all.
    pub fn end(&self, ranks: &[usize], seat: Seat) -> f32 {
        let own = ranks[seat.index()];
        let worse = ranks.iter().filter(|&&rank| rank > own).count() as f32;
        let better = ranks.iter().filter(|&&rank| rank < own).count() as f32;
        self.win * (worse - better) / (ranks.len().max(2) - 1) as f32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_are_shares_of_those_outranked() {
        assert_eq!([Seat(0), Seat(1)].map(|seat| Reward::WIN.end(&[2, 1], seat)), [-1.0, 1.0]);
        assert_eq!([Seat(0), Seat(1)].map(|seat| Reward::WIN.end(&[1, 1], seat)), [0.0, 0.0]);
        let many = [Seat(0), Seat(1), Seat(2), Seat(3)].map(|seat| Reward::WIN.end(&[1, 2, 2, 4], seat));
        assert_eq!(many, [1.0, 0.0, 0.0, -1.0]);
        assert_eq!(NAMES.map(|name| Reward::named(name).is_some()), [true; 3]);
        assert_eq!(Reward::named("fame"), None);
    }
}
