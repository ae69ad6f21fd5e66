//! Named moments at which tests have the program die, as if it had been killed just there.
//!
//! `SKIRMISH_DIE_AT=committed:17` ends it when it comes to that point for the 17th time: nothing is closed, nothing is told.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Which point, and at which time it is reached.
const VARIABLE: &str = "SKIRMISH_DIE_AT";

/// A moment on the way of an order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Point {
    /// Orders were taken, and nothing is done of them.
    Taken,
    /// Everything is written, and not committed.
    Written,
    /// It is durable, and nobody knows.
    Committed,
    /// The log of the database was copied into its file.
    Tidied,
    /// It is published, and nobody is answered.
    Published,
    /// The handlers have their answers, which may not have left.
    Answered,
}

impl Point {
    /// All of them.
    pub const ALL: [Point; 6] =
        [Point::Taken, Point::Written, Point::Committed, Point::Tidied, Point::Published, Point::Answered];

    /// As it is named in the variable.
    pub fn name(self) -> &'static str {
        match self {
            Point::Taken => "taken",
            Point::Written => "written",
            Point::Committed => "committed",
            Point::Tidied => "tidied",
            Point::Published => "published",
            Point::Answered => "answered",
        }
    }
}

/// The program is at this point.
pub fn at(point: Point) {
    static DOOM: OnceLock<Option<Doom>> = OnceLock::new();
    let doom = DOOM.get_or_init(|| Doom::read(&std::env::var(VARIABLE).ok()?));
    if doom.as_ref().is_some_and(|doom| doom.strikes(point)) {
        std::process::abort();
    }
}

struct Doom {
    point: Point,
    /// How many times it still passes.
    left: AtomicU64,
}

impl Doom {
    fn read(text: &str) -> Option<Doom> {
        let (name, times) = text.split_once(':')?;
        let point = Point::ALL.into_iter().find(|point| point.name() == name)?;
        Some(Doom { point, left: AtomicU64::new(times.parse().ok()?) })
    }

    fn strikes(&self, point: Point) -> bool {
        point == self.point && self.left.fetch_sub(1, Relaxed) == 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_strikes_once_at_its_point() {
        let doom = Doom::read("written:2").unwrap();
        assert!(!doom.strikes(Point::Committed));
        assert_eq!([(); 3].map(|()| doom.strikes(Point::Written)), [false, true, false]);
        for text in ["written", "nowhere:1", "written:x", ""] {
            assert!(Doom::read(text).is_none(), "{text}");
        }
    }
}
