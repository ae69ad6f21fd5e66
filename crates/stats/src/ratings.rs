//! What a fit says: ratings, intervals of differences, ranks.
//!
//! Intervals are of differences, from the joint fit. The robust ones are the ones to publish: they take clusters (pairs,
//! tables, rotations) as they scatter. The model's take draws for coin flips and a pair for two games, so they are too wide
//! with draws or a strong side, and too narrow where starts decide.

use crate::fault::Fault;
use crate::fit::{Likelihood, Solution, solve};
use crate::groups::Arrows;
use crate::matrix::{Spread, dot};
use crate::summary::superiority;
use crate::tables::Ranking;
use crate::units::{ELO, Z, expected_score};
use serde::Serialize;

/// Where a bot stands towards those that are rated.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Standing {
    /// It has a rating.
    Rated,
    /// Nobody rated took anything off it, or off those that it lost to: better, by how much is unknown.
    Above,
    /// The reverse.
    Below,
    /// Nothing connects it with them.
    Apart,
}

/// Half the widths of the 95 % intervals of a difference, in Elo.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Errors {
    /// By the model alone.
    pub model: f64,
    /// By how the clusters scatter: the one to publish.
    pub robust: f64,
}

/// What is known of the difference of two bots.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Difference {
    /// Both are rated.
    Known {
        /// The difference.
        elo: f64,
        /// Of the difference, not of the bots.
        errors: Errors,
    },
    /// The first took points off the second, directly or over others, and never the reverse.
    Above,
    /// The reverse.
    Below,
    /// Neither met the other, nor others that did; or they are of one group, which is not the one that is rated.
    Unknown,
}

/// The joint ratings of many bots.
#[derive(Clone, Debug)]
pub struct Ratings {
    standing: Vec<Standing>,
    /// The place of a bot among those that are rated.
    place: Vec<Option<usize>>,
    rated: Vec<usize>,
    solution: Fitted,
    arrows: Arrows,
    prior: f64,
}

#[derive(Clone, Debug)]
struct Fitted {
    worth: Vec<f64>,
    model: Spread,
    robust: Spread,
}

impl Ratings {
    pub(crate) fn of(likelihood: &impl Likelihood, prior: f64) -> Result<Ratings, Fault> {
        if !(prior >= 0.0 && prior.is_finite()) {
            return Err(Fault::Prior(prior));
        }
        let bots = likelihood.bots();
        let arrows = likelihood.arrows();
        let rated: Vec<usize> = if prior > 0.0 { (0..bots).collect() } else { largest_group(likelihood, &arrows) };
        let mut place = vec![None; bots];
        for (at, &bot) in rated.iter().enumerate() {
            place[bot] = Some(at);
        }
        let Solution { worth, model, robust } = if rated.is_empty() {
            let none = Spread::inverse(&crate::matrix::Links::zero(1).root_without_last()).truncated(0);
            Solution { worth: Vec::new(), model: none.clone(), robust: none }
        } else if rated.len() == bots {
            solve(likelihood, prior)?
        } else {
            solve(&likelihood.inside(&place, rated.len()), prior)?
        };
        let (reaching, reached) = (arrows.reaching(rated.iter().copied()), arrows.reached_from(rated.iter().copied()));
        let standing = (0..bots)
            .map(|bot| match (place[bot], reaching[bot], reached[bot]) {
                (Some(_), ..) => Standing::Rated,
                (None, true, _) => Standing::Above,
                (None, false, true) => Standing::Below,
                (None, false, false) => Standing::Apart,
            })
            .collect();
        Ok(Ratings { standing, place, rated, solution: Fitted { worth, model, robust }, arrows, prior })
    }

    /// How many bots there are, rated or not.
    pub fn bots(&self) -> usize {
        self.standing.len()
    }

    /// The bots that have a rating, in the order of their numbers.
    pub fn rated(&self) -> &[usize] {
        &self.rated
    }

    /// The bots that have none, in the order of their numbers.
    pub fn undefined(&self) -> Vec<usize> {
        (0..self.bots()).filter(|&bot| self.place[bot].is_none()).collect()
    }

    /// How many virtual games each bot was given. A table with a prior must say so.
    pub fn prior(&self) -> f64 {
        self.prior
    }

