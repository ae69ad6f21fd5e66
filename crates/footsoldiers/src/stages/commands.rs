//! The first stage: the commands of both seats, player1's first.

use crate::action::{Action, Who, flaw_reason};
use crate::event::Event;
use crate::field::Square;
use crate::game::Footsoldiers;
use crate::reason;
use crate::state::{Facing, Kind, Soldier, State, Team};
use skirmish_core::{Absence, Answer, Entry, Log, Orders, Reason, Seat};

/// A command that passed its checks, with what they looked up.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Plan {
    Build {
        kind: Kind,
        at: Square,
        goal: Square,
        facing: Facing,
    },
    /// The soldier's place in its army, and its new destination.
    Order {
        place: usize,
        goal: Square,
    },
    Turn {
        place: usize,
        facing: Facing,
    },
    Nothing,
}

impl Footsoldiers {
    /// A whole step: the orders of both seats, then the turn. Orders of other seats do not exist.
    pub(crate) fn take_orders(&self, state: &mut State, orders: &Orders<Action>, log: &mut impl Log<Event>) {
        let seats = [Seat(0), Seat(1)];
        if self.is_over(state) {
            for seat in seats {
                for index in 0..orders.entries(seat).len() {
                    log.reject(seat, index, Reason::GAME_OVER);
                }
            }
            return;
        }
        if self.disqualify(state, orders) {
            for seat in seats.into_iter().filter(|&seat| absence(orders, seat).is_some()) {
                log.reject(seat, 0, Reason::NO_ANSWER);
            }
            self.tell_end(state, log);
            return;
        }
        for seat in seats {
            if absence(orders, seat).is_some() {
                log.reject(seat, 0, Reason::NO_ANSWER);
            }
            for (index, entry) in orders.entries(seat).iter().enumerate() {
                if let Err(reason) = self.take_entry(state, seat, (index, entry), log) {
                    log.reject(seat, index, reason);
                }
            }
        }
        self.play_turn(state, log);
    }

    fn take_entry(
        &self,
        state: &mut State,
        seat: Seat,
        (index, entry): (usize, &Entry<Action>),
        log: &mut impl Log<Event>,
    ) -> Result<(), Reason> {
        if index >= 1 {
            return Err(Reason::TOO_MANY_ACTIONS);
        }
        match entry {
            Entry::Bad(flaw) => Err(flaw_reason(*flaw)),
            Entry::Action(action) => {
                let plan = self.check(state, seat, action)?;
                self.apply(state, seat, plan, log);
                Ok(())
            }
        }
    }

    /// Notes seats that the referee has given up on. True if there are any: then the turn is not played.
    fn disqualify(&self, state: &mut State, orders: &Orders<Action>) -> bool {
        for (i, disqualified) in state.disqualified.iter_mut().enumerate() {
            *disqualified = absence(orders, Seat(i as u8)) == Some(Absence::Disqualified);
        }
        state.disqualified.contains(&true)
    }

    /// Judges a command as the next one of its seat.
    pub(crate) fn check(&self, state: &State, seat: Seat, action: &Action) -> Result<Plan, Reason> {
        if self.is_over(state) {
            return Err(Reason::GAME_OVER);
        }
        match state.given.get(seat.index()) {
            None => return Err(Reason::NOT_YOUR_TURN),
            Some(true) => return Err(Reason::TOO_MANY_ACTIONS),
            Some(false) => {}
        }
        let team = Team::of(seat);
        match *action {
            Action::NoOp => Ok(Plan::Nothing),
            Action::Build { kind, x, y, dest_x, dest_y, facing } => {
                let at = square(x, y);
                self.check_build(state, team, kind, at)?;
                Ok(Plan::Build { kind, at, goal: square(dest_x, dest_y), facing })
            }
            Action::Move { who, x, y } => {
                let place = self.find(state, team, who)?;
                Ok(Plan::Order { place, goal: square(x, y) })
            }
            Action::Face { who, facing } => Ok(Plan::Turn { place: self.find(state, team, who)?, facing }),
        }
    }

