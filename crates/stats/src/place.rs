//! One place of a ranking: what the bots who share it, and those below, add to the likelihood.
//!
//! A shared place is the average, in the logarithm, of all strict orders of its bots. That is a sum over subsets of them,
//! not over orders: `sum of t - sum over S of ln(w(S) + w(rest)) / C(k, |S|)`.

/// Beyond this many tied bots the subsets of most sizes are replaced by one term for each size.
const MOST_SUBSETS: usize = 12;

/// Nothing is divided by less: worths are scaled so that this is nothing.
const LEAST: f64 = 1e-150;

/// The sums that the derivatives need. S runs over the subsets, D is `w(S) + w(rest)`, c its coefficient.
#[derive(Default)]
pub(crate) struct Place {
    /// `sum c / D` and `sum c / D^2`, over all S: for those below.
    pub all: (f64, f64),
    /// The same over the S that hold a bot.
    pub with: Vec<(f64, f64)>,
    /// `sum c / D^2` over the S that hold two bots; a square.
    pub with_both: Vec<f64>,
    /// The first derivative of a bot, as far as this place goes.
    pub own: Vec<f64>,
    sums: [Vec<f64>; 2],
}

impl Place {
    /// Works it out for bots of these worths on one place, and the worth of all below.
    pub fn fill(&mut self, worth: &[f64], rest: f64) {
        let k = worth.len();
        self.all = (0.0, 0.0);
        self.with.clear();
        self.with.resize(k, (0.0, 0.0));
        self.with_both.clear();
        self.with_both.resize(k * k, 0.0);
        self.own.clear();
        if k == 1 {
            let whole = (worth[0] + rest).max(LEAST);
            self.all = (1.0 / whole, 1.0 / (whole * whole));
            self.with[0] = self.all;
            // What is left of 1, without taking a number near 1 from it.
            self.own.push(rest / whole);
            return;
        }
        if k <= MOST_SUBSETS {
            self.fill_exactly(worth, rest);
        } else {
            self.fill_by_size(worth, rest);
        }
        self.own.extend(worth.iter().zip(&self.with).map(|(worth, with)| 1.0 - worth * with.0));
    }

    fn fill_exactly(&mut self, worth: &[f64], rest: f64) {
        let k = worth.len();
        let coefficient = coefficients(k);
        let [first, second] = &mut self.sums;
        for sums in [&mut *first, &mut *second] {
            sums.clear();
            sums.resize(1 << k, 0.0);
        }
        // The worth of a subset is that of one with its lowest bot left out, and that bot's.
        for subset in 1..1usize << k {
            first[subset] = first[subset & (subset - 1)] + worth[subset.trailing_zeros() as usize];
        }
        for subset in 1..1usize << k {
            let whole = (first[subset] + rest).max(LEAST);
            let part = coefficient[subset.count_ones() as usize] / whole;
            (first[subset], second[subset]) = (part, part / whole);
        }
        // From every set to the sum over those that hold it.
        for sums in [&mut *first, &mut *second] {
            for bot in 0..k {
                let bit = 1 << bot;
                for subset in 0..1usize << k {
                    if subset & bit == 0 {
                        sums[subset] += sums[subset | bit];
                    }
                }
            }
        }
        self.all = (first[0], second[0]);
        for i in 0..k {
            self.with[i] = (first[1 << i], second[1 << i]);
            for j in 0..i {
                let both = second[1 << i | 1 << j];
                (self.with_both[i * k + j], self.with_both[j * k + i]) = (both, both);
            }
        }
    }

    fn fill_by_size(&mut self, worth: &[f64], rest: f64) {
        let k = worth.len();
        let each = 1.0 / k as f64;
        let total: f64 = worth.iter().sum();
        for (i, &one) in worth.iter().enumerate() {
            let whole = (one + rest).max(LEAST);
            self.add_for(each / whole, each / (whole * whole), |bot| bot == i);
            let others = worth.iter().enumerate().filter(|&(bot, _)| bot != i).map(|(_, worth)| worth).sum::<f64>();
            let whole = (others + rest).max(LEAST);
            self.add_for(each / whole, each / (whole * whole), |bot| bot != i);
        }
        let whole = (total + rest).max(LEAST);
        self.add_for(1.0 / whole, 1.0 / (whole * whole), |_| true);
        for size in 2..=k - 2 {
            let share = size as f64 * each;
            let whole = (total * share + rest).max(LEAST);
            let (first, second) = (1.0 / whole, 1.0 / (whole * whole));
            self.all.0 += first;
            self.all.1 += second;
            for with in &mut self.with {
                with.0 += share * first;
                with.1 += share * second;
            }
            for both in &mut self.with_both {
                *both += share * share * second;
            }
        }
    }

    /// Adds one subset.
    fn add_for(&mut self, first: f64, second: f64, holds: impl Fn(usize) -> bool) {
        let k = self.with.len();
        self.all.0 += first;
        self.all.1 += second;
        for i in (0..k).filter(|&i| holds(i)) {
            self.with[i].0 += first;
            self.with[i].1 += second;
            for j in (0..k).filter(|&j| holds(j)) {
                self.with_both[i * k + j] += second;
            }
        }
    }
}

