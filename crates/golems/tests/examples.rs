//! The worked examples of the rulebook, by number.
//!
//! An empty board of 26 x 26 squares, p0 to move, units fresh, unless an example says otherwise.

use serde_json::{Map, Value, json};
use skirmish_core::{Documents, Entry, MapChoice, Orders, Record, Rules, Seat, Setup, Telling};
use skirmish_golems::position::{Position, Scores, SeatName, UnitRecord};
use skirmish_golems::stats::{Colours, Stats};
use skirmish_golems::{Action, Golems, GolemsConfig};

const P0: SeatName = SeatName::P0;
const P1: SeatName = SeatName::P1;
const RED: Colours = [1, 0, 0, 0];
const GREEN: Colours = [0, 1, 0, 0];
const BLUE: Colours = [0, 0, 1, 0];
const YELLOW: Colours = [0, 0, 0, 1];

/// A position being put together.
struct Scene(Position);

impl Scene {
    fn new() -> Scene {
        Scene(Position {
            game: Golems::ID,
            width: 26,
            height: 26,
            rows: vec![".".repeat(26); 26],
            turn: 1,
            seat: P0,
            scores: Scores { p0: 0, p1: 0 },
            next_id: 10,
            over: false,
            winner: None,
            reason: None,
            units: Vec::new(),
            config: None,
        })
    }

    fn square(mut self, (x, y): (usize, usize), letter: &str) -> Scene {
        self.0.rows[25 - y].replace_range(x..=x, letter);
        self
    }

    fn walls(self, places: &[(usize, usize)]) -> Scene {
        places.iter().fold(self, |scene, &place| scene.square(place, "#"))
    }

    fn zones(self, places: &[(usize, usize)]) -> Scene {
        places.iter().fold(self, |scene, &place| scene.square(place, "O"))
    }

    fn turn(mut self, turn: i64, p0: i64, p1: i64) -> Scene {
        self.0.turn = turn;
        self.0.seat = if turn % 2 == 1 { P0 } else { P1 };
        self.0.scores = Scores { p0, p1 };
        self
    }

    fn config(mut self, config: Value) -> Scene {
        self.0.config = config.as_object().cloned();
        self
    }

    /// A fresh unit.
    fn unit(self, id: i64, owner: SeatName, place: (i64, i64), colours: Colours) -> Scene {
        self.unit_with(id, owner, place, colours, |_| {})
    }

    /// A unit that is fresh but for what `change` does to it.
    fn unit_with(
        mut self,
        id: i64,
        owner: SeatName,
        (x, y): (i64, i64),
        colours: Colours,
        change: impl FnOnce(&mut UnitRecord),
    ) -> Scene {
        let stats = Stats::of(&GolemsConfig::default(), colours);
        let [red, green, blue, yellow] = colours;
        let (moves, actions) = if owner == self.0.seat { (stats.max_moves.into(), 1) } else { (0, 0) };
        let hp = stats.max_health.into();
        let (poison, build_points) = (0, 0);
        let mut unit =
            UnitRecord { id, owner, x, y, red, green, blue, yellow, hp, poison, build_points, moves, actions };
        change(&mut unit);
        self.0.units.push(unit);
        self
    }

    fn start(&self) -> Play {
        let value = serde_json::to_value(&self.0).unwrap();
        let position = Golems::read_position(&value).unwrap_or_else(|faults| panic!("{faults}"));
        assert_eq!(position, self.0);
        let (game, state) = Golems::from_position(&position).unwrap_or_else(|faults| panic!("{faults}"));
        Play { after: game.position(&state), game, state }
    }

    /// Plays entries of the seat to move and stops in the middle of its turn. The reasons of refusals come back, "ok"
    /// for what is accepted.
    fn act(&self, entries: &[Value]) -> (Play, Vec<&'static str>) {
        let mut play = self.start();
        let told = play.act(Seat::from(self.0.seat), entries);
        (play, told)
    }

    /// Plays a list and passes the turn. The refusals come back by index.
    fn pass(&self, entries: &[Value]) -> (Play, Vec<(i32, &'static str)>) {
        let mut play = self.start();
        let told = play.pass(entries);
        (play, told)
    }
}

/// A game being played.
struct Play {
    game: Golems,
    state: <Golems as Rules>::State,
    after: Position,
}

impl Play {
    fn entry(&self, entry: &Value) -> Entry<Action> {
        self.game.parse(&serde_json::value::to_raw_value(entry).unwrap())
    }

