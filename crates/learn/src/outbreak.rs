//! `outbreak`: survivors and zombies on hexes; each seat decides by what it sees, and by the map as it was.

mod mask;
mod numbers;
mod picture;
mod who;

use mask::*;
use numbers::*;
use picture::*;
use who::*;

use crate::bits::Bits;
use crate::layout::{Array, Column, Group, Kind, Scope, column, groups};
use crate::sheet::{Sheet, byte, short};
use crate::space::{END, FIRST, Space};
use crate::window::{Offsets, Part};
use serde_json::{Map, Value, json};
use skirmish_core::{Actor, Documents, Faults, Seat, Telling};
use skirmish_grid::hex::{AROUND, Hex};
use skirmish_outbreak::config::AttackFacing;
use skirmish_outbreak::legal::nameable;
use skirmish_outbreak::sight::Seen;
use skirmish_outbreak::state::{Human, State, Zombie};
use skirmish_outbreak::words::{Item, Side, WeaponId, Zone};
use skirmish_outbreak::{Action, Decimal, Outbreak};

/// Weapons that have numbers to be placed with, and to be called.
const WEAPONS: usize = 6;

/// Things to be called: ammo, and weapons.
const ITEMS: usize = WEAPONS + 1;

/// Hexes farther away than this never have numbers as targets.
const FARTHEST: usize = 16;

/// Distances that rows are ordered by; whatever is farther away counts as this far.
const RINGS: usize = 64;

const MOVE: usize = FIRST;
const BUILD: usize = MOVE + 6;
const TURN: usize = BUILD + 6;
const SPAWN: usize = TURN + 2;
const DROP_WEAPON: usize = SPAWN + 4 * 6;
const DROP_AMMO: usize = DROP_WEAPON + 7;
const GIVE: usize = DROP_AMMO + 7 * 2;
const ATTACK: usize = GIVE + 6 * 2;

mod array {
    pub const NEAR: usize = 0;
    pub const UNITS: usize = 1;
    pub const PRESENT: usize = 2;
    pub const ME: usize = 3;
    pub const CRATES: usize = 4;
    pub const GLOBALS: usize = 5;
    pub const BOARD: usize = 6;
}

mod plane {
    pub const OUTSIDE: usize = 0;
    pub const SEEN: usize = 1;
    pub const WALL: usize = 2;
    pub const HUMAN: usize = 3;
    pub const ZOMBIES: usize = 4;
    pub const ZOMBIE_HP: usize = 5;
    pub const AMMO: usize = 6;
    pub const WEAPONS: usize = 7;
    pub const DROP: usize = 8;
}

const PLANES: &[Column] = &[
    column("outside", 1.0, "1 beyond the board"),
    column("seen", 1.0, "1 where the seat sees; elsewhere walls and crates are those of the start"),
    column("wall", 150.0, "health of the wall there, in steps of 4, rounded up"),
    column("human", 100.0, "health of the human there"),
    column("zombies", 4.0, "how many zombies are there"),
    column("zombie_hp", 50.0, "health of all zombies there, each in steps of 4, rounded up"),
    column("ammo", 100.0, "rounds in crates there"),
    column("weapons", 2.0, "weapons in crates there"),
    column("drop", 4.0, "turns until an air drop lands there; 0 if none does"),
];

const UNIT: &[Column] = &[
    column("human", 1.0, "1 human, 0 zombie"),
    column("own", 1.0, "1 own, 0 enemy"),
    column("x", 13.0, "column, 0 in the middle"),
    column("y", 13.0, "row, 0 in the middle"),
    column("dx", 13.0, "columns from the unit that decides; 0 where the seat itself decides"),
    column("dy", 13.0, "rows from the unit that decides; 0 where the seat itself decides"),
    column("hp", 100.0, "health"),
    column("moves", 3.0, "moves left"),
    column("idle", 100.0, "idle time, in hundredths"),
    column("weapon", 7.0, "its weapon, as the place in the table from 1"),
    column("range", 5.0, "range of the weapon"),
    column("ready", 1.0, "1 if it has the rounds and the idle time for a shot"),
    column("ammo", 100.0, "rounds"),
    column("facing_x", 1.0, "columns that a step ahead leads; 0 for humans"),
    column("facing_y", 1.0, "rows that a step ahead leads; 0 for humans"),
    column("scent", 1000.0, "what a zombie smells, in thousandths"),
];

