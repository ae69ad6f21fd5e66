//! `golems`: every unit walks, strikes, builds and merges; nothing is hidden.

use crate::bits::Bits;
use crate::layout::{Array, Column, Group, Scope, column, groups};
use crate::sheet::{Sheet, byte, short};
use crate::space::{END, FIRST, Space};
use crate::told::position_of;
use crate::window::{Ground, Offsets, place};
use serde_json::Value;
use skirmish_core::{Actor, Documents, Faults, Seat};
use skirmish_golems::map::Square;
use skirmish_golems::state::{State, Unit};
use skirmish_golems::{Action, Golems};

/// The four neighbours: right, left, up (`y` grows upward), down.
const AROUND: [(i32, i32); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];

const MOVE: usize = FIRST;
const BUILD: usize = MOVE + 4;
const COMBINE: usize = BUILD + 4;
const ATTACK: usize = COMBINE + 4;

mod array {
    pub const NEAR: usize = 0;
    pub const UNITS: usize = 1;
    pub const PRESENT: usize = 2;
    pub const ME: usize = 3;
    pub const GLOBALS: usize = 4;
    pub const BOARD: usize = 5;
}

/// The first two are ground.
const PLANES: &[Column] = &[
    column("wall", 1.0, "1 for walls and beyond the board"),
    column("zone", 1.0, "1 for build zones"),
    column("own", 100.0, "health of the own unit there"),
    column("foe", 100.0, "health of the enemy there"),
    column("own_level", 5.0, "level of the own unit there"),
    column("foe_level", 5.0, "level of the enemy there"),
    column("able", 1.0, "1 where an own unit has an action left"),
];

const UNIT: &[Column] = &[
    column("own", 1.0, "1 own, 0 enemy"),
    column("x", 25.0, "column"),
    column("y", 25.0, "row, from the bottom"),
    column("hp", 100.0, "health"),
    column("max_health", 100.0, "health when unhurt"),
    column("red", 5.0, "amount of red"),
    column("green", 5.0, "amount of green"),
    column("blue", 5.0, "amount of blue"),
    column("yellow", 5.0, "amount of yellow"),
    column("poison", 20.0, "poison"),
    column("build_points", 10.0, "build points"),
    column("max_build_points", 10.0, "build points it takes to build"),
    column("moves", 4.0, "steps left"),
    column("actions", 1.0, "actions left"),
    column("attack_power", 50.0, "damage of a strike"),
    column("attack_range", 5.0, "how far it strikes before it has moved"),
];

const GLOBALS: &[Column] = &[
    column("second", 1.0, "1 for the second seat"),
    column("turn", 400.0, "the number of the turn"),
    column("turns_left", 400.0, "turns until the limit"),
    column("score", 100.0, "own score"),
    column("foe_score", 100.0, "the enemy's score"),
    column("units", 20.0, "own units"),
    column("foe_units", 20.0, "enemy units"),
];

/// Ground, and the numbers of strikes.
#[derive(Clone)]
pub struct Frame {
    ground: Ground,
    offsets: Offsets,
    scope: Scope,
}

fn offsets(scope: &Scope) -> Offsets {
    Offsets::within(scope.reach, |dx, dy| dx.abs() + dy.abs())
}

/// The unit that decides.
#[inline]
fn unit_of(state: &State, actor: Actor) -> Option<&Unit> {
    let Actor::Unit(id) = actor else { return None };
    i32::try_from(id).ok().and_then(|id| state.find(id)).map(|index| &state.units()[index])
}

/// Where an offset from a unit leads.
#[inline]
fn target(unit: &Unit, (dx, dy): (i32, i32)) -> (i32, i32) {
    (i32::from(unit.at.x) + dx, i32::from(unit.at.y) + dy)
}

#[inline]
fn row(unit: &Unit, seat: Seat, out: &mut [i16; UNIT.len()]) {
    *out = [
        i16::from(unit.owner == seat),
        unit.at.x.into(),
        unit.at.y.into(),
        short(unit.hp),
        short(unit.stats.max_health.into()),
        short(unit.colours[0]),
        short(unit.colours[1]),
        short(unit.colours[2]),
        short(unit.colours[3]),
        short(unit.poison),
        short(unit.build_points),
        short(unit.stats.max_build_points.into()),
        short(unit.moves),
        short(unit.actions),
        short(unit.stats.attack_power.into()),
        short(unit.stats.attack_range.into()),
    ];
}

/// Puts a unit into planes, at a place of each.
#[inline]
fn draw(unit: &Unit, seat: Seat, (at, size): (usize, usize), planes: &mut [u8]) {
    let own = usize::from(unit.owner != seat);
    planes[(2 + own) * size + at] = byte(unit.hp);
    planes[(4 + own) * size + at] = byte(unit.stats.level.into());
    planes[6 * size + at] = u8::from(own == 0 && unit.actions > 0);
}

