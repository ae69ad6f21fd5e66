//! What may be commanded. The plane has no end, so lists and draws keep to the squares that matter: destinations
//! inside the map's rectangle, and new soldiers that march on the enemy's base or stay where they are.

use crate::action::{Action, Who};
use crate::field::Square;
use crate::game::Footsoldiers;
use crate::state::{Facing, Kind, Soldier, State, Team};
use skirmish_core::{Actor, Rng, Seat};

/// On huge maps, squares farther than this from the seat's base are not listed.
const FARTHEST: i64 = 64;
/// Build squares more columns or rows than this from the base are not listed.
pub const FARTHEST_SITE: i64 = 16;
/// Rows of squares around a base that can be listed.
const SITE_ROWS: usize = 2 * FARTHEST_SITE as usize + 1;

/// The squares from one corner to another, both included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rectangle {
    pub low: Square,
    pub high: Square,
}

/// The squares around a base on which its seat can build, as rows of bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sites {
    /// The square of the first bit.
    low: Square,
    rows: [u64; SITE_ROWS],
}

impl Sites {
    /// Whether one can build on a square.
    #[inline]
    pub fn contains(&self, at: Square) -> bool {
        let (column, row) = ((at.x - self.low.x) as u64, (at.y - self.low.y) as u64);
        column < SITE_ROWS as u64 && row < SITE_ROWS as u64 && self.rows[row as usize] >> column & 1 == 1
    }
}

impl Rectangle {
    fn squares(self) -> impl Iterator<Item = Square> {
        (self.low.x..=self.high.x).flat_map(move |x| (self.low.y..=self.high.y).map(move |y| Square::new(x, y)))
    }

    fn draw(self, rng: &mut Rng) -> Square {
        Square::new(rng.between(self.low.x, self.high.x), rng.between(self.low.y, self.high.y))
    }
}

impl Footsoldiers {
    /// Whether a seat may give a command: the game goes on, and it has given none in this turn.
    pub fn may_command(&self, state: &State, seat: Seat) -> bool {
        !self.is_over(state) && state.given.get(seat.index()) == Some(&false)
    }

    /// Whether a seat can pay for a soldier of a kind.
    #[inline]
    pub fn can_pay(&self, state: &State, team: Team, kind: Kind) -> bool {
        state.money(team) >= self.traits(kind).cost
    }

    /// The squares on which a seat can build now, if it can pay: near enough, named by a command, and free.
    #[inline]
    pub fn free_sites(&self, state: &State, team: Team) -> Sites {
        let (base, Rectangle { low, high }) = (self.bases[team.index()].at, self.sites(team));
        let mut rows = [0; SITE_ROWS];
        for y in low.y..=high.y.min(COMMAND_LIMIT) {
            let wide = self.config.max_distance_from_base - (y - base.y).abs();
            let (first, last) = (low.x.max(base.x - wide), high.x.min(base.x + wide).min(COMMAND_LIMIT));
            if first <= last {
                let squares = u64::MAX >> (63 - (last - first)) & !self.field.taken(state, first, y);
                rows[(y - low.y) as usize] = squares << (first - low.x);
            }
        }
        Sites { low, rows }
    }

    /// The new soldiers of a kind that a seat can pay for: by square, then destination, then facing.
    fn builds<'a>(&'a self, state: &'a State, team: Team, kind: Kind) -> impl Iterator<Item = Action> + 'a {
        let free = self.can_pay(state, team, kind).then(|| self.free_sites(state, team));
        let sites = self.sites(team).squares().filter(move |&at| free.is_some_and(|free| free.contains(at)));
        sites.filter_map(command_square).flat_map(move |(x, y)| {
            let goals = [self.enemy_base(team), Some((x, y))];
            goals.into_iter().flatten().flat_map(move |(dest_x, dest_y)| {
                Facing::ALL.into_iter().map(move |facing| Action::Build { kind, x, y, dest_x, dest_y, facing })
            })
        })
    }

    fn draw_order(&self, team: Team, army: &[Soldier], rng: &mut Rng) -> Option<Action> {
        let named = |soldier: &Soldier| name(soldier);
        let who = rng.choose(army).and_then(named).or_else(|| army.iter().find_map(named))?;
        if rng.chance(1, 4) {
            return Some(Action::Face { who, facing: Facing::ALL[rng.index(4)] });
        }
        let (x, y) = command_square(self.grounds(team).draw(rng))?;
        Some(Action::Move { who, x, y })
    }

    fn draw_build(&self, state: &State, team: Team, rng: &mut Rng) -> Option<Action> {
        let sites = self.sites(team);
        for _ in 0..24 {
            let kind = Kind::ALL[rng.index(3)];
            let at = sites.draw(rng);
            if self.can_pay(state, team, kind) && self.is_site(state, team, at) {
                let (x, y) = command_square(at)?;
                let (dest_x, dest_y) = self.enemy_base(team).filter(|_| rng.chance(1, 2)).unwrap_or((x, y));
                return Some(Action::Build { kind, x, y, dest_x, dest_y, facing: Facing::ALL[rng.index(4)] });
            }
        }
        Kind::ALL.into_iter().find_map(|kind| self.builds(state, team, kind).next())
    }

