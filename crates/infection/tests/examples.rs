//! The worked examples of the rulebook, by number.

mod scene;

use scene::{Scene, attack, build, go, heal, pick, position, smash};
use serde_json::{Value, json};
use skirmish_core::{Absence, Documents, Orders, Rules, Setup};
use skirmish_infection::{Infection, Phase, Side};

/// A full row of one kind of obstacle.
fn row(y: i32, char: char) -> Vec<(i32, i32, char)> {
    (0..100).map(|x| (x, y, char)).collect()
}

fn set(position: &mut Value, id: i64, key: &str, value: i64) {
    let units = position["units"].as_array_mut().unwrap();
    units.iter_mut().find(|unit| unit["id"] == id).unwrap()[key] = value.into();
}

#[test]
fn example_01_speed() {
    let scene = Scene::new(1, "move", &[(0, "zombie", 50, 3)], &[]);
    assert_eq!(scene.verdict(go(0, 50, 8)), "ok");
    assert_eq!(scene.verdict(go(0, 53, 6)), "unreachable");
    assert_eq!(scene.verdict(go(0, 50, -1)), "out_of_bounds");
}

#[test]
fn example_02_no_diagonals() {
    let walls = [(5, 4, '#'), (6, 5, '#')];
    let scene = Scene::new(1, "move", &[(0, "zombie", 5, 5)], &walls);
    assert_eq!(scene.verdict(go(0, 6, 4)), "unreachable");
    let scene = Scene::new(2, "move", &[(0, "normal", 5, 5)], &walls);
    assert_eq!(scene.verdict(go(0, 6, 4)), "unreachable");
}

#[test]
fn example_03_around_a_wall() {
    let scene = Scene::new(1, "move", &[(0, "zombie", 5, 5)], &[(6, 5, '#')]);
    assert_eq!(scene.verdict(go(0, 7, 5)), "ok");
    assert_eq!(scene.verdict(go(0, 6, 5)), "blocked");
    let scene = Scene::new(1, "move", &[(0, "zombie", 5, 5)], &[(6, 4, '#'), (6, 5, '#'), (6, 6, '#')]);
    assert_eq!(scene.verdict(go(0, 7, 5)), "unreachable");
}

#[test]
fn example_04_units_do_not_block() {
    let units = [(0, "zombie", 5, 5), (1, "zombie", 6, 5), (8, "medic", 7, 5)];
    let mut scene = Scene::new(1, "move", &units, &[]);
    assert_eq!(scene.verdict(go(0, 8, 5)), "ok");
    assert_eq!(scene.play(json!([go(0, 7, 5)])), []);
    assert_eq!(scene.at(0), scene.at(8));
    assert_eq!(scene.play(json!([attack(0, 8)])), []);
    assert_eq!(scene.unit(8).health, 1);
}

#[test]
fn example_05_traceur() {
    let barricades = [(5, 4, '='), (5, 3, '=')];
    let mut scene = Scene::new(2, "move", &[(8, "traceur", 5, 5)], &barricades);
    assert_eq!(scene.verdict(go(8, 5, 1)), "ok");
    assert_eq!(scene.play(json!([go(8, 5, 3)])), []);
    assert_eq!(scene.at(8), (5, 3));
    let scene = Scene::new(2, "move", &[(8, "normal", 5, 5)], &barricades);
    assert_eq!(scene.verdict(go(8, 5, 4)), "blocked");
    assert_eq!(scene.verdict(go(8, 5, 3)), "blocked");
}

