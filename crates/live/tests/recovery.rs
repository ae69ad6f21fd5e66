//! What is found on the disk when the service starts.

mod support;

use serde_json::json;
use skirmish_house::store::{Journal, Store, Stored, Write};
use skirmish_live::hosted::Hosted;
use skirmish_live::keeper::Order;
use skirmish_live::simulate::store::{Fate, damaged};
use skirmish_live::writer::{BrokenGame, Slot, Writer};
use std::sync::Arc;
use support::*;

/// A game with a hundred records or so.
fn played() -> House {
    let mut house = House::started(json!({}));
    for day in 2..=20 {
        house.moment(day, 20_000);
        for (i, seat) in ["ann", "bob"].into_iter().enumerate() {
            let list = json!({"actions": [house.a_move(seat), {"do": "shield", "unit": house.zord(seat).0}]});
            body(&house.post(seat, &format!("{day}.{i}"), list));
        }
    }
    house
}

#[test]
fn a_torn_last_record_is_cut_off() {
    let mut house = played();
    let (hash, records) = (house.driver().hash(), house.log().len());
    let go = house.a_move("ann");
    house.store.doom(Fate::Torn);
    let body_text = go.to_string();
    let request = skirmish_live::request::Request {
        seat: "ann".into(),
        key: Some(skirmish_live::request::Request::key("ann", "k", "actions", body_text.as_bytes())),
        if_seq: None,
        posted: skirmish_live::request::Posted::read(&body_text).unwrap(),
    };
    let task = skirmish_live::writer::Task::Order { game: 1, order: Order::Act(request) };
    let job = skirmish_live::writer::Job { ticket: (), task, with: Vec::new() };
    assert!(house.writer.round(vec![job]).is_err());
    house.reopen(0, 0);
    assert!(house.notices[0].text.contains("cut off"), "{:?}", house.notices);
    assert_eq!((house.driver().hash(), house.log().len()), (hash, records));
    // It was never answered; now it is done.
    body(&house.post("ann", "k", go));
    house.restart(0, 0);
    assert!(house.notices.is_empty(), "{:?}", house.notices);
}

#[test]
fn a_damaged_record_elsewhere_stops_that_game_alone() {
    let mut house = played();
    let two = house.create("two", json!({}), &["cy", "dan"]);
    house.store.rot(1, 7);
    house.reopen(0, 0);
    let Slot::Broken(BrokenGame { name, why, private: false, .. }) = &house.writer.games()[&1] else {
        panic!("it is played on")
    };
    assert_eq!((name.as_str(), why.contains("record 7")), ("one", true), "{why}");
    assert!(house.notices.iter().any(|notice| notice.game == 1 && notice.text.contains("record 7")));
    assert_eq!(reason(&house.order(Order::Start)), "broken");
    assert!(house.writer.game(two).is_some());
    house.tick();
}

#[test]
fn a_damaged_record_before_a_snapshot_stops_the_game_as_well() {
    let mut house = played();
    house.reopen(0, 0);
    let snapshot = house.driver().snapshot();
    house.store.tamper(1, |all| *all = vec![Stored::Good(snapshot)]);
    house.store.rot(1, 7);
    house.reopen(0, 0);
    let Slot::Broken(BrokenGame { why, .. }) = &house.writer.games()[&1] else { panic!("it is played on") };
    assert!(why.contains("record 7"), "{why}");
}

/// A page that ends early would look like the end of what there is.
#[test]
fn events_of_a_damaged_record_are_not_passed_over() {
    let house = played();
    let store: Arc<dyn Store> = house.store.clone();
    let hosted = Hosted::new(1, Arc::clone(house.keeper().head()), store);
    // As after a start: the events are not in memory.
    hosted.publish(house.driver(), NINE, Vec::new());
    let all = hosted.after(0, 1000).unwrap();
    assert_eq!(all.last().unwrap().n, house.driver().events());
    house.store.rot(1, 7);
    let before = hosted.after(0, 1000).unwrap();
    assert!(!before.is_empty() && before.len() < all.len());
    let why = hosted.after(before.last().unwrap().n, 1000).unwrap_err().to_string();
    assert!(why.contains("record 7"), "{why}");
}

