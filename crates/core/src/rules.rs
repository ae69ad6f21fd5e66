//! The rules of a game: who may do what, and what follows.
//!
//! This is all that search, random play and training need. It knows no JSON, no pictures and no host. Configs, maps and
//! positions are in [`documents`](crate::documents), what seats are told in [`telling`](crate::telling).

use crate::{Absence, Answer, Entry, Key, Log, Orders, Reason, Rng, Seat, SeatSet, Seed};
use std::fmt::Debug;

/// The rules, as methods of a game's immutable tables (config, map, whatever is worth computing once). They work on
/// [`Rules::State`], a plain value.
///
/// Two ways lead through a turn, to the same state:
///
/// * [`Rules::step`] takes the complete orders of all seats to act. It is **total**: it never fails and never panics,
///   whatever the orders hold. Everything that is recorded goes through it.
/// * [`Rules::act`] and [`Rules::close`] do the same piecemeal, one action at a time, for search, random play and
///   training.
///
/// Between `act` and `close` a state is in the middle of a step. It may hold notes for the rest of the step (who has
/// acted, say). They are not part of a position, and `close` clears them.
///
/// ```
/// use skirmish_cairns::{Action, Cairns};
/// use skirmish_core::{Documents, Entry, Orders, Reason, Record, Rules, Seat, Setup};
///
/// let (game, start) = Cairns::resolve(&Setup::seeded(7)).unwrap();
/// let take = |count| Action::Take { cairn: 0, count };
///
/// // A whole step. One action per turn: the second entry is refused, and the step goes on.
/// let orders = Orders::of(Seat(0), [Entry::Action(take(2)), Entry::Action(take(1))]);
/// let (mut stepped, mut record) = (start.clone(), Record::default());
/// game.step(&mut stepped, &orders, &mut record);
/// assert_eq!(record.events.len(), 1);
/// assert_eq!(record.rejections[0].reason, Reason::TOO_MANY_ACTIONS);
///
/// // The same turn piece by piece, without a log.
/// let mut searched = start;
/// game.act(&mut searched, Seat(0), &take(2), &mut ()).unwrap();
/// game.close(&mut searched, &mut ());
/// assert_eq!(searched, stepped);
/// ```
pub trait Rules: Sized + Clone + Send + Sync + 'static {
    /// How things stand.
    type State: Clone + PartialEq + Debug + Send + Sync;
    /// What a seat may do: one entry of its list.
    type Action: Copy + PartialEq + Debug + Send + Sync;
    /// Something that happened in a step, for views, logs and replays.
    type Event: Clone + PartialEq + Debug + Send;

    /// Whose turn it is.
    fn turn(&self, state: &Self::State) -> Turn;

    /// Appends whoever of `seat` might act now: first the seat itself, if it has actions of its own, then its units by
    /// ascending id.
    fn actors(&self, state: &Self::State, seat: Seat, out: &mut Vec<Actor>);

    /// Appends the actions of `actor` that would be accepted now, in the rulebook's order. If there are very many or
    /// infinitely many, appends a bounded part of them.
    fn legal(&self, state: &Self::State, seat: Seat, actor: Actor, out: &mut Vec<Self::Action>);

    /// Whether the action would be accepted now; if not, why not.
    fn is_legal(&self, state: &Self::State, seat: Seat, action: &Self::Action) -> Result<(), Reason>;

    /// A random legal action, found without listing them all; `None` if the seat has none.
    fn sample(&self, state: &Self::State, seat: Seat, rng: &mut Rng) -> Option<Self::Action>;

    /// Carries out one action of `seat` as the next entry of its list, or says why not and changes nothing.
    fn act(
        &self,
        state: &mut Self::State,
        seat: Seat,
        action: &Self::Action,
        log: &mut impl Log<Self::Event>,
    ) -> Result<(), Reason>;

    /// All lists are complete: plays on until seats are to act again. A finished game stays as it is.
    fn close(&self, state: &mut Self::State, log: &mut impl Log<Self::Event>);

    /// How the game stands, or how it ended.
    fn standings(&self, state: &Self::State) -> Standings;

    /// A hash of the state between steps, without clocks; the same on every platform.
    fn hash(&self, state: &Self::State) -> u64;

    /// A hash of what tells games apart and is not in the state, such as a board that never changes.
    fn ground(&self) -> u64 {
        0
    }

    // ---- provided: a list is worked through entry by entry. Games that do it another way override these.

    /// Judges the entry at `index` of a seat's list and carries it out.
    fn entry(
        &self,
        state: &mut Self::State,
        seat: Seat,
        (_index, entry): (usize, &Entry<Self::Action>),
        log: &mut impl Log<Self::Event>,
    ) -> Result<(), Reason> {
        match entry {
            Entry::Action(action) => self.act(state, seat, action, log),
            Entry::Bad(flaw) => Err(flaw.reason()),
        }
    }

    /// Notes that a seat gave no list. By default nothing follows from it, and the turn goes on.
    fn absent(&self, _state: &mut Self::State, _seat: Seat, _absence: Absence, _log: &mut impl Log<Self::Event>) {}

    /// Plays the orders of all seats to act. Never fails: bad entries are rejected in the log.
    fn step(&self, state: &mut Self::State, orders: &Orders<Self::Action>, log: &mut impl Log<Self::Event>) {
        for given in orders.iter() {
            match given.answer {
                Answer::List(list) => {
                    for (index, entry) in list.iter().enumerate() {
                        if let Err(reason) = self.entry(state, given.seat, (index, entry), log) {
                            log.reject(given.seat, index, reason);
                        }
                    }
                }
                Answer::Absent(absence) => self.absent(state, given.seat, absence, log),
            }
        }
        self.close(state, log);
    }

    /// How many units take part in the next step: those of the seats to act.
    fn units(&self, state: &Self::State) -> usize {
        let mut actors = Vec::new();
        self.turn(state).to_act.iter().for_each(|seat| self.actors(state, seat, &mut actors));
        actors.iter().filter(|actor| matches!(actor, Actor::Unit(_))).count()
    }

    /// Seats that the rules have counted out for their absences: they forfeited, or are no longer asked.
    fn counted_out(&self, _state: &Self::State) -> SeatSet {
        SeatSet::EMPTY
    }

    /// The random key of the state; `None` in games without chance.
    fn key(&self, _state: &Self::State) -> Option<Key> {
        None
    }

    /// Sets or removes the random key of the state. Does nothing in games without chance.
    fn set_key(&self, _state: &mut Self::State, _key: Option<Key>) {}

    /// Gives the state the random key of `seed`. Does nothing in games without chance.
    fn reseed(&self, state: &mut Self::State, seed: Seed) {
        self.set_key(state, Some(seed.key()));
    }
}

