//! The end of a turn and the start of the next.

use crate::Outbreak;
use crate::decimal::Scent;
use crate::event::{Event, tell};
use crate::state::{State, Zombie};
use crate::words::{Cause, Side};
use skirmish_core::Log;

impl Outbreak {
    /// Ends the turn of the side to move: clock, game-over test, start of the next turn.
    pub(super) fn end_turn(&self, state: &mut State, log: &mut impl Log<Event>) {
        let side = state.side();
        if !self.gain_time(state, side) {
            return self.run_out_of_time(state, side, log);
        }
        tell(log, || Event::TurnEnded { turn: state.turn(), seat: side });
        if state.humans.is_empty() {
            return self.game_over(state, Cause::HumansDead, log);
        }
        if state.turn() >= self.config.max_turns {
            return self.game_over(state, Cause::TurnLimit, log);
        }
        self.start_turn(state, log);
        if state.humans.is_empty() {
            self.game_over(state, Cause::HumansDead, log);
        }
    }

    /// Start-of-turn processing, up to the last test of whether a human is left.
    fn start_turn(&self, state: &mut State, log: &mut impl Log<Event>) {
        state.facts.turn += 1;
        self.refresh_units(state);
        self.land_drops(state, log);
        self.smell(state);
        self.earn(state);
    }

    /// The very first start of a turn, when nobody has been placed yet.
    pub(crate) fn begin_turn_one(&self, state: &mut State) {
        self.start_turn(state, &mut ());
    }

    /// Every unit of both sides rests.
    fn refresh_units(&self, state: &mut State) {
        for human in &mut state.humans {
            human.moves = self.config.human_moves;
            human.idle = human.idle.plus(self.config.idle_gain);
        }
        for zombie in &mut state.zombies {
            zombie.moves = self.config.zombie_moves;
            zombie.idle = zombie.idle.plus(self.config.idle_gain);
        }
    }

    /// Every zombie smells the humans in front of it again.
    fn smell(&self, state: &mut State) {
        let State { humans, zombies, .. } = state;
        for zombie in zombies {
            // In double precision and by ascending id, as the rules say.
            let mut sum = 0.0;
            for human in humans.iter() {
                if zombie.at.has_in_front(zombie.facing, human.at) {
                    sum += self.nearness[zombie.at.distance(human.at) as usize];
                }
            }
            zombie.scent = to_six_places(sum);
        }
    }

    /// What the side whose turn begins has earned: a part of an air drop, or zombies.
    fn earn(&self, state: &mut State) {
        let (config, facts) = (&self.config, &mut state.facts);
        match Side::to_move(facts.turn) {
            Side::Humans => {
                facts.drops_ready = facts.drops_ready.plus(config.drop_rate).min(config.drop_max);
                facts.spawn_ready = facts.spawn_ready.fraction();
            }
            Side::Zombies => {
                let growth = config.spawn_rate_incr.times(facts.turn / 2);
                facts.spawn_ready = facts.spawn_ready.plus(config.spawn_rate).plus(growth);
            }
        }
    }

    pub(super) fn game_over(&self, state: &mut State, ending: Cause, log: &mut impl Log<Event>) {
        state.facts.ending = Some(ending);
        tell(log, || Event::GameOver { turn: state.turn(), winner: ending.winner(), reason: ending });
    }
}

impl Zombie {
    /// The hex straight ahead.
    pub(crate) fn ahead(&self) -> skirmish_grid::hex::Hex {
        self.at.ahead(self.facing)
    }
}

/// The nearest number with six places to a number of at least 0; of two equally near ones the even.
fn to_six_places(x: f64) -> Scent {
    let bits = x.to_bits();
    let exponent = (bits >> 52) as i32;
    let shift = 1075 - exponent;
    if exponent == 0 || !(1..128).contains(&shift) {
        return Scent::ZERO;
    }
    // x is a whole number divided by a power of two, so the product is exact and so is its rounding.
    let product = u128::from(bits & ((1 << 52) - 1) | 1 << 52) * 1_000_000;
    let (floor, rest, half) = (product >> shift, product & ((1 << shift) - 1), 1u128 << (shift - 1));
    let up = rest > half || rest == half && floor % 2 == 1;
    Scent::units(floor as i64 + i64::from(up))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn six_places_are_the_nearest_ones() {
        let cases = [(0.0, 0), (1.0, 1_000_000), (1.0 / 3.0, 333_333), (2.0 / 3.0, 666_667), (1.0 / 13.0, 76_923)];
        for (x, units) in cases {
            assert_eq!(to_six_places(x).units, units);
        }
        assert_eq!(to_six_places(1.0 / 3.0 + 0.2).units, 533_333);
        // A real tie: 1/128 is 0.0078125.
        assert_eq!(to_six_places(1.0 / 128.0).units, 7812);
        assert_eq!(to_six_places(3.0 / 128.0).units, 23_438);
        for (a, b) in (1..52).flat_map(|a| (1..52).map(move |b| (a, b))) {
            let x = 1.0 / f64::from(a) + 1.0 / f64::from(b);
            let text: f64 = format!("{x:.6}").parse().unwrap();
            assert_eq!(to_six_places(x).units as f64 / 1e6, text);
        }
    }
}
