//! What a seat can say: verbs, actions, how they are read and written, and the game's own reason codes.

use crate::Outbreak;
use crate::words::{Item, Name, Side, WeaponId, Zone};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::value::RawValue;
use skirmish_core::fields::entry;
use skirmish_core::{Entry, Fields, Flaw, Reason};
use skirmish_grid::hex::Hex;

/// An action. Words that name nothing are `None`: they are judged late, in the order of the rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    Place { at: Hex, weapon: Option<WeaponId> },
    Move { unit: i32, to: Option<Hex> },
    Attack { unit: i32, target: i32 },
    AttackGround { unit: i32, at: Hex },
    Build { unit: i32, at: Hex },
    Grab { unit: i32, target: i32 },
    DropWeapon { unit: i32, at: Hex },
    DropAmmo { unit: i32, at: Hex, amount: i32 },
    Give { unit: i32, target: i32, amount: i32 },
    Call { at: Hex, item: Option<Item> },
    Spawn { zone: Option<Zone>, facing: i32 },
    Turn { unit: i32, direction: i32 },
    Eat { unit: i32, target: i32 },
    EndTurn,
    Look,
}

/// The verbs, in the order of the rulebook; the number of one is its place here.
const VERBS: [(&str, Option<Side>); 15] = [
    ("place", Some(Side::Humans)),
    ("move", None),
    ("attack", None),
    ("attack_ground", None),
    ("build", Some(Side::Humans)),
    ("grab", Some(Side::Humans)),
    ("drop_weapon", Some(Side::Humans)),
    ("drop_ammo", Some(Side::Humans)),
    ("give", Some(Side::Humans)),
    ("call", Some(Side::Humans)),
    ("spawn", Some(Side::Zombies)),
    ("turn", Some(Side::Zombies)),
    ("eat", Some(Side::Zombies)),
    ("end_turn", None),
    ("look", None),
];

/// Whether the verb of that number is `side`'s.
fn verb_is_of(verb: u8, side: Side) -> bool {
    VERBS.get(usize::from(verb)).is_none_or(|(_, of)| of.is_none_or(|of| of == side))
}

impl Action {
    /// The number of its verb.
    fn verb(&self) -> u8 {
        match self {
            Action::Place { .. } => 0,
            Action::Move { .. } => 1,
            Action::Attack { .. } => 2,
            Action::AttackGround { .. } => 3,
            Action::Build { .. } => 4,
            Action::Grab { .. } => 5,
            Action::DropWeapon { .. } => 6,
            Action::DropAmmo { .. } => 7,
            Action::Give { .. } => 8,
            Action::Call { .. } => 9,
            Action::Spawn { .. } => 10,
            Action::Turn { .. } => 11,
            Action::Eat { .. } => 12,
            Action::EndTurn => 13,
            Action::Look => 14,
        }
    }

    /// Whether its verb is `side`'s.
    pub(crate) fn is_of(&self, side: Side) -> bool {
        verb_is_of(self.verb(), side)
    }
}

/// An action as JSON.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(tag = "do", rename_all = "snake_case")]
pub enum Wire {
    Place {
        x: i32,
        y: i32,
        weapon: Name,
    },
    Move {
        unit: i32,
        #[serde(skip_serializing_if = "Option::is_none")]
        x: Option<i32>,
        #[serde(skip_serializing_if = "Option::is_none")]
        y: Option<i32>,
    },
    Attack {
        unit: i32,
        target: i32,
    },
    AttackGround {
        unit: i32,
        x: i32,
        y: i32,
    },
    Build {
        unit: i32,
        x: i32,
        y: i32,
    },
    Grab {
        unit: i32,
        target: i32,
    },
    DropWeapon {
        unit: i32,
        x: i32,
        y: i32,
    },
    DropAmmo {
        unit: i32,
        x: i32,
        y: i32,
        amount: i32,
    },
    Give {
        unit: i32,
        target: i32,
        amount: i32,
    },
    Call {
        x: i32,
        y: i32,
        item: Name,
    },
    Spawn {
        zone: Name,
        facing: i32,
    },
    Turn {
        unit: i32,
        direction: i32,
    },
    Eat {
        unit: i32,
        target: i32,
    },
    EndTurn,
    Look,
}