    /// Where a bot stands towards those that are rated.
    pub fn standing(&self, bot: usize) -> Standing {
        self.standing[bot]
    }

    /// The rating of a bot, in Elo; those of all rated bots have the mean 0.
    pub fn elo(&self, bot: usize) -> Option<f64> {
        Some(ELO * self.worth(bot)?)
    }

    pub(crate) fn worth(&self, bot: usize) -> Option<f64> {
        Some(self.solution.worth[self.place[bot]?])
    }

    /// The errors of a bot's rating, against the mean of all rated bots. They say nothing about the difference of two.
    pub fn errors(&self, bot: usize) -> Option<Errors> {
        let bot = self.place[bot]?;
        let share = 1.0 / self.rated.len() as f64;
        let against_mean = (0..self.rated.len()).map(|at| (at, if at == bot { 1.0 - share } else { -share }));
        Some(self.errors_of(against_mean))
    }

    /// Weighted sums of ratings and their errors; the weights sum to 0. `None` if one of the bots has no rating.
    pub fn contrast(&self, weights: &[(usize, f64)]) -> Option<(f64, Errors)> {
        let placed: Option<Vec<(usize, f64)>> =
            weights.iter().map(|&(bot, weight)| Some((self.place[bot]?, weight))).collect();
        let placed = placed?;
        let elo = placed.iter().map(|&(at, weight)| ELO * self.solution.worth[at] * weight).sum();
        Some((elo, self.errors_of(placed.iter().copied())))
    }

    fn errors_of(&self, weights: impl Iterator<Item = (usize, f64)> + Clone) -> Errors {
        let length = |vector: Vec<f64>| Z * ELO * dot(&vector, &vector).sqrt();
        Errors {
            model: length(self.solution.model.contrast(weights.clone())),
            robust: length(self.solution.robust.contrast(weights)),
        }
    }

    /// What is known of the difference of two bots.
    pub fn difference(&self, first: usize, second: usize) -> Difference {
        if let (Some(i), Some(j)) = (self.place[first], self.place[second]) {
            let Fitted { worth, model, robust } = &self.solution;
            let errors = Errors { model: Z * ELO * model.apart(i, j), robust: Z * ELO * robust.apart(i, j) };
            return Difference::Known { elo: ELO * (worth[i] - worth[j]), errors };
        }
        match (self.arrows.reached_from([first])[second], self.arrows.reached_from([second])[first]) {
            (true, false) => Difference::Above,
            (false, true) => Difference::Below,
            _ => Difference::Unknown,
        }
    }

    /// The score that the first is expected to make against the second.
    pub fn expected(&self, first: usize, second: usize) -> Option<f64> {
        Some(expected_score(self.worth(first)? - self.worth(second)?))
    }

    /// How likely it is that the first is better than the second.
    pub fn los(&self, first: usize, second: usize) -> Option<f64> {
        match self.difference(first, second) {
            Difference::Known { elo, errors } => {
                let error = if errors.prove_anything() { errors.robust / Z } else { 0.0 };
                superiority(elo, error)
            }
            Difference::Above => Some(1.0),
            Difference::Below => Some(0.0),
            Difference::Unknown => None,
        }
    }

    /// Whether the first is better than the second for certain: the robust interval of the difference lies above 0. An
    /// error of 0 proves nothing.
    pub fn is_better(&self, first: usize, second: usize) -> bool {
        match self.difference(first, second) {
            Difference::Known { elo, errors } => errors.prove_anything() && elo > errors.robust,
            _ => false,
        }
    }

    /// The rank of each bot: one more than the number of bots that are better for certain. Bots that nothing separates
    /// share theirs; bots without a rating have none.
    pub fn ranks(&self) -> Vec<Option<usize>> {
        let rank = |bot| 1 + self.rated.iter().filter(|&&other| self.is_better(other, bot)).count();
        (0..self.bots()).map(|bot| self.place[bot].map(|_| rank(bot))).collect()
    }

