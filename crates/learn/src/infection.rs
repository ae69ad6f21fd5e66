//! `infection`: every unit acts once a phase; nothing is hidden. Units never leave, so a row is a unit for the whole game.

use crate::bits::Bits;
use crate::layout::{Array, Column, Group, Scope, column, groups};
use crate::sheet::{Sheet, byte, short};
use crate::space::{FIRST, Space};
use crate::told::position_of;
use crate::window::{Offsets, Part};
use serde_json::Value;
use skirmish_core::{Actor, Documents, Faults, Seat};
use skirmish_grid::window::Window;
use skirmish_infection::action::Given;
use skirmish_infection::reach::Reach;
use skirmish_infection::state::Unit;
use skirmish_infection::terrain::{Kind, Terrain};
use skirmish_infection::{Action, Class, Infection, Options, Phase, Side, State};

mod array {
    pub const NEAR: usize = 0;
    pub const UNITS: usize = 1;
    pub const PRESENT: usize = 2;
    pub const ME: usize = 3;
    pub const GLOBALS: usize = 4;
    pub const BOARD: usize = 5;
}

/// The first ones are ground.
const PLANES: &[Column] = &[
    column("stops", 1.0, "1 where nobody walks (a traceur walks over barricades), and beyond the board"),
    column("shields", 1.0, "1 where shots stop: walls and trees, and beyond the board"),
    column("durability", 3.0, "what is left of an obstacle that can be broken"),
    column("barricade", 1.0, "1 for barricades"),
    column("debris", 1.0, "1 for debris, on which nothing can be built"),
    column("changes", 1.0, "1 where an obstacle falls, or a barricade stands, as soon as the phase ends"),
    column("own", 2.0, "how many own units are there"),
    column("foe", 2.0, "how many enemies are there"),
    column("health", 10.0, "health of the humans there"),
    column("armed", 2.0, "how many humans there may attack in this turn, or in the next if this is not theirs"),
    column("stunned", 2.0, "how many stunned zombies are there"),
];

mod plane {
    pub const DURABILITY: usize = 2;
    pub const CHANGES: usize = 5;
    pub const OWN: usize = 6;
    pub const HEALTH: usize = 8;
    pub const ARMED: usize = 9;
    pub const STUNNED: usize = 10;
}

const UNIT: &[Column] = &[
    column("own", 1.0, "1 own, 0 enemy"),
    column("x", 100.0, "column"),
    column("y", 100.0, "row, from the top"),
    column("health", 10.0, "health; 0 for zombies"),
    column("attack_wait", 8.0, "turns without an attack, this one included"),
    column("ability_wait", 8.0, "turns without the ability, this one included"),
    column("stun_wait", 2.0, "turns without anything, this one included"),
    column("ready", 1.0, "1 if it may still act in this phase"),
    column("zombie", 1.0, "1 for zombies"),
    column("speed", 5.0, "steps a turn"),
    column("range", 6.0, "how far it strikes"),
    column("cooldown", 8.0, "turns it waits after an attack"),
    column("climbs", 1.0, "1 if barricades do not stop it: a traceur"),
    column("heals", 1.0, "1 for a medic"),
    column("builds", 1.0, "1 for a builder"),
    column("razes", 1.0, "1 if it breaks anything at once: a demolitionist"),
];

/// The columns of a unit that follow from its class come after these.
const OWN_COLUMNS: usize = 8;

const GLOBALS: &[Column] = &[
    column("zombies", 1.0, "1 for the seat of the zombies"),
    column("acting", 1.0, "1 if it is the own turn"),
    column("turn", 200.0, "the number of the turn"),
    column("turns_left", 200.0, "turns until the limit"),
    column("classes", 1.0, "1 in the phase in which humans get their classes"),
    column("move", 1.0, "1 in the phase of moves"),
    column("attack", 1.0, "1 in the phase of attacks"),
    column("ability", 1.0, "1 in the phase of abilities"),
    column("humans", 20.0, "humans alive"),
    column("infected", 20.0, "humans turned so far"),
    column("score", 300.0, "own score if the game ended now"),
    column("foe_score", 300.0, "the enemy's score if the game ended now"),
];

/// Where the numbers of each verb begin.
#[derive(Clone, Copy)]
struct Numbers {
    picks: usize,
    moves: usize,
    attacks: usize,
    breaks: usize,
    heals: usize,
    builds: usize,
    end: usize,
}

