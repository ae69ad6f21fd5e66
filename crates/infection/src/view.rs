//! What a seat is told: everything.

use crate::class::Side;
use crate::game::Infection;
use crate::position;
use crate::position::Position;
use crate::state::State;
use schemars::JsonSchema;
use serde::Serialize;
use skirmish_core::Viewer;

/// The position, and whose view it is.
#[derive(Clone, PartialEq, Debug, Default, Serialize, JsonSchema)]
pub struct View {
    #[serde(flatten)]
    pub position: Position,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub you: Option<Side>,
}

pub(crate) fn write(game: &Infection, state: &State, viewer: Viewer, out: &mut View) {
    position::write_into(game, state, &mut out.position);
    out.you = match viewer {
        Viewer::Seat(seat) => Side::of(seat),
        Viewer::Spectator | Viewer::Omniscient => None,
    };
}