const CRATE: &[Column] = &[
    column("present", 1.0, "1 for a crate, 0 for rows that none has"),
    column("x", 13.0, "column, 0 in the middle"),
    column("y", 13.0, "row, 0 in the middle"),
    column("dx", 13.0, "columns from the unit that decides; 0 where the seat itself decides"),
    column("dy", 13.0, "rows from the unit that decides; 0 where the seat itself decides"),
    column("hp", 100.0, "health; of ammo, that is how many rounds there are"),
    column("weapon", 7.0, "the weapon in it, as the place in the table from 1; 0 for ammo"),
    column("new", 1.0, "1 if it was left in this list, so that no action can name it yet"),
];

const GLOBALS: &[Column] = &[
    column("zombies", 1.0, "1 for the zombies' seat"),
    column("turn", 1000.0, "the number of the turn"),
    column("turns_left", 1000.0, "turns until the limit"),
    column("humans", 6.0, "humans that the seat knows of"),
    column("zombies_known", 50.0, "zombies that the seat knows of"),
    column("zombie_cap", 50.0, "the most living zombies on this turn"),
    column("spawn_ready", 100.0, "zombies that may be spawned, in hundredths"),
    column("humans_ready", 6.0, "humans that may still be placed; 0 for the zombies"),
    column("drops_ready", 100.0, "air drops that may be called, in hundredths; 0 for the zombies"),
    column("west", 27.0, "the counter of the zone; 0 for the humans"),
    column("north", 27.0, "the counter of the zone; 0 for the humans"),
    column("east", 27.0, "the counter of the zone; 0 for the humans"),
    column("south", 27.0, "the counter of the zone; 0 for the humans"),
];

/// Where numbers begin that depend on the scope, and which weapons some stand for.
#[derive(Clone)]
pub struct Frame {
    scope: Scope,
    offsets: Offsets,
    /// Weapons that a human may be placed with.
    placed: Vec<WeaponId>,
    /// What may be called.
    called: Vec<Item>,
    numbers: Numbers,
    /// What the rows of all zombies have in common.
    any_zombie: [i16; UNIT.len()],
}

/// Where the numbers of each verb begin.
#[derive(Clone, Copy)]
struct Numbers {
    attack_crate: usize,
    attack_wall: usize,
    ground: usize,
    grab: usize,
    eat: usize,
    place: usize,
    call: usize,
    end: usize,
}

impl Numbers {
    fn of(scope: &Scope, offsets: usize) -> Numbers {
        let (rows, cells) = (scope.units, scope.width * scope.height);
        let attack_crate = ATTACK + rows;
        let attack_wall = attack_crate + rows;
        let ground = attack_wall + offsets;
        let grab = ground + offsets;
        let eat = grab + rows;
        let place = eat + rows;
        let call = place + WEAPONS * cells;
        Numbers { attack_crate, attack_wall, ground, grab, eat, place, call, end: call + ITEMS * cells }
    }
}

fn offsets(scope: &Scope) -> Offsets {
    Offsets::within(scope.reach.min(FARTHEST), |dx, dy| dx.abs().max(dy.abs()).max((dx + dy).abs()))
}

/// A unit that decides.
#[derive(Clone, Copy)]
enum Me<'a> {
    Human(&'a Human),
    Zombie(&'a Zombie),
}

impl Me<'_> {
    #[inline]
    fn at(&self) -> Hex {
        match self {
            Me::Human(human) => human.at,
            Me::Zombie(zombie) => zombie.at,
        }
    }
}

impl Space for Outbreak {
    const LAYOUT: u32 = 1;

    type Frame = Frame;

    fn scope(&self, _: &State) -> Scope {
        let farthest = self.config().weapons.0.iter().map(|weapon| weapon.range).max().unwrap_or(0);
        let (side, reach) = (self.board().side(), farthest.clamp(1, FARTHEST as i64) as usize);
        Scope { width: side, height: side, units: 32, sight: 5, reach, seats: 2 }
    }

