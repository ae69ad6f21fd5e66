//! The drawings: soldiers from above, weapons to the fore, so that the outline alone tells the kind and where it looks.
//!
//! A scout is an arrowhead with a spear, an assassin a torn cloak between two curved blades, a tank a block behind a
//! shield. What belongs to player1 stands on a round plate, what belongs to player2 on a square one.

use skirmish_core::scene::{Color, Ink, Mark, Symbol};

const STEEL: Ink = Ink::Color(Color::Ink);
const PAPER: Ink = Ink::Color(Color::Paper);
const DARK: Ink = Ink::Color(Color::Black);
const STONE: Ink = Ink::Color(Color::Wall);
const STONE_TOP: Ink = Ink::Color(Color::WallTop);
const LINE: f32 = 0.045;

pub(crate) const SYMBOLS: &[Symbol] = &[
    Symbol { name: "scout-1", parts: &[ROUND, SCARF, SPEAR, SPEAR_TIP, WINGS, SCOUT_HEAD] },
    Symbol { name: "scout-2", parts: &[SQUARE, SCARF, SPEAR, SPEAR_TIP, WINGS, SCOUT_HEAD] },
    Symbol { name: "assassin-1", parts: &[ROUND, CLOAK, BLADE, OTHER_BLADE, HOOD, HOOD_SHADOW] },
    Symbol { name: "assassin-2", parts: &[SQUARE, CLOAK, BLADE, OTHER_BLADE, HOOD, HOOD_SHADOW] },
    Symbol { name: "tank-1", parts: &[ROUND, PLATES, SEAMS, SHIELD, SHIELD_RIDGE, HELMET, VISOR] },
    Symbol { name: "tank-2", parts: &[SQUARE, PLATES, SEAMS, SHIELD, SHIELD_RIDGE, HELMET, VISOR] },
    Symbol { name: "base-1", parts: &[YARD, WALLS, MERLONS, TOWERS, TOWER_TOPS, ROUND_KEEP] },
    Symbol { name: "base-2", parts: &[YARD, WALLS, MERLONS, TOWERS, TOWER_TOPS, SQUARE_KEEP] },
    Symbol { name: "ruin", parts: &[YARD, BROKEN_WALLS, RUBBLE, CRACKS] },
    Symbol { name: "flag-1", parts: &[POLE, PENNANT] },
    Symbol { name: "flag-2", parts: &[OTHER_POLE, BANNER] },
    Symbol { name: "beyond", parts: &[CHEVRONS] },
    Symbol {
        name: "rock-1",
        parts: &[
            Mark::both("M-.45 .14L-.38-.24L-.12-.42L.22-.38L.44-.1L.4 .26L.12 .42L-.28 .4Z", STONE, STONE, LINE),
            Mark::fill("M-.38-.24L-.12-.42L.22-.38L.3-.1L.02 .06L-.3-.02Z", STONE_TOP),
            Mark::line("M.3-.1L.4-.08M.02 .06L.06 .36M-.3-.02L-.42 .12", STONE_TOP, 0.03),
        ],
    },
    Symbol {
        name: "rock-2",
        parts: &[
            Mark::both("M-.42 .3L-.44-.08L-.22-.34L.08-.3L.2-.44L.42-.18L.44 .22L.24 .42L-.2 .42Z", STONE, STONE, LINE),
            Mark::fill("M-.44-.08L-.22-.34L.08-.3L.06-.02L-.2 .1Z", STONE_TOP),
            Mark::fill("M.12-.36L.2-.44L.42-.18L.36 .06L.16 .02Z", STONE_TOP),
            Mark::line("M.12 .06L.18 .36M-.2 .14L-.24 .36", STONE_TOP, 0.03),
        ],
    },
    Symbol {
        name: "rock-3",
        parts: &[
            Mark::both("M-.46 .2L-.3-.18L-.34-.3L0-.44L.34-.32L.46 .08L.34 .38L-.06 .44L-.38 .4Z", STONE, STONE, LINE),
            Mark::fill("M-.3-.18L-.34-.3L0-.44L.34-.32L.38-.02L.1-.14L-.12 .12L-.34 .04Z", STONE_TOP),
            Mark::line("M.1-.1L.2 .2L.1 .38M-.12 .16L-.18 .36", STONE_TOP, 0.03),
        ],
    },
];

