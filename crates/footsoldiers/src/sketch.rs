//! The board as characters.

use crate::game::Footsoldiers;
use crate::state::State;
use crate::state::{Kind, Team};
use skirmish_core::Documents;
use skirmish_core::scene::Color;
use skirmish_core::sketch::{Mark, Sketch};

/// Bases as their number, rocks `X`, soldiers of player1 by a small letter (scout, assassin, tank), of player2 by a
/// capital one. The drawing includes everything on the map, but nothing far beyond the bases and rocks.
pub(crate) fn sketch(game: &Footsoldiers, state: &State) -> Sketch {
    let position = game.position(state);
    let fixed = position.bases.iter().map(|base| (base.x, base.y)).chain(position.rocks.iter().map(|r| (r.x, r.y)));
    let bounds = |side: fn((i64, i64)) -> i64| {
        let all: Vec<i64> = fixed.clone().map(side).collect();
        let (low, high) = (all.iter().min().copied().unwrap_or(0), all.iter().max().copied().unwrap_or(0));
        let soldiers = position.soldiers.iter().map(|soldier| side((soldier.x, soldier.y)));
        let near = soldiers.filter(|n| (low - 20..=high + 20).contains(n)).chain([low - 1, high + 1]);
        let near: Vec<i64> = near.collect();
        (near.iter().min().copied().unwrap_or(low), near.iter().max().copied().unwrap_or(high))
    };
    let ((left, right), (top, bottom)) = (bounds(|(x, _)| x), bounds(|(_, y)| y));
    let mut sketch = Sketch::new((left, top), (right, bottom), Mark::ground('.', "open field"));
    let rock = Mark::terrain('X', "rock", Color::Wall);
    position.rocks.iter().for_each(|at| sketch.put(at.x, at.y, rock));
    for soldier in &position.soldiers {
        let (letter, what) = match soldier.kind {
            Kind::Scout => ('s', "scout"),
            Kind::Assassin => ('a', "assassin"),
            Kind::Tank => ('t', "tank"),
        };
        let mark = match soldier.seat {
            Team::Player1 => Mark::unit(letter, what, 0),
            Team::Player2 => Mark::unit(letter.to_ascii_uppercase(), what, 1),
        };
        sketch.put(soldier.x, soldier.y, mark);
    }
    for (base, mark) in position.bases.iter().zip([Mark::unit('1', "base", 0), Mark::unit('2', "base", 1)]) {
        sketch.put(base.x, base.y, mark.on_top());
    }
    let mut out = format!("{} turns left;", position.turns_remaining);
    for base in &position.bases {
        let army = position.soldiers.iter().filter(|soldier| soldier.seat == base.seat).count();
        out.push_str(&format!(" {}: health {}, money {}, {army} soldiers;", base.seat.name(), base.health, base.money));
    }
    out.push_str(" player2 in capitals\n");
    sketch.notes = out;
    sketch
}