    fn arrays(scope: &Scope) -> Vec<Array> {
        vec![
            Array::near(scope, PLANES),
            Array {
                about: "a row for each unit that the seat knows of, nearest first, then humans, then by id; rows that \
                            no unit has are 0",
                ..Array::units(scope, UNIT)
            },
            Array::present(scope),
            Array::me(UNIT),
            Array {
                name: "crates",
                kind: Kind::I16,
                shape: vec![scope.units, CRATE.len()],
                axis: 1,
                columns: CRATE,
                about: "a row for each crate that the seat knows of, nearest first, then by id; for the zombies all are 0",
                large: false,
            },
            Array::globals(GLOBALS),
            Array::board(scope, PLANES),
        ]
    }

    fn groups(scope: &Scope) -> Vec<Group> {
        let offsets = offsets(scope).len();
        let numbers = Numbers::of(scope, offsets);
        groups(&[
            ("move", 6, "one step in a direction, by facing; a zombie only goes straight ahead"),
            ("build", 6, "put up or strengthen the wall in a direction, by facing"),
            ("turn", 2, "turn counter-clockwise, clockwise"),
            ("spawn", 24, "the seat spawns a zombie: west, north, east, south, each with the facings 0 to 5"),
            ("drop_weapon", 7, "leave the weapon in the own hex, or in a direction"),
            (
                "drop_ammo",
                14,
                "leave rounds in the own hex, or in a direction: one, all; as in the rules' list, other amounts are \
                 left out",
            ),
            (
                "give",
                12,
                "give rounds to the human in a direction: one, all; as in the rules' list, other amounts are left out",
            ),
            ("attack", scope.units, "strike the unit of a row of `units`; farther ones are left out"),
            ("attack_crate", scope.units, "strike the crate of a row of `crates`; farther ones are left out"),
            (
                "attack_wall",
                offsets,
                "strike the wall in a hex, by distance, then row, then column; hexes farther than the reach are left out",
            ),
            (
                "attack_ground",
                offsets,
                "strike a hex, by distance, then row, then column; hexes farther than the reach are left out",
            ),
            ("grab", scope.units, "take what is in the crate of a row of `crates`; later rows are left out"),
            ("eat", scope.units, "eat the zombie of a row of `units`; later rows are left out"),
            (
                "place",
                numbers.call - numbers.place,
                "the seat places a human: the first 6 weapons of the table that it may have, each with all cells of \
                 `board`; further weapons are left out",
            ),
            (
                "call",
                numbers.end - numbers.call,
                "the seat calls an air drop: ammo and the first 6 weapons of the table that may be called, each with all \
                 cells of `board`; as in the rules' list, hexes out of sight are left out, and further weapons are; \
                 `end_turn` is the number of all games that ends the list, `look` has none",
            ),
        ])
    }

    fn frame(&self, scope: &Scope) -> Frame {
        let offsets = offsets(scope);
        let table = &self.config().weapons.0;
        let ids = || (0..table.len()).map(|i| WeaponId(i as u16));
        let placed = ids().filter(|&id| self.weapon(id).can_spawn_with).take(WEAPONS).collect();
        let called = ids().filter(|&id| self.weapon(id).can_call).take(WEAPONS).map(Item::Weapon);
        let called = std::iter::once(Item::Ammo).chain(called).collect();
        let (numbers, any_zombie) = (Numbers::of(scope, offsets.len()), any_zombie(self));
        Frame { scope: *scope, numbers, offsets, placed, called, any_zombie }
    }

