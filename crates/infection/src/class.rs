//! Classes and sides.

use schemars::JsonSchema;
use serde::Serialize;
use skirmish_core::Seat;

/// What a unit is. All but the last are human.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum Class {
    #[default]
    Normal,
    Marksman,
    Traceur,
    Medic,
    Builder,
    Demolitionist,
    Zombie,
}

impl Class {
    pub const ALL: [Class; 7] = [
        Class::Normal,
        Class::Marksman,
        Class::Traceur,
        Class::Medic,
        Class::Builder,
        Class::Demolitionist,
        Class::Zombie,
    ];

    /// The classes a human may be given, in the order they are listed.
    pub const HUMAN: [Class; 6] =
        [Class::Normal, Class::Marksman, Class::Traceur, Class::Medic, Class::Builder, Class::Demolitionist];

    pub const fn name(self) -> &'static str {
        match self {
            Class::Normal => "normal",
            Class::Marksman => "marksman",
            Class::Traceur => "traceur",
            Class::Medic => "medic",
            Class::Builder => "builder",
            Class::Demolitionist => "demolitionist",
            Class::Zombie => "zombie",
        }
    }

    pub(crate) fn words() -> [(&'static str, Class); 7] {
        Class::ALL.map(|class| (class.name(), class))
    }

    /// The human class of that name.
    pub fn human_called(name: &str) -> Option<Class> {
        Class::HUMAN.into_iter().find(|class| class.name() == name)
    }

    pub const fn side(self) -> Side {
        match self {
            Class::Zombie => Side::Zombies,
            _ => Side::Humans,
        }
    }

    /// Whether barricades do not stop it.
    pub const fn climbs(self) -> bool {
        matches!(self, Class::Traceur)
    }
}

/// What comes with a class.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kit {
    pub health: i64,
    pub speed: i64,
    pub range: i64,
    pub cooldown: i64,
}

/// The two sides, in seat order.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum Side {
    Humans,
    Zombies,
}

impl Side {
    pub const ALL: [Side; 2] = [Side::Humans, Side::Zombies];

    pub const fn name(self) -> &'static str {
        match self {
            Side::Humans => "humans",
            Side::Zombies => "zombies",
        }
    }

    pub const fn seat(self) -> Seat {
        Seat(self as u8)
    }

    pub const fn of(seat: Seat) -> Option<Side> {
        match seat.0 {
            0 => Some(Side::Humans),
            1 => Some(Side::Zombies),
            _ => None,
        }
    }
}
