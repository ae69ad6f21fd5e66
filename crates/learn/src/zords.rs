//! `zords`: zords jump, shoot and arm themselves, their players build and give; everything is seen but the key of chance.

use crate::bits::Bits;
use crate::layout::{Array, Column, Group, Kind, Scope, column, groups};
use crate::sheet::{Sheet, byte, short};
use crate::space::{FIRST, Space};
use crate::window::Part;
use serde_json::Value;
use skirmish_core::{Actor, Documents, Faults, Seat};
use skirmish_grid::Point;
use skirmish_grid::square::AROUND8;
use skirmish_zords::legal::{FAR, MOST_LISTED, NEAR};
use skirmish_zords::state::{State, Zord};
use skirmish_zords::{Action, Command, Name, Zords};

/// Numbers of donations to one player.
const AMOUNTS: usize = MOST_LISTED as usize;

/// How far from a zord its numbers of buildings reach.
const BUILD_REACH: usize = NEAR as usize;

/// The most own zords that have numbers of buildings.
const BUILDERS: usize = 16;

/// The most rows for zords, however many a config allows.
const MOST_ROWS: usize = 256;

mod array {
    pub const NEAR: usize = 0;
    pub const UNITS: usize = 1;
    pub const PRESENT: usize = 2;
    pub const ME: usize = 3;
    pub const PLAYERS: usize = 4;
    pub const GLOBALS: usize = 5;
    pub const BOARD: usize = 6;
}

mod plane {
    pub const OUTSIDE: usize = 0;
    pub const TOTEM: usize = 1;
    pub const AREA: usize = 2;
    pub const OWN: usize = 3;
    pub const FOE: usize = 4;
    pub const SHIELDS: usize = 5;
    pub const RANGE: usize = 6;
}

const PLANES: &[Column] = &[
    column("outside", 1.0, "1 beyond the board"),
    column("totem", 1.0, "1 for a totem"),
    column("area", 1.0, "1 where a totem pays"),
    column("own", 2.0, "hit points of the own zord there"),
    column("foe", 2.0, "hit points of another player's zord there"),
    column("shields", 4.0, "shields of the zord there"),
    column("range", 10.0, "range of the zord there"),
];

const UNIT: &[Column] = &[
    column("own", 1.0, "1 own, 0 another player's"),
    column("owner", 8.0, "its player, as the row of `players`"),
    column("x", 40.0, "column"),
    column("y", 40.0, "row, from the top"),
    column("dx", 20.0, "columns from the zord that decides; 0 where the seat itself decides"),
    column("dy", 20.0, "rows from the zord that decides; 0 where the seat itself decides"),
    column("hp", 2.0, "hit points"),
    column("shields", 4.0, "shields"),
    column("range", 10.0, "range"),
    column("area", 1.0, "1 where a totem pays"),
];

const PLAYER: &[Column] = &[
    column("present", 1.0, "1 for a player, 0 for rows that nobody has"),
    column("points", 1000.0, "points"),
    column("actions", 20.0, "action points left today"),
    column("zords", 3.0, "zords on the board"),
    column("retired", 1.0, "1 if asked no more"),
    column("turn", 8.0, "its place in the order of this round, from 0"),
    column("to_come", 1.0, "1 if its turn of this round is not over"),
];

const GLOBALS: &[Column] = &[
    column("players", 8.0, "how many players there are"),
    column("day", 28.0, "the day"),
    column("days_left", 28.0, "days after this one"),
    column("round", 8.0, "the round of the day, from 0"),
    column("rounds_left", 8.0, "rounds of the day after this one"),
    column("shooting", 1.0, "1 if shooting is allowed"),
    column("totem_days", 7.0, "days until the totems move, 1 for the next day"),
    column("totem_1_x", 40.0, "column of totem 1"),
    column("totem_1_y", 40.0, "row of totem 1"),
    column("totem_2_x", 40.0, "column of totem 2"),
    column("totem_2_y", 40.0, "row of totem 2"),
    column("points", 1000.0, "own points"),
    column("best", 1000.0, "points of the best other player"),
    column("actions", 20.0, "own action points left today"),
];

