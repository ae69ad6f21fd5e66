//! What a seat is told. The state alone does not decide that: some of it needs memory, which the table keeps.

use crate::{Orders, Record, Rejection, Seat, Telling, Turn};

/// Who is looking.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Viewer {
    /// Sees what the rules let this seat see.
    Seat(Seat),
    /// Sees what the public may see during the game.
    Spectator,
    /// Sees everything but the random key.
    Omniscient,
}

/// What is new to a viewer since its last view.
pub struct News<'a, G: Telling> {
    /// Whether this is the viewer's first view of the game.
    pub first: bool,
    /// What was refused of the seat's last list.
    pub rejected: &'a [Rejection],
    /// Events since the last view, if the game makes them public.
    pub events: &'a [G::Event],
    /// What the table remembers beyond the state.
    pub memory: &'a G::Memory,
}

/// A step that was just played, as the table saw it.
pub struct Step<'a, G: Telling> {
    /// Whose turn it was before the step.
    pub turn: Turn,
    /// What it was played with.
    pub orders: &'a Orders<G::Action>,
    /// What it told.
    pub record: &'a Record<G::Event>,
    /// The state after the step.
    pub state: &'a G::State,
}
