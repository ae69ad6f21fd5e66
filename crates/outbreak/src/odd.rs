//! Odd but possible starts, which bots are checked with.

use skirmish_core::odd::{Odd, OddStart, set_config};

pub(crate) const ODD: Odd = Odd {
    short: &[("max_turns", 30)],
    early: &[("max_turns", 1)],
    starts: &[
        OddStart::no_units(|position, seat| {
            // Each side has a list with its name.
            position.insert(seat.into(), Vec::<()>::new().into());
        }),
        // Everything stays where it was, with a wide empty plain around it.
        OddStart::huge(|position, _| set_config(position, "radius", 120)),
    ],
};
