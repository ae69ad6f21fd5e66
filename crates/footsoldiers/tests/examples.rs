//! The worked examples of the rulebook, by number. Where an example has variants, all of them are here.

use skirmish_core::{Absence, Documents, Entry, Orders, Record, Rejection, Rules, Seat};
use skirmish_footsoldiers::Facing::*;
use skirmish_footsoldiers::Kind::*;
use skirmish_footsoldiers::Team::{self, Player1 as P1, Player2 as P2};
use skirmish_footsoldiers::position::{BaseEntry, Position, RockEntry, SoldierEntry};
use skirmish_footsoldiers::{Action, Event, Facing, Footsoldiers, Kind, Map, Square, State, native};

/// A position being set up: bases at (1,3) and (65,3), no rocks, nobody there.
#[derive(Clone)]
struct Board(Position);

/// What a turn came to.
struct After {
    game: Footsoldiers,
    state: State,
    position: Position,
    rejected: Vec<(usize, &'static str)>,
    events: Vec<Event>,
}

fn board() -> Board {
    let map = Map { bases: [Square::new(1, 3), Square::new(65, 3)], rocks: Vec::new() };
    on_map(&map)
}

/// Bases far away from everything.
fn remote() -> Board {
    board().bases((30, 30), (40, 30))
}

fn on_map(map: &Map) -> Board {
    let rocks: Vec<_> =
        (3..).zip(&map.rocks).map(|(id, at)| serde_json::json!({"id": id, "x": at.x, "y": at.y})).collect();
    let [b1, b2] = map.bases;
    let json = serde_json::json!({"game": "footsoldiers", "turns_remaining": 100, "next_id": 101, "soldiers": [],
        "bases": [{"id": 1, "seat": "player1", "x": b1.x, "y": b1.y, "health": 40, "money": 10},
                  {"id": 2, "seat": "player2", "x": b2.x, "y": b2.y, "health": 40, "money": 10}],
        "rocks": rocks});
    Board(Footsoldiers::read_position(&json).unwrap())
}

/// A soldier that stands: its destination is its own square.
fn stands(seat: Team, kind: Kind, (x, y): (i64, i64), facing: Facing) -> SoldierEntry {
    let health = [9, 6, 12][kind as usize];
    SoldierEntry { id: 0, seat, kind, x, y, health, dest_x: x, dest_y: y, facing }
}

/// A soldier on its way, facing down.
fn walks(seat: Team, kind: Kind, at: (i64, i64), to: (i64, i64)) -> SoldierEntry {
    SoldierEntry { dest_x: to.0, dest_y: to.1, ..stands(seat, kind, at, Down) }
}

impl Board {
    fn bases(mut self, one: (i64, i64), two: (i64, i64)) -> Board {
        for (base, (x, y)) in self.0.bases.iter_mut().zip([one, two]) {
            *base = BaseEntry { x, y, ..*base };
        }
        self
    }

    fn turns(mut self, turns: i64) -> Board {
        self.0.turns_remaining = turns;
        self
    }

    fn money(mut self, one: i64, two: i64) -> Board {
        (self.0.bases[0].money, self.0.bases[1].money) = (one, two);
        self
    }

    fn health(mut self, one: i64, two: i64) -> Board {
        (self.0.bases[0].health, self.0.bases[1].health) = (one, two);
        self
    }

    fn set(mut self, key: &str, value: i64) -> Board {
        self.0.config.insert(key.into(), value.into());
        self
    }

    fn rock(mut self, x: i64, y: i64) -> Board {
        let id = self.0.rocks.len() as i64 + 3;
        self.0.rocks.push(RockEntry { id, x, y });
        self
    }

    /// Adds a soldier; the first is #101.
    fn with(mut self, soldier: SoldierEntry) -> Board {
        self.0.soldiers.push(SoldierEntry { id: self.0.next_id, ..soldier });
        self.0.next_id += 1;
        self
    }

    fn hurt(mut self, health: i64) -> Board {
        self.0.soldiers.last_mut().unwrap().health = health;
        self
    }

    fn plays(&self, one: &str, two: &str) -> After {
        let (game, state) = Footsoldiers::from_position(&self.0).unwrap();
        turn(game, state, &lines(one, two))
    }

