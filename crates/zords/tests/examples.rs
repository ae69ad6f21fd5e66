//! The worked examples of the rulebook, by their numbers. Time of day is 20000 (shooting is allowed) unless said.

use serde_json::{Map, Value, json};
use skirmish_core::golden::{Line, LineResult};
use skirmish_core::{Documents, Golden, Rules, Seat};
use skirmish_zords::{State, Zords};

/// A board to try things on: two or three players far from all totems.
struct Board {
    position: Value,
}

/// A zord: id, owner, cell, and hp, shields, range.
type Unit = (i64, &'static str, (i32, i32), (i64, i64, i64));

const FRESH: (i64, i64, i64) = (2, 0, 5);

impl Board {
    fn new(players: &[(&str, i64, i64)], zords: &[Unit]) -> Board {
        let players: Vec<Value> = players
            .iter()
            .map(|(seat, actions, points)| json!({"seat": seat, "actions": actions, "points": points}))
            .collect();
        let next_id = zords.iter().map(|zord| zord.0).max().unwrap_or(2) + 1;
        let zords: Vec<Value> = zords
            .iter()
            .map(|(id, owner, (x, y), (hp, shields, range))| {
                json!({"id": id, "owner": owner, "x": x, "y": y, "hp": hp, "shields": shields, "range": range})
            })
            .collect();
        let position = json!({
            "game": "zords", "schema": 1, "config": {}, "status": "running", "day": 3, "time": 20000,
            "next_id": next_id, "players": players, "zords": zords,
            "totems": [{"id": 1, "x": 129, "y": 44}, {"id": 2, "x": 10, "y": 95}],
        });
        Board { position }
    }

    fn with(mut self, key: &str, value: Value) -> Board {
        self.position[key] = value;
        self
    }

    fn totems(self, a: (i32, i32), b: (i32, i32)) -> Board {
        self.with("totems", json!([{"id": 1, "x": a.0, "y": a.1}, {"id": 2, "x": b.0, "y": b.1}]))
    }

    fn play(&self, line: Value) -> After {
        let position = Zords::read_position(&self.position).unwrap();
        let (game, mut state) = Zords::from_position(&position).unwrap();
        let text = line.to_string();
        let line: Line<'_> = serde_json::from_str(&text).unwrap();
        let mut told = LineResult::default();
        game.play(&mut state, &line, &mut told).unwrap();
        After { reasons: told.refusals.iter().map(|refusal| refusal.reason).collect(), game, state }
    }

    /// The core alone: groups of a seat and its actions.
    fn run(&self, groups: &[(&str, Value)]) -> After {
        self.drawing(groups, json!([]))
    }

    fn drawing(&self, groups: &[(&str, Value)], draws: Value) -> After {
        let groups: Vec<Value> =
            groups.iter().map(|(seat, actions)| json!({"seat": seat, "actions": actions})).collect();
        self.play(json!({"actions": groups, "draws": draws}))
    }
}

/// What a line came to.
struct After {
    reasons: Vec<&'static str>,
    game: Zords,
    state: State,
}

impl After {
    fn position(&self) -> Value {
        serde_json::to_value(self.game.position(&self.state)).unwrap()
    }

    fn of(&self, list: &str, key: &str, value: Value) -> Map<String, Value> {
        let position = self.position();
        let found = position[list].as_array().unwrap().iter().find(|item| item[key] == value);
        found.unwrap_or_else(|| panic!("no {value} in {position}")).as_object().unwrap().clone()
    }

    /// Actions and points of a player.
    fn purse(&self, seat: &str) -> (i64, i64) {
        let player = self.of("players", "seat", json!(seat));
        (player["actions"].as_i64().unwrap(), player["points"].as_i64().unwrap())
    }

    fn points(&self, seat: &str) -> i64 {
        self.purse(seat).1
    }

    fn cell(&self, id: i64) -> (i64, i64) {
        let zord = self.of("zords", "id", json!(id));
        (zord["x"].as_i64().unwrap(), zord["y"].as_i64().unwrap())
    }

    fn strength(&self, id: i64) -> (i64, i64, i64) {
        let zord = self.of("zords", "id", json!(id));
        let number = |key: &str| zord[key].as_i64().unwrap();
        (number("hp"), number("shields"), number("range"))
    }

    fn zords(&self) -> Vec<i64> {
        self.position()["zords"].as_array().unwrap().iter().map(|zord| zord["id"].as_i64().unwrap()).collect()
    }
}

fn go(unit: i64, x: i64, y: i64) -> Value {
    json!({"do": "move", "unit": unit, "x": x, "y": y})
}

fn shoot(unit: i64, target: i64) -> Value {
    json!({"do": "shoot", "unit": unit, "target": target})
}

fn build(x: i64, y: i64) -> Value {
    json!({"do": "build", "x": x, "y": y})
}

fn shield(unit: i64) -> Value {
    json!({"do": "shield", "unit": unit})
}

fn range(unit: i64) -> Value {
    json!({"do": "range", "unit": unit})
}

fn donate(to: &str, amount: i64) -> Value {
    json!({"do": "donate", "to": to, "amount": amount})
}

fn advance(day: i64, time: i64) -> Value {
    json!([{"do": "advance", "day": day, "time": time}])
}

fn two(ann: (i64, i64), bob: (i64, i64), zords: &[Unit]) -> Board {
    Board::new(&[("ann", ann.0, ann.1), ("bob", bob.0, bob.1)], zords)
}

const FAR_BOB: Unit = (4, "bob", (50, 0), FRESH);

#[test]
fn example_01_move() {
    let after = two((20, 0), (20, 0), &[(3, "ann", (10, 10), FRESH), FAR_BOB]).run(&[("ann", json!([go(3, 13, 8)]))]);
    assert_eq!((after.reasons.len(), after.purse("ann").0, after.cell(3)), (0, 17, (13, 8)));
}

#[test]
fn example_02_move_too_far() {
    let far = |actions| {
        let board = two((actions, 0), (20, 0), &[(3, "ann", (10, 10), FRESH), FAR_BOB]);
        let after = board.run(&[("ann", json!([go(3, 13, 10)]))]);
        (after.reasons.clone(), after.purse("ann").0, after.cell(3))
    };
    assert_eq!(far(2), (vec!["not_enough_actions"], 2, (10, 10)));
    assert_eq!(far(3), (vec![], 0, (13, 10)));
}

#[test]
fn example_03_move_order_of_checks() {
    let board = two((20, 0), (20, 0), &[(3, "ann", (0, 0), FRESH), FAR_BOB]);
    let after = board.run(&[
        ("ann", json!([go(3, -1, 0), go(3, 0, 0), go(99, 1, 1)])),
        ("bob", json!([go(3, 1, 1)])),
        ("ann", json!([go(3, 129, 44), go(3, 21, 0), go(3, 500, 0)])),
    ]);
    let wanted = [
        "out_of_bounds",
        "occupied",
        "no_such_unit",
        "not_your_unit",
        "occupied",
        "not_enough_actions",
        "out_of_bounds",
    ];
    assert_eq!(after.reasons, wanted);
    assert_eq!(after.cell(3), (0, 0));
}

#[test]
fn example_04_jump_over() {
    let guards = [(4, "bob", (1, 0), FRESH), (5, "bob", (1, 1), FRESH), (6, "bob", (0, 1), FRESH)];
    let zords = [[(3, "ann", (0, 0), FRESH)].as_slice(), &guards].concat();
    let after = two((20, 0), (20, 0), &zords).run(&[("ann", json!([go(3, 2, 2)]))]);
    assert_eq!((after.cell(3), after.purse("ann").0), ((2, 2), 18));
}

#[test]
fn example_05_shoot_shield_kill() {
    let board = two((20, 0), (20, 100), &[(3, "ann", (0, 0), FRESH), (4, "bob", (5, 5), (2, 1, 5))]);
    let shots = |n: usize| board.run(&[("ann", Value::Array(vec![shoot(3, 4); n]))]);
    assert_eq!(shots(1).strength(4), (2, 0, 5));
    assert_eq!(shots(2).strength(4), (1, 0, 5));
    let dead = shots(4);
    assert_eq!(dead.zords(), [3]);
    assert_eq!((dead.purse("ann"), dead.points("bob")), ((8, 3), 66));
    assert_eq!(dead.reasons, ["no_such_target"]);
}

#[test]
fn example_06_wipe_rounding() {
    for (before, after) in [(10, 6), (2, 1), (1, 0), (0, 0), (100, 66), (50, 33)] {
        let board = two((20, 0), (20, before), &[(3, "ann", (0, 0), FRESH), (4, "bob", (5, 5), (1, 0, 5))]);
        assert_eq!(board.run(&[("ann", json!([shoot(3, 4)]))]).points("bob"), after);
    }
}

#[test]
fn example_07_not_the_last_zord() {
    let zords = [(3, "ann", (0, 0), FRESH), (4, "bob", (5, 5), (1, 0, 5)), (5, "bob", (60, 5), FRESH)];
    let after = two((20, 0), (20, 100), &zords).run(&[("ann", json!([shoot(3, 4)]))]);
    assert_eq!((after.points("ann"), after.points("bob"), after.zords()), (3, 100, vec![3, 5]));
}

#[test]
fn example_08_range() {
    let board = two((20, 0), (20, 0), &[(3, "ann", (0, 0), FRESH), (4, "bob", (6, 0), FRESH)]);
    let after = board.run(&[("ann", json!([shoot(3, 4), range(3), shoot(3, 4)]))]);
    assert_eq!(after.reasons, ["out_of_range"]);
    assert_eq!((after.purse("ann").0, after.strength(3).2), (14, 6));
    let next_day = board.run(&[
        ("ann", json!([range(3), shoot(3, 4)])),
        ("@clock", advance(4, 20000)),
        ("ann", json!([shoot(3, 4)])),
    ]);
    assert_eq!((next_day.reasons.clone(), next_day.strength(3).2), (vec!["out_of_range"], 5));
}

#[test]
fn example_09_ban() {
    let at = |time: i64, aim: (i32, i32)| {
        let board = two((20, 0), (20, 0), &[(3, "ann", (0, 0), FRESH), (4, "bob", aim, FRESH)]);
        board.with("time", json!(time)).run(&[("ann", json!([shoot(3, 4), go(3, 0, 1)]))]).reasons
    };
    for time in [0, 5000, 10799] {
        assert_eq!(at(time, (5, 5)), ["shooting_banned"]);
    }
    assert_eq!(at(10800, (5, 5)), [""; 0]);
    assert_eq!(at(0, (9, 5)), ["out_of_range"]);
}

#[test]
fn example_10_short_of_actions() {
    let board = two((3, 50), (20, 0), &[(3, "ann", (0, 0), FRESH), (4, "bob", (5, 5), FRESH)]);
    let list = json!([shoot(3, 4), shield(3), donate("bob", 1), build(1, 1), range(3), range(3), go(3, 0, 1)]);
    let after = board.run(&[("ann", list)]);
    assert_eq!(after.reasons, ["not_enough_actions"; 5]);
    assert_eq!((after.purse("ann"), after.strength(3), after.cell(3)), ((0, 50), (2, 0, 6), (0, 1)));
}

#[test]
fn example_11_twenty_actions() {
    let board = two((20, 0), (20, 0), &[(3, "ann", (0, 0), FRESH), (4, "bob", (5, 5), FRESH)]);
    let shields = ("ann", Value::Array(vec![shield(3); 6]));
    let after = board.run(std::slice::from_ref(&shields));
    assert_eq!((after.reasons.clone(), after.strength(3).1, after.purse("ann").0), (vec!["not_enough_actions"], 5, 0));
    let shot = board.run(&[shields.clone(), ("bob", Value::Array(vec![shoot(4, 3); 5]))]);
    assert_eq!(shot.strength(3), (2, 0, 5));
    assert_eq!(board.run(&[shields, ("@clock", advance(4, 0))]).strength(3).1, 0);
}

#[test]
fn example_12_build() {
    let ann = (3, "ann", (0, 0), FRESH);
    let board = two((20, 10), (20, 0), &[ann, FAR_BOB]);
    let after = board.run(&[("ann", json!([build(3, 3), build(0, 0), build(-1, 0), build(1, 1)]))]);
    assert_eq!(after.reasons, ["no_zord_nearby", "occupied", "out_of_bounds"]);
    assert_eq!((after.purse("ann"), after.strength(5), after.cell(5)), ((16, 0), (1, 0, 5), (1, 1)));
    let poor = two((20, 9), (20, 0), &[ann, FAR_BOB]).run(&[("ann", json!([build(1, 1)]))]);
    assert_eq!(poor.reasons, ["not_enough_points"]);
    let pair = two((20, 15), (20, 0), &[ann, FAR_BOB, (5, "ann", (1, 0), (1, 0, 5))]);
    let full = pair.run(&[("ann", json!([build(1, 1), build(2, 1)]))]);
    assert_eq!((full.reasons.clone(), full.points("ann")), (vec!["too_many_zords"], 5));
}

#[test]
fn example_13_built_zord_acts_at_once() {
    let board = two((20, 10), (20, 0), &[(3, "ann", (0, 0), FRESH), (4, "bob", (5, 5), FRESH)]);
    let after = board.run(&[("ann", json!([build(1, 1), shoot(5, 4)])), ("bob", json!([shoot(4, 5)]))]);
    assert_eq!((after.reasons.len(), after.zords(), after.strength(4).0), (0, vec![3, 4], 1));
    assert_eq!((after.purse("ann").0, after.points("bob")), (12, 3));
}

#[test]
fn example_14_donate() {
    let board = two((20, 12), (20, 0), &[(3, "ann", (0, 0), FRESH), (4, "bob", (100, 0), FRESH)]);
    let list =
        [donate("bob", 10), donate("bob", 3), donate("bob", 11), donate("bob", 0), donate("ann", 1), donate("zed", 1)];
    let after = board.run(&[("ann", json!(list))]);
    assert_eq!(after.reasons, ["not_enough_points", "bad_amount", "bad_amount", "self_donation", "no_such_player"]);
    assert_eq!((after.purse("ann"), after.points("bob")), ((16, 2), 10));
    let near = board.with("config", json!({"donation_needs_range": true}));
    assert_eq!(near.run(&[("ann", json!([donate("bob", 10)]))]).reasons, ["out_of_range"]);
}

#[test]
fn example_15_donation_range_rule_on() {
    let zords = [(3, "ann", (0, 0), FRESH), (4, "bob", (54, 50), FRESH), (5, "ann", (50, 50), FRESH)];
    let board = two((20, 12), (20, 0), &zords).with("config", json!({"donation_needs_range": true}));
    assert_eq!(board.run(&[("ann", json!([donate("bob", 5)]))]).points("bob"), 5);
}

fn three(zords: &[Unit]) -> Board {
    Board::new(&[("ann", 20, 0), ("bob", 20, 0), ("cy", 20, 0)], zords).totems((20, 20), (119, 119))
}

fn payday(board: &Board) -> [i64; 3] {
    let after = board.run(&[("@clock", advance(4, 0))]);
    ["ann", "bob", "cy"].map(|seat| after.points(seat))
}

#[test]
fn example_16_payment() {
    let board = three(&[
        (3, "ann", (18, 20), FRESH),
        (4, "ann", (20, 25), FRESH),
        (5, "bob", (25, 15), FRESH),
        (6, "cy", (26, 20), FRESH),
    ]);
    assert_eq!(payday(&board), [33, 16, 0]);
}

#[test]
fn example_17_payment_other_shares() {
    let row = |counts: [i64; 3]| {
        let owners = counts.iter().zip(["ann", "bob", "cy"]).flat_map(|(&n, owner)| (0..n).map(move |_| owner));
        let zords: Vec<Unit> = (0..).zip(owners).map(|(i, owner)| (3 + i, owner, (16 + i as i32, 18), FRESH)).collect();
        let mut far = vec![];
        for (i, owner) in ["ann", "bob", "cy"].into_iter().enumerate() {
            if counts[i] == 0 {
                far.push((20 + i as i64, owner, (60 + i as i32, 60), FRESH));
            }
        }
        payday(&three(&[zords, far].concat()))
    };
    assert_eq!(row([1, 1, 1]), [16, 16, 16]);
    assert_eq!(row([3, 3, 1]), [21, 21, 7]);
    for alone in 1..=3 {
        assert_eq!(row([alone, 0, 0]), [50, 0, 0]);
    }
    assert_eq!(row([0, 0, 0]), [0, 0, 0]);
}

#[test]
fn example_18_area_edge() {
    let board = two((20, 0), (20, 0), &[(3, "ann", (15, 5), FRESH), (4, "bob", (16, 10), FRESH)]);
    let after = board.totems((10, 10), (129, 129)).run(&[("@clock", advance(4, 0))]);
    assert_eq!((after.points("ann"), after.points("bob")), (50, 0));
}

#[test]
fn example_19_both_totems() {
    let zords = [(3, "ann", (15, 5), FRESH), (4, "bob", (70, 70), FRESH), (5, "ann", (129, 128), FRESH)];
    let after = two((20, 0), (20, 0), &zords).totems((10, 10), (129, 129)).run(&[("@clock", advance(4, 0))]);
    assert_eq!((after.points("ann"), after.points("bob")), (100, 0));
}

#[test]
fn example_20_payment_before_replacement() {
    let board = two((20, 0), (20, 0), &[(3, "ann", (10, 95), FRESH), FAR_BOB]).with("day", json!(7));
    let board = board.totems((129, 44), (10, 96));
    let after = board.drawing(&[("@clock", advance(8, 0))], json!([{"draw": "totem", "x": 1, "y": 2}]));
    assert_eq!(after.points("ann"), 50);
    assert_eq!(after.position()["totems"], json!([{"id": 1, "x": 1, "y": 2}, {"id": 2, "x": 138, "y": 137}]));
}

#[test]
fn example_21_respawn() {
    let zords = [(3, "ann", (0, 0), FRESH), (4, "cy", (105, 139), FRESH)];
    let players = [("ann", 20, 0), ("bob", 7, 30), ("cy", 20, 0)];
    let mut board = Board::new(&players, &zords);
    board.position["next_id"] = json!(6);
    let draws = json!([{"draw": "respawn", "seats": ["bob"]}]);
    let after = board.drawing(&[("bob", json!([donate("ann", 1), go(5, 0, 1)])), ("@clock", advance(4, 0))], draws);
    assert_eq!(after.reasons, ["player_down", "no_such_unit"]);
    assert_eq!((after.cell(6), after.strength(6), after.purse("bob")), ((64, 0), FRESH, (20, 30)));
}

#[test]
fn example_22_last_day() {
    let board = two((20, 0), (7, 30), &[(3, "ann", (10, 90), (2, 2, 7))]).with("day", json!(28));
    let after = board.run(&[
        ("@clock", advance(29, 0)),
        ("ann", json!([shield(3), go(3, 1, 1)])),
        ("bob", json!([build(0, 0)])),
    ]);
    let position = after.position();
    assert_eq!((&position["status"], &position["day"], &position["time"]), (&json!("over"), &json!(28), &json!(86400)));
    assert_eq!((after.points("ann"), after.strength(3), after.zords()), (50, (2, 2, 7), vec![3]));
    assert_eq!(after.reasons, ["game_over"; 3]);
    assert_eq!(after.game.standings(&after.state).winner, Some(Seat(0)));
}

#[test]
fn example_23_two_shooters() {
    let zords = [(3, "ann", (0, 0), FRESH), (4, "bob", (3, 3), (1, 0, 5)), (5, "cy", (5, 5), FRESH)];
    let board = Board::new(&[("ann", 20, 0), ("bob", 20, 0), ("cy", 20, 0)], &zords);
    let after = board.run(&[("ann", json!([shoot(3, 4)])), ("cy", json!([shoot(5, 4)]))]);
    assert_eq!((after.reasons.clone(), after.points("ann"), after.purse("cy")), (vec!["no_such_target"], 3, (20, 0)));
}

#[test]
fn example_24_late_command() {
    let zords = [(3, "ann", (0, 0), FRESH), (4, "bob", (3, 3), FRESH)];
    let board = two((20, 0), (20, 0), &zords).with("day", json!(5)).with("time", json!(86399));
    let late = |shot: Value| {
        let line = json!({"mode": "live", "actions": [
            {"seat": "@clock", "actions": advance(6, 2)}, {"seat": "ann", "actions": [shot]}]});
        let after = board.play(line);
        (after.reasons.clone(), after.position()["day"].clone(), after.position()["time"].clone())
    };
    assert_eq!(late(shoot(3, 4)), (vec!["shooting_banned"], json!(6), json!(2)));
    let mut guarded = shoot(3, 4);
    guarded["day"] = json!(5);
    assert_eq!(late(guarded), (vec!["wrong_day"], json!(6), json!(2)));
}

#[test]
fn example_25_clock_going_back() {
    let board =
        two((20, 0), (20, 0), &[(3, "ann", (0, 0), FRESH), FAR_BOB]).with("day", json!(5)).with("time", json!(40000));
    let moment = |line: Value| {
        let position = board.play(line).position();
        (position["day"].clone(), position["time"].clone(), position["seq"].clone())
    };
    let unmoved = (json!(5), json!(40000), json!(0));
    let stamped = json!({"actions": [{"seat": "ann", "time": 39000, "actions": [go(3, 1, 1)]}]});
    assert_eq!(moment(stamped), (json!(5), json!(40000), json!(1)));
    for (day, time) in [(5, 39000), (4, 50000)] {
        assert_eq!(moment(json!({"actions": [{"seat": "@clock", "actions": advance(day, time)}]})), unmoved);
    }
}

#[test]
fn example_26_catch_up() {
    let board =
        two((3, 0), (20, 0), &[(3, "ann", (10, 90), FRESH), FAR_BOB]).with("day", json!(9)).with("time", json!(43200));
    let after = board.run(&[("@clock", advance(12, 0))]);
    assert_eq!((after.points("ann"), after.purse("ann").0), (150, 20));
    assert_eq!((&after.position()["day"], &after.position()["seq"]), (&json!(12), &json!(3)));
}

/// The order of a round, as a spectator is told it.
fn round_order(seats: &[&str], day: i64, round: i64) -> Value {
    let players: Vec<(&str, i64, i64)> = seats.iter().map(|seat| (*seat, 20, 0)).collect();
    let zords: Vec<Unit> =
        (0..).zip(["a", "b", "c", "d"]).map(|(i, owner)| (3 + i, owner, (i as i32, 0), FRESH)).collect();
    let board = Board::new(&players, &zords[..seats.len()]);
    let mut position = board.with("day", json!(day)).position;
    position["round"] = json!(round);
    position["turn"] = json!(0);
    let position = Zords::read_position(&position).unwrap();
    let (game, state) = Zords::from_position(&position).unwrap();
    let mut view = skirmish_zords::View::default();
    skirmish_core::Table::new(game, state).look(skirmish_core::Viewer::Spectator, &mut view);
    json!(view.round_order)
}

#[test]
fn example_27_turn_order() {
    assert_eq!(round_order(&["a", "b", "c"], 1, 7), json!(["b", "c", "a"]));
    assert_eq!(round_order(&["a", "b", "c"], 2, 0), json!(["b", "a", "c"]));
    for (day, round, order) in [(1, 0, "abcd"), (1, 1, "bcda"), (2, 0, "badc"), (2, 1, "adcb")] {
        let letters: Vec<String> = order.chars().map(String::from).collect();
        assert_eq!(round_order(&["a", "b", "c", "d"], day, round), json!(letters));
    }
}

#[test]
fn example_28_form() {
    let zords = [(3, "ann", (0, 0), FRESH), FAR_BOB, (5, "ann", (1, 1), (1, 0, 5))];
    let board = two((20, 0), (20, 0), &zords);
    let bad = json!([
        {"do": "fly"},
        {"do": "move", "unit": 3, "x": 1},
        {"do": "move", "unit": 3, "x": 1.5, "y": 1},
        {"do": "move", "unit": "3", "x": 1, "y": 1},
        {"do": "shoot", "unit": 3, "target": 4, "x": 50, "y": 0},
        {"do": "advance", "day": 9, "time": 0},
        {"do": "shoot", "unit": 3, "x": 2, "y": 2},
        shoot(3, 1), shoot(3, 5), shoot(3, 3),
    ]);
    let after = board.run(&[("ann", bad)]);
    let wanted = [
        "unknown_action",
        "malformed",
        "malformed",
        "malformed",
        "malformed",
        "wrong_seat",
        "no_such_target",
        "no_such_target",
        "friendly_target",
        "friendly_target",
    ];
    assert_eq!(after.reasons, wanted);
}

/// Owners and cells of zords, by id.
type Placed = Vec<(String, (i64, i64))>;

/// Three players wait; the game starts with the given draws.
fn start(order: [&str; 3], totem: (i64, i64), respawn: [&str; 3]) -> (After, Placed) {
    let waiting = Board::new(&[("ann", 0, 0), ("bob", 0, 0), ("cy", 0, 0)], &[])
        .with("status", json!("waiting"))
        .with("day", json!(0))
        .with("time", json!(0))
        .with("totems", json!([]));
    let draws = json!([
        {"draw": "order", "seats": order},
        {"draw": "totem", "x": totem.0, "y": totem.1},
        {"draw": "respawn", "seats": respawn},
    ]);
    let after = waiting.drawing(&[("@clock", advance(1, 0))], draws);
    let owner = |id: i64| after.of("zords", "id", json!(id))["owner"].as_str().unwrap().to_string();
    let zords = after.zords().into_iter().map(|id| (owner(id), after.cell(id))).collect();
    (after, zords)
}

#[test]
fn example_29_start() {
    let (after, zords) = start(["cy", "ann", "bob"], (129, 44), ["bob", "cy", "ann"]);
    assert_eq!(zords, [("bob".into(), (0, 0)), ("cy".into(), (105, 139)), ("ann".into(), (64, 0))]);
    let position = after.position();
    assert_eq!(position["totems"], json!([{"id": 1, "x": 129, "y": 44}, {"id": 2, "x": 10, "y": 95}]));
    assert_eq!(position["order"], json!(["cy", "ann", "bob"]));
    assert_eq!((&position["day"], &position["time"], &position["next_id"]), (&json!(1), &json!(0), &json!(6)));
    assert!((3..6).all(|id| after.strength(id) == FRESH));
    assert!(["ann", "bob", "cy"].iter().all(|seat| after.purse(seat) == (20, 0)));
}

#[test]
fn example_30_first_spawn_not_in_the_corner() {
    let (_, zords) = start(["ann", "bob", "cy"], (5, 3), ["ann", "bob", "cy"]);
    assert_eq!(zords, [("ann".into(), (139, 0)), ("bob".into(), (0, 137)), ("cy".into(), (73, 68))]);
}

// Example 31 (the same command sent twice with one key) is about the live service, which keeps the keys.