/// The logarithm of the likelihood of one place, for worths that are scaled by `exp(-scale)`, and their logarithms.
pub(crate) fn log_likelihood(logs: &[f64], worth: &[f64], rest: f64) -> f64 {
    let k = worth.len();
    let log = |worth: f64| libm::log((worth + rest).max(LEAST));
    let total: f64 = worth.iter().sum();
    let sum = if k <= MOST_SUBSETS {
        let coefficient = coefficients(k);
        let mut sums = vec![0.0; 1 << k];
        let mut sum = 0.0;
        for subset in 1..1usize << k {
            sums[subset] = sums[subset & (subset - 1)] + worth[subset.trailing_zeros() as usize];
            sum += coefficient[subset.count_ones() as usize] * log(sums[subset]);
        }
        sum
    } else {
        let ends: f64 = worth.iter().map(|&one| log(one) + log((total - one).max(0.0))).sum();
        ends / k as f64 + log(total) + (2..=k - 2).map(|size| log(total * size as f64 / k as f64)).sum::<f64>()
    };
    logs.iter().sum::<f64>() - sum
}

/// `1 / C(k, size)` by size.
fn coefficients(k: usize) -> [f64; MOST_SUBSETS + 1] {
    let mut choose = 1.0;
    let mut all = [0.0; MOST_SUBSETS + 1];
    for (size, coefficient) in all.iter_mut().enumerate().take(k + 1) {
        *coefficient = 1.0 / choose;
        choose = choose * (k - size) as f64 / (size + 1) as f64;
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn orders(bots: &[usize]) -> Vec<Vec<usize>> {
        if bots.is_empty() {
            return vec![Vec::new()];
        }
        let mut all = Vec::new();
        for &first in bots {
            let others: Vec<usize> = bots.iter().copied().filter(|&bot| bot != first).collect();
            all.extend(orders(&others).into_iter().map(|mut order| {
                order.insert(0, first);
                order
            }));
        }
        all
    }

    /// The definition itself: the average over all strict orders.
    fn by_orders(logs: &[f64], rest: f64) -> f64 {
        let bots: Vec<usize> = (0..logs.len()).collect();
        let orders = orders(&bots);
        let mut sum = 0.0;
        for order in &orders {
            for from in 0..order.len() {
                let whole: f64 = order[from..].iter().map(|&bot| logs[bot].exp()).sum::<f64>() + rest;
                sum += logs[order[from]] - whole.ln();
            }
        }
        sum / orders.len() as f64
    }

    #[test]
    fn subsets_are_the_average_over_orders() {
        let logs: [f64; 5] = [0.3, -1.2, 0.9, 0.0, -0.4];
        for k in 1..=5 {
            for rest in [0.0, 0.7, 20.0] {
                let worth: Vec<f64> = logs[..k].iter().map(|log| log.exp()).collect();
                let (got, true_one) = (log_likelihood(&logs[..k], &worth, rest), by_orders(&logs[..k], rest));
                assert!((got - true_one).abs() < 1e-12, "{k} {rest}: {got} and {true_one}");
            }
        }
    }

    /// The derivatives are those of the likelihood, for few tied bots and for many.
    #[test]
    fn derivatives_are_those_of_the_likelihood() {
        for k in [1, 2, 3, 5, 12, 13, 20] {
            let logs: Vec<f64> = (0..k).map(|i| ((i * 7 % 5) as f64 - 2.0) * 0.3).collect();
            let below: f64 = -0.2;
            let at = |logs: &[f64], below: f64| {
                let worth: Vec<f64> = logs.iter().map(|log| log.exp()).collect();
                log_likelihood(logs, &worth, 2.0 * below.exp())
            };
            let worth: Vec<f64> = logs.iter().map(|log| log.exp()).collect();
            let rest = 2.0 * below.exp();
            let mut place = Place::default();
            place.fill(&worth, rest);
            let h = 1e-4;
            let moved = |i: usize, by: f64| {
                let mut logs = logs.clone();
                logs[i] += by;
                logs
            };
            for i in 0..k {
                let slope = (at(&moved(i, h), below) - at(&moved(i, -h), below)) / (2.0 * h);
                assert!((slope - place.own[i]).abs() < 1e-6, "{k} {i}: {slope} and {}", place.own[i]);
                let cross = (at(&moved(i, h), below + h) - at(&moved(i, -h), below + h) - at(&moved(i, h), below - h)
                    + at(&moved(i, -h), below - h))
                    / (4.0 * h * h);
                let got = worth[i] * rest * place.with[i].1;
                assert!((cross - got).abs() < 1e-5, "{k} {i}: {cross} and {got}");
                if i > 0 {
                    let both = |a: f64, b: f64| {
                        let mut logs = moved(i, a);
                        logs[0] += b;
                        at(&logs, below)
                    };
                    let cross = (both(h, h) - both(h, -h) - both(-h, h) + both(-h, -h)) / (4.0 * h * h);
                    let got = worth[i] * worth[0] * place.with_both[i * k];
                    assert!((cross - got).abs() < 1e-5, "{k} {i}: {cross} and {got}");
                }
            }
            let slope = (at(&logs, below + h) - at(&logs, below - h)) / (2.0 * h);
            assert!((slope + rest * place.all.0).abs() < 1e-6, "{k}: {slope} and {}", -rest * place.all.0);
        }
    }
}
