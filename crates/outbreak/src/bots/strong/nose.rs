//! Where the humans are, from what all zombies smell together.
//!
//! Every zombie gives an equation: the sum of 1/distance over the humans in front of it is its scent. We look for the
//! hexes that leave the smallest sum of squared errors.

use crate::bots::chores::team_size;
use crate::bots::mind::Mind;
use crate::state::Zombie;
use crate::words::Side;
use skirmish_grid::hex::Hex;

/// The most zombies whose scent is used.
const WITNESSES: usize = 48;

/// An estimate counts as right while its mean squared error is less than this.
const RIGHT: f64 = 1e-6;

/// One more human is assumed if it explains at least this much.
const ONE_MORE: f64 = 1e-3;

/// How many times every human is tried elsewhere.
const ROUNDS: usize = 3;

/// Where humans are thought to be: those in sight, and for the others the hexes that explain best what is smelled.
pub(super) fn track(mind: &Mind, before: &[Hex]) -> Vec<Hex> {
    let seen: Vec<Hex> = mind.state.humans.iter().map(|human| human.at).collect();
    let may_hide = |hex: Hex| mind.wall_hp(hex).is_none() && !mind.game.sees(&mind.state, Side::Zombies, hex);
    let mut fit = Fit::new(&mind.state.zombies);
    seen.iter().for_each(|&hex| fit.add(hex));
    before.iter().copied().filter(|&hex| may_hide(hex)).for_each(|hex| fit.lay(hex));
    if !fit.is_right() {
        fit.forget();
        fit.places = mind.board().iter().filter(|&hex| may_hide(hex)).collect();
        fit.search(team_size(mind).saturating_sub(seen.len()));
    }
    fit.laid.extend(seen);
    fit.laid
}

struct Fit<'a> {
    witnesses: Vec<&'a Zombie>,
    /// The part of each witness's scent that is not explained yet.
    left: Vec<f64>,
    /// Hexes where humans may be that nobody sees.
    places: Vec<Hex>,
    /// Hexes where such humans are thought to be.
    laid: Vec<Hex>,
}

impl<'a> Fit<'a> {
    fn new(zombies: &'a [Zombie]) -> Fit<'a> {
        let step = zombies.len().div_ceil(WITNESSES).max(1);
        let witnesses: Vec<&Zombie> = zombies.iter().step_by(step).collect();
        let left = witnesses.iter().map(|zombie| zombie.scent.units as f64 / 1e6).collect();
        Fit { witnesses, left, places: Vec::new(), laid: Vec::new() }
    }

    fn add(&mut self, hex: Hex) {
        self.left.iter_mut().zip(&self.witnesses).for_each(|(left, zombie)| *left -= smell(zombie, hex));
    }

    fn remove(&mut self, hex: Hex) {
        self.left.iter_mut().zip(&self.witnesses).for_each(|(left, zombie)| *left += smell(zombie, hex));
    }

    fn lay(&mut self, hex: Hex) {
        self.add(hex);
        self.laid.push(hex);
    }

    fn forget(&mut self) {
        while let Some(hex) = self.laid.pop() {
            self.remove(hex);
        }
    }

    fn is_right(&self) -> bool {
        self.left.iter().map(|left| left * left).sum::<f64>() <= RIGHT * self.left.len() as f64
    }

    /// Places at most this many humans: first all in a clump, then each where it fits best, then any that are missing.
    fn search(&mut self, most: usize) {
        self.clump(most);
        for _ in 0..ROUNDS {
            if self.is_right() {
                return;
            }
            for i in 0..self.laid.len() {
                self.remove(self.laid[i]);
                self.laid[i] = self.best().map_or(self.laid[i], |(_, hex)| hex);
                self.add(self.laid[i]);
            }
        }
        while self.laid.len() < most
            && let Some((gain, hex)) = self.best()
            && gain > ONE_MORE
        {
            self.lay(hex);
        }
    }

    /// The place where one more human explains most, and how much.
    fn best(&self) -> Option<(f64, Hex)> {
        let gain = |hex: Hex| {
            let witnesses = self.left.iter().zip(&self.witnesses).map(|(left, zombie)| (left, smell(zombie, hex)));
            witnesses.map(|(left, smell)| smell * (2.0 * left - smell)).sum::<f64>()
        };
        self.places.iter().map(|&hex| (gain(hex), hex)).max_by(|a, b| a.0.total_cmp(&b.0))
    }

    /// As many humans as fit best around one hex.
    fn clump(&mut self, most: usize) {
        let weigh = |hex: Hex| {
            let witnesses = self.left.iter().zip(&self.witnesses).map(|(left, zombie)| (left, smell(zombie, hex)));
            witnesses.fold((0.0, 1e-9), |(along, own), (left, smell)| (along + left * smell, own + smell * smell))
        };
        let fits = self.places.iter().map(|&hex| (weigh(hex), hex)).map(|((along, own), hex)| (along, own, hex));
        let best = fits.max_by(|a, b| (a.0 * a.0 / a.1).total_cmp(&(b.0 * b.0 / b.1)));
        let Some((along, own, centre)) = best else { return };
        let count = (along / own).round().clamp(0.0, most as f64) as usize;
        let mut near = self.places.clone();
        near.sort_by_key(|hex| hex.distance(centre));
        near.into_iter().take(count).for_each(|hex| self.lay(hex));
    }
}

/// What a zombie smells of a human in that hex.
fn smell(zombie: &Zombie, hex: Hex) -> f64 {
    if zombie.at.has_in_front(zombie.facing, hex) { 1.0 / zombie.at.distance(hex) as f64 } else { 0.0 }
}
