//! Which further pairs tell most about who is better than whom.
//!
//! What is asked are the neighbours in the table that nothing separates yet. A pair between any two bots narrows the
//! difference of neighbours, as far as the joint fit connects them; it is worth what it is expected to take from the
//! uncertainty about which neighbour is better.

use crate::matrix::dot;
use crate::ratings::{Difference, Ratings, Standing};
use crate::units::{Z, normal, normal_density, square};

/// A pair to be played.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Next {
    /// The bot with the lower number.
    pub first: usize,
    /// The other one.
    pub second: usize,
    /// How much uncertainty it is expected to take away, in nats; infinite if it may give a bot a rating.
    pub gain: f64,
}

/// Neighbours in the table of rated bots that are not separated at 95 %, the better one first.
pub fn unseparated(ratings: &Ratings) -> Vec<(usize, usize)> {
    let table: Vec<usize> = ratings.order().into_iter().filter(|&bot| ratings.elo(bot).is_some()).collect();
    table.windows(2).map(|two| (two[0], two[1])).filter(|&(a, b)| !ratings.is_better(a, b)).collect()
}

/// At most so many pairs to play next, the most telling one first. Each is chosen as if those before it had been played.
/// Bots without a rating come first, once each; so ask for more than there are of them. When all neighbours are separated
/// and all bots rated there is none.
pub fn next(ratings: &Ratings, count: usize) -> Vec<Next> {
    let mut chosen: Vec<Next> = introductions(ratings);
    chosen.truncate(count);
    let rated = ratings.rated();
    let mut vectors: Vec<Vec<f64>> = (0..rated.len()).map(|at| ratings.model().contrast([(at, 1.0)])).collect();
    let mut asked: Vec<Asked> = unseparated(ratings).iter().filter_map(|&two| Asked::new(ratings, two)).collect();
    while chosen.len() < count && !asked.is_empty() {
        let Some((i, j, gain)) = best(ratings, &vectors, &asked) else { break };
        chosen.push(pair(rated[i], rated[j], gain));
        // As if it had been played: everything that goes along with this difference narrows.
        let d: Vec<f64> = vectors[i].iter().zip(&vectors[j]).map(|(a, b)| a - b).collect();
        let weight = information(ratings, rated[i], rated[j]);
        let length = dot(&d, &d);
        for asked in &mut asked {
            asked.deviation *= (1.0 - asked.share(&vectors, &d, weight)).max(0.0).sqrt();
        }
        // The square root of the rank-one update: shorten every vector along d.
        let shorten = (1.0 - 1.0 / (1.0 + weight * length).sqrt()) / length;
        for vector in &mut vectors {
            let along = shorten * dot(vector, &d);
            vector.iter_mut().zip(&d).for_each(|(x, d)| *x -= along * d);
        }
    }
    chosen
}

fn pair(i: usize, j: usize, gain: f64) -> Next {
    Next { first: i.min(j), second: i.max(j), gain }
}

/// A pair for each bot without a rating, with one who may give it one.
fn introductions(ratings: &Ratings) -> Vec<Next> {
    let undefined = ratings.undefined();
    let order = ratings.order();
    let table: Vec<usize> = order.into_iter().filter(|&bot| ratings.elo(bot).is_some()).collect();
    if table.is_empty() {
        // Nobody is rated: a ring over all, which is as few games as can join them.
        let n = undefined.len();
        let ring = if n == 2 { 1 } else { n };
        return (0..ring)
            .filter(|_| n > 1)
            .map(|k| pair(undefined[k], undefined[(k + 1) % n], f64::INFINITY))
            .collect();
    }
    let opponent = |bot: usize| match ratings.standing(bot) {
        Standing::Above => table[0],
        Standing::Below => table[table.len() - 1],
        _ => table[table.len() / 2],
    };
    undefined.into_iter().map(|bot| pair(bot, opponent(bot), f64::INFINITY)).collect()
}

/// What a pair of games tells about the difference of two bots, by the model.
fn information(ratings: &Ratings, i: usize, j: usize) -> f64 {
    let score = ratings.expected(i, j).unwrap_or(0.5);
    2.0 * score * (1.0 - score)
}

