//! What was won, drawn and lost, in games and in pairs of games.
//!
//! A pair is one start played twice with the seats swapped. Its games depend on each other, so the pair is the unit wherever
//! there are pairs.

use serde::{Deserialize, Serialize};

/// How a game ended for a bot.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// No point.
    Loss,
    /// Half a point.
    Draw,
    /// A point.
    Win,
}

impl Outcome {
    /// All of them, from worst to best.
    pub const ALL: [Outcome; 3] = [Outcome::Loss, Outcome::Draw, Outcome::Win];

    /// The same game as the other bot sees it.
    pub fn mirrored(self) -> Outcome {
        Outcome::ALL[2 - self as usize]
    }
}

/// Games without a partner: how many were lost, drawn and won.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Trinomial(
    /// Losses, draws, wins.
    pub [u64; 3],
);

impl Trinomial {
    /// In the order in which people say it.
    pub fn new(wins: u64, draws: u64, losses: u64) -> Trinomial {
        Trinomial([losses, draws, wins])
    }

    /// Adds a game.
    pub fn add(&mut self, outcome: Outcome) {
        self.0[outcome as usize] += 1;
    }

    /// Adds games.
    pub fn merge(&mut self, other: &Trinomial) {
        merge(&mut self.0, &other.0);
    }

    /// The same games as the other bot sees them.
    pub fn mirrored(mut self) -> Trinomial {
        self.0.reverse();
        self
    }

    /// How many were won.
    pub fn wins(&self) -> u64 {
        self.0[2]
    }

    /// How many were drawn.
    pub fn draws(&self) -> u64 {
        self.0[1]
    }

    /// How many were lost.
    pub fn losses(&self) -> u64 {
        self.0[0]
    }
}

/// Pairs of games by their points: LL, LD, WL or DD, WD, WW.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Pentanomial(
    /// From no point to two.
    pub [u64; 5],
);

impl Pentanomial {
    /// Adds a pair.
    pub fn add(&mut self, pair: [Outcome; 2]) {
        self.0[pair[0] as usize + pair[1] as usize] += 1;
    }

    /// Adds pairs.
    pub fn merge(&mut self, other: &Pentanomial) {
        merge(&mut self.0, &other.0);
    }

    /// The same pairs as the other bot sees them.
    pub fn mirrored(mut self) -> Pentanomial {
        self.0.reverse();
        self
    }
}

/// Pairs of games by the outcome of each game: more than five counts tell, and enough to tell sides apart.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Pairs(
    /// By the outcome of the game in which the bot had the first seat, then by that of the other game.
    pub [[u64; 3]; 3],
);

impl Pairs {
    /// Adds a pair: the game in which the bot had the first seat, and the other one.
    pub fn add(&mut self, pair: [Outcome; 2]) {
        self.0[pair[0] as usize][pair[1] as usize] += 1;
    }

    /// Adds pairs.
    pub fn merge(&mut self, other: &Pairs) {
        for (ours, theirs) in self.0.iter_mut().zip(&other.0) {
            merge(ours, theirs);
        }
    }

    /// The same pairs as the other bot sees them: the seats are swapped, too.
    pub fn mirrored(&self) -> Pairs {
        let mut seen = Pairs::default();
        for (pair, count) in self.each() {
            seen.0[pair[1].mirrored() as usize][pair[0].mirrored() as usize] = count;
        }
        seen
    }

