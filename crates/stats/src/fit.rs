//! The maximum of a likelihood, by Newton's method with damped steps, and the covariances there.

use crate::fault::Fault;
use crate::groups::Arrows;
use crate::matrix::{Links, Spread};
use crate::scatter::Scatter;
use crate::units::{expected_score, square};

/// What bots are rated by: a sum of logarithms of sums of worths, which is concave.
pub(crate) trait Likelihood: Sized {
    /// How many bots there are.
    fn bots(&self) -> usize;

    /// Who took anything off whom; chains of arrows may stand for arrows.
    fn arrows(&self) -> Arrows;

    /// For each group how many games or rankings hold at least two of its bots.
    fn meetings(&self, group: &[usize], groups: usize) -> Vec<u128>;

    /// What happened among some bots: `place` is the new number of each of them.
    fn inside(&self, place: &[Option<usize>], bots: usize) -> Self;

    /// Adds the first derivatives, and the negative second ones.
    fn slope(&self, worth: &[f64], gradient: &mut [f64], information: &mut Links);

    /// The largest difference of a step between two bots that met.
    fn stride(&self, step: &[f64]) -> f64;

    /// Adds the scatter of the first derivatives, cluster by cluster.
    fn scatter(&self, worth: &[f64], scatter: &mut Scatter);
}

/// The bots at the maximum, in natural units with mean 0.
pub(crate) struct Solution {
    pub worth: Vec<f64>,
    pub model: Spread,
    pub robust: Spread,
}

/// Rates bots of which arrows lead from everybody to everybody, or any bots with a prior: so many virtual games that
/// each of them draws with one phantom.
pub(crate) fn solve(likelihood: &impl Likelihood, prior: f64) -> Result<Solution, Fault> {
    let bots = likelihood.bots();
    let phantom = (prior > 0.0).then_some(bots);
    let nodes = bots + usize::from(phantom.is_some());
    let mut worth = vec![0.0; nodes];
    let mut gradient = vec![0.0; nodes];
    let mut information = Links::zero(nodes);
    let mut moved_before = f64::INFINITY;
    let mut reached = None;
    for _ in 0..1000 {
        gradient.fill(0.0);
        information.clear();
        likelihood.slope(&worth, &mut gradient, &mut information);
        for bot in phantom.iter().flat_map(|&phantom| 0..phantom) {
            let (won, lost) = scores(&worth, bot, bots);
            gradient[bot] += 0.5 * prior * (lost - won);
            information.link(bot, bots, prior * won * lost);
        }
        let root = information.root_without_last();
        // The last one is held fast.
        let mut step = gradient.clone();
        step[nodes - 1] = 0.0;
        root.solve(&mut step[..nodes - 1]);
        let mut stride = likelihood.stride(&step);
        if phantom.is_some() {
            stride = step.iter().fold(stride, |stride, step| stride.max(step.abs()));
        }
        // Where hardly anything ties bots together, nothing is left of their ties.
        if !stride.is_finite() || !step.iter().all(|step| step.is_finite()) {
            return Err(Fault::TooFarApart);
        }
        // The third derivative along a step is at most `stride` times the second, so that this share of it always
        // climbs (Sun and Tran-Dinh 2019). Near the maximum it is the whole step.
        let share = if stride > 0.0 { libm::log1p(stride) / stride } else { 1.0 };
        for (worth, step) in worth.iter_mut().zip(&step) {
            *worth += share * step;
        }
        let moved = step.iter().fold(0.0, |most: f64, step| most.max(step.abs()));
        let still = moved < 1e-13 || moved < 1e-5 && moved >= moved_before;
        moved_before = moved;
        if still {
            reached = Some(root);
            break;
        }
    }
    let root = reached.ok_or(Fault::TooFarApart)?;
    let mut scatter = Scatter::zero(nodes);
    likelihood.scatter(&worth, &mut scatter);
    for bot in phantom.iter().flat_map(|&phantom| 0..phantom) {
        let (won, lost) = scores(&worth, bot, bots);
        scatter.link(bot, bots, prior * square(0.5 * (lost - won)));
    }
    let model = Spread::inverse(&root);
    let robust = model.around(&scatter).truncated(bots);
    worth.truncate(bots);
    let mean = worth.iter().sum::<f64>() / bots as f64;
    worth.iter_mut().for_each(|worth| *worth -= mean);
    Ok(Solution { worth, model: model.truncated(bots), robust })
}

/// What i is expected to score against j, and j against i: each with all its digits.
pub(crate) fn scores(worth: &[f64], i: usize, j: usize) -> (f64, f64) {
    let ahead = worth[i] - worth[j];
    (expected_score(ahead), expected_score(-ahead))
}
