//! The door for bots that are started elsewhere.

use crate::note::Note;
use crate::{Error, Venue};
use skirmish_referee::lobby::Lobby;
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

/// Where `skirmish attach` finds the ticket of the match that began to wait last.
pub fn ticket_file(venue: &Venue) -> Result<PathBuf, Error> {
    venue.kept("attach")
}

/// Opens the door, and tells how to come in.
pub(crate) fn open(venue: &Venue) -> Result<Lobby, Error> {
    let lobby = Lobby::open().map_err(Error::Door)?;
    let ticket = lobby.ticket();
    let is_kept = ticket_file(venue).is_ok_and(|file| keep(&file, &ticket).is_ok());
    venue.listener.tell(Note::Waiting { ticket: &ticket, is_kept });
    Ok(lobby)
}

/// Keeps a ticket where nobody else can read it.
fn keep(file: &Path, ticket: &str) -> std::io::Result<()> {
    // A new file, so that its mode is ours whatever was there before.
    match std::fs::remove_file(file) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    std::fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(file)?.write_all(ticket.as_bytes())
}
