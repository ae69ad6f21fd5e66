//! What follows when a phase, a turn or the game is over.

use crate::config::Prompt;
use crate::event::Event;
use crate::game::Infection;
use crate::state::{Phase, State};
use crate::terrain::Kind;
use skirmish_core::Log;

impl Infection {
    /// The list is complete: what follows, up to the next request.
    pub(crate) fn finish_step(&self, state: &mut State, log: &mut impl Log<Event>) {
        let turn = state.turn;
        self.pass_phase(state, log);
        while self.config.prompt == Prompt::Turn && state.turn == turn && state.phase != Phase::Over {
            self.pass_phase(state, log);
        }
    }

    /// Goes on to the next phase, or ends the turn.
    pub(crate) fn pass_phase(&self, state: &mut State, log: &mut impl Log<Event>) {
        match state.next_phase() {
            Some(next) => self.enter_phase(state, next),
            None => {
                change_ground(state);
                self.end_turn(state, log);
                state.begin_phase();
            }
        }
    }

    /// Goes on to a later phase of this turn.
    pub(crate) fn enter_phase(&self, state: &mut State, phase: Phase) {
        change_ground(state);
        state.phase = phase;
        state.begin_phase();
    }

    fn end_turn(&self, state: &mut State, log: &mut impl Log<Event>) {
        if state.phase != Phase::Classes {
            count_down(state);
            if state.turn >= self.config.turn_limit || state.humans_alive() == 0 {
                state.phase = Phase::Over;
                log.event(Event::Over { turn: state.turn, humans: state.humans_alive() });
                return;
            }
        }
        state.turn += 1;
        state.phase = Phase::Move;
        log.event(Event::Turn { turn: state.turn });
    }
}

/// Does to the ground what was held back during the phase.
fn change_ground(state: &mut State) {
    let kind = if state.phase == Phase::Ability { Kind::Barricade } else { Kind::Debris };
    for &cell in &state.notes.changed {
        state.terrain.put(cell, kind);
    }
}

/// Every positive counter of every unit drops by one.
fn count_down(state: &mut State) {
    for unit in &mut state.units {
        unit.attack_wait = (unit.attack_wait - 1).max(0);
        unit.ability_wait = (unit.ability_wait - 1).max(0);
        unit.stun_wait = (unit.stun_wait - 1).max(0);
    }
}
