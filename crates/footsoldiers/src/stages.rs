//! A turn: commands, movement, attack, removal, income, the count of turns, the end test.

mod attack;
mod commands;
mod movement;

use crate::event::Event;
use crate::game::Footsoldiers;
use crate::state::{State, Team};
use skirmish_core::Log;
use skirmish_core::read::bounded;

impl Footsoldiers {
    /// Plays what follows the commands. A finished game stays as it is.
    pub(crate) fn play_turn(&self, state: &mut State, log: &mut impl Log<Event>) {
        state.given = [false; 2];
        if self.is_over(state) {
            return;
        }
        self.move_soldiers(state, log);
        self.attack(state, log);
        self.remove_dead(state, log);
        self.pay_income(state, log);
        state.turns_remaining -= 1;
        self.tell_end(state, log);
    }

    /// Soldiers without health leave the map.
    fn remove_dead(&self, state: &mut State, log: &mut impl Log<Event>) {
        for (side, team) in [Team::Player1, Team::Player2].into_iter().enumerate() {
            let mut at = 0;
            while let Some(&soldier) = state.armies[side].get(at) {
                if soldier.health > 0 {
                    at += 1;
                    continue;
                }
                state.armies[side].remove(at);
                self.field.leave(state, soldier.at);
                log.event(Event::Died { seat: team, unit: soldier.id, x: soldier.at.x, y: soldier.at.y });
            }
        }
    }

    /// Both players are paid, the loser of this turn too. Money never outgrows what a position can hold.
    fn pay_income(&self, state: &mut State, log: &mut impl Log<Event>) {
        for money in &mut state.money {
            *money = bounded(*money + self.config.money_per_turn);
        }
        log.event(Event::Income { money: self.config.money_per_turn });
    }

    /// The end test: tells of an end, if there is one.
    fn tell_end(&self, state: &State, log: &mut impl Log<Event>) {
        if let Some(end) = self.end(state) {
            log.event(Event::Over { winner: end.winner, reason: end.reason });
        }
    }
}