/// Where the numbers of each verb begin, and how far those of places reach.
#[derive(Clone)]
pub struct Frame {
    scope: Scope,
    /// Destinations up to this far have a number by offset, farther ones by direction and distance.
    reach: i64,
    /// Own zords that have numbers of buildings.
    builders: usize,
    jump: usize,
    shoot: usize,
    shield: usize,
    range: usize,
    donate: usize,
    build: usize,
    end: usize,
}

const MOVE: usize = FIRST;

/// Cells around a cell, up to a distance.
const fn cells(reach: usize) -> usize {
    (2 * reach + 1) * (2 * reach + 1)
}

impl Frame {
    fn new(scope: &Scope) -> Frame {
        let reach = scope.reach.min(FAR as usize);
        let builders = (scope.units / scope.seats.max(1)).clamp(1, BUILDERS);
        let jump = MOVE + cells(reach);
        let shoot = jump + 8 * (FAR as usize - reach);
        let shield = shoot + scope.units;
        let donate = shield + 2;
        let build = donate + scope.seats.saturating_sub(1) * AMOUNTS;
        let end = build + builders * cells(BUILD_REACH);
        let (range, reach) = (shield + 1, reach as i64);
        Frame { scope: *scope, reach, builders, jump, shoot, shield, range, donate, build, end }
    }

    /// The number of a destination; `None` if it has none.
    #[inline]
    fn destination(&self, (dx, dy): (i64, i64)) -> Option<usize> {
        let distance = dx.abs().max(dy.abs());
        if distance <= self.reach {
            return Some(MOVE + place((dx, dy), self.reach));
        }
        let straight = dx == 0 || dy == 0 || dx.abs() == dy.abs();
        (straight && distance <= FAR).then(|| {
            let towards = (dx.signum() as i32, dy.signum() as i32);
            let direction = AROUND8.iter().position(|&around| around == towards).unwrap_or(0);
            self.straight(direction, distance)
        })
    }

    /// The number of a far destination in a compass direction.
    #[inline]
    fn straight(&self, direction: usize, distance: i64) -> usize {
        self.jump + direction * (FAR - self.reach) as usize + (distance - self.reach - 1) as usize
    }

    /// The offset that a number of a destination stands for.
    #[inline]
    fn offset(&self, number: usize) -> (i64, i64) {
        if number < self.jump {
            return spot(number - MOVE, self.reach);
        }
        let each = (FAR - self.reach) as usize;
        let (direction, beyond) = ((number - self.jump) / each, (number - self.jump) % each);
        let ((dx, dy), distance) = (AROUND8[direction], self.reach + 1 + beyond as i64);
        (i64::from(dx) * distance, i64::from(dy) * distance)
    }
}

/// The place of an offset among those up to a distance, row by row.
#[inline]
fn place((dx, dy): (i64, i64), reach: i64) -> usize {
    ((dy + reach) * (2 * reach + 1) + dx + reach) as usize
}

/// The offset of a place.
#[inline]
fn spot(place: usize, reach: i64) -> (i64, i64) {
    let window = 2 * reach + 1;
    (place as i64 % window - reach, place as i64 / window - reach)
}

/// What lies between two cells.
#[inline]
fn from_to(from: Point, to: Point) -> (i64, i64) {
    (i64::from(to.x) - i64::from(from.x), i64::from(to.y) - i64::from(from.y))
}

/// The cell at an offset; `None` if there is no number for it.
#[inline]
fn at(from: Point, (dx, dy): (i64, i64)) -> Option<Point> {
    let (x, y) = (i64::from(from.x) + dx, i64::from(from.y) + dy);
    Some(Point::new(i32::try_from(x).ok()?, i32::try_from(y).ok()?))
}

/// The zord that decides, and its id as actions name it.
#[inline]
fn zord_of(state: &State, actor: Actor) -> Option<(&Zord, i32)> {
    let Actor::Unit(id) = actor else { return None };
    state.zord(id).map(|index| &state.zords()[index]).zip(i32::try_from(id).ok())
}

