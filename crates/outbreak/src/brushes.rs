//! What the editor of positions can put on the board: everything there is, as it is under the default rules.

use skirmish_core::edit::Brush;

macro_rules! human {
    ($name:literal, $weapon:literal) => {
        Brush::thing(
            concat!("human with ", $name),
            "humans",
            concat!(
                r#"{"id":0,"x":0,"y":0,"hp":100,"max_hp":150,"moves":3,"idle":1.5,"weapon":""#,
                $weapon,
                r#"","ammo":125}"#
            ),
        )
        .looks(concat!("human-", $weapon))
        .belongs(0)
        .numbered("next_id")
    };
}

macro_rules! found {
    ($name:literal, $item:literal, $hp:literal) => {
        Brush::thing(
            concat!("crate: ", $name),
            "crates",
            concat!(r#"{"id":0,"x":0,"y":0,"hp":"#, $hp, r#","max_hp":"#, $hp, r#","item":""#, $item, r#""}"#),
        )
        .looks(concat!("crate-", $item))
        .numbered("next_id")
    };
}

macro_rules! wall {
    ($name:literal, $symbol:literal, $hp:literal) => {
        Brush::thing($name, "walls", concat!(r#"{"id":0,"x":0,"y":0,"hp":"#, $hp, r#","max_hp":"#, $hp, "0000}"))
            .looks($symbol)
            .numbered("next_id")
    };
}

/// Of the things on a hex the first kind here is erased first.
pub(crate) const ALL: &[Brush] = &[
    human!("pistol", "pistol"),
    human!("shotgun", "shotgun"),
    human!("grenade launcher", "grenade_launcher"),
    human!("flamethrower", "flamethrower"),
    human!("chainsaw", "chainsaw"),
    human!("medical kit", "medical_kit"),
    Brush::thing(
        "zombie",
        "zombies",
        r#"{"id":0,"x":0,"y":0,"hp":70,"max_hp":105,"moves":1,"idle":1.5,"facing":0,"scent":0}"#,
    )
    .looks("zombie")
    .belongs(1)
    .numbered("next_id"),
    Brush::thing("air drop", "drops", r#"{"id":0,"x":0,"y":0,"delay":4,"item":"ammo"}"#)
        .looks("drop")
        .belongs(0)
        .numbered("next_id"),
    found!("rounds", "ammo", "40"),
    found!("pistol", "pistol", "100"),
    found!("shotgun", "shotgun", "100"),
    found!("grenade launcher", "grenade_launcher", "100"),
    found!("flamethrower", "flamethrower", "100"),
    found!("chainsaw", "chainsaw", "100"),
    found!("medical kit", "medical_kit", "100"),
    wall!("strong wall", "concrete", "600"),
    wall!("weak wall", "brick", "200"),
    wall!("barricade", "planks", "7"),
];