    fn waits(&self) -> After {
        self.plays("No-op", "No-op")
    }
}

fn lines(one: &str, two: &str) -> Orders<Action> {
    let mut orders = Orders::new();
    orders.list(Seat(0), [native::entry(one.as_bytes())]);
    orders.list(Seat(1), [native::entry(two.as_bytes())]);
    orders
}

fn turn(game: Footsoldiers, mut state: State, orders: &Orders<Action>) -> After {
    let mut record = Record::default();
    game.step(&mut state, orders, &mut record);
    let position = game.position(&state);
    let reason = |r: &Rejection| (r.seat.index() + 1, r.reason.0);
    After { position, rejected: record.rejections.iter().map(reason).collect(), events: record.events, game, state }
}

impl After {
    fn next(self, one: &str, two: &str) -> After {
        turn(self.game, self.state, &lines(one, two))
    }

    fn soldier(&self, id: i64) -> Option<&SoldierEntry> {
        self.position.soldiers.iter().find(|soldier| soldier.id == id)
    }

    fn at(&self, id: i64) -> (i64, i64) {
        let soldier = self.soldier(id).unwrap();
        (soldier.x, soldier.y)
    }

    /// A soldier's health; 0 for one that has left.
    fn health(&self, id: i64) -> i64 {
        self.soldier(id).map_or(0, |soldier| soldier.health)
    }

    fn money(&self) -> [i64; 2] {
        [self.position.bases[0].money, self.position.bases[1].money]
    }

    fn bases(&self) -> [i64; 2] {
        [self.position.bases[0].health, self.position.bases[1].health]
    }

    fn end(&self) -> (Option<Seat>, Option<&'static str>) {
        let standings = self.game.standings(&self.state);
        (standings.winner, standings.reason)
    }

