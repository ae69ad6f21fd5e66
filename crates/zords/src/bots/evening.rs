//! What a board is worth to a seat: the day is played to its end as campers would, then counted.

use super::hand::Hand;
use super::medium;
use crate::action::Action;
use crate::game::Zords;
use crate::state::{Place, State};
use skirmish_core::{Key, Seat};

pub(super) struct Evening<'a> {
    game: &'a Zords,
    seat: Seat,
    board: State,
    orders: Vec<Action>,
}

impl<'a> Evening<'a> {
    pub fn new(game: &'a Zords, seat: Seat) -> Evening<'a> {
        Evening { game, seat, board: State::waiting(Key::default()), orders: Vec::new() }
    }

    /// The worth of a board on which the seat has just ended its turn.
    pub fn worth(&mut self, board: &State) -> f64 {
        let m: &[(fn(&mut Hand<'_>), fn(&mut Hand<'_>))] =
            match crate::bots::MODE.load(std::sync::atomic::Ordering::Relaxed) {
                0 => &[(medium::camp, medium::camp)],
                1 => &[(medium::camp, super::hunt::hunt)],
                2 => &[(super::hunt::hunt, super::hunt::hunt)],
                3 => &[(medium::camp, medium::camp), (super::hunt::hunt, super::hunt::hunt)],
                _ => &[(medium::camp, medium::camp), (medium::camp, super::hunt::hunt)],
            };
        m.iter().map(|mood| self.worth_if(board, *mood)).sum::<f64>() / m.len() as f64
    }

    fn worth_if(&mut self, board: &State, mood: (fn(&mut Hand<'_>), fn(&mut Hand<'_>))) -> f64 {
        self.board.clone_from(board);
        self.play_to_the_end_of_the_day(mood);
        let mut mine = 0.0;
        let mut others = 0.0;
        for seat in self.board.seats() {
            let worth = self.fortune(seat);
            if seat == self.seat { mine = worth } else { others += worth }
        }
        mine - others / (self.board.players.len().max(2) - 1) as f64
    }

    fn play_to_the_end_of_the_day(&mut self, mood: (fn(&mut Hand<'_>), fn(&mut Hand<'_>))) {
        let Some(mut place) = self.board.place else { return };
        let mut passed_over = 0;
        while passed_over <= self.board.order.len() {
            place.turn += 1;
            if place.turn >= self.board.order.len() {
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
            self.orders.clear();
            let mut hand = Hand { game: self.game, state: &mut self.board, seat, orders: &mut self.orders };
            if seat == self.seat { mood.0(&mut hand) } else { mood.1(&mut hand) }
        }
    }

    /// Points after payday, and what the seat's zords promise for the days to come.
    fn fortune(&self, seat: Seat) -> f64 {
        let config = &self.game.config;
        let reward = config.totem_reward as f64;
        let mut points = self.board.player(seat).points as f64;
        let left = config.days - self.board.day;
        let period = config.totem_period_days;
        let staying = left.min(period - 1 - (self.board.day - 1) % period);
        let mut promise = 0.0;
        for totem in self.board.totems.into_iter().flatten() {
            let (mut own, mut all) = (0, 0);
            let (mut own_near, mut all_near) = (0.0, 0.0);
            for zord in &self.board.zords {
                let outside = zord.at.chebyshev(totem) - config.totem_aura;
                let near = if outside <= 0 { 1.0 } else { (0.6 - outside as f64 / 40.0).max(0.0) };
                let inside = i64::from(outside <= 0);
                all += inside;
                all_near += near;
                if zord.owner == seat {
                    own += inside;
                    own_near += near;
                }
            }
            if own > 0 {
                points += (config.totem_reward * own / all) as f64;
            }
            if own_near > 0.0 {
                promise += reward * own_near / f64::max(all_near, 1.0);
            }
        }
        let zords: f64 = self.board.zords_of(seat).map(|zord| 4.0 + 3.0 * zord.hp as f64).sum();
        points + promise * (staying as f64).min(2.0) + if left > 0 { zords } else { 0.0 }
    }
}
