//! Requests: lists, guards, keys, and what is answered when they come again.

mod support;

use serde_json::json;
use skirmish_house::store::Stored;
use skirmish_live::keeper::Order;
use skirmish_live::request::{Answer, Posted, Request};
use skirmish_live::simulate::store::Fate;
use skirmish_live::writer::{Job, Task};
use support::*;

fn shield(house: &House, seat: &str) -> serde_json::Value {
    json!({"do": "shield", "unit": house.zord(seat).0})
}

#[test]
fn a_list_is_judged_one_by_one() {
    let mut house = House::started(json!({"max_actions": 3}));
    let (go, shield) = (house.a_move("ann"), shield(&house, "ann"));
    let seq = house.driver().state().seq();
    let answer = body(&house.post("ann", "l", json!({"actions": [go, {"do": "fly"}, shield, shield]})));
    assert_eq!((&answer["ok"], &answer["seq"]), (&json!(true), &json!(seq + 2)));
    let results = answer["results"].as_array().unwrap();
    assert_eq!((&results[0]["seq"], &results[0]["actions"]), (&json!(seq + 1), &json!(19)));
    assert_eq!((&results[1]["reason"], &results[1]["seq"]), (&json!("unknown_action"), &json!(seq + 1)));
    assert_eq!((&results[2]["seq"], &results[2]["events"][0]["event"]), (&json!(seq + 2), &json!("shielded")));
    assert_eq!(results[3]["reason"], "too_many_actions");
    // Answer, record and stream agree.
    let log = house.log();
    let told = house.told.last().unwrap();
    assert_eq!((log.last().unwrap().seq, told.data.to_string()), (seq + 2, results[2]["events"][0].to_string()));
}

#[test]
fn an_atomic_list_is_done_or_not() {
    let mut house = House::started(json!({}));
    let (go, shield) = (house.a_move("ann"), shield(&house, "ann"));
    let (seq, hash, records) = (house.driver().state().seq(), house.driver().hash(), house.log().len());
    let answer = house.post("ann", "1", json!({"actions": [go, shield, {"do": "fly"}], "atomic": true}));
    let Answer::Refused { refusal, seq: told, index, .. } = answer else { panic!("done") };
    assert_eq!((refusal.reason, told, index), ("unknown_action", seq, Some(2)));
    assert_eq!((house.driver().hash(), house.log().len()), (hash, records));
    let answer = body(&house.post("ann", "2", json!({"actions": [go, shield], "atomic": true})));
    assert_eq!((&answer["seq"], house.log().len()), (&json!(seq + 2), records + 2));
}

#[test]
fn players_cannot_move_the_clock_in_a_list_either() {
    let mut house = House::started(json!({}));
    let (go, day) = (house.a_move("ann"), json!({"do": "advance", "day": 2, "time": 0}));
    let answer = body(&house.post("ann", "l", json!({"actions": [day, go, day]})));
    assert_eq!(answer["results"][0]["reason"], "wrong_seat");
    assert_eq!(answer["results"][1]["ok"], true);
    assert!(house.driver().state().is_live());
    assert_eq!(house.now(), (1, 3601));
    house.restart(0, 0);
    assert_eq!(house.now(), (1, 3601));
}

#[test]
fn a_guard_of_a_list_holds_for_entries_without_their_own() {
    let mut house = House::started(json!({}));
    let (mut own, shield) = (house.a_move("ann"), shield(&house, "ann"));
    own["day"] = json!(1);
    let answer = body(&house.post("ann", "l", json!({"actions": [own, shield], "day": 2})));
    assert_eq!((&answer["results"][0]["ok"], &answer["results"][1]["reason"]), (&json!(true), &json!("wrong_day")));
}

#[test]
fn a_request_may_depend_on_the_seq() {
    let mut house = House::started(json!({}));
    let (go, seq) = (house.a_move("ann"), house.driver().state().seq());
    let stale = house.post_if("ann", "1", Some(seq + 1), go.clone());
    assert!(matches!(&stale, Answer::Refused { refusal, seq: told, .. } if refusal.reason == "stale" && *told == seq));
    let shield = shield(&house, "bob");
    body(&house.post("bob", "b", shield));
    // A late copy is not done, though the seq would be right by now.
    let again = house.post_if("ann", "1", Some(seq + 1), go.clone());
    assert_eq!(bytes(&again), bytes(&stale));
    body(&house.post_if("ann", "2", Some(seq + 1), go));
}

#[test]
fn a_key_is_for_one_request() {
    let mut house = House::started(json!({}));
    let (go, shield) = (house.a_move("ann"), shield(&house, "ann"));
    body(&house.post("ann", "k", go.clone()));
    assert_eq!(reason(&house.post("ann", "k", shield.clone())), "key_reused");
    house.restart(0, 0);
    assert_eq!(reason(&house.post("ann", "k", shield)), "key_reused");
    // Another seat has its own keys.
    let go = house.a_move("bob");
    body(&house.post("bob", "k", go));
}

