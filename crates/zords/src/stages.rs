//! The rules core: commands applied one at a time, each completely, and the change of days.
//!
//! Nothing here knows whether a game is played in rounds or live, or reads a clock. A driver decides which command
//! comes next and at which logical time; it asks [`Core::admit`] for the general checks, makes its own, and then calls
//! [`Core::perform`].

mod admission;
mod building;
mod clock;
mod day;
mod donating;
mod moving;
mod placing;
mod shooting;
mod strengthening;

use crate::action::{Action, Command};
use crate::draws::Chance;
use crate::event::{Event, What};
use crate::game::Zords;
use crate::name::Name;
use crate::state::State;
use skirmish_core::{Log, Reason, Seat};
use skirmish_grid::Point;

pub(crate) use admission::admit;

/// The rules at work on a state: where draws come from, and where events go.
pub struct Core<'a, C, L> {
    pub(crate) game: &'a Zords,
    pub(crate) state: &'a mut State,
    pub(crate) chance: C,
    pub(crate) log: &'a mut L,
}

/// An action of a player that passed all checks.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Plan {
    Move { zord: usize, to: Point, cost: i64 },
    Shoot { zord: usize, target: usize },
    Shield { zord: usize },
    Range { zord: usize },
    Donate { to: Seat, amount: i64 },
    Build { at: Point },
}

impl Zords {
    /// The checks of a player's verb, in the rulebook's order. The seat is a player of the running game.
    #[inline]
    pub(crate) fn check(&self, state: &State, seat: Seat, command: &Command) -> Result<Plan, Reason> {
        match *command {
            Command::Move { unit, x, y } => self.check_move(state, seat, unit, Point::new(x, y)),
            Command::Shoot { unit, target } => {
                self.check_shoot(state, seat, unit, |state| state.zord(i64::from(target)))
            }
            Command::ShootCell { unit, x, y } => {
                self.check_shoot(state, seat, unit, |state| state.zord_at(Point::new(x, y)))
            }
            Command::Shield { unit } => self.check_shield(state, seat, unit),
            Command::Range { unit } => self.check_range(state, seat, unit),
            Command::Donate { to, amount } => self.check_donate(state, seat, to, i64::from(amount)),
            Command::Build { x, y } => self.check_build(state, seat, Point::new(x, y)),
            Command::Advance { .. } | Command::Join { .. } | Command::Retire { .. } | Command::ClockShift { .. } => {
                Err(Reason::WRONG_SEAT)
            }
        }
    }
}

impl<'a, C: Chance, L: Log<Event>> Core<'a, C, L> {
    pub fn new(game: &'a Zords, state: &'a mut State, chance: C, log: &'a mut L) -> Self {
        Core { game, state, chance, log }
    }

    /// Applies an admitted action, or says why not and changes nothing.
    #[inline]
    pub fn perform(&mut self, seat: Seat, action: &Action) -> Result<(), Reason> {
        if action.command.is_clocks() {
            return self.perform_clock(&action.command);
        }
        let plan = self.game.check(self.state, seat, &action.command)?;
        self.state.count_change();
        match plan {
            Plan::Move { zord, to, cost } => self.move_zord(seat, zord, to, cost),
            Plan::Shoot { zord, target } => self.shoot(seat, zord, target),
            Plan::Shield { zord } => self.shield(seat, zord),
            Plan::Range { zord } => self.raise_range(seat, zord),
            Plan::Donate { to, amount } => self.donate(seat, to, amount),
            Plan::Build { at } => self.build(seat, at),
        }
        Ok(())
    }

    /// Tells an event at the present time. It is only made if someone listens.
    #[inline]
    fn tell(&mut self, what: impl FnOnce(&State) -> What) {
        if L::WANTS_EVENTS {
            let (seq, day, time) = (self.state.seq, self.state.day, self.state.time);
            self.log.event(Event { seq, day, time, what: what(self.state) });
        }
    }

    fn spend(&mut self, seat: Seat, actions: i64) {
        self.state.player_mut(seat).actions -= actions;
    }
}

/// An own zord by its id, as the first two checks of most verbs have it.
#[inline]
fn own_zord(state: &State, seat: Seat, unit: i32) -> Result<usize, Reason> {
    let zord = state.zord(i64::from(unit)).ok_or(Reason::NO_SUCH_UNIT)?;
    if state.zords[zord].owner == seat { Ok(zord) } else { Err(Reason::NOT_YOUR_UNIT) }
}

/// Whether a seat has the action points for something.
#[inline]
fn affordable(state: &State, seat: Seat, cost: i64) -> Result<(), Reason> {
    if cost <= state.player(seat).actions { Ok(()) } else { Err(crate::reason::NOT_ENOUGH_ACTIONS) }
}

fn names(state: &State, seats: impl IntoIterator<Item = Seat>) -> impl Iterator<Item = Name> {
    seats.into_iter().map(|seat| state.name(seat))
}
