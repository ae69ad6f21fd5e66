//! What the signs mean.

use skirmish_core::scene::{Color, Legend};

const HUMANS: Color = Color::Seat(0);
const ZOMBIES: Color = Color::Seat(1);

pub(crate) const LEGEND: &[Legend] = &[
    Legend::symbols(&["normal"], HUMANS, "normal human"),
    Legend::symbols(&["marksman"], HUMANS, "marksman: shoots far"),
    Legend::symbols(&["traceur"], HUMANS, "traceur: fast, walks over barricades"),
    Legend::symbols(&["medic"], HUMANS, "medic: heals"),
    Legend::symbols(&["builder"], HUMANS, "builder: puts up barricades"),
    Legend::symbols(&["demolitionist"], HUMANS, "demolitionist: breaks anything at one blow"),
    Legend::symbols(&["zombie"], ZOMBIES, "zombie; on its back while it is stunned"),
    Legend::symbols(&["halo"], HUMANS, "a human is here (seen from afar)"),
    Legend::symbols(&["thorns"], ZOMBIES, "a zombie is here (seen from afar)"),
    Legend::badge(Color::Warn, "stun", "stunned: does nothing"),
    Legend::badge(Color::Bad, "aim", "turns until it can attack again"),
    Legend::badge(Color::Blue, "cog", "turns until it can heal or build again"),
    Legend::bar(Color::Good, "health"),
    Legend::bar(Color::Bad, "health, less than at first"),
    Legend::bar(Color::Warn, "what is left of a damaged obstacle"),
    Legend::symbols(&["wall", "wall-cracked"], Color::WallTop, "wall: stops walkers and shots"),
    Legend::symbols(&["tree", "tree-cracked"], Color::Plant, "tree: stops walkers and shots"),
    Legend::symbols(&["barricade", "barricade-cracked"], Color::Wood, "barricade: stops walkers, not shots"),
    Legend::symbols(&["debris"], Color::WallTop, "debris: nothing can be built here"),
    Legend::symbols(&["water"], Color::Water, "water: stops walkers, not shots"),
];
