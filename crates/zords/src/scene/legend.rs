//! What the signs mean.

use super::symbols::MACHINES;
use skirmish_core::scene::{Color, Legend};

pub(crate) const LEGEND: &[Legend] = &[
    Legend::symbols(&MACHINES, Color::Seat(0), "zord; each player has a machine and a colour"),
    Legend::symbols(&["totem"], Color::Yellow, "totem: pays those in its area in the evening"),
    Legend::dashes(
        Color::Yellow,
        "the area of a totem, in the colour of the only player in it; a range while nobody may shoot",
    ),
    Legend::area(Color::Yellow, "the area of a totem"),
    Legend::symbols(&["turn"], Color::Accent, "belongs to the player to act"),
    Legend::line(Color::Accent, "how far a zord can shoot"),
    Legend::symbols(&["shield-1", "shield-2", "shield-3"], Color::Blue, "shields, a ring for each up to three"),
    Legend::letters(Color::Blue, "4", "number of its shields"),
    Legend::badge(Color::Yellow, "crown", "its player leads"),
    Legend::badge(Color::Bad, "retired", "its player is no longer asked"),
    Legend::bar(Color::Good, "health"),
    Legend::bar(Color::Warn, "health, less than it could be"),
];
