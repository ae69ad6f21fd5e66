//! The drawings: golems of two makes, the ground, and small signs.
//!
//! A golem's colours are parts of its body, each in its own place and of its own form, so that they can be told apart without
//! seeing colours: red are spiked arms (they strike), green is a leafy chest (health), blue are flared boots (they walk),
//! yellow is a crowned head with one great eye (it reaches far). Colours it lacks are bare, pale stone. Golems of
//! the first seat are hewn and stand on a slab, those of the second are boulders on a round stone.

use skirmish_core::scene::{Color, Ink, Mark, Symbol};

const EDGE: f32 = 0.035;
const FINE: f32 = 0.03;
const WHITE: Ink = Ink::Color(Color::White);

const fn stone(d: &'static str) -> Mark {
    Mark::both(d, Ink::Light, Ink::Shade, EDGE)
}

const fn part(d: &'static str, color: Color) -> Mark {
    Mark::both(d, Ink::Color(color), Ink::Color(Color::Black), EDGE)
}

const fn pale(d: &'static str) -> Mark {
    Mark::line(d, WHITE, FINE)
}

const fn dark(d: &'static str) -> Mark {
    Mark::fill(d, Ink::Color(Color::Black))
}

/// The one great eye of a yellow head.
const EYE: [Mark; 2] = [
    dark("M-.14-.26Q0-.37 .14-.26Q0-.18-.14-.26Z"),
    Mark::fill("M-.035-.265a.035.035 0 1 0 .07 0a.035.035 0 1 0-.07 0Z", WHITE),
];

