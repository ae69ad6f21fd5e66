//! A model of the game that follows the views a bot is shown.

use crate::game::Infection;
use crate::position::Position;
use crate::state::State;
use skirmish_core::Documents;

#[derive(Default)]
pub(super) struct Model {
    latest: Option<(Infection, State)>,
    /// The rows that the model's ground was read from.
    rows: Vec<String>,
}

impl Model {
    /// The game and state of a position, or `None` if there is none behind it.
    pub fn of(&mut self, position: &Position) -> Option<(&Infection, &State)> {
        match &mut self.latest {
            Some((game, state)) if game.follows(position) => follow(game, state, &mut self.rows, position),
            latest => {
                *latest = Infection::from_position(position).ok();
                self.rows.clone_from(&position.rows);
            }
        }
        self.latest.as_ref().map(|(game, state)| (game, state))
    }
}

/// Makes the state that of a later position of the same game. Only rows that have changed are read again.
fn follow(game: &Infection, state: &mut State, rows: &mut [String], position: &Position) {
    state.take_over(position);
    for (y, (row, old)) in position.rows.iter().zip(rows.iter_mut()).enumerate() {
        if row != old {
            state.terrain.read_row(y as i32, row);
            old.clone_from(row);
        }
    }
    state.terrain.read_damage(position.damaged.iter().map(|item| (item.x, item.y, item.durability)));
    debug_assert_eq!(state.units.len(), game.ids.len());
}

impl Infection {
    /// Whether a position can be of this game: the same config, units and size of the board.
    fn follows(&self, position: &Position) -> bool {
        self.overrides == position.config
            && self.config.height == position.rows.len() as i64
            && position.rows.iter().all(|row| row.len() as i64 == self.config.width)
            && self.ids.iter().copied().eq(position.units.iter().map(|unit| unit.id))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use skirmish_core::{Rng, Setup, rollout};

    #[test]
    fn the_model_is_the_game() {
        let mut model = Model::default();
        for n in 0..2 {
            let (game, mut state) = Infection::opening(n, &Setup::default()).unwrap();
            let mut rng = Rng::new(n);
            for _ in 0..120 {
                let (_, followed) = model.of(&game.position(&state)).unwrap();
                assert_eq!(followed, &state);
                rollout::step(&game, &mut state, &mut rng);
            }
        }
    }
}
