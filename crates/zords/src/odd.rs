//! Odd but possible starts, which bots are checked with.

use skirmish_core::odd::{Odd, OddStart, set_config, take_off};

pub(crate) const ODD: Odd = Odd {
    short: &[("days", 3)],
    early: &[("days", 1)],
    starts: &[
        OddStart::no_units(|position, seat| take_off(position, "zords", |zord| zord["owner"] == seat)),
        OddStart::huge(|position, _| set_config(position, "board_size", 1_000_000)),
    ],
};
