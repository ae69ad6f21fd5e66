//! Playing by hand: the commands as a person composes them.
//!
//! A `move` names where a soldier is to end up, not its next step, so straight-line distances are right for it.

use crate::game::Footsoldiers;
use crate::state::{Kind, State, Team};
use skirmish_core::hand::{Price, Slot, Verb};
use skirmish_core::show::Purse;
use skirmish_core::{Actor, Seat};

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

/// The money of a team.
pub(crate) fn purse(_: &Footsoldiers, state: &State, seat: Seat) -> Purse {
    vec![("money", state.money(Team::of(seat)))]
}

/// What soldiers cost.
pub(crate) fn prices(game: &Footsoldiers, state: &State, seat: Seat, actor: Actor) -> Vec<Price> {
    if actor != Actor::Seat {
        return Vec::new();
    }
    let money = state.money(Team::of(seat));
    let price = |(word, kind): (&'static str, Kind)| {
        let cost = game.traits(kind).cost;
        Price { verb: "build", choice: Some(word), cost: format!("{cost} money"), enough: money >= cost }
    };
    Kind::WORDS.map(price).into()
}