    #[inline]
    fn next(&self, state: &State, seat: Seat, after: Option<Actor>) -> Option<Actor> {
        if !self.may_act(state, seat) {
            return None;
        }
        let config = self.config();
        if after.is_none() {
            let acts = match state.side() {
                Side::Humans => state.drops_ready() >= Decimal::ONE || self.places_left(state) > 0,
                Side::Zombies => {
                    let room = (state.zombies().len() as i64) < self.zombie_cap(state.turn());
                    state.spawn_ready() >= Decimal::ONE && room
                }
            };
            if acts {
                return Some(Actor::Seat);
            }
        }
        let after = match after {
            Some(Actor::Unit(id)) => id,
            _ => i64::MIN,
        };
        let id = match state.side() {
            Side::Humans => state.humans().iter().map(|human| human.id).find(|&id| id > after),
            Side::Zombies => {
                let later = state.zombies().partition_point(|zombie| zombie.id <= after);
                let least = 1.min(config.zombie_attack_moves).min(config.eat_moves);
                state.zombies()[later..].iter().find(|zombie| zombie.moves >= least).map(|zombie| zombie.id)
            }
        };
        id.filter(|&id| nameable(id).is_some()).map(Actor::Unit)
    }

    #[inline]
    fn mask(&self, frame: &Frame, state: &State, seat: Seat, actor: Actor, out: &mut Bits) {
        if !self.may_act(state, seat) {
            return;
        }
        match (unit_of(state, seat, actor), actor) {
            (_, Actor::Seat) if state.side() == Side::Humans => {
                if self.places_left(state) > 0 {
                    mask_places(self, frame, state, out);
                }
                if state.drops_ready() >= Decimal::ONE {
                    mask_calls(self, frame, state, out);
                }
            }
            (_, Actor::Seat) => {
                let room = (state.zombies().len() as i64) < self.zombie_cap(state.turn());
                if room && state.spawn_ready() >= Decimal::ONE {
                    out.set_range(SPAWN, DROP_WEAPON);
                }
            }
            (_, Actor::Unit(id)) if nameable(id).is_none() => {}
            (Some(Me::Human(human)), _) => mask_human(self, frame, state, human, out),
            (Some(Me::Zombie(zombie)), _) => mask_zombie(self, frame, state, zombie, out),
            (None, _) => {}
        }
    }

    #[inline]
    fn action(&self, frame: &Frame, state: &State, seat: Seat, actor: Actor, number: usize) -> Option<Action> {
        match actor {
            Actor::Seat => seat_action(self, frame, number),
            Actor::Unit(id) => unit_action(self, frame, state, unit_of(state, seat, actor)?, nameable(id)?, number),
        }
    }

    fn number(&self, frame: &Frame, state: &State, seat: Seat, actor: Actor, action: &Action) -> Option<usize> {
        match (*action, actor) {
            (Action::EndTurn, _) => Some(END),
            (_, Actor::Seat) => seat_number(self, frame, action),
            (_, Actor::Unit(id)) => unit_number(frame, state, unit_of(state, seat, actor)?, nameable(id)?, action),
        }
    }

    fn owner(&self, _: &State, action: &Action) -> Option<Actor> {
        match *action {
            Action::Move { unit, .. }
            | Action::Attack { unit, .. }
            | Action::AttackGround { unit, .. }
            | Action::Build { unit, .. }
            | Action::Grab { unit, .. }
            | Action::DropWeapon { unit, .. }
            | Action::DropAmmo { unit, .. }
            | Action::Give { unit, .. }
            | Action::Turn { unit, .. }
            | Action::Eat { unit, .. } => Some(Actor::Unit(unit.into())),
            Action::Place { .. } | Action::Call { .. } | Action::Spawn { .. } => Some(Actor::Seat),
            Action::EndTurn | Action::Look => None,
        }
    }

