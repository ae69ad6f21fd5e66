//! People at the table: told how their match ended.

use crate::error::in_full;
use crate::{Error, Played, Team};
use skirmish_referee::desk::Over;

/// Tells the people of a team how the match ended, or why it could not be played.
pub fn dismiss(team: &Team, played: &Result<Played, Error>) {
    let over = match played {
        Ok(played) => played.over(),
        Err(error) => Over { result: ().into(), winner: None, reason: None, void: Some(in_full(error)), replay: None },
    };
    team.desks().into_iter().flatten().for_each(|desk| desk.close(over.clone()));
}