    fn act(&mut self, seat: Seat, entries: &[Value]) -> Vec<&'static str> {
        let told = entries
            .iter()
            .map(|entry| {
                let verdict = match self.entry(entry) {
                    Entry::Action(action) => self.game.act(&mut self.state, seat, &action, &mut ()),
                    Entry::Bad(flaw) => Err(flaw.reason()),
                };
                verdict.err().map_or("ok", |reason| reason.0)
            })
            .collect();
        self.after = self.game.position(&self.state);
        told
    }

    fn pass(&mut self, entries: &[Value]) -> Vec<(i32, &'static str)> {
        let orders = Orders::of(self.state.seat, entries.iter().map(|entry| self.entry(entry)));
        let mut record = Record::default();
        self.game.step(&mut self.state, &orders, &mut record);
        self.after = self.game.position(&self.state);
        record.rejections.iter().map(|rejection| (rejection.index, rejection.reason.0)).collect()
    }

    /// A living unit.
    fn unit(&self, id: i64) -> UnitRecord {
        *self.after.units.iter().find(|unit| unit.id == id).unwrap_or_else(|| panic!("unit {id} is gone"))
    }

    fn is_dead(&self, id: i64) -> bool {
        self.after.units.iter().all(|unit| unit.id != id)
    }

    fn hp<const N: usize>(&self, ids: [i64; N]) -> [i64; N] {
        ids.map(|id| self.unit(id).hp)
    }

    fn ending(&self) -> Option<(SeatName, &'static str)> {
        assert_eq!(self.after.over, self.after.winner.is_some());
        self.after.winner.zip(self.after.reason)
    }

    fn scores(&self) -> (i64, i64) {
        (self.after.scores.p0, self.after.scores.p1)
    }
}

fn step(unit: i32, x: i32, y: i32) -> Value {
    json!({"do": "move", "unit": unit, "x": x, "y": y})
}

fn attack(unit: i32, x: i32, y: i32) -> Value {
    json!({"do": "attack", "unit": unit, "x": x, "y": y})
}

fn build(unit: i32, x: i32, y: i32) -> Value {
    json!({"do": "build", "unit": unit, "x": x, "y": y})
}

fn combine(unit: i32, target: i32) -> Value {
    json!({"do": "combine", "unit": unit, "target": target})
}

fn end() -> Value {
    json!({"do": "end"})
}

/// The far enemy that keeps a game going.
fn with_enemy(scene: Scene) -> Scene {
    scene.unit(9, P1, (25, 25), RED)
}

#[test]
fn example_01_three_steps_of_a_blue_unit() {
    let scene = with_enemy(Scene::new().unit(1, P0, (5, 5), BLUE));
    let (play, told) = scene.act(&[step(1, 6, 5), step(1, 6, 6), step(1, 7, 6), step(1, 8, 6)]);
    assert_eq!(told, ["ok", "ok", "ok", "no_moves"]);
    let unit = play.unit(1);
    assert_eq!((unit.x, unit.y, unit.moves, unit.actions), (7, 6, 0, 1));
}

#[test]
fn example_02_steps_that_are_refused() {
    let scene = Scene::new().walls(&[(0, 1)]).unit(1, P0, (0, 0), RED).unit(2, P0, (1, 0), GREEN);
    let scene = with_enemy(scene);
    let (play, told) = scene.act(&[step(1, 1, 1), step(1, 0, 1), step(1, 1, 0), step(1, -1, 0), step(1, 0, 0)]);
    assert_eq!(told, ["not_adjacent", "wall", "occupied", "out_of_bounds", "not_adjacent"]);
    assert_eq!(play.after, scene.0);
}

#[test]
fn example_03_an_attack_ends_the_unit_s_turn() {
    let scene = Scene::new().unit(1, P0, (5, 5), RED).unit(2, P1, (6, 5), GREEN);
    let (play, told) = scene.act(&[attack(1, 6, 5), step(1, 5, 6), attack(1, 6, 5)]);
    assert_eq!(told, ["ok", "no_moves", "no_action"]);
    assert_eq!(play.hp([2]), [39]);
}

#[test]
fn example_04_walls_do_not_block_attacks() {
    let scene = Scene::new().walls(&[(6, 5), (6, 6)]).unit(1, P0, (5, 5), [0, 0, 0, 2]).unit(2, P1, (7, 6), RED);
    let (play, told) = scene.act(&[attack(1, 7, 6)]);
    assert_eq!(told, ["ok"]);
    assert_eq!(play.hp([2]), [30]);
}