/// Everything that stands on a cell.
#[inline]
fn taken(state: &State) -> impl Iterator<Item = Point> {
    state.zords().iter().map(|zord| zord.at).chain(state.totems().into_iter().flatten())
}

/// Seats are counted from the one that looks.
#[inline]
fn relative(seat: Seat, from: Seat, players: usize) -> usize {
    let (seat, from) = (seat.index(), from.index());
    if seat >= from { seat - from } else { seat + players - from }
}

/// The columns or rows within a distance of a cell that are on the board, as offsets.
#[inline]
fn on_board(at: i32, distance: i64, size: i64) -> (i64, i64) {
    let at = i64::from(at);
    (-distance.min(at), distance.min(size - 1 - at))
}

/// The cells near a zord where its player builds beside it, as the listing has them: from how far away.
#[inline]
fn build_distance(game: &Zords, state: &State) -> i64 {
    game.config().build_distance.min(game.near(state)).min(BUILD_REACH as i64)
}

fn mask_moves(game: &Zords, frame: &Frame, state: &State, zord: &Zord, out: &mut Bits) {
    let (size, reach) = (game.config().board_size, game.reach(state, zord.owner));
    let near = reach.min(game.near(state)).min(frame.reach);
    let ((left, right), (up, down)) = (on_board(zord.at.x, near, size), on_board(zord.at.y, near, size));
    for dy in up..=down {
        let first = MOVE + place((left, dy), frame.reach);
        out.set_range(first, first + (right - left + 1) as usize);
    }
    let far = reach.min(FAR);
    if far > near {
        let ((left, right), (up, down)) = (on_board(zord.at.x, far, size), on_board(zord.at.y, far, size));
        for (direction, &(dx, dy)) in AROUND8.iter().enumerate() {
            let across = [-left, far, right][(dx + 1) as usize];
            let along = [-up, far, down][(dy + 1) as usize];
            let last = across.min(along);
            for distance in near + 1..=last.min(frame.reach) {
                out.set(MOVE + place((i64::from(dx) * distance, i64::from(dy) * distance), frame.reach));
            }
            if last > frame.reach {
                let first = frame.straight(direction, frame.reach + 1);
                out.set_range(first, first + (last - frame.reach) as usize);
            }
        }
    }
    for cell in taken(state) {
        if let Some(number) = frame.destination(from_to(zord.at, cell)) {
            out.unset(number);
        }
    }
}

fn mask_shots(frame: &Frame, state: &State, zord: &Zord, out: &mut Bits) {
    for (row, aim) in state.zords().iter().take(frame.scope.units).enumerate() {
        let hits = aim.owner != zord.owner && zord.at.chebyshev(aim.at) <= zord.range;
        if hits && i32::try_from(aim.id).is_ok() {
            out.set(frame.shoot + row);
        }
    }
}

fn mask_donations(game: &Zords, frame: &Frame, state: &State, seat: Seat, out: &mut Bits) {
    let (giver, players) = (&state.players()[seat.index()], state.players().len());
    let most = giver.points.min(game.config().max_donation).min(MOST_LISTED);
    if most < 1 || giver.is_down() {
        return;
    }
    for other in (1..players).take(frame.scope.seats.saturating_sub(1)) {
        let to = Seat(((seat.index() + other) % players) as u8);
        if game.reaches_for_donation(state, seat, to) {
            let first = frame.donate + (other - 1) * AMOUNTS;
            out.set_range(first, first + most as usize);
        }
    }
}

/// The cells near an own zord have the numbers of the first one that is near enough.
fn mask_buildings(game: &Zords, frame: &Frame, state: &State, seat: Seat, out: &mut Bits) {
    const REACH: i64 = BUILD_REACH as i64;
    let (size, near) = (game.config().board_size, build_distance(game, state));
    let own = || state.zords().iter().filter(|zord| zord.owner == seat);
    for (builder, zord) in own().take(frame.builders).enumerate() {
        let first = frame.build + builder * cells(BUILD_REACH);
        let ((left, right), (up, down)) = (on_board(zord.at.x, near, size), on_board(zord.at.y, near, size));
        for dy in up..=down {
            let row = first + place((left, dy), REACH);
            out.set_range(row, row + (right - left + 1) as usize);
        }
        for other in own().take(builder) {
            let (dx, dy) = from_to(zord.at, other.at);
            for y in (dy - near).max(-near)..=(dy + near).min(near) {
                for x in (dx - near).max(-near)..=(dx + near).min(near) {
                    out.unset(first + place((x, y), REACH));
                }
            }
        }
        for cell in taken(state) {
            let (dx, dy) = from_to(zord.at, cell);
            if dx.abs().max(dy.abs()) <= near {
                out.unset(first + place((dx, dy), REACH));
            }
        }
    }
}

