//! Playing by hand: the verbs, the reasons in plain words, and the ways over the board.

use crate::action::reason;
use crate::state::State;
use crate::terrain::Kind;
use skirmish_core::Reason;
use skirmish_core::game::Distances;
use skirmish_core::hand::{Slot, Verb};
use skirmish_grid::field::{FAR, Field};

pub(crate) const VERBS: &[Verb] = &[
    Verb::of_unit("pick", "Choose class", 'c', "Gives this human a class, before the first turn.")
        .with(&[Slot::Choice { key: "class", label: "class" }]),
    Verb::of_unit("move", "Walk", 'm', "Walks to a cell; there are no diagonal steps, and nobody is in the way.")
        .with(&[Slot::CELL])
        .walking(),
    Verb::of_unit("attack", "Attack", 'a', "A human shoots a zombie, which stuns it; a zombie bites a human.")
        .with(&[Slot::TARGET]),
    Verb::of_unit("break", "Break", 'b', "Strikes a wall, a tree or a barricade; in the end it is debris.")
        .with(&[Slot::CELL]),
    Verb::of_unit("heal", "Heal", 'h', "A medic gives another human health.").with(&[Slot::TARGET]),
    Verb::of_unit("build", "Build", 'u', "A builder puts up a barricade on open ground where nobody stands.")
        .with(&[Slot::CELL]),
];

/// Why something is not allowed.
pub(crate) fn explain(reason: Reason) -> &'static str {
    match reason {
        reason::WRONG_PHASE => "This is not done in this part of the turn.",
        reason::ALREADY_ACTED => "The unit has had its order for this part of the turn.",
        reason::STUNNED => "The zombie was shot and is stunned: it can do nothing this turn.",
        reason::COOLING_DOWN => "The unit did this a short while ago and is not ready yet.",
        reason::WRONG_CLASS => "Only medics heal, and only builders build.",
        reason::UNREACHABLE => "The unit cannot walk there in one turn.",
        reason::TARGET_TURNED => "The target was infected just now and is a zombie already.",
        reason::NO_OBSTACLE => "There is nothing to break.",
        reason::INDESTRUCTIBLE => "Water cannot be broken.",
        reason::OCCUPIED_TERRAIN => "Barricades are built on open ground only, not on obstacles or debris.",
        reason::OCCUPIED_UNIT => "Somebody is standing there: nothing can be built.",
        reason::UNKNOWN_CLASS => "There is no such class for humans.",
        reason::PICK_LIMIT => "All classes that may be given are given.",
        reason::CLASS_LIMIT => "No more humans may be given this class.",
        Reason::BLOCKED => "An obstacle stands there.",
        Reason::OUT_OF_RANGE => "That is out of reach; walls and trees make the way longer.",
        Reason::FRIENDLY_TARGET => "The target is on your own side, or was when this part of the turn began.",
        other => skirmish_core::hand::explain(other),
    }
}

/// Steps from every cell to `goal` around all obstacles; where there is no way around, through what can be broken, and
/// counted as farther than any way around. So a zombie sent into a closed room comes to its wall.
pub(crate) fn distances(state: &State, goal: [i64; 2]) -> Distances<'static> {
    let terrain = &state.terrain;
    let size = (terrain.width() as usize, terrain.height() as usize);
    let inside = |at: i64, count: usize| usize::try_from(at).ok().filter(|&at| at < count);
    let source = inside(goal[0], size.0).zip(inside(goal[1], size.1));
    let search = |open: fn(Kind) -> bool| {
        let mut field = Field::new();
        field.fill(size, source, |x, y| open(terrain.kind(x as i32, y as i32)));
        field
    };
    let around = search(|kind| !kind.blocks_walking(false));
    let through = search(|kind| kind != Kind::Water);
    let farther = (size.0 * size.1) as i64;
    Box::new(move |[x, y]| match (around.at(x, y), through.at(x, y)) {
        (FAR, FAR) => None,
        (FAR, steps) => Some(farther + i64::from(steps)),
        (steps, _) => Some(i64::from(steps)),
    })
}