#[test]
fn example_06_shot_range() {
    let units = [(0, "zombie", 5, 5), (7, "normal", 4, 9), (8, "normal", 5, 9)];
    let mut scene = Scene::new(2, "attack", &units, &[]);
    assert_eq!(scene.play(json!([attack(8, 0), attack(7, 0)])), [(1, "out_of_range")]);
    assert_eq!((scene.unit(0).stun_wait, scene.unit(8).attack_wait), (2, 9));
    scene.wait_for(3, "move");
    assert_eq!((scene.unit(0).stun_wait, scene.unit(8).attack_wait), (1, 8));
    assert_eq!(scene.play(json!([go(0, 5, 6)])), [(0, "stunned")]);
    assert_eq!(scene.play(json!([attack(0, 8)])), [(0, "stunned")]);
    assert_eq!(scene.unit(0).stun_wait, 0);
    scene.wait_for(5, "move");
    assert_eq!(scene.verdict(go(0, 5, 6)), "ok");
    scene.wait_for(10, "attack");
    assert_eq!(scene.unit(8).attack_wait, 1);
    assert_eq!(scene.verdict(attack(8, 0)), "cooling_down");
    scene.wait_for(11, "move");
    assert_eq!(scene.unit(8).attack_wait, 0);
    scene.wait_for(12, "attack");
    assert_eq!(scene.verdict(attack(8, 0)), "ok");
}

#[test]
fn example_07_stun_does_not_add_up() {
    let units = [(0, "zombie", 5, 5), (7, "marksman", 5, 10), (8, "normal", 5, 9)];
    let mut scene = Scene::new(2, "attack", &units, &[]);
    assert_eq!(scene.play(json!([attack(8, 0), attack(7, 0)])), []);
    let waits = (scene.unit(0).stun_wait, scene.unit(8).attack_wait, scene.unit(7).attack_wait);
    assert_eq!(waits, (2, 9, 7));
    scene.wait_for(3, "move");
    assert_eq!(scene.verdict(go(0, 5, 6)), "stunned");
    scene.wait_for(5, "move");
    assert_eq!(scene.verdict(go(0, 5, 6)), "ok");
}

#[test]
fn example_08_wall_and_range() {
    let units = [(0, "zombie", 5, 5), (8, "normal", 5, 7)];
    let verdict = |obstacles: &[_]| Scene::new(2, "attack", &units, obstacles).verdict(attack(8, 0));
    assert_eq!(verdict(&[(5, 6, '#')]), "ok");
    assert_eq!(verdict(&[(4, 6, '#'), (5, 6, '#'), (6, 6, '#')]), "out_of_range");
    assert_eq!(verdict(&row(6, '~')), "ok");
    assert_eq!(verdict(&row(6, '=')), "ok");
    assert_eq!(verdict(&row(6, 'T')), "out_of_range");
    assert_eq!(Scene::new(2, "attack", &units, &row(6, 'T')).verdict(smash(8, 5, 6)), "ok");
}

#[test]
fn example_09_wall_behind_a_wall() {
    let walls: Vec<_> = row(5, '#').into_iter().chain(row(6, '#')).collect();
    let scene = Scene::new(2, "attack", &[(8, "marksman", 5, 7)], &walls);
    assert_eq!(scene.verdict(smash(8, 5, 6)), "ok");
    assert_eq!(scene.verdict(smash(8, 5, 5)), "out_of_range");
}

#[test]
fn example_10_break() {
    let units = [
        (0, "zombie", 5, 6),
        (1, "zombie", 7, 6),
        (2, "zombie", 6, 5),
        (3, "zombie", 6, 7),
        (8, "builder", 20, 6),
        (9, "builder", 9, 6),
    ];
    let mut scene = Scene::new(1, "attack", &units, &[(6, 6, '#')]);
    let all: Vec<Value> = (0..4).map(|unit| smash(unit, 6, 6)).collect();
    assert_eq!(Scene::new(1, "attack", &units, &[(6, 6, '#')]).play(json!(all)), []);
    assert_eq!(scene.play(json!([smash(0, 6, 6), smash(1, 6, 6)])), []);
    assert_eq!(scene.json()["damaged"], json!([{"x": 6, "y": 6, "durability": 1}]));
    scene.wait_for(3, "attack");
    assert_eq!(scene.play(json!([smash(3, 6, 6)])), []);
    assert_eq!((scene.char(6, 6), &scene.json()["damaged"]), (',', &json!([])));
    scene.wait_for(4, "ability");
    assert_eq!(scene.verdict(build(9, 6, 6)), "occupied_terrain");
    scene.wait_for(5, "move");
    assert_eq!(scene.verdict(go(0, 6, 6)), "ok");
    scene.wait_for(5, "attack");
    assert_eq!(scene.verdict(smash(0, 6, 6)), "no_obstacle");
}

