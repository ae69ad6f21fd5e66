//! The action phase: a list is worked through entry by entry.

use super::{attack, build, combine, movement};
use crate::action::Action;
use crate::game::Golems;
use crate::map::Spot;
use crate::report::Event;
use crate::state::State;
use skirmish_core::{Entry, Log, Reason, Seat};

/// An action that has passed its checks: units by index, squares as spots.
#[derive(Clone, Copy, Debug)]
pub enum Plan {
    Move { unit: usize, to: Spot },
    Attack { unit: usize, target: Spot },
    Build { unit: usize, on: Spot },
    Combine { caster: usize, target: usize },
    End,
}

/// Judges the entry at `index` of a seat's list, no matter whose turn it is, and carries it out.
#[inline]
pub fn entry<L: Log<Event>>(
    game: &Golems,
    state: &mut State,
    seat: Seat,
    (index, entry): (usize, &Entry<Action>),
    log: &mut L,
) -> Result<(), Reason> {
    admit(game, state, seat, index)?;
    let plan = match entry {
        Entry::Action(action) => plan(game, state, action)?,
        Entry::Bad(flaw) => return Err(flaw.reason()),
    };
    apply(game, state, plan, log);
    Ok(())
}

/// Judges an action as the next entry of the list of `seat`.
#[inline]
pub fn check(game: &Golems, state: &State, seat: Seat, action: &Action) -> Result<Plan, Reason> {
    admit(game, state, seat, state.taken as usize)?;
    plan(game, state, action)
}

/// Whether an entry at `index` is judged at all, before looking into it.
#[inline]
pub fn admit(game: &Golems, state: &State, seat: Seat, index: usize) -> Result<(), Reason> {
    if state.is_over() {
        Err(Reason::GAME_OVER)
    } else if seat != state.seat {
        Err(Reason::NOT_YOUR_TURN)
    } else if state.ended {
        Err(Reason::TURN_OVER)
    } else if index as i64 >= game.config.max_actions {
        Err(Reason::TOO_MANY_ACTIONS)
    } else {
        Ok(())
    }
}

/// The checks of the unit and of the verb, for the seat to move.
#[inline]
fn plan(game: &Golems, state: &State, action: &Action) -> Result<Plan, Reason> {
    match *action {
        Action::Move { unit, x, y } => movement::check(game, state, actor(state, unit)?, x, y),
        Action::Attack { unit, x, y } => attack::check(game, state, actor(state, unit)?, x, y),
        Action::Build { unit, x, y } => build::check(game, state, actor(state, unit)?, x, y),
        Action::Combine { unit, target } => combine::check(state, actor(state, unit)?, target),
        Action::End => Ok(Plan::End),
    }
}

/// The index of the acting unit.
#[inline]
fn actor(state: &State, id: i32) -> Result<usize, Reason> {
    let index = state.find(id).ok_or(Reason::NO_SUCH_UNIT)?;
    if state.units()[index].owner == state.seat { Ok(index) } else { Err(Reason::NOT_YOUR_UNIT) }
}

/// Carries out what was planned in this very state.
#[inline]
pub fn apply<L: Log<Event>>(game: &Golems, state: &mut State, plan: Plan, log: &mut L) {
    state.taken += 1;
    match plan {
        Plan::Move { unit, to } => movement::apply(state, unit, to, log),
        Plan::Attack { unit, target } => attack::apply(game, state, unit, target, log),
        Plan::Build { unit, on } => build::apply(game, state, unit, on, log),
        Plan::Combine { caster, target } => combine::apply(game, state, caster, target, log),
        Plan::End => state.ended = true,
    }
}
