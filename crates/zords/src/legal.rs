//! What may be done: listing it, and finding some of it at random.

use crate::action::{Action, Command};
use crate::game::Zords;
use crate::state::State;
use skirmish_core::{Actor, Rng, Seat};
use skirmish_grid::Point;
use skirmish_grid::square::AROUND8;

/// Every destination up to this far is listed, and farther ones in the eight compass directions.
pub const NEAR: i64 = 5;

/// Listed destinations are never farther away than this in any direction.
pub const FAR: i64 = 64;

/// Donations of more points than this are not listed.
pub const MOST_LISTED: i64 = 10;

/// How many random actions are tried before all are listed.
const TRIES: usize = 24;

impl Zords {
    /// Whether the seat could do anything except pass.
    #[inline]
    pub fn may_act(&self, state: &State, seat: Seat) -> bool {
        i64::from(state.listed) < self.config.max_actions
            && self.asked(state) == Some(seat)
            && state.player(seat).actions >= self.cheapest
    }

    /// Hands over the legal actions of an actor: of a zord `move`, `shoot`, `shield`, `range`; of the seat `donate`
    /// and `build`.
    ///
    /// Complete except for far destinations, large donations and far building cells. If anything is legal at all,
    /// something is listed.
    pub(crate) fn each_legal(&self, state: &State, seat: Seat, actor: Actor, found: &mut impl FnMut(Action)) {
        if !self.may_act(state, seat) {
            return;
        }
        let mut offer = |command: Command| {
            if self.check(state, seat, &command).is_ok() {
                found(command.into());
            }
        };
        match actor {
            Actor::Seat => {
                self.offer_donations(state, seat, &mut offer);
                self.offer_buildings(state, seat, &mut offer);
            }
            Actor::Unit(id) => {
                let Ok(unit) = i32::try_from(id) else { return };
                let Some(zord) = state.zord(id) else { return };
                self.offer_moves(state, seat, (unit, state.zords[zord].at), &mut offer);
                for target in state.zords.iter().filter_map(|zord| i32::try_from(zord.id).ok()) {
                    offer(Command::Shoot { unit, target });
                }
                offer(Command::Shield { unit });
                offer(Command::Range { unit });
            }
        }
    }

    fn offer_moves(&self, state: &State, seat: Seat, (unit, from): (i32, Point), offer: &mut impl FnMut(Command)) {
        let reach = self.reach(state, seat);
        let near = reach.min(self.near(state));
        let mut go = |to: Point| offer(Command::Move { unit, x: to.x, y: to.y });
        square(from, near).for_each(&mut go);
        for distance in near + 1..=reach.min(FAR) {
            for (dx, dy) in AROUND8 {
                go(from.step((dx * distance as i32, dy * distance as i32)));
            }
        }
    }

    fn offer_donations(&self, state: &State, seat: Seat, offer: &mut impl FnMut(Command)) {
        let most = state.player(seat).points.min(self.config.max_donation).min(MOST_LISTED);
        for player in &state.players {
            for amount in 1..=most as i32 {
                offer(Command::Donate { to: player.name, amount });
            }
        }
    }

    /// Cells near the zords of a seat, each once.
    fn offer_buildings(&self, state: &State, seat: Seat, offer: &mut impl FnMut(Command)) {
        let near = self.config.build_distance.min(self.near(state));
        for (i, zord) in state.zords_of(seat).enumerate() {
            for cell in square(zord.at, near) {
                if !state.zords_of(seat).take(i).any(|other| other.at.chebyshev(cell) <= near) {
                    offer(Command::Build { x: cell.x, y: cell.y });
                }
            }
        }
    }

    /// How far a seat can pay to move.
    #[inline]
    pub fn reach(&self, state: &State, seat: Seat) -> i64 {
        state.player(seat).actions.checked_div(self.config.move_cost).unwrap_or(i64::MAX).min(self.config.board_size)
    }

    /// A distance within which there is room beside all that is on the board, even from a corner: every destination
    /// and every building cell up to it is listed.
    #[inline]
    pub fn near(&self, state: &State) -> i64 {
        NEAR.max((state.zords.len() as i64 + 2).isqrt())
    }

    /// Something a seat might do.
    #[inline]
    fn guess(&self, state: &State, seat: Seat, rng: &mut Rng) -> Option<Command> {
        let start = rng.index(state.zords.len());
        let (after, before) = (state.zords[start..].iter(), state.zords[..start].iter());
        let zord = after.chain(before).find(|zord| zord.owner == seat)?;
        let unit = i32::try_from(zord.id).ok()?;
        Some(match rng.below(16) {
            0..=6 => {
                let reach = self.reach(state, seat).min(if rng.chance(1, 8) { FAR } else { NEAR - 1 });
                let to = nearby(zord.at, reach, rng);
                Command::Move { unit, x: to.x, y: to.y }
            }
            7..=9 => {
                let target = &state.zords[rng.index(state.zords.len())];
                Command::Shoot { unit, target: i32::try_from(target.id).ok()? }
            }
            10..=11 => Command::Shield { unit },
            12..=13 => Command::Range { unit },
            14 => {
                let most = self.config.max_donation.clamp(1, MOST_LISTED);
                let to = state.players[rng.index(state.players.len())].name;
                Command::Donate { to, amount: rng.between(1, most) as i32 }
            }
            _ => {
                let cell = nearby(zord.at, self.config.build_distance.min(FAR), rng);
                Command::Build { x: cell.x, y: cell.y }
            }
        })
    }

    /// One of all listed actions, each as likely as the others.
    fn sample_listed(&self, state: &State, seat: Seat, rng: &mut Rng) -> Option<Action> {
        let (mut chosen, mut count) = (None, 0);
        let mut found = |action: Action| {
            count += 1;
            if rng.chance(1, count) {
                chosen = Some(action);
            }
        };
        self.each_legal(state, seat, Actor::Seat, &mut found);
        for zord in state.zords_of(seat) {
            self.each_legal(state, seat, Actor::Unit(zord.id), &mut found);
        }
        chosen
    }
}

/// The actions of `actor` that would be accepted now.
pub(crate) fn legal(game: &Zords, state: &State, seat: Seat, actor: Actor, out: &mut Vec<Action>) {
    game.each_legal(state, seat, actor, &mut |action| out.push(action));
}

pub(crate) fn sample(game: &Zords, state: &State, seat: Seat, rng: &mut Rng) -> Option<Action> {
    if !game.may_act(state, seat) {
        return None;
    }
    for _ in 0..TRIES {
        if let Some(command) = game.guess(state, seat, rng)
            && game.check(state, seat, &command).is_ok()
        {
            return Some(command.into());
        }
    }
    game.sample_listed(state, seat, rng)
}

pub(crate) fn actors(game: &Zords, state: &State, seat: Seat, out: &mut Vec<Actor>) {
    if !game.may_act(state, seat) {
        return;
    }
    out.push(Actor::Seat);
    let start = out.len();
    out.extend(state.zords_of(seat).map(|zord| Actor::Unit(zord.id)));
    out[start..].sort_unstable();
}

/// The cells within a distance, row by row.
fn square(centre: Point, distance: i64) -> impl Iterator<Item = Point> {
    let distance = distance as i32;
    let rows = -distance..=distance;
    rows.flat_map(move |dy| (-distance..=distance).map(move |dx| centre.step((dx, dy))))
}

/// A random cell within a distance.
#[inline]
fn nearby(centre: Point, distance: i64, rng: &mut Rng) -> Point {
    let mut offset = || rng.between(-distance, distance) as i32;
    centre.step((offset(), offset()))
}
