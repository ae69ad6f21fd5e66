//! How large arrays may be. Whoever asks for some, a program or the weights of strangers, is held to the same bounds, and
//! before anything is made: what is multiplied behind them cannot overflow.

use crate::layout::{Array, Layout, Scope};
use crate::space::Space;

/// The most columns or rows of a board. Only `board` and, in two games, numbers grow with them, which are bounded as well.
const MOST_SIDE: usize = 1 << 20;
/// The most rows of units.
const MOST_UNITS: usize = 1 << 12;
/// How far planes and numbers may reach: farther than any shipped board is wide.
const MOST_REACH: usize = 1 << 8;
/// The most seats.
const MOST_SEATS: usize = 1 << 8;
/// The most numbers.
const MOST_NUMBERS: usize = 1 << 20;
/// The most bytes of the arrays of one observation that are not large.
const MOST_SMALL: usize = 1 << 20;
/// The most bytes of all arrays of one observation that somebody wants.
const MOST_WANTED: usize = 1 << 26;

impl Scope {
    /// What is wrong with a size.
    fn check(&self) -> Result<(), String> {
        let Scope { width, height, units, sight, reach, seats } = *self;
        for (name, size, least, most) in [
            ("width", width, 1, MOST_SIDE),
            ("height", height, 1, MOST_SIDE),
            ("units", units, 1, MOST_UNITS),
            ("sight", sight, 0, MOST_REACH),
            ("reach", reach, 0, MOST_REACH),
            ("seats", seats, 1, MOST_SEATS),
        ] {
            if !(least..=most).contains(&size) {
                return Err(format!("scope: {name} is {size}; allowed is {least} to {most}"));
            }
        }
        Ok(())
    }
}

impl Layout {
    /// The layout of a game, or why there is none in this scope: its arrays would be larger than any game's.
    pub fn checked<G: Space>(scope: &Scope) -> Result<Layout, String> {
        scope.check()?;
        let layout = Layout::of::<G>(scope);
        let bytes = layout.bytes(|array| !array.large);
        if layout.numbers > MOST_NUMBERS || bytes > MOST_SMALL {
            return Err(format!(
                "scope: an observation would have {bytes} bytes and {} numbers to choose from, which is more than any \
                 game needs ({MOST_SMALL} and {MOST_NUMBERS}); choose smaller sizes than {scope:?}",
                layout.numbers
            ));
        }
        Ok(layout)
    }

    /// How many bytes the arrays of one observation take that are wanted.
    pub fn bytes(&self, wanted: impl Fn(&Array) -> bool) -> usize {
        self.arrays.iter().filter(|array| wanted(array)).fold(0, |sum, array| sum.saturating_add(array.bytes()))
    }

    /// The same, or why nobody gets that much.
    pub fn room(&self, wanted: impl Fn(&Array) -> bool) -> Result<usize, String> {
        let bytes = self.bytes(wanted);
        if bytes > MOST_WANTED {
            return Err(format!(
                "scope: the arrays of one observation would have {bytes} bytes; allowed are {MOST_WANTED}. Choose a \
                 smaller scope than {:?}, or do without the array \"board\"",
                self.scope
            ));
        }
        Ok(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spaces::{self, Visit};
    use skirmish_core::Setup;
    use std::time::{Duration, Instant};

    /// What is said of each size when it is as large as given.
    struct Refused(usize);

    impl Visit for Refused {
        type Output = ();

        fn visit<G: Space>(self) {
            let usual = Scope::of::<G>(&Setup::default()).unwrap();
            Layout::checked::<G>(&usual).unwrap().room(|_| true).unwrap();
            type Change = fn(&mut Scope) -> &mut usize;
            let changes: [(&str, Change); 6] = [
                ("width", |scope| &mut scope.width),
                ("height", |scope| &mut scope.height),
                ("units", |scope| &mut scope.units),
                ("sight", |scope| &mut scope.sight),
                ("reach", |scope| &mut scope.reach),
                ("seats", |scope| &mut scope.seats),
            ];
            for (name, change) in changes {
                let mut scope = usual;
                *change(&mut scope) = self.0;
                let why = Layout::checked::<G>(&scope).unwrap_err();
                assert!(why.contains(&format!("{name} is {}", self.0)), "{}: {why}", G::ID);
            }
            // All at once at their greatest: refused by what they make, if not here then where the board is wanted.
            let most = Scope {
                width: MOST_SIDE,
                height: MOST_SIDE,
                units: MOST_UNITS,
                sight: MOST_REACH,
                reach: MOST_REACH,
                seats: MOST_SEATS,
            };
            assert!(Layout::checked::<G>(&most).is_err(), "{}", G::ID);
            let wide = Scope { width: MOST_SIDE, height: MOST_SIDE, ..usual };
            assert!(Layout::checked::<G>(&wide).and_then(|layout| layout.room(|_| true)).is_err(), "{}", G::ID);
        }
    }

    #[test]
    fn sizes_that_no_game_needs_are_refused_at_once() {
        let begun = Instant::now();
        for game in skirmish_games::IDS {
            for size in [MOST_SIDE + 1, 1 << 32, 1 << 61, 1 << 63, usize::MAX] {
                spaces::visit(game, Refused(size)).unwrap();
            }
        }
        assert!(begun.elapsed() < Duration::from_secs(5), "nothing is made before it is refused");
    }
}
