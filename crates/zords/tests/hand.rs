//! Playing by hand: verbs that say everything, orders that are tried, and refusals in sentences.

use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Value, json};
use skirmish_core::hand::{AnyHand, Hand, March, Slot, Verb};
use skirmish_core::reason::explain;
use skirmish_core::show::show;
use skirmish_core::{Actor, Documents, Reason, Rng, Rules, Seat, Setup, Telling};
use skirmish_zords::{State, Zords};
use std::collections::{BTreeSet, HashSet};

/// Positions along random play with points to spend, each with the seat to act.
fn positions(mut look: impl FnMut(&Zords, &State, Seat)) {
    for seed in 0..40 {
        let config = json!({"days": 4, "start_points": 12}).as_object().unwrap().clone();
        let seats = ["ann", "bob", "cy"].map(String::from).to_vec();
        let setup = Setup { seats, config, ..Setup::seeded(seed).with_map("skirmish") };
        let (game, mut state) = Zords::resolve(&setup).unwrap();
        let mut rng = Rng::new(seed);
        while let Some(seat) = game.turn(&state).to_act.iter().next() {
            look(&game, &state, seat);
            for _ in 0..3 {
                if let Some(action) = game.sample(&state, seat, &mut rng) {
                    game.act(&mut state, seat, &action, &mut ()).unwrap();
                }
            }
            game.close(&mut state, &mut ());
        }
    }
}

fn hand(game: &Zords, state: &State, seat: Seat) -> Hand<Zords> {
    Hand::new(game, state, &game.begin(state), seat).unwrap()
}

fn raw(value: &Value) -> Box<RawValue> {
    to_raw_value(value).unwrap()
}

fn keys(verb: &Verb) -> BTreeSet<&'static str> {
    let slots = verb.slots.iter().flat_map(|slot| match *slot {
        Slot::Cell { x, y, .. } => vec![x, y],
        Slot::Item { key, .. } | Slot::Choice { key, .. } => vec![key],
    });
    ["do"].into_iter().chain(verb.unit.then_some("unit")).chain(slots).collect()
}

#[test]
fn every_listed_action_is_a_verb_with_its_slots() {
    let mut seen = HashSet::new();
    positions(|game, state, seat| {
        let mut actors = Vec::new();
        game.actors(state, seat, &mut actors);
        for actor in actors {
            let mut actions = Vec::new();
            game.legal(state, seat, actor, &mut actions);
            for action in actions {
                let said = serde_json::to_value(game.wire(&action)).unwrap();
                let name = said["do"].as_str().unwrap();
                let verb = show::<Zords>().verbs.iter().find(|verb| verb.name == name).expect("a verb");
                let said: BTreeSet<&str> = said.as_object().unwrap().keys().map(String::as_str).collect();
                assert_eq!(said, keys(verb));
                assert_eq!(verb.unit, matches!(actor, Actor::Unit(_)));
                seen.insert(verb.name);
            }
        }
    });
    assert_eq!(seen.len(), show::<Zords>().verbs.len(), "{seen:?}");
}

#[test]
fn keys_are_free_and_no_two_are_the_same() {
    let keys: Vec<char> = show::<Zords>().verbs.iter().map(|verb| verb.key).collect();
    assert!(keys.iter().all(|key| key.is_ascii_lowercase() && !"eqfir".contains(*key)), "{keys:?}");
    assert_eq!(keys.iter().collect::<HashSet<_>>().len(), keys.len());
}

#[test]
fn every_code_of_the_rulebook_has_its_own_sentence() {
    let codes = [
        "malformed",
        "unknown_action",
        "wrong_seat",
        "game_not_started",
        "game_over",
        "not_enough_players",
        "unknown_seat",
        "not_your_turn",
        "wrong_day",
        "too_many_actions",
        "retired_seat",
        "seat_taken",
        "game_full",
        "already_started",
        "no_such_unit",
        "not_your_unit",
        "out_of_bounds",
        "occupied",
        "no_such_target",
        "friendly_target",
        "out_of_range",
        "shooting_banned",
        "bad_amount",
        "no_such_player",
        "self_donation",
        "player_down",
        "no_zord_nearby",
        "too_many_zords",
        "not_enough_points",
        "not_enough_actions",
    ];
    let fallback = explain::<Zords>(Reason("no such code"));
    let sentences: HashSet<&str> = codes.iter().map(|code| explain::<Zords>(Reason(code))).collect();
    assert_eq!(sentences.len(), codes.len());
    assert!(!sentences.contains(fallback));
    assert!(sentences.iter().all(|sentence| sentence.ends_with('.')));
}

#[test]
fn orders_are_tried_and_finished() {
    let mut finished = 0;
    positions(|game, state, seat| {
        let hand = hand(game, state, seat);
        let own = action_of_first(game, state, seat);
        let considered = hand.consider(&[], Some(Actor::Seat));
        assert!(considered.actors.len() >= 2, "the seat and a zord");
        let order = raw(&own);
        let after = hand.consider(&[&order], None);
        assert_eq!(after.verdicts, [None]);
        assert_eq!(hand.why_not(&[], &order), None);
        let list = hand.finish(&[&order], "medium", 1).unwrap();
        finished += list.len();
        let list: Vec<Box<RawValue>> = std::iter::once(&own).chain(&list).map(raw).collect();
        let list: Vec<&RawValue> = list.iter().map(|order| &**order).collect();
        assert!(hand.consider(&list, None).verdicts.iter().all(Option::is_none));
    });
    assert!(finished > 0);
}

