//! Clocks and absences: what used time, a time-out and a crash mean.

use crate::Outbreak;
use crate::event::Event;
use crate::state::State;
use crate::words::{Cause, Side};
use skirmish_core::read::bounded;
use skirmish_core::{Absence, Log};

impl Outbreak {
    /// Takes the used time off the clock. False if the seat has used all it had, including this turn's gain.
    pub(super) fn charge(&self, state: &mut State, side: Side, used_ms: u32) -> bool {
        let Some(clock) = &mut state.facts.clocks[side as usize] else { return true };
        *clock = bounded(clock.saturating_sub(i64::from(used_ms)));
        clock.saturating_add(self.config.turn_ms) > 0
    }

    /// Adds the gain of a turn that is over. False if the clock still shows nothing.
    pub(super) fn gain_time(&self, state: &mut State, side: Side) -> bool {
        let Some(clock) = &mut state.facts.clocks[side as usize] else { return true };
        *clock = bounded(clock.saturating_add(self.config.turn_ms));
        *clock > 0
    }

    /// The side to move gave no list.
    pub(super) fn miss(
        &self,
        state: &mut State,
        side: Side,
        absence: Absence,
        used_ms: u32,
        log: &mut impl Log<Event>,
    ) {
        self.charge(state, side, used_ms);
        match absence.nearest() {
            Absence::Late => self.run_out_of_time(state, side, log),
            _ => {
                self.gain_time(state, side);
                let ending = match side {
                    Side::Humans => Cause::HumansCrash,
                    Side::Zombies => Cause::ZombiesCrash,
                };
                self.lose(state, ending, log);
            }
        }
    }

    /// The side to move is out of time; its clock shows that nothing is left.
    pub(super) fn run_out_of_time(&self, state: &mut State, side: Side, log: &mut impl Log<Event>) {
        self.gain_time(state, side);
        if let Some(clock) = &mut state.facts.clocks[side as usize] {
            *clock = (*clock).min(0);
        }
        let ending = match side {
            Side::Humans => Cause::HumansTimeout,
            Side::Zombies => Cause::ZombiesTimeout,
        };
        self.lose(state, ending, log);
    }

    /// The game is lost without being played out: humans die at once; without the zombies, the humans would have
    /// survived to the end.
    fn lose(&self, state: &mut State, ending: Cause, log: &mut impl Log<Event>) {
        match ending.winner() {
            Side::Zombies => {
                while let Some(last) = state.humans.len().checked_sub(1) {
                    let gone = state.remove_human(last);
                    self.tell_death(crate::words::Kind::Human, gone.id, gone.at, log);
                }
            }
            Side::Humans => state.facts.turn = self.config.max_turns,
        }
        self.game_over(state, ending, log);
    }
}
