//! The board as characters.

use crate::game::Zords;
use crate::state::State;
use skirmish_core::Documents;
use skirmish_core::scene::Color;
use skirmish_core::sketch::{Mark, Sketch};

/// Totems as `$`, zords by the letter of their owner in joining order; below the drawing the players.
pub(crate) fn sketch(game: &Zords, state: &State) -> Sketch {
    let position = game.position(state);
    let size = game.config.board_size;
    let mut sketch = Sketch::new((0, 0), (size - 1, size - 1), Mark::ground('.', "open field"));
    let totem = Mark::floor('$', "totem", Color::Warn);
    position.totems.iter().for_each(|at| sketch.put(at.x.into(), at.y.into(), totem));
    let letter = |i: usize| char::from(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789%&"[i % 64]);
    for zord in &position.zords {
        let owner = position.players.iter().position(|player| player.seat == zord.owner).unwrap_or(0);
        sketch.put(zord.x.into(), zord.y.into(), Mark::unit(letter(owner), "zord", owner as u8));
    }
    let mut out = format!("day {}, totems $\n", position.day);
    for (i, player) in position.players.iter().enumerate() {
        let zords = position.zords.iter().filter(|zord| zord.owner == player.seat).count();
        out.push_str(&format!(
            "  {} {:<12} {:>5} points, {zords} zords, {} actions left{}\n",
            letter(i),
            player.seat.as_str(),
            player.points,
            player.actions,
            if player.retired { ", retired" } else { "" }
        ));
    }
    sketch.notes = out;
    sketch
}
