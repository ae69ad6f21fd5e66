//! Where totems and zords are set on the board.

use super::{Core, names};
use crate::config::Placement;
use crate::draws::{Chance, Shuffle, shuffle_record, totem_record};
use crate::event::{Event, What};
use crate::state::State;
use skirmish_core::{Log, Seat};
use skirmish_grid::Point;
use smallvec::SmallVec;

impl<C: Chance, L: Log<Event>> Core<'_, C, L> {
    /// Both totems move: to their fixed cells on day 1 where there are any, else to a drawn cell and its reflection.
    pub(super) fn place_totems(&mut self) {
        let config = &self.game.config;
        let totems = match (self.state.day, config.fixed_totems.list()) {
            (1, &[a, b]) => [a, b],
            _ => match self.draw_totem() {
                Some(cell) => [cell, config.reflect(cell)],
                None => return,
            },
        };
        self.state.totems = Some(totems);
        for (id, cell) in (1..).zip(totems) {
            self.tell(|_| What::TotemPlaced { id, x: cell.x, y: cell.y });
        }
    }

    /// A cell for totem 1, unless there is none: its area and that of its reflection must not overlap, and neither
    /// cell may hold a zord.
    fn draw_totem(&mut self) -> Option<Point> {
        let (config, state) = (&self.game.config, &*self.state);
        let apart = |cell: Point| cell.chebyshev(config.reflect(cell)) > 2 * config.totem_aura;
        let taken = |cell: Point| state.zord_at(cell).is_some();
        // Cells are too near to their reflection if both coordinates are in the middle of the board.
        let middle =
            (config.board_size - 1 + 2 * config.totem_aura) / 2 - (config.board_size - 2 * config.totem_aura) / 2 + 1;
        let allowed = i128::from(config.board_size).pow(2) - i128::from(middle).pow(2);
        let blocked = state.zords.iter().filter(|zord| apart(zord.at));
        let blocked: i128 = blocked.map(|zord| if taken(config.reflect(zord.at)) { 1 } else { 2 }).sum();
        if blocked >= allowed {
            return None;
        }
        let free = |cell: Point| apart(cell) && !taken(cell) && !taken(config.reflect(cell));
        let cell = self.chance.totem(state.day, config.board_size, free);
        self.log.drew(|| totem_record(cell));
        Some(cell)
    }

    /// Everyone without a zord gets one, in a drawn order.
    pub(super) fn place_those_down(&mut self) {
        let mut down: SmallVec<[Seat; Seat::MAX]> =
            self.state.seats().filter(|&seat| self.state.player(seat).is_down()).collect();
        if down.is_empty() {
            return;
        }
        self.chance.shuffle(self.state.day, Shuffle::Respawn, &mut down, |seat| self.state.name(seat));
        self.log.drew(|| shuffle_record(Shuffle::Respawn, names(self.state, down.iter().copied())));
        let mut before = None;
        for (i, &seat) in down.iter().enumerate() {
            let cell = self.wished_cell(i, before).filter(|&cell| !self.state.is_occupied(cell));
            before = cell.or_else(|| farthest(self.state, self.game.config.board_size));
            if let Some(cell) = before {
                let hp = self.game.config.zord_hp;
                let unit = self.create(seat, cell, hp);
                self.tell(|state| What::Spawned { seat: state.name(seat), unit, x: cell.x, y: cell.y, hp });
            }
        }
    }

    /// The cell that the config has for the `i`-th placement of a day: a fixed one, or the reflection of the one
    /// `before` for the second of a pair.
    fn wished_cell(&self, i: usize, before: Option<Point>) -> Option<Point> {
        let config = &self.game.config;
        if self.state.day != 1 {
            return None;
        }
        if config.fixed_spawns.0.is_some() {
            return config.fixed_spawns.list().get(i).copied();
        }
        let paired = config.placement == Placement::Mirrored && self.state.players.len().is_multiple_of(2);
        before.filter(|_| paired && i % 2 == 1).map(|cell| config.reflect(cell))
    }
}

/// The cell whose nearest zord or totem is as far away as can be; of several the topmost, then the leftmost. `None` if
/// the board is full.
///
/// A cell is at least `far` away from everything if it lies in none of the squares of that radius, borders left out,
/// around everything. The largest such radius is found by halving, which needs no walk over the board.
fn farthest(state: &State, board_size: i64) -> Option<Point> {
    let mut entities: SmallVec<[Point; 256]> = state.zords.iter().map(|zord| zord.at).collect();
    entities.extend(state.totems.into_iter().flatten());
    entities.sort_unstable_by_key(|at| at.x);
    let mut rows: SmallVec<[i64; 256]> = entities.iter().map(|at| i64::from(at.y)).collect();
    rows.sort_unstable();
    rows.dedup();
    let (mut found, mut near, mut far) = (None, 1, board_size);
    while near <= far {
        let middle = near + (far - near) / 2;
        match first_beyond(&entities, &rows, board_size, middle) {
            Some(cell) => (found, near) = (Some(cell), middle + 1),
            None => far = middle - 1,
        }
    }
    found
}

/// The first cell, row by row, that is at least `far` away from all entities, which are sorted by x; `rows` are their
/// rows. Such a cell is in the top row or just out of reach of something above it.
fn first_beyond(entities: &[Point], rows: &[i64], board_size: i64, far: i64) -> Option<Point> {
    let candidates = std::iter::once(0).chain(rows.iter().map(|row| row + far)).take_while(|&row| row < board_size);
    candidates
        .filter_map(|row| {
            let mut x = 0;
            for at in entities.iter().filter(|at| (i64::from(at.y) - row).abs() < far) {
                if i64::from(at.x) - far >= x {
                    break;
                }
                x = x.max(i64::from(at.x) + far);
            }
            (x < board_size).then(|| Point::new(x as i32, row as i32))
        })
        .next()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::Zord;
    use skirmish_core::{Key, Rng};

    fn board(entities: impl IntoIterator<Item = Point>) -> State {
        let mut state = State::waiting(Key::default());
        let zord = |at| Zord { id: 0, at, hp: 1, shields: 0, range: 0, owner: Seat(0) };
        state.zords.extend(entities.into_iter().map(zord));
        state
    }

    /// The rule as it is told: look at every cell.
    fn slowly(state: &State, board_size: i32) -> Option<Point> {
        let mut best = (0, None);
        for y in 0..board_size {
            for x in 0..board_size {
                let cell = Point::new(x, y);
                let nearest = state.zords.iter().map(|zord| zord.at.chebyshev(cell)).min().unwrap();
                if nearest > best.0 {
                    best = (nearest, Some(cell));
                }
            }
        }
        best.1
    }

    #[test]
    fn the_farthest_cell_is_the_one_a_walk_over_the_board_finds() {
        let mut rng = Rng::new(5);
        for round in 0..400 {
            let size = 1 + rng.index(24) as i32;
            let count = 1 + rng.index(if round % 4 == 0 { 300 } else { 12 });
            let mut cell = || Point::new(rng.below(size as u64) as i32, rng.below(size as u64) as i32);
            let state = board((0..count).map(|_| cell()));
            assert_eq!(farthest(&state, size.into()), slowly(&state, size), "{state:?} on {size}");
        }
    }

    #[test]
    fn the_example_of_the_rulebook() {
        let cells = [(129, 44), (10, 95), (0, 0), (105, 139)];
        assert_eq!(farthest(&board(cells.map(|(x, y)| Point::new(x, y))), 140), Some(Point::new(64, 0)));
    }
}
