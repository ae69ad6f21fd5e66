//! The third stage: all soldiers strike at once.

use super::commands::standing;
use crate::event::Event;
use crate::field::Square;
use crate::game::Footsoldiers;
use crate::state::{Soldier, State, Team};
use skirmish_core::Log;

/// Whom a soldier strikes.
enum Target {
    /// The soldier at a place of the enemy's army.
    Soldier(usize),
    Base,
}

impl Footsoldiers {
    /// Whom a soldier strikes depends only on squares, and nobody is removed before all have struck, so each strike can
    /// be counted at once.
    pub(super) fn attack(&self, state: &mut State, log: &mut impl Log<Event>) {
        for team in [Team::Player1, Team::Player2] {
            let enemy = team.other();
            for place in 0..state.army(team).len() {
                let soldier = state.army(team)[place];
                let Some(target) = self.target(state, enemy, &soldier) else { continue };
                let damage = self.traits(soldier.kind).damage;
                let health = match target {
                    Target::Soldier(place) => {
                        let victim = &mut state.armies[enemy.index()][place];
                        log.event(Event::Struck { unit: soldier.id, target: victim.id, damage });
                        &mut victim.health
                    }
                    Target::Base => {
                        log.event(Event::BaseHit { unit: soldier.id, seat: enemy, damage });
                        &mut state.health[enemy.index()]
                    }
                };
                *health = (*health - damage).max(0);
            }
        }
    }

    /// The first enemy soldier or base on the ring of squares around a soldier.
    fn target(&self, state: &State, enemy: Team, soldier: &Soldier) -> Option<Target> {
        if !self.field.has_neighbour(state, soldier.at) {
            return None;
        }
        let base = self.bases[enemy.index()].at;
        let on = |at: Square| {
            if !self.field.is_taken(state, at) {
                None
            } else if at == base {
                Some(Target::Base)
            } else {
                standing(state.army(enemy), at).map(Target::Soldier)
            }
        };
        soldier.facing.ring(soldier.at).find_map(on)
    }
}