/// Who might act: a unit, or the seat itself.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Actor {
    /// The seat itself.
    Seat,
    /// The unit of that id.
    Unit(i64),
}

/// Whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Turn {
    /// The number that messages carry.
    pub number: i64,
    /// The name of the phase, in games that have several.
    pub phase: Option<&'static str>,
    /// Nobody: the game is over (or waits). One seat: seats take turns. Several: they act at once.
    pub to_act: SeatSet,
    /// Seats to act that are no longer asked; their list is empty.
    pub silent: SeatSet,
}

impl Turn {
    /// The game is over; nobody acts.
    pub fn over(number: i64) -> Turn {
        Turn { number, phase: None, to_act: SeatSet::EMPTY, silent: SeatSet::EMPTY }
    }

    /// One seat acts.
    pub fn of(number: i64, seat: Seat) -> Turn {
        Turn { number, phase: None, to_act: SeatSet::one(seat), silent: SeatSet::EMPTY }
    }

    /// Whether nobody is to act.
    pub fn is_over(&self) -> bool {
        self.to_act.is_empty()
    }
}

/// How a game stands, or how it ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Standings {
    /// Whether it has ended.
    pub over: bool,
    /// The only winner; `None` while the game runs, and for draws and shared first places.
    pub winner: Option<Seat>,
    /// The score of each seat, in seat order.
    pub scores: Vec<i64>,
    /// Why it ended, as a code of the rulebook; `None` while the game runs.
    pub reason: Option<&'static str>,
}

impl Standings {
    /// The rank of each seat, in seat order: the winner first, then by score. Equals share a rank (1, 1, 3).
    pub fn ranks(&self) -> Vec<usize> {
        let worth = |i: usize| (self.winner == Some(Seat(i as u8)), self.scores[i]);
        (0..self.scores.len())
            .map(|i| {
                let better = (0..self.scores.len())
                    .filter(|&j| match self.winner {
                        Some(_) => worth(j) > worth(i),
                        None => self.scores[j] > self.scores[i],
                    })
                    .count();
                better + 1
            })
            .collect()
    }
}

/// The legal actions that [`Rules::legal`] lists for a seat, actor by actor.
pub fn legal_actions<R: Rules>(rules: &R, state: &R::State, seat: Seat) -> Vec<R::Action> {
    let mut actors: Vec<Actor> = Vec::new();
    let mut actions = Vec::new();
    rules.actors(state, seat, &mut actors);
    for actor in actors {
        rules.legal(state, seat, actor, &mut actions);
    }
    actions
}
