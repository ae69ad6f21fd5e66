//! Games whose sides differ: how good a bot is on each side, and what the side itself is worth.
//!
//! Who is the better bot comes from pairs, in which both play both sides. The sides stand apart from that.

use crate::counts::{Counts, Outcome, Pairs, Trinomial};
use crate::duels::{Duels, add_edge, check};
use crate::fault::Fault;
use crate::fit::{Likelihood, scores};
use crate::groups::Arrows;
use crate::matrix::Links;
use crate::ratings::{Difference, Errors, Ratings, Standing};
use crate::scatter::Scatter;
use crate::summary::Summary;
use serde::Serialize;
use std::collections::BTreeMap;

/// A side of a game of two.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// That of the first seat.
    First,
    /// That of the second seat.
    Second,
}

impl Side {
    /// Both of them.
    pub const BOTH: [Side; 2] = [Side::First, Side::Second];

    /// The other one.
    pub fn other(self) -> Side {
        Side::BOTH[1 - self as usize]
    }
}

/// Two bots, side by side: what each scored on each side.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Split {
    /// The first bot on the first side and on the second. Games count singly here.
    pub first: [Summary; 2],
    /// The second bot on the first side and on the second.
    pub second: [Summary; 2],
    /// How far the mean of both bots' scores on the first side is above one half: no skill of anybody's.
    pub advantage: Option<f64>,
}

impl Split {
    /// Of the pairs of two bots.
    pub fn of(pairs: &Pairs) -> Split {
        let on = |pairs: &Pairs| Side::BOTH.map(|side| Summary::of(&pairs.in_seat(side as usize).into()));
        let (first, second) = (on(pairs), on(&pairs.mirrored()));
        let advantage = first[0].score.zip(second[0].score).map(|(a, b)| (a + b) / 2.0 - 0.5);
        Split { first, second, advantage }
    }
}

/// The results of many bots against each other, with the sides they had.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SidedDuels {
    bots: usize,
    /// By the two bots, the lower one first; the results are those of the lower one.
    pairs: BTreeMap<(usize, usize), Pairs>,
    /// By the bot on the first side and that on the second; the results are those of the first side.
    games: BTreeMap<(usize, usize), Trinomial>,
}

impl SidedDuels {
    /// Bots that have not met, numbered from 0.
    pub fn new(bots: usize) -> SidedDuels {
        SidedDuels { bots, pairs: BTreeMap::new(), games: BTreeMap::new() }
    }

    /// Adds pairs of the first bot against the second.
    pub fn add(&mut self, first: usize, second: usize, pairs: &Pairs) -> Result<(), Fault> {
        check(first, second, self.bots)?;
        if *pairs == Pairs::default() {
            return Ok(());
        }
        let met = self.pairs.entry((first.min(second), first.max(second))).or_default();
        met.merge(&if first < second { *pairs } else { pairs.mirrored() });
        Ok(())
    }

    /// Adds games without partners, of a bot on the first side against one on the second.
    pub fn add_games(&mut self, first: usize, second: usize, games: Trinomial) -> Result<(), Fault> {
        check(first, second, self.bots)?;
        if games == Trinomial::default() {
            return Ok(());
        }
        self.games.entry((first, second)).or_default().merge(&games);
        Ok(())
    }

    /// The pairs of the first bot against the second.
    pub fn between(&self, first: usize, second: usize) -> Pairs {
        let met = self.pairs.get(&(first.min(second), first.max(second))).copied().unwrap_or_default();
        if first < second { met } else { met.mirrored() }
    }

    /// The same results for the total rating, whatever the sides were.
    pub fn total(&self) -> Duels {
        let mut duels = Duels::new(self.bots);
        let pairs = self.pairs.iter().map(|(&met, pairs)| (met, Counts::from(pairs.pentanomial())));
        let games = self.games.iter().map(|(&met, games)| (met, Counts::from(*games)));
        for ((first, second), counts) in pairs.chain(games) {
            duels.add(first, second, counts).expect("they were checked when they were added");
        }
        duels
    }