#[test]
fn example_05_a_moved_unit_reaches_its_neighbours_only() {
    let scene = Scene::new().unit(1, P0, (5, 5), [0, 0, 0, 2]).unit(2, P1, (8, 5), RED);
    let (play, told) = scene.act(&[step(1, 6, 5), attack(1, 8, 5), step(1, 7, 5), attack(1, 8, 5)]);
    assert_eq!(told, ["ok", "has_moved", "ok", "ok"]);
    assert_eq!(play.hp([2]), [30]);
}

#[test]
fn example_06_range_and_an_empty_target() {
    let scene = with_enemy(Scene::new().unit(1, P0, (5, 5), YELLOW));
    let (play, told) = scene.act(&[attack(1, 8, 5), attack(1, 7, 5)]);
    assert_eq!(told, ["out_of_range", "ok"]);
    assert_eq!((play.unit(1).moves, play.unit(1).actions), (0, 0));
    assert_eq!(play.hp([9]), [50]);
}

#[test]
fn example_07_poison_and_splash() {
    let scene = Scene::new()
        .unit(1, P0, (5, 5), [2, 0, 1, 1])
        .unit(2, P1, (6, 5), [0, 2, 0, 0])
        .unit(3, P1, (7, 5), RED)
        .unit_with(4, P1, (6, 6), RED, |unit| unit.hp = 4)
        .unit(5, P1, (7, 6), RED)
        .unit(6, P0, (6, 4), RED);
    let (play, told) = scene.act(&[attack(1, 6, 5)]);
    assert_eq!(told, ["ok"]);
    assert_eq!(play.hp([2, 3, 5, 6]), [48, 46, 50, 50]);
    assert_eq!((play.unit(2).poison, play.unit(3).poison), (6, 0));
    assert!(play.is_dead(4));
}

fn splash_scene() -> Scene {
    Scene::new().unit(1, P0, (5, 5), [1, 0, 0, 1]).unit_with(2, P1, (7, 5), RED, |unit| unit.hp = 10).unit(
        3,
        P1,
        (6, 6),
        GREEN,
    )
}

#[test]
fn example_08_splash_around_an_empty_square() {
    let (play, told) = splash_scene().act(&[attack(1, 6, 5)]);
    assert_eq!(told, ["ok"]);
    assert_eq!(play.hp([2, 3]), [6, 61]);
    assert_eq!((play.unit(2).poison, play.unit(3).poison), (0, 0));
}

#[test]
fn example_09_splash_around_a_wall() {
    let (play, told) = splash_scene().walls(&[(6, 5)]).act(&[attack(1, 6, 5)]);
    assert_eq!(told, ["ok"]);
    assert_eq!(play.hp([2]), [6]);
}

#[test]
fn example_10_healing_and_its_ceiling() {
    let scene = with_enemy(Scene::new().unit(1, P0, (5, 5), [0, 2, 0, 2]).unit(2, P0, (6, 5), RED));
    assert_eq!(scene.act(&[attack(1, 6, 5)]).0.hp([2]), [66]);
    let scene = Scene::new().unit(1, P0, (5, 5), [0, 1, 0, 1]).unit_with(2, P0, (6, 5), RED, |unit| unit.hp = 70);
    assert_eq!(with_enemy(scene).act(&[attack(1, 6, 5)]).0.hp([2]), [75]);
}

#[test]
fn example_11_healing_without_power() {
    let scene = Scene::new().unit(1, P0, (5, 5), RED).unit_with(2, P0, (6, 5), RED, |unit| {
        unit.hp = 10;
        unit.poison = 5;
    });
    let (play, told) = with_enemy(scene).act(&[attack(1, 6, 5)]);
    assert_eq!(told, ["ok"]);
    assert_eq!((play.unit(2).hp, play.unit(2).poison), (10, 5));
    assert_eq!((play.unit(1).moves, play.unit(1).actions), (0, 0));
}

fn hurt_healer() -> Scene {
    with_enemy(Scene::new().unit_with(1, P0, (5, 5), [0, 1, 0, 1], |unit| unit.hp = 20))
}

#[test]
fn example_12_healing_oneself() {
    let (play, told) = hurt_healer().act(&[attack(1, 5, 5)]);
    assert_eq!(told, ["ok"]);
    assert_eq!(play.hp([1]), [28]);
}