/// Whether a totem pays on a cell.
#[inline]
fn is_paid(game: &Zords, state: &State, cell: Point) -> bool {
    state.totems().is_some_and(|totems| totems.iter().any(|totem| totem.chebyshev(cell) <= game.config().totem_aura))
}

#[inline]
fn row(game: &Zords, state: &State, zord: &Zord, seat: Seat, me: Option<&Zord>, out: &mut [i16; UNIT.len()]) {
    let owner = relative(zord.owner, seat, state.players().len());
    let (dx, dy) = me.map_or((0, 0), |me| from_to(me.at, zord.at));
    *out = [
        i16::from(owner == 0),
        owner as i16,
        short(zord.at.x.into()),
        short(zord.at.y.into()),
        short(dx),
        short(dy),
        short(zord.hp),
        short(zord.shields),
        short(zord.range),
        i16::from(is_paid(game, state, zord.at)),
    ];
}

/// Draws the planes of a part of the board.
#[inline]
fn draw(game: &Zords, state: &State, seat: Seat, part: Part, planes: &mut [u8]) {
    let (config, size, last) = (game.config(), part.size(), game.config().board_size - 1);
    planes.fill(0);
    part.outside((0, 0), (last, last), &mut planes[plane::OUTSIDE * size..][..size]);
    for totem in state.totems().into_iter().flatten() {
        let ((x, y), aura) = ((i64::from(totem.x), i64::from(totem.y)), config.totem_aura);
        let (from, to) = (((x - aura).max(0), (y - aura).max(0)), ((x + aura).min(last), (y + aura).min(last)));
        part.fill(from, to, 1, &mut planes[plane::AREA * size..][..size]);
        if let Some(at) = part.place(x, y) {
            planes[plane::TOTEM * size + at] = 1;
        }
    }
    for zord in state.zords() {
        let Some(at) = part.place(zord.at.x.into(), zord.at.y.into()) else { continue };
        let whose = if zord.owner == seat { plane::OWN } else { plane::FOE };
        planes[whose * size + at] = byte(zord.hp);
        planes[plane::SHIELDS * size + at] = byte(zord.shields);
        planes[plane::RANGE * size + at] = byte(zord.range);
    }
}

/// The rows of players, the seat that looks first.
#[inline]
fn players(game: &Zords, state: &State, seat: Seat, out: &mut [i16]) {
    const WIDE: usize = PLAYER.len();
    let (rows, _) = out.as_chunks_mut::<WIDE>();
    let count = state.players().len();
    for (i, out) in rows.iter_mut().enumerate() {
        let player = if i < count { &state.players()[(seat.index() + i) % count] } else { continue };
        let numbers = [1, player.points, player.actions, player.zords, player.retired.into(), 0, 0];
        *out = numbers.map(short);
    }
    if let Some(absent) = rows.get_mut(count..) {
        absent.as_flattened_mut().fill(0);
    }
    let Some(now) = game.place(state) else { return };
    for (turn, other) in game.round_order(state, now.round).enumerate() {
        if let Some([.., place, to_come]) = rows.get_mut(relative(other, seat, count)) {
            (*place, *to_come) = (turn as i16, i16::from(turn >= now.turn));
        }
    }
}