#[test]
fn example_11_demolitionist() {
    let obstacles = [(5, 6, '#'), (5, 9, 'T'), (6, 7, '~')];
    let mut scene = Scene::new(2, "attack", &[(8, "demolitionist", 5, 7)], &obstacles);
    assert_eq!(scene.verdict(smash(8, 5, 9)), "ok");
    assert_eq!(scene.verdict(smash(8, 6, 7)), "indestructible");
    assert_eq!(scene.play(json!([smash(8, 5, 6)])), []);
    assert_eq!(scene.char(5, 6), ',');
    let mut scene = Scene::new(2, "attack", &[(8, "demolitionist", 5, 7)], &obstacles);
    scene.play(json!([smash(8, 6, 7)]));
    assert_eq!(scene.unit(8).attack_wait, 0);
}

#[test]
fn example_12_waste() {
    let mut scene = Scene::new(2, "attack", &[(7, "normal", 4, 6), (8, "marksman", 5, 7)], &[(5, 6, '=')]);
    assert_eq!(scene.play(json!([smash(7, 5, 6), smash(8, 5, 6)])), []);
    assert_eq!((scene.char(5, 6), scene.unit(7).attack_wait, scene.unit(8).attack_wait), (',', 9, 7));
}

#[test]
fn example_13_infection() {
    let units = [(0, "zombie", 5, 5), (1, "zombie", 7, 7), (8, "marksman", 6, 6), (9, "normal", 6, 8)];
    let mut before = position(1, "attack", &units, &[]);
    set(&mut before, 8, "attack_wait", 6);
    let mut scene = Scene::read(&before);
    assert_eq!(scene.play(json!([attack(0, 8), attack(1, 8)])), [(1, "target_turned")]);
    let turned = scene.unit(8);
    assert_eq!((turned.class.name(), turned.health, turned.attack_wait), ("zombie", 0, 0));
    assert_eq!((scene.state.infected, scene.unit(1).attack_wait), (1, 0));
    scene.wait_for(2, "attack");
    assert_eq!(scene.verdict(attack(9, 8)), "ok");
    scene.wait_for(3, "move");
    assert_eq!(scene.play(json!([go(8, 6, 9), go(9, 6, 9)])), [(1, "not_your_unit")]);
    assert_eq!(scene.play(json!([attack(8, 9)])), []);
    assert_eq!(scene.state.phase, Phase::Over);
}

#[test]
fn example_14_two_bites() {
    let units =
        [(0, "zombie", 5, 5), (1, "zombie", 6, 5), (2, "zombie", 7, 5), (8, "medic", 6, 6), (9, "normal", 50, 50)];
    let mut scene = Scene::new(1, "attack", &units, &[]);
    assert_eq!(scene.play(json!([attack(0, 8), attack(1, 8), attack(2, 8)])), [(2, "target_turned")]);
    assert_eq!((scene.unit(8).class.name(), scene.state.infected), ("zombie", 1));
}

#[test]
fn example_15_diagonal_bite_between_walls() {
    let units = [(0, "zombie", 5, 5), (7, "normal", 7, 5), (8, "normal", 6, 6)];
    let scene = Scene::new(1, "attack", &units, &[(6, 5, '#'), (5, 6, '#')]);
    assert_eq!(scene.verdict(attack(0, 8)), "ok");
    assert_eq!(scene.verdict(attack(0, 7)), "out_of_range");
}

#[test]
fn example_16_zombie_on_a_barricade() {
    let units = [(0, "zombie", 5, 5), (8, "normal", 50, 50)];
    let mut scene = Scene::new(1, "move", &units, &[(5, 5, '=')]);
    assert_eq!(scene.verdict(go(0, 5, 6)), "unreachable");
    assert_eq!(scene.play(json!([go(0, 5, 5)])), []);
    assert_eq!(scene.play(json!([smash(0, 5, 5)])), []);
    assert_eq!(scene.char(5, 5), ',');
    scene.wait_for(3, "move");
    assert_eq!(scene.verdict(go(0, 5, 6)), "ok");
}

