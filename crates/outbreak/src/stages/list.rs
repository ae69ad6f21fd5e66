//! The orders of a step: which submission is taken, and its entries one by one.

use crate::action::{Action, flaw_reason};
use crate::event::Event;
use crate::state::{Notes, State};
use crate::words::Side;
use crate::{Outbreak, stages::Plan};
use skirmish_core::{Answer, Entry, Flaw, Log, Orders, Reason};

impl Outbreak {
    /// Plays the submission of the side to move. Others are refused as a whole; if only refused submissions
    /// came, the turn does not end.
    pub(crate) fn play_orders(&self, state: &mut State, orders: &Orders<Action>, log: &mut impl Log<Event>) {
        let side = state.side();
        let (over, turn) = (state.ending().is_some(), state.turn());
        let mut refused = false;
        for given in orders.iter().filter(|given| matches!(given.answer, Answer::List(_))) {
            let reason = if over {
                Reason::GAME_OVER
            } else if given.seat != side.seat() || given.turn.is_some_and(|meant| meant != turn) {
                Reason::NOT_YOUR_TURN
            } else {
                continue;
            };
            log.reject_all(given.seat, reason);
            refused = true;
        }
        if over {
            return;
        }
        let answer = orders.get(side.seat()).map(|given| (given.answer, given.used_ms, given.turn));
        match answer {
            Some((Answer::Absent(absence), used_ms, _)) => self.miss(state, side, absence, used_ms, log),
            Some((Answer::List(list), used_ms, meant)) if meant.is_none_or(|meant| meant == turn) => {
                self.play_list(state, side, list, used_ms, log);
            }
            None if !refused => self.play_list(state, side, &[], 0, log),
            _ => {}
        }
    }

    fn play_list(
        &self,
        state: &mut State,
        side: Side,
        list: &[Entry<Action>],
        used_ms: u32,
        log: &mut impl Log<Event>,
    ) {
        if !self.charge(state, side, used_ms) {
            return self.run_out_of_time(state, side, log);
        }
        for (index, entry) in list.iter().enumerate() {
            state.facts.notes.taken = index as i64;
            match self.judge(state, side, entry) {
                Ok(plan) => self.carry_out(state, plan, log),
                Err(reason) => {
                    state.facts.notes.looked = false;
                    log.reject(side.seat(), index, reason);
                }
            }
        }
        self.close_list(state, log);
    }

    /// All checks of an entry, in order.
    fn judge(&self, state: &State, side: Side, entry: &Entry<Action>) -> Result<Plan, Reason> {
        let notes = state.facts.notes;
        match entry {
            Entry::Action(action) => self.check(state, side.seat(), action),
            Entry::Bad(_) if notes.taken >= self.config.max_actions => Err(Reason::TOO_MANY_ACTIONS),
            Entry::Bad(Flaw::NotObject) => Err(Reason::MALFORMED),
            Entry::Bad(_) if notes.ended => Err(Reason::TURN_OVER),
            Entry::Bad(flaw) => Err(flaw_reason(*flaw, side)),
        }
    }

    /// The list is complete: the turn ends, unless the last entry was an accepted `look`.
    pub(crate) fn close_list(&self, state: &mut State, log: &mut impl Log<Event>) {
        let notes = std::mem::take(&mut state.facts.notes);
        if state.ending().is_none() && (notes.ended || !notes.looked) {
            self.end_turn(state, log);
        }
        debug_assert_eq!(state.facts.notes, Notes::default());
    }
}
