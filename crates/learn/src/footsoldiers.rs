//! `footsoldiers`: one command a turn, by the seat (to build) or to a soldier; nothing is hidden.

use crate::bits::Bits;
use crate::layout::{Array, Column, Group, Scope, column, groups};
use crate::sheet::{Sheet, byte, short};
use crate::space::{FIRST, Space};
use crate::told::position_of;
use crate::window::{Ground, Offsets, Part};
use serde_json::Value;
use skirmish_core::{Actor, Documents, Faults, Seat};
use skirmish_footsoldiers::action::Who;
use skirmish_footsoldiers::legal::{FARTHEST_SITE, Rectangle, name};
use skirmish_footsoldiers::map::Map;
use skirmish_footsoldiers::{Action, Facing, Footsoldiers, Kind, Soldier, Square, State, Team};

const NO_OP: usize = FIRST;
const FACE: usize = NO_OP + 1;
const MOVE: usize = FACE + 4;

/// A site has a number for each kind, goal and facing.
const AT_SITE: usize = 3 * OF_KIND;
const OF_KIND: usize = 2 * OF_GOAL;
const OF_GOAL: usize = 4;

mod array {
    pub const NEAR: usize = 0;
    pub const UNITS: usize = 1;
    pub const PRESENT: usize = 2;
    pub const ME: usize = 3;
    pub const GLOBALS: usize = 4;
    pub const BOARD: usize = 5;
}

const PLANES: &[Column] = &[
    column("rock", 1.0, "1 for rocks"),
    column("own_base", 40.0, "health of the own base there"),
    column("foe_base", 40.0, "health of the enemy's base there"),
    column("own", 10.0, "health of the own soldier there"),
    column("foe", 10.0, "health of the enemy's soldier there"),
    column("own_damage", 5.0, "damage of a strike of the own soldier there"),
    column("foe_damage", 5.0, "damage of a strike of the enemy's soldier there"),
];

mod plane {
    pub const ROCK: usize = 0;
    pub const BASE: usize = 1;
    pub const SOLDIER: usize = 3;
    pub const DAMAGE: usize = 5;
}

const UNIT: &[Column] = &[
    column("own", 1.0, "1 own, 0 enemy"),
    column("x", 50.0, "column"),
    column("y", 50.0, "row, from the top"),
    column("health", 10.0, "health"),
    column("dest_x", 50.0, "column of the destination"),
    column("dest_y", 50.0, "row of the destination"),
    column("away", 50.0, "distance to the destination"),
    column("from_base", 50.0, "distance to the own base"),
    column("from_foe_base", 50.0, "distance to the enemy's base"),
    column("face_x", 1.0, "what it faces: -1 left, 1 right"),
    column("face_y", 1.0, "what it faces: -1 up, 1 down"),
    column("scout", 1.0, "1 for scouts"),
    column("assassin", 1.0, "1 for assassins"),
    column("tank", 1.0, "1 for tanks"),
    column("speed", 6.0, "steps a turn"),
    column("damage", 5.0, "damage of a strike"),
];

/// The columns of a soldier that follow from its kind come after these.
const OWN_COLUMNS: usize = 11;

const GLOBALS: &[Column] = &[
    column("second", 1.0, "1 for the second seat"),
    column("turn", 100.0, "turns played"),
    column("turns_left", 100.0, "turns to play"),
    column("walks_first", 1.0, "1 if the own soldiers walk before the enemy's in this turn"),
    column("money", 20.0, "own money"),
    column("foe_money", 20.0, "the enemy's money"),
    column("health", 40.0, "health of the own base"),
    column("foe_health", 40.0, "health of the enemy's base"),
    column("soldiers", 10.0, "own soldiers"),
    column("foe_soldiers", 10.0, "the enemy's soldiers"),
    column("base_x", 50.0, "column of the own base"),
    column("base_y", 50.0, "row of the own base"),
    column("foe_base_x", 50.0, "column of the enemy's base"),
    column("foe_base_y", 50.0, "row of the enemy's base"),
    column("scout_cost", 20.0, "price of a scout"),
    column("assassin_cost", 20.0, "price of an assassin"),
    column("tank_cost", 20.0, "price of a tank"),
];

/// The numbers of sites, and what comes with each kind.
#[derive(Clone)]
pub struct Frame {
    sites: Offsets,
    /// Where the numbers of builds begin.
    builds: usize,
    scope: Scope,
    kinds: [[i16; UNIT.len()]; 3],
    damage: [i64; 3],
    /// By column, then row.
    rocks: Vec<Square>,
    /// The rocks as a plane, and the square that it begins with; `None` where they are too far apart.
    ground: Option<(Square, Ground)>,
}

