//! The drawings: figures seen from the front, obstacles a little from above, and the signs on badges.
//!
//! Figures are cut out by lines in the colour of the paper, which also keep them apart where they crowd. Each class is
//! told by its outline alone: the brim and the rifle, the runner, the cross, the hammer, the bomb.

use skirmish_core::scene::{Color, Ink, Mark, Symbol};

const PAPER: Ink = Ink::Color(Color::Paper);
const INK: Ink = Ink::Color(Color::Ink);

/// A part of a figure, cut out.
const fn body(d: &'static str) -> Mark {
    Mark::both(d, Ink::Tint, PAPER, 0.07)
}

/// A thing that a figure carries, cut out.
const fn gear(d: &'static str, fill: Ink) -> Mark {
    Mark::both(d, fill, PAPER, 0.05)
}

/// Head, and shoulders down to the feet, in the middle.
const HEAD: &str = "M-.16-.28a.16.16 0 1 0 .32 0a.16.16 0 1 0-.32 0z";
const TRUNK: &str = "M-.29.12C-.29-.04-.18-.1 0-.1S.29-.04.29.12V.26H.18V.46H.03V.3H-.03V.46H-.18V.26H-.29Z";
/// The same, moved aside for those who carry something at their right.
const HEAD_ASIDE: &str = "M-.27-.27a.15.15 0 1 0 .3 0a.15.15 0 1 0-.3 0z";
const TRUNK_ASIDE: &str = "M-.4.12C-.4-.04-.3-.1-.12-.1S.16-.04.16.12V.26H.06V.46H-.09V.3H-.15V.46H-.3V.26H-.4Z";

