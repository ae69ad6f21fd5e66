//! Playing by hand: the verbs, and the ways over the board.

use crate::action::Action;
use crate::game::Infection;
use crate::state::State;
use crate::terrain::Kind;
use skirmish_core::Seat;
use skirmish_core::hand::{Slot, Verb};
use skirmish_core::show::Distances;
use skirmish_grid::field::{FAR, Field};

pub(crate) const VERBS: &[Verb] = &[
    Verb::of_unit("pick", "Choose class", 'c', "Gives this human a class, before the first turn.")
        .with(&[Slot::Choice { key: "class", label: "class" }]),
    Verb::of_unit("move", "Walk", 'm', "Walks to a cell; no diagonal steps, and units do not block each other.")
        .with(&[Slot::CELL])
        .walking(),
    Verb::of_unit("attack", "Attack", 'a', "A human shoots a zombie, which stuns it; a zombie bites a human.")
        .with(&[Slot::TARGET])
        .striking(),
    Verb::of_unit("break", "Break", 'b', "Strikes a wall, a tree or a barricade, until it is debris.")
        .with(&[Slot::CELL]),
    Verb::of_unit("heal", "Heal", 'h', "A medic gives another human health.").with(&[Slot::TARGET]),
    Verb::of_unit("build", "Build", 'u', "A builder puts up a barricade on open ground where nobody stands.")
        .with(&[Slot::CELL]),
];

/// Shots and bites. Whoever has the least health comes first; of zombies, whoever is not stunned.
pub(crate) fn strike(_: &Infection, state: &State, _: Seat, action: &Action) -> Option<i64> {
    let Action::Attack { target, .. } = *action else { return None };
    let target = state.units.get(usize::try_from(target).ok()?)?;
    Some(-target.health.saturating_add(target.stun_wait))
}

/// Steps from every cell to `goal` around all obstacles. Where there is no way around, the path leads through what can be
/// broken and counts as longer than any way around, so that a zombie sent into a closed room walks up to its wall.
pub(crate) fn distances<'a>(_: &'a Infection, state: &State, _: Seat, goal: [i64; 2]) -> Option<Distances<'a>> {
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
    Some(Box::new(move |[x, y]: [i64; 2]| match (around.at(x, y), through.at(x, y)) {
        (FAR, FAR) => None,
        (FAR, steps) => Some(farther + i64::from(steps)),
        (steps, _) => Some(i64::from(steps)),
    }))
}
