//! Odd but possible starts, which bots are checked with.

use skirmish_core::odd::{Odd, OddStart, take_off};

/// Of the largest board.
const EDGE: usize = 100;

pub(crate) const ODD: Odd = Odd {
    short: &[("max_turns", 30)],
    early: &[("max_turns", 2)],
    starts: &[
        OddStart::no_units(|position, seat| take_off(position, "units", |unit| unit["owner"] == seat)),
        OddStart::huge(|position, _| {
            position.insert("width".into(), EDGE.into());
            position.insert("height".into(), EDGE.into());
            position.insert("rows".into(), vec![".".repeat(EDGE); EDGE].into());
        }),
    ],
};
