//! What only laws and golden vectors ask of a game (section 11 of the rules common to all games).

use crate::{Entry, Game, Orders, Record, Rejection, Rng, Seat};
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

/// The parts of a line that say what to play.
#[derive(Deserialize, Default)]
pub struct Line<'a> {
    /// The groups, in the order they are played.
    #[serde(default, borrow)]
    pub actions: Vec<Group<'a>>,
    /// In `golems`: whether the turn is passed after each group; missing means yes.
    pub end_turn: Option<bool>,
    /// In `zords`: `rounds` or `live`.
    pub mode: Option<String>,
    /// In `zords`: what is drawn, in place of the key's draws.
    pub draws: Option<Vec<Value>>,
}

/// One group: a seat's list.
#[derive(Deserialize, Clone)]
pub struct Group<'a> {
    /// The seat's name; `@clock` where a game has it.
    pub seat: String,
    /// The list, as a bot sends it.
    #[serde(borrow)]
    pub actions: Vec<&'a RawValue>,
    /// The turn the list is meant for, where it matters.
    pub turn: Option<i64>,
    /// In `zords`: the time to advance to first.
    pub time: Option<i64>,
}

/// A rejection with everything that a line may compare.
#[derive(Clone, PartialEq, Debug)]
pub struct Refusal {
    /// The place of its group in the line.
    pub group: usize,
    /// The turn it was given in.
    pub turn: i64,
    /// The seat's name.
    pub seat: String,
    /// The place in the list, from 0; -1 is the whole list.
    pub index: i32,
    /// The reason code.
    pub reason: &'static str,
}

/// What came of playing a line.
#[derive(Default, Debug)]
pub struct LineResult {
    /// What was refused, in order.
    pub refusals: Vec<Refusal>,
    /// The game's trace after each group.
    pub traces: Vec<Vec<i64>>,
}

impl LineResult {
    /// Adds the rejections of one group, a tuple of its number, the group and the turn. A seat that the game does not
    /// know has the name that the group gives it.
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

/// A difference between what a line says and what the game gave.
#[derive(Clone, PartialEq, Debug)]
pub struct Difference {
    /// Where: a JSON pointer.
    pub pointer: String,
    /// What the line says.
    pub expected: String,
    /// What the game gave.
    pub got: String,
}

/// A game that laws and golden vectors can test.
pub trait Golden: Game {
    /// Whether only the keys that `after` has are compared (recursively; lists in full).
    const PARTIAL: bool = false;

    /// Another state that `seat` cannot tell from this one: everything hidden from it is changed at random. By default
    /// nothing is hidden.
    fn reshuffle(&self, state: &Self::State, _seat: Seat, _rng: &mut Rng) -> Self::State {
        state.clone()
    }

    /// Plays the groups of a transition. `Err` is a fault of the line itself, such as draws that do not fit.
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

    /// The seat of that name.
    fn seat_called(&self, state: &Self::State, name: &str) -> Option<Seat> {
        self.seats(state).iter().position(|seat| seat == name).map(|i| Seat(i as u8))
    }

    /// The numbers that `trace` of a line lists after each group.
    fn trace(&self, _state: &Self::State) -> Option<Vec<i64>> {
        None
    }

    /// Whether a refusal that the line expects comes from its `actions`. Others come from a form of orders that only
    /// this game has, and [`Golden::own_kind`] has compared them.
    fn refused_in_actions(_line: &Value, _refusal: &Value) -> bool {
        true
    }

    /// Compares kinds of lines, or parts of them, that only this game has; `None` if the line is none of them. A line
    /// with `Some(Ok(()))` has passed and is not compared any further.
    fn own_kind(_line: &str) -> Option<Result<(), Difference>> {
        None
    }
}
