//! What the original sends: envelopes, units, terrain and possible actions.

use super::{BUILD, CHARACTER, HEAL, TERRAIN, can_act, class_word};
use crate::action::Action;
use crate::class::{Class, Side};
use crate::game::Infection;
use crate::outcome;
use crate::state::{Phase, State, Unit};
use crate::terrain::Kind;
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};
use skirmish_core::native::Account;
use skirmish_core::{Actor, Rules};
use std::fmt::{self, Display};

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Envelope<M> {
    pub is_zombie: bool,
    pub phase: &'static str,
    pub message: M,
}

/// Asks for the classes of the humans.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Choice {
    turn: i64,
    choices: [&'static str; 6],
    num_to_pick: i64,
    max_per_same_class: i64,
}

impl Choice {
    pub fn new(game: &Infection, state: &State) -> Choice {
        Choice {
            turn: state.turn,
            choices: Class::HUMAN.map(class_word),
            num_to_pick: game.config.picks,
            max_per_same_class: game.config.max_per_class,
        }
    }
}

/// Asks for the actions of a phase. Everything is sent every time.
pub struct Question<'a> {
    game: &'a Infection,
    state: &'a State,
    /// The possible actions of each unit that can act.
    possible: Vec<(i64, Vec<Action>)>,
}

impl<'a> Question<'a> {
    pub fn new(game: &'a Infection, state: &'a State, side: Side) -> Question<'a> {
        let asked = state.units_of(side).filter(|&unit| can_act(&state.units[unit], state.phase));
        let possible = asked.map(|unit| {
            let mut actions = Vec::new();
            game.legal(state, side.seat(), Actor::Unit(game.ids[unit]), &mut actions);
            (game.ids[unit], actions)
        });
        Question { game, state, possible: possible.collect() }
    }
}

impl Serialize for Question<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Question { game, state, possible } = self;
        let actions = match state.phase {
            Phase::Attack => "possibleAttacks",
            Phase::Ability => "possibleAbilities",
            Phase::Classes | Phase::Move | Phase::Over => "possibleMoves",
        };
        let possible = || possible.iter().map(|(id, actions)| (AsText(id), Listed(actions)));
        let characters = || {
            let units = game.ids.iter().zip(&state.units);
            units.map(|(id, unit)| (AsText(id), Character::new(game, AsText(id), unit)))
        };
        let terrain = || {
            (0..state.terrain.cells().len()).filter_map(|cell| {
                let thing = Thing::new(game, state, cell as u32)?;
                Some((thing.id, thing))
            })
        };
        let mut message = serializer.serialize_struct("message", 4)?;
        message.serialize_field("turn", &state.turn)?;
        message.serialize_field(actions, &Object(possible))?;
        message.serialize_field("characterStates", &Object(characters))?;
        message.serialize_field("terrainStates", &Object(terrain))?;
        message.end()
    }
}

/// An object written from pairs.
struct Object<F>(F);

impl<K: Serialize, V: Serialize, I: Iterator<Item = (K, V)>, F: Fn() -> I> Serialize for Object<F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0())
    }
}

/// Ids are written as text.
#[derive(Clone, Copy)]
struct AsText<T>(T);

impl<T: Display> Serialize for AsText<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

#[derive(Clone, Copy, Serialize)]
pub struct Cell {
    pub x: i32,
    pub y: i32,
}

/// The id of the terrain on a cell.
impl Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.x, self.y)
    }
}

struct Listed<'a>(&'a [Action]);

impl Serialize for Listed<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().filter_map(Possible::new))
    }
}

