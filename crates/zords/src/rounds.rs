//! The driver of play in rounds: whose turn it is, one list at a time, and moving on over seats, rounds and days.

use crate::action::{Action, Why};
use crate::draws::Chance;
use crate::event::Event;
use crate::game::Zords;
use crate::stages::{Core, admit};
use crate::state::{NOBODY, Place, State};
use skirmish_core::read::bounded;
use skirmish_core::{Absence, Answer, Entry, Log, Orders, Reason, Seat};

impl Zords {
    /// The `turn`-th seat of a round: the base order, turned by one seat a round and a day, and run through backwards
    /// on even days.
    #[inline]
    pub(crate) fn seat_in_round(&self, state: &State, place: Place) -> Seat {
        let step = if state.day % 2 == 1 { 1 } else { -1 };
        let index = state.day - 1 + step * (place.round + place.turn as i64);
        state.order[index.rem_euclid(state.order.len() as i64) as usize]
    }

    /// The seats of a round in their order.
    pub fn round_order(&self, state: &State, round: i64) -> impl Iterator<Item = Seat> {
        (0..state.order.len()).map(move |turn| self.seat_in_round(state, Place { round, turn }))
    }

    /// The place of the next seat to act. A running game that was not played in rounds so far starts in the
    /// round of its time; there is no place if nobody could act.
    #[inline]
    pub fn place(&self, state: &State) -> Option<Place> {
        if !state.is_running() {
            return None;
        }
        state.place.or_else(|| {
            let round = self.config.round_at(state.time);
            let places = (0..state.order.len()).map(|turn| Place { round, turn });
            places.into_iter().find(|&place| is_asked(state, self.seat_in_round(state, place)))
        })
    }

    /// The seat whose turn it is.
    #[inline]
    pub(crate) fn asked(&self, state: &State) -> Option<Seat> {
        self.place(state).map(|place| self.seat_in_round(state, place))
    }

    /// The number of a turn, unique in a match.
    pub(crate) fn turn_id(&self, state: &State, place: Place) -> i64 {
        let rounds = (state.day - 1).max(0) * self.config.rounds_per_day + place.round;
        rounds * state.players.len() as i64 + place.turn as i64 + 1
    }

    /// Everything before the checks of the verb: the limit of the list, the general checks, whose turn it is.
    #[inline]
    pub(crate) fn admit_in_turn<'e>(
        &self,
        state: &State,
        seat: Seat,
        entry: &'e Entry<Action>,
    ) -> Result<&'e Action, Reason> {
        if i64::from(state.listed) >= self.config.max_actions {
            return Err(Reason::TOO_MANY_ACTIONS);
        }
        // The clock gives no orders in a turn.
        let seat = if seat == Seat::CLOCK { NOBODY } else { seat };
        let action = admit(state, seat, entry)?;
        if self.asked(state) == Some(seat) { Ok(action) } else { Err(Reason::NOT_YOUR_TURN) }
    }
}

/// Whether a seat is asked when its turn comes.
fn is_asked(state: &State, seat: Seat) -> bool {
    let player = state.player(seat);
    !player.retired && !player.is_down() && player.actions > 0
}

impl State {
    /// Whether the seat to act is one that would be asked, as it must be between steps.
    pub(crate) fn turn_is_askable(&self, seat: Seat) -> bool {
        is_asked(self, seat)
    }
}

impl<C: Chance, L: Log<Event>> Core<'_, C, L> {
    /// The orders of one step: the list or absence of the seat to act, and what others said out of turn. In a live game
    /// the clock gives orders as well, and nobody has a turn.
    pub(crate) fn step(&mut self, orders: &Orders<Action>) {
        if self.state.is_live() && orders.get(Seat::CLOCK).is_some() {
            return self.step_live(orders);
        }
        let asked = self.game.asked(self.state);
        for given in orders.iter() {
            match given.answer {
                Answer::List(list) => self.judge_list(given.seat, list),
                Answer::Absent(absence) if Some(given.seat) == asked => self.absent(given.seat, absence),
                Answer::Absent(_) => {}
            }
        }
        self.close();
    }

    /// Judges the entries of a list one by one.
    pub(crate) fn judge_list(&mut self, seat: Seat, list: &[Entry<Action>]) {
        for (i, entry) in list.iter().enumerate() {
            self.state.listed = u32::try_from(i).unwrap_or(u32::MAX);
            if let Err(reason) = self.act(seat, entry) {
                self.log.reject(seat, i, reason);
            }
        }
    }

    /// One entry of the list of `seat`.
    #[inline]
    pub(crate) fn act(&mut self, seat: Seat, entry: &Entry<Action>) -> Result<(), Reason> {
        let action = self.game.admit_in_turn(self.state, seat, entry)?;
        // The turn goes on even if the seat has no action points left.
        let place = self.game.place(self.state);
        self.perform(seat, action)?;
        self.state.place = place;
        self.state.listed = self.state.listed.saturating_add(1);
        Ok(())
    }

    /// The seat to act gave no list: a pass, and either a fault or its retirement.
    fn absent(&mut self, seat: Seat, absence: Absence) {
        let player = self.state.player_mut(seat);
        match absence.nearest() {
            Absence::Late | Absence::Malformed => {
                player.faults = bounded(player.faults + 1);
                if player.faults >= self.game.config.max_faults {
                    self.retire(seat, Why::Faults);
                }
            }
            _ if absence == Absence::Resigned => self.retire(seat, Why::Resigned),
            _ => self.retire(seat, Why::Crash),
        }
    }

    /// The turn is complete: the next seat that is asked comes.
    pub(crate) fn close(&mut self) {
        self.state.listed = 0;
        if self.state.is_running() {
            let nobody = Place { round: self.game.config.round_at(self.state.time), turn: self.state.order.len() };
            let place = self.game.place(self.state).unwrap_or(nobody);
            self.state.place = Some(Place { turn: place.turn + 1, ..place });
            self.settle();
        }
    }

    /// Moves on from the stored place to the next seat that is asked, over rounds and days.
    pub(crate) fn settle(&mut self) {
        while self.state.is_running() {
            let place = self.state.place.unwrap_or(Place::START);
            self.state.place = Some(place);
            if place.turn < self.state.order.len() {
                if is_asked(self.state, self.game.seat_in_round(self.state, place)) {
                    return;
                }
                self.state.place = Some(Place { turn: place.turn + 1, ..place });
            } else {
                self.next_round(place.round + 1);
            }
        }
    }

    /// A round begins with its time. Those that nobody acts in are passed over together.
    fn next_round(&mut self, round: i64) {
        let anyone = self.state.seats().any(|seat| is_asked(self.state, seat));
        let day = self.state.day;
        // The moments of the driver are never refused.
        let _ = if anyone && round < self.game.config.rounds_per_day {
            self.state.place = Some(Place { round, turn: 0 });
            self.advance(day, self.game.config.round_time(round))
        } else {
            self.advance(day + 1, 0)
        };
    }
}
