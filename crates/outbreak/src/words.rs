//! The small closed words of the game: sides, zones, endings, and names of weapons.

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Serialize, Serializer};
use skirmish_core::Seat;
use skirmish_grid::hex::Hex;
use std::borrow::Cow;
use std::sync::Arc;

/// The two seats.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    #[default]
    Humans,
    Zombies,
}

impl Side {
    pub const WORDS: [(&'static str, Side); 2] = [("humans", Side::Humans), ("zombies", Side::Zombies)];

    /// The side of a seat; `None` for a seat this game does not have.
    pub fn of(seat: Seat) -> Option<Side> {
        match seat.0 {
            0 => Some(Side::Humans),
            1 => Some(Side::Zombies),
            _ => None,
        }
    }

    /// Odd turns are the humans'.
    pub fn to_move(turn: i64) -> Side {
        if turn % 2 == 1 { Side::Humans } else { Side::Zombies }
    }

    pub fn name(self) -> &'static str {
        Side::WORDS[self as usize].0
    }

    pub fn seat(self) -> Seat {
        Seat(self as u8)
    }

    pub fn other(self) -> Side {
        match self {
            Side::Humans => Side::Zombies,
            Side::Zombies => Side::Humans,
        }
    }
}

/// A side of the board from which zombies come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Zone {
    West,
    North,
    East,
    South,
}

impl Zone {
    pub const ALL: [Zone; 4] = [Zone::West, Zone::North, Zone::East, Zone::South];

    pub fn name(self) -> &'static str {
        match self {
            Zone::West => "west",
            Zone::North => "north",
            Zone::East => "east",
            Zone::South => "south",
        }
    }

    pub fn called(name: &str) -> Option<Zone> {
        Zone::ALL.into_iter().find(|zone| zone.name() == name)
    }

    /// Where a zombie appears when the zone's counter stands at `next`: first the middle of the side, then in turn
    /// one hex further to its end and to its start.
    pub fn hex(self, radius: i32, next: u32) -> Hex {
        let j = next as i32 % (2 * radius + 1);
        let off = if j % 2 == 1 { (j + 1) / 2 } else { -(j / 2) };
        match self {
            Zone::West => Hex::new(-radius, off),
            Zone::North => Hex::new(off, radius),
            Zone::East => Hex::new(radius, -off),
            Zone::South => Hex::new(-off, -radius),
        }
    }
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
// Starter kits know it by this name.
#[schemars(rename = "Ending")]
pub enum Cause {
    HumansDead,
    TurnLimit,
    HumansTimeout,
    ZombiesTimeout,
    HumansCrash,
    ZombiesCrash,
}

impl Cause {
    pub const WORDS: [(&'static str, Cause); 6] = [
        ("humans_dead", Cause::HumansDead),
        ("turn_limit", Cause::TurnLimit),
        ("humans_timeout", Cause::HumansTimeout),
        ("zombies_timeout", Cause::ZombiesTimeout),
        ("humans_crash", Cause::HumansCrash),
        ("zombies_crash", Cause::ZombiesCrash),
    ];

    pub fn code(self) -> &'static str {
        Cause::WORDS[self as usize].0
    }

    pub fn winner(self) -> Side {
        match self {
            Cause::HumansDead | Cause::HumansTimeout | Cause::HumansCrash => Side::Zombies,
            Cause::TurnLimit | Cause::ZombiesTimeout | Cause::ZombiesCrash => Side::Humans,
        }
    }
}

/// A name of a weapon or of what is in a crate; cheap to clone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Name(Arc<str>);

impl Name {
    pub fn new(text: &str) -> Name {
        Name(text.into())
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Default for Name {
    fn default() -> Name {
        Name::new("")
    }
}

impl Serialize for Name {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

impl JsonSchema for Name {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Name".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        schemars::json_schema!({"type": "string"})
    }
}

/// What crates and drops hold when it is not a weapon.
pub const AMMO: &str = "ammo";

/// A weapon, as its place in the game's table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct WeaponId(pub u16);

/// What is in a crate or a drop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Item {
    Ammo,
    Weapon(WeaponId),
}

/// What can be damaged.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    Human,
    Zombie,
    Wall,
    Crate,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zones_begin_in_the_middle_and_end_in_their_corners() {
        let path = |zone: Zone, n| (0..n).map(|next| zone.hex(13, next)).map(|h| (h.x, h.y)).collect::<Vec<_>>();
        assert_eq!(path(Zone::West, 5), [(-13, 0), (-13, 1), (-13, -1), (-13, 2), (-13, -2)]);
        assert_eq!(path(Zone::North, 3), [(0, 13), (1, 13), (-1, 13)]);
        assert_eq!(path(Zone::East, 3), [(13, 0), (13, -1), (13, 1)]);
        assert_eq!(path(Zone::South, 3), [(0, -13), (-1, -13), (1, -13)]);
        assert_eq!(path(Zone::West, 28)[25..], [(-13, 13), (-13, -13), (-13, 0)]);
        assert_eq!(Zone::East.hex(0, 0), Hex::new(0, 0));
    }

    #[test]
    fn every_word_names_its_own_ending() {
        for (i, (code, ending)) in Cause::WORDS.into_iter().enumerate() {
            assert_eq!(ending as usize, i);
            assert_eq!(serde_json::json!(ending), code);
        }
    }
}
