//! Random legal play: `sample` draws every action from the state that the actions before it left.

use crate::{Game, Rng};

/// How much was played.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Count {
    /// Steps that were played.
    pub steps: u64,
    /// Actions that were carried out.
    pub actions: u64,
}

/// After every action, the list ends with a chance of one in this many. Otherwise free actions could go on for ever.
pub const STOP_ONE_IN: u64 = 64;

/// Plays one step at random.
pub fn step<G: Game>(game: &G, state: &mut G::State, rng: &mut Rng) -> Count {
    let mut count = Count { steps: 1, actions: 0 };
    let turn = game.turn(state);
    for seat in turn.to_act.iter() {
        if turn.silent.contains(seat) {
            continue;
        }
        while let Some(action) = game.sample(state, seat, rng) {
            if game.act(state, seat, &action, &mut ()).is_err() {
                break;
            }
            count.actions += 1;
            if rng.chance(1, STOP_ONE_IN) {
                break;
            }
        }
    }
    game.close(state, &mut ());
    count
}

/// Plays at random to the end of the game, or for `most` steps.
pub fn game<G: Game>(game: &G, state: &mut G::State, rng: &mut Rng, most: u64) -> Count {
    let mut count = Count::default();
    while count.steps < most && !game.turn(state).is_over() {
        let one = step(game, state, rng);
        count.steps += one.steps;
        count.actions += one.actions;
    }
    count
}
