//! Who is asked, what counts as a fault, what is legal, and asking for whole turns.

mod scene;

use proptest::prelude::*;
use scene::{Scene, attack, build, go, heal, position, smash};
use serde_json::{Value, json};
use skirmish_core::rules::legal_actions;
use skirmish_core::{Absence, Actor, Documents, Entry, Orders, Reason, Rng, Rules, Seat, Setup, Telling};
use skirmish_infection::action::Given;
use skirmish_infection::{Action, Class, Infection, Phase, Side, State};

const HUMANS: Seat = Side::Humans.seat();
const ZOMBIES: Seat = Side::Zombies.seat();

fn absent(scene: &mut Scene, seat: Seat) {
    let mut orders = Orders::new();
    orders.absent(seat, Absence::Crashed);
    assert_eq!(scene.step(&orders), []);
}

#[test]
fn faults_are_counted_in_a_row_and_by_seat() {
    let units = [(0, "zombie", 5, 5), (1, "normal", 50, 50)];
    let mut scene = Scene::new(1, "move", &units, &[]);
    absent(&mut scene, ZOMBIES);
    absent(&mut scene, ZOMBIES);
    assert_eq!(scene.state.faults, [0, 2]);
    absent(&mut scene, HUMANS);
    assert_eq!(scene.state.faults, [1, 2]);
    scene.play(json!([go(1, 99, 99)]));
    assert_eq!(scene.state.faults, [0, 2], "a list is a list, whatever is refused of it");
    scene.wait_for(3, "move");
    // Nobody said anything: an empty list.
    scene.step(&Orders::new());
    assert_eq!(scene.state.faults, [0, 0]);
}

#[test]
fn a_seat_with_too_many_faults_is_heard_no_more() {
    let mut before = position(1, "move", &[(0, "zombie", 5, 5), (1, "normal", 6, 6)], &[]);
    before["zombie_faults"] = 4.into();
    let mut scene = Scene::read(&before);
    absent(&mut scene, ZOMBIES);
    let turn = scene.game.turn(&scene.state);
    assert!(turn.to_act.contains(ZOMBIES) && turn.silent.contains(ZOMBIES));
    let bite = Action::Attack { unit: 0, target: 1 };
    assert_eq!(scene.game.is_legal(&scene.state, ZOMBIES, &bite), Err(Reason::NOT_YOUR_TURN));
    assert_eq!(scene.play(json!([attack(0, 1)])), []);
    assert_eq!((scene.state.faults, scene.unit(1).class), ([0, 5], Class::Normal));
    assert_eq!((scene.state.turn, scene.state.phase), (2, Phase::Move));
    assert_eq!(scene.game.turn(&scene.state).silent, Default::default());
}

#[test]
fn a_finished_game_takes_no_step() {
    let mut before = position(1, "attack", &[(0, "zombie", 5, 5), (1, "normal", 6, 6)], &[]);
    before["infected"] = 3.into();
    let mut scene = Scene::read(&before);
    scene.play(json!([attack(0, 1)]));
    let end = scene.json();
    let (game, mut state) = (scene.game, scene.state);
    let mut record = skirmish_core::Record::default();
    game.step(&mut state, &Orders::of(ZOMBIES, [Entry::Action(Action::Attack { unit: 0, target: 1 })]), &mut record);
    game.close(&mut state, &mut record);
    assert!(record.rejections.is_empty() && record.events.is_empty());
    assert_eq!(serde_json::to_value(game.position(&state)).unwrap(), end);
    assert_eq!(game.sample(&state, ZOMBIES, &mut Rng::new(1)), None);
    let verdict = game.is_legal(&state, HUMANS, &Action::Attack { unit: 0, target: 1 });
    assert_eq!(verdict, Err(Reason::GAME_OVER));
    let read = Infection::read_position(&end).unwrap();
    let (again, same) = Infection::from_position(&read).unwrap();
    assert_eq!((again.hash(&same), same), (game.hash(&state), state));
}

