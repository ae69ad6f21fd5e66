//! How golden vectors are played: one list per group, and the turn is passed unless the line says not to.

use crate::game::Golems;
use crate::report::Event;
use crate::stages::{end_phase, list};
use crate::state::State;
use skirmish_core::golden::{Line, LineResult};
use skirmish_core::{Golden, Log, Rejection, Rules, Seat};

impl Golden for Golems {
    fn play(&self, state: &mut State, line: &Line<'_>, told: &mut LineResult) -> Result<(), String> {
        for (i, group) in line.actions.iter().enumerate() {
            let seat = self.seat_called(state, &group.seat).ok_or_else(|| format!("no seat {}", group.seat))?;
            let turn = self.turn(state).number;
            let mut rejections: Vec<Rejection> = Vec::new();
            for (index, entry) in self.entries(group).iter().enumerate() {
                if let Err(reason) = list::entry(self, state, seat, (index, entry), &mut rejections) {
                    Log::<Event>::reject(&mut rejections, seat, index, reason);
                }
            }
            // A list of the seat that is not to move does not pass the turn.
            if line.end_turn != Some(false) && seat == state.seat {
                end_phase(self, state, &mut ());
            } else {
                state.begin_list();
            }
            told.take(self, state, (i, group, turn), &rejections);
            told.traces.extend(self.trace(state));
        }
        Ok(())
    }

    fn trace(&self, state: &State) -> Option<Vec<i64>> {
        let health = state.units().iter().map(|unit| unit.hp).sum();
        let counts = [0, 1].map(|i| state.count(Seat(i)) as i64);
        Some(vec![state.turn, state.scores[0], state.scores[1], counts[0], counts[1], health])
    }
}
