//! The few things about matrices that a fit needs.
//!
//! Bots tied to each other give a matrix whose rows sum to zero, so one bot is held fast (the last) and its row left out; what
//! is asked for are differences, and these do not depend on which bot that is. Errors are lengths of vectors, never
//! differences of variances: where a difference has no error at all, hardly a digit would be left of it.

use crate::scatter::Scatter;

/// Ties between bots: the sum of `weight * d d'`, where d is 1 at one of them and -1 at the other. No weight is negative.
#[derive(Clone, Debug)]
pub(crate) struct Links {
    size: usize,
    /// For i < j, the weight between them.
    weights: Vec<f64>,
}

impl Links {
    pub fn zero(size: usize) -> Links {
        Links { size, weights: vec![0.0; size * size] }
    }

    pub fn clear(&mut self) {
        self.weights.fill(0.0);
    }

    pub fn link(&mut self, i: usize, j: usize, weight: f64) {
        self.weights[i.min(j) * self.size + i.max(j)] += weight;
    }

    /// L with `L L'` = this matrix without its last row and column. A bot is left out by tying its neighbours to each other;
    /// nothing is ever subtracted, so every entry has all its digits, however unlike the weights are. Whoever is tied to
    /// nobody after it has an empty column.
    pub fn root_without_last(&self) -> Lower {
        let (n, size) = (self.size, self.size - 1);
        let mut weights = self.weights.clone();
        let mut root = Lower { size, rows: vec![0.0; size * size] };
        for out in 0..size {
            let (above, below) = weights.split_at_mut((out + 1) * n);
            let ties = &above[out * n + out + 1..];
            let sum: f64 = ties.iter().sum();
            if sum <= 0.0 {
                continue;
            }
            for (at, tie) in ties.iter().enumerate() {
                let share = tie / sum;
                let others = &mut below[at * n + out + 2 + at..(at + 1) * n];
                axpy(share, &ties[at + 1..], others);
            }
            let length = sum.sqrt();
            root.rows[out * size + out] = length;
            for (at, tie) in ties[..size - out - 1].iter().enumerate() {
                root.rows[(out + 1 + at) * size + out] = -tie / length;
            }
        }
        root
    }
}

/// A lower triangular matrix.
#[derive(Clone, Debug)]
pub(crate) struct Lower {
    size: usize,
    rows: Vec<f64>,
}

impl Lower {
    /// Column k, from the diagonal down: entries by bots.
    pub fn column(&self, k: usize) -> impl Iterator<Item = (usize, f64)> {
        (k..self.size).map(move |i| (i, self.rows[i * self.size + k]))
    }

    /// How many rows and columns it has.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Solves `L L' x = b` in place.
    pub fn solve(&self, b: &mut [f64]) {
        let n = self.size;
        for i in 0..n {
            b[i] = (b[i] - dot(&self.rows[i * n..i * n + i], &b[..i])) / self.rows[i * n + i];
        }
        for i in (0..n).rev() {
            b[i] /= self.rows[i * n + i];
            let (known, x) = (&self.rows[i * n..i * n + i], b[i]);
            for (to, l) in b[..i].iter_mut().zip(known) {
                *to -= l * x;
            }
        }
    }

    /// The inverse, by columns: `columns[i]` has what stands in column i.
    fn inverse_columns(&self) -> Vec<Vec<f64>> {
        let n = self.size;
        (0..n)
            .map(|column| {
                let mut x = vec![0.0; n];
                x[column] = 1.0 / self.rows[column * n + column];
                for i in column + 1..n {
                    x[i] = -dot(&self.rows[i * n + column..i * n + i], &x[column..i]) / self.rows[i * n + i];
                }
                x
            })
            .collect()
    }
}

/// A covariance as a set of vectors, one for each bot: the covariance of two is their product.
#[derive(Clone, Debug)]
pub(crate) struct Spread {
    vectors: Vec<Vec<f64>>,
}

impl Spread {
    /// The inverse of an information, whose last row belongs to the bot that is held fast.
    pub fn inverse(root: &Lower) -> Spread {
        let mut vectors = root.inverse_columns();
        vectors.push(vec![0.0; root.size]);
        Spread { vectors }
    }

    /// The sandwich: this covariance around a scatter.
    pub fn around(&self, scatter: &Scatter) -> Spread {
        let n = self.vectors.len() - 1;
        // V = G' G with the vectors as columns of G; the sandwich is V F F' V, so its vectors are F' G' G.
        let inner: Vec<Vec<f64>> = scatter
            .columns()
            .into_iter()
            .map(|column| {
                let mut sum = vec![0.0; n];
                for (bot, entry) in column {
                    axpy(entry, &self.vectors[bot], &mut sum);
                }
                sum
            })
            .collect();
        let vectors =
            self.vectors.iter().map(|vector| inner.iter().map(|column| dot(column, vector)).collect()).collect();
        Spread { vectors }
    }