#[test]
fn whole_turns_are_played_phase_by_phase() {
    let units = [(0, "zombie", 9, 6), (5, "normal", 4, 5), (6, "medic", 5, 5), (7, "builder", 6, 5)];
    let mut before = position(2, "move", &units, &[(7, 6, '=')]);
    before["config"] = json!({"prompt": "turn"});
    let mut scene = Scene::read(&before);
    let list = json!([
        build(7, 7, 6),    // 0: the barricade broken below has become debris
        heal(6, 5),        // 1
        attack(6, 0),      // 2: in range after the move
        "nonsense",        // 3
        {"do": "pick", "unit": 5, "class": "medic"}, // 4
        go(6, 6, 6),       // 5
        go(5, 5, 5),       // 6
        go(6, 7, 5),       // 7
        smash(7, 7, 6),    // 8
        attack(0, 5),      // 9
        smash(5, 50, 50),  // 10
        attack(5, 0),      // 11: its chance in this phase is gone
        {"do": "move", "unit": 5, "x": 50, "y": null}, // 12
        heal(6, 7),        // 13
    ]);
    let expected = vec![
        (0, "occupied_terrain"),
        (3, "malformed"),
        (4, "wrong_phase"),
        (7, "already_acted"),
        (9, "not_your_unit"),
        (10, "no_obstacle"),
        (11, "already_acted"),
        (12, "malformed"),
        (13, "already_acted"),
    ];
    assert_eq!(scene.play(list), expected);
    assert_eq!((scene.state.turn, scene.state.phase), (3, Phase::Move));
    assert_eq!((scene.at(6), scene.at(5), scene.unit(5).health), ((6, 6), (5, 5), 2));
    assert_eq!((scene.unit(0).stun_wait, scene.char(7, 6)), (1, ','));
    // The zombies' turn has no ability phase.
    assert_eq!(scene.play(json!([heal(6, 5)])), [(0, "wrong_phase")]);
    assert_eq!((scene.state.turn, scene.state.phase), (4, Phase::Move));
    absent(&mut scene, HUMANS);
    assert_eq!((scene.state.turn, scene.state.faults), (5, [1, 0]));
}

#[test]
fn turn_zero_is_asked_as_usual() {
    let mut setup = Setup::default();
    setup.config.insert("prompt".into(), "turn".into());
    let (game, state) = Infection::resolve(&setup).unwrap();
    let mut scene = Scene { game, state };
    assert_eq!(scene.play(json!([scene::pick(6, "medic"), scene::go(7, 50, 50)])), [(1, "wrong_phase")]);
    assert_eq!((scene.state.turn, scene.unit(6).health), (1, 2));
}

#[test]
fn legal_lists_are_in_the_rulebooks_order() {
    let units = [(0, "zombie", 2, 1), (3, "zombie", 1, 1), (5, "demolitionist", 1, 0), (7, "builder", 0, 0)];
    let scene = Scene::new(2, "attack", &units, &[(0, 1, '='), (1, 2, '#'), (3, 0, '~')]);
    let listed = |scene: &Scene| -> Vec<Value> {
        let actions = legal_actions(&scene.game, &scene.state, HUMANS);
        actions.iter().map(|action| serde_json::to_value(scene.game.wire(action)).unwrap()).collect()
    };
    let expected = [
        attack(5, 0),
        attack(5, 3),
        smash(5, 0, 1),
        smash(5, 1, 2),
        attack(7, 0),
        attack(7, 3),
        smash(7, 0, 1),
        smash(7, 1, 2),
    ];
    assert_eq!(listed(&scene), expected);
    let scene = Scene::new(2, "ability", &units, &[(0, 1, '='), (1, 2, '#'), (3, 0, '~')]);
    assert_eq!(listed(&scene), [build(7, 2, 0), build(7, 3, 1), build(7, 2, 2)]);
    let mut both = position(2, "move", &[(5, "traceur", 0, 0), (7, "medic", 1, 0)], &[(0, 1, '='), (1, 1, '#')]);
    both["config"] = json!({"prompt": "turn", "traceur_speed": 1, "medic_speed": 0});
    let expected = [go(5, 0, 0), go(5, 1, 0), go(5, 0, 1), smash(5, 0, 1), smash(5, 1, 1), go(7, 1, 0), smash(7, 0, 1)];
    let scene = Scene::read(&both);
    assert_eq!(listed(&scene)[..7], expected);
    assert_eq!(listed(&scene)[7..], [smash(7, 1, 1), heal(7, 5)]);
}