/// The rocks of the part of the plane that they and the bases are in.
fn ground(game: &Footsoldiers, sight: usize) -> Option<(Square, Ground)> {
    /// The most squares that are worth a plane.
    const MOST: i64 = 1 << 16;
    let marked = || game.rocks().chain([Team::Player1, Team::Player2].map(|team| game.base(team)));
    let span = |along: fn(Square) -> i64| {
        let (low, high) = (marked().map(along).min()?, marked().map(along).max()?);
        high.checked_sub(low).filter(|&size| size < MOST).map(|size| (low, size + 1))
    };
    let ((left, width), (top, height)) = (span(|at| at.x)?, span(|at| at.y)?);
    (width * height <= MOST).then(|| {
        let mut ground = Ground::new((width as usize, height as usize), sight, &[0], |_, _, _| 0);
        game.rocks().for_each(|at| ground.set(plane::ROCK, (at.x - left) as usize, (at.y - top) as usize, 1));
        (Square::new(left, top), ground)
    })
}

impl Frame {
    /// How many columns and rows of the destinations have numbers.
    #[inline]
    fn size(&self, grounds: Rectangle) -> (usize, usize) {
        size(grounds, (self.scope.width, self.scope.height))
    }
}

fn sites(scope: &Scope) -> Offsets {
    // The corners of what is listed are twice as many steps away; nothing is farther.
    Offsets::within(scope.reach.min(2 * FARTHEST_SITE as usize), |dx, dy| dx.abs() + dy.abs())
}

/// Everything that a kind says about a soldier.
fn kind_row(game: &Footsoldiers, kind: Kind) -> [i16; UNIT.len()] {
    let (traits, mut out) = (game.traits(kind), [0; UNIT.len()]);
    let is = |other: Kind| i16::from(kind == other);
    out[OWN_COLUMNS..].copy_from_slice(&[
        is(Kind::Scout),
        is(Kind::Assassin),
        is(Kind::Tank),
        short(traits.speed),
        short(traits.damage),
    ]);
    out
}

/// The soldier that decides.
#[inline]
fn soldier_of(state: &State, team: Team, actor: Actor) -> Option<&Soldier> {
    let Actor::Unit(id) = actor else { return None };
    state.army(team).iter().find(|soldier| soldier.id == id)
}

/// Columns and rows of a rectangle, bounded.
#[inline]
fn size(Rectangle { low, high }: Rectangle, most: (usize, usize)) -> (usize, usize) {
    let side = |low: i64, high: i64, most: usize| ((high - low + 1) as usize).min(most);
    (side(low.x, high.x, most.0), side(low.y, high.y, most.1))
}

/// The numbers of all that can be built: for each free site the same bits, eight for each kind that can be paid.
#[inline]
fn mask_builds(game: &Footsoldiers, frame: &Frame, state: &State, team: Team, out: &mut Bits) {
    let goals = if game.enemy_base(team).is_some() { 0xff } else { 0xf0 };
    let payable = Kind::ALL.into_iter().filter(|&kind| game.can_pay(state, team, kind));
    let bits = payable.fold(0, |bits, kind| bits | goals << (kind as usize * OF_KIND));
    if bits == 0 {
        return;
    }
    let (base, free) = (game.base(team), game.free_sites(state, team));
    let near = frame.sites.up_to(game.config().max_distance_from_base);
    for (site, &(dx, dy)) in near.iter().enumerate() {
        if free.contains(Square::new(base.x + i64::from(dx), base.y + i64::from(dy))) {
            out.set_word(frame.builds + site * AT_SITE, bits, AT_SITE);
        }
    }
}

/// What the numbers of builds stand for, counted from the first.
#[inline]
fn build_of(game: &Footsoldiers, frame: &Frame, team: Team, number: usize) -> Option<Action> {
    let (base, (dx, dy)) = (game.base(team), frame.sites.get(number / AT_SITE)?);
    let at = |base: i64, more: i32| i32::try_from(base + i64::from(more)).ok();
    let (x, y) = (at(base.x, dx)?, at(base.y, dy)?);
    let goals = [game.enemy_base(team), Some((x, y))];
    let (dest_x, dest_y) = goals[number % OF_KIND / OF_GOAL]?;
    let (kind, facing) = (Kind::ALL[number % AT_SITE / OF_KIND], Facing::ALL[number % OF_GOAL]);
    Some(Action::Build { kind, x, y, dest_x, dest_y, facing })
}

