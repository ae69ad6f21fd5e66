//! Live play: what it adds to the general checks, and a step that is one command. Its clock, its log and its service are
//! outside of the rules.

use crate::action::Action;
use crate::draws::Chance;
use crate::event::Event;
use crate::game::Zords;
use crate::reason;
use crate::stages::Core;
use crate::state::{Place, State, Status};
use skirmish_core::{Answer, Entry, Key, Log, Orders, Reason, Seat};
use skirmish_grid::Point;

/// The last of the general checks in a live game: the seat has not resigned, and the day is the one it planned for.
/// The seat is a player of the game.
pub fn admit_live(state: &State, seat: Seat, action: &Action) -> Result<(), Reason> {
    if action.command.is_clocks() {
        return Ok(());
    }
    if state.player(seat).retired {
        return Err(reason::RETIRED_SEAT);
    }
    match action.day {
        Some(day) if i64::from(day) != state.day => Err(reason::WRONG_DAY),
        _ => Ok(()),
    }
}

impl Zords {
    /// A live game that nobody has joined yet.
    pub fn live(config: crate::Config, key: Key) -> (Zords, State) {
        let state = State { shift_s: Some(0), ..State::waiting(key) };
        (Zords::new(config), state)
    }

    /// The round of the day that a live game's time falls into, and its seats in their order.
    pub fn round_now(&self, state: &State) -> (i64, Vec<Seat>) {
        let round = self.config.round_at(state.time);
        (round, self.round_order(state, round).collect())
    }

    /// A running live game as it would be in rounds if it were the turn of `seat`, so that whoever plays rounds can be asked.
    /// `None` if the seat could do nothing.
    pub fn in_round(&self, state: &State, seat: Seat) -> Option<State> {
        self.as_if_asked(state, seat).filter(|state| state.turn_is_askable(seat))
    }

    /// The game as if the seat were asked now, whether or not it can do anything; `None` unless the game runs.
    pub fn as_if_asked(&self, state: &State, seat: Seat) -> Option<State> {
        if !state.is_running() || seat.index() >= state.players.len() {
            return None;
        }
        let (round, order) = self.round_now(state);
        let turn = order.iter().position(|&other| other == seat)?;
        Some(State { place: Some(Place { round, turn }), ..state.clone() })
    }

    /// For how long nobody may shoot in a day.
    pub fn grace_s(&self) -> i64 {
        self.config.grace_s
    }

    /// How many actions one list may have.
    pub fn max_actions(&self) -> i64 {
        self.config.max_actions
    }
}

impl State {
    /// Whether the game is played live, and not in rounds.
    pub fn is_live(&self) -> bool {
        self.shift_s.is_some() && self.place.is_none()
    }

    /// The id of the zord on a cell.
    pub fn unit_at(&self, x: i32, y: i32) -> Option<i64> {
        self.zord_at(Point { x, y }).map(|i| self.zords[i].id)
    }

    /// An operator ends the game; nobody is ranked. A game that is over stays so.
    pub fn abort(&mut self) {
        if matches!(self.status, Status::Waiting | Status::Running) {
            self.status = Status::Aborted;
        }
    }
}

