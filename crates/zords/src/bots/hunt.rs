//! experiment
use super::hand::Hand;
use super::medium;
pub(super) fn hunt(hand: &mut Hand<'_>) {
    let c = &hand.game.config;
    if hand.state.time >= c.grace_s {
        loop {
            let actions = hand.actions();
            let mut best = None;
            for e in hand.enemies() {
                for z in hand.state.zords_of(hand.seat) {
                    let gap = (z.at.chebyshev(e.at) - z.range).max(0);
                    let cost = gap + 4 * (e.hp + e.shields);
                    if cost <= actions && best.is_none_or(|(b, _, _)| cost < b) {
                        best = Some((cost, z.id, e.id));
                    }
                }
            }
            let Some((_, z, e)) = best else { break };
            let (own, aim) = (hand.zord(z).unwrap(), hand.zord(e).unwrap());
            if own.at.chebyshev(aim.at) > own.range {
                hand.walk(z, aim.at, own.range);
            }
            let before = hand.actions();
            hand.shoot_down(z, e);
            if hand.actions() == before {
                break;
            }
        }
    }
    medium::camp(hand);
}
