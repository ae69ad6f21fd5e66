//! The drawings. People and walls are seen from above and a little from the south; angle 0 looks to the right.

use skirmish_core::scene::{Color, Ink, Mark, Symbol};

/// Where a facing looks on the screen.
pub(super) const FACINGS: [&str; 6] = ["down right", "up right", "up", "up left", "down left", "down"];

/// Outlines are dark by day and by night; only what is drawn on paper is in ink.
const DARK: Ink = Ink::Color(Color::Black);
const INK: Ink = Ink::Color(Color::Ink);
const PAPER: Ink = Ink::Color(Color::Paper);
const SKIN: Ink = Ink::Color(Color::Wood);
const WOOD: Ink = Ink::Color(Color::Wood);
const ROT: Ink = Ink::Color(Color::Green);
const RED: Ink = Ink::Color(Color::Red);
const YELLOW: Ink = Ink::Color(Color::Yellow);
const WHITE: Ink = Ink::Color(Color::White);
const STEEL: Ink = Ink::Color(Color::Faint);

/// How a weapon looks in a hand and in a crate, and rounds in a crate.
pub(crate) struct Gear {
    name: &'static str,
    pub in_hand: &'static str,
    pub in_crate: &'static str,
}

macro_rules! gear {
    ($name:literal) => {
        Gear { name: $name, in_hand: concat!("human-", $name), in_crate: concat!("crate-", $name) }
    };
}

/// The last stands for all that configs add.
const GEAR: [Gear; 8] = [
    gear!("pistol"),
    gear!("shotgun"),
    gear!("grenade_launcher"),
    gear!("flamethrower"),
    gear!("chainsaw"),
    gear!("medical_kit"),
    gear!("ammo"),
    gear!("other"),
];

impl Gear {
    pub fn of(name: &str) -> &'static Gear {
        GEAR.iter().find(|gear| gear.name == name).unwrap_or(&GEAR[GEAR.len() - 1])
    }
}

// ---- humans: on a plate of their own, so that a handful is found among hundreds

const PLATE: Mark = Mark::both("M.46 0A.46 .46 0 0 1 -.46 0A.46 .46 0 0 1 .46 0Z", Ink::Light, Ink::Tint, 0.06);
const PACK: Mark = Mark::both("M-.24 -.13h-.1q-.06 0 -.06 .06v.14q0 .06 .06 .06h.1Z", WOOD, DARK, 0.025);
const ARMS_D: &str = "M-.12 -.22Q.06 -.27 .19 -.07M-.12 .22Q.06 .27 .19 .07";
const SLEEVES_RIM: Mark = Mark::line(ARMS_D, DARK, 0.15);
const SLEEVES: Mark = Mark::line(ARMS_D, Ink::Tint, 0.1);
const COAT: Mark = Mark::both("M-.12 -.3A.13 .3 0 0 1 -.12 .3A.13 .3 0 0 1 -.12 -.3Z", Ink::Tint, DARK, 0.03);
const HANDS: Mark = Mark::both(
    "M.25 -.06A.055 .055 0 0 1 .14 -.06A.055 .055 0 0 1 .25 -.06ZM.25 .06A.055 .055 0 0 1 .14 .06A.055 .055 0 0 1 .25 .06Z",
    SKIN,
    DARK,
    0.02,
);
const HEAD: Mark = Mark::both("M.08 0A.15 .15 0 0 1 -.22 0A.15 .15 0 0 1 .08 0Z", SKIN, DARK, 0.03);
const CAP: Mark = Mark::both(
    "M-.04 -.15Q.0 0 -.04 .15A.15 .15 0 0 1 -.22 0A.15 .15 0 0 1 -.04 -.15ZM-.04 -.11Q.1 0 -.04 .11Q.0 0 -.04 -.11Z",
    WHITE,
    DARK,
    0.025,
);

macro_rules! human {
    ($name:literal, behind [$($behind:expr),*], $($weapon:expr),*) => {
        Symbol {
            name: concat!("human-", $name),
            parts: &[PLATE, $($behind,)* SLEEVES_RIM, SLEEVES, COAT, $($weapon,)* HANDS, HEAD, CAP],
        }
    };
}

// ---- weapons seen from above, in the hands of one who looks to the right