/// Who looks, and where the bases are.
#[derive(Clone, Copy)]
struct Eye {
    team: Team,
    base: Square,
    foe_base: Square,
}

impl Eye {
    #[inline]
    fn of(game: &Footsoldiers, seat: Seat) -> Eye {
        let team = Team::of(seat);
        Eye { team, base: game.base(team), foe_base: game.base(team.other()) }
    }

    #[inline]
    fn row(&self, frame: &Frame, soldier: &Soldier, own: bool) -> [i16; UNIT.len()] {
        let Soldier { at, goal, health, kind, facing, .. } = *soldier;
        let ahead = Square::new(0, 0).towards(facing);
        let mut out = frame.kinds[kind as usize];
        out[..OWN_COLUMNS].copy_from_slice(&[
            i16::from(own),
            short(at.x),
            short(at.y),
            short(health),
            short(goal.x),
            short(goal.y),
            short(at.distance(goal)),
            short(at.distance(self.base)),
            short(at.distance(self.foe_base)),
            ahead.x as i16,
            ahead.y as i16,
        ]);
        out
    }

    /// Draws what is around a square.
    #[inline]
    fn draw_near(&self, frame: &Frame, state: &State, at: Square, planes: &mut [u8]) {
        let part = Part::around(at.x, at.y, frame.scope.sight);
        let ground = frame.ground.as_ref().and_then(|(first, ground)| {
            let [x, y] = [at.x - first.x, at.y - first.y].map(|far| usize::try_from(far).unwrap_or(usize::MAX));
            ground.has(x, y).then_some((ground, x, y))
        });
        match ground {
            Some((ground, x, y)) => ground.near((x, y), planes),
            None => self.draw_rocks(frame, part, planes),
        }
        self.draw_others(frame, state, part, planes);
    }

    /// Draws the rocks of a part of the plane, and clears the rest.
    #[inline]
    fn draw_rocks(&self, frame: &Frame, part: Part, planes: &mut [u8]) {
        planes.fill(0);
        // They are in the order of their columns.
        let first = frame.rocks.partition_point(|at| at.x < part.x);
        let near = frame.rocks[first..].iter().take_while(|at| at.x < part.x + part.width as i64);
        for place in near.filter_map(|at| part.place(at.x, at.y)) {
            planes[plane::ROCK * part.size() + place] = 1;
        }
    }

    /// Draws all but rocks.
    #[inline]
    fn draw_others(&self, frame: &Frame, state: &State, part: Part, planes: &mut [u8]) {
        let size = part.size();
        let place = |at: Square| part.place(at.x, at.y);
        for (side, team, base) in [(0, self.team, self.base), (1, self.team.other(), self.foe_base)] {
            if let Some(place) = place(base) {
                planes[(plane::BASE + side) * size + place] = byte(state.health(team));
            }
            for soldier in state.army(team) {
                if let Some(place) = place(soldier.at) {
                    planes[(plane::SOLDIER + side) * size + place] = byte(soldier.health);
                    planes[(plane::DAMAGE + side) * size + place] = byte(frame.damage[soldier.kind as usize]);
                }
            }
        }
    }
}

impl Space for Footsoldiers {
    const LAYOUT: u32 = 1;

    type Frame = Frame;

    fn scope(&self, _: &State) -> Scope {
        // Both seats' grounds are of one size.
        let (width, height) = size(self.grounds(Team::Player1), (usize::MAX, usize::MAX));
        let reach = self.config().max_distance_from_base.min(2 * FARTHEST_SITE) as usize;
        Scope { width, height, units: 64, sight: 6, reach, seats: 2 }
    }

    fn largest(&self, scope: Scope) -> Scope {
        let (width, height) = Map::largest(self.config().max_distance_from_base);
        scope.cover(Scope { width: width as usize, height: height as usize, ..scope })
    }

    fn arrays(scope: &Scope) -> Vec<Array> {
        vec![
            Array {
                about: "planes of the squares around the soldier that decides, which is in the middle; around the own \
                        base where the seat itself decides: [plane, dy, dx]",
                ..Array::near(scope, PLANES)
            },
            Array {
                about: "a row for each soldier, the own ones first, by column and row; rows that no soldier has are 0",
                ..Array::units(scope, UNIT)
            },
            Array::present(scope),
            Array::me(UNIT),
            Array::globals(GLOBALS),
            Array {
                about: "planes of the squares that are destinations: [plane, y, x]; the plane goes on around them, and \
                        what stands there is left out",
                ..Array::board(scope, PLANES)
            },
        ]
    }

