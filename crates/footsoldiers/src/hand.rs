//! Playing by hand: the commands as a person composes them, and why one is refused.
//!
//! A `move` names where a soldier is to end up, not its next step, so ways as the crow flies are right for it.

use crate::action::reason;
use skirmish_core::Reason;
use skirmish_core::hand::{Slot, Verb};

const FACING: Slot = Slot::Choice { key: "facing", label: "facing" };

pub(crate) const VERBS: &[Verb] = &[
    Verb::of_unit("move", "Send", 'm', "Gives the soldier a new destination; it walks there by itself, turn by turn.")
        .with(&[Slot::Cell { x: "x", y: "y", label: "destination" }])
        .walking(),
    Verb::of_unit(
        "face",
        "Turn",
        't',
        "Turns the soldier: of the enemies beside it, it strikes the one it faces first.",
    )
    .with(&[FACING]),
    Verb::of_seat("build", "Build", 'b', "Builds a soldier near your base; it walks and strikes in the same turn.")
        .with(&[
            Slot::Choice { key: "kind", label: "kind of soldier" },
            Slot::Cell { x: "x", y: "y", label: "where to build" },
            Slot::Cell { x: "dest_x", y: "dest_y", label: "destination" },
            FACING,
        ]),
    Verb::of_seat("no_op", "Wait", 'w', "Gives no command; your soldiers walk and strike all the same."),
];

pub(crate) fn explain(code: Reason) -> &'static str {
    match code {
        reason::NOT_ENOUGH_MONEY => "You do not have enough money for this soldier.",
        reason::TOO_FAR_FROM_BASE => "That is too far from your base to build on.",
        reason::EMPTY_SQUARE => "Nobody stands on that square.",
        reason::ROCK_THERE => "That is a rock, not a soldier.",
        reason::BASE_THERE => "That is a base, not a soldier.",
        reason::BAD_COMMAND => "The line holds no command.",
        reason::BAD_COORDINATE => "A number in the line is larger than any square has.",
        Reason::OCCUPIED => "Something stands on that square already.",
        Reason::NO_SUCH_UNIT => "There is no soldier of that number.",
        Reason::NOT_YOUR_UNIT => "That soldier is not yours.",
        Reason::TOO_MANY_ACTIONS => "Each player gives one command in a turn, and yours is given.",
        Reason::MALFORMED => {
            "Something is missing in this command, or a square is negative: such squares cannot be named."
        }
        Reason::NO_ANSWER => "No answer came in time, so nothing was commanded.",
        other => skirmish_core::hand::explain(other),
    }
}
