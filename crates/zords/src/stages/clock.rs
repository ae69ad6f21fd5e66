//! The commands of the clock: `advance`, `join`, `retire`, `clock_shift`.

use super::Core;
use crate::action::{Command, Why};
use crate::draws::Chance;
use crate::event::{Event, What};
use crate::name::Name;
use crate::reason;
use crate::state::{Player, Status};
use skirmish_core::read::bounded;
use skirmish_core::{Log, Reason, Seat};

impl<C: Chance, L: Log<Event>> Core<'_, C, L> {
    pub(super) fn perform_clock(&mut self, command: &Command) -> Result<(), Reason> {
        match *command {
            Command::Advance { day, time } => self.advance(i64::from(day), i64::from(time)),
            Command::Join { seat } => self.join(seat),
            Command::Retire { seat, why } => {
                let seat = self.state.seat_called(seat).ok_or(reason::UNKNOWN_SEAT)?;
                self.retire(seat, why);
                Ok(())
            }
            Command::ClockShift { seconds } => {
                self.clock_shift(i64::from(seconds));
                Ok(())
            }
            _ => Err(reason::UNKNOWN_SEAT),
        }
    }

    /// Lets time pass up to a moment, over all day changes on the way. Time never goes back.
    pub fn advance(&mut self, day: i64, time: i64) -> Result<(), Reason> {
        if !(0..self.game.config.day_length_s).contains(&time) {
            return Err(Reason::MALFORMED);
        }
        if self.state.status == Status::Waiting && day >= 1 {
            if (self.state.players.len() as i64) < self.game.config.min_players {
                return Err(reason::NOT_ENOUGH_PLAYERS);
            }
            self.start();
        }
        while self.state.is_running() && self.state.day < day {
            self.change_day();
        }
        if self.state.is_running() && self.state.day == day {
            self.state.time = self.state.time.max(time);
        }
        Ok(())
    }

    fn join(&mut self, name: Name) -> Result<(), Reason> {
        if name == Name::UNFIT {
            return Err(Reason::MALFORMED);
        }
        match self.state.status {
            Status::Waiting => {}
            Status::Running if self.game.config.late_join => {}
            Status::Running => return Err(reason::ALREADY_STARTED),
            Status::Over | Status::Aborted => return Err(Reason::GAME_OVER),
        }
        if self.state.players.iter().any(|player| player.name.resembles(&name)) {
            return Err(reason::SEAT_TAKEN);
        }
        if self.state.players.len() as i64 >= self.game.config.max_players {
            return Err(reason::GAME_FULL);
        }
        let seat = Seat(self.state.players.len() as u8);
        self.state.players.push(Player::new(name, self.game.config.start_points));
        if self.state.is_running() {
            self.state.order.push(seat);
        }
        self.state.count_change();
        self.tell(|_| What::Joined { seat: name });
        Ok(())
    }

    /// The seat is no longer asked. Doing it twice changes nothing.
    pub fn retire(&mut self, seat: Seat, why: Why) {
        if std::mem::replace(&mut self.state.player_mut(seat).retired, true) {
            return;
        }
        self.state.count_change();
        self.tell(|state| What::Retired { seat: state.name(seat), why });
    }

    fn clock_shift(&mut self, seconds: i64) {
        let shift = self.state.shift_s.unwrap_or(0).saturating_add(seconds);
        self.state.shift_s = Some(bounded(shift));
        self.state.count_change();
        self.tell(|_| What::ClockShift { seconds });
    }
}