    fn groups(scope: &Scope) -> Vec<Group> {
        groups(&[
            ("no_op", 1, "no command; the seat's own"),
            ("face", 4, "turn: down, left, up, right"),
            (
                "move",
                scope.width * scope.height,
                "a new destination, row by row, in the map's rectangle (on a map of more than 129 columns or rows: in \
                 the part of it near the own base); squares around it are left out, though soldiers may go there",
            ),
            (
                "build",
                sites(scope).len() * AT_SITE,
                "a soldier, by site (by distance from the own base, then row, then column), then kind (scout, assassin, \
                 tank), then goal (the enemy's base, where it is built), then facing (down, left, up, right); other \
                 goals, and sites farther than the reach or 16 columns or rows, are left out; the seat's own",
            ),
        ])
    }

    fn frame(&self, scope: &Scope) -> Frame {
        Frame {
            sites: sites(scope),
            builds: MOVE + scope.width * scope.height,
            scope: *scope,
            kinds: Kind::ALL.map(|kind| kind_row(self, kind)),
            damage: Kind::ALL.map(|kind| self.traits(kind).damage),
            rocks: self.rocks().collect(),
            ground: ground(self, scope.sight),
        }
    }

    #[inline]
    fn next(&self, state: &State, seat: Seat, after: Option<Actor>) -> Option<Actor> {
        if !self.may_command(state, seat) {
            return None;
        }
        let Some(after) = after else { return Some(Actor::Seat) };
        // Armies are in the order of their squares.
        let army = state.army(Team::of(seat)).iter().map(|soldier| Actor::Unit(soldier.id));
        army.filter(|&actor| actor > after).min()
    }

    #[inline]
    fn mask(&self, frame: &Frame, state: &State, seat: Seat, actor: Actor, out: &mut Bits) {
        if !self.may_command(state, seat) {
            return;
        }
        let team = Team::of(seat);
        if actor == Actor::Seat {
            out.set(NO_OP);
            return mask_builds(self, frame, state, team, out);
        }
        if soldier_of(state, team, actor).and_then(name).is_none() {
            return;
        }
        out.set_range(FACE, MOVE);
        let (wide, (width, height)) = (frame.scope.width, frame.size(self.grounds(team)));
        if width == wide {
            return out.set_range(MOVE, MOVE + width * height);
        }
        for y in 0..height {
            out.set_range(MOVE + y * wide, MOVE + y * wide + width);
        }
    }

    #[inline]
    fn action(&self, frame: &Frame, state: &State, seat: Seat, actor: Actor, number: usize) -> Option<Action> {
        let team = Team::of(seat);
        if actor == Actor::Seat {
            return match number.checked_sub(frame.builds) {
                None => (number == NO_OP).then_some(Action::NoOp),
                Some(number) => build_of(self, frame, team, number),
            };
        }
        let who = soldier_of(state, team, actor).and_then(name)?;
        match number {
            FACE..MOVE => Some(Action::Face { who, facing: Facing::ALL[number - FACE] }),
            _ if (MOVE..frame.builds).contains(&number) => {
                let (low, cell) = (self.grounds(team).low, number - MOVE);
                let at = |low: i64, more: usize| i32::try_from(low + more as i64).ok();
                let (x, y) = (at(low.x, cell % frame.scope.width)?, at(low.y, cell / frame.scope.width)?);
                Some(Action::Move { who, x, y })
            }
            _ => None,
        }
    }

    fn number(&self, frame: &Frame, _: &State, seat: Seat, _: Actor, action: &Action) -> Option<usize> {
        let team = Team::of(seat);
        match *action {
            Action::NoOp => Some(NO_OP),
            Action::Face { facing, .. } => Some(FACE + facing as usize),
            Action::Move { x, y, .. } => {
                let grounds = self.grounds(team);
                let (width, height) = frame.size(grounds);
                let part = Part { x: grounds.low.x, y: grounds.low.y, width, height };
                part.place(x.into(), y.into())?;
                Some(MOVE + Part { width: frame.scope.width, ..part }.place(x.into(), y.into())?)
            }
            Action::Build { kind, x, y, dest_x, dest_y, facing } => {
                let base = self.base(team);
                let offset = |to: i32, from: i64| i32::try_from(i64::from(to) - from).ok();
                let site = frame.sites.number(offset(x, base.x)?, offset(y, base.y)?)?;
                let goals = [self.enemy_base(team), Some((x, y))];
                let goal = goals.iter().position(|&goal| goal == Some((dest_x, dest_y)))?;
                let at_site = kind as usize * OF_KIND + goal * OF_GOAL + facing as usize;
                Some(frame.builds + site * AT_SITE + at_site)
            }
        }
    }