#[test]
fn example_17_heal() {
    let units =
        [(0, "zombie", 6, 5), (6, "normal", 5, 9), (7, "normal", 5, 8), (8, "medic", 5, 5), (9, "traceur", 4, 4)];
    let mut scene = Scene::new(2, "ability", &units, &[]);
    assert_eq!(scene.verdict(heal(8, 6)), "out_of_range");
    assert_eq!(scene.verdict(heal(8, 8)), "self_target");
    assert_eq!(scene.verdict(heal(8, 0)), "enemy_target");
    assert_eq!(scene.play(json!([heal(8, 7)])), []);
    assert_eq!((scene.unit(7).health, scene.unit(8).ability_wait), (2, 6));
    for (turn, wait) in [(4, 5), (6, 3), (8, 1)] {
        scene.wait_for(turn, "ability");
        assert_eq!((scene.verdict(heal(8, 7)), scene.unit(8).ability_wait), ("cooling_down", wait));
    }
    scene.wait_for(10, "ability");
    assert_eq!(scene.verdict(heal(8, 7)), "ok");
    assert_eq!(Scene::new(2, "ability", &units, &row(6, '~')).verdict(heal(8, 7)), "out_of_range");
    let units = [(8, "medic", 5, 5), (9, "traceur", 5, 6)];
    assert_eq!(Scene::new(2, "ability", &units, &[(5, 6, '=')]).verdict(heal(8, 9)), "out_of_range");
}

#[test]
fn example_18_heal_cap() {
    let mut before = position(2, "ability", &[(6, "normal", 5, 6), (7, "medic", 5, 5), (8, "medic", 5, 7)], &[]);
    for health in [9, 10] {
        set(&mut before, 6, "health", health);
        let mut scene = Scene::read(&before);
        assert_eq!(scene.play(json!([heal(7, 6), heal(8, 6)])), []);
        assert_eq!((scene.unit(6).health, scene.unit(7).ability_wait, scene.unit(8).ability_wait), (10, 6, 6));
    }
}

#[test]
fn example_19_build() {
    let units = [(0, "zombie", 5, 8), (7, "builder", 6, 6), (8, "builder", 5, 5)];
    let scene = Scene::new(2, "ability", &units, &[(4, 5, 'T')]);
    assert_eq!(scene.verdict(build(8, 5, 9)), "ok");
    assert_eq!(scene.verdict(build(8, 4, 9)), "out_of_range");
    assert_eq!(scene.verdict(build(8, 5, 5)), "occupied_unit");
    assert_eq!(scene.verdict(build(8, 4, 5)), "occupied_terrain");
    assert_eq!(Scene::new(2, "ability", &units[2..], &row(6, '~')).verdict(build(8, 5, 7)), "out_of_range");
    let mut scene = scene;
    assert_eq!(scene.play(json!([build(7, 5, 6), build(8, 5, 6)])), [(1, "occupied_terrain")]);
    assert_eq!((scene.unit(7).ability_wait, scene.unit(8).ability_wait, scene.char(5, 6)), (6, 0, '='));
    assert_eq!(scene.verdict(go(0, 5, 6)), "blocked");
    assert_eq!(scene.play(json!([go(0, 5, 7)])), []);
    assert_eq!(scene.verdict(smash(0, 5, 6)), "ok");
}

#[test]
fn example_20_all_in_one_turn() {
    let units = [(0, "zombie", 5, 8), (7, "normal", 6, 6), (8, "medic", 5, 5)];
    let mut scene = Scene::new(2, "move", &units, &[]);
    assert_eq!(scene.play(json!([go(8, 5, 6)])), []);
    assert_eq!(scene.play(json!([attack(8, 0)])), []);
    assert_eq!(scene.play(json!([heal(8, 7)])), []);
    assert_eq!((scene.unit(8).attack_wait, scene.unit(8).ability_wait), (6, 6));
}