    #[inline]
    fn observe(&self, frame: &Frame, state: &State, seat: Seat, actor: Option<Actor>, sheet: &mut Sheet<'_>) {
        let Scope { width, height, units: rows, sight, .. } = frame.scope;
        let side = Side::of(seat).unwrap_or_default();
        let me = actor.and_then(|actor| unit_of(state, seat, actor));
        let from = me.map(|me| me.at());
        if let Some(planes) = sheet.bytes(array::NEAR) {
            match from {
                Some(at) => draw(self, state, side, Part::around(at.x.into(), at.y.into(), sight), planes),
                None => planes.fill(0),
            }
        }
        if let Some(out) = sheet.shorts(array::UNITS) {
            let (out, _) = out.as_chunks_mut::<{ UNIT.len() }>();
            each_row(units(state), from, |place, i| {
                if let Some(out) = out.get_mut(place) {
                    *out = row(self, frame, state, i, side, from);
                }
            });
            out.iter_mut().skip(count(state)).for_each(|out| *out = [0; UNIT.len()]);
        }
        if let Some(present) = sheet.bytes(array::PRESENT) {
            let (there, absent) = present.split_at_mut(count(state).min(rows));
            there.fill(1);
            absent.fill(0);
        }
        if let Some(out) = sheet.shorts(array::ME) {
            match me {
                Some(Me::Human(human)) => out.copy_from_slice(&human_row(self, human, side, from)),
                Some(Me::Zombie(zombie)) => out.copy_from_slice(&zombie_row(self, frame, zombie, side, from)),
                None => out.fill(0),
            }
        }
        if let Some(out) = sheet.shorts(array::CRATES) {
            let ((out, _), crates) = (out.as_chunks_mut::<{ CRATE.len() }>(), state.crates());
            each_row(self::crates(state), from, |place, i| {
                if let Some(out) = out.get_mut(place) {
                    crate_row(state, i, from, out);
                }
            });
            out.iter_mut().skip(crates.len()).for_each(|out| *out = [0; CRATE.len()]);
        }
        if let Some(out) = sheet.shorts(array::GLOBALS) {
            globals(self, state, side, out);
        }
        if let Some(planes) = sheet.bytes(array::BOARD) {
            let first = -i64::from(self.board().radius());
            draw(self, state, side, Part { x: first, y: first, width, height }, planes);
        }
    }

    /// The humans' health, of all that could have been placed, and how long they have lasted.
    fn potential(&self, state: &State, seat: Seat) -> f32 {
        let config = self.config();
        let whole = (config.human_count as f32 * config.human_hp as f32).max(1.0);
        let health: f32 = state.humans().iter().map(|human| human.hp as f32).sum();
        let worth = health / whole / 2.0 + state.turn() as f32 / config.max_turns.min(500) as f32;
        if seat == Side::Humans.seat() { worth } else { -worth }
    }

    fn score(&self, state: &State, seat: Seat) -> i64 {
        if seat == Side::Humans.seat() { state.turn() } else { 0 }
    }

    /// The latest view makes a position of what is seen, the first one the map as it was; what is imagined of both is
    /// what is imagined of the game.
    fn told(first: &Value, latest: &Value) -> Result<(Outbreak, State), Faults> {
        let read = |view: &Value| match view {
            Value::Object(view) => Ok(view.clone()),
            _ => Err(Faults::one("bad_view", "", "a view is an object")),
        };
        let (first, latest) = (read(first)?, read(latest)?);
        let config = first.get("config").or(latest.get("config")).cloned().unwrap_or_else(|| json!({}));
        let (game, seen) = position_of_view(latest.clone(), &config, |_| {})?;
        let (_, map) = position_of_view(first, &config, |position| {
            let [walls, crates] = ["map_walls", "map_crates"].map(|key| position.remove(key));
            ["humans", "zombies", "drops"].iter().for_each(|key| drop(position.insert((*key).into(), json!([]))));
            position.insert("walls".into(), walls.unwrap_or_else(|| json!([])));
            position.insert("crates".into(), crates.unwrap_or_else(|| json!([])));
        })?;
        let you = latest.get("you").and_then(Value::as_str);
        let side = Side::WORDS.into_iter().find(|(name, _)| Some(*name) == you).map(|(_, side)| side);
        let side = side.ok_or_else(|| Faults::one("bad_view", "/you", "is neither humans nor zombies"))?;
        let mut imagined = seen.clone();
        Outbreak::imagine(&game, &seen, &game.begin(&map), side.seat(), &mut imagined);
        Ok((game, imagined))
    }

    #[inline]
    fn imagine(&self, state: &State, memory: &Self::Memory, seat: Seat, into: &mut State) {
        Outbreak::imagine(self, state, memory, seat, into);
    }
}