    /// All games as the first side saw them.
    pub fn first_side(&self) -> Trinomial {
        let mut all = Trinomial::default();
        for pairs in self.pairs.values() {
            all.merge(&pairs.in_seat(0));
            all.merge(&pairs.in_seat(1).mirrored());
        }
        for games in self.games.values() {
            all.merge(games);
        }
        all
    }

    /// Rates each bot on each side: a game is one of a bot on the first side against one on the second.
    pub fn rate(&self, prior: f64) -> Result<SideRatings, Fault> {
        let pairs = self.pairs.iter().map(|(&(i, j), pairs)| Cluster {
            games: [
                Some((node(i, Side::First), node(j, Side::Second))),
                Some((node(i, Side::Second), node(j, Side::First))),
            ],
            counts: *pairs,
        });
        let games = self.games.iter().map(|(&(i, j), games)| Cluster {
            games: [Some((node(i, Side::First), node(j, Side::Second))), None],
            counts: Pairs(games.0.map(|count| [count, 0, 0])),
        });
        let ratings = Ratings::of(&Clusters { nodes: 2 * self.bots, clusters: pairs.chain(games).collect() }, prior)?;
        Ok(SideRatings { bots: self.bots, ratings })
    }
}

/// A bot on a side is rated like a bot of its own.
fn node(bot: usize, side: Side) -> usize {
    2 * bot + side as usize
}

/// Joint ratings of bots on each side.
#[derive(Clone, Debug)]
pub struct SideRatings {
    bots: usize,
    ratings: Ratings,
}

impl SideRatings {
    /// How many bots there are, rated or not.
    pub fn bots(&self) -> usize {
        self.bots
    }

    /// How good a bot is on a side, in Elo above the mean of the bots that are rated on that side, and the errors of that.
    pub fn elo(&self, bot: usize, side: Side) -> Option<(f64, Errors)> {
        self.ratings.place(node(bot, side))?;
        let mut weights = self.mean(self.rated(side), side, -1.0);
        weights.push((node(bot, side), 1.0));
        self.ratings.contrast(&weights)
    }

    /// Where a bot on a side stands towards those that are rated.
    pub fn standing(&self, bot: usize, side: Side) -> Standing {
        self.ratings.standing(node(bot, side))
    }

    /// What is known of the difference of two bots on the same side.
    pub fn difference(&self, side: Side, first: usize, second: usize) -> Difference {
        self.ratings.difference(node(first, side), node(second, side))
    }

    /// How likely it is that the first is better than the second on that side.
    pub fn los(&self, side: Side, first: usize, second: usize) -> Option<f64> {
        self.ratings.los(node(first, side), node(second, side))
    }

    /// The rank of each bot on a side: one more than the number of bots that are better there for certain.
    pub fn ranks(&self, side: Side) -> Vec<Option<usize>> {
        let rated = self.rated(side);
        let better = |bot: usize| {
            rated.iter().filter(|&&other| self.ratings.is_better(node(other, side), node(bot, side))).count()
        };
        (0..self.bots).map(|bot| rated.contains(&bot).then(|| 1 + better(bot))).collect()
    }

    /// What the first side is worth: by how much the mean of the bots on it is above the same bots on the second side. Only
    /// bots that are rated on both sides count.
    pub fn advantage(&self) -> Option<(f64, Errors)> {
        let both: Vec<usize> =
            (0..self.bots).filter(|&bot| Side::BOTH.iter().all(|&side| self.is_rated(bot, side))).collect();
        if both.is_empty() {
            return None;
        }
        let mut weights = self.mean(both.clone(), Side::First, 1.0);
        weights.extend(self.mean(both, Side::Second, -1.0));
        self.ratings.contrast(&weights)
    }

    /// The score that a bot on the first side is expected to make against one on the second.
    pub fn expected(&self, first: usize, second: usize) -> Option<f64> {
        self.ratings.expected(node(first, Side::First), node(second, Side::Second))
    }

    fn is_rated(&self, bot: usize, side: Side) -> bool {
        self.ratings.place(node(bot, side)).is_some()
    }