#[inline]
fn globals(game: &Zords, state: &State, seat: Seat, out: &mut [i16]) {
    let config = game.config();
    let ((day, time), place) = (state.moment(), game.place(state));
    let round = place.map_or_else(|| config.round_at(time), |place| place.round);
    let totems = state.totems().unwrap_or_default();
    let period = config.totem_period_days;
    let others = state.players().iter().enumerate().filter(|&(i, _)| i != seat.index());
    let (actions, points) = state.means(seat).unwrap_or_default();
    let numbers = [
        state.players().len() as i64,
        day,
        config.days - day,
        round,
        config.rounds_per_day - 1 - round,
        i64::from(place.is_some() && time >= config.grace_s),
        period - (day - 1).rem_euclid(period),
        totems[0].x.into(),
        totems[0].y.into(),
        totems[1].x.into(),
        totems[1].y.into(),
        points,
        others.map(|(_, player)| player.points).max().unwrap_or(0),
        actions,
    ];
    out.copy_from_slice(&numbers.map(short));
}

impl Space for Zords {
    const LAYOUT: u32 = 1;
    /// Numbers and all arrays but `board` are the same on any board. Openings are duels on small ones, while the game as it
    /// is played by default has 140 x 140 cells: what was trained on the one plays on the other.
    const ANY_BOARD: bool = true;

    type Frame = Frame;

    /// Moves by offset reach as far as the rules list all destinations when everybody has all their zords.
    fn scope(&self, state: &State) -> Scope {
        let (size, seats) = (self.config().board_size as usize, state.players().len());
        let zords = (self.config().max_zords.min(1 << 16) as usize * seats).max(state.zords().len());
        let reach = (zords + 2).isqrt().clamp(NEAR as usize, FAR as usize);
        Scope { width: size, height: size, units: zords.min(MOST_ROWS), sight: 7, reach, seats }
    }

    fn arrays(scope: &Scope) -> Vec<Array> {
        vec![
            Array::near(scope, PLANES),
            Array::units(scope, UNIT),
            Array::present(scope),
            Array::me(UNIT),
            Array {
                name: "players",
                kind: Kind::I16,
                shape: vec![scope.seats, PLAYER.len()],
                axis: 1,
                columns: PLAYER,
                about: "a row for each player, in seat order from the one that looks; rows that nobody has are 0",
                large: false,
            },
            Array::globals(GLOBALS),
            Array::board(scope, PLANES),
        ]
    }

    fn groups(scope: &Scope) -> Vec<Group> {
        let frame = Frame::new(scope);
        groups(&[
            (
                "move",
                frame.jump - MOVE,
                "jump to a cell within the reach of the scope, row by row, the middle is the zord itself; as in the \
                 rules' list, cells farther than 5 (or the root of the number of zords and totems) are only there in \
                 the eight compass directions",
            ),
            (
                "jump",
                frame.shoot - frame.jump,
                "jump farther: the eight compass directions row by row, then the distance, from one beyond the reach \
                 of the scope to 64; as in the rules' list, other far cells are left out",
            ),
            ("shoot", frame.shield - frame.shoot, "shoot at the zord of a row of `units`; later ones are left out"),
            ("shield", 1, "one more shield"),
            ("range", 1, "one more cell of range"),
            (
                "donate",
                frame.build - frame.donate,
                "the seat gives to the player of a row of `players`, from the second on: 1 to 10 points each; as in \
                 the rules' list, larger donations are left out",
            ),
            (
                "build",
                frame.end - frame.build,
                "the seat builds near one of its zords in the order of `units`: the cells around it row by row, 5 in \
                 each direction; a cell near several has the number of the first; zords beyond those of one player's \
                 share of the rows (16 at most) and cells farther away are left out",
            ),
        ])
    }

    fn frame(&self, scope: &Scope) -> Frame {
        Frame::new(scope)
    }

    #[inline]
    fn next(&self, state: &State, seat: Seat, after: Option<Actor>) -> Option<Actor> {
        if !self.may_act(state, seat) {
            return None;
        }
        let after = match after {
            None => {
                let config = self.config();
                let player = &state.players()[seat.index()];
                let gives = player.points > 0 && player.actions >= config.donate_cost;
                let builds = player.points >= config.build_points && player.actions >= config.build_cost;
                if gives || builds {
                    return Some(Actor::Seat);
                }
                i64::MIN
            }
            Some(Actor::Seat) => i64::MIN,
            Some(Actor::Unit(id)) => id,
        };
        let later = |zord: &&Zord| zord.owner == seat && zord.id > after;
        state.zords().iter().filter(later).map(|zord| zord.id).min().map(Actor::Unit)
    }