/// An action as the original writes it.
#[derive(Serialize)]
#[serde(untagged)]
enum Possible {
    #[serde(rename_all = "camelCase")]
    Move { executing_character_id: AsText<i32>, destination: Cell },
    #[serde(rename_all = "camelCase")]
    Character { executing_character_id: AsText<i32>, attacking_id: AsText<i32>, r#type: &'static str },
    #[serde(rename_all = "camelCase")]
    Terrain { executing_character_id: AsText<i32>, attacking_id: AsText<Cell>, r#type: &'static str },
    #[serde(rename_all = "camelCase")]
    Ability {
        executing_character_id: AsText<i32>,
        r#type: &'static str,
        positional_target: Option<Cell>,
        character_id_target: Option<AsText<i32>>,
    },
}

impl Possible {
    /// `None` for a pick, which the original does not know.
    fn new(action: &Action) -> Option<Possible> {
        let executing_character_id = AsText(action.unit());
        let ability = |r#type, positional_target, character_id_target| Possible::Ability {
            executing_character_id,
            r#type,
            positional_target,
            character_id_target,
        };
        Some(match *action {
            Action::Pick { .. } => return None,
            Action::Move { x, y, .. } => Possible::Move { executing_character_id, destination: Cell { x, y } },
            Action::Attack { target, .. } => {
                Possible::Character { executing_character_id, attacking_id: AsText(target), r#type: CHARACTER }
            }
            Action::Break { x, y, .. } => {
                Possible::Terrain { executing_character_id, attacking_id: AsText(Cell { x, y }), r#type: TERRAIN }
            }
            Action::Heal { target, .. } => ability(HEAL, None, Some(AsText(target))),
            Action::Build { x, y, .. } => ability(BUILD, Some(Cell { x, y }), None),
        })
    }
}

/// A unit. Its counters are not sent.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Character<'a> {
    id: AsText<&'a i64>,
    position: Cell,
    abilities: &'static [&'static str],
    health: i64,
    move_speed: i64,
    attack_range: i64,
    zombie: bool,
    stunned: bool,
    class: &'static str,
}

impl<'a> Character<'a> {
    fn new(game: &Infection, id: AsText<&'a i64>, unit: &Unit) -> Character<'a> {
        let kit = game.kit(unit.class);
        let zombie = unit.class == Class::Zombie;
        Character {
            id,
            position: Cell { x: unit.x, y: unit.y },
            abilities: match unit.class {
                Class::Traceur => &["MOVE_OVER_BARRICADES"],
                Class::Medic => &[HEAL],
                Class::Builder => &[BUILD],
                Class::Demolitionist => &["ONESHOT_TERRAIN"],
                Class::Normal | Class::Marksman | Class::Zombie => &[],
            },
            health: if zombie { -1 } else { unit.health },
            move_speed: kit.speed,
            attack_range: kit.range,
            zombie,
            stunned: unit.stun_wait > 0,
            class: class_word(unit.class),
        }
    }
}

/// What stands on a cell. What debris once was is not known any more; it is sent as a barricade that is gone.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Thing {
    id: AsText<Cell>,
    image_id: &'static str,
    position: Cell,
    destroyed: bool,
    destroyable: bool,
    r#type: &'static str,
    health: i64,
    can_attack_through: bool,
}

impl Thing {
    fn new(game: &Infection, state: &State, cell: u32) -> Option<Thing> {
        let kind = state.terrain.cells()[cell as usize];
        let (r#type, image_id) = match kind {
            Kind::Open => return None,
            Kind::Wall => ("WALL", "wall"),
            Kind::Tree => ("TREE", "tree"),
            Kind::Barricade | Kind::Debris => ("BARRICADE", "barricade"),
            Kind::Water => ("RIVER", "river"),
        };
        let (x, y) = state.terrain.place(cell);
        Some(Thing {
            id: AsText(Cell { x, y }),
            image_id,
            position: Cell { x, y },
            destroyed: kind == Kind::Debris,
            destroyable: kind != Kind::Water,
            r#type,
            health: match kind {
                Kind::Water => -1,
                _ => state.terrain.left(cell).unwrap_or(game.full_durability(kind)),
            },
            can_attack_through: !kind.blocks_shots(),
        })
    }
}

/// Tells that the game is over.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Finish {
    turn: i64,
    scores: Scores,
    stats: Stats,
    errors: Errors,
    force_disconnected: bool,
}

#[derive(Serialize)]
struct Scores {
    humans: i64,
    zombies: i64,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Stats {
    turns: i64,
    humans_left: i64,
    zombies_left: i64,
    humans_average_time: f64,
    zombies_average_time: f64,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Errors {
    human_errors: Vec<String>,
    zombie_errors: Vec<String>,
}

impl Finish {
    pub fn new(game: &Infection, state: &State, accounts: &[Account]) -> Finish {
        let outcome = outcome::outcome(game, state);
        let account = |side: Side| accounts.get(side as usize);
        let average = |side| account(side).map_or(0.0, Account::average_ms);
        let errors = |side| account(side).map_or_else(Vec::new, Account::errors);
        Finish {
            turn: state.turn,
            scores: Scores { humans: outcome.scores.humans, zombies: outcome.scores.zombies },
            stats: Stats {
                turns: outcome.end_turn,
                humans_left: outcome.humans_alive,
                zombies_left: state.units.len() as i64 - outcome.humans_alive,
                humans_average_time: average(Side::Humans),
                zombies_average_time: average(Side::Zombies),
            },
            errors: Errors { human_errors: errors(Side::Humans), zombie_errors: errors(Side::Zombies) },
            force_disconnected: false,
        }
    }
}