    fn rated(&self, side: Side) -> Vec<usize> {
        (0..self.bots).filter(|&bot| self.is_rated(bot, side)).collect()
    }

    fn mean(&self, bots: Vec<usize>, side: Side, sign: f64) -> Vec<(usize, f64)> {
        let share = sign / bots.len() as f64;
        bots.into_iter().map(|bot| (node(bot, side), share)).collect()
    }
}

/// Bots on sides as nodes, and clusters of one or two games between them.
struct Clusters {
    nodes: usize,
    clusters: Vec<Cluster>,
}

/// Equal clusters: who met in the first game and in the second, and how often each pair of outcomes was, as the first of
/// the two saw it.
struct Cluster {
    games: [Option<(usize, usize)>; 2],
    counts: Pairs,
}

impl Cluster {
    fn each(&self) -> impl Iterator<Item = ((usize, usize), Trinomial)> + '_ {
        self.games.iter().enumerate().filter_map(|(at, met)| met.map(|met| (met, self.counts.in_seat(at))))
    }
}

impl Clusters {
    fn each(&self) -> impl Iterator<Item = ((usize, usize), Counts)> + '_ {
        self.clusters.iter().flat_map(Cluster::each).map(|(met, games)| (met, games.into()))
    }
}

impl Likelihood for Clusters {
    fn bots(&self) -> usize {
        self.nodes
    }

    fn arrows(&self) -> Arrows {
        let mut arrows = Vec::new();
        for ((i, j), games) in self.each() {
            if games.steps() > 0 {
                arrows.push((i as u32, j as u32));
            }
            if games.mirrored().steps() > 0 {
                arrows.push((j as u32, i as u32));
            }
        }
        Arrows::new(self.nodes, arrows)
    }

    fn meetings(&self, group: &[usize], groups: usize) -> Vec<u128> {
        let mut counted = vec![0; groups];
        for ((i, j), games) in self.each() {
            if group[i] == group[j] {
                counted[group[i]] += games.units();
            }
        }
        counted
    }

    fn inside(&self, place: &[Option<usize>], bots: usize) -> Clusters {
        let inside = |met: Option<(usize, usize)>| {
            let (i, j) = met?;
            place[i].zip(place[j])
        };
        let clusters = self.clusters.iter();
        let clusters = clusters.map(|cluster| Cluster { games: cluster.games.map(inside), counts: cluster.counts });
        Clusters { nodes: bots, clusters: clusters.collect() }
    }

    fn slope(&self, worth: &[f64], gradient: &mut [f64], information: &mut Links) {
        for (met, games) in self.each() {
            let points = (games.steps() as f64 / 2.0, games.mirrored().steps() as f64 / 2.0);
            add_edge(met, points, worth, gradient, information);
        }
    }

    fn stride(&self, step: &[f64]) -> f64 {
        self.each().map(|((i, j), _)| (step[i] - step[j]).abs()).fold(0.0, f64::max)
    }

    fn scatter(&self, worth: &[f64], scatter: &mut Scatter) {
        for cluster in &self.clusters {
            for (pair, count) in cluster.counts.each().filter(|(_, count)| *count > 0) {
                let mut entries = [(0, 0.0); 4];
                let mut used = 0;
                for (met, outcome) in cluster.games.iter().zip(pair) {
                    if let &Some((i, j)) = met {
                        let more = surplus(outcome, scores(worth, i, j));
                        entries[used] = (i, more);
                        entries[used + 1] = (j, -more);
                        used += 2;
                    }
                }
                scatter.outer(&entries[..used], count as f64);
            }
        }
    }
}

