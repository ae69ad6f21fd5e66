//! The wire format of the original: what is sent, which replies count, and what they come to.

mod scene;

use proptest::prelude::*;
use scene::{Scene, position};
use serde_json::{Value, json};
use skirmish_core::any::{Playing, Seated, Spoken};
use skirmish_core::native::{Contact, Native, NativeError, Replies, Reply, Transport};
use skirmish_core::rules::legal_actions;
use skirmish_core::{Absence, Documents, Entry, Flaw, Game, Rules, Seat, Setup};
use skirmish_infection::action::Given;
use skirmish_infection::{Action, Class, Infection, Phase, Side};
use std::sync::LazyLock;

const HUMANS: Seat = Side::Humans.seat();
const ZOMBIES: Seat = Side::Zombies.seat();

fn interpreter(game: &Infection, seat: Seat) -> Box<dyn Native<Infection>> {
    (Infection::DIALECT.unwrap().make)(game, seat, None).unwrap()
}

/// Whose turn it is in a scene.
fn acting(scene: &Scene) -> Seat {
    scene.game.turn(&scene.state).to_act.iter().next().unwrap()
}

/// The request to the seat that is to act, as it is sent.
fn sent(scene: &Scene) -> String {
    let mut out = Vec::new();
    interpreter(&scene.game, acting(scene)).request(&scene.game, &scene.state, &mut out);
    String::from_utf8(out).unwrap()
}

fn message(scene: &Scene) -> Value {
    let envelope: Value = serde_json::from_str(&sent(scene)).unwrap();
    envelope["message"].clone()
}

/// What a line of the seat that is to act comes to: its list and its errors, or why it is void.
fn heard(scene: &Scene, line: &str) -> Result<(Vec<Entry<Action>>, Vec<String>), String> {
    let mut reply = Reply::default();
    interpreter(&scene.game, acting(scene)).reply(&scene.game, &scene.state, line.as_bytes(), &mut reply)?;
    Ok((reply.entries, reply.errors))
}

/// The list of a reply in which nothing is wrong.
fn list(scene: &Scene, reply: Value) -> Vec<Entry<Action>> {
    let (entries, errors) = heard(scene, &reply.to_string()).unwrap();
    assert_eq!(errors, [] as [&str; 0]);
    entries
}

fn keys(object: &Value) -> Vec<&str> {
    object.as_object().unwrap().keys().map(String::as_str).collect()
}

fn go(unit: &str, x: i32, y: i32) -> Value {
    json!({"executingCharacterId": unit, "destination": {"x": x, "y": y}})
}

fn hit(unit: &str, target: &str, kind: &str) -> Value {
    json!({"executingCharacterId": unit, "attackingId": target, "type": kind})
}

/// A game with a native bot on each seat.
fn table(overrides: Value) -> Seated<Infection> {
    let Value::Object(config) = overrides else { panic!("no object") };
    let (game, state) = Infection::resolve(&Setup { config, ..Setup::default() }).unwrap();
    let mut table = Seated::new(game, state, 1);
    table.seat_native(HUMANS, None).unwrap();
    table.seat_native(ZOMBIES, None).unwrap();
    table
}

fn asked(table: &Seated<Infection>, seat: Seat) -> Value {
    let mut out = Vec::new();
    table.native_request(seat, &mut out);
    serde_json::from_slice(&out).unwrap()
}

// ---- how bots are reached

#[test]
fn bots_connect_to_a_port_and_answer_in_order() {
    let dialect = Infection::DIALECT.unwrap();
    let transport = Transport::Tcp { arguments: &["serve"] };
    assert_eq!(dialect.contact, Contact { transport, replies: Replies::InOrder });
    let error = table(json!({})).seat_native(HUMANS, Some("newline")).unwrap_err();
    assert_eq!(error.to_string(), "native bots of infection have no setting \"newline\"; there are none");
}

#[test]
fn a_game_that_asks_once_per_turn_is_refused() {
    let config = json!({"prompt": "turn"}).as_object().unwrap().clone();
    let (game, state) = Infection::resolve(&Setup { config, ..Setup::default() }).unwrap();
    let error = Seated::new(game, state, 1).seat_native(HUMANS, None).unwrap_err();
    assert!(matches!(&error, NativeError::Unfit { .. }) && error.to_string().contains("set prompt to \"phase\""));
}

// ---- what is sent

