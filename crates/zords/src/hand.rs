//! Playing by hand: the verbs, and ways over the open board.

use crate::action::{Action, Command};
use crate::game::Zords;
use crate::state::State;
use skirmish_core::hand::{Price, Slot, Verb};
use skirmish_core::show::{Distances, Purse};
use skirmish_core::{Actor, Seat};
use skirmish_grid::Point;

pub(crate) const VERBS: &[Verb] = &[
    Verb::of_unit("move", "Move", 'm', "Jumps to a free cell, for one action per cell of distance.")
        .with(&[Slot::CELL])
        .walking(),
    Verb::of_unit("shoot", "Shoot", 's', "Takes a shield from a zord in range, or a hit point if it has none.")
        .with(&[Slot::TARGET])
        .striking(),
    Verb::of_unit("shield", "Shield", 'h', "Gives the zord one more shield until the day ends."),
    Verb::of_unit("range", "Extend range", 'g', "Lets the zord shoot one cell farther until the day ends."),
    Verb::of_seat("build", "Build", 'b', "Pays points for a new zord near one of yours.").with(&[Slot::CELL]),
    Verb::of_seat("donate", "Donate", 'd', "Gives some of your points to another player.").with(&[
        Slot::Choice { key: "to", label: "to whom" },
        Slot::Choice { key: "amount", label: "how many points" },
    ]),
];

/// Shots at others; whoever takes the fewest to kill comes first.
pub(crate) fn strike(_: &Zords, state: &State, _: Seat, action: &Action) -> Option<i64> {
    let Command::Shoot { target, .. } = action.command else { return None };
    let zord = &state.zords[state.zord(target.into())?];
    Some(-zord.hp.saturating_add(zord.shields))
}

/// What a new zord costs.
pub(crate) fn prices(game: &Zords, state: &State, seat: Seat, actor: Actor) -> Vec<Price> {
    if actor != Actor::Seat {
        return Vec::new();
    }
    let (points, actions) = (game.config.build_points, game.config.build_cost);
    let player = state.player(seat);
    let enough = player.points >= points && player.actions >= actions;
    vec![Price { verb: "build", choice: None, cost: format!("{points} points, {actions} actions"), enough }]
}

/// Action points and points.
pub(crate) fn purse(_: &Zords, state: &State, seat: Seat) -> Purse {
    let player = state.player(seat);
    vec![("actions", player.actions), ("points", player.points)]
}

/// How far a cell is from `goal`. Zords jump over everything, so only distance on the board counts; of
/// equally distant cells, the one less off the straight line is nearer.
///
/// Cells that are on no shortest path of one of the seat's zords have no distance: going there would waste actions.
pub(crate) fn distances<'a>(game: &'a Zords, state: &State, seat: Seat, goal: [i64; 2]) -> Option<Distances<'a>> {
    let goal = point(goal)?;
    let starts: Vec<Point> = state.zords_of(seat).map(|zord| zord.at).collect();
    Some(Box::new(move |cell| {
        let cell = point(cell)?;
        let far = cell.chebyshev(goal);
        let is_on_the_way = |start: &Point| start.chebyshev(cell) + far == start.chebyshev(goal);
        let aslant = cell.manhattan(goal) - far;
        starts.iter().any(is_on_the_way).then_some(far * game.config.board_size + aslant)
    }))
}

fn point([x, y]: [i64; 2]) -> Option<Point> {
    Some(Point::new(i32::try_from(x).ok()?, i32::try_from(y).ok()?))
}
