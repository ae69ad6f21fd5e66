//! Playing by hand: the verbs as they are offered, and ways over the board.

use crate::Outbreak;
use crate::action::Action;
use crate::state::State;
use crate::words::Side;
use skirmish_core::Seat;
use skirmish_core::hand::{Slot, Verb};
use skirmish_core::show::Distances;
use skirmish_grid::hex::{Diamond, Hex};
use std::collections::VecDeque;

const AMOUNT: Slot = Slot::Choice { key: "amount", label: "how many rounds" };
const CRATE: Slot = Slot::Item { key: "target", label: "which crate" };
const FRIEND: Slot = Slot::Item { key: "target", label: "to whom" };

/// The verbs of both seats; no key is used twice, so a player need not learn two sets.
pub(crate) const VERBS: &[Verb] = &[
    Verb::of_unit("move", "Move", 'm', "Goes to a neighbouring hex; a zombie goes straight ahead.")
        .with(&[Slot::CELL])
        .walking(),
    Verb::of_unit("attack", "Attack", 'a', "Strikes a human, a zombie, a wall or a crate in range, friends included.")
        .with(&[Slot::TARGET])
        .striking(),
    Verb::of_unit(
        "attack_ground",
        "Attack hex",
        'g',
        "Fires at a hex: only splash damage counts, and it hits everything.",
    )
    .with(&[Slot::CELL]),
    Verb::of_unit("build", "Build", 'b', "Puts up a wall in a neighbouring hex, or strengthens the one there.")
        .with(&[Slot::CELL]),
    Verb::of_unit("grab", "Take", 't', "Takes the rounds or the weapon out of a crate within reach; free.")
        .with(&[CRATE]),
    Verb::of_unit("give", "Give rounds", 'h', "Hands rounds to a human next to this one; free.")
        .with(&[FRIEND, AMOUNT]),
    Verb::of_unit(
        "drop_weapon",
        "Drop weapon",
        'd',
        "Leaves the weapon in a crate and switches to the fallback weapon; free.",
    )
    .with(&[Slot::CELL]),
    Verb::of_unit("drop_ammo", "Drop rounds", 'o', "Leaves rounds in a crate within reach; free.")
        .with(&[Slot::CELL, AMOUNT]),
    Verb::of_unit("turn", "Turn", 'u', "Turns by a sixth: 1 is counter-clockwise, -1 clockwise.")
        .with(&[Slot::Choice { key: "direction", label: "which way (1 left, -1 right)" }]),
    Verb::of_unit("eat", "Eat", 'x', "Eats a zombie straight ahead or in the same hex and gains HP from it.")
        .with(&[Slot::TARGET]),
    Verb::of_seat("place", "Place", 'p', "Puts a new human on the board; turn 1 only.")
        .with(&[Slot::CELL, Slot::Choice { key: "weapon", label: "with which weapon" }]),
    Verb::of_seat("call", "Call drop", 'c', "Calls an air drop; it damages everything in the hex where it lands.")
        .with(&[Slot::CELL, Slot::Choice { key: "item", label: "what" }]),
    Verb::of_seat("spawn", "Spawn", 's', "Brings a zombie onto the board at the zone's next hex.").with(&[
        Slot::Choice { key: "zone", label: "from which zone" },
        Slot::Choice { key: "facing", label: "facing (0 ↘, 1 ↗, 2 ↑, 3 ↖, 4 ↙, 5 ↓)" },
    ]),
    Verb::of_seat("look", "Look", 'l', "As the last order: your turn goes on, and you see what has changed so far.")
        .ending(),
    Verb::of_seat("end_turn", "End turn", 'z', "Ends the turn; orders after it do not count.").ending(),
];

