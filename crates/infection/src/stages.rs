//! A turn, as small named stages in the order of the rules.
//!
//! | stage | when | what |
//! |---|---|---|
//! | [`classes`] | turn 0, humans | `pick` |
//! | [`walking`] | every turn | `move` |
//! | [`fighting`] | every turn | `attack`, `break` |
//! | [`abilities`] | turns of the humans | `heal`, `build` |
//! | [`ending`] | after each phase and each turn | what was held back, counters, the end of the game |
//!
//! An action is judged first, by the state at the beginning of its phase, and gives a [`Plan`]; carrying out a plan
//! cannot fail.

mod abilities;
mod classes;
mod ending;
mod fighting;
mod walking;

pub(crate) use fighting::is_too_far;

use crate::action::Action;
use crate::class::{Class, Side};
use crate::config::Prompt;
use crate::event::Event;
use crate::game::Infection;
use crate::reason;
use crate::state::{Phase, State};
use skirmish_core::read::bounded;
use skirmish_core::{Answer, Entry, Log, Orders, Reason};
use smallvec::SmallVec;

/// An action that was found good. Units are places in the list of units.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Plan {
    Pick { unit: usize, class: Class },
    Move { unit: usize, x: i32, y: i32 },
    Shot { unit: usize, target: usize },
    Bite { unit: usize, target: usize },
    Break { unit: usize, cell: u32 },
    Heal { unit: usize, target: usize },
    Build { unit: usize, cell: u32 },
}

type Refused = SmallVec<[(usize, Reason); 32]>;

impl Infection {
    /// Plays the list of the seat to act. Other seats are ignored.
    pub(crate) fn play(&self, state: &mut State, orders: &Orders<Action>, log: &mut impl Log<Event>) {
        let Some(side) = state.side() else { return };
        let answer = orders.get(side.seat()).map_or(Answer::List(&[]), |given| given.answer);
        let list = self.take_answer(state, side, answer);
        let mut refused = Refused::new();
        self.play_phase(state, side, list, &mut refused, true, log);
        while self.config.prompt == Prompt::Turn
            && let Some(next) = state.next_phase()
        {
            self.enter_phase(state, next);
            self.play_phase(state, side, list, &mut refused, false, log);
        }
        // With several phases in one list the refusals come phase by phase.
        refused.sort_unstable_by_key(|(index, _)| *index);
        for (index, reason) in refused {
            log.reject(side.seat(), index, reason);
        }
        self.finish_step(state, log);
    }

    /// Counts faults and gives the list that is played.
    fn take_answer<'a>(&self, state: &mut State, side: Side, answer: Answer<'a, Action>) -> &'a [Entry<Action>] {
        if self.is_ignored(state, side) {
            return &[];
        }
        let faults = &mut state.faults[side as usize];
        match answer {
            Answer::List(list) => {
                *faults = 0;
                list
            }
            Answer::Absent(_) => {
                *faults = bounded(*faults + 1);
                &[]
            }
        }
    }

    /// Plays the entries of `list` that belong to the present phase; in the `first` phase of a step also refuses
    /// those that belong to none.
    fn play_phase(
        &self,
        state: &mut State,
        side: Side,
        list: &[Entry<Action>],
        refused: &mut Refused,
        first: bool,
        log: &mut impl Log<Event>,
    ) {
        for (index, entry) in list.iter().enumerate() {
            let verdict = match entry {
                Entry::Bad(flaw) if first => Err(flaw.reason()),
                Entry::Action(action) if action.phase() == state.phase => self.play_action(state, side, action, log),
                Entry::Action(action) if first && !self.is_ahead(state, action.phase()) => Err(reason::WRONG_PHASE),
                _ => Ok(()),
            };
            if let Err(reason) = verdict {
                refused.push((index, reason));
            }
        }
    }

    /// Plays one action of the present phase. Its unit has had its chance even if the action is refused.
    fn play_action(
        &self,
        state: &mut State,
        side: Side,
        action: &Action,
        log: &mut impl Log<Event>,
    ) -> Result<(), Reason> {
        let unit = self.actor(state, side, action)?;
        let plan = self.plan(state, unit, action);
        state.note_action(unit);
        self.carry_out(state, plan?, log);
        Ok(())
    }

    /// Whether a later phase of this turn is played in the same step.
    pub(crate) fn is_ahead(&self, state: &State, phase: Phase) -> bool {
        let last = if state.turn % 2 == 0 { Phase::Ability } else { Phase::Attack };
        self.config.prompt == Prompt::Turn && state.phase != Phase::Classes && phase > state.phase && phase <= last
    }

    /// The state at the beginning of a later phase if nothing more is done before it.
    pub(crate) fn ahead(&self, state: &State, phase: Phase) -> State {
        let mut ahead = state.clone();
        self.enter_phase(&mut ahead, phase);
        ahead
    }

    /// Judges an action as the next entry of the list of `side`.
    pub(crate) fn judge(&self, state: &State, side: Side, action: &Action) -> Result<Plan, Reason> {
        if action.phase() != state.phase {
            if !self.is_ahead(state, action.phase()) {
                return Err(reason::WRONG_PHASE);
            }
            return self.judge(&self.ahead(state, action.phase()), side, action);
        }
        let unit = self.actor(state, side, action)?;
        self.plan(state, unit, action)
    }

    /// The unit that an action of the present phase names.
    fn actor(&self, state: &State, side: Side, action: &Action) -> Result<usize, Reason> {
        let unit = self.unit_called(action.unit()).ok_or(Reason::NO_SUCH_UNIT)?;
        if state.side_of(unit) == side { Ok(unit) } else { Err(Reason::NOT_YOUR_UNIT) }
    }

    /// The checks on the unit's state, then those of the verb.
    pub(crate) fn plan(&self, state: &State, unit: usize, action: &Action) -> Result<Plan, Reason> {
        if state.notes.acted.contains(unit) {
            return Err(reason::ALREADY_ACTED);
        }
        if state.units[unit].stun_wait > 0 {
            return Err(reason::STUNNED);
        }
        match *action {
            Action::Pick { class, .. } => self.plan_pick(state, unit, class.0),
            Action::Move { x, y, .. } => self.plan_move(state, unit, x, y),
            Action::Attack { target, .. } => self.plan_attack(state, unit, target),
            Action::Break { x, y, .. } => self.plan_break(state, unit, x, y),
            Action::Heal { target, .. } => self.plan_heal(state, unit, target),
            Action::Build { x, y, .. } => self.plan_build(state, unit, x, y),
        }
    }

    pub(crate) fn carry_out(&self, state: &mut State, plan: Plan, log: &mut impl Log<Event>) {
        match plan {
            Plan::Pick { unit, class } => self.pick(state, unit, class, log),
            Plan::Move { unit, x, y } => self.walk(state, unit, x, y, log),
            Plan::Shot { unit, target } => self.shoot(state, unit, target, log),
            Plan::Bite { unit, target } => self.bite(state, unit, target, log),
            Plan::Break { unit, cell } => self.break_down(state, unit, cell, log),
            Plan::Heal { unit, target } => self.heal(state, unit, target, log),
            Plan::Build { unit, cell } => self.build(state, unit, cell, log),
        }
    }
}