    /// The destinations that are listed: the map's rectangle, or the part of it near the own base if it is huge.
    pub fn grounds(&self, team: Team) -> Rectangle {
        let base = self.bases[team.index()].at;
        let span = |base: i64, far: i64| {
            if far <= 2 * FARTHEST {
                return (0, far);
            }
            let low = (base - FARTHEST).clamp(0, COMMAND_LIMIT - 2 * FARTHEST);
            (low, low + 2 * FARTHEST)
        };
        let ((left, right), (top, bottom)) = (span(base.x, self.far_corner.x), span(base.y, self.far_corner.y));
        Rectangle { low: Square::new(left, top), high: Square::new(right, bottom) }
    }

    /// A square around the base; the squares of it that are near enough to build on are told by [`Self::is_site`].
    fn sites(&self, team: Team) -> Rectangle {
        let base = self.bases[team.index()].at;
        let reach = self.config.max_distance_from_base.min(FARTHEST_SITE);
        Rectangle {
            low: Square::new((base.x - reach).max(0), (base.y - reach).max(0)),
            high: Square::new((base.x + reach).max(0), (base.y + reach).max(0)),
        }
    }

    /// The squares on which a seat can build if nobody stands there.
    pub(crate) fn build_squares(&self, team: Team) -> impl Iterator<Item = Square> {
        self.sites(team).squares().filter(move |&at| self.is_near(team, at))
    }

    fn is_near(&self, team: Team, at: Square) -> bool {
        self.bases[team.index()].at.distance(at) <= self.config.max_distance_from_base && command_square(at).is_some()
    }

    pub(crate) fn is_site(&self, state: &State, team: Team, at: Square) -> bool {
        self.is_near(team, at) && !self.field.is_taken(state, at)
    }

    /// The enemy's base, where a command can name it.
    pub fn enemy_base(&self, team: Team) -> Option<(i32, i32)> {
        command_square(self.bases[team.other().index()].at)
    }
}

/// A random command other than `no_op`. A seat that can build does so half of the time.
pub(crate) fn sample(game: &Footsoldiers, state: &State, seat: Seat, rng: &mut Rng) -> Option<Action> {
    if !game.may_command(state, seat) {
        return None;
    }
    let team = Team::of(seat);
    let army = state.army(team);
    let rich = Kind::ALL.iter().any(|&kind| game.can_pay(state, team, kind));
    if rich && (army.is_empty() || rng.chance(1, 2)) {
        return game.draw_build(state, team, rng).or_else(|| game.draw_order(team, army, rng));
    }
    game.draw_order(team, army, rng).or_else(|| game.draw_build(state, team, rng))
}

pub(crate) fn legal(game: &Footsoldiers, state: &State, seat: Seat, actor: Actor, out: &mut Vec<Action>) {
    if !game.may_command(state, seat) {
        return;
    }
    let team = Team::of(seat);
    match actor {
        Actor::Seat => {
            out.extend(Kind::ALL.into_iter().flat_map(|kind| game.builds(state, team, kind)));
            out.push(Action::NoOp);
        }
        Actor::Unit(id) => {
            let soldier = state.army(team).iter().find(|soldier| soldier.id == id);
            let Some(who) = soldier.and_then(name) else { return };
            let goals = game.grounds(team).squares().filter_map(command_square);
            out.extend(goals.map(|(x, y)| Action::Move { who, x, y }));
            out.extend(Facing::ALL.map(|facing| Action::Face { who, facing }));
        }
    }
}

pub(crate) fn actors(game: &Footsoldiers, state: &State, seat: Seat, out: &mut Vec<Actor>) {
    if !game.may_command(state, seat) {
        return;
    }
    let first = out.len() + 1;
    out.push(Actor::Seat);
    out.extend(state.army(Team::of(seat)).iter().map(|soldier| Actor::Unit(soldier.id)));
    out[first..].sort_unstable();
}

/// The greatest coordinate a command can name.
const COMMAND_LIMIT: i64 = i32::MAX as i64;

/// A square as a command names it: neither negative nor beyond 31 bits.
pub(crate) fn command_square(at: Square) -> Option<(i32, i32)> {
    let coordinate = |n: i64| i32::try_from(n).ok().filter(|&n| n >= 0);
    Some((coordinate(at.x)?, coordinate(at.y)?))
}

/// How a command names a soldier: by its id, or by its square where the id is too large.
pub fn name(soldier: &Soldier) -> Option<Who> {
    let by_square = || command_square(soldier.at).map(|(x, y)| Who::On(x, y));
    i32::try_from(soldier.id).ok().map(Who::Unit).or_else(by_square)
}
