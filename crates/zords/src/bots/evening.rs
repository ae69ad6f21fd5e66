//! What a board is worth to a seat: the day is played to its end, then everyone's points and prospects are counted.

use super::hand::Hand;
use super::{hunt, medium};
use crate::action::Action;
use crate::game::Zords;
use crate::state::{Place, State};
use skirmish_core::{Key, Seat};

/// How the rest of the day may go: everyone stays at the totems, or everyone is after kills.
const MOODS: [fn(&mut Hand<'_>); 2] = [medium::camp, hunt::hunt];

/// Days to come that count, at most: further ones are too uncertain.
const FORESIGHT: f64 = 2.0;

/// What a zord just outside of an area is worth, of one inside.
const NEARLY_THERE: f64 = 0.6;

/// A zord so much further away is worth nothing.
const TOO_FAR: f64 = 24.0;

/// What a zord and its hit points are worth in points, as long as there is a day to come.
const PER_ZORD: f64 = 4.0;
const PER_HP: f64 = 3.0;

/// A board to play days to their end on.
pub(super) struct Evening<'a> {
    game: &'a Zords,
    seat: Seat,
    board: State,
    orders: Vec<Action>,
    /// The turns played so far, each counted by the zords on the board.
    pub played: usize,
}

impl<'a> Evening<'a> {
    pub fn new(game: &'a Zords, seat: Seat) -> Evening<'a> {
        Evening { game, seat, board: State::waiting(Key::default()), orders: Vec::new(), played: 0 }
    }

    /// The worth of a board on which the seat has just ended its turn.
    pub fn worth(&mut self, board: &State) -> f64 {
        let worths = MOODS.map(|mood| {
            self.board.clone_from(board);
            self.play_the_day(mood);
            self.lead()
        });
        worths.iter().sum::<f64>() / MOODS.len() as f64
    }

    /// Plays all turns that are left of the day.
    fn play_the_day(&mut self, mood: fn(&mut Hand<'_>)) {
        let Some(mut place) = self.board.place else { return };
        let seats = self.board.order.len();
        let mut passed_over = 0;
        while passed_over < seats {
            place.turn += 1;
            if place.turn >= seats {
                place = Place { round: place.round + 1, turn: 0 };
                if place.round >= self.game.config.rounds_per_day {
                    return;
                }
                self.board.time = self.game.config.round_time(place.round);
            }
            let seat = self.game.seat_in_round(&self.board, place);
            if !self.board.turn_is_askable(seat) {
                passed_over += 1;
                continue;
            }
            passed_over = 0;
            self.board.place = Some(place);
            self.board.listed = 0;
            self.played += self.board.zords.len();
            self.orders.clear();
            mood(&mut Hand { game: self.game, state: &mut self.board, seat, luck: 0, orders: &mut self.orders });
        }
    }

    /// How much better the seat stands than the others do on average.
    fn lead(&self) -> f64 {
        let others = self.board.seats().filter(|&seat| seat != self.seat).map(|seat| self.fortune(seat));
        let count = self.board.players.len().max(2) - 1;
        self.fortune(self.seat) - others.sum::<f64>() / count as f64
    }

    /// Points after payday, and what the seat's zords promise for the days to come.
    fn fortune(&self, seat: Seat) -> f64 {
        let config = &self.game.config;
        let days_left = config.days - self.board.day;
        let days_of_totems = config.totem_period_days - 1 - (self.board.day - 1) % config.totem_period_days;
        let foresight = (days_left.min(days_of_totems) as f64).min(FORESIGHT);
        let mut fortune = self.board.player(seat).points as f64;
        for totem in self.board.totems.into_iter().flatten() {
            let (mut own_inside, mut all_inside, mut own_near, mut all_near) = (0, 0, 0.0, 0.0);
            for zord in &self.board.zords {
                let outside = zord.at.chebyshev(totem) - config.totem_aura;
                let inside = i64::from(outside <= 0);
                let near = if outside <= 0 { 1.0 } else { NEARLY_THERE * (1.0 - outside as f64 / TOO_FAR).max(0.0) };
                all_inside += inside;
                all_near += near;
                if zord.owner == seat {
                    own_inside += inside;
                    own_near += near;
                }
            }
            let reward = config.totem_reward as f64;
            if own_inside > 0 {
                fortune += (reward * own_inside as f64 / all_inside as f64).floor();
            }
            fortune += foresight * reward * own_near / f64::max(all_near, 1.0);
        }
        if days_left > 0 {
            fortune += self.board.zords_of(seat).map(|zord| PER_ZORD + PER_HP * zord.hp as f64).sum::<f64>();
        }
        fortune
    }
}