/// Two neighbours in the table, of whom one would like to know who is better.
struct Asked {
    places: (usize, usize),
    lead: f64,
    deviation: f64,
}

impl Asked {
    fn new(ratings: &Ratings, (better, worse): (usize, usize)) -> Option<Asked> {
        let Difference::Known { elo, errors } = ratings.difference(better, worse) else { return None };
        // Where nothing has scattered yet only the model knows how unsure it is.
        let error = if errors.prove_anything() { errors.robust } else { errors.model };
        Some(Asked { places: (ratings.place(better)?, ratings.place(worse)?), lead: elo, deviation: error / Z })
    }

    /// The uncertainty that goes with a small share of the variance: half the curvature of the entropy of who is better.
    fn urgency(&self) -> f64 {
        let x = self.lead / self.deviation;
        let (above, below) = (normal(x), normal(-x));
        if below > 0.0 { 0.5 * square(normal_density(x)) / (above * below) } else { 0.0 }
    }

    /// The share of the variance that a pair takes away: d is the vector of its difference.
    fn share(&self, vectors: &[Vec<f64>], d: &[f64], weight: f64) -> f64 {
        let (a, b) = self.places;
        let c: Vec<f64> = vectors[a].iter().zip(&vectors[b]).map(|(a, b)| a - b).collect();
        weight * square(dot(&c, d)) / ((1.0 + weight * dot(d, d)) * dot(&c, &c))
    }
}