impl Numbers {
    fn of(units: usize, cells: usize) -> Numbers {
        let moves = FIRST + Class::HUMAN.len();
        let (attacks, breaks) = (moves + cells, moves + cells + units);
        let (heals, builds) = (breaks + cells, breaks + cells + units);
        Numbers { picks: FIRST, moves, attacks, breaks, heals, builds, end: builds + cells }
    }
}

/// The numbers of cells, and what comes with each class.
#[derive(Clone)]
pub struct Frame {
    offsets: Offsets,
    numbers: Numbers,
    scope: Scope,
    kits: [[i16; UNIT.len()]; 7],
    /// Durability of a whole obstacle, by kind.
    whole: [u8; 6],
}

fn offsets(scope: &Scope) -> Offsets {
    Offsets::within(scope.reach, |dx, dy| dx.abs() + dy.abs())
}

/// Everything that a class says about a unit.
fn kit(game: &Infection, class: Class) -> [i16; UNIT.len()] {
    let (kit, mut out) = (game.kit(class), [0; UNIT.len()]);
    out[OWN_COLUMNS..].copy_from_slice(&[
        i16::from(class == Class::Zombie),
        short(kit.speed),
        short(kit.range),
        short(kit.cooldown),
        i16::from(class.climbs()),
        i16::from(class == Class::Medic),
        i16::from(class == Class::Builder),
        i16::from(class == Class::Demolitionist),
    ]);
    out
}

/// The place of the unit that decides.
#[inline]
fn place_of(game: &Infection, actor: Actor) -> Option<usize> {
    let Actor::Unit(id) = actor else { return None };
    game.place_of(id)
}

#[inline]
fn wide((x, y): (i32, i32)) -> (i64, i64) {
    (x.into(), y.into())
}

#[inline]
fn is_own(unit: &Unit, seat: Seat) -> bool {
    unit.class.side().seat() == seat
}

/// Puts what a unit may do into a mask.
struct Mask<'a> {
    frame: &'a Frame,
    at: (i32, i32),
    out: &'a mut Bits,
}

impl Mask<'_> {
    /// Any cells, one by one.
    #[inline]
    fn cells(&mut self, first: usize, cells: &Reach) {
        cells.each(|x, y| {
            if let Some(number) = self.frame.offsets.number(x - self.at.0, y - self.at.1) {
                self.out.set(first + number);
            }
        });
    }

    /// Where one can walk. That is most of what is near, so all of it is put in, and the few cells that are blocked are
    /// taken out again.
    #[inline]
    fn walks(&mut self, first: usize, to: &Reach) {
        let Reach::Near { radius, window, .. } = to else { return self.cells(first, to) };
        let offsets = &self.frame.offsets;
        self.out.set_range(first, first + offsets.up_to(i64::from(*radius)).len());
        Window::diamond(*radius).without(window).each(|dx, dy| {
            if let Some(number) = offsets.number(dx, dy) {
                self.out.unset(first + number);
            }
        });
    }

    #[inline]
    fn unit(&mut self, first: usize, target: usize) {
        if target < self.frame.scope.units {
            self.out.set(first + target);
        }
    }
}

impl Options for Mask<'_> {
    fn pick(&mut self, class: Class) {
        self.out.set(self.frame.numbers.picks + class as usize);
    }

    fn moves(&mut self, to: &Reach) {
        self.walks(self.frame.numbers.moves, to);
    }

    fn attack(&mut self, target: usize) {
        self.unit(self.frame.numbers.attacks, target);
    }

    fn breaks(&mut self, cells: &Reach) {
        self.cells(self.frame.numbers.breaks, cells);
    }

    fn heal(&mut self, target: usize) {
        self.unit(self.frame.numbers.heals, target);
    }

    fn builds(&mut self, cells: &Reach) {
        self.walks(self.frame.numbers.builds, cells);
    }
}

#[inline]
fn row(frame: &Frame, state: &State, index: usize, seat: Seat, out: &mut [i16; UNIT.len()]) {
    let unit = &state.units[index];
    *out = frame.kits[unit.class as usize];
    out[..OWN_COLUMNS].copy_from_slice(&[
        i16::from(is_own(unit, seat)),
        short(unit.x.into()),
        short(unit.y.into()),
        short(unit.health),
        short(unit.attack_wait),
        short(unit.ability_wait),
        short(unit.stun_wait),
        i16::from(state.is_ready(index)),
    ]);
}