impl Outbreak {
    /// Attacks on the other side that hurt no friend; the weakest enemy comes first.
    pub(crate) fn strike(&self, state: &State, seat: Seat, action: &Action) -> Option<i64> {
        let Action::Attack { unit, target } = *action else { return None };
        match Side::of(seat)? {
            Side::Humans => {
                let shooter = &state.humans[state.find_human(unit.into())?];
                let zombie = &state.zombies[state.find_zombie(target.into())?];
                let weapon = self.weapon(shooter.weapon);
                let hurts = weapon.direct.max(weapon.vertical).max(weapon.horizontal) > 0;
                let splash = if weapon.horizontal == 0 { 0 } else { weapon.radius };
                let near_friend = state.humans.iter().any(|human| human.at.distance(zombie.at) <= splash);
                (hurts && !near_friend).then_some(-zombie.hp)
            }
            Side::Zombies => Some(-state.humans[state.find_human(target.into())?].hp),
        }
    }

    /// A zombie turns to the neighbouring hex that is nearest to the goal, the short way.
    pub(crate) fn face(&self, state: &State, seat: Seat, unit: i64, goal: [i64; 2]) -> Option<Action> {
        let zombie = state.find_zombie(unit).filter(|_| Side::of(seat) == Some(Side::Zombies))?;
        let zombie = &state.zombies[zombie];
        let far = field(self.board, on_board(self.board, goal), |at| {
            let cell = state.cell(at);
            !cell.has_wall() && !cell.has_human()
        });
        let steps = |facing: &u8| {
            let near = zombie.at.ahead(*facing);
            self.board.contains(near).then(|| far[self.board.index(near)]).flatten()
        };
        let best = (0..6).filter(|facing| steps(facing).is_some()).min_by_key(steps)?;
        let by = (best + 6 - zombie.facing) % 6;
        let turn = Action::Turn { unit: i32::try_from(unit).ok()?, direction: if by <= 3 { 1 } else { -1 } };
        (by != 0).then_some(turn)
    }

    /// How far it is to `goal` on foot. Walls block everybody; zombies block humans, who cannot count on them to move.
    ///
    /// A zombie only walks straight ahead: a hex counts as on the way only if some zombie faces it from farther off.
    pub(crate) fn ways(&self, state: &State, seat: Seat, goal: [i64; 2]) -> Option<Distances<'_>> {
        let side = Side::of(seat)?;
        let board = self.board;
        let far = field(board, on_board(board, goal), |at| {
            let cell = state.cell(at);
            !cell.has_wall()
                && match side {
                    Side::Humans => cell.zombies == 0,
                    Side::Zombies => !cell.has_human(),
                }
        });
        let far = match side {
            Side::Humans => far,
            Side::Zombies => {
                let mut ahead = vec![None; board.hexes()];
                for zombie in state.zombies.iter().filter(|zombie| board.contains(zombie.ahead())) {
                    let (here, there) = (far[board.index(zombie.at)], far[board.index(zombie.ahead())]);
                    // A zombie on a hex with no way to the goal may go to any hex that has one.
                    if there.is_some_and(|there| here.is_none_or(|here| there < here)) {
                        ahead[board.index(zombie.ahead())] = there;
                    }
                }
                ahead
            }
        };
        Some(Box::new(move |cell| far[board.index(on_board(board, cell)?)]))
    }
}

fn on_board(board: Diamond, [x, y]: [i64; 2]) -> Option<Hex> {
    let hex = Hex::new(i32::try_from(x).ok()?, i32::try_from(y).ok()?);
    board.contains(hex).then_some(hex)
}

/// Steps from every hex to `goal` over hexes that are open (the goal need not be).
fn field(board: Diamond, goal: Option<Hex>, open: impl Fn(Hex) -> bool) -> Vec<Option<i64>> {
    let mut far = vec![None; board.hexes()];
    let mut queue = VecDeque::from_iter(goal);
    goal.into_iter().for_each(|goal| far[board.index(goal)] = Some(0));
    while let Some(at) = queue.pop_front() {
        let next = far[board.index(at)].map(|steps| steps + 1);
        for near in at.around().into_iter().filter(|&near| board.contains(near)) {
            let entry = &mut far[board.index(near)];
            if entry.is_none() && open(near) {
                *entry = next;
                queue.push_back(near);
            }
        }
    }
    far
}