/// A golem as its parts are painted: what is below comes first.
struct Make {
    base: &'static [Mark],
    /// Bare and coloured: legs (blue), arms (red), chest (green), head (yellow).
    parts: [[&'static [Mark]; 2]; 4],
}

const HEWN: Make = Make {
    base: &[Mark::both("M-.42.34H.42L.48.49H-.48Z", Ink::Tint, Ink::Shade, EDGE)],
    parts: [
        [
            &[stone("M-.22.1H-.05V.38H-.25ZM.05.1H.22L.25.38H.05Z")],
            &[
                part(
                    "M-.03.04H-.24L-.28.22L-.5.16L-.44.28L-.47.39H-.03ZM.03.04H.24L.28.22L.5.16L.44.28L.47.39H.03Z",
                    Color::Blue,
                ),
                pale("M-.42.33H-.28M.28.33H.42"),
            ],
        ],
        [
            &[stone("M-.42-.18H-.27V.14H-.4ZM.27-.18H.42L.4.14H.27Z")],
            &[
                part(
                    "M-.25-.22L-.3-.42L-.4-.26L-.5-.34L-.49.18H-.27ZM.25-.22L.3-.42L.4-.26L.5-.34L.49.18H.27Z",
                    Color::Red,
                ),
                pale("M-.46.07H-.3M.3.07H.46"),
            ],
        ],
        [
            &[stone("M-.28-.22H.28L.22.12H-.22Z")],
            &[
                part("M-.27-.25H.27L.31-.04L.2.15H-.2L-.31-.04Z", Color::Green),
                pale("M0-.05V-.2M0-.09L-.13-.17M0-.09L.13-.17"),
            ],
        ],
        [
            &[stone("M-.14-.44H.14L.16-.21H-.16Z"), dark("M-.1-.36h.07v.07h-.07zM.03-.36h.07v.07h-.07z")],
            &[
                part("M-.2-.2L-.19-.35L-.29-.5L-.14-.42L-.08-.5H.08L.14-.42L.29-.5L.19-.35L.2-.2Z", Color::Yellow),
                EYE[0],
                EYE[1],
            ],
        ],
    ],
};

const BOULDER: Make = Make {
    base: &[Mark::both("M-.47.4a.47.09 0 1 0 .94 0a.47.09 0 1 0-.94 0Z", Ink::Tint, Ink::Shade, EDGE)],
    parts: [
        [
            &[stone("M-.25.24a.11.15 0 1 0 .22 0a.11.15 0 1 0-.22 0ZM.03.24a.11.15 0 1 0 .22 0a.11.15 0 1 0-.22 0Z")],
            &[
                part(
                    "M-.03.06H-.24Q-.24.2-.3.22Q-.4.22-.49.14Q-.5.24-.43.28Q-.49.4-.36.4H-.1Q-.03.4-.03.33ZM.03.06H.24Q.24.2.3.22Q.4.22.49.14Q.5.24.43.28Q.49.4.36.4H.1Q.03.4.03.33Z",
                    Color::Blue,
                ),
                pale("M-.4.34H-.28M.28.34H.4"),
            ],
        ],
        [
            &[stone("M-.45-.03a.09.17 0 1 0 .18 0a.09.17 0 1 0-.18 0ZM.27-.03a.09.17 0 1 0 .18 0a.09.17 0 1 0-.18 0Z")],
            &[
                part(
                    "M-.24-.16L-.27-.4L-.38-.24L-.5-.28L-.47-.1Q-.54.19-.38.2Q-.24.19-.26-.02ZM.24-.16L.27-.4L.38-.24L.5-.28L.47-.1Q.54.19.38.2Q.24.19.26-.02Z",
                    Color::Red,
                ),
                pale("M-.46.06Q-.38.1-.3.06M.3.06Q.38.1.46.06"),
            ],
        ],
        [
            &[stone("M-.28-.05a.28.2 0 1 0 .56 0a.28.2 0 1 0-.56 0Z")],
            &[
                part("M0-.27Q.34-.28.31-.04Q.28.16 0 .16Q-.28.16-.31-.04Q-.34-.28 0-.27Z", Color::Green),
                pale("M0-.05V-.21M0-.08Q-.12-.08-.14-.18M0-.08Q.12-.08.14-.18"),
            ],
        ],
        [
            &[
                stone("M-.17-.2V-.28a.17.17 0 0 1 .34 0V-.2Z"),
                dark("M-.11-.31a.04.04 0 1 0 .08 0a.04.04 0 1 0-.08 0ZM.03-.31a.04.04 0 1 0 .08 0a.04.04 0 1 0-.08 0Z"),
            ],
            &[
                part(
                    "M-.16-.19Q-.25-.28-.2-.36L-.27-.48L-.14-.43Q-.08-.5 0-.5Q.08-.5.14-.43L.27-.48L.2-.36Q.25-.28.16-.19Z",
                    Color::Yellow,
                ),
                EYE[0],
                EYE[1],
            ],
        ],
    ],
};

impl Make {
    /// What a golem is painted with. Bits of `mask`: red 1, green 2, blue 4, yellow 8.
    const fn groups(&self, mask: usize) -> [&'static [Mark]; 5] {
        [
            self.base,
            self.parts[0][mask >> 2 & 1],
            self.parts[1][mask & 1],
            self.parts[2][mask >> 1 & 1],
            self.parts[3][mask >> 3 & 1],
        ]
    }

    const fn count(&self, mask: usize) -> usize {
        let groups = self.groups(mask);
        let (mut count, mut i) = (0, 0);
        while i < groups.len() {
            count += groups[i].len();
            i += 1;
        }
        count
    }

    const fn marks<const N: usize>(&self, mask: usize) -> [Mark; N] {
        let groups = self.groups(mask);
        let mut marks = [Mark::fill("", Ink::None); N];
        let (mut at, mut i) = (0, 0);
        while i < groups.len() {
            let mut j = 0;
            while j < groups[i].len() {
                marks[at] = groups[i][j];
                at += 1;
                j += 1;
            }
            i += 1;
        }
        marks
    }
}

macro_rules! golem {
    ($make:ident, $mask:literal, $name:literal) => {
        Symbol { name: $name, parts: &const { $make.marks::<{ $make.count($mask) }>($mask) } }
    };
}

/// The symbol of a golem of a seat with colours of the given kinds; bits: red 1, green 2, blue 4, yellow 8.
pub fn golem(seat: u8, mask: usize) -> &'static str {
    SYMBOLS[(mask & 15) + 16 * usize::from(seat != 0)].name
}

/// Golems first, so that their place can be computed; then the signs.
pub(crate) const SYMBOLS: &[Symbol] = &[
    golem!(HEWN, 0, "hewn"),
    golem!(HEWN, 1, "hewn_r"),
    golem!(HEWN, 2, "hewn_g"),
    golem!(HEWN, 3, "hewn_rg"),
    golem!(HEWN, 4, "hewn_b"),
    golem!(HEWN, 5, "hewn_rb"),
    golem!(HEWN, 6, "hewn_gb"),
    golem!(HEWN, 7, "hewn_rgb"),
    golem!(HEWN, 8, "hewn_y"),
    golem!(HEWN, 9, "hewn_ry"),
    golem!(HEWN, 10, "hewn_gy"),
    golem!(HEWN, 11, "hewn_rgy"),
    golem!(HEWN, 12, "hewn_by"),
    golem!(HEWN, 13, "hewn_rby"),
    golem!(HEWN, 14, "hewn_gby"),
    golem!(HEWN, 15, "hewn_rgby"),
    golem!(BOULDER, 0, "boulder"),
    golem!(BOULDER, 1, "boulder_r"),
    golem!(BOULDER, 2, "boulder_g"),
    golem!(BOULDER, 3, "boulder_rg"),
    golem!(BOULDER, 4, "boulder_b"),
    golem!(BOULDER, 5, "boulder_rb"),
    golem!(BOULDER, 6, "boulder_gb"),
    golem!(BOULDER, 7, "boulder_rgb"),
    golem!(BOULDER, 8, "boulder_y"),
    golem!(BOULDER, 9, "boulder_ry"),
    golem!(BOULDER, 10, "boulder_gy"),
    golem!(BOULDER, 11, "boulder_rgy"),
    golem!(BOULDER, 12, "boulder_by"),
    golem!(BOULDER, 13, "boulder_rby"),
    golem!(BOULDER, 14, "boulder_gby"),
    golem!(BOULDER, 15, "boulder_rgby"),
    Symbol { name: "zone", parts: ZONE },
    Symbol { name: "held", parts: HELD },
    Symbol { name: "open", parts: OPEN },
    Symbol { name: "wall", parts: WALL },
    Symbol { name: "hammer", parts: HAMMER },
    Symbol { name: "drop", parts: DROP },
];

/// A place to hold: a ring to step into, and what it gives.
const ZONE: &[Mark] = &[
    Mark::fill("M-.47-.47H.47V.47H-.47Z", Ink::Color(Color::Paper)),
    Mark::line("M-.44-.24V-.44H-.24M.24-.44H.44V-.24M.44.24V.44H.24M-.24.44H-.44V.24", Ink::Tint, 0.09),
    Mark::line("M-.27 0a.27.27 0 1 0 .54 0a.27.27 0 1 0-.54 0Z", Ink::Tint, 0.06),
    Mark::line("M-.12 0H.12M0-.12V.12", Ink::Tint, 0.08),
];

/// The same in somebody's hands.
const HELD: &[Mark] = &[
    Mark::fill("M-.47-.47H.47V.47H-.47Z", Ink::Light),
    Mark::line("M-.44-.24V-.44H-.24M.24-.44H.44V-.24M.44.24V.44H.24M-.24.44H-.44V.24", Ink::Tint, 0.09),
];

const OPEN: &[Mark] =
    &[Mark::both("M-.4-.4H.4V.4H-.4Z", Ink::Color(Color::Ground), Ink::Color(Color::GroundLine), 0.05)];

const WALL: &[Mark] = &[
    Mark::fill("M-.5-.5H.5V.5H-.5Z", Ink::Color(Color::Wall)),
    Mark::fill("M-.5-.5H.5V.22H-.5Z", Ink::Color(Color::WallTop)),
];

/// A full store: ready to build.
const HAMMER: &[Mark] =
    &[Mark::line("M-.22.36L.12-.06", Ink::Tint, 0.15), Mark::fill("M-.16-.3L.1-.44L.42-.02L.26.12Z", Ink::Tint)];

/// Poison.
const DROP: &[Mark] = &[
    Mark::fill("M0-.46Q.34-.04.34.14A.34.32 0 0 1-.34.14Q-.34-.04 0-.46Z", Ink::Tint),
    Mark::fill(
        "M-.17.02a.08.08 0 1 0 .16 0a.08.08 0 1 0-.16 0ZM.03.02a.08.08 0 1 0 .16 0a.08.08 0 1 0-.16 0ZM-.1.2H.1V.28H-.1Z",
        Ink::Color(Color::Paper),
    ),
];