const HELD_PISTOL: Mark = Mark::fill("M.14 -.05h.28v.1h-.28Z", DARK);
const HELD_STOCK: Mark = Mark::both("M-.02 .0h.22v.1h-.22Z", WOOD, DARK, 0.02);
const HELD_BARRELS: Mark = Mark::fill("M.12 -.06h.4v.05h-.4ZM.12 .01h.4v.05h-.4ZM.2 -.06h.06v.12h-.06Z", DARK);
const HELD_TUBE: Mark = Mark::fill("M.04 -.07h.4v.14h-.4ZM.42 -.11h.08v.22h-.08Z", DARK);
const HELD_DRUM: Mark = Mark::both("M.34 0A.11 .11 0 0 1 .12 0A.11 .11 0 0 1 .34 0Z", STEEL, DARK, 0.03);
const TANKS: Mark = Mark::both(
    "M-.24 -.19h-.12q-.07 0 -.07 .08t.07 .08h.12ZM-.24 .03h-.12q-.07 0 -.07 .08t.07 .08h.12Z",
    RED,
    DARK,
    0.025,
);
const HELD_NOZZLE: Mark = Mark::fill("M.06 -.04h.28v.08h-.28Z", DARK);
const HELD_FLAME: Mark =
    Mark::both("M.33 0Q.36 -.13 .44 -.1Q.43 -.05 .54 0Q.43 .05 .44 .1Q.36 .13 .33 0Z", YELLOW, RED, 0.035);
const HELD_MOTOR: Mark = Mark::both("M.04 -.12h.2v.24h-.2Z", RED, DARK, 0.03);
const HELD_CHAIN: Mark = Mark::both(
    "M.24 -.07l.04 -.04 .04 .04 .04 -.04 .04 .04 .04 -.04 .04 .04 .06 .07 -.06 .07 -.04 .04 -.04 -.04 -.04 .04 -.04 -.04 -.04 .04 -.04 -.04Z",
    WHITE,
    DARK,
    0.025,
);
const HELD_CASE: Mark = Mark::both("M.14 -.17h.3v.34h-.3Z", WHITE, DARK, 0.03);
const HELD_CROSS: Mark = Mark::line("M.29 -.09v.18M.2 0h.18", RED, 0.08);
const HELD_RIFLE: Mark = Mark::fill("M.0 -.04h.5v.08h-.5ZM.24 .04h.07v.09h-.07Z", DARK);

// ---- gear from the side

const PISTOL: Mark = Mark::fill("M-.27 -.18h.54v.14h-.32q-.01 .08 -.09 .08l-.03 .18h-.17l.05 -.26h-.01Z", DARK);
const SHOTGUN_WOOD: Mark = Mark::fill("M-.36 .18v-.14l.18 -.1h.1v.09h-.06ZM.02 .0h.18v.07h-.18Z", WOOD);
const SHOTGUN_STEEL: Mark = Mark::fill("M-.12 -.1h.48v.09h-.48Z", DARK);
const LAUNCHER: Mark =
    Mark::fill("M-.34 -.12h.14v-.03h.42v-.04h.12v.22h-.12v-.04h-.42l-.03 .16h-.1l.03 -.16h-.04Z", DARK);
const DRUM: Mark = Mark::both("M.14 .06A.11 .11 0 0 1 -.08 .06A.11 .11 0 0 1 .14 .06Z", STEEL, DARK, 0.03);
const FLAME: Mark = Mark::fill(
    "M.02 -.34Q.3 -.06 .22 .14Q.14 .32 0 .32Q-.2 .3 -.23 .12Q-.24 -.02 -.12 -.12Q-.1 -.02 -.04 -.02Q.08 -.14 .02 -.34Z",
    RED,
);
const FLAME_HEART: Mark = Mark::fill("M.02 -.04Q.16 .1 .1 .2Q.06 .28 0 .28Q-.1 .26 -.1 .16Q.02 .12 .02 -.04Z", YELLOW);
const MOTOR: Mark = Mark::both("M-.34 -.08h.24v.24h-.24ZM-.3 -.16h.16v.08h-.16Z", RED, DARK, 0.03);
const CHAIN: Mark = Mark::both(
    "M-.1 -.04l.05 -.05 .05 .05 .05 -.05 .05 .05 .05 -.05 .05 .05 .05 -.05 .07 .08 -.07 .08 -.05 .05 -.05 -.05 -.05 .05 -.05 -.05 -.05 .05 -.05 -.05Z",
    WHITE,
    DARK,
    0.03,
);
const CROSS: Mark = Mark::fill("M-.09 -.28h.18v.19h.19v.18h-.19v.19h-.18v-.19h-.19v-.18h.19Z", RED);
const ROUNDS: Mark = Mark::both(
    "M-.28 .24v-.3q.07 -.22 .14 0v.3ZM-.07 .24v-.3q.07 -.22 .14 0v.3ZM.14 .24v-.3q.07 -.22 .14 0v.3Z",
    YELLOW,
    DARK,
    0.03,
);
const RIFLE: Mark = Mark::fill("M-.36 .12l.06 -.16h.66v.07h-.36l-.02 .12h-.07l.02 -.12h-.14l-.05 .09Z", DARK);

