//! How clusters scatter: a sum of `u u'`, kept as columns whose products it is.
//!
//! The sum itself is never written down. Its Cholesky factor would have half of the digits: a bot that scatters much against
//! one opponent would seem to scatter against another, with whom all was drawn, and an error of 0 that proves nothing
//! would become a small one that proves everything.

use crate::matrix::Links;

/// A scatter of bots. Every `u` sums to 0, so the last bot's row follows from the others and is left out.
#[derive(Clone, Debug)]
pub(crate) struct Scatter {
    size: usize,
    links: Links,
    /// An upper triangle: what all other `u`, one below the other, were turned into.
    triangle: Vec<f64>,
}

impl Scatter {
    pub fn zero(size: usize) -> Scatter {
        Scatter { size, links: Links::zero(size), triangle: vec![0.0; (size - 1) * (size - 1)] }
    }

    /// Adds `weight * d d'`, where d is 1 at `i` and -1 at `j`.
    pub fn link(&mut self, i: usize, j: usize, weight: f64) {
        self.links.link(i, j, weight);
    }

    /// Adds `weight * u u'`, where u has these entries, which sum to 0.
    pub fn outer(&mut self, entries: &[(usize, f64)], weight: f64) {
        let free = self.size - 1;
        let scale = weight.sqrt();
        let mut row = vec![0.0; free];
        for &(bot, entry) in entries.iter().filter(|(bot, _)| *bot < free) {
            row[bot] += scale * entry;
        }
        // Rotations against the rows that are there take one entry after the other to zero.
        for at in 0..free {
            if row[at] == 0.0 {
                continue;
            }
            let own = &mut self.triangle[at * free..(at + 1) * free];
            let length = libm::hypot(own[at], row[at]);
            let (cosine, sine) = (own[at] / length, row[at] / length);
            for (own, new) in own[at..].iter_mut().zip(&mut row[at..]) {
                (*own, *new) = (cosine * *own + sine * *new, cosine * *new - sine * *own);
            }
            row[at] = 0.0;
        }
    }

    /// F, column by column, with `F F'` = the scatter: entries by bots.
    pub fn columns(&self) -> Vec<Vec<(usize, f64)>> {
        let (free, linked) = (self.size - 1, self.links.root_without_last());
        let row = |at: usize| &self.triangle[at * free..(at + 1) * free];
        let rotated = (0..free).map(|at| (at..free).map(|bot| (bot, row(at)[bot])).collect());
        let columns = (0..linked.size()).map(|k| linked.column(k).collect());
        let mut all: Vec<Vec<(usize, f64)>> = columns.chain(rotated).collect();
        all.iter_mut().for_each(|column| column.retain(|(_, entry)| *entry != 0.0));
        all.retain(|column| !column.is_empty());
        all
    }
}
