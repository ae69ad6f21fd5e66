//! The general checks before any verb: form, status of the game, seat.

use super::Core;
use crate::action::{Action, form};
use crate::draws::Chance;
use crate::event::Event;
use crate::reason;
use crate::state::{State, Status};
use skirmish_core::{Entry, Log, Reason, Seat};

impl<'e, C: Chance, L: Log<Event>> Core<'_, C, L> {
    /// Lets an entry in, or says what is wrong. The clock's commands are judged by their form alone.
    pub fn admit(&self, seat: Seat, entry: &'e Entry<Action>) -> Result<&'e Action, Reason> {
        admit(self.state, seat, entry)
    }
}

#[inline]
pub(crate) fn admit<'e>(state: &State, seat: Seat, entry: &'e Entry<Action>) -> Result<&'e Action, Reason> {
    let action = form(entry, seat == Seat::CLOCK)?;
    if action.command.is_clocks() {
        return Ok(action);
    }
    match state.status {
        Status::Waiting => Err(reason::GAME_NOT_STARTED),
        Status::Over | Status::Aborted => Err(Reason::GAME_OVER),
        Status::Running if seat.index() >= state.players.len() => Err(reason::UNKNOWN_SEAT),
        Status::Running => Ok(action),
    }
}
