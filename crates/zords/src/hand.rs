//! Playing by hand: the verbs, why something cannot be done, and ways over the open board.

use crate::action::reason;
use crate::game::Zords;
use crate::state::State;
use skirmish_core::game::Distances;
use skirmish_core::hand::{Slot, Verb};
use skirmish_core::{Reason, Seat};
use skirmish_grid::Point;

pub(crate) static VERBS: [Verb; 6] = [
    Verb::of_unit("move", "Move", 'm', "Jumps to a free cell, for one action per cell of distance.")
        .with(&[Slot::CELL])
        .walking(),
    Verb::of_unit("shoot", "Shoot", 's', "Takes a shield, or else a hit point, from a zord in range.")
        .with(&[Slot::TARGET]),
    Verb::of_unit("shield", "Shield", 'h', "Gives the zord one more shield until the day ends."),
    Verb::of_unit("range", "Extend range", 'g', "Lets the zord shoot one cell further until the day ends."),
    Verb::of_seat("build", "Build", 'b', "Pays points for a new zord beside one of yours.").with(&[Slot::CELL]),
    Verb::of_seat("donate", "Donate", 'd', "Gives some of your points to another player.").with(&[
        Slot::Choice { key: "to", label: "to whom" },
        Slot::Choice { key: "amount", label: "how many points" },
    ]),
];

pub(crate) fn explain(why: Reason) -> &'static str {
    match why {
        reason::GAME_NOT_STARTED => "The game has not started yet.",
        reason::NOT_ENOUGH_PLAYERS => "There are too few players to start.",
        reason::UNKNOWN_SEAT => "That is no player of this game.",
        reason::WRONG_DAY => "This order was meant for another day.",
        reason::RETIRED_SEAT => "You have retired from this game.",
        reason::SEAT_TAKEN => "Somebody else has that name.",
        reason::GAME_FULL => "All seats of this game are taken.",
        reason::ALREADY_STARTED => "The game has started, and nobody may join it any more.",
        reason::SHOOTING_BANNED => "Nobody may shoot in the first hours of a day.",
        reason::NO_SUCH_PLAYER => "There is no player of that name.",
        reason::SELF_DONATION => "You cannot donate to yourself.",
        reason::PLAYER_DOWN => "You have no zord; a new one comes when the next day begins.",
        reason::NO_ZORD_NEARBY => "None of your zords is near enough to build there.",
        reason::TOO_MANY_ZORDS => "You have as many zords as a player may own.",
        reason::NOT_ENOUGH_POINTS => "You do not have enough points for this.",
        reason::NOT_ENOUGH_ACTIONS => "You do not have enough actions left today.",
        Reason::OCCUPIED => "A zord or a totem is standing there.",
        Reason::OUT_OF_RANGE => "That is out of range.",
        Reason::BAD_AMOUNT => "So many points cannot be donated at once.",
        other => skirmish_core::hand::explain(other),
    }
}

/// How far a cell is from `goal`. Zords jump over everything, so that the distance of the board is all that counts, and
/// of equally far cells the one that is less aslant is nearer.
///
/// Cells on no shortest way of a zord of the seat have no distance: going there would cost actions for nothing.
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