    fn check_build(&self, state: &State, team: Team, kind: Kind, at: Square) -> Result<(), Reason> {
        if state.money(team) < self.traits(kind).cost {
            return Err(reason::NOT_ENOUGH_MONEY);
        }
        if self.bases[team.index()].at.distance(at) > self.config.max_distance_from_base {
            return Err(reason::TOO_FAR_FROM_BASE);
        }
        if self.field.is_taken(state, at) {
            return Err(Reason::OCCUPIED);
        }
        Ok(())
    }

    /// The place of a named soldier in its own army.
    fn find(&self, state: &State, team: Team, who: Who) -> Result<usize, Reason> {
        let (own, other) = (state.army(team), state.army(team.other()));
        match who {
            Who::Unit(id) => {
                let id = i64::from(id);
                if let Some(place) = own.iter().position(|soldier| soldier.id == id) {
                    Ok(place)
                } else if other.iter().any(|soldier| soldier.id == id) {
                    Err(Reason::NOT_YOUR_UNIT)
                } else if self.rocks.iter().any(|rock| rock.id == id) {
                    Err(reason::ROCK_THERE)
                } else if self.bases.iter().any(|base| base.id == id) {
                    Err(reason::BASE_THERE)
                } else {
                    Err(Reason::NO_SUCH_UNIT)
                }
            }
            Who::On(x, y) => {
                let at = square(x, y);
                if let Some(place) = standing(own, at) {
                    Ok(place)
                } else if standing(other, at).is_some() {
                    Err(Reason::NOT_YOUR_UNIT)
                } else if self.rocks.binary_search_by_key(&at, |rock| rock.at).is_ok() {
                    Err(reason::ROCK_THERE)
                } else if self.bases.iter().any(|base| base.at == at) {
                    Err(reason::BASE_THERE)
                } else {
                    Err(reason::EMPTY_SQUARE)
                }
            }
        }
    }

    /// Carries out a command that was found good.
    pub(crate) fn apply(&self, state: &mut State, seat: Seat, plan: Plan, log: &mut impl Log<Event>) {
        let side = seat.index();
        state.given[side] = true;
        match plan {
            Plan::Nothing => {}
            Plan::Build { kind, at, goal, facing } => {
                let id = state.next_id;
                let traits = self.traits(kind);
                state.next_id += 1;
                state.money[side] -= traits.cost;
                let army = &mut state.armies[side];
                let place = army.partition_point(|soldier| soldier.at < at);
                army.insert(place, Soldier { at, goal, health: traits.health, id, kind, facing });
                self.field.take(state, at);
                let (dest_x, dest_y, seat) = (goal.x, goal.y, Team::of(seat));
                log.event(Event::Built { seat, unit: id, kind, x: at.x, y: at.y, dest_x, dest_y, facing });
            }
            Plan::Order { place, goal } => {
                let soldier = &mut state.armies[side][place];
                soldier.goal = goal;
                log.event(Event::Ordered { unit: soldier.id, dest_x: goal.x, dest_y: goal.y });
            }
            Plan::Turn { place, facing } => {
                let soldier = &mut state.armies[side][place];
                soldier.facing = facing;
                log.event(Event::Faced { unit: soldier.id, facing });
            }
        }
    }
}

/// The place of the soldier on a square in an army that is in square order.
pub(crate) fn standing(army: &[Soldier], at: Square) -> Option<usize> {
    army.binary_search_by_key(&at, |soldier| soldier.at).ok()
}

fn square(x: i32, y: i32) -> Square {
    Square::new(x.into(), y.into())
}

/// Why a seat of this game gave no list, if so.
fn absence(orders: &Orders<Action>, seat: Seat) -> Option<Absence> {
    match orders.get(seat)?.answer {
        Answer::Absent(absence) => Some(absence),
        Answer::List(_) => None,
    }
}
