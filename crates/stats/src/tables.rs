//! Many bots, tables of many seats: Plackett-Luce. Each place goes to one of those still unplaced with a probability
//! proportional to its worth.

use crate::fault::Fault;
use crate::fit::Likelihood;
use crate::groups::Arrows;
use crate::matrix::Links;
use crate::place::{Place, log_likelihood};
use crate::ratings::Ratings;
use crate::scatter::Scatter;
use serde::Serialize;

/// Who came where at a table.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
pub struct Ranking {
    /// Best first; those who share a place in the order of their numbers.
    bots: Vec<u32>,
    /// Where each place ends.
    ends: Vec<u32>,
}

impl Ranking {
    /// Places, best first, each with the bots that share it. No place is empty and no bot is on two.
    pub fn new<P: AsRef<[usize]>>(places: impl IntoIterator<Item = P>) -> Result<Ranking, Fault> {
        let mut ranking = Ranking { bots: Vec::new(), ends: Vec::new() };
        for place in places {
            let start = ranking.bots.len();
            for &bot in place.as_ref() {
                // More bots than this cannot be rated anyway.
                let bot = u32::try_from(bot).map_err(|_| Fault::NoSuchBot { bot, bots: u32::MAX as usize })?;
                ranking.bots.push(bot);
            }
            if ranking.bots.len() == start {
                return Err(Fault::EmptyPlace);
            }
            ranking.bots[start..].sort_unstable();
            ranking.ends.push(ranking.bots.len() as u32);
        }
        let mut sorted = ranking.bots.clone();
        sorted.sort_unstable();
        match sorted.windows(2).find(|two| two[0] == two[1]) {
            Some(twice) => Err(Fault::RankedTwice { bot: twice[0] as usize }),
            None => Ok(ranking),
        }
    }

    /// By scores, of which higher ones are better and equal ones share a place.
    pub fn by_score<S: Ord>(scores: impl IntoIterator<Item = (usize, S)>) -> Result<Ranking, Fault> {
        let mut all: Vec<(usize, S)> = scores.into_iter().collect();
        all.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
        let places = all.chunk_by(|a, b| a.1 == b.1);
        Ranking::new(places.map(|place| place.iter().map(|(bot, _)| *bot).collect::<Vec<_>>()))
    }

    /// The places, best first.
    pub fn places(&self) -> impl Iterator<Item = &[u32]> + '_ {
        (0..self.ends.len()).map(|place| &self.bots[self.start(place)..self.ends[place] as usize])
    }

    /// The bots, best first.
    pub fn bots(&self) -> impl Iterator<Item = usize> + '_ {
        self.bots.iter().map(|&bot| bot as usize)
    }

    fn start(&self, place: usize) -> usize {
        if place == 0 { 0 } else { self.ends[place - 1] as usize }
    }

    /// The ranking of some of the bots, under new numbers that keep their order.
    pub(crate) fn among(&self, number: impl Fn(usize) -> Option<usize>) -> Ranking {
        let mut some = Ranking { bots: Vec::new(), ends: Vec::new() };
        for place in self.places() {
            let before = some.bots.len();
            some.bots.extend(place.iter().filter_map(|&bot| number(bot as usize)).map(|bot| bot as u32));
            if some.bots.len() > before {
                some.ends.push(some.bots.len() as u32);
            }
        }
        some
    }

    /// The logarithm of the probability of this ranking; of shared places, the average over their strict orders.
    pub(crate) fn log_likelihood(&self, worth: &[f64]) -> f64 {
        let mut work = Work::default();
        work.weigh(self, worth);
        (0..self.ends.len())
            .map(|place| {
                let range = self.start(place)..self.ends[place] as usize;
                let scale = work.scale[place];
                let logs: Vec<f64> = self.bots[range.clone()].iter().map(|&bot| worth[bot as usize] - scale).collect();
                log_likelihood(&logs, &work.worth[range], work.rest[place])
            })
            .sum()
    }
}

