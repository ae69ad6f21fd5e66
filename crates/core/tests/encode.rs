//! Messages are written byte for byte as the library would write them.

use proptest::prelude::*;
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Value, json};
use skirmish_core::encode::encode;
use std::collections::BTreeMap;

fn encoded(value: &(impl Serialize + ?Sized)) -> String {
    let mut out = b"before ".to_vec();
    encode(value, &mut out).unwrap();
    String::from_utf8(out).unwrap().strip_prefix("before ").unwrap().into()
}

#[track_caller]
fn same(value: &(impl Serialize + ?Sized)) {
    assert_eq!(encoded(value), serde_json::to_string(value).unwrap());
}

#[derive(Serialize)]
struct Empty {}

#[derive(Serialize)]
struct Unit;

#[derive(Serialize)]
struct Wrapped(i32);

#[derive(Serialize)]
struct Pair(i32, &'static str);

#[derive(Serialize)]
enum Shape {
    Point,
    Circle(u8),
    Line(u8, u8),
    Nothing(),
    Box { width: u8, height: Option<u8> },
    Void {},
}

#[derive(Serialize)]
struct Everything<'a> {
    a: bool,
    a_name_that_is_longer_than_all_that_is_kept_for_names: u8,
    r#type: char,
    raw: &'a RawValue,
    text: &'a str,
    shapes: Vec<Shape>,
    nothing: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    left_out: Option<u8>,
    #[serde(flatten)]
    more: BTreeMap<String, f64>,
    unit: (),
    #[serde(with = "serde_bytes_like")]
    bytes: &'a [u8],
}

mod serde_bytes_like {
    pub fn serialize<S: serde::Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(bytes)
    }
}

#[test]
fn every_shape_is_written_as_the_library_does() {
    let shapes = [
        Shape::Point,
        Shape::Circle(1),
        Shape::Line(1, 200),
        Shape::Nothing(),
        Shape::Box { width: 3, height: None },
        Shape::Void {},
    ];
    shapes.iter().for_each(|shape| same(shape));
    same(&(Empty {}, Unit, Wrapped(-5), Pair(7, "x"), ()));
    same(&[[0u8; 0]; 2]);
    same(&BTreeMap::from([(1, "one"), (22, "two"), (-333, "three")]));
    same(&BTreeMap::from([('"', 1), ('b', 2)]));
    same(&BTreeMap::from([(true, 1)]));
    same(&BTreeMap::<String, u8>::new());
    let raw = to_raw_value(&json!({"deep": [1, "two", null]})).unwrap();
    same(&Everything {
        a: true,
        a_name_that_is_longer_than_all_that_is_kept_for_names: 1,
        r#type: '\n',
        raw: &raw,
        text: "tab\there",
        shapes: shapes.into(),
        nothing: None,
        left_out: None,
        more: BTreeMap::from([("x".into(), 0.1), ("quote \" y".into(), f64::NAN)]),
        unit: (),
        bytes: b"\x00\xff",
    });
}

#[test]
fn every_number_is_written_as_the_library_does() {
    for n in [0, 1, 9, 10, 11, 99, 100, 101, 255, 256, 999, i64::MAX] {
        same(&[n, -n]);
    }
    same(&(i64::MIN, u64::MAX, i8::MIN, u8::MAX, i16::MIN, u16::MAX, i32::MIN, u32::MAX, i128::MIN, u128::MAX));
    same(&[0.0, -0.0, 1.5, 1e300, f64::MIN_POSITIVE, f64::INFINITY]);
    same(&[0.1f32, f32::MAX]);
}

#[test]
fn what_the_library_cannot_write_is_an_error_too() {
    let bad = BTreeMap::from([(vec![1], 2)]);
    assert!(serde_json::to_string(&bad).is_err());
    assert!(encode(&bad, &mut Vec::new()).is_err());
}

fn any_value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        (-200i64..200).prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        any::<String>().prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 64, 8, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..8).prop_map(Value::from),
            proptest::collection::btree_map(any::<String>(), inner, 0..8)
                .prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    })
}

proptest! {
    #[test]
    fn any_value_is_written_as_the_library_does(value in any_value()) {
        prop_assert_eq!(encoded(&value), serde_json::to_string(&value).unwrap());
    }
}
