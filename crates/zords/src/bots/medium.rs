//! The camper: spreads over the totems, builds as soon as it can pay, kills what it can finish, and puts what is left
//! in the evening into shields.

use super::hand::{Hand, Ids};
use crate::action::Command;
use crate::state::Zord;
use skirmish_grid::Point;
use skirmish_grid::square::AROUND8;

/// How many steps a zord in the way counts for.
const ENEMY_THERE: i64 = 10;
const OWN_THERE: i64 = 30;
/// This many enemies in range of one zord are a crowd.
const CROWD: usize = 2;

pub(super) fn camp(hand: &mut Hand<'_>) {
    kill_what_is_weak(hand);
    build(hand);
    spread(hand);
    kill_what_is_weak(hand);
    if hand.is_evening() || is_crowded(hand) {
        shield_the_most_endangered(hand);
    }
}

/// Whether several enemies could shoot at one of its zords right now. Then shields do not wait for the evening: in a crowd, a
/// player who saves actions is shot before using them.
fn is_crowded(hand: &Hand<'_>) -> bool {
    let aims_at = |enemy: &Zord, at: Point| enemy.at.chebyshev(at) <= enemy.range;
    let aiming = |id: &i64| {
        let Some(at) = hand.zord(*id).map(|zord| zord.at) else { return 0 };
        hand.enemies().filter(|enemy| aims_at(enemy, at)).count()
    };
    hand.own().iter().any(|id| aiming(id) >= CROWD)
}

/// While an enemy in range can be killed: shoots the one that needs the fewest shots.
fn kill_what_is_weak(hand: &mut Hand<'_>) {
    let config = &hand.game.config;
    if hand.state.time < config.grace_s || config.shoot_cost <= 0 {
        return;
    }
    loop {
        let shots = hand.actions() / config.shoot_cost;
        let own = hand.own();
        let shooter = |enemy: &Zord| {
            own.iter().copied().find(|&id| hand.zord(id).is_some_and(|own| own.at.chebyshev(enemy.at) <= own.range))
        };
        let weakest = hand
            .enemies()
            .filter(|enemy| enemy.hp + enemy.shields <= shots)
            .filter_map(|enemy| Some((enemy.hp + enemy.shields, hand.tie(enemy.id), enemy.id, shooter(enemy)?)))
            .min();
        let Some((_, _, enemy, shooter)) = weakest else { return };
        let left = hand.actions();
        hand.shoot_down(shooter, enemy);
        // A full list takes no more shots.
        if hand.actions() == left {
            return;
        }
    }
}

/// New zords beside those in an area, as long as there will be another day to earn them back.
fn build(hand: &mut Hand<'_>) {
    if hand.state.day >= hand.game.config.days {
        return;
    }
    for id in hand.own() {
        let Some(at) = hand.zord(id).map(|zord| zord.at) else { continue };
        let Some(totem) = hand.totems().into_iter().find(|&totem| hand.in_area(at, totem)) else { continue };
        for offset in AROUND8 {
            let cell = at.step(offset);
            if hand.in_area(cell, totem) {
                hand.try_to(Command::Build { x: cell.x, y: cell.y });
            }
        }
    }
}

/// Every zord goes where the least is in its way, the nearest zords first.
fn spread(hand: &mut Hand<'_>) {
    let totems = hand.totems();
    let mut going = [0; 2];
    let mut waiting = hand.own();
    while !waiting.is_empty() {
        let choices = waiting.iter().enumerate().flat_map(|(i, &id)| [(i, id, 0), (i, id, 1)]);
        let tie = |t: usize| hand.tie(totems[t].x.into());
        let costs = choices.filter_map(|(i, id, t)| Some((cost(hand, id, totems[t], going[t])?, tie(t), i, id, t)));
        let Some((_, _, i, id, t)) = costs.min() else { return };
        waiting.remove(i);
        going[t] += 1;
        hand.walk(id, totems[t], hand.game.config.totem_aura);
    }
}

fn cost(hand: &Hand<'_>, id: i64, totem: Point, own_there: i64) -> Option<i64> {
    let zord = hand.zord(id)?;
    let distance = (zord.at.chebyshev(totem) - hand.game.config.totem_aura).max(0);
    let enemies = hand.enemies().filter(|enemy| hand.in_area(enemy.at, totem)).count() as i64;
    Some(distance + ENEMY_THERE * enemies + OWN_THERE * own_there)
}

/// Spends the rest on the zord that most enemies could shoot at.
fn shield_the_most_endangered(hand: &mut Hand<'_>) {
    let own: Ids = hand.own();
    let reach = |enemy: &Zord| enemy.range + hand.game.config.actions_per_day;
    let danger = |id: i64| {
        let at = hand.zord(id).map(|zord| zord.at).unwrap_or_default();
        hand.enemies().filter(|enemy| enemy.at.chebyshev(at) <= reach(enemy)).count()
    };
    if let Some(&id) = own.iter().max_by_key(|&&id| (danger(id), hand.tie(id))) {
        while hand.shield(id) {}
    }
}