#[test]
fn example_13_no_healing_oneself_after_a_step() {
    let (play, told) = hurt_healer().act(&[step(1, 6, 5), attack(1, 6, 5)]);
    assert_eq!(told, ["ok", "has_moved"]);
    let unit = play.unit(1);
    assert_eq!((unit.hp, unit.moves, unit.actions), (20, 1, 1));
}

#[test]
fn example_14_a_rotated_copy() {
    let scene = with_enemy(Scene::new().unit_with(1, P0, (5, 5), [1, 2, 3, 4], |unit| unit.build_points = 30));
    let (play, told) = scene.act(&[build(1, 5, 6), build(1, 4, 5), step(1, 6, 5), step(10, 5, 7)]);
    assert_eq!(told, ["ok", "no_action", "ok", "no_moves"]);
    let new = play.unit(10);
    assert_eq!([new.red, new.green, new.blue, new.yellow], [4, 3, 1, 2]);
    assert_eq!((new.owner, new.x, new.y, new.hp), (P0, 5, 6, 95));
    assert_eq!((new.poison, new.build_points, new.moves, new.actions), (0, 0, 0, 0));
    let builder = play.unit(1);
    assert_eq!((builder.build_points, builder.moves, builder.x), (0, 4, 6));
    assert_eq!(play.after.next_id, 11);
}

#[test]
fn example_15_building_that_is_refused() {
    let scene = Scene::new().walls(&[(6, 6)]).unit_with(1, P0, (5, 5), RED, |unit| unit.build_points = 2).unit_with(
        2,
        P0,
        (6, 5),
        GREEN,
        |unit| unit.build_points = 3,
    );
    let scene = with_enemy(scene);
    let (play, told) =
        scene.act(&[build(1, 5, 6), build(2, 6, 6), build(2, 5, 5), build(2, 7, 6), build(2, 6, 5), build(2, 6, 7)]);
    let wanted = ["not_enough_build_points", "wall", "occupied", "not_adjacent", "not_adjacent", "not_adjacent"];
    assert_eq!(told, wanted);
    assert_eq!(play.after, scene.0);
}

#[test]
fn example_16_combining() {
    let scene = Scene::new()
        .unit_with(1, P0, (5, 5), [1, 2, 0, 0], |unit| {
            unit.hp = 20;
            unit.poison = 7;
            unit.build_points = 4;
        })
        .unit_with(2, P0, (6, 5), [0, 1, 1, 0], |unit| {
            unit.hp = 60;
            unit.poison = 3;
            unit.build_points = 2;
            unit.moves = 1;
        });
    let (play, told) = with_enemy(scene).act(&[combine(1, 2), step(2, 7, 5), step(2, 8, 5), attack(2, 8, 5)]);
    assert_eq!(told, ["ok", "ok", "no_moves", "no_action"]);
    assert!(play.is_dead(1));
    let unit = play.unit(2);
    assert_eq!([unit.red, unit.green, unit.blue, unit.yellow], [1, 3, 1, 0]);
    assert_eq!((unit.hp, unit.poison, unit.build_points, unit.moves, unit.actions), (80, 3, 2, 0, 0));
    assert_eq!((unit.x, unit.y), (7, 5));
}

#[test]
fn example_17_health_after_combining() {
    let scene = Scene::new().unit(1, P0, (5, 5), [0, 2, 0, 0]).unit_with(2, P0, (6, 5), RED, |unit| unit.hp = 12);
    let (play, told) = with_enemy(scene).act(&[combine(1, 2)]);
    assert_eq!(told, ["ok"]);
    let unit = play.unit(2);
    assert_eq!((unit.red, unit.green, unit.hp), (1, 2, 42));
}

#[test]
fn example_18_combining_that_is_refused() {
    let scene = Scene::new()
        .unit(1, P0, (5, 5), RED)
        .unit(2, P0, (6, 6), RED)
        .unit(3, P1, (6, 5), RED)
        .unit_with(4, P0, (4, 5), RED, |unit| unit.actions = 0)
        .unit_with(5, P0, (5, 4), GREEN, |unit| unit.build_points = 3);
    let entries = [
        combine(1, 2),
        combine(1, 3),
        combine(1, 1),
        combine(1, 77),
        combine(1, 4),
        combine(4, 1),
        build(5, 5, 3),
        combine(1, 5),
    ];
    let (_, told) = scene.act(&entries);
    let wanted = [
        "not_adjacent",
        "enemy_target",
        "self_target",
        "no_such_target",
        "target_no_action",
        "no_action",
        "ok",
        "target_no_action",
    ];
    assert_eq!(told, wanted);
}

