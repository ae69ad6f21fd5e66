//! From messages to states: what a bot was sent, read by the door that positions go through.

use serde_json::{Map, Value};
use skirmish_core::{Documents, Faults};

/// The state of a view that is a position with additions: leaves out the keys that only views have, and whatever else
/// `trim` takes away.
pub fn position_of<G: Documents>(
    view: &Value,
    beyond: &[&str],
    trim: impl FnOnce(&mut Map<String, Value>),
) -> Result<(G, G::State), Faults> {
    let Value::Object(view) = view else { return Err(Faults::one("bad_view", "", "a view is an object")) };
    let mut position = view.clone();
    position.retain(|key, _| !beyond.contains(&key.as_str()));
    trim(&mut position);
    G::from_position(&G::read_position(&Value::Object(position))?)
}
