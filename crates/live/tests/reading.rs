//! Whatever is read, nothing panics, and what was written is read back.

mod support;

use proptest::prelude::*;
use serde_json::{Value, json};
use skirmish_house::store::Record;
use skirmish_live::driver::{Driver, SNAPSHOTS};
use skirmish_live::head::Head;
use skirmish_live::logged::Logged;
use skirmish_live::request::Posted;
use support::*;

/// Puts another value somewhere into a document.
fn spoil(document: Value, path: &[usize], other: Value) -> Value {
    match (document, path) {
        (Value::Object(mut map), [step, rest @ ..]) if !map.is_empty() => {
            let place = step % map.len();
            if let Some(value) = map.values_mut().nth(place) {
                *value = spoil(value.take(), rest, other);
            }
            Value::Object(map)
        }
        (Value::Array(mut list), [step, rest @ ..]) if !list.is_empty() => {
            let place = step % list.len();
            list[place] = spoil(list[place].take(), rest, other);
            Value::Array(list)
        }
        _ => other,
    }
}

fn anything() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(|number| json!(number)),
        "\\PC{0,8}".prop_map(Value::from),
        Just(json!([])),
        Just(json!({})),
        Just(json!([{"do": "advance", "day": i32::MAX, "time": 0}])),
        Just(json!({"do": "move", "unit": 3, "x": i32::MIN, "y": 1e300, "day": -1})),
    ]
}

fn played() -> House {
    let mut house = House::started(json!({}));
    let go = house.a_move("ann");
    body(&house.post("ann", "k", go));
    house
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn bodies_of_requests(text in "\\PC{0,60}", value in anything(), path in prop::collection::vec(any::<usize>(), 0..4)) {
        let _ = Posted::read(&text);
        let list = json!({"actions": [{"do": "shield", "unit": 3}], "day": 1, "atomic": true});
        let _ = Posted::read(&spoil(list, &path, value).to_string());
    }

    #[test]
    fn heads_and_records(text in "\\PC{0,60}", value in anything(), path in prop::collection::vec(any::<usize>(), 0..4)) {
        let _ = (Head::read(&text), Logged::read(&text));
        let house = played();
        let head = serde_json::to_value(&**house.keeper().head()).unwrap();
        if let Ok(head) = Head::read(&spoil(head, &path, value.clone()).to_string()) {
            let _ = Driver::new(&head);
        }
        let records = house.store.flushed(1, 0);
        let mut driver = Driver::new(house.keeper().head()).unwrap();
        for record in records {
            let spoilt = spoil(serde_json::from_str(&record.body).unwrap(), &path, value.clone());
            let _ = driver.clone().fold(&Record { body: spoilt.to_string(), ..record.clone() });
            driver.fold(&record).unwrap();
        }
    }

    #[test]
    fn snapshots(text in "\\PC{0,60}", value in anything(), path in prop::collection::vec(any::<usize>(), 0..5)) {
        let house = played();
        let mut snapshot = house.driver().snapshot();
        prop_assert_eq!(Driver::restore(house.keeper().head(), &snapshot).map(|driver| driver.hash()), Ok(house.driver().hash()));
        prop_assert_eq!(snapshot.version.as_str(), SNAPSHOTS);
        snapshot.body = spoil(serde_json::from_str(&snapshot.body).unwrap(), &path, value).to_string();
        let _ = Driver::restore(house.keeper().head(), &snapshot);
        snapshot.body = text;
        prop_assert!(Driver::restore(house.keeper().head(), &snapshot).is_err());
    }
}
