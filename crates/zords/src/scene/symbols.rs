//! The drawings: eight machines, the totem, and the small signs around them.

use skirmish_core::scene::{Color, Ink, Mark, Symbol};

/// The machines, as seats have them: seats of one colour never share a machine (see [`machine`]).
pub(super) const MACHINES: [&str; 8] = ["bull", "hawk", "golem", "turtle", "spider", "rocket", "crab", "wheel"];

/// The machine of a seat. Neighbouring seats differ in it; as colours come round after eight seats and machines are
/// shifted by one with every round, no two of 64 seats have both in common.
pub(crate) const fn machine(seat: usize) -> &'static str {
    MACHINES[(seat + seat / MACHINES.len()) % MACHINES.len()]
}

/// The rings around a zord with so many shields; there are pictures for three.
pub(crate) fn rings(shields: i64) -> &'static str {
    match shields {
        ..=1 => "shield-1",
        2 => "shield-2",
        _ => "shield-3",
    }
}

pub(crate) const SYMBOLS: &[Symbol] = &[
    Symbol { name: "bull", parts: &BULL },
    Symbol { name: "hawk", parts: &HAWK },
    Symbol { name: "golem", parts: &GOLEM },
    Symbol { name: "turtle", parts: &TURTLE },
    Symbol { name: "spider", parts: &SPIDER },
    Symbol { name: "rocket", parts: &ROCKET },
    Symbol { name: "crab", parts: &CRAB },
    Symbol { name: "wheel", parts: &WHEEL },
    Symbol { name: "totem", parts: &TOTEM },
    Symbol { name: "shield-1", parts: &[ring(RING_1)] },
    Symbol { name: "shield-2", parts: &[ring(RING_1), ring(RING_2)] },
    Symbol { name: "shield-3", parts: &[ring(RING_1), ring(RING_2), ring(RING_3)] },
    Symbol { name: "turn", parts: &[Mark::fill(RING_2, Ink::Tint)] },
    Symbol { name: "crown", parts: &CROWN },
    Symbol { name: "retired", parts: &[Mark::line("M-.26-.26L.26.26M.26-.26L-.26.26", Ink::Tint, 0.16)] },
];

const DARK: Ink = Ink::Color(Color::Black);

/// What keeps a machine apart from whatever is behind it.
const fn halo(body: &'static str) -> Mark {
    Mark::line(body, Ink::Color(Color::Paper), 0.16)
}

const fn hull(body: &'static str) -> Mark {
    Mark::both(body, Ink::Tint, Ink::Color(Color::Ink), 0.05)
}

const fn ring(d: &'static str) -> Mark {
    Mark::line(d, Ink::Tint, 0.04)
}

const RING_1: &str = "M-.54 0A.54.54 0 1 1 .54 0A.54.54 0 1 1-.54 0Z";
const RING_2: &str = "M-.61 0A.61.61 0 1 1 .61 0A.61.61 0 1 1-.61 0Z";
const RING_3: &str = "M-.68 0A.68.68 0 1 1 .68 0A.68.68 0 1 1-.68 0Z";

const BULL_BODY: &str =
    "M-.46-.46C-.42-.2-.3-.2-.2-.2H.2C.3-.2.42-.2.46-.46C.6-.12.46.04.3.04L.16.34H-.16L-.3.04C-.46.04-.6-.12-.46-.46Z";
const BULL: [Mark; 5] = [
    halo(BULL_BODY),
    hull(BULL_BODY),
    Mark::fill("M-.12.16H.12L.08.28H-.08Z", Ink::Shade),
    Mark::fill("M-.24-.1H.24L.16.04H-.16Z", DARK),
    Mark::fill("M-.18-.07L-.05-.04V.02H-.12ZM.18-.07L.05-.04V.02H.12Z", Ink::Light),
];

const HAWK_BODY: &str = "M0-.34L.12-.16L.5-.42L.42-.02L.22.1L.12.36L0 .24L-.12.36L-.22.1L-.42-.02L-.5-.42L-.12-.16Z";
const HAWK: [Mark; 5] = [
    halo(HAWK_BODY),
    hull(HAWK_BODY),
    Mark::line("M.2.04L.44-.3M-.2.04L-.44-.3", Ink::Shade, 0.05),
    Mark::fill("M-.1-.14H.1L.06 0L0 .14L-.06 0Z", DARK),
    Mark::fill("M-.07-.1H-.02V-.03H-.05ZM.07-.1H.02V-.03H.05Z", Ink::Light),
];

const GOLEM_BODY: &str = "M-.17-.48H.17V-.24H.46V.1H.3V.34H.07V.18H-.07V.34H-.3V.1H-.46V-.24H-.17Z";
const GOLEM: [Mark; 5] = [
    halo(GOLEM_BODY),
    hull(GOLEM_BODY),
    Mark::fill("M-.12-.4H.12V-.3H-.12Z", DARK),
    Mark::fill("M-.09-.38H-.03V-.32H-.09ZM.03-.38H.09V-.32H.03Z", Ink::Light),
    Mark::both("M-.14-.14H.14V.06H-.14Z", Ink::Light, Ink::Shade, 0.04),
];

