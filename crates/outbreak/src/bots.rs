//! The built-in players. They know the config, what their views show, and what they remember of it.

mod chores;
mod medium;
mod mind;
mod strong;
mod weak;

use crate::Outbreak;
use crate::words::Side;
use mind::Mind;
use skirmish_core::{Bot, BotEntry, Hello};

pub(crate) const BOTS: &[BotEntry<Outbreak>] = &[
    BotEntry {
        name: "weak",
        aliases: &["wander"],
        about: "walks about at random and hits what it runs into",
        make: |hello| match side(hello) {
            Side::Humans => boxed(weak::Humans::new(Mind::new(hello))),
            Side::Zombies => boxed(weak::Zombies::new(Mind::new(hello))),
        },
    },
    BotEntry {
        name: "medium",
        aliases: &["barricade", "sniff"],
        about: "humans wall themselves in and shoot; zombies follow their noses",
        make: |hello| match side(hello) {
            Side::Humans => boxed(medium::Barricade::new(Mind::new(hello))),
            Side::Zombies => boxed(medium::Sniff::new(Mind::new(hello))),
        },
    },
    BotEntry {
        name: "strong",
        aliases: &["bunker", "horde"],
        about: "humans keep a bunker and blow up stacks; zombies gather, and break in where it is weakest",
        make: |hello| match side(hello) {
            Side::Humans => boxed(strong::Bunker::new(Mind::new(hello))),
            Side::Zombies => boxed(strong::Horde::new(Mind::new(hello))),
        },
    },
];

fn side(hello: &Hello<'_, Outbreak>) -> Side {
    Side::of(hello.seat).unwrap_or_default()
}

fn boxed(bot: impl Bot<Outbreak> + 'static) -> Box<dyn Bot<Outbreak>> {
    Box::new(bot)
}
