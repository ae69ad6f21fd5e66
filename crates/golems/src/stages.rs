//! A turn: begin phase, action phase, end phase.
//!
//! | stage | file |
//! |---|---|
//! | begin phase: poison, regeneration, build points, the end of the game | `begin` |
//! | action phase: the general checks of a list, then the checks and the effect of each verb | `list`, `movement`, `attack`, `build`, `combine` |
//! | end phase: the other seat's turn begins | here |
//!
//! Every verb has two functions: `check` says what it would do or why it may not, `apply` does it.

pub mod attack;
pub mod begin;
pub mod build;
pub mod combine;
pub mod list;
pub mod movement;

use crate::game::Golems;
use crate::report::Event;
use crate::state::{Cause, State, Verdict};
use skirmish_core::{Absence, Log, Seat};

/// A seat that is asked and gives no list loses at once.
pub fn forfeit(state: &mut State, seat: Seat) {
    if !state.is_over() && seat == state.seat {
        state.ending = Some(Verdict { winner: seat.other(), reason: Cause::Forfeit });
    }
}

/// The result's name for the absence that forfeited a game.
pub fn forfeit_reason(absence: Absence) -> &'static str {
    match absence.nearest() {
        Absence::Late => "timeout",
        Absence::Malformed => "bad_output",
        _ => "crash",
    }
}

/// The units of the seat lose what they have left, and the other seat's turn begins.
pub fn end_phase<L: Log<Event>>(game: &Golems, state: &mut State, log: &mut L) {
    state.begin_list();
    if state.is_over() {
        return;
    }
    let seat = state.seat;
    for unit in state.units_mut().iter_mut().filter(|unit| unit.owner == seat) {
        unit.moves = 0;
        unit.actions = 0;
    }
    state.seat = seat.other();
    state.turn += 1;
    begin::begin_phase(game, state, log);
}
