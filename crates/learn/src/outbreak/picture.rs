//! What is observed: rows, planes, how the game stands.

use super::*;
use crate::bits::spread_byte;
use std::ops::RangeInclusive;

/// What lies between two hexes; nothing without the first.
#[inline]
pub(super) fn way(from: Option<Hex>, to: Hex) -> (i16, i16) {
    from.map_or((0, 0), |from| ((to.x - from.x) as i16, (to.y - from.y) as i16))
}

#[inline]
pub(super) fn human_row(game: &Outbreak, human: &Human, side: Side, from: Option<Hex>) -> [i16; UNIT.len()] {
    let ((dx, dy), weapon) = (way(from, human.at), game.weapon(human.weapon));
    [
        1,
        i16::from(side == Side::Humans),
        human.at.x as i16,
        human.at.y as i16,
        dx,
        dy,
        short(human.hp),
        short(human.moves),
        short(human.idle.units / 100),
        human.weapon.0 as i16 + 1,
        short(weapon.range),
        i16::from(human.ammo >= weapon.ammo && weapon.delay < human.idle),
        short(human.ammo),
        0,
        0,
        0,
    ]
}

/// What the rows of all zombies have in common.
pub(super) fn any_zombie(game: &Outbreak) -> [i16; UNIT.len()] {
    let arms = game.zombie_weapon();
    let mut row = [0; UNIT.len()];
    (row[9], row[10]) = (arms.0 as i16 + 1, short(game.weapon(arms).range));
    row
}

#[inline]
pub(super) fn zombie_row(
    game: &Outbreak,
    frame: &Frame,
    zombie: &Zombie,
    side: Side,
    from: Option<Hex>,
) -> [i16; UNIT.len()] {
    let weapon = game.weapon(game.zombie_weapon());
    let (facing_x, facing_y) = AROUND[usize::from(zombie.facing % 6)];
    let mut row = frame.any_zombie;
    row[1] = i16::from(side == Side::Zombies);
    (row[2], row[3]) = (zombie.at.x as i16, zombie.at.y as i16);
    (row[4], row[5]) = way(from, zombie.at);
    row[6] = short(zombie.hp);
    row[7] = short(zombie.moves);
    row[8] = short(zombie.idle.units / 100);
    row[11] = i16::from(weapon.ammo <= 0 && weapon.delay < zombie.idle);
    (row[13], row[14]) = (facing_x as i16, facing_y as i16);
    row[15] = short(zombie.scent.units / 1000);
    row
}

/// The row of a unit by its place among all.
#[inline]
pub(super) fn row(
    game: &Outbreak,
    frame: &Frame,
    state: &State,
    i: usize,
    side: Side,
    from: Option<Hex>,
) -> [i16; UNIT.len()] {
    match i.checked_sub(state.humans().len()) {
        None => human_row(game, &state.humans()[i], side, from),
        Some(i) => zombie_row(game, frame, &state.zombies()[i], side, from),
    }
}

#[inline]
pub(super) fn crate_row(state: &State, i: usize, from: Option<Hex>, out: &mut [i16; CRATE.len()]) {
    let found = &state.crates()[i];
    let (dx, dy) = way(from, found.at);
    let weapon = match found.item {
        Item::Ammo => 0,
        Item::Weapon(weapon) => weapon.0 as i16 + 1,
    };
    let new = i16::from(nameable(found.id).is_none());
    *out = [1, found.at.x as i16, found.at.y as i16, dx, dy, short(found.hp), weapon, new];
}

/// Health in steps of 4, so that walls fit into bytes.
#[inline]
pub(super) fn steps(hp: i64) -> u8 {
    byte(hp.saturating_add(3) / 4)
}