// ---- what everybody stands on

const ROUND: Mark = Mark::both("M-.46 0A.46 .46 0 1 1 .46 0A.46 .46 0 1 1-.46 0Z", PAPER, Ink::Light, 0.03);
const SQUARE: Mark = Mark::both("M-.45-.45H.45V.45H-.45Z", PAPER, Ink::Light, 0.03);

// ---- the scout

const SCARF: Mark = Mark::fill("M-.06-.07C-.2-.2-.28 .02-.46-.14L-.4 0L-.48 .1C-.3 .16-.2 .02-.06 .08Z", Ink::Light);
const SPEAR: Mark = Mark::line("M-.3 .21H.34", STEEL, 0.05);
const SPEAR_TIP: Mark = Mark::fill("M.26 .11L.5 .21L.26 .31L.31 .21Z", STEEL);
const WINGS: Mark = Mark::both("M.3 0L-.16-.36L-.28-.3L-.12 0L-.28 .3L-.16 .36Z", Ink::Tint, Ink::Shade, LINE);
const SCOUT_HEAD: Mark = Mark::both("M-.09 0A.11 .11 0 1 1 .13 0A.11 .11 0 1 1-.09 0Z", Ink::Light, Ink::Shade, 0.04);

// ---- the assassin

const CLOAK: Mark = Mark::both(
    "M.14 0C.12-.2-.02-.34-.2-.4C-.14-.28-.2-.2-.36-.24C-.28-.14-.3-.06-.46 0C-.3 .06-.28 .14-.36 .24C-.2 .2-.14 .28-.2 .4C-.02 .34 .12 .2 .14 0Z",
    Ink::Shade,
    Ink::Shade,
    0.03,
);
const BLADE: Mark = Mark::fill("M-.02-.3C.14-.44 .38-.38 .48-.1C.34-.24 .2-.26 .02-.2Z", STEEL);
const OTHER_BLADE: Mark = Mark::fill("M-.02 .3C.14 .44 .38 .38 .48 .1C.34 .24 .2 .26 .02 .2Z", STEEL);
const HOOD: Mark = Mark::fill(
    "M.27 0C.18-.14 .02-.2-.14-.14C-.2-.11-.26-.05-.34 0C-.26 .05-.2 .11-.14 .14C.02 .2 .18 .14 .27 0Z",
    Ink::Tint,
);
const HOOD_SHADOW: Mark = Mark::fill("M.21 0C.14-.08 .08-.1 .02-.09Q-.03 0 .02 .09C.08 .1 .14 .08 .21 0Z", DARK);

// ---- the tank

const PLATES: Mark = Mark::both(
    "M-.42-.3Q-.42-.4-.32-.4H.06Q.14-.4 .14-.32V.32Q.14 .4 .06 .4H-.32Q-.42 .4-.42 .3Z",
    Ink::Tint,
    Ink::Shade,
    0.06,
);
const SEAMS: Mark = Mark::line("M-.42-.2H.14M-.42 .2H.14", Ink::Shade, 0.04);
const SHIELD: Mark =
    Mark::both("M.2-.48Q.48-.36 .48 0Q.48 .36 .2 .48L.16 .4Q.3 .22 .3 0Q.3-.22 .16-.4Z", STEEL, STEEL, 0.04);
const SHIELD_RIDGE: Mark = Mark::line("M.32-.32Q.4-.16 .4 0Q.4 .16 .32 .32", Ink::Light, 0.05);
const HELMET: Mark = Mark::both("M-.29 0A.17 .17 0 1 1 .05 0A.17 .17 0 1 1-.29 0Z", Ink::Light, Ink::Shade, 0.05);
const VISOR: Mark = Mark::line("M-.01-.09Q.03 0-.01 .09", DARK, 0.05);

