//! Playing by hand: the verbs, and the ways around walls.

use crate::game::Golems;
use crate::state::State;
use skirmish_core::Seat;
use skirmish_core::hand::{Slot, Verb};
use skirmish_core::show::Distances;
use skirmish_grid::field::{FAR, Field};

pub(crate) const VERBS: &[Verb] = &[
    Verb::of_unit("move", "Move", 'm', "Steps to a free square next to the golem; costs a move.")
        .with(&[Slot::CELL])
        .walking(),
    Verb::of_unit(
        "attack",
        "Strike or heal",
        'a',
        "Strikes a square, or heals your own golem on it; beyond neighbouring squares only if it has not moved. \
         Afterwards it cannot move this turn.",
    )
    .with(&[Slot::Cell { x: "x", y: "y", label: "which square" }]),
    Verb::of_unit(
        "build",
        "Build",
        'b',
        "Spends a full store of build points on a new golem next to it: red builds blue, blue green, green yellow, yellow red.",
    )
    .with(&[Slot::CELL]),
    Verb::of_unit("combine", "Merge", 'c', "Merges the golem into a neighbour, which gains its colours; both need an action.")
        .with(&[Slot::Item { key: "target", label: "into which golem" }]),
    Verb::of_seat("end", "End turn", 'd', "Ends your turn.").ending(),
];

/// Longer than any path on a board.
const BLOCKED: i64 = 1 << 20;

/// Steps around walls and golems; where golems block every path, steps around walls only, which lead up to them.
pub(crate) fn distances<'a>(game: &'a Golems, state: &State, _: Seat, goal: [i64; 2]) -> Option<Distances<'a>> {
    let board = game.board();
    let spot = |x: usize, y: usize| board.spot(x as i32, y as i32);
    let goal = board.spot(i32::try_from(goal[0]).ok()?, i32::try_from(goal[1]).ok()?)?;
    let field = |open: &dyn Fn(usize, usize) -> bool| {
        let mut field = Field::new();
        field.fill((board.width() as usize, board.height() as usize), [(goal.x.into(), goal.y.into())], open);
        field
    };
    let no_wall = |x, y| spot(x, y).is_some_and(|spot| !board.is_wall(spot));
    let free = field(&|x, y| no_wall(x, y) && spot(x, y).is_some_and(|spot| state.unit_on(spot).is_none()));
    let open = field(&no_wall);
    Some(Box::new(move |[x, y]| match (free.at(x, y), open.at(x, y)) {
        (FAR, FAR) => None,
        (FAR, steps) => Some(BLOCKED + i64::from(steps)),
        (steps, _) => Some(steps.into()),
    }))
}
