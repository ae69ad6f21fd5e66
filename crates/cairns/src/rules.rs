//! The rules.

use crate::Cairns;
use schemars::JsonSchema;
use serde::Serialize;
use skirmish_core::{Absence, Actor, Hasher, Log, Reason, Rng, Rules, Seat, SeatSet, Standings, Turn};

/// How many cairns there are.
pub const CAIRNS: usize = 3;

/// How things stand.
#[derive(Clone, PartialEq, Debug)]
pub struct State {
    /// Counts from 1; odd turns are the first seat's.
    pub turn: i64,
    /// The stones of each cairn.
    pub cairns: [i64; CAIRNS],
    /// What each seat has gathered.
    pub scores: [i64; 2],
    /// The secret cairn of each seat.
    pub secrets: [u8; 2],
    /// Who gave no list, and lost by it.
    pub forfeit: Option<Seat>,
    /// A note inside a step: the seat to act has taken something.
    pub taken: bool,
}

skirmish_core::actions! {
    /// What a seat may do, once in its turn.
    pub enum Action {
        /// Takes stones from a cairn.
        "take" = Take { cairn: i32, count: i32 },
    }
}

/// What the rules tell of a step.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Taken {
    pub seat: u8,
    pub cairn: i32,
    pub count: i32,
    /// The stones that are left there.
    pub left: i64,
}

impl State {
    /// Whose turn it is, or was.
    pub fn mover(&self) -> Seat {
        Seat(((self.turn + 1) % 2) as u8)
    }
}

impl Cairns {
    /// The code of the end, if the game is over.
    pub(crate) fn ending(&self, state: &State) -> Option<&'static str> {
        if state.forfeit.is_some() {
            Some("forfeit")
        } else if state.cairns == [0; CAIRNS] {
            Some("last_stone")
        } else if state.turn > self.config.max_turns {
            Some("turn_limit")
        } else {
            None
        }
    }
}

impl Rules for Cairns {
    type State = State;
    type Action = Action;
    type Event = Taken;

    fn turn(&self, state: &State) -> Turn {
        match self.ending(state) {
            Some(_) => Turn::over(state.turn),
            None => Turn::of(state.turn, state.mover()),
        }
    }

    fn actors(&self, state: &State, seat: Seat, out: &mut Vec<Actor>) {
        if self.turn(state).to_act.contains(seat) {
            out.push(Actor::Seat);
        }
    }

    fn legal(&self, state: &State, seat: Seat, _: Actor, out: &mut Vec<Action>) {
        for cairn in 0..CAIRNS as i32 {
            let takes = (1..=self.config.most as i32).map(|count| Action::Take { cairn, count });
            out.extend(takes.filter(|take| self.is_legal(state, seat, take).is_ok()));
        }
    }

    fn is_legal(&self, state: &State, seat: Seat, action: &Action) -> Result<(), Reason> {
        let Action::Take { cairn, count } = *action;
        if self.ending(state).is_some() {
            return Err(Reason::GAME_OVER);
        }
        if state.mover() != seat {
            return Err(Reason::NOT_YOUR_TURN);
        }
        if state.taken {
            return Err(Reason::TOO_MANY_ACTIONS);
        }
        let Some(&left) = usize::try_from(cairn).ok().and_then(|i| state.cairns.get(i)) else {
            return Err(Reason::NO_SUCH_TARGET);
        };
        if (1..=left.min(self.config.most)).contains(&count.into()) { Ok(()) } else { Err(Reason::BAD_AMOUNT) }
    }

    fn sample(&self, state: &State, seat: Seat, rng: &mut Rng) -> Option<Action> {
        let mut all = Vec::new();
        self.legal(state, seat, Actor::Seat, &mut all);
        rng.choose(&all).copied()
    }

    fn act(&self, state: &mut State, seat: Seat, action: &Action, log: &mut impl Log<Taken>) -> Result<(), Reason> {
        self.is_legal(state, seat, action)?;
        let Action::Take { cairn, count } = *action;
        let left = &mut state.cairns[cairn as usize];
        *left -= i64::from(count);
        let finds = *left == 0 && i32::from(state.secrets[seat.index()]) == cairn;
        state.scores[seat.index()] += i64::from(count) + if finds { self.config.bonus } else { 0 };
        log.event(Taken { seat: seat.0, cairn, count, left: *left });
        state.taken = true;
        Ok(())
    }

    fn close(&self, state: &mut State, _: &mut impl Log<Taken>) {
        state.taken = false;
        if self.ending(state).is_none() {
            state.turn += 1;
        }
    }

    fn absent(&self, state: &mut State, seat: Seat, _: Absence, _: &mut impl Log<Taken>) {
        if self.turn(state).to_act.contains(seat) {
            state.forfeit = Some(seat);
        }
    }

    fn standings(&self, state: &State) -> Standings {
        let reason = self.ending(state);
        let [one, two] = state.scores;
        let winner = match (reason, state.forfeit) {
            (None, _) => None,
            (_, Some(loser)) => Some(loser.other()),
            _ if one == two => None,
            _ => Some(Seat(u8::from(two > one))),
        };
        Standings { over: reason.is_some(), winner, scores: state.scores.to_vec(), reason }
    }

    fn hash(&self, state: &State) -> u64 {
        let mut hasher = Hasher::new();
        hasher.int(state.turn);
        state.cairns.iter().chain(&state.scores).for_each(|&n| hasher.int(n));
        state.secrets.iter().for_each(|&n| hasher.int(n.into()));
        hasher.int(state.forfeit.map_or(-1, |seat| seat.0.into()));
        hasher.finish()
    }

    fn counted_out(&self, state: &State) -> SeatSet {
        state.forfeit.map_or(SeatSet::EMPTY, SeatSet::one)
    }
}
