//! Comparing JSON values: key order and white space do not matter, numbers are equal by value, booleans are not numbers.

use serde_json::Value;
use skirmish_core::golden::Difference;
use skirmish_core::read::join;

/// How much of an object must be equal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extent {
    /// Both sides have the same keys.
    Full,
    /// The keys that are expected, recursively; lists in full.
    Present,
}

/// The first difference, if any.
pub fn difference(expected: &Value, got: &Value, extent: Extent) -> Option<Difference> {
    walk(expected, got, extent, &mut String::new())
}

fn walk(expected: &Value, got: &Value, extent: Extent, pointer: &mut String) -> Option<Difference> {
    match (expected, got) {
        (Value::Object(e), Value::Object(g)) => {
            for (key, value) in e {
                let Some(other) = g.get(key) else { return differ(&join(pointer, key), &value.to_string(), "nothing") };
                if let Some(found) = within(pointer, key, |pointer| walk(value, other, extent, pointer)) {
                    return Some(found);
                }
            }
            if extent == Extent::Full
                && let Some((key, value)) = g.iter().find(|(key, _)| !e.contains_key(*key))
            {
                return differ(&join(pointer, key), "nothing", &value.to_string());
            }
            None
        }
        (Value::Array(e), Value::Array(g)) => {
            for (i, (value, other)) in e.iter().zip(g).enumerate() {
                if let Some(found) = within(pointer, &i.to_string(), |pointer| walk(value, other, extent, pointer)) {
                    return Some(found);
                }
            }
            if e.len() == g.len() {
                return None;
            }
            let shorter = e.len().min(g.len());
            let at = |list: &[Value]| list.get(shorter).map_or("nothing".into(), Value::to_string);
            differ(&join(pointer, &shorter.to_string()), &at(e), &at(g))
        }
        (Value::Number(e), Value::Number(g)) if e == g || e.as_f64() == g.as_f64() => None,
        _ if expected == got => None,
        _ => differ(pointer, &expected.to_string(), &got.to_string()),
    }
}

fn within<T>(pointer: &mut String, key: &str, look: impl FnOnce(&mut String) -> T) -> T {
    let length = pointer.len();
    *pointer = join(pointer, key);
    let found = look(pointer);
    pointer.truncate(length);
    found
}

fn differ(pointer: &str, expected: &str, got: &str) -> Option<Difference> {
    Some(Difference { pointer: pointer.into(), expected: expected.into(), got: got.into() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn pointer(e: Value, g: Value, extent: Extent) -> Option<String> {
        difference(&e, &g, extent).map(|d| d.pointer)
    }

    #[test]
    fn numbers_are_equal_by_value_and_booleans_are_none() {
        assert_eq!(pointer(json!({"a": 1}), json!({"a": 1.0}), Extent::Full), None);
        assert_eq!(pointer(json!({"a": 1}), json!({"a": true}), Extent::Full), Some("/a".into()));
        assert_eq!(pointer(json!([0.1]), json!([0.1001]), Extent::Full), Some("/0".into()));
    }

    #[test]
    fn keys_may_be_more_only_where_presence_counts() {
        let (e, g) = (json!({"a": {"b": [1]}}), json!({"c": 0, "a": {"b": [1], "d": 2}}));
        assert_eq!(pointer(e.clone(), g.clone(), Extent::Present), None);
        assert_eq!(pointer(e.clone(), g, Extent::Full), Some("/a/d".into()));
        assert_eq!(pointer(e, json!({"a": {"b": [1, 2]}}), Extent::Present), Some("/a/b/1".into()));
        assert_eq!(pointer(json!({"a": 0}), json!({}), Extent::Present), Some("/a".into()));
    }
}