#[test]
fn example_21_first_action_counts() {
    let mut scene = Scene::new(1, "move", &[(0, "zombie", 5, 5)], &[]);
    assert_eq!(scene.play(json!([go(0, 11, 11), go(0, 6, 5)])), [(0, "unreachable"), (1, "already_acted")]);
    assert_eq!(scene.at(0), (5, 5));
}

#[test]
fn example_22_class_limits() {
    let (game, state) = Infection::resolve(&Setup::default()).unwrap();
    let mut scene = Scene { game, state };
    let classes = [("medic", 6), ("marksman", 5), ("builder", 5), ("traceur", 2)];
    let wanted = classes.iter().flat_map(|&(class, count)| std::iter::repeat_n(class, count));
    let picks: Vec<Value> = wanted.enumerate().map(|(i, class)| pick(6 + i as i64, class)).collect();
    assert_eq!(scene.play(json!(picks)), [(5, "class_limit"), (17, "pick_limit")]);
    let position = scene.game.position(&scene.state);
    let count = |class: &str| position.units.iter().filter(|unit| unit.class.name() == class).count();
    let counts = ["medic", "marksman", "builder", "traceur", "normal", "zombie"].map(count);
    assert_eq!(counts, [5, 5, 5, 1, 4, 6]);
    assert_eq!((scene.unit(6).health, scene.unit(12).health), (2, 1));
}

/// Twenty humans, of whom the last one standing is bitten on the given turn.
fn last_bite(turn: i64) -> Value {
    let mut before = position(turn, "attack", &[(0, "zombie", 5, 5), (1, "normal", 6, 6)], &[]);
    before["infected"] = 19.into();
    let mut scene = Scene::read(&before);
    assert_eq!(scene.play(json!([attack(0, 1)])), []);
    scene.json()["result"].clone()
}

#[test]
fn example_23_end() {
    for (turn, winner) in [(149, "zombies"), (151, "humans"), (199, "humans")] {
        let result = last_bite(turn);
        assert_eq!(result["scores"], json!({"humans": turn, "zombies": 300 - turn}));
        assert_eq!((&result["winner"], &result["reason"]), (&json!(winner), &json!("all_infected")));
    }
}

#[test]
fn example_24_full_time() {
    let units: Vec<_> = (0..20).map(|id| (id, if id < 13 { "zombie" } else { "normal" }, id as i32, 50)).collect();
    let mut before = position(200, "ability", &units, &[]);
    before["infected"] = 13.into();
    let mut scene = Scene::read(&before);
    scene.play(json!([]));
    let expected = json!({"over": true, "winner": "humans", "scores": {"humans": 235, "zombies": 65},
        "reason": "turn_limit", "end_turn": 200, "humans_alive": 7, "humans_infected": 13,
        "humans_ignored": false, "zombies_ignored": false});
    assert_eq!(scene.json()["result"], expected);
    assert_eq!((&scene.json()["phase"], &scene.json()["seat"]), (&json!("over"), &json!(null)));
}

#[test]
fn example_25_faults() {
    let (game, state) = Infection::resolve(&Setup::default()).unwrap();
    let mut scene = Scene { game, state };
    let mut asked = 0;
    while scene.state.phase != Phase::Over {
        let turn = scene.game.turn(&scene.state);
        if turn.to_act.contains(Side::Zombies.seat()) && turn.silent.is_empty() {
            asked += 1;
            let mut orders = Orders::new();
            orders.absent(Side::Zombies.seat(), Absence::Late);
            scene.step(&orders);
        } else {
            scene.play(json!([]));
        }
    }
    let end = scene.json();
    assert_eq!((asked, &end["zombie_faults"], &end["human_faults"]), (5, &json!(5), &json!(0)));
    assert_eq!(end["result"]["scores"]["humans"], 300);
    assert_eq!((&end["turn"], &end["result"]["zombies_ignored"]), (&json!(200), &json!(true)));
}
