//! What a board is worth to a seat: the day is played to its end, then everyone's points and prospects are counted.
//!
//! Only the seat and its nearest neighbours play on. In a small game that is everyone; in a large one the others are far
//! away or many, and stand by: they only count where shares are counted. So the work does not grow with the square of
//! the number of players.

use super::hand::Hand;
use super::{hunt, medium};
use crate::action::Action;
use crate::game::Zords;
use crate::state::{Place, State, Zord};
use skirmish_core::{Key, Seat, SeatSet};
use skirmish_grid::Point;
use smallvec::SmallVec;

/// How the rest of the day may go: everyone stays at the totems, or everyone is after kills.
const MOODS: [fn(&mut Hand<'_>); 2] = [medium::camp, hunt::hunt];

/// How many players besides the seat play on.
const NEIGHBOURS: usize = 7;

/// Of a day with more rounds than this, only the last ones are played.
const MOST_ROUNDS: i64 = 24;

/// How many future days count at most: later ones are too uncertain.
const FORESIGHT: f64 = 2.0;

/// What a zord just outside of an area is worth, relative to one inside.
const NEARLY_THERE: f64 = 0.6;

/// A zord this much farther away is worth nothing.
const TOO_FAR: f64 = 24.0;

/// What a zord and its hit points are worth in points, while there is another day to come.
const PER_ZORD: f64 = 4.0;
const PER_HP: f64 = 3.0;

/// A board to play days to their end on.
pub(super) struct Evening<'a> {
    game: &'a Zords,
    seat: Seat,
    /// Who plays on.
    company: SeatSet,
    /// The turns that are left of the day.
    turns: Vec<(Place, Seat)>,
    /// Future days that count.
    foresight: f64,
    board: State,
    orders: Vec<Action>,
    /// The turns played so far, and the actions in them.
    pub played: usize,
}

impl<'a> Evening<'a> {
    /// The evening of a day on which the seat is to act.
    pub fn new(game: &'a Zords, seat: Seat, board: &State) -> Evening<'a> {
        let company = company(board, seat);
        let config = &game.config;
        let days_of_totems = config.totem_period_days - 1 - (board.day - 1) % config.totem_period_days;
        Evening {
            game,
            seat,
            company,
            turns: turns_left(game, board, company),
            foresight: ((config.days - board.day).min(days_of_totems) as f64).min(FORESIGHT),
            board: State::waiting(Key::default()),
            orders: Vec::new(),
            played: 0,
        }
    }

    /// The worth of a board on which the seat has just ended its turn.
    pub fn worth(&mut self, board: &State) -> f64 {
        let bystanders = self.bystanders(board);
        let worths = MOODS.map(|mood| {
            self.board.clone_from(board);
            if self.company.len() < board.players.len() {
                self.board.zords.retain(|zord| self.company.contains(zord.owner));
            }
            self.play_the_day(mood);
            self.lead(&bystanders)
        });
        worths.iter().sum::<f64>() / MOODS.len() as f64
    }

    /// Plays the rest of the day. It is over when all who play on have passed in a row.
    fn play_the_day(&mut self, mood: fn(&mut Hand<'_>)) {
        let mut passed = 0;
        for &(place, seat) in &self.turns {
            if !self.board.turn_is_askable(seat) {
                passed += 1;
                if passed == self.company.len() {
                    return;
                }
                continue;
            }
            passed = 0;
            self.board.time = self.board.time.max(self.game.config.round_time(place.round));
            self.board.place = Some(place);
            self.board.listed = 0;
            self.orders.clear();
            mood(&mut Hand { game: self.game, state: &mut self.board, seat, luck: 0, orders: &mut self.orders });
            self.played += 1 + self.orders.len();
        }
    }

    /// How much better off the seat is than the others on average.
    fn lead(&self, bystanders: &Holdings) -> f64 {
        let mut held = [Holdings::default(); Seat::MAX];
        let mut all = *bystanders;
        for zord in &self.board.zords {
            let one = self.holdings(zord);
            held[zord.owner.index()].add(&one);
            all.add(&one);
        }
        let fortune = |seat: Seat| {
            let points = self.board.player(seat).points as f64;
            self.fortune(&Holdings { points, ..held[seat.index()] }, &all, f64::floor)
        };
        let others: f64 = self.company.iter().filter(|&seat| seat != self.seat).map(fortune).sum();
        // Rounding makes no difference here.
        let others = others + self.fortune(bystanders, &all, |share| share);
        let count = self.board.players.len().max(2) - 1;
        fortune(self.seat) - others / count as f64
    }

    /// Points after the totems pay, and what the zords promise for future days.
    fn fortune(&self, own: &Holdings, all: &Holdings, paid: fn(f64) -> f64) -> f64 {
        let reward = self.game.config.totem_reward as f64;
        let mut fortune = own.points;
        for totem in 0..2 {
            if own.inside[totem] > 0 {
                fortune += paid(reward * own.inside[totem] as f64 / all.inside[totem] as f64);
            }
            fortune += self.foresight * reward * own.near[totem] / f64::max(all.near[totem], 1.0);
        }
        if self.game.config.days > self.board.day {
            fortune += own.zords;
        }
        fortune
    }

    /// What the players who do not play on have.
    fn bystanders(&self, board: &State) -> Holdings {
        let mut all = Holdings::default();
        if self.company.len() == board.players.len() {
            return all;
        }
        let stands_by = |seat: &Seat| !self.company.contains(*seat);
        all.points = board.seats().filter(stands_by).map(|seat| board.player(seat).points as f64).sum();
        for zord in board.zords.iter().filter(|zord| stands_by(&zord.owner)) {
            all.add(&self.holdings_at(zord, board.totems));
        }
        all
    }

    fn holdings(&self, zord: &Zord) -> Holdings {
        self.holdings_at(zord, self.board.totems)
    }

    /// What one zord brings.
    fn holdings_at(&self, zord: &Zord, totems: Option<[Point; 2]>) -> Holdings {
        let mut held = Holdings { zords: PER_ZORD + PER_HP * zord.hp as f64, ..Holdings::default() };
        for (i, totem) in totems.into_iter().flatten().enumerate() {
            let outside = zord.at.chebyshev(totem) - self.game.config.totem_aura;
            held.inside[i] = i64::from(outside <= 0);
            held.near[i] = if outside <= 0 { 1.0 } else { NEARLY_THERE * (1.0 - outside as f64 / TOO_FAR).max(0.0) };
        }
        held
    }
}

/// What counts of a player's holdings: points, and at each totem how many zords are in its area and how near they are.
#[derive(Clone, Copy, Default)]
struct Holdings {
    points: f64,
    inside: [i64; 2],
    near: [f64; 2],
    /// The worth of the zords themselves.
    zords: f64,
}

impl Holdings {
    /// Adds all but points.
    fn add(&mut self, other: &Holdings) {
        for totem in 0..2 {
            self.inside[totem] += other.inside[totem];
            self.near[totem] += other.near[totem];
        }
        self.zords += other.zords;
    }
}

/// The seat and the players that have a zord nearest to one of its own.
fn company(board: &State, seat: Seat) -> SeatSet {
    let mut nearest = [i64::MAX; Seat::MAX];
    let own: SmallVec<[Point; 8]> = board.zords_of(seat).map(|zord| zord.at).collect();
    for zord in &board.zords {
        let distance = own.iter().map(|at| at.chebyshev(zord.at)).min().unwrap_or(i64::MAX);
        let owners = &mut nearest[zord.owner.index()];
        *owners = distance.min(*owners);
    }
    let mut others: SmallVec<[Seat; Seat::MAX]> = board.seats().filter(|&other| other != seat).collect();
    others.sort_by_key(|other| nearest[other.index()]);
    others.into_iter().take(NEIGHBOURS).chain([seat]).collect()
}

/// The turns of a day after the present one, of those who play on.
fn turns_left(game: &Zords, board: &State, company: SeatSet) -> Vec<(Place, Seat)> {
    let Some(now) = board.place else { return Vec::new() };
    let last = game.config.rounds_per_day;
    let rounds = std::iter::once(now.round).chain((now.round + 1).max(last - MOST_ROUNDS)..last);
    let places = rounds.flat_map(|round| (0..board.order.len()).map(move |turn| Place { round, turn }));
    let later = places.filter(|place| (place.round, place.turn) > (now.round, now.turn));
    let turns = later.map(|place| (place, game.seat_in_round(board, place)));
    turns.filter(|&(_, seat)| company.contains(seat)).collect()
}
