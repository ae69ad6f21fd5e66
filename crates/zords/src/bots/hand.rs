//! What bots see of the board, and the hand that moves their zords on it.

use crate::action::{Action, Command};
use crate::game::Zords;
use crate::name::Name;
use crate::position::{PlayerPosition, ZordPosition};
use crate::state::{Place, Player, State, Zord};
use crate::view::View;
use skirmish_core::hash::mix;
use skirmish_core::{Rules, Seat};
use skirmish_grid::Point;
use smallvec::SmallVec;

/// A seat acting on a board: everything it does that the rules allow is carried out there, and written down.
pub(super) struct Hand<'a> {
    pub game: &'a Zords,
    pub state: &'a mut State,
    pub seat: Seat,
    /// Breaks ties.
    pub luck: u64,
    pub orders: &'a mut Vec<Action>,
}

/// The longest list a bot sends, even where actions cost nothing and lists may have any length.
const LONGEST: usize = 1000;

/// Zords by their ids, which stay the same when others die.
pub(super) type Ids = SmallVec<[i64; 8]>;

impl Hand<'_> {
    /// Carries it out if it is allowed.
    pub fn try_to(&mut self, command: Command) -> bool {
        let done =
            self.orders.len() < LONGEST && self.game.act(self.state, self.seat, &command.into(), &mut ()).is_ok();
        if done {
            self.orders.push(command.into());
        }
        done
    }

    pub fn go(&mut self, zord: i64, to: Point) -> bool {
        self.try_to(Command::Move { unit: zord as i32, x: to.x, y: to.y })
    }

    pub fn shoot(&mut self, zord: i64, target: i64) -> bool {
        self.try_to(Command::Shoot { unit: zord as i32, target: target as i32 })
    }

    pub fn shield(&mut self, zord: i64) -> bool {
        self.try_to(Command::Shield { unit: zord as i32 })
    }

    pub fn raise_range(&mut self, zord: i64) -> bool {
        self.try_to(Command::Range { unit: zord as i32 })
    }

    /// Shoots until the target is dead or the action points are gone.
    pub fn shoot_down(&mut self, zord: i64, target: i64) {
        while self.shoot(zord, target) {}
    }

    /// Walks into range of a target and shoots at it.
    pub fn strike(&mut self, zord: i64, target: i64) {
        let (Some(own), Some(aim)) = (self.zord(zord), self.zord(target)) else { return };
        self.walk(zord, aim.at, own.range);
        self.shoot_down(zord, target);
    }

    /// A number to break ties with.
    pub fn tie(&self, of: i64) -> u64 {
        mix(self.luck ^ of as u64)
    }

    pub fn actions(&self) -> i64 {
        self.state.player(self.seat).actions
    }

    pub fn own(&self) -> Ids {
        self.state.zords_of(self.seat).map(|zord| zord.id).collect()
    }

    /// A zord on the board, if it is still there.
    pub fn zord(&self, id: i64) -> Option<Zord> {
        self.state.zord(id).map(|i| self.state.zords[i])
    }

    pub fn enemies(&self) -> impl Iterator<Item = &Zord> {
        self.state.zords.iter().filter(|zord| zord.owner != self.seat)
    }

    pub fn totems(&self) -> [Point; 2] {
        self.state.totems.unwrap_or_default()
    }

    pub fn in_area(&self, cell: Point, totem: Point) -> bool {
        cell.chebyshev(totem) <= self.game.config.totem_aura
    }

    /// How far a move can go with all action points.
    pub fn reach(&self) -> i64 {
        self.actions().checked_div(self.game.config.move_cost).unwrap_or(i64::MAX)
    }

    /// Whether this is the last round of the day.
    pub fn is_evening(&self) -> bool {
        self.state.place.is_some_and(|place| place.round + 1 >= self.game.config.rounds_per_day)
    }

    /// The free cell within `radius` of `centre` that is nearest to `from`.
    pub fn free_cell(&self, from: Point, centre: Point, radius: i64) -> Option<Point> {
        let aim = Point::new(towards(from.x, centre.x, radius), towards(from.y, centre.y, radius));
        if self.is_free(aim) {
            return Some(aim);
        }
        let around = (-3..=3).flat_map(|dy| (-3..=3).map(move |dx| aim.step((dx, dy))));
        around
            .filter(|&cell| cell.chebyshev(centre) <= radius && self.is_free(cell))
            .min_by_key(|&cell| (cell.chebyshev(from), cell.manhattan(aim)))
    }

    pub fn is_free(&self, cell: Point) -> bool {
        self.game.config.on_board(cell) && !self.state.is_occupied(cell)
    }

    /// Walks towards a place as far as the action points allow; to the nearest free cell there if it can be reached.
    pub fn walk(&mut self, zord: i64, centre: Point, radius: i64) -> bool {
        let Some(from) = self.zord(zord).map(|zord| zord.at) else { return false };
        let distance = from.chebyshev(centre) - radius;
        if distance <= 0 {
            return false;
        }
        let reach = self.reach();
        let goal = self.free_cell(from, centre, radius).filter(|goal| goal.chebyshev(from) <= reach);
        match goal {
            Some(goal) => self.go(zord, goal),
            None => {
                let part = self.free_cell(from, centre, from.chebyshev(centre) - reach.min(distance));
                part.is_some_and(|part| self.go(zord, part))
            }
        }
    }
}

/// The coordinate nearest to `from` that is within `radius` of `centre`.
fn towards(from: i32, centre: i32, radius: i64) -> i32 {
    let (low, high) = (i64::from(centre) - radius, i64::from(centre) + radius);
    i64::from(from).clamp(low, high.max(low)) as i32
}

/// Sets up the board that a view shows. Future draws are unknown.
pub(super) fn rebuild(board: &mut State, view: &View) {
    (board.status, board.day, board.time) = (view.status, view.day, view.time);
    (board.seq, board.next_id) = (view.seq, view.next_id);
    board.players.clear();
    board.players.extend(view.players.iter().map(|player: &PlayerPosition| Player {
        actions: player.actions,
        faults: player.faults,
        retired: player.retired,
        ..Player::new(player.seat, player.points)
    }));
    board.zords.clear();
    let mut seats: SmallVec<[(Name, Seat); Seat::MAX]> = board.seats().map(|seat| (board.name(seat), seat)).collect();
    seats.sort_unstable_by(|a, b| a.0.as_str().cmp(b.0.as_str()));
    let called = |name: Name| seats.binary_search_by(|seat| seat.0.as_str().cmp(name.as_str())).map(|i| seats[i].1);
    for zord in &view.zords {
        let &ZordPosition { id, owner, x, y, hp, shields, range } = zord;
        if let Ok(owner) = called(owner) {
            board.player_mut(owner).zords += 1;
            board.zords.push(Zord { id, at: Point::new(x, y), hp, shields, range, owner });
        }
    }
    let mut totems = view.totems.iter().map(|totem| Point::new(totem.x, totem.y));
    board.totems = totems.next().zip(totems.next()).map(|(a, b)| [a, b]);
    board.order.clear();
    board.order.extend(view.order.iter().filter_map(|&name| called(name).ok()));
    board.place = view.round.zip(view.turn).map(|(round, turn)| Place { round, turn: turn as usize });
    board.listed = 0;
}
