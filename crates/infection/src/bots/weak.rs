//! `drifter`: every unit does something legal at random.

use super::Mind;
use crate::action::Action;
use crate::class::Side;
use crate::game::Infection;
use crate::state::State;
use skirmish_core::{Rng, Rules};

pub(super) struct Drifter;

impl Mind for Drifter {
    fn phase(&mut self, game: &Infection, state: &State, side: Side, rng: &mut Rng, out: &mut Vec<Action>) {
        let mut state = state.clone();
        while let Some(action) = game.sample(&state, side.seat(), rng) {
            // When whole turns are asked for, later phases follow when they are played.
            if action.phase() != state.phase || game.act(&mut state, side.seat(), &action, &mut ()).is_err() {
                break;
            }
            out.push(action);
        }
    }
}