    #[inline]
    fn mask(&self, frame: &Frame, state: &State, seat: Seat, actor: Actor, out: &mut Bits) {
        if !self.may_act(state, seat) {
            return;
        }
        let (config, player) = (self.config(), &state.players()[seat.index()]);
        if actor == Actor::Seat {
            if player.actions >= config.donate_cost {
                mask_donations(self, frame, state, seat, out);
            }
            let means = player.actions >= config.build_cost && player.points >= config.build_points;
            if means && player.zords < config.max_zords {
                mask_buildings(self, frame, state, seat, out);
            }
            return;
        }
        let Some((zord, _)) = zord_of(state, actor).filter(|(zord, _)| zord.owner == seat) else { return };
        mask_moves(self, frame, state, zord, out);
        if player.actions >= config.shoot_cost && state.moment().1 >= config.grace_s {
            mask_shots(frame, state, zord, out);
        }
        if player.actions >= config.shield_cost {
            out.set(frame.shield);
        }
        if player.actions >= config.range_cost {
            out.set(frame.range);
        }
    }

    #[inline]
    fn action(&self, frame: &Frame, state: &State, seat: Seat, actor: Actor, number: usize) -> Option<Action> {
        if actor == Actor::Seat {
            return self.seat_action(frame, state, seat, number);
        }
        let (zord, unit) = zord_of(state, actor)?;
        let command = if number < MOVE {
            return None;
        } else if number < frame.shoot {
            let Point { x, y } = at(zord.at, frame.offset(number))?;
            Command::Move { unit, x, y }
        } else if number < frame.shield {
            Command::Shoot { unit, target: i32::try_from(state.zords().get(number - frame.shoot)?.id).ok()? }
        } else if number == frame.shield {
            Command::Shield { unit }
        } else if number == frame.range {
            Command::Range { unit }
        } else {
            return None;
        };
        Some(command.into())
    }

    fn number(&self, frame: &Frame, state: &State, seat: Seat, actor: Actor, action: &Action) -> Option<usize> {
        if actor == Actor::Seat {
            return self.seat_number(frame, state, seat, &action.command);
        }
        let (zord, id) = zord_of(state, actor)?;
        let own = |unit: i32| (unit == id).then_some(());
        let aim = |row: usize| (row < frame.scope.units).then_some(frame.shoot + row);
        match action.command {
            Command::Move { unit, x, y } => {
                own(unit).and_then(|_| frame.destination(from_to(zord.at, Point::new(x, y))))
            }
            Command::Shoot { unit, target } => own(unit).and_then(|_| state.zord(target.into())).and_then(aim),
            Command::ShootCell { unit, x, y } => own(unit).and_then(|_| state.zord_at(Point::new(x, y))).and_then(aim),
            Command::Shield { unit } => own(unit).map(|_| frame.shield),
            Command::Range { unit } => own(unit).map(|_| frame.range),
            _ => None,
        }
    }

    fn owner(&self, _: &State, action: &Action) -> Option<Actor> {
        match action.command {
            Command::Move { unit, .. }
            | Command::Shoot { unit, .. }
            | Command::ShootCell { unit, .. }
            | Command::Shield { unit }
            | Command::Range { unit } => Some(Actor::Unit(unit.into())),
            Command::Donate { .. } | Command::Build { .. } => Some(Actor::Seat),
            // The clock's.
            _ => None,
        }
    }