#[test]
fn the_humans_are_asked_for_their_classes() {
    let (game, state) = Infection::resolve(&Setup::default()).unwrap();
    let expected = r#"{"isZombie":false,"phase":"CHOOSE_CLASSES","message":{"turn":0,"choices":["NORMAL","MARKSMAN","TRACEUR","MEDIC","BUILDER","DEMOLITIONIST"],"numToPick":16,"maxPerSameClass":5}}"#;
    assert_eq!(sent(&Scene { game, state }), format!("{expected}\n"));
}

#[test]
fn units_are_sent_without_their_counters() {
    let mut before = position(2, "move", &[(3, "zombie", 1, 2), (22, "medic", 52, 51)], &[]);
    before["units"][0]["stun_wait"] = 2.into();
    let sent = sent(&Scene::read(&before));
    for unit in [
        r#""3":{"id":"3","position":{"x":1,"y":2},"abilities":[],"health":-1,"moveSpeed":5,"attackRange":1,"zombie":true,"stunned":true,"class":"ZOMBIE"}"#,
        r#""22":{"id":"22","position":{"x":52,"y":51},"abilities":["HEAL"],"health":2,"moveSpeed":3,"attackRange":3,"zombie":false,"stunned":false,"class":"MEDIC"}"#,
    ] {
        assert!(sent.contains(unit), "{sent}");
    }
}

#[test]
fn every_class_has_its_word_and_its_abilities() {
    let names = ["normal", "marksman", "traceur", "medic", "builder", "demolitionist", "zombie"];
    let units: Vec<_> = names.iter().enumerate().map(|(i, name)| (i as i64, *name, i as i32, 50)).collect();
    let characters = message(&Scene::new(2, "move", &units, &[]))["characterStates"].clone();
    let abilities = [
        json!([]),
        json!([]),
        json!(["MOVE_OVER_BARRICADES"]),
        json!(["HEAL"]),
        json!(["BUILD_BARRICADE"]),
        json!(["ONESHOT_TERRAIN"]),
        json!([]),
    ];
    for (i, name) in names.iter().enumerate() {
        let unit = &characters[i.to_string()];
        assert_eq!((&unit["class"], &unit["abilities"]), (&json!(name.to_uppercase()), &abilities[i]));
    }
    assert_eq!((&characters["2"]["moveSpeed"], &characters["1"]["attackRange"]), (&json!(4), &json!(6)));
}

#[test]
fn terrain_is_sent_whole_damaged_and_destroyed() {
    let ground = [(96, 52, '#'), (1, 0, 'T'), (2, 0, '='), (3, 0, '~'), (4, 0, ',')];
    let mut before = position(2, "move", &[(7, "normal", 50, 50)], &ground);
    before["damaged"] = json!([{"x": 1, "y": 0, "durability": 1}]);
    let scene = Scene::read(&before);
    let wall = r#""(96, 52)":{"id":"(96, 52)","imageId":"wall","position":{"x":96,"y":52},"destroyed":false,"destroyable":true,"type":"WALL","health":3,"canAttackThrough":false}"#;
    assert!(sent(&scene).contains(wall));
    let terrain = message(&scene)["terrainStates"].clone();
    assert_eq!(keys(&terrain), ["(1, 0)", "(2, 0)", "(3, 0)", "(4, 0)", "(96, 52)"]);
    let thing = |x: i32| {
        let thing = &terrain[format!("({x}, 0)")];
        ["type", "imageId", "health", "destroyed", "destroyable", "canAttackThrough"].map(|key| thing[key].clone())
    };
    assert_eq!(json!(thing(1)), json!(["TREE", "tree", 1, false, true, false]));
    assert_eq!(json!(thing(2)), json!(["BARRICADE", "barricade", 1, false, true, true]));
    assert_eq!(json!(thing(3)), json!(["RIVER", "river", -1, false, false, true]));
    assert_eq!(json!(thing(4)), json!(["BARRICADE", "barricade", 0, true, true, true]));
}