// ---- crates

const BOX: Mark = Mark::both("M-.46 -.44h.92v.88h-.92Z", WOOD, DARK, 0.05);
const LID: Mark = Mark::line("M-.46 -.3h.92M-.46 .32h.92M-.32 -.44v.88M.32 -.44v.88", DARK, 0.025);
const LABEL: Mark = Mark::both("M-.36 -.34h.72v.68h-.72Z", WHITE, DARK, 0.025);

macro_rules! crated {
    ($name:literal, $($mark:expr),*) => {
        Symbol { name: concat!("crate-", $name), parts: &[BOX, LID, LABEL, $($mark),*] }
    };
}

// ---- zombies

const REACH_D: &str = "M-.08 -.22Q.14 -.31 .36 -.19M-.08 .22Q.14 .27 .32 .13";
const REACH_RIM: Mark = Mark::line(REACH_D, DARK, 0.16);
const REACH: Mark = Mark::line(REACH_D, ROT, 0.11);
const CLAWS: Mark = Mark::line(
    "M.38 -.2l.1 -.06M.39 -.18l.11 .01M.38 -.16l.08 .06M.34 .14l.11 .05M.35 .12l.11 -.02M.33 .1l.07 -.07",
    DARK,
    0.04,
);
const RAGS: Mark = Mark::both(
    "M-.02 -.32L-.14 -.3 -.22 -.2 -.18 -.12 -.3 -.06 -.21 .02 -.3 .12 -.18 .16 -.2 .26 -.1 .28 -.02 .32Q.1 .16 .1 0Q.1 -.16 -.02 -.32Z",
    Ink::Tint,
    DARK,
    0.03,
);
const SKULL: Mark =
    Mark::both("M.25 0Q.26 .14 .08 .17Q-.12 .17 -.12 -.01Q-.11 -.19 .08 -.17Q.26 -.14 .25 0Z", ROT, DARK, 0.03);
const BRAIN: Mark = Mark::both("M-.1 -.06Q-.02 -.14 .05 -.08Q.08 .0 0 .03Q-.08 .03 -.1 -.06Z", RED, DARK, 0.02);
const EYES: Mark = Mark::both(
    "M.22 -.08A.04 .04 0 0 1 .14 -.08A.04 .04 0 0 1 .22 -.08ZM.22 .08A.04 .04 0 0 1 .14 .08A.04 .04 0 0 1 .22 .08Z",
    YELLOW,
    DARK,
    0.02,
);
/// Waves of scent that reach the nose.
const WAVES: Mark = Mark::line("M.5 -.2Q.6 0 .5 .2M.68 -.29Q.82 0 .68 .29M.86 -.38Q1.04 0 .86 .38", Ink::Tint, 0.07);
const PLUME: Mark = Mark::fill("M.1 0L.9 -.46Q1.12 0 .9 .46Z", Ink::Light);
/// A hand out of the earth: the next one comes up here.
const MOUND: Mark = Mark::both("M-.4 .34Q-.3 .12 0 .12Q.3 .12 .4 .34Q0 .46 -.4 .34Z", WOOD, DARK, 0.025);
const GRIP_D: &str =
    "M-.02 .24L-.03 -.06M-.03 -.02L-.2 -.16M-.04 -.04L-.12 -.3M-.02 -.04L.0 -.34M0 -.04L.11 -.3M0 .02L.2 -.08";
