//! Who sees what: a hex is seen when a living unit of the side is near enough. Nothing blocks sight.

use crate::Outbreak;
use crate::state::State;
use crate::words::Side;
use skirmish_grid::hex::{Diamond, Hex};

impl Outbreak {
    pub(crate) fn sight(&self, side: Side) -> i64 {
        match side {
            Side::Humans => self.config.human_sight,
            Side::Zombies => self.config.zombie_sight,
        }
    }

    /// Whether `side` sees the hex.
    #[inline]
    pub(crate) fn sees(&self, state: &State, side: Side, hex: Hex) -> bool {
        let sight = self.sight(side);
        match side {
            Side::Humans => state.humans.iter().any(|human| human.at.distance(hex) <= sight),
            // Go through the shorter list: the zombies, or the hexes from which one of them would see this hex.
            Side::Zombies if Diamond::disc_size(sight) < state.zombies.len() as i64 => {
                self.board.disc(hex, sight).any(|near| state.cell(near).zombies > 0)
            }
            Side::Zombies => state.zombies.iter().any(|zombie| zombie.at.distance(hex) <= sight),
        }
    }
}