    /// Every pair of outcomes, and how often it was.
    pub fn each(&self) -> impl Iterator<Item = ([Outcome; 2], u64)> + '_ {
        Outcome::ALL
            .into_iter()
            .flat_map(move |a| Outcome::ALL.into_iter().map(move |b| ([a, b], self.0[a as usize][b as usize])))
    }

    /// The five counts.
    pub fn pentanomial(&self) -> Pentanomial {
        let mut five = Pentanomial::default();
        for (pair, count) in self.each() {
            let cell = &mut five.0[pair[0] as usize + pair[1] as usize];
            *cell = cell.saturating_add(count);
        }
        five
    }

    /// All games, as if they had nothing to do with each other.
    pub fn games(&self) -> Trinomial {
        let mut all = self.in_seat(0);
        all.merge(&self.in_seat(1));
        all
    }

    /// The games in which the bot had the first seat (0) or the second (1).
    ///
    /// # Panics
    /// If there is no such seat.
    pub fn in_seat(&self, seat: usize) -> Trinomial {
        assert!(seat < 2, "a pair has two seats");
        let mut games = Trinomial::default();
        for (pair, count) in self.each() {
            let cell = &mut games.0[pair[seat] as usize];
            *cell = cell.saturating_add(count);
        }
        games
    }

    /// Pairs in which both bots won a game.
    pub fn traded(&self) -> u64 {
        self.0[0][2].saturating_add(self.0[2][0])
    }

    /// Pairs of two draws.
    pub fn drawn(&self) -> u64 {
        self.0[1][1]
    }
}

/// The results of two bots against each other, in pairs where there are pairs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Counts {
    /// Games without a partner; the game is the unit.
    Games(Trinomial),
    /// Pairs; the pair is the unit.
    Pairs(Pentanomial),
}

impl Counts {
    /// From the worst result to the best.
    pub fn cells(&self) -> &[u64] {
        match self {
            Counts::Games(three) => &three.0,
            Counts::Pairs(five) => &five.0,
        }
    }

    /// How many games a unit has.
    pub fn games_per_unit(&self) -> u32 {
        match self {
            Counts::Games(_) => 1,
            Counts::Pairs(_) => 2,
        }
    }

    /// How many units there are.
    pub fn units(&self) -> u128 {
        self.cells().iter().map(|&count| u128::from(count)).sum()
    }

    /// The best result counts as many steps as there are cells above the worst; this is their sum.
    pub(crate) fn steps(&self) -> u128 {
        self.cells().iter().enumerate().map(|(step, &count)| step as u128 * u128::from(count)).sum()
    }

    /// The same results as the other bot sees them.
    pub fn mirrored(self) -> Counts {
        match self {
            Counts::Games(three) => three.mirrored().into(),
            Counts::Pairs(five) => five.mirrored().into(),
        }
    }
}

impl From<Trinomial> for Counts {
    fn from(three: Trinomial) -> Counts {
        Counts::Games(three)
    }
}

impl From<Pentanomial> for Counts {
    fn from(five: Pentanomial) -> Counts {
        Counts::Pairs(five)
    }
}

/// Counts that somebody made up can be as large as they like; they do not wrap.
fn merge(into: &mut [u64], from: &[u64]) {
    for (ours, theirs) in into.iter_mut().zip(from) {
        *ours = ours.saturating_add(*theirs);
    }
}

#[cfg(test)]
mod tests {
    use super::Outcome::{Draw, Loss, Win};
    use super::*;

    #[test]
    fn pairs_fold_into_five_and_three() {
        let mut pairs = Pairs::default();
        for pair in [[Win, Win], [Win, Loss], [Loss, Win], [Draw, Draw], [Loss, Draw], [Draw, Win]] {
            pairs.add(pair);
        }
        assert_eq!(pairs.pentanomial(), Pentanomial([0, 1, 3, 1, 1]));
        assert_eq!(pairs.in_seat(0), Trinomial::new(2, 2, 2));
        assert_eq!(pairs.in_seat(1), Trinomial::new(3, 2, 1));
        assert_eq!(pairs.games(), Trinomial::new(5, 4, 3));
        assert_eq!((pairs.traded(), pairs.drawn()), (2, 1));
        assert_eq!(pairs.mirrored().mirrored(), pairs);
        assert_eq!(pairs.mirrored().pentanomial(), pairs.pentanomial().mirrored());
        // Whoever had the second seat had the first one of the other bot's second game.
        assert_eq!(pairs.mirrored().in_seat(0), pairs.in_seat(1).mirrored());
    }
}