const GRIP_RIM: Mark = Mark::line(GRIP_D, DARK, 0.12);
const GRIP: Mark = Mark::line(GRIP_D, ROT, 0.075);

// ---- walls: blocks as large as their hex, the top a little above the ground

const SIDE: Mark = Mark::both(
    "M-.577 -.14L-.289 -.64h.577L.577 -.14V0L.289 .5h-.577L-.577 0Z",
    Ink::Color(Color::Wall),
    Ink::Color(Color::Wall),
    0.02,
);
const EDGES: Mark = Mark::line("M-.289 .36v.13M.289 .36v.13", PAPER, 0.015);
const TOP: Mark = Mark::both(
    "M.577 -.14L.289 .36h-.577L-.577 -.14 -.289 -.64h.577Z",
    Ink::Color(Color::WallTop),
    Ink::Color(Color::Wall),
    0.035,
);
const SLAB: Mark = Mark::line("M.4 -.14L.2 .21h-.4L-.4 -.14 -.2 -.49h.4Z", Ink::Color(Color::Wall), 0.035);
const LOW_SIDE: Mark = Mark::both(
    "M-.52 -.06L-.26 -.51h.52L.52 -.06V0L.26 .46h-.52L-.52 0Z",
    Ink::Color(Color::Wall),
    Ink::Color(Color::Wall),
    0.02,
);
const LOW_TOP: Mark = Mark::both(
    "M.52 -.06L.26 .39h-.52L-.52 -.06 -.26 -.51h.52Z",
    Ink::Color(Color::WallTop),
    Ink::Color(Color::Wall),
    0.03,
);
const BRICKS: Mark = Mark::line(
    "M-.36 -.33h.72M-.48 -.12h.96M-.48 .06h.96M-.37 .23h.74M-.12 -.5v.17M.14 -.33v.21M-.22 -.33v.21M0 -.12v.18M.3 -.12v.18M-.3 -.12v.18M.16 .06v.17M-.16 .06v.17M0 .23v.16",
    Ink::Color(Color::Ground),
    0.03,
);
const CRACKS: Mark = Mark::line("M-.28 -.5l.16 .2 -.12 .12 .2 .16 -.06 .2M.34 -.34l-.14 .14 .1 .1", DARK, 0.04);
const BREACH: Mark = Mark::both(
    "M.1 -.5l.16 .02 .06 .18 -.12 .1 .08 .14 -.2 .06 -.06 -.2 .08 -.1ZM-.3 .1l.2 -.04 .06 .16 -.16 .08Z",
    Ink::Color(Color::Black),
    DARK,
    0.03,
);
const PLANK_LOW: Mark = Mark::both("M-.5 .02l.96 -.3 .06 .17 -.96 .3Z", WOOD, DARK, 0.03);
const PLANK_HIGH: Mark = Mark::both("M-.48 -.28l.95 .34 -.06 .17 -.95 -.34Z", WOOD, DARK, 0.03);
const POSTS: Mark = Mark::both("M-.38 -.42h.14v.8h-.14ZM.24 -.42h.14v.8h-.14Z", WOOD, DARK, 0.03);
const BAGS: Mark = Mark::both(
    "M-.5 .42q-.02 -.16 .14 -.16h.2q.1 0 .1 .16 0 .04 -.08 .04h-.28q-.08 0 -.08 -.04ZM.02 .42q-.02 -.16 .14 -.16h.2q.12 0 .12 .16 0 .04 -.08 .04h-.3q-.08 0 -.08 -.04ZM-.24 .26q-.02 -.16 .14 -.16h.2q.12 0 .12 .16Z",
    Ink::Color(Color::WallTop),
    DARK,
    0.03,
);

// ---- signs