/// What is beyond the board, as a kind of ground.
const OUTSIDE: u8 = 6;

/// Copies the kinds of the cells; those beyond the board become `OUTSIDE`.
#[inline]
fn copy(terrain: &Terrain, part: Part, out: &mut [u8]) {
    out.fill(OUTSIDE);
    let (wide, high) = (i64::from(terrain.width()), i64::from(terrain.height()));
    let (first, end) = (part.x.max(0), (part.x + part.width as i64).min(wide));
    let (top, bottom) = (part.y.max(0), (part.y + part.height as i64).min(high));
    if first >= end {
        return;
    }
    for y in top..bottom {
        let from = &terrain.cells()[(y * wide + first) as usize..(y * wide + end) as usize];
        let at = (y - part.y) as usize * part.width + (first - part.x) as usize;
        out[at..at + from.len()].iter_mut().zip(from).for_each(|(out, &kind)| *out = kind as u8);
    }
}

/// Draws a part of the board: ground, then units.
#[inline]
fn draw(frame: &Frame, state: &State, seat: Seat, part: Part, planes: &mut [u8]) {
    let size = part.size();
    let (kinds, rest) = planes.split_at_mut(size);
    copy(&state.terrain, part, kinds);
    ground(&frame.whole, kinds, rest);
    damage(state, part, planes, size);
    units(state, seat, part, planes, size);
}

/// Makes planes of kinds, which stand where the first plane goes. All cells of a plane alike, so that many are done at
/// once.
#[inline]
fn ground(whole: &[u8; 6], kinds: &mut [u8], rest: &mut [u8]) {
    let size = kinds.len();
    let [wall, tree, barricade, debris] =
        [Kind::Wall, Kind::Tree, Kind::Barricade, Kind::Debris].map(|kind| kind as u8);
    let [of_wall, of_tree, of_barricade] = [wall, tree, barricade].map(|kind| whole[usize::from(kind)]);
    let (shields, rest) = rest.split_at_mut(size);
    let (left, rest) = rest.split_at_mut(size);
    let (barricades, rest) = rest.split_at_mut(size);
    let (rubble, rest) = rest.split_at_mut(size);
    rest.fill(0);
    let is = |yes: bool, value: u8| if yes { value } else { 0 };
    let planes = shields.iter_mut().zip(left).zip(barricades).zip(rubble);
    for (stops, (((shields, left), barricades), rubble)) in kinds.iter_mut().zip(planes) {
        let kind = *stops;
        *stops = u8::from((kind != Kind::Open as u8) & (kind != debris));
        *shields = u8::from((kind == wall) | (kind == tree) | (kind == OUTSIDE));
        *left = is(kind == wall, of_wall) | is(kind == tree, of_tree) | is(kind == barricade, of_barricade);
        *barricades = u8::from(kind == barricade);
        *rubble = u8::from(kind == debris);
    }
}

/// Obstacles that are damaged, and what this phase changes when it ends.
#[inline]
fn damage(state: &State, part: Part, planes: &mut [u8], size: usize) {
    let row = |y: i64| y.clamp(0, i64::from(state.terrain.height())) as u32 * state.terrain.width() as u32;
    let (first, end) = (row(part.y), row(part.y + part.height as i64));
    let damaged = state.terrain.damage();
    let from = damaged.partition_point(|damage| damage.cell < first);
    for damage in damaged[from..].iter().take_while(|damage| damage.cell < end) {
        if let Some(at) = part.place_at(wide(state.terrain.place(damage.cell))) {
            planes[plane::DURABILITY * size + at] = byte(damage.left);
        }
    }
    for &cell in state.changed() {
        if let Some(at) = part.place_at(wide(state.terrain.place(cell))) {
            planes[plane::CHANGES * size + at] = 1;
            planes[plane::DURABILITY * size + at] = 0;
        }
    }
}

#[inline]
fn units(state: &State, seat: Seat, part: Part, planes: &mut [u8], size: usize) {
    let mut add = |plane: usize, at: usize, more: u8| {
        let sum = &mut planes[plane * size + at];
        *sum = sum.saturating_add(more);
    };
    // Counters drop between the turns.
    let wait = i64::from(state.side() == Some(Side::Zombies));
    for unit in &state.units {
        let Some(at) = part.place_at(wide(unit.at())) else { continue };
        add(plane::OWN + usize::from(!is_own(unit, seat)), at, 1);
        match unit.class.side() {
            Side::Humans => {
                add(plane::HEALTH, at, byte(unit.health));
                add(plane::ARMED, at, u8::from(unit.attack_wait <= wait));
            }
            Side::Zombies => add(plane::STUNNED, at, u8::from(unit.stun_wait > 0)),
        }
    }
}

