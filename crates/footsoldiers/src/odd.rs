//! Odd but possible starts, which bots are checked with.

use skirmish_core::odd::{Odd, OddStart, take_off};

pub(crate) const ODD: Odd = Odd {
    short: &[("total_turns", 20)],
    early: &[("total_turns", 1)],
    starts: &[
        OddStart::no_units(|position, seat| take_off(position, "soldiers", |soldier| soldier["seat"] == seat)),
        OddStart::huge(|position, _| {
            if let Some(base) = position.get_mut("bases").and_then(|bases| bases.get_mut(1)) {
                (base["x"], base["y"]) = (40_000.into(), 30_000.into());
            }
        }),
    ],
};