const TARGET: Mark = Mark::line(
    "M.42 .3A.42 .16 0 0 1 -.42 .3A.42 .16 0 0 1 .42 .3ZM-.5 .3h.2M.3 .3h.2M0 .16v-.04M0 .44v.06",
    Ink::Tint,
    0.05,
);
const CANOPY: Mark = Mark::both(
    "M-.42 -.28Q-.38 -.6 0 -.6Q.38 -.6 .42 -.28Q.28 -.36 .14 -.28Q0 -.36 -.14 -.28Q-.28 -.36 -.42 -.28Z",
    Ink::Tint,
    DARK,
    0.03,
);
const GORES: Mark = Mark::both("M-.14 -.28Q-.16 -.5 0 -.6Q.16 -.5 .14 -.28Q0 -.36 -.14 -.28Z", Ink::Light, DARK, 0.02);
const CORDS: Mark = Mark::line("M-.42 -.28L-.08 .02M-.14 -.28L-.06 .02M.14 -.28L.06 .02M.42 -.28L.08 .02", STEEL, 0.02);
const LOAD: Mark = Mark::both("M-.15 .0h.3v.26h-.3Z", WOOD, DARK, 0.03);
const STRAPS: Mark = Mark::line("M-.15 .13h.3M0 0v.26", DARK, 0.025);

/// All of them.
pub(crate) const SYMBOLS: &[Symbol] = &[
    human!("pistol", behind[PACK], HELD_PISTOL),
    human!("shotgun", behind[PACK], HELD_STOCK, HELD_BARRELS),
    human!("grenade_launcher", behind[PACK], HELD_TUBE, HELD_DRUM),
    human!("flamethrower", behind[TANKS], HELD_NOZZLE, HELD_FLAME),
    human!("chainsaw", behind[PACK], HELD_CHAIN, HELD_MOTOR),
    human!("medical_kit", behind[PACK], HELD_CASE, HELD_CROSS),
    human!("other", behind[PACK], HELD_RIFLE),
    Symbol { name: "zombie", parts: &[REACH_RIM, CLAWS, REACH, RAGS, SKULL, BRAIN, EYES] },
    Symbol { name: "scent", parts: &[PLUME, WAVES] },
    Symbol { name: "grave", parts: &[GRIP_RIM, GRIP, MOUND] },
    crated!("ammo", ROUNDS),
    crated!("pistol", PISTOL),
    crated!("shotgun", SHOTGUN_WOOD, SHOTGUN_STEEL),
    crated!("grenade_launcher", LAUNCHER, DRUM),
    crated!("flamethrower", FLAME, FLAME_HEART),
    crated!("chainsaw", CHAIN, MOTOR),
    crated!("medical_kit", CROSS),
    crated!("other", RIFLE),
    Symbol { name: "concrete", parts: &[SIDE, EDGES, TOP, SLAB] },
    Symbol { name: "concrete-cracked", parts: &[SIDE, EDGES, TOP, SLAB, CRACKS] },
    Symbol { name: "concrete-broken", parts: &[SIDE, EDGES, TOP, SLAB, CRACKS, BREACH] },
    Symbol { name: "brick", parts: &[LOW_SIDE, LOW_TOP, BRICKS] },
    Symbol { name: "brick-cracked", parts: &[LOW_SIDE, LOW_TOP, BRICKS, CRACKS] },
    Symbol { name: "brick-broken", parts: &[LOW_SIDE, LOW_TOP, BRICKS, CRACKS, BREACH] },
    Symbol { name: "planks", parts: &[POSTS, PLANK_LOW] },
    Symbol { name: "barricade", parts: &[POSTS, PLANK_HIGH, PLANK_LOW, BAGS] },
    Symbol { name: "drop", parts: &[TARGET, CORDS, CANOPY, GORES, LOAD, STRAPS] },
    Symbol {
        name: "hourglass",
        parts: &[Mark::both("M-.26 -.36h.52L.06 0 .26 .36h-.52L-.06 0Z", Ink::Tint, INK, 0.06)],
    },
    Symbol {
        name: "empty",
        parts: &[
            Mark::line("M-.12 .34v-.4q.12 -.3 .24 0v.4Z", INK, 0.08),
            Mark::line("M-.34 -.34L.34 .34", Ink::Tint, 0.12),
        ],
    },
    Symbol {
        name: "sign",
        parts: &[Mark::both(
            "M-.14 .24h.28q.16 0 .16 .16t-.16 .16h-.28q-.16 0 -.16 -.16t.16 -.16Z",
            PAPER,
            Ink::Tint,
            0.04,
        )],
    },
];