const TURTLE_BODY: &str = "M-.48.14C-.48-.2-.26-.42 0-.42C.26-.42.48-.2.48.14L.38.18V.34H.16V.2H-.16V.34H-.38V.18Z";
const TURTLE: [Mark; 5] = [
    halo(TURTLE_BODY),
    hull(TURTLE_BODY),
    Mark::line("M-.2-.32L-.13-.1H.13L.2-.32", Ink::Shade, 0.05),
    Mark::fill("M-.32-.02H.32V.12H-.32Z", DARK),
    Mark::fill("M-.22.01H-.08V.09H-.22ZM.08.01H.22V.09H.08Z", Ink::Light),
];

const SPIDER_BODY: &str = "M-.1-.16L-.28-.34L-.4-.18L-.5-.24L-.3-.48L-.02-.24L.3-.48L.5-.24L.4-.18L.28-.34L.1-.16\
    L.5-.06V.06L.14.02L.36.16L.42.36H.31L.26.22L.08.12H-.08L-.26.22L-.31.36H-.42L-.36.16L-.14.02L-.5.06V-.06Z";
const SPIDER_HEAD: &str = "M-.2-.04A.2.2 0 1 1 .2-.04A.2.2 0 1 1-.2-.04Z";
const SPIDER: [Mark; 6] = [
    halo(SPIDER_BODY),
    hull(SPIDER_BODY),
    hull(SPIDER_HEAD),
    Mark::fill("M-.15-.1H.15L.1.06H-.1Z", DARK),
    Mark::fill("M-.11-.07H-.02V0H-.09ZM.11-.07H.02V0H.09Z", Ink::Light),
    Mark::line("M-.08-.18H.08", Ink::Light, 0.04),
];

const ROCKET_BODY: &str = "M0-.5C.14-.38.2-.2.19 0L.36.2V.36H.13L.1.26H-.1L-.13.36H-.36V.2L-.19 0C-.2-.2-.14-.38 0-.5Z";
const ROCKET: [Mark; 5] = [
    halo(ROCKET_BODY),
    hull(ROCKET_BODY),
    Mark::line("M-.19.02L-.12.2M.19.02L.12.2", Ink::Shade, 0.05),
    Mark::fill("M-.13-.2H.13V-.06H-.13Z", DARK),
    Mark::fill("M-.1-.17H-.02V-.09H-.1ZM.02-.17H.1V-.09H.02Z", Ink::Light),
];

const CRAB_BODY: &str = "M-.36 0C-.52-.1-.54-.32-.4-.48L-.34-.3L-.22-.46C-.12-.3-.18-.16-.24-.12C-.1-.16.1-.16.24-.12\
    C.18-.16.12-.3.22-.46L.34-.3L.4-.48C.54-.32.52-.1.36 0C.5.16.34.34 0 .34C-.34.34-.5.16-.36 0Z";
const CRAB: [Mark; 5] = [
    halo(CRAB_BODY),
    hull(CRAB_BODY),
    Mark::line("M-.22.24H.22", Ink::Shade, 0.05),
    Mark::fill("M-.28-.02H.28L.22.14H-.22Z", DARK),
    Mark::fill("M-.2.02H-.06V.1H-.16ZM.2.02H.06V.1H.16Z", Ink::Light),
];

const WHEEL_BODY: &str = "M-.09-.41L-.08-.51L.08-.51L.09-.41L.19-.37L.26-.44L.38-.33L.31-.26L.35-.15L.45-.14L.45.02L.35.03\
    L.31.13L.38.2L.26.32L.19.25L.09.29L.08.39L-.08.39L-.09.29L-.19.25L-.26.32L-.38.2L-.31.13L-.35.03L-.45.02L-.45-.14\
    L-.35-.15L-.31-.26L-.38-.33L-.26-.44L-.19-.37Z";
const WHEEL_HUB: &str = "M-.2-.06A.2.2 0 1 1 .2-.06A.2.2 0 1 1-.2-.06Z";
const WHEEL: [Mark; 4] = [
    halo(WHEEL_BODY),
    hull(WHEEL_BODY),
    Mark::both(WHEEL_HUB, DARK, Ink::Shade, 0.04),
    Mark::fill("M-.1-.06A.1.1 0 1 1 .1-.06A.1.1 0 1 1-.1-.06Z", Ink::Light),
];

const TOTEM_BODY: &str =
    "M0-.5L.14-.36L.48-.42L.36-.2L.18-.14V.36H.28V.48H-.28V.36H-.18V-.14L-.36-.2L-.48-.42L-.14-.36Z";
const TOTEM: [Mark; 5] = [
    halo(TOTEM_BODY),
    hull(TOTEM_BODY),
    Mark::line("M-.18-.14H.18M-.18.12H.18M-.18.36H.18", Ink::Shade, 0.05),
    Mark::fill(
        "M-.12-.3L-.03-.25V-.18H-.12ZM.12-.3L.03-.25V-.18H.12ZM-.12-.06H-.04V.02H-.12ZM.04-.06H.12V.02H.04Z",
        DARK,
    ),
    Mark::line("M-.08.24C-.04.29.04.29.08.24M-.06.06H.06", DARK, 0.05),
];

const CROWN: [Mark; 2] = [
    Mark::both("M-.4.32L-.48-.22L-.2 0L0-.38L.2 0L.48-.22L.4.32Z", Ink::Tint, Ink::Shade, 0.08),
    Mark::line("M-.3.16H.3", Ink::Shade, 0.08),
];