impl<C: Chance, L: Log<Event>> Core<'_, C, L> {
    /// Commands out of turn. The clock's come first, so that time has passed before anybody acts.
    pub(crate) fn step_live(&mut self, orders: &Orders<Action>) {
        for given in orders.iter() {
            let Answer::List(list) = given.answer else { continue };
            for (i, entry) in list.iter().enumerate() {
                if let Err(reason) = self.act_live(given.seat, entry) {
                    self.log.reject(given.seat, i, reason);
                }
            }
        }
    }

    fn act_live(&mut self, seat: Seat, entry: &Entry<Action>) -> Result<(), Reason> {
        let action = self.admit(seat, entry)?;
        admit_live(self.state, seat, action)?;
        self.perform(seat, action)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Config, Name};
    use serde_json::json;
    use skirmish_core::{Documents, Rejection, Rules, Table, Telling};

    fn play(table: &mut Table<Zords>, orders: &[(Seat, serde_json::Value)]) -> Vec<Rejection> {
        let mut given = Orders::new();
        for (seat, action) in orders {
            let raw = serde_json::value::to_raw_value(action).unwrap();
            given.list(*seat, [table.game.parse(&raw)]);
        }
        table.step(&given);
        table.record().rejections.clone()
    }

    fn started() -> Table<Zords> {
        let (game, state) = Zords::live(Config::default(), Key::from_seed(5));
        let mut table = Table::new(game, state);
        for seat in ["ann", "bob"] {
            assert!(play(&mut table, &[(Seat::CLOCK, json!({"do": "join", "seat": seat}))]).is_empty());
        }
        assert!(play(&mut table, &[(Seat::CLOCK, json!({"do": "advance", "day": 1, "time": 0}))]).is_empty());
        table
    }

    #[test]
    fn a_step_is_the_passage_of_time_and_one_command() {
        let mut table = started();
        assert!(table.state.is_live());
        let ann = table.state.seat_called(Name::of("ann")).unwrap();
        let (id, at) = table.state.zords_of(ann).map(|zord| (zord.id, zord.at)).next().unwrap();
        let go = json!({"do": "move", "unit": id, "x": if at.x == 0 { 1 } else { at.x - 1 }, "y": at.y, "day": 1});
        let noon = (Seat::CLOCK, json!({"do": "advance", "day": 1, "time": 43_200}));
        assert!(play(&mut table, &[noon, (ann, go.clone())]).is_empty());
        assert_eq!((table.state.time, table.state.player(ann).actions), (43_200, 19));
        // A day later the plan is stale, and the day has changed all the same.
        let next = (Seat::CLOCK, json!({"do": "advance", "day": 2, "time": 7}));
        let refused = play(&mut table, &[next, (ann, go)]);
        assert_eq!(refused, [Rejection { seat: ann, index: 0, reason: reason::WRONG_DAY }]);
        assert_eq!((table.state.day, table.state.time, table.state.player(ann).actions), (2, 7, 20));
    }

    #[test]
    fn players_cannot_command_the_clock_and_the_retired_nothing() {
        let mut table = started();
        let ann = Seat(0);
        let now = || (Seat::CLOCK, json!({"do": "advance", "day": 1, "time": 0}));
        let refused = play(&mut table, &[now(), (ann, json!({"do": "advance", "day": 9, "time": 0}))]);
        assert_eq!(refused[0].reason, Reason::WRONG_SEAT);
        assert_eq!(table.state.day, 1);
        assert!(play(&mut table, &[(Seat::CLOCK, json!({"do": "retire", "seat": "ann"}))]).is_empty());
        let refused = play(&mut table, &[now(), (ann, json!({"do": "shield", "unit": 3}))]);
        assert_eq!(refused[0].reason, reason::RETIRED_SEAT);
    }

    #[test]
    fn a_live_position_is_read_as_one_and_goes_on_the_same() {
        let table = started();
        let position = table.game.position(&table.state);
        let json = serde_json::to_value(&position).unwrap();
        assert_eq!((&json["shift_s"], json.get("round")), (&json!(0), None));
        let (game, state) = Zords::from_position(&Zords::read_position(&json).unwrap()).unwrap();
        assert!(state.is_live());
        let mut here = table;
        let mut there = Table::new(game, state);
        for table in [&mut here, &mut there] {
            assert!(play(table, &[(Seat::CLOCK, json!({"do": "advance", "day": 9, "time": 1}))]).is_empty());
        }
        assert_eq!(here.state, there.state);
    }

    #[test]
    fn a_seat_of_a_live_game_can_be_asked_as_in_rounds() {
        let mut table = started();
        assert!(play(&mut table, &[(Seat::CLOCK, json!({"do": "advance", "day": 1, "time": 33_000}))]).is_empty());
        let (round, order) = table.game.round_now(&table.state);
        assert_eq!((round, order.len()), (3, 2));
        for (turn, seat) in order.into_iter().enumerate() {
            let asked = table.game.in_round(&table.state, seat).unwrap();
            assert_eq!(table.game.turn(&asked).to_act.iter().collect::<Vec<_>>(), [seat]);
            assert_eq!(table.game.turn(&asked).number, 3 * 2 + turn as i64 + 1);
        }
        assert!(play(&mut table, &[(Seat::CLOCK, json!({"do": "retire", "seat": "ann"}))]).is_empty());
        assert_eq!(table.game.in_round(&table.state, Seat(0)), None);
    }

    /// Without the clock's word a live position is played on in rounds, as a position from anywhere is.
    #[test]
    fn a_live_position_can_be_played_on_in_rounds() {
        let mut table = started();
        let seat = table.turn().to_act.iter().next().unwrap();
        table.step(&Orders::of(seat, []));
        assert!(!table.state.is_live());
    }

    #[test]
    fn an_aborted_game_has_no_winner_and_takes_no_orders() {
        let mut table = started();
        table.state.abort();
        assert_eq!(table.game.standings(&table.state).reason, Some("aborted"));
        let refused = play(
            &mut table,
            &[
                (Seat::CLOCK, json!({"do": "advance", "day": 3, "time": 0})),
                (Seat(0), json!({"do": "shield", "unit": 3})),
            ],
        );
        assert_eq!((refused[0].reason, table.state.day), (Reason::GAME_OVER, 1));
    }
}