/// A crowded little board in the middle of a game.
fn little(seed: u64, config: &Value) -> (Infection, State) {
    let mut rng = Rng::new(seed);
    let kinds = ['.', '.', '.', '.', '.', '#', 'T', '=', '~', ','];
    let mut rows: Vec<Vec<char>> = (0..9).map(|_| (0..11).map(|_| *rng.choose(&kinds).unwrap()).collect()).collect();
    let classes = ["zombie", "zombie", "normal", "marksman", "traceur", "medic", "builder", "demolitionist"];
    let units: Vec<Value> = (0..12)
        .map(|i| {
            let class = *rng.choose(&classes).unwrap();
            let (x, y) = (rng.index(11), rng.index(9));
            rows[y][x] = '.';
            let human = class != "zombie";
            let mut wait = |out_of: usize| if rng.chance(1, 3) { rng.index(out_of) } else { 0 };
            json!({"id": i * 3, "x": x, "y": y, "class": class, "health": i64::from(human),
                "attack_wait": wait(4), "ability_wait": wait(4), "stun_wait": if human { 0 } else { wait(3) }})
        })
        .collect();
    let (turn, phase, seat) = *rng
        .choose(&[
            (7, "move", "zombies"),
            (7, "attack", "zombies"),
            (8, "move", "humans"),
            (8, "attack", "humans"),
            (8, "ability", "humans"),
        ])
        .unwrap();
    let rows: Vec<String> = rows.iter().map(|row| row.iter().collect()).collect();
    let mut config = config.clone();
    config["width"] = 11.into();
    config["height"] = 9.into();
    let position = json!({"game": "infection", "turn": turn, "phase": phase, "seat": seat, "config": config,
        "rows": rows, "damaged": [], "units": units, "infected": 2, "human_faults": 1, "zombie_faults": 2,
        "result": null});
    let scene = Scene::read(&position);
    (scene.game, scene.state)
}

