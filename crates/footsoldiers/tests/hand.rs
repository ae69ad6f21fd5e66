//! Commands composed by hand.

mod played;

use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Value, json};
use skirmish_core::hand::{AnyHand, March, Slot};
use skirmish_core::reason::explain;
use skirmish_core::show::show;
use skirmish_core::{Actor, Entry, Orders, Reason, Seat, Table, Telling};
use skirmish_footsoldiers::{Action, Footsoldiers, Square, Team};
use std::collections::BTreeSet;

fn raw(action: &Value) -> Box<RawValue> {
    to_raw_value(action).unwrap()
}

fn action(table: &Table<Footsoldiers>, said: &Value) -> Action {
    match table.game.parse(&raw(said)) {
        Entry::Action(action) => action,
        bad => panic!("{said} is {bad:?}"),
    }
}

/// Every seventh table of played games that go on.
fn tables() -> Vec<Table<Footsoldiers>> {
    let going = |table: &Table<Footsoldiers>| !table.turn().is_over();
    played::games().into_iter().flat_map(|game| game.into_iter().step_by(7)).filter(going).collect()
}

const SEATS: [Seat; 2] = [Seat(0), Seat(1)];

#[test]
fn verbs_say_all_that_legal_actions_hold() {
    let mut seen = BTreeSet::new();
    for table in tables() {
        for action in SEATS.into_iter().flat_map(|seat| table.legal(seat)) {
            let said = serde_json::to_value(table.game.wire(&action)).unwrap();
            let verb = show::<Footsoldiers>().verbs.iter().find(|verb| said["do"] == verb.name).unwrap();
            let mut wanted = BTreeSet::from(["do"]);
            wanted.extend(verb.unit.then_some("unit"));
            wanted.extend(verb.slots.iter().flat_map(|slot| match *slot {
                Slot::Cell { x, y, .. } => vec![x, y],
                Slot::Item { key, .. } | Slot::Choice { key, .. } => vec![key],
            }));
            assert_eq!(said.as_object().unwrap().keys().map(String::as_str).collect::<BTreeSet<_>>(), wanted, "{said}");
            seen.insert(verb.name);
        }
    }
    assert_eq!(seen.len(), show::<Footsoldiers>().verbs.len());
}

#[test]
fn keys_are_free_and_differ() {
    let keys: BTreeSet<char> = show::<Footsoldiers>().verbs.iter().map(|verb| verb.key).collect();
    assert_eq!(keys.len(), show::<Footsoldiers>().verbs.len());
    assert!(keys.iter().all(|key| key.is_ascii_lowercase() && !"eqfir".contains(*key)));
}

#[test]
fn every_reason_of_the_rulebook_has_a_sentence_of_its_own() {
    let codes = [
        "game_over",
        "too_many_actions",
        "malformed",
        "unknown_action",
        "not_enough_money",
        "too_far_from_base",
        "occupied",
        "empty_square",
        "no_such_unit",
        "rock_there",
        "base_there",
        "not_your_unit",
        "bad_command",
        "bad_coordinate",
        "no_answer",
    ];
    let sentences: BTreeSet<&str> = codes.iter().map(|code| explain::<Footsoldiers>(Reason(code))).collect();
    assert_eq!(sentences.len(), codes.len());
    assert!(!sentences.contains(explain::<Footsoldiers>(Reason("no such code"))));
}

#[test]
fn a_legal_command_is_accepted_and_seen_and_a_second_one_refused() {
    for table in tables() {
        for seat in SEATS {
            let hand = table.hand(seat).unwrap();
            let asked = hand.consider(&[], Some(Actor::Seat));
            let units = table.state.army(Team::of(seat)).len();
            assert_eq!(asked.actors.len(), units + 1);
            for said in asked.legal.iter().step_by(37) {
                let order = raw(said);
                let after = hand.consider(&[&order], None);
                assert_eq!(after.verdicts, [None], "{said}");
                assert!(after.actors.is_empty(), "there is one command in a turn");
                let built = after.scene.items.len() > asked.scene.items.len();
                assert_eq!(built, said["do"] == "build", "{said}");
                assert_eq!(hand.why_not(&[&order], &order).unwrap().reason, Reason::TOO_MANY_ACTIONS);
            }
        }
    }
}

#[test]
fn destinations_that_are_not_listed_can_be_given() {
    let table = &tables()[0];
    let hand = table.hand(Seat(0)).unwrap();
    let build = |x: i64, dest_x: i64| {
        let said =
            json!({"do": "build", "kind": "scout", "x": x, "y": 6, "dest_x": dest_x, "dest_y": 77, "facing": "up"});
        hand.why_not(&[], &raw(&said)).map(|refusal| refusal.reason)
    };
    assert_eq!(build(5, 1234), None);
    assert_eq!(build(5, -1), Some(Reason::MALFORMED));
    assert_eq!(build(12, 3), Some(Reason("too_far_from_base")));
}

#[test]
fn a_soldier_that_is_sent_somewhere_comes_nearer() {
    let mut nearer = 0;
    for table in tables() {
        for seat in SEATS {
            for soldier in table.state.army(Team::of(seat)) {
                let goal = Square::new(soldier.at.x + 2, soldier.at.y.max(1) - 1);
                let found = table.hand(seat).unwrap().march(&[], &[March::to(&[soldier.id], [goal.x, goal.y])]).orders;
                let [said] = &found[..] else { panic!("{found:?}") };
                let mut table = table.clone();
                let sent = Entry::Action(action(&table, said));
                table.step(&Orders::of(seat, [sent]));
                assert!(table.record().rejections.is_empty());
                let Some(now) = table.state.army(Team::of(seat)).iter().find(|it| it.id == soldier.id) else {
                    continue;
                };
                assert!(now.at.distance(goal) <= soldier.at.distance(goal), "{soldier:?} to {now:?}");
                nearer += usize::from(now.at.distance(goal) < soldier.at.distance(goal));
            }
        }
    }
    assert!(nearer > 20, "only {nearer} came nearer");
}

#[test]
fn a_bot_finishes_what_was_begun() {
    let mut given = 0;
    for table in tables() {
        for seat in SEATS {
            let hand = table.hand(seat).unwrap();
            let list = hand.finish(&[], "medium", 1).unwrap();
            let entries = list.iter().map(|said| Entry::Action(action(&table, said)));
            let mut after = table.clone();
            after.step(&Orders::of(seat, entries));
            assert!(after.record().rejections.is_empty(), "{list:?}");
            given += list.len();
            let wait = raw(&json!({"do": "no_op"}));
            assert_eq!(hand.finish(&[&wait], "medium", 1), Some(vec![]));
        }
    }
    assert!(given > 10);
    assert_eq!(tables()[0].hand(Seat(0)).unwrap().finish(&[], "nobody", 1), None);
}
