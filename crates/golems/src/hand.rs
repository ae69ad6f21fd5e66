//! Playing by hand: the verbs, and the ways around walls.

use crate::action::Action;
use crate::game::Golems;
use crate::state::State;
use skirmish_core::hand::{Price, Slot, Verb};
use skirmish_core::show::Distances;
use skirmish_core::{Actor, Seat};
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
    .with(&[Slot::Cell { x: "x", y: "y", label: "which square" }])
    .striking(),
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

/// Blows against golems of the other side; those that kill are best, then the weakest enemy.
pub(crate) fn strike(game: &Golems, state: &State, seat: Seat, action: &Action) -> Option<i64> {
    let Action::Attack { unit, x, y } = *action else { return None };
    let stats = state.units()[state.find(unit)?].stats;
    let enemy = &state.units()[state.unit_on(game.board().spot(x, y)?)?];
    let hurts = stats.attack_power > 0 || stats.poison_power > 0 || stats.splash_damage > 0;
    let kills = i64::from(enemy.hp <= i64::from(stats.attack_power));
    (enemy.owner != seat && hurts).then_some((kills << 40) - enemy.hp)
}

/// A new golem costs a full store.
pub(crate) fn prices(_: &Golems, state: &State, seat: Seat, actor: Actor) -> Vec<Price> {
    let Actor::Unit(id) = actor else { return Vec::new() };
    let builder = i32::try_from(id).ok().and_then(|id| state.find(id)).map(|index| &state.units()[index]);
    let price = builder.filter(|unit| unit.owner == seat).map(|unit| {
        let most = i64::from(unit.stats.max_build_points);
        let cost = format!("{most} build {}", if most == 1 { "point" } else { "points" });
        Price { verb: "build", choice: None, cost, enough: unit.build_points >= most }
    });
    price.into_iter().collect()
}

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
