//! What differs between two scenes.

use super::{Effect, Fact, Gauge, Grid, Scene, Side};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};
use std::collections::HashMap;

/// How one scene becomes the next: all that a page needs if it has the scene before.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct Change {
    /// New items as a whole; of changed ones the id and what has changed, where null takes a key away. If the labels of
    /// the facts are the same, `values` has the new values by their place.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Vec<ItemChange>")]
    pub set: Vec<Map<String, Value>>,
    /// Ids that are gone.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub gone: Vec<String>,
    /// The new frame, if it has changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub frame: Option<[f32; 4]>,
    /// The new grid, if it has changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grid: Option<Grid>,
    /// The new scoreboard, if it has changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sides: Option<Vec<Side>>,
    /// The new status, if it has changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<Vec<Fact>>,
    /// The new numbers for the charts, if there are others than before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gauges: Option<Vec<Gauge>>,
    /// New values of those that were there: their place, and the value.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub gauged: Vec<(usize, i64)>,
    /// What to show on the way.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub effects: Vec<Effect>,
}

/// A new item, or what has changed about an old one. For the schema alone: entries are made key by key.
#[derive(JsonSchema)]
#[expect(dead_code)]
struct ItemChange {
    id: String,
    /// New values of facts, by their place.
    #[serde(skip_serializing_if = "Option::is_none")]
    values: Option<HashMap<String, String>>,
    #[serde(flatten)]
    changed: Map<String, Value>,
}

impl Change {
    /// What turns `before` into `after`. It has no effects; whoever tells the step adds them.
    pub fn between(before: &Scene, after: &Scene) -> Change {
        let mut old: HashMap<&str, &super::Item> = before.items.iter().map(|item| (item.id.as_str(), item)).collect();
        let mut set = Vec::new();
        for item in &after.items {
            match old.remove(item.id.as_str()) {
                None => set.push(object(item)),
                Some(was) if was == item => {}
                Some(was) => set.push(patch(&object(was), object(item))),
            }
        }
        // In the order of the scene: a hash map's own order changes from run to run.
        let gone = before.items.iter().filter(|item| old.contains_key(item.id.as_str())).map(|item| item.id.clone());
        let same_gauges = before.gauges.len() == after.gauges.len()
            && before.gauges.iter().zip(&after.gauges).all(|(was, is)| (was.chart, was.seat) == (is.chart, is.seat));
        let moved = before.gauges.iter().zip(&after.gauges).enumerate().filter(|(_, (was, is))| was.value != is.value);
        Change {
            gauges: (!same_gauges).then(|| after.gauges.clone()),
            gauged: if same_gauges { moved.map(|(i, (_, is))| (i, is.value)).collect() } else { Vec::new() },
            gone: gone.collect(),
            set,
            frame: (before.frame != after.frame).then_some(after.frame),
            grid: (before.grid != after.grid).then_some(after.grid),
            sides: (before.sides != after.sides).then(|| after.sides.clone()),
            status: (before.status != after.status).then(|| after.status.clone()),
            effects: Vec::new(),
        }
    }
}

fn object(value: &impl Serialize) -> Map<String, Value> {
    match serde_json::to_value(value) {
        Ok(Value::Object(map)) => map,
        _ => Map::new(),
    }
}

/// The id, and the keys that differ.
fn patch(was: &Map<String, Value>, mut is: Map<String, Value>) -> Map<String, Value> {
    let lost: Vec<String> = was.keys().filter(|key| !is.contains_key(*key)).cloned().collect();
    is.retain(|key, value| key == "id" || was.get(key) != Some(value));
    is.extend(lost.into_iter().map(|key| (key, Value::Null)));
    if let (Some(old), Some(new)) = (was.get("facts"), is.get("facts"))
        && let Some(values) = new_values(old, new)
    {
        is.shift_remove("facts");
        is.insert("values".into(), values.into());
    }
    is
}

/// The new values by their place; `None` if the labels differ.
fn new_values(old: &Value, new: &Value) -> Option<Map<String, Value>> {
    let (old, new) = (old.as_array()?, new.as_array()?);
    let same_labels = old.len() == new.len() && old.iter().zip(new).all(|(old, new)| old[0] == new[0]);
    let differ = old.iter().zip(new).enumerate().filter(|(_, (old, new))| old != new);
    same_labels.then(|| differ.map(|(i, (_, new))| (i.to_string(), new[1].clone())).collect())
}

#[cfg(test)]
mod tests {
    use super::super::{Item, Layer, Shape};
    use super::*;
    use serde_json::json;

    #[test]
    fn of_facts_only_the_new_values_are_told() {
        let with = |facts: &[(&'static str, i32)]| {
            let item = Item::new("7", Layer::Unit, [0.0, 0.0], Shape::Symbol("dot"));
            let item = facts.iter().fold(item, |item, (label, value)| item.fact(*label, value));
            Scene { items: vec![item], ..Scene::default() }
        };
        let (one, two, three) = (with(&[("hp", 3), ("ammo", 2)]), with(&[("hp", 3), ("ammo", 1)]), with(&[("hp", 3)]));
        assert_eq!(json!(Change::between(&one, &two)), json!({"set": [{"id": "7", "values": {"1": "1"}}]}));
        assert_eq!(json!(Change::between(&one, &three)), json!({"set": [{"id": "7", "facts": [["hp", "3"]]}]}));
    }

    #[test]
    fn of_gauges_only_the_new_values_are_told() {
        let with = |values: &[(u8, i64)]| Scene {
            gauges: values.iter().map(|&(seat, value)| Gauge { chart: "score", seat, value }).collect(),
            ..Scene::default()
        };
        let (one, two, three) = (with(&[(0, 3), (1, 2)]), with(&[(0, 3), (1, 5)]), with(&[(0, 3)]));
        assert_eq!(json!(Change::between(&one, &two)), json!({"gauged": [[1, 5]]}));
        let whole = json!({"gauges": [{"chart": "score", "seat": 0, "value": 3}]});
        assert_eq!(json!(Change::between(&two, &three)), whole);
    }

    fn scene(items: &[(&str, f32, &str)]) -> Scene {
        let item = |&(id, x, label): &(&str, f32, &str)| Item {
            label: label.into(),
            ..Item::new(id, Layer::Unit, [x, 0.0], Shape::Symbol("dot"))
        };
        Scene { items: items.iter().map(item).collect(), ..Scene::default() }
    }

    #[test]
    fn only_what_differs_is_told() {
        let (one, two) = (
            scene(&[("1", 0.0, "a"), ("2", 1.0, "b"), ("3", 2.0, "")]),
            scene(&[("1", 5.0, ""), ("3", 2.0, ""), ("4", 9.0, "")]),
        );
        let change = json!(Change::between(&one, &two));
        assert_eq!(
            change,
            json!({
                "set": [
                    {"id": "1", "at": [5.0, 0.0], "label": null},
                    {"id": "4", "layer": "unit", "shape": {"symbol": "dot"}, "at": [9.0, 0.0]},
                ],
                "gone": ["2"],
            })
        );
        assert_eq!(json!(Change::between(&two, &two)), json!({}));
    }
}
