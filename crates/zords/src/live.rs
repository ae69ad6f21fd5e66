//! What live play adds to the general checks. Everything else in a live game (its clock, its log, its service) is
//! outside of the rules.

use crate::action::Action;
use crate::reason;
use crate::state::State;
use skirmish_core::{Reason, Seat};

/// The last of the general checks in a live game: the seat has not resigned, and the day is the one it planned for.
/// The seat is a player of the game.
pub fn admit_live(state: &State, seat: Seat, action: &Action) -> Result<(), Reason> {
    if action.command.is_clocks() {
        return Ok(());
    }
    if state.player(seat).retired {
        return Err(reason::RETIRED_SEAT);
    }
    match action.day {
        Some(day) if i64::from(day) != state.day => Err(reason::WRONG_DAY),
        _ => Ok(()),
    }
}
