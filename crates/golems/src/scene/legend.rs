//! What the signs mean.

use skirmish_core::scene::{Color, Legend};

/// Every make of each seat's golems; the parts that show their colours are explained one by one.
const HEWN: &[&str] = &[
    "hewn",
    "hewn_r",
    "hewn_g",
    "hewn_rg",
    "hewn_b",
    "hewn_rb",
    "hewn_gb",
    "hewn_rgb",
    "hewn_y",
    "hewn_ry",
    "hewn_gy",
    "hewn_rgy",
    "hewn_by",
    "hewn_rby",
    "hewn_gby",
    "hewn_rgby",
];
const BOULDERS: &[&str] = &[
    "boulder",
    "boulder_r",
    "boulder_g",
    "boulder_rg",
    "boulder_b",
    "boulder_rb",
    "boulder_gb",
    "boulder_rgb",
    "boulder_y",
    "boulder_ry",
    "boulder_gy",
    "boulder_rgy",
    "boulder_by",
    "boulder_rby",
    "boulder_gby",
    "boulder_rgby",
];

pub(crate) const LEGEND: &[Legend] = &[
    Legend::symbols(HEWN, Color::Seat(0), "golem of p0: hewn, on a slab"),
    Legend::symbols(BOULDERS, Color::Seat(1), "golem of p1: a boulder, on a round stone"),
    Legend::symbols(&["hewn_r", "boulder_r"], Color::Seat(0), "spiked red arms: strikes hard"),
    Legend::symbols(&["hewn_g", "boulder_g"], Color::Seat(0), "leafy green chest: much health"),
    Legend::symbols(&["hewn_b", "boulder_b"], Color::Seat(0), "flared blue boots: walks far"),
    Legend::symbols(&["hewn_y", "boulder_y"], Color::Seat(0), "crowned yellow head: reaches far"),
    Legend::letters(Color::Seat(0), "2", "its level"),
    Legend::badge(Color::Accent, "drop", "poisoned"),
    Legend::badge(Color::Warn, "hammer", "a full store: can build"),
    Legend::bar(Color::Good, "health"),
    Legend::bar(Color::Bad, "health, less than half"),
    Legend::bar(Color::Warn, "build points in its store"),
    Legend::symbols(&["zone"], Color::Warn, "build zone nobody holds"),
    Legend::symbols(&["held"], Color::Seat(0), "build zone in the colour of its holder"),
    Legend::symbols(&["wall"], Color::Wall, "wall"),
    Legend::line(Color::White, "on the base: a diamond for each action left, a dot for each move"),
];
