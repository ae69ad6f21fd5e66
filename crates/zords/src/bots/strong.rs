//! The banker: builds its turn from plans, one after another. Each is tried on a board of its own, on which the day is
//! played to its end; the best one is kept, as long as it is better than stopping.

use super::evening::Evening;
use super::hand::Hand;
use super::plans::{self, Plan};
use crate::action::Action;
use crate::state::State;
use skirmish_core::Rng;

/// The most plans in one turn.
const MOST_PLANS: usize = 6;

/// Where actions cost next to nothing, not all plans are tried: a turn ends when this much was played.
const MOST_PLAYED: usize = 400_000;

/// A further plan must be better than stopping by this much.
const MARGIN: f64 = 0.25;

pub(super) fn bank(hand: &mut Hand<'_>) {
    let mut rng = Rng::new(hand.luck);
    let mut evening = Evening::new(hand.game, hand.seat, hand.state);
    let mut worth = evening.worth(hand.state);
    let mut trial = Trial { board: hand.state.clone(), list: Vec::new() };
    let mut best = Trial { board: hand.state.clone(), list: Vec::new() };
    let mut plans = Vec::new();
    for _ in 0..MOST_PLANS {
        plans::collect(hand, &mut plans);
        // The first of equals is taken.
        rng.shuffle(&mut plans);
        let mut found = None;
        for &plan in &plans {
            trial.carry_out(hand, plan);
            if trial.list.is_empty() || evening.played > MOST_PLAYED {
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
    }
}

/// A plan carried out on a board of its own.
struct Trial {
    board: State,
    list: Vec<Action>,
}

impl Trial {
    fn carry_out(&mut self, hand: &Hand<'_>, plan: Plan) {
        self.board.clone_from(hand.state);
        self.list.clear();
        let (game, seat, luck) = (hand.game, hand.seat, hand.luck);
        plan.carry_out(&mut Hand { game, state: &mut self.board, seat, luck, orders: &mut self.list });
    }
}
