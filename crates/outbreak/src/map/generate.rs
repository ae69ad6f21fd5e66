//! Maps made by rule from a number: a building of strong walls with doors, rooms of weak walls inside, crates about.
//!
//! Every map is unchanged by the half turn (x, y) -> (-x, -y), leaves the two outermost rings free of walls, and
//! lets every free hex be reached from every side without breaking a wall.

use serde_json::{Value, json};
use skirmish_core::Rng;
use skirmish_core::hash::mix;
use skirmish_grid::hex::{Diamond, Hex};

const RADIUS: i32 = 13;

/// The `n`-th generated map, as a map file.
pub fn generate(n: u64) -> Value {
    let mut rng = Rng::new(mix(n ^ 0x6f75_7462_7265_616b));
    let plan = loop {
        let plan = Plan::draw(&mut rng);
        if plan.is_connected() {
            break plan;
        }
    };
    json!({
        "name": format!("generated-{n}"),
        "note": "made by rule; unchanged by the half turn (x,y) -> (-x,-y)",
        "radius": RADIUS,
        "rows": plan.rows(),
    })
}

/// A map while it is drawn.
struct Plan {
    board: Diamond,
    symbols: Vec<char>,
}

impl Plan {
    /// One attempt.
    fn draw(rng: &mut Rng) -> Plan {
        let board = Diamond::new(RADIUS);
        let mut plan = Plan { board, symbols: vec!['.'; board.hexes()] };
        let half = rng.between(8, 9) as i32;
        for hex in board.iter().filter(|hex| hex.x.abs().max(hex.y.abs()) == half) {
            plan.set(hex, 'W');
        }
        plan.doors(half, rng);
        plan.rooms(half, rng);
        plan.crates(half, rng);
        plan
    }

    fn at(&self, hex: Hex) -> char {
        self.symbols[self.board.index(hex)]
    }

    fn set(&mut self, hex: Hex, symbol: char) {
        let at = self.board.index(hex);
        self.symbols[at] = symbol;
    }

    /// Sets a hex and the one opposite to it.
    fn set_both(&mut self, hex: Hex, symbol: char) {
        self.set(hex, symbol);
        self.set(Hex::new(-hex.x, -hex.y), symbol);
    }

    /// Four to eight door hexes, on all four sides: each stands for itself and the one opposite to it.
    fn doors(&mut self, half: i32, rng: &mut Rng) {
        let pairs = rng.between(2, 4);
        for i in 0..pairs {
            let along = rng.between(i64::from(1 - half), i64::from(half - 1)) as i32;
            let on_west = if i < 2 { i == 0 } else { rng.chance(1, 2) };
            self.set_both(if on_west { Hex::new(-half, along) } else { Hex::new(along, -half) }, '.');
        }
    }

    /// A weak wall through the middle, and one or two more across each half: four or six rooms.
    fn rooms(&mut self, half: i32, rng: &mut Rng) {
        let inner = half - 1;
        let upright = rng.chance(1, 2);
        // In what follows u runs across the wall in the middle and v along it.
        let hex = |u: i32, v: i32| if upright { Hex::new(u, v) } else { Hex::new(v, u) };
        for v in -inner..=inner {
            self.set(hex(0, v), 'w');
        }
        let gap = rng.between(2, i64::from(inner)) as i32;
        self.set_both(hex(0, gap), '.');
        if rng.chance(1, 2) {
            self.set_both(hex(0, gap - 1), '.');
        }
        let cuts =
            if rng.chance(1, 2) { vec![rng.between(-3, 3)] } else { vec![rng.between(-5, -2), rng.between(2, 5)] };
        for v in cuts {
            let v = v as i32;
            for u in -inner..0 {
                self.set_both(hex(u, v), 'w');
            }
            let gap = -(rng.between(1, i64::from(inner)) as i32);
            self.set_both(hex(gap, v), '.');
            if rng.chance(1, 2) && gap > -inner {
                self.set_both(hex(gap - 1, v), '.');
            }
        }
    }

    /// Eight to fourteen crates in opposite pairs, at least two of them outside the building.
    fn crates(&mut self, half: i32, rng: &mut Rng) {
        let pairs = rng.between(4, 7);
        let outside = rng.between(1, 3).min(pairs - 2);
        for i in 0..pairs {
            loop {
                let reach = i64::from(RADIUS - 1);
                let hex = Hex::new(rng.between(-reach, reach) as i32, rng.between(-reach, reach) as i32);
                let is_outside = hex.x.abs().max(hex.y.abs()) > half;
                if self.at(hex) == '.' && is_outside == (i < outside) && hex != Hex::new(0, 0) {
                    self.set_both(hex, 'C');
                    break;
                }
            }
        }
    }

    /// Whether every hex without a wall can be walked to from the rim.
    fn is_connected(&self) -> bool {
        let mut reached = vec![false; self.board.hexes()];
        let mut open = vec![Hex::new(-RADIUS, -RADIUS)];
        reached[self.board.index(open[0])] = true;
        while let Some(hex) = open.pop() {
            for next in hex.around().into_iter().filter(|&next| self.board.contains(next)) {
                let is_wall = matches!(self.at(next), 'W' | 'w');
                if !is_wall && !std::mem::replace(&mut reached[self.board.index(next)], true) {
                    open.push(next);
                }
            }
        }
        self.symbols.iter().zip(&reached).all(|(symbol, reached)| matches!(symbol, 'W' | 'w') || *reached)
    }

    fn rows(&self) -> Vec<String> {
        self.symbols.chunks(self.board.side()).map(|row| row.iter().collect()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn generated_maps_follow_the_advice_and_differ() {
        let mut all: Vec<Vec<String>> = Vec::new();
        for n in 0..200 {
            let map = generate(n);
            assert_eq!(map, generate(n));
            let rows: Vec<String> =
                map["rows"].as_array().unwrap().iter().map(|r| r.as_str().unwrap().into()).collect();
            let symbols: Vec<char> = rows.iter().flat_map(|row| row.chars()).collect();
            let plan = Plan { board: Diamond::new(RADIUS), symbols: symbols.clone() };
            assert!(plan.is_connected());
            assert!(symbols.iter().eq(symbols.iter().rev()), "{n} is not symmetric");
            let half = (0..RADIUS).find(|&h| plan.at(Hex::new(h, h)) == 'W').unwrap();
            let ring = plan.board.iter().filter(|h| h.x.abs().max(h.y.abs()) == half);
            let doors = ring.filter(|&h| plan.at(h) != 'W').collect::<Vec<_>>();
            assert!((4..=8).contains(&doors.len()), "{n}: {doors:?}");
            for side in [(-1, 0), (1, 0), (0, -1), (0, 1)] {
                assert!(doors.iter().any(|d| d.x * side.0 + d.y * side.1 == half), "{n}: no door to {side:?}");
            }
            let outer = |h: &Hex| h.x.abs().max(h.y.abs()) >= RADIUS - 1;
            assert!(plan.board.iter().filter(outer).all(|h| !matches!(plan.at(h), 'W' | 'w')));
            let crates: Vec<_> = plan.board.iter().filter(|&h| plan.at(h) == 'C').collect();
            assert!((8..=14).contains(&crates.len()));
            assert!(crates.iter().filter(|h| h.x.abs().max(h.y.abs()) > half).count() >= 2);
            assert!(!all.contains(&rows), "{n} is not new");
            all.push(rows);
        }
    }
}