#[test]
fn possible_moves_are_those_of_units_that_are_not_stunned() {
    let mut before = position(1, "move", &[(0, "zombie", 0, 0), (1, "zombie", 9, 9), (7, "normal", 5, 5)], &[]);
    before["units"][1]["stun_wait"] = 1.into();
    // Moving is not attacking.
    before["units"][0]["attack_wait"] = 1.into();
    let scene = Scene::read(&before);
    assert!(sent(&scene).starts_with(r#"{"isZombie":true,"phase":"MOVE","message":{"turn":1,"possibleMoves":{"0":[{"executingCharacterId":"0","destination":{"x":0,"y":0}},"#));
    let message = message(&scene);
    assert_eq!(keys(&message), ["turn", "possibleMoves", "characterStates", "terrainStates"]);
    assert_eq!(keys(&message["possibleMoves"]), ["0"]);
    let moves = message["possibleMoves"]["0"].as_array().unwrap();
    assert_eq!(moves.len(), 21);
    assert!(moves.contains(&go("0", 0, 0)) && moves.contains(&go("0", 5, 0)));
}

#[test]
fn possible_attacks_are_those_of_units_that_are_not_cooling_down() {
    let units = [(0, "zombie", 5, 6), (7, "normal", 5, 5), (8, "normal", 6, 5), (9, "normal", 90, 90)];
    let mut before = position(2, "attack", &units, &[(4, 5, '#'), (5, 4, '~')]);
    before["units"][2]["attack_wait"] = 3.into();
    let message = message(&Scene::read(&before));
    assert_eq!(keys(&message), ["turn", "possibleAttacks", "characterStates", "terrainStates"]);
    let expected = json!({"7": [hit("7", "0", "CHARACTER"), hit("7", "(4, 5)", "TERRAIN")], "9": []});
    assert_eq!(message["possibleAttacks"], expected);
}

#[test]
fn possible_abilities_have_a_key_for_everybody_who_does_not_wait() {
    let units =
        [(0, "zombie", 50, 50), (6, "medic", 5, 5), (7, "normal", 6, 5), (8, "builder", 0, 0), (9, "medic", 0, 1)];
    let mut before = position(2, "ability", &units, &[]);
    before["units"][4]["ability_wait"] = 2.into();
    before["config"] = json!({"builder_range": 1});
    let message = message(&Scene::read(&before));
    assert_eq!(keys(&message), ["turn", "possibleAbilities", "characterStates", "terrainStates"]);
    let expected = json!({
        "6": [{"executingCharacterId": "6", "type": "HEAL", "positionalTarget": null, "characterIdTarget": "7"}],
        "7": [],
        "8": [{"executingCharacterId": "8", "type": "BUILD_BARRICADE", "positionalTarget": {"x": 1, "y": 0},
               "characterIdTarget": null}],
    });
    assert_eq!(message["possibleAbilities"], expected);
}

#[test]
fn possible_actions_sent_back_are_the_legal_actions() {
    let units =
        [(0, "zombie", 6, 6), (1, "zombie", 7, 7), (7, "builder", 5, 5), (8, "medic", 6, 5), (9, "traceur", 5, 6)];
    let ground = [(4, 5, '#'), (5, 4, '='), (8, 8, 'T')];
    for (turn, phase) in [(1, "move"), (1, "attack"), (2, "move"), (2, "attack"), (2, "ability")] {
        let scene = Scene::new(turn, phase, &units, &ground);
        let message = message(&scene);
        let possible = message.as_object().unwrap().values().nth(1).unwrap().as_object().unwrap();
        let back: Vec<_> = possible
            .values()
            .flat_map(|list| list.as_array().unwrap())
            .flat_map(|a| list(&scene, json!([a])))
            .collect();
        let legal = legal_actions(&scene.game, &scene.state, acting(&scene));
        assert_eq!(back, legal.into_iter().map(Entry::Action).collect::<Vec<_>>());
        assert!(!back.is_empty());
    }
}

#[test]
fn a_request_on_the_shipped_map_is_as_large_as_the_originals() {
    let mut table = table(json!({}));
    let mut sizes = Vec::new();
    for _ in 0..6 {
        let seat = table.turn().to_act.iter().next().unwrap();
        let mut out = Vec::new();
        table.native_request(seat, &mut out);
        assert_eq!(out.iter().filter(|&&byte| byte == b'\n').count(), 1);
        assert_eq!(out.last(), Some(&b'\n'));
        sizes.push(out.len());
        let nothing = if sizes.len() == 1 { "{}" } else { "[]" };
        table.native_reply(seat, nothing.as_bytes(), 0).unwrap();
        table.step();
    }
    // The original's map has a seventh more terrain than ours.
    assert!(sizes[0] < 300 && sizes[1..].iter().all(|size| (140_000..200_000).contains(size)), "{sizes:?}");
}

#[test]
fn each_request_shows_what_the_phase_before_has_changed() {
    let units = [(0, "zombie", 9, 9), (7, "demolitionist", 5, 5), (8, "builder", 20, 20)];
    let mut scene = Scene::new(2, "move", &units, &[(5, 8, '#')]);
    let mut play = |reply: Value| {
        let entries = list(&scene, reply);
        assert_eq!(scene.step(&skirmish_core::Orders::of(HUMANS, entries)), []);
        message(&scene)
    };
    let attack = play(json!([go("7", 5, 7)]));
    assert_eq!(attack["characterStates"]["7"]["position"], json!({"x": 5, "y": 7}));
    let ability = play(json!([hit("7", "(5, 8)", "TERRAIN")]));
    assert_eq!(ability["terrainStates"]["(5, 8)"]["destroyed"], true);
    let build = json!({"executingCharacterId": "8", "type": "BUILD_BARRICADE", "positionalTarget": {"x": 20, "y": 21},
        "characterIdTarget": null});
    let zombies = play(json!([build]));
    assert_eq!((&zombies["turn"], &zombies["terrainStates"]["(20, 21)"]["health"]), (&json!(3), &json!(1)));
}

// ---- what is answered

/// A scene in which unit 7 may move, and a zombie that is not asked.
fn walkers() -> Scene {
    Scene::new(2, "move", &[(0, "zombie", 50, 50), (7, "normal", 5, 5), (8, "normal", 6, 6)], &[])
}

#[test]
fn lists_may_be_empty() {
    assert_eq!(list(&walkers(), json!([])), []);
    assert_eq!(heard(&walkers(), " [ ]\r").unwrap().0, []);
}

#[test]
fn actions_map_one_to_one() {
    let move7 = Action::Move { unit: 7, x: 5, y: 4 };
    assert_eq!(list(&walkers(), json!([go("7", 5, 4)])), [Entry::Action(move7)]);
    let units = [(0, "zombie", 6, 6), (6, "normal", 5, 6), (7, "medic", 5, 5), (8, "builder", 7, 7)];
    let fight = Scene::new(2, "attack", &units, &[(4, 5, '#')]);
    let shots = list(&fight, json!([hit("7", "0", "CHARACTER"), hit("6", "(4, 5)", "TERRAIN")]));
    assert_eq!(
        shots,
        [Action::Attack { unit: 7, target: 0 }, Action::Break { unit: 6, x: 4, y: 5 }].map(Entry::Action)
    );
    let help = Scene::new(2, "ability", &units, &[]);
    // A field that is left out is null.
    let help = list(
        &help,
        json!([{"executingCharacterId": "7", "type": "HEAL", "characterIdTarget": "6"},
               {"executingCharacterId": "8", "type": "BUILD_BARRICADE", "positionalTarget": {"x": 7, "y": 8}}]),
    );
    assert_eq!(help, [Action::Heal { unit: 7, target: 6 }, Action::Build { unit: 8, x: 7, y: 8 }].map(Entry::Action));
}

#[test]
fn the_first_action_of_a_unit_counts_and_others_are_ignored_without_a_word() {
    let scene = walkers();
    let reply = json!([go("7", 5, 4), go("8", 6, 6), go("7", 99, 99), go("7", 5, 6)]);
    let expected = [Action::Move { unit: 7, x: 5, y: 4 }, Action::Move { unit: 8, x: 6, y: 6 }];
    assert_eq!(list(&scene, reply), expected.map(Entry::Action));
    // Also when the first is no good.
    let (entries, errors) = heard(&scene, &json!([go("7", 99, 99), go("7", 5, 4)]).to_string()).unwrap();
    assert_eq!(entries, [Entry::Action(Action::Move { unit: 7, x: 99, y: 99 })]);
    assert_eq!(errors, ["turn 2, MOVE: unit 7 cannot move to (99, 99): unreachable"]);
}

#[test]
fn units_that_are_not_asked_are_ignored_without_a_word() {
    let scene = walkers();
    for unit in ["0", "99", "-1", "", "seven", "07", "+7", " 7", "7.0", "9999999999999999999999"] {
        assert_eq!(list(&scene, json!([go(unit, 5, 4)])), [], "{unit}");
    }
    let mut before = position(2, "attack", &[(0, "zombie", 5, 6), (7, "normal", 5, 5)], &[]);
    before["units"][1]["attack_wait"] = 1.into();
    assert_eq!(list(&Scene::read(&before), json!([hit("7", "0", "CHARACTER")])), []);
}

#[test]
fn what_is_not_possible_is_an_error_and_refused_by_the_rules() {
    let units = [(0, "zombie", 50, 50), (7, "normal", 5, 5), (8, "medic", 6, 6), (9, "builder", 7, 7)];
    let attack = Scene::new(2, "attack", &units, &[(40, 40, '#')]);
    let ability = Scene::new(2, "ability", &units, &[]);
    let heal = |unit: &str, at: Value, target: Value| json!({"executingCharacterId": unit, "type": "HEAL", "positionalTarget": at, "characterIdTarget": target});
    let cases = [
        (&attack, hit("7", "0", "CHARACTER"), "unit 7 cannot attack unit 0: out_of_range", "out_of_range"),
        (
            &attack,
            hit("7", "(40, 40)", "TERRAIN"),
            "unit 7 cannot attack the terrain (40, 40): out_of_range",
            "out_of_range",
        ),
        (&attack, hit("7", "(5, 6)", "TERRAIN"), "unit 7 cannot attack the terrain (5, 6): no_obstacle", "no_obstacle"),
        (&attack, hit("7", "(40,40)", "TERRAIN"), "is none of its possible actions", "malformed"),
        (&attack, hit("7", "(40, 040)", "TERRAIN"), "is none of its possible actions", "malformed"),
        (&attack, hit("7", "(40, 40)", "CHARACTER"), "is none of its possible actions", "malformed"),
        (&attack, hit("7", "0", "TERRAIN"), "is none of its possible actions", "malformed"),
        (&attack, json!({"executingCharacterId": "7"}), "is none of its possible actions", "malformed"),
        (&ability, heal("7", json!(null), json!("8")), "unit 7 cannot heal unit 8: wrong_class", "wrong_class"),
        (&ability, heal("8", json!(null), json!("0")), "unit 8 cannot heal unit 0: enemy_target", "enemy_target"),
        (&ability, heal("8", json!({"x": 5, "y": 5}), json!("7")), "is none of its possible actions", "malformed"),
        (&ability, heal("8", json!(null), json!(null)), "is none of its possible actions", "malformed"),
        (&walkers(), json!({"executingCharacterId": "7", "destination": null}), "is none of its possible", "malformed"),
    ];
    for (scene, action, text, reason) in cases {
        let (entries, errors) = heard(scene, &json!([action]).to_string()).unwrap();
        assert!(errors.len() == 1 && errors[0].contains(text), "{action}: {errors:?}");
        let mut scene = Scene { game: scene.game.clone(), state: scene.state.clone() };
        assert_eq!(scene.step(&skirmish_core::Orders::of(HUMANS, entries)), [(0, reason)], "{action}");
    }
}

#[test]
fn elements_that_are_no_units_action_are_dropped() {
    let reply = json!([null, go("7", 5, 4), {"destination": {"x": 1, "y": 1}}, {"executingCharacterId": null}, {}]);
    let (entries, errors) = heard(&walkers(), &reply.to_string()).unwrap();
    assert_eq!(entries, [Entry::Action(Action::Move { unit: 7, x: 5, y: 4 })]);
    assert_eq!(errors, ["turn 2, MOVE: 4 of the actions name no unit (executingCharacterId)"]);
}

#[test]
fn a_reply_of_the_wrong_form_is_void_as_a_whole() {
    let good = go("7", 5, 4);
    let with = |key: &str, value: Value| {
        let mut action = go("8", 6, 6);
        action[key] = value;
        json!([good, action]).to_string()
    };
    let cases = [
        ("".into(), "the line is empty"),
        (" \r".into(), "the line is empty"),
        ("null".into(), "it is null"),
        ("thinking...".into(), "it is no JSON (expected ident at line 1 column 2): thinking..."),
        (format!("[{good}"), "it is no JSON"),
        (format!("[{good}] []"), "it is no JSON"),
        ("\u{7f}".into(), "it is no JSON"),
        ("{}".into(), "{} is no list of actions"),
        ("7".into(), "7 is no list of actions"),
        (json!([good, 7]).to_string(), "/1 7 is not an object"),
        (json!([good, ["7", {"x": 1, "y": 1}]]).to_string(), "is not an object"),
        (with("note", json!("mine")), "/1/note is an unknown key; known are destination, executingCharacterId"),
        (with("type", json!("HEAL")), "/1/type is an unknown key"),
        (with("destination", json!({"x": 1, "y": 1, "z": 1})), "/1/destination/z is an unknown key; known are x, y"),
        (with("destination", json!([1, 1])), "/1/destination [1,1] is not an object"),
        (with("destination", json!({"x": 1})), "/1/destination/y is missing"),
        (with("destination", json!({"x": 1.5, "y": 1})), "/1/destination/x 1.5 is not a whole number"),
        (with("destination", json!({"x": "1", "y": 1})), "/1/destination/x \"1\" is not a whole number"),
        (with("destination", json!({"x": 2147483648u32, "y": 1})), "/1/destination/x 2147483648 is not allowed"),
        (with("executingCharacterId", json!(8)), "/1/executingCharacterId 8 is not a string"),
    ];
    for (line, text) in cases {
        let why = heard(&walkers(), &line).unwrap_err();
        assert!(why.starts_with("turn 2, MOVE: the reply is void: ") && why.contains(text), "{line}: {why}");
    }
    let mut reply = Reply::default();
    let scene = walkers();
    let invalid = interpreter(&scene.game, HUMANS).reply(&scene.game, &scene.state, b"[\"\xff\"]", &mut reply);
    assert!(invalid.unwrap_err().contains("it is no JSON"));
}

#[test]
fn an_unknown_word_voids_the_reply() {
    let units = [(0, "zombie", 5, 6), (7, "medic", 5, 5)];
    let attack = Scene::new(2, "attack", &units, &[]);
    for word in ["HEAL", "character", ""] {
        let why = heard(&attack, &json!([hit("7", "0", word)]).to_string()).unwrap_err();
        assert!(why.contains("is not one of CHARACTER, TERRAIN"), "{why}");
    }
    let kind = json!([{"executingCharacterId": "7", "attackingId": "0", "type": {"CHARACTER": null}}]).to_string();
    assert!(heard(&attack, &kind).unwrap_err().contains("is not a string"));
    let ability = Scene::new(2, "ability", &units, &[]);
    let climb = json!([{"executingCharacterId": "7", "type": "MOVE_OVER_BARRICADES"}]).to_string();
    assert!(heard(&ability, &climb).unwrap_err().contains("is not one of HEAL, BUILD_BARRICADE"));
}

#[test]
fn an_explanation_is_short_whatever_was_sent() {
    for long in [format!("[{{{:?}:1}}]", "x".repeat(100_000)), "é".repeat(100_000), format!("[{}", "[".repeat(100_000))]
    {
        let why = heard(&walkers(), &long).unwrap_err();
        assert!(why.chars().count() < 400, "{}", why.len());
    }
}

// ---- class counts

/// A new game with the given config, and the classes its humans are given for a reply.
fn chosen(config: Value, reply: Value) -> (Vec<(i32, Class)>, Vec<String>) {
    let config = config.as_object().unwrap().clone();
    let (game, state) = Infection::resolve(&Setup { config, ..Setup::default() }).unwrap();
    let mut scene = Scene { game, state };
    let (entries, errors) = heard(&scene, &reply.to_string()).unwrap();
    let picks = entries.iter().map(|entry| match entry {
        Entry::Action(Action::Pick { unit, class: Given(Some(class)) }) => (*unit, *class),
        other => panic!("{other:?} is no pick"),
    });
    let picks = picks.collect();
    assert_eq!(scene.step(&skirmish_core::Orders::of(HUMANS, entries)), [], "the rules take every pick");
    (picks, errors)
}

#[test]
fn class_counts_are_shared_out_round_and_round() {
    use Class::{Builder, Demolitionist, Marksman, Medic, Normal, Traceur};
    let (picks, errors) = chosen(json!({}), json!({"MEDIC": 2, "BUILDER": 1, "MARKSMAN": 3}));
    assert_eq!(picks, [(6, Marksman), (7, Medic), (8, Builder), (9, Marksman), (10, Medic), (11, Marksman)]);
    assert_eq!(errors, [] as [&str; 0]);
    // Clipped to five of a class, until sixteen are taken.
    let (picks, _) = chosen(json!({}), json!({"DEMOLITIONIST": 9, "NORMAL": 5, "TRACEUR": 5, "MEDIC": 5}));
    let round = [Normal, Traceur, Medic, Demolitionist];
    let expected: Vec<_> = (0..16).map(|i| (6 + i, round[i as usize % 4])).collect();
    assert_eq!(picks, expected);
    let (picks, _) = chosen(json!({}), json!({"DEMOLITIONIST": 2147483647, "BUILDER": -3, "MEDIC": null}));
    assert_eq!(picks, [6, 7, 8, 9, 10].map(|unit| (unit, Demolitionist)));
    let (picks, _) = chosen(json!({"picks": 3, "max_per_class": 2}), json!({"MEDIC": 5, "BUILDER": 5}));
    assert_eq!(picks, [(6, Medic), (7, Builder), (8, Medic)]);
    let (picks, _) = chosen(json!({"starting_humans": 2, "picks": 9007199254740991i64}), json!({"MEDIC": 5}));
    assert_eq!(picks, [(6, Medic), (7, Medic)]);
    assert_eq!(chosen(json!({}), json!({})).0, []);
}

#[test]
fn class_counts_of_the_wrong_form_are_void() {
    let (game, state) = Infection::resolve(&Setup::default()).unwrap();
    let scene = Scene { game, state };
    let cases = [
        ("null", "it is null"),
        ("[]", "[] is no object of classes"),
        (r#"{"medic":1}"#, "medic is no class; known are NORMAL, MARKSMAN, TRACEUR, MEDIC, BUILDER, DEMOLITIONIST"),
        (r#"{"MEDIC":1.5}"#, "MEDIC: 1.5 is not a whole number"),
        (r#"{"MEDIC":"1"}"#, "MEDIC: \"1\" is not a whole number"),
        (r#"{"MEDIC":3000000000}"#, "MEDIC: 3000000000 is not allowed"),
    ];
    for (line, text) in cases {
        let why = heard(&scene, line).unwrap_err();
        assert!(why.starts_with("turn 0, CHOOSE_CLASSES: the reply is void: ") && why.contains(text), "{why}");
    }
    let (picks, errors) = chosen(json!({}), json!({"ZOMBIE": 3, "MEDIC": 1}));
    assert_eq!(picks, [(6, Class::Medic)]);
    assert_eq!(errors, ["turn 0, CHOOSE_CLASSES: ZOMBIE is no class that can be chosen"]);
}

// ---- a whole game

#[test]
fn five_failures_in_a_row_silence_a_bot_until_the_end() {
    let mut table = table(json!({"turn_limit": 6}));
    table.native_reply(HUMANS, b"{}", 8).unwrap();
    table.step();
    let mut failed = Vec::new();
    while !table.turn().is_over() {
        let turn = table.turn();
        if turn.to_act.contains(HUMANS) {
            table.native_reply(HUMANS, b"[]", 1).unwrap();
        } else if !turn.silent.contains(ZOMBIES) {
            failed.push(format!("{} {}", asked(&table, ZOMBIES)["phase"].as_str().unwrap(), turn.number));
            table.native_reply(ZOMBIES, b"null", 4).unwrap_err();
            table.absent(ZOMBIES, Absence::Malformed, 4);
        }
        table.step();
    }
    assert_eq!(failed, ["MOVE 1", "ATTACK 1", "MOVE 3", "ATTACK 3", "MOVE 5"]);
    let mut out = Vec::new();
    table.native_farewell(ZOMBIES, &mut out);
    assert_eq!(out.pop(), Some(b'\n'));
    let finish: Value = serde_json::from_slice(&out).unwrap();
    assert_eq!((&finish["isZombie"], &finish["phase"]), (&json!(true), &json!("FINISH")));
    let errors = &finish["message"]["errors"];
    assert_eq!(errors["humanErrors"], json!([]));
    assert_eq!(errors["zombieErrors"].as_array().unwrap().len(), 5);
    assert!(errors["zombieErrors"][0].as_str().unwrap().starts_with("turn 1, MOVE: the reply is void: it is null"));
    assert_eq!(finish["message"]["stats"]["zombiesAverageTime"], 4.0);
}

#[test]
fn the_end_is_told_with_scores_times_and_errors() {
    let mut table = table(json!({"turn_limit": 2}));
    table.native_reply(HUMANS, br#"{"MEDIC":5}"#, 10).unwrap();
    table.step();
    while !table.turn().is_over() {
        let seat = table.turn().to_act.iter().next().unwrap();
        let reply =
            if table.turn().phase == Some("move") { json!([go("6", -1, 0), go("0", -1, 0)]) } else { json!([]) };
        table.native_reply(seat, reply.to_string().as_bytes(), 5).unwrap();
        table.step();
    }
    let mut out = Vec::new();
    table.native_farewell(HUMANS, &mut out);
    let expected = concat!(
        r#"{"isZombie":false,"phase":"FINISH","message":{"turn":2,"scores":{"humans":102,"zombies":0},"#,
        r#""stats":{"turns":2,"humansLeft":20,"zombiesLeft":6,"humansAverageTime":6.25,"zombiesAverageTime":5.0},"#,
        r#""errors":{"humanErrors":["turn 2, MOVE: unit 6 cannot move to (-1, 0): out_of_bounds"],"#,
        r#""zombieErrors":["turn 1, MOVE: unit 0 cannot move to (-1, 0): out_of_bounds"]},"forceDisconnected":false}}"#,
        "\n"
    );
    assert_eq!(String::from_utf8(out).unwrap(), expected);
}

// ---- anything

const WORDS: &[&str] = &[
    "7",
    "0",
    "8",
    "-1",
    "(4, 5)",
    "(4, x)",
    "CHARACTER",
    "TERRAIN",
    "HEAL",
    "BUILD_BARRICADE",
    "MEDIC",
    "ZOMBIE",
    "é",
];
const FIELDS: &str =
    "executingCharacterId destination attackingId type positionalTarget characterIdTarget x y MEDIC ZOMBIE other";

/// Values that look like replies: right words in right and wrong places.
fn nearly() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (-5..120i64).prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        proptest::sample::select(WORDS).prop_map(Value::from),
        ".{0,6}".prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 40, 6, |inner| {
        let name = proptest::sample::select(FIELDS.split(' ').collect::<Vec<_>>()).prop_map(String::from);
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            proptest::collection::vec((name, inner), 0..5).prop_map(|pairs| Value::Object(pairs.into_iter().collect())),
        ]
    })
}

/// Lists of actions of the right form for one phase or another.
fn orders() -> impl Strategy<Value = Value> {
    let unit = || proptest::sample::select(&["0", "7", "8", "9"][..]);
    let cell = || (2..9, 2..9).prop_map(|(x, y)| json!({"x": x, "y": y}));
    let order = prop_oneof![
        (unit(), cell()).prop_map(|(unit, to)| json!({"executingCharacterId": unit, "destination": to})),
        (unit(), unit()).prop_map(|(unit, target)| hit(unit, target, "CHARACTER")),
        (unit(), 2..9, 2..9).prop_map(|(unit, x, y)| hit(unit, &format!("({x}, {y})"), "TERRAIN")),
        (unit(), unit()).prop_map(|(unit, target)| {
            json!({"executingCharacterId": unit, "type": "HEAL", "positionalTarget": null, "characterIdTarget": target})
        }),
        (unit(), cell()).prop_map(|(unit, at)| {
            json!({"executingCharacterId": unit, "type": "BUILD_BARRICADE", "positionalTarget": at})
        }),
    ];
    proptest::collection::vec(order, 0..4).prop_map(Value::from)
}

/// One scene for each kind of request.
static SCENES: LazyLock<Vec<Scene>> = LazyLock::new(|| {
    let units = [(0, "zombie", 5, 6), (7, "medic", 5, 5), (8, "builder", 6, 6)];
    let classes = {
        let (game, state) = Infection::resolve(&Setup::default()).unwrap();
        Scene { game, state }
    };
    let phases = [(1, "move"), (1, "attack"), (2, "move"), (2, "attack"), (2, "ability")];
    phases.iter().map(|&(turn, phase)| Scene::new(turn, phase, &units, &[(4, 5, '#')])).chain([classes]).collect()
});

/// A reply is void, or gives a list of one entry for each unit at most and one error for each that is no good. The rules
/// refuse these and no others, but for what other entries of the list have made impossible.
fn is_sound(scene: &Scene, line: &[u8]) -> Result<(), TestCaseError> {
    let seat = acting(scene);
    let mut reply = Reply::default();
    if interpreter(&scene.game, seat).reply(&scene.game, &scene.state, line, &mut reply).is_err() {
        prop_assert!(reply.entries.is_empty());
        return Ok(());
    }
    prop_assert!(reply.entries.len() <= scene.state.units.len());
    let is_bad = |entry: &Entry<Action>| match entry {
        Entry::Bad(flaw) => *flaw == Flaw::NotObject,
        Entry::Action(action) => scene.game.is_legal(&scene.state, seat, action).is_err(),
    };
    let bad: Vec<usize> = (0..reply.entries.len()).filter(|&i| is_bad(&reply.entries[i])).collect();
    if scene.state.phase != Phase::Classes {
        prop_assert!((bad.len()..=bad.len() + 1).contains(&reply.errors.len()));
    }
    let mut state = scene.state.clone();
    let mut refused: Vec<skirmish_core::Rejection> = Vec::new();
    scene.game.step(&mut state, &skirmish_core::Orders::of(seat, reply.entries), &mut refused);
    let by_others = ["target_turned", "occupied_terrain"];
    refused.retain(|r| bad.contains(&(r.index as usize)) || !by_others.contains(&r.reason.0));
    prop_assert_eq!(refused.iter().map(|r| r.index as usize).collect::<Vec<_>>(), bad);
    Ok(())
}

proptest! {
    #[test]
    fn any_bytes_are_a_reply_or_void(line in proptest::collection::vec(any::<u8>(), 0..200)) {
        for scene in SCENES.iter() {
            is_sound(scene, &line)?;
        }
    }

    #[test]
    fn any_json_is_a_reply_or_void(value in nearly()) {
        for scene in SCENES.iter() {
            is_sound(scene, value.to_string().as_bytes())?;
            is_sound(scene, json!([value]).to_string().as_bytes())?;
        }
    }

    #[test]
    fn any_actions_are_judged_once(list in orders()) {
        for scene in SCENES.iter() {
            is_sound(scene, list.to_string().as_bytes())?;
        }
    }
}