    /// All bots in the order of a table: those above the rated ones, the rated ones from best to worst, those below, those
    /// apart; equal ones by their numbers.
    pub fn order(&self) -> Vec<usize> {
        let mut all: Vec<usize> = (0..self.bots()).collect();
        let class = |bot: usize| match self.standing[bot] {
            Standing::Above => 0,
            Standing::Rated => 1,
            Standing::Below => 2,
            Standing::Apart => 3,
        };
        let worth = |bot: usize| self.worth(bot).unwrap_or(0.0);
        all.sort_by(|&a, &b| class(a).cmp(&class(b)).then(worth(b).total_cmp(&worth(a))).then(a.cmp(&b)));
        all
    }

    /// The logarithm of the probability that the ratings gave a ranking of a table, as far as its bots are rated.
    /// Of shared places it is the average over their strict orders.
    pub fn log_probability(&self, ranking: &Ranking) -> f64 {
        ranking.among(|bot| self.place.get(bot).copied().flatten()).log_likelihood(&self.solution.worth)
    }

    pub(crate) fn place(&self, bot: usize) -> Option<usize> {
        self.place[bot]
    }

    pub(crate) fn model(&self) -> &Spread {
        &self.solution.model
    }
}

impl Errors {
    /// Where nothing scatters at all the robust error is 0, up to rounding, however little was played.
    pub fn prove_anything(&self) -> bool {
        self.robust > 1e-9 * self.model
    }
}

