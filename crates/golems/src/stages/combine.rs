//! `combine`: the caster merges into the target.

use super::list::Plan;
use crate::game::Golems;
use crate::reason;
use crate::report::Event;
use crate::state::State;
use skirmish_core::read::bounded;
use skirmish_core::{Log, Reason};
use std::array::from_fn;

#[inline]
pub fn check(state: &State, caster: usize, target: i32) -> Result<Plan, Reason> {
    let target = state.find(target).ok_or(Reason::NO_SUCH_TARGET)?;
    if target == caster {
        return Err(Reason::SELF_TARGET);
    }
    let (from, to) = (&state.units()[caster], &state.units()[target]);
    if to.owner != from.owner {
        return Err(Reason::ENEMY_TARGET);
    }
    if from.at.distance(to.at) != 1 {
        return Err(Reason::NOT_ADJACENT);
    }
    if from.actions < 1 {
        return Err(reason::NO_ACTION);
    }
    if to.actions < 1 {
        return Err(reason::TARGET_NO_ACTION);
    }
    Ok(Plan::Combine { caster, target })
}

pub fn apply<L: Log<Event>>(game: &Golems, state: &mut State, caster: usize, target: usize, log: &mut L) {
    let from = state.units()[caster];
    let to = state.unit_mut(target);
    let before = i64::from(to.stats.max_health);
    to.colours = from_fn(|i| bounded(to.colours[i].saturating_add(from.colours[i])));
    to.stats = game.stats(to.colours);
    let grown = (i64::from(to.stats.max_health) - before).max(0);
    to.hp = to.hp.saturating_add(grown.min(from.hp)).min(to.stats.ceiling(game.config.overheal_percent));
    to.actions -= 1;
    log.event(Event::Combine { unit: from.id, target: to.id });
    state.remove(caster);
}