    /// Without the bots from that number on.
    pub fn truncated(mut self, bots: usize) -> Spread {
        self.vectors.truncate(bots);
        self
    }

    /// The vector of a contrast: of bots with weights, which sum to 0.
    pub fn contrast(&self, weights: impl IntoIterator<Item = (usize, f64)>) -> Vec<f64> {
        let mut sum = vec![0.0; self.vectors.first().map_or(0, Vec::len)];
        for (bot, weight) in weights {
            axpy(weight, &self.vectors[bot], &mut sum);
        }
        sum
    }

    /// The deviation of the difference of two bots.
    pub fn apart(&self, i: usize, j: usize) -> f64 {
        self.vectors[i].iter().zip(&self.vectors[j]).map(|(a, b)| (a - b) * (a - b)).sum::<f64>().sqrt()
    }
}

/// The product of two vectors. Four sums at once, in an order that is always the same.
pub(crate) fn dot(a: &[f64], b: &[f64]) -> f64 {
    let mut sums = [0.0; 4];
    let (fours_a, fours_b) = (a.chunks_exact(4), b.chunks_exact(4));
    let rest: f64 = fours_a.remainder().iter().zip(fours_b.remainder()).map(|(x, y)| x * y).sum();
    for (x, y) in fours_a.zip(fours_b) {
        for k in 0..4 {
            sums[k] += x[k] * y[k];
        }
    }
    (sums[0] + sums[1]) + (sums[2] + sums[3]) + rest
}

fn axpy(a: f64, x: &[f64], y: &mut [f64]) {
    for (to, x) in y.iter_mut().zip(x) {
        *to += a * x;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A triangle of resistors: between two corners lies one of 1 ohm beside two of 1 ohm, so 2/3.
    #[test]
    fn a_triangle_of_resistors() {
        let mut matrix = Links::zero(3);
        for (i, j) in [(0, 1), (1, 2), (0, 2)] {
            matrix.link(i, j, 1.0);
        }
        let root = matrix.root_without_last();
        let spread = Spread::inverse(&root);
        for (i, j) in [(0, 1), (1, 2), (0, 2)] {
            assert!((spread.apart(i, j).powi(2) - 2.0 / 3.0).abs() < 1e-15);
        }
        let mut potential = [1.0, -1.0];
        root.solve(&mut potential);
        assert!((potential[0] - 1.0 / 3.0).abs() < 1e-15 && (potential[1] + 1.0 / 3.0).abs() < 1e-15);
        // A scatter that is the information itself changes nothing, however it is told.
        let (mut linked, mut rotated) = (Scatter::zero(3), Scatter::zero(3));
        for (i, j) in [(0, 1), (1, 2), (0, 2)] {
            linked.link(i, j, 1.0);
            rotated.outer(&[(i, 2.0), (j, -2.0)], 0.25);
        }
        for scatter in [linked, rotated] {
            let sandwich = spread.around(&scatter);
            assert!((sandwich.apart(0, 2) - spread.apart(0, 2)).abs() < 1e-15);
            let contrast = sandwich.contrast([(0, 1.0), (2, -1.0)]);
            assert!((dot(&contrast, &contrast).sqrt() - spread.apart(0, 2)).abs() < 1e-15);
        }
    }

    /// What has no scatter has no error, however much the others scatter and whichever bot is held fast.
    #[test]
    fn no_scatter_is_no_error() {
        for [a, b, c, d] in [[0, 1, 2, 3], [3, 1, 2, 0], [2, 3, 0, 1], [1, 0, 3, 2]] {
            let mut matrix = Links::zero(4);
            for (i, j, weight) in [(a, b, 5.0), (b, c, 3.0), (c, d, 1e6)] {
                matrix.link(i, j, weight);
            }
            let (mut linked, mut rotated) = (Scatter::zero(4), Scatter::zero(4));
            for (i, j, weight) in [(b, c, 1.0 / 3.0), (c, d, 1e12 / 7.0)] {
                linked.link(i, j, weight);
                rotated.outer(&[(i, 1.0), (j, -1.0)], weight);
            }
            for scatter in [linked, rotated] {
                let sandwich = Spread::inverse(&matrix.root_without_last()).around(&scatter);
                assert!(sandwich.apart(a, b) < 1e-10, "{}", sandwich.apart(a, b));
                assert!((sandwich.apart(b, c) / ((1f64 / 3.0).sqrt() / 3.0) - 1.0).abs() < 1e-9);
            }
        }
    }
}
