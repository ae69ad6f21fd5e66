//! The banker: makes its turn out of plans, one after another. Each is tried on a board of its own, on which the day is
//! played to its end; the one that leaves most is kept, as long as it is better than to stop.

use super::evening::Evening;
use super::hand::Hand;
use super::plans::{self, Plan};
use crate::action::Action;
use crate::state::State;
use skirmish_core::Rng;

/// Plans that one turn is made of, at most.
const MOST_PLANS: usize = 6;

/// A further plan must be better than to stop by this much.
const MARGIN: f64 = 0.25;

pub(super) fn bank(hand: &mut Hand<'_>, rng: &mut Rng) {
    let mut evening = Evening::new(hand.game, hand.seat);
    let mut board = hand.state.clone();
    let mut worth = evening.worth(&board);
    let mut trial = Trial { board: board.clone(), list: Vec::new() };
    let mut best = Trial { board: board.clone(), list: Vec::new() };
    let mut plans = Vec::new();
    for _ in 0..MOST_PLANS {
        plans::collect(hand.game, &mut board, hand.seat, &mut plans);
        rng.shuffle(&mut plans);
        let mut found = None;
        for &plan in &plans {
            trial.carry_out(hand, &board, plan);
            if trial.list.is_empty() {
                continue;
            }
            let gain = evening.worth(&trial.board);
            if gain > found.unwrap_or(worth + MARGIN) {
                found = Some(gain);
                std::mem::swap(&mut trial, &mut best);
            }
        }
        let Some(gain) = found else { return };
        worth = gain;
        for action in &best.list {
            hand.try_to(action.command);
        }
        board.clone_from(&best.board);
    }
}

/// A plan carried out on a board of its own.
struct Trial {
    board: State,
    list: Vec<Action>,
}

impl Trial {
    fn carry_out(&mut self, hand: &Hand<'_>, board: &State, plan: Plan) {
        self.board.clone_from(board);
        self.list.clear();
        let mut own = Hand { game: hand.game, state: &mut self.board, seat: hand.seat, orders: &mut self.list };
        plan.carry_out(&mut own);
    }
}