    fn strikes(&self) -> usize {
        self.events.iter().filter(|event| matches!(event, Event::Struck { .. } | Event::BaseHit { .. })).count()
    }
}

const NOT_OVER: (Option<Seat>, Option<&'static str>) = (None, None);
const P1_WINS: (Option<Seat>, Option<&'static str>) = (Some(Seat(0)), Some("base_destroyed"));

#[test]
fn example_01_nothing() {
    let after = board().waits();
    assert_eq!(after.money(), [13, 13]);
    assert_eq!(after.position.turns_remaining, 99);
    assert_eq!(after.end(), NOT_OVER);
}

#[test]
fn example_02_and_03_opening_on_the_original_map() {
    let Some(path) = skirmish_laws::vectors::beside("maps/footsoldiers/bot_match.txt") else { return };
    let text = std::fs::read_to_string(path).unwrap();
    let map = Map::from_text(&text).unwrap();
    assert_eq!((map.bases, map.rocks.len()), ([Square::new(1, 3), Square::new(65, 3)], 72));
    let after = on_map(&map).plays("Build Scout (1, 4) (65, 3) Down", "Build Scout (65, 4) (1, 3) Down");
    assert_eq!((after.at(101), after.at(102)), ((7, 4), (59, 4)));
    assert_eq!((after.health(101), after.health(102), after.money()), (9, 9, [3, 3]));
    let after = after.next("No-op", "No-op");
    assert_eq!((after.at(101), after.at(102), after.money()), ((12, 3), (53, 4), [6, 6]));
}

#[test]
fn example_04_too_poor() {
    let after = board().money(9, 10).plays("Build Scout (1, 4) (65, 3) Down", "No-op");
    assert_eq!((after.rejected.as_slice(), after.money()), (&[(1, "not_enough_money")][..], [12, 13]));
    let after = board().money(12, 10).plays("Build Tank (1, 4) (65, 3) Down", "No-op");
    assert_eq!((after.at(101), after.money()), ((2, 3), [3, 13]));
}

#[test]
fn example_05_radius() {
    let board = board().bases((4, 3), (65, 3));
    assert_eq!(board.plays("Build Scout (2, 6) (2, 6) Down", "No-op").at(101), (2, 6));
    assert_eq!(board.plays("Build Scout (2, 7) (2, 7) Down", "No-op").rejected, [(1, "too_far_from_base")]);
    assert_eq!(board.plays("Build Scout (4, 3) (2, 7) Down", "No-op").rejected, [(1, "occupied")]);
}

#[test]
fn example_06_order_of_checks() {
    let on_enemy_base = "Build Scout (65, 3) (65, 3) Down";
    assert_eq!(board().money(3, 10).plays(on_enemy_base, "No-op").rejected, [(1, "not_enough_money")]);
    assert_eq!(board().money(30, 10).plays(on_enemy_base, "No-op").rejected, [(1, "too_far_from_base")]);
}

#[test]
fn example_07_both_build_on_one_square() {
    let line = "Build Scout (3, 3) (3, 3) Down";
    let after = board().bases((1, 3), (5, 3)).plays(line, line);
    assert_eq!(after.rejected, [(2, "occupied")]);
    assert_eq!((after.soldier(101).unwrap().seat, after.position.soldiers.len()), (P1, 1));
    assert_eq!(after.money(), [3, 13]);
}

#[test]
fn example_08_build_in_front_of_a_walker() {
    let board = board().bases((1, 3), (9, 3)).with(walks(P2, Tank, (6, 3), (1, 3)));
    let after = board.plays("Build Scout (5, 3) (5, 3) Down", "No-op");
    assert_eq!((after.at(101), after.health(101), after.health(102)), ((6, 3), 9, 7));
}

#[test]
fn example_09_building_where_a_friend_still_stands() {
    let board = board().bases((1, 3), (20, 3)).with(walks(P1, Scout, (2, 3), (20, 3)));
    let after = board.plays("Build Scout (2, 3) (20, 3) Down", "No-op");
    assert_eq!((after.rejected.as_slice(), after.at(101)), (&[(1, "occupied")][..], (8, 3)));
    assert_eq!(after.money(), [13, 13]);
}

#[test]
fn example_10_race_for_a_square() {
    let board = remote().with(walks(P1, Tank, (3, 5), (5, 5))).with(walks(P2, Tank, (7, 5), (5, 5)));
    for (turns, one, two) in [(10, (5, 5), (6, 5)), (9, (4, 5), (5, 5))] {
        let after = board.clone().turns(turns).waits();
        assert_eq!((after.at(101), after.at(102)), (one, two), "{turns}");
        assert_eq!((after.health(101), after.health(102)), (10, 10));
    }
}

#[test]
fn example_11_columns() {
    let column = |goal| {
        let tank = |x| walks(P1, Tank, (x, 5), goal);
        let after = board().with(tank(5)).with(tank(6)).with(tank(7)).waits();
        [after.at(101).0, after.at(102).0, after.at(103).0]
    };
    assert_eq!(column((0, 5)), [3, 4, 5]);
    assert_eq!(column((20, 5)), [5, 6, 9]);
}

#[test]
fn example_12_stay_on_a_tie() {
    let mut after = board().rock(6, 5).with(walks(P1, Tank, (5, 5), (9, 5))).waits();
    for _ in 0..5 {
        assert_eq!(after.at(101), (5, 5));
        after = after.next("No-op", "No-op");
    }
}

#[test]
fn example_13_way_round_negative_row() {
    let after = board().set("scout_speed", 3).rock(4, 0).with(walks(P1, Scout, (5, 0), (0, 0))).waits();
    assert_eq!(after.at(101), (3, -1));
}

#[test]
fn example_14_tie_by_x() {
    let enemy = |at| stands(P2, Assassin, at, Down);
    let board = remote().set("assassin_speed", 3).with(walks(P1, Assassin, (1, 4), (2, 1)));
    let board = board.with(enemy((2, 4))).with(enemy((3, 3))).with(enemy((3, 5)));
    let after = board.with(stands(P1, Assassin, (4, 4), Down)).waits();
    assert_eq!((after.at(101), after.strikes()), ((1, 1), 0));
}

#[test]
fn example_15_clockwise_facing_up() {
    let tank = |at, facing| stands(P2, Tank, at, facing);
    let board = board().with(stands(P1, Assassin, (5, 5), Up));
    let after = board.with(tank((5, 6), Down)).with(tank((4, 5), Left)).with(tank((6, 5), Down)).waits();
    assert_eq!([101, 102, 103, 104].map(|id| after.health(id)), [0, 12, 12, 7]);
}

#[test]
fn example_16_clockwise_facing_left() {
    let tank = |at| stands(P2, Tank, at, Down);
    let after = board().with(stands(P1, Assassin, (5, 5), Left)).with(tank((5, 6))).with(tank((6, 5))).waits();
    assert_eq!([101, 102, 103].map(|id| after.health(id)), [2, 12, 7]);
}

#[test]
fn example_17_mutual_kill() {
    let duel = |board: Board| {
        let board = board.with(stands(P1, Assassin, (2, 4), Down)).hurt(4);
        board.with(stands(P2, Assassin, (1, 4), Down)).hurt(4).waits()
    };
    assert!(duel(remote()).position.soldiers.is_empty());
    // With the base above it, the enemy meets that first.
    let after = duel(board());
    assert_eq!((after.health(101), after.health(102), after.bases()), (4, 0, [35, 40]));
}

#[test]
fn example_18_overkill() {
    let board = board().turns(20).with(stands(P1, Assassin, (5, 5), Right)).with(stands(P1, Assassin, (6, 4), Down));
    let after = board.with(stands(P2, Scout, (6, 5), Down)).hurt(3).with(stands(P2, Tank, (7, 4), Down)).waits();
    assert_eq!([101, 102, 103, 104].map(|id| after.health(id)), [3, 4, 0, 12]);
}

#[test]
fn example_19_siege() {
    let board = board().bases((1, 3), (9, 3)).health(40, 7);
    let scout = SoldierEntry { facing: Right, ..walks(P1, Scout, (8, 3), (9, 3)) };
    let after = board.with(scout).with(walks(P1, Assassin, (9, 2), (9, 3))).waits();
    assert_eq!((after.bases(), after.end()), ([40, 0], P1_WINS));
}

#[test]
fn example_20_both_bases_fall() {
    let board = board().bases((1, 3), (9, 3)).health(3, 3);
    let after = board.with(stands(P1, Scout, (8, 3), Right)).with(stands(P2, Scout, (2, 3), Left)).waits();
    assert_eq!((after.bases(), after.end()), ([0, 0], (None, Some("both_bases_destroyed"))));
}

#[test]
fn example_21_last_turn() {
    let after = board().turns(1).waits();
    assert_eq!(after.end(), (None, Some("turn_limit")));
    assert_eq!((after.money(), after.position.turns_remaining), ([13, 13], 0));
    let board = board().turns(1).bases((1, 3), (9, 3)).health(40, 3);
    assert_eq!(board.with(stands(P1, Scout, (8, 3), Right)).waits().end(), P1_WINS);
}

#[test]
fn example_22_facing_decides_base_or_soldier() {
    let board = board().bases((1, 3), (9, 3)).with(walks(P1, Scout, (8, 3), (9, 3)));
    let board = board.with(stands(P2, Tank, (8, 4), Up));
    let after = board.waits();
    assert_eq!((after.health(101), after.health(102), after.bases()), (7, 9, [40, 40]));
    let after = board.plays("Change attack direction (8, 3) to Right", "No-op");
    assert_eq!((after.health(101), after.health(102), after.bases()), (7, 12, [40, 37]));
}

#[test]
fn example_23_new_destination_works_at_once() {
    let after = board().with(stands(P1, Scout, (5, 5), Down)).plays("Move (5, 5) to (5, 9)", "No-op");
    assert_eq!(after.at(101), (5, 9));
}

#[test]
fn example_24_rejected_orders() {
    let board = board().rock(7, 7).with(stands(P2, Tank, (6, 6), Down));
    let cases =
        [("(2, 2)", "empty_square"), ("(1, 3)", "base_there"), ("(65, 3)", "base_there"), ("(7, 7)", "rock_there")];
    for (square, reason) in cases.into_iter().chain([("(6, 6)", "not_your_unit")]) {
        for line in [format!("Move {square} to (4, 4)"), format!("Change attack direction {square} to Up")] {
            assert_eq!(board.plays(&line, "No-op").rejected, [(1, reason)], "{line}");
        }
    }
}

#[test]
fn example_25_walk_and_strike_in_one_turn() {
    let after = board().bases((1, 3), (9, 3)).with(walks(P1, Scout, (3, 3), (9, 3))).waits();
    assert_eq!((after.at(101), after.bases()), ((8, 3), [40, 37]));
}

#[test]
fn example_26_newcomer_moves_in_square_order() {
    let board = board().turns(10).money(12, 10).with(walks(P1, Tank, (3, 3), (6, 3)));
    let after = board.plays("Build Tank (2, 3) (6, 3) Down", "No-op");
    assert_eq!((after.at(101), after.at(102), after.money()), ((5, 3), (2, 3), [3, 13]));
}

#[test]
fn example_27_destination_taken_by_a_friend() {
    let board = board().with(walks(P1, Scout, (3, 3), (5, 3))).with(stands(P1, Tank, (5, 3), Down));
    assert_eq!(board.waits().at(101), (4, 3));
}

#[test]
fn example_28_facing_at_build() {
    let board = board().turns(10).bases((1, 3), (5, 3)).with(stands(P2, Tank, (4, 4), Up));
    let after = board.plays("Build Scout (4, 3) (4, 3) Right", "No-op");
    assert_eq!((after.health(101), after.health(102), after.bases()), (12, 7, [40, 37]));
    assert_eq!(after.money(), [3, 13]);
}

#[test]
fn example_29_disqualification() {
    let (game, state) = Footsoldiers::from_position(&board().0).unwrap();
    let absent = |absence| {
        let mut orders = Orders::of(Seat(0), [Entry::Action(Action::NoOp)]);
        orders.absent(Seat(1), absence);
        orders
    };
    let mut after = After { position: board().0, rejected: Vec::new(), events: Vec::new(), game, state };
    for _ in 0..4 {
        after = turn(after.game, after.state, &absent(Absence::Crashed));
        assert_eq!((after.rejected.as_slice(), after.end()), (&[(2, "no_answer")][..], NOT_OVER));
    }
    let money = after.money();
    after = turn(after.game, after.state, &absent(Absence::Disqualified));
    assert_eq!((after.position.turns_remaining, after.money()), (96, money));
    assert_eq!(after.position.disqualified, [P2]);
    assert_eq!(after.end(), (Some(Seat(0)), Some("disqualified")));
}

#[test]
fn example_30_walking_past_enemies() {
    let board = board().with(walks(P1, Scout, (2, 5), (8, 5)));
    let after = board.with(stands(P2, Tank, (4, 4), Down)).with(stands(P2, Tank, (5, 6), Down)).waits();
    assert_eq!((after.at(101), after.strikes()), ((8, 5), 0));
}

#[test]
fn example_31_own_base_blocks() {
    let after = board().bases((4, 5), (65, 3)).with(walks(P1, Tank, (3, 5), (5, 5))).waits();
    assert_eq!(after.at(101), (3, 5));
}

#[test]
fn example_32_vacated_square() {
    let board = board().with(walks(P1, Tank, (5, 5), (5, 9))).with(walks(P2, Tank, (7, 5), (5, 5)));
    let after = board.clone().turns(10).waits();
    assert_eq!((after.at(101), after.at(102)), ((5, 7), (5, 5)));
    let after = board.turns(9).waits();
    assert_eq!((after.at(101), after.at(102)), ((5, 7), (6, 5)));
}

#[test]
fn example_33_the_way_round_counts_in_steps() {
    let board = remote().rock(3, 4).rock(3, 5).rock(3, 6);
    assert_eq!(board.clone().with(walks(P1, Assassin, (2, 5), (5, 5))).waits().at(101), (4, 4));
    assert_eq!(board.with(walks(P1, Scout, (2, 5), (5, 5))).waits().at(101), (4, 5));
}

#[test]
fn example_34_unread_lines() {
    let after = board().plays("build scout (1, 4) (65, 3) Down", "No-op");
    assert_eq!((after.rejected.as_slice(), after.money()), (&[(1, "bad_command")][..], [13, 13]));
    // Of several lines the last one is the answer.
    let last = "thinking\nNo-op".lines().last().unwrap();
    assert_eq!(board().plays(last, "No-op").rejected, []);
}

#[test]
fn example_35_late_answer() {
    let (game, state) = Footsoldiers::from_position(&board().turns(50).0).unwrap();
    let mut orders = Orders::new();
    orders.absent(Seat(0), Absence::Late);
    let after = turn(game, state, &orders);
    assert_eq!((after.rejected.as_slice(), after.position.turns_remaining), (&[(1, "no_answer")][..], 49));
    let after = after.next("Build Scout (1, 4) (65, 3) Down", "No-op");
    assert_eq!((after.rejected.as_slice(), after.at(101)), (&[][..], (6, 3)));
}

#[test]
fn a_finished_game_refuses_every_entry_and_stays_as_it_is() {
    let (game, mut state) = Footsoldiers::from_position(&board().turns(0).0).unwrap();
    let before = game.position(&state);
    let mut orders = Orders::new();
    orders.list(Seat(1), [native::entry(b"what"), Entry::Action(Action::NoOp)]);
    orders.list(Seat(0), [Entry::Action(Action::NoOp)]);
    let mut rejected: Vec<Rejection> = Vec::new();
    game.step(&mut state, &orders, &mut rejected);
    let reasons: Vec<_> = rejected.iter().map(|r| (r.seat.0, r.index, r.reason.0)).collect();
    assert_eq!(reasons, [(0, 0, "game_over"), (1, 0, "game_over"), (1, 1, "game_over")]);
    assert_eq!(game.position(&state), before);
}
