//! The built-in players. They see views alone; ties are broken by their own seed.

mod board;
mod medium;
mod scripts;
mod strong;
mod weak;

use crate::game::Footsoldiers;
use skirmish_core::BotEntry;

pub(crate) const BOTS: &[BotEntry<Footsoldiers>] = &[
    BotEntry {
        name: "weak",
        aliases: &["scout_stream"],
        about: "builds scouts below its base, sends them straight at the enemy's, and never steers",
        make: |hello| Box::new(weak::ScoutStream::new(hello)),
    },
    BotEntry {
        name: "medium",
        aliases: &["guarded_rush"],
        about: "sends scouts and assassins by the shortest path, steers those that get stuck, guards its base with tanks",
        make: |hello| Box::new(medium::GuardedRush::new(hello)),
    },
    BotEntry {
        name: "strong",
        aliases: &["simulate"],
        about: "tries every sensible command, plays both sides a few turns ahead, and takes the best",
        make: |hello| Box::new(strong::Simulate::new(hello)),
    },
];