/// A position of what a view shows; what it does not tell is empty.
fn position_of_view(
    mut view: Map<String, Value>,
    config: &Value,
    change: impl FnOnce(&mut Map<String, Value>),
) -> Result<(Outbreak, State), Faults> {
    /// Above all numbers of things. What is imagined does not keep it.
    const NEXT_ID: i64 = (1 << 53) - 1;
    change(&mut view);
    let beyond = ["you", "spawn_count", "zombie_cap", "humans_ready", "map_walls", "map_crates"];
    view.retain(|key, _| !beyond.contains(&key.as_str()));
    view.insert("config".into(), config.clone());
    view.insert("next_id".into(), NEXT_ID.into());
    let zones = || Zone::ALL.iter().map(|zone| json!({"zone": zone.name(), "next": 0})).collect();
    view.entry("zones").or_insert_with(zones);
    view.entry("drops_ready").or_insert_with(|| json!(0));
    for key in ["crates", "drops"] {
        view.entry(key).or_insert_with(|| json!([]));
    }
    Outbreak::from_position(&Outbreak::read_position(&Value::Object(view))?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::listed::left_out;
    use skirmish_core::{Rules, Setup};

    fn setup(config: Value) -> Setup {
        Setup { config: config.as_object().unwrap().clone(), ..Setup::default() }
    }

    fn complete(setup: &Setup) -> Scope {
        Scope { units: 256, ..Scope::of::<Outbreak>(setup).unwrap() }
    }

    #[test]
    fn every_listed_action_has_a_number_whatever_the_config() {
        let far = |name: &str, range: i64| json!({"name": name, "range": range, "delay": 0, "ammo": 0});
        for config in [
            json!({"human_attack_moves": 0, "zombie_attack_facing": "any", "zombie_hp_incr": 0}),
            json!({"human_sight": 1, "zombie_sight": 1, "weapons": [far("pistol", 16), far("zombie_arms", 3)]}),
            json!({"zombie_attack_facing": "any", "weapons": [far("zombie_arms", 4)], "spawn_rate": 9, "zombie_moves": 3}),
            json!({"drop_rate": 3, "drop_max": 3, "human_ammo": 2, "human_moves": 9, "idle_gain": 5}),
            json!({"zombie_attack_moves": 0, "eat_moves": 0, "spawn_rate": 4, "max_actions": 9, "drop_delay": 0}),
        ] {
            let setup = setup(config);
            let scope = complete(&setup);
            (0..3).for_each(|n| assert_eq!(left_out::<Outbreak>(n, &setup, Some(scope), 400), 0, "{setup:?}"));
        }
    }

    #[test]
    fn what_is_left_out_of_small_scopes_is_far_away() {
        let setup = setup(json!({"spawn_rate": 9, "weapons": [{"name": "pistol", "range": 30, "delay": 0}]}));
        let scope = Scope { units: 3, reach: 1, ..complete(&setup) };
        assert!((0..3).map(|n| left_out::<Outbreak>(n, &setup, Some(scope), 400)).sum::<usize>() > 0);
    }

    #[test]
    fn rows_are_nearest_first() {
        let (game, mut state) = Outbreak::opening(0, &Setup::default()).unwrap();
        let mut free = game.board().iter().filter(|&at| !state.cell(at).has_wall()).collect::<Vec<_>>().into_iter();
        for at in [free.nth(100), free.nth(100), free.nth(30), free.next()].into_iter().flatten() {
            game.act(&mut state, Seat(0), &Action::Place { at, weapon: Some(WeaponId(0)) }, &mut ()).unwrap();
        }
        let from = state.humans()[1].at;
        let rows: Vec<usize> = (0..4).map(|row| in_row(units(&state), from, row).unwrap()).collect();
        let far = |&i: &usize| from.distance(state.humans()[i].at);
        assert!(rows[0] == 1 && rows.is_sorted_by_key(far), "{rows:?}");
        (0..4).for_each(|row| assert_eq!(row_of(units(&state), from, rows[row]), row));
        assert_eq!(in_row(units(&state), from, 4), None);
    }

    #[test]
    fn views_that_are_none_are_refused() {
        for (first, latest) in [(json!([]), json!({})), (json!({}), json!(7)), (json!({}), json!({"you": "nobody"}))] {
            assert!(Outbreak::told(&first, &latest).is_err());
        }
    }
}