impl Outbreak {
    pub(crate) fn read_action(&self, action: &RawValue) -> Entry<Action> {
        entry(action, &VERBS.map(|(name, _)| name), |verb, fields| self.read_fields(verb, fields))
    }

    fn read_fields(&self, verb: &str, fields: &Fields<'_>) -> Option<Action> {
        let int = |key| small(fields.int(key)?);
        let hex = || Some(Hex::new(int("x")?, int("y")?));
        Some(match verb {
            "place" => Action::Place { at: hex()?, weapon: self.config.weapons.find(&fields.text("weapon")?) },
            "move" => {
                let to = if fields.has("x") || fields.has("y") { Some(hex()?) } else { None };
                Action::Move { unit: int("unit")?, to }
            }
            "attack" => Action::Attack { unit: int("unit")?, target: int("target")? },
            "attack_ground" => Action::AttackGround { unit: int("unit")?, at: hex()? },
            "build" => Action::Build { unit: int("unit")?, at: hex()? },
            "grab" => Action::Grab { unit: int("unit")?, target: int("target")? },
            "drop_weapon" => Action::DropWeapon { unit: int("unit")?, at: hex()? },
            "drop_ammo" => Action::DropAmmo { unit: int("unit")?, at: hex()?, amount: int("amount")? },
            "give" => Action::Give { unit: int("unit")?, target: int("target")?, amount: int("amount")? },
            "call" => Action::Call { at: hex()?, item: self.item_called(&fields.text("item")?) },
            "spawn" => Action::Spawn { zone: Zone::called(&fields.text("zone")?), facing: int("facing")? },
            "turn" => Action::Turn { unit: int("unit")?, direction: int("direction")? },
            "eat" => Action::Eat { unit: int("unit")?, target: int("target")? },
            "end_turn" => Action::EndTurn,
            _ => Action::Look,
        })
    }

    /// Words that named nothing are written as empty: no weapon, item or zone is called so.
    pub(crate) fn write_action(&self, action: &Action) -> Wire {
        let weapon = |id: Option<WeaponId>| id.map_or_else(Name::default, |id| self.weapon(id).name.clone());
        match *action {
            Action::Place { at, weapon: id } => Wire::Place { x: at.x, y: at.y, weapon: weapon(id) },
            Action::Move { unit, to } => Wire::Move { unit, x: to.map(|to| to.x), y: to.map(|to| to.y) },
            Action::Attack { unit, target } => Wire::Attack { unit, target },
            Action::AttackGround { unit, at } => Wire::AttackGround { unit, x: at.x, y: at.y },
            Action::Build { unit, at } => Wire::Build { unit, x: at.x, y: at.y },
            Action::Grab { unit, target } => Wire::Grab { unit, target },
            Action::DropWeapon { unit, at } => Wire::DropWeapon { unit, x: at.x, y: at.y },
            Action::DropAmmo { unit, at, amount } => Wire::DropAmmo { unit, x: at.x, y: at.y, amount },
            Action::Give { unit, target, amount } => Wire::Give { unit, target, amount },
            Action::Call { at, item } => {
                Wire::Call { x: at.x, y: at.y, item: item.map_or_else(Name::default, |item| self.item_name(item)) }
            }
            Action::Spawn { zone, facing } => Wire::Spawn { zone: Name::new(zone.map_or("", Zone::name)), facing },
            Action::Turn { unit, direction } => Wire::Turn { unit, direction },
            Action::Eat { unit, target } => Wire::Eat { unit, target },
            Action::EndTurn => Wire::EndTurn,
            Action::Look => Wire::Look,
        }
    }
}

/// Integers of actions lie within a million of 0.
fn small(n: i32) -> Option<i32> {
    (-1_000_000..=1_000_000).contains(&n).then_some(n)
}

/// The reason of a flaw in an entry of `side`, when its list still goes on.
pub(crate) fn flaw_reason(flaw: Flaw, side: Side) -> Reason {
    match flaw {
        Flaw::BadFields(verb) if !verb_is_of(verb, side) => Reason::WRONG_SEAT,
        flaw => flaw.reason(),
    }
}
