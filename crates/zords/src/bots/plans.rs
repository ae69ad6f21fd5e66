//! What the banker thinks of doing: small plans for one zord.

use super::hand::Hand;
use super::medium;
use crate::action::Command;
use crate::game::Zords;
use crate::state::State;
use skirmish_core::Seat;
use skirmish_grid::Point;
use skirmish_grid::square::AROUND8;

/// A small plan.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Plan {
    /// Do as the camper would.
    Camp,
    /// Walk into range of an enemy and shoot.
    Strike { zord: i64, target: i64 },
    /// Raise the range until an enemy is in it, and shoot.
    Snipe { zord: i64, target: i64 },
    /// Walk towards a place.
    Walk { zord: i64, centre: Point, radius: i64 },
    /// Go to a cell.
    Go { zord: i64, to: Point },
    /// So many shields.
    Shield { zord: i64, count: i64 },
    /// A new zord beside an old one.
    Build { x: i32, y: i32 },
}

impl Plan {
    /// Does what can be done of it.
    pub fn carry_out(self, hand: &mut Hand<'_>) {
        match self {
            Plan::Camp => medium::camp(hand),
            Plan::Strike { zord, target } => {
                let (Some(own), Some(aim)) = (hand.zord(zord), hand.zord(target)) else { return };
                if own.at.chebyshev(aim.at) > own.range {
                    hand.walk(zord, aim.at, own.range);
                }
                hand.shoot_down(zord, target);
            }
            Plan::Snipe { zord, target } => {
                let (Some(own), Some(aim)) = (hand.zord(zord), hand.zord(target)) else { return };
                for _ in own.range..own.at.chebyshev(aim.at) {
                    hand.raise_range(zord);
                }
                hand.shoot_down(zord, target);
            }
            Plan::Walk { zord, centre, radius } => {
                hand.walk(zord, centre, radius);
            }
            Plan::Go { zord, to } => {
                hand.go(zord, to);
            }
            Plan::Shield { zord, count } => {
                for _ in 0..count {
                    hand.shield(zord);
                }
            }
            Plan::Build { x, y } => {
                hand.try_to(Command::Build { x, y });
            }
        }
    }
}

/// All plans worth a thought on a board.
pub(super) fn collect(game: &Zords, board: &mut State, seat: Seat, plans: &mut Vec<Plan>) {
    plans.clear();
    let mut orders = Vec::new();
    let hand = Hand { game, state: board, seat, orders: &mut orders };
    plans.push(Plan::Camp);
    let can_shoot = hand.state.time >= game.config.grace_s;
    let reach = hand.reach();
    for zord in hand.state.zords_of(seat) {
        let id = zord.id;
        if can_shoot {
            for enemy in hand.enemies() {
                let gap = zord.at.chebyshev(enemy.at) - zord.range;
                if gap <= reach - 4 {
                    plans.push(Plan::Strike { zord: id, target: enemy.id });
                }
                if gap > 0 && 2 * gap <= reach - 4 {
                    plans.push(Plan::Snipe { zord: id, target: enemy.id });
                }
            }
        }
        for totem in hand.totems() {
            for radius in [game.config.totem_aura, 0, game.config.totem_aura + 3] {
                if zord.at.chebyshev(totem) > radius {
                    plans.push(Plan::Walk { zord: id, centre: totem, radius: radius.max(1) });
                }
            }
        }
        for (dx, dy) in AROUND8 {
            for far in [1, 3, 7, 12] {
                let to = zord.at.step((dx * far, dy * far));
                if i64::from(far) <= reach && hand.is_free(to) {
                    plans.push(Plan::Go { zord: id, to });
                }
            }
        }
        for count in [1, 2, 4, 5] {
            if count * game.config.shield_cost <= hand.actions() {
                plans.push(Plan::Shield { zord: id, count });
            }
        }
        for offset in AROUND8 {
            let cell = zord.at.step(offset);
            let Point { x, y } = cell;
            if hand.game.check(hand.state, seat, &Command::Build { x, y }).is_ok() {
                plans.push(Plan::Build { x, y });
            }
        }
    }
}