impl Space for Golems {
    const LAYOUT: u32 = 1;

    type Frame = Frame;

    fn scope(&self, _: &State) -> Scope {
        let board = self.board();
        let (width, height) = (board.width() as usize, board.height() as usize);
        Scope { width, height, units: 64, sight: 5, reach: 8, seats: 2 }
    }

    fn arrays(scope: &Scope) -> Vec<Array> {
        vec![
            Array::near(scope, PLANES),
            Array::units(scope, UNIT),
            Array::present(scope),
            Array::me(UNIT),
            Array::globals(GLOBALS),
            Array::board(scope, PLANES),
        ]
    }

    fn groups(scope: &Scope) -> Vec<Group> {
        groups(&[
            ("move", 4, "one step: right, left, up, down"),
            ("build", 4, "a copy of itself: right, left, up, down"),
            ("combine", 4, "merge into the own unit: right, left, up, down"),
            (
                "attack",
                offsets(scope).len(),
                "strike or heal a square, by distance, then row, then column; squares farther than the reach are left out",
            ),
        ])
    }

    fn frame(&self, scope: &Scope) -> Frame {
        let board = self.board();
        let size = (board.width() as usize, board.height() as usize);
        let look = |plane: usize, x: usize, y: usize| {
            let square = board.spot(x as i32, y as i32).map(|spot| board.square(spot));
            u8::from(square == Some(if plane == 0 { Square::Wall } else { Square::Zone }))
        };
        Frame { ground: Ground::new(size, scope.sight, &[1, 0], look), offsets: offsets(scope), scope: *scope }
    }

    #[inline]
    fn next(&self, state: &State, seat: Seat, after: Option<Actor>) -> Option<Actor> {
        let units = state.units();
        let from = match after {
            Some(Actor::Unit(id)) => units.partition_point(|unit| unit.id <= id),
            _ => 0,
        };
        let able = |unit: &&Unit| unit.owner == seat && (unit.moves > 0 || unit.actions > 0);
        units[from..].iter().find(able).map(|unit| Actor::Unit(unit.id))
    }

    #[inline]
    fn mask(&self, frame: &Frame, state: &State, seat: Seat, actor: Actor, out: &mut Bits) {
        let board = self.board();
        let Some(unit) = unit_of(state, actor).filter(|unit| unit.owner == seat && self.may_act(state, seat)) else {
            return;
        };
        let full = unit.build_points >= i64::from(unit.stats.max_build_points);
        for (i, &(dx, dy)) in AROUND.iter().enumerate() {
            let (x, y) = target(unit, (dx, dy));
            let Some(spot) = board.spot(x, y) else { continue };
            match state.unit_on(spot).map(|index| &state.units()[index]) {
                Some(other) => {
                    let able = unit.actions > 0 && other.owner == seat && other.actions > 0;
                    if able && i32::try_from(other.id).is_ok() {
                        out.set(COMBINE + i);
                    }
                }
                None if board.is_wall(spot) => {}
                None => {
                    if unit.moves > 0 {
                        out.set(MOVE + i);
                    }
                    if unit.actions > 0 && full {
                        out.set(BUILD + i);
                    }
                }
            }
        }
        if unit.actions > 0 {
            let far = if unit.is_unmoved() { i64::from(unit.stats.attack_range) } else { -1 };
            for (number, &(dx, dy)) in frame.offsets.up_to(far.max(1)).iter().enumerate() {
                let distance = i64::from(dx.abs() + dy.abs());
                let (x, y) = target(unit, (dx, dy));
                if (distance == 1 || distance <= far) && board.spot(x, y).is_some() {
                    out.set(ATTACK + number);
                }
            }
        }
    }

    #[inline]
    fn action(&self, frame: &Frame, state: &State, _: Seat, actor: Actor, number: usize) -> Option<Action> {
        let on = unit_of(state, actor)?;
        let unit = i32::try_from(on.id).ok()?;
        let near = |first: usize| target(on, AROUND[number - first]);
        Some(match number {
            MOVE..BUILD => {
                let (x, y) = near(MOVE);
                Action::Move { unit, x, y }
            }
            BUILD..COMBINE => {
                let (x, y) = near(BUILD);
                Action::Build { unit, x, y }
            }
            COMBINE..ATTACK => {
                let (x, y) = near(COMBINE);
                let target = state.unit_on(self.board().spot(x, y)?)?;
                Action::Combine { unit, target: i32::try_from(state.units()[target].id).ok()? }
            }
            _ => {
                let (x, y) = target(on, frame.offsets.get(number.checked_sub(ATTACK)?)?);
                Action::Attack { unit, x, y }
            }
        })
    }

