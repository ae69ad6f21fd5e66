//! The built-in bots. They see only views and their greeting; ties are broken by their own seed.

mod danger;
mod medium;
mod sharing;
mod sight;
mod strong;
mod weak;

use crate::game::Golems;
use skirmish_core::BotEntry;

pub static BOTS: [BotEntry<Golems>; 3] = [
    BotEntry {
        name: "weak",
        aliases: &["settler"],
        about: "walks to the nearest zone and stays, builds when it can, strikes what stands beside it",
        make: |hello| Box::new(weak::Settler::new(hello)),
    },
    BotEntry {
        name: "medium",
        aliases: &["warden"],
        about: "shares its units out over the zones by the shortest ways; the others hunt",
        make: |hello| Box::new(medium::Warden::new(hello)),
    },
    BotEntry {
        name: "strong",
        aliases: &["foundry"],
        about: "expands first, then fights where it pays: counts blows, keeps out of reach, strikes together",
        make: |hello| Box::new(strong::Foundry::new(hello)),
    },
];