pub(crate) const SYMBOLS: &[Symbol] = &[
    Symbol { name: "normal", parts: &[body(TRUNK), body(HEAD)] },
    Symbol {
        name: "marksman",
        parts: &[
            body(TRUNK_ASIDE),
            body(HEAD_ASIDE),
            gear("M-.46-.24V-.34H-.3C-.3-.56.06-.56.06-.34H.22V-.24Z", Ink::Shade),
            // The rifle: barrel, then stock and sight.
            Mark::line(RIFLE, PAPER, 0.22),
            Mark::line("M-.14.3L.44-.44", PAPER, 0.16),
            Mark::line("M-.14.3L.44-.44", INK, 0.08),
            Mark::line(RIFLE, INK, 0.13),
        ],
    },
    Symbol {
        name: "traceur",
        parts: &[
            Mark::line(RUNNER, PAPER, 0.23),
            Mark::line(RUNNER, Ink::Tint, 0.15),
            body("M.04-.34a.14.14 0 1 0 .28 0a.14.14 0 1 0-.28 0z"),
            Mark::line("M-.48-.3H-.22M-.5-.14H-.34", Ink::Shade, 0.05),
        ],
    },
    Symbol {
        name: "medic",
        parts: &[
            body("M-.4.46C-.4.1-.34-.1 0-.1S.4.1.4.46Z"),
            body(HEAD),
            Mark::fill("M-.08 0H.08V.12H.2V.28H.08V.4H-.08V.28H-.2V.12H-.08Z", PAPER),
        ],
    },
    Symbol {
        name: "builder",
        parts: &[
            body(TRUNK_ASIDE),
            body(HEAD_ASIDE),
            gear("M-.36-.25V-.35H-.29C-.29-.56.05-.56.05-.35H.12V-.25Z", Ink::Color(Color::Yellow)),
            // The hammer.
            gear("M.27.48V-.14H.4V.48Z", Ink::Color(Color::Wood)),
            gear("M.15-.4H.45L.51-.26L.45-.12H.15Z", Ink::Shade),
        ],
    },
    Symbol {
        name: "demolitionist",
        parts: &[
            body(TRUNK_ASIDE),
            body(HEAD_ASIDE),
            // Goggles.
            Mark::fill("M-.24-.33H0V-.24H-.24Z", PAPER),
            // The bomb, its fuse, its spark.
            gear("M-.08.22a.26.26 0 1 0 .52 0a.26.26 0 1 0-.52 0z", INK),
            Mark::line("M.2-.04C.2-.16.26-.22.34-.26", INK, 0.06),
            Mark::line(SPARK, PAPER, 0.14),
            Mark::fill(SPARK, Ink::Color(Color::Red)),
            Mark::line("M.04.18C.05.1.09.07.15.06", PAPER, 0.05),
        ],
    },
    Symbol {
        name: "zombie",
        parts: &[
            // Arms stretched out, rags for a hem.
            Mark::line(ARMS, PAPER, 0.2),
            Mark::line(ARMS, Ink::Tint, 0.12),
            body("M-.36.48L-.34.04C-.34-.1-.22-.14-.1-.12L.06-.04L.04.2L.1.48L0 .38L-.07.48L-.15.38L-.22.48L-.29.38Z"),
            body("M-.22-.26C-.26-.42-.12-.5 0-.48C.14-.5.22-.38.18-.26L.16-.1L.08-.13L.02-.08L-.05-.13L-.14-.1Z"),
            Mark::fill(
                "M-.13-.3a.06.06 0 1 0 .12 0a.06.06 0 1 0-.12 0zM.04-.31a.05.05 0 1 0 .1 0a.05.05 0 1 0-.1 0z",
                PAPER,
            ),
        ],
    },
    // What shines through under everybody, so that they are found on a large board: round for humans, spiked for
    // zombies.
    Symbol { name: "halo", parts: &[Mark::fill("M-.46 0a.46.46 0 1 0 .92 0a.46.46 0 1 0-.92 0z", Ink::Tint)] },
    Symbol {
        name: "thorns",
        parts: &[Mark::fill(
            "M.5 0L.3.12L.35.35L.12.3L0 .5L-.12.3L-.35.35L-.3.12L-.5 0L-.3-.12L-.35-.35L-.12-.3L0-.5L.12-.3L.35-.35L.3-.12Z",
            Ink::Tint,
        )],
    },
    // Obstacles. A wall is a block seen from the south: its top is a cell high, so that blocks join into walls.
    Symbol { name: "wall", parts: &[WALL_SIDE, WALL_TOP, WALL_EDGE] },
    Symbol {
        name: "wall-cracked",
        parts: &[
            WALL_SIDE,
            WALL_TOP,
            WALL_EDGE,
            Mark::line(
                "M-.12-.66L0-.46L-.16-.28L.06-.1L-.04.06L.1.22M0-.46L.22-.52M.06-.1L.34-.02M-.16-.28L-.4-.2",
                Ink::Color(Color::Black),
                0.07,
            ),
            Mark::fill("M.1.24L.26.24L.18.4ZM-.3.26L-.2.24L-.22.36Z", Ink::Color(Color::Black)),
        ],
    },
    Symbol { name: "tree", parts: &[TREE_FOOT, TREE_CROWN, TREE_LIGHT] },
    Symbol {
        name: "tree-cracked",
        parts: &[
            TREE_FOOT,
            TREE_CROWN,
            Mark::fill("M.5-.3L.06-.16L.2-.04L-.02.08L.12.14L.02.28L.5.2Z", Ink::Color(Color::Ground)),
            Mark::line("M0 .2L.16.02M.04.14L.28.1", Ink::Color(Color::Wood), 0.07),
        ],
    },
    Symbol { name: "barricade", parts: &[POSTS, PLANKS] },
    Symbol {
        name: "barricade-cracked",
        parts: &[
            POSTS,
            Mark::both(
                "M-.46-.24H.02L-.06-.04H-.46ZM.2-.24H.46V-.04H.12ZM-.46.08H-.1L-.02.28H-.46ZM.08.08H.46V.28H.16Z",
                Ink::Light,
                Ink::Shade,
                0.05,
            ),
        ],
    },
    Symbol {
        name: "debris",
        parts: &[
            Mark::fill(
                "M-.4.1L-.3-.04L-.16 0L-.12.14L-.24.2ZM.06-.22L.2-.28L.3-.16L.2-.08L.08-.1ZM.1.2L.28.1L.4.22L.32.34L.16.34Z",
                Ink::Tint,
            ),
            Mark::fill(
                "M-.2-.34L-.1-.36L-.06-.28L-.16-.24ZM-.08.32L0 .28L.04.36L-.04.4ZM.34-.02L.42-.04L.42.04L.36.06ZM-.42-.2L-.34-.22L-.34-.14ZM-.04.02L.06 0L.04.1Z",
                Ink::Shade,
            ),
        ],
    },
    // Signs for badges: the ticks and teeth stand out of the badge, so that the number inside stays readable.
    Symbol { name: "aim", parts: &[Mark::line("M0-.86V-.6M0 .6V.86M-.86 0H-.6M.6 0H.86", Ink::Tint, 0.2)] },
    Symbol {
        name: "cog",
        parts: &[Mark::line(
            "M-.5-.5L-.62-.62M.5-.5L.62-.62M-.5.5L-.62.62M.5.5L.62.62M0-.72V-.8M0 .72V.8M-.72 0H-.8M.72 0H.8",
            Ink::Tint,
            0.3,
        )],
    },
    Symbol {
        name: "open",
        parts: &[Mark::both("M-.4-.4H.4V.4H-.4Z", Ink::Color(Color::Ground), Ink::Color(Color::GroundLine), 0.05)],
    },
    Symbol {
        name: "water",
        parts: &[
            Mark::fill("M-.45-.45H.45V.45H-.45Z", Ink::Color(Color::Water)),
            Mark::line("M-.3-.1Q-.2-.2-.1-.1T.1-.1M-.1.15Q0 .05.1.15T.3.15", Ink::Color(Color::White), 0.05),
        ],
    },
    Symbol { name: "stun", parts: &[Mark::fill("M.12-.5L-.34.1H-.04L-.14.5L.34-.14H.04Z", Ink::Tint)] },
];

