//! What only laws and golden vectors ask of a game (rules common to all games, section 11).

use crate::{Entry, Game, Orders, Record, Rejection, Rng, Seat};
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

/// The parts of a line that say what is played.
#[derive(Deserialize, Default)]
pub struct Line<'a> {
    #[serde(default, borrow)]
    pub actions: Vec<Group<'a>>,
    pub end_turn: Option<bool>,
    pub mode: Option<String>,
    pub draws: Option<Vec<Value>>,
}

/// One group: a seat's list.
#[derive(Deserialize, Clone)]
pub struct Group<'a> {
    pub seat: String,
    #[serde(borrow)]
    pub actions: Vec<&'a RawValue>,
    pub turn: Option<i64>,
    pub time: Option<i64>,
}

/// A rejection with everything a line may compare.
#[derive(Clone, PartialEq, Debug)]
pub struct Refusal {
    pub group: usize,
    pub turn: i64,
    pub seat: String,
    pub index: i32,
    pub reason: &'static str,
}

/// What playing a line told.
#[derive(Default, Debug)]
pub struct LineResult {
    pub refusals: Vec<Refusal>,
    /// The game's trace after each group.
    pub traces: Vec<Vec<i64>>,
}

impl LineResult {
    /// Takes over the rejections of one group. Seats the game does not know are called what the group calls them.
    pub fn take<G: Game>(
        &mut self,
        game: &G,
        state: &G::State,
        at: (usize, &Group<'_>, i64),
        rejections: &[Rejection],
    ) {
        let (group, given, turn) = at;
        let names = game.seats(state);
        for rejection in rejections {
            let seat = names.get(rejection.seat.index()).unwrap_or(&given.seat).clone();
            self.refusals.push(Refusal { group, turn, seat, index: rejection.index, reason: rejection.reason.0 });
        }
    }
}

/// What differs: a JSON pointer, what was expected there, and what came.
#[derive(Clone, PartialEq, Debug)]
pub struct Difference {
    pub pointer: String,
    pub expected: String,
    pub got: String,
}

/// A game that can be tried: by the laws over all games, and by golden vectors.
pub trait Golden: Game {
    /// Whether `after` is compared by the keys that are there (recursively; lists in full).
    const PARTIAL: bool = false;

    /// Another state that `seat` cannot tell from this one: everything hidden from it changed at random. Games that hide
    /// nothing leave it as it is.
    fn reshuffle(&self, state: &Self::State, _seat: Seat, _rng: &mut Rng) -> Self::State {
        state.clone()
    }

    /// Plays the groups of a transition. `Err` is a fault of the line itself, such as a bad script of draws.
    fn play(&self, state: &mut Self::State, line: &Line<'_>, told: &mut LineResult) -> Result<(), String> {
        for (i, group) in line.actions.iter().enumerate() {
            self.play_group(state, (i, group), told)?;
        }
        Ok(())
    }

    /// Plays one group as one step.
    fn play_group(
        &self,
        state: &mut Self::State,
        at: (usize, &Group<'_>),
        told: &mut LineResult,
    ) -> Result<(), String> {
        let (i, group) = at;
        let seat = self.seat_called(state, &group.seat).ok_or_else(|| format!("no seat {}", group.seat))?;
        let turn = self.turn(state).number;
        let mut orders = Orders::of(seat, self.entries(group));
        if let Some(turn) = group.turn {
            orders.meant_for(turn);
        }
        let mut record = Record::default();
        self.step(state, &orders, &mut record);
        told.take(self, state, (i, group, turn), &record.rejections);
        told.traces.extend(self.trace(state));
        Ok(())
    }

    /// The entries of a group.
    fn entries(&self, group: &Group<'_>) -> Vec<Entry<Self::Action>> {
        group.actions.iter().map(|action| self.parse(action)).collect()
    }

    fn seat_called(&self, state: &Self::State, name: &str) -> Option<Seat> {
        self.seats(state).iter().position(|seat| seat == name).map(|i| Seat(i as u8))
    }

    /// What `trace` of a line lists after each group.
    fn trace(&self, _state: &Self::State) -> Option<Vec<i64>> {
        None
    }

    /// Whether a refusal that the line expects is one that comes of its `actions`; others come of a form of the orders
    /// that only this game has, and [`Golden::own_kind`] has compared them.
    fn refused_in_actions(_line: &Value, _refusal: &Value) -> bool {
        true
    }

    /// Kinds of lines, or parts of them, that only this game has: `None` if the line is none of them. A line with
    /// `Some(Ok(()))` has passed and is not looked at further.
    fn own_kind(_line: &str) -> Option<Result<(), Difference>> {
        None
    }
}
