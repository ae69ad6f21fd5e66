//! Worlds in which the truth is known: how pairs of games come out between bots of given strength.

use skirmish_core::Rng;
use skirmish_stats::{Outcome, Pairs, Pentanomial};

/// What a game is like, in natural units.
#[derive(Clone, Copy, Debug)]
pub struct World {
    /// A game is drawn if nobody is ahead by more than this.
    pub draws: f64,
    /// What the first seat is worth.
    pub side: f64,
    /// The deviation of what a start gives one of the bots, in both games.
    pub starts: f64,
}

pub const PLAIN: World = World { draws: 0.2, side: 0.0, starts: 0.0 };
pub const DRAWISH: World = World { draws: 1.5, side: 0.0, starts: 0.0 };
pub const STRONG_SIDE: World = World { draws: 0.2, side: 2.0, starts: 0.0 };
pub const DECISIVE_STARTS: World = World { draws: 0.2, side: 0.0, starts: 1.5 };

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// A number between 0 and 1.
pub fn uniform(rng: &mut Rng) -> f64 {
    (rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64
}

pub fn gaussian(rng: &mut Rng) -> f64 {
    let (a, b) = (1.0 - uniform(rng), uniform(rng));
    (-2.0 * a.ln()).sqrt() * (std::f64::consts::TAU * b).cos()
}

/// The probabilities of a pair's nine results.
#[derive(Clone, Debug)]
pub struct Law {
    chance: [[f64; 3]; 3],
    cumulative: [f64; 9],
}

impl World {
    /// Losing, drawing and winning a game.
    fn game(&self, ahead: f64) -> [f64; 3] {
        let (loss, win) = (logistic(-ahead - self.draws), logistic(ahead - self.draws));
        [loss, 1.0 - loss - win, win]
    }

    /// Between bots that differ by `ahead`.
    pub fn law(&self, ahead: f64) -> Law {
        self.law_of_sides(ahead, ahead)
    }

    /// Between bots that differ by that much when the first has the first side, and the second.
    pub fn law_of_sides(&self, first: f64, second: f64) -> Law {
        let mut chance = [[0.0; 3]; 3];
        // The starts, as many points of a normal distribution.
        let points = if self.starts > 0.0 { 801 } else { 1 };
        let mut total = 0.0;
        for k in 0..points {
            let x = if points > 1 { -5.0 + 10.0 * k as f64 / (points - 1) as f64 } else { 0.0 };
            let weight = (-0.5 * x * x).exp();
            total += weight;
            let (one, two) =
                (self.game(first + self.side + self.starts * x), self.game(second - self.side + self.starts * x));
            for a in 0..3 {
                for b in 0..3 {
                    chance[a][b] += weight * one[a] * two[b];
                }
            }
        }
        let mut cumulative = [0.0; 9];
        let mut sum = 0.0;
        for a in 0..3 {
            for b in 0..3 {
                chance[a][b] /= total;
                sum += chance[a][b];
                cumulative[3 * a + b] = sum;
            }
        }
        Law { chance, cumulative }
    }

    /// The difference at which pairs have a property, which rises with it.
    pub fn where_law(&self, property: impl Fn(&Law) -> f64, value: f64) -> Law {
        let (mut low, mut high) = (-20.0, 20.0);
        for _ in 0..100 {
            let middle = 0.5 * (low + high);
            if property(&self.law(middle)) < value { low = middle } else { high = middle }
        }
        self.law(0.5 * (low + high))
    }
}

impl Law {
    pub fn draw(&self, rng: &mut Rng) -> [Outcome; 2] {
        let x = uniform(rng);
        let cell = self.cumulative.iter().position(|&edge| x < edge).unwrap_or(8);
        [Outcome::ALL[cell / 3], Outcome::ALL[cell % 3]]
    }

    pub fn pairs(&self, n: usize, rng: &mut Rng) -> Pairs {
        let mut pairs = Pairs::default();
        (0..n).for_each(|_| pairs.add(self.draw(rng)));
        pairs
    }

    /// So many pairs that only the truth is left of them.
    pub fn truth(&self) -> Pairs {
        Pairs(self.chance.map(|row| row.map(|chance| (1e12 * chance).round() as u64)))
    }

    fn moments(&self) -> (f64, f64) {
        let Pentanomial(five) = self.truth().pentanomial();
        let mean = five.iter().enumerate().map(|(i, &n)| n as f64 / 1e12 * i as f64 / 4.0).sum::<f64>();
        let variance = five.iter().enumerate().map(|(i, &n)| n as f64 / 1e12 * (i as f64 / 4.0 - mean).powi(2)).sum();
        (mean, variance)
    }

    /// The true Elo difference.
    pub fn elo(&self) -> f64 {
        let (mean, _) = self.moments();
        400.0 * (mean / (1.0 - mean)).log10()
    }

    /// The true difference in normalized Elo.
    pub fn nelo(&self) -> f64 {
        let (mean, variance) = self.moments();
        800.0 / std::f64::consts::LN_10 * (mean - 0.5) / (2.0 * variance).sqrt()
    }
}

/// How often something held.
#[derive(Clone, Copy, Default, Debug)]
pub struct Share {
    held: usize,
    of: usize,
}

impl Share {
    pub fn count(&mut self, held: bool) {
        self.held += usize::from(held);
        self.of += 1;
    }

    pub fn percent(&self) -> f64 {
        100.0 * self.held as f64 / self.of as f64
    }

    /// The share is within bounds, both in per cent.
    #[track_caller]
    pub fn must_be(&self, low: f64, high: f64, what: &str) {
        println!("{what}: {:.1} % of {}", self.percent(), self.of);
        assert!(self.of >= 500, "{what}: too few runs");
        assert!((low..=high).contains(&self.percent()), "{what}: {:.1} %, not {low} to {high}", self.percent());
    }
}
