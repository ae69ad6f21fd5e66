//! The random draws: the base order at the start, the cells of the totems, the order in which players come back.

use crate::name::Name;
use serde_json::{Value, json};
use skirmish_core::{Key, Seat};
use skirmish_grid::Point;

/// A draw that puts seats in order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shuffle {
    /// The base order of turns.
    Order,
    /// The order in which those who are down are placed.
    Respawn,
}

impl Shuffle {
    pub fn word(self) -> &'static str {
        match self {
            Shuffle::Order => "order",
            Shuffle::Respawn => "respawn",
        }
    }
}

/// Where draws come from.
pub trait Chance {
    /// Puts `seats` in a random order; `name` knows what they are called.
    fn shuffle(&mut self, day: i64, what: Shuffle, seats: &mut [Seat], name: impl Fn(Seat) -> Name);

    /// A random cell of a square board, of those that are `allowed`. There is at least one.
    fn totem(&mut self, day: i64, board_size: i64, allowed: impl Fn(Point) -> bool) -> Point;
}

/// Draws that follow from the game's key.
#[derive(Clone, Copy, Debug)]
pub struct Keyed(pub Key);

impl Chance for Keyed {
    fn shuffle(&mut self, day: i64, what: Shuffle, seats: &mut [Seat], _: impl Fn(Seat) -> Name) {
        self.0.draws(day as u64, what.word()).shuffle(seats);
    }

    fn totem(&mut self, day: i64, board_size: i64, allowed: impl Fn(Point) -> bool) -> Point {
        let mut rng = self.0.draws(day as u64, "totem");
        loop {
            let x = rng.below(board_size as u64) as i32;
            let y = rng.below(board_size as u64) as i32;
            if allowed(Point::new(x, y)) {
                return Point::new(x, y);
            }
        }
    }
}

/// Draws that are written down beforehand.
///
/// A bad script never stops the game: the first fault is kept, and a key takes over.
#[derive(Clone, Debug)]
pub struct Script {
    draws: std::vec::IntoIter<Value>,
    used: usize,
    fault: Option<String>,
    instead: Keyed,
}

impl Script {
    pub fn new(draws: Vec<Value>) -> Script {
        Script { draws: draws.into_iter(), used: 0, fault: None, instead: Keyed(Key::default()) }
    }

    /// Whether the script was good, and used to its end.
    pub fn finish(self) -> Result<(), String> {
        match (self.fault, self.draws.len()) {
            (Some(fault), _) => Err(fault),
            (None, 0) => Ok(()),
            (None, left) => Err(format!("{left} draws of the script are left over")),
        }
    }

    /// The next draw, if it is of the wanted kind and `take` can use it.
    fn next<T>(&mut self, kind: &str, take: impl FnOnce(&Value) -> Option<T>) -> Option<T> {
        let at = self.used;
        self.used += 1;
        let taken = match self.draws.next() {
            None => Err(format!("draw {at} of the script is missing: a draw of \"{kind}\" was wanted")),
            Some(draw) if draw["draw"] != kind => Err(format!("draw {at} of the script is not \"{kind}\": {draw}")),
            Some(draw) => take(&draw).ok_or_else(|| format!("draw {at} of the script is not allowed: {draw}")),
        };
        taken.map_err(|fault| self.fault.get_or_insert(fault)).ok()
    }
}

impl Chance for &mut Script {
    fn shuffle(&mut self, day: i64, what: Shuffle, seats: &mut [Seat], name: impl Fn(Seat) -> Name) {
        let drawn: Option<Vec<Seat>> = self.next(what.word(), |draw| {
            let names = draw["seats"].as_array()?;
            let called = |text: &Value| seats.iter().copied().find(|&seat| Some(name(seat).as_str()) == text.as_str());
            let drawn: Vec<Seat> = names.iter().map(called).collect::<Option<_>>()?;
            let all = drawn.len() == seats.len() && seats.iter().all(|seat| drawn.contains(seat));
            all.then_some(drawn)
        });
        match drawn {
            Some(drawn) => seats.copy_from_slice(&drawn),
            None => self.instead.shuffle(day, what, seats, name),
        }
    }

    fn totem(&mut self, day: i64, board_size: i64, allowed: impl Fn(Point) -> bool) -> Point {
        let drawn = self.next("totem", |draw| {
            let side = |key: &str| i32::try_from(draw[key].as_i64()?).ok().filter(|&n| n >= 0);
            let cell = Point::new(side("x")?, side("y")?);
            let inside = i64::from(cell.x.max(cell.y)) < board_size;
            (inside && allowed(cell)).then_some(cell)
        });
        drawn.unwrap_or_else(|| self.instead.totem(day, board_size, allowed))
    }
}

/// A shuffle as a script has it.
pub fn shuffle_record(what: Shuffle, names: impl Iterator<Item = Name>) -> Value {
    json!({"draw": what.word(), "seats": names.collect::<Vec<_>>()})
}

/// The draw of a totem's cell as a script has it.
pub fn totem_record(cell: Point) -> Value {
    json!({"draw": "totem", "x": cell.x, "y": cell.y})
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(seat: Seat) -> Name {
        Name::of(["a", "b", "c"][seat.index()])
    }

    fn outcome(draws: Value, play: impl FnOnce(&mut &mut Script)) -> Result<(), String> {
        let mut script = Script::new(draws.as_array().unwrap().clone());
        play(&mut &mut script);
        script.finish()
    }

    #[test]
    fn a_script_is_followed_and_its_faults_are_named() {
        let shuffled = |draws| {
            let mut seats = [Seat(0), Seat(2)];
            let verdict = outcome(draws, |script| script.shuffle(1, Shuffle::Respawn, &mut seats, name));
            (verdict.is_ok(), seats)
        };
        let respawn = |seats: &[&str]| json!([{"draw": "respawn", "seats": seats}]);
        assert_eq!(shuffled(respawn(&["c", "a"])), (true, [Seat(2), Seat(0)]));
        for bad in [respawn(&["a"]), respawn(&["a", "a"]), respawn(&["a", "b"]), respawn(&["a", "c", "c"])] {
            assert!(!shuffled(bad.clone()).0, "{bad}");
        }
        assert!(!shuffled(json!([])).0);
        assert!(!shuffled(json!([{"draw": "order", "seats": ["a", "c"]}])).0);
        assert!(!shuffled(json!([{"draw": "respawn", "seats": ["a", "c"]}, {"draw": "totem", "x": 1, "y": 1}])).0);
    }

    #[test]
    fn a_scripted_cell_must_be_allowed() {
        let drawn = |x: i64, y: i64| {
            let draws = json!([{"draw": "totem", "x": x, "y": y}]);
            outcome(draws, |script| {
                assert_ne!(script.totem(1, 10, |cell| cell.x != 5).x, 5);
            })
        };
        assert_eq!(drawn(4, 9), Ok(()));
        for (x, y) in [(5, 1), (10, 1), (1, 10), (-1, 0)] {
            assert!(drawn(x, y).unwrap_err().contains("not allowed"));
        }
    }
}