fn every_action(game: &Infection, state: &State) -> Vec<Action> {
    let mut all = Vec::new();
    let ids = game.position(state).units.iter().map(|unit| unit.id as i32).collect::<Vec<_>>();
    for &unit in &ids {
        for y in -1..10 {
            for x in -1..12 {
                all.extend([Action::Move { unit, x, y }, Action::Break { unit, x, y }, Action::Build { unit, x, y }]);
            }
        }
        for &target in ids.iter().chain([&-1]) {
            all.extend([Action::Attack { unit, target }, Action::Heal { unit, target }]);
        }
        all.push(Action::Pick { unit, class: Given(Some(Class::Medic)) });
    }
    all
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn what_is_listed_is_what_is_accepted(seed: u64, whole_turns: bool, long_ranges: bool) {
        let mut config = json!({});
        if whole_turns {
            config["prompt"] = "turn".into();
        }
        if long_ranges {
            config = json!({"zombie_range": 2, "marksman_range": 9, "zombie_speed": 8, "builder_range": 8});
        }
        let (game, mut state) = little(seed, &config);
        let seat = game.turn(&state).to_act.iter().next().unwrap();
        let mut rng = Rng::new(seed);
        // Along a few accepted actions, so that the middle of a phase is looked at too.
        for _ in 0..4 {
            let listed = legal_actions(&game, &state, seat);
            let before = state.clone();
            for action in every_action(&game, &state) {
                let verdict = game.is_legal(&state, seat, &action);
                prop_assert_eq!(listed.contains(&action), verdict.is_ok(), "{:?}: {:?}", action, verdict);
                if verdict.is_err() {
                    prop_assert_eq!(game.act(&mut state, seat, &action, &mut ()), verdict);
                }
            }
            prop_assert_eq!(&state, &before, "refused actions change nothing");
            let Some(action) = game.sample(&state, seat, &mut rng) else {
                prop_assert!(listed.is_empty());
                break;
            };
            prop_assert!(listed.contains(&action));
            prop_assert_eq!(game.act(&mut state, seat, &action, &mut ()), Ok(()));
        }
    }

    #[test]
    fn piece_by_piece_is_the_same_as_a_step(seed: u64, whole_turns: bool) {
        let config = if whole_turns { json!({"prompt": "turn"}) } else { json!({}) };
        let (game, mut state) = little(seed, &config);
        let mut rng = Rng::new(seed);
        for _ in 0..6 {
            let Some(seat) = game.turn(&state).to_act.iter().next() else { break };
            let mut whole = state.clone();
            let mut list = Vec::new();
            while let Some(action) = game.sample(&state, seat, &mut rng) {
                prop_assert_eq!(game.act(&mut state, seat, &action, &mut ()), Ok(()));
                list.push(Entry::Action(action));
            }
            game.close(&mut state, &mut ());
            let mut refused = Vec::new();
            game.step(&mut whole, &Orders::of(seat, list), &mut refused);
            prop_assert_eq!(refused, []);
            prop_assert_eq!(game.hash(&state), game.hash(&whole));
            prop_assert_eq!(&state, &whole);
        }
    }
}

#[test]
fn only_units_of_the_seat_are_actors() {
    let scene = Scene::new(1, "move", &[(0, "zombie", 5, 5), (4, "normal", 6, 6), (9, "zombie", 7, 7)], &[]);
    let actors = |seat| {
        let mut actors = Vec::new();
        scene.game.actors(&scene.state, seat, &mut actors);
        actors
    };
    assert_eq!(actors(ZOMBIES), [Actor::Unit(0), Actor::Unit(9)]);
    assert_eq!(actors(HUMANS), []);
    assert_eq!(scene.game.units(&scene.state), 2);
}

#[test]
fn time_and_lists_follow_the_config() {
    use serde_json::json;
    use skirmish_core::table::Timing;
    use skirmish_core::{Documents, Game, Orders, Seat, Setup, Table};

    let start = |config: serde_json::Value| {
        let config = config.as_object().cloned().unwrap_or_default();
        skirmish_infection::Infection::resolve(&Setup { config, ..Setup::default() }).unwrap()
    };
    let times = |config| {
        let (game, state) = start(config);
        let mut table = Table::new(game, state);
        let mut times = Vec::new();
        for _ in 0..3 {
            times.push(table.game.turn_ms(&table.state));
            let seat = table.turn().to_act.iter().next().unwrap_or(Seat(0));
            table.step(&Orders::of(seat, []));
        }
        times
    };
    assert_eq!(times(json!({"turn_ms": 100})), [100, 100, 100]);
    // Class choice as usual, then two phases of the zombies, then three of the humans.
    assert_eq!(times(json!({"turn_ms": 100, "prompt": "turn"})), [100, 200, 300]);
    for (listed, config) in [(false, json!({})), (true, json!({"list_legal": true}))] {
        let (game, state) = start(config);
        let mut view = Default::default();
        let mut table = Table::new(game, state);
        let message = table.message(Seat(0), false, Timing::default(), &mut view);
        assert_eq!(message.legal.is_some(), listed);
    }
}
