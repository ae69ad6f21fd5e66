//! The board as plain text.

use crate::game::Zords;
use crate::state::State;
use skirmish_core::Documents;
use skirmish_grid::canvas::Canvas;

/// The most columns and rows of the drawing: larger boards are drawn smaller, several cells to a character.
const LARGEST: i64 = 70;

/// Totems as `$`, zords by the letter of their owner in joining order; below the drawing the players.
pub(crate) fn sketch(game: &Zords, state: &State) -> String {
    let position = game.position(state);
    let size = game.config.board_size;
    let cells = ((size + LARGEST - 1) / LARGEST).max(1);
    let last = (size - 1) / cells;
    let mut canvas = Canvas::new((0, 0), (last, last), '.');
    position.totems.iter().for_each(|totem| canvas.put(i64::from(totem.x) / cells, i64::from(totem.y) / cells, '$'));
    let letter = |i: usize| char::from(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789%&"[i % 64]);
    for zord in &position.zords {
        let owner = position.players.iter().position(|player| player.seat == zord.owner).unwrap_or(0);
        canvas.put(i64::from(zord.x) / cells, i64::from(zord.y) / cells, letter(owner));
    }
    let mut out = format!("{canvas}day {}, totems $, {cells} cells to a character\n", position.day);
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
    out
}
