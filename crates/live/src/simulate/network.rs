//! Wires on which everything may be late, doubled, out of order or lost.

use skirmish_core::Rng;

/// What is under way.
pub struct Network<T> {
    under_way: Vec<(u64, T)>,
    trouble: bool,
}

impl<T: Clone> Network<T> {
    pub fn new(trouble: bool) -> Network<T> {
        Network { under_way: Vec::new(), trouble }
    }

    /// Sends something at a step.
    pub fn send(&mut self, step: u64, letter: T, rng: &mut Rng) {
        if !self.trouble {
            return self.under_way.push((step, letter));
        }
        let copies = match rng.below(20) {
            0 | 1 => 0,
            2 | 3 => 2,
            4 => 3,
            _ => 1,
        };
        for _ in 0..copies {
            let late = if rng.chance(1, 3) { rng.below(8) } else { 0 };
            self.under_way.push((step + late, letter.clone()));
        }
    }

    /// What arrives at a step, in any order.
    pub fn arrive(&mut self, step: u64, rng: &mut Rng) -> Vec<T> {
        let (mut here, later) = std::mem::take(&mut self.under_way).into_iter().partition(|(at, _)| *at <= step);
        self.under_way = later;
        if self.trouble {
            rng.shuffle::<(u64, T)>(&mut here);
        }
        here.into_iter().map(|(_, letter)| letter).collect()
    }
}