    #[inline]
    fn observe(&self, frame: &Frame, state: &State, seat: Seat, actor: Option<Actor>, sheet: &mut Sheet<'_>) {
        let Scope { width, height, units, sight, .. } = frame.scope;
        let me = actor.and_then(|actor| zord_of(state, actor)).map(|(zord, _)| zord);
        if let Some(planes) = sheet.bytes(array::NEAR) {
            match me {
                Some(me) => draw(self, state, seat, Part::around(me.at.x.into(), me.at.y.into(), sight), planes),
                None => planes.fill(0),
            }
        }
        if let Some(rows) = sheet.shorts(array::UNITS) {
            let (rows, _) = rows.as_chunks_mut::<{ UNIT.len() }>();
            let mut rows = rows.iter_mut();
            rows.by_ref().zip(state.zords()).for_each(|(out, zord)| row(self, state, zord, seat, me, out));
            rows.for_each(|out| *out = [0; UNIT.len()]);
        }
        if let Some(present) = sheet.bytes(array::PRESENT) {
            let (there, absent) = present.split_at_mut(state.zords().len().min(units));
            there.fill(1);
            absent.fill(0);
        }
        if let Some(out) = sheet.shorts(array::ME) {
            match (me, out.as_chunks_mut().0.first_mut()) {
                (Some(zord), Some(out)) => row(self, state, zord, seat, me, out),
                _ => out.fill(0),
            }
        }
        if let Some(out) = sheet.shorts(array::PLAYERS) {
            players(self, state, seat, out);
        }
        if let Some(out) = sheet.shorts(array::GLOBALS) {
            globals(self, state, seat, out);
        }
        if let Some(planes) = sheet.bytes(array::BOARD) {
            draw(self, state, seat, Part { x: 0, y: 0, width, height }, planes);
        }
    }

    /// Points in shares of what one totem pays in all days, and zords, which will earn more.
    fn potential(&self, state: &State, seat: Seat) -> f32 {
        let config = self.config();
        let all = (config.days as f32 * config.totem_reward as f32).max(1.0);
        let hp = |seat: usize| -> i64 {
            state.zords().iter().filter(|zord| zord.owner.index() == seat).map(|zord| zord.hp).sum()
        };
        let worth = |seat: usize| state.players()[seat].points as f32 / all + hp(seat) as f32 / 50.0;
        let others = (0..state.players().len()).filter(|&other| other != seat.index());
        let (sum, count) = others.fold((0.0, 0), |(sum, count), other| (sum + worth(other), count + 1));
        worth(seat.index()) - sum / count.max(1) as f32
    }

    fn score(&self, state: &State, seat: Seat) -> i64 {
        state.players()[seat.index()].points
    }

    /// Only the first view has the config. A live view has no place in a round, but whoever is sent one may act.
    fn told(first: &Value, latest: &Value) -> Result<(Zords, State), Faults> {
        const POSITION: [&str; 15] = [
            "game", "schema", "config", "status", "day", "time", "seq", "next_id", "players", "zords", "totems",
            "order", "round", "turn", "shift_s",
        ];
        let Value::Object(view) = latest else { return Err(Faults::one("bad_view", "", "a view is an object")) };
        let mut position = view.clone();
        position.retain(|key, _| POSITION.contains(&key.as_str()));
        if let Some(config) = first.get("config") {
            position.entry("config").or_insert_with(|| config.clone());
        }
        let (game, state) = Zords::from_position(&Zords::read_position(&Value::Object(position))?)?;
        let you = view.get("you").and_then(Value::as_str).and_then(Name::new);
        let asked = you.and_then(|name| state.seat_called(name)).filter(|_| state.is_live());
        let state = asked.and_then(|seat| game.as_if_asked(&state, seat)).unwrap_or(state);
        Ok((game, state))
    }

    /// What chance will bring follows from the key, which nobody is told.
    #[inline]
    fn imagine(&self, state: &State, _: &Self::Memory, _: Seat, into: &mut State) {
        into.become_told(state);
    }
}

/// What the seat itself does.
trait OfSeat {
    fn seat_action(&self, frame: &Frame, state: &State, seat: Seat, number: usize) -> Option<Action>;
    fn seat_number(&self, frame: &Frame, state: &State, seat: Seat, command: &Command) -> Option<usize>;
}

