//! Who decides, and the rows of what is around it, nearest first.

use super::*;

#[inline]
pub(super) fn unit_of(state: &State, seat: Seat, actor: Actor) -> Option<Me<'_>> {
    let Actor::Unit(id) = actor else { return None };
    match Side::of(seat)? {
        Side::Humans => state.find_human(id).map(|i| Me::Human(&state.humans()[i])),
        Side::Zombies => state.find_zombie(id).map(|i| Me::Zombie(&state.zombies()[i])),
    }
}

// ---- rows: nearest first

/// Tells the row of each thing of a list: by distance, and as in the list where that is the same. Without a hex to
/// measure from, rows are those of the list.
#[inline]
pub(super) fn each_row(
    things: impl Iterator<Item = Hex> + Clone,
    from: Option<Hex>,
    mut tell: impl FnMut(usize, usize),
) {
    /// So many distances are kept between the two ways through the list.
    const KEPT: usize = 128;
    let Some(from) = from else { return things.enumerate().for_each(|(i, _)| tell(i, i)) };
    let ring = |at: Hex| ring(from, at).min(RINGS - 1);
    let (mut kept, mut rows, mut farthest) = ([0; KEPT], [0_u32; RINGS], 0);
    things.clone().enumerate().for_each(|(i, at)| {
        let ring = ring(at);
        rows[ring] += 1;
        farthest = farthest.max(ring);
        if let Some(kept) = kept.get_mut(i) {
            *kept = ring as u8;
        }
    });
    let mut before = 0;
    for row in &mut rows[..=farthest] {
        before += std::mem::replace(row, before);
    }
    things.enumerate().for_each(|(i, at)| {
        let row = &mut rows[kept.get(i).map_or_else(|| ring(at), |&ring| usize::from(ring))];
        tell(*row as usize, i);
        *row += 1;
    });
}

/// Tells the rows of the things in a hex, of which there are `own`, and beside it: the first ones.
#[inline]
pub(super) fn each_near(things: impl Iterator<Item = Hex>, from: Hex, own: usize, mut tell: impl FnMut(usize, usize)) {
    let mut rows = [0, own];
    for (i, at) in things.enumerate() {
        if let Some(row) = rows.get_mut(ring(from, at)) {
            tell(*row, i);
            *row += 1;
        }
    }
}

/// How far it is from one hex of a board to another.
#[inline]
fn ring(from: Hex, to: Hex) -> usize {
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    dx.abs().max(dy.abs()).max((dx + dy).abs()) as usize
}

/// How many units there are.
#[inline]
pub(super) fn count(state: &State) -> usize {
    state.humans().len() + state.zombies().len()
}

/// Where all units are: first the humans, then the zombies.
#[inline]
pub(super) fn units(state: &State) -> impl Iterator<Item = Hex> + Clone {
    state.humans().iter().map(|human| human.at).chain(state.zombies().iter().map(|zombie| zombie.at))
}

/// A unit by its place among all: its id and its hex.
#[inline]
pub(super) fn unit(state: &State, i: usize) -> (i64, Hex) {
    match i.checked_sub(state.humans().len()) {
        None => (state.humans()[i].id, state.humans()[i].at),
        Some(i) => (state.zombies()[i].id, state.zombies()[i].at),
    }
}

/// Where all crates are.
#[inline]
pub(super) fn crates(state: &State) -> impl Iterator<Item = Hex> + Clone {
    state.crates().iter().map(|found| found.at)
}

/// The place in a list of the thing in a row.
#[inline]
pub(super) fn in_row(things: impl Iterator<Item = Hex> + Clone, from: Hex, wanted: usize) -> Option<usize> {
    let mut found = None;
    each_row(things, Some(from), |row, i| found = if row == wanted { Some(i) } else { found });
    found
}

/// The row of the thing at a place in a list.
#[inline]
pub(super) fn row_of(things: impl Iterator<Item = Hex> + Clone, from: Hex, wanted: usize) -> usize {
    let mut found = 0;
    each_row(things, Some(from), |row, i| found = if i == wanted { row } else { found });
    found
}