    fn owner(&self, state: &State, action: &Action) -> Option<Actor> {
        match *action {
            Action::NoOp | Action::Build { .. } => Some(Actor::Seat),
            Action::Move { who, .. } | Action::Face { who, .. } => match who {
                Who::Unit(id) => Some(Actor::Unit(id.into())),
                Who::On(x, y) => {
                    let at = Square::new(x.into(), y.into());
                    let mut armies = [Team::Player1, Team::Player2].into_iter().flat_map(|team| state.army(team));
                    armies.find(|soldier| soldier.at == at).map(|soldier| Actor::Unit(soldier.id))
                }
            },
        }
    }

    #[inline]
    fn observe(&self, frame: &Frame, state: &State, seat: Seat, actor: Option<Actor>, sheet: &mut Sheet<'_>) {
        let Scope { width, height, .. } = frame.scope;
        let eye = Eye::of(self, seat);
        let (own, foes) = (state.army(eye.team), state.army(eye.team.other()));
        let me = actor.and_then(|actor| soldier_of(state, eye.team, actor));
        if let Some(planes) = sheet.bytes(array::NEAR) {
            let at = me.map_or(eye.base, |me| me.at);
            eye.draw_near(frame, state, at, planes);
        }
        if let Some(rows) = sheet.shorts(array::UNITS) {
            let (rows, _) = rows.as_chunks_mut::<{ UNIT.len() }>();
            let mut rows = rows.iter_mut();
            rows.by_ref().zip(own).for_each(|(out, soldier)| *out = eye.row(frame, soldier, true));
            rows.by_ref().zip(foes).for_each(|(out, soldier)| *out = eye.row(frame, soldier, false));
            rows.for_each(|out| *out = [0; UNIT.len()]);
        }
        if let Some(present) = sheet.bytes(array::PRESENT) {
            let (there, absent) = present.split_at_mut((own.len() + foes.len()).min(present.len()));
            there.fill(1);
            absent.fill(0);
        }
        if let Some(out) = sheet.shorts(array::ME) {
            match me {
                Some(me) => out.copy_from_slice(&eye.row(frame, me, true)),
                None => out.fill(0),
            }
        }
        if let Some(out) = sheet.shorts(array::GLOBALS) {
            let (team, foe, left) = (eye.team, eye.team.other(), state.turns_remaining());
            let cost = |kind: Kind| short(self.traits(kind).cost);
            out.copy_from_slice(&[
                i16::from(team == Team::Player2),
                short(self.config().total_turns - left),
                short(left),
                i16::from((left % 2 == 0) == (team == Team::Player1)),
                short(state.money(team)),
                short(state.money(foe)),
                short(state.health(team)),
                short(state.health(foe)),
                short(own.len() as i64),
                short(foes.len() as i64),
                short(eye.base.x),
                short(eye.base.y),
                short(eye.foe_base.x),
                short(eye.foe_base.y),
                cost(Kind::Scout),
                cost(Kind::Assassin),
                cost(Kind::Tank),
            ]);
        }
        if let Some(planes) = sheet.bytes(array::BOARD) {
            let low = self.grounds(eye.team).low;
            let part = Part { x: low.x, y: low.y, width, height };
            eye.draw_rocks(frame, part, planes);
            eye.draw_others(frame, state, part, planes);
        }
    }

    /// The health of the base; and what the soldiers that are left cost, and the money for more.
    fn potential(&self, state: &State, seat: Seat) -> f32 {
        /// About what a seat is paid in a game, so that an army never weighs as much as a base.
        const FORTUNE: f32 = 300.0;
        let worth = |team: Team| {
            let soldier = |soldier: &Soldier| {
                let traits = self.traits(soldier.kind);
                traits.cost as f32 * soldier.health as f32 / traits.health as f32
            };
            let army: f32 = state.army(team).iter().map(soldier).sum();
            let base = state.health(team) as f32 / self.config().base_health as f32;
            base + (army + state.money(team) as f32) / FORTUNE
        };
        worth(Team::of(seat)) - worth(Team::of(seat).other())
    }

    fn score(&self, state: &State, seat: Seat) -> i64 {
        self.scores(state)[Team::of(seat).index()]
    }

    fn told(_: &Value, latest: &Value) -> Result<(Footsoldiers, State), Faults> {
        position_of::<Footsoldiers>(latest, &["you", "turn", "rejected"], |_| {})
    }
}