    fn number(&self, frame: &Frame, state: &State, _: Seat, actor: Actor, action: &Action) -> Option<usize> {
        if *action == Action::End {
            return Some(END);
        }
        let unit = unit_of(state, actor)?;
        let offset = |x: i32, y: i32| (x - i32::from(unit.at.x), y - i32::from(unit.at.y));
        let near = |x: i32, y: i32| AROUND.iter().position(|&around| around == offset(x, y));
        match *action {
            Action::Move { x, y, .. } => near(x, y).map(|i| MOVE + i),
            Action::Build { x, y, .. } => near(x, y).map(|i| BUILD + i),
            Action::Combine { target, .. } => {
                let other = &state.units()[state.find(target)?];
                near(other.at.x.into(), other.at.y.into()).map(|i| COMBINE + i)
            }
            Action::Attack { x, y, .. } => {
                let (dx, dy) = offset(x, y);
                frame.offsets.number(dx, dy).map(|i| ATTACK + i)
            }
            Action::End => Some(END),
        }
    }

    fn owner(&self, _: &State, action: &Action) -> Option<Actor> {
        match *action {
            Action::Move { unit, .. }
            | Action::Attack { unit, .. }
            | Action::Build { unit, .. }
            | Action::Combine { unit, .. } => Some(Actor::Unit(unit.into())),
            Action::End => None,
        }
    }

    #[inline]
    fn observe(&self, frame: &Frame, state: &State, seat: Seat, actor: Option<Actor>, sheet: &mut Sheet<'_>) {
        let Scope { width, height, units, sight, .. } = frame.scope;
        let me = actor.and_then(|actor| unit_of(state, actor));
        if let Some(planes) = sheet.bytes(array::NEAR) {
            match me {
                Some(me) => {
                    let size = frame.scope.window() * frame.scope.window();
                    frame.ground.near((me.at.x.into(), me.at.y.into()), planes);
                    for unit in state.units() {
                        let offset = |to: u8, from: u8| i64::from(to) - i64::from(from);
                        if let Some(at) = place((offset(unit.at.x, me.at.x), offset(unit.at.y, me.at.y)), sight) {
                            draw(unit, seat, (at, size), planes);
                        }
                    }
                }
                None => planes.fill(0),
            }
        }
        if let Some(rows) = sheet.shorts(array::UNITS) {
            let (rows, _) = rows.as_chunks_mut::<{ UNIT.len() }>();
            let mut rows = rows.iter_mut();
            rows.by_ref().zip(state.units()).for_each(|(out, unit)| row(unit, seat, out));
            rows.for_each(|out| *out = [0; UNIT.len()]);
        }
        if let Some(present) = sheet.bytes(array::PRESENT) {
            let (there, absent) = present.split_at_mut(state.units().len().min(units));
            there.fill(1);
            absent.fill(0);
        }
        if let Some(out) = sheet.shorts(array::ME) {
            match (me, out.as_chunks_mut().0.first_mut()) {
                (Some(me), Some(out)) => row(me, seat, out),
                _ => out.fill(0),
            }
        }
        if let Some(out) = sheet.shorts(array::GLOBALS) {
            let foe = seat.other();
            out.copy_from_slice(&[
                i16::from(seat.0 == 1),
                short(state.turn),
                short(self.config().max_turns - state.turn),
                short(state.scores[seat.index()]),
                short(state.scores[foe.index()]),
                short(state.count(seat) as i64),
                short(state.count(foe) as i64),
            ]);
        }
        if let Some(planes) = sheet.bytes(array::BOARD) {
            frame.ground.whole((width, height), planes);
            for unit in state.units() {
                let at = usize::from(unit.at.y) * width + usize::from(unit.at.x);
                draw(unit, seat, (at, width * height), planes);
            }
        }
    }

    /// Points that were earned, and the units that will earn more.
    fn potential(&self, state: &State, seat: Seat) -> f32 {
        let worth = |seat: Seat| {
            let units: f32 = state.units().iter().filter(|unit| unit.owner == seat).map(|unit| unit.hp as f32).sum();
            state.scores[seat.index()] as f32 / 200.0 + units / 2000.0
        };
        worth(seat) - worth(seat.other())
    }

    fn score(&self, state: &State, seat: Seat) -> i64 {
        state.scores[seat.index()]
    }

    fn told(_: &Value, latest: &Value) -> Result<(Golems, State), Faults> {
        position_of::<Golems>(latest, &["you", "formulas", "max_turns", "last"], |position| {
            let derived = [
                "level",
                "max_health",
                "max_moves",
                "attack_power",
                "attack_range",
                "heal_power",
                "poison_power",
                "max_regen",
                "splash_damage",
                "max_build_points",
            ];
            for unit in position.get_mut("units").and_then(Value::as_array_mut).into_iter().flatten() {
                if let Some(unit) = unit.as_object_mut() {
                    unit.retain(|key, _| !derived.contains(&key.as_str()));
                }
            }
        })
    }
}