#[test]
fn all_snapshots_deleted_gives_the_same_state() {
    let mut house = played();
    let folded = {
        house.reopen(0, 0);
        house.driver().clone()
    };
    let snapshot = folded.snapshot();
    house.store.tamper(1, |all| all.insert(0, Stored::Good(snapshot)));
    for _ in 0..2 {
        house.reopen(0, 0);
        let driver = house.driver();
        assert_eq!(
            (driver.hash(), driver.records(), driver.events()),
            (folded.hash(), folded.records(), folded.events())
        );
        assert_eq!(driver.table().memory(), folded.table().memory());
        assert_eq!(driver.calendar(), folded.calendar());
        house.store.tamper(1, Vec::clear);
    }
}

#[test]
fn the_service_makes_snapshots_that_hold_the_state_of_the_log() {
    let mut house = House::started(json!({"actions_per_day": 2000, "max_actions": 200}));
    for list in 0..8 {
        let range = json!({"do": "range", "unit": house.zord("ann").0});
        body(&house.post("ann", &list.to_string(), json!({"actions": vec![range; 100]})));
        // Time passes between the record and the commit after it.
        house.hands.pass(SECOND);
        house.tick();
    }
    let snapshots = house.store.snapshots(1).unwrap();
    assert_eq!(snapshots.len(), 1);
    assert!(matches!(&snapshots[0], Stored::Good(snapshot) if snapshot.n >= 500));
    house.reopen(0, 0);
    assert!(house.notices.is_empty(), "{:?}", house.notices);
    let with = house.driver().hash();
    house.store.tamper(1, Vec::clear);
    house.reopen(0, 0);
    assert_eq!(house.driver().hash(), with);
}

#[test]
fn a_snapshot_that_cannot_be_used_is_named_and_ignored() {
    let mut house = played();
    house.reopen(0, 0);
    let (hash, good) = (house.driver().hash(), house.driver().snapshot());
    let mut old = good.clone();
    old.version = "zords live 0".into();
    let mut half = good.clone();
    half.body.truncate(100);
    let mut ahead = good.clone();
    ahead.n += 1;
    let mut other = good.clone();
    other.n -= 1;
    let read = [(old, "zords live 0"), (half, "not used"), (ahead, "the log has no such"), (other, "the log has")];
    let read = read.map(|(snapshot, named)| (Stored::Good(snapshot), named));
    for (bad, named) in read.into_iter().chain([(damaged(good.n), "its checksum is wrong")]) {
        house.store.tamper(1, |all| *all = vec![bad]);
        house.reopen(0, 0);
        assert_eq!(house.notices.len(), 1, "{:?}", house.notices);
        let text = &house.notices[0].text;
        assert!(text.contains(named) && text.contains("snapshot after record"), "{text}");
        assert_eq!(house.driver().hash(), hash);
    }
}

#[test]
fn a_head_of_another_version_is_refused_by_name() {
    for (key, named) in [("version", "zords version 99"), ("format", "format 99")] {
        let mut house = House::started(json!({}));
        let mut head: serde_json::Value = serde_json::from_str(&house.store.journals().unwrap()[0].head).unwrap();
        head[key] = json!(99);
        let journal =
            Journal { id: 2, kind: "zords".into(), name: "two".into(), head: head.to_string(), created_ms: NINE };
        house.store.commit(&[Write::Journal(journal)]).unwrap();
        house.reopen(0, 0);
        let Slot::Broken(BrokenGame { why, .. }) = &house.writer.games()[&2] else { panic!("it is played on") };
        assert!(why.contains(named), "{why}");
        house.tick();
        assert_eq!(house.now().0, 1);
    }
}

#[test]
fn journals_of_others_are_left_alone() {
    let mut house = House::with(json!({}));
    let journal = Journal { id: 7, kind: "chess".into(), name: "one".into(), head: "?".into(), created_ms: NINE };
    house.store.commit(&[Write::Journal(journal)]).unwrap();
    house.reopen(0, 0);
    assert_eq!(house.writer.games().len(), 1);
    assert_eq!(house.create("two", json!({}), &[]), 8);
}

#[test]
fn a_store_that_does_not_answer_stops_the_service_and_not_the_game() {
    let house = played();
    house.store.deafen(3);
    assert!(Writer::open(house.store.clone(), house.hands.clone()).is_err());
    house.store.deafen(0);
    let (writer, notices) = Writer::open(house.store.clone(), house.hands.clone()).unwrap();
    assert!(writer.game(1).is_some() && notices.is_empty());
}

#[test]
fn names_are_taken_once() {
    let mut house = House::with(json!({}));
    let head = (**house.keeper().head()).clone();
    let task = skirmish_live::writer::Task::Create { head: Box::new(head), seats: Vec::new() };
    assert_eq!(reason(&house.do_task(task)), "name_taken");
}