/// Some legal action of the seat's first zord.
fn action_of_first(game: &Zords, state: &State, seat: Seat) -> Value {
    let mut actors = Vec::new();
    game.actors(state, seat, &mut actors);
    let mut actions = Vec::new();
    game.legal(state, seat, actors[1], &mut actions);
    serde_json::to_value(game.wire(&actions[0])).unwrap()
}

/// Ann's zord stands at (10, 10) with bob's beside it.
fn beside(actions: i64) -> (Zords, State) {
    let zord = |id: i64, owner: &str, x: i32, y: i32| json!({"id": id, "owner": owner, "x": x, "y": y, "hp": 2, "shields": 0, "range": 5});
    let json = json!({
        "game": "zords", "schema": 1, "config": {}, "status": "running", "day": 1, "time": 0, "next_id": 9,
        "players": [{"seat": "ann", "actions": actions, "points": 0}, {"seat": "bob", "actions": 20, "points": 0}],
        "zords": [zord(3, "ann", 10, 10), zord(4, "bob", 11, 10)],
        "totems": [{"id": 1, "x": 129, "y": 44}, {"id": 2, "x": 10, "y": 95}],
        "order": ["ann", "bob"], "round": 0, "turn": 0,
    });
    Zords::from_position(&Zords::read_position(&json).unwrap()).unwrap()
}

#[test]
fn a_zord_that_is_sent_somewhere_wastes_no_actions() {
    for (actions, goal, expected) in [
        (20, [30, 13], [30, 13]),
        (20, [30, 30], [30, 30]),
        (20, [3, 27], [3, 27]),
        (4, [13, 6], [13, 6]),
        // Too far for today, and straight on.
        (20, [60, 10], [30, 10]),
        (3, [60, 20], [13, 13]),
        // Taken: as near as may be.
        (20, [11, 10], [10, 10]),
    ] {
        let (game, state) = beside(actions);
        let list = hand(&game, &state, Seat(0)).march(&[], &[March::to(&[3], goal)]).orders;
        let mut end = state;
        for order in &list {
            let skirmish_core::Entry::Action(action) = game.parse(&raw(order)) else { panic!("{order}") };
            game.act(&mut end, Seat(0), &action, &mut ()).unwrap();
        }
        let position = serde_json::to_value(game.position(&end)).unwrap();
        assert_eq!(position["zords"][0]["x"], expected[0], "{goal:?}: {list:?}");
        assert_eq!(position["zords"][0]["y"], expected[1], "{goal:?}: {list:?}");
    }
}

#[test]
fn an_enemy_in_range_that_cannot_be_shot_is_told_with_the_reason() {
    let barred = |time: i64, actions: i64, x: i32| -> Vec<(i64, &'static str, &'static str)> {
        let (game, state) = beside(actions);
        let mut position = serde_json::to_value(game.position(&state)).unwrap();
        position["time"] = time.into();
        position["zords"][1]["x"] = x.into();
        let (game, state) = Zords::from_position(&Zords::read_position(&position).unwrap()).unwrap();
        let reach = hand(&game, &state, Seat(0)).reach(&[], 3);
        reach.barred.iter().map(|barred| (barred.target, barred.verb, barred.why)).collect()
    };
    let banned = (4, "shoot", "Nobody may shoot in the first hours of a day.");
    let spent = (4, "shoot", "You do not have enough actions left today.");
    let cases = [
        ((0, 20, 11), vec![banned]),
        ((0, 20, 15), vec![banned]),
        ((40_000, 3, 11), vec![spent]),
        // Out of range: whoever wants to shoot goes there first.
        ((0, 20, 16), vec![]),
        ((40_000, 20, 11), vec![]),
    ];
    for ((time, actions, x), expected) in cases {
        assert_eq!(barred(time, actions, x), expected, "{time} {actions} {x}");
    }
}

#[test]
fn refusals_say_why() {
    let (game, state) = beside(20);
    let hand = hand(&game, &state, Seat(0));
    for (order, why) in [
        (json!({"do": "shoot", "unit": 3, "target": 4}), "Nobody may shoot in the first hours of a day."),
        (json!({"do": "move", "unit": 3, "x": 11, "y": 10}), "A zord or a totem is standing there."),
        (json!({"do": "move", "unit": 3, "x": 40, "y": 10}), "You do not have enough actions left today."),
        (json!({"do": "build", "x": 10, "y": 11}), "You do not have enough points for this."),
        (json!({"do": "move", "unit": 4, "x": 12, "y": 10}), "That unit is not yours."),
    ] {
        assert_eq!(hand.why_not(&[], &raw(&order)).unwrap().why, why);
    }
}