/// The rankings of many tables. In which order they came cannot be told from a fit.
///
/// ```
/// use skirmish_stats::{Ranking, Tables};
///
/// let mut tables = Tables::new(3);
/// for places in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [2, 0, 1]] {
///     tables.add(Ranking::new(places.map(|bot| [bot]))?)?;
/// }
/// assert!(tables.rate(0.0)?.elo(0) > Some(130.0));
/// # Ok::<(), skirmish_stats::Fault>(())
/// ```
#[derive(Clone, Debug)]
pub struct Tables {
    bots: usize,
    /// Rankings that depend on each other stand together, in an order of their own.
    clusters: Vec<Vec<Ranking>>,
}

impl Tables {
    /// Bots that have not met, numbered from 0.
    pub fn new(bots: usize) -> Tables {
        Tables { bots, clusters: Vec::new() }
    }

    /// How many bots there are.
    pub fn bots(&self) -> usize {
        self.bots
    }

    /// Adds a table. A table of one tells nothing.
    pub fn add(&mut self, ranking: Ranking) -> Result<(), Fault> {
        self.add_rotation(vec![ranking])
    }

    /// Adds tables that had one start, over which the seats rotated: together they are one observation.
    pub fn add_rotation(&mut self, mut rankings: Vec<Ranking>) -> Result<(), Fault> {
        for bot in rankings.iter().flat_map(Ranking::bots) {
            if bot >= self.bots {
                return Err(Fault::NoSuchBot { bot, bots: self.bots });
            }
        }
        rankings.sort_unstable();
        self.clusters.push(rankings);
        Ok(())
    }

    /// The ratings that make these rankings most likely. With a prior every bot has drawn so many virtual games with one
    /// phantom besides, which makes all ratings finite.
    pub fn rate(&self, prior: f64) -> Result<Ratings, Fault> {
        let mut clusters: Vec<&[Ranking]> = self.clusters.iter().map(Vec::as_slice).collect();
        clusters.sort_unstable();
        // Equal ones are worked out once.
        let all = clusters.chunk_by(|a, b| a == b);
        let clusters = all.map(|equal| Cluster { rankings: equal[0].to_vec(), count: equal.len() as u64 }).collect();
        Ratings::of(&Sorted { bots: self.bots, clusters }, prior)
    }
}

/// The tables in an order of their own, so that a fit has the same bits whatever order they came in.
struct Sorted {
    bots: usize,
    clusters: Vec<Cluster>,
}

struct Cluster {
    rankings: Vec<Ranking>,
    count: u64,
}

impl Sorted {
    fn rankings(&self) -> impl Iterator<Item = (&Ranking, u64)> + '_ {
        self.clusters.iter().flat_map(|cluster| cluster.rankings.iter().map(|ranking| (ranking, cluster.count)))
    }
}

impl Likelihood for Sorted {
    fn bots(&self) -> usize {
        self.bots
    }

    fn arrows(&self) -> Arrows {
        let mut arrows = Vec::new();
        for (ranking, _) in self.rankings() {
            // Those who share a place are joined by a circle, one place to the next by one arrow.
            for place in ranking.places() {
                arrows.extend(place.windows(2).map(|two| (two[0], two[1])));
                arrows.push((place[place.len() - 1], place[0]));
            }
            let heads: Vec<u32> = ranking.places().map(|place| place[0]).collect();
            arrows.extend(heads.windows(2).map(|two| (two[0], two[1])));
        }
        Arrows::new(self.bots, arrows)
    }

    fn meetings(&self, group: &[usize], groups: usize) -> Vec<u128> {
        let mut counted = vec![0; groups];
        for (ranking, count) in self.rankings() {
            let mut there: Vec<usize> = ranking.bots().map(|bot| group[bot]).collect();
            there.sort_unstable();
            for same in there.chunk_by(|a, b| a == b).filter(|same| same.len() > 1) {
                counted[same[0]] += u128::from(count);
            }
        }
        counted
    }