impl Space for Infection {
    const LAYOUT: u32 = 1;
    const WHOLE: bool = true;

    type Frame = Frame;

    fn scope(&self, state: &State) -> Scope {
        let (width, height) = (state.terrain.width() as usize, state.terrain.height() as usize);
        // Claws reach as far to the corners of a square, which is twice as many steps away.
        let far = |class: Class| {
            let kit = self.kit(class);
            kit.speed.max(if class == Class::Zombie { kit.range.saturating_mul(2) } else { kit.range })
        };
        // No step leads off the board, so nothing is ever farther away than this.
        let reach = Class::ALL.into_iter().map(far).max().unwrap_or(0).min((width + height) as i64) as usize;
        Scope { width, height, units: state.units.len(), sight: 7, reach, seats: 2 }
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
        let cells = offsets(scope).len();
        groups(&[
            ("pick", Class::HUMAN.len(), "a class: normal, marksman, traceur, medic, builder, demolitionist"),
            (
                "move",
                cells,
                "walk to a cell, by distance, then row, then column; cells farther than the reach are left out",
            ),
            ("attack", scope.units, "shoot or bite the unit of a row of `units`; units without a row are left out"),
            ("break", cells, "strike the obstacle on a cell, numbered as for `move`"),
            ("heal", scope.units, "heal the unit of a row of `units`; units without a row are left out"),
            ("build", cells, "a barricade on a cell, numbered as for `move`"),
        ])
    }

    fn frame(&self, scope: &Scope) -> Frame {
        let offsets = offsets(scope);
        Frame {
            numbers: Numbers::of(scope.units, offsets.len()),
            offsets,
            scope: *scope,
            kits: Class::ALL.map(|class| kit(self, class)),
            whole: Kind::ALL.map(|kind| byte(self.full_durability(kind))),
        }
    }

    #[inline]
    fn next(&self, state: &State, seat: Seat, after: Option<Actor>) -> Option<Actor> {
        let from = match after {
            Some(Actor::Unit(id)) => {
                self.place_of(id).map_or_else(|| self.ids().partition_point(|&at| at <= id), |at| at + 1)
            }
            _ => 0,
        };
        self.next_able(state, seat, from).map(|unit| Actor::Unit(self.ids()[unit]))
    }

    #[inline]
    fn mask(&self, frame: &Frame, state: &State, seat: Seat, actor: Actor, out: &mut Bits) {
        if let Some(unit) = place_of(self, actor) {
            self.options(state, seat, unit, &mut Mask { frame, at: state.units[unit].at(), out });
        }
    }

    #[inline]
    fn action(&self, frame: &Frame, state: &State, _: Seat, actor: Actor, number: usize) -> Option<Action> {
        let place = place_of(self, actor)?;
        let unit = self.id_of(place)?;
        let cell = |first: usize| {
            let ((x, y), (dx, dy)) = (state.units[place].at(), frame.offsets.get(number - first)?);
            Some((x + dx, y + dy))
        };
        let other = |first: usize| (number - first < self.ids().len()).then(|| self.id_of(number - first))?;
        let numbers = &frame.numbers;
        Some(match number {
            _ if number < numbers.picks || number >= numbers.end => return None,
            _ if number < numbers.moves => {
                Action::Pick { unit, class: Given(Some(Class::HUMAN[number - numbers.picks])) }
            }
            _ if number < numbers.attacks => {
                let (x, y) = cell(numbers.moves)?;
                Action::Move { unit, x, y }
            }
            _ if number < numbers.breaks => Action::Attack { unit, target: other(numbers.attacks)? },
            _ if number < numbers.heals => {
                let (x, y) = cell(numbers.breaks)?;
                Action::Break { unit, x, y }
            }
            _ if number < numbers.builds => Action::Heal { unit, target: other(numbers.heals)? },
            _ => {
                let (x, y) = cell(numbers.builds)?;
                Action::Build { unit, x, y }
            }
        })
    }

