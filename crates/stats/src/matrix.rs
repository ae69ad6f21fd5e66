//! The few things about matrices that a fit needs: Cholesky factors of dense ones.
//!
//! A rank of bots gives a matrix whose rows sum to zero, so one bot is held fast (the last) and its row left out; what is
//! asked for are differences, and these do not depend on which bot that is. Errors are lengths of vectors, never
//! differences of variances: where a difference has no error at all, hardly a digit would be left of it.

/// A symmetric matrix.
#[derive(Clone, Debug)]
pub(crate) struct Symmetric {
    size: usize,
    cells: Vec<f64>,
}

impl Symmetric {
    pub fn zero(size: usize) -> Symmetric {
        Symmetric { size, cells: vec![0.0; size * size] }
    }

    pub fn clear(&mut self) {
        self.cells.fill(0.0);
    }

    /// Adds `weight * d d'`, where d is 1 at `i` and -1 at `j`. The diagonal is a sum of weights, and loses no digits.
    pub fn link(&mut self, i: usize, j: usize, weight: f64) {
        self.cells[i * self.size + i] += weight;
        self.cells[j * self.size + j] += weight;
        self.cells[i * self.size + j] -= weight;
        self.cells[j * self.size + i] -= weight;
    }

    /// Adds `weight * u u'`, where u has these entries.
    pub fn outer(&mut self, entries: &[(usize, f64)], weight: f64) {
        for &(i, x) in entries {
            for &(j, y) in entries {
                self.cells[i * self.size + j] += weight * x * y;
            }
        }
    }

    /// L with `L L'` = this matrix without its last row and column, which must be positive definite.
    pub fn root_without_last(&self) -> Lower {
        let size = self.size - 1;
        let mut root = Lower { size, rows: vec![0.0; size * size] };
        for i in 0..size {
            for j in 0..=i {
                let rest = self.cells[i * self.size + j] - root.dot(i, j, j);
                let own = self.cells[i * self.size + i];
                root.rows[i * size + j] = if i > j {
                    rest / root.rows[j * size + j]
                } else {
                    // Rounding must not make a length imaginary.
                    rest.max(1e-15 * own).max(f64::MIN_POSITIVE).sqrt()
                };
            }
        }
        root
    }

    /// The same where it need not be definite: a row that adds nothing to those above it gets an empty column.
    pub fn loose_root_without_last(&self) -> Lower {
        let size = self.size - 1;
        let mut root = Lower { size, rows: vec![0.0; size * size] };
        for i in 0..size {
            for j in 0..=i {
                let rest = self.cells[i * self.size + j] - root.dot(i, j, j);
                let across = root.rows[j * size + j];
                root.rows[i * size + j] = if i > j {
                    if across > 0.0 { rest / across } else { 0.0 }
                } else if rest > 1e-14 * self.cells[i * self.size + i] {
                    rest.sqrt()
                } else {
                    0.0
                };
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
    /// The first `n` entries of two rows, multiplied.
    fn dot(&self, i: usize, j: usize, n: usize) -> f64 {
        let row = |k: usize| &self.rows[k * self.size..k * self.size + n];
        dot(row(i), row(j))
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

    /// The sandwich: this covariance around a scatter, which is given by its root.
    pub fn around(&self, scatter: &Lower) -> Spread {
        let n = scatter.size;
        // V = G' G with the vectors as columns of G; the sandwich is V F F' V, so its vectors are F' G' G.
        let inner: Vec<Vec<f64>> = (0..n)
            .map(|k| {
                // Column k of G F.
                let mut sum = vec![0.0; n];
                for i in k..n {
                    axpy(scatter.rows[i * n + k], &self.vectors[i], &mut sum);
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
        let mut matrix = Symmetric::zero(3);
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
        // A scatter that is the information itself changes nothing.
        let sandwich = spread.around(&matrix.loose_root_without_last());
        assert!((sandwich.apart(0, 2) - spread.apart(0, 2)).abs() < 1e-15);
        let contrast = sandwich.contrast([(0, 1.0), (2, -1.0)]);
        assert!((dot(&contrast, &contrast).sqrt() - spread.apart(0, 2)).abs() < 1e-15);
    }

    /// What has no scatter has no error, to the last digit.
    #[test]
    fn no_scatter_is_no_error() {
        let mut matrix = Symmetric::zero(3);
        matrix.link(0, 1, 5.0);
        matrix.link(1, 2, 3.0);
        let mut scatter = Symmetric::zero(3);
        scatter.link(1, 2, 7.0);
        let sandwich = Spread::inverse(&matrix.root_without_last()).around(&scatter.loose_root_without_last());
        assert!(sandwich.apart(0, 1) < 1e-15);
        assert!((sandwich.apart(1, 2) - 7f64.sqrt() / 3.0).abs() < 1e-15);
    }
}