// ---- the base

const YARD: Mark = Mark::both("M-.42-.42H.42V.42H-.42Z", Ink::Light, Ink::Shade, 0.04);
const WALLS: Mark = Mark::line("M-.37-.37H.37V.37H-.37Z", Ink::Tint, 0.13);
const MERLONS: Mark = Mark::fill(
    "M-.2-.47h.1v.07h-.1ZM-.05-.47h.1v.07h-.1ZM.1-.47h.1v.07h-.1ZM-.2 .4h.1v.07h-.1ZM-.05 .4h.1v.07h-.1ZM.1 .4h.1v.07h-.1ZM-.47-.2h.07v.1h-.07ZM-.47-.05h.07v.1h-.07ZM-.47 .1h.07v.1h-.07ZM.4-.2h.07v.1h-.07ZM.4-.05h.07v.1h-.07ZM.4 .1h.07v.1h-.07Z",
    Ink::Shade,
);
const TOWERS: Mark = Mark::both(
    "M-.5-.36a.14 .14 0 1 1 .28 0a.14 .14 0 1 1-.28 0ZM.22-.36a.14 .14 0 1 1 .28 0a.14 .14 0 1 1-.28 0ZM-.5 .36a.14 .14 0 1 1 .28 0a.14 .14 0 1 1-.28 0ZM.22 .36a.14 .14 0 1 1 .28 0a.14 .14 0 1 1-.28 0Z",
    Ink::Tint,
    Ink::Shade,
    0.04,
);
const TOWER_TOPS: Mark = Mark::fill(
    "M-.43-.36a.07 .07 0 1 1 .14 0a.07 .07 0 1 1-.14 0ZM.29-.36a.07 .07 0 1 1 .14 0a.07 .07 0 1 1-.14 0ZM-.43 .36a.07 .07 0 1 1 .14 0a.07 .07 0 1 1-.14 0ZM.29 .36a.07 .07 0 1 1 .14 0a.07 .07 0 1 1-.14 0Z",
    Ink::Light,
);
// Its roof bears the health in figures.
const ROUND_KEEP: Mark = Mark::both("M-.25 0A.25 .25 0 1 1 .25 0A.25 .25 0 1 1-.25 0Z", Ink::Shade, Ink::Tint, 0.05);
const SQUARE_KEEP: Mark = Mark::both("M-.23-.23H.23V.23H-.23Z", Ink::Shade, Ink::Tint, 0.05);

const BROKEN_WALLS: Mark =
    Mark::line("M-.37-.1V-.37H-.08M.16-.37H.37V-.2M.37 .12V.37H.2M-.16 .37H-.37V.22", Ink::Shade, 0.13);
const RUBBLE: Mark = Mark::both(
    "M-.2 .06L-.1-.12L.06-.06L.04 .1L-.1 .16ZM.1-.2L.2-.24L.24-.12L.14-.1ZM.12 .12L.24 .1L.22 .22L.12 .24ZM-.28-.18L-.2-.24L-.16-.14Z",
    STONE_TOP,
    STONE,
    0.03,
);
const CRACKS: Mark = Mark::line("M-.3 .3L-.18 .24L-.22 .18M.06-.3L0-.22L.06-.16M.3 .02L.18 .02L.12-.04", DARK, 0.03);

// ---- signs

const POLE: Mark = Mark::line("M-.3-.46V.46", STEEL, 0.08);
const PENNANT: Mark = Mark::both("M-.26-.44L.36-.2L-.26 .04Z", Ink::Tint, Ink::Shade, 0.05);
const OTHER_POLE: Mark = Mark::line("M.3-.46V.46", STEEL, 0.08);
const BANNER: Mark = Mark::both("M.26-.44H-.36L-.2-.2L-.36 .04H.26Z", Ink::Tint, Ink::Shade, 0.05);
const CHEVRONS: Mark = Mark::line("M-.3-.28L-.02 0L-.3 .28M.04-.28L.32 0L.04 .28", Ink::Tint, 0.13);