impl OfSeat for Zords {
    #[inline]
    fn seat_action(&self, frame: &Frame, state: &State, seat: Seat, number: usize) -> Option<Action> {
        let players = state.players();
        if (frame.donate..frame.build).contains(&number) {
            let (other, less) = ((number - frame.donate) / AMOUNTS + 1, (number - frame.donate) % AMOUNTS);
            let to = (other < players.len()).then(|| players[(seat.index() + other) % players.len()].name)?;
            return Some(Command::Donate { to, amount: less as i32 + 1 }.into());
        }
        let number = number.checked_sub(frame.build).filter(|_| number < frame.end)?;
        let (builder, cell) = (number / cells(BUILD_REACH), number % cells(BUILD_REACH));
        let zord = state.zords().iter().filter(|zord| zord.owner == seat).nth(builder)?;
        let Point { x, y } = at(zord.at, spot(cell, BUILD_REACH as i64))?;
        Some(Command::Build { x, y }.into())
    }

    fn seat_number(&self, frame: &Frame, state: &State, seat: Seat, command: &Command) -> Option<usize> {
        match *command {
            Command::Donate { to, amount } => {
                let other = relative(state.seat_called(to)?, seat, state.players().len());
                let listed = (1..frame.scope.seats).contains(&other) && (1..=AMOUNTS as i32).contains(&amount);
                listed.then(|| frame.donate + (other - 1) * AMOUNTS + amount as usize - 1)
            }
            Command::Build { x, y } => {
                let (cell, near) = (Point::new(x, y), build_distance(self, state));
                let own = state.zords().iter().filter(|zord| zord.owner == seat).take(frame.builders);
                let (builder, zord) = own.enumerate().find(|(_, zord)| zord.at.chebyshev(cell) <= near)?;
                let place = place(from_to(zord.at, cell), BUILD_REACH as i64);
                Some(frame.build + builder * cells(BUILD_REACH) + place)
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::listed;
    use serde_json::json;
    use skirmish_core::Setup;

    fn left_out(setup: &Setup, scope: Option<Scope>) -> usize {
        listed::left_out::<Zords>(3, setup, scope, 300)
    }

    fn setup(players: usize, config: Value) -> Setup {
        let seats = (1..=players).map(|n| format!("p{n}")).collect();
        Setup { seats, config: config.as_object().unwrap().clone(), ..Setup::default() }
    }

    #[test]
    fn every_listed_action_has_a_number_whatever_the_config() {
        let rich = json!({"start_points": 300, "grace_s": 0});
        for (players, config) in [
            (2, json!({"start_points": 300, "build_distance": 9, "max_zords": 8, "build_points": 0})),
            (2, json!({"move_cost": 0, "build_cost": 0, "build_points": 0, "max_zords": 5, "board_size": 60})),
            (3, json!({"donation_needs_range": true, "start_points": 5, "base_range": 25, "max_donation": 4})),
            (8, rich.clone()),
            (64, rich),
        ] {
            assert_eq!(left_out(&setup(players, config.clone()), None), 0, "{players} players, {config}");
        }
    }

    #[test]
    fn small_scopes_leave_out_and_large_ones_agree() {
        let many = setup(8, json!({"start_points": 300, "build_distance": 9, "build_points": 0, "max_zords": 20}));
        let (game, state) = Zords::opening(3, &many).unwrap();
        let scope = game.scope(&state);
        assert!(left_out(&many, Some(Scope { reach: 2, units: 16, ..scope })) > 0);
        let few = setup(8, json!({"start_points": 300, "grace_s": 0}));
        assert_eq!(left_out(&few, Some(Scope { reach: 200, seats: 60, units: 240, ..scope })), 0);
    }

    #[test]
    fn whoever_is_sent_a_live_view_may_act() {
        let (game, state) = Zords::opening(0, &Setup::default()).unwrap();
        let mut view = serde_json::to_value(game.position(&state)).unwrap();
        let position = view.as_object_mut().unwrap();
        ["round", "turn", "rng"].iter().for_each(|key| drop(position.remove(*key)));
        position.insert("shift_s".into(), 0.into());
        for (seat, name) in [(Seat(0), "p1"), (Seat(1), "p2")] {
            view["you"] = name.into();
            let (game, state) = Zords::told(&view, &view).unwrap();
            assert!(game.next(&state, seat, None).is_some());
        }
    }
}
