//! What the banker considers: small plans for one zord.

use super::hand::Hand;
use super::medium;
use crate::action::Command;
use crate::state::Zord;
use skirmish_grid::Point;
use skirmish_grid::square::AROUND8;
use smallvec::SmallVec;

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
    /// This many shields.
    Shield { zord: i64, count: i64 },
    /// A new zord next to an old one.
    Build(Command),
}

impl Plan {
    /// Carries out as much of it as is possible.
    pub fn carry_out(self, hand: &mut Hand<'_>) {
        match self {
            Plan::Camp => medium::camp(hand),
            Plan::Strike { zord, target } => hand.strike(zord, target),
            Plan::Snipe { zord, target } => {
                let (Some(own), Some(aim)) = (hand.zord(zord), hand.zord(target)) else { return };
                let mut range = own.range;
                while range < own.at.chebyshev(aim.at) && hand.raise_range(zord) {
                    range += 1;
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
            Plan::Build(command) => {
                hand.try_to(command);
            }
        }
    }
}

/// Steps to the side that are considered.
const STEPS: [i32; 4] = [1, 3, 7, 12];

/// Numbers of shields that are considered.
const SHIELDS: [i64; 4] = [1, 2, 4, 5];

/// How far outside of a totem's area a zord may wait.
const WAITING: i64 = 3;

/// All plans worth considering for the seat to act.
pub(super) fn collect(hand: &Hand<'_>, plans: &mut Vec<Plan>) {
    plans.clear();
    plans.push(Plan::Camp);
    for own in hand.state.zords_of(hand.seat) {
        attacks(hand, own, plans);
        walks(hand, own, plans);
        let affordable = |count: &i64| count * hand.game.config.shield_cost <= hand.actions();
        plans.extend(SHIELDS.into_iter().filter(affordable).map(|count| Plan::Shield { zord: own.id, count }));
        let buildings = AROUND8.map(|offset| own.at.step(offset)).map(|cell| Command::Build { x: cell.x, y: cell.y });
        let allowed = |command: &Command| hand.game.check(hand.state, hand.seat, command).is_ok();
        plans.extend(buildings.into_iter().filter(allowed).map(Plan::Build));
    }
}

/// How many enemies one zord considers attacking: the nearest ones.
const TARGETS: usize = 24;

/// The enemies that can be shot at least once, by walking or with more range.
fn attacks(hand: &Hand<'_>, own: &Zord, plans: &mut Vec<Plan>) {
    let config = &hand.game.config;
    if hand.state.time < config.grace_s {
        return;
    }
    let left = hand.actions() - config.shoot_cost;
    let far = |enemy: &Zord| (own.at.chebyshev(enemy.at), enemy.id);
    let reach = left.checked_div(config.move_cost.min(config.range_cost)).unwrap_or(i64::MAX).saturating_add(own.range);
    let mut near: SmallVec<[_; 64]> = hand.enemies().map(far).filter(|&(distance, _)| distance <= reach).collect();
    let farthest = if near.len() > TARGETS { *near.select_nth_unstable(TARGETS - 1).1 } else { (i64::MAX, i64::MAX) };
    for enemy in hand.enemies().filter(|enemy| far(enemy) <= farthest) {
        let gap = (own.at.chebyshev(enemy.at) - own.range).max(0);
        if gap.saturating_mul(config.move_cost) <= left {
            plans.push(Plan::Strike { zord: own.id, target: enemy.id });
        }
        if gap > 0 && gap.saturating_mul(config.range_cost) <= left {
            plans.push(Plan::Snipe { zord: own.id, target: enemy.id });
        }
    }
}

/// Into the areas of the totems, to their edges and their middles, and to the side.
fn walks(hand: &Hand<'_>, own: &Zord, plans: &mut Vec<Plan>) {
    let aura = hand.game.config.totem_aura;
    for centre in hand.totems() {
        for radius in [aura, 1, aura + WAITING] {
            if own.at.chebyshev(centre) > radius {
                plans.push(Plan::Walk { zord: own.id, centre, radius });
            }
        }
    }
    for (dx, dy) in AROUND8 {
        for far in STEPS {
            let to = own.at.step((dx * far, dy * far));
            if i64::from(far) <= hand.reach() && hand.is_free(to) {
                plans.push(Plan::Go { zord: own.id, to });
            }
        }
    }
}