    fn inside(&self, place: &[Option<usize>], bots: usize) -> Sorted {
        let clusters = self.clusters.iter().map(|cluster| {
            let rankings = cluster.rankings.iter().map(|ranking| ranking.among(|bot| place[bot]));
            Cluster { rankings: rankings.filter(|ranking| ranking.bots.len() > 1).collect(), count: cluster.count }
        });
        Sorted { bots, clusters: clusters.filter(|cluster| !cluster.rankings.is_empty()).collect() }
    }

    fn slope(&self, worth: &[f64], gradient: &mut [f64], information: &mut Links) {
        let mut work = Work::default();
        for (ranking, count) in self.rankings() {
            work.slope(ranking, worth, Some((count as f64, information)));
            for (&bot, slope) in ranking.bots.iter().zip(&work.gradient) {
                gradient[bot as usize] += count as f64 * slope;
            }
        }
    }

    fn stride(&self, step: &[f64]) -> f64 {
        let mut stride: f64 = 0.0;
        for (ranking, _) in self.rankings() {
            let (mut least, mut most) = (f64::INFINITY, f64::NEG_INFINITY);
            for bot in ranking.bots() {
                (least, most) = (least.min(step[bot]), most.max(step[bot]));
            }
            stride = stride.max(most - least);
        }
        stride
    }

    fn scatter(&self, worth: &[f64], scatter: &mut Scatter) {
        let mut work = Work::default();
        let mut entries: Vec<(usize, f64)> = Vec::new();
        for cluster in &self.clusters {
            entries.clear();
            for ranking in &cluster.rankings {
                work.slope(ranking, worth, None);
                for (bot, &slope) in ranking.bots().zip(&work.gradient) {
                    match entries.iter_mut().find(|(known, _)| *known == bot) {
                        Some((_, sum)) => *sum += slope,
                        None => entries.push((bot, slope)),
                    }
                }
            }
            scatter.outer(&entries, cluster.count as f64);
        }
    }
}

/// Worths are scaled anew when those who are left are all this far below the best, in natural units: they must neither
/// vanish nor lose their squares.
const RESCALE: f64 = 64.0;

/// Room to work a ranking out, kept from one to the next.
#[derive(Default)]
struct Work {
    /// Of each place: the scale of its worths.
    scale: Vec<f64>,
    /// Of each place: the worth of all below it.
    rest: Vec<f64>,
    /// Of each bot, in the scale of its place.
    worth: Vec<f64>,
    /// Of each bot: the first derivative.
    gradient: Vec<f64>,
    place: Place,
}

impl Work {
    /// Fills scales and worths.
    fn weigh(&mut self, ranking: &Ranking, worth: &[f64]) {
        let places = ranking.ends.len();
        let of = |i: usize| worth[ranking.bots[i] as usize];
        self.scale.clear();
        self.scale.resize(places, 0.0);
        self.rest.clear();
        self.rest.resize(places, 0.0);
        self.worth.clear();
        self.worth.resize(ranking.bots.len(), 0.0);
        let top = (0..ranking.bots.len()).map(of).fold(f64::NEG_INFINITY, f64::max);
        let (mut best, mut below, mut scale_below) = (f64::NEG_INFINITY, 0.0, top);
        for place in (0..places).rev() {
            let range = ranking.start(place)..ranking.ends[place] as usize;
            best = range.clone().map(of).fold(best, f64::max);
            let scale = top - RESCALE * ((top - best) / RESCALE).floor();
            let rest = if scale == scale_below { below } else { below * libm::exp(scale_below - scale) };
            let mut sum = rest;
            for i in range {
                self.worth[i] = libm::exp(of(i) - scale);
                sum += self.worth[i];
            }
            (self.scale[place], self.rest[place]) = (scale, rest);
            (below, scale_below) = (sum, scale);
        }
    }

