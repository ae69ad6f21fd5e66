//! The hunter: what a player must be prepared for. It waits until it may shoot, walks up to any zord it can kill, and
//! camps with the rest.

use super::hand::Hand;
use super::medium;

pub(super) fn hunt(hand: &mut Hand<'_>) {
    if hand.state.time < hand.game.config.grace_s {
        return;
    }
    while let Some((zord, target)) = cheapest_kill(hand) {
        let left = hand.actions();
        hand.strike(zord, target);
        if hand.actions() == left {
            break;
        }
    }
    medium::camp(hand);
}

/// The kill that costs the fewest action points, if any can be paid.
fn cheapest_kill(hand: &Hand<'_>) -> Option<(i64, i64)> {
    let config = &hand.game.config;
    let pairs = hand.enemies().flat_map(|enemy| hand.state.zords_of(hand.seat).map(move |own| (own, enemy)));
    let costs = pairs.map(|(own, enemy)| {
        let walk = (own.at.chebyshev(enemy.at) - own.range).max(0);
        let shots = config.shoot_cost.saturating_mul(enemy.hp + enemy.shields);
        (walk.saturating_mul(config.move_cost).saturating_add(shots), own.id, enemy.id)
    });
    costs.min().filter(|&(cost, ..)| cost <= hand.actions()).map(|(_, own, enemy)| (own, enemy))
}