/// The bots of the largest group; then of the one with more games, then with the lowest bot. A group of one is none.
fn largest_group(likelihood: &impl Likelihood, arrows: &Arrows) -> Vec<usize> {
    let group = arrows.groups();
    let groups = group.iter().max().map_or(0, |most| most + 1);
    let mut size = vec![0usize; groups];
    for &group in &group {
        size[group] += 1;
    }
    let meetings = likelihood.meetings(&group, groups);
    // Groups are numbered by their lowest bots.
    let best = (0..groups)
        .filter(|&group| size[group] > 1)
        .max_by(|&a, &b| size[a].cmp(&size[b]).then(meetings[a].cmp(&meetings[b])).then(b.cmp(&a)));
    (0..group.len()).filter(|&bot| Some(group[bot]) == best).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::counts::{Pentanomial, Trinomial};
    use crate::duels::Duels;

    fn duels(bots: usize, results: &[(usize, usize, [u64; 3])]) -> Duels {
        let mut duels = Duels::new(bots);
        for &(i, j, [wins, draws, losses]) in results {
            duels.add(i, j, Trinomial::new(wins, draws, losses)).unwrap();
        }
        duels
    }

    #[test]
    fn two_bots_have_the_delta_method() {
        let pairs = Pentanomial([3, 8, 20, 14, 5]);
        let mut duels = Duels::new(2);
        duels.add(0, 1, pairs).unwrap();
        let Difference::Known { elo, errors } = duels.rate(0.0).unwrap().difference(0, 1) else { panic!() };
        let summary = crate::Summary::of(&pairs.into());
        let s = summary.score.unwrap();
        let v: f64 = (0..5).map(|i| pairs.0[i] as f64 / 50.0 * (i as f64 / 4.0 - s).powi(2)).sum();
        assert!((elo - summary.elo.unwrap()).abs() < 1e-9);
        assert!((errors.robust - Z * ELO * (v / 50.0).sqrt() / (s * (1.0 - s))).abs() < 1e-9);
        assert!((errors.model - Z * ELO / (100.0 * s * (1.0 - s)).sqrt()).abs() < 1e-9);
    }

    #[test]
    fn those_without_a_maximum_stand_beside_the_table() {
        // 1, 2, 3 beat each other in a circle; 0 beats them, 4 loses to 0 alone, 5 has not played; 6 and 7 are apart.
        let all = [[1, 2], [2, 3], [3, 1]].map(|[i, j]| (i, j, [3, 1, 1]));
        let mut results = all.to_vec();
        results.extend([(0, 1, [2, 0, 0]), (0, 4, [1, 0, 0]), (2, 4, [1, 0, 0]), (6, 7, [1, 1, 1])]);
        let ratings = duels(8, &results).rate(0.0).unwrap();
        assert_eq!(ratings.rated(), [1, 2, 3]);
        assert_eq!(ratings.undefined(), [0, 4, 5, 6, 7]);
        let standing: Vec<Standing> = (0..8).map(|bot| ratings.standing(bot)).collect();
        use Standing::{Above, Apart, Below, Rated};
        assert_eq!(standing, [Above, Rated, Rated, Rated, Below, Apart, Apart, Apart]);
        assert_eq!(ratings.order(), [0, 1, 2, 3, 4, 5, 6, 7]);
        assert_eq!(ratings.difference(0, 4), Difference::Above);
        assert_eq!((ratings.los(4, 2), ratings.los(5, 1), ratings.los(6, 7)), (Some(0.0), None, None));
        assert_eq!(ratings.ranks(), [None, Some(1), Some(1), Some(1), None, None, None, None]);
        assert!(ratings.contrast(&[(0, 1.0), (1, -1.0)]).is_none());
        let finite = duels(8, &results).rate(0.5).unwrap();
        assert!(finite.undefined().is_empty() && finite.elo(0) > finite.elo(1) && finite.elo(4) < finite.elo(3));
    }

    /// As many bots, then as many games, then the lowest bot.
    #[test]
    fn which_group_is_rated() {
        let even = [(0, 1, [2, 0, 2]), (2, 3, [1, 2, 1])];
        assert_eq!(duels(4, &even).rate(0.0).unwrap().rated(), [0, 1]);
        let more = [(0, 1, [2, 0, 2]), (2, 3, [1, 3, 1])];
        assert_eq!(duels(4, &more).rate(0.0).unwrap().rated(), [2, 3]);
        let mut pairs = duels(4, &[(0, 1, [2, 0, 2])]);
        pairs.add(2, 3, Pentanomial([1, 0, 1, 0, 1])).unwrap();
        assert_eq!(pairs.rate(0.0).unwrap().rated(), [2, 3], "three pairs are six games");
        for bots in [0, 1] {
            let nobody = Duels::new(bots).rate(0.0).unwrap();
            assert_eq!((nobody.rated().len(), nobody.undefined().len()), (0, bots));
            assert_eq!(Duels::new(bots).rate(1.0).unwrap().rated().len(), bots);
        }
    }

    #[test]
    fn ranks_are_shared_until_something_separates() {
        let few = duels(3, &[(0, 1, [6, 2, 4]), (1, 2, [5, 3, 4]), (0, 2, [8, 1, 3])]);
        assert_eq!(few.rate(0.0).unwrap().ranks(), [Some(1), Some(1), Some(1)]);
        let many = duels(3, &[(0, 1, [600, 200, 400]), (1, 2, [500, 300, 490]), (0, 2, [800, 100, 300])]);
        let ratings = many.rate(0.0).unwrap();
        assert!(ratings.is_better(0, 1) && !ratings.is_better(1, 0));
        assert_eq!(ratings.ranks()[0], Some(1));
        assert!(ratings.los(0, 1).unwrap() > 0.999 && ratings.los(1, 0).unwrap() < 0.001);
    }

    /// One pair of a win and a draw: no scatter, an error of 0, and nothing proved.
    #[test]
    fn no_scatter_proves_nothing() {
        let mut duels = Duels::new(2);
        duels.add(0, 1, Pentanomial([0, 0, 0, 1, 0])).unwrap();
        let ratings = duels.rate(0.0).unwrap();
        let Difference::Known { elo, errors } = ratings.difference(0, 1) else { panic!() };
        assert!((elo - 190.84850188786498).abs() < 1e-9 && errors.robust < 1e-9);
        assert!(!ratings.is_better(0, 1));
        assert_eq!(ratings.ranks(), [Some(1), Some(1)]);
    }
    /// Nor does it where others scatter much: three draws stay three draws, under whatever numbers.
    #[test]
    fn the_scatter_of_others_proves_nothing() {
        for [a, b, c, d] in [[0, 1, 2, 3], [1, 0, 3, 2], [2, 3, 1, 0], [3, 2, 0, 1], [0, 3, 1, 2], [2, 0, 3, 1]] {
            let mut duels = duels(4, &[(c, d, [0, 3, 0]), (a, c, [0, 3, 1])]);
            duels.add(a, b, Pentanomial([0, 62_000_000, 0, 1, 35_000_000])).unwrap();
            let Difference::Known { elo, errors } = duels.rate(0.0).unwrap().difference(c, d) else { panic!() };
            assert!(elo.abs() < 1e-9 && !errors.prove_anything(), "{elo} {errors:?}");
        }
    }
}
