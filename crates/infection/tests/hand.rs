//! Playing by hand: everything that is legal can be said, and what is not is explained.

mod scene;

use scene::{Scene, position};
use serde_json::{Value, json};
use skirmish_core::arena;
use skirmish_core::hand::{AnyHand, March, Slot};
use skirmish_core::reason::explain;
use skirmish_core::show::show;
use skirmish_core::{Actor, BotEntry, Documents, Reason, Seat, Setup, Table, Telling};
use skirmish_infection::Infection;
use std::collections::{BTreeSet, HashSet};

/// Plays a match and shows the table at each moment at which somebody is to act.
fn watch(n: u64, names: [&str; 2], mut see: impl FnMut(&Table<Infection>, Seat)) {
    let (game, state) = Infection::opening(n, &Setup::default()).unwrap();
    let mut table = Table::new(game, state);
    let entries = names.map(|name| BotEntry::<Infection>::find(name).unwrap());
    let mut bots = arena::seat_bots(&table, &entries, 7);
    let mut look = |table: &Table<Infection>| table.turn().to_act.iter().for_each(|seat| see(table, seat));
    look(&table);
    arena::play_watched(&mut table, &mut bots, 5000, |table, _| look(table));
}

fn raw(value: &Value) -> Box<serde_json::value::RawValue> {
    serde_json::value::to_raw_value(value).unwrap()
}

fn consider(hand: &dyn AnyHand, orders: &[Value]) -> skirmish_core::hand::Considered {
    let raws: Vec<_> = orders.iter().map(raw).collect();
    hand.consider(&raws.iter().map(|raw| &**raw).collect::<Vec<_>>(), None)
}

#[test]
fn verbs_have_their_own_keys() {
    let keys: HashSet<char> = show::<Infection>().verbs.iter().map(|verb| verb.key).collect();
    assert_eq!(keys.len(), show::<Infection>().verbs.len());
    assert!(keys.iter().all(|key| key.is_ascii_lowercase() && !"eqfir".contains(*key)));
    assert_eq!(show::<Infection>().verbs.iter().filter(|verb| verb.walks).count(), 1);
}

#[test]
fn every_legal_action_is_a_verb_with_its_slots() {
    let mut said = BTreeSet::new();
    watch(5, ["weak", "strong"], |table, seat| {
        for action in table.legal(seat) {
            let Value::Object(wire) = serde_json::to_value(table.game.wire(&action)).unwrap() else {
                panic!("no object")
            };
            let name = wire["do"].as_str().unwrap();
            let verb = show::<Infection>().verbs.iter().find(|verb| verb.name == name).expect("a verb");
            let mut keys = BTreeSet::from(["do", "unit"]);
            for slot in verb.slots {
                match *slot {
                    Slot::Cell { x, y, .. } => keys.extend([x, y]),
                    Slot::Item { key, .. } | Slot::Choice { key, .. } => drop(keys.insert(key)),
                }
            }
            assert!(verb.unit && wire.keys().map(String::as_str).collect::<BTreeSet<_>>() == keys, "{wire:?}");
            said.insert(verb.name);
        }
    });
    assert_eq!(said.len(), show::<Infection>().verbs.len());
}

#[test]
fn orders_are_tried_and_a_bot_can_finish_the_turn() {
    let mut moments = 0;
    let (mut picked, mut walked) = (0, 0);
    watch(0, ["strong", "medium"], |table, seat| {
        moments += 1;
        if moments % 9 != 1 {
            return;
        }
        let hand = table.hand(seat).unwrap();
        // The first legal action of everybody who has one, as far as they go together.
        let mut orders: Vec<Value> = Vec::new();
        for (actor, _) in consider(&hand, &[]).actors {
            let unit = Actor::Unit(actor.expect("only units act"));
            let raws: Vec<_> = orders.iter().map(raw).collect();
            let raws: Vec<_> = raws.iter().map(|raw| &**raw).collect();
            let considered = hand.consider(&raws, Some(unit));
            orders.extend(considered.legal.into_iter().next());
        }
        let considered = consider(&hand, &orders);
        assert!(considered.verdicts.iter().all(Option::is_none), "{:?}", considered.verdicts);
        // A bot's list for the rest is accepted, after no orders and after some.
        let some = orders.len() / 2;
        for given in [&orders[..0], &orders[..some]] {
            let raws: Vec<_> = given.iter().map(raw).collect();
            let raws: Vec<_> = raws.iter().map(|raw| &**raw).collect();
            let rest = hand.finish(&raws, "medium", 1).expect("there is such a bot");
            let all: Vec<Value> = given.iter().cloned().chain(rest).collect();
            assert!(consider(&hand, &all).verdicts.iter().all(Option::is_none));
        }
        match table.turn().phase {
            Some("classes") => picked += orders.len(),
            Some("move") => walked += orders.len(),
            _ => {}
        }
    });
    assert!(picked == 16 && walked > 100, "{picked} {walked}");
}

