//! What a seat is told. The state alone does not decide it: some of it needs memory, which the table keeps.

use crate::{Orders, Record, Rejection, Seat, Telling, Turn};

/// Who looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Viewer {
    Seat(Seat),
    /// Sees what the public may see while the game runs.
    Spectator,
    /// Sees everything but the random key.
    Omniscient,
}

/// What has come to a viewer since its last view.
pub struct News<'a, G: Telling> {
    /// Whether this is the viewer's first view of the game.
    pub first: bool,
    /// What was refused of the seat's list before.
    pub rejected: &'a [Rejection],
    /// Events since the last view, where the game tells them.
    pub events: &'a [G::Event],
    pub memory: &'a G::Memory,
}

/// A step that was just played, as the table saw it.
pub struct Step<'a, G: Telling> {
    /// Whose turn it was before the step.
    pub turn: Turn,
    pub orders: &'a Orders<G::Action>,
    pub record: &'a Record<G::Event>,
    /// The state after the step.
    pub state: &'a G::State,
}