#[test]
fn example_19_poison_and_regeneration() {
    let hurt = |hp, poison| {
        move |unit: &mut UnitRecord| {
            unit.hp = hp;
            unit.poison = poison;
        }
    };
    let scene = Scene::new()
        .unit(1, P0, (0, 0), RED)
        .unit_with(2, P1, (10, 10), [0, 1, 1, 0], hurt(65, 9))
        .unit_with(3, P1, (12, 10), [0, 2, 2, 0], hurt(4, 5))
        .unit_with(4, P1, (14, 10), [0, 1, 1, 0], hurt(70, 2))
        .unit_with(5, P1, (16, 10), [0, 1, 1, 0], hurt(64, 0))
        .unit_with(6, P1, (18, 10), RED, hurt(50, 1));
    let (play, told) = scene.pass(&[]);
    assert_eq!(told, []);
    assert_eq!(play.hp([2, 3, 4, 5, 6]), [59, 5, 68, 65, 49]);
    assert_eq!([2, 3, 4, 5, 6].map(|id| play.unit(id).poison), [4, 2, 1, 0, 0]);
}

#[test]
fn example_20_the_dead_earn_nothing() {
    let scene = Scene::new()
        .turn(1, 0, 8)
        .zones(&[(10, 10)])
        .unit(1, P0, (0, 0), RED)
        .unit_with(2, P1, (10, 10), GREEN, |unit| {
            unit.hp = 6;
            unit.poison = 6;
        })
        .unit(3, P1, (20, 20), RED);
    let (play, _) = scene.pass(&[]);
    assert!(play.is_dead(2));
    assert_eq!((play.scores(), play.ending()), ((0, 8), None));
    assert_eq!((play.after.turn, play.after.seat), (2, P1));
}

#[test]
fn example_21_points_beyond_the_store_count() {
    let scene = Scene::new()
        .turn(1, 0, 4)
        .zones(&[(10, 10), (12, 12)])
        .unit(1, P0, (0, 0), RED)
        .unit_with(2, P1, (10, 10), RED, |unit| unit.build_points = 3)
        .unit_with(3, P1, (12, 12), [1, 1, 0, 0], |unit| unit.build_points = 3)
        .unit(4, P1, (20, 20), RED);
    let (play, _) = scene.pass(&[]);
    assert_eq!([2, 3, 4].map(|id| play.unit(id).build_points), [3, 4, 0]);
    assert_eq!(play.scores(), (0, 6));
}

#[test]
fn example_22_equal_scores_are_the_second_seat_s() {
    let scene =
        Scene::new().turn(399, 40, 39).zones(&[(0, 0), (20, 20)]).unit(1, P0, (0, 0), RED).unit(2, P1, (20, 20), RED);
    let (play, _) = scene.pass(&[]);
    assert_eq!((play.after.turn, play.scores()), (400, (40, 40)));
    assert_eq!(play.ending(), Some((P1, "turn_limit")));
}

#[test]
fn example_23_the_turn_limit() {
    let scene = Scene::new().turn(399, 40, 39).unit(1, P0, (0, 0), RED).unit(2, P1, (20, 20), RED);
    let (play, told) = scene.pass(&[step(1, 0, 1), end()]);
    assert_eq!(told, []);
    assert_eq!(play.ending(), Some((P0, "turn_limit")));
}

#[test]
fn example_24_the_turn_before_the_limit() {
    let scene = Scene::new().turn(398, 40, 39).unit(1, P0, (0, 0), RED).unit(2, P1, (20, 20), RED);
    let (play, _) = scene.pass(&[]);
    assert_eq!((play.after.turn, play.after.seat, play.ending()), (399, P0, None));
}

fn last_stand(p0: i64, p1: i64) -> Scene {
    Scene::new().turn(51, p0, p1).unit(1, P0, (5, 5), RED).unit_with(2, P1, (6, 5), RED, |unit| unit.hp = 26)
}

