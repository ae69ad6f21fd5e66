//! Playing by hand: the commands as a person composes them.
//!
//! A `move` names where a soldier is to end up, not its next step, so straight-line distances are right for it.

use skirmish_core::hand::{Slot, Verb};

const FACING: Slot = Slot::Choice { key: "facing", label: "facing" };

pub(crate) const VERBS: &[Verb] = &[
    Verb::of_unit("move", "Send", 'm', "Gives the soldier a new destination; it walks there on its own, turn by turn.")
        .with(&[Slot::Cell { x: "x", y: "y", label: "destination" }])
        .walking(),
    Verb::of_unit(
        "face",
        "Turn",
        't',
        "Turns the soldier: of the enemies next to it, it strikes the one it faces first.",
    )
    .with(&[FACING]),
    Verb::of_seat("build", "Build", 'b', "Builds a soldier near your base; it walks and strikes in the same turn.")
        .with(&[
            Slot::Choice { key: "kind", label: "kind of soldier" },
            Slot::Cell { x: "x", y: "y", label: "where to build" },
            Slot::Cell { x: "dest_x", y: "dest_y", label: "destination" },
            FACING,
        ]),
    Verb::of_seat("no_op", "Wait", 'w', "Gives no command; your soldiers still walk and strike."),
];