/// The most telling pair; of equal ones the first.
fn best(ratings: &Ratings, vectors: &[Vec<f64>], asked: &[Asked]) -> Option<(usize, usize, f64)> {
    let n = vectors.len();
    // The product of every vector with every question, once.
    let questions: Vec<(f64, Vec<f64>)> = asked
        .iter()
        .map(|asked| {
            let (a, b) = asked.places;
            let c: Vec<f64> = vectors[a].iter().zip(&vectors[b]).map(|(a, b)| a - b).collect();
            (asked.urgency() / dot(&c, &c), vectors.iter().map(|vector| dot(vector, &c)).collect())
        })
        .collect();
    let lengths: Vec<f64> = vectors.iter().map(|vector| dot(vector, vector)).collect();
    let mut found: Option<(usize, usize, f64)> = None;
    for i in 0..n {
        for j in i + 1..n {
            let weight = information(ratings, ratings.rated()[i], ratings.rated()[j]);
            let length = lengths[i] + lengths[j] - 2.0 * dot(&vectors[i], &vectors[j]);
            let told: f64 = questions.iter().map(|(urgency, along)| urgency * square(along[i] - along[j])).sum();
            let gain = weight * told / (1.0 + weight * length);
            if gain > 0.0 && found.is_none_or(|(.., best)| gain > best) {
                found = Some((i, j, gain));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::counts::{Pentanomial, Trinomial};
    use crate::duels::Duels;

    fn even(bots: usize, n: u64) -> Duels {
        let mut duels = Duels::new(bots);
        for i in 0..bots {
            for j in i + 1..bots {
                duels.add(i, j, Pentanomial([n, 2 * n, 4 * n, 2 * n, n])).unwrap();
            }
        }
        duels
    }

    #[test]
    fn two_bots_play_each_other() {
        let mut duels = Duels::new(2);
        duels.add(1, 0, Pentanomial([2, 3, 6, 4, 2])).unwrap();
        let ratings = duels.rate(0.0).unwrap();
        let chosen = next(&ratings, 3);
        assert_eq!(chosen.iter().map(|next| (next.first, next.second)).collect::<Vec<_>>(), [(0, 1); 3]);
        assert!(chosen[0].gain > chosen[1].gain && chosen[1].gain > chosen[2].gain);
        assert_eq!(unseparated(&ratings), [(1, 0)]);
    }

    /// 0 and 1 are close, 2 is far behind: nothing is to be learnt about 2.
    #[test]
    fn pairs_go_where_neighbours_are_close() {
        let mut duels = Duels::new(3);
        duels.add(0, 1, Pentanomial([10, 20, 40, 22, 10])).unwrap();
        duels.add(0, 2, Pentanomial([1, 5, 20, 30, 40])).unwrap();
        duels.add(1, 2, Pentanomial([1, 5, 21, 30, 40])).unwrap();
        let ratings = duels.rate(0.0).unwrap();
        assert_eq!(unseparated(&ratings), [(0, 1)]);
        let chosen = next(&ratings, 10);
        assert!(chosen.iter().all(|next| (next.first, next.second) == (0, 1)), "{chosen:?}");
    }

    /// Each pair is chosen as if those before it had been played, so that a plan does not stay at the first of them.
    #[test]
    fn a_plan_spreads() {
        let ratings = even(4, 3).rate(0.0).unwrap();
        let chosen = next(&ratings, 60);
        assert_eq!(chosen.len(), 60);
        let distinct: std::collections::BTreeSet<_> = chosen.iter().map(|next| (next.first, next.second)).collect();
        assert!(distinct.len() >= 3, "{chosen:?}");
    }

    /// The gain is what playing a pair does: the variance of the difference falls by the share that was promised.
    #[test]
    fn the_update_is_that_of_a_refit() {
        let duels = even(3, 4);
        let ratings = duels.rate(0.0).unwrap();
        let mut more = duels.clone();
        more.add(0, 1, Pentanomial([0, 0, 1, 0, 0])).unwrap();
        let after = more.rate(0.0).unwrap();
        let model = |ratings: &Ratings, i, j| match ratings.difference(i, j) {
            Difference::Known { errors, .. } => errors.model,
            _ => panic!(),
        };
        let vectors: Vec<Vec<f64>> = (0..3).map(|at| ratings.model().contrast([(at, 1.0)])).collect();
        let d: Vec<f64> = vectors[0].iter().zip(&vectors[1]).map(|(a, b)| a - b).collect();
        for (i, j) in [(0, 1), (0, 2)] {
            let asked = Asked { places: (i, j), lead: 0.0, deviation: 1.0 };
            let share = asked.share(&vectors, &d, information(&ratings, 0, 1));
            let ratio = (model(&after, i, j) / model(&ratings, i, j)).powi(2);
            assert!((1.0 - share - ratio).abs() < 1e-9, "{i} {j}: {share} {ratio}");
        }
    }

    #[test]
    fn bots_without_a_rating_come_first() {
        let mut duels = even(3, 5);
        duels = {
            let mut five = Duels::new(5);
            for i in 0..3 {
                for j in i + 1..3 {
                    five.add(i, j, duels.between(i, j).1).unwrap();
                }
            }
            five
        };
        duels.add(3, 0, Trinomial::new(4, 0, 0)).unwrap();
        let chosen = next(&duels.rate(0.0).unwrap(), 4);
        assert_eq!(chosen.len(), 4);
        assert_eq!((chosen[0].first, chosen[0].second, chosen[0].gain), (0, 3, f64::INFINITY));
        assert_eq!((chosen[1].first, chosen[1].second, chosen[1].gain), (1, 4, f64::INFINITY));
        assert!(chosen[2].gain.is_finite());
        let strangers: Vec<_> =
            next(&Duels::new(3).rate(0.0).unwrap(), 9).iter().map(|n| (n.first, n.second)).collect();
        assert_eq!(strangers, [(0, 1), (1, 2), (0, 2)]);
        assert!(next(&Duels::new(1).rate(0.0).unwrap(), 9).is_empty());
        assert_eq!(next(&Duels::new(2).rate(0.0).unwrap(), 9).len(), 1);
    }

    #[test]
    fn nothing_is_left_when_all_are_separated() {
        let mut duels = Duels::new(3);
        for (i, j) in [(0, 1), (1, 2), (0, 2)] {
            duels.add(i, j, Pentanomial([10, 100, 400, 700, 500])).unwrap();
        }
        assert!(next(&duels.rate(0.0).unwrap(), 5).is_empty());
    }
}