#[test]
fn units_are_led_around_what_is_in_the_way() {
    // A pocket that opens to the north only, with the goal south of it.
    let walls: Vec<_> =
        (40..=60).map(|x| (x, 50, '#')).chain((46..50).flat_map(|y| [(40, y, '#'), (60, y, '#')])).collect();
    let mut scene = Scene::new(2, "move", &[(0, "zombie", 90, 90), (7, "normal", 50, 49)], &walls);
    let seat = Seat(0);
    let goal = [50, 52];
    let far = |scene: &Scene| {
        let unit = &scene.state.units[1];
        (show::<Infection>().distances)(&scene.game, &scene.state, seat, goal).unwrap()([unit.x.into(), unit.y.into()])
            .unwrap()
    };
    let mut before = far(&scene);
    assert!(before > 20);
    while before > 0 {
        let table = Table::new(scene.game.clone(), scene.state.clone());
        let led = table.hand(seat).unwrap().march(&[], &[March::to(&[7], goal)]).orders;
        assert_eq!(led.len(), 1);
        assert_eq!(scene.play(json!(led)), []);
        // The rest of the turn, and that of the zombies.
        (0..4).for_each(|_| assert_eq!(scene.play(json!([])), []));
        let now = far(&scene);
        assert_eq!(now, (before - 3).max(0));
        before = now;
    }
}

#[test]
fn a_closed_room_is_come_to_and_water_is_not_crossed() {
    let room: Vec<_> = (0..25).map(|i| (20 + i % 5, 20 + i / 5)).filter(|&(x, y)| x != 22 || y != 22).collect();
    let walls: Vec<_> = room.iter().map(|&(x, y)| (x, y, '#')).collect();
    let walled = Scene::new(1, "move", &[(0, "zombie", 10, 22)], &walls);
    let far = (show::<Infection>().distances)(&walled.game, &walled.state, Seat(1), [22, 22]).unwrap();
    assert!(far([19, 22]) < far([18, 22]) && far([22, 22]) == Some(0));
    let led = Table::new(walled.game.clone(), walled.state.clone())
        .hand(Seat(1))
        .unwrap()
        .march(&[], &[March::to(&[0], [22, 22])])
        .orders;
    assert_eq!(led, [json!({"do": "move", "unit": 0, "x": 15, "y": 22})]);

    let moat: Vec<_> = room.iter().map(|&(x, y)| (x, y, '~')).collect();
    let moated = Scene::new(1, "move", &[(0, "zombie", 10, 22)], &moat);
    let far = (show::<Infection>().distances)(&moated.game, &moated.state, Seat(1), [22, 22]).unwrap();
    assert_eq!((far([19, 22]), far([22, 22]), far([-1, 0])), (None, Some(0), None));
}

#[test]
fn every_reason_has_its_sentence() {
    let codes = [
        "malformed",
        "unknown_action",
        "wrong_phase",
        "no_such_unit",
        "not_your_unit",
        "already_acted",
        "stunned",
        "cooling_down",
        "wrong_class",
        "out_of_bounds",
        "blocked",
        "unreachable",
        "no_such_target",
        "friendly_target",
        "enemy_target",
        "self_target",
        "out_of_range",
        "target_turned",
        "no_obstacle",
        "indestructible",
        "occupied_terrain",
        "occupied_unit",
        "unknown_class",
        "pick_limit",
        "class_limit",
    ];
    let fallback = explain::<Infection>(Reason("no such code"));
    let sentences: BTreeSet<&str> = codes.iter().map(|code| explain::<Infection>(Reason(code))).collect();
    assert_eq!(sentences.len(), codes.len());
    assert!(!sentences.contains(fallback));
}

#[test]
fn a_hint_says_why_not() {
    let units = [(0, "zombie", 5, 5), (7, "normal", 5, 8), (8, "medic", 50, 50)];
    let scene = Scene::read(&position(2, "attack", &units, &[(6, 8, '~')]));
    let hand = Table::new(scene.game, scene.state).hand(Seat(0)).unwrap();
    let why = |action: Value| hand.why_not(&[], &raw(&action)).map(|refusal| refusal.reason);
    assert_eq!(why(json!({"do": "attack", "unit": 7, "target": 0})), None);
    assert_eq!(why(json!({"do": "attack", "unit": 8, "target": 0})), Some(Reason::OUT_OF_RANGE));
    assert_eq!(why(json!({"do": "break", "unit": 7, "x": 6, "y": 8})), Some(Reason("indestructible")));
    assert_eq!(why(json!({"do": "move", "unit": 7, "x": 5, "y": 9})), Some(Reason("wrong_phase")));
}
