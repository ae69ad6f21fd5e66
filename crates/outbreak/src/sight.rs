//! Who sees what: a hex is seen when a living unit of the side is near enough. Nothing blocks sight.

use crate::Outbreak;
use crate::state::State;
use crate::words::Side;
use skirmish_grid::hex::{Diamond, Hex};

/// Boards up to this wide have a word for each row.
const WORD: usize = 64;

impl Outbreak {
    /// How far units of a side see.
    #[inline]
    pub fn sight(&self, side: Side) -> i64 {
        match side {
            Side::Humans => self.config.human_sight,
            Side::Zombies => self.config.zombie_sight,
        }
    }

    /// Whether `side` sees the hex.
    #[inline]
    pub fn sees(&self, state: &State, side: Side, hex: Hex) -> bool {
        let sight = self.sight(side);
        match side {
            Side::Humans => state.humans.iter().any(|human| human.at.distance(hex) <= sight),
            // Go through the shorter list: the zombies, or the hexes from which one of them would see this hex.
            Side::Zombies if Diamond::disc_size(sight) < state.zombies.len() as i64 => {
                self.board.disc(hex, sight).any(|near| state.cell(near).zombies > 0)
            }
            Side::Zombies => state.zombies.iter().any(|zombie| zombie.at.distance(hex) <= sight),
        }
    }

    /// All that `side` sees, for whoever asks about many hexes.
    #[inline]
    pub fn seen<'a>(&'a self, state: &'a State, side: Side) -> Seen<'a> {
        let whole = (-self.board.radius(), self.board.radius());
        self.seen_between(state, side, whole, whole)
    }

    /// The same for some columns and rows of the board, from a first to a last one. Others are not to be asked about.
    #[inline]
    pub fn seen_between<'a>(
        &'a self,
        state: &'a State,
        side: Side,
        columns: (i32, i32),
        between: (i32, i32),
    ) -> Seen<'a> {
        let disc = &self.discs[side as usize];
        let rows = (self.board.side() <= WORD).then(|| {
            let mut rows = [0; WORD];
            let sight = self.sight(side).min(4 * i64::from(self.board.radius())) as i32;
            let near = columns.0 - sight..=columns.1 + sight;
            let mut look = |at: Hex| {
                if near.contains(&at.x) {
                    match disc.rows.is_empty() {
                        false => self.put_disc(at, &disc.rows, between, &mut rows),
                        true => self.look_around(at, sight, between, &mut rows),
                    }
                }
            };
            match side {
                Side::Humans => state.humans.iter().for_each(|human| look(human.at)),
                Side::Zombies => state.zombies.iter().for_each(|zombie| look(zombie.at)),
            }
            rows
        });
        Seen { game: self, state, side, rows, margin: disc.margin }
    }

    /// Puts a disc into rows of bits that have room for all of it.
    #[inline]
    fn put_disc(&self, at: Hex, disc: &[u64], between: (i32, i32), rows: &mut [u64; WORD]) {
        let (radius, first) = (self.board.radius(), at.y - disc.len() as i32 / 2);
        let (from, to) = (first.max(between.0), (first + disc.len() as i32).min(between.1 + 1));
        if from < to {
            let rows = &mut rows[(from + radius) as usize..(to + radius) as usize];
            for (row, bits) in rows.iter_mut().zip(&disc[(from - first) as usize..]) {
                *row |= bits << (at.x + radius);
            }
        }
    }

    /// The same where there is none: what is beyond the board is cut off.
    fn look_around(&self, at: Hex, sight: i32, between: (i32, i32), rows: &mut [u64; WORD]) {
        let radius = self.board.radius();
        for y in (at.y - sight).max(between.0)..=(at.y + sight).min(between.1) {
            let dy = y - at.y;
            let first = (at.x - sight + (-dy).max(0)).max(-radius) + radius;
            let last = (at.x + sight - dy.max(0)).min(radius) + radius;
            rows[(y + radius) as usize] |= (u64::MAX >> (WORD as i32 - 1 - (last - first))) << first;
        }
    }
}