const RUNNER: &str = "M.1-.14L-.06.12L.16.22L.12.43M-.06.12L-.2.28L-.42.26M.1-.14L.28 0L.44-.1M.1-.14L-.14-.14L-.26.04";
const RIFLE: &str = "M-.2.38L-.02.15M.08-.08L.2-.23";
const SPARK: &str = "M.36-.5L.41-.35L.54-.3L.41-.25L.36-.1L.31-.25L.18-.3L.31-.35Z";
const ARMS: &str = "M-.1-.02L.4-.1M-.14.1L.42.08M.4-.1L.48-.16M.42.08L.48.14";

const WALL_SIDE: Mark = Mark::fill("M-.51-.71H.51V.51H-.51Z", Ink::Color(Color::Wall));
const WALL_TOP: Mark = Mark::fill("M-.44-.65H.44V.25H-.44Z", Ink::Color(Color::WallTop));
const WALL_EDGE: Mark = Mark::line("M-.4-.61H.4", Ink::Light, 0.05);

const TREE_FOOT: Mark = Mark::fill("M-.09.1H.09V.4L.16.48H-.16L-.09.4Z", Ink::Color(Color::Wood));
const TREE_CROWN: Mark = Mark::both(
    "M-.16.24C-.44.3-.56 0-.38-.14C-.48-.42-.16-.6.02-.46C.26-.58.5-.34.38-.12C.54.04.42.3.16.24C.06.32-.08.32-.16.24Z",
    Ink::Tint,
    Ink::Shade,
    0.06,
);
const TREE_LIGHT: Mark = Mark::line(
    "M-.2-.24C-.14-.34-.06-.36.02-.34M.12-.08C.18-.14.22-.14.28-.12M-.24.04C-.18 0-.14 0-.1.02",
    Ink::Light,
    0.06,
);

const POSTS: Mark = Mark::fill("M-.36-.4H-.22V.44H-.36ZM.22-.4H.36V.44H.22Z", Ink::Shade);
const PLANKS: Mark = Mark::both("M-.48-.26H.48V-.06H-.48ZM-.48.08H.48V.28H-.48Z", Ink::Light, Ink::Shade, 0.05);