    fn number(&self, frame: &Frame, state: &State, _: Seat, actor: Actor, action: &Action) -> Option<usize> {
        let (x, y) = state.units[place_of(self, actor)?].at();
        let cell = |to_x: i32, to_y: i32| frame.offsets.number(to_x.checked_sub(x)?, to_y.checked_sub(y)?);
        let other = |id: i32| self.place_of(id.into()).filter(|&place| place < frame.scope.units);
        let numbers = &frame.numbers;
        match *action {
            Action::Pick { class, .. } => class.0.map(|class| numbers.picks + class as usize),
            Action::Move { x, y, .. } => cell(x, y).map(|i| numbers.moves + i),
            Action::Attack { target, .. } => other(target).map(|i| numbers.attacks + i),
            Action::Break { x, y, .. } => cell(x, y).map(|i| numbers.breaks + i),
            Action::Heal { target, .. } => other(target).map(|i| numbers.heals + i),
            Action::Build { x, y, .. } => cell(x, y).map(|i| numbers.builds + i),
        }
    }

    fn owner(&self, _: &State, action: &Action) -> Option<Actor> {
        Some(Actor::Unit(action.unit().into()))
    }

    #[inline]
    fn observe(&self, frame: &Frame, state: &State, seat: Seat, actor: Option<Actor>, sheet: &mut Sheet<'_>) {
        let Scope { width, height, units, sight, .. } = frame.scope;
        let me = actor.and_then(|actor| place_of(self, actor));
        if let Some(planes) = sheet.bytes(array::NEAR) {
            match me.map(|me| wide(state.units[me].at())) {
                Some(at) => draw(frame, state, seat, Part::around(at.0, at.1, sight), planes),
                None => planes.fill(0),
            }
        }
        if let Some(rows) = sheet.shorts(array::UNITS) {
            let (rows, _) = rows.as_chunks_mut::<{ UNIT.len() }>();
            let (there, absent) = rows.split_at_mut(state.units.len().min(units));
            there.iter_mut().enumerate().for_each(|(index, out)| row(frame, state, index, seat, out));
            absent.fill([0; UNIT.len()]);
        }
        if let Some(present) = sheet.bytes(array::PRESENT) {
            let (there, absent) = present.split_at_mut(state.units.len().min(units));
            there.fill(1);
            absent.fill(0);
        }
        if let Some(out) = sheet.shorts(array::ME) {
            match (me, out.as_chunks_mut().0.first_mut()) {
                (Some(me), Some(out)) => row(frame, state, me, seat, out),
                _ => out.fill(0),
            }
        }
        if let Some(out) = sheet.shorts(array::GLOBALS) {
            let foe = seat.other();
            let phase = |phase: Phase| i16::from(state.phase == phase);
            out.copy_from_slice(&[
                i16::from(seat == Side::Zombies.seat()),
                i16::from(state.side().is_some_and(|side| side.seat() == seat)),
                short(state.turn),
                short(self.config().turn_limit - state.turn),
                phase(Phase::Classes),
                phase(Phase::Move),
                phase(Phase::Attack),
                phase(Phase::Ability),
                short(state.humans_alive()),
                short(state.infected),
                short(self.score(state, seat)),
                short(self.score(state, foe)),
            ]);
        }
        if let Some(planes) = sheet.bytes(array::BOARD) {
            draw(frame, state, seat, Part { x: 0, y: 0, width, height }, planes);
        }
    }

    /// Humans that are left and their health, against those that have turned.
    fn potential(&self, state: &State, seat: Seat) -> f32 {
        let (alive, infected) = (state.humans_alive() as f32, state.infected as f32);
        let health: f32 = state.units.iter().map(|unit| unit.health as f32).sum();
        let (all, most) = ((alive + infected).max(1.0), self.config().max_health as f32);
        let lead = ((alive - infected) / all + health / (all * most)) / 2.0;
        if seat == Side::Humans.seat() { lead } else { -lead }
    }

    fn score(&self, state: &State, seat: Seat) -> i64 {
        let scores = self.scores(state);
        if seat == Side::Humans.seat() { scores.humans } else { scores.zombies }
    }

    fn told(_: &Value, latest: &Value) -> Result<(Infection, State), Faults> {
        position_of::<Infection>(latest, &["you"], |_| {})
    }

    fn slot(&self, _: &State, actor: Actor) -> Option<usize> {
        place_of(self, actor)
    }
}