/// Draws the planes of a part of the board.
#[inline]
pub(super) fn draw(game: &Outbreak, state: &State, side: Side, part: Part, planes: &mut [u8]) {
    let (size, radius) = (part.size(), i64::from(game.board().radius()));
    planes.fill(0);
    part.outside((-radius, -radius), (radius, radius), &mut planes[plane::OUTSIDE * size..][..size]);
    let (mut zombies, mut crates, wide) = (0, 0, game.board().side());
    let clip = |first: i64, count: usize| first.max(-radius)..=(first + count as i64 - 1).min(radius);
    let (columns, rows) = (clip(part.x, part.width), clip(part.y, part.height));
    if columns.is_empty() || rows.is_empty() {
        return;
    }
    let count = (columns.end() - columns.start() + 1) as usize;
    let first = |y: i64| (y - part.y) as usize * part.width + (columns.start() - part.x) as usize;
    let ends = |range: &RangeInclusive<i64>| (*range.start() as i32, *range.end() as i32);
    let seen = game.seen_between(state, side, ends(&columns), ends(&rows));
    for y in rows.clone() {
        draw_seen(&seen, (*columns.start(), y), radius, count, &mut planes[plane::SEEN * size + first(y)..]);
    }
    for y in rows {
        let cells = (y + radius) as usize * wide + (columns.start() + radius) as usize;
        for (i, cells) in state.cells()[cells..cells + count].chunks(WORD).enumerate() {
            // Some cells are taken, and nobody can foresee which: they are found without a branch for each.
            let bits = cells.iter().enumerate().map(|(bit, cell)| u64::from(!cell.is_empty()) << bit);
            let (mut taken, from) = (bits.fold(0, |all, bit| all | bit), first(y) + i * WORD);
            while taken != 0 {
                let bit = taken.trailing_zeros() as usize;
                taken &= taken - 1;
                let (cell, at) = (cells[bit], from + bit);
                if let Some(wall) = cell.wall() {
                    planes[plane::WALL * size + at] = steps(state.walls()[wall].hp);
                }
                if let Some(human) = cell.human() {
                    planes[plane::HUMAN * size + at] = byte(state.humans()[human].hp);
                }
                planes[plane::ZOMBIES * size + at] = byte(cell.zombies.into());
                (zombies, crates) = (zombies + cell.zombies, crates + cell.crates);
            }
        }
    }
    let place = |at: Hex| part.place(at.x.into(), at.y.into());
    // The cells have told how many there are in this part.
    let near = state.zombies().iter().filter_map(|zombie| Some((zombie, place(zombie.at)?)));
    for (zombie, at) in near.take(zombies as usize) {
        let hp = &mut planes[plane::ZOMBIE_HP * size + at];
        *hp = hp.saturating_add(steps(zombie.hp));
    }
    let near = state.crates().iter().filter_map(|found| Some((found, place(found.at)?)));
    for (found, at) in near.take(crates as usize) {
        let (plane, more) = match found.item {
            Item::Ammo => (plane::AMMO, byte(found.hp)),
            Item::Weapon(_) => (plane::WEAPONS, 1),
        };
        let sum = &mut planes[plane * size + at];
        *sum = sum.saturating_add(more);
    }
    for drop in state.drops() {
        if let Some(at) = place(drop.at) {
            planes[plane::DROP * size + at] = byte(drop.delay.max(1));
        }
    }
}

/// Cells whose bits fit into one word.
const WORD: usize = 64;

/// Hexes of one row that a side sees, so many from one on. What comes behind them is overwritten too if there is room:
/// rows are drawn in their order, into empty planes.
#[inline]
pub(super) fn draw_seen(seen: &Seen<'_>, (x, y): (i64, i64), radius: i64, count: usize, out: &mut [u8]) {
    const PIECE: usize = 16;
    match (seen.row(y as i32), out.as_chunks_mut::<PIECE>().0.first_mut()) {
        (Some(row), Some(piece)) if count <= PIECE => {
            let bits = row >> (x + radius) & ((1 << count) - 1);
            piece[..8].copy_from_slice(&spread_byte(bits as u8));
            piece[8..].copy_from_slice(&spread_byte((bits >> 8) as u8));
        }
        (Some(row), _) => {
            let bits = row >> (x + radius);
            out[..count].iter_mut().enumerate().for_each(|(i, byte)| *byte = (bits >> i & 1) as u8);
        }
        (None, _) => {
            let bytes = out[..count].iter_mut().zip(x..);
            bytes.for_each(|(byte, x)| *byte = seen.has(Hex::new(x as i32, y as i32)).into());
        }
    }
}

#[inline]
pub(super) fn globals(game: &Outbreak, state: &State, side: Side, out: &mut [i16]) {
    let zones = state.zones().map(i64::from);
    let numbers = [
        i64::from(side == Side::Zombies),
        state.turn(),
        game.config().max_turns - state.turn(),
        state.humans().len() as i64,
        state.zombies().len() as i64,
        game.zombie_cap(state.turn()),
        state.spawn_ready().units / 100,
        if side == Side::Humans { game.places_left(state) } else { 0 },
        state.drops_ready().units / 100,
        zones[0],
        zones[1],
        zones[2],
        zones[3],
    ];
    out.copy_from_slice(&numbers.map(short));
}

// ---- numbers and actions of each kind of actor
