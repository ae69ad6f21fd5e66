//! What only the laws ask of a game.

use crate::rules::CAIRNS;
use crate::{Cairns, State};
use skirmish_core::{Golden, Rng, Seat};

impl Golden for Cairns {
    /// The other seat's secret is hidden.
    fn reshuffle(&self, state: &State, seat: Seat, rng: &mut Rng) -> State {
        let mut other = state.clone();
        let secret = &mut other.secrets[seat.other().index()];
        *secret = (*secret + 1 + rng.index(CAIRNS - 1) as u8) % CAIRNS as u8;
        other
    }
}
