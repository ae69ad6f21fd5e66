//! What the signs mean.

use skirmish_core::scene::{Color, Legend};

const HUMANS: Color = Color::Seat(0);
const ZOMBIES: Color = Color::Seat(1);

const WEAPON_CRATES: &[&str] = &[
    "crate-pistol",
    "crate-shotgun",
    "crate-grenade_launcher",
    "crate-flamethrower",
    "crate-chainsaw",
    "crate-medical_kit",
    "crate-other",
];

pub(crate) const LEGEND: &[Legend] = &[
    Legend::symbols(&["human-pistol"], HUMANS, "human with a pistol"),
    Legend::symbols(&["human-shotgun"], HUMANS, "human with a shotgun"),
    Legend::symbols(&["human-grenade_launcher"], HUMANS, "human with a grenade launcher"),
    Legend::symbols(&["human-flamethrower"], HUMANS, "human with a flamethrower"),
    Legend::symbols(&["human-chainsaw"], HUMANS, "human with a chainsaw"),
    Legend::symbols(&["human-medical_kit"], HUMANS, "human with a medical kit"),
    Legend::symbols(&["human-other"], HUMANS, "human with another weapon"),
    Legend::symbols(&["zombie"], ZOMBIES, "zombie; its arms point where it faces"),
    Legend::symbols(&["scent"], ZOMBIES, "what a zombie smells: the larger, the more"),
    Legend::symbols(&["sign"], ZOMBIES, "how many zombies are in the hex"),
    Legend::symbols(&["grave"], ZOMBIES, "the next zombie of this side comes up here"),
    Legend::bar(Color::Good, "health"),
    Legend::bar(Color::Yellow, "rounds"),
    Legend::bar(Color::Warn, "what is left of a damaged wall"),
    Legend::badge(Color::Warn, "hourglass", "cannot shoot yet"),
    Legend::badge(Color::Bad, "empty", "has too few rounds to shoot"),
    Legend::symbols(
        &["concrete", "concrete-cracked", "concrete-broken"],
        Color::Wall,
        "strong wall, whole, cracked or broken",
    ),
    Legend::symbols(&["brick", "brick-cracked", "brick-broken"], Color::Wall, "weak wall"),
    Legend::symbols(&["planks", "barricade"], Color::Wood, "wall that humans built, the more planks the stronger"),
    Legend::symbols(&["crate-ammo"], Color::Wood, "crate with rounds"),
    Legend::symbols(WEAPON_CRATES, Color::Wood, "crate with a weapon"),
    Legend::symbols(&["drop"], HUMANS, "air drop on its way"),
    Legend::letters(Color::Warn, "3", "turns until it lands"),
    Legend::dashes(HUMANS, "how far the humans see"),
    Legend::dashes(ZOMBIES, "how far the zombies see"),
    Legend::area(Color::Wall, "mist: what the seat you look through does not see"),
    Legend::area(ZOMBIES, "the sides that zombies come from"),
];