#[test]
fn what_was_done_is_answered_in_the_same_bytes_after_a_restart() {
    let mut house = House::started(json!({}));
    let (go, shield) = (house.a_move("ann"), shield(&house, "ann"));
    let list = json!({"actions": [shield, {"do": "fly"}, shield]});
    let first = [house.post("ann", "1", go.clone()), house.post("ann", "2", list.clone())];
    let key = Some(Request::key("bob", "bye", "resign", b""));
    let resign = Order::Resign { seat: "bob".into(), key };
    let resigned = house.order(resign.clone());
    let records = house.log().len();
    for snapshots in [true, false] {
        let snapshot = house.driver().snapshot();
        house.store.tamper(1, |all| if snapshots { all.push(Stored::Good(snapshot)) } else { all.clear() });
        house.restart(0, 0);
        let again = [house.post("ann", "1", go.clone()), house.post("ann", "2", list.clone())];
        for (first, again) in first.iter().zip(&again).chain([(&resigned, &house.order(resign.clone()))]) {
            assert_eq!((bytes(first).0, true), bytes(again));
        }
        assert_eq!(house.log().len(), records);
    }
    assert_eq!(reason(&house.post("bob", "?", go)), "retired_seat");
}

#[test]
fn what_was_refused_is_remembered_in_memory() {
    let mut house = House::started(json!({}));
    let (unit, ..) = house.zord("ann");
    let (_, x, y) = house.zord("bob");
    let onto_bob = json!({"do": "move", "unit": unit, "x": x, "y": y});
    let first = house.post("ann", "k", onto_bob.clone());
    let go = house.a_move("bob");
    body(&house.post("bob", "b", go));
    assert_eq!(bytes(&house.post("ann", "k", onto_bob.clone())), bytes(&first));
    house.at(house.hands.now_ms() + 24 * HOUR);
    assert_eq!(bytes(&house.post("ann", "k", onto_bob)), bytes(&first));
}

#[test]
fn a_refusal_falls_with_what_it_was_refused_for() {
    for fate in [Fate::Refused, Fate::Unknown { done: false }] {
        let mut house = House::empty();
        let spawns = json!([{"x": 5, "y": 5}, {"x": 7, "y": 5}]);
        let totems = json!([{"x": 18, "y": 1}, {"x": 1, "y": 18}]);
        house.create("one", json!({"fixed_spawns": spawns, "fixed_totems": totems}), &["ann", "bob"]);
        house.at(SIX);
        let jobs = ["ann", "bob"].map(|seat| {
            let body = json!({"do": "move", "unit": house.zord(seat).0, "x": 6, "y": 5}).to_string();
            let key = Some(Request::key(seat, "k", "actions", body.as_bytes()));
            Request { seat: seat.into(), key, if_seq: None, posted: Posted::read(&body).unwrap() }
        });
        let job = |request: &Request| {
            let task = Task::Order { game: 1, order: Order::Act(request.clone()) };
            Job { ticket: (), task, with: Vec::new() }
        };
        house.store.doom(fate);
        let round = house.writer.round(jobs.iter().map(job).collect()).unwrap();
        assert!(round.answers.iter().all(|(_, answer)| reason(answer) == "not_stored"), "{fate:?}");
        assert!(round.told.is_empty());
        // Bob comes first this time.
        let round = house.writer.round(jobs.iter().rev().map(job).collect()).unwrap();
        body(&round.answers[0].1);
        assert_eq!(reason(&round.answers[1].1), "occupied", "{fate:?}");
    }
}

#[test]
fn what_was_stored_after_all_is_told_and_answered_when_asked_again() {
    let mut house = House::started(json!({}));
    let go = house.a_move("ann");
    house.store.doom(Fate::Unknown { done: true });
    let events = house.told.len();
    assert_eq!(reason(&house.post("ann", "k", go.clone())), "not_stored");
    assert_eq!((house.told.len(), house.told.last().unwrap().event.as_str()), (events + 1, "moved"));
    let answer = house.post("ann", "k", go);
    assert!(bytes(&answer).1);
    assert_eq!(house.actions("ann"), 19);
}

#[test]
fn what_comes_with_an_order_comes_true_with_it() {
    use skirmish_house::store::{Store, Write};
    let mut house = House::started(json!({}));
    let with = |value: &str| vec![Write::Setting { name: "seat".into(), value: value.into() }];
    let mut resign = |seat: &str, fate| {
        let task = Task::Order { game: 1, order: Order::Resign { seat: seat.into(), key: None } };
        house.store.doom(fate);
        house.writer.round(vec![Job { ticket: (), task, with: with(seat) }]).unwrap();
        house.store.setting("seat").unwrap()
    };
    assert_eq!(resign("nobody", Fate::Well), None);
    assert_eq!(resign("ann", Fate::Refused), None);
    assert_eq!(resign("ann", Fate::Well), Some("ann".into()));
}

/// A database that is restarted in the middle of a commit.
#[test]
fn a_store_that_is_away_after_a_lost_commit_is_asked_again_until_it_answers() {
    for done in [false, true] {
        let mut house = House::started(json!({}));
        let (go, before) = (house.a_move("ann"), house.log().len());
        let events = house.driver().events();
        house.store.doom(Fate::Away { done, reads: 3 });
        assert_eq!(reason(&house.post("ann", "k", go.clone())), "not_stored");
        // Nothing is judged before it is known what was stored.
        assert_eq!(reason(&house.post("ann", "k", go.clone())), "not_stored");
        assert_eq!(house.driver().events(), events);
        house.told.clear();
        while house.writer.is_in_doubt() {
            house.tick();
        }
        assert_eq!(house.told.len(), usize::from(done));
        assert_eq!(bytes(&house.post("ann", "k", go)).1, done);
        assert_eq!(house.log().len(), before + 1);
        let told: Vec<i64> = house.told.iter().map(|told| told.n).collect();
        assert_eq!(told, [events + 1], "streams have a gap");
    }
}
