//! Where this program plays its matches, and how it tells what is worth knowing.

use crate::interrupt::Interrupt;
use crate::tell;
use anyhow::Result;
use skirmish_jail::Level;
use skirmish_matches::{Listener, Note, Venue, sandbox};
use skirmish_referee::lobby::VARIABLE;

/// The venue of a command: all games, stopped by Ctrl-C. A quiet one tells only what somebody waits for.
pub fn venue(quiet: bool) -> Venue {
    let listener = Listener::new(move |note| match note {
        Note::Waiting { ticket, is_kept } => tell_waiting(ticket, *is_kept),
        _ if quiet => {}
        note => tell!("{note}"),
    });
    let mut venue = Venue::new(skirmish_games::registry()).with_cancel(Interrupt.token()).with_listener(listener);
    venue.interpreters = Some(skirmish_learn::dialogue::open);
    venue
}

fn tell_waiting(ticket: &str, is_kept: bool) {
    tell!("waiting for a bot to join; start it with one of");
    if is_kept {
        tell!("  skirmish attach COMMAND");
    } else {
        tell!("  skirmish attach --to {ticket} COMMAND");
    }
    tell!("  {VARIABLE}={ticket} COMMAND     (a bot made with `skirmish new`, in an IDE or a debugger)");
}

/// The sandbox level that a user names, if one is named.
pub fn level(name: Option<&str>) -> Result<Option<Level>> {
    Ok(name.map(sandbox::level).transpose()?)
}