#[test]
fn example_25_elimination_ends_the_game_at_once() {
    let (play, told) = last_stand(12, 9).act(&[attack(1, 6, 5), step(1, 6, 5)]);
    assert_eq!(told, ["ok", "game_over"]);
    assert_eq!((play.ending(), play.after.turn), (Some((P0, "elimination")), 51));
}

#[test]
fn example_26_the_score_decides_who_won() {
    let (play, _) = last_stand(9, 12).act(&[attack(1, 6, 5)]);
    assert_eq!(play.ending(), Some((P1, "elimination")));
    let (play, _) = last_stand(9, 12).config(json!({"elimination": "survivor"})).act(&[attack(1, 6, 5)]);
    assert_eq!(play.ending(), Some((P0, "elimination")));
}

#[test]
fn example_27_general_checks() {
    let scene = with_enemy(Scene::new().unit(1, P0, (5, 5), RED));
    let entries = [
        step(9, 25, 24),
        step(55, 1, 1),
        json!({"do": "fly", "unit": 1}),
        json!({"do": "move", "unit": 1, "x": 5}),
        end(),
        step(1, 5, 6),
    ];
    let (play, told) = scene.pass(&entries);
    let wanted = [(0, "not_your_unit"), (1, "no_such_unit"), (2, "unknown_action"), (3, "malformed"), (5, "turn_over")];
    assert_eq!(told, wanted);
    assert_eq!((play.after.turn, play.after.seat), (2, P1));
}

#[test]
fn example_28_a_new_unit_waits_for_its_owner_s_turn() {
    let scene = Scene::new().zones(&[(5, 6)]).unit_with(1, P0, (5, 5), RED, |unit| unit.build_points = 3);
    let (play, told) = with_enemy(scene).pass(&[build(1, 5, 6)]);
    assert_eq!(told, []);
    let new = play.unit(10);
    assert_eq!([new.red, new.green, new.blue, new.yellow], BLUE);
    assert_eq!((new.build_points, new.moves, play.scores()), (0, 0, (0, 0)));
}

#[test]
fn example_29_a_big_splash() {
    let scene = Scene::new()
        .unit(1, P0, (5, 5), [3, 0, 0, 3])
        .unit_with(2, P1, (9, 5), RED, |unit| unit.hp = 38)
        .unit_with(3, P1, (9, 6), RED, |unit| unit.hp = 12)
        .unit_with(4, P1, (10, 5), RED, |unit| unit.hp = 1)
        .unit_with(5, P1, (9, 4), RED, |unit| unit.hp = 13);
    let (play, told) = scene.act(&[attack(1, 9, 5)]);
    assert_eq!(told, ["ok"]);
    assert!([2, 3, 4].into_iter().all(|id| play.is_dead(id)));
    assert_eq!(play.hp([5]), [1]);
}

#[test]
fn example_30_other_formulas() {
    let config = json!({"max_health": "(20*G)+50", "attack_power": "(8*R)+20"});
    let scene = Scene::new().config(config.clone()).unit(1, P0, (5, 5), RED).unit_with(2, P1, (6, 5), GREEN, |unit| {
        unit.hp = 70;
    });
    let (play, told) = scene.act(&[attack(1, 6, 5)]);
    assert_eq!(told, ["ok"]);
    assert_eq!(play.hp([2]), [42]);
    assert_eq!(play.after.config.map(Value::Object), Some(config), "handed on");
}

#[test]
fn example_31_the_first_position_of_a_foreign_map() {
    let Some(path) = skirmish_laws::vectors::beside("maps/golems/graveyard.json") else { return };
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let map = MapChoice::Json(serde_json::from_str(&text).unwrap());
    let setup = Setup { map: Some(map), config: Map::new(), ..Setup::default() };
    let (game, state) = Golems::resolve(&setup).unwrap();
    let mut play = Play { after: game.position(&state), game, state };
    assert_eq!((play.scores(), play.unit(1).build_points), ((1, 0), 1));
    play.pass(&[]);
    assert_eq!((play.scores(), play.unit(4).build_points), ((1, 1), 2));
}

#[test]
fn example_32_the_seat_that_is_not_to_move() {
    let scene = with_enemy(Scene::new().unit(1, P0, (0, 0), RED));
    let mut play = scene.start();
    assert_eq!(play.act(Seat(1), &[step(9, 25, 24), end()]), ["not_your_turn", "not_your_turn"]);
    assert_eq!(play.after, scene.0);
    assert_eq!(play.game.turn(&play.state).to_act.iter().next(), Some(Seat(0)));
}