/// Points less expected points.
fn surplus(outcome: Outcome, (won, lost): (f64, f64)) -> f64 {
    let got = f64::from(outcome as u8) / 2.0;
    got * lost - (1.0 - got) * won
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::counts::Outcome::{Draw, Loss, Win};

    #[test]
    fn two_bots_side_by_side() {
        let mut pairs = Pairs::default();
        // The first bot wins on the first side and loses on the second, mostly.
        for (pair, count) in [([Win, Loss], 6), ([Win, Win], 2), ([Loss, Loss], 1), ([Draw, Loss], 1)] {
            (0..count).for_each(|_| pairs.add(pair));
        }
        let split = Split::of(&pairs);
        assert_eq!(split.first[0].score, Some(0.85));
        assert_eq!(split.second[0].score, Some(0.8));
        assert_eq!(split.first[1].score, Some(0.2));
        assert!((split.advantage.unwrap() - 0.325).abs() < 1e-15);
        assert_eq!(Split::of(&Pairs::default()).advantage, None);
        let mirrored = Split::of(&pairs.mirrored());
        assert_eq!((mirrored.first, mirrored.second), (split.second, split.first));
    }

    /// Two bots: four unknowns less one, two scores; the fit gives both scores exactly.
    #[test]
    fn sides_and_advantage_follow_from_the_scores() {
        let mut duels = SidedDuels::new(3);
        let pairs = [Pairs([[4, 2, 3], [1, 5, 6], [9, 3, 2]]), Pairs([[3, 1, 2], [2, 2, 1], [7, 4, 3]])];
        duels.add(0, 1, &pairs[0]).unwrap();
        duels.add(2, 1, &pairs[1]).unwrap();
        duels.add_games(0, 2, Trinomial::new(9, 2, 4)).unwrap();
        let rated = duels.rate(0.0).unwrap();
        // Every bot on every side has as many expected points as it has points.
        let games = |pairs: &Pairs, seat| Counts::from(pairs.in_seat(seat));
        let of = |counts: Counts| (counts.steps() as f64 / 2.0, counts.units() as f64);
        let (got01, n01) = of(games(&pairs[0], 0));
        let expected = n01 * rated.expected(0, 1).unwrap() + 15.0 * rated.expected(0, 2).unwrap();
        assert!((expected - (got01 + 10.0)).abs() < 1e-9);
        let (got21, n21) = of(games(&pairs[1], 0));
        assert!((n21 * rated.expected(2, 1).unwrap() - got21).abs() < 1e-9);
        let (advantage, errors) = rated.advantage().unwrap();
        assert!(advantage > 0.0 && errors.robust > 0.0, "{advantage} {errors:?}");
        for side in Side::BOTH {
            let sum: f64 = (0..3).map(|bot| rated.elo(bot, side).unwrap().0).sum();
            assert!(sum.abs() < 1e-9);
            let Difference::Known { elo, .. } = rated.difference(side, 0, 2) else { panic!() };
            assert!((elo - rated.elo(0, side).unwrap().0 + rated.elo(2, side).unwrap().0).abs() < 1e-9);
        }
        assert_eq!(duels.total().between(0, 2).0, Trinomial::new(9, 2, 4));
        assert_eq!(duels.total().between(1, 2).1, pairs[1].mirrored().pentanomial());
        let mut mirrored = SidedDuels::new(3);
        mirrored.add(1, 0, &pairs[0].mirrored()).unwrap();
        assert_eq!(mirrored.between(0, 1), pairs[0]);
    }

    /// A bot that never lost on one side is above the table there and rated on the other.
    #[test]
    fn a_side_may_have_no_maximum() {
        let mut duels = SidedDuels::new(3);
        let always = Pairs([[0, 0, 0], [0, 0, 0], [5, 3, 4]]);
        let mixed = Pairs([[2, 1, 2], [1, 2, 1], [2, 1, 3]]);
        duels.add(0, 1, &always).unwrap();
        duels.add(0, 2, &always).unwrap();
        duels.add(1, 2, &mixed).unwrap();
        let rated = duels.rate(0.0).unwrap();
        assert_eq!(rated.standing(0, Side::First), Standing::Above);
        assert_eq!(rated.standing(0, Side::Second), Standing::Rated);
        assert_eq!(rated.elo(0, Side::First), None);
        assert_eq!(rated.ranks(Side::First)[0], None);
        assert!(rated.advantage().is_some(), "the others are rated on both sides");
        assert!(duels.rate(1.0).unwrap().elo(0, Side::First).unwrap().0 > 100.0);
    }
}
