//! Staying alive in the open: humans are faster than zombies, and a zombie that has to turn or walk does not bite.

use crate::action::Action;
use crate::bots::mind::{Mind, id};
use skirmish_grid::hex::Hex;
use std::collections::VecDeque;

/// Walks a human to the safest hex it can reach.
pub(super) fn run(mind: &mut Mind, unit: i64, orders: &mut Vec<Action>) {
    let Some(human) = mind.state.find_human(unit).map(|i| mind.state.humans[i]) else { return };
    let board = mind.board();
    let mut before: Vec<Option<Hex>> = vec![None; board.hexes()];
    let mut ends = Vec::new();
    spread(mind, human.at, human.at, human.moves, |hex, from| {
        before[board.index(hex)] = Some(from);
        ends.push(hex);
    });
    let Some(mut hex) = ends.into_iter().max_by_key(|&end| safety(mind, human.at, end)) else { return };
    let mut walk = Vec::new();
    while hex != human.at {
        walk.push(hex);
        hex = before[board.index(hex)].unwrap_or(human.at);
    }
    for to in walk.into_iter().rev() {
        mind.act(Action::Move { unit: id(unit), to: Some(to) }, orders);
    }
}

/// Visits every hex within so many steps of `start` over open hexes, each with the one it is reached from. The
/// walker's own hex is open to it.
fn spread(mind: &Mind, own: Hex, start: Hex, steps: i64, mut visit: impl FnMut(Hex, Hex)) {
    let board = mind.board();
    let mut seen = vec![false; board.hexes()];
    let mut open = VecDeque::from([(start, 0)]);
    seen[board.index(start)] = true;
    visit(start, start);
    while let Some((hex, taken)) = open.pop_front() {
        for next in hex.around().into_iter().filter(|_| taken < steps) {
            let free = mind.is_open(next) || next == own;
            if free && !std::mem::replace(&mut seen[board.index(next)], true) {
                visit(next, hex);
                open.push_back((next, taken + 1));
            }
        }
    }
}

/// How good it is to stand in a hex: far from zombies, out of their bite, with room to run on.
fn safety(mind: &Mind, own: Hex, hex: Hex) -> i64 {
    let mut nearest = 9;
    let mut danger = 0;
    for zombie in &mind.state.zombies {
        let distance = zombie.at.distance(hex);
        nearest = nearest.min(distance);
        danger += match distance {
            0 => 400,
            1 if zombie.ahead() == hex => 400,
            1 => 60,
            2 | 3 => 8,
            _ => 0,
        };
    }
    let mut room = 0;
    spread(mind, own, hex, 6, |_, _| room += 1);
    nearest * 10 + room * 2 - danger
}