/// What a unit sees around itself, as rows of bits, where a word has room for the board and as much on both of its sides.
#[derive(Clone, Default, Debug)]
pub(crate) struct Disc {
    rows: Vec<u64>,
    /// Where the board begins in a word.
    margin: u32,
}

impl Disc {
    pub(crate) fn new(board: Diamond, sight: i64) -> Disc {
        if sight > (WORD / 2) as i64 || board.side() + 2 * sight as usize > WORD {
            return Disc::default();
        }
        let sight = sight as i32;
        let row = |dy: i32| {
            let (first, last) = ((-dy).max(0), 2 * sight - dy.max(0));
            (u64::MAX >> (WORD as i32 - 1 - (last - first))) << first
        };
        Disc { rows: (-sight..=sight).map(row).collect(), margin: sight as u32 }
    }
}

/// All that a side sees: a word for each row, where the board is narrow enough for that.
pub struct Seen<'a> {
    game: &'a Outbreak,
    state: &'a State,
    side: Side,
    rows: Option<[u64; WORD]>,
    margin: u32,
}

impl Seen<'_> {
    /// Whether a hex of the board is seen.
    #[inline]
    pub fn has(&self, at: Hex) -> bool {
        let radius = self.game.board.radius();
        match &self.rows {
            Some(rows) => rows[(at.y + radius) as usize] >> (at.x + radius + self.margin as i32) & 1 == 1,
            None => self.game.sees(self.state, self.side, at),
        }
    }

    /// The hexes that are seen of a row of the board, the first as the lowest bit; `None` if the board is too wide.
    #[inline]
    pub fn row(&self, y: i32) -> Option<u64> {
        let (side, radius) = (self.game.board.side(), self.game.board.radius());
        self.rows.as_ref().map(|rows| rows[(y + radius) as usize] >> self.margin & u64::MAX >> (WORD - side))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Map, json};
    use skirmish_core::{Documents, MapChoice, Rng, Rules, Setup};

    #[test]
    fn all_that_is_seen_is_what_is_seen_hex_by_hex() {
        let mut rng = Rng::new(4);
        for (radius, sights) in [(0, (1, 1)), (3, (2, 1)), (13, (8, 2)), (31, (70, 3)), (32, (5, 2))] {
            let side = 2 * radius as usize + 1;
            let map = json!({"name": "empty", "note": "", "radius": radius, "rows": vec![".".repeat(side); side]});
            let config =
                Map::from_iter([("human_sight".into(), sights.0.into()), ("zombie_sight".into(), sights.1.into())]);
            let setup = Setup { map: Some(MapChoice::Json(map)), config, ..Setup::default() };
            let (game, mut state) = Outbreak::resolve(&setup).unwrap();
            for _ in 0..200 {
                let Some(seat) = game.turn(&state).to_act.iter().next() else { break };
                match game.sample(&state, seat, &mut rng).filter(|_| rng.chance(3, 4)) {
                    Some(action) => game.act(&mut state, seat, &action, &mut ()).unwrap(),
                    None => game.close(&mut state, &mut ()),
                }
                for side in [Side::Humans, Side::Zombies] {
                    let seen = game.seen(&state, side);
                    assert_eq!(seen.row(0).is_some(), radius < 32);
                    assert!(game.board.iter().all(|hex| seen.has(hex) == game.sees(&state, side, hex)));
                    let (columns, rows) = ((-radius / 2, radius / 3), (-radius / 3, radius));
                    let part = game.seen_between(&state, side, columns, rows);
                    let asked =
                        |hex: &Hex| (columns.0..=columns.1).contains(&hex.x) && (rows.0..=rows.1).contains(&hex.y);
                    assert!(game.board.iter().filter(asked).all(|hex| part.has(hex) == seen.has(hex)));
                }
            }
        }
    }
}