    /// Fills the first derivatives, and adds the second ones so many times.
    fn slope(&mut self, ranking: &Ranking, worth: &[f64], mut information: Option<(f64, &mut Links)>) {
        self.weigh(ranking, worth);
        self.gradient.clear();
        // The sums over the places so far, for everybody below them.
        let mut above = (0.0, 0.0);
        for place in 0..ranking.ends.len() {
            let (start, end) = (ranking.start(place), ranking.ends[place] as usize);
            if place > 0 && self.scale[place] != self.scale[place - 1] {
                let factor = libm::exp(self.scale[place] - self.scale[place - 1]);
                above = (above.0 * factor, above.1 * factor * factor);
            }
            self.place.fill(&self.worth[start..end], self.rest[place]);
            for i in start..end {
                self.gradient.push(self.place.own[i - start] - self.worth[i] * above.0);
            }
            if let Some((count, information)) = &mut information {
                let bot = |i: usize| ranking.bots[i] as usize;
                for i in start..end {
                    for j in start..i {
                        let both = above.1 + self.place.with_both[(i - start) * (end - start) + j - start];
                        information.link(bot(i), bot(j), *count * self.worth[i] * self.worth[j] * both);
                    }
                    let one = *count * self.worth[i] * (above.1 + self.place.with[i - start].1);
                    let mut factor = 1.0;
                    for below in place + 1..ranking.ends.len() {
                        if self.scale[below] != self.scale[below - 1] {
                            factor = libm::exp(self.scale[below] - self.scale[place]);
                        }
                        for j in ranking.start(below)..ranking.ends[below] as usize {
                            information.link(bot(i), bot(j), one * self.worth[j] * factor);
                        }
                    }
                }
            }
            above = (above.0 + self.place.all.0, above.1 + self.place.all.1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rankings_that_cannot_be_are_refused() {
        let none: [[usize; 0]; 1] = [[]];
        assert_eq!(Ranking::new(none), Err(Fault::EmptyPlace));
        assert_eq!(Ranking::new([vec![3, 1], vec![1]]), Err(Fault::RankedTwice { bot: 1 }));
        let ranking = Ranking::new([vec![3], vec![2, 0]]).unwrap();
        assert_eq!(ranking.places().collect::<Vec<_>>(), [&[3][..], &[0, 2][..]]);
        assert_eq!(Ranking::by_score([(0, 5), (2, 5), (3, 9)]).unwrap(), ranking);
        assert_eq!(Tables::new(3).add(ranking), Err(Fault::NoSuchBot { bot: 3, bots: 3 }));
    }

    /// The derivatives of a whole ranking are those of its likelihood, near and over many scales.
    #[test]
    fn derivatives_are_those_of_the_likelihood() {
        let ranking = Ranking::new([vec![2], vec![0, 4], vec![1], vec![3, 5, 6]]).unwrap();
        for spread in [1.0, 30.0, 150.0] {
            let worth: Vec<f64> = [0.3, -0.7, 0.2, 1.0, -0.1, -1.0, 0.4].iter().map(|t| t * spread).collect();
            let mut work = Work::default();
            let mut information = Links::zero(8);
            work.slope(&ranking, &worth, Some((1.0, &mut information)));
            let h = 1e-5;
            for (at, bot) in ranking.bots().enumerate() {
                let moved = |by: f64| {
                    let mut worth = worth.clone();
                    worth[bot] += by;
                    ranking.log_likelihood(&worth)
                };
                let slope = (moved(h) - moved(-h)) / (2.0 * h);
                assert!((slope - work.gradient[at]).abs() < 1e-4, "{spread} {bot}: {slope}, {}", work.gradient[at]);
            }
            assert!(work.gradient.iter().sum::<f64>().abs() < 1e-12);
        }
    }

    /// A probability is one: those of all strict orders sum to 1.
    #[test]
    fn probabilities_sum_to_one() {
        let worth = [0.5, -1.0, 2.0];
        let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
        let sum: f64 =
            orders.iter().map(|order| Ranking::new(order.map(|bot| [bot])).unwrap().log_likelihood(&worth).exp()).sum();
        assert!((sum - 1.0).abs() < 1e-14);
    }
}
