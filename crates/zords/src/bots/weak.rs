//! The wanderer: its first zord walks to the nearest totem, shoots what is in range, and hides behind shields.

use super::hand::Hand;
use skirmish_grid::Point;

pub(super) fn wander(hand: &mut Hand<'_>) {
    let Some(&first) = hand.own().first() else { return };
    let Some(at) = hand.zord(first).map(|zord| zord.at) else { return };
    let distance = |totem: &Point| (totem.chebyshev(at), hand.tie(totem.x.into()));
    let nearest = hand.totems().into_iter().min_by_key(distance);
    let Some(totem) = nearest else { return };
    hand.walk(first, totem, hand.game.config.totem_aura);
    let Some(zord) = hand.zord(first) else { return };
    if hand.in_area(zord.at, totem) {
        let in_range = hand.enemies().filter(|enemy| enemy.at.chebyshev(zord.at) <= zord.range);
        let mut enemies: Vec<i64> = in_range.map(|enemy| enemy.id).collect();
        enemies.sort_by_key(|&enemy| hand.tie(enemy));
        for enemy in enemies {
            if hand.state.time < hand.game.config.grace_s || hand.actions() < hand.game.config.shoot_cost {
                break;
            }
            hand.shoot_down(first, enemy);
        }
        while hand.shield(first) {}
    }
}
