//! What the signs mean.

use skirmish_core::scene::{Color, Legend};

const FIRST: Color = Color::Seat(0);
const SECOND: Color = Color::Seat(1);

pub(crate) const LEGEND: &[Legend] = &[
    Legend::symbols(&["scout-1", "scout-2"], FIRST, "scout: fast; looks where its spear points"),
    Legend::symbols(&["assassin-1", "assassin-2"], FIRST, "assassin: strikes hard"),
    Legend::symbols(&["tank-1", "tank-2"], FIRST, "tank: slow, much health"),
    Legend::symbols(&["base-1"], FIRST, "base of player1, whose things are round; its health is on the roof"),
    Legend::symbols(&["base-2"], SECOND, "base of player2, whose things are square"),
    Legend::symbols(&["ruin"], SECOND, "a base that fell"),
    Legend::letters(Color::Yellow, "12", "money of the base's owner"),
    Legend::symbols(&["flag-1", "flag-2"], FIRST, "destination of soldiers"),
    Legend::dashes(FIRST, "the way to a destination; around a base, where its owner may build"),
    Legend::symbols(&["beyond"], FIRST, "a soldier or a destination is farther out that way"),
    Legend::bar(Color::Good, "health"),
    Legend::bar(Color::Warn, "health, less than two thirds"),
    Legend::bar(Color::Bad, "health, less than a third"),
    Legend::symbols(&["rock-1", "rock-2", "rock-3"], Color::Wall, "rock: in the way of everybody"),
    Legend::area(FIRST, "where a seat may build"),
];
