//! How laws and golden vectors play: each group is one submission, as the contract's own driver does it.

use crate::Outbreak;
use crate::state::State;
use skirmish_core::{Golden, Rng, Seat};

impl Golden for Outbreak {
    fn reshuffle(&self, state: &State, seat: Seat, rng: &mut Rng) -> State {
        self.change_hidden(state, seat, rng)
    }
}
