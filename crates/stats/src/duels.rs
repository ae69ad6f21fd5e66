//! Many bots, games of two: Bradley-Terry, a draw being half a win each way.

use crate::counts::{Counts, Pentanomial, Trinomial};
use crate::fault::Fault;
use crate::fit::{Likelihood, scores};
use crate::groups::Arrows;
use crate::matrix::Links;
use crate::ratings::Ratings;
use crate::scatter::Scatter;
use crate::units::square;
use std::collections::BTreeMap;

/// The results of many bots against each other. In which order they came cannot be told from it.
///
/// ```
/// use skirmish_stats::{Duels, Pentanomial, Trinomial};
///
/// let mut duels = Duels::new(3);
/// duels.add(0, 1, Pentanomial([1, 2, 9, 6, 2]))?;
/// duels.add(1, 2, Pentanomial([0, 4, 10, 5, 1]))?;
/// duels.add(2, 0, Trinomial::new(6, 4, 9))?;
/// let ratings = duels.rate(0.0)?;
/// assert!(ratings.elo(0) > ratings.elo(2));
/// # Ok::<(), skirmish_stats::Fault>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Duels {
    bots: usize,
    /// By the two bots, the lower one first; the results are those of the lower one.
    met: BTreeMap<(usize, usize), Met>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Met {
    games: Trinomial,
    pairs: Pentanomial,
}

impl Met {
    /// What the lower bot got off the other, and the other off it.
    fn points(&self) -> (f64, f64) {
        let counts = [Counts::from(self.games), Counts::from(self.pairs)];
        let won = counts.iter().map(|counts| counts.steps() as f64 / 2.0).sum();
        let lost = counts.map(|counts| counts.mirrored().steps() as f64 / 2.0).iter().sum();
        (won, lost)
    }
}

impl Duels {
    /// Bots that have not met, numbered from 0.
    pub fn new(bots: usize) -> Duels {
        Duels { bots, met: BTreeMap::new() }
    }

    /// How many bots there are.
    pub fn bots(&self) -> usize {
        self.bots
    }

    /// Adds results of the first bot against the second.
    pub fn add(&mut self, first: usize, second: usize, counts: impl Into<Counts>) -> Result<(), Fault> {
        check(first, second, self.bots)?;
        let counts = if first < second { counts.into() } else { counts.into().mirrored() };
        if counts.units() == 0 {
            // They have not met by that: a fit must not even see them together.
            return Ok(());
        }
        let met = self.met.entry((first.min(second), first.max(second))).or_default();
        match counts {
            Counts::Games(games) => met.games.merge(&games),
            Counts::Pairs(pairs) => met.pairs.merge(&pairs),
        }
        Ok(())
    }

    /// All results of the first bot against the second: games without partners, and pairs.
    pub fn between(&self, first: usize, second: usize) -> (Trinomial, Pentanomial) {
        let met = self.met.get(&(first.min(second), first.max(second))).copied().unwrap_or_default();
        if first < second { (met.games, met.pairs) } else { (met.games.mirrored(), met.pairs.mirrored()) }
    }

    /// Games without partners and pairs of all bots together, each seen from the lower of its two.
    pub fn total(&self) -> (Trinomial, Pentanomial) {
        let (mut games, mut pairs) = (Trinomial::default(), Pentanomial::default());
        for met in self.met.values() {
            games.merge(&met.games);
            pairs.merge(&met.pairs);
        }
        (games, pairs)
    }

    /// The ratings that make these results most likely. With a prior every bot has drawn so many virtual games with one
    /// phantom besides, which makes all ratings finite.
    pub fn rate(&self, prior: f64) -> Result<Ratings, Fault> {
        Ratings::of(self, prior)
    }
}

pub(crate) fn check(first: usize, second: usize, bots: usize) -> Result<(), Fault> {
    if let Some(bot) = [first, second].into_iter().find(|&bot| bot >= bots) {
        return Err(Fault::NoSuchBot { bot, bots });
    }
    if first == second {
        return Err(Fault::AgainstItself { bot: first });
    }
    Ok(())
}

impl Likelihood for Duels {
    fn bots(&self) -> usize {
        self.bots
    }

    fn arrows(&self) -> Arrows {
        let mut arrows = Vec::new();
        for (&(i, j), met) in &self.met {
            let (won, lost) = met.points();
            if won > 0.0 {
                arrows.push((i as u32, j as u32));
            }
            if lost > 0.0 {
                arrows.push((j as u32, i as u32));
            }
        }
        Arrows::new(self.bots, arrows)
    }

    fn meetings(&self, group: &[usize], groups: usize) -> Vec<u128> {
        let mut counted = vec![0; groups];
        for (&(i, j), met) in &self.met {
            if group[i] == group[j] {
                counted[group[i]] += Counts::from(met.games).units() + 2 * Counts::from(met.pairs).units();
            }
        }
        counted
    }

    fn inside(&self, place: &[Option<usize>], bots: usize) -> Duels {
        let mut inside = Duels::new(bots);
        for (&(i, j), met) in &self.met {
            if let (Some(i), Some(j)) = (place[i], place[j]) {
                // Places keep the order of the bots.
                inside.met.insert((i, j), *met);
            }
        }
        inside
    }

    fn slope(&self, worth: &[f64], gradient: &mut [f64], information: &mut Links) {
        for (&(i, j), met) in &self.met {
            let points = met.points();
            add_edge((i, j), points, worth, gradient, information);
        }
    }

    fn stride(&self, step: &[f64]) -> f64 {
        self.met.keys().map(|&(i, j)| (step[i] - step[j]).abs()).fold(0.0, f64::max)
    }

    fn scatter(&self, worth: &[f64], scatter: &mut Scatter) {
        for (&(i, j), met) in &self.met {
            let (won, lost) = scores(worth, i, j);
            let sum: f64 = [Counts::from(met.games), Counts::from(met.pairs)]
                .iter()
                .flat_map(|counts| {
                    let cells = counts.cells();
                    cells.iter().enumerate().map(move |(step, &count)| {
                        let (got, missed) = (step as f64 / 2.0, (cells.len() - 1 - step) as f64 / 2.0);
                        count as f64 * square(got * lost - missed * won)
                    })
                })
                .sum();
            scatter.link(i, j, sum);
        }
    }
}

/// What two bots with these points against each other add to the derivatives.
pub(crate) fn add_edge(
    (i, j): (usize, usize),
    (got, missed): (f64, f64),
    worth: &[f64],
    gradient: &mut [f64],
    information: &mut Links,
) {
    let (won, lost) = scores(worth, i, j);
    // Points less expected points, without taking a large number from a large one.
    let more = got * lost - missed * won;
    gradient[i] += more;
    gradient[j] -= more;
    information.link(i, j, (got + missed) * won * lost);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_cannot_have_met_is_refused() {
        let mut duels = Duels::new(2);
        let one = Trinomial::new(1, 0, 0);
        assert_eq!(duels.add(0, 2, one), Err(Fault::NoSuchBot { bot: 2, bots: 2 }));
        assert_eq!(duels.add(1, 1, one), Err(Fault::AgainstItself { bot: 1 }));
        duels.add(1, 0, one).unwrap();
        assert_eq!(duels.between(0, 1).0, Trinomial::new(0, 0, 1));
        assert_eq!(duels.between(1, 0).0, one);
        assert!(matches!(duels.rate(-1.0), Err(Fault::Prior(_))));
        assert!(matches!(duels.rate(f64::NAN), Err(Fault::Prior(_))));
    }
}
