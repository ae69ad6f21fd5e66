//! `bunker` and `horde`: players that count what a move is worth.

mod bunker;
mod horde;
mod nose;
mod runner;

pub(super) use bunker::Bunker;
pub(super) use horde::Horde;
